//! What `verify round` reads of a deal, and what may be stated of it.

use super::exit;
use super::round_tests::{json, round};
use super::tests::verify;

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
