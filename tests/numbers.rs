//! Numbers, indices and their odds: values that never change, edges, exact counts.
//!
//! Literals without another source were computed in Python with `fractions.Fraction` and integer rounding to 53 bits, half
//! to even; none came from this crate. The comparison with the slow twin is in `numbers_twin.rs`.

use std::fmt::Write;
use std::num::NonZeroU32;

use provably_fair::crash::Rule;
use provably_fair::index::{first_word, index, words, words32, words52};
use provably_fair::limbo::{Ratio, limbo};
use provably_fair::unit::{H52, h52, parts56, parts64, unit32, unit56, unit64};
use sha2::{Digest, Sha256};

fn n(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("n is 1 or more")
}

fn first7(word: u64) -> [u8; 7] {
    let [b0, b1, b2, b3, b4, b5, b6, _] = word.to_be_bytes();
    [b0, b1, b2, b3, b4, b5, b6]
}

/// 2,000 words of a Weyl sequence and eleven edges, all ten values of each, as one literal: a derivation never changes.
#[test]
fn values_are_stable() {
    let weyl = (1..=2000_u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let top = u64::MAX;
    let ties = [(1 << 63) + 0x400, (1 << 63) + 0xc00, (1 << 53) + 1, (1 << 53) + 3];
    let edges = [0, 1, top, top - 1023, top - 1024, top >> 1, 1 << 63]
        .into_iter()
        .chain(ties);
    let mut lines = String::new();
    for word in weyl.chain(edges) {
        let (u, h) = (unit64(word.to_be_bytes()), H52::of(first7(word)));
        let (u64_bits, u56_bits) = (u.to_bits(), unit56(first7(word)).to_bits());
        let [i37, i52, i_max] = [37, 52, u32::MAX].map(|k| index(u, n(k)));
        let limbo = limbo(u, Ratio { num: 99, den: 100 }, 100_000_000).expect("u is 0..=1");
        let [raw, double, later, later_double] = Rule::ALL.map(|rule| rule.raw(h));
        writeln!(
            lines,
            "{u64_bits:016x} {u56_bits:016x} {i37} {i52} {i_max} {limbo} {raw} {double} {later} {later_double}"
        )
        .expect("a string takes it");
    }
    assert!(lines.starts_with("3fe3c6ef372fe950 3fe3c6ef372fe950 22 32 2654435768 160 260 260 259 259\n"));
    let digest = base16ct::lower::encode_string(&Sha256::digest(&lines));
    assert_eq!(
        digest,
        "614281794a5802f21dc9d1955d03bd7c5cb3f00a12c2d0699944b841fe5a53f3"
    );
}

// ---- unit ----

#[test]
fn exactly_the_top_values_round_up_to_one() {
    let below_one = 1.0 - f64::EPSILON / 2.0;
    for back in 0..1024 {
        assert_eq!(
            unit64((u64::MAX - back).to_be_bytes()).to_bits(),
            1.0_f64.to_bits(),
            "{back}"
        );
    }
    assert_eq!(unit64((u64::MAX - 1024).to_be_bytes()).to_bits(), below_one.to_bits());
    for back in 0..4 {
        assert_eq!(
            unit56(first7(((1 << 56) - 1 - back) << 8)).to_bits(),
            1.0_f64.to_bits(),
            "{back}"
        );
    }
    assert_eq!(unit56(first7(((1 << 56) - 5) << 8)).to_bits(), below_one.to_bits());
    assert_eq!(unit32([0xff; 4]).to_bits(), 0x3fef_ffff_ffe0_0000); // 1 - 2^-32
    assert_eq!(H52::MAX.unit().to_bits(), 0x3fef_ffff_ffff_fffe); // 1 - 2^-52
}

#[test]
fn a_tie_goes_to_the_even_neighbour() {
    for (word, bits) in [
        (0x8000_0000_0000_0400, 0x3fe0_0000_0000_0000),
        (0x8000_0000_0000_0401, 0x3fe0_0000_0000_0001),
        (0x8000_0000_0000_0bff, 0x3fe0_0000_0000_0001),
        (0x8000_0000_0000_0c00, 0x3fe0_0000_0000_0002),
        (0x0020_0000_0000_0001, 0x3f40_0000_0000_0000),
        (0x0020_0000_0000_0003, 0x3f40_0000_0000_0002),
    ] {
        let word: u64 = word;
        assert_eq!(unit64(word.to_be_bytes()).to_bits(), bits, "{word:016x}");
        assert_eq!(parts64(word.to_be_bytes()).sum().to_bits(), bits, "{word:016x}");
    }
    // 56 bits: the last three are rounded; 4 of 8 is the tie.
    for (last, bits) in [
        (4_u8, 0x3fe0_0000_0000_0000),
        (5, 0x3fe0_0000_0000_0001),
        (12, 0x3fe0_0000_0000_0002),
    ] {
        let bytes = [0x80, 0, 0, 0, 0, 0, last];
        assert_eq!(
            (unit56(bytes).to_bits(), parts56(bytes).sum().to_bits()),
            (bits, bits),
            "{last}"
        );
    }
}

#[test]
fn thirteen_digits_are_exact() {
    assert_eq!(h52([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xf0]), 4_503_599_627_370_495);
    assert_eq!(h52([0, 0, 0, 0, 0, 0, 0x0f]), 0); // the fourteenth digit does not count
    assert_eq!(h52([0, 0, 0, 0, 0, 0, 0x10]), 1);
    assert_eq!(H52::new(1 << 52), None);
    assert_eq!(H52::new(u64::MAX), None);
}

// ---- index and its odds ----

#[test]
fn an_index_of_no_number_stays_in_range() {
    for size in [1, 2, 6, 37, u32::MAX] {
        for low in [
            f64::NAN,
            -0.0,
            -f64::MIN_POSITIVE,
            -1.0,
            -1e300,
            f64::NEG_INFINITY,
            f64::from_bits(1),
        ] {
            assert_eq!(index(low, n(size)), 0, "{low} of {size}");
        }
        for high in [1.0, 1.0 + f64::EPSILON, 2.0, 1e300, f64::INFINITY] {
            assert_eq!(index(high, n(size)), size - 1, "{high} of {size}");
        }
    }
}

#[test]
fn odds_have_their_literal_values() {
    for (size, i, first, count) in [
        (37, 1, 0x06eb_3e45_306e_b3e0, 498_560_650_640_798_688),
        (37, 36, 0xf914_c1ba_cf91_4401, 498_560_650_640_800_767),
        (52, 51, 0xfb13_b13b_13b1_3401, 354_745_078_340_570_111),
        (6, 1, 0x2aaa_aaaa_aaaa_a901, 3_074_457_345_618_258_176),
        (6, 5, 0xd555_5555_5555_4c00, 3_074_457_345_618_260_992),
        (u32::MAX, 1 << 31, 0x8000_0000_7fff_fc00, 4_294_967_296),
        (u32::MAX, u32::MAX - 1, 0xffff_fffe_ffff_fc00, 4_294_968_320),
    ] {
        assert_eq!(
            (first_word(n(size), i), words(n(size), i)),
            (Some(first), Some(count)),
            "{i} of {size}"
        );
    }
    assert_eq!([0, 5].map(|i| words32(n(6), i)), [Some(715_827_883), Some(715_827_882)]);
    assert_eq!(words32(n(u32::MAX), u32::MAX - 1), Some(1));
    assert_eq!([36, 1].map(|i| words52(n(37), i)), [121_718_908_847_851; 2].map(Some));
}

#[test]
fn the_counts_add_up_to_all_words() {
    for size in [1, 2, 3, 6, 13, 37, 52, 75, 256, 1000] {
        let sum =
            |count: &dyn Fn(u32) -> Option<u128>| (0..size).map(|i| count(i).expect("i is below n")).sum::<u128>();
        assert_eq!(sum(&|i| words(n(size), i)), 1 << 64, "{size}");
        assert_eq!(sum(&|i| words32(n(size), i).map(u128::from)), 1 << 32, "{size}");
        assert_eq!(sum(&|i| words52(n(size), i).map(u128::from)), 1 << 52, "{size}");
    }
    // Too many to add up: neighbours meet, from the first to the last.
    let (max, first) = (n(u32::MAX), |i| {
        u128::from(first_word(n(u32::MAX), i).expect("i is below n"))
    });
    for i in [0, 1, 2, 12_345, 1 << 21, (1 << 31) - 1, 1 << 31, u32::MAX - 3] {
        assert_eq!(first(i) + words(max, i).expect("i is below n"), first(i + 1), "{i}");
    }
    assert_eq!(first(0), 0);
    assert_eq!(
        first(u32::MAX - 1) + words(max, u32::MAX - 1).expect("the last"),
        1 << 64
    );
}

#[test]
fn no_odds_of_an_index_out_of_range() {
    for (size, i) in [(1, 1), (37, 37), (37, u32::MAX), (u32::MAX, u32::MAX)] {
        assert_eq!(first_word(n(size), i), None);
        assert_eq!(words(n(size), i), None);
        assert_eq!((words32(n(size), i), words52(n(size), i)), (None, None));
    }
}
