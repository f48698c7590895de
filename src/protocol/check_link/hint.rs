//! On a mismatch: which ordinary mistake would explain it. A hint is a remark, never a success.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{CheckLink, RollLine};
use crate::commit::Sealing;
use crate::mac::Hash;
use crate::protocol::match_dice::{FirstRoll, SEALING};
use crate::seed::{Encoding, Revealed};
use crate::verdict::Check;

/// What this many rolls fit is no luck: one in 36^3 does.
const ENOUGH: usize = 3;

/// The hints for the first check that failed.
pub(super) fn all(link: &CheckLink, failed: Option<Check>, first: FirstRoll) -> Vec<String> {
    let hints = match failed {
        Some(Check::Commitment) => commitment(link),
        Some(Check::Roll) if link.rolls.len() >= ENOUGH => rolls(link, first),
        _ => Vec::new(),
    };
    let hints = hints.into_iter();
    hints
        .map(|hint| format!("hint: {hint}; that is not what was claimed"))
        .collect()
}

/// A commitment to the seed's text, which other sites make.
fn commitment(link: &CheckLink) -> Vec<String> {
    let of_text = Sealing::new(Hash::Sha256, Encoding::Text, Hash::Sha256, SEALING.key_with());
    let fits = of_text.digest(&link.seed).is_ok_and(|found| found == link.commitment);
    let hint = "the commitment is that of the server seed's hex text, not of the bytes that it decodes to";
    fits.then(|| hint.into()).into_iter().collect()
}

/// Other matches of which all these rolls are.
fn rolls(link: &CheckLink, first: FirstRoll) -> Vec<String> {
    let other = |change: &dyn Fn(&mut CheckLink)| {
        let mut other = link.clone();
        change(&mut other);
        other
    };
    let swapped = other(&|other| other.players.reverse());
    let text = other(&|other| other.seed = Revealed::from_bytes(link.seed.text().as_bytes()));
    let turned = other(&|other| {
        for dice in &mut other.rolls {
            core::mem::swap(&mut dice.first, &mut dice.second);
        }
    });
    let tried = [
        (
            swapped,
            "with the players' seeds in the other order, all rolls would hold",
        ),
        (text, "with the server seed's hex text as the key, all rolls would hold"),
        (
            turned,
            "with the two dice of every roll in the other order, all rolls would hold",
        ),
    ];
    let tried = tried.into_iter();
    let fitting = tried.filter(|(other, _)| other.roll_lines(first).iter().all(RollLine::held));
    fitting.map(|(_, hint)| hint.into()).collect()
}
