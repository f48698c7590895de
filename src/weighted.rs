//! A weighted pick: number to an item of a table, [`weighted`].
//!
//! ticket = [`index`](u, sum of the weights); the item is the first whose running sum exceeds the ticket. An item of weight 0
//! can never be picked. The sources give no tables: weights are a parameter, and a pick shows nothing about whether the
//! table was published before the bet.

use alloc::vec::Vec;
use core::{error, fmt, num::NonZeroU32};

use crate::index::{first_word, index};

/// A table of weights that can be drawn from: some items, a sum of 1..=2^32 - 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    running: Vec<u32>,
    sum: NonZeroU32,
}

/// Why a table of weights is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// There are no weights.
    Empty,
    /// More than [`Weights::LIMIT`] weights.
    TooMany {
        /// How many were given.
        count: usize,
    },
    /// All weights are 0.
    ZeroSum,
    /// The running sum passes 2^32 - 1.
    SumTooLarge {
        /// The 0-based item at which it does.
        item: usize,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("weights: none given"),
            Self::TooMany { count } => write!(f, "weights: {count} given, at most {} allowed", Weights::LIMIT),
            Self::ZeroSum => f.write_str("weights: the sum is 0"),
            Self::SumTooLarge { item } => {
                write!(f, "weights: the sum passes 4294967295 at item {item}")
            }
        }
    }
}

impl error::Error for WeightsError {}

impl Weights {
    /// The most items a table may have, so that a table from outside cannot ask for unbounded memory: 65,536.
    pub const LIMIT: usize = 65_536;

    /// Checks the weights, in item order.
    ///
    /// # Errors
    /// No weights, more than [`Weights::LIMIT`], a sum of 0, or a sum above 2^32 - 1 (the largest n of [`index`]).
    ///
    /// ```
    /// use provably_fair::weighted::{Weights, WeightsError};
    /// assert_eq!(Weights::new(&[5, 3, 2]).unwrap().sum(), 10);
    /// assert_eq!(Weights::new(&[0, 0]), Err(WeightsError::ZeroSum));
    /// assert_eq!(Weights::new(&[u32::MAX, 1]), Err(WeightsError::SumTooLarge { item: 1 }));
    /// ```
    pub fn new(weights: &[u32]) -> Result<Self, WeightsError> {
        let count = weights.len();
        if count == 0 {
            return Err(WeightsError::Empty);
        }
        if count > Self::LIMIT {
            return Err(WeightsError::TooMany { count });
        }
        let mut running = Vec::with_capacity(count);
        let mut sum = 0_u32;
        for (item, &weight) in weights.iter().enumerate() {
            sum = sum.checked_add(weight).ok_or(WeightsError::SumTooLarge { item })?;
            running.push(sum);
        }
        let sum = NonZeroU32::new(sum).ok_or(WeightsError::ZeroSum)?;
        Ok(Self { running, sum })
    }

    /// The sum of the weights: a ticket is below it.
    #[must_use]
    pub fn sum(&self) -> u32 {
        self.sum.get()
    }

    /// How many items the table has, those of weight 0 included.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "at most Weights::LIMIT")]
    pub fn items(&self) -> u32 {
        self.running.len() as u32
    }

    /// The 0-based item a ticket picks: the first whose running sum exceeds it; `None` for a ticket not below the sum.
    ///
    /// ```
    /// use provably_fair::weighted::Weights;
    /// let table = Weights::new(&[1, 0, 4]).unwrap();
    /// assert_eq!([0, 1, 4, 5].map(|ticket| table.item(ticket)), [Some(0), Some(2), Some(2), None]);
    /// ```
    #[must_use]
    pub fn item(&self, ticket: u32) -> Option<u32> {
        (ticket < self.sum()).then(|| self.first_above(ticket))
    }

    /// How many of the 2^64 first words pick the item, exact; `None` when there is no such item. Over all items the
    /// counts add up to 2^64.
    ///
    /// ```
    /// use provably_fair::weighted::Weights;
    /// let table = Weights::new(&[1, 0, 1]).unwrap();
    /// // The border is at 1/2, which a little less already rounds up to.
    /// assert_eq!(table.words(0), Some((1 << 63) - 512));
    /// assert_eq!(table.words(1), Some(0));
    /// assert_eq!(table.words(2), Some((1 << 63) + 512));
    /// ```
    #[must_use]
    pub fn words(&self, item: u32) -> Option<u128> {
        let item = usize::try_from(item).ok()?;
        let end = *self.running.get(item)?;
        let start = item
            .checked_sub(1)
            .and_then(|before| self.running.get(before))
            .copied()
            .unwrap_or(0);
        let from = |ticket| first_word(self.sum, ticket).map_or(1 << 64, u128::from);
        Some(from(end) - from(start))
    }

    #[allow(clippy::cast_possible_truncation, reason = "at most Weights::LIMIT")]
    fn first_above(&self, ticket: u32) -> u32 {
        self.running.partition_point(|&sum| sum <= ticket) as u32
    }
}

/// The 0-based item that a number picks: ticket = [`index`](u, sum), then the first item whose running sum exceeds it.
///
/// Any u is taken as [`index`] takes it, so nothing panics and the item always exists.
///
/// ```
/// use provably_fair::weighted::{Weights, weighted};
/// let table = Weights::new(&[5, 3, 2]).unwrap();
/// assert_eq!([0.0, 0.499, 0.5, 0.79, 0.8, 1.0].map(|u| weighted(u, &table)), [0, 0, 1, 1, 2, 2]);
/// ```
#[must_use]
pub fn weighted(u: f64, table: &Weights) -> u32 {
    table.first_above(index(u, table.sum))
}
