//! The report: made once of the counts, then written for people, for machines, and as a page.

use std::io::{self, Write};

use crate::audit::Audited;
use crate::exit;
use crate::files::{Files, Output};
use crate::finding::Sort;
use crate::options::Options;
use crate::part;
use crate::repeats::Repeats;
use crate::statistics::{Statistics, statistics};
use crate::summary::Summary;

mod curve;
mod dice;
#[cfg(test)]
pub use dice::signed;
mod html;
mod json;
mod text;

/// Everything that a report says.
pub struct Report {
    pub summary: Summary,
    /// `None`: the log was too long to look for repeats without a place to sort.
    pub repeats: Option<Repeats>,
    /// How many fingerprints were held in memory.
    pub memory: usize,
    pub statistics: Statistics,
    pub alpha: provably_fair::stats::Alpha,
}

/// What a report says when nothing was found, and what it can never say.
pub const NOT_SHOWN: [&str; 5] = [
    "Held records agree with their own seeds. That the commitments were published beforehand, and that these are the records \
     that players saw, only the players' notes show.",
    "A record that was left out cannot be seen, unless its number is missing.",
    "Who made a receipt's entropy, and when, is not in it.",
    provably_fair::stats::NOT_SHOWN,
    "That payouts followed the results is not in a log.",
];

/// Writes all that the command line asks for, and gives the exit code.
pub fn write(options: &Options, files: Files, audited: Audited, out: &mut dyn Write) -> io::Result<u8> {
    let report = report(options, files.part, audited)?;
    if let Some(mut page) = files.html {
        html::write(&report, &mut page)?;
        page.finish()?;
    }
    if options.json {
        json::write(&report, out)?;
    } else {
        text::write(&report, out)?;
    }
    Ok(report.code())
}

/// Goes through the fingerprints, which are written to the part if there is one, and asks the statistics.
fn report(options: &Options, part: Option<Output>, audited: Audited) -> io::Result<Report> {
    let mut repeats = audited.prints.total().map(|_| Repeats::new(options.list));
    let mut next = |print| {
        if let Some(repeats) = &mut repeats {
            repeats.next(print);
        }
    };
    let summary = if let Some(part) = part {
        part::write(part, audited, &mut next)?
    } else {
        audited.prints.each(&mut |print| {
            next(print);
            Ok(())
        })?;
        audited.summary
    };
    Ok(Report {
        statistics: statistics(&summary.tallies, options.alpha),
        summary,
        repeats,
        memory: options.memory,
        alpha: options.alpha,
    })
}

impl Report {
    /// Why repeats were not looked for.
    pub fn too_long(&self) -> String {
        let most = grouped(u64::try_from(self.memory).unwrap_or(u64::MAX));
        format!(
            "not checked: log longer than {most} fingerprints (--memory; a receipt has four, a match roll two, others one); \
             give --temp DIR to sort them there"
        )
    }

    /// The exit code: see the program's help.
    pub fn code(&self) -> u8 {
        let findings = &self.summary.findings;
        let faults = self.repeats.as_ref().map_or(0, Repeats::faults) + findings.count(Sort::Mismatch);
        if !self.summary.complete || findings.count(Sort::Unreadable) + findings.count(Sort::Malformed) > 0 {
            exit::MALFORMED
        } else if faults > 0 {
            exit::MISMATCH
        } else if findings.count(Sort::NotChecked) > 0 {
            exit::NOT_CHECKED
        } else {
            exit::CLEAN
        }
    }

    /// The report in one sentence.
    pub fn verdict(&self) -> String {
        let all = self.summary.counts.all();
        let findings = &self.summary.findings;
        let mut parts = vec![format!(
            "{} of {} {}",
            grouped(all.held),
            counted(all.records, "record", "records"),
            if all.held == 1 || all.records == 1 {
                "holds"
            } else {
                "hold"
            }
        )];
        let mut add = |count: u64, one: &str, many: &str| {
            if count > 0 {
                parts.push(counted(count, one, many));
            }
        };
        add(all.failed, "does not", "do not");
        add(all.not_checked, "is not checked", "are not checked");
        add(
            findings.count(Sort::Malformed),
            "line is no record",
            "lines are no records",
        );
        add(
            findings.count(Sort::Unreadable),
            "source could not be read to its end",
            "sources could not be read to their ends",
        );
        add(self.repeats.as_ref().map_or(0, Repeats::faults), "repeat", "repeats");
        if self.repeats.is_none() {
            parts.push("repeats not looked for (the log is long: see --temp)".into());
        }
        let partial = if self.summary.complete {
            ""
        } else {
            "PARTIAL (stopped before the end): "
        };
        format!("{partial}{}.", parts.join(", "))
    }

    /// That rounds state no commitment, if any do not.
    fn bare(&self) -> Option<String> {
        let bare = self.summary.counts.without_commitment;
        let one = "round states no commitment: only its deal was checked";
        let many = "rounds state no commitment: only their deals were checked";
        (bare > 0).then(|| counted(bare, one, many))
    }

    /// What to know about the statistics.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self
            .statistics
            .unanswered
            .iter()
            .map(|why| format!("not asked: {why}"))
            .collect();
        let passed_over = self.summary.tallies.passed_over;
        if passed_over > 0 {
            notes.push(format!(
                "{} not counted: too many games or categories",
                counted(passed_over, "outcome was", "outcomes were")
            ));
        }
        let repeats = self.repeats.as_ref().map_or(0, Repeats::faults);
        if repeats > 0 {
            notes.push(format!(
                "{}, so these tests prove less",
                counted(
                    repeats,
                    "repeat is counted as it stands",
                    "repeats are counted as they stand"
                )
            ));
        }
        notes
    }

    /// The name of a place.
    pub fn place(&self, place: crate::finding::Place) -> String {
        let source = usize::try_from(place.source)
            .ok()
            .and_then(|at| self.summary.sources.get(at));
        let source = source.map_or("?", String::as_str);
        let shown: String = source
            .chars()
            .map(|c| if c.is_control() { '\u{fffd}' } else { c })
            .collect();
        if place.line == 0 {
            shown
        } else {
            format!("{shown}:{}", place.line)
        }
    }
}

/// A count and what is counted.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A count with its thousands set off.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A p in three significant digits.
pub fn p(p: f64) -> String {
    match p {
        p if p <= 0.0 => "0".into(),
        p if p < 0.001 => format!("{p:.2e}"),
        p => format!("{p:.3}"),
    }
}
