//! What the players add: a text used byte for byte, or a name of a strict alphabet.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

/// A player's seed of the cursor scheme: opaque text, used byte for byte.
///
/// It is never trimmed, folded or normalised, may be empty, and may hold any Unicode text: `"café"` in two normal forms
/// is two seeds. `&str` converts into it, so most callers never name it.
///
/// *What it does not show*: that the player chose it, or when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientSeed<'s> {
    text: &'s str,
}

impl<'s> ClientSeed<'s> {
    /// The seed of these UTF-8 bytes.
    ///
    /// # Errors
    /// Bytes that are not UTF-8 (a lone surrogate, say), with the position of the first: no site hashes those alike.
    ///
    /// ```
    /// use provably_fair::ClientSeed;
    /// assert_eq!(ClientSeed::from_utf8(b" a ").unwrap().text(), " a ");
    /// assert_eq!(ClientSeed::from_utf8(&[0x61, 0xed, 0xa0, 0x80]).unwrap_err().at, 1);
    /// ```
    pub fn from_utf8(bytes: &'s [u8]) -> Result<Self, NotUtf8> {
        match core::str::from_utf8(bytes) {
            Ok(text) => Ok(Self { text }),
            Err(error) => Err(NotUtf8 {
                at: error.valid_up_to(),
            }),
        }
    }

    /// The text, unchanged.
    #[must_use]
    pub const fn text(&self) -> &'s str {
        self.text
    }
}

impl<'s> From<&'s str> for ClientSeed<'s> {
    fn from(text: &'s str) -> Self {
        Self { text }
    }
}

impl<'s> From<&'s String> for ClientSeed<'s> {
    fn from(text: &'s String) -> Self {
        Self { text }
    }
}

/// A client seed's bytes are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotUtf8 {
    /// Position of the first byte that does not belong.
    pub at: usize,
}

impl fmt::Display for NotUtf8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the client seed is not UTF-8 at byte {}", self.at)
    }
}

impl core::error::Error for NotUtf8 {}

/// A seat's seed in a match of dice (SPEC 6): 1 to 128 characters of `A-Z a-z 0-9 _ -`.
///
/// The alphabet keeps the separator `:` out, so two seeds and a roll number are joined unambiguously.
///
/// ```
/// use provably_fair::{NameError, PlayerSeed};
/// assert_eq!(PlayerSeed::new("6c102a578280f16d").unwrap().as_str(), "6c102a578280f16d");
/// assert_eq!(PlayerSeed::new("a:b"), Err(NameError::Character { at: 1 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerSeed {
    text: String,
}

impl PlayerSeed {
    /// The longest seed, in characters.
    pub const MAX_LEN: usize = 128;

    /// Checks a seed.
    ///
    /// # Errors
    /// Empty, the first character outside the alphabet, or the first of more than 128.
    pub fn new(text: &str) -> Result<Self, NameError> {
        check_name(text, b"_-").map(|text| Self { text })
    }

    /// The seed's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Why a text is no name: a player's seed, or an id of a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameError {
    /// No characters.
    Empty,
    /// The byte at `at` is outside the alphabet.
    Character {
        /// Position of the offending byte.
        at: usize,
    },
    /// More than 128 characters.
    TooLong,
}

impl NameError {
    /// Position of the first offending byte.
    #[must_use]
    pub const fn at(self) -> usize {
        match self {
            Self::Empty => 0,
            Self::Character { at } => at,
            Self::TooLong => PlayerSeed::MAX_LEN,
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a name is empty"),
            Self::Character { at } => write!(f, "byte {at} of a name is outside its alphabet"),
            Self::TooLong => write!(f, "a name has more than {} characters", PlayerSeed::MAX_LEN),
        }
    }
}

impl core::error::Error for NameError {}

/// The one rule behind players' seeds and the ids of receipts: 1 to 128 ASCII letters, digits and `extra` characters.
pub(crate) fn check_name(text: &str, extra: &[u8]) -> Result<String, NameError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || extra.contains(&byte);
    let offence = text.bytes().take(PlayerSeed::MAX_LEN).position(|byte| !allowed(byte));
    match offence {
        _ if text.is_empty() => Err(NameError::Empty),
        Some(at) => Err(NameError::Character { at }),
        None if text.len() > PlayerSeed::MAX_LEN => Err(NameError::TooLong),
        None => Ok(text.to_owned()),
    }
}
