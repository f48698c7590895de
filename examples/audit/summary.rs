//! What an audit counts as it goes: everything but fingerprints. Summaries of parts add up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chain::{Chains, Run, Runs, Tied};
use crate::crash::Game;
use crate::finding::{Finding, Findings, Sort};
use crate::record::Kind;
use crate::repeats::{LINE_BITS, MAX_SOURCES};
use crate::tallies::Tallies;
use crate::worker::Done;

/// Records of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub records: u64,
    pub held: u64,
    pub failed: u64,
    pub not_checked: u64,
}

/// Records of every kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    kinds: BTreeMap<Kind, Count>,
    /// Rounds whose operator stated no commitment: only the deal was checked.
    pub without_commitment: u64,
}

impl Counts {
    pub fn of(&mut self, kind: Kind) -> &mut Count {
        self.kinds.entry(kind).or_default()
    }

    pub fn iter(&self) -> impl Iterator<Item = (Kind, Count)> + '_ {
        self.kinds.iter().map(|(kind, count)| (*kind, *count))
    }

    pub fn all(&self) -> Count {
        self.iter().fold(Count::default(), |sum, (_, count)| sum.with(count))
    }

    /// Whether a part may say this of at most so many lines.
    fn check(&self, most: u64) -> Result<Count, &'static str> {
        let add = |sum: Count, (_, count): (Kind, Count)| {
            let judged = [count.held, count.failed, count.not_checked];
            let judged = judged.into_iter().try_fold(0_u64, u64::checked_add)?;
            let records = sum.records.checked_add(count.records).filter(|all| *all <= most)?;
            // No sum of these can overflow when that of all records did not.
            (judged == count.records)
                .then(|| sum.with(count))
                .filter(|sum| sum.records == records)
        };
        let all = self.iter().try_fold(Count::default(), add);
        all.filter(|all| self.without_commitment <= all.records)
            .ok_or("its counts of records cannot be")
    }

    fn merge(&mut self, other: &Self) {
        self.without_commitment += other.without_commitment;
        for (kind, count) in other.iter() {
            self.of(kind).add(count);
        }
    }
}

impl Count {
    const fn with(mut self, other: Self) -> Self {
        self.add(other);
        self
    }

    const fn add(&mut self, other: Self) {
        self.records += other.records;
        self.held += other.held;
        self.failed += other.failed;
        self.not_checked += other.not_checked;
    }
}

/// Everything counted so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    pub sources: Vec<String>,
    pub counts: Counts,
    pub findings: Findings,
    pub tallies: Tallies,
    /// Whether all of every source was read.
    pub complete: bool,
}

impl Summary {
    pub const fn new(sources: Vec<String>, counts: Counts, tallies: Tallies, list: u32) -> Self {
        Self {
            sources,
            counts,
            findings: Findings::new(list),
            tallies,
            complete: true,
        }
    }

    /// Adds a batch, in the order of the log.
    pub fn add(&mut self, done: &mut Done, chains: &mut Chains<'_>) {
        let Runs { runs, spent } = std::mem::take(&mut done.runs);
        chains.spend(spent);
        for run in runs {
            self.run(run, done, chains);
        }
        self.findings.merge(std::mem::take(&mut done.findings), 0);
        self.counts.merge(&done.counts);
        self.tallies.merge(std::mem::take(&mut done.tallies));
    }

    fn run(&mut self, run: Run, done: &mut Done, chains: &mut Chains<'_>) {
        let tied = chains.tie(&run);
        let count = self.counts.of(Kind::Crash);
        for game in run.games {
            count.records += 1;
            match (failed(&game, &tied), &tied) {
                (Some(finding), _) => {
                    count.failed += 1;
                    done.findings.add(finding);
                }
                (None, Tied::TooFar | Tied::Stopped) => {
                    count.not_checked += 1;
                    let text = if tied == Tied::Stopped { STOPPED } else { NOT_WALKED };
                    let finding = Finding::new(Sort::NotChecked, game.place, text);
                    done.findings.add(finding.of_check("chain"));
                }
                (None, _) => {
                    count.held += 1;
                    done.tallies.crash(game.rule, game.hundredths);
                }
            }
        }
    }

    /// Whether a part can say this: what is added up later must not overflow, and what failed must be among the findings.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.sources.len() >= MAX_SOURCES {
            return Err("too many sources");
        }
        // So that all sources there may be have fewer lines than a u64 counts.
        let most = (self.sources.len() as u64) << LINE_BITS;
        let all = self.counts.check(most)?;
        self.findings.check(self.sources.len(), most)?;
        let told = |count, sort| count == self.findings.count(sort);
        if !told(all.failed, Sort::Mismatch) || !told(all.not_checked, Sort::NotChecked) {
            return Err("it counts records that its findings do not");
        }
        self.tallies.check()
    }

    /// Adds the summary of a later part.
    pub fn merge(&mut self, other: Self) {
        let sources = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
        self.sources.extend(other.sources);
        self.counts.merge(&other.counts);
        self.findings.merge(other.findings, sources);
        self.tallies.merge(other.tallies);
        self.complete &= other.complete;
    }
}

const STOPPED: &str = "crash: the chain was not walked to its end: the audit was stopped";
const NOT_WALKED: &str = "crash: the chain was not walked: further than --steps allows from any game that is tied";

/// What is wrong with a game: that it is of no such chain, or else its point.
fn failed(game: &Game, tied: &Tied) -> Option<Finding> {
    let (check, text) = match (tied, &game.point) {
        (Tied::No, _) => (
            "chain",
            "expected a link that hashes to the terminating hash in as many steps, found one that does not",
        ),
        (_, Some(point)) => (point.check, point.text.as_str()),
        (_, None) => return None,
    };
    let text = format!("crash: game {}: {text}", game.number);
    Some(Finding::new(Sort::Mismatch, game.place, &text).of_check(check))
}
