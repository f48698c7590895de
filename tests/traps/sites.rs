//! Claims of the two sites whose dice most traps are about, and what their reports say.

use core::num::NonZeroU32;

use provably_fair::layout::Shown;
use provably_fair::mac::{Hash, HmacKey};
use provably_fair::protocol::round::{RoundClaim, RoundNote, RoundReport};
use provably_fair::verdict::{Check, Finding, Report};
use provably_fair::{LIQD_DICE_V1, Revealed, STAKE_V1, games};

use crate::Trap;

pub fn n(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
}

pub fn liqd(server: &str, client: &str, nonce: u64) -> RoundClaim {
    let game = games::operators::LIQD_DICE.with(&[]).unwrap();
    RoundClaim::new(LIQD_DICE_V1, game, Revealed::from_text(server), client, nonce)
}

pub fn stake(server: &str, client: &str, nonce: u64) -> RoundClaim {
    let game = games::stake::DICE.with(&[]).unwrap();
    RoundClaim::new(STAKE_V1, game, Revealed::from_text(server), client, nonce)
}

/// Stake's dice of a trap's own seeds and nonce.
pub fn stake_of(trap: &Trap) -> RoundClaim {
    stake(trap.text("server"), trap.text("client"), trap.nonce())
}

/// The roll that the seeds give, in hundredths.
pub fn roll(claim: &RoundClaim) -> u64 {
    match claim.deal().unwrap().all_shown().next() {
        Some(Shown::Value(roll)) => roll,
        other => panic!("no roll: {other:?}"),
    }
}

/// Stake's dice by hand, of a message that no round has: the first four bytes of its HMAC, times 10,001, over 2^32.
pub fn dice_of(server: &str, message: &[u8]) -> u64 {
    let word = u32::from_be_bytes(HmacKey::new(Hash::Sha256, server.as_bytes()).mac(message).first());
    (u64::from(word) * 10_001) >> 32
}

/// The report on the claim that this was rolled, without a note.
pub fn stated(claim: &RoundClaim, roll: u64) -> RoundReport {
    let roll = format!("{}.{:02}", roll / 100, roll % 100);
    claim.clone().stated(&[&roll]).unwrap().verify(&RoundNote::none())
}

pub fn failed(report: &Report) -> Vec<Check> {
    let lines = report.lines().iter();
    let failed = lines.filter(|line| matches!(line.finding, Finding::Failed { .. }));
    failed.map(|line| line.check).collect()
}

/// Whether one remark begins and goes on like this.
pub fn remarks(report: &Report, begins: &str, has: &str) -> bool {
    let mut remarks = report.remarks().iter();
    remarks.any(|remark| remark.starts_with(begins) && remark.contains(has))
}
