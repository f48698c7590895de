//! What is left when both seeds are open: the record that shows that nobody chose last.

use super::{Context, SeatBytes, SeatError, SeatHash, SeatSeed, joint, player_seed};
use crate::commit::Commitment;
use crate::mac::Digest;
use crate::protocol::check_link::{CheckLink, MatchNote, Seat};
use crate::protocol::match_dice::FirstRoll;
use crate::protocol::receipt::{Entropy, EntropyFrom, Kept, Receipt, SERVER_ALONE};
use crate::protocol::transcript::Lock;
use crate::seed::PlayerSeed;
use crate::verdict::{Check, Finding, Line, Report, Source};
use alloc::string::String;

const NOBODY_LAST: &str = "both seats were bound by their hashes before either seed opened: neither seat, nor the server with a seat, could \
     choose last. A seat can still refuse to open: count the rolls that came to nothing";

/// How a check link's remark begins that a record of both seats answers.
const IN_LEAGUE: &str = "does not protect a player from a server in league with the other seat";

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

    /// Checks a receipt whose entropy both seats made: everything of [`Receipt::verify`], then that the receipt belongs to
    /// this lock (`of_open_lock`), that the lock leaves the entropy to both seats, that the record was made for this lock, that
    /// both seeds open their hashes, and that they give the receipt's entropy.
    pub fn verify_receipt(&self, receipt: &Receipt, lock: &Lock, kept: Option<&Kept>) -> Report {
        let both = EntropyFrom::BothSeats;
        let base = receipt.verify(kept, Some(both));
        let mut report = without_remarks(&base);
        report.push(Check::OfOpenLock, Source::Document, None, lock.of_lock(receipt.terms()));
        if lock.entropy_from() != both {
            let finding = Finding::failed(&both.name(), &lock.entropy_from().name());
            report.push(Check::EntropySource, Source::Player, None, finding);
        }
        self.check(Context::lock(lock), &mut report);
        let joint = Finding::equal(&self.entropy(), &receipt.entropy());
        report.push(Check::JointEntropy, Source::Player, None, joint);
        protects(&mut report, base.remarks(), SERVER_ALONE);
        report
    }

    /// Why the record does not make the entropy of what this context stands for.
    pub(in super::super) fn fault(&self, context: Context) -> Option<SeatError> {
        let mut report = Report::new();
        self.check(context, &mut report);
        report.first_failure().map(|line| match line.check {
            Check::SeatContext => SeatError::Context,
            _ => SeatError::Seed,
        })
    }

    fn check(&self, context: Context, report: &mut Report) {
        let made_for = Finding::equal(&context, &self.context);
        report.push(Check::SeatContext, Source::Player, None, made_for);
        for (at, seat) in (0..).zip([Seat::One, Seat::Two]) {
            let (seed, hash) = match (seat, self.seeds, self.hashes) {
                (Seat::One, [seed, _], [hash, _]) | (Seat::Two, [_, seed], [_, hash]) => (seed, hash),
            };
            let opened = SeatHash::of(self.context, seat, seed.as_bytes());
            let finding = Finding::equal(&crate::hex::encode(&hash), &crate::hex::encode(&opened.hash));
            report.push(Check::SeatHash, Source::Player, Some(at), finding);
        }
    }
}

/// Checks the link of a match of dice with the record of both seats: everything of [`CheckLink::verify`] against the player's
/// note as it stands, then the record's commitment and seeds, then the hashes. What the note leaves open the record fills;
/// where both speak, both have to hold. Without a record the report says that it protects this player from the
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
            report.not_checked(check, Source::Player, reason);
        }
        let remarks = base.report().remarks().iter();
        remarks.for_each(|remark| report.remark(remark.clone()));
        report.remark(SERVER_ALONE);
        return report;
    };
    let [one, two] = record.players();
    let bound = Commitment::new(Digest::Sha256(*record.context.as_bytes()));
    let recorded = MatchNote::none()
        .commitment(bound)
        .seed(Seat::One, one)
        .seed(Seat::Two, two);
    let base = link.verify(first_roll, note);
    let recorded = link.verify(first_roll, &recorded);
    let mut report = noted_and_recorded(base.report(), recorded.report());
    match Context::commitment(link.commitment()) {
        Some(context) => record.check(context, &mut report),
        None => report.push(
            Check::SeatContext,
            Source::Player,
            None,
            Finding::failed(&record.context, &link.commitment()),
        ),
    }
    protects(&mut report, base.report().remarks(), IN_LEAGUE);
    report
}

/// The lines of a link's report against the player's note, and those against the record that say anything else.
fn noted_and_recorded(noted: &Report, recorded: &Report) -> Report {
    let of_note = |line: &Line| matches!(line.check, Check::NotedCommitment | Check::NotedSeed);
    let unanswered = |line: &Line| of_note(line) && matches!(line.finding, Finding::NotChecked { .. });
    let mut report = Report::new();
    let base = noted.lines().iter().filter(|line| !unanswered(line));
    let more = recorded
        .lines()
        .iter()
        .filter(|line| of_note(line) && !noted.lines().contains(line));
    for line in base.chain(more) {
        report.push(line.check, line.source, line.at, line.finding.clone());
    }
    report
}

/// The remarks of the report without a record, but for the one that a record which holds has answered.
fn protects(report: &mut Report, remarks: &[String], answered: &str) {
    let holds = report.first_failure().is_none();
    let remarks = remarks.iter().filter(|remark| !(holds && remark.starts_with(answered)));
    remarks.for_each(|remark| report.remark(remark.clone()));
    if holds {
        report.remark(NOBODY_LAST);
    }
}

fn without_remarks(base: &Report) -> Report {
    let mut report = Report::new();
    for line in base.lines() {
        report.push(line.check, line.source, line.at, line.finding.clone());
    }
    report
}
