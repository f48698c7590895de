//! Parts from many machines: joined they say what one run says.

use std::fs;

use serde_json::{Value, json};

use super::{Temp, audit, audit_json, exit, made, try_audit};

/// Three logs of every kind, with altered, repeated, missing and unreadable records, some of them in two logs.
fn logs(temp: &Temp) -> [String; 3] {
    let receipts = made(&["900", "--tamper", "30"]);
    let rounds = made(&["900", "--kind", "round", "--tamper", "30"]);
    let rolls = made(&["900", "--kind", "match_roll", "--tamper", "30"]);
    let games = made(&["900", "--kind", "crash", "--tamper", "30"]);
    let all: Vec<&str> = [&receipts, &rounds, &rolls, &games]
        .iter()
        .flat_map(|log| log.lines())
        .collect();
    [0, 1, 2].map(|part: usize| {
        // In turns, so that matches, seed pairs and the chain go across all three.
        let mut lines: Vec<&str> = all.iter().copied().skip(part).step_by(3).collect();
        lines.push(all[100]);
        lines.push(["{", "", "[]"][part]);
        temp.file(&format!("{part}.jsonl"), lines.join("\n"))
    })
}

#[test]
fn joined_parts_say_what_one_run_says() {
    let temp = Temp::new();
    let logs = logs(&temp);
    let (code, whole) = audit_json(&[&logs[0], &logs[1], &logs[2]]);
    assert_eq!(code, exit::MALFORMED);
    assert_eq!(whole["findings"]["mismatch"]["count"], 120);
    assert_eq!(whole["findings"]["malformed"]["count"], 2);
    assert!(whole["repeats"]["listed"].as_array().unwrap().len() > 1, "{whole}");
    let parts = [0, 1, 2].map(|at| {
        let path = temp.path(&format!("{at}.part"));
        // One of them sorted on disk.
        let directory = temp.path("");
        let memory = if at == 1 {
            &["--memory", "50", "--temp", &directory][..]
        } else {
            &[]
        };
        let (_, alone) = audit_json(&[&[logs[at].as_str(), "--part", &path], memory].concat());
        assert_eq!(alone, audit_json(&[&logs[at]]).1);
        path
    });
    let joined = audit_json(&["--merge", &parts[0], &parts[1], &parts[2]]);
    assert_eq!(joined, (code, whole.clone()));
    // Joining is associative: a part of parts.
    let two = temp.path("two.part");
    audit(&["--merge", &parts[0], &parts[1], "--part", &two]);
    assert_eq!(audit_json(&["--merge", &two, &parts[2]]), (code, whole.clone()));
    // In another order only the places come in another order.
    let (_, other) = audit_json(&["--merge", &parts[2], &parts[0], &parts[1]]);
    for same in ["records", "failed_checks", "tallies", "statistics", "exit", "verdict"] {
        assert_eq!(other[same], whole[same]);
    }
    assert_eq!(other["repeats"]["counts"], whole["repeats"]["counts"]);
}

#[test]
fn a_part_without_fingerprints_makes_the_whole_not_checked() {
    let temp = Temp::new();
    let logs = logs(&temp);
    let parts = [0, 1].map(|at| temp.path(&format!("{at}.part")));
    audit(&[&logs[0], "--part", &parts[0]]);
    audit(&[&logs[1], "--part", &parts[1], "--memory", "50"]);
    let (_, joined) = audit_json(&["--merge", &parts[0], &parts[1]]);
    assert!(
        joined["repeats"]
            .as_str()
            .is_some_and(|text| text.starts_with("not checked")),
        "{joined}"
    );
}

#[test]
fn a_stopped_part_makes_a_partial_whole() {
    let temp = Temp::new();
    let part = temp.path("a.part");
    let (code, _) = try_audit(&["--part", &part], b"", true).unwrap();
    assert_eq!(code, exit::MALFORMED);
    let (code, report) = audit_json(&["--merge", &part]);
    assert_eq!((code, &report["complete"]), (exit::MALFORMED, &Value::Bool(false)));
}

#[test]
fn a_damaged_part_is_an_error() {
    let temp = Temp::new();
    let log = temp.file("log", made(&["20"]));
    let part = temp.path("good.part");
    assert_eq!(audit(&[&log, "--part", &part]).0, exit::CLEAN);
    let good = fs::read(&part).unwrap();
    assert_eq!(audit(&["--merge", &part]).0, exit::CLEAN);
    let fails = |bytes: &[u8], why: &str| {
        let path = temp.file("bad.part", bytes);
        let error = try_audit(&["--merge", &part, &path], b"", false)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(&format!("part {path}: ")), "{error}");
        assert!(error.contains(why), "{why}: {error}");
    };
    let head = good.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    fails(&good[..good.len() - 1], "not the length");
    fails(&[&good[..], &[0]].concat(), "not the length");
    fails(&good[..head - 5], "not a part");
    fails(b"", "not a part");
    fails(made(&["2"]).as_bytes(), "not a part");
    let text = String::from_utf8(good[..head].to_vec())
        .unwrap()
        .replace("audit part 1", "audit part 2");
    fails(&[text.as_bytes(), &good[head..]].concat(), "of this version");
    let mut swapped = good.clone();
    swapped[head..head + 80].rotate_left(40);
    fails(&swapped, "not in order");
    // The first byte of a fingerprint is its class, the last eight are its place.
    let last = good.len() - 40;
    let unknown = [&good[..last], &[200], &good[last + 1..]].concat();
    fails(&unknown, "of nothing that there is");
    let elsewhere = [&good[..good.len() - 8], &[0, 0, 0x20, 0, 0, 0, 0, 1]].concat();
    fails(&elsewhere, "of nothing that there is"); // source 2 of a part of one
}

/// Each alteration of a head is refused: nothing of it may be added up, printed, or asked memory for.
#[test]
fn a_part_that_says_what_cannot_be_is_refused() {
    let temp = Temp::new();
    let log = temp.file("log", made(&["20", "--tamper", "2"]));
    let path = temp.path("good.part");
    audit(&[&log, "--part", &path]);
    let good = fs::read(&path).unwrap();
    let head = good.iter().position(|byte| *byte == b'\n').unwrap();
    let fails = |at: &str, value: Value, why: &str| {
        let mut altered: Value = serde_json::from_slice(&good[..head]).unwrap();
        *altered.pointer_mut(at).unwrap_or_else(|| panic!("{at}")) = value;
        let altered = [altered.to_string().as_bytes(), &good[head..]].concat();
        let error = try_audit(&["--merge", &temp.file("bad.part", altered)], b"", false);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(why), "{at}: {error}");
    };
    let (records, findings) = ("its counts of records", "its counts of findings");
    let count = "/summary/counts/kinds/receipt";
    for field in ["records", "held", "failed", "not_checked"] {
        fails(&format!("{count}/{field}"), json!(u64::MAX), records);
    }
    // A log of one file has at most 2^44 lines.
    let all = |held: u64| json!({ "records": held + 2, "held": held, "failed": 2, "not_checked": 0 });
    fails(count, all(1 << 44), records);
    fails(
        count,
        json!({ "records": 20, "held": 17, "failed": 3, "not_checked": 0 }),
        "findings do not",
    );
    fails(
        count,
        json!({ "records": 20, "held": 17, "failed": 2, "not_checked": 1 }),
        "findings do not",
    );
    fails("/summary/counts/without_commitment", json!(21), records);
    fails("/summary/findings/counts", json!({ "mismatch": u64::MAX }), findings);
    fails(
        "/summary/findings/counts",
        json!({ "mismatch": 2, "malformed": u64::MAX }),
        findings,
    );
    fails(
        "/summary/findings/checks",
        json!({ "dice": u64::MAX, "roll": 3 }),
        findings,
    );
    let listed = "/summary/findings/listed/mismatch";
    for (field, value) in [
        ("place", json!({ "source": 1, "line": 1 })),
        ("place", json!({ "source": u32::MAX, "line": 1 })),
        ("sort", json!("malformed")),
        ("check", json!("\u{1b}[2J")),
        ("text", json!("\u{1b}[2J")),
        ("text", json!("x".repeat(1_000))),
    ] {
        fails(&format!("{listed}/0/{field}"), value, "a finding that it lists");
    }
    fails("/summary/sources", json!([]), records);
    let tally = "/summary/tallies/all/receipts/basis";
    for basis in [
        json!({ "index": { "width": "rejected", "n": u32::MAX } }),
        json!({ "index": { "width": "bytes8", "n": u32::MAX } }),
        json!({ "weights": [] }),
        json!({ "crash": { "rule": "none" } }),
    ] {
        fails(tally, basis, "a tally cannot be");
    }
}

/// What is kept of more tallies than there is room for does not depend on the order, nor on where parts begin.
#[test]
fn of_too_many_tallies_the_same_are_kept() {
    let temp = Temp::new();
    let rounds: Vec<String> = (2..302)
        .map(|cells| {
            let (seed, cells) = (cells.to_string(), format!("cells={cells}"));
            made(&[
                "3", "--kind", "round", "--game", "mines/1", "--param", &cells, "--param", "mines=1", "--seed", &seed,
            ])
        })
        .collect();
    let lines: Vec<&str> = rounds.iter().flat_map(|log| log.lines()).collect();
    // Every 701st of 900: each once, far from its neighbours.
    let mixed: Vec<&str> = (0..lines.len()).map(|at| lines[at * 701 % lines.len()]).collect();
    let log = temp.file("all.jsonl", mixed.join("\n"));
    let whole = audit_json(&[&log]).1;
    assert_eq!(whole["records"]["round"]["held"], 900);
    assert_eq!(whole["tallies"]["all"].as_object().unwrap().len(), 256);
    assert_eq!(whole["tallies"]["passed_over"], 44 * 3);
    assert_eq!(
        audit_json(&[&temp.file("sorted", lines.join("\n"))]).1["tallies"],
        whole["tallies"]
    );
    let parts = [0..100, 100..650, 650..900].map(|range| {
        let piece = temp.file("piece", mixed[range.clone()].join("\n"));
        let part = temp.path(&format!("{}.part", range.start));
        audit(&[&piece, "--part", &part]);
        part
    });
    let [a, b, c] = parts.each_ref().map(String::as_str);
    for order in [[a, b, c], [c, a, b], [b, c, a]] {
        let joined = audit_json(&[&["--merge"], &order[..]].concat()).1;
        assert_eq!(joined["tallies"], whole["tallies"]);
    }
}

#[test]
fn joined_parts_list_as_many_as_are_asked_for() {
    let temp = Temp::new();
    let log = made(&["60", "--tamper", "30"]);
    let lines: Vec<&str> = log.lines().collect();
    let parts = [0, 1].map(|at| {
        let part = temp.path(&format!("{at}.part"));
        let piece = temp.file("piece", lines[30 * at..30 * at + 30].join("\n"));
        audit(&[&piece, "--part", &part]);
        part
    });
    let listed = |list: &str| {
        let report = audit_json(&["--merge", &parts[0], &parts[1], "--list", list]).1;
        assert_eq!(report["findings"]["mismatch"]["count"], 30);
        report["findings"]["mismatch"]["listed"].as_array().unwrap().len()
    };
    assert_eq!([listed("0"), listed("7"), listed("20"), listed("1024")], [0, 7, 20, 30]);
}

#[test]
fn parts_may_be_more_than_are_held_at_a_time() {
    let temp = Temp::new();
    let log = temp.file("log", made(&["3"]));
    let part = temp.path("a.part");
    audit(&[&log, "--part", &part]);
    // The same part so often that of each only some fingerprints are held: 200,000 / 20,000 = 10 of 12.
    let many: Vec<&str> = std::iter::once("--merge")
        .chain((0..20_000).map(|_| part.as_str()))
        .collect();
    let (code, report) = audit_json(&many);
    assert_eq!(code, exit::MISMATCH);
    assert_eq!(report["records"]["receipt"]["held"], 60_000);
    assert_eq!(report["repeats"]["counts"][0]["count"], 3 * 19_999);
}
