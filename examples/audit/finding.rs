//! What was found about a record or a file, where, and how many are listed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The sorts of findings, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Recomputing gives something else.
    Mismatch,
    /// A file, or the rest of it, cannot be read.
    Unreadable,
    /// A line is no record.
    Malformed,
    /// A well-formed record that could not be checked to the end.
    NotChecked,
}

impl Sort {
    pub const ALL: [Self; 4] = [Self::Mismatch, Self::Unreadable, Self::Malformed, Self::NotChecked];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Mismatch => "mismatch",
            Self::Unreadable => "unreadable",
            Self::Malformed => "malformed",
            Self::NotChecked => "not checked",
        }
    }
}

/// A line of a file: the file by its position among the sources, the line from 1 (0 for the file as a whole).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    pub source: u32,
    pub line: u64,
}

/// One thing that a reader has to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub place: Place,
    pub sort: Sort,
    /// The check that failed, for a mismatch.
    pub check: Option<String>,
    pub text: String,
}

/// The longest text of a finding, in characters: what is in it came from outside.
const LONGEST: usize = 240;

impl Finding {
    pub fn new(sort: Sort, place: Place, text: &str) -> Self {
        // Control characters of a hostile log never reach the terminal.
        let clean = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
        let mut kept: String = clean.take(LONGEST).collect();
        if text.chars().nth(LONGEST).is_some() {
            kept.push_str(" ...");
        }
        Self {
            place,
            sort,
            check: None,
            text: kept,
        }
    }

    pub fn of_check(mut self, check: &str) -> Self {
        self.check = Some(check.to_owned());
        self
    }
}

/// The first findings of each sort, and how many there were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    limit: u32,
    counts: BTreeMap<Sort, u64>,
    checks: BTreeMap<String, u64>,
    listed: Vec<Finding>,
}

impl Findings {
    pub const fn new(limit: u32) -> Self {
        Self {
            limit,
            counts: BTreeMap::new(),
            checks: BTreeMap::new(),
            listed: Vec::new(),
        }
    }

    pub fn add(&mut self, finding: Finding) {
        if let Some(check) = &finding.check {
            *self.checks.entry(check.clone()).or_default() += 1;
        }
        let count = self.counts.entry(finding.sort).or_default();
        *count += 1;
        if *count <= u64::from(self.limit) {
            self.listed.push(finding);
        }
    }

    pub fn count(&self, sort: Sort) -> u64 {
        self.counts.get(&sort).copied().unwrap_or_default()
    }

    /// How often each check failed.
    pub const fn checks(&self) -> &BTreeMap<String, u64> {
        &self.checks
    }

    pub fn listed(&self, sort: Sort) -> impl Iterator<Item = &Finding> {
        self.listed.iter().filter(move |finding| finding.sort == sort)
    }

    /// Adds those of a part whose sources come after `sources` others.
    pub fn merge(&mut self, other: Self, sources: u32) {
        for (sort, count) in other.counts {
            let before = self.count(sort);
            let room = usize::try_from(u64::from(self.limit).saturating_sub(before)).unwrap_or(usize::MAX);
            let listed = other.listed.iter().filter(|finding| finding.sort == sort).take(room);
            self.listed.extend(listed.cloned().map(|mut finding| {
                finding.place.source += sources;
                finding
            }));
            *self.counts.entry(sort).or_default() += count;
        }
        for (check, count) in other.checks {
            *self.checks.entry(check).or_default() += count;
        }
    }
}
