//! The library against the slow twin, on inputs that seek the borders; and the twin against published values first.
//!
//! Every run draws the same cases (a fixed seed), so a failure can be run again.

mod naive;

use std::num::NonZeroU32;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use provably_fair::crash::{Rule, later_raw_big, raw_big};
use provably_fair::dice;
use provably_fair::index::{first_word, index, words};
use provably_fair::limbo::{Ratio, limbo};
use provably_fair::pool::{Order, Pool};
use provably_fair::unit::{H52, parts56, parts64, unit32, unit56, unit64};
use provably_fair::weighted::{Weights, weighted};

fn seeded() -> ProptestConfig {
    ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(52),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn n(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("n is 1 or more")
}

/// A first word: anything, few bits, near either end, or near where a tie is rounded.
fn word() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        (any::<u64>(), 0..64_u32).prop_map(|(word, bits)| word >> bits),
        (0..5_000_u64).prop_map(|back| u64::MAX - back),
        (any::<u64>(), 0..12_u32, -2..=2_i64)
            .prop_map(|(word, bits, step)| ((word | 0x7ff) ^ (0x3ff >> bits)).wrapping_add_signed(step)),
    ]
}

/// A size, and a first word: any, or one near a border between two indices.
fn size_and_word() -> impl Strategy<Value = (u32, u64)> {
    let sizes = prop_oneof![
        1..100_u32,
        any::<u32>().prop_map(|n| n.max(1)),
        (0..1_000_u32).prop_map(|n| u32::MAX - n)
    ];
    let near = |(n, i, step): (u32, u32, i64)| {
        let border = (u128::from(i % n) << 64) / u128::from(n);
        (
            n,
            u64::try_from(border).expect("i is below n").wrapping_add_signed(step),
        )
    };
    prop_oneof![
        (sizes.clone(), word()),
        (sizes, any::<u32>(), -3_000..3_000_i64).prop_map(near)
    ]
}

/// An h: anything, near the top, or within 2 of the border of a point.
fn any_h() -> impl Strategy<Value = H52> {
    let e = 1_u64 << 52;
    let near = move |(m, step): (u64, i64)| (e - 99 * e / m).saturating_add_signed(step);
    prop_oneof![0..e, (e - 1_000)..e, (99..2_000_000_u64, -2..=2_i64).prop_map(near)]
        .prop_map(|h| H52::new(h).expect("below 2^52"))
}

/// A MAC of 0..=64 bytes, of which many are 252 and more.
fn mac() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(prop_oneof![any::<u8>(), 248..=255_u8], 0..=64)
}

proptest! {
    #![proptest_config(seeded())]

    #[test]
    fn numbers_are_rounded_once(word in word()) {
        let first8 = word.to_be_bytes();
        let (first7, first4) = (*first8.first_chunk::<7>().unwrap(), *first8.first_chunk::<4>().unwrap());
        prop_assert_eq!(unit64(first8).to_bits(), naive::unit64(&first8).to_bits());
        prop_assert_eq!(parts64(first8).sum().to_bits(), naive::unit64(&first8).to_bits());
        prop_assert_eq!(unit56(first7).to_bits(), naive::unit56(&first8).to_bits());
        prop_assert_eq!(parts56(first7).sum().to_bits(), naive::unit56(&first8).to_bits());
        prop_assert_eq!(unit32(first4).to_bits(), naive::unit32(&first8).to_bits());
        prop_assert_eq!(H52::of(first7).get(), naive::h52(&first8));
    }

    #[test]
    fn indices_are_the_double_rule((size, word) in size_and_word()) {
        let u = unit64(word.to_be_bytes());
        let i = index(u, n(size));
        prop_assert_eq!(i, naive::index(u, size));
        // The word lies in the run of words that the odds give to its index.
        let first = first_word(n(size), i).unwrap();
        prop_assert!(first <= word && u128::from(word) < u128::from(first) + words(n(size), i).unwrap());
        if first > 0 {
            prop_assert_eq!(naive::index(naive::unit64(&(first - 1).to_be_bytes()), size) + 1, i);
        }
        prop_assert_eq!(naive::index(naive::unit64(&first.to_be_bytes()), size), i);
    }

    #[test]
    fn pools_give_the_same_items(first in 0..1_000_u32, count in 1..80_u32, list in proptest::collection::vec(word(), 80)) {
        let numbers: Vec<f64> = list.iter().zip(0..count).map(|(word, _)| unit64(word.to_be_bytes())).collect();
        let drawn = |order| {
            let mut pool = Pool::new(first, count, order).unwrap();
            numbers.iter().map(|&u| pool.draw(u).unwrap()).collect::<Vec<u32>>()
        };
        prop_assert_eq!(drawn(Order::PoolHop), naive::pool_hop(first, count, &numbers));
        prop_assert_eq!(drawn(Order::RemoveShift), naive::remove_shift(first, count, &numbers));
    }

    #[test]
    fn weighted_picks_are_the_same(mut weights in proptest::collection::vec(0..4_u32, 1..40), big in 1..1_000_000_u32, word in word()) {
        weights.push(big);
        weights.push(0);
        let u = unit64(word.to_be_bytes());
        let table = Weights::new(&weights).unwrap();
        let item = weighted(u, &table);
        prop_assert_eq!(item, naive::weighted(u, &weights));
        prop_assert!(table.words(item).unwrap() > 0);
    }

    #[test]
    fn dice_are_the_same(mac in mac()) {
        prop_assert_eq!(dice::pair(&mac).map(|pair| (pair.first, pair.second)), naive::pair(&mac));
        prop_assert_eq!(dice::faces::<2>(&mac).map(Vec::from), naive::faces(&mac, 2));
        prop_assert_eq!(dice::faces::<7>(&mac).map(Vec::from), naive::faces(&mac, 7));
        for (byte, face) in dice::accepted(&mac).zip(1..) {
            prop_assert_eq!(mac[usize::try_from(byte.at()).unwrap()], byte.byte());
            prop_assert_eq!(naive::faces(&mac, face).unwrap()[face - 1], byte.face());
        }
    }

    #[test]
    fn crash_points_are_the_same(h in any_h()) {
        let (word, big) = (h.get(), BigUint::from(h.get()));
        let twin = [naive::crash_raw, naive::crash_raw_double, naive::later_raw, naive::later_raw_double];
        prop_assert_eq!(Rule::ALL.map(|rule| rule.raw(h)), twin.map(|rule| rule(word)));
        let points = twin.map(|rule| naive::crash_point(rule(word)));
        prop_assert_eq!(Rule::ALL.map(|rule| rule.point(h, provably_fair::crash::Clamp::STANDARD)), points);
        prop_assert_eq!(raw_big(&big, 52, 100), Ok(BigUint::from(naive::crash_raw(word))));
        prop_assert_eq!(later_raw_big(&big, 52, 99), Ok(BigUint::from(naive::later_raw(word))));
    }

    #[test]
    fn limbo_is_the_exact_rational(word in word(), bits in 0..=1.0_f64.to_bits(), num in 1..=u64::MAX, den in 1..=u64::MAX, shift in 0..64_u32, cap in 100..=u64::MAX) {
        let (num, den) = ((num >> shift).max(1), (den >> (shift / 2)).max(1));
        for u in [unit64(word.to_be_bytes()), f64::from_bits(bits)] {
            for (num, den, cap) in [(num, den, cap), (99, 100, u64::MAX), (99, 100, 100_000_000)] {
                prop_assert_eq!(limbo(u, Ratio { num, den }, cap), Ok(naive::limbo(u, num, den, cap)));
            }
        }
    }
}

// ---- the twin itself, on values it did not make ----

/// RFC 4231 cases 1, 2 and 6; an empty key and keys of 64 and 65 bytes from Python's hmac.
#[test]
fn the_twins_hmac_is_rfc_2104() {
    let hmac = |key: &[u8], message: &str| naive::hex(&naive::hmac_sha256(key, message.as_bytes()));
    for (key, message, mac) in [
        (
            vec![0x0b; 20],
            "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        ),
        (
            b"Jefe".to_vec(),
            "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            vec![0xaa; 131],
            "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
        (
            vec![],
            "",
            "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad",
        ),
        (
            vec![b'k'; 64],
            "m",
            "3b7a8d453e76edb519238a515105a57508d0f169f480ebeee120a9e7803289fa",
        ),
        (
            vec![b'k'; 65],
            "m",
            "c2d7d4c2256ddb097409ec0c67e1d58fa1a007fc6932cac0d892a525d08af7cc",
        ),
    ] {
        assert_eq!(hmac(&key, message), mac, "{message}");
    }
}

/// The first cases of the vector files for these protocols, which an independent implementation made.
#[test]
fn the_twins_protocols_give_the_vectors() {
    let digest = naive::cursor_digest("server", "client", 0, 0);
    assert_eq!(
        naive::hex(&digest),
        "3ace7b03f855e43ab9baa0d573bf3b97646932d15a54dd4ac9b8ee2647f902d9"
    );
    assert_eq!(
        naive::cursor_number("server", "client", 0, 0).to_bits(),
        0x3fcd_673d_81fc_2af2
    );

    let server = naive::unhex("a8889cb90a92e2bf742cba6cec49b4e9");
    let (mac, dice) = naive::match_roll(&server, "qzIkxW2FAnTC1CAlMKRF53EopD0yVoT7", "o", 100);
    assert_eq!(
        naive::hex(&mac),
        "6e2e91425d9635b794b4e9c3a41652ae4961e6faab1ae94389886b58c9a1d0aa"
    );
    assert_eq!(dice, (1, 3));

    let server = naive::unhex("7d6335c946ab95eb9f5ab2024f8d6a19b4a6edbd374d320bbcd26bda41b3c6c9");
    let entropy = 0x0ead_b50f_285f_fdd4_f939_7402_77b7_0f30_u128.to_be_bytes();
    let (mac, dice) = naive::receipt_roll(&server, "mat_0m51s00w553w", "rol_kq4knne1", 1, &entropy);
    assert_eq!(
        naive::hex(&mac),
        "2082e5559787c2c8f3b057a2872e00e42cd44165b6270faabf6e16e5467e654d"
    );
    assert_eq!(dice, [3, 5]);

    let random_hash = "afd12a64bbd5f9b91ad5becfd50aa1ab3a7feb9a3ce6d155a911eb7d31817b57";
    let (balls, last) = naive::keno(random_hash, "DmDNzZkwlvpyGDLW0jm0");
    assert_eq!(balls, [24, 21, 29, 27, 22, 32, 5, 23, 37, 7]);
    assert_eq!(last, "395e6e3ed1ee157351d4def67d05a2b6df594b853e5eb1db676f9a92559832fe");
}

/// The twin's rounding where it is hardest: ties, a carry into the next power of two, and the four rules' known point.
#[test]
fn the_twin_rounds_ties_to_even() {
    let one = BigUint::from(1_u8);
    let nearest = |num: u64, den: u32| naive::nearest(&BigUint::from(num), &(&one << den)).to_bits();
    assert_eq!(nearest((1 << 53) + 1, 0), 0x4340_0000_0000_0000);
    assert_eq!(nearest((1 << 53) + 3, 0), 0x4340_0000_0000_0002);
    assert_eq!(nearest(u64::MAX, 64), 0x3ff0_0000_0000_0000);
    assert_eq!(nearest(1, 64), 0x3bf0_0000_0000_0000);
    assert_eq!(nearest(0, 64), 0);
    assert_eq!(
        naive::nearest(&one, &BigUint::from(3_u8)).to_bits(),
        0x3fd5_5555_5555_5555
    );
    assert_eq!(naive::fraction(0.75), (BigUint::from(3_u64 << 51), &one << 53_u8));
    let h = 174_897_072_907_592;
    assert_eq!(
        [
            naive::crash_raw(h),
            naive::crash_raw_double(h),
            naive::later_raw(h),
            naive::later_raw_double(h)
        ],
        [103, 104, 102, 103]
    );
}
