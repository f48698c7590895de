//! One category that was named before the counting: exact two-sided p and z-score. And the limits that go with it.

use alloc::string::String;
use core::ops::RangeInclusive;

use super::binomial::{Binomial, squared_z};
use super::words::{NOT_SHOWN, p_in_words};
use super::{Alpha, Odds, Ratio, StatsError, Tally, float};

/// A category's count against its exact chance.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Share {
    /// The 0-based category.
    pub category: u32,
    /// How often it was counted.
    pub count: u64,
    /// Out of how many.
    pub total: u64,
    /// Its exact chance.
    pub chance: Ratio,
    /// total * chance.
    pub expected: f64,
    /// (count - expected) / sqrt(total * chance * (1 - chance)): standard deviations above the mean.
    pub z: f64,
    /// The exact two-sided p, valid for a category named beforehand.
    pub p: f64,
}

/// The exact two-sided binomial p of one category, which must have been *named before the counting*.
///
/// p is the chance of a count that is no more likely than the one found, summed over both tails (the method of R's
/// `binom.test` and `scipy.stats.binomtest`); at least nine correct digits up to 2^40 trials, 0 below 10^-300. A category picked because
/// it looked odd needs [`super::furthest`]. What it does not show: [`super::NOT_SHOWN`].
///
/// # Errors
/// Tally and odds of different sizes; no such category; nothing counted, or an impossible category counted; a chance of 0 or
/// 1; more than 2^40 counted.
///
/// ```
/// use provably_fair::stats::{Odds, Tally, share};
/// let log = Tally::doubles(924_319, 5_530_616)?; // an older public log of a backgammon server
/// let doubles = share(&log, &Odds::doubles(), 1)?;
/// assert_eq!(format!("{:.3} {:.4}", doubles.z, doubles.p), "2.909 0.0036");
/// assert!(doubles.says().contains("alone proves nothing"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn share(tally: &Tally, odds: &Odds, category: u32) -> Result<Share, StatsError> {
    odds.fits(tally)?;
    let chance = odds.chance(category).ok_or(StatsError::Category { given: category })?;
    let count = usize::try_from(category).ok().and_then(|at| tally.counts().get(at));
    let count = *count.ok_or(StatsError::Category { given: category })?;
    let total = tally.total();
    let p = Binomial::new(total, &chance)?.two_sided(count);
    let (above, squared) = squared_z(count, total, &chance)?;
    let away = squared.as_f64().sqrt();
    Ok(Share {
        category,
        count,
        total,
        expected: chance.mean(total).as_f64(),
        chance,
        z: if above { away } else { -away },
        p,
    })
}

impl Share {
    /// What it shows and what it does not, in words.
    #[must_use]
    pub fn says(&self) -> String {
        let side = if self.z < 0.0 { "below" } else { "above" };
        alloc::format!(
            "Category {}: {} of {} ({:.3} %), where {:.1} ({:.3} %) are expected: {:.3} standard deviations {side}. Exact two-sided {}, if \
             the category was named before the counting; chosen afterwards it is worth less. Such a p alone proves nothing: \
             honest rounds give it at its own rate; the more is counted, the smaller a share of missing, doubled or selected \
             records suffices for it; and a log that was looked at before the question was asked has been asked many \
             questions. Fix the question and alpha, and count a new sample. {NOT_SHOWN}",
            self.category,
            self.count,
            self.total,
            100.0 * float(self.count) / float(self.total),
            self.expected,
            100.0 * self.chance.as_f64(),
            self.z.abs(),
            p_in_words(self.p),
        )
    }
}

/// The exact chance that k or more of n independent trials hit, as a double: for seeds flagged out of many, or alarms.
///
/// # Errors
/// A chance of 0 or 1, or above; more than 2^40 trials.
///
/// ```
/// use provably_fair::stats::{Ratio, at_least, chance_of_at_least};
/// let twelfth = Ratio::chance(1_u8, 12_u8)?;
/// let exact = at_least(&twelfth, 3, 40)?.as_f64();
/// assert!((chance_of_at_least(&twelfth, 3, 40)? / exact - 1.0).abs() < 1e-12);
/// # Ok::<(), provably_fair::stats::StatsError>(())
/// ```
pub fn chance_of_at_least(chance: &Ratio, k: u64, n: u64) -> Result<f64, StatsError> {
    Ok(Binomial::new(n, chance)?.at_least(k))
}

/// The counts of n trials that a test at alpha does not flag: exact two-sided p above alpha.
///
/// # Errors
/// A chance of 0 or 1, or above; more than 2^40 trials.
///
/// ```
/// use provably_fair::stats::{Alpha, Ratio, band, false_alarm};
/// let band = band(&Ratio::double(), 6_000, Alpha::one_in(100)?)?;
/// assert_eq!(band, 926..=1074);
/// assert!(false_alarm(&Ratio::double(), 6_000, band)? <= 0.01);
/// # Ok::<(), provably_fair::stats::StatsError>(())
/// ```
pub fn band(chance: &Ratio, n: u64, alpha: Alpha) -> Result<RangeInclusive<u64>, StatsError> {
    let (low, high) = Binomial::new(n, chance)?.band(alpha.as_f64());
    Ok(low..=high)
}

/// The exact chance that an honest count of n trials falls outside a limit that somebody set: the limit's rate of false alarms.
///
/// For one category. With several limits, or a limit on every face, the rates add up to an upper bound.
///
/// # Errors
/// A chance of 0 or 1, or above; more than 2^40 trials; an empty range.
///
/// ```
/// use provably_fair::stats::{Ratio, false_alarm};
/// // "More than 20 doubles in 60 rolls is cheating": one honest run in 2,211 has them.
/// assert_eq!(format!("{:.6}", false_alarm(&Ratio::double(), 60, 0..=20)?), "0.000452");
/// # Ok::<(), provably_fair::stats::StatsError>(())
/// ```
pub fn false_alarm(chance: &Ratio, n: u64, allowed: RangeInclusive<u64>) -> Result<f64, StatsError> {
    if allowed.is_empty() {
        return Err(StatsError::Order);
    }
    let binomial = Binomial::new(n, chance)?;
    let below = allowed
        .start()
        .checked_sub(1)
        .map_or(0.0, |last| binomial.at_most(last));
    Ok(below
        + if *allowed.end() < n {
            binomial.at_least(allowed.end() + 1)
        } else {
            0.0
        })
}
