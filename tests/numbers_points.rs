//! Crash points and limbo outcomes: the four rules, exact counts, edges, what is refused.
//!
//! Literals without another source were computed in Python with `fractions.Fraction` and integer rounding to 53 bits, half
//! to even; none came from this crate. The comparison with the slow twin is in `numbers_twin.rs`.

use num_bigint::BigUint;
use provably_fair::crash::{self, BITS_LIMIT, Clamp, CrashError, Rule, later_raw_big, raw_big};
use provably_fair::limbo::{LimboError, Ratio, limbo};
use provably_fair::unit::{H52, unit64};

const FAIR: Ratio = Ratio { num: 99, den: 100 };

// ---- crash ----

#[test]
fn crash_points_of_the_four_rules() {
    for (h, raw) in [
        (0, [100, 100, 99, 99]),
        (1, [100, 100, 99, 99]),
        (174_897_072_907_592, [103, 104, 102, 103]),
        (2_251_799_813_685_247, [198, 198, 197, 197]),
        (2_251_799_813_685_248, [199, 199, 198, 198]),
        (4_479_636_585_173_910, [18_606, 18_607, 18_605, 18_606]),
        (
            4_503_599_627_370_495,
            [
                445_856_363_109_679_105,
                445_856_363_109_679_104,
                445_856_363_109_679_104,
                445_856_363_109_679_104,
            ],
        ),
    ] {
        let h = H52::new(h).expect("below 2^52");
        assert_eq!(Rule::ALL.map(|rule| rule.raw(h)), raw, "{h:?}");
        assert_eq!(
            [crash::raw, crash::raw_double, crash::later_raw, crash::later_raw_double].map(|rule| rule(h)),
            raw
        );
        let points = raw.map(|raw: u64| raw.clamp(100, 1_000_000));
        assert_eq!(Rule::ALL.map(|rule| rule.point(h, Clamp::STANDARD)), points, "{h:?}");
        let named = [
            crash::point,
            crash::point_double,
            crash::later_point,
            crash::later_point_double,
        ];
        assert_eq!(named.map(|rule| rule(h, Clamp::STANDARD)), points, "{h:?}");
    }
}

#[test]
fn a_clamp_keeps_its_ends() {
    let keep = |min, max| Clamp::new(min, max).map(|clamp| [0, 99, 100, 101, u64::MAX].map(|raw| clamp.keep(raw)));
    assert_eq!(keep(100, 1_000_000), Some([100, 100, 100, 101, 1_000_000]));
    assert_eq!(keep(100, 100), Some([100; 5]));
    assert_eq!(keep(0, u64::MAX), Some([0, 99, 100, 101, u64::MAX]));
    assert_eq!((keep(101, 100), keep(u64::MAX, 0)), (None, None));
}

#[test]
fn every_winning_h_is_counted() {
    assert_eq!([0, 1, 99, 100].map(crash::reaching), [1 << 52; 4]);
    assert_eq!(
        [101, 200, 1_000_000].map(crash::reaching),
        [4_458_563_631_096_791, 2_240_484_236_732_055, 445_856_808_966]
    );
    assert_eq!([0, 99].map(crash::later_reaching), [1 << 52; 2]);
    assert_eq!(
        [100, 200].map(crash::later_reaching),
        [4_458_563_631_096_791, 2_229_281_815_548_395]
    );
    // The largest raw point is reached by one h, and none is above it.
    assert_eq!(
        [445_856_363_109_679_105, 445_856_363_109_679_106].map(crash::reaching),
        [1, 0]
    );
    assert_eq!([crash::reaching(u64::MAX), crash::later_reaching(u64::MAX)], [0, 0]);
}

#[test]
fn a_crash_point_of_any_width_refuses_bad_inputs() {
    let one = BigUint::from(1_u8);
    for form in [raw_big, later_raw_big] {
        for bits in [0, BITS_LIMIT + 1, u32::MAX] {
            assert_eq!(form(&one, bits, 100), Err(CrashError::Bits { bits }));
        }
        assert_eq!(form(&one, 52, 0), Err(CrashError::NumeratorZero));
        for bits in [1, 52, BITS_LIMIT] {
            let h = &one << bits;
            assert_eq!(form(&h, bits, 100), Err(CrashError::OutOfRange { bits }));
            assert!(form(&(h - 1_u8), bits, u32::MAX).is_ok());
        }
    }
    // 8 bits: (100 * 256 - 255) / 1, 99 * 256 / 1, and at h = 0 the numerator itself.
    let top = BigUint::from(255_u8);
    assert_eq!(raw_big(&top, 8, 100), Ok(BigUint::from(25_345_u16)));
    assert_eq!(later_raw_big(&top, 8, 99), Ok(BigUint::from(25_344_u16)));
    assert_eq!(raw_big(&BigUint::ZERO, BITS_LIMIT, 98), Ok(BigUint::from(98_u8)));
    for (error, message) in [
        (CrashError::Bits { bits: 0 }, "bits: 0, 1 to 4096 allowed"),
        (CrashError::NumeratorZero, "numerator: 0"),
        (CrashError::OutOfRange { bits: 52 }, "h: not below 2^52"),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

// ---- limbo ----

#[test]
fn limbo_is_exact_at_the_edges() {
    let at = |u, cap| limbo(u, FAIR, cap);
    assert_eq!(
        (at(0.0, 100), at(0.0, u64::MAX), at(-0.0, 5_000)),
        (Ok(100), Ok(u64::MAX), Ok(5_000))
    );
    assert_eq!(at(unit64(1_u64.to_be_bytes()), u64::MAX), Ok(u64::MAX)); // 99 * 2^64 is above it
    assert_eq!(at(f64::from_bits(1), u64::MAX), Ok(u64::MAX)); // the smallest double
    assert_eq!((at(0.99, 1_000), at(1.0, 1_000)), (Ok(100), Ok(100)));
    // 99 / 2^-57 is 99 * 2^57, which still fits.
    let small = 1.0 / 144_115_188_075_855_872.0;
    assert_eq!(at(small, u64::MAX), Ok(99 << 57));
    assert_eq!(
        (at(small, (99 << 57) - 1), at(small, (99 << 57) + 1)),
        (Ok((99 << 57) - 1), Ok(99 << 57))
    );
    // Exact, where doubles give a hundredth more.
    for (word, outcome) in [
        (0x16a0_ea0e_a0ea_0ea2, 1119),
        (0x26ee_4ddc_9bb9_3774, 650),
        (0x0570_9656_0c32_c579, 4658),
    ] {
        let word: u64 = word;
        let u = unit64(word.to_be_bytes());
        assert_eq!(at(u, 100_000_000), Ok(outcome));
        assert_eq!(
            (99.0 / u).floor().to_bits(),
            (f64::from(u32::try_from(outcome).expect("small")) + 1.0).to_bits()
        );
    }
    // A return need not be reduced, and may be anything that fits.
    assert_eq!(
        limbo(
            0.5,
            Ratio {
                num: u64::MAX,
                den: u64::MAX
            },
            1_000
        ),
        Ok(200)
    );
    assert_eq!(limbo(0.75, Ratio { num: u64::MAX, den: 1 }, u64::MAX), Ok(u64::MAX));
    assert_eq!(limbo(0.75, Ratio { num: 1, den: u64::MAX }, u64::MAX), Ok(100));
}

#[test]
fn limbo_refuses_what_is_no_bet() {
    assert_eq!(
        limbo(0.5, Ratio { num: 0, den: 100 }, 1_000),
        Err(LimboError::ReturnZero)
    );
    assert_eq!(
        limbo(0.5, Ratio { num: 99, den: 0 }, 1_000),
        Err(LimboError::DenominatorZero)
    );
    for cap in [0, 1, 99] {
        assert_eq!(limbo(0.0, FAIR, cap), Err(LimboError::CapBelow100 { cap }));
    }
    for u in [
        f64::NAN,
        -f64::from_bits(1),
        -1.0,
        1.0 + f64::EPSILON,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ] {
        assert_eq!(limbo(u, FAIR, 1_000), Err(LimboError::NumberOutOfRange), "{u}");
    }
    for (error, message) in [
        (LimboError::ReturnZero, "return: the numerator is 0"),
        (LimboError::DenominatorZero, "return: the denominator is 0"),
        (
            LimboError::CapBelow100 { cap: 99 },
            "cap: 99 hundredths, at least 100 needed",
        ),
        (LimboError::NumberOutOfRange, "u: not within 0..=1"),
    ] {
        assert_eq!(error.to_string(), message);
    }
}
