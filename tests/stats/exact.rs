//! Exact fractions: Python's `fractions` by a Markov chain, full sums and enumeration.

use num_bigint::BigUint;
use provably_fair::stats::{ROLLS_LIMIT, Ratio, StatsError, at_least, dice_sum, opponent_ahead, run_somewhere};

use crate::{Numbers, off, ratio};

#[test]
fn runs() {
    let cases = [
        (ratio(1, 3), 2, 3, "5/27"),
        (ratio(1, 2), 4, 30, "686182387/1073741824"),
        (ratio(1, 6), 25, 25, "1/28430288029929701376"),
        (
            ratio(2, 7),
            5,
            40,
            "18421109300827791440321141568/378818692265664781682717625943",
        ),
        (ratio(1, 6), 26, 25, "0/1"),
        (ratio(1, 6), 0, 25, "1/1"),
        (ratio(1, 6), 0, 0, "1/1"),
        (ratio(1, 6), 1, 0, "0/1"),
        (ratio(1, 1), 7, 7, "1/1"),
        (ratio(0, 1), 1, 9, "0/1"),
    ];
    for (p, run, rolls, expected) in cases {
        assert_eq!(
            run_somewhere(&p, run, rolls).unwrap().to_string(),
            expected,
            "{run} of {rolls} at {p}"
        );
    }
}

/// The slow twin: every sequence of up to 12 rolls, by its bits.
#[test]
fn runs_by_enumeration() {
    for rolls in 0..=12_u32 {
        for run in 1..=rolls + 1 {
            let all = (0..1_u32 << rolls).filter(|bits| {
                let streaks = (0..run).fold(u32::MAX, |left, shift| left & (bits >> shift));
                streaks != 0
            });
            assert_eq!(
                run_somewhere(&ratio(1, 2), run, rolls).unwrap(),
                ratio(all.count() as u64, 1 << rolls)
            );
        }
    }
}

#[test]
fn opponents_and_counts() {
    let p = ratio(2, 7);
    assert_eq!(opponent_ahead(&p, 3, 5).unwrap().to_string(), "10460000/282475249");
    assert_eq!(opponent_ahead(&p, 0, 5).unwrap().to_string(), "25747457/40353607");
    assert_eq!(opponent_ahead(&p, 5, 5).unwrap().to_string(), "100000/282475249");
    assert_eq!(opponent_ahead(&p, 6, 5).unwrap().to_string(), "0/1");
    assert_eq!(opponent_ahead(&p, u32::MAX, 5).unwrap().to_string(), "0/1");
    assert_eq!(at_least(&Ratio::double(), 3, 10).unwrap().to_string(), "566299/2519424");
    assert_eq!(at_least(&Ratio::double(), 0, 10).unwrap().to_string(), "1/1");
    assert_eq!(at_least(&Ratio::double(), 11, 10).unwrap().to_string(), "0/1");
    // Who is ahead: I, the opponent or neither; the first two are as likely.
    let (ahead, level) = (opponent_ahead(&p, 1, 30).unwrap(), opponent_ahead(&p, 0, 30).unwrap());
    assert_eq!(ahead.complement().unwrap(), level);
}

#[test]
fn sums_of_dice() {
    let cases = [
        (2, 6, 7, "1/6"),
        (3, 6, 4, "1/72"),
        (5, 6, 18, "65/648"),
        (4, 10, 23, "33/500"),
        (2, 6, 1, "0/1"),
        (2, 6, 13, "0/1"),
        (1, 1, 1, "1/1"),
    ];
    for (dice, sides, sum, expected) in cases {
        assert_eq!(dice_sum(dice, sides, sum).unwrap().to_string(), expected);
    }
    assert_eq!(dice_sum(0, 6, 0), Err(StatsError::Empty));
    assert_eq!(dice_sum(2, 0, 0), Err(StatsError::Empty));
    assert_eq!(
        dice_sum(u32::MAX, u32::MAX, 5),
        Err(StatsError::TooLarge { n: u64::from(u32::MAX) })
    );
    assert_eq!(dice_sum(171, 6, 500), Err(StatsError::TooLarge { n: 1026 }));
}

#[test]
fn sizes_from_outside_are_refused() {
    let (double, above) = (Ratio::double(), ratio(7, 6));
    let too_large = Err(StatsError::TooLarge {
        n: u64::from(ROLLS_LIMIT) + 1,
    });
    assert_eq!(run_somewhere(&double, 2, ROLLS_LIMIT + 1), too_large);
    assert_eq!(at_least(&double, 2, ROLLS_LIMIT + 1), too_large);
    assert_eq!(opponent_ahead(&double, 2, ROLLS_LIMIT + 1), too_large);
    assert!(run_somewhere(&double, 2, ROLLS_LIMIT).is_ok() && opponent_ahead(&double, 40, ROLLS_LIMIT).is_ok());
    assert_eq!(run_somewhere(&above, 2, 3), Err(StatsError::NotAChance));
    assert_eq!(opponent_ahead(&above, 2, 3), Err(StatsError::NotAChance));
    assert_eq!(at_least(&above, 2, 3), Err(StatsError::NotAChance));
    assert_eq!(above.complement(), Err(StatsError::NotAChance));
    assert_eq!(above.at_least_once_in(2), Err(StatsError::NotAChance));
    assert_eq!(
        double.at_least_once_in(u32::MAX),
        Err(StatsError::TooLarge { n: u64::from(u32::MAX) })
    );
    // 3 bits each: 21,845 games are 65,535 bits.
    assert!(double.at_least_once_in(21_845).is_ok());
    assert!(double.at_least_once_in(21_846).is_err());
    assert_eq!(Ratio::new(1_u8, 0_u8), Err(StatsError::DenominatorZero));
    assert_eq!(Ratio::chance(1_u8, 0_u8), Err(StatsError::DenominatorZero));
}

/// Correct rounding: the quotient of two doubles that are exact is rounded once by the machine as well.
#[test]
fn fractions_to_doubles() {
    let mut numbers = Numbers(11);
    for _ in 0..20_000 {
        let (a, b) = (
            numbers.below(1 << 53) >> numbers.below(53),
            (numbers.below(1 << 53) >> numbers.below(52)) | 1,
        );
        assert_eq!(ratio(a, b).as_f64(), a as f64 / b as f64, "{a}/{b}");
    }
    // Ties: 2^53 + 1 lies in the middle and goes to even, 2^53 + 3 up.
    assert_eq!(ratio((1 << 53) + 1, 1).as_f64(), 9_007_199_254_740_992.0);
    assert_eq!(ratio((1 << 53) + 3, 1).as_f64(), 9_007_199_254_740_996.0);
    let power = |bits: u32| BigUint::from(1_u8) << bits;
    // A last bit far behind breaks the tie.
    let above = Ratio::new((power(53) + 1_u8) * power(200) + 1_u8, power(200)).unwrap();
    assert_eq!(above.as_f64(), 9_007_199_254_740_994.0);
    assert_eq!(Ratio::new(1_u8, power(1022)).unwrap().as_f64(), f64::MIN_POSITIVE);
    assert_eq!(Ratio::new(1_u8, power(1100)).unwrap().as_f64(), 0.0);
    assert_eq!(Ratio::new(power(1023), 1_u8).unwrap().as_f64(), 2_f64.powi(1023));
    assert_eq!(Ratio::new(power(1024), 1_u8).unwrap().as_f64(), f64::INFINITY);
    assert_eq!(Ratio::new(power(60_000), 1_u8).unwrap().as_f64(), f64::INFINITY);
    assert_eq!(Ratio::new(1_u8, power(60_000)).unwrap().as_f64(), 0.0);
    assert_eq!(ratio(0, 5).as_f64(), 0.0);
    assert!(
        off(
            run_somewhere(&Ratio::double(), 3, 25).unwrap().as_f64(),
            0.086_661_777_568_405_97
        ) < 1e-15
    );
}

#[test]
fn percentages_round_half_up_from_the_exact_value() {
    assert_eq!(ratio(1, 8).percent(0), "13 %");
    assert_eq!(ratio(1, 8).percent(1), "12.5 %");
    assert_eq!(ratio(1, 1600).percent(3), "0.063 %"); // 0.0625
    assert_eq!(ratio(99_995, 100_000).percent(2), "100.00 %");
    assert_eq!(ratio(25, 6).percent(2), "416.67 %");
    assert_eq!(ratio(0, 6).percent(2), "0.00 %");
    assert_eq!(ratio(1, 3).percent(u32::MAX).len(), "33.".len() + 30 + " %".len());
}

#[test]
fn order_is_of_the_values() {
    let mut numbers = Numbers(12);
    for _ in 0..2_000 {
        let [a, b, c, d] = [0; 4].map(|_| numbers.below(50) + 1);
        assert_eq!(ratio(a, b).cmp(&ratio(c, d)), (a * d).cmp(&(c * b)));
    }
}
