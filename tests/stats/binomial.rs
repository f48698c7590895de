//! One count: exact two-sided p against integers and mpmath at 60 digits (ties decided exactly), limits and power against scipy.

use std::time::Instant;

use provably_fair::stats::{
    Alpha, Odds, Ratio, StatsError, TRIALS_LIMIT, Tally, at_least, band, chance_of_at_least, false_alarm,
    flagged_by_chance, power, rolls_to_see, share,
};

use crate::{Numbers, off, ratio};

fn two_sided(count: u64, n: u64, numer: u128, denom: u128) -> f64 {
    let tally = Tally::of("event", &[n - count, count]).unwrap();
    let odds = Odds::new(&[denom - numer, numer]).unwrap();
    share(&tally, &odds, 1).unwrap().p
}

#[test]
fn p_of_small_and_large_counts() {
    // count, n, chance, p: the first lines from Python integers, from 5,530,616 on from mpmath.
    let cases = [
        (0, 10, 1, 6, 0.386_278_785_018_586_26),
        (5, 10, 1, 6, 0.015_461_966_703_500_483),
        (2, 10, 1, 6, 0.676_988_834_220_308_56),
        (1, 10, 1, 6, 1.0),
        (7, 20, 1, 2, 0.263_175_964_355_468_75),
        (13, 20, 1, 2, 0.263_175_964_355_468_75),
        (10, 20, 1, 2, 1.0),
        (20, 20, 1, 2, 1.907_348_632_812_5e-6),
        (0, 1, 1, 3, 1.0),
        (1, 1, 1, 3, 0.333_333_333_333_333_33),
        (3, 12, 1, 4, 1.0),
        (30, 100, 1, 6, 0.001_061_522_954_726_796_1),
        (1, 100, 1, 6, 5.272_318_958_290_316_6e-7),
        (490, 1000, 1, 2, 0.547_972_745_923_477_04),
        (200, 1000, 1, 6, 0.005_769_570_401_852_698_4),
        (5, 1000, 1, 1000, 0.003_636_878_029_521_790_1),
        (28, 740, 1, 37, 0.087_176_633_472_911_876),
        (999, 1000, 1, 1000, 0.0), // 9.99e-2995
        (924_319, 5_530_616, 1, 6, 0.003_633_203_821_938_726_2),
        (73_179, 438_679, 1, 6, 0.789_172_985_996_989_4),
        (12_447, 438_679, 1, 36, 0.016_487_791_934_535_059),
        (147_045, 877_358, 1, 6, 0.019_112_996_415_708_392),
        (1_666_667, 10_000_000, 1, 6, 0.999_661_486_267_361_22),
        (1_670_000, 10_000_000, 1, 6, 0.004_688_074_556_769_020_2),
        (1_700_000, 10_000_000, 1, 6, 4.458_390_141_788_489_1e-175),
        (1_600_000, 10_000_000, 1, 6, 0.0), // 5.2e-705
        (5_001_000, 10_000_000, 1, 2, 0.527_295_856_206_643_8),
        (1, 10_000_000, 1, 1_000_000, 0.001_199_042_809_382_778_1),
        (9_999_999, 10_000_000, 1, 6, 0.0),
    ];
    for (count, n, numer, denom, expected) in cases {
        let found = two_sided(count, n, numer, denom);
        assert!(
            off(found, expected) < 1e-9,
            "{count} of {n} at {numer}/{denom}: {found:e}, not {expected:e}"
        );
    }
}

/// Every count of small samples, ties and all, against exact integers here.
#[test]
fn p_of_every_small_count() {
    for (numer, denom) in [(1_u128, 2_u128), (1, 3), (1, 6), (2, 7), (1, 36), (35, 36), (3, 4)] {
        for n in 1..=20_u32 {
            let ways = |x: u32| {
                let choose = (0..x).fold(1_u128, |c, i| c * u128::from(n - i) / u128::from(i + 1));
                choose * numer.pow(x) * (denom - numer).pow(n - x)
            };
            for count in 0..=n {
                let no_more: u128 = (0..=n).map(ways).filter(|&w| w <= ways(count)).sum();
                let expected = no_more as f64 / denom.pow(n) as f64;
                let found = two_sided(u64::from(count), u64::from(n), numer, denom);
                assert!(
                    off(found, expected) < 1e-12,
                    "{count} of {n} at {numer}/{denom}: {found}, not {expected}"
                );
            }
        }
    }
}

#[test]
fn z_is_exact_before_it_is_rounded() {
    let fair = Odds::doubles();
    let z = |doubles, rolls| share(&Tally::doubles(doubles, rolls).unwrap(), &fair, 1).unwrap().z;
    assert_eq!(z(1, 6), 0.0);
    assert_eq!(z(1_000, 6_000), 0.0);
    // mpmath: 56.568542494923802 standard deviations below.
    assert!(off(z(1_600_000, 10_000_000), -56.568_542_494_923_8) < 1e-15);
    assert!(off(z(1_666_667, 10_000_000), 0.000_282_842_712_474_619_01) < 1e-15);
}

#[test]
fn ten_million_and_the_limit_are_fast() {
    let start = Instant::now();
    for count in 1_660_000..1_660_100 {
        assert!(two_sided(count, 10_000_000, 1, 6) > 0.0);
    }
    let each = start.elapsed() / 100;
    assert!(each.as_millis() < 50, "{each:?} for ten million");
    // 2^40 trials, two standard deviations off: 0.0455 but for about 10^-6, since the distribution is nearly normal.
    let n = TRIALS_LIMIT;
    assert!((two_sided(n / 2 + (1 << 20), n, 1, 2) - 0.045_500_26).abs() < 1e-6);
    let over = Tally::of("event", &[1, n]).unwrap();
    assert_eq!(
        share(&over, &Odds::doubles(), 1),
        Err(StatsError::TooLarge { n: n + 1 })
    );
}

#[test]
fn tails_equal_the_exact_fractions() {
    let mut numbers = Numbers(3);
    for _ in 0..300 {
        let denom = numbers.below(40) + 2;
        let p = ratio(numbers.below(denom - 1) + 1, denom);
        let n = numbers.below(400) as u32 + 1;
        let k = numbers.below(u64::from(n) + 2) as u32;
        let exact = at_least(&p, k, n).unwrap().as_f64();
        let found = chance_of_at_least(&p, u64::from(k), u64::from(n)).unwrap();
        assert!(
            off(found, exact) < 1e-11 || exact < 1e-290,
            "{k} of {n} at {p}: {found:e}, not {exact:e}"
        );
    }
}

/// Bands and false alarms by full sums of `scipy` binomial terms.
#[test]
fn bands_and_false_alarms() {
    let (double, coin, pocket) = (Ratio::double(), ratio(1, 2), ratio(1, 37));
    let cases = [
        (&double, 6_000, 100, 926..=1074, 0.009_853_045_027_356),
        (&double, 60, 20, 5..=16, 0.036_637_849_539_326),
        (&coin, 10, 20, 2..=8, 0.021_484_375),
        (&double, 187_154, 100, 30_778..=31_608, 0.009_961_897_745_398),
        (&pocket, 740, 1000, 7..=35, 0.000_894_191_955_169),
    ];
    for (chance, n, runs, expected, alarm) in cases {
        let found = band(chance, n, Alpha::one_in(runs).unwrap()).unwrap();
        assert_eq!(found, expected);
        assert!(off(false_alarm(chance, n, found).unwrap(), alarm) < 1e-10);
    }
    // Five throws cannot be significant at one in 20: nothing is outside.
    let all = band(&coin, 5, Alpha::one_in(20).unwrap()).unwrap();
    assert_eq!((all.clone(), false_alarm(&coin, 5, all).unwrap()), (0..=5, 0.0));
    // Python integers.
    assert!(off(false_alarm(&double, 60, 0..=20).unwrap(), 0.000_452_271_994_488_974_54) < 1e-12);
    assert_eq!(false_alarm(&double, 60, 0..=u64::MAX).unwrap(), 0.0);
    #[allow(clippy::reversed_empty_ranges, reason = "refused")]
    let reversed = 5..=4;
    assert_eq!(false_alarm(&double, 60, reversed), Err(StatsError::Order));
}

/// The sizes by mpmath's inverse error function, the exact powers by sums of `scipy` binomial terms.
#[test]
fn rolls_and_power() {
    let double = Ratio::double();
    let cases = [
        (&double, ratio(17, 100), 100, 0.9, 186_974, 0.898_907_122_387_3),
        (&double, ratio(16, 100), 100, 0.9, 45_997, 0.900_321_725_186_9),
        (&ratio(1, 2), ratio(51, 100), 20, 0.8, 19_620, 0.799_076_756_247_8),
        (&ratio(1, 37), ratio(3, 100), 1000, 0.95, 75_002, 0.947_693_862_235_8),
        (&double, ratio(1, 5), 20, 0.8, 1_025, 0.793_140_385_255_7),
    ];
    for (chance, truth, runs, wanted, rolls, exact) in cases {
        let alpha = Alpha::one_in(runs).unwrap();
        assert_eq!(rolls_to_see(chance, &truth, alpha, wanted).unwrap(), rolls);
        let found = power(chance, &truth, alpha, rolls).unwrap();
        assert!(off(found, exact) < 1e-10, "{truth}: {found}, not {exact}");
    }
    // With nothing wrong the power is the rate of false alarms.
    assert!(power(&double, &double, Alpha::one_in(100).unwrap(), 6_000).unwrap() <= 0.01);
}

#[test]
fn questions_without_an_answer() {
    let (double, alpha) = (Ratio::double(), Alpha::one_in(20).unwrap());
    let truth = ratio(1, 5);
    for wanted in [0.05, 0.0, 1.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(rolls_to_see(&double, &truth, alpha, wanted), Err(StatsError::Power));
    }
    assert_eq!(rolls_to_see(&double, &double, alpha, 0.9), Err(StatsError::Same));
    assert_eq!(
        rolls_to_see(&double, &ratio(1, 1), alpha, 0.9),
        Err(StatsError::Certain)
    );
    assert_eq!(
        rolls_to_see(&double, &ratio(7, 6), alpha, 0.9),
        Err(StatsError::NotAChance)
    );
    let near = Ratio::new(1_000_000_001_u64, 6_000_000_000_u64).unwrap();
    assert!(matches!(
        rolls_to_see(&double, &near, alpha, 0.9),
        Err(StatsError::TooLarge { .. })
    ));
    assert_eq!(chance_of_at_least(&ratio(0, 1), 1, 5), Err(StatsError::Certain));
    assert_eq!(chance_of_at_least(&ratio(7, 6), 1, 5), Err(StatsError::NotAChance));
    assert_eq!(band(&ratio(1, 1), 5, alpha), Err(StatsError::Certain));
    assert_eq!(flagged_by_chance(3, 4, alpha), Err(StatsError::Order));
    let rolls = Tally::doubles(1, 6).unwrap();
    assert_eq!(
        share(&rolls, &Odds::doubles(), 2),
        Err(StatsError::Category { given: 2 })
    );
    assert_eq!(
        share(&rolls, &Odds::faces(), 1),
        Err(StatsError::Categories { count: 2 })
    );
    assert_eq!(
        share(&Tally::doubles(0, 0).unwrap(), &Odds::doubles(), 1),
        Err(StatsError::Empty)
    );
    assert_eq!(
        share(&rolls, &Odds::new(&[1, 0]).unwrap(), 0),
        Err(StatsError::Impossible { category: 1 })
    );
    assert_eq!(
        share(&Tally::doubles(0, 6).unwrap(), &Odds::new(&[1, 0]).unwrap(), 0),
        Err(StatsError::Certain)
    );
}
