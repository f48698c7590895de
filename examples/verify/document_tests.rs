//! `verify receipt` and `verify match`, run in this process on the files of `examples/data`, which Python wrote.

use serde_json::Value;

use super::exit;
use super::tests::verify;

fn data(name: &str) -> String {
    format!("{}/examples/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(name: &str) -> String {
    std::fs::read_to_string(data(name)).unwrap()
}

fn failed(report: &Value) -> Vec<&str> {
    let checks = report["checks"].as_array().unwrap().iter();
    let failed = checks.filter(|check| check["result"] == "failed");
    failed.map(|check| check["check"].as_str().unwrap()).collect()
}

#[test]
fn a_receipt_is_verified_with_its_record_and_consistent_without() {
    let (receipt, kept) = (data("receipt.json"), data("kept.json"));
    let (code, out) = verify(&["receipt", &receipt, "--kept", &kept], "");
    assert_eq!(code, exit::HELD);
    assert!(
        out.contains("receipt.json:1: verified\n  held         commitment\n"),
        "{out}"
    );
    assert!(out.contains("held         kept_entropy (against the player's note)"));
    let (code, out) = verify(&["receipt", &receipt], "");
    assert_eq!(code, exit::HELD);
    assert!(out.contains(": consistent\n") && out.contains("not checked  kept_commitment: "));
    assert_eq!(verify(&["receipt", &receipt, "--strict"], "").0, exit::CONSISTENT);
    assert_eq!(
        verify(&["receipt", &receipt, "--kept", &kept, "--strict"], "").0,
        exit::HELD
    );
}

#[test]
fn a_nonce_picked_later_is_a_mismatch_that_json_names() {
    let (code, out) = verify(
        &[
            "receipt",
            &data("receipt-other-nonce.json"),
            "--kept",
            &data("kept.json"),
            "--json",
        ],
        "",
    );
    assert_eq!(code, exit::MISMATCH);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (report["verdict"].as_str(), failed(&report)),
        (Some("mismatch"), vec!["kept_nonce"])
    );
}

#[test]
fn who_made_the_entropy_comes_from_the_lock_or_the_caller() {
    let maker = |args: &[&str], stdin: &str| {
        let (_, out) = verify(&[&["receipt", "-", "--json"], args].concat(), stdin);
        let report: Value = serde_json::from_str(&out).unwrap();
        let sources = report["checks"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|check| check["check"] == "entropy_source");
        (report["entropy_from"].clone(), sources.count())
    };
    let receipt = text("receipt.json");
    assert_eq!(maker(&[], &receipt), (Value::Null, 1));
    assert_eq!(maker(&["--entropy-from", "client"], &receipt), ("client".into(), 0));
    assert_eq!(maker(&["--entropy-from", "operator"], &receipt), ("operator".into(), 1));
    assert_eq!(maker(&[], &(text("lock.json") + &receipt)), ("client".into(), 0));
    // A lock of another roll says nothing about this one.
    let other = text("lock.json").replace("rol_1", "rol_9");
    assert_eq!(maker(&[], &(other + &receipt)), (Value::Null, 1));
}

#[test]
fn many_receipts_exit_with_the_worst_and_find_their_records() {
    let all = text("match.jsonl");
    let receipts: Vec<_> = all.lines().filter(|line| line.contains("\"receipt\"")).collect();
    let receipts = receipts.join("\n");
    let (code, out) = verify(
        &["receipt", "-", "--kept", &data("match-kept.jsonl"), "--json"],
        &receipts,
    );
    let verdicts: Vec<String> = out
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["verdict"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(
        (code, verdicts),
        (
            exit::CONSISTENT,
            ["verified", "consistent", "consistent", "verified"]
                .map(String::from)
                .to_vec()
        )
    );
    let told = out
        .lines()
        .map(|line| line.contains("none of your records belongs to this receipt"));
    assert_eq!(told.collect::<Vec<_>>(), [false, true, true, false]);
    let broken = receipts.replacen("\"nonce\":\"2\"", "\"nonce\":2", 1);
    let (code, out) = verify(&["receipt", "-"], &broken);
    assert_eq!(code, exit::MALFORMED);
    assert!(
        out.contains("malformed: standard input:2\n  field nonce, at byte "),
        "{out}"
    );
    assert!(
        out.contains("standard input:4: consistent"),
        "the others are still judged: {out}"
    );
}

#[test]
fn a_receipt_forged_in_everything_but_its_place_meets_the_record() {
    // Python: another roll id, seed, commitment and entropy under the match and the nonce of the example's first roll, and the
    // dice that they give. It is clean in itself.
    let place = |game: &str, nonce: u64, dice: &str| {
        format!(
            "{{\"format\":\"receipt\",\"version\":1,\"scheme\":\"receipt-dice/1\",\"match_id\":\"{game}\",\"roll_id\":\"rol_forged\",\
             \"nonce\":\"{nonce}\",\"commitment\":\"81787405051646cc4c88c167eb32274c39d73eeff5f7b43cf0f254de6bcd1e68\",\
             \"entropy\":\"0f0e0d0c0b0a09080706050403020100\",\"server_seed\":\"ccdd35168ab474fa5764a526cfb83621351e23682c5075b2e18d56bddf96aa30\",\"dice\":{dice}}}"
        )
    };
    let forged = place("mat_example", 1, "[6,3]");
    assert_eq!(verify(&["receipt", "-"], &forged).0, exit::HELD);
    let kept = data("match-kept.jsonl");
    let (code, out) = verify(&["receipt", "-", "--kept", &kept, "--json"], &forged);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, failed(&report)),
        (exit::MISMATCH, vec!["kept_roll_id", "kept_commitment", "kept_entropy"])
    );
    // With nothing in common no record meets it: said, and no success.
    for forged in [place("mat_example", 3, "[3,3]"), place("mat_other", 1, "[1,3]")] {
        let (code, out) = verify(&["receipt", "-", "--kept", &kept], &forged);
        assert_eq!(code, exit::CONSISTENT, "{out}");
        assert!(out.contains(": consistent\n") && out.contains("  note: none of your records belongs to this receipt"));
        assert_eq!(verify(&["receipt", "-"], &forged).0, exit::HELD);
    }
    // An empty file of records has none either.
    let empty = verify(&["receipt", &data("receipt.json"), "--kept", "-"], "");
    assert_eq!(empty.0, exit::CONSISTENT);
}

#[test]
fn what_is_no_receipt_is_refused() {
    assert_eq!(verify(&["receipt", "-"], "").0, exit::USAGE);
    assert_eq!(verify(&["receipt", "-"], &text("lock.json")).0, exit::USAGE);
    assert_eq!(verify(&["receipt", "-"], "{}").0, exit::MALFORMED);
    assert_eq!(verify(&["receipt", "-"], &text("kept.json")).0, exit::MALFORMED);
    assert_eq!(verify(&["receipt", "-"], &"x".repeat(1_000_000)).0, exit::MALFORMED);
    assert_eq!(
        verify(&["receipt", &data("receipt.json"), "--kept", &data("lock.json")], "").0,
        exit::MALFORMED
    );
    let long = format!("{}{}", text("receipt.json").trim_end(), " ".repeat(9_000));
    let (code, out) = verify(&["receipt", "-"], &format!("{long}\n{}", text("receipt.json")));
    assert_eq!(code, exit::MALFORMED);
    assert!(
        out.contains("at most 4096 bytes") && out.contains("standard input:2: consistent"),
        "{out}"
    );
}

#[test]
fn a_match_is_verified_with_seat_records_and_head() {
    let head = text("match-head.txt");
    let (file, kept) = (data("match.jsonl"), data("match-kept.jsonl"));
    let all = [
        "match",
        &file,
        "--kept",
        &kept,
        "--seat",
        "1",
        "--complete",
        "--head",
        head.trim(),
    ];
    let (code, out) = verify(&all, "");
    assert_eq!(code, exit::HELD);
    assert!(out.contains("match.jsonl: verified\n"), "{out}");
    assert!(out.contains("  rolls: 2 own, 2 of the opponent, 0 of both seats, 0 made by the operator\n"));
    assert!(out.contains("  voids: 0 before entropy came, 1 after\n"));
    // Each of them left out: consistent.
    for without in [
        &all[..2],
        &["match", &file, "--kept", &kept, "--head", head.trim()],
        &all[..6],
        &["match", &file, "--seat", "1", "--head", head.trim()],
    ] {
        let (code, out) = verify(&[without, &["--strict"]].concat(), "");
        assert_eq!(code, exit::CONSISTENT, "{without:?}: {out}");
    }
    let other = head.trim().replace('e', "f");
    let (code, out) = verify(
        &[
            "match", &file, "--kept", &kept, "--seat", "1", "--head", &other, "--json",
        ],
        "",
    );
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, failed(&report)), (exit::MISMATCH, vec!["same_transcript"]));
    assert_eq!(
        (&report["counts"]["own"], &report["head"]),
        (&2.into(), &head.trim().into())
    );
}

#[test]
fn a_tampered_match_names_check_and_entry() {
    let judged = |args: &[&str], stdin: &str| {
        let (code, out) = verify(&[args, &["--json"]].concat(), stdin);
        assert_eq!(code, exit::MISMATCH, "{out}");
        serde_json::from_str::<Value>(&out).unwrap()
    };
    let report = judged(&["match", &data("match-tampered.jsonl")], "");
    assert_eq!(failed(&report), ["dice"]);
    let dice = report["checks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|check| check["check"] == "dice")
        .unwrap();
    assert_eq!(
        (&dice["at"], &dice["expected"], &dice["found"]),
        (&9.into(), &"2-6".into(), &"6-6".into())
    );
    let report = judged(&["match", &data("match-rolled-again.jsonl")], "");
    assert_eq!(failed(&report), ["no_second_lock", "lock_chain"]);
    let elsewhere = judged(&["match", &data("match.jsonl"), "--match", "mat_other"], "");
    assert!(failed(&elsewhere).starts_with(&["same_match", "lock_chain"]));
    let config = "00".repeat(32);
    assert_eq!(
        failed(&judged(&["match", &data("match.jsonl"), "--config", &config], "")),
        ["same_config"]
    );
}

#[test]
fn what_is_no_match_is_refused() {
    assert_eq!(verify(&["match", "-"], "").0, exit::USAGE);
    assert_eq!(verify(&["match", "-"], &text("kept.json")).0, exit::MALFORMED);
    assert_eq!(verify(&["match", "-", "--seat", "3"], "").0, exit::USAGE);
    assert_eq!(verify(&["match", "-", "--complete"], "").0, exit::USAGE);
    assert_eq!(verify(&["match", "-", "--head", "00"], "").0, exit::USAGE);
    let broken = text("match.jsonl").replacen("\"nonce\":\"4\"", "\"nonce\":\"04\"", 2);
    let (code, out) = verify(&["match", "-", "--json"], &broken);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, report["input"].as_str()),
        (exit::MALFORMED, Some("standard input:5"))
    );
}

#[test]
fn one_record_is_not_held_against_the_rolls_of_others() {
    let line = |text: &str| text.trim_end().to_owned();
    let mine = line(include_str!("../data/receipt.json"));
    let other = mine
        .replace("\"roll_id\":\"", "\"roll_id\":\"x")
        .replace("\"nonce\":\"", "\"nonce\":\"9");
    let (code, text) = verify(
        &["receipt", "-", "--kept", "examples/data/kept.json"],
        &format!("{mine}\n{other}\n"),
    );
    let first = text.lines().next().unwrap();
    assert!(first.ends_with(": verified"), "{text}");
    assert_ne!(code, exit::HELD, "{text}");
    // Alone, the same receipt is the one that the record is about.
    let (code, text) = verify(
        &["receipt", "-", "--kept", "examples/data/kept.json"],
        &format!("{other}\n"),
    );
    assert_eq!(code, exit::MISMATCH);
    assert!(text.contains("FAILED       kept_roll_id"), "{text}");
}

#[test]
fn a_lock_that_says_something_else_is_not_dropped_in_silence() {
    let lock = include_str!("../data/lock.json").trim_end();
    let receipt = include_str!("../data/receipt.json").trim_end();
    let (code, text) = verify(
        &["receipt", "-", "--kept", "examples/data/kept.json"],
        &format!("{lock}\n{receipt}\n"),
    );
    assert_eq!(code, exit::HELD, "{text}");
    let altered = lock.replace("\"nonce\":\"", "\"nonce\":\"9");
    let (code, text) = verify(
        &["receipt", "-", "--kept", "examples/data/kept.json"],
        &format!("{altered}\n{receipt}\n"),
    );
    assert_eq!(code, exit::CONSISTENT, "{text}");
    assert!(
        text.contains("note: the lock before this receipt is of another roll"),
        "{text}"
    );
}

#[test]
fn a_document_of_another_kind_is_named_as_it_stands() {
    let (code, text) = verify(&["receipt", &data("void.json")], "");
    assert_eq!(code, exit::MALFORMED);
    assert!(
        text.contains("field format, at byte 10: expected \"receipt\", found \"void\""),
        "{text}"
    );
}
