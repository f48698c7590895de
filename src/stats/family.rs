//! Several tests on one log: alpha fixed beforehand, Holm's correction, and what to do when one fails.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::words::number;
use super::{Ratio, StatsError, chance_of_at_least};

/// The rate of false alarms that was fixed *before* the counting: one honest run in N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alpha(u32);

impl Alpha {
    /// One honest run in `runs`.
    ///
    /// # Errors
    /// Fewer than 2.
    ///
    /// ```
    /// use provably_fair::stats::{Alpha, StatsError};
    /// assert_eq!(Alpha::one_in(20)?.as_f64(), 0.05);
    /// assert_eq!(Alpha::one_in(1), Err(StatsError::Alpha));
    /// # Ok::<(), StatsError>(())
    /// ```
    pub const fn one_in(runs: u32) -> Result<Self, StatsError> {
        if runs < 2 {
            Err(StatsError::Alpha)
        } else {
            Ok(Self(runs))
        }
    }

    /// 1 / N.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        1.0 / f64::from(self.0)
    }

    /// N.
    #[must_use]
    pub const fn runs(self) -> u32 {
        self.0
    }

    /// The rule that goes with it, in words: a test that can never fail is no test, and one that fails is no proof.
    #[must_use]
    pub fn says(self) -> String {
        alloc::format!(
            "One failure in {} honest runs is expected: that is what alpha means, and a test that never fails tests nothing. \
             Fix alpha, the tests and the length of the log beforehand. When one fails, count a new, independent sample once, by \
             this rule, with the same test; do not repeat until it passes, nor stop counting when it fails.",
            self.0
        )
    }
}

/// Holm's correction: adjusted p of each test, in the order given. Below alpha means significant with the whole family held
/// to one false alarm in 1 / alpha, whatever the tests have to do with each other.
///
/// Sorted ascending, the j-th of m (from 0) is multiplied by m - j; never below the one before it, never above 1.
///
/// # Errors
/// A p outside 0..=1 or NaN, with its position.
///
/// ```
/// use provably_fair::stats::{StatsError, holm};
/// assert_eq!(holm(&[0.25, 0.0625, 0.125])?, [0.25, 0.1875, 0.25]);
/// assert_eq!(holm(&[0.5, 1.5]), Err(StatsError::NotAP { at: 1 }));
/// # Ok::<(), StatsError>(())
/// ```
pub fn holm(ps: &[f64]) -> Result<Vec<f64>, StatsError> {
    if let Some(at) = ps.iter().position(|p| !(0.0..=1.0).contains(p)) {
        return Err(StatsError::NotAP { at });
    }
    let mut order: Vec<(usize, f64)> = ps.iter().copied().enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut factor = (1..=ps.len())
        .rev()
        .map(|left| super::float(u64::try_from(left).unwrap_or(u64::MAX)));
    let mut highest = 0.0_f64;
    for (_, p) in &mut order {
        highest = highest.max((*p * factor.next().unwrap_or(1.0)).min(1.0));
        *p = highest;
    }
    order.sort_by_key(|(at, _)| *at);
    Ok(order.into_iter().map(|(_, p)| p).collect())
}

/// The tests of one log, each with its p and its p after Holm's correction.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    alpha: Alpha,
    lines: Vec<(String, f64, f64)>,
}

impl Family {
    /// The tests, named, with their p.
    ///
    /// # Errors
    /// As [`holm`]; no test.
    ///
    /// ```
    /// use provably_fair::stats::{Alpha, Family};
    /// let family = Family::new(Alpha::one_in(100)?, &[("pairs", 0.19), ("faces", 0.09), ("doubles", 0.004)])?;
    /// assert_eq!(family.flagged().count(), 0); // 0.004 * 3 is above 0.01
    /// # Ok::<(), provably_fair::stats::StatsError>(())
    /// ```
    pub fn new(alpha: Alpha, tests: &[(&str, f64)]) -> Result<Self, StatsError> {
        let ps: Vec<f64> = tests.iter().map(|(_, p)| *p).collect();
        if ps.is_empty() {
            return Err(StatsError::Empty);
        }
        let lines = tests.iter().zip(holm(&ps)?);
        Ok(Self {
            alpha,
            lines: lines
                .map(|((name, p), adjusted)| (name.to_string(), *p, adjusted))
                .collect(),
        })
    }

    /// Name, p and adjusted p of each test, in the order given.
    pub fn lines(&self) -> impl Iterator<Item = (&str, f64, f64)> {
        self.lines
            .iter()
            .map(|(name, p, adjusted)| (name.as_str(), *p, *adjusted))
    }

    /// The tests whose adjusted p is at most alpha.
    pub fn flagged(&self) -> impl Iterator<Item = &str> {
        let alpha = self.alpha.as_f64();
        self.lines().filter(move |line| line.2 <= alpha).map(|line| line.0)
    }

    /// What the tests together show and do not show, in words.
    #[must_use]
    pub fn says(&self) -> String {
        let count = self.lines.len();
        let flagged: Vec<&str> = self.flagged().collect();
        let result = if flagged.is_empty() {
            String::from(
                "none is flagged: these counts are no evidence against the exact chances, and no proof of them either",
            )
        } else {
            alloc::format!("flagged: {}", flagged.join(", "))
        };
        let smallest = self.lines().map(|line| line.2).fold(1.0, f64::min);
        alloc::format!(
            "{count} tests, corrected by Holm so that all of them together raise one false alarm in {} honest runs at most; \
             smallest adjusted p {}; {result}. {}",
            self.alpha.runs(),
            number(smallest),
            self.alpha.says(),
        )
    }
}

/// The chance that honest logs alone, tested independently at alpha, are flagged this often: for "k of my n seeds failed".
///
/// It does not hold for seeds that were picked by their results, nor for tests that share rolls.
///
/// # Errors
/// More than 2^40 tests, or more flagged than tested.
///
/// ```
/// use provably_fair::stats::{Alpha, flagged_by_chance};
/// // 8 of 100 seeds flagged at one in 20: about 13 in 100 honest collections have as many.
/// assert_eq!(format!("{:.6}", flagged_by_chance(100, 8, Alpha::one_in(20)?)?), "0.127960");
/// # Ok::<(), provably_fair::stats::StatsError>(())
/// ```
pub fn flagged_by_chance(tests: u64, flagged: u64, alpha: Alpha) -> Result<f64, StatsError> {
    if flagged > tests {
        return Err(StatsError::Order);
    }
    chance_of_at_least(&Ratio::chance(1_u8, alpha.runs())?, flagged, tests)
}
