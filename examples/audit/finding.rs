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

    /// Whether it is one that [`new`](Self::new) can have made.
    fn is_clean(&self) -> bool {
        let short = |text: &str| text.chars().all(|c| !c.is_control()) && text.chars().nth(LONGEST + 4).is_none();
        short(&self.text) && self.check.as_deref().is_none_or(short)
    }

    pub fn of_check(mut self, check: &str) -> Self {
        self.check = Some(check.to_owned());
        self
    }
}

/// The first findings of each sort, and how many there were.
///
/// The first are the first by their places, in whatever order they were added: so parts that are joined list what one run lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    limit: u32,
    counts: BTreeMap<Sort, u64>,
    checks: BTreeMap<String, u64>,
    listed: BTreeMap<Sort, Vec<Finding>>,
}

impl Findings {
    pub const fn new(limit: u32) -> Self {
        Self {
            limit,
            counts: BTreeMap::new(),
            checks: BTreeMap::new(),
            listed: BTreeMap::new(),
        }
    }

    pub fn add(&mut self, finding: Finding) {
        if let (Sort::Mismatch, Some(check)) = (finding.sort, &finding.check) {
            *self.checks.entry(check.clone()).or_default() += 1;
        }
        *self.counts.entry(finding.sort).or_default() += 1;
        self.list(finding);
    }

    fn list(&mut self, finding: Finding) {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let listed = self.listed.entry(finding.sort).or_default();
        let at = listed.partition_point(|known| known.place <= finding.place);
        if at < limit {
            listed.truncate(limit - 1);
            listed.insert(at, finding);
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
        self.listed.get(&sort).into_iter().flatten()
    }

    /// Whether a part may say this of so many sources and at most so many lines.
    pub fn check(&self, sources: usize, most: u64) -> Result<(), &'static str> {
        let failed = self
            .checks
            .values()
            .try_fold(0_u64, |sum, count| sum.checked_add(*count));
        let within = self.counts.values().all(|count| *count <= most);
        if !within || failed != Some(self.count(Sort::Mismatch)) {
            return Err("its counts of findings cannot be");
        }
        let place = |place: Place| usize::try_from(place.source).is_ok_and(|source| source < sources);
        let fits = |(sort, listed): (&Sort, &Vec<Finding>)| {
            let right = |finding: &Finding| finding.sort == *sort && place(finding.place) && finding.is_clean();
            listed.len() as u64 <= self.count(*sort) && listed.iter().all(right)
        };
        if self.listed.iter().all(fits) {
            Ok(())
        } else {
            Err("a finding that it lists cannot be")
        }
    }

    /// Adds those of a part whose sources come after `sources` others.
    pub fn merge(&mut self, other: Self, sources: u32) {
        for mut finding in other.listed.into_values().flatten() {
            finding.place.source += sources;
            self.list(finding);
        }
        for (sort, count) in other.counts {
            *self.counts.entry(sort).or_default() += count;
        }
        for (check, count) in other.checks {
            *self.checks.entry(check).or_default() += count;
        }
    }
}
