//! Walks from the command line, in this process.

use serde_json::Value;

use crate::chain::hundredths;
use crate::{exit, tests};

// bustabit's game 1 and its terminating hash, as published; 15.49 from Python.
const FROM: &str = "--from=9f57575fd54cd441e962448537e155ace9555df10cd27fa817bbcaf48a59ebcf";
const TO: &str = "--to=86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277";
const SALT: &str = "--salt=0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526";

fn verify(kind: &str, args: &[&str]) -> (u8, String) {
    run(&[&["chain", kind], args].concat())
}

fn run(args: &[&str]) -> (u8, String) {
    tests::verify(args, "")
}

#[test]
fn a_game_of_the_chain_is_found() {
    let (code, text) = verify("--kind=hex-text", &[FROM, TO]);
    assert_eq!(code, exit::HELD);
    assert!(text.contains("the link is game 1 of the chain"), "{text}");
    assert_eq!(verify("--kind=hex-text", &[FROM, TO, "--strict"]).0, exit::CONSISTENT);
    let noted = [FROM, TO, "--strict", "--noted", "--game=1"];
    let (code, text) = verify("--kind=hex-text", &noted);
    assert_eq!(code, exit::CONSISTENT);
    assert!(
        text.contains("  to check noted_number: --noted-game NUMBER\n"),
        "{text}"
    );
    let (code, text) = verify("--kind=hex-text", &[&noted[..], &["--noted-game=1"]].concat());
    assert_eq!(code, exit::HELD);
    assert!(text.starts_with("verified\n"), "{text}");
    let (code, text) = verify("--kind=hex-text", &[&noted[..4], &["--noted-game=2"]].concat());
    assert_eq!(code, exit::MISMATCH);
    assert!(
        text.contains("noted_number: expected game 2, found game 1 (against"),
        "{text}"
    );
}

#[test]
fn a_wrong_number_or_point_is_a_mismatch() {
    let (code, text) = verify("--kind=hex-text", &[FROM, TO, "--game=2"]);
    assert_eq!(code, exit::MISMATCH);
    assert!(
        text.contains("FAILED       chain: expected game 2, found game 1\n"),
        "{text}"
    );
    let rule = "--rule=bustabit-v2/1";
    let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, SALT, "--point=15.49"]);
    assert_eq!(code, exit::HELD, "{text}");
    assert!(text.contains("game 1: 15.49x under bustabit-v2/1"), "{text}");
    let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, SALT, "--point=15.48"]);
    assert_eq!(code, exit::MISMATCH);
    assert!(text.contains("crash_point: expected 15.49x, found 15.48x\n"), "{text}");
    let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, "--point=15.49", "--strict"]);
    assert_eq!(code, exit::CONSISTENT);
    assert!(text.contains("crash_point: the rule needs a salt"), "{text}");
    // An empty salt is one; 1.21 under another one, from Python, is no less consistent.
    let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, "--salt=", "--point=15.49"]);
    assert_eq!(code, exit::MISMATCH, "{text}");
    assert_eq!(
        verify("--kind=hex-text", &[FROM, TO, rule, "--salt=another", "--point=1.21"]).0,
        exit::HELD
    );
}

#[test]
fn a_point_is_verified_only_against_a_noted_rule() {
    let point = [
        FROM,
        TO,
        "--rule=bustabit-v2/1",
        SALT,
        "--point=15.49",
        "--noted",
        "--noted-game=1",
        "--strict",
    ];
    let verify = |more: &[&str]| verify("--kind=hex-text", &[&point[..], more].concat());
    let noted = SALT.replace("--", "--noted-");
    let (code, text) = verify(&[]);
    assert_eq!(code, exit::CONSISTENT);
    assert!(
        text.contains("not checked  noted_rule") && text.contains("to check noted_rule: --noted-rule ID"),
        "{text}"
    );
    let (code, text) = verify(&["--noted-rule=bustabit-v2/1", &noted]);
    assert_eq!((code, text.starts_with("verified\n")), (exit::HELD, true), "{text}");
    for other in [
        &["--noted-rule=bustabit-v2/1"][..],
        &["--noted-rule=stake-crash/1", &noted],
    ] {
        assert_eq!(verify(other).0, exit::MISMATCH, "{other:?}");
    }
    for wrong in [
        &[&noted[..]][..],
        &["--noted-rule=bustabit-v2/1", &noted, "--noted-signature=00"],
    ] {
        assert_eq!(verify(wrong).0, exit::USAGE, "{wrong:?}");
    }
}

#[test]
fn a_terminating_hash_that_is_nobodys_note_says_how_to_bring_one() {
    let (code, text) = verify("--kind=hex-text", &[FROM, TO]);
    assert_eq!(code, exit::HELD);
    let line = "not checked  noted_terminating: compare the published link with the one you noted before the game";
    assert!(
        text.contains(line) && text.contains("to check noted_terminating: --noted says"),
        "{text}"
    );
}

/// Not checked is said on every line; 3 is for --strict, as everywhere in this program.
#[test]
fn a_reached_limit_is_no_success() {
    for (kind, max, reason) in [
        ("--kind=hex-text", "--max=0", "no steps were allowed"),
        (
            "--kind=bytes",
            "--max=100",
            "the step limit was reached before the published link, so nothing is shown yet",
        ),
    ] {
        let (code, text) = verify(kind, &[FROM, TO, max]);
        assert_eq!(code, exit::HELD, "{text}");
        assert!(
            text.starts_with("consistent\n  not checked  chain: ") && text.contains(reason),
            "{text}"
        );
        assert_eq!(
            verify(kind, &[FROM, TO, max, "--strict", "--noted"]).0,
            exit::CONSISTENT
        );
    }
    let (_, text) = verify("--kind=bytes", &[FROM, TO, "--max=100"]);
    assert!(text.contains("hint: under kind hex-text instead of bytes"), "{text}");
}

// Links 0 to 3 of a chain of bytes from sixteen times 0001, from Python's hashlib.
const THIRD: &str = "--from=0001000100010001000100010001000100010001000100010001000100010001";
const END: &str = "--to=c5896d780786d4ac5551cdc52c0c76e14a1ebe3613f1615d5bafb849b4af8f29";

#[test]
fn a_walk_goes_on_where_it_stopped() {
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let (code, text) = verify("--kind=bytes", &[THIRD, END, "--max=2", "--json"]);
    let stopped = json(&text);
    assert_eq!(code, exit::HELD);
    let resume = stopped["resume"].as_str().unwrap();
    assert_eq!(
        resume,
        "walk/1 bytes c5896d780786d4ac5551cdc52c0c76e14a1ebe3613f1615d5bafb849b4af8f29 0 0001000100010001000100010001000100010001000100010001000100010001 ff304d2a29818501442ad865d5cd56cb4f014b0a7766b2a9f683865193294cfd 2"
    );
    assert_eq!((&stopped["game"], &stopped["steps"]), (&Value::Null, &"2".into()));
    let (code, text) = run(&[
        "chain",
        "--resume",
        resume,
        "--noted",
        "--strict",
        "--json",
        "--game=3",
        "--noted-game=3",
    ]);
    let arrived = json(&text);
    assert_eq!((code, &arrived["verdict"]), (exit::HELD, &"verified".into()));
    for (field, value) in [
        ("kind", "bytes"),
        ("game", "3"),
        ("steps", "3"),
        ("from", &THIRD[7..]),
        ("to", &END[5..]),
    ] {
        assert_eq!(arrived[field], value, "{field}");
    }
    assert_eq!(arrived["resume"], Value::Null);
    let (_, text) = verify("--kind=bytes", &[THIRD, END, "--max=2"]);
    assert!(
        text.ends_with(&format!("  to walk on: --resume '{resume}'\n")),
        "{text}"
    );
    // What failed is not walked on.
    let (code, text) = verify("--kind=bytes", &[THIRD, END, "--max=2", "--game=1", "--json"]);
    assert_eq!((code, &json(&text)["resume"]), (exit::MISMATCH, &Value::Null));
    for wrong in [
        &["chain", "--resume", "walk/1 bytes"][..],
        &["chain", "--resume", resume, THIRD],
        &["chain"],
    ] {
        assert_eq!(run(wrong).0, exit::USAGE, "{wrong:?}");
    }
}

#[test]
fn malformed_links_are_named_with_their_place() {
    let (code, text) = verify("--kind=hex-text", &["--from=9f5", TO]);
    assert_eq!(code, exit::MALFORMED);
    assert!(text.contains("from: the hex ends too early, after 3 digits"), "{text}");
    let (code, text) = verify("--kind=sha512-bytes", &[FROM, TO, "--json"]);
    assert_eq!(code, exit::MALFORMED);
    assert!(text.contains(r#""verdict":"malformed""#), "{text}");
    let (code, text) = verify("--kind=hex-text", &[FROM, TO, "--game=0"]);
    assert_eq!(code, exit::MALFORMED);
    assert!(text.contains("game 0 is the terminating hash"), "{text}");
}

#[test]
fn the_json_names_kind_and_checks() {
    let (code, text) = verify("--kind=hex-text", &[FROM, TO, "--json"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, exit::HELD);
    assert_eq!(
        (&value["kind"], &value["verdict"]),
        (&"hex-text".into(), &"consistent".into())
    );
    assert_eq!(value["checks"][0]["check"], "chain");
}

#[test]
fn wrong_usage_exits_64() {
    for args in [
        &[FROM, TO, "--max=-1"][..],
        &[FROM],
        &[FROM, TO, "--rule=bustabit-v2", "--point=1"],
        &[FROM, TO, "--rule=bustabit-v2/1"],
        &[FROM, TO, SALT],
        &[FROM, TO, "--rule=bustabit-v2/1", "--point=1.001"],
    ] {
        assert_eq!(verify("--kind=hex-text", args).0, exit::USAGE, "{args:?}");
    }
    assert_eq!(verify("--kind=text", &[FROM, TO]).0, exit::USAGE);
}

#[test]
fn points_are_read_in_hundredths() {
    for (text, found) in [
        ("7.74", 774),
        ("1", 100),
        ("2055.9", 205_590),
        ("0.00", 0),
        ("126.1x", 12_610),
    ] {
        assert_eq!(hundredths(text), Ok(found), "{text}");
    }
    for text in [
        "",
        ".",
        "1.",
        ".5",
        "1.234",
        "-1",
        "+1",
        "1e3",
        "1,5",
        "99999999999999999999",
    ] {
        assert!(hundredths(text).is_err(), "{text}");
    }
}
