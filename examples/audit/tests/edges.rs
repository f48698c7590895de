//! Input that is broken: a clear line each, exit code 2, and everything readable still audited.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::{GOOD, Temp, audit, audit_json, audit_text, exit, made, mismatches};

fn gzip(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

/// What is listed of a sort: line and text.
fn listed(report: &Value, sort: &str) -> Vec<(u64, String)> {
    let listed = report["findings"][sort]["listed"].as_array().unwrap();
    let pair = |finding: &Value| {
        (
            finding["at"]["line"].as_u64().unwrap(),
            finding["text"].as_str().unwrap().to_owned(),
        )
    };
    listed.iter().map(pair).collect()
}

#[test]
fn a_truncated_gzip_is_audited_as_far_as_it_goes() {
    let temp = Temp::new();
    let log = made(&["3000"]);
    let packed = gzip(&log);
    let path = temp.file("cut.gz", &packed[..packed.len() / 2]);
    let whole = temp.file("whole.gz", &packed);
    let (code, report) = audit_json(&[&path, &whole]);
    assert_eq!(code, exit::MALFORMED);
    let found = listed(&report, "unreadable");
    let [(line, text)] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(
        text,
        "the gzip stream ends too early; the lines before this one were audited"
    );
    assert!((1_000..2_000).contains(line), "{line}");
    // Every line before the cut, and the other file: the half record at the cut is not called malformed.
    assert_eq!(report["records"]["receipt"]["held"], line - 1 + 3_000);
    assert_eq!(report["findings"]["malformed"]["count"], 0);
    // Several members in one file are one log.
    let (code, report) = audit_json(&[&temp.file("two.gz", [gzip(GOOD), gzip("\n\n")].concat())]);
    assert_eq!((code, &report["records"]["receipt"]["held"]), (exit::CLEAN, &json!(24)));
}

#[test]
fn a_line_that_is_no_utf8_is_named_with_its_byte() {
    let temp = Temp::new();
    let lines: Vec<&str> = GOOD.lines().collect();
    let mut log = lines[..3].join("\n").into_bytes();
    log.extend(b"\n{\"format\":\"\xff\"}\n");
    log.extend(lines[3..].join("\r\n").into_bytes());
    let (code, report) = audit_json(&[&temp.file("log", log)]);
    assert_eq!(code, exit::MALFORMED);
    assert_eq!(listed(&report, "malformed"), [(4, "not UTF-8 at byte 11".to_owned())]);
    assert_eq!(report["records"]["receipt"]["held"], 24);
    assert_eq!(report["records"]["crash"]["held"], 7);
}

#[test]
fn a_line_of_ten_megabytes_is_passed_over() {
    let huge = "x".repeat(10_000_000);
    let mut lines: Vec<&str> = GOOD.lines().collect();
    lines.insert(2, &huge);
    lines.push(&huge);
    let (code, report) = audit_text(&lines.join("\n"), &[]);
    assert_eq!(code, exit::MALFORMED);
    let why = "the line is longer than 131072 bytes".to_owned();
    assert_eq!(listed(&report, "malformed"), [(3, why.clone()), (44, why)]);
    assert_eq!(report["records"]["receipt"]["held"], 24);
    assert_eq!(report["records"]["crash"]["held"], 7);
    // The longest line that is read, and the first that is not, as first, middle and last line.
    let line = GOOD.lines().next().unwrap();
    for (length, too_long) in [(131_071, 0), (131_072, 3), (262_144, 3)] {
        let padded = format!("{line}{}", " ".repeat(length - line.len()));
        let log = [&padded, line, &padded, line, &padded, line].join("\n");
        let report = audit_text(&log, &[]).1;
        let found = listed(&report, "malformed")
            .iter()
            .filter(|(_, why)| why.starts_with("the line is longer"))
            .count();
        assert_eq!(found, too_long, "{length}: {report}");
        assert_eq!(report["records"]["receipt"]["held"], 3);
    }
}

#[test]
fn a_csv_with_missing_columns_says_which() {
    let temp = Temp::new();
    let csv = made(&["20", "--csv"]).replacen("nonce", "number_of_roll", 1);
    let path = temp.file("missing.csv", csv);
    let good = temp.file("good.jsonl", GOOD);
    let (code, report) = audit_json(&[&path, &good]);
    assert_eq!(code, exit::MALFORMED);
    let why = "columns missing: nonce (for records of format receipt); none of its rows was read".to_owned();
    assert_eq!(listed(&report, "unreadable"), [(1, why)]);
    assert_eq!(report["records"]["receipt"]["records"], 24);
    assert_eq!(report["records"]["crash"]["held"], 7);
    for (from, to, why) in [
        (
            "format",
            "kind",
            "columns missing: format (format says in each row what it is: receipt, by",
        ),
        ("nonce", "roll_id", "a column is named twice"),
    ] {
        let (code, out) = audit(&[&temp.file("log.csv", made(&["3", "--csv"]).replacen(from, to, 1))]);
        assert_eq!(code, exit::MALFORMED);
        assert!(out.contains(why), "{out}");
    }
}

#[test]
fn a_csv_is_told_what_it_lacks_of_the_kind_it_is_most_like() {
    let log = |header: &str| format!("{header}\n{}\n", "1,".repeat(header.matches(',').count()) + "1");
    for (header, why) in [
        (
            "game,nonce,server_seed,client_seed,result,scheme",
            "format, params, commitment, read (format says in each row what it is: round, by",
        ),
        (
            "game,nonce",
            "format, scheme, params, commitment, server_seed, client_seed, read, result (format says in each row what it is: round, by",
        ),
        (
            "number,link,hundredths",
            "format, scheme, salt, terminating (format says in each row what it is: crash, by",
        ),
        (
            "die_1,die_2,roll",
            "format, commitment, server_seed, seed_1, seed_2 (format says in each row what it is: match_roll, by",
        ),
        (
            "format,game,nonce",
            "scheme, params, commitment, server_seed, client_seed, read, result (for records of format round)",
        ),
        (
            "format",
            "scheme, salt, terminating, number, link, hundredths (for records of format crash)",
        ),
    ] {
        let (code, report) = audit_text(&log(header), &[]);
        assert_eq!(code, exit::MALFORMED);
        let found = listed(&report, "unreadable");
        let starts = |text: &String| text.starts_with(&format!("columns missing: {why}"));
        assert!(matches!(&found[..], [(1, text)] if starts(text)), "{header}: {found:?}");
    }
    // All columns of one kind are enough, whatever else the header is more like.
    let crash = made(&["1", "--kind", "crash", "--csv"]);
    let more = "match_id,roll_id,nonce,commitment,entropy,server_seed,die_1";
    let wide = crash.lines().zip([more, "1,2,3,4,5,6,7"]);
    let wide: Vec<String> = wide.map(|(line, more)| format!("{line},{more}")).collect();
    let (code, report) = audit_text(&wide.join("\n"), &[]);
    assert_eq!(
        (code, &report["records"]["crash"]["held"]),
        (exit::CLEAN, &json!(1)),
        "{report}"
    );
}

#[test]
fn rows_of_csv_are_read_strictly() {
    let csv = made(&["5", "--csv"]);
    let rows: Vec<&str> = csv.lines().collect();
    let short = rows[2].rsplit_once(',').unwrap().0;
    let log = [
        rows[0],
        rows[1],
        short,
        &format!("{},1", rows[3]),
        &rows[4].replace("receipt", "round"),
        "",
        rows[5],
    ]
    .join("\n");
    let (code, report) = audit_text(&log, &[]);
    assert_eq!(code, exit::MALFORMED);
    let expected = [
        (3, "8 cells, the header has 9"),
        (4, "10 cells, the header has 9"),
        (5, "field scheme: the header has no such column"),
    ];
    assert_eq!(
        listed(&report, "malformed"),
        expected.map(|(line, why)| (line, why.to_owned()))
    );
    assert_eq!(report["records"]["receipt"]["held"], 2);
    // Columns in another order, a byte order mark, cells in quotation marks.
    let swapped = |row: &str| {
        let cells: Vec<String> = row.split(',').rev().map(|cell| format!("\"{cell}\"")).collect();
        cells.join(",")
    };
    let log: Vec<String> = rows.iter().map(|row| swapped(row)).collect();
    let (code, report) = audit_text(&format!("\u{feff}{}", log.join("\r\n")), &[]);
    assert_eq!(
        (code, &report["records"]["receipt"]["held"]),
        (exit::CLEAN, &json!(5)),
        "{report}"
    );
}

#[test]
fn an_empty_or_absent_file_is_named() {
    let temp = Temp::new();
    let (empty, good) = (temp.file("empty", ""), temp.file("good", GOOD));
    let packed = temp.file("empty.gz", gzip(""));
    let absent = temp.path("absent");
    let (code, report) = audit_json(&[&empty, &packed, &absent, &good, "-", "-"]);
    assert_eq!(code, exit::MALFORMED);
    let found = listed(&report, "unreadable");
    assert_eq!(found.len(), 5, "{found:?}");
    let all = "no record".to_owned();
    assert_eq!([&found[0].1, &found[1].1, &found[3].1], [&all, &all, &all]);
    assert!(found[2].1.contains("No such file"), "{found:?}");
    assert_eq!(found[4].1, "standard input was read already");
    assert_eq!(report["records"]["receipt"]["held"], 24);
    let (_, text) = audit(&[&empty]);
    assert!(text.contains("\nunreadable: 1\n"), "{text}");
}

#[test]
fn a_file_without_a_record_is_named() {
    let temp = Temp::new();
    let header = made(&["0", "--csv"]);
    for (name, content) in [
        ("blank", "\n \r\n\t\n".to_owned()),
        ("bom", "\u{feff}".into()),
        ("bom and blank", "\u{feff}\r\n".into()),
        ("long and blank", "\n".repeat(400_000)),
        ("header", header.clone()),
        ("header and blank", format!("\n{header}\n\n")),
        ("header without end", header.trim_end().into()),
    ] {
        let (code, report) = audit_json(&[&temp.file("log", content)]);
        assert_eq!(code, exit::MALFORMED, "{name}: {report}");
        assert_eq!(listed(&report, "unreadable"), [(0, "no record".to_owned())], "{name}");
        assert_eq!(
            report["verdict"],
            "0 of 0 records hold, 1 source could not be read to its end."
        );
    }
    // One record after any number of blank lines is one.
    let line = GOOD.lines().next().unwrap();
    let late = format!("\u{feff}{}{line}", "\n".repeat(400_000));
    let (code, report) = audit_text(&late, &[]);
    assert_eq!((code, &report["records"]["receipt"]["held"]), (exit::CLEAN, &json!(1)));
    assert_eq!(
        mismatches(&audit_text(&late.replace("\"dice\":[", "\"dice\":[6,6"), &[]).1),
        [0; 0]
    );
}

#[test]
fn a_header_may_come_after_blank_lines_and_has_to_be_utf8() {
    let temp = Temp::new();
    let csv = made(&["5", "--csv", "--tamper", "5"]);
    let (code, report) = audit_text(&format!("\n\r\n\n{csv}"), &[]);
    assert_eq!(code, exit::MISMATCH);
    assert_eq!(mismatches(&report), [5, 6, 7, 8, 9], "lines are those of the file");
    let header = csv.lines().next().unwrap().len();
    let latin = [&csv.as_bytes()[..header], b",caf\xe9\n", &csv.as_bytes()[header + 1..]].concat();
    let (code, report) = audit_json(&[&temp.file("latin", latin)]);
    assert_eq!(code, exit::MALFORMED);
    let why = format!(
        "the header is not UTF-8 at byte {}; none of its rows was read",
        header + 4
    );
    assert_eq!(listed(&report, "unreadable"), [(1, why)]);
    assert_eq!(report["findings"]["malformed"]["count"], 0);
}

/// Each line of `{` is listed or counted, and that is all it costs.
#[test]
fn of_many_findings_the_first_are_listed() {
    let log = "{\n".repeat(200_000);
    let (code, report) = audit_text(&log, &["--list", "3", "--threads", "8"]);
    assert_eq!(code, exit::MALFORMED);
    assert_eq!(report["findings"]["malformed"]["count"], 200_000);
    let lines: Vec<u64> = listed(&report, "malformed").iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 2, 3]);
}

/// A good line of each kind with one thing changed, and what is said.
#[test]
fn each_field_is_read_strictly() {
    let line = |format: &str| {
        GOOD.lines()
            .find(|line| line.contains(&format!("\"format\":\"{format}\"")))
            .unwrap()
    };
    let (receipt, roll, round, crash) = (line("receipt"), line("match_roll"), line("round"), line("crash"));
    let cases = [
        (receipt.replace("\"version\":1", "\"version\":2"), "version"),
        (receipt.replace("\"dice\":[", "\"dice\": ["), "canonical"),
        (receipt.replace("\"dice\":[", "\"dice\":[0,"), "dice"),
        (receipt.replace("receipt-dice/1", "receipt-dice/2"), "scheme"),
        (
            receipt.replace("\"format\":\"receipt\"", "\"format\":\"lock\""),
            "field format",
        ),
        (roll.replace("\"roll\":\"0\"", "\"roll\":\"00\""), "field roll"),
        (roll.replace("\"roll\":\"0\"", "\"roll\":\"+1\""), "field roll"),
        (roll.replace("\"roll\":\"0\"", "\"roll\":0"), "invalid type"),
        (roll.replace("\"roll\":\"0\",", ""), "missing field `roll`"),
        (
            roll.replace("\"roll\":\"0\"", "\"roll\":\"18446744073709551616\""),
            "field roll",
        ),
        (roll.replace("[5,3]", "[5,7]"), "field dice"),
        (roll.replace("[5,3]", "[5,3,1]"), "byte"),
        (
            roll.replace("\"commitment\":\"", "\"commitment\":\"0"),
            "field commitment",
        ),
        (
            roll.replace("\"server_seed\":\"5a", "\"server_seed\":\"5g"),
            "field server_seed",
        ),
        (roll.replace("\"seed_2\":\"", "\"seed_2\":\":"), "field seed_2"),
        (
            roll.replace("\"version\":1", "\"version\":1,\"more\":1"),
            "unknown field `more`",
        ),
        (roll.replace("match-dice/1", "match-dice/9"), "field scheme"),
        (round.replace("roulette/1", "roulette/2"), "field game"),
        (round.replace("cursor/1", "cursor/0"), "field scheme"),
        (
            round.replace("\"result\":[\"27\"]", "\"result\":[\"27\",\"1\"]"),
            "stated item 1",
        ),
        (
            round.replace("\"result\":[\"27\"]", "\"result\":[\"x\"]"),
            "stated item 0",
        ),
        (
            round.replace("\"result\"", "\"params\":{\"tiles\":\"3\"},\"result\""),
            "no parameter tiles",
        ),
        (round.replace("\"result\"", "\"read\":[2],\"result\""), "field read"),
        (
            round.replace("\"result\":[\"27\"]", "\"result\":[\"027\"]"),
            "item 0 has a leading zero",
        ),
        (
            round.replace("\"result\":[\"27\"]", "\"result\":[\"+27\"]"),
            "stated item 0",
        ),
        (crash.replace("bustabit-v2/1", "bustabit-v9/1"), "field scheme"),
        (
            crash.replace("\"salt\":\"0000", "\"salt\":\"\",\"x\":\"0000"),
            "unknown field `x`",
        ),
        (
            crash.replace("\"hundredths\":\"1549\"", "\"hundredths\":\"15.49\""),
            "field hundredths",
        ),
        (crash.replace("bustabit-v2/1", "cursor-crash-bytes/1"), "field salt"),
        ("{}".into(), "missing field `format`"),
        ("[]".into(), "no object"),
        ("null".into(), "no object"),
        (receipt[..100].into(), "byte"),
    ];
    for (text, why) in cases {
        assert!(GOOD.lines().all(|line| line != text), "{why}: nothing was changed");
        let (code, report) = audit_text(&text, &[]);
        assert_eq!(code, exit::MALFORMED, "{text}");
        let found = listed(&report, "malformed");
        assert!(
            matches!(&found[..], [(1, text)] if text.contains(why)),
            "{why}: {found:?}"
        );
    }
    // What may differ: the order of keys and white space, but for a receipt's.
    let mut loose: Value = serde_json::from_str(roll).unwrap();
    loose["format"].take();
    let loose = format!(
        " {{ \"format\" : \"match_roll\", {}",
        &loose.to_string()[1..].replace("\"format\":null,", "")
    );
    assert_eq!(audit_text(&loose, &[]).0, exit::CLEAN, "{loose}");
}

#[test]
fn each_parameter_is_read_strictly() {
    let round = GOOD
        .lines()
        .find(|line| line.contains("\"game\":\"roulette/1\""))
        .unwrap();
    for (params, why) in [
        ("\"tiles\":\"3\",\"tiles\":\"3\"", "tiles is given twice"),
        ("\"tiles\":\"4\",\"tiles\":\"3\"", "tiles is given twice"),
        ("\"tiles\":\"03\"", "tiles is not a value"),
        ("\"tiles\":\"+3\"", "tiles is not a value"),
        ("\"tiles\":3", "expected a string"),
        ("\"tile\":\"3\"", "no parameter tile"),
    ] {
        let game = format!("\"game\":\"pagoda/1\",\"params\":{{{params}}}");
        let (code, report) = audit_text(&round.replace("\"game\":\"roulette/1\"", &game), &[]);
        assert_eq!(code, exit::MALFORMED, "{params}");
        let found = listed(&report, "malformed");
        assert!(
            matches!(&found[..], [(1, text)] if text.contains(why)),
            "{why}: {found:?}"
        );
    }
}

#[test]
fn counts_of_a_csv_are_read_strictly() {
    let log = |read: &str| {
        format!(
            "format,scheme,game,params,commitment,server_seed,client_seed,nonce,read,result\n\
             round,cursor/1,roulette/1,,,server,client,0,{read},8\n"
        )
    };
    for read in ["1", " 1 ", ""] {
        assert_eq!(audit_text(&log(read), &[]).0, exit::CLEAN, "{read}");
    }
    for read in ["01", "+1", "1.0", "-1", "4294967297", "x"] {
        let report = audit_text(&log(read), &[]).1;
        let why = "field read: not a count without sign or leading zero".to_owned();
        assert_eq!(listed(&report, "malformed"), [(2, why)], "{read}");
    }
}

#[test]
fn what_a_log_says_cannot_drive_a_terminal() {
    let text = format!("{{\"format\":\"round\",\"{}\u{1b}[2J\":1}}", "long".repeat(200)).replace('\u{1b}', "\\u001b");
    let (code, report) = audit_text(&text, &[]);
    assert_eq!(code, exit::MALFORMED);
    let found = &listed(&report, "malformed")[0].1;
    assert!(found.ends_with(" ..."), "{found}");
    assert!(found.chars().count() < 260 && !found.contains('\u{1b}'), "{found}");
}
