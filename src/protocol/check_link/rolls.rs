//! The rolls of a link, derived again, and which number the first of them has.

use alloc::vec::Vec;
use core::fmt;

use super::CheckLink;
use crate::dice::Pair;
use crate::protocol::match_dice::{FirstRoll, NoDice};
use crate::verdict::{Check, Finding, Report, Source};

/// Which number of the first roll fits a link, when the caller did not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhichFirst {
    /// The caller said; nothing was tried.
    Given(FirstRoll),
    /// Only this one fits.
    Fits(FirstRoll),
    /// Both fit, which a short match can do by chance; the report uses 0.
    Both,
    /// Neither fits; the report uses the one that goes wrong later, 0 at a tie.
    Neither(FirstRoll),
}

impl WhichFirst {
    /// The numbering that the report uses.
    #[must_use]
    pub const fn used(self) -> FirstRoll {
        match self {
            Self::Given(first) | Self::Fits(first) | Self::Neither(first) => first,
            Self::Both => FirstRoll::Zero,
        }
    }
}

impl fmt::Display for WhichFirst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.used().number();
        match self {
            Self::Given(_) => write!(f, "the first roll is number {used}, as the caller said"),
            Self::Fits(_) => write!(
                f,
                "the number of the first roll was not given: 0 and 1 were tried, {used} holds"
            ),
            Self::Both => f.write_str("the number of the first roll was not given: 0 and 1 were tried, both hold"),
            Self::Neither(_) => write!(
                f,
                "the number of the first roll was not given: 0 and 1 were tried, neither holds, {used} is shown"
            ),
        }
    }
}

/// One roll of a match: what the link states, and what the seeds give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RollLine {
    /// The roll's number in the message.
    pub number: u64,
    /// The dice in the link.
    pub stated: Pair,
    /// The dice that the seeds give, or none if no MAC has a usable byte.
    pub derived: Result<Pair, NoDice>,
}

impl RollLine {
    /// Whether the link states what the seeds give.
    #[must_use]
    pub fn held(&self) -> bool {
        self.derived == Ok(self.stated)
    }

    /// What the seeds give, against what is stated.
    fn wrong(&self) -> Finding {
        match self.derived {
            Ok(dice) => Finding::failed(&dice, &self.stated),
            Err(error) => Finding::failed(&error, &self.stated),
        }
    }
}

impl CheckLink {
    pub(super) fn check_rolls(&self, given: Option<FirstRoll>, report: &mut Report) -> (WhichFirst, Vec<RollLine>) {
        let zero = || (FirstRoll::Zero, self.roll_lines(FirstRoll::Zero));
        let one = || (FirstRoll::One, self.roll_lines(FirstRoll::One));
        let (first, lines) = match given {
            Some(first) => (WhichFirst::Given(first), self.roll_lines(first)),
            None => choose(zero(), one()),
        };
        let (at, finding) = match lines.iter().zip(0..).find(|(line, _)| !line.held()) {
            None => (None, Finding::Held),
            Some((line, at)) => (Some(at), line.wrong()),
        };
        report.push(Check::Roll, Source::Document, at, finding);
        if given.is_none() {
            let reason = "the operator's numbering was not given: ask for it and say whether the first roll is 0 or 1";
            report.not_checked(Check::FirstRoll, Source::Player, reason);
        }
        (first, lines)
    }

    pub(super) fn roll_lines(&self, first: FirstRoll) -> Vec<RollLine> {
        let derivation = self.derivation();
        let derive = |number| match &derivation {
            Ok(rolls) => rolls.roll(number).map(|roll| roll.dice),
            Err(_) => Err(NoDice { number }),
        };
        let lines = self.rolls.iter().zip(first.number()..);
        lines
            .map(|(stated, number)| RollLine {
                number,
                stated: *stated,
                derived: derive(number),
            })
            .collect()
    }
}

fn first_wrong(lines: &[RollLine]) -> Option<usize> {
    lines.iter().position(|line| !line.held())
}

/// Which of two numberings a report uses: one that holds, else the one that goes wrong later, 0 before 1.
fn choose(zero: (FirstRoll, Vec<RollLine>), one: (FirstRoll, Vec<RollLine>)) -> (WhichFirst, Vec<RollLine>) {
    match (first_wrong(&zero.1), first_wrong(&one.1)) {
        (None, None) => (WhichFirst::Both, zero.1),
        (None, Some(_)) => (WhichFirst::Fits(zero.0), zero.1),
        (Some(_), None) => (WhichFirst::Fits(one.0), one.1),
        (Some(a), Some(b)) if b > a => (WhichFirst::Neither(one.0), one.1),
        (Some(_), Some(_)) => (WhichFirst::Neither(zero.0), zero.1),
    }
}
