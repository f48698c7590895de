//! Parts from many machines: joined they say what one run says.

use std::fs;

use serde_json::Value;

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
}
