//! The report as a page: complete in itself, readable in print, nothing to run and nothing to load.

use std::io::{self, Write};

use super::{NOT_SHOWN, Report, curve, dice, grouped, p, text};
use crate::exit;
use crate::finding::Sort;
use crate::tallies::Basis;

const STYLE: &str = "
:root { color-scheme: light }
body { font: 15px/1.45 system-ui, sans-serif; color: #1b1f24; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 0 .5rem } h2 { font-size: 1.1rem; margin: 1.8rem 0 .4rem }
.verdict { padding: .7rem 1rem; border-left: 6px solid; font-size: 1.05rem }
.clean { border-color: #1a7f37; background: #e9f7ed } .mismatch { border-color: #b42318; background: #fdeceb }
.malformed { border-color: #b7791f; background: #fdf5e3 } .unchecked { border-color: #57606a; background: #eef1f4 }
table { border-collapse: collapse; width: 100%; font-size: .88rem }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid #d8dee4; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
td.at { white-space: nowrap } .flagged td { background: #fdeceb } code { font-size: .82rem; overflow-wrap: anywhere }
.charts { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start } figure { margin: 0; break-inside: avoid }
figcaption, .note { font-size: .82rem; color: #57606a; max-width: 30rem } .note { max-width: none }
svg text { font: 11px system-ui, sans-serif; fill: #1b1f24 } svg .small { font-size: 9px; fill: #57606a }
@media print { body { margin: 0; max-width: none; font-size: 11px; print-color-adjust: exact; -webkit-print-color-adjust: exact } \
    tr { break-inside: avoid } }
";

/// Writes the page.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let class = match report.code() {
        exit::CLEAN if report.repeats.is_some() => "clean",
        exit::CLEAN | exit::NOT_CHECKED => "unchecked",
        exit::MISMATCH => "mismatch",
        _ => "malformed",
    };
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Audit</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\n\
         <h1>Audit</h1>\n<p class=\"verdict {class}\">{}</p>\n",
        escaped(&report.verdict())
    )?;
    counts(report, out)?;
    findings(report, out)?;
    repeats(report, out)?;
    charts(report, out)?;
    tests(report, out)?;
    write!(out, "<h2>What this does not show</h2>\n<ul>")?;
    for text in NOT_SHOWN {
        write!(out, "<li>{}</li>", escaped(text))?;
    }
    writeln!(out, "</ul>\n</body></html>")
}

fn counts(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "<table><tr><th>records</th><th class=n>read</th><th class=n>hold</th><th class=n>do not</th>\
         <th class=n>not checked</th></tr>"
    )?;
    for (kind, count) in report.summary.counts.iter() {
        let numbers = [count.records, count.held, count.failed, count.not_checked];
        let cells = numbers.map(|number| format!("<td class=n>{}</td>", grouped(number)));
        write!(out, "<tr><td>{}</td>{}</tr>", kind.plural(), cells.concat())?;
    }
    writeln!(out, "</table>")?;
    let sources = &report.summary.sources;
    let first: Vec<String> = sources.iter().take(8).map(|source| escaped(source)).collect();
    let more = if sources.len() > 8 {
        format!(" and {} more", sources.len() - 8)
    } else {
        String::new()
    };
    write!(out, "<p class=note>From {}{more}.", first.join(", "))?;
    if let Some(bare) = report.bare() {
        write!(out, " {bare}.")?;
    }
    writeln!(out, "</p>")
}

fn findings(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let findings = &report.summary.findings;
    for sort in Sort::ALL.into_iter().filter(|sort| findings.count(*sort) > 0) {
        let count = findings.count(sort);
        write!(out, "<h2>{}: {}</h2>\n<table>", capital(sort.name()), grouped(count))?;
        let mut listed = 0;
        for finding in findings.listed(sort) {
            let place = escaped(&report.place(finding.place));
            let check = escaped(finding.check.as_deref().unwrap_or_default());
            let text = escaped(&finding.text);
            write!(
                out,
                "<tr><td class=at><code>{place}</code></td><td>{check}</td><td><code>{text}</code></td></tr>"
            )?;
            listed += 1;
        }
        writeln!(out, "</table>")?;
        if count > listed {
            writeln!(out, "<p class=note>... and {} more.</p>", grouped(count - listed))?;
        }
    }
    Ok(())
}

fn repeats(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<h2>Repeats and gaps</h2>")?;
    let Some(repeats) = &report.repeats else {
        return writeln!(out, "<p>{}</p>", escaped(&report.too_long()));
    };
    if repeats.counts.is_empty() {
        return writeln!(
            out,
            "<p>None: no record, seed or number comes twice, and no number is missing between two.</p>"
        );
    }
    write!(out, "<ul>")?;
    for ((class, what), count) in &repeats.counts {
        write!(out, "<li>{}", text::headline(repeats, *class, *what, *count))?;
        for repeat in repeats.listed_of(*class, *what).take(5) {
            let places = [repeat.before.1, repeat.place].map(|place| escaped(&report.place(place)));
            write!(out, "<br><code>{} and {}</code>", places[0], places[1])?;
        }
        write!(out, "</li>")?;
    }
    writeln!(out, "</ul>")
}

fn charts(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    // Dice first: they are what most logs are about.
    let (pairs, others): (Vec<_>, Vec<_>) = report
        .summary
        .tallies
        .iter()
        .partition(|(_, counted)| counted.basis == Basis::Pairs);
    for (name, counted) in pairs.into_iter().chain(others) {
        let figures = match &counted.basis {
            Basis::Pairs => dice::figures(&counted.tally, report.alpha),
            Basis::Crash { .. } => curve::figure(counted, report.alpha),
            _ => dice::categories(counted, report.alpha),
        };
        if !figures.is_empty() {
            let total = grouped(counted.tally.total());
            writeln!(
                out,
                "<h2>Counts of {}: {total}</h2>\n<div class=charts>{figures}</div>",
                escaped(name)
            )?;
        }
    }
    Ok(())
}

fn tests(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let statistics = &report.statistics;
    write!(
        out,
        "<h2>Tests</h2>\n<table><tr><th>counted</th><th>asked</th><th>found</th><th class=n>p</th>\
         <th class=n>p, corrected</th></tr>"
    )?;
    for test in &statistics.tests {
        let flag = if test.holm <= report.alpha.as_f64() {
            " class=flagged"
        } else {
            ""
        };
        let (subject, answer) = (escaped(&test.subject), escaped(&test.answer));
        write!(
            out,
            "<tr{flag}><td>{subject}</td><td>{}</td><td>{answer}</td><td class=n>{}</td><td class=n>{}</td></tr>",
            test.question,
            p(test.p),
            p(test.holm)
        )?;
    }
    writeln!(out, "</table>\n<p class=note>{}</p>", escaped(&statistics.says))?;
    for text in report.notes() {
        writeln!(out, "<p class=note>{}.</p>", escaped(&capital(&text)))?;
    }
    Ok(())
}

/// Text that is no markup, whatever a log says.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
