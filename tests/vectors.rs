//! Every file in `tests/vectors`, by the same runner as `cargo run --example conformance`.

#[path = "../examples/conformance/case.rs"]
mod case;
#[path = "../examples/conformance/runner.rs"]
mod runner;
#[path = "../examples/conformance/schemes/mod.rs"]
mod schemes;
#[path = "../examples/conformance/unique_keys.rs"]
mod unique_keys;

use std::path::Path;

#[test]
fn every_known_answer_holds() {
    let mut lines = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let tally = runner::run(&folder, &mut |line| lines.push(line));
    assert_eq!(tally.failed, 0, "{}", lines.join("\n"));
    assert!(
        tally.passed >= 1041,
        "only {} cases ran: {}",
        tally.passed,
        lines.join("\n")
    );
}

/// What the runner says of one file of this text: its tally and its lines.
fn judge(name: &str, text: &str) -> (runner::Tally, Vec<String>) {
    let file = std::env::temp_dir().join(format!("provably-fair-{}-{name}.json", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let mut lines = Vec::new();
    let tally = runner::run(&file, &mut |line| lines.push(line));
    std::fs::remove_file(&file).unwrap();
    (tally, lines)
}

/// The runner is a check itself, so it has to be able to fail: each of these alters one thing of a right case.
#[test]
fn the_runner_fails_what_it_must() {
    let index = r#"{"id": 1, "first8_hex": "ffffffffffffffff", "n": 1, "index": 0}"#;
    let file = |case: &str| format!(r#"{{"scheme": "index", "about": "", "cases": [{case}]}}"#);
    let right = judge("right", &file(index));
    assert_eq!((right.0.passed, right.0.failed), (1, 0), "{:?}", right.1);
    for (name, text) in [
        ("answer", file(&index.replace("\"index\": 0", "\"index\": 1"))),
        ("missing", file(&index.replace(", \"index\": 0", ""))),
        (
            "unknown-field",
            file(&index.replace("\"index\"", "\"more\": 1, \"index\"")),
        ),
        (
            "unknown-null",
            file(&index.replace("\"index\"", "\"more\": null, \"index\"")),
        ),
        (
            "twice",
            file(&index.replace("\"index\": 0", "\"index\": 7, \"index\": 0")),
        ),
        ("float", file(&index.replace("\"n\": 1", "\"n\": 1.0"))),
        ("unknown-scheme", file(index).replace("\"index\",", "\"indexes\",")),
        ("outer-field", file(index).replace("\"about\"", "\"also\"")),
        ("no-case", file("[]")),
        ("broken", file(index).replace('}', "")),
        ("empty", String::new()),
    ] {
        let (tally, lines) = judge(name, &text);
        assert_eq!((tally.passed, tally.failed), (0, 1), "{name}: {lines:?}");
        let last = lines.last().unwrap();
        assert!(last.ends_with(&format!("{name}.json: 0 passed, 1 failed")), "{last}");
    }
}

#[test]
fn a_null_is_nothing_to_compare_or_no_input() {
    let none = r#"{"scheme": "number_maps", "about": "", "cases": [
        {"id": 1, "first8_hex": "0000000000000000", "weights": [1], "item": 0, "limbo100": null, "rtp": null},
        {"id": 2, "first8_hex": "0000000000000000", "weights": [0], "item": null}]}"#;
    let (tally, lines) = judge("null", none);
    assert_eq!((tally.passed, tally.failed), (2, 0), "{lines:?}");
    // The words for a document that holds are one and the same.
    let vectors = include_str!("vectors/chain.json").replace("\"valid\"", "\"verified\"");
    assert_eq!(judge("words", &vectors).0.failed, 0);
}
