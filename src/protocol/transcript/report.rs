//! The verdict on a whole match.

use alloc::format;
use core::fmt;

use super::{Counts, Head, Transcript, View};
use crate::protocol::receipt::{KEPT, OPERATOR_MADE, OWNER_ONLY, SERVER_ALONE};
use crate::verdict::{Check, Finding, Report, Source, Verdict};

/// Every check of a transcript, in the order in which one entry is gone through.
const ORDER: [Check; 22] = [
    Check::SameMatch,
    Check::SameConfig,
    Check::NoSecondLock,
    Check::OneOpenLock,
    Check::LockChain,
    Check::NonceUp,
    Check::UniqueRollId,
    Check::UniqueCommitment,
    Check::OfOpenLock,
    Check::Commitment,
    Check::UniqueServerSeed,
    Check::Dice,
    Check::UniqueEntropy,
    Check::KeptMatchId,
    Check::KeptRollId,
    Check::KeptNonce,
    Check::KeptCommitment,
    Check::KeptEntropy,
    Check::VoidEntropy,
    Check::KeptRoll,
    Check::Answered,
    Check::SameTranscript,
];

/// Against whose information a check of a transcript is made.
pub(super) const fn source(check: Check) -> Source {
    match check {
        Check::KeptMatchId
        | Check::KeptRollId
        | Check::KeptNonce
        | Check::KeptCommitment
        | Check::KeptEntropy
        | Check::VoidEntropy
        | Check::KeptRoll
        | Check::Answered
        | Check::SameTranscript => Source::Player,
        _ => Source::Document,
    }
}

/// The verdict on a whole match: the [`Report`] of its checks, the counts, and the head to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct MatchReport {
    report: Report,
    counts: Counts,
    head: Head,
}

impl MatchReport {
    /// The checks, in order; each names the entry at which it first failed.
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// What the checks add up to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.report.verdict()
    }

    /// Rolls by who made them, voids, silences, and the dice played and dropped.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The head of the transcript: what the two players compare.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.head
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report)?;
        writeln!(f, "  head: {}", self.head)?;
        self.counts.fmt(f)
    }
}

pub(super) fn finish(transcript: Transcript, compared: bool) -> MatchReport {
    let Transcript {
        failures,
        counts,
        head,
        view,
        ..
    } = transcript;
    let mut report = Report::new();
    for check in ORDER {
        match failures.iter().find(|line| line.check == check) {
            Some(line) => report.push(check, line.source, line.at, line.finding.clone()),
            None => report.push(check, source(check), None, unfailed(check, &counts, view, compared)),
        }
    }
    remarks(&mut report, &counts);
    MatchReport { report, counts, head }
}

/// Held, or what is missing for it.
fn unfailed(check: Check, counts: &Counts, view: View, compared: bool) -> Finding {
    let reason = match check {
        Check::SameTranscript if !compared => "compare the head with the one that the other player holds",
        Check::VoidEntropy | Check::KeptRoll | Check::Answered if view.seat.is_none() => {
            "say which seat is yours, and bring your records"
        }
        Check::Answered if counts.never_sent + counts.open_of_others > 0 => {
            "a lock was left open, and nothing shows that entropy was sent for it"
        }
        Check::VoidEntropy if counts.voids_unrecorded > 0 && !view.complete => {
            "a roll of your seat was called off because nothing came, and you have no record of it: if your records are \
             complete, say so"
        }
        Check::VoidEntropy | Check::KeptRoll if counts.unrecorded > 0 => "some rolls of your seat have no record",
        // Complete records of nothing: there is no note to hold it against.
        Check::VoidEntropy | Check::KeptRoll | Check::Answered if counts.recorded == 0 => "bring your records",
        _ => match KEPT.iter().find(|(kept, _)| *kept == check) {
            Some((_, reason)) if view.seat.is_none() || counts.unrecorded > 0 || counts.recorded == 0 => reason,
            _ => return Finding::Held,
        },
    };
    Finding::NotChecked { reason }
}

fn remarks(report: &mut Report, counts: &Counts) {
    if counts.operator_made > 0 {
        report.not_checked(Check::EntropySource, Source::Document, OPERATOR_MADE);
    }
    let open = counts.never_sent + counts.never_answered + counts.open_of_others;
    if open > 0 {
        report.remark(format!("{open} locked rolls came to nothing: neither receipt nor void"));
    }
    if counts.voids_after_entropy > 0 {
        report.remark("rolls were dropped after their entropy had come: count their dice against those played");
    }
    if counts.both_seats > 0 {
        report.remark(SERVER_ALONE);
    }
    if counts.recorded > 0 {
        report.remark(OWNER_ONLY);
    }
    report.remark(
        "the opponent's rolls are made with the opponent's entropy: only its own records show that a server in league with \
         that seat did not choose them",
    );
}
