//! Pump and chicken: hazards among positions, and how far one gets before the first.

use super::{PAGE, shift, size, so_many, stake};
use crate::layout::{Deal, Row, Segment};

/// How many hazards pump and chicken have, by difficulty.
pub const HAZARDS: [(&str, u32); 4] = [("easy", 1), ("medium", 3), ("hard", 5), ("expert", 10)];

const PUMP_POSITIONS: u32 = 25;
const CHICKEN_POSITIONS: u32 = 20;

/// Hazards of pump: the lowest position is how far the balloon goes. How many: [`HAZARDS`].
pub const PUMP: Row = stake(
    "stake_pump/1",
    PAGE,
    &[size("hazards", 1, PUMP_POSITIONS)],
    &[Segment::new(
        "hazards",
        0,
        so_many("hazards", 1),
        shift(0, PUMP_POSITIONS),
        "position of a hazard, in draw order",
    )],
);

/// Hazards of chicken: the lowest position is how far it walks. How many: [`HAZARDS`].
pub const CHICKEN: Row = stake(
    "stake_chicken/1",
    PAGE,
    &[size("hazards", 1, CHICKEN_POSITIONS)],
    &[Segment::new(
        "hazards",
        0,
        so_many("hazards", 1),
        shift(0, CHICKEN_POSITIONS),
        "position of a hazard, in draw order",
    )],
);

/// How many steps of pump or chicken are safe: the lowest position of a hazard, 0 to positions - hazards.
///
/// `None` for a deal of another game, and before all hazards are dealt: the lowest is not known until then.
///
/// ```
/// use provably_fair::games::stake;
/// use provably_fair::layout::Value;
/// use provably_fair::{Revealed, STAKE_V1};
/// let seed = Revealed::from_text("d027ce5077bd62a2072de5521fcad8b7");
/// let round = STAKE_V1.round(&seed, "b39cea8e183258455750e51667d3aec0", 9).unwrap();
/// let game = stake::PUMP.with(&[("hazards", Value::Size(3))]).unwrap(); // medium
/// let deal = game.deal(&round, &[3]).unwrap();
/// assert_eq!(stake::safe_steps(&deal), Some(14));
/// assert_eq!(stake::highest_multiplier(&deal), Some(1366)); // the site paid up to 13.66
/// ```
#[must_use]
pub fn safe_steps(deal: &Deal) -> Option<u32> {
    board(deal).map(|(_, _, steps)| steps)
}

/// The multiplier after the last safe step, in hundredths, by [`hazard_multiplier`]; `None` where [`safe_steps`] has none.
///
/// *What it does not show*: what a player who stopped earlier was paid.
#[must_use]
pub fn highest_multiplier(deal: &Deal) -> Option<u64> {
    board(deal).and_then(|(positions, hazards, steps)| hazard_multiplier(positions, hazards, steps))
}

/// Positions, hazards and safe steps.
fn board(deal: &Deal) -> Option<(u32, u32, u32)> {
    let positions = if *deal.row() == PUMP {
        PUMP_POSITIONS
    } else if *deal.row() == CHICKEN {
        CHICKEN_POSITIONS
    } else {
        return None;
    };
    let hazards = deal.items("hazards");
    let Some(crate::layout::Setting::Size(all)) = deal.setting("hazards") else {
        return None;
    };
    let dealt = u32::try_from(hazards.len()).ok().filter(|dealt| *dealt == all)?;
    Some((positions, dealt, hazards.into_iter().min()?))
}

/// The multiplier after so many safe steps, in hundredths: 0.98 * C(positions, hazards) / C(positions - steps, hazards), at
/// least 1.00.
///
/// The quotient is taken as the nearest double, and the double's exact value rounded to hundredths, halves up. That gives
/// all 150 multipliers of both games as captured from the site by
/// <https://github.com/provably-fair-betting/verifierform-stake> (the four difficulties of [`HAZARDS`], in the tests); rounding
/// the exact quotient would give 929.78 where the site has 929.77, pump's hard after 17 steps.
///
/// `None` for no hazard, for more than 25 positions, and when steps and hazards together exceed the positions.
///
/// ```
/// use provably_fair::games::stake::hazard_multiplier;
/// assert_eq!([0, 1, 17, 20].map(|steps| hazard_multiplier(25, 5, steps)), [100, 123, 92_977, 5_206_740].map(Some));
/// assert_eq!([hazard_multiplier(25, 5, 21), hazard_multiplier(25, 0, 1)], [None, None]);
/// ```
#[must_use]
#[allow(
    clippy::cast_precision_loss,
    reason = "98 * C(25, 12) is below 2^53, so both casts are exact"
)]
pub fn hazard_multiplier(positions: u32, hazards: u32, steps: u32) -> Option<u64> {
    let left = positions.checked_sub(steps).filter(|left| hazards <= *left)?;
    if hazards == 0 || positions > PUMP_POSITIONS {
        return None;
    }
    let (all, safe) = (choose(positions, hazards), choose(left, hazards));
    Some(nearest_hundredth((98 * all) as f64 / (100 * safe) as f64).max(100))
}

/// C(n, k) for n up to 25: every product on the way is below 2^32.
fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |so_far, i| so_far * (u64::from(n) - i) / (i + 1))
}

/// 100 * x to the nearest integer, halves up, from the exact value of a double of 0.5 to 2^40.
fn nearest_hundredth(x: f64) -> u64 {
    let bits = x.to_bits();
    let (significand, power) = (bits & ((1 << 52) - 1) | (1 << 52), 1075 - (bits >> 52));
    let hundredths = (200 * u128::from(significand) + (1 << power)) >> (power + 1);
    u64::try_from(hundredths).unwrap_or(u64::MAX)
}
