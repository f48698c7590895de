//! Seeds: the operator's secret, the same seed once it is public, and what the players add.
//!
//! A server seed is held as the **text** in which it is shown, because schemes differ in what they do with it: some hash
//! and key with that text, some with the bytes that its hex decodes to ([`Encoding`]). [`ServerSeed`] is secret and cannot
//! be printed, copied or serialised; [`Revealed`] is public. [`ServerSeed::reveal`] is the only way across.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

use crate::hex::{self, HexError};

/// Which bytes of a seed are meant: those of its text, or those that its hex stands for.
///
/// Both are in use, in every combination for commitment and key (SPEC 1), so each use names its own.
///
/// *What it does not show*: which one a site uses. That is a fact about the site, never guessed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// The UTF-8 bytes of the text as it is shown.
    Text,
    /// The bytes that the text, read as hex, decodes to.
    Bytes,
}

/// The operator's secret seed, before it is revealed.
///
/// `Debug` is redacted, the memory is wiped on drop, and there is no `Clone`, no `Display` and no serialisation.
///
/// ```
/// use provably_fair::ServerSeed;
/// let seed = ServerSeed::from_text("server");
/// assert_eq!(format!("{seed:?}"), "ServerSeed { .. }");
/// ```
///
/// It cannot be copied:
/// ```compile_fail
/// let seed = provably_fair::ServerSeed::from_text("server");
/// let copy = seed.clone();
/// ```
pub struct ServerSeed {
    text: Zeroizing<String>,
}

impl ServerSeed {
    /// Bytes of a seed that this crate draws.
    pub const RANDOM_BYTES: usize = 32;

    /// A fresh seed of 32 bytes from the operating system's generator; its text is their 64 hex digits.
    ///
    /// # Errors
    /// The system's own, when it has no randomness to give. There is no other source to fall back to.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self, getrandom::Error> {
        Self::random_from(getrandom::fill)
    }

    /// A fresh seed of 32 bytes from a cryptographic generator that the caller supplies as a function filling a slice.
    ///
    /// # Errors
    /// Whatever `fill` reports; the seed is then not made.
    ///
    /// ```
    /// use provably_fair::ServerSeed;
    /// // Not random at all: this only shows the shape.
    /// let seed = ServerSeed::random_from(|bytes| { bytes.fill(7); Ok::<(), ()>(()) }).unwrap();
    /// assert_eq!(seed.reveal().text(), "07".repeat(32));
    /// ```
    pub fn random_from<E>(fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<Self, E> {
        let mut bytes = Zeroizing::new([0; Self::RANDOM_BYTES]);
        fill(bytes.as_mut_slice())?;
        Ok(Self::from_bytes(bytes.as_slice()))
    }

    /// The seed of these bytes; its text is their lower-case hex. Any length: limits belong to the protocols.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            text: Zeroizing::new(hex::encode(bytes)),
        }
    }

    /// The seed of the bytes that `text` spells in hex, in either case; its text becomes lower case.
    ///
    /// # Errors
    /// Anything but an even number of hex digits.
    pub fn from_hex(text: &str) -> Result<Self, HexError> {
        let bytes = Zeroizing::new(hex::decode(text)?);
        Ok(Self::from_bytes(&bytes))
    }

    /// The seed shown as exactly this text: nothing is trimmed, folded or decoded.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self {
            text: Zeroizing::new(text.to_owned()),
        }
    }

    /// Makes the seed public. It is consumed, so nothing can be drawn from it as a secret any more.
    ///
    /// ```
    /// use provably_fair::ServerSeed;
    /// assert_eq!(ServerSeed::from_bytes(&[0xab, 1]).reveal().text(), "ab01");
    /// ```
    ///
    /// A round borrows its seed, so a seed cannot be revealed while one lives:
    /// ```compile_fail,E0505
    /// use provably_fair::{CURSOR_V1, ServerSeed};
    /// let seed = ServerSeed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// let revealed = seed.reveal();
    /// round.number(0);
    /// ```
    /// The same lines, with the round used before, compile:
    /// ```
    /// use provably_fair::{CURSOR_V1, ServerSeed};
    /// let seed = ServerSeed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// round.number(0).unwrap();
    /// let revealed = seed.reveal();
    /// assert_eq!(revealed.text(), "server");
    /// ```
    #[must_use]
    pub fn reveal(self) -> Revealed {
        let Self { mut text } = self;
        Revealed {
            text: core::mem::take(&mut *text),
        }
    }
}

impl fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerSeed").finish_non_exhaustive()
    }
}

/// A server seed that is public: printable, comparable, of any length.
///
/// Holding one says nothing about whether it opens a commitment; [`Commitment::open`](crate::Commitment::open) does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Revealed {
    text: String,
}

impl Revealed {
    /// The seed as text, exactly as it was published.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self { text: text.to_owned() }
    }

    /// The seed of these bytes; its text is their lower-case hex.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            text: hex::encode(bytes),
        }
    }

    /// The seed of the bytes that `text` spells in hex, in either case; its text becomes lower case.
    ///
    /// # Errors
    /// Anything but an even number of hex digits.
    pub fn from_hex(text: &str) -> Result<Self, HexError> {
        hex::decode(text).map(|bytes| Self::from_bytes(&bytes))
    }

    /// The seed as it is shown.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Either kind of server seed, borrowed: what a scheme takes, so that operator and verifier call one function.
///
/// It is made from `&ServerSeed` or `&Revealed` and gives nothing away.
#[derive(Clone, Copy)]
pub struct SeedRef<'s> {
    text: &'s str,
}

impl<'s> SeedRef<'s> {
    /// The text.
    pub(crate) const fn text(self) -> &'s str {
        self.text
    }

    /// The bytes meant by `encoding`, wiped when dropped.
    pub(crate) fn material(self, encoding: Encoding) -> Result<Zeroizing<Vec<u8>>, HexError> {
        Ok(Zeroizing::new(match encoding {
            Encoding::Text => self.text.as_bytes().to_vec(),
            Encoding::Bytes => hex::decode(self.text)?,
        }))
    }
}

impl fmt::Debug for SeedRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeedRef").finish_non_exhaustive()
    }
}

impl<'s> From<&'s ServerSeed> for SeedRef<'s> {
    fn from(seed: &'s ServerSeed) -> Self {
        Self { text: &seed.text }
    }
}

impl<'s> From<&'s Revealed> for SeedRef<'s> {
    fn from(seed: &'s Revealed) -> Self {
        Self { text: &seed.text }
    }
}

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
