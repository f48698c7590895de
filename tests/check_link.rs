//! The check link: where each malformed one is refused, what each check finds, and reading back what was written.

use proptest::prelude::*;
use provably_fair::protocol::check_link::{CheckLink, Expected, Field, MAX_LINK_BYTES, MatchNote, Seat, WhichFirst};
use provably_fair::protocol::live_match::{MAX_ROLLS, RollError, SealedMatch};
use provably_fair::protocol::match_dice::{FirstRoll, Rolls, SeedError, check_seed};
use provably_fair::verdict::{Check, Finding};
use provably_fair::{PlayerSeed, Revealed, ServerSeed, Verdict};

mod naive;

const S: &str = "5ad73d94ba18d230a1d71d4cbe114b458590296bfdcf293b18b32c94925ec6a8";
const C: &str = "50e7fd2eeee838d67ab48b7dad3caef5f98ed064a452b1b14e4ebef17f98ba56";
const P: &str = "6c102a578280f16df610e18b33078b7d,46f22b31a8a4f24191e2ed31859429e7";

/// Case 1 of `match_link.json`.
fn good() -> String {
    format!("v=1&s={S}&c={C}&p={P}&r=532453156154")
}

fn player(text: &str) -> PlayerSeed {
    PlayerSeed::new(text).unwrap()
}

/// Offsets of a good link's values: `v=` at 0, `s=` at 4, `c=` at 71, `p=` at 138, `r=` at 206, the end at 220.
#[test]
fn a_refusal_names_field_offset_and_expectation() {
    use Expected as E;
    use Field as F;
    let swap = |from: &str, to: &str| good().replace(from, to);
    let long_seed = "ab".repeat(65);
    let cases: Vec<(String, Option<F>, usize, E)> = vec![
        (String::new(), None, 0, E::Pair),
        ("&".into(), None, 0, E::Pair),
        (good() + "&", None, 221, E::Pair),
        (swap("&s=", "&&s="), None, 4, E::Pair),
        ("v".into(), None, 1, E::Equals),
        (swap("&s=", "&s"), None, 4 + 1 + 64, E::Equals),
        (swap("v=1", "V=1"), None, 0, E::KnownKey),
        (good() + "&x=1", None, 221, E::KnownKey),
        (swap("v=1", "%76=1"), None, 0, E::KnownKey),
        (good() + "&v=1", Some(F::Version), 221, E::Once),
        (swap("v=1", "v=2"), Some(F::Version), 2, E::VersionOne),
        (swap("v=1", "v="), Some(F::Version), 2, E::VersionOne),
        (swap("v=1", "v=11"), Some(F::Version), 3, E::VersionOne),
        (swap("v=1", "v=1.0"), Some(F::Version), 3, E::VersionOne),
        (swap("v=1&", ""), Some(F::Version), 216, E::Present),
        (swap(&format!("&s={S}"), ""), Some(F::ServerSeed), 153, E::Present),
        (swap(&format!("&c={C}"), ""), Some(F::Commitment), 153, E::Present),
        (swap(&format!("&p={P}"), ""), Some(F::Players), 152, E::Present),
        (swap("&r=532453156154", ""), Some(F::Rolls), 205, E::Present),
        (swap(S, ""), Some(F::ServerSeed), 6, E::SeedLength),
        (swap(S, &S[..30]), Some(F::ServerSeed), 36, E::SeedLength),
        (swap(S, &S[..31]), Some(F::ServerSeed), 37, E::SeedLength),
        (swap(S, &S[..63]), Some(F::ServerSeed), 69, E::SeedLength),
        (swap(S, &long_seed), Some(F::ServerSeed), 6 + 128, E::SeedLength),
        (swap("s=5", "s=x"), Some(F::ServerSeed), 6, E::HexDigit),
        (swap("s=5ad", "s=5a "), Some(F::ServerSeed), 8, E::HexDigit),
        (swap("s=5a", "s=0x"), Some(F::ServerSeed), 7, E::HexDigit),
        (swap("s=5a", "s=5%g"), Some(F::ServerSeed), 7, E::Escape),
        (swap("s=5a", "s=5%zz"), Some(F::ServerSeed), 7, E::Escape),
        (swap("s=5a", "s=%3x"), Some(F::ServerSeed), 6, E::Escape),
        (swap("s=5a", "s=%35%C3%A4"), Some(F::ServerSeed), 9, E::HexDigit),
        (swap(C, &C[..62]), Some(F::Commitment), 73 + 62, E::CommitmentLength),
        (swap(C, &C[..63]), Some(F::Commitment), 73 + 63, E::CommitmentLength),
        (swap(C, &C.repeat(2)), Some(F::Commitment), 73 + 64, E::CommitmentLength),
        (swap("c=50e", "c=50g"), Some(F::Commitment), 75, E::HexDigit),
        (swap(P, ""), Some(F::Players), 140, E::PlayerSeed),
        (swap(P, "a"), Some(F::Players), 141, E::TwoSeeds),
        (swap(P, "a,"), Some(F::Players), 142, E::PlayerSeed),
        (swap(P, ",a"), Some(F::Players), 140, E::PlayerSeed),
        (swap(P, "a,b,c"), Some(F::Players), 143, E::TwoSeeds),
        (swap(P, "a,b+c"), Some(F::Players), 143, E::PlayerSeed),
        (swap(P, "a,b%20c"), Some(F::Players), 143, E::PlayerSeed),
        (swap(P, "a%2cb\u{e4}"), Some(F::Players), 145, E::PlayerSeed),
        (swap(P, "a!\u{e4},b"), Some(F::Players), 141, E::PlayerSeed),
        (swap(P, "a,b%C3"), Some(F::Players), 143, E::PlayerSeed),
        (swap(P, "a,b%"), Some(F::Players), 143, E::Escape),
        (
            swap(P, &format!("{},b", "a".repeat(129))),
            Some(F::Players),
            140 + 128,
            E::PlayerSeed,
        ),
        (swap("r=532453156154", "r="), Some(F::Rolls), 208, E::RollDigit),
        (swap("r=532453156154", "r=5"), Some(F::Rolls), 209, E::RollDigit),
        (swap("r=532453156154", "r=57"), Some(F::Rolls), 209, E::RollDigit),
        (swap("r=532453156154", "r=05"), Some(F::Rolls), 208, E::RollDigit),
        (swap("r=532453156154", "r=5 3"), Some(F::Rolls), 209, E::RollDigit),
        (good() + "&g=", Some(F::Games), 223, E::GameLength),
        (good() + "&g=0,6", Some(F::Games), 223, E::GameLength),
        (good() + "&g=06", Some(F::Games), 223, E::GameLength),
        (good() + "&g=+6", Some(F::Games), 223, E::GameLength),
        (good() + "&g=-6", Some(F::Games), 223, E::GameLength),
        (good() + "&g=6,", Some(F::Games), 225, E::GameLength),
        (good() + "&g=3,x", Some(F::Games), 225, E::GameLength),
        (good() + "&g=4294967296", Some(F::Games), 223, E::GameLength),
        (
            good() + "&g=99999999999999999999999",
            Some(F::Games),
            223,
            E::GameLength,
        ),
        (good() + "&g=4294967295", Some(F::Games), 223, E::GamesAddUp),
        (good() + "&g=3,2", Some(F::Games), 226, E::GamesAddUp),
        (good() + "&g=3,4", Some(F::Games), 225, E::GamesAddUp),
        (good() + "&g=6,4294967295", Some(F::Games), 225, E::GamesAddUp),
        (format!("g=3&{}", good()), Some(F::Games), 3, E::GamesAddUp),
        ("x".repeat(MAX_LINK_BYTES + 1), None, MAX_LINK_BYTES, E::Shorter),
    ];
    for (text, field, at, expected) in cases {
        let error = CheckLink::parse(&text).unwrap_err();
        assert_eq!((error.field, error.at, error.expected), (field, at, expected), "{text}");
        // The same after an address: offsets count from the first #.
        if text.len() < MAX_LINK_BYTES {
            let error = CheckLink::parse(&format!("https://example.org/?a=b&c#{text}")).unwrap_err();
            assert_eq!((error.field, error.at, error.expected), (field, at, expected), "{text}");
        }
    }
}

#[test]
fn a_second_hash_is_refused_where_it_stands() {
    let refused = |text: &str| {
        let error = CheckLink::parse(text).unwrap_err();
        (error.at, error.expected)
    };
    assert_eq!(refused(&format!("#{}#", good())), (220, Expected::NoSecondHash));
    assert_eq!(
        refused(&format!("a#{}", good().replace("v=1", "v=1#"))),
        (3, Expected::NoSecondHash)
    );
    assert_eq!(refused("##"), (0, Expected::NoSecondHash));
    // An earlier fault is named first, a later one after the #.
    assert_eq!(refused("#v=2#"), (2, Expected::VersionOne));
    assert_eq!(refused("#v#=2"), (1, Expected::NoSecondHash));
    // With one # the text before it is an address, whatever it looks like.
    assert_eq!(refused(&(good() + "#")), (0, Expected::Pair));
}

#[test]
fn an_error_reads_well() {
    let error = CheckLink::parse(&(good() + "&g=3,2")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "check link, field g, byte 226: expected games that add up to the number of rolls"
    );
    let error = CheckLink::parse("v").unwrap_err();
    assert_eq!(error.to_string(), "check link, byte 1: expected a = after the key");
}

#[test]
fn a_link_is_read_in_any_order_case_and_escaping() {
    let plain = CheckLink::parse(&(good() + "&g=2,4")).unwrap();
    assert_eq!(plain.games(), Some(&[2, 4][..]));
    let odd = format!(
        "x#p={}&g=%32%2C4&r=53245315615%34&c={}&v=%31&s={}",
        P.replace(',', "%2c"),
        C.to_uppercase(),
        S.to_uppercase()
    );
    assert_eq!(CheckLink::parse(&odd).unwrap(), plain);
    // What is written is canonical, whatever was read.
    assert_eq!(CheckLink::parse(&odd).unwrap().to_string(), good() + "&g=2,4");
    // The longest text that is read at all.
    let address = format!("{}#{}", "x".repeat(MAX_LINK_BYTES - good().len() - 1), good());
    assert_eq!(
        (address.len(), CheckLink::parse(&address).is_ok()),
        (MAX_LINK_BYTES, true)
    );
    assert!(CheckLink::parse(&format!("x{address}")).is_err());
}

#[test]
fn each_check_fails_by_its_own_name() {
    let first = |link: &str, first_roll, note: &MatchNote| {
        let report = CheckLink::parse(link).unwrap().verify(first_roll, note);
        let failure = report.report().first_failure().map(|line| (line.check, line.at));
        (failure, report.verdict())
    };
    let zero = Some(FirstRoll::Zero);
    let no_note = MatchNote::none();
    let mismatch = |check, at| (Some((check, at)), Verdict::Mismatch);
    assert_eq!(first(&good(), zero, &no_note), (None, Verdict::Consistent));
    // The seed swapped after the players' seeds came: the commitment does not open.
    let swapped = good().replace("s=5ad7", "s=5ad8");
    assert_eq!(first(&swapped, zero, &no_note), mismatch(Check::Commitment, None));
    for (at, digit) in [(0, 208), (3, 214), (5, 219)] {
        let mut altered = good().into_bytes();
        altered[digit] = b'1' + (altered[digit] - b'0') % 6;
        let altered = String::from_utf8(altered).unwrap();
        assert_eq!(
            first(&altered, zero, &no_note),
            mismatch(Check::Roll, Some(at)),
            "{altered}"
        );
    }
    // Dice in the other order are other dice.
    assert_eq!(
        first(&good().replace("r=53", "r=35"), zero, &no_note),
        mismatch(Check::Roll, Some(0))
    );
    assert_eq!(
        first(&good(), Some(FirstRoll::One), &no_note),
        mismatch(Check::Roll, Some(0))
    );
    // The players' seeds in the other order.
    let (own, other) = P.split_once(',').unwrap();
    assert_eq!(
        first(&good().replace(P, &format!("{other},{own}")), zero, &no_note),
        mismatch(Check::Roll, Some(0))
    );
    let note = |commitment: &str| MatchNote::none().commitment(commitment.parse().unwrap());
    assert_eq!(
        first(&good(), zero, &note(&"0".repeat(64))),
        mismatch(Check::NotedCommitment, None)
    );
    let sent = note(C).seed(Seat::One, player(other));
    assert_eq!(first(&good(), zero, &sent), mismatch(Check::NotedSeed, Some(0)));
    let sent = note(C).seed(Seat::One, player(own)).seed(Seat::Two, player("other"));
    assert_eq!(first(&good(), zero, &sent), mismatch(Check::NotedSeed, Some(1)));
    let sent = note(C).seed(Seat::Two, player(other));
    assert_eq!(first(&good(), zero, &sent), (None, Verdict::Verified));
    // A full note, but a numbering that was chosen to fit.
    assert_eq!(first(&good(), None, &sent), (None, Verdict::Consistent));
}

/// Finds seeds by search whose first roll number 0 and number 1 agree, so that a match of one roll fits both ways.
#[test]
fn without_a_numbering_the_report_says_which_held() {
    let which = |link: &str| {
        CheckLink::parse(link)
            .unwrap()
            .verify(None, &MatchNote::none())
            .first_roll()
    };
    assert_eq!(which(&good()), WhichFirst::Fits(FirstRoll::Zero));
    // Rolls 1 to 5 of the same match, as numbers 1 to 5.
    assert_eq!(which(&good().replace("r=53", "r=")), WhichFirst::Fits(FirstRoll::One));
    // Wrong at once either way: a tie, which goes to 0. Wrong later as 1 than as 0: 1 is named.
    assert_eq!(
        which(&good().replace("r=532453156154", "r=111111")),
        WhichFirst::Neither(FirstRoll::Zero)
    );
    assert_eq!(
        which(&good().replace("r=532453156154", "r=2453156111")),
        WhichFirst::Neither(FirstRoll::One)
    );
    let seed = naive::unhex(S);
    let twins = (0..200)
        .map(|i| format!("seed{i}"))
        .find(|one| naive::match_roll(&seed, one, "b", 0).1 == naive::match_roll(&seed, one, "b", 1).1);
    let one = twins.unwrap();
    let (a, b) = naive::match_roll(&seed, &one, "b", 0).1;
    let link = good()
        .replace(P, &format!("{one},b"))
        .replace("r=532453156154", &format!("r={a}{b}"));
    assert_eq!(which(&link), WhichFirst::Both);
    let report = CheckLink::parse(&link).unwrap().verify(None, &MatchNote::none());
    assert!(report.report().remarks()[0].ends_with("both hold"), "{report}");
}

#[test]
fn a_report_says_what_is_missing_and_whom_it_protects() {
    let report = CheckLink::parse(&good()).unwrap().verify(None, &MatchNote::none());
    let checks: Vec<_> = report.report().lines().iter().map(|line| line.check.name()).collect();
    let names = [
        "commitment",
        "commitment_hides_key",
        "roll",
        "first_roll",
        "noted_commitment",
        "noted_seed",
    ];
    assert_eq!(checks, names);
    let open = report
        .report()
        .lines()
        .iter()
        .filter(|line| matches!(line.finding, Finding::NotChecked { .. }));
    assert_eq!(open.count(), 3);
    assert!(
        report
            .report()
            .remarks()
            .iter()
            .any(|remark| remark.contains("in league with the other seat"))
    );
}

#[test]
fn value_stability_match_dice() {
    // Python: hmac.new(bytes(range(16)), b"a:" + 128 * b"b" + b":%d" % roll, "sha256"), the longest and the shortest seed.
    let seed = Revealed::from_hex("000102030405060708090a0b0c0d0e0f").unwrap();
    let rolls = Rolls::new(&seed, &[player("a"), player(&"b".repeat(128))]).unwrap();
    for (number, mac, dice) in [
        (
            0,
            "8921c3bae380f4af348f21acd3458224ccf87553ddea3077acf4af725c532706",
            (5, 6),
        ),
        (
            1,
            "ac11e392fd9b11c69708b49fd58d1313d496b32ebed1d1e8e95f01f6e9026f76",
            (5, 5),
        ),
        (
            9,
            "d9c19db8e5c3ab51667120197d9f02931b20df1cf669a27b70ffb05a5e11ded4",
            (1, 2),
        ),
        (
            10,
            "9e21f721460dd4e784bdd15b78784f38629f24dbc65ed0a0f59000fe6a49ae2a",
            (3, 3),
        ),
        (
            (1 << 53) + 1,
            "62a69366c8c756b0f5d0a4861322036a33f1efd1f8a4d7cc7079bd0b3cb3cda0",
            (5, 3),
        ),
        (
            u64::MAX,
            "f353f0953662383a6f9b8b1b3b12f94a0b1c8630d592ae557183cca2f75afe3a",
            (5, 4),
        ),
    ] {
        let roll = rolls.roll(number).unwrap();
        assert_eq!(
            (roll.mac.to_hex().as_str(), (roll.dice.first, roll.dice.second)),
            (mac, dice),
            "{number}"
        );
    }
}

#[test]
fn the_operator_cannot_go_wrong_quietly() {
    for bytes in [0, 1, 15, 65, 128] {
        let error = SealedMatch::new(ServerSeed::from_bytes(&vec![7; bytes])).unwrap_err();
        assert_eq!(error, SeedError::Length { bytes });
    }
    assert!(matches!(
        SealedMatch::new(ServerSeed::from_text("no hex")),
        Err(SeedError::NotHex(_))
    ));
    assert!(matches!(
        check_seed(&Revealed::from_text("abc")),
        Err(SeedError::NotHex(_))
    ));
    let live = |first| {
        let sealed = SealedMatch::new(ServerSeed::from_hex(S).unwrap()).unwrap();
        let (one, two) = P.split_once(',').unwrap();
        sealed.seat([player(one), player(two)], first).unwrap()
    };
    assert_eq!(live(FirstRoll::Zero).finish().unwrap_err(), RollError::EmptyGame);
    let mut two_games = live(FirstRoll::Zero);
    assert_eq!(two_games.end_game(), Err(RollError::EmptyGame));
    for end in [false, false, true, false, false, false] {
        two_games.roll().unwrap();
        if end {
            two_games.end_game().unwrap();
        }
    }
    assert!(
        !format!("{two_games:?}").contains("5ad7"),
        "a live match prints its seed"
    );
    assert_eq!(two_games.finish().unwrap().to_string(), good() + "&g=3,3");
    let mut from_one = live(FirstRoll::One);
    from_one.roll().unwrap();
    assert_eq!(
        from_one.finish().unwrap().to_string(),
        good().replace("r=532453156154", "r=24")
    );
}

#[test]
fn a_full_match_still_fits_its_link() {
    let seeds = [player(&"a".repeat(128)), player(&"b".repeat(128))];
    let sealed = SealedMatch::new(ServerSeed::from_bytes(&[9; 64])).unwrap();
    let mut live = sealed.seat(seeds, FirstRoll::Zero).unwrap();
    for _ in 0..MAX_ROLLS {
        live.roll().unwrap();
        live.end_game().unwrap();
    }
    assert_eq!(live.roll(), Err(RollError::Full));
    let text = live.finish().unwrap().to_string();
    let link = CheckLink::parse(&text).unwrap();
    assert_eq!((link.rolls().len(), link.to_string()), (MAX_ROLLS, text));
    assert_eq!(
        link.verify(Some(FirstRoll::Zero), &MatchNote::none()).verdict(),
        Verdict::Consistent
    );
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn what_was_made_reads_back_and_holds(
        seed in proptest::collection::vec(any::<u8>(), 16..=64),
        one in "[A-Za-z0-9_-]{1,128}",
        two in "[A-Za-z0-9_-]{1,128}",
        games in proptest::collection::vec(1_usize..9, 1..4),
        end_them: bool,
        from_one: bool,
    ) {
        let first = if from_one { FirstRoll::One } else { FirstRoll::Zero };
        let sealed = SealedMatch::new(ServerSeed::from_bytes(&seed)).unwrap();
        let commitment = sealed.commitment();
        prop_assert_eq!(commitment.to_string(), naive::hex(&naive::sha256(&seed)));
        let mut live = sealed.seat([player(&one), player(&two)], first).unwrap();
        let mut number = first.number();
        for game in games {
            for _ in 0..game {
                let dice = live.roll().unwrap();
                prop_assert_eq!((dice.first, dice.second), naive::match_roll(&seed, &one, &two, number).1);
                number += 1;
            }
            if end_them {
                live.end_game().unwrap();
            }
        }
        let link = live.finish().unwrap();
        prop_assert_eq!(&CheckLink::parse(&link.to_string()).unwrap(), &link);
        let note = MatchNote::none().commitment(commitment).seed(Seat::Two, player(&two));
        prop_assert_eq!(link.verify(Some(first), &note).verdict(), Verdict::Verified);
    }

    #[test]
    fn nothing_that_is_read_panics(text in "\\PC{0,60}", at in 0_usize..221, cut in 0_usize..221) {
        let _ = CheckLink::parse(&text);
        let mut damaged = good();
        damaged.insert_str(at.min(damaged.len()), &text);
        let offset_is_inside = |text: &str| match CheckLink::parse(text) {
            Ok(link) => { let _ = link.verify(None, &MatchNote::none()); true }
            Err(error) => error.at <= text.len(),
        };
        prop_assert!(offset_is_inside(&damaged));
        damaged.truncate((0..=cut).rev().find(|at| damaged.is_char_boundary(*at)).unwrap_or(0));
        prop_assert!(offset_is_inside(&damaged));
    }
}
