//! The program, run in this process.
//!
//! `examples/data/audit*` was made in Python (json, hashlib, hmac) from the vector files: receipts, a match, rounds that sites
//! published, a game of bustabit's second chain, and a chain walked there. No value in it came from this crate.

use std::ffi::OsString;
use std::fs;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde_json::{Value, json};

use super::exit;

mod edges;
mod files;
mod ids;
mod made;
mod malformed;
mod open;
mod parts;
mod quick;
mod repeats;
mod report;
mod stopped;
mod unchecked;

/// A directory that is gone when it is dropped.
struct Temp(PathBuf);

impl Temp {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("audit-test-{}-{next}", std::process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }

    fn is_empty(&self) -> bool {
        fs::read_dir(&self.0).unwrap().next().is_none()
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn try_audit(args: &[&str], stdin: &[u8], stopped: bool) -> std::io::Result<(u8, Vec<u8>)> {
    run(args, Cursor::new(stdin.to_vec()), &AtomicBool::new(stopped))
}

fn run(args: &[&str], stdin: impl Read + Send + 'static, stop: &AtomicBool) -> std::io::Result<(u8, Vec<u8>)> {
    let args = ["audit"].iter().chain(args).map(OsString::from);
    let mut out = Vec::new();
    let code = match super::parse(args, &mut out)? {
        Ok(options) => super::obey(&options, stdin, &mut out, stop)?,
        Err(code) => code,
    };
    Ok((code, out))
}

/// Exit code and output.
fn audit(args: &[&str]) -> (u8, String) {
    let (code, out) = try_audit(args, b"", false).unwrap();
    (code, String::from_utf8(out).unwrap())
}

/// Exit code and report of a log on standard input.
fn audit_text(log: &str, args: &[&str]) -> (u8, Value) {
    let args: Vec<&str> = ["--json"].iter().chain(args).copied().collect();
    let (code, out) = try_audit(&args, log.as_bytes(), false).unwrap();
    (code, serde_json::from_slice(&out).unwrap())
}

fn audit_json(args: &[&str]) -> (u8, Value) {
    let args: Vec<&str> = ["--json"].iter().chain(args).copied().collect();
    let (code, out) = audit(&args);
    (code, serde_json::from_str(&out).unwrap())
}

/// A made log.
fn made(args: &[&str]) -> String {
    let args: Vec<&str> = ["--make"].iter().chain(args).copied().collect();
    let (code, out) = audit(&args);
    assert_eq!(code, exit::CLEAN);
    out
}

/// The lines that are listed as mismatches.
fn mismatches(report: &Value) -> Vec<u64> {
    let listed = report["findings"]["mismatch"]["listed"].as_array().unwrap();
    listed
        .iter()
        .map(|finding| finding["at"]["line"].as_u64().unwrap())
        .collect()
}

const GOOD: &str = include_str!("../data/audit.jsonl");
const ALTERED: &str = include_str!("../data/audit-altered.jsonl");
const CSV: &str = include_str!("../data/audit.csv");

#[test]
fn what_others_computed_holds() {
    let (code, report) = audit_text(GOOD, &[]);
    assert_eq!(code, exit::CLEAN, "{report}");
    assert_eq!(report["exit"], 0);
    let held = |records| json!({ "records": records, "held": records, "failed": 0, "not_checked": 0 });
    assert_eq!(report["records"]["receipt"], held(24));
    assert_eq!(report["records"]["match_roll"], held(6));
    assert_eq!(report["records"]["round"], held(5));
    assert_eq!(report["records"]["crash"], held(7));
    assert_eq!(report["rounds_without_commitment"], 3);
    // Both players of the match rolled 5-3 2-4 5-3 1-5 6-1 5-4: category 6 (first - 1) + second - 1.
    let tally = report["tallies"]["all"]["match rolls"]["tally"].as_str().unwrap();
    let counts: Vec<u64> = tally
        .rsplit(' ')
        .next()
        .unwrap()
        .split(',')
        .map(|count| count.parse().unwrap())
        .collect();
    let counted: Vec<(usize, u64)> = counts.into_iter().enumerate().filter(|(_, count)| *count > 0).collect();
    assert_eq!(counted, [(4, 1), (9, 1), (26, 2), (27, 1), (30, 1)]);
}

#[test]
fn what_others_altered_fails_with_its_check() {
    let (code, report) = audit_text(ALTERED, &[]);
    assert_eq!(code, exit::MISMATCH);
    let listed = report["findings"]["mismatch"]["listed"].as_array().unwrap();
    let checks: Vec<&str> = listed
        .iter()
        .map(|finding| finding["check"].as_str().unwrap())
        .collect();
    assert_eq!(
        checks,
        [
            "dice",
            "commitment",
            "dice",
            "dice",
            "dice",
            "roll",
            "deal",
            "crash_point",
            "chain"
        ]
    );
    assert_eq!(mismatches(&report), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(listed[5]["text"], "match_roll: expected 3-3, found 3-4");
    assert_eq!(listed[6]["text"], "round: item 0: expected 33, found 34");
    assert_eq!(
        report["failed_checks"],
        json!({ "chain": 1, "commitment": 1, "crash_point": 1, "deal": 1, "dice": 4, "roll": 1 })
    );
}

#[test]
fn csv_says_the_same_and_finds_nonces_used_twice() {
    // The vectors play eight games with one nonce of one seed pair, and again with another.
    let (code, report) = audit_text(CSV, &[]);
    assert_eq!(code, exit::MISMATCH);
    assert_eq!(report["records"]["round"]["held"], 19);
    assert_eq!(report["records"]["match_roll"]["held"], 6);
    assert_eq!(report["findings"]["mismatch"]["count"], 0);
    let counts = &report["repeats"]["counts"];
    assert_eq!(
        counts[0],
        json!({ "of": "round_nonce", "what": "reused", "count": 14, "missing": null })
    );
    assert_eq!(
        counts[1],
        json!({ "of": "round_nonce", "what": "gap", "count": 1, "missing": 1 })
    );
}

#[test]
fn usage_is_64_and_help_tells_the_exit_codes() {
    for wrong in [
        &["--no-such"][..],
        &["--merge"],
        &["--make", "x"],
        &["--make", "1", "--tamper", "2"],
        &["--make", "1", "--kind", "dice"],
        &["--make", "1", "--kind", "round", "--game", "none/1"],
        &["--make", "1", "--kind", "round", "--game", "pagoda/1"],
        &["--make", "1", "--kind", "crash", "--rule", "none/1"],
        &["--make", "1", "--kind", "crash", "--rule", "bustabit-v3/1"],
        &["--tamper", "1"],
        &["--alpha", "1"],
        &["--memory", "0"],
        &["--list", "1025"],
        &["--make", "1", "log.jsonl"],
    ] {
        assert_eq!(audit(wrong).0, exit::USAGE, "{wrong:?}");
    }
    let (code, help) = audit(&["--help"]);
    assert_eq!(code, exit::CLEAN);
    for part in [
        "Exit codes: 0 clean; 1 a record",
        "2 something could not",
        "3 a record was not checked",
        "64 wrong usage",
    ] {
        assert!(help.replace('\n', " ").contains(part), "{help}");
    }
}
