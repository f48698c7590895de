//! What a log shows: nonces used twice, nonces missing, and whether it ends where the caller knows that it ended.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::{Key, NonceLog, NoncesRun};
use crate::protocol::seed_pair::runs::Runs;
use crate::verdict::{Check, Finding, Report, Source};

/// Failures that a report lists; of the others it says how many there are.
const LISTED: usize = 64;

/// The first failures of a kind, and how many there were.
#[derive(Clone, Debug)]
pub(super) struct Failures {
    listed: Vec<(Option<u64>, Finding)>,
    count: usize,
}

impl Failures {
    pub(super) const NONE: Self = Self {
        listed: Vec::new(),
        count: 0,
    };

    pub(super) fn add(&mut self, at: Option<u64>, finding: impl FnOnce() -> Finding) {
        self.count += 1;
        if self.listed.len() < LISTED {
            self.listed.push((at, finding()));
        }
    }

    fn report(self, check: Check, report: &mut Report) {
        let more = self.count.saturating_sub(self.listed.len());
        if self.count == 0 {
            report.push(check, Source::Document, None, Finding::Held);
        }
        for (at, finding) in self.listed {
            report.push(check, Source::Document, at, finding);
        }
        if more > 0 {
            report.remark(format!("{}: {more} more failures are not listed", check.name()));
        }
    }
}

impl NonceLog {
    /// The report over everything that was added.
    pub fn report(self) -> Report {
        let counts = match self.run {
            NoncesRun::OverServerSeed => &self.servers,
            NoncesRun::OverSeedPair => &self.pairs,
        };
        let mut report = Report::new();
        if counts.is_empty() {
            let reason = "the log is empty";
            for check in [Check::NonceReused, Check::NonceGap, Check::NonceEnd] {
                report.not_checked(check, Source::Document, reason);
            }
            return report;
        }
        self.reused.report(Check::NonceReused, &mut report);
        gaps(counts, self.first).report(Check::NonceGap, &mut report);
        ends(counts, self.first, &mut report);
        report.remark(format!("{} rounds, {} of them void", self.rounds, self.void));
        report.remark(
            "nonces show that no round was left out, not what came of it; the operator may have known the outcome of a void \
             round",
        );
        report
    }
}

/// All gaps before and between runs, by position. A gap is named at the round that came after it.
fn gaps(counts: &BTreeMap<Key, Runs>, first: u64) -> Failures {
    let mut found: Vec<(u64, u64, u64)> = counts.values().flat_map(|runs| runs.gaps(first)).collect();
    found.sort_unstable();
    let mut failures = Failures::NONE;
    for (at, expected, nonce) in found {
        failures.add(Some(at), || {
            Finding::failed(&format!("nonce {expected}"), &format!("nonce {nonce}"))
        });
    }
    failures
}

/// Whether each count ends where the caller says; not checked where the caller did not say.
fn ends(counts: &BTreeMap<Key, Runs>, first: u64, report: &mut Report) {
    let mut failures = Failures::NONE;
    let mut unknown = 0_u64;
    for runs in counts.values() {
        let found = runs.runs.last_key_value().map(|(_, run)| run.end);
        match (runs.last, found) {
            (None, _) => unknown += 1,
            (Some(last), Some(found)) if last == found => {}
            (Some(last), Some(found)) => {
                failures.add(None, || {
                    Finding::failed(&format!("nonce {last} as the last"), &format!("nonce {found}"))
                });
            }
            (Some(last), None) => {
                failures.add(None, || {
                    Finding::failed(&format!("nonces {first} to {last}"), &"no round")
                });
            }
        }
    }
    if unknown == 0 || failures.count > 0 {
        failures.report(Check::NonceEnd, report);
    }
    if unknown > 0 {
        let reason = "rounds cut off at the end leave no gap: give the last nonce of each seed from your own notes";
        report.not_checked(Check::NonceEnd, Source::Document, reason);
    }
}
