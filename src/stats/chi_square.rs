//! All categories at once: Pearson's chi-square against exact chances.

use alloc::string::String;

use statrs::function::gamma::checked_gamma_ur;

use super::binomial::TRIALS_LIMIT;
use super::words::{NOT_SHOWN, number, p_in_words};
use super::{Odds, Ratio, StatsError, Tally};

/// Chi-square of a tally.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ChiSquare {
    /// How much was counted.
    pub total: u64,
    /// The sum of (count - expected)^2 / expected over the possible categories.
    pub statistic: f64,
    /// Degrees of freedom: possible categories minus 1.
    pub df: u32,
    /// The chance of a statistic at least this large, by the chi-square distribution: an approximation, good where every
    /// expected count is 5 and more.
    pub p: f64,
    /// The smallest expected count.
    pub least_expected: f64,
}

/// Pearson's chi-square of the counts against their exact chances, its degrees of freedom taken from the counts.
///
/// Every term is an exact fraction rounded once. It looks at all categories alike and weakly: it does not say which one is off
/// ([`super::furthest`] does), and a p near 1 (*too even*) is as odd as one near 0. What it does not show:
/// [`super::NOT_SHOWN`].
///
/// # Errors
/// Tally and odds of different sizes; nothing counted, or an impossible category counted; fewer than two possible categories;
/// more than 2^40 counted.
///
/// ```
/// use provably_fair::stats::{Odds, Tally, chi_square};
/// let faces = Tally::of("faces", &[8, 12, 10, 9, 11, 10])?;
/// let chi = chi_square(&faces, &Odds::faces())?;
/// assert_eq!((chi.statistic, chi.df), (1.0, 5)); // (4 + 4 + 0 + 1 + 1 + 0) / 10
/// assert_eq!(format!("{:.6}", chi.p), "0.962566");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn chi_square(tally: &Tally, odds: &Odds) -> Result<ChiSquare, StatsError> {
    odds.fits(tally)?;
    let total = tally.total();
    if total > TRIALS_LIMIT {
        return Err(StatsError::TooLarge { n: total });
    }
    let possible = tally
        .counts()
        .iter()
        .zip(odds.weights())
        .filter(|(_, weight)| **weight > 0);
    let (mut statistic, mut least, mut categories) = (0.0, f64::INFINITY, 0_u32);
    for (&count, &weight) in possible {
        // (x - n a/A)^2 / (n a/A) = (x A - n a)^2 / (n a A).
        let (found, mean) = (u128::from(count) * odds.total(), u128::from(total) * weight);
        let away = num_bigint::BigUint::from(found.abs_diff(mean));
        statistic += Ratio::new(&away * &away, num_bigint::BigUint::from(mean) * odds.total())?.as_f64();
        least = least.min(Ratio::new(mean, odds.total())?.as_f64());
        categories += 1;
    }
    let df = categories.saturating_sub(1);
    Ok(ChiSquare {
        total,
        statistic,
        df,
        p: chi_square_p(statistic, df).ok_or(StatsError::Certain)?,
        least_expected: least,
    })
}

impl ChiSquare {
    /// What it shows and what it does not, in words.
    #[must_use]
    pub fn says(&self) -> String {
        let small = if self.least_expected < 5.0 {
            "An expected count is below 5: this p is rough. "
        } else {
            ""
        };
        let even = if self.p > 0.999 {
            "So even a count is odd in itself. "
        } else {
            ""
        };
        alloc::format!(
            "{} counted: chi-square {:.2} with {} degrees of freedom, {}. {small}{even}It looks at all categories together and does \
             not say which is off. {NOT_SHOWN}",
            self.total,
            self.statistic,
            self.df,
            p_in_words(self.p),
        )
    }

    /// The test in one line for a table: statistic, degrees of freedom and p.
    #[must_use]
    pub fn line(&self) -> String {
        alloc::format!(
            "chi-square {:.2} on {}, p = {}",
            self.statistic,
            self.df,
            number(self.p)
        )
    }
}

/// The most degrees of freedom of [`chi_square_p`]: 2^20.
pub const DF_LIMIT: u32 = 1 << 20;

/// The chance that a chi-square variable with `df` degrees of freedom is at least `statistic`: the upper regularised incomplete
/// gamma function Q(df / 2, statistic / 2), from statrs, at least nine correct digits down to 10^-300 and 0 below.
///
/// A pure function for a published statistic; tests of a log take counts. `None` for a statistic that is negative or NaN, and
/// for df of 0 or above [`DF_LIMIT`].
///
/// ```
/// use provably_fair::stats::chi_square_p;
/// assert_eq!(format!("{:.8}", chi_square_p(42.25, 35).unwrap()), "0.18631999");
/// assert_eq!(format!("{:.8}", chi_square_p(9.62, 5).unwrap()), "0.08674684");
/// assert_eq!(chi_square_p(-1.0, 5), None);
/// ```
#[must_use]
pub fn chi_square_p(statistic: f64, df: u32) -> Option<f64> {
    if !(1..=DF_LIMIT).contains(&df) || statistic.is_nan() || statistic < 0.0 {
        return None;
    }
    if statistic == 0.0 {
        return Some(1.0);
    }
    // Far beyond any double's tail, and before statrs's fraction could wander.
    if statistic > 1e9 {
        return Some(0.0);
    }
    checked_gamma_ur(f64::from(df) / 2.0, statistic / 2.0).ok()
}
