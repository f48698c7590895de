//! A receipt or a check link with the record of both seats: what it adds to their own checks.

use alloc::string::String;

use super::{Context, SeatsRecord};
use crate::commit::Commitment;
use crate::mac::Digest;
use crate::protocol::check_link::{CheckLink, MatchNote, Seat};
use crate::protocol::match_dice::FirstRoll;
use crate::protocol::receipt::{EntropyFrom, Kept, Receipt, SERVER_ALONE};
use crate::protocol::transcript::Lock;
use crate::verdict::{Check, Finding, Line, Report, Source};

const NOBODY_LAST: &str = "both seats were bound by their hashes before either seed opened: neither seat, nor the server with a seat, could \
     choose last. A seat can still refuse to open: count the rolls that came to nothing";

/// How a check link's remark begins that a record of both seats answers.
const IN_LEAGUE: &str = "does not protect a player from a server in league with the other seat";

impl SeatsRecord {
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
    let base = link.verify(first_roll, note);
    let Some(record) = record else {
        return unrecorded(base.report());
    };
    let [one, two] = record.players();
    let bound = Commitment::new(Digest::Sha256(*record.context().as_bytes()));
    let recorded = MatchNote::none()
        .commitment(bound)
        .seed(Seat::One, one)
        .seed(Seat::Two, two);
    let recorded = link.verify(first_roll, &recorded);
    let mut report = noted_and_recorded(base.report(), recorded.report());
    match Context::commitment(link.commitment()) {
        Some(context) => record.check(context, &mut report),
        None => report.push(
            Check::SeatContext,
            Source::Player,
            None,
            Finding::failed(&record.context(), &link.commitment()),
        ),
    }
    protects(&mut report, base.report().remarks(), IN_LEAGUE);
    report
}

/// The report without a record, and what it lacks.
fn unrecorded(base: &Report) -> Report {
    let mut report = without_remarks(base);
    for check in [Check::SeatContext, Check::SeatHash] {
        report.not_checked(check, Source::Player, "bring the record of both seats' hashes");
    }
    for remark in base.remarks() {
        report.remark(remark.clone());
    }
    report.remark(SERVER_ALONE);
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
