//! `verify round`, run in this process. Answers are from vector files, paid values, and Python.

use serde_json::Value;

use super::exit;
use super::tests::verify;

/// `verify round` under Cursor with the seeds of the literals: server, client, nonce 0.
fn round(scheme: &str, game: &str, more: &[&str]) -> (u8, String) {
    let seeds = ["--server=server", "--client=client", "--nonce=0"];
    let line: Vec<&str> = ["round", "--scheme", scheme, "--game", game]
        .into_iter()
        .chain(seeds)
        .chain(more.iter().copied())
        .collect();
    verify(&line, "")
}

fn json(text: &str) -> Value {
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

/// What the dealt items come to: counted by hand from the cards and dice that the tests of the library pin; bingo's lines by
/// a Python program that draws card and balls itself.
#[test]
fn a_deal_is_read_in_the_words_of_its_game() {
    let cases: [(&str, &[&str], &[&str]); 8] = [
        ("sicbo", &[], &["dice 2 2 3: sum 7"]),
        (
            "chinchiro",
            &["--action=stop:0.1,stop:1.0"],
            &["side 0, attempt 1: 2 2 3: sum 7"],
        ),
        (
            "blackjack",
            &["--action=hit"],
            &[
                "player: K\u{2663} 7\u{2666} = 17",
                "dealer: 3\u{2666} 5\u{2666} = 8",
                "cards taken, by whom only the players know: 2\u{2666}",
            ],
        ),
        (
            "video_poker",
            &["--action=hold:0.2.4"],
            &["hand: K\u{2663} 10\u{2665} 6\u{2666} 2\u{2666} A\u{2663}, no pair"],
        ),
        (
            "video_poker",
            &[],
            &["hand as dealt: K\u{2663} 3\u{2666} 6\u{2666} 4\u{2666} A\u{2663}, no pair"],
        ),
        (
            "holdem",
            &[],
            &["player no pair, dealer no pair: the player's is better"],
        ),
        (
            "andar_bahar",
            &["--action=race,race,race"],
            &["joker 2\u{2666}: no card of its rank was raced"],
        ),
        ("bingo", &[], &["no line is complete"]),
    ];
    let reads = |text: &str| json(text)["reads"].clone();
    for (game, more, lines) in cases {
        let (_, text) = round("cursor", game, &[more, &["--json"]].concat());
        assert_eq!(reads(&text), serde_json::json!(lines), "{game}");
        let (_, text) = round("cursor", game, more);
        assert!(
            lines.iter().all(|line| text.contains(&format!("    {line}\n"))),
            "{text}"
        );
    }
    let bingo = [
        "round",
        "--scheme=cursor",
        "--game=bingo",
        "--server=server",
        "--client=client",
        "--json",
    ];
    let (_, text) = verify(&[&bingo[..], &["--nonce=12"]].concat(), "");
    let lines = ["row 4 is complete with ball 27", "column 3 is complete with ball 31"];
    assert_eq!(reads(&text), serde_json::json!(lines));
    // A game whose items are its result has nothing to read.
    assert_eq!(
        reads(&round("cursor", "roulette", &["--json"]).1),
        serde_json::json!([])
    );
}

/// From Python, with the seeds of the literals: what `tests/stake_readings.rs` and `tests/duel.rs` say of the same deals.
#[test]
fn a_deal_of_another_operators_game_is_read_too() {
    for (scheme, game, more, expected) in [
        (
            "stake",
            "stake_pump",
            &["--param=hazards=3"][..],
            "14 safe steps, for at most 13.66x",
        ),
        (
            "stake",
            "stake_chicken",
            &["--param=hazards=3"],
            "11 safe steps, for at most 13.30x",
        ),
        (
            "stake",
            "stake_plinko",
            &["--param=rows=16"],
            "slot 7, from 0 at the left",
        ),
        (
            "stake",
            "stake_slots",
            &["--read=reels=10"],
            "spin 2: reels 7 1 29 27 17",
        ),
    ] {
        let (code, text) = round(scheme, game, more);
        assert_eq!(code, exit::HELD, "{text}");
        assert!(text.contains(&format!("{expected}\n")), "{text}");
    }
    let seeds = [
        "--server=736572766572",
        "--client=client",
        "--nonce=0",
        "--param=mines=3",
    ];
    let line = [&["round", "--scheme=duel-mines", "--game=duel_mines"][..], &seeds[..]].concat();
    assert!(verify(&line, "").1.contains("mines 19 20 21\n"));
}

/// A board as the site shows it, from the operator's auditor: sorted, and not as it is drawn.
#[test]
fn a_reading_stated_in_place_of_the_draws_is_said_to_be_one() {
    let mines = |stated: &str| {
        let line = [
            "round",
            "--scheme=duel-mines",
            "--game=duel_mines",
            "--param=mines=3",
            "--server=1cdcd1d16090b08915c3bf8da241aa5db94605244449f8fd67cf92e7f21eb0f7",
            "--client=Bw2ll1YE0PQa1CGz",
            "--nonce=0",
            stated,
        ];
        verify(&line, "")
    };
    let said = "hint: that is how the game reads its draws (mines 8 17 21)";
    for stated in ["--stated=8,17,21", "--stated=8 17 21"] {
        let (code, text) = mines(stated);
        assert_eq!((code, text.contains(said)), (exit::MISMATCH, true), "{text}");
    }
    let (code, text) = mines("--stated=8,17,22");
    assert_eq!((code, text.contains(said)), (exit::MISMATCH, false), "{text}");
}

#[test]
fn a_stated_item_that_is_none_is_told_what_one_looks_like() {
    for (game, stated, expected) in [
        (
            "sicbo",
            "--stated=2,x,3",
            "stated item 1: not a value that this part of the game shows: expected a whole number from 1",
        ),
        ("sicbo", "--stated=2,,3", "stated item 1: "),
        ("sicbo", "--stated=", "stated item 0: "),
        (
            "video_poker",
            "--stated=zz",
            "expected a name such as 2\u{2663} or A\u{2660}, or its number",
        ),
        ("roulette", "--stated=red", "expected a whole number"),
    ] {
        let (code, text) = round("cursor", game, &[stated]);
        assert_eq!((code, text.contains(expected)), (exit::MALFORMED, true), "{text}");
    }
    // As a report prints them.
    assert_eq!(round("cursor", "sicbo", &["--stated=2 2 3"]).0, exit::HELD);
    assert_eq!(round("cursor", "sicbo", &["--stated=2 2 4"]).0, exit::MISMATCH);
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
fn cards_are_stated_in_any_of_three_ways() {
    for cards in [
        "K\u{2663},3\u{2666},6\u{2666},4\u{2666},A\u{2663}",
        "Kc,3d,6d,4d,Ac",
        "11,14,17,15,12",
    ] {
        let stated = format!("--stated={cards}");
        let held = ["--read=replacements=0", &stated, "--strict"];
        let (code, text) = round("cursor", "video_poker", &held);
        assert_eq!(code, exit::CONSISTENT);
        assert!(text.contains("held         deal\n"), "{text}");
        // Five alone: the program deals ten, and says what to do.
        let (code, text) = round("cursor", "video_poker", &[&stated]);
        assert_eq!(code, exit::MISMATCH);
        assert!(
            text.contains("was read as deal=5 replacements=0") && text.contains("--action, says where it ended"),
            "{text}"
        );
    }
    let help = verify(&["round", "--help"], "").1;
    for explained in [
        "`hold:0.2` holds the cards in slots 0 and 2",
        "`Kc`",
        "`10h` is the ten of hearts",
    ] {
        assert!(help.contains(explained), "{explained}: {help}");
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
