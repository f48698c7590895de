//! The report for people.

use std::io::{self, Write};

use super::{NOT_SHOWN, Report, grouped, p};
use crate::finding::Sort;
use crate::repeats::{Class, Repeats, What};

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", report.verdict())?;
    for (kind, count) in report.summary.counts.iter() {
        let (records, held, failed) = (grouped(count.records), grouped(count.held), grouped(count.failed));
        write!(
            out,
            "  {:<12} {records:>13}  held {held:>13}  failed {failed}",
            kind.plural()
        )?;
        match count.not_checked {
            0 => writeln!(out)?,
            left => writeln!(out, "  not checked {}", grouped(left))?,
        }
    }
    if let Some(bare) = report.bare() {
        writeln!(out, "  {bare}")?;
    }
    findings(report, out)?;
    repeats(report, out)?;
    statistics(report, out)?;
    writeln!(out, "\nWhat this does not show")?;
    NOT_SHOWN.iter().try_for_each(|text| writeln!(out, "  - {text}"))
}

fn findings(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let findings = &report.summary.findings;
    for sort in Sort::ALL {
        let count = findings.count(sort);
        if count == 0 {
            continue;
        }
        writeln!(out, "\n{}: {}", sort.name(), grouped(count))?;
        let mut listed = 0;
        for finding in findings.listed(sort) {
            let check = finding
                .check
                .as_ref()
                .map_or_else(String::new, |check| format!("[{check}] "));
            writeln!(out, "  {}: {check}{}", report.place(finding.place), finding.text)?;
            listed += 1;
        }
        if count > listed {
            writeln!(out, "  ... and {} more", grouped(count - listed))?;
        }
    }
    if !findings.checks().is_empty() {
        let checks: Vec<String> = findings
            .checks()
            .iter()
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        writeln!(out, "\nby check: {}", checks.join(", "))?;
    }
    Ok(())
}

fn repeats(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nRepeats and gaps")?;
    let Some(repeats) = &report.repeats else {
        return writeln!(out, "  {}", report.too_long());
    };
    if repeats.counts.is_empty() {
        return writeln!(
            out,
            "  none: no record, seed or number comes twice, and no number is missing between two"
        );
    }
    for ((class, what), count) in &repeats.counts {
        writeln!(out, "  {}", headline(repeats, *class, *what, *count))?;
        for repeat in repeats.listed_of(*class, *what) {
            let (before, place) = (report.place(repeat.before.1), report.place(repeat.place));
            if class.numbered() {
                let numbers = (repeat.before.0, repeat.number);
                writeln!(out, "    {} at {before}, then {} at {place}", numbers.0, numbers.1)?;
            } else {
                writeln!(out, "    at {before} and at {place}")?;
            }
        }
    }
    Ok(())
}

/// How many of one sort there are.
pub fn headline(repeats: &Repeats, class: Class, what: What, count: u64) -> String {
    let missing = repeats.missing.get(&class).copied().unwrap_or_default();
    match what {
        What::Gap => format!(
            "gap, {}: {} ({} missing)",
            class.name(),
            grouped(count),
            grouped(missing)
        ),
        _ => format!("{}, {}: {}", what.name(), class.name(), grouped(count)),
    }
}

fn statistics(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let statistics = &report.statistics;
    writeln!(out, "\nStatistics of the records that hold")?;
    for test in &statistics.tests {
        let (p, holm) = (p(test.p), p(test.holm));
        writeln!(
            out,
            "  {}, {} ({} counted)",
            test.subject,
            test.question,
            grouped(test.counted)
        )?;
        writeln!(out, "    {}; p = {p}, corrected {holm}", test.answer)?;
    }
    for text in report.notes() {
        writeln!(out, "  {text}")?;
    }
    writeln!(out, "  {}", statistics.says)
}
