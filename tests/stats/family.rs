//! Several tests: Holm by hand and by R's definition, and the words that go with alpha.

use provably_fair::stats::{Alpha, Family, StatsError, flagged_by_chance, holm};

use crate::{Numbers, off};

#[test]
fn holm_by_hand() {
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03 0.06 0.06 0.02; here in exact binary fractions.
    assert_eq!(
        holm(&[1.0 / 64.0, 1.0 / 16.0, 3.0 / 64.0, 1.0 / 128.0]).unwrap(),
        [3.0 / 64.0, 6.0 / 64.0, 6.0 / 64.0, 2.0 / 64.0]
    );
    assert!(holm(&[]).unwrap().is_empty());
    assert_eq!(holm(&[0.5]).unwrap(), [0.5]);
    assert_eq!(holm(&[0.5, 0.75, 1.0]).unwrap(), [1.0; 3]);
    assert_eq!(holm(&[0.0, -0.0]).unwrap(), [0.0; 2]);
    for (at, bad) in [
        (0, f64::NAN),
        (1, -1e-300),
        (2, 1.000_000_000_000_001),
        (3, f64::INFINITY),
    ] {
        let mut ps = [0.1; 4];
        ps[at] = bad;
        assert_eq!(holm(&ps), Err(StatsError::NotAP { at }));
    }
}

/// The definition, quadratically: the greatest of (m - rank) p over all p no greater.
#[test]
fn holm_against_a_slow_twin() {
    let mut numbers = Numbers(5);
    for _ in 0..500 {
        let count = numbers.below(12) as usize;
        let ps: Vec<f64> = (0..count).map(|_| numbers.below(40) as f64 / 64.0).collect();
        let slow = |p: f64| {
            let adjusted = |q: f64| (ps.len() - ps.iter().filter(|r| **r < q).count()) as f64 * q;
            ps.iter()
                .filter(|q| **q <= p)
                .map(|q| adjusted(*q))
                .fold(0.0, f64::max)
                .min(1.0)
        };
        assert_eq!(
            holm(&ps).unwrap(),
            ps.iter().map(|p| slow(*p)).collect::<Vec<_>>(),
            "{ps:?}"
        );
    }
}

#[test]
fn a_family_can_fail() {
    let alpha = Alpha::one_in(100).unwrap();
    let family = Family::new(alpha, &[("pairs", 0.002), ("faces", 0.5), ("doubles", 0.000_1)]).unwrap();
    assert_eq!(family.flagged().collect::<Vec<_>>(), ["pairs", "doubles"]);
    let lines: Vec<_> = family.lines().collect();
    assert_eq!(
        lines,
        [
            ("pairs", 0.002, 0.004),
            ("faces", 0.5, 0.5),
            ("doubles", 0.000_1, 0.000_1 * 3.0)
        ]
    );
    let says = family.says();
    for words in [
        "flagged: pairs, doubles",
        "One failure in 100 honest runs is expected",
        "new, independent sample once",
        "beforehand",
    ] {
        assert!(says.contains(words), "{words}: {says}");
    }
    assert_eq!(Family::new(alpha, &[]), Err(StatsError::Empty));
    assert_eq!(Family::new(alpha, &[("x", 2.0)]), Err(StatsError::NotAP { at: 0 }));
    assert_eq!(
        (Alpha::one_in(0), Alpha::one_in(1)),
        (Err(StatsError::Alpha), Err(StatsError::Alpha))
    );
}

/// A test that can never fail tests nothing: 2,000 seeded honest counts, each tested at one in 20, fail about that often.
#[test]
fn honest_runs_fail_at_their_rate_and_biased_ones_more_often() {
    use provably_fair::stats::{Odds, Tally, chi_square, furthest};
    let alpha = Alpha::one_in(20).unwrap();
    let failures = |loaded: u64, seed: u64| {
        let mut numbers = Numbers(seed);
        let mut failed = [0_u64; 2];
        for _ in 0..2_000 {
            let mut faces = Tally::faces();
            for _ in 0..600 {
                faces.add(numbers.below(6 + loaded).min(5) as u32).unwrap();
            }
            let ps = [
                chi_square(&faces, &Odds::faces()).unwrap().p,
                furthest(&faces, &Odds::faces()).unwrap().p(),
            ];
            for (failed, p) in failed.iter_mut().zip(ps) {
                *failed += u64::from(p <= alpha.as_f64());
            }
        }
        failed
    };
    // 100 expected, give or take 10: outside 60..=140 in one run of 30,000.
    for failed in failures(0, 6) {
        assert!((60..=140).contains(&failed), "{failed}");
        assert!(flagged_by_chance(2_000, failed, alpha).unwrap() > 1e-4);
    }
    // A six of 2 in 7 is seen nearly always.
    for failed in failures(1, 7) {
        assert!(failed > 1_990, "{failed}");
        assert_eq!(flagged_by_chance(2_000, failed, alpha).unwrap(), 0.0);
    }
}

/// Python fractions: 8 and more of 100 at 1/20.
#[test]
fn seeds_flagged_by_chance() {
    let alpha = Alpha::one_in(20).unwrap();
    assert!(off(flagged_by_chance(100, 8, alpha).unwrap(), 0.127_960_478_620_378_88) < 1e-12);
    assert_eq!(flagged_by_chance(100, 0, alpha).unwrap(), 1.0);
    assert_eq!(flagged_by_chance(0, 0, alpha).unwrap(), 1.0);
}
