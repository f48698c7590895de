//! Games with an open part, and the examples of `FORMATS.md` that are whole.

use serde_json::json;

use super::{audit_text, exit, made};

const FORMATS: &str = include_str!("../FORMATS.md");

/// The lines of JSON that leave nothing out.
fn examples() -> Vec<&'static str> {
    let lines = FORMATS.lines();
    lines
        .filter(|line| line.starts_with('{') && !line.contains('…'))
        .collect()
}

#[test]
fn the_examples_hold() {
    let (code, report) = audit_text(&examples().join("\n"), &[]);
    assert_eq!(code, exit::CLEAN, "{report}");
    assert_eq!(report["records"]["receipt"]["held"], 1);
    assert_eq!(report["records"]["round"]["held"], 1);
}

/// The values of koban are the vectors' (`examples/data/audit.csv`).
#[test]
fn an_open_game_without_read_is_told_to_say_how_far() {
    let koban = examples().into_iter().find(|line| line.contains("koban/1")).unwrap();
    let why = |line: &str| {
        let (code, report) = audit_text(line, &[]);
        assert_eq!(code, exit::MALFORMED, "{line}");
        report["findings"]["malformed"]["listed"][0]["text"].clone()
    };
    let unsaid = koban.replace("\"read\":[10],", "");
    assert_eq!(
        why(&unsaid),
        json!(
            "field result: stated item 0: only 0 were read; koban/1 has an open part, so \"read\":[10] says how far it was read"
        )
    );
    // Several parts are named.
    let hits = made(&["1", "--kind", "round", "--game", "blackjack"]).replace("\"read\":[4,3],", "");
    assert_eq!(
        why(&hits),
        json!(
            "field result: stated item 4: only 4 were read; blackjack/1 has an open part, so \"read\" says how far each part \
             was read: deal, hits"
        )
    );
    // One that says how far, or a game that is not open, is not told so.
    let short = koban.replace("[10]", "[9]");
    assert_eq!(why(&short), json!("field result: stated item 9: only 9 were read"));
    let fixed = unsaid
        .replace("koban/1", "roulette/1")
        .replace("[\"1\",\"0\"", "[\"1\",\"1\"");
    assert_eq!(why(&fixed), json!("field result: stated item 1: only 1 were read"));
}
