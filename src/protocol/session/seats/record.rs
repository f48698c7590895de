//! What is left when both seeds are open: the record that shows that nobody chose last.

use super::{Context, SeatBytes, SeatHash, SeatSeed, joint, player_seed};
use crate::commit::Commitment;
use crate::mac::Digest;
use crate::protocol::check_link::{CheckLink, MatchNote, Seat};
use crate::protocol::match_dice::FirstRoll;
use crate::protocol::receipt::{Entropy, Kept, Receipt, SERVER_ALONE, equal};
use crate::protocol::transcript::Lock;
use crate::seed::PlayerSeed;
use crate::verdict::{Check, Finding, Report, Source};

const NOBODY_LAST: &str = "both seats were bound by their hashes before either seed opened: neither seat, nor the server with a seat, could \
     choose last. A seat can still refuse to open: count the rolls that came to nothing";

/// Both hashes and both seeds of one context, in seat order: a player's own record.
///
/// *What it does not show*: to anybody else, that the hashes came before the seeds. It is unsigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatsRecord {
    context: Context,
    hashes: [[u8; 32]; 2],
    seeds: [SeatBytes; 2],
}

impl SeatsRecord {
    /// The record of these hashes and seeds, in seat order. Whether they fit is what the checks say.
    #[must_use]
    pub const fn new(context: Context, hashes: [[u8; 32]; 2], seeds: [SeatBytes; 2]) -> Self {
        Self { context, hashes, seeds }
    }

    pub(super) fn of(context: Context, pair: [(SeatHash, SeatSeed); 2]) -> Self {
        let hashes = pair.each_ref().map(|(hash, _)| hash.hash);
        Self::new(context, hashes, pair.map(|(_, seed)| seed.seed))
    }

    /// What both were made for.
    #[must_use]
    pub const fn context(&self) -> Context {
        self.context
    }

    /// The hashes, in seat order.
    #[must_use]
    pub const fn hashes(&self) -> &[[u8; 32]; 2] {
        &self.hashes
    }

    /// The seeds, in seat order.
    #[must_use]
    pub const fn seeds(&self) -> &[SeatBytes; 2] {
        &self.seeds
    }

    /// The players' seeds of a match of dice: each the 32 hex digits of a seat's bytes.
    ///
    /// # Panics
    /// Never: hex digits are in the alphabet of players' seeds.
    #[must_use]
    #[allow(clippy::expect_used, reason = "32 hex digits are a player's seed")]
    pub fn players(&self) -> [PlayerSeed; 2] {
        self.seeds.map(|seed| player_seed(seed).expect("hex digits"))
    }

    /// The entropy of a roll that both seats made: the first 16 bytes of SHA-256(tag, context, seed 1, seed 2).
    #[must_use]
    pub fn entropy(&self) -> Entropy {
        joint(self.context, self.seeds)
    }

    /// Checks a receipt whose entropy both seats made: everything of [`Receipt::verify`], then that the record was made for
    /// this lock, that both seeds open their hashes, and that they give the receipt's entropy.
    pub fn verify_receipt(&self, receipt: &Receipt, lock: &Lock, kept: Option<&Kept>) -> Report {
        let base = receipt.verify(kept, Some(lock.entropy_from()));
        let mut report = without_remarks(&base);
        self.check(Context::lock(lock), &mut report);
        let joint = equal(&self.entropy(), &receipt.entropy());
        report.push(Check::JointEntropy, Source::Player, None, joint);
        let remarks = base.remarks().iter().filter(|remark| *remark != SERVER_ALONE);
        remarks.for_each(|remark| report.remark(remark.clone()));
        report.remark(NOBODY_LAST);
        report
    }

    fn check(&self, context: Context, report: &mut Report) {
        let made_for = equal(&context, &self.context);
        report.push(Check::SeatContext, Source::Player, None, made_for);
        for (at, seat) in (0..).zip([Seat::One, Seat::Two]) {
            let (seed, hash) = match (seat, self.seeds, self.hashes) {
                (Seat::One, [seed, _], [hash, _]) | (Seat::Two, [_, seed], [_, hash]) => (seed, hash),
            };
            let opened = SeatHash::of(self.context, seat, seed.as_bytes());
            let finding = equal(&crate::hex::encode(&hash), &crate::hex::encode(&opened.hash));
            report.push(Check::SeatHash, Source::Player, Some(at), finding);
        }
    }
}

/// Checks the link of a match of dice with the record of both seats: everything of [`CheckLink::verify`] against the
/// record's commitment and seeds, then the hashes. Without a record the report says that it protects this player from the
/// server alone, and the verdict is at most *consistent*.
pub fn verify_link(
    link: &CheckLink,
    first_roll: Option<FirstRoll>,
    note: &MatchNote,
    record: Option<&SeatsRecord>,
) -> Report {
    let Some(record) = record else {
        let base = link.verify(first_roll, note);
        let mut report = without_remarks(base.report());
        let reason = "bring the record of both seats' hashes";
        for check in [Check::SeatContext, Check::SeatHash] {
            report.push(check, Source::Player, None, Finding::NotChecked { reason });
        }
        let remarks = base.report().remarks().iter();
        remarks.for_each(|remark| report.remark(remark.clone()));
        report.remark(SERVER_ALONE);
        return report;
    };
    let [one, two] = record.players();
    let bound = Commitment::new(Digest::Sha256(*record.context.as_bytes()));
    let note = note.clone().commitment(bound).seed(Seat::One, one).seed(Seat::Two, two);
    let base = link.verify(first_roll, &note);
    let mut report = without_remarks(base.report());
    match Context::commitment(link.commitment()) {
        Some(context) => record.check(context, &mut report),
        None => report.push(
            Check::SeatContext,
            Source::Player,
            None,
            Finding::failed(&record.context, &link.commitment()),
        ),
    }
    report.remark(alloc::format!("{}", base.first_roll()));
    report.remark(NOBODY_LAST);
    report
}

fn without_remarks(base: &Report) -> Report {
    let mut report = Report::new();
    for line in base.lines() {
        report.push(line.check, line.source, line.at, line.finding.clone());
    }
    report
}
