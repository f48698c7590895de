//! How much must be counted to see a bias, and how surely a count of n sees it.

use core::f64::consts::SQRT_2;

use num_traits::ToPrimitive;
use statrs::function::erf::erfc_inv;

use super::binomial::{Binomial, TRIALS_LIMIT};
use super::{Alpha, Ratio, StatsError};

/// About how many rolls a two-sided test at alpha needs to see, with this power, that an event said to have `chance` really has
/// the chance `truth`.
///
/// The usual normal approximation, rounded up: ((z(alpha/2) sqrt(c (1-c)) + z(power) sqrt(t (1-t))) / (t - c))^2, without a
/// continuity correction. [`power`] gives the exact power of a count of that size: it is within a few hundredths where
/// hundreds of events are expected. It does not show that there is a bias, only what would be missed by counting less.
///
/// # Errors
/// A chance of 0, 1 or above; the two the same; a power that is not above alpha and below 1; an answer above 2^40.
///
/// ```
/// use provably_fair::stats::{Alpha, Ratio, rolls_to_see};
/// // 17 % doubles instead of 1/6, at one false alarm in 100, seen nine times out of ten: 186,974 rolls.
/// let truth = Ratio::chance(17_u8, 100_u8)?;
/// assert_eq!(rolls_to_see(&Ratio::double(), &truth, Alpha::one_in(100)?, 0.9)?, 186_974);
/// # Ok::<(), provably_fair::stats::StatsError>(())
/// ```
pub fn rolls_to_see(chance: &Ratio, truth: &Ratio, alpha: Alpha, power: f64) -> Result<u64, StatsError> {
    if !(power > alpha.as_f64() && power < 1.0) {
        return Err(StatsError::Power);
    }
    if chance == truth {
        return Err(StatsError::Same);
    }
    let (c, t) = (spread(chance)?, spread(truth)?);
    let rolls = ((upper_z(alpha.as_f64() / 2.0) * c + upper_z(1.0 - power) * t) / apart(chance, truth))
        .powi(2)
        .ceil();
    match rolls.to_u64() {
        Some(rolls @ 0..=TRIALS_LIMIT) => Ok(rolls.max(1)),
        beyond => Err(StatsError::TooLarge {
            n: beyond.unwrap_or(u64::MAX),
        }),
    }
}

/// The exact chance that a count of n rolls is flagged at alpha (exact two-sided binomial test against `chance`) when the event
/// really has the chance `truth`. With `truth` equal to `chance` it is the exact rate of false alarms, at most alpha.
///
/// # Errors
/// A chance of 0, 1 or above; more than 2^40 rolls.
///
/// ```
/// use provably_fair::stats::{Alpha, Ratio, power};
/// let truth = Ratio::chance(17_u8, 100_u8)?;
/// let seen = power(&Ratio::double(), &truth, Alpha::one_in(100)?, 186_974)?;
/// assert!((seen - 0.898_9).abs() < 0.000_1);
/// # Ok::<(), provably_fair::stats::StatsError>(())
/// ```
pub fn power(chance: &Ratio, truth: &Ratio, alpha: Alpha, n: u64) -> Result<f64, StatsError> {
    let (low, high) = Binomial::new(n, chance)?.band(alpha.as_f64());
    let real = Binomial::new(n, truth)?;
    let below = low.checked_sub(1).map_or(0.0, |last| real.at_most(last));
    Ok(below + if high < n { real.at_least(high + 1) } else { 0.0 })
}

/// sqrt(p (1 - p)).
fn spread(p: &Ratio) -> Result<f64, StatsError> {
    let variance = p.as_f64() * p.complement()?.as_f64();
    if variance > 0.0 {
        Ok(variance.sqrt())
    } else {
        Err(StatsError::Certain)
    }
}

/// |a - b| without cancelling: the difference of the cross products over the product of the denominators.
fn apart(a: &Ratio, b: &Ratio) -> f64 {
    let (left, right) = (a.numer() * b.denom(), b.numer() * a.denom());
    let difference = if left > right { left - right } else { right - left };
    Ratio::reduced(difference, &(a.denom() * b.denom())).as_f64()
}

/// The z that a standard normal variable exceeds with this chance.
fn upper_z(tail: f64) -> f64 {
    SQRT_2 * erfc_inv(2.0 * tail)
}
