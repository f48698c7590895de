//! The exact chance of each category under a derivation's own map: integer weights, counted and not assumed.
//!
//! `index` and `weighted` do not reach every item equally often; `dice` does. A test against *these* chances asks whether the
//! log is what the derivation gives. All of them take every digest as equally likely, which no count can show.

use alloc::vec::Vec;
use core::num::{NonZeroU32, NonZeroU64};

use num_bigint::BigUint;

use super::{Ratio, StatsError, Tally, returns::reaching};
use crate::crash::{Clamp, Rule};
use crate::index;
use crate::weighted::Weights;

/// Weights of 2..=65,536 categories: category i has the chance weight i / total, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    weights: Vec<u128>,
    total: u128,
    basis: &'static str,
}

impl Odds {
    /// Any weights, in category order. A category of weight 0 is impossible.
    ///
    /// # Errors
    /// Not 2..=65,536 categories; a sum of 0 or above 2^64.
    ///
    /// ```
    /// use provably_fair::stats::{Odds, StatsError};
    /// assert_eq!(Odds::new(&[5, 1])?.chance(1).unwrap().to_string(), "1/6");
    /// assert_eq!(Odds::new(&[0, 0]), Err(StatsError::Weights));
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn new(weights: &[u128]) -> Result<Self, StatsError> {
        Self::from_weights(weights.to_vec(), "the weights given by the caller")
    }

    fn from_weights(weights: Vec<u128>, basis: &'static str) -> Result<Self, StatsError> {
        if !(2..=Tally::LIMIT).contains(&weights.len()) {
            return Err(StatsError::Categories { count: weights.len() });
        }
        let total = weights.iter().try_fold(0_u128, |sum, &weight| sum.checked_add(weight));
        match total {
            Some(total @ 1..=0x1_0000_0000_0000_0000) => Ok(Self { weights, total, basis }),
            _ => Err(StatsError::Weights),
        }
    }

    /// The 36 ordered pairs of [`crate::dice::pair`]: 7 of 252 bytes each.
    #[must_use]
    pub fn pairs() -> Self {
        Self {
            weights: alloc::vec![7; 36],
            total: 252,
            basis: "7 of 252 bytes an ordered pair",
        }
    }

    /// The six faces of [`crate::dice::faces`]: 42 of 252 bytes each. Both dice of [`crate::dice::pair`] have the same.
    #[must_use]
    pub fn faces() -> Self {
        Self {
            weights: alloc::vec![42; 6],
            total: 252,
            basis: "42 of 252 bytes a face",
        }
    }

    /// Not a double, a double: 210 and 42 of 252 bytes.
    #[must_use]
    pub fn doubles() -> Self {
        Self {
            weights: alloc::vec![210, 42],
            total: 252,
            basis: "42 of 252 bytes a double",
        }
    }

    /// The indices below n of [`crate::index::index`]: [`crate::index::words`] of 2^64 first words each.
    ///
    /// # Errors
    /// n not 2..=65,536.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::stats::{Odds, StatsError};
    /// let pockets = Odds::index(NonZeroU32::new(37).unwrap())?;
    /// assert_eq!(pockets.chance(19).unwrap().to_string(), "498560650640799743/18446744073709551616");
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn index(n: NonZeroU32) -> Result<Self, StatsError> {
        Self::indices(
            n,
            |i| index::words(n, i),
            "the first words, of 2^64, that reach each index",
        )
    }

    /// As [`Odds::index`] for numbers of 4 bytes: [`crate::index::words32`] of 2^32 words each.
    ///
    /// # Errors
    /// n not 2..=65,536.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::stats::{Odds, StatsError};
    /// let pockets = Odds::index32(NonZeroU32::new(37).unwrap())?;
    /// assert_eq!(pockets.weights()[..2], [116_080_198, 116_080_197]); // 2^32 / 37 is 116080197.2
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn index32(n: NonZeroU32) -> Result<Self, StatsError> {
        let words = |i| index::words32(n, i).map(u128::from);
        Self::indices(n, words, "the words of 4 bytes, of 2^32, that reach each index")
    }

    /// As [`Odds::index`] for numbers of 52 bits, from which the keno ticket draws: [`crate::index::words52`] of 2^52 each.
    ///
    /// # Errors
    /// n not 2..=65,536.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::stats::{Odds, StatsError};
    /// let three = Odds::index52(NonZeroU32::new(3).unwrap())?;
    /// assert_eq!(three.chance(0).unwrap().to_string(), "750599937895083/2251799813685248");
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn index52(n: NonZeroU32) -> Result<Self, StatsError> {
        let words = |i| index::words52(n, i).map(u128::from);
        Self::indices(n, words, "the values of 52 bits, of 2^52, that reach each index")
    }

    /// The remainders below n of `values` equally likely integers: [`crate::index::remainders`] each. For the logs of sites that
    /// take a remainder without rejecting anything, as some operators do.
    ///
    /// # Errors
    /// n not 2..=65,536; no values.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::stats::{Odds, StatsError};
    /// // The last four decimal digits, modulo 41.
    /// let balls = Odds::remainder(10_000, NonZeroU32::new(41).unwrap())?;
    /// assert_eq!(balls.weights()[36..38], [244, 243]);
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn remainder(values: u64, n: NonZeroU32) -> Result<Self, StatsError> {
        let reach = |i| index::remainders(values, n, i).map(u128::from);
        Self::indices(n, reach, "the values that leave each remainder, none rejected")
    }

    fn indices(n: NonZeroU32, words: impl Fn(u32) -> Option<u128>, basis: &'static str) -> Result<Self, StatsError> {
        let count = usize::try_from(n.get()).unwrap_or(usize::MAX);
        if count > Tally::LIMIT {
            return Err(StatsError::Categories { count });
        }
        Self::from_weights((0..n.get()).filter_map(words).collect(), basis)
    }

    /// The items of a weighted table under [`crate::weighted::weighted`]: [`Weights::words`] of 2^64 each.
    ///
    /// # Errors
    /// A table of one item.
    ///
    /// ```
    /// use provably_fair::{stats::{Odds, StatsError}, weighted::Weights};
    /// let odds = Odds::table(&Weights::new(&[1, 0, 1]).unwrap())?;
    /// assert_eq!(odds.weights(), [(1 << 63) - 512, 0, (1 << 63) + 512]);
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn table(table: &Weights) -> Result<Self, StatsError> {
        let weights = (0..table.items()).filter_map(|item| table.words(item)).collect();
        Self::from_weights(weights, "the first words, of 2^64, that pick each item")
    }

    /// Crash points in bins between ascending borders in hundredths: below the first border, then from each border to the
    /// next, then from the last one on. Counts the 2^52 values of h under the rule and clamp; with `bust` = M one game in M
    /// is a bust beforehand and lies in the bin of the clamp's low end. (That M divides a digest has a chance within
    /// 2^-190 of 1/M, and hardly depends on its first 52 bits: taken as 1/M and as independent.)
    ///
    /// # Errors
    /// Borders not ascending; no border or more than 65,535; M above 4,096.
    ///
    /// ```
    /// use core::num::NonZeroU64;
    /// use provably_fair::{crash::{Clamp, Rule}, stats::{Odds, StatsError}};
    /// let odds = Odds::crash(Rule::Exact, Clamp::STANDARD, NonZeroU64::new(101), &[200])?;
    /// assert_eq!(odds.weights(), [230_815_138_691_214_596, 224_048_423_673_205_500]); // of 101 * 2^52
    /// # Ok::<(), StatsError>(())
    /// ```
    pub fn crash(rule: Rule, clamp: Clamp, bust: Option<NonZeroU64>, borders: &[u64]) -> Result<Self, StatsError> {
        let games = bust.map_or(1, NonZeroU64::get);
        if games > 4096 {
            return Err(StatsError::TooLarge { n: games });
        }
        check_borders(borders)?;
        let alive = u128::from(if bust.is_some() { games - 1 } else { 1 });
        let whole = u128::from(games) << 52;
        // A bust shows as the clamp's low end.
        let busts = whole - (alive << 52);
        let low = clamp.keep(0);
        let at_least =
            |border| u128::from(reaching(rule, clamp, border)) * alive + if border <= low { busts } else { 0 };
        let mut weights = Vec::with_capacity(borders.len() + 1);
        let mut above = whole;
        for &border in borders {
            let next = at_least(border);
            weights.push(above.saturating_sub(next));
            above = next;
        }
        weights.push(above);
        Self::from_weights(
            weights,
            "the values of h, of 2^52, that reach each bin, busts beforehand included",
        )
    }

    /// The weights, in category order.
    #[must_use]
    pub fn weights(&self) -> &[u128] {
        &self.weights
    }

    /// The sum of the weights, at most 2^64.
    #[must_use]
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// Where the weights come from, in words.
    #[must_use]
    pub const fn basis(&self) -> &'static str {
        self.basis
    }

    /// The exact chance of a category; `None` when there is none such.
    #[must_use]
    pub fn chance(&self, category: u32) -> Option<Ratio> {
        let weight = *self.weights.get(usize::try_from(category).ok()?)?;
        Some(Ratio::reduced(BigUint::from(weight), &BigUint::from(self.total)))
    }

    /// The tally counts as many categories as there are chances, and none that is impossible.
    pub(super) fn fits(&self, tally: &Tally) -> Result<(), StatsError> {
        let count = tally.counts().len();
        if count != self.weights.len() {
            return Err(StatsError::Categories { count });
        }
        if tally.total() == 0 {
            return Err(StatsError::Empty);
        }
        match (0..)
            .zip(tally.counts().iter().zip(&self.weights))
            .find(|(_, (count, weight))| **count > 0 && **weight == 0)
        {
            Some((category, _)) => Err(StatsError::Impossible { category }),
            None => Ok(()),
        }
    }
}

/// Borders of bins: ascending, and fewer than a tally has categories.
fn check_borders(borders: &[u64]) -> Result<(), StatsError> {
    if borders.len() >= Tally::LIMIT {
        return Err(StatsError::Categories { count: borders.len() });
    }
    if !borders.is_sorted_by(|a, b| a < b) {
        return Err(StatsError::Order);
    }
    Ok(())
}
