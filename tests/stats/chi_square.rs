//! Chi-square: statistics from counts as fractions, p by mpmath at 50 digits; and the exact chances it is taken against.

use core::num::{NonZeroU32, NonZeroU64};

use provably_fair::crash::{Clamp, Rule};
use provably_fair::stats::{DF_LIMIT, Odds, StatsError, TRIALS_LIMIT, Tally, chi_square, chi_square_p};
use provably_fair::weighted::Weights;

use crate::off;

/// A derivation's map from n to the chances of its indices.
type Map = fn(NonZeroU32) -> Result<Odds, StatsError>;

#[test]
fn p_in_the_body_and_far_tails() {
    let cases = [
        (0.5, 1, 0.479_500_122_186_953_46),
        (3.841_458_820_694_124, 1, 0.05),
        (0.001, 1, 0.974_772_879_369_960_4),
        (80.0, 1, 3.744_097_384_202_899e-19),
        (1e-12, 2, 0.999_999_999_999_5),
        (35.0, 35, 0.468_202_724_471_401_46),
        (1_000.0, 35, 2.935_323_364_028_469e-187),
        (1_400.0, 5, 1.376_587_514_394_370_4e-300),
        (1.0, 200, 1.0),
        (10_300.0, 10_000, 0.017_638_117_447_345_4),
        (70_000.0, 65_535, 8.043_666_212_592_185e-34),
        (65_535.0, 65_535, 0.499_265_372_417_094_4),
        (1_060_000.0, DF_LIMIT, 1.910_691_258_675_681e-15),
    ];
    for (statistic, df, expected) in cases {
        let found = chi_square_p(statistic, df).unwrap();
        // Six digits are asked for; nine are there, in these cases at least.
        assert!(
            off(found, expected) < 1e-9,
            "{statistic} on {df}: {found:e}, not {expected:e}"
        );
    }
}

#[test]
fn p_at_the_borders() {
    assert_eq!(chi_square_p(0.0, 3), Some(1.0));
    assert_eq!(chi_square_p(f64::INFINITY, 3), Some(0.0));
    assert_eq!(chi_square_p(1e300, DF_LIMIT), Some(0.0));
    assert_eq!(chi_square_p(f64::MIN_POSITIVE, 1).map(|p| p > 0.999), Some(true));
    for (statistic, df) in [
        (f64::NAN, 3),
        (-0.001, 3),
        (1.0, 0),
        (1.0, DF_LIMIT + 1),
        (f64::NEG_INFINITY, 3),
    ] {
        assert_eq!(chi_square_p(statistic, df), None);
    }
    // Never a hang and never outside 0..=1, across all sizes.
    for df in (0..=20).map(|bits| 1 << bits) {
        let p = [0.1, 0.5, 0.9, 0.999, 1.0, 1.001, 1.1, 2.0, 50.0]
            .map(|part| chi_square_p(part * f64::from(df), df).unwrap());
        assert!(
            p.iter().all(|p| (0.0..=1.0).contains(p)) && p.is_sorted_by(|a, b| a >= b),
            "{df}: {p:?}"
        );
    }
}

#[test]
fn degrees_of_freedom_come_from_the_possible_categories() {
    let odds = Odds::new(&[1, 0, 2, 3]).unwrap();
    let found = chi_square(&Tally::of("cells", &[12, 0, 18, 30]).unwrap(), &odds).unwrap();
    // (12 - 10)^2 / 10 + (18 - 20)^2 / 20 + 0 = 0.6 on 2: p = e^-0.3.
    assert_eq!((found.statistic, found.df, found.least_expected), (0.4 + 0.2, 2, 10.0));
    assert!(off(found.p, (-0.3_f64).exp()) < 1e-9);
    let impossible = Tally::of("cells", &[12, 1, 18, 30]).unwrap();
    assert_eq!(
        chi_square(&impossible, &odds),
        Err(StatsError::Impossible { category: 1 })
    );
    let only = Odds::new(&[0, 1]).unwrap();
    assert_eq!(
        chi_square(&Tally::of("cells", &[0, 5]).unwrap(), &only),
        Err(StatsError::Certain)
    );
}

#[test]
fn refused_and_warned() {
    assert_eq!(chi_square(&Tally::pairs(), &Odds::pairs()), Err(StatsError::Empty));
    assert_eq!(
        chi_square(&Tally::faces(), &Odds::pairs()),
        Err(StatsError::Categories { count: 6 })
    );
    let many = Tally::of("doubles", &[TRIALS_LIMIT, 1]).unwrap();
    assert_eq!(
        chi_square(&many, &Odds::doubles()),
        Err(StatsError::TooLarge { n: TRIALS_LIMIT + 1 })
    );
    let few = chi_square(&Tally::of("faces", &[1, 2, 3, 4, 5, 6]).unwrap(), &Odds::faces()).unwrap();
    assert!(few.says().contains("below 5"));
    let even = chi_square(&Tally::of("faces", &[1000; 6]).unwrap(), &Odds::faces()).unwrap();
    assert_eq!((even.statistic, even.p), (0.0, 1.0));
    assert!(even.says().contains("So even a count is odd in itself") && !even.says().contains("below 5"));
}

/// 36 equal and 37 unequal chances under the derivations' own maps add up, and are the maps' counts.
#[test]
fn exact_chances() {
    let total = |odds: &Odds| odds.weights().iter().sum::<u128>();
    for odds in [Odds::pairs(), Odds::faces(), Odds::doubles()] {
        assert_eq!((total(&odds), odds.total()), (252, 252));
    }
    // Every byte below 252, by the derivation itself.
    let (mut pairs, mut faces) = (Tally::pairs(), Tally::faces());
    for byte in 0..252_u8 {
        pairs.add_pair(provably_fair::dice::pair(&[byte]).unwrap()).unwrap();
        faces
            .add_face(provably_fair::dice::faces::<1>(&[byte]).unwrap()[0])
            .unwrap();
    }
    let as_weights = |tally: &Tally| {
        tally
            .counts()
            .iter()
            .map(|&count| u128::from(count))
            .collect::<Vec<_>>()
    };
    assert_eq!(as_weights(&pairs), Odds::pairs().weights());
    assert_eq!(as_weights(&faces), Odds::faces().weights());
    assert_eq!(as_weights(&pairs.to_doubles().unwrap()), Odds::doubles().weights());
    let pockets = Odds::index(NonZeroU32::new(37).unwrap()).unwrap();
    assert_eq!(
        (total(&pockets), pockets.total(), pockets.weights().len()),
        (1 << 64, 1 << 64, 37)
    );
    assert_eq!(pockets.weights()[36], 498_560_650_640_800_767);
    assert_eq!(pockets.chance(37), None);
    for (odds, whole) in [(Odds::index32 as Map, 1_u128 << 32), (Odds::index52, 1 << 52)] {
        let cards = odds(NonZeroU32::new(52).unwrap()).unwrap();
        assert_eq!(
            (total(&cards), cards.total(), cards.weights().len()),
            (whole, whole, 52)
        );
        // floor or ceiling of the share: no index has more than one word too many.
        assert!(
            cards
                .weights()
                .iter()
                .all(|weight| (whole / 52..=whole / 52 + 1).contains(weight))
        );
        assert_eq!(
            odds(NonZeroU32::new(65_537).unwrap()),
            Err(StatsError::Categories { count: 65_537 })
        );
    }
    let table = Odds::table(&Weights::new(&[5, 3, 2]).unwrap()).unwrap();
    assert_eq!(total(&table), 1 << 64);
    assert!(off(table.chance(0).unwrap().as_f64(), 0.5) < 1e-15);
}

/// The closed form in Python integers: floor(99 * 2^52 / (x - 1)) values of h reach x.
#[test]
fn exact_chances_of_crash_points() {
    let odds = Odds::crash(
        Rule::Exact,
        Clamp::STANDARD,
        NonZeroU64::new(101),
        &[101, 200, 1_000, 1_000_000, 1_000_001],
    )
    .unwrap();
    let expected: [u128; 6] = [
        9_007_199_254_740_996,
        221_807_939_436_473_600,
        179_418_157_095_660_100,
        44_585_680_896_648_800,
        44_585_680_896_600,
        0,
    ];
    assert_eq!((odds.weights(), odds.total()), (expected.as_slice(), 101 << 52));
    // No point below 1.00x, where a clamp keeps it there.
    assert_eq!(
        Odds::crash(Rule::Exact, Clamp::STANDARD, None, &[100])
            .unwrap()
            .weights(),
        [0, 1 << 52]
    );
    // Unclamped, a bust lies below 1.00x.
    let open = Clamp::new(0, u64::MAX).unwrap();
    assert_eq!(
        Odds::crash(Rule::Exact, open, NonZeroU64::new(20), &[100])
            .unwrap()
            .weights(),
        [1 << 52, 19 << 52]
    );
}

#[test]
fn odds_refused() {
    assert_eq!(Odds::new(&[]), Err(StatsError::Categories { count: 0 }));
    assert_eq!(Odds::new(&[1]), Err(StatsError::Categories { count: 1 }));
    assert_eq!(
        Odds::new(&vec![1; 65_537]),
        Err(StatsError::Categories { count: 65_537 })
    );
    assert!(Odds::new(&[1 << 63, 1 << 63]).is_ok());
    assert_eq!(Odds::new(&[1 << 63, (1 << 63) + 1]), Err(StatsError::Weights));
    assert_eq!(Odds::new(&[u128::MAX, 1]), Err(StatsError::Weights));
    assert_eq!(Odds::new(&[0, 0]), Err(StatsError::Weights));
    assert_eq!(Odds::index(NonZeroU32::MIN), Err(StatsError::Categories { count: 1 }));
    assert_eq!(
        Odds::index(NonZeroU32::MAX),
        Err(StatsError::Categories { count: 4_294_967_295 })
    );
    assert_eq!(
        Odds::table(&Weights::new(&[3]).unwrap()),
        Err(StatsError::Categories { count: 1 })
    );
    let crash = |bust, borders: &[u64]| Odds::crash(Rule::Exact, Clamp::STANDARD, NonZeroU64::new(bust), borders);
    assert_eq!(crash(0, &[200, 200]), Err(StatsError::Order));
    assert_eq!(crash(0, &[300, 200]), Err(StatsError::Order));
    assert_eq!(crash(0, &[]), Err(StatsError::Categories { count: 1 }));
    assert_eq!(crash(4_097, &[200]), Err(StatsError::TooLarge { n: 4_097 }));
    assert!(crash(4_096, &[200]).is_ok());
    assert_eq!(
        crash(0, &vec![0; 65_536]),
        Err(StatsError::Categories { count: 65_536 })
    );
}
