//! What was not checked is never said to hold.

use std::fs;

use serde_json::json;

use super::{Temp, audit, audit_text, exit, made};

/// A round of the vectors' seeds.
fn round(game: &str, more: &str) -> String {
    format!(
        "{{\"format\":\"round\",\"version\":1,\"scheme\":\"cursor/1\",\"game\":\"{game}\",\"server_seed\":\"server\",\
         \"client_seed\":\"client\",\"nonce\":\"0\",{more}}}"
    )
}

// SHA-256 of "server", by hashlib.
const SEALED: &str = "\"commitment\":\"b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06\"";

#[test]
fn a_round_of_which_nothing_was_read_is_not_checked() {
    for (game, more) in [
        ("roulette/1", "\"read\":[0],\"result\":[]".to_owned()),
        ("roulette/1", format!("{SEALED},\"read\":[0],\"result\":[]")),
        ("koban/1", "\"result\":[]".to_owned()),
        (
            "mines/1",
            "\"params\":{\"cells\":\"9\",\"mines\":\"3\"},\"read\":[0],\"result\":[]".to_owned(),
        ),
    ] {
        let (code, report) = audit_text(&round(game, &more), &[]);
        assert_eq!(code, exit::NOT_CHECKED, "{game}: {report}");
        assert_eq!(
            report["records"]["round"],
            json!({ "records": 1, "held": 0, "failed": 0, "not_checked": 1 })
        );
        assert_eq!(report["verdict"], "0 of 1 record holds, 1 is not checked.");
        assert_eq!(
            report["rounds_without_commitment"], 0,
            "its deal was not checked either"
        );
        let listed = &report["findings"]["not_checked"]["listed"][0];
        assert_eq!(listed["check"], "deal");
        assert_eq!(
            listed["text"],
            "round: nothing of the round was read, so there is no deal to check"
        );
        assert_eq!(report["failed_checks"], json!({}));
    }
    // What can be checked of it is: a commitment that is not the seed's, and a key that its commitment gives away.
    let wrong = SEALED.replace("b3ea", "b3eb");
    let (code, report) = audit_text(
        &round("roulette/1", &format!("{wrong},\"read\":[0],\"result\":[]")),
        &[],
    );
    assert_eq!(
        (code, &report["failed_checks"]),
        (exit::MISMATCH, &json!({ "commitment": 1 }))
    );
    // The same round read holds: pocket 8 (README).
    assert_eq!(
        audit_text(&round("roulette/1", "\"read\":[1],\"result\":[\"8\"]"), &[]).0,
        exit::CLEAN
    );
}

#[test]
fn a_result_that_has_not_as_many_items_as_were_read_fails_before_anything_is_dealt() {
    // Of a part that is open: 65,536 draws would be a long deal for a short line.
    for (more, expected) in [
        ("\"read\":[65536],\"result\":[]", "65536 items, found 0 items"),
        ("\"read\":[1],\"result\":[]", "1 items, found 0 items"),
        ("\"read\":[3],\"result\":[\"1\"]", "3 items, found 1 items"),
    ] {
        let (code, report) = audit_text(&round("koban/1", more), &[]);
        assert_eq!(
            (code, &report["failed_checks"]),
            (exit::MISMATCH, &json!({ "deal": 1 })),
            "{report}"
        );
        let text = report["findings"]["mismatch"]["listed"][0]["text"].as_str().unwrap();
        assert_eq!(text, format!("round: expected {expected}"));
    }
}

#[test]
fn the_page_of_what_was_not_checked_is_not_clean() {
    let temp = Temp::new();
    let class = |log: &str, more: &[&str]| {
        let (log, page) = (temp.file("log", log), temp.path("page.html"));
        audit(&[&[log.as_str(), "--html", &page], more].concat());
        let page = fs::read_to_string(&page).unwrap();
        let at = page.split_once("<p class=\"verdict ").unwrap().1;
        at.split_once('"').unwrap().0.to_owned()
    };
    let log = made(&["20"]);
    assert_eq!(class(&log, &[]), "clean");
    assert_eq!(class(&log, &["--memory", "10"]), "unchecked");
    assert_eq!(
        class(&round("roulette/1", "\"read\":[0],\"result\":[]"), &[]),
        "unchecked"
    );
    assert_eq!(class(&made(&["20", "--tamper", "1"]), &["--memory", "10"]), "mismatch");
}

/// A log that is too long is no fault of the log, so the exit code stays; but the first line says so.
#[test]
fn the_verdict_says_that_repeats_were_not_looked_for() {
    let (code, report) = audit_text(&made(&["20"]), &["--memory", "10"]);
    assert_eq!(code, exit::CLEAN);
    assert_eq!(
        report["verdict"],
        "20 of 20 records hold, repeats not looked for (the log is long: see --temp)."
    );
    let (_, report) = audit_text(&made(&["20"]), &[]);
    assert_eq!(report["verdict"], "20 of 20 records hold.");
}
