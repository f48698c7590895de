//! Links and their kinds: what one step of a chain hashes.

use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroize;

use crate::hex::{self, HexError};
use crate::mac::{Digest, Hash, each_link_bytes, link_hex};
use crate::seed::Encoding;

/// What a chain hashes to come from one link to the next: a hash, and the link's bytes or its lower-case hex digits.
///
/// Never guessed: the same 32 bytes have two different successors, and a walk under the wrong kind finds nothing.
///
/// Source: bustabit's third and fourth games hash bytes; its first two, Stake and most relatives hash text; Bitsler hashes
/// the text of SHA-512.
///
/// *What it does not show*: which kind a site uses. That is a fact about the site.
///
/// ```
/// use provably_fair::chain::Kind;
/// assert_eq!(Kind::HexText.name(), "hex-text");
/// assert_eq!(Kind::from_name("sha512-hex-text"), Some(Kind::Sha512HexText));
/// assert_eq!(Kind::from_name("text"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// SHA-256 of the link's 32 bytes.
    Bytes,
    /// SHA-256 of the link's 64 lower-case hex digits.
    HexText,
    /// SHA-512 of the link's 64 bytes.
    Sha512Bytes,
    /// SHA-512 of the link's 128 lower-case hex digits.
    Sha512HexText,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Bytes, Self::HexText, Self::Sha512Bytes, Self::Sha512HexText];

    /// The kind's name in documents and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::HexText => "hex-text",
            Self::Sha512Bytes => "sha512-bytes",
            Self::Sha512HexText => "sha512-hex-text",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The hash.
    #[must_use]
    pub const fn hash(self) -> Hash {
        match self {
            Self::Bytes | Self::HexText => Hash::Sha256,
            Self::Sha512Bytes | Self::Sha512HexText => Hash::Sha512,
        }
    }

    /// What of a link is hashed.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        match self {
            Self::Bytes | Self::Sha512Bytes => Encoding::Bytes,
            Self::HexText | Self::Sha512HexText => Encoding::Text,
        }
    }

    /// The kind with the same hash and the other encoding: what is tried for a hint, never for a verdict.
    ///
    /// ```
    /// use provably_fair::chain::Kind;
    /// assert_eq!(Kind::Bytes.other(), Kind::HexText);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Bytes => Self::HexText,
            Self::HexText => Self::Bytes,
            Self::Sha512Bytes => Self::Sha512HexText,
            Self::Sha512HexText => Self::Sha512Bytes,
        }
    }

    /// Reads a link: exactly 64 hex digits (128 for SHA-512), in either case.
    ///
    /// # Errors
    /// The first byte outside the alphabet, or the first digit missing or too many.
    ///
    /// ```
    /// use provably_fair::chain::Kind;
    /// use provably_fair::hex::HexError;
    /// let text = "78A9757d3be42b74a3f70239078ad9317125fe9ee630d5bdada46de963e56752";
    /// assert_eq!(Kind::HexText.link(text).unwrap().to_string(), text.to_lowercase());
    /// assert_eq!(Kind::HexText.link("78a9"), Err(HexError::TooShort { at: 4 }));
    /// assert_eq!(Kind::Sha512HexText.link(text), Err(HexError::TooShort { at: 64 }));
    /// ```
    pub fn link(self, text: &str) -> Result<Link, HexError> {
        Ok(match self {
            Self::Bytes => Link::Bytes(hex::decode_array(text)?),
            Self::HexText => Link::HexText(hex::decode_array(text)?),
            Self::Sha512Bytes => Link::Sha512Bytes(hex::decode_array(text)?),
            Self::Sha512HexText => Link::Sha512HexText(hex::decode_array(text)?),
        })
    }

    /// The link of these bytes; `None` unless they are exactly 32 (64 for SHA-512).
    ///
    /// ```
    /// use provably_fair::chain::{Kind, Link};
    /// assert_eq!(Kind::Bytes.link_of(&[7; 32]), Some(Link::Bytes([7; 32])));
    /// assert_eq!(Kind::Bytes.link_of(&[7; 64]), None);
    /// ```
    #[must_use]
    pub fn link_of(self, bytes: &[u8]) -> Option<Link> {
        Some(match self {
            Self::Bytes => Link::Bytes(bytes.try_into().ok()?),
            Self::HexText => Link::HexText(bytes.try_into().ok()?),
            Self::Sha512Bytes => Link::Sha512Bytes(bytes.try_into().ok()?),
            Self::Sha512HexText => Link::Sha512HexText(bytes.try_into().ok()?),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One link of a chain, of one of the four [`Kind`]s. Shown as lower-case hex.
///
/// A public value: a link that must stay secret until its game is over is a [`SecretLink`](super::SecretLink).
///
/// ```
/// use provably_fair::chain::Link;
/// let bytes = Link::Bytes([0; 32]).next();
/// let text = Link::HexText([0; 32]).next();
/// assert!(bytes.to_string().starts_with("66687aad"));
/// assert!(text.to_string().starts_with("60e05bd1"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Link {
    /// Of a chain that hashes 32 bytes.
    Bytes([u8; 32]),
    /// Of a chain that hashes 64 hex digits.
    HexText([u8; 32]),
    /// Of a chain that hashes 64 bytes.
    Sha512Bytes([u8; 64]),
    /// Of a chain that hashes 128 hex digits.
    Sha512HexText([u8; 64]),
}

impl Link {
    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Bytes(_) => Kind::Bytes,
            Self::HexText(_) => Kind::HexText,
            Self::Sha512Bytes(_) => Kind::Sha512Bytes,
            Self::Sha512HexText(_) => Kind::Sha512HexText,
        }
    }

    /// All 32 or 64 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(link) | Self::HexText(link) => link,
            Self::Sha512Bytes(link) | Self::Sha512HexText(link) => link,
        }
    }

    /// The link as a digest, which is what it is everywhere but at the chain's secret start.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        match self {
            Self::Bytes(link) | Self::HexText(link) => Digest::Sha256(*link),
            Self::Sha512Bytes(link) | Self::Sha512HexText(link) => Digest::Sha512(*link),
        }
    }

    /// The link that this one hashes to: the one of the game before, or the terminating hash.
    #[must_use]
    pub fn next(mut self) -> Self {
        self.advance(1);
        self
    }

    /// The same bytes under the other encoding, for a hint.
    #[must_use]
    pub(crate) const fn as_other_kind(&self) -> Self {
        match *self {
            Self::Bytes(link) => Self::HexText(link),
            Self::HexText(link) => Self::Bytes(link),
            Self::Sha512Bytes(link) => Self::Sha512HexText(link),
            Self::Sha512HexText(link) => Self::Sha512Bytes(link),
        }
    }

    /// Hashes `steps` times.
    pub(crate) fn advance(&mut self, steps: u64) {
        match self {
            Self::Bytes(link) => each_link_bytes(link, steps, |_| false),
            Self::HexText(link) => each(link, steps, link_hex, |_| false),
            Self::Sha512Bytes(link) => each(link, steps, sha512_bytes, |_| false),
            Self::Sha512HexText(link) => each(link, steps, sha512_hex, |_| false),
        };
    }

    /// Appends the bytes of the link and of the `more` that follow from it.
    pub(crate) fn run_into(mut self, bytes: &mut Vec<u8>, more: u64) {
        bytes.extend_from_slice(self.as_bytes());
        match &mut self {
            Self::Bytes(link) => each_link_bytes(link, more, |link| append(bytes, link)),
            Self::HexText(link) => each(link, more, link_hex, |link| append(bytes, link)),
            Self::Sha512Bytes(link) => each(link, more, sha512_bytes, |link| append(bytes, link)),
            Self::Sha512HexText(link) => each(link, more, sha512_hex, |link| append(bytes, link)),
        };
        self.zeroize();
    }

    /// Hashes until `end` is met, at most `limit` times: how often it hashed, and whether it met it. Two kinds never meet,
    /// and nothing is hashed to find that out.
    pub(crate) fn seek(&mut self, end: &Self, limit: u64) -> (u64, bool) {
        let met = match (self, end) {
            (Self::Bytes(link), Self::Bytes(end)) => each_link_bytes(link, limit, |link| link == end),
            (Self::HexText(link), Self::HexText(end)) => each(link, limit, link_hex, |link| link == end),
            (Self::Sha512Bytes(link), Self::Sha512Bytes(end)) => each(link, limit, sha512_bytes, |link| link == end),
            (Self::Sha512HexText(link), Self::Sha512HexText(end)) => each(link, limit, sha512_hex, |link| link == end),
            _ => return (0, false),
        };
        (met.unwrap_or(limit), met.is_some())
    }
}

/// Hashes at most `limit` times, until `stop` says so of a link: after how many, if it did. Generic, so that each kind and
/// use has its own tight loop.
fn each<const N: usize>(
    link: &mut [u8; N],
    limit: u64,
    next: impl Fn(&[u8; N]) -> [u8; N],
    mut stop: impl FnMut(&[u8; N]) -> bool,
) -> Option<u64> {
    for before in 0..limit {
        *link = next(link);
        if stop(link) {
            return Some(before + 1);
        }
    }
    None
}

/// Never a reason to stop.
fn append<const N: usize>(bytes: &mut Vec<u8>, link: &[u8; N]) -> bool {
    bytes.extend_from_slice(link);
    false
}

fn sha512_bytes(link: &[u8; 64]) -> [u8; 64] {
    sha512(link)
}

fn sha512_hex(link: &[u8; 64]) -> [u8; 64] {
    let mut text = [0; 128];
    // A text of twice the length is never refused.
    base16ct::lower::encode(link, &mut text).map_or([0; 64], sha512)
}

fn sha512(data: &[u8]) -> [u8; 64] {
    let mut link = [0; 64];
    link.copy_from_slice(Hash::Sha512.digest(data).as_bytes()); // 64 bytes, as every SHA-512
    link
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&base16ct::HexDisplay(self.as_bytes()), f)
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", self.kind())
    }
}

impl Zeroize for Link {
    fn zeroize(&mut self) {
        match self {
            Self::Bytes(link) | Self::HexText(link) => link.zeroize(),
            Self::Sha512Bytes(link) | Self::Sha512HexText(link) => link.zeroize(),
        }
    }
}

/// Two links, or a link and a rule, of different kinds were brought together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherKind {
    /// The kind that was asked for.
    pub expected: Kind,
    /// The kind that came.
    pub found: Kind,
}

impl OtherKind {
    /// Nothing, if the kinds are one.
    pub(crate) fn unless_same(expected: Kind, found: Kind) -> Result<(), Self> {
        if expected == found {
            Ok(())
        } else {
            Err(Self { expected, found })
        }
    }
}

impl fmt::Display for OtherKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a link of kind {} where {} belongs", self.found, self.expected)
    }
}

impl core::error::Error for OtherKind {}
