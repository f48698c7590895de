//! Exact chances of small samples: runs, "so many at least", "the opponent has d more", sums of dice.
//!
//! Fractions of integers, never a simulation and never a normal approximation. They say how often honest, independent
//! rounds do this; they do not show that the rounds at hand were honest, and a pattern looked for after it was seen is
//! more likely than its chance here.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::iter::successors;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Ratio, StatsError};

/// The largest sample of this module: 4,096 rolls.
pub const ROLLS_LIMIT: u32 = 4096;

/// The chance that somewhere in n independent rolls an event of chance p comes `run` times in a row (or more often).
///
/// With p = a/b and N(i) the ways, out of b^i, to have no run within i rolls: N(i) = b^i below the run's length, N(run) =
/// b^run - a^run, then N(i) = b N(i-1) - a^run (b - a) N(i-run-1), since a first run that ends at i comes after a miss.
/// A run of length 0 is certain.
///
/// # Errors
/// p above 1; more than [`ROLLS_LIMIT`] rolls or a fraction wider than [`Ratio::BITS_LIMIT`].
///
/// ```
/// use provably_fair::stats::{Ratio, StatsError, run_somewhere};
/// assert_eq!(run_somewhere(&Ratio::double(), 1, 25)?.percent(2), "98.95 %");
/// assert_eq!(run_somewhere(&Ratio::double(), 2, 25)?.percent(2), "44.78 %");
/// assert_eq!(run_somewhere(&Ratio::double(), 3, 25)?.percent(2), "8.67 %");
/// # Ok::<(), StatsError>(())
/// ```
pub fn run_somewhere(p: &Ratio, run: u32, rolls: u32) -> Result<Ratio, StatsError> {
    let miss = p.misses()?;
    let whole = whole(p, rolls, 1)?;
    if run > rolls {
        return Ok(Ratio::zero());
    }
    let all_hits = p.numer().pow(run);
    let first_run = &all_hits * miss;
    // The last run + 1 values of N; the front is N(i - run - 1).
    let mut without: VecDeque<BigUint> = successors(Some(BigUint::one()), |ways| Some(ways * p.denom()))
        .take(usize::try_from(run).unwrap_or(0))
        .collect();
    without.push_back(p.denom().pow(run) - all_hits);
    for _ in run..rolls {
        let (oldest, newest) = (without.pop_front(), without.back().cloned());
        let oldest = oldest.unwrap_or_default();
        let newest = newest.unwrap_or_else(|| oldest.clone());
        without.push_back(newest * p.denom() - &first_run * oldest);
    }
    let none = without.pop_back().unwrap_or_default();
    Ok(Ratio::reduced(&whole - none, &whole))
}

/// The chance of at least k hits in n independent rolls of chance p each.
///
/// # Errors
/// As [`run_somewhere`].
///
/// ```
/// use provably_fair::stats::{Ratio, StatsError, at_least};
/// assert_eq!(at_least(&Ratio::double(), 2, 2)?.to_string(), "1/36");
/// # Ok::<(), StatsError>(())
/// ```
pub fn at_least(p: &Ratio, k: u32, rolls: u32) -> Result<Ratio, StatsError> {
    let whole = whole(p, rolls, 1)?;
    let ways = hits(p, rolls)?;
    let many: BigUint = ways.iter().skip(usize::try_from(k).unwrap_or(usize::MAX)).sum();
    Ok(Ratio::reduced(many, &whole))
}

/// The chance that the opponent has at least d more hits than I do, both with n independent rolls of chance p each.
///
/// # Errors
/// As [`run_somewhere`].
///
/// ```
/// use provably_fair::stats::{Ratio, StatsError, opponent_ahead};
/// assert_eq!(opponent_ahead(&Ratio::double(), 2, 25)?.percent(2), "28.28 %");
/// assert_eq!(opponent_ahead(&Ratio::double(), 1, 1)?.to_string(), "5/36");
/// # Ok::<(), StatsError>(())
/// ```
pub fn opponent_ahead(p: &Ratio, d: u32, rolls: u32) -> Result<Ratio, StatsError> {
    let whole = whole(p, rolls, 2)?;
    let ways = hits(p, rolls)?;
    let lead = usize::try_from(d).unwrap_or(usize::MAX);
    // For each count of theirs from d on, upwards: all of mine that are at least d lower.
    let mut mine = BigUint::zero();
    let mut ahead = BigUint::zero();
    for (theirs, my) in ways.iter().skip(lead).zip(&ways) {
        mine += my;
        ahead += theirs * &mine;
    }
    Ok(Ratio::reduced(ahead, &whole))
}

/// The chance that the faces of some dice, each 1 to `sides` and equally likely, add up to exactly this sum.
///
/// # Errors
/// No dice, no sides, or dice times sides above 1,024.
///
/// ```
/// use provably_fair::stats::{StatsError, dice_sum};
/// assert_eq!(dice_sum(2, 6, 7)?.to_string(), "1/6");
/// assert_eq!(dice_sum(3, 6, 4)?.to_string(), "1/72");
/// # Ok::<(), StatsError>(())
/// ```
pub fn dice_sum(dice: u32, sides: u32, sum: u32) -> Result<Ratio, StatsError> {
    if dice == 0 || sides == 0 {
        return Err(StatsError::Empty);
    }
    let highest = dice.saturating_mul(sides);
    if highest > 1024 {
        return Err(StatsError::TooLarge { n: u64::from(highest) });
    }
    let width = usize::try_from(sides).unwrap_or(usize::MAX);
    // ways[s] = ways to make the sum s + (dice so far).
    let mut ways = alloc::vec![BigUint::one()];
    for _ in 0..dice {
        let reach = ways.len() + width - 1;
        ways = (0..reach)
            .map(|s| ways.iter().take(s + 1).skip((s + 1).saturating_sub(width)).sum())
            .collect();
    }
    let at = sum.checked_sub(dice).and_then(|s| usize::try_from(s).ok());
    let count = at.and_then(|s| ways.get(s)).cloned().unwrap_or_default();
    Ok(Ratio::reduced(count, &BigUint::from(sides).pow(dice)))
}

/// The ways of everybody's rolls, b^(n players), with the sizes checked.
fn whole(p: &Ratio, rolls: u32, players: u32) -> Result<BigUint, StatsError> {
    if rolls > ROLLS_LIMIT {
        return Err(StatsError::TooLarge { n: u64::from(rolls) });
    }
    p.whole(rolls * players)
}

/// C(n, x) a^x (b - a)^(n - x) for x = 0..=n: the ways, out of b^n, to hit exactly x times.
fn hits(p: &Ratio, rolls: u32) -> Result<Vec<BigUint>, StatsError> {
    let misses = powers(&p.misses()?, rolls);
    let hits = powers(p.numer(), rolls);
    let choose = successors(Some((0_u32, BigUint::one())), |(x, ways)| {
        (*x < rolls).then(|| (x + 1, ways * (rolls - x) / (x + 1)))
    });
    Ok(choose
        .zip(hits.iter().zip(misses.iter().rev()))
        .map(|((_, ways), (hit, miss))| ways * hit * miss)
        .collect())
}

/// 1, base, ..., base^n.
fn powers(base: &BigUint, n: u32) -> Vec<BigUint> {
    let count = usize::try_from(n).unwrap_or(usize::MAX).saturating_add(1);
    successors(Some(BigUint::one()), |power| Some(power * base))
        .take(count)
        .collect()
}
