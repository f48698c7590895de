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

mod player;

pub(crate) use player::check_name;
pub use player::{ClientSeed, NameError, NotUtf8, PlayerSeed};

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
