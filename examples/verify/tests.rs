//! The command line, run in this process. Links and answers come from the vector files.

use std::ffi::OsString;
use std::io::Cursor;

use serde_json::Value;

use super::{exit, run};

/// Case 1 of `match_link.json`: six rolls, the first of them number 0.
const GOOD: &str = "v=1&s=5ad73d94ba18d230a1d71d4cbe114b458590296bfdcf293b18b32c94925ec6a8\
    &c=50e7fd2eeee838d67ab48b7dad3caef5f98ed064a452b1b14e4ebef17f98ba56\
    &p=6c102a578280f16df610e18b33078b7d,46f22b31a8a4f24191e2ed31859429e7&r=532453156154";
const COMMITMENT: &str = "--commitment=50E7fd2eeee838d67ab48b7dad3caef5f98ed064a452b1b14e4ebef17f98ba56";
const MINE: &str = "--my-seed=2=46f22b31a8a4f24191e2ed31859429e7";

/// The program on these arguments and this standard input: exit code and output.
pub fn verify(args: &[&str], stdin: &str) -> (u8, String) {
    let args = std::iter::once("verify")
        .chain(args.iter().copied())
        .map(OsString::from);
    let mut out = Vec::new();
    let code = run(args, &mut Cursor::new(stdin), &mut out).unwrap();
    (code, String::from_utf8(out).unwrap())
}

/// The good link with its last roll altered.
fn tampered() -> String {
    GOOD.replace("532453156154", "532453156155")
}

#[test]
fn a_good_link_is_consistent_and_with_a_full_note_verified() {
    let (code, text) = verify(&[GOOD], "");
    assert_eq!(code, exit::HELD);
    assert!(text.starts_with("argument: consistent\n"), "{text}");
    assert!(text.contains("0 and 1 were tried, 0 holds"), "{text}");
    assert_eq!(verify(&[GOOD, "--strict"], "").0, exit::CONSISTENT);
    let (code, text) = verify(&[GOOD, "--first-roll=0", COMMITMENT, MINE, "--strict"], "");
    assert_eq!(code, exit::HELD);
    assert!(text.starts_with("argument: verified\n"), "{text}");
}

#[test]
fn a_note_with_a_gap_is_never_verified() {
    for gap in [
        &[COMMITMENT, MINE][..],
        &["--first-roll=0", MINE],
        &["--first-roll=0", COMMITMENT],
        &[],
    ] {
        let args: Vec<_> = [GOOD, "--strict"].into_iter().chain(gap.iter().copied()).collect();
        assert_eq!(verify(&args, "").0, exit::CONSISTENT, "{gap:?}");
    }
}

#[test]
fn a_note_that_differs_is_a_mismatch() {
    let other = "--commitment=0000000000000000000000000000000000000000000000000000000000000000";
    let (code, text) = verify(&[GOOD, other], "");
    assert_eq!(code, exit::MISMATCH);
    assert!(text.contains("FAILED       noted_commitment"), "{text}");
    let (code, text) = verify(&[GOOD, "--my-seed=1=46f22b31a8a4f24191e2ed31859429e7"], "");
    assert_eq!(code, exit::MISMATCH);
    assert!(text.contains("FAILED       noted_seed at position 0"), "{text}");
}

#[test]
fn a_tampered_link_names_the_roll() {
    let (code, text) = verify(&[&tampered(), "--json"], "");
    assert_eq!(code, exit::MISMATCH);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["verdict"], "mismatch");
    assert_eq!(json["first_roll"]["how"], "neither fits");
    let roll = &json["checks"][2];
    assert_eq!((&roll["check"], &roll["at"]), (&"roll".into(), &5.into()));
    assert_eq!((&roll["expected"], &roll["found"]), (&"5-4".into(), &"5-5".into()));
    assert_eq!(json["rolls"].as_array().unwrap().len(), 6);
}

#[test]
fn malformed_links_say_where() {
    let (code, text) = verify(&["v=1&s=5g"], "");
    assert_eq!(code, exit::MALFORMED);
    assert!(
        text.contains("check link, field s, byte 7: expected a hex digit"),
        "{text}"
    );
    let (code, text) = verify(&["--json", ""], "");
    assert_eq!(code, exit::MALFORMED);
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["verdict"], "malformed");
}

#[test]
fn several_inputs_exit_with_the_worst() {
    let tampered = tampered();
    let both = format!("{GOOD}\n\n  {tampered}\r\n");
    let (code, text) = verify(&[], &both);
    assert_eq!(code, exit::MISMATCH);
    assert!(
        text.contains("standard input:1: consistent") && text.contains("standard input:3: mismatch"),
        "{text}"
    );
    assert_eq!(verify(&[&tampered, "no link", GOOD], "").0, exit::MALFORMED);
    assert_eq!(verify(&["--strict", &tampered, GOOD], "").0, exit::MISMATCH);
    assert_eq!(verify(&["-", GOOD], "v=2").0, exit::MALFORMED);
}

#[test]
fn a_line_longer_than_a_link_is_refused_and_the_next_is_read() {
    let long = format!("{}\n{GOOD}\n", "x".repeat(1_000_000));
    let (code, text) = verify(&[], &long);
    assert_eq!(code, exit::MALFORMED);
    assert!(text.contains("byte 65536"), "{text}");
    assert!(text.contains("standard input:2: consistent"), "{text}");
}

#[test]
fn wrong_usage_exits_64() {
    for args in [
        &["--first-roll=2", GOOD][..],
        &["--my-seed=3=a", GOOD],
        &["--my-seed=1=a:b", GOOD],
        &["--commitment=ab", GOOD],
        &["--script=perl", GOOD],
        &["--no-such-option"],
        &["--script=python", GOOD, GOOD],
        &["--script=python", "--trace", GOOD],
        &["--script=python", "--json", GOOD],
    ] {
        assert_eq!(verify(args, "").0, exit::USAGE, "{args:?}");
    }
    assert_eq!(verify(&[], "\n \n").0, exit::USAGE);
    assert_eq!(verify(&["--help"], "").0, exit::HELD);
}

#[test]
fn a_script_is_of_one_link_or_not_printed_at_all() {
    let two = format!("{GOOD}\n{GOOD}\n");
    for (args, stdin) in [
        (&["--script=python", GOOD, GOOD][..], ""),
        (&["--script=python", GOOD, "no link"], ""),
        (&["--script=python"], &two),
    ] {
        assert_eq!(verify(args, stdin), (exit::USAGE, String::new()), "{args:?}");
    }
    let (code, text) = verify(&["--script=python", "no link"], "");
    assert_eq!(code, exit::MALFORMED);
    assert!(text.starts_with("malformed: argument\n"), "{text}");
}

#[test]
fn what_is_no_file_and_no_link_is_said_to_be_neither() {
    let here = env!("CARGO_MANIFEST_DIR");
    for input in ["links.txt", here, "./examples/", "no link", ""] {
        let (code, text) = verify(&[input], "");
        assert_eq!(code, exit::MALFORMED);
        let named = format!("{input:?} is neither a file nor a check link (check link, ");
        assert!(text.contains(&named), "{text}");
        let (code, text) = verify(&[input, "--json"], "");
        let json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((code, &json["verdict"]), (exit::MALFORMED, &"malformed".into()));
    }
    // A link that was meant as one is judged as one.
    let (_, text) = verify(&["v=1&s=5g"], "");
    assert!(!text.contains("neither a file"), "{text}");
}

/// Fails to be read after the first line.
struct Broken;

impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the disk is gone"))
    }
}

#[test]
fn what_cannot_be_read_is_malformed() {
    use std::io::{BufReader, Read};
    for (json, named) in [
        (false, "malformed: standard input\n  the disk is gone\n"),
        (true, r#""error":"the disk is gone""#),
    ] {
        let args = ["verify", "--json"]
            .iter()
            .take(1 + usize::from(json))
            .map(OsString::from);
        let mut out = Vec::new();
        let link = format!("{GOOD}\n");
        let mut input = BufReader::new(Cursor::new(link).chain(Broken));
        let code = run(args, &mut input, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(code, exit::MALFORMED);
        assert!(text.contains("consistent") && text.contains(named), "{text}");
    }
}

#[test]
fn a_link_with_a_question_mark_gets_a_hint() {
    let hint = "hint: the fields of a check link follow a #, not a ?";
    let asked = format!("https://example.org/check/?{GOOD}");
    for (args, stdin) in [(&[&asked[..]][..], ""), (&[], &asked)] {
        let (code, text) = verify(args, stdin);
        assert_eq!(code, exit::MALFORMED);
        assert!(text.contains(hint), "{text}");
    }
    let (code, text) = verify(&[&asked.replace('?', "#")], "");
    assert_eq!((code, text.contains(hint)), (exit::HELD, false), "{text}");
}

#[test]
fn the_version_is_the_crates() {
    let version = format!("verify {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(verify(&["--version"], ""), (exit::HELD, version));
}

#[test]
fn a_trace_shows_each_step_and_a_script_names_both_seeds() {
    let (_, text) = verify(&[GOOD, "--trace"], "");
    // From Python: hmac.new(bytes.fromhex(s), b"...:0", "sha256"), first byte below 252.
    let steps = "roll 0\n  message  6c102a578280f16df610e18b33078b7d:46f22b31a8a4f24191e2ed31859429e7:0\n  HMAC     ";
    assert!(text.contains(steps), "{text}");
    assert!(text.contains("dice     26 / 6 + 1 = 5, 26 mod 6 + 1 = 3"), "{text}");
    let (code, program) = verify(&[GOOD, "--script=python"], "");
    assert_eq!(code, exit::HELD);
    assert!(program.starts_with("import hashlib, hmac, sys\n"), "{program}");
    assert!(program.contains("rolls = \"532453156154\""), "{program}");
}
