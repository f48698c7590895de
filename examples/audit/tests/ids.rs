//! Games, schemes and rules by their ids: a log names the version, the command line may leave out the only one.

use super::{GOOD, audit, audit_text, exit, made};
use crate::ids::{meant, unknown};

const IDS: [&str; 4] = ["dice/1", "dice/2", "limbo/1", "mines/3"];

#[test]
fn a_name_means_its_only_version() {
    let found = |text| meant(IDS, |id| id, text);
    assert_eq!(found("limbo"), Ok("limbo/1"));
    assert_eq!(found("mines"), Ok("mines/3"));
    assert_eq!(found("dice/2"), Ok("dice/2"));
    for (text, why) in [
        ("dice", "its version is missing; there are dice/1, dice/2"),
        ("dice/3", "no such version; there are dice/1, dice/2"),
        ("limbo/2", "no such version; there is limbo/1"),
        ("limbo/", "no such version; there is limbo/1"),
        ("dices", "not known; there are dice/1, dice/2, limbo/1, mines/3"),
        ("", "not known; there are dice/1, dice/2, limbo/1, mines/3"),
        ("/1", "not known; there are dice/1, dice/2, limbo/1, mines/3"),
        ("limbo/1/1", "not known; there are dice/1, dice/2, limbo/1, mines/3"),
    ] {
        assert_eq!(found(text), Err(why.to_owned()), "{text}");
    }
    assert_eq!(unknown(IDS, "limbo"), "its version is missing; there is limbo/1");
}

#[test]
fn made_logs_take_a_name_with_one_version() {
    for (short, id) in [
        (["--kind", "round", "--game", "roulette"], "roulette/1"),
        (["--kind", "crash", "--rule", "stake-crash"], "stake-crash/1"),
    ] {
        let [a, b, c, _] = short;
        let log = made(&["3", a, b, c, short[3]]);
        assert_eq!(log, made(&["3", a, b, c, id]));
        assert!(log.contains(&format!("\"{id}\"")), "{log}");
    }
    // Several versions, and none.
    for wrong in [
        ["--kind", "crash", "--rule", "roobet"],
        ["--kind", "crash", "--rule", "stake"],
        ["--kind", "round", "--game", "stake_limbo"],
        ["--kind", "round", "--game", "roulette/2"],
    ] {
        assert_eq!(
            audit(&[&["--make", "3"][..], &wrong].concat()).0,
            exit::USAGE,
            "{wrong:?}"
        );
    }
}

#[test]
fn a_log_names_the_version() {
    for (from, to, why) in [
        (
            "roulette/1",
            "roulette",
            "field game: its version is missing; there is roulette/1",
        ),
        (
            "roulette/1",
            "roulette/2",
            "field game: no such version; there is roulette/1",
        ),
        ("roulette/1", "rulet/1", "field game: not known; there are roulette/1, "),
        (
            "cursor/1\",\"game\":\"roulette",
            "cursor\",\"game\":\"roulette",
            "field scheme: its version is missing; there is cursor/1",
        ),
        (
            "bustabit-v2/1",
            "bustabit-v2",
            "field scheme: its version is missing; there is bustabit-v2/1",
        ),
        (
            "bustabit-v2/1",
            "bustabit/1",
            "field scheme: not known; there are cursor-crash-bytes/1, ",
        ),
    ] {
        let line = GOOD.lines().find(|line| line.contains(from)).unwrap();
        let (code, report) = audit_text(&line.replace(from, to), &[]);
        assert_eq!(code, exit::MALFORMED, "{to}");
        let text = report["findings"]["malformed"]["listed"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(why), "{text}");
    }
}
