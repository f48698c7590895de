//! `verify round`, run in this process. Answers are from vector files, paid values, and Python.

use serde_json::Value;

use super::exit;
use super::tests::verify;

/// `verify round` under Cursor with the seeds of the literals: server, client, nonce 0.
pub fn round(scheme: &str, game: &str, more: &[&str]) -> (u8, String) {
    let seeds = ["--server=server", "--client=client", "--nonce=0"];
    let line: Vec<&str> = ["round", "--scheme", scheme, "--game", game]
        .into_iter()
        .chain(seeds)
        .chain(more.iter().copied())
        .collect();
    verify(&line, "")
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

const COMMITMENT: &str = "b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06";

#[test]
fn a_round_is_dealt_and_compared() {
    let (code, text) = round("cursor", "bingo", &[]);
    assert_eq!(code, exit::HELD);
    assert!(text.starts_with("bingo/1 under cursor/1: consistent\n"), "{text}");
    assert!(text.contains("    columns: 4 15 5 14 3 26 "), "{text}");
    let (code, text) = round("cursor/1", "sicbo/1", &["--stated=2,2,3", "--json"]);
    assert_eq!(
        (code, &json(&text)["dealt"]["dice"]),
        (exit::HELD, &serde_json::json!(["2", "2", "3"]))
    );
    let (code, text) = round("cursor/1", "sicbo", &["--stated=2,2,4", "--json"]);
    let wrong = &json(&text)["checks"][2];
    assert_eq!(
        (code, &wrong["check"], &wrong["at"]),
        (exit::MISMATCH, &"deal".into(), &2.into())
    );
    assert_eq!((&wrong["expected"], &wrong["found"]), (&"3".into(), &"4".into()));
    // A fixed part is never cut short to fit what was stated.
    assert_eq!(round("cursor/1", "sicbo", &["--stated=2,2"]).0, exit::MISMATCH);
}

#[test]
fn a_whole_note_verifies() {
    let commitment = format!("--commitment={COMMITMENT}");
    let noted = format!("--noted-commitment={}", COMMITMENT.to_uppercase());
    let note = [
        "--stated=8",
        &commitment,
        &noted,
        "--noted-client=client",
        "--noted-nonce=0",
        "--strict",
        "--noted-scheme=cursor",
        "--noted-game=roulette",
    ];
    let (code, text) = round("cursor", "roulette", &note);
    assert_eq!(code, exit::HELD);
    assert!(text.starts_with("roulette/1 under cursor/1: verified\n"), "{text}");
    for gap in 0..5 {
        let part: Vec<&str> = note
            .into_iter()
            .enumerate()
            .filter(|(at, _)| *at != gap)
            .map(|(_, arg)| arg)
            .collect();
        // A noted commitment does for the operator's as well, but not the other way round.
        let verdict = if note[gap] == commitment {
            exit::HELD
        } else {
            exit::CONSISTENT
        };
        assert_eq!(round("cursor", "roulette", &part).0, verdict, "without {}", note[gap]);
    }
    assert_eq!(round("cursor", "roulette", &note[..6]).0, exit::CONSISTENT);
    for half in [&note[..7], &[&note[..6], &note[7..]].concat()] {
        assert_eq!(round("cursor", "roulette", half).0, exit::USAGE);
    }
    let other = [&note[..6], &["--noted-scheme=stake", "--noted-game=roulette"]].concat();
    assert_eq!(round("cursor", "roulette", &other).0, exit::MISMATCH);
    assert_eq!(
        round("cursor", "roulette", &["--stated=8", "--noted-nonce=1"]).0,
        exit::MISMATCH
    );
}

#[test]
fn actions_and_unread_cursors() {
    let (code, text) = round(
        "cursor",
        "video_poker",
        &["--action=hold:0.1.3", "--unread", "--stated=11,14,17,15,12,34,13"],
    );
    assert_eq!(code, exit::HELD, "{text}");
    assert!(
        text.contains(
            "cursors 5 to 6 were read: 10\u{2665} 2\u{2666}; 7 to 9 were never read, here is what lay there:"
        ),
        "{text}"
    );
    let (_, text) = round("cursor", "holdem", &["--action=fold", "--unread", "--json"]);
    let unread = &json(&text)["unread"];
    assert_eq!(
        unread[0],
        serde_json::json!({ "segment": "turn", "cursor": 7, "item": "Q\u{2660}" })
    );
    assert_eq!((&unread[1]["cursor"], unread.as_array().unwrap().len()), (&8.into(), 2));
    // Flips: as many as were stated, as were named, or as were done; beyond them three that nobody read.
    let flips = |more: &[&str]| json(&round("cursor", "koban", &[more, &["--json", "--unread=3"]].concat()).1);
    for more in [
        &["--stated=0,0,0,0,0,1"][..],
        &["--read=flips=6"],
        &["--action=flip,flip,flip,flip,flip,flip"],
    ] {
        let all = flips(more);
        assert_eq!(
            all["dealt"]["flips"],
            serde_json::json!(["0", "0", "0", "0", "0", "1"]),
            "{more:?}"
        );
        assert_eq!(all["unread"].as_array().unwrap().len(), 3);
    }
}

#[test]
fn parameters_are_read_by_their_kind() {
    let (_, text) = round(
        "cursor",
        "limbo",
        &["--param=rtp=99/100", "--param=cap100=100000000", "--stated=4.30"],
    );
    assert!(text.contains("held         deal"), "{text}");
    let omikuji = [
        "--param=tier_weights=41,23,47,47,14",
        "--param=cells=9",
        "--param=filler_weights=8,7,9,5,1,8",
        "--stated=0,2,8,7,1,3,1,1,0,3",
    ];
    assert_eq!(round("cursor", "omikuji", &omikuji).0, exit::HELD);
    for wrong in [
        &["--param=rtp=0.99", "--param=cap100=1000"][..],
        &["--param=rtp=0/1", "--param=cap100=1000"],
        &["--param=rtp=1/1", "--param=cap100=99"],
        &["--param=rtp=1/1"],
        &["--param=rtp=1/1", "--param=cap100=1000", "--param=cells=1"],
        &["--param=rtp"],
        &["--param=rtp=1/1", "--param=cap100=1000", "--stated=+1"],
        &["--param=rtp=1/1", "--param=cap100=1000", "--stated=1,1"],
        &["--param=rtp=1/1", "--param=cap100=1000", "--read=outcome=2"],
        &["--param=rtp=1/1", "--param=cap100=1000", "--read=flips=1"],
        &["--param=rtp=1/1", "--param=cap100=1000", "--action=flip"],
    ] {
        let (code, text) = round("cursor", "limbo", wrong);
        assert_eq!(code, exit::MALFORMED, "{wrong:?}");
        assert!(text.starts_with("malformed: limbo/1\n"), "{text}");
    }
}

const MINES: [&str; 3] = ["--param=cells=9", "--param=mines=1", "--stated=2"];

#[test]
fn noted_parameters_are_compared() {
    let commitment = format!("--commitment={COMMITMENT}");
    let noted = format!("--noted-commitment={COMMITMENT}");
    let note = [
        &MINES[..],
        &[&commitment, &noted, "--noted-client=client", "--noted-nonce=0"],
    ]
    .concat();
    let mines = |more: &[&str]| round("cursor", "mines", &[&note[..], more].concat());
    let (code, text) = mines(&["--strict"]);
    assert_eq!(code, exit::CONSISTENT);
    assert!(
        text.contains(
            "  to check noted_settings: --noted-scheme SCHEME --noted-game GAME, with --noted-param NAME=VALUE for each"
        ),
        "{text}"
    );
    let noted = ["--strict", "--noted-scheme=cursor", "--noted-game=mines"];
    let mines = |more: &[&str]| mines(&[&noted[..], more].concat());
    let (code, text) = mines(&["--noted-param=mines=1", "--noted-param=cells=9"]);
    assert_eq!(code, exit::HELD);
    assert!(
        text.starts_with("mines/1 under cursor/1: verified\n") && !text.contains("to check"),
        "{text}"
    );
    let (code, text) = mines(&["--noted-param=mines=1", "--noted-param=cells=10"]);
    assert_eq!(code, exit::MISMATCH);
    assert!(
        text.contains("noted_settings: expected cells=10, found cells=9"),
        "{text}"
    );
    for wrong in [
        "--noted-param=cells=9",
        "--noted-param=cells",
        "--noted-param=tiles=9",
        "--noted-param=cells=0x9",
    ] {
        assert_eq!(mines(&[wrong]), (exit::USAGE, String::new()), "{wrong}");
    }
}

#[test]
fn an_open_game_that_was_not_read_says_how() {
    let hint = "nothing of the flips was read: --read flips=COUNT, or --action, says how far the round went";
    let (code, text) = round("cursor", "koban", &["--strict"]);
    assert_eq!(code, exit::CONSISTENT);
    assert!(
        text.contains(hint) && text.contains("not checked  deal: nothing of the round was read"),
        "{text}"
    );
    assert_eq!(
        json(&round("cursor", "koban", &["--json"]).1)["hints"],
        serde_json::json!([hint])
    );
    for more in ["--read=flips=0", "--action=flip", "--stated=0"] {
        assert!(!round("cursor", "koban", &[more]).1.contains("hint: nothing"), "{more}");
    }
}

#[test]
fn a_trace_follows_every_number() {
    let (_, text) = round("cursor", "andar_bahar", &["--read=race=1", "--trace"]);
    for steps in [
        "  message  client-0-3\n",
        "  number   0.22971314284253413\n",
        "  index    37  (floor, kept below 51)\n",
        "  (at place 37 of the 51 left, from 0; the last one left, 50, hops into it)\n",
    ] {
        assert!(text.contains(steps), "{steps}: {text}");
    }
    let seeds = [
        "--server=f2ac89b608eeb01312d115bce6741b32",
        "--client=86ff027f15c48241af7f54a726690ee7",
        "--nonce=0",
    ];
    let line: Vec<&str> = [
        "round",
        "--scheme=stake",
        "--game=stake_dice",
        "--stated=28.07",
        "--trace",
    ]
    .into_iter()
    .chain(seeds)
    .collect();
    let (code, text) = verify(&line, "");
    assert_eq!(code, exit::HELD);
    assert!(text.ends_with("  index    2807  (floor)\n  roll     28.07\n"), "{text}");
}

#[test]
fn wrong_usage_of_a_round_exits_64() {
    for (scheme, game, more) in [
        ("cursor/2", "bingo", &[][..]),
        ("Cursor", "bingo", &[]),
        ("cursor", "tetris", &[]),
        ("cursor", "stake_limbo", &[]), // two versions
        ("cursor", "koban", &["--action=flop"]),
        ("cursor", "koban", &["--action=flip", "--read=flips=1"]),
        ("cursor", "koban", &["--commitment=ab"]),
        ("cursor", "koban", &["--noted-nonce=01"]),
        ("cursor", "koban", &["--script=python", "--trace"]),
        ("cursor", "koban", &["--script=python", "--unread"]),
        ("cursor", "koban", &["--script=python", "--json"]),
        ("cursor", "koban", &["--noted-nonce=1e21"]),
        ("cursor", "koban", &["--noted-nonce=18446744073709551616"]),
    ] {
        assert_eq!(round(scheme, game, more).0, exit::USAGE, "{scheme} {game} {more:?}");
    }
    assert_eq!(
        verify(
            &["round", "--scheme=cursor", "--game=koban", "--server=s", "--client=c"],
            ""
        )
        .0,
        exit::USAGE
    );
}

#[test]
fn a_script_holds_what_was_stated() {
    let script = |game: &[&str]| {
        let round = [
            "round",
            "--scheme=cursor/1",
            "--server=server",
            "--client=client",
            "--nonce=0",
            "--script=python",
        ];
        verify(&[&round[..], game].concat(), "")
    };
    let stated = |program: &str| {
        let line = program.lines().find(|line| line.starts_with("stated = "));
        line.unwrap().to_owned()
    };
    let (code, program) = script(&["--game=roulette"]);
    assert_eq!(code, exit::HELD);
    // 8 and 0.2297...: the doctest's, from Python.
    assert_eq!(stated(&program), "stated = [(0, 37, 8)]");
    assert!(program.contains("commitment = None\n"), "{program}");
    // A plain number; the point 1.28 is 0.99 / (1 - number), from Python.
    let limbo = ["--game=limbo", "--param=rtp=99/100", "--param=cap100=1000"];
    let (_, program) = script(&limbo);
    assert_eq!(stated(&program), "stated = [(0, None, 0.22971314284253413)]");
    let (code, program) = script(&[&limbo[..], &["--stated=1.29"]].concat());
    assert_eq!(
        (code, stated(&program).as_str()),
        (exit::MISMATCH, "stated = [(0, None, None)]")
    );
    // What was stated, not what is right; and the commitment that was stated.
    let zeros = format!("--commitment={}", "0".repeat(64));
    let (code, program) = script(&["--game=roulette", "--stated=9", &zeros]);
    assert_eq!(
        (code, stated(&program).as_str()),
        (exit::MISMATCH, "stated = [(0, 37, 9)]")
    );
    assert!(
        program.contains(&format!("commitment = \"{}\"\n", "0".repeat(64))),
        "{program}"
    );
    // Sic bo is 2 2 3: a face is its index and one; what no die shows is refused, what was left out fails.
    let (_, program) = script(&["--game=sicbo", "--stated=2,3,3"]);
    assert_eq!(stated(&program), "stated = [(0, 6, 1), (1, 6, 2), (2, 6, 2)]");
    let (_, program) = script(&["--game=sicbo", "--stated=2,2"]);
    assert_eq!(stated(&program), "stated = [(0, 6, 1), (1, 6, 1), (2, 6, None)]");
    // A card that was drawn before is at no place of the pool.
    let (code, program) = script(&["--game=video_poker", "--stated=51,51,51,51,51,51,51,51,51,51"]);
    assert_eq!(code, exit::MISMATCH);
    assert!(stated(&program).matches("None").count() >= 9, "{program}");
    // Nothing to compare never passes.
    let (_, program) = script(&["--game=koban"]);
    assert_eq!(stated(&program), "stated = []");
    assert!(program.contains("ok = len(stated) > 0\n"), "{program}");
}
