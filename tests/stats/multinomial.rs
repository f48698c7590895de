//! The category chosen afterwards: by enumeration with Python's fractions for few trials, by direct convolutions in long doubles
//! for many.

use provably_fair::stats::{Odds, StatsError, Tally, furthest, largest};

use crate::off;

fn tally(counts: &[u64]) -> Tally {
    Tally::of("cells", counts).unwrap()
}

/// Enumeration of all outcomes: counts, weights, P(furthest), P(largest).
#[test]
fn few_trials_by_enumeration() {
    let cases: [(&[u64], &[u128], f64, f64); 9] = [
        (
            &[5, 1, 1],
            &[1, 1, 1],
            0.135_802_469_135_802_46,
            0.135_802_469_135_802_46,
        ),
        (
            &[8, 12, 10],
            &[1, 1, 1],
            0.825_980_066_536_963_9,
            0.765_819_526_159_217_7,
        ),
        (&[3, 0, 2, 4], &[1, 2, 3, 4], 0.105_847_744, 0.101_465_968),
        (&[8, 2], &[1, 1], 0.109_375, 0.109_375),
        (
            &[9, 3],
            &[1, 2],
            0.003_855_554_991_052_628_6,
            0.003_855_554_991_052_628_6,
        ),
        (&[2, 2, 2], &[1, 1, 1], 1.0, 1.0),
        (
            &[0, 0, 9, 1, 2],
            &[1, 1, 2, 3, 1],
            0.001_035_827_313_899_062_6,
            0.001_035_827_313_899_062_6,
        ),
        (
            &[6, 0, 0, 0, 0, 0],
            &[1; 6],
            0.000_128_600_823_045_267_5,
            0.000_128_600_823_045_267_5,
        ),
        (
            &[3, 1, 1, 0, 2, 1],
            &[1; 6],
            0.707_433_127_572_016_5,
            0.707_433_127_572_016_5,
        ),
    ];
    for (counts, weights, two_sides, one_side) in cases {
        let odds = Odds::new(weights).unwrap();
        for (found, expected) in [
            (furthest(&tally(counts), &odds).unwrap(), two_sides),
            (largest(&tally(counts), &odds).unwrap(), one_side),
        ] {
            let says = format!("{counts:?}: {found:?}, not {expected}");
            assert!(
                found.low <= expected + 1e-15 && expected <= found.high + 1e-15,
                "{says}"
            );
            assert!(found.high - found.low < 3e-10, "{says}");
        }
    }
}

/// One cell of 36 in 438,679 trials, the others even: far tails, where the bounds are tighter than the exact sum's error.
#[test]
fn far_tails() {
    let with = |top: u64| {
        let mut counts = [(438_679 - top) / 35; 36];
        counts[35] = top;
        counts[0] += 438_679 - counts.iter().sum::<u64>();
        tally(&counts)
    };
    let high = largest(&with(12_800), &Odds::pairs()).unwrap();
    assert!(off(high.p(), 3.921_055_320_954_786e-7) < 1e-6, "{high:?}");
    assert!(high.low <= 3.921_055_320_954_786e-7 && 3.921_055_320_954_786e-7 <= high.high);
    let off_any = furthest(&with(12_800), &Odds::pairs()).unwrap();
    assert!(off_any.low <= 6.249_424_103_258_968e-7 && 6.249_424_103_258_968e-7 <= off_any.high);
    let rigged = largest(&with(20_000), &Odds::pairs()).unwrap();
    assert!((rigged.low, rigged.high) == (0.0, 0.0) && rigged.says().contains("below 1e-300"));
}

/// A coin: both sides are off together, so the sum of the tails counts everything twice.
#[test]
fn a_coin_is_not_counted_twice() {
    let coin = furthest(&tally(&[49_600, 50_400]), &Odds::new(&[1, 1]).unwrap()).unwrap();
    assert!((coin.p() - 0.011_514_925_490_228_946).abs() < 2e-10);
    assert!(off(coin.low, coin.share.p) < 1e-6);
}

/// Zero categories are left out; unequal chances are compared by standard deviations.
#[test]
fn impossible_and_rare_categories() {
    let odds = Odds::new(&[1, 0, 99]).unwrap();
    let found = furthest(&tally(&[20, 0, 980]), &odds).unwrap();
    assert_eq!(found.share.category, 0);
    // The two possible categories are one event, and 0 of 10 expected is exactly as far off as 20: `scipy` binom.sf(19, 1000, 0.01) +
    // binom.cdf(0, 1000, 0.01).
    assert!((found.p() - (0.003_288_359_787_727_457 + 4.317_124_741_065_819_5e-5)).abs() < 2e-10);
    assert_eq!(
        furthest(&tally(&[20, 1, 980]), &odds),
        Err(StatsError::Impossible { category: 1 })
    );
    assert_eq!(furthest(&tally(&[0, 0, 0]), &odds), Err(StatsError::Empty));
    assert_eq!(
        largest(&tally(&[1, 2]), &odds),
        Err(StatsError::Categories { count: 2 })
    );
}

/// Above the size of the exact sum, the bounds stand alone, and enclose.
#[test]
fn beyond_the_exact_sum() {
    let n = 1_u64 << 36;
    let mut counts = [n / 6; 6];
    // 2.5 standard deviations of 97,707 up, and the same down.
    counts[2] += 244_268;
    counts[3] -= 244_268;
    let odds = Odds::faces();
    let (two, one) = (
        furthest(&tally(&counts), &odds).unwrap(),
        largest(&tally(&counts), &odds).unwrap(),
    );
    // Six times the normal tail of 2.5, 0.00621, and 1 - (1 - that)^6.
    assert!((one.high - 0.037_26).abs() < 1e-4 && (one.low - 0.036_69).abs() < 1e-4);
    assert!(two.low < two.high && (two.high - 0.074_5).abs() < 2e-4);
}

#[test]
fn many_categories_stay_bounded() {
    let counts: Vec<u64> = (0..65_536).map(|i| 100 + i % 7).collect();
    let odds = Odds::new(&vec![1; 65_536]).unwrap();
    let found = largest(&tally(&counts), &odds).unwrap();
    assert!(found.low >= 0.999 && found.high <= 1.0);
    // Each with a chance of its own, 10,001 of them: too much for the exact sum in reason, or not; bounded either way.
    let weights: Vec<u128> = (0..10_001).map(|i| 1_000_000 + i).collect();
    let counts: Vec<u64> = (0..10_001).map(|i| 100 + i % 7).collect();
    let found = furthest(&tally(&counts), &Odds::new(&weights).unwrap()).unwrap();
    assert!(0.0 <= found.low && found.low <= found.high && found.high <= 1.0);
}
