//! Verdicts: a list of single checks, never a bool.
//!
//! Malformed input is an error of the reader that met it. Everything else becomes a [`Report`]: each [`Check`] held, failed
//! or was not checked, and against whose information. Nothing fails open: an absent input makes a check *not checked*, and
//! a report without the player's own note is at most [`Verdict::Consistent`].

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

mod check;
mod mistakes;
mod normal_form;
mod pasted;
mod quoted;

pub use check::Check;
pub(crate) use mistakes::Mistakes;
pub(crate) use pasted::variants;
pub(crate) use quoted::Quoted;

/// Where the information came from that a check compares with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The document under test: it shows only that the document agrees with itself.
    Document,
    /// The player's own note, kept apart from the operator.
    Player,
}

impl Source {
    /// The source's name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Player => "player",
        }
    }
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It held.
    Held,
    /// It failed.
    Failed {
        /// What the check's source says.
        expected: String,
        /// What was there instead.
        found: String,
    },
    /// It could not be made; the reason says what is missing.
    NotChecked {
        /// What is missing, and how to supply it.
        reason: &'static str,
    },
}

impl Finding {
    /// Held if both are the same, else failed with both shown.
    pub(crate) fn equal<T: PartialEq + ToString>(expected: &T, found: &T) -> Self {
        if expected == found {
            Self::Held
        } else {
            Self::failed(expected, found)
        }
    }

    pub(crate) fn failed(expected: &impl ToString, found: &impl ToString) -> Self {
        Self::Failed {
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }
}

/// One line of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Which check.
    pub check: Check,
    /// Position in the document's list, from 0, where the check is about one of many.
    pub at: Option<u64>,
    /// Against whose information.
    pub source: Source,
    /// What it found.
    pub finding: Finding,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.check.name();
        match &self.finding {
            Finding::Held => write!(f, "held         {name}")?,
            Finding::Failed { .. } => write!(f, "FAILED       {name}")?,
            Finding::NotChecked { reason } => write!(f, "not checked  {name}: {reason}")?,
        }
        if let Some(at) = self.at {
            write!(f, " at position {at}")?;
        }
        if let Finding::Failed { expected, found } = &self.finding {
            write!(f, ": expected {expected}, found {found}")?;
        }
        match (&self.finding, self.source) {
            (Finding::NotChecked { .. }, _) | (_, Source::Document) => Ok(()),
            (_, Source::Player) => f.write_str(" (against the player's note)"),
        }
    }
}

/// The answer that a report adds up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every check held, and one at least against the player's own note.
    Verified,
    /// Everything that could be checked held, but something could not be: the document agrees with itself. The report
    /// says what to bring.
    Consistent,
    /// A check failed.
    Mismatch,
}

impl Verdict {
    /// The verdict's name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Consistent => "consistent",
            Self::Mismatch => "mismatch",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Every check of one document, in order, and what the reader should know about them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Report {
    lines: Vec<Line>,
    remarks: Vec<String>,
}

impl Report {
    pub(crate) const fn new() -> Self {
        Self {
            lines: Vec::new(),
            remarks: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, check: Check, source: Source, at: Option<u64>, finding: Finding) {
        self.lines.push(Line {
            check,
            at,
            source,
            finding,
        });
    }

    /// Adds a check that compares two values as they are shown.
    pub(crate) fn compare<T: PartialEq + ToString>(&mut self, check: Check, source: Source, expected: &T, found: &T) {
        self.push(check, source, None, Finding::equal(expected, found));
    }

    /// Adds a check that could not be made, and what is missing for it.
    pub(crate) fn not_checked(&mut self, check: Check, source: Source, reason: &'static str) {
        self.push(check, source, None, Finding::NotChecked { reason });
    }

    pub(crate) fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    /// The checks, in order.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// What the reader should know: how the checks were made, what they protect from, and what they do not show.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The first check that failed.
    #[must_use]
    pub fn first_failure(&self) -> Option<&Line> {
        self.lines
            .iter()
            .find(|line| matches!(line.finding, Finding::Failed { .. }))
    }

    /// What the lines add up to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let all_held = self.lines.iter().all(|line| line.finding == Finding::Held);
        let against_a_note = self.lines.iter().any(|line| line.source == Source::Player);
        match self.first_failure() {
            Some(_) => Verdict::Mismatch,
            None if all_held && against_a_note => Verdict::Verified,
            None => Verdict::Consistent,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict())?;
        for line in &self.lines {
            writeln!(f, "  {line}")?;
        }
        for remark in &self.remarks {
            writeln!(f, "  note: {remark}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &[(Source, Finding)]) -> Report {
        let mut report = Report::new();
        for (source, finding) in lines {
            report.push(Check::Commitment, *source, None, finding.clone());
        }
        report
    }

    #[test]
    fn nothing_fails_open() {
        let missing = Finding::NotChecked { reason: "absent" };
        // No line at all, no note, or one gap: never verified.
        assert_eq!(report(&[]).verdict(), Verdict::Consistent);
        assert_eq!(
            report(&[(Source::Document, Finding::Held)]).verdict(),
            Verdict::Consistent
        );
        let gap = [(Source::Player, Finding::Held), (Source::Document, missing.clone())];
        assert_eq!(report(&gap).verdict(), Verdict::Consistent);
        assert_eq!(report(&[(Source::Player, missing)]).verdict(), Verdict::Consistent);
        let one_failed = [
            (Source::Player, Finding::Held),
            (Source::Document, Finding::failed(&"a", &"b")),
        ];
        assert_eq!(report(&one_failed).verdict(), Verdict::Mismatch);
        let all = [(Source::Document, Finding::Held), (Source::Player, Finding::Held)];
        assert_eq!(report(&all).verdict(), Verdict::Verified);
    }
}
