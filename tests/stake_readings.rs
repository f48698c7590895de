//! Readings of Stake's deals: the multipliers of pump and chicken, tiers of cases, reels of slots.

use num_bigint::BigUint;
use provably_fair::games::stake::{self, HAZARDS, hazard_multiplier};
use provably_fair::layout::Value;
use provably_fair::{Revealed, STAKE_V1};

mod naive;

/// The site's multipliers by safe steps, in the order of [`HAZARDS`], in hundredths: `src/lib/paylines/pump-paylines.json`
/// (commit 4ee7ace3) and `chicken-paylines.json` (7e10253d) of provably-fair-betting/verifierform-stake.
const PUMP: [&[u64]; 4] = [
    &[
        100, 102, 107, 111, 117, 123, 129, 136, 144, 153, 163, 175, 188, 204, 223, 245, 272, 306, 350, 408, 490, 613,
        817, 1225, 2450,
    ],
    &[
        100, 111, 127, 146, 169, 198, 233, 276, 331, 403, 495, 619, 788, 1025, 1366, 1878, 2683, 4025, 6440, 11270,
        22540, 56350, 225_400,
    ],
    &[
        100, 123, 155, 198, 256, 336, 448, 608, 841, 1192, 1734, 2601, 4046, 6574, 11270, 20662, 41323, 92977, 247_940,
        867_790, 5_206_740,
    ],
    &[
        100,
        163,
        280,
        495,
        908,
        1734,
        3468,
        7321,
        16472,
        40002,
        106_673,
        320_018,
        1_120_065,
        4_853_613,
        29_121_680,
        320_338_480,
    ],
];
const CHICKEN: [&[u64]; 4] = [
    &[
        100, 103, 109, 115, 123, 131, 140, 151, 163, 178, 196, 218, 245, 280, 327, 392, 490, 653, 980, 1960,
    ],
    &[
        100, 115, 137, 164, 200, 246, 307, 391, 508, 677, 931, 1330, 1995, 3192, 5586, 11172, 27930, 111_720,
    ],
    &[
        100, 131, 177, 246, 348, 506, 759, 1181, 1918, 3289, 6029, 12059, 27132, 72352, 253_232, 1_519_392,
    ],
    &[
        100, 196, 414, 931, 2261, 6029, 18088, 63308, 274_335, 1_646_008, 18_106_088,
    ],
];

#[test]
fn every_captured_multiplier_is_the_formulas() {
    let mut compared = 0;
    for (positions, table) in [(25, PUMP), (20, CHICKEN)] {
        for ((_, hazards), captured) in HAZARDS.into_iter().zip(table) {
            for (steps, paid) in (0..).zip(captured) {
                assert_eq!(
                    hazard_multiplier(positions, hazards, steps),
                    Some(*paid),
                    "{positions} {hazards} {steps}"
                );
                compared += 1;
            }
            let past = u32::try_from(captured.len()).unwrap();
            assert_eq!(past, positions - hazards + 1);
            assert_eq!(hazard_multiplier(positions, hazards, past), None);
        }
    }
    assert_eq!(compared, 150);
}

/// The twin's: binomials by Pascal's rule, the double by exact rounding, its hundredths from its exact fraction.
#[test]
fn every_multiplier_there_is_is_the_twins() {
    let mut rows = vec![vec![BigUint::from(1_u8)]];
    for n in 1..=25 {
        let last: &Vec<BigUint> = &rows[n - 1];
        let inner = (1..n).map(|k| &last[k - 1] + &last[k]);
        let one = BigUint::from(1_u8);
        rows.push([one.clone()].into_iter().chain(inner).chain([one]).collect());
    }
    for positions in 1..=25_u32 {
        for hazards in 1..=positions {
            for steps in 0..=positions - hazards {
                let [all, safe] = [positions, positions - steps].map(|n| &rows[n as usize][hazards as usize]);
                let double = naive::nearest(&(all * 98_u8), &(safe * 100_u8));
                let (num, den) = naive::fraction(double);
                let hundredths = naive::small(&((num * 200_u8 + &den) / (den * 2_u8))).max(100);
                assert_eq!(hazard_multiplier(positions, hazards, steps), Some(hundredths));
            }
        }
    }
    for refused in [
        (25, 0, 0),
        (26, 1, 0),
        (5, 5, 1),
        (5, 6, 0),
        (5, 1, 6),
        (25, 1, u32::MAX),
        (u32::MAX, 1, 0),
    ] {
        assert_eq!(hazard_multiplier(refused.0, refused.1, refused.2), None, "{refused:?}");
    }
}

#[test]
fn a_board_is_read_only_when_all_hazards_are_dealt() {
    let seed = Revealed::from_text("server");
    let round = STAKE_V1.round(&seed, "client", 0).unwrap();
    // From Python: 21 22 14 on 25 positions, 17 18 11 on 20.
    for (row, lowest, paid) in [(stake::PUMP, 14, 1366), (stake::CHICKEN, 11, 1330)] {
        let game = row.with(&[("hazards", Value::Size(3))]).unwrap();
        let whole = game.deal(&round, &[3]).unwrap();
        assert_eq!(
            (stake::safe_steps(&whole), stake::highest_multiplier(&whole)),
            (Some(lowest), Some(paid))
        );
        let part = game.deal(&round, &[2]).unwrap();
        assert_eq!(
            (stake::safe_steps(&part), stake::highest_multiplier(&part)),
            (None, None)
        );
    }
}

#[test]
fn a_tier_is_the_first_threshold_reached() {
    let seed = Revealed::from_text("server");
    let deal = stake::CASES
        .deal(&STAKE_V1.round(&seed, "client", 0).unwrap(), &[1])
        .unwrap();
    // From Python: the number is 3772253323 / 2^32; in units of 10^-8, 87829616.9....
    let tier = |thresholds: &[u32]| stake::cases_tier(&deal, thresholds);
    assert_eq!(tier(&[99_000_001, 87_829_617, 87_829_616, 0]), Some(2));
    assert_eq!(tier(&[87_829_616, 0]), Some(0));
    assert_eq!((tier(&[87_829_617]), tier(&[])), (None, None));
    let none = stake::CASES
        .deal(&STAKE_V1.round(&seed, "client", 0).unwrap(), &[0])
        .unwrap();
    assert_eq!(stake::cases_tier(&none, &[0]), None);
}

#[test]
fn reels_run_on_from_spin_to_spin() {
    let seed = Revealed::from_text("server");
    let deal = stake::SLOTS
        .deal(&STAKE_V1.round(&seed, "client", 0).unwrap(), &[10])
        .unwrap();
    // From Python: word * 30 >> 32, of each fifth word * 41 >> 32.
    assert_eq!(
        stake::slots_reels(&deal),
        Some(vec![26, 26, 18, 5, 19, 7, 1, 29, 27, 17])
    );
}
