//! Draws without replacement, by a named [`Order`].
//!
//! Each draw takes i = [`index`](u, left) from the items left; the orders differ in what then moves into place i:
//!
//! ```text
//! pool 0 1 2 3 4, index 1 drawn    PoolHop      item 1, then left 0 4 2 3     (the last one hops into its place)
//!                                  RemoveShift  item 1, then left 0 2 3 4     (the rest moves up)
//! index 1 drawn again              PoolHop      item 4
//!                                  RemoveShift  item 2
//! ```
//!
//! **Neither is fairer than the other; they just do not agree.** Over all sequences of indices (n choices, then n - 1, ...)
//! each reaches every order of the items exactly once. With few draws they agree by luck, so one matching game does not show
//! which of them a site plays. The only bias is that of [`index`]: draw k picks place i of the `left` places with a chance of
//! exactly [`words`](crate::index::words)`(left, i)` / 2^64, and the chance of a whole sequence is the product.
//!
//! Shuffles that *are* biased, so none of them is an [`Order`]; a log that fits one is not of this crate:
//!
//! | shuffle | what it does (exact, `tests/data/traps.py`) |
//! |---|---|
//! | swap every place with any place | of 52 cards the second comes first with 2.6004 %, the last with 1.4287 %, 1.9231 % being fair |
//! | swap place i with one below i, not up to i (Sattolo) | no card stays in its place: of three cards 2 orders of 6 |
//! | insertion sort by the toss of a coin | of three cards two orders have 1/4 and four 1/8 |
//!
//! Sources: the pool hop, *Cursor*; remove and shift, the byte-stream operators. Nothing here panics. What a draw does not
//! show: that the pool and its order were published before the bet.

use alloc::vec::Vec;
use core::{error, fmt, num::NonZeroU32};

use crate::index::index;

/// What moves into the place of a drawn item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// The last item left.
    PoolHop,
    /// The next item, and so on to the end: the rest is shifted by one.
    RemoveShift,
}

/// The items that are left, and the order they are drawn by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    items: Vec<u32>,
    order: Order,
}

/// Why a pool is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PoolError {
    /// More than [`Pool::LIMIT`] items.
    TooMany {
        /// How many were asked for.
        count: u32,
    },
    /// The last item would be above 2^32 - 1.
    ItemTooLarge {
        /// The first item asked for.
        first_item: u32,
        /// How many were asked for.
        count: u32,
    },
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { count } => {
                write!(f, "pool: count {count}, at most {} allowed", Pool::LIMIT)
            }
            Self::ItemTooLarge { first_item, count } => {
                write!(f, "pool: {count} items from {first_item} on pass 4294967295")
            }
        }
    }
}

impl error::Error for PoolError {}

impl Pool {
    /// The most items a pool may have, so that a count from outside cannot ask for unbounded memory or time: 65,536.
    pub const LIMIT: u32 = 65_536;

    /// The items `first_item`, `first_item + 1`, ..., `count` of them; none is a pool that gives nothing.
    ///
    /// # Errors
    /// More than [`Pool::LIMIT`] items, or a last item above 2^32 - 1.
    ///
    /// ```
    /// use provably_fair::pool::{Order, Pool, PoolError};
    /// // u = 0.3 of 5 is place 1, of 4 it is place 1 again.
    /// let mut hop = Pool::new(0, 5, Order::PoolHop).unwrap();
    /// assert_eq!([hop.draw(0.3), hop.draw(0.3)], [Some(1), Some(4)]);
    /// let mut shift = Pool::new(0, 5, Order::RemoveShift).unwrap();
    /// assert_eq!([shift.draw(0.3), shift.draw(0.3)], [Some(1), Some(2)]);
    /// assert_eq!(Pool::new(1, 65_537, Order::PoolHop), Err(PoolError::TooMany { count: 65_537 }));
    /// ```
    pub fn new(first_item: u32, count: u32, order: Order) -> Result<Self, PoolError> {
        if count > Self::LIMIT {
            return Err(PoolError::TooMany { count });
        }
        if u64::from(first_item) + u64::from(count) > 1 << 32 {
            return Err(PoolError::ItemTooLarge { first_item, count });
        }
        let items = (first_item..=u32::MAX).zip(0..count).map(|(item, _)| item).collect();
        Ok(Self { items, order })
    }

    /// How many items are left.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "at most Pool::LIMIT")]
    pub fn left(&self) -> u32 {
        self.items.len() as u32
    }

    /// The items that are left, by place.
    ///
    /// ```
    /// use provably_fair::pool::{Order, Pool};
    /// let mut pool = Pool::new(0, 5, Order::PoolHop).unwrap();
    /// assert_eq!(pool.draw_index(1), Some(1));
    /// assert_eq!(pool.items(), [0, 4, 2, 3]);
    /// ```
    #[must_use]
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// The order the pool is drawn by.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Takes the item at place [`index`](u, left); `None` when nothing is left.
    ///
    /// ```
    /// use provably_fair::pool::{Order, Pool};
    /// let mut pool = Pool::new(0, 5, Order::PoolHop).unwrap();
    /// let drawn = [0.0; 6].map(|u| pool.draw(u));
    /// assert_eq!(drawn, [Some(0), Some(4), Some(3), Some(2), Some(1), None]);
    /// ```
    #[must_use = "the item has left the pool"]
    pub fn draw(&mut self, u: f64) -> Option<u32> {
        let left = NonZeroU32::new(self.left())?;
        self.draw_index(index(u, left))
    }

    /// Takes the item at 0-based place i; `None`, and nothing moves, when i is not below [`left`](Self::left).
    ///
    /// For numbers that come as an integer below `left` already, and for walking through every sequence of draws.
    ///
    /// ```
    /// use provably_fair::pool::{Order, Pool};
    /// let mut pool = Pool::new(1, 3, Order::RemoveShift).unwrap();
    /// assert_eq!([pool.draw_index(3), pool.draw_index(0), pool.draw_index(1)], [None, Some(1), Some(3)]);
    /// ```
    #[must_use = "the item has left the pool"]
    pub fn draw_index(&mut self, i: u32) -> Option<u32> {
        let place = usize::try_from(i).ok().filter(|&place| place < self.items.len())?;
        Some(match self.order {
            Order::PoolHop => self.items.swap_remove(place),
            Order::RemoveShift => self.items.remove(place),
        })
    }
}
