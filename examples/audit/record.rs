//! The four kinds of records, and what is found about one.

use std::borrow::Cow;
use std::fmt::Display;

use clap::ValueEnum;
use provably_fair::Report;
use provably_fair::verdict::Finding as Found;
use serde::{Deserialize, Serialize};

use crate::json::{json, no_object};

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One roll of a match of dice.
    #[value(name = "match_roll", alias = "match")]
    MatchRoll,
    /// One roll's receipt.
    Receipt,
    /// A round of a game on a stream.
    Round,
    /// A game of a hash chain.
    Crash,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::MatchRoll, Self::Receipt, Self::Round, Self::Crash];

    /// The word in a record's field `format`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MatchRoll => "match_roll",
            Self::Receipt => "receipt",
            Self::Round => "round",
            Self::Crash => "crash",
        }
    }

    /// What a reader calls several of them.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::MatchRoll => "match rolls",
            Self::Receipt => "receipts",
            Self::Round => "rounds",
            Self::Crash => "crash games",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What recomputing a well-formed record found.
#[derive(Debug, PartialEq, Eq)]
pub enum Judged {
    Held,
    Failed(Failure),
    /// A check that nothing could be compared for, and why.
    NotChecked(&'static str, &'static str),
}

/// The first check that failed.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    pub check: &'static str,
    pub text: String,
}

impl Failure {
    pub fn new(check: &'static str, expected: &dyn Display, found: &dyn Display) -> Self {
        let text = format!("expected {expected}, found {found}");
        Self { check, text }
    }

    /// The first failure of a library's report; `None` if there is none.
    pub fn of(report: &Report) -> Option<Self> {
        let line = report.first_failure()?;
        let Found::Failed { expected, found } = &line.finding else {
            return None;
        };
        let at = line.at.map_or_else(String::new, |at| format!("item {at}: "));
        let text = format!("{at}expected {expected}, found {found}");
        let check = line.check.name();
        Some(Self { check, text })
    }
}

/// Names the field that an error is about.
pub fn field<T, E: Display>(name: &str, value: Result<T, E>) -> Result<T, String> {
    value.map_err(|error| format!("field {name}: {error}"))
}

/// A u64 in its one decimal text.
pub fn number(name: &str, text: &str) -> Result<u64, String> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = text.parse().ok().filter(|_| plain);
    number.ok_or_else(|| format!("field {name}: not a number below 2^64 without sign or leading zero"))
}

/// A face of a die.
pub fn face(name: &str, text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [digit @ b'1'..=b'6'] => Ok(digit - b'0'),
        _ => Err(format!("field {name}: not a face 1 to 6")),
    }
}

/// A field that has to hold this text.
pub fn constant(name: &str, found: &str, expected: &str) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("field {name}: expected {expected}"))
}

/// The kind that a JSON line says it is.
pub fn kind_of(line: &str) -> Result<Kind, String> {
    #[derive(Deserialize)]
    struct Tag<'a> {
        #[serde(borrow)]
        format: Cow<'a, str>,
    }
    let unknown = || "field format: not one of match_roll, receipt, round, crash".to_owned();
    match provably_fair::document::format_of(line) {
        Some(name) => Kind::of_name(name).ok_or_else(unknown),
        None if line.trim_start().starts_with('{') => Kind::of_name(&json::<Tag<'_>>(line)?.format).ok_or_else(unknown),
        None => Err(no_object(line)),
    }
}
