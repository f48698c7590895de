//! Walking from a revealed link to the published one, some links at a time.

use core::fmt;
use core::num::NonZeroU64;
use core::str::FromStr;

use super::game::{Chain, GameLink};
use super::link::{Kind, Link, OtherKind};
use crate::hex::HexError;

/// How far a walk has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// It arrived: the link is this game of the chain.
    Game(GameLink),
    /// It started at the terminating hash, which is no game.
    Published,
    /// It has not met the published link after this many hashes. More steps may.
    Going {
        /// Hashes so far.
        steps: u64,
    },
}

/// A walk from a revealed link towards a chain's published link.
///
/// Plain data: copy it, or write it down with `to_string` and read it back with `parse`, and go on from there. It never
/// gives up by itself, and how long it goes on is the caller's choice, a step at a time.
///
/// *A walk that is read back is believed*: keep it where you keep your own notes, and do not take one from the operator.
///
/// ```
/// use provably_fair::chain::{Chain, Kind, Progress, Walk};
/// let end = Kind::HexText.link("e0da8a34424c4691d92a18c72ac544bd2313d64aad7d17cd79b3736e86b7d61e").unwrap();
/// let link = Kind::HexText.link("eba06019150690e416fc39a667913c3b5f232a478430401cefae589b1074b209").unwrap();
/// let mut walk = Chain::new(end).walk(link).unwrap();
/// assert_eq!(walk.step(2), Progress::Going { steps: 2 });
/// let mut later: Walk = walk.to_string().parse().unwrap();
/// let Progress::Game(game) = later.step(1_000) else { panic!() };
/// assert_eq!((game.number(), later.steps()), (3, 3)); // stopped where it arrived
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    chain: Chain,
    start: Link,
    at: Link,
    steps: u64,
}

impl Walk {
    pub(super) fn new(chain: Chain, start: Link) -> Result<Self, OtherKind> {
        OtherKind::unless_same(chain.kind(), start.kind())?;
        Ok(Self::of_one_kind(chain, start))
    }

    /// A walk whose kinds were compared before.
    pub(super) const fn of_one_kind(chain: Chain, start: Link) -> Self {
        Self {
            chain,
            start,
            at: start,
            steps: 0,
        }
    }

    /// Hashes at most `links` times more, and stops where it arrives. `step(0)` only looks.
    ///
    /// Costs one hash a link. Once arrived, further steps change nothing.
    #[must_use = "the progress says whether the walk arrived"]
    pub fn step(&mut self, links: u64) -> Progress {
        if self.at != self.chain.link() {
            let links = links.min(u64::MAX - self.steps);
            let (taken, _) = self.at.seek(&self.chain.link(), links);
            self.steps += taken;
        }
        self.progress()
    }

    /// How far the walk has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        if self.at != self.chain.link() {
            return Progress::Going { steps: self.steps };
        }
        match NonZeroU64::new(self.chain.number().saturating_add(self.steps)) {
            Some(number) => Progress::Game(GameLink::new(self.start, number)),
            None => Progress::Published,
        }
    }

    /// Hashes so far.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Where the walk is: the start hashed [`steps`](Self::steps) times.
    #[must_use]
    pub const fn at(&self) -> Link {
        self.at
    }

    /// The link that the walk started from.
    #[must_use]
    pub const fn start(&self) -> Link {
        self.start
    }

    /// The chain that it walks to.
    #[must_use]
    pub const fn chain(&self) -> Chain {
        self.chain
    }
}

/// One line: `walk/1`, the kind, the published link and its number, the start, where the walk is, and its steps.
impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            chain,
            start,
            at,
            steps,
        } = self;
        let (kind, end, number) = (chain.kind(), chain.link(), chain.number());
        write!(f, "{VERSION} {kind} {end} {number} {start} {at} {steps}")
    }
}

const VERSION: &str = "walk/1";

/// Why a saved walk cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WalkError {
    /// A field is missing, or there is one too many.
    Fields,
    /// Not `walk/1`.
    Version,
    /// No kind of chain has this name.
    Kind,
    /// A link is not hex of its kind's length.
    Link {
        /// `published`, `start` or `at`.
        field: &'static str,
        /// What is wrong with it.
        error: HexError,
    },
    /// A number is not plain decimal digits of a u64.
    Number {
        /// `number` or `steps`.
        field: &'static str,
    },
    /// The walk has taken no steps, and yet is not where it started.
    Astray,
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields => f.write_str("a saved walk has seven fields"),
            Self::Version => write!(f, "a saved walk begins with {VERSION}"),
            Self::Kind => f.write_str("no kind of chain has this name"),
            Self::Link { field, error } => write!(f, "{field}: {error}"),
            Self::Number { field } => write!(f, "{field}: not a plain decimal number"),
            Self::Astray => f.write_str("at: no steps taken, and yet not at the start"),
        }
    }
}

impl core::error::Error for WalkError {}

impl FromStr for Walk {
    type Err = WalkError;

    fn from_str(text: &str) -> Result<Self, WalkError> {
        let mut fields = text.split(' ');
        let mut field = || fields.next().ok_or(WalkError::Fields);
        if field()? != VERSION {
            return Err(WalkError::Version);
        }
        let kind = Kind::from_name(field()?).ok_or(WalkError::Kind)?;
        let link = |field, text| kind.link(text).map_err(|error| WalkError::Link { field, error });
        let published = link("published", field()?)?;
        let number = decimal("number", field()?)?;
        let (start, at) = (link("start", field()?)?, link("at", field()?)?);
        let steps = decimal("steps", field()?)?;
        if fields.next().is_some() {
            return Err(WalkError::Fields);
        }
        if steps == 0 && at != start {
            return Err(WalkError::Astray);
        }
        Ok(Self {
            chain: Chain::at(published, number),
            start,
            at,
            steps,
        })
    }
}

fn decimal(field: &'static str, text: &str) -> Result<u64, WalkError> {
    plain_decimal(text).ok_or(WalkError::Number { field })
}

/// A u64 in decimal, without sign or leading zeros.
pub(super) fn plain_decimal(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}
