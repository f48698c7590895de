//! Rounds under every scheme: literal values, values that sites paid, edges, and the slow twin.
//!
//! Literals: Python's `hmac` and `hashlib`, `int.from_bytes(digest[:8], "big") / 2**64`. Published: each operator's or its
//! auditor's own log.

use std::num::NonZeroU32;

use proptest::prelude::*;
use provably_fair::{
    CURSOR_V1, ClientSeed, DUEL_DICE_V1, DrawError, LIQD_DICE_V1, Revealed, STAKE_V1, Scheme, ServerSeed, scheme,
};

mod naive;

fn n(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
}

#[test]
fn value_stability_cursor_v1() {
    let seed = Revealed::from_text("server");
    let cases = [
        (
            "",
            0,
            0,
            "67ebf50fd7be88511893f633c2872a5bca3f3494fa730b018ca02807074c72e7",
            0x3fd9_fafd_43f5_efa2,
            21,
        ),
        (
            "client",
            (1 << 53) + 1,
            0,
            "6707e9cd64a7b6899b7e26044d69ec54fec2243753e36386825bd3b01b27937a",
            0x3fd9_c1fa_7359_29ee,
            20,
        ),
        (
            "client",
            u64::MAX,
            u64::MAX,
            "32269b9ce05e901fb3037d489929c0fa47ca506f6e2a307175d1f337aff0b64d",
            0x3fc9_134d_ce70_2f48,
            10,
        ),
        (
            "caf\u{e9}",
            1,
            9,
            "cdd4a6dc72552b7a28c805c2518e488ddd4efed8e9b0e91862be8ea28a6bc03a",
            0x3fe9_ba94_db8e_4aa5,
            41,
        ),
        (
            "\u{65e5}\u{672c}",
            1,
            10,
            "80efa77355ec41ec47ed96e3c2422cc9996a6c0eb6e8107a17f817c9a4663ae0",
            0x3fe0_1df4_ee6a_bd88,
            26,
        ),
        (
            "\u{1f3b2}",
            1,
            99,
            "122eca5c784e18cc5b1701468563ab721233f8f81ad9df633c3f0a56406cf699",
            0x3fb2_2eca_5c78_4e19,
            3,
        ),
    ];
    for (client, nonce, cursor, digest, bits, card) in cases {
        let round = CURSOR_V1.round(&seed, client, nonce).unwrap();
        assert_eq!(
            round.digest(cursor).unwrap().to_hex(),
            digest,
            "{client} {nonce} {cursor}"
        );
        assert_eq!(
            round.number(cursor).unwrap().to_bits(),
            bits,
            "{client} {nonce} {cursor}"
        );
        assert_eq!(round.index(cursor, n(52)), Ok(card), "{client} {nonce} {cursor}");
    }
}

#[test]
fn value_stability_stake_v1() {
    let seed = Revealed::from_text("server");
    let round = STAKE_V1.round(&seed, "client", 5).unwrap();
    let words = [
        (0, 0xd160_fbe7_u32, 42),
        (7, 0xca72_6964, 41),
        (8, 0x73bc_1694, 23),
        (15, 0xa861_bf0d, 34),
        (16, 0xc8f7_ddff, 40),
        (800, 0xf582_4b05, 49),
    ];
    for (cursor, word, card) in words {
        let number = f64::from(word) / 4_294_967_296.0;
        assert_eq!(round.number(cursor).unwrap().to_bits(), number.to_bits(), "{cursor}");
        assert_eq!(round.index(cursor, n(52)), Ok(card), "{cursor}");
    }
}

#[test]
fn stake_paid_these_dice() {
    let paid = |seed: &str, client, nonce| {
        let seed = Revealed::from_text(seed);
        STAKE_V1
            .round(&seed, client, nonce)
            .unwrap()
            .index(0, n(10_001))
            .unwrap()
    };
    let seeds = ("f2ac89b608eeb01312d115bce6741b32", "86ff027f15c48241af7f54a726690ee7");
    let dice = [2807, 2902, 586, 5486, 966, 9325, 8723, 3899, 9035, 3279];
    for (nonce, hundredths) in (0..).zip(dice) {
        assert_eq!(paid(seeds.0, seeds.1, nonce), hundredths, "{nonce}");
    }
    let long = "735249f062ac025044a8523aa92e034803f02d6b75129abc97e8b1be19aab9b4";
    assert_eq!(paid(long, "ec75fca98de6f2d9", 20), 9308);
    assert_eq!(paid("server seed", "client seed", 1), 7467);
}

#[test]
fn liqd_and_duel_paid_these_dice() {
    let paid = |scheme: Scheme, seed: &str, client, nonce, outcomes| {
        let seed = Revealed::from_text(seed);
        scheme
            .round(&seed, client, nonce)
            .unwrap()
            .index(0, n(outcomes))
            .unwrap()
    };
    let seed = "00112233445566778899aabbccddeeff";
    for (nonce, hundredths) in (0..).zip([9322, 79, 8191, 9736, 9034, 6499, 948, 9341]) {
        assert_eq!(
            paid(LIQD_DICE_V1, seed, "audittest", nonce, 10_000),
            hundredths,
            "{nonce}"
        );
    }
    // The first word of this digest is rejected.
    assert_eq!(paid(LIQD_DICE_V1, seed, "audittest", 2_388_818, 10_000), 3584);
    let seed = "015307d5a3f62db476210c3797bac8b7";
    assert_eq!(paid(LIQD_DICE_V1, seed, "auditf2456fc140ac", 1000, 10_000), 361);

    let seed = "9089447ee52c50f7681df2e81d1c18c7511211541d816700d2d9cbf5e21e59e1";
    for (nonce, roll) in [(0, 3210), (1, 8810), (3, 3292), (5, 2918), (6, 6035), (7, 3382)] {
        assert_eq!(
            paid(DUEL_DICE_V1, seed, "TWGFOVLB7Hn0nEYz", nonce, 10_001),
            roll,
            "{nonce}"
        );
    }
}

#[test]
fn the_two_encodings_of_a_seed_are_two_commitments() {
    // LIQD hashes the text, Duel the bytes; both from their own logs' form, digests from Python's hashlib.
    let seed = |text| ServerSeed::from_text(text);
    let text = LIQD_DICE_V1.commit(&seed("00ff")).unwrap().to_string();
    assert_eq!(text, "8909cde2f411a84e86e7a39c8a3916b7cda6a9d977778030b6f6a491401400bc");
    let bytes = DUEL_DICE_V1.commit(&seed("00ff")).unwrap().to_string();
    assert_eq!(
        bytes,
        "06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8"
    );
    let duel = "9089447ee52c50f7681df2e81d1c18c7511211541d816700d2d9cbf5e21e59e1";
    let published = "dbd84e4f9c7c7bec84778bef7eb1b40e265d406657d02339ad4443d90e44cb75";
    assert_eq!(DUEL_DICE_V1.commit(&seed(duel)).unwrap().to_string(), published);
    assert!(DUEL_DICE_V1.commit(&seed("not hex")).is_err());
    assert!(LIQD_DICE_V1.round(&seed("not hex"), "c", 0).is_err());
}

#[test]
fn a_draw_past_the_end_is_an_error() {
    let seed = Revealed::from_text("00");
    let cursor = CURSOR_V1.round(&seed, "c", 0).unwrap();
    let mut two = [0.0; 2];
    assert_eq!(
        cursor.fill(u64::MAX, &mut two),
        Err(DrawError::PastTheEnd { cursor: u64::MAX })
    );
    assert_eq!(cursor.fill(u64::MAX, &mut two[..1]), Ok(()));
    assert_eq!(cursor.fill(u64::MAX, &mut []), Ok(()));

    let duel = DUEL_DICE_V1.round(&seed, "c", 0).unwrap();
    assert_eq!(duel.index(1, n(2)), Err(DrawError::PastTheEnd { cursor: 1 }));
    assert_eq!(duel.message(1), Err(DrawError::PastTheEnd { cursor: 1 }));
    assert_eq!(duel.message(0).unwrap(), "c:0");
    assert_eq!(duel.number(0), Err(DrawError::NoPlainNumber));
    assert_eq!(duel.fill(0, &mut two), Err(DrawError::NoPlainNumber));
    assert_eq!(duel.numbers().count(), 0);
    assert_eq!(
        duel.fill_indices(0, n(2), &mut [0; 2]),
        Err(DrawError::PastTheEnd { cursor: 1 })
    );
}

#[test]
fn a_client_seed_is_never_touched() {
    let seed = Revealed::from_text("server");
    let digest = |client: &str| CURSOR_V1.round(&seed, client, 0).unwrap().digest(0).unwrap();
    // A trimmed, folded or normalised seed would collide with its neighbour.
    let alike = ["a", " a", "a ", "a\n", "A", "\u{e9}", "e\u{301}", "\u{430}", "a-0", ""];
    for (at, one) in alike.iter().enumerate() {
        for other in &alike[at + 1..] {
            assert_ne!(digest(one), digest(other), "{one:?} {other:?}");
        }
    }
    assert_eq!(ClientSeed::from_utf8(b"\xff").unwrap_err().at, 0);
}

#[test]
fn scheme_ids_are_unique_and_carry_a_version() {
    for (at, one) in scheme::SCHEMES.iter().enumerate() {
        assert_eq!(scheme::by_id(one.id()), Some(*one));
        assert!(one.id().ends_with("/1"), "{}", one.id());
        assert!(scheme::SCHEMES[at + 1..].iter().all(|other| other.id() != one.id()));
    }
    assert_eq!(scheme::by_id(""), None);
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn a_round_is_the_twins(server in "\\PC{0,200}", client in "\\PC{0,200}", nonce: u64, cursor: u64, sides in 1_u32..) {
        let seed = Revealed::from_text(&server);
        let round = CURSOR_V1.round(&seed, &client, nonce).unwrap();
        let digest = naive::cursor_digest(&server, &client, nonce, cursor);
        prop_assert_eq!(round.digest(cursor).unwrap().first(), digest);
        let number = naive::unit64(&digest);
        prop_assert_eq!(round.number(cursor).unwrap().to_bits(), number.to_bits());
        prop_assert_eq!(round.index(cursor, n(sides)), Ok(naive::index(number, sides)));
        prop_assert_eq!(round.message(cursor).unwrap(), format!("{client}-{nonce}-{cursor}"));
        let trace = round.trace(cursor, n(sides)).unwrap();
        prop_assert_eq!(trace.index, naive::index(number, sides));
    }

    #[test]
    fn stake_words_are_the_twins(server in "\\PC{0,80}", client in "\\PC{0,80}", nonce: u64, cursor in 0_u64..1 << 40, sides in 1_u32..) {
        let seed = Revealed::from_text(&server);
        let round = STAKE_V1.round(&seed, &client, nonce).unwrap();
        let message = format!("{client}:{nonce}:{}", cursor / 8);
        let digest = naive::hmac_sha256(server.as_bytes(), message.as_bytes());
        let at = usize::try_from(cursor % 8).unwrap() * 4;
        let number = naive::unit32(&digest[at..at + 4]);
        prop_assert_eq!(round.number(cursor).unwrap().to_bits(), number.to_bits());
        prop_assert_eq!(round.index(cursor, n(sides)), Ok(naive::index(number, sides)));
    }

    #[test]
    fn bulk_is_one_by_one(client in "[a-z]{0,140}", nonce: u64, first in prop_oneof![0_u64..120, u64::MAX - 200..], len in 0_usize..150, stake: bool, sides in 1_u32..) {
        let scheme = if stake { STAKE_V1 } else { CURSOR_V1 };
        let seed = Revealed::from_text("server");
        let round = scheme.round(&seed, &client, nonce).unwrap();
        let (mut numbers, mut indices) = (vec![-1.0; len], vec![u32::MAX; len]);
        let fits = len == 0 || first.checked_add(len as u64 - 1).is_some();
        prop_assert_eq!(round.fill(first, &mut numbers).is_ok(), fits);
        prop_assert_eq!(round.fill_indices(first, n(sides), &mut indices).is_ok(), fits);
        if fits {
            for (i, cursor) in (first..=u64::MAX).take(len).enumerate() {
                prop_assert_eq!(numbers[i].to_bits(), round.number(cursor).unwrap().to_bits());
                prop_assert_eq!(Ok(indices[i]), round.index(cursor, n(sides)));
            }
        }
    }
}
