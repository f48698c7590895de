//! The few shapes in which games spend a stream, and the one interpreter.
//!
//! A [`Row`] says what a game reads: ordered [`Segment`]s, each with a name, its first cursor, a [`Shape`], a [`Count`], and
//! what an index is shown as. It is data; the only code that spends the stream is [`Game::deal`], for every row of every
//! operator. Which bytes make a number belongs to the scheme, so a cursor counts numbers.
//!
//! Four shapes are enough for all games in [`games`](crate::games):
//!
//! | shape | spends | in a row as |
//! |---|---|---|
//! | [`Shape::Number`] | the plain number | andar bahar's heads, limbo |
//! | [`Shape::Each`] | an independent index below n | roulette, dice, flips, the endless shoe |
//! | [`Shape::Pick`] | a draw without replacement | cards, bingo, mines, keno |
//! | [`Shape::Weighted`] | an item of a weighted table | hanabi, fukubukuro, omikuji |
//!
//! ```
//! use provably_fair::layout::{Count, Row, Segment, Shape, Size};
//! use provably_fair::{CURSOR_V1, Revealed};
//! const TWO_COINS: Row = Row::new("two_coins/1", "cursor/1", "an example", &[], &[
//!     Segment::new("coins", 0, Count::Fixed(2), Shape::Each { n: Size::Fixed(2) }, "side"),
//! ]);
//! let seed = Revealed::from_text("server");
//! let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
//! assert_eq!(TWO_COINS.deal(&round, &[2]).unwrap().items("coins"), [0, 0]);
//! ```

use crate::pool::{Order, Pool};
use crate::version::is_versioned;

mod check;
mod deal;
mod interpret;
mod params;
mod replay;
mod shows;
mod trace;
mod value;

pub use deal::{Deal, Drawn, Item, Part};
pub use interpret::DealError;
pub use params::{Game, ParamError, Setting};
pub use replay::Replay;
pub use shows::{Shown, Shows};
pub use trace::{DealTrace, StepTrace};
pub use value::Value;

/// The most numbers a segment may read, so that a count from outside cannot ask for unbounded memory or time: 65,536.
/// Also the declared maximum of a segment to whose length the source gives no end.
pub const LIMIT: u32 = 65_536;

/// A size that a row fixes or leaves to a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Always this.
    Fixed(u32),
    /// The parameter with this name, of [`Kind::Size`].
    Named(&'static str),
}

/// How many numbers a segment reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many; a round may stop earlier.
    Fixed(u32),
    /// `times` * the parameter - `less`; a round may stop earlier.
    Named {
        /// The parameter, of [`Kind::Size`].
        name: &'static str,
        /// The factor, at least 1.
        times: u32,
        /// What is taken off; at most `times` * the parameter's minimum.
        less: u32,
    },
    /// As far as the game goes, at most so many.
    Open {
        /// The declared maximum.
        max: u32,
    },
}

/// What the draws of a [`Shape::Pick`] are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// A pool of the items `first`, `first + 1`, ...
    Fresh {
        /// The first item.
        first: u32,
        /// How many items.
        size: Size,
        /// What moves into the place of a drawn item.
        order: Order,
    },
    /// A fresh pool after every so many draws.
    Renewed {
        /// The first item of the first pool.
        first: u32,
        /// How many items each pool has.
        size: Size,
        /// What moves into the place of a drawn item.
        order: Order,
        /// After how many draws the next pool begins.
        every: Size,
        /// By how much the next pool's items lie further on.
        further: u32,
    },
    /// What the segment before left over. That segment has to be read to its end first.
    Same,
}

/// How a segment spends numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The number itself.
    Number,
    /// An independent index below n.
    Each {
        /// The number of outcomes.
        n: Size,
    },
    /// A draw without replacement.
    Pick {
        /// From what.
        from: Supply,
    },
    /// An item of a weighted table.
    Weighted {
        /// The table's parameter, of [`Kind::Weights`].
        table: &'static str,
    },
}

/// A part of a game that is read in one way.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    name: &'static str,
    first: u64,
    count: Count,
    shape: Shape,
    what: &'static str,
    shows: Shows,
}

impl Segment {
    /// A segment whose items are shown as they are. `what` says what an item is.
    #[must_use]
    pub const fn new(name: &'static str, first: u64, count: Count, shape: Shape, what: &'static str) -> Self {
        Self {
            name,
            first,
            count,
            shape,
            what,
            shows: Shows::Plain,
        }
    }

    /// The same segment, its items shown otherwise.
    #[must_use]
    pub const fn shown(self, shows: Shows) -> Self {
        Self { shows, ..self }
    }

    /// The name by which counts and deals refer to it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The cursor of its first number.
    #[must_use]
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// How many numbers it reads.
    #[must_use]
    pub const fn count(&self) -> Count {
        self.count
    }

    /// How it spends them.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// What an item is.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        self.what
    }

    /// How an item is shown.
    #[must_use]
    pub const fn shows(&self) -> Shows {
        self.shows
    }
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number of `min..=max`.
    Size {
        /// The least, at least 1.
        min: u32,
        /// The most.
        max: u32,
    },
    /// A table of weights ([`Weights`](crate::weighted::Weights)).
    Weights,
    /// A fraction above 0.
    Ratio,
    /// A multiplier in hundredths, at least 100.
    Hundredths,
}

/// A parameter of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
}

/// A game, as what it reads from the stream. Two rows are equal when their ids are: an id's values never change.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    id: &'static str,
    scheme: &'static str,
    about: &'static str,
    params: &'static [Param],
    segments: &'static [Segment],
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Row {}

impl Row {
    /// A row, checked when the constant is compiled: `id` (with its version), the id of the scheme it is played under, where
    /// its rule comes from, its parameters and its segments.
    ///
    /// An id is a name, a slash and a version from 1 on. Segments ascend and are disjoint even at their longest; each reads 1 to
    /// [`LIMIT`] numbers at most; names are unique; every parameter that a segment names is declared and of the right kind; a
    /// pool that goes on follows a segment of fixed length; no pool of a fixed size is drawn beyond its last item.
    ///
    /// # Panics
    /// If one of these rules is broken; in a `const`, that is when it is compiled.
    ///
    /// ```compile_fail,E0080
    /// use provably_fair::layout::{Count, Row, Segment, Shape, Size};
    /// const OVERLAP: Row = Row::new("overlap/1", "cursor/1", "", &[], &[
    ///     Segment::new("dice", 0, Count::Fixed(3), Shape::Each { n: Size::Fixed(6) }, "face"),
    ///     Segment::new("bonus", 2, Count::Fixed(1), Shape::Number, "number"),
    /// ]);
    /// println!("{}", OVERLAP.id());
    /// ```
    /// One cursor further on the same lines compile:
    /// ```
    /// use provably_fair::layout::{Count, Row, Segment, Shape, Size};
    /// const DISJOINT: Row = Row::new("disjoint/1", "cursor/1", "", &[], &[
    ///     Segment::new("dice", 0, Count::Fixed(3), Shape::Each { n: Size::Fixed(6) }, "face"),
    ///     Segment::new("bonus", 3, Count::Fixed(1), Shape::Number, "number"),
    /// ]);
    /// assert_eq!(DISJOINT.id(), "disjoint/1");
    /// ```
    /// An open segment declares its maximum, and one that would read on into the next is refused:
    /// ```compile_fail,E0080
    /// use provably_fair::layout::{Count, Row, Segment, Shape};
    /// const OPEN: Row = Row::new("open/1", "cursor/1", "", &[], &[
    ///     Segment::new("first", 0, Count::Open { max: 11 }, Shape::Number, "number"),
    ///     Segment::new("next", 10, Count::Fixed(1), Shape::Number, "number"),
    /// ]);
    /// println!("{}", OPEN.id());
    /// ```
    /// ```
    /// use provably_fair::layout::{Count, Row, Segment, Shape};
    /// const OPEN: Row = Row::new("open/1", "cursor/1", "", &[], &[
    ///     Segment::new("first", 0, Count::Open { max: 10 }, Shape::Number, "number"),
    ///     Segment::new("next", 10, Count::Fixed(1), Shape::Number, "number"),
    /// ]);
    /// assert_eq!(OPEN.id(), "open/1");
    /// ```
    /// A maximum of nothing is none:
    /// ```compile_fail,E0080
    /// use provably_fair::layout::{Count, Row, Segment, Shape};
    /// const ENDLESS: Row = Row::new("endless/1", "cursor/1", "", &[], &[
    ///     Segment::new("all", 0, Count::Open { max: u32::MAX }, Shape::Number, "number"),
    /// ]);
    /// println!("{}", ENDLESS.id());
    /// ```
    /// More draws than a pool has items:
    /// ```compile_fail,E0080
    /// use provably_fair::layout::{Count, Row, Segment, Shape, Size, Supply};
    /// use provably_fair::pool::Order;
    /// const THREE_OF_TWO: Row = Row::new("three_of_two/1", "cursor/1", "", &[], &[
    ///     Segment::new("pair", 0, Count::Fixed(2), Shape::Pick { from: Supply::Fresh {
    ///         first: 0, size: Size::Fixed(2), order: Order::PoolHop } }, "item"),
    ///     Segment::new("third", 2, Count::Fixed(1), Shape::Pick { from: Supply::Same }, "item"),
    /// ]);
    /// println!("{}", THREE_OF_TWO.id());
    /// ```
    #[must_use]
    pub const fn new(
        id: &'static str,
        scheme: &'static str,
        about: &'static str,
        params: &'static [Param],
        segments: &'static [Segment],
    ) -> Self {
        assert!(
            is_versioned(id) && is_versioned(scheme),
            "an id is a name, a slash and a version"
        );
        check::params(params);
        check::segments(params, segments);
        Self {
            id,
            scheme,
            about,
            params,
            segments,
        }
    }

    /// The versioned name. A changed rule is another row under another id.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The id of the scheme that the operator plays it under. A row can be dealt from a round of any scheme.
    #[must_use]
    pub const fn scheme(&self) -> &'static str {
        self.scheme
    }

    /// Where the rule comes from, and what was decided here.
    #[must_use]
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// The parameters, in order.
    #[must_use]
    pub const fn params(&self) -> &'static [Param] {
        self.params
    }

    /// The segments, in cursor order.
    #[must_use]
    pub const fn segments(&self) -> &'static [Segment] {
        self.segments
    }

    /// Whether both rows spend a round alike, whatever they are called.
    pub(crate) fn reads_like(&self, other: &Self) -> bool {
        let spends = |row: &Self| {
            row.segments
                .iter()
                .map(|segment| (segment.name, segment.first, segment.count, segment.shape))
        };
        self.params == other.params && spends(self).eq(spends(other))
    }
}

/// The most items that a pool of a row may have.
const POOL_LIMIT: u32 = Pool::LIMIT;
