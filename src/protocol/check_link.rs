//! The check link of a finished match (SPEC 6): what a player is given, read strictly and written canonically.
//!
//! After the `#` of an address: `v=1&s=<server seed>&c=<commitment>&p=<seed1>,<seed2>&r=<two digits a roll>&g=<rolls in each
//! game>`. Everything up to the first `#` is dropped. A refusal names the field and the offset of the first offending byte
//! in the raw text after the `#`; the reader goes through it once, from left to right.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::commit::Commitment;
use crate::dice::Pair;
use crate::seed::{PlayerSeed, Revealed};

mod hint;
mod note;
mod program;
mod read;
mod report;
mod rolls;

pub use crate::protocol::Seat;
pub use note::MatchNote;
pub use report::MatchReport;
pub use rolls::{RollLine, WhichFirst};

/// The longest text that is read as a link: 64 KiB, the address before the `#` included.
pub const MAX_LINK_BYTES: usize = 65_536;

/// A finished match as its check link states it. Nothing of it is verified yet; [`verify`](Self::verify) does that.
///
/// `Display` writes the fragment without `#`; reading it gives the same match back.
///
/// ```
/// use provably_fair::protocol::check_link::CheckLink;
/// let link = CheckLink::parse("https://example.org/check/#v=1\
///     &s=0707070707070707070707070707070707070707070707070707070707070707\
///     &c=4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0&p=white,black&r=62").unwrap();
/// assert_eq!((link.rolls()[0].first, link.rolls()[0].second), (6, 2));
///
/// let error = CheckLink::parse("v=1&s=xy").unwrap_err();
/// assert_eq!(error.to_string(), "check link, field s, byte 6: expected a hex digit");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckLink {
    pub(super) seed: Revealed,
    pub(super) commitment: Commitment,
    pub(super) players: [PlayerSeed; 2],
    pub(super) rolls: Vec<Pair>,
    pub(super) games: Option<Vec<u32>>,
}

impl CheckLink {
    /// Reads a link: a fragment, or an address with one.
    ///
    /// # Errors
    /// See [`LinkError`]. Text beyond [`MAX_LINK_BYTES`] is refused unread.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        if text.len() > MAX_LINK_BYTES {
            return Err(LinkError::new(None, MAX_LINK_BYTES, Expected::Shorter));
        }
        let raw = text.split_once('#').map_or(text, |(_, fragment)| fragment);
        let (before, second_hash) = match raw.split_once('#') {
            Some((before, _)) => (before, Some(before.len())),
            None => (raw, None),
        };
        match (read::fields(before), second_hash) {
            (Err(error), Some(at)) if error.at < at => Err(error),
            (_, Some(at)) => Err(LinkError::new(None, at, Expected::NoSecondHash)),
            (read, None) => read,
        }
    }

    /// The revealed server seed.
    #[must_use]
    pub const fn seed(&self) -> &Revealed {
        &self.seed
    }

    /// The commitment that the link states.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// The players' seeds, in seat order.
    #[must_use]
    pub const fn players(&self) -> &[PlayerSeed; 2] {
        &self.players
    }

    /// The rolls that the link states.
    #[must_use]
    pub fn rolls(&self) -> &[Pair] {
        &self.rolls
    }

    /// How many rolls each game has, if the link says.
    #[must_use]
    pub fn games(&self) -> Option<&[u32]> {
        self.games.as_deref()
    }
}

impl FromStr for CheckLink {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<Self, LinkError> {
        Self::parse(text)
    }
}

impl fmt::Display for CheckLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        write!(f, "v=1&s={}&c={}", self.seed.text(), self.commitment)?;
        write!(f, "&p={},{}&r=", first.as_str(), second.as_str())?;
        for roll in &self.rolls {
            write!(f, "{}{}", roll.first, roll.second)?;
        }
        for (i, rolls) in self.games.iter().flatten().enumerate() {
            write!(f, "{}{rolls}", if i == 0 { "&g=" } else { "," })?;
        }
        Ok(())
    }
}

/// A field of a check link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// `v`, the version of the form.
    Version,
    /// `s`, the server seed.
    ServerSeed,
    /// `c`, the commitment.
    Commitment,
    /// `p`, the two players' seeds.
    Players,
    /// `r`, the rolls.
    Rolls,
    /// `g`, the rolls in each game.
    Games,
}

impl Field {
    const ALL: [Self; 6] = [
        Self::Version,
        Self::ServerSeed,
        Self::Commitment,
        Self::Players,
        Self::Rolls,
        Self::Games,
    ];

    /// The field's key in the link.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Version => "v",
            Self::ServerSeed => "s",
            Self::Commitment => "c",
            Self::Players => "p",
            Self::Rolls => "r",
            Self::Games => "g",
        }
    }
}

/// What should have stood where a link is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// A text of at most [`MAX_LINK_BYTES`] bytes.
    Shorter,
    /// No second `#`.
    NoSecondHash,
    /// `key=value`, not an empty pair.
    Pair,
    /// A `=` after the key.
    Equals,
    /// A known key: one of `v s c p r g`.
    KnownKey,
    /// Each key only once.
    Once,
    /// The field, which is missing.
    Present,
    /// Two hex digits after a `%`.
    Escape,
    /// Version `1`.
    VersionOne,
    /// A hex digit.
    HexDigit,
    /// A server seed of 16 to 64 bytes: 32 to 128 hex digits, an even number.
    SeedLength,
    /// A commitment of 32 bytes: 64 hex digits.
    CommitmentLength,
    /// A player's seed of 1 to 128 characters of `A-Z a-z 0-9 _ -`.
    PlayerSeed,
    /// Exactly two players' seeds.
    TwoSeeds,
    /// A digit 1 to 6, two to a roll, at least one roll.
    RollDigit,
    /// A number of at least 1, in plain digits without sign or leading zero, no larger than the number of rolls.
    GameLength,
    /// Games that add up to the number of rolls.
    GamesAddUp,
}

impl Expected {
    const fn text(self) -> &'static str {
        match self {
            Self::Shorter => "the text to end here: a link has at most 65536 bytes",
            Self::NoSecondHash => "no second #",
            Self::Pair => "a key=value pair",
            Self::Equals => "a = after the key",
            Self::KnownKey => "a key out of v, s, c, p, r, g",
            Self::Once => "each key only once",
            Self::Present => "the field, which is missing",
            Self::Escape => "two hex digits after a %",
            Self::VersionOne => "version 1",
            Self::HexDigit => "a hex digit",
            Self::SeedLength => "32 to 128 hex digits, an even number",
            Self::CommitmentLength => "exactly 64 hex digits",
            Self::PlayerSeed => "a seed of 1 to 128 characters out of A-Z a-z 0-9 _ -",
            Self::TwoSeeds => "exactly two seeds, parted by a comma",
            Self::RollDigit => "digits 1 to 6, two a roll, at least one roll",
            Self::GameLength => "a number of at least 1 without sign or leading zero, at most the number of rolls",
            Self::GamesAddUp => "games that add up to the number of rolls",
        }
    }
}

/// Why a text is no check link: the field, the first offending byte, and what was expected there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkError {
    /// The field, unless the fault lies between fields.
    pub field: Option<Field>,
    /// Offset in bytes in the raw text after the first `#`; for a missing field that text's length. For a text that is too
    /// long, the offset in the whole text.
    pub at: usize,
    /// What should have stood there.
    pub expected: Expected,
}

impl LinkError {
    const fn new(field: Option<Field>, at: usize, expected: Expected) -> Self {
        Self { field, at, expected }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("check link, ")?;
        if let Some(field) = self.field {
            write!(f, "field {}, ", field.key())?;
        }
        write!(f, "byte {}: expected {}", self.at, self.expected.text())
    }
}

impl core::error::Error for LinkError {}
