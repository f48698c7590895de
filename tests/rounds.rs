//! The report of a claimed round: every check alone, in order, and what a mismatch is explained by.
//!
//! Values come from a Python program that follows the description literally (`hmac`, `hashlib`, a pool as a list), or, where it
//! says so, from values that sites paid.

use provably_fair::layout::{Count, DealError, Game, Row, Segment, Shape, Shows, Size, Value};
use provably_fair::protocol::round::{RoundClaim, RoundError, RoundNote, RoundReport};
use provably_fair::scheme::Scheme;
use provably_fair::verdict::{Check, Finding, Source, Verdict};
use provably_fair::{CURSOR_V1, Commitment, LIQD_DICE_V1, Revealed, STAKE_V1, games};

const SERVER: &str = "f2ac89b608eeb01312d115bce6741b32";
/// hashlib.sha256(SERVER.encode())
const COMMITMENT: &str = "4b7668bb047e1c7989f64124ddfda529567bc55a7df611a085c00ae0bccad2de";
const CLIENT: &str = "lucky";
const NONCE: u64 = 7;
/// Video poker of these seeds: five cards, five replacements.
const CARDS: [&str; 10] = ["23", "49", "13", "18", "42", "28", "1", "39", "25", "32"];

fn claim_of(server: &str, client: &str, nonce: u64) -> RoundClaim {
    let game = games::VIDEO_POKER.with(&[]).unwrap();
    RoundClaim::new(CURSOR_V1, game, Revealed::from_text(server), client, nonce)
}

fn commitment(hex: &str) -> Commitment {
    hex.parse().unwrap()
}

fn claim() -> RoundClaim {
    claim_of(SERVER, CLIENT, NONCE)
        .commitment(commitment(COMMITMENT))
        .stated(&CARDS)
        .unwrap()
}

fn note() -> RoundNote {
    note_without_settings().settings(CURSOR_V1, &poker())
}

fn note_without_settings() -> RoundNote {
    RoundNote::none()
        .commitment(commitment(COMMITMENT))
        .client_seed(CLIENT)
        .nonce(NONCE)
}

fn poker() -> Game {
    games::VIDEO_POKER.with(&[]).unwrap()
}

/// The checks that did not hold: what failed, and where.
fn failed(report: &RoundReport) -> Vec<(Check, Option<u64>)> {
    let lines = report.report().lines().iter();
    lines
        .filter(|line| matches!(line.finding, Finding::Failed { .. }))
        .map(|line| (line.check, line.at))
        .collect()
}

fn not_checked(report: &RoundReport) -> Vec<Check> {
    let lines = report.report().lines().iter();
    lines
        .filter(|line| matches!(line.finding, Finding::NotChecked { .. }))
        .map(|line| line.check)
        .collect()
}

fn remarks(report: &RoundReport, containing: &str) -> usize {
    report
        .report()
        .remarks()
        .iter()
        .filter(|remark| remark.contains(containing))
        .count()
}

#[test]
fn all_checks_hold_in_order() {
    let report = claim().verify(&note());
    assert_eq!(report.verdict(), Verdict::Verified);
    let checks: Vec<_> = report
        .report()
        .lines()
        .iter()
        .map(|line| (line.check, line.source))
        .collect();
    let order = [
        (Check::Commitment, Source::Document),
        (Check::CommitmentHidesKey, Source::Document),
        (Check::Deal, Source::Document),
        (Check::NotedCommitment, Source::Player),
        (Check::NotedClientSeed, Source::Player),
        (Check::NotedNonce, Source::Player),
        (Check::NotedSettings, Source::Player),
    ];
    assert_eq!(checks, order);
    assert_eq!(remarks(&report, "hint") + remarks(&report, "caution"), 0);
    let text = report.to_string();
    assert!(text.starts_with("verified\n  held         commitment\n"), "{text}");
    assert!(
        text.contains("    deal: Q\u{2666} Q\u{2660} 2\u{2666} 7\u{2666} 5\u{2660}\n"),
        "{text}"
    );
}

#[test]
fn a_gap_is_never_verified() {
    let whole = commitment(COMMITMENT);
    let gaps = [
        (claim(), RoundNote::none(), 4),
        (claim(), note_without_commitment(), 1),
        (claim(), note_without_settings(), 1),
        (claim(), RoundNote::none().commitment(whole).client_seed(CLIENT), 2),
        (claim(), RoundNote::none().commitment(whole).nonce(NONCE), 2),
        (
            claim_of(SERVER, CLIENT, NONCE).stated(&CARDS).unwrap(),
            note_without_commitment(),
            2,
        ),
        (claim_of(SERVER, CLIENT, NONCE).commitment(whole), note(), 1),
    ];
    for (claim, note, missing) in gaps {
        let report = claim.verify(&note);
        assert_eq!(
            (report.verdict(), not_checked(&report).len()),
            (Verdict::Consistent, missing),
            "{report}"
        );
    }
    let nothing = claim_of(SERVER, CLIENT, NONCE).verify(&RoundNote::none());
    assert_eq!(remarks(&nothing, "only deals the round"), 1);
}

fn note_without_commitment() -> RoundNote {
    RoundNote::none()
        .client_seed(CLIENT)
        .nonce(NONCE)
        .settings(CURSOR_V1, &poker())
}

#[test]
fn each_check_fails_alone() {
    let other = commitment(&"0".repeat(64));
    let cases = [
        (
            claim().commitment(other),
            note_without_commitment(),
            (Check::Commitment, None),
        ),
        (claim(), note().commitment(other), (Check::NotedCommitment, None)),
        (claim(), note().client_seed("Lucky"), (Check::NotedClientSeed, None)),
        (claim(), note().client_seed("lucky "), (Check::NotedClientSeed, None)),
        (claim(), note().nonce(8), (Check::NotedNonce, None)),
    ];
    for (claim, note, wrong) in cases {
        let report = claim.verify(&note);
        assert_eq!(
            (failed(&report), report.verdict()),
            (vec![wrong], Verdict::Mismatch),
            "{report}"
        );
    }
    // When the document states no commitment, the one that the player noted is what the seed has to open.
    let silent = claim_of(SERVER, CLIENT, NONCE).stated(&CARDS).unwrap();
    assert_eq!(
        failed(&silent.verify(&note().commitment(other))),
        [(Check::Commitment, None), (Check::NotedCommitment, None)]
    );
    let report = silent.verify(&note());
    let first = &report.report().lines()[0];
    assert_eq!(
        (first.check, first.source, &first.finding, report.verdict()),
        (Check::Commitment, Source::Player, &Finding::Held, Verdict::Verified)
    );
}

#[test]
fn the_first_wrong_item_is_named_by_position() {
    for at in 0..CARDS.len() {
        let mut stated = CARDS;
        stated[at] = "51";
        let report = claim().stated(&stated).unwrap().verify(&note());
        assert_eq!(failed(&report), [(Check::Deal, u64::try_from(at).ok())]);
    }
    let both = claim().stated(&["23", "0", "1"]).unwrap().verify(&note());
    let line = both.report().first_failure().unwrap();
    let finding = Finding::Failed {
        expected: "Q\u{2660}".into(),
        found: "2\u{2663}".into(),
    };
    assert_eq!((line.at, &line.finding), (Some(1), &finding));
    // A list that ends early is no result.
    let short = claim().stated(&CARDS[..9]).unwrap().verify(&note());
    let finding = Finding::Failed {
        expected: "8\u{2665}".into(),
        found: "nothing".into(),
    };
    let line = short.report().first_failure().unwrap();
    assert_eq!((line.at, &line.finding), (Some(9), &finding));
    assert_eq!(
        failed(&claim().stated(&[]).unwrap().verify(&note())),
        [(Check::Deal, Some(0))]
    );
}

#[test]
fn what_cannot_be_stated_is_an_error() {
    assert_eq!(
        claim().stated(&["23", "52"]).unwrap().verify(&note()).verdict(),
        Verdict::Mismatch
    );
    assert_eq!(claim().stated(&["23", "-1"]).unwrap_err(), RoundError::Stated { at: 1 });
    let eleven: Vec<&str> = CARDS.into_iter().chain(["0"]).collect();
    assert_eq!(
        claim().stated(&eleven).unwrap_err(),
        RoundError::TooManyStated { read: 10 }
    );
    let too_many = DealError::TooMany {
        segment: "replacements",
        asked: 6,
        max: 5,
    };
    assert_eq!(claim().read(&[5, 6]).unwrap_err(), RoundError::Deal(too_many));
    assert_eq!(
        claim().read(&[5]).unwrap_err(),
        RoundError::Deal(DealError::Segments { given: 1, wanted: 2 })
    );
}

#[test]
fn a_result_is_as_long_as_what_was_read() {
    let held = claim().read(&[5, 2]).unwrap().stated(&CARDS[..7]).unwrap();
    assert_eq!(held.verify(&note()).verdict(), Verdict::Verified);
    // Reading anew forgets a result of another length.
    assert_eq!(
        not_checked(&claim().read(&[5, 2]).unwrap().verify(&note())),
        [Check::Deal]
    );
    let replay = held.replay(0).unwrap();
    assert_eq!(
        (replay.read_cursors().len(), replay.unread_cursors()),
        (7, vec![7, 8, 9])
    );
    assert_eq!(held.trace().unwrap().steps.len(), 7);
}

#[test]
fn a_commitment_that_is_the_key_fails_right_after_it() {
    // hashlib.sha256(b"a" * 65), which is the HMAC key that RFC 2104 makes of that seed.
    let open = commitment("635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0");
    let game = games::ROULETTE.with(&[]).unwrap();
    let note = note().commitment(open).settings(CURSOR_V1, &game);
    let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_text(&"a".repeat(65)), CLIENT, NONCE);
    let report = claim.commitment(open).stated(&["15"]).unwrap().verify(&note);
    assert_eq!(failed(&report), [(Check::CommitmentHidesKey, None)]);
    assert_eq!(report.report().lines()[0].finding, Finding::Held);
}

#[test]
fn a_seed_that_is_not_hex_fails_where_a_scheme_decodes_it() {
    let claim = RoundClaim::new(
        LIQD_DICE_V1,
        LIQD.with(&[]).unwrap(),
        Revealed::from_text("xy"),
        CLIENT,
        NONCE,
    );
    let report = claim.stated(&["1.00"]).unwrap().verify(&note_without_settings());
    let wrong = [
        Check::Commitment,
        Check::CommitmentHidesKey,
        Check::Deal,
        Check::NotedCommitment,
    ];
    assert_eq!(failed(&report), wrong.map(|check| (check, None)));
    assert!(report.deal().is_err());
}

/// LIQD's dice as a row of a test's own: hundredths below 100.
const LIQD: Row = Row::new(
    "liqd_dice/1",
    "liqd-dice/1",
    "",
    &[],
    &[Segment::new(
        "roll",
        0,
        Count::Fixed(1),
        Shape::Each { n: Size::Fixed(10_000) },
        "roll",
    )
    .shown(Shows::Hundredths)],
);

#[test]
fn the_other_encoding_of_the_key_is_a_hint_and_no_success() {
    // Paid by LIQD: 24.01 with the decoded key; a verifier that keys with the text finds 19.96.
    let seed = Revealed::from_text("015307d5a3f62db476210c3797bac8b7");
    let claim = |roll| {
        let claim = RoundClaim::new(
            LIQD_DICE_V1,
            LIQD.with(&[]).unwrap(),
            seed.clone(),
            "auditf2456fc140ac",
            0,
        );
        claim.stated(&[roll]).unwrap().verify(&RoundNote::none())
    };
    assert_eq!(claim("24.01").verdict(), Verdict::Consistent);
    let wrong = claim("19.96");
    assert_eq!(wrong.verdict(), Verdict::Mismatch);
    assert_eq!(
        remarks(&wrong, "hint: the server seed's text, used as the key"),
        1,
        "{wrong}"
    );
    // The other way round, under a scheme that keys with text.
    let bytes = ["49", "0", "23", "38", "44", "24", "47", "39", "21", "43"];
    let report = self::claim().stated(&bytes).unwrap().verify(&note());
    assert_eq!(
        remarks(
            &report,
            "hint: the bytes that the server seed's hex decodes to, used as the key"
        ),
        1
    );
}

#[test]
fn neighbouring_nonces_and_white_space_are_hints() {
    let cases = [
        (
            ["18", "35", "29", "13", "32", "16", "25", "28", "30", "51"],
            "the next nonce, 8,",
        ),
        (
            ["50", "5", "35", "39", "6", "48", "37", "30", "4", "42"],
            "the previous nonce, 6,",
        ),
        (
            ["7", "26", "17", "35", "10", "11", "50", "31", "14", "12"],
            "the client seed with a line break after it",
        ),
        (
            ["32", "2", "49", "28", "36", "10", "5", "39", "43", "24"],
            "the server seed with a line break after it",
        ),
    ];
    for (stated, hint) in cases {
        let report = claim().stated(&stated).unwrap().verify(&note());
        assert_eq!(
            (report.verdict(), remarks(&report, &format!("hint: {hint}"))),
            (Verdict::Mismatch, 1),
            "{report}"
        );
        assert_eq!(remarks(&report, "hint"), 1, "only the mistake that was made");
    }
    // Seeds that were pasted with a line break: the trimmed one is the hint.
    let pasted = claim_of(SERVER, "lucky\n", NONCE)
        .stated(&CARDS)
        .unwrap()
        .verify(&RoundNote::none());
    assert_eq!(remarks(&pasted, "the client seed without the white space around it"), 1);
    // At the ends of the range no nonce wraps.
    for nonce in [0, u64::MAX] {
        let report = claim_of(SERVER, CLIENT, nonce)
            .stated(&CARDS)
            .unwrap()
            .verify(&RoundNote::none());
        assert_eq!((report.verdict(), remarks(&report, "hint")), (Verdict::Mismatch, 0));
    }
}

#[test]
fn a_wrong_commitment_is_explained() {
    let cases = [
        (
            "6409b7bc99531e0b93e35c0fab2c17a52b7bfe8581f644fb31e40df8ea534e79",
            "hex decodes to, committed to",
        ),
        (
            "8019b00650b38f0e7eff0775babb2c0f2167d19d949bf33215e7b803ff1dd9a8",
            "with a line break after it",
        ),
        (
            "dc7f19afb1845a33aca139a7fce2cbfbdc61c93b14270809bdb5d0a82c54a3d3",
            "in upper case",
        ),
    ];
    for (stated, hint) in cases {
        let report = claim()
            .commitment(commitment(stated))
            .verify(&note_without_commitment());
        assert_eq!(failed(&report), [(Check::Commitment, None)]);
        assert_eq!(remarks(&report, hint), 1, "{report}");
    }
}

#[test]
fn seeds_are_opaque_and_never_trimmed() {
    // Stake's dice of this server seed and nonce 0; 90.76 and 81.18 differ by the spaces alone.
    let cases = [
        (" lucky ", "90.76"),
        ("lucky", "81.18"),
        ("\u{1f340}", "62.11"),
        ("", "65.63"),
    ];
    for (client, roll) in cases {
        let game = games::stake::DICE.with(&[]).unwrap();
        let claim = RoundClaim::new(STAKE_V1, game, Revealed::from_text(SERVER), client, 0);
        let report = claim.stated(&[roll]).unwrap().verify(&RoundNote::none());
        assert_eq!(report.verdict(), Verdict::Consistent, "{client:?}");
        assert_eq!(
            remarks(&report, "caution: the client seed") > 0,
            client != "lucky",
            "{client:?}"
        );
    }
    // A nonce beyond 2^53 is exact: 30.86, where a double's nonce gives 17.76.
    let game = games::stake::DICE.with(&[]).unwrap();
    let client = "86ff027f15c48241af7f54a726690ee7";
    let claim = RoundClaim::new(
        STAKE_V1,
        game,
        Revealed::from_text(SERVER),
        client,
        9_007_199_254_740_993,
    );
    assert_eq!(
        claim.stated(&["30.86"]).unwrap().verify(&RoundNote::none()).verdict(),
        Verdict::Consistent
    );
}

/// Nothing was dealt, nothing was stated, and that is no success.
#[test]
fn a_round_of_which_nothing_was_read_is_not_checked() {
    let koban = |counts: &[u32], stated: &[&str]| {
        let game = games::KOBAN.with(&[]).unwrap();
        let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_text(SERVER), CLIENT, NONCE);
        let claim = claim.commitment(commitment(COMMITMENT)).read(counts).unwrap();
        let note = note().settings(CURSOR_V1, claim.game());
        claim.stated(stated).unwrap().verify(&note)
    };
    let nothing = koban(&[0], &[]);
    assert_eq!(
        (nothing.verdict(), not_checked(&nothing)),
        (Verdict::Consistent, vec![Check::Deal])
    );
    assert!(
        nothing.to_string().contains("deal: nothing of the round was read"),
        "{nothing}"
    );
    // One flip is enough to be wrong about; which side it is, is the vectors' matter.
    let sides: Vec<Verdict> = ["0", "1"].map(|side| koban(&[1], &[side]).verdict()).to_vec();
    assert!(
        sides.contains(&Verdict::Verified) && sides.contains(&Verdict::Mismatch),
        "{sides:?}"
    );
    assert_eq!(koban(&[1], &[]).verdict(), Verdict::Mismatch);
}

/// Parameters come with the claim. Mines on 9 cells, from Python: number 0 of these seeds is 0.22971314284253413, so the
/// first mine of 9 to 13 cells is cell 2.
#[test]
fn parameters_that_nobody_noted_are_not_verified() {
    let mines = |cells: u32| {
        let given = [("cells", Value::Size(cells)), ("mines", Value::Size(1))];
        games::MINES.with(&given).unwrap()
    };
    let seal = commitment("b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06");
    let verify = |cells: u32, note: RoundNote| {
        let claim = RoundClaim::new(CURSOR_V1, mines(cells), Revealed::from_text("server"), "client", 0);
        let note = note.commitment(seal).client_seed("client").nonce(0);
        claim.commitment(seal).stated(&["2"]).unwrap().verify(&note)
    };
    for cells in [9, 10, 13] {
        let report = verify(cells, RoundNote::none());
        assert_eq!(
            (report.verdict(), not_checked(&report)),
            (Verdict::Consistent, vec![Check::NotedSettings])
        );
        let report = verify(cells, RoundNote::none().settings(CURSOR_V1, &mines(cells)));
        assert_eq!(report.verdict(), Verdict::Verified);
        let line = report.report().lines().last().unwrap();
        assert_eq!(
            (line.check, line.source, &line.finding),
            (Check::NotedSettings, Source::Player, &Finding::Held)
        );
    }
    let report = verify(10, RoundNote::none().settings(CURSOR_V1, &mines(9)));
    let finding = Finding::Failed {
        expected: "cells=9".into(),
        found: "cells=10".into(),
    };
    assert_eq!(failed(&report), [(Check::NotedSettings, None)]);
    assert_eq!(report.report().lines().last().unwrap().finding, finding);
    // Another game, and a note of a game without parameters.
    let roulette = games::ROULETTE.with(&[]).unwrap();
    let report = verify(9, RoundNote::none().settings(CURSOR_V1, &roulette));
    assert!(
        report
            .to_string()
            .contains("noted_settings: expected roulette/1 under cursor/1, found mines/1 under cursor/1"),
        "{report}"
    );
    let verdict = |scheme, game: &Game| claim().verify(&note().settings(scheme, game)).verdict();
    assert_eq!(verdict(CURSOR_V1, &poker()), Verdict::Verified);
    assert_eq!(verdict(CURSOR_V1, &roulette), Verdict::Mismatch);
    assert_eq!(verdict(STAKE_V1, &poker()), Verdict::Mismatch);
}

/// One seed, one commitment, one bet, and two results to choose from: 6 under one scheme, 18 under the other (Python: the
/// first eight bytes of the one digest, the first four of the other, times 37).
#[test]
fn a_scheme_that_was_picked_afterwards_is_never_verified() {
    const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    let roulette = games::ROULETTE.with(&[]).unwrap();
    let seal = CURSOR_V1.sealing().digest(&Revealed::from_text(SEED)).unwrap();
    assert_eq!(seal, STAKE_V1.sealing().digest(&Revealed::from_text(SEED)).unwrap());
    let verify = |scheme, pocket: &str, note: &RoundNote| {
        let claim = RoundClaim::new(scheme, roulette.clone(), Revealed::from_text(SEED), "client", 0);
        claim.commitment(seal).stated(&[pocket]).unwrap().verify(note)
    };
    let note = RoundNote::none().commitment(seal).client_seed("client").nonce(0);
    for (scheme, pocket) in [(CURSOR_V1, "6"), (STAKE_V1, "18")] {
        let report = verify(scheme, pocket, &note);
        assert_eq!(
            (report.verdict(), not_checked(&report)),
            (Verdict::Consistent, vec![Check::NotedSettings])
        );
    }
    let note = note.settings(CURSOR_V1, &roulette);
    assert_eq!(verify(CURSOR_V1, "6", &note).verdict(), Verdict::Verified);
    assert_eq!(failed(&verify(STAKE_V1, "18", &note)), [(Check::NotedSettings, None)]);
}

#[test]
fn weights_are_settings_too() {
    let game = |weights: &[u32]| games::FUKUBUKURO.with(&[("weights", Value::weights(weights))]).unwrap();
    let verify = |noted: &[u32]| {
        let claim = RoundClaim::new(CURSOR_V1, game(&[5, 3, 2]), Revealed::from_text("server"), "client", 0);
        claim
            .stated(&["0"])
            .unwrap()
            .verify(&RoundNote::none().settings(CURSOR_V1, &game(noted)))
    };
    assert_eq!(failed(&verify(&[5, 3, 2])), []);
    for noted in [&[5, 2, 3][..], &[5, 3, 2, 0], &[5, 3], &[10, 6, 4]] {
        assert_eq!(failed(&verify(noted)), [(Check::NotedSettings, None)], "{noted:?}");
    }
    let text = verify(&[5, 2, 3]).to_string();
    assert!(text.contains("expected weights=5,2,3, found weights=5,3,2"), "{text}");
}

/// A client seed that only looks like the noted one reads otherwise in the report.
#[test]
fn client_seeds_are_quoted() {
    for (client, shown) in [
        ("lucky ", r#"expected "lucky", found "lucky ""#),
        (
            "luc\u{43a}y",
            r#"expected "lucky", found "luc\u{43a}y" (bytes 6c7563d0ba79)"#,
        ),
        (
            "lucky\u{200b}",
            r#"expected "lucky", found "lucky\u{200b}" (bytes 6c75636b79e2808b)"#,
        ),
        ("", r#"expected "lucky", found """#),
    ] {
        let report = claim_of(SERVER, client, NONCE).verify(&note()).to_string();
        assert!(report.contains(shown), "{report}");
    }
}

#[test]
fn a_result_that_ends_early_is_told_how_far_it_was_read() {
    let hint = "hint: the 5 items stated are the first of the 10 that were read; a round that ended there was read as deal=5 \
                replacements=0";
    let report = claim().stated(&CARDS[..5]).unwrap().verify(&note());
    assert_eq!(
        (report.verdict(), remarks(&report, hint)),
        (Verdict::Mismatch, 1),
        "{report}"
    );
    let report = claim().stated(&CARDS[..7]).unwrap().verify(&note());
    assert_eq!(remarks(&report, "deal=5 replacements=2"), 1, "{report}");
    let early = claim().read(&[5, 0]).unwrap().stated(&CARDS[..5]).unwrap();
    assert_eq!(early.verify(&note()).verdict(), Verdict::Verified);
    // Not where an item is wrong as well, and not for no items.
    for stated in [&["23", "49", "13", "18", "41"][..], &[]] {
        let report = claim().stated(stated).unwrap().verify(&note());
        assert_eq!(
            (report.verdict(), remarks(&report, "a round that ended there")),
            (Verdict::Mismatch, 0)
        );
    }
}

/// True of every scheme, and no more than is true: that seeds cannot be told apart in the message is said of none.
#[test]
fn a_separator_in_a_seed_is_no_more_than_hard_to_split() {
    let game = games::ROULETTE.with(&[]).unwrap();
    let report = RoundClaim::new(CURSOR_V1, game, Revealed::from_text(SERVER), "a-b", 0).verify(&RoundNote::none());
    assert_eq!(
        remarks(&report, "splits the message at the first separator would misread it"),
        1,
        "{report}"
    );
    assert_eq!(remarks(&report, "same message"), 0);
}

#[test]
fn a_row_under_another_operators_scheme_is_said_to_be() {
    let game = games::ROULETTE.with(&[]).unwrap();
    let report = RoundClaim::new(STAKE_V1, game, Revealed::from_text(SERVER), CLIENT, NONCE).verify(&RoundNote::none());
    assert_eq!(
        remarks(
            &report,
            "roulette/1 is played under cursor/1, and was dealt under stake/1 here"
        ),
        1
    );
}

/// A name is the caller's word: another rule under a noted name is another rule.
#[test]
fn a_rule_that_only_has_the_noted_name_is_not_the_noted_one() {
    const FAKE_SCHEME: Scheme = Scheme::new("cursor/1", CURSOR_V1.sealing(), STAKE_V1.message(), STAKE_V1.numbers());
    const FAKE_GAME: Row = Row::new(
        "roulette/1",
        "cursor/1",
        "",
        &[],
        &[Segment::new(
            "pocket",
            0,
            Count::Fixed(1),
            Shape::Each { n: Size::Fixed(7) },
            "pocket",
        )],
    );
    let seal = commitment("b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06");
    let roulette = games::ROULETTE.with(&[]).unwrap();
    let fake_game = FAKE_GAME.with(&[]).unwrap();
    let verify = |scheme: Scheme, game: &Game| {
        let claim = RoundClaim::new(scheme, game.clone(), Revealed::from_text("server"), "client", 0);
        let spun = claim.deal().unwrap().items("pocket")[0].to_string();
        let note = RoundNote::none().commitment(seal).client_seed("client").nonce(0);
        let note = note.settings(CURSOR_V1, &roulette);
        claim.commitment(seal).stated(&[&spun]).unwrap().verify(&note)
    };
    assert_eq!(verify(CURSOR_V1, &roulette).verdict(), Verdict::Verified);
    for report in [verify(FAKE_SCHEME, &roulette), verify(CURSOR_V1, &fake_game)] {
        assert_eq!(failed(&report), [(Check::NotedSettings, None)]);
        assert!(
            report
                .to_string()
                .contains("another rule under the name roulette/1 under cursor/1"),
            "{report}"
        );
    }
}
