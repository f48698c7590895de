//! The interpreter: the only code that spends a stream for a game.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

use super::deal::{Deal, Drawn, Item, Part};
use super::params::{Game, ParamError, Ready, Source, Spend};
use super::{Count, Row};
use crate::index::index;
use crate::pool::{Pool, PoolError};
use crate::stream::{DrawError, Round};

/// Why a game is not dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DealError {
    /// The row needs other parameters.
    Param(ParamError),
    /// Not one count for each segment.
    Segments {
        /// How many counts were given.
        given: usize,
        /// How many segments the row has.
        wanted: usize,
    },
    /// A count by name for a segment that the row does not have.
    NoSegment {
        /// Position of the name in what was given.
        at: usize,
    },
    /// More than the segment reads.
    TooMany {
        /// The segment.
        segment: &'static str,
        /// The count that was asked for.
        asked: u32,
        /// The most.
        max: u32,
    },
    /// The segment goes on with the pool of the one before, which was not read to its end: what it gives is not known yet.
    Gap {
        /// The segment.
        segment: &'static str,
    },
    /// The round has no answer there.
    Draw {
        /// The segment.
        segment: &'static str,
        /// The round's reason.
        error: DrawError,
    },
    /// A pool cannot be made, or has nothing left.
    Pool {
        /// The segment.
        segment: &'static str,
        /// The pool's reason; none when nothing is left.
        error: Option<PoolError>,
    },
    /// A trace was asked of a round from which this segment was not dealt.
    OtherRound {
        /// The segment.
        segment: &'static str,
    },
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Param(error) => error.fmt(f),
            Self::Segments { given, wanted } => write!(f, "{given} counts for {wanted} segments"),
            Self::NoSegment { at } => write!(f, "count at position {at}: the row has no segment of this name"),
            Self::TooMany { segment, asked, max } => write!(f, "segment {segment}: {asked} asked for, at most {max}"),
            Self::Gap { segment } => write!(
                f,
                "segment {segment} goes on with the pool of the one before, which was not read to its end"
            ),
            Self::Draw { segment, error } => write!(f, "segment {segment}: {error}"),
            Self::Pool {
                segment,
                error: Some(error),
            } => write!(f, "segment {segment}: {error}"),
            Self::Pool { segment, error: None } => write!(f, "segment {segment}: nothing is left to draw"),
            Self::OtherRound { segment } => write!(f, "segment {segment} was dealt from another round"),
        }
    }
}

impl core::error::Error for DealError {}

impl Row {
    /// Deals a row that has no parameters. See [`Game::deal`].
    ///
    /// # Errors
    /// A row with parameters, and as [`Game::deal`].
    ///
    /// ```
    /// use provably_fair::{CURSOR_V1, Revealed, games};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// assert_eq!(games::ROULETTE.deal(&round, &[1]).unwrap().items("pocket"), [8]);
    /// ```
    pub fn deal(&self, round: &Round<'_>, counts: &[u32]) -> Result<Deal, DealError> {
        self.with(&[]).map_err(DealError::Param)?.deal(round, counts)
    }
}

impl Game {
    /// Reads the round: of each segment as many numbers as its count says, no more. Reading more never changes what was read.
    ///
    /// The operator reads as far as the player's actions went, the verifier the same; nothing is drawn late.
    ///
    /// *What it does not show*: that the seed was committed to, or that the actions were the player's.
    ///
    /// # Errors
    /// See [`DealError`].
    ///
    /// ```
    /// use provably_fair::layout::DealError;
    /// use provably_fair::{CURSOR_V1, Revealed, games};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// // Five cards dealt, two replaced: cursors 7 to 9 are never read.
    /// let deal = games::VIDEO_POKER.deal(&round, &[5, 2]).unwrap();
    /// assert_eq!((deal.items("deal"), deal.items("replacements")), (vec![11, 14, 17, 15, 12], vec![34, 13]));
    /// let error = games::VIDEO_POKER.deal(&round, &[5, 6]).unwrap_err();
    /// assert_eq!(error, DealError::TooMany { segment: "replacements", asked: 6, max: 5 });
    /// assert_eq!(games::VIDEO_POKER.deal(&round, &[4, 1]).unwrap_err(), DealError::Gap { segment: "replacements" });
    /// ```
    pub fn deal(&self, round: &Round<'_>, counts: &[u32]) -> Result<Deal, DealError> {
        self.allows(counts)?;
        let mut pool = None;
        let mut parts = Vec::with_capacity(counts.len());
        for (ready, count) in self.segments.iter().zip(counts) {
            parts.push(ready.read(round, *count, &mut pool)?);
        }
        Ok(Deal {
            row: self.row,
            settings: self.settings.clone(),
            parts,
        })
    }

    /// Whether these counts, one a segment, can be dealt.
    ///
    /// # Errors
    /// Another number of counts, more than a segment reads, or a pool that would go on from a gap.
    ///
    /// ```
    /// use provably_fair::games;
    /// use provably_fair::layout::DealError;
    /// let game = games::HOLDEM.with(&[]).unwrap();
    /// assert_eq!(game.allows(&[2, 2, 3, 0, 0]), Ok(()));
    /// assert_eq!(game.allows(&[2, 2, 3, 0, 1]), Err(DealError::Gap { segment: "river" }));
    /// assert_eq!(game.allows(&[2, 2]), Err(DealError::Segments { given: 2, wanted: 5 }));
    /// ```
    pub fn allows(&self, counts: &[u32]) -> Result<(), DealError> {
        let (given, wanted) = (counts.len(), self.segments.len());
        if given != wanted {
            return Err(DealError::Segments { given, wanted });
        }
        let mut whole = true;
        for (ready, &asked) in self.segments.iter().zip(counts) {
            let (segment, max) = (ready.segment.name(), ready.capacity);
            if asked > max {
                return Err(DealError::TooMany { segment, asked, max });
            }
            let goes_on = matches!(ready.spend, Spend::Same);
            if goes_on && asked > 0 && !whole {
                return Err(DealError::Gap { segment });
            }
            whole = asked == max && (whole || !goes_on);
        }
        Ok(())
    }

    /// The counts by segment name; a segment that is not named is read whole, an open one not at all.
    ///
    /// # Errors
    /// A name that the row does not have, a count above the segment's capacity, a pool that would go on from a gap.
    ///
    /// ```
    /// use provably_fair::games;
    /// let game = games::HOLDEM.with(&[]).unwrap();
    /// assert_eq!(game.counts(&[]).unwrap(), [2, 2, 3, 1, 1]);
    /// assert_eq!(game.counts(&[("turn", 0), ("river", 0)]).unwrap(), [2, 2, 3, 0, 0]); // a fold
    /// ```
    pub fn counts(&self, named: &[(&str, u32)]) -> Result<Vec<u32>, DealError> {
        let known = |name: &str| self.segments.iter().any(|ready| ready.segment.name() == name);
        if let Some(at) = named.iter().position(|(name, _)| !known(name)) {
            return Err(DealError::NoSegment { at });
        }
        let count = |ready: &Ready| {
            let given = named.iter().rfind(|(name, _)| *name == ready.segment.name());
            match (given, ready.segment.count()) {
                (Some((_, count)), _) => *count,
                (None, Count::Open { .. }) => 0,
                (None, _) => ready.capacity,
            }
        };
        let counts: Vec<u32> = self.segments.iter().map(count).collect();
        self.allows(&counts)?;
        Ok(counts)
    }

    /// The counts that read every cursor of the game from 0 to `last`, both included.
    ///
    /// ```
    /// use provably_fair::games;
    /// assert_eq!(games::BLACKJACK.with(&[]).unwrap().counts_to(11), [4, 8]);
    /// assert_eq!(games::BINGO.with(&[]).unwrap().counts_to(24), [25, 0]);
    /// ```
    #[must_use]
    pub fn counts_to(&self, last: u64) -> Vec<u32> {
        let count = |ready: &Ready| match last.checked_sub(ready.segment.first()) {
            None => 0,
            Some(more) => u32::try_from(more).map_or(ready.capacity, |more| more.saturating_add(1).min(ready.capacity)),
        };
        self.segments.iter().map(count).collect()
    }
}

impl Ready {
    /// Reads `count` numbers: all at once where the scheme has plain numbers, else index by index.
    fn read(&self, round: &Round<'_>, count: u32, pool: &mut Option<Pool>) -> Result<Part, DealError> {
        let segment = self.segment.name();
        let fail = |error| DealError::Draw { segment, error };
        let mut numbers = vec![0.0; usize::try_from(count).unwrap_or(usize::MAX)];
        let plain = match round.fill(self.segment.first(), &mut numbers) {
            Ok(()) => true,
            Err(DrawError::NoPlainNumber) if !matches!(self.spend, Spend::Number) => false,
            Err(error) => return Err(fail(error)),
        };
        let mut items = Vec::with_capacity(numbers.len());
        for (i, number) in (0..count).zip(numbers) {
            let cursor = self.segment.first().saturating_add(i.into()); // the fill has come this far
            let number = plain.then_some(number);
            let place = |n| match number {
                Some(number) => Ok(index(number, n)),
                None => round.index(cursor, n).map_err(fail),
            };
            let drawn = self.draw(i, pool, place)?;
            items.push(Item { cursor, number, drawn });
        }
        Ok(Part {
            segment: self.segment,
            items,
        })
    }

    /// Draw `i` of the segment; `place` gives the index below n at its cursor.
    fn draw(
        &self,
        i: u32,
        pool: &mut Option<Pool>,
        place: impl Fn(NonZeroU32) -> Result<u32, DealError>,
    ) -> Result<Option<Drawn>, DealError> {
        let segment = self.segment.name();
        let empty = DealError::Pool { segment, error: None };
        let drawn = match &self.spend {
            Spend::Number => return Ok(None),
            Spend::Each(n) => (*n, place(*n)?, None),
            Spend::Weighted(table, sum) => {
                let ticket = place(*sum)?;
                (*sum, ticket, Some(table.item(ticket)))
            }
            Spend::Pick(_) | Spend::Same => {
                if let Spend::Pick(source) = &self.spend {
                    source.renew(i, pool).map_err(|error| DealError::Pool {
                        segment,
                        error: Some(error),
                    })?;
                }
                let pool = pool.as_mut().ok_or(empty)?;
                let left = NonZeroU32::new(pool.left()).ok_or(empty)?;
                let at = place(left)?;
                (left, at, Some(pool.draw_index(at)))
            }
        };
        let (n, index, item) = drawn;
        let item = item.map_or(Ok(index), |item| item.ok_or(empty))?;
        Ok(Some(Drawn { n, index, item }))
    }
}

impl Source {
    /// Puts a fresh pool in hand before draw `i` if one begins there.
    pub(super) fn renew(&self, i: u32, pool: &mut Option<Pool>) -> Result<(), PoolError> {
        if i % self.every == 0 {
            let first = self.first.saturating_add((i / self.every).saturating_mul(self.further));
            *pool = Some(Pool::new(first, self.size, self.order)?);
        }
        Ok(())
    }
}
