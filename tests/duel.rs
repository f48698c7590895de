//! Duel's games and Stake's zoo against the slow twin and literals from Python and JavaScript.
//!
//! Published outcomes are in `tests/vectors`; here are the rules' edges, which a log does not reach.

mod naive;

use std::num::NonZeroU32;

use num_bigint::BigUint;
use provably_fair::chain::{
    self, Chain, DUEL_CASTLE_ROULETTE_V1, DUEL_CRASH_V1, DrawRule, GameLink, Kind, Points, Progress, Public, RuleError,
    STAKE_CRASH_V1, STAKE_ZOO_V1, ZOO_ANIMALS, per_mille_point,
};
use provably_fair::games::operators::{DUEL_MINES, DUEL_PLINKO, duel_mines};
use provably_fair::games::{self, stake::plinko_slot};
use provably_fair::layout::Value;
use provably_fair::mac::Digest;
use provably_fair::scheme::{DUEL_MINES_V1, DUEL_PLINKO_V1};
use provably_fair::{DrawError, Revealed};

const LINK: &str = "9dd9a4ce539a7d11a36a96c71f3d939c46d972b2e56254bc85ea2c0681541dca";
const SALT: &str = "0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526";

fn game(kind: Kind) -> GameLink {
    let link = kind.link(LINK).unwrap();
    match Chain::new(link.next()).check(link, 1).unwrap() {
        Progress::Game(game) => game,
        other => panic!("{other:?}"),
    }
}

fn words(digest: [u8; 32]) -> [u64; 8] {
    core::array::from_fn(|i| u64::from(u32::from_be_bytes(digest[4 * i..][..4].try_into().unwrap())))
}

/// The first word below (2^32 - 1) - (2^32 - 1) mod n, cursor after cursor.
fn first_below(key: &[u8], client: &str, nonce: u64, mut cursor: u64, n: u64) -> u64 {
    let limit = 0xffff_ffff - 0xffff_ffff % n;
    loop {
        for word in words(naive::hmac_sha256(key, format!("{client}:{nonce}:{cursor}").as_bytes())) {
            if word < limit {
                return word % n;
            }
        }
        cursor += 1;
    }
}

#[test]
fn a_board_is_the_twins_shuffle() {
    for nonce in 0..40_u64 {
        let key = naive::sha256(&nonce.to_be_bytes());
        let seed = Revealed::from_text(&naive::hex(&key));
        let mut places: Vec<u32> = (0..25).collect();
        for i in (1..25_usize).rev() {
            let j = first_below(&key, "client", nonce, 24 - i as u64, i as u64 + 1);
            places.swap(i, usize::try_from(j).unwrap());
        }
        let round = DUEL_MINES_V1.round(&seed, "client", nonce).unwrap();
        for mines in 1..25_u32 {
            let game = DUEL_MINES.with(&[("mines", Value::Size(mines))]).unwrap();
            let mut expected = places[..mines as usize].to_vec();
            expected.sort_unstable();
            assert_eq!(duel_mines(&game.deal(&round, &[24]).unwrap()), Some(expected));
            assert_eq!(duel_mines(&game.deal(&round, &[23]).unwrap()), None);
        }
    }
    for refused in [0, 25, u32::MAX] {
        assert!(DUEL_MINES.with(&[("mines", Value::Size(refused))]).is_err());
    }
}

/// With 2^31 + 1 outcomes half of all words are rejected, so one digest in 256 is exhausted.
#[test]
fn an_exhausted_digest_gives_way_to_the_next_draws_own() {
    let n = NonZeroU32::new((1 << 31) + 1).unwrap();
    let limit = 0xffff_ffff_u64 - 0xffff_ffff % u64::from(n.get());
    let key = naive::sha256(b"exhausted");
    let seed = Revealed::from_text(&naive::hex(&key));
    let round = DUEL_MINES_V1.round(&seed, "client", 7).unwrap();
    let mut exhausted = 0;
    for cursor in 0..3000 {
        let expected = first_below(&key, "client", 7, cursor, n.get().into());
        assert_eq!(round.index(cursor, n).map(u64::from), Ok(expected), "{cursor}");
        if words(round.digest(cursor).unwrap().as_bytes().try_into().unwrap())
            .iter()
            .all(|word| *word >= limit)
        {
            exhausted += 1;
            assert_eq!(round.index(cursor, n), round.index(cursor + 1, n));
            assert_eq!(
                round.trace(cursor, n).unwrap().message,
                format!("client:7:{}", cursor + 1)
            );
            // Plinko's scheme says nothing of it, so it is no draw there.
            let plinko = DUEL_PLINKO_V1.round(&seed, "client", 7).unwrap();
            assert_eq!(plinko.index(cursor, n), Err(DrawError::Exhausted { cursor }));
        }
    }
    assert_eq!(exhausted, 8);
}

#[test]
fn a_row_of_plinko_is_the_first_words_last_bit() {
    let limit = provably_fair::scheme::Limit::Multiple.below(NonZeroU32::new(2).unwrap());
    assert_eq!(limit, 1 << 32, "no word is rejected");
    for nonce in 0..40_u64 {
        let key = naive::sha256(&nonce.to_be_bytes());
        let seed = Revealed::from_text(&naive::hex(&key));
        let round = DUEL_PLINKO_V1.round(&seed, "client", nonce).unwrap();
        let row = |row| naive::hmac_sha256(&key, format!("client:{nonce}:{row}").as_bytes())[3] % 2;
        let steps: Vec<u32> = (0..16).map(|r| u32::from(row(r))).collect();
        let game = DUEL_PLINKO.with(&[("rows", Value::Size(16))]).unwrap();
        let deal = game.deal(&round, &[16]).unwrap();
        assert_eq!(
            (deal.items("rows"), plinko_slot(&deal)),
            (steps.clone(), Some(steps.iter().sum()))
        );
        assert_eq!(duel_mines(&deal), None);
        assert_eq!(plinko_slot(&game.deal(&round, &[15]).unwrap()), None, "still falling");
    }
    assert!(games::by_id("duel_plinko/1").is_some());
}

#[test]
fn a_seed_that_is_no_hex_is_no_key() {
    let seed = Revealed::from_text("server");
    assert!(DUEL_MINES_V1.round(&seed, "client", 0).is_err());
    assert!(DUEL_PLINKO_V1.round(&seed, "client", 0).is_err());
}

/// From Python, with the web's decoder written out, and from JavaScript's `Buffer.toString("utf-8")`.
#[test]
fn rounds_with_a_signature_keep_their_values() {
    let plain: Vec<u8> = (0..96).collect();
    let broken: Vec<u8> = (0x80..0xb0).collect();
    let mixed = [0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82];
    for (signature, digest, hundredths, position) in [
        (
            &plain[..],
            "7b5aac8c76057e45902ab731c66e5aacbb661a0abe575b23d367c46d4a7d6406",
            207,
            12,
        ),
        (
            &broken[..],
            "878600fb923cf19897e1c5d2367daeb450a954f9fe18b8f80297dd5bca3a664a",
            188,
            43,
        ),
        (
            &mixed[..],
            "63d1cadf86b79e0587278b1a82f87a3864ada5d0250191be4accf6e13a1a55c4",
            256,
            31,
        ),
    ] {
        let public = Public::signature(signature);
        let crash = DUEL_CRASH_V1.crash(&game(Kind::Bytes), public).unwrap();
        assert_eq!(
            (crash.digest.to_hex().as_str(), crash.hundredths, crash.bust),
            (digest, hundredths, false)
        );
        assert_eq!(
            DUEL_CASTLE_ROULETTE_V1.draw(&game(Kind::Bytes), public),
            Ok(vec![position])
        );
    }
}

/// What is no UTF-8 becomes U+FFFD by maximal parts; the right column is from JavaScript.
#[test]
fn a_signature_is_read_as_the_web_reads_text() {
    for (signature, text) in [
        ("80", "efbfbd"),
        ("c280", "c280"),
        ("c3", "efbfbd"),
        ("e0", "efbfbd"),
        ("e08080", "efbfbdefbfbdefbfbd"),
        ("f09f98", "efbfbd"),
        ("eda080", "efbfbdefbfbdefbfbd"),
        ("f4908080", "efbfbdefbfbdefbfbdefbfbd"),
        ("c328", "efbfbd28"),
        ("c0af", "efbfbdefbfbd"),
        ("fffe", "efbfbdefbfbd"),
        ("efbbbf41", "efbbbf41"), // a byte order mark stays
        ("f0808080", "efbfbdefbfbdefbfbdefbfbd"),
        ("e28228", "efbfbd28"),
        ("e1a0c0f0", "efbfbdefbfbdefbfbd"),
        ("00", "00"),
    ] {
        let message = [naive::unhex(text), b":0".to_vec()].concat();
        let expected = naive::hmac_sha256(&naive::unhex(LINK), &message);
        let crash = DUEL_CRASH_V1
            .crash(&game(Kind::Bytes), Public::signature(&naive::unhex(signature)))
            .unwrap();
        assert_eq!(crash.digest.as_bytes(), expected, "{signature}");
    }
    // Some of a signature is lost: these two are one text.
    let outcome = |signature: &[u8]| DUEL_CRASH_V1.crash(&game(Kind::Bytes), Public::signature(signature));
    assert_eq!(outcome(&[0x80, 0x41]), outcome(&[0x81, 0x41]));
    assert_ne!(outcome(&[0x80, 0x41]), outcome(&[0x80, 0x42]));
}

#[test]
fn what_a_round_needs_is_asked_for() {
    let crash = |public| DUEL_CRASH_V1.crash(&game(Kind::Bytes), public).unwrap_err();
    let draw = |public| DUEL_CASTLE_ROULETTE_V1.draw(&game(Kind::Bytes), public).unwrap_err();
    let zoo = |public| STAKE_ZOO_V1.draw(&game(Kind::HexText), public).unwrap_err();
    for (public, error) in [
        (Public::NONE, RuleError::SignatureMissing),
        (Public::signature(&[]), RuleError::SignatureMissing),
        (Public::salt(SALT), RuleError::SaltUnused),
    ] {
        assert_eq!((crash(public), draw(public)), (error, error));
    }
    assert_eq!(zoo(Public::NONE), RuleError::SaltMissing);
    assert_eq!(zoo(Public::signature(&[1])), RuleError::SignatureUnused);
    let other = STAKE_ZOO_V1.draw(&game(Kind::Bytes), Public::salt(SALT));
    assert!(matches!(other, Err(RuleError::OtherKind(_))));
    let other = DUEL_CRASH_V1.crash(&game(Kind::HexText), Public::signature(&[1]));
    assert!(matches!(other, Err(RuleError::OtherKind(_))));
}

const EIGHT: DrawRule = DrawRule::new("eight/1", STAKE_ZOO_V1.digest(), 8, u32::MAX);

#[test]
fn the_zoo_is_drawn_from_the_digest_of_crash() {
    // From Python: the first three words modulo 20.
    let game = game(Kind::HexText);
    assert_eq!(STAKE_ZOO_V1.draw(&game, Public::salt(SALT)), Ok(vec![10, 4, 6]));
    let digest = STAKE_CRASH_V1.crash(&game, Public::salt(SALT)).unwrap().digest;
    let digest = words(digest.as_bytes().try_into().unwrap());
    let all: Vec<u32> = digest
        .iter()
        .map(|word| u32::try_from(word % 0xffff_ffff).unwrap())
        .collect();
    assert_eq!(EIGHT.draw(&game, Public::salt(SALT)), Ok(all));
    let share = |name| ZOO_ANIMALS.iter().filter(|animal| **animal == name).count();
    let shares = ["lion", "cheetah", "elephant", "crocodile", "rhino", "penguin"].map(share);
    assert_eq!(shares, [1, 1, 2, 2, 4, 10]);
}

#[test]
fn a_single_rounds_rule_has_an_id_and_is_no_chains() {
    assert_eq!(chain::by_id("duel-crash/1"), Some(DUEL_CRASH_V1));
    assert_eq!(chain::by_id("duel-crash"), None);
    assert_eq!(chain::SINGLE_RULES, [DUEL_CRASH_V1]);
    assert!(!chain::RULES.contains(&DUEL_CRASH_V1));
}

/// max(1.00, floor(2^32 / (word + 1) * 0.999 * 100) / 100) with each operation rounded by the twin, on the words around every
/// border between points up to 300.00, and at both ends. The example `chain_doubles` compares all words.
#[test]
fn duels_doubles_are_the_exact_point() {
    let two_32 = BigUint::from(1_u64 << 32);
    let times = |a: f64, b: f64| {
        let ((a, under_a), (b, under_b)) = (naive::fraction(a), naive::fraction(b));
        naive::nearest(&(a * b), &(under_a * under_b))
    };
    let per_mille = naive::nearest(&BigUint::from(999_u16), &BigUint::from(1000_u16));
    assert_eq!(per_mille.to_bits(), (1.0_f64 - 0.001).to_bits());
    let mut compared = 0;
    let borders = (100..30_000_u64).map(|point| (999 << 32) / (10 * point));
    for border in borders.chain([1, 2, 3, 100, 1 << 31, (1 << 32) - 2]) {
        for word in border.saturating_sub(2)..=(border + 1).min((1 << 32) - 1) {
            let quotient = naive::nearest(&two_32, &BigUint::from(word + 1));
            let played = naive::small(&naive::floor(times(times(quotient, per_mille), 100.0))).max(100);
            assert_eq!(per_mille_point(u32::try_from(word).unwrap(), 999), played, "{word}");
            compared += 1;
        }
    }
    assert!(compared > 100_000);
    let mut bytes = [0; 32];
    bytes[3] = 1;
    assert_eq!(
        Points::WordPerMille { per_mille: 999 }.of(&Digest::Sha256(bytes)),
        214_533_616_435
    );
}
