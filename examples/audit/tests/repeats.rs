//! Duplicates, reuse and gaps, in memory and on disk.

use serde_json::{Value, json};

use super::{Temp, audit_json, audit_text, exit, made};
use crate::finding::Place;
use crate::prints::Prints;
use crate::repeats::{Class, Print, group, place};

fn counts(report: &Value) -> Vec<(String, String, u64)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let counts = report["repeats"]["counts"].as_array().unwrap();
    counts
        .iter()
        .map(|count| {
            (
                text(&count["of"]),
                text(&count["what"]),
                count["count"].as_u64().unwrap(),
            )
        })
        .collect()
}

fn has(found: &[(String, String, u64)], expected: &[(&str, &str, u64)]) {
    let found: Vec<(&str, &str, u64)> = found
        .iter()
        .map(|(of, what, count)| (of.as_str(), what.as_str(), *count))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_same_record_again_is_a_duplicate() {
    for (kind, class) in [
        ("receipt", "receipt_nonce"),
        ("match_roll", "match_roll"),
        ("round", "round_nonce"),
        ("crash", "crash_game"),
    ] {
        let log = made(&["90", "--kind", kind]);
        let lines: Vec<&str> = log.lines().collect();
        let again = format!("{log}{}\n{}\n{}\n", lines[10], lines[50], lines[10]);
        let (code, report) = audit_text(&again, &[]);
        assert_eq!(code, exit::MISMATCH);
        has(&counts(&report), &[(class, "duplicate", 3)]);
        let listed = report["repeats"]["listed"].as_array().unwrap();
        let mut lines: Vec<[u64; 2]> = listed
            .iter()
            .map(|found| [0, 1].map(|at| found["at"][at]["line"].as_u64().unwrap()))
            .collect();
        lines.sort_unstable();
        assert_eq!(lines, [[11, 91], [51, 92], [91, 93]], "{kind}");
    }
}

#[test]
fn numbers_left_out_are_gaps_and_no_fault() {
    for (kind, class) in [
        ("receipt", "receipt_nonce"),
        ("match_roll", "match_roll"),
        ("round", "round_nonce"),
        ("crash", "crash_game"),
    ] {
        let log = made(&["39", "--kind", kind]);
        let without = |left_out: &[usize]| {
            let lines = log.lines().enumerate().filter(|(at, _)| !left_out.contains(at));
            lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
        };
        let (code, report) = audit_text(&without(&[5, 6, 7, 20]), &[]);
        assert_eq!(code, exit::CLEAN);
        assert_eq!(
            report["repeats"]["counts"],
            json!([{ "of": class, "what": "gap", "count": 2, "missing": 4 }]),
            "{kind}"
        );
        // What is missing at either end is not between two.
        let (_, report) = audit_text(&without(&[0, 1, 38]), &[]);
        assert_eq!(report["repeats"]["counts"], json!([]));
    }
}

#[test]
fn a_seed_or_a_number_for_something_else_is_reuse() {
    // Two receipts of one seed, in two matches; the second is right in itself. Python: hmac.new(bytes([7] * 32),
    // b"mat_1:rol_1:1:" + b"01" * 16, "sha256") begins 42 21: faces 1 and 4.
    let seed = "07".repeat(32);
    let sealed = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
    let receipt = |id: &str, nonce: u32, dice: [u8; 2]| {
        format!(
            "{{\"format\":\"receipt\",\"version\":1,\"scheme\":\"receipt-dice/1\",\"match_id\":\"{id}\",\"roll_id\":\"rol_1\",\
             \"nonce\":\"{nonce}\",\"commitment\":\"{sealed}\",\"entropy\":\"{}\",\"server_seed\":\"{seed}\",\"dice\":[{},{}]}}\n",
            "01".repeat(16),
            dice[0],
            dice[1]
        )
    };
    let [first, second, third] = [
        receipt("mat_1", 1, [1, 4]),
        receipt("mat_2", 1, DICE_2),
        receipt("mat_1", 2, DICE_3),
    ];
    let (code, report) = audit_text(&[first.clone(), second, third].concat(), &[]);
    assert_eq!(code, exit::MISMATCH);
    assert_eq!(report["records"]["receipt"]["held"], 3, "{report}");
    // All three have one entropy, and two of them one roll id in one match.
    let reused = [("receipt_seed", 2), ("receipt_roll", 1), ("receipt_entropy", 2)];
    has(&counts(&report), &reused.map(|(of, count)| (of, "reused", count)));
    // One nonce of a match with two results: one does not hold, and both use it.
    let (_, report) = audit_text(&[first.clone(), first.replace("[1,4]", "[1,5]")].concat(), &[]);
    let all = ["receipt_nonce", "receipt_seed", "receipt_roll", "receipt_entropy"];
    has(&counts(&report), &all.map(|of| (of, "reused", 1)));
    assert_eq!(report["records"]["receipt"]["failed"], 1);
}

// The dice of mat_2:rol_1:1 and of mat_1:rol_1:2, by the same lines of Python.
const DICE_2: [u8; 2] = [4, 2];
const DICE_3: [u8; 2] = [3, 3];

/// The vectors' roulette under three schemes, which a site cannot have played with one nonce of one seed pair.
#[test]
fn a_nonce_is_of_a_seed_pair_whatever_the_scheme() {
    // Python, d = hmac.new(seed.encode(), message, "sha256").digest(): the first 8 bytes * 37 >> 64 for cursor/1 and the message
    // b"client-0-0" (other-1-0, other-0-0), 4 bytes * 37 >> 32 for stake/1 and b"client:0:0"; liqd-dice/1 keeps the first.
    let round = |scheme: &str, client: &str, nonce: u32, pocket: u32| {
        format!(
            "{{\"format\":\"round\",\"version\":1,\"scheme\":\"{scheme}\",\"game\":\"roulette/1\",\"server_seed\":\"{}\",\
             \"client_seed\":\"{client}\",\"nonce\":\"{nonce}\",\"result\":[\"{pocket}\"]}}\n",
            "00112233445566778899aabbccddeeff".repeat(2)
        )
    };
    let one = [("cursor/1", 6), ("stake/1", 18), ("liqd-dice/1", 6)];
    let one = one.map(|(scheme, pocket)| round(scheme, "client", 0, pocket));
    let (code, report) = audit_text(&one.concat(), &[]);
    assert_eq!((code, &report["records"]["round"]["held"]), (exit::MISMATCH, &json!(3)));
    has(&counts(&report), &[("round_nonce", "reused", 2)]);
    // A client seed is changed in the middle, and the count goes on or starts again: both are in use.
    let log = [("client", 0, 6), ("other", 1, 31), ("other", 0, 35)];
    let log = log.map(|(client, nonce, pocket)| round("cursor/1", client, nonce, pocket));
    let (code, report) = audit_text(&log.concat(), &[]);
    assert_eq!(code, exit::CLEAN, "{report}");
    has(&counts(&report), &[]);
}

/// One nonce with six results, whose fingerprints come in an order of their own.
#[test]
fn a_reuse_is_listed_in_the_order_of_the_log() {
    let temp = Temp::new();
    let round = |pocket: u32| {
        format!(
            "{{\"format\":\"round\",\"version\":1,\"scheme\":\"cursor/1\",\"game\":\"roulette/1\",\"server_seed\":\"a\",\
             \"client_seed\":\"b\",\"nonce\":\"0\",\"result\":[\"{pocket}\"]}}\n"
        )
    };
    let [first, second] = [0..3, 3..6].map(|pockets| pockets.map(round).collect::<String>());
    let logs = [temp.file("z", first), temp.file("a", second)];
    let (_, report) = audit_json(&[&logs[0], &logs[1]]);
    has(&counts(&report), &[("round_nonce", "reused", 5)]);
    let at = |place: &Value| {
        let source = logs.iter().position(|log| place["file"] == **log);
        (source.unwrap(), place["line"].as_u64().unwrap())
    };
    let listed = report["repeats"]["listed"].as_array().unwrap();
    assert_eq!(listed.len(), 5);
    for repeat in listed {
        let [before, then] = [0, 1].map(|side| at(&repeat["at"][side]));
        assert!(before < then, "{repeat}");
    }
}

#[test]
fn a_roll_id_and_an_entropy_are_of_one_receipt() {
    let log = made(&["5"]);
    let lines: Vec<&str> = log.lines().collect();
    let value = |line: &str, name: &str| {
        let rest = line.split_once(&format!("\"{name}\":\"")).unwrap().1;
        rest.split_once('"').unwrap().0.to_owned()
    };
    let with = |name: &str, alter: &dyn Fn(&str) -> String| {
        let first = value(lines[0], name);
        let altered = lines
            .iter()
            .map(|line| line.replace(&value(line, name), &alter(&first)));
        audit_text(&altered.collect::<Vec<String>>().join("\n"), &[]).1
    };
    let same = |first: &str| first.to_owned();
    has(&counts(&with("roll_id", &same)), &[("receipt_roll", "reused", 4)]);
    has(&counts(&with("entropy", &same)), &[("receipt_entropy", "reused", 4)]);
    // Another byte anywhere is another entropy: all 16 count.
    for at in 0..16 {
        let other = |last: usize| {
            let mut entropy = "00".repeat(16);
            entropy.replace_range(2 * at..2 * at + 2, &format!("{last:02x}"));
            lines[last].replace(&value(lines[last], "entropy"), &entropy)
        };
        let log = [0, 1, 2, 3, 4].map(other).join("\n");
        has(&counts(&audit_text(&log, &[]).1), &[]);
    }
}

#[test]
fn a_match_seed_belongs_to_one_pair_of_players() {
    let log = made(&["40", "--kind", "match_roll"]);
    let line = log.lines().next().unwrap();
    let seed_1 = line.split_once("\"seed_1\":\"").unwrap().1.split_once('"').unwrap().0;
    let (_, report) = audit_text(&format!("{log}{}", line.replace(seed_1, "somebody-else")), &[]);
    has(&counts(&report), &[("match_seed", "reused", 1)]);
}

#[test]
fn a_long_log_is_sorted_on_disk_and_says_the_same() {
    let temp = Temp::new();
    let log = made(&["3000", "--tamper", "5"]);
    let lines: Vec<&str> = log.lines().collect();
    let log = format!("{log}{}\n{}\n", lines[7], lines[2900]);
    let (code, whole) = audit_text(&log, &[]);
    assert_eq!(code, exit::MISMATCH);
    has(&counts(&whole), &[("receipt_nonce", "duplicate", 2)]);
    let directory = temp.path("");
    assert_eq!(
        audit_text(&log, &["--memory", "17", "--temp", &directory]),
        (code, whole.clone())
    );
    assert!(temp.is_empty(), "runs are left behind");
    assert_eq!(audit_text(&log, &["--memory", "12008"]), (code, whole.clone()));
    let (_, short) = audit_text(&log, &["--memory", "12007"]);
    assert!(
        short["repeats"]
            .as_str()
            .unwrap()
            .starts_with("not checked: log longer than 12,007 fingerprints (--memory;"),
        "{short}"
    );
    assert_eq!(short["records"], whole["records"]);
    // Where nothing can be written, it is an error and no silence.
    let nowhere = temp.path("nowhere");
    assert!(super::try_audit(&["--memory", "17", "--temp", &nowhere], log.as_bytes(), false).is_err());
}

#[test]
fn fingerprints_come_out_in_order_however_few_fit() {
    let temp = Temp::new();
    // A full-period generator modulo 2^12: every number twice.
    let mut number = 0_u64;
    let all: Vec<Print> = (0..8_192)
        .map(|line| {
            number = (number * 1_029 + 1_731) % 4_096;
            let at = place(Place { source: 0, line });
            Print::new(
                group(Class::RoundNonce, &[&number.to_be_bytes()]),
                number % 7,
                line % 3,
                at,
            )
        })
        .collect();
    let mut sorted = all.clone();
    sorted.sort_unstable();
    for limit in [1_000_000, 8_192, 1_000, 100, 2] {
        let mut prints = Prints::new(Some(temp.0.clone()), limit);
        all.chunks(100).for_each(|some| prints.add(some).unwrap());
        assert_eq!(prints.total(), Some(8_192));
        let mut found = Vec::new();
        prints
            .each(&mut |print| {
                found.push(print);
                Ok(())
            })
            .unwrap();
        assert!(found == sorted, "{limit}");
        assert!(temp.is_empty());
    }
}

#[test]
fn fingerprints_keep_class_and_place() {
    let digest: Vec<u8> = (0..32).collect();
    assert_eq!(
        Class::ReceiptSeed.mark(&digest),
        [0x0101_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f]
    );
    assert_eq!(Class::CrashGame.mark(&digest)[0] >> 56, 5);
    assert_ne!(
        group(Class::MatchSeed, &[b"ab", b"c"]),
        group(Class::MatchSeed, &[b"a", b"bc"])
    );
    let at = |source, line| place(Place { source, line });
    assert_eq!(at(3, 5), 3 << 44 | 5);
    assert_eq!(at(0, u64::MAX), (1 << 44) - 1); // longer logs still sort, their last lines alike
    let print = Print::new([1, 2], 3, 4, at(1, 9));
    assert_eq!(Print::from_bytes(&print.to_bytes()), print);
    let print = Print::new(group(Class::MatchRoll, &[b"a"]), 3, 4, at(1, 9));
    assert_eq!(
        print.after(2, 2),
        Some(Print::new(group(Class::MatchRoll, &[b"a"]), 3, 4, at(3, 9)))
    );
    assert_eq!(print.after(2, 1), None); // of a second source, where there is one
    assert_eq!(Print::new([u64::MAX, 2], 3, 4, at(1, 9)).after(2, 2), None); // of no class
}
