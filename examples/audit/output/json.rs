//! The report for machines: one object on one line.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{NOT_SHOWN, Report};
use crate::finding::{Place, Sort};
use crate::repeats::Repeats;

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", value(report))
}

fn value(report: &Report) -> Value {
    let summary = &report.summary;
    let kinds = summary
        .counts
        .iter()
        .map(|(kind, count)| (kind.name().to_owned(), json!(count)));
    json!({
        "verdict": report.verdict(),
        "exit": report.code(),
        "complete": summary.complete,
        "sources": summary.sources,
        "records": kinds.collect::<serde_json::Map<_, _>>(),
        "rounds_without_commitment": summary.counts.without_commitment,
        "findings": findings(report),
        "failed_checks": summary.findings.checks(),
        "repeats": report.repeats.as_ref().map_or_else(|| json!(report.too_long()), |repeats| self::repeats(report, repeats)),
        "statistics": statistics(report),
        "tallies": summary.tallies,
        "not_shown": NOT_SHOWN,
    })
}

fn place(report: &Report, place: Place) -> Value {
    let source = usize::try_from(place.source)
        .ok()
        .and_then(|at| report.summary.sources.get(at));
    json!({ "file": source, "line": place.line })
}

fn findings(report: &Report) -> Value {
    let all = &report.summary.findings;
    let sort = |sort: Sort| {
        let listed = all
            .listed(sort)
            .map(|finding| json!({ "at": place(report, finding.place), "check": finding.check, "text": finding.text }));
        let value = json!({ "count": all.count(sort), "listed": listed.collect::<Vec<_>>() });
        (sort.name().replace(' ', "_"), value)
    };
    Value::Object(Sort::ALL.into_iter().map(sort).collect())
}

fn repeats(report: &Report, repeats: &Repeats) -> Value {
    let counts = repeats.counts.iter().map(|((class, what), count)| {
        let missing = repeats
            .missing
            .get(class)
            .filter(|_| *what == crate::repeats::What::Gap);
        json!({ "of": class, "what": what, "count": count, "missing": missing })
    });
    let listed = repeats.listed.iter().map(|repeat| {
        json!({
            "of": repeat.class,
            "what": repeat.what,
            "numbers": [repeat.before.0.to_string(), repeat.number.to_string()],
            "at": [place(report, repeat.before.1), place(report, repeat.place)],
        })
    });
    json!({ "counts": counts.collect::<Vec<_>>(), "listed": listed.collect::<Vec<_>>() })
}

fn statistics(report: &Report) -> Value {
    let statistics = &report.statistics;
    let tests = statistics.tests.iter().map(|test| {
        json!({
            "subject": test.subject,
            "question": test.question,
            "counted": test.counted,
            "answer": test.answer,
            "p": test.p,
            "holm": test.holm,
            "says": test.says,
        })
    });
    json!({
        "tests": tests.collect::<Vec<_>>(),
        "flagged": statistics.flagged,
        "says": statistics.says,
        "notes": report.notes(),
    })
}
