//! Reports for people and machines, and the exit code that they add up to.

use std::io::{self, Write};

use provably_fair::verdict::{Check, Finding, Line};
use provably_fair::{Report, Verdict};
use serde_json::{Value, json};

use crate::exit;

/// The exit code of one verdict.
pub fn code(verdict: Verdict, strict: bool) -> u8 {
    match verdict {
        Verdict::Consistent if strict => exit::CONSISTENT,
        Verdict::Verified | Verdict::Consistent => exit::HELD,
        Verdict::Mismatch => exit::MISMATCH,
    }
}

/// The worse of two exit codes: verified, consistent, mismatch, malformed.
pub fn worse(a: u8, b: u8) -> u8 {
    const ORDER: [u8; 4] = [exit::HELD, exit::CONSISTENT, exit::MISMATCH, exit::MALFORMED];
    let rank = |code| ORDER.iter().position(|known| *known == code).unwrap_or(ORDER.len());
    if rank(a) > rank(b) { a } else { b }
}

/// A report as JSON: verdict, checks in order, remarks.
pub fn report(report: &Report) -> Value {
    let checks: Vec<Value> = report.lines().iter().map(line).collect();
    json!({ "verdict": report.verdict().name(), "checks": checks, "remarks": report.remarks() })
}

fn line(line: &Line) -> Value {
    let mut check = json!({ "check": line.check.name(), "against": line.source.name() });
    if let Some(at) = line.at {
        check["at"] = json!(at);
    }
    match &line.finding {
        Finding::Held => check["result"] = json!("held"),
        Finding::Failed { expected, found } => {
            check["result"] = json!("failed");
            check["expected"] = json!(expected);
            check["found"] = json!(found);
        }
        Finding::NotChecked { reason } => {
            check["result"] = json!("not checked");
            check["reason"] = json!(reason);
        }
    }
    check
}

/// The options that bring what could not be checked, a line for each check that has one, in the order of the options.
pub fn how_to_bring(out: &mut dyn Write, report: &Report, options: &[(Check, &str)]) -> io::Result<()> {
    let missing = |check: Check| {
        let mut lines = report.lines().iter();
        lines.any(|line| line.check == check && matches!(line.finding, Finding::NotChecked { .. }))
    };
    for (check, option) in options.iter().filter(|(check, _)| missing(*check)) {
        writeln!(out, "  to check {}: {option}", check.name())?;
    }
    Ok(())
}

/// Wrong usage that only shows once everything has been read.
pub fn usage(error: &dyn std::fmt::Display) -> u8 {
    eprintln!("verify: {error}");
    exit::USAGE
}

/// A refusal of malformed input.
pub fn malformed(out: &mut dyn Write, json: bool, input: &str, error: &dyn ToString) -> io::Result<u8> {
    let error = error.to_string();
    if json {
        writeln!(
            out,
            "{}",
            json!({ "input": input, "verdict": "malformed", "error": error })
        )?;
    } else {
        writeln!(out, "malformed: {input}\n  {error}")?;
    }
    Ok(exit::MALFORMED)
}
