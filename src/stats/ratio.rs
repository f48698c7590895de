//! An exact chance or mean: a fraction of two integers in lowest terms.

use core::{cmp::Ordering, fmt};

use alloc::string::{String, ToString};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::StatsError;

/// A fraction of two non-negative integers, in lowest terms. A chance where it is at most 1; a mean or a return may be more.
///
/// Nothing is rounded until [`as_f64`](Self::as_f64) or [`percent`](Self::percent).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numer: BigUint,
    denom: BigUint,
}

impl Ratio {
    /// The widest denominator that a power may reach, in bits, so that a size from outside cannot ask for unbounded work.
    pub const BITS_LIMIT: u64 = 1 << 16;

    /// The fraction, in lowest terms.
    ///
    /// # Errors
    /// A denominator of 0.
    ///
    /// ```
    /// use provably_fair::stats::{Ratio, StatsError};
    /// assert_eq!(Ratio::new(6_u8, 36_u8)?.to_string(), "1/6");
    /// assert_eq!(Ratio::new(1_u8, 0_u8), Err(StatsError::DenominatorZero));
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn new(numer: impl Into<BigUint>, denom: impl Into<BigUint>) -> Result<Self, StatsError> {
        let (numer, denom) = (numer.into(), denom.into());
        if denom.is_zero() {
            return Err(StatsError::DenominatorZero);
        }
        Ok(Self::reduced(numer, &denom))
    }

    /// In lowest terms, for a denominator that is not 0 by construction.
    pub(super) fn reduced(numer: BigUint, denom: &BigUint) -> Self {
        let shared = numer.gcd(denom);
        Self {
            numer: numer / &shared,
            denom: denom / shared,
        }
    }

    /// A chance: as [`Ratio::new`], and at most 1.
    ///
    /// # Errors
    /// A denominator of 0; above 1.
    ///
    /// ```
    /// use provably_fair::stats::{Ratio, StatsError};
    /// assert_eq!(Ratio::chance(7_u8, 6_u8), Err(StatsError::NotAChance));
    /// ```
    pub fn chance(numer: impl Into<BigUint>, denom: impl Into<BigUint>) -> Result<Self, StatsError> {
        let ratio = Self::new(numer, denom)?;
        if ratio.is_chance() {
            Ok(ratio)
        } else {
            Err(StatsError::NotAChance)
        }
    }

    /// The chance that two fair dice show the same: 1/6.
    #[must_use]
    pub fn double() -> Self {
        Self::reduced(BigUint::one(), &BigUint::from(6_u8))
    }

    pub(super) fn zero() -> Self {
        Self {
            numer: BigUint::zero(),
            denom: BigUint::one(),
        }
    }

    /// 0 or 1.
    pub(super) fn is_certain(&self) -> bool {
        self.numer.is_zero() || self.numer == self.denom
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub const fn numer(&self) -> &BigUint {
        &self.numer
    }

    /// The denominator in lowest terms, at least 1.
    #[must_use]
    pub const fn denom(&self) -> &BigUint {
        &self.denom
    }

    /// At most 1.
    #[must_use]
    pub fn is_chance(&self) -> bool {
        self.numer <= self.denom
    }

    /// 1 minus the chance.
    ///
    /// # Errors
    /// Above 1.
    ///
    /// ```
    /// use provably_fair::stats::{Ratio, StatsError};
    /// assert_eq!(Ratio::double().complement()?.to_string(), "5/6");
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn complement(&self) -> Result<Self, StatsError> {
        Ok(Self {
            numer: self.misses()?,
            denom: self.denom.clone(),
        })
    }

    /// The numerator of the complement; the check that this is a chance.
    pub(super) fn misses(&self) -> Result<BigUint, StatsError> {
        if self.is_chance() {
            Ok(&self.denom - &self.numer)
        } else {
            Err(StatsError::NotAChance)
        }
    }

    /// The denominator to a power, refused where it would be wider than [`Self::BITS_LIMIT`].
    pub(super) fn whole(&self, power: u32) -> Result<BigUint, StatsError> {
        if self.denom.bits().saturating_mul(u64::from(power)) > Self::BITS_LIMIT {
            return Err(StatsError::TooLarge { n: u64::from(power) });
        }
        Ok(self.denom.pow(power))
    }

    /// The mean number of times in n independent rounds: n times the chance.
    ///
    /// ```
    /// use provably_fair::stats::Ratio;
    /// assert_eq!(Ratio::double().mean(25).to_string(), "25/6"); // 4.17 doubles in 25 rolls
    /// ```
    #[must_use]
    pub fn mean(&self, n: u64) -> Self {
        Self::reduced(&self.numer * n, &self.denom)
    }

    /// The chance of at least once in g independent games: 1 - (1 - p)^g.
    ///
    /// What it does not show: anything about *one* game picked afterwards out of the g.
    ///
    /// # Errors
    /// Above 1; a result wider than [`Self::BITS_LIMIT`].
    ///
    /// ```
    /// use provably_fair::stats::{Ratio, StatsError};
    /// let twice = Ratio::double().at_least_once_in(2)?;
    /// assert_eq!(twice.to_string(), "11/36");
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn at_least_once_in(&self, games: u32) -> Result<Self, StatsError> {
        let whole = self.whole(games)?;
        let never = self.misses()?.pow(games);
        Ok(Self::reduced(&whole - never, &whole))
    }

    /// The nearest binary64, ties to even; 0 below the normal range (about 2.2 * 10^-308), infinity above it.
    ///
    /// ```
    /// use provably_fair::stats::Ratio;
    /// assert_eq!(Ratio::double().as_f64(), 1.0 / 6.0);
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        if self.numer.is_zero() {
            return 0.0;
        }
        // A quotient of 66 or 67 bits, its last one set where something was cut off: rounding it once rounds the fraction.
        let up = 66 + i128::from(self.denom.bits()) - i128::from(self.numer.bits());
        let (wide, narrow) = (up.max(0).unsigned_abs(), up.min(0).unsigned_abs());
        let (quotient, rest) = (&self.numer << wide).div_rem(&(&self.denom << narrow));
        let sticky = u128::from(!rest.is_zero());
        scaled(u128::try_from(quotient).unwrap_or(u128::MAX) | sticky, -up)
    }

    /// In percent with a number of decimals (at most 30), rounded half up from the exact value.
    ///
    /// ```
    /// use provably_fair::stats::Ratio;
    /// assert_eq!(Ratio::double().percent(2), "16.67 %");
    /// ```
    #[must_use]
    pub fn percent(&self, decimals: u32) -> String {
        let decimals = decimals.min(30);
        let scale = BigUint::from(10_u8).pow(decimals);
        let doubled = &self.numer * 200_u8 * &scale / &self.denom;
        let (whole, part) = ((doubled + 1_u8) / 2_u8).div_rem(&scale);
        if decimals == 0 {
            return alloc::format!("{whole} %");
        }
        let width = usize::try_from(decimals).unwrap_or(0);
        alloc::format!("{whole}.{:0>width$} %", part.to_string())
    }
}

/// An integer of at most 67 bits times 2^exponent, rounded once.
#[allow(clippy::cast_precision_loss, reason = "this is the one rounding")]
fn scaled(integer: u128, exponent: i128) -> f64 {
    let value = integer as f64;
    match i32::try_from(exponent) {
        // Both factors are normal numbers, and so is a result that is kept.
        Ok(exponent @ -1088..=1000) => {
            let result = value * 2_f64.powi(exponent / 2) * 2_f64.powi(exponent - exponent / 2);
            if result < f64::MIN_POSITIVE { 0.0 } else { result }
        }
        _ if exponent > 0 => f64::INFINITY,
        _ => 0.0,
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.numer * &other.denom).cmp(&(&other.numer * &self.denom))
    }
}

impl fmt::Display for Ratio {
    /// `numerator/denominator` in lowest terms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numer, self.denom)
    }
}
