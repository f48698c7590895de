//! What is said of a line that is no record: the key, and what would be right.

use super::{GOOD, audit_text, exit};

/// A good line of each kind with one thing changed, and how it is answered.
#[test]
fn the_key_is_named() {
    let line = |format: &str| {
        let tag = format!("\"format\":\"{format}\"");
        GOOD.lines().find(|line| line.contains(&tag)).unwrap()
    };
    let (receipt, roll, round, crash) = (line("receipt"), line("match_roll"), line("round"), line("crash"));
    for (text, why) in [
        (
            roll.replace("\"version\":1", "\"version\":\"1\""),
            "field version: invalid type: string \"1\", expected u64",
        ),
        (
            round.replace("\"nonce\":\"77375\"", "\"nonce\":77375"),
            "field nonce: invalid type: integer `77375`, expected a string at byte",
        ),
        (
            round.replace("\"nonce\":\"77375\"", "\"nonce\":77375"),
            "; numbers that can pass 2^53 are decimal text",
        ),
        (
            round.replace("\"nonce\":\"77375\"", "\"nonce\":7.5"),
            "; numbers that can pass 2^53 are decimal text",
        ),
        (
            round.replace("\"result\":[\"27\"]", "\"result\":[27]"),
            "field result: invalid type: integer `27`",
        ),
        (
            round.replace("\"result\"", "\"params\":{\"tiles\":3},\"result\""),
            "field params: invalid type: integer `3`, expected a string",
        ),
        (
            round.replace("\"client_seed\":\"", "\"client_seed\":null,\"x\":\""),
            "field client_seed: invalid type: null, expected",
        ),
        (
            round.replace("\"result\"", "\"read\":[-1],\"result\""),
            "field read: invalid value: integer `-1`",
        ),
        (
            round.replace("\"result\"", "\"read\":[4294967296],\"result\""),
            "field read: invalid value",
        ),
        (
            crash.replace("\"number\":\"", "\"number\":1,\"x\":\""),
            "field number: invalid type: integer `1`",
        ),
        (
            receipt.replace("\"nonce\":\"", "\"nonce\":1,\"x\":\""),
            "field nonce, at byte",
        ),
        // Quotation marks, colons and braces in what stands before are no keys.
        (
            round
                .replace("\"client_seed\":\"", "\"client_seed\":\"\\\"},{\\\":")
                .replace("\"nonce\":\"77375\"", "\"nonce\":{\"a\":[1]}"),
            "field nonce: invalid type: map",
        ),
        ("{\"format\":1}".into(), "field format: invalid type: integer `1`"),
        ("[]".into(), "JSON, but no object"),
        ("[\"receipt\"]".into(), "JSON, but no object"),
        ("null".into(), "JSON, but no object"),
        ("12".into(), "JSON, but no object"),
        ("nonc,gam".into(), "not JSON, and the first line names no columns"),
        ("1,2,3".into(), "not JSON, and the first line names no columns"),
        ("hello".into(), "not JSON, and the first line names no columns"),
        ("[1".into(), "not JSON, and the first line names no columns"),
    ] {
        assert!(GOOD.lines().all(|line| line != text), "{why}: nothing was changed");
        let (code, report) = audit_text(&text, &[]);
        assert_eq!(code, exit::MALFORMED, "{text}");
        let found = report["findings"]["malformed"]["listed"][0]["text"].as_str().unwrap();
        assert!(found.contains(why), "{why}: {found}");
    }
}
