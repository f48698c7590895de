//! The operator's chain: made once, served backwards.
//!
//! Serving game 1 first means serving the link that was hashed last. Every k-th link is kept, k the root of the length
//! rounded up; between two kept ones the links are made again when their turn comes. So all N games cost 2 N hashes in all,
//! making included, and 2 k links of memory: 0.4 MiB for ten million.

use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU64;

use zeroize::Zeroizing;

use super::game::{Chain, SecretLink};
use super::link::{Kind, Link};
use crate::hex::HexError;
use crate::mac::Hash;
use crate::seed::{Encoding, SeedRef, ServerSeed};

mod saved;

pub use saved::RestoreError;

/// A chain in the operator's hands: hands out the links of games 1, 2, 3, ... and stops with an error after the last.
///
/// Redacted, not `Clone`, wiped on drop. Save it once with [`export_secret`](Self::export_secret); **write the number of the
/// next game down before its link is used**, and a crash between two steps gives nobody a second roll.
///
/// *What it does not show*: that the start is random; take it from [`random`](Self::random). Publish
/// [`chain`](Self::chain) before the first bet, and before the salt is known.
///
/// ```
/// use provably_fair::ServerSeed;
/// use provably_fair::chain::{Exhausted, Kind, ServedChain};
/// let mut served = ServedChain::make(Kind::HexText, 2, &ServerSeed::from_bytes(&[7; 32])).unwrap();
/// let published = served.chain();
/// let first = served.next_game().unwrap().reveal();
/// let second = served.next_game().unwrap().reveal();
/// assert_eq!((first.number(), second.number()), (1, 2));
/// assert_eq!(first.link().next(), published.link());
/// assert_eq!(second.link().next(), first.link());
/// assert_eq!(served.next_game().unwrap_err(), Exhausted { length: 2 });
/// ```
///
/// It cannot be copied:
/// ```compile_fail
/// # use provably_fair::{ServerSeed, chain::{Kind, ServedChain}};
/// let served = ServedChain::make(Kind::HexText, 2, &ServerSeed::from_bytes(&[7; 32])).unwrap();
/// let copy = served.clone();
/// ```
pub struct ServedChain {
    chain: Chain,
    length: u64,
    next: u64,
    stride: u64,
    start: Zeroizing<Link>,
    /// The links of the games that `stride` divides and of the last, those still needed, the next one to be used last.
    kept: Zeroizing<Vec<Link>>,
    /// The bytes of the links at hand, the next game's last: half the room of links, and quicker to hand out.
    ready: Zeroizing<Vec<u8>>,
}

impl ServedChain {
    /// The longest chain, in games. It bounds memory (about 8 MiB) and time.
    pub const MAX_LENGTH: u64 = 1 << 32;

    /// Makes a chain of `length` games whose last game's link is `seed`: exactly 32 bytes, 64 for SHA-512, in hex.
    ///
    /// Hashes `length` times.
    ///
    /// # Errors
    /// A length of 0 or above [`MAX_LENGTH`](Self::MAX_LENGTH); a seed that is not a link of this kind.
    ///
    /// ```
    /// use provably_fair::ServerSeed;
    /// use provably_fair::chain::{ChainError, Kind, ServedChain};
    /// let seed = ServerSeed::from_bytes(&[7; 32]);
    /// assert_eq!(ServedChain::make(Kind::Bytes, 0, &seed).unwrap_err(), ChainError::Length { length: 0 });
    /// let short = ServedChain::make(Kind::Sha512Bytes, 9, &seed).unwrap_err();
    /// assert_eq!(short, ChainError::SeedLength { expected: 64, found: 32 });
    /// ```
    pub fn make(kind: Kind, length: u64, seed: &ServerSeed) -> Result<Self, ChainError> {
        let bytes = SeedRef::from(seed)
            .material(Encoding::Bytes)
            .map_err(ChainError::SeedNotHex)?;
        let wrong_length = ChainError::SeedLength {
            expected: kind.hash().digest_len(),
            found: bytes.len(),
        };
        let start = kind.link_of(&bytes).ok_or(wrong_length)?;
        Self::from_start(Zeroizing::new(start), length)
    }

    /// Makes a chain with a start from the operating system's generator.
    ///
    /// # Errors
    /// As [`make`](Self::make), or the system has no randomness to give.
    #[cfg(feature = "std")]
    pub fn random(kind: Kind, length: u64) -> Result<Self, ChainError> {
        Self::random_from(kind, length, |bytes| {
            getrandom::fill(bytes).map_err(|_| ChainError::NoRandomness)
        })
    }

    /// Makes a chain with a start from a cryptographic generator that the caller supplies as a function filling a slice.
    ///
    /// # Errors
    /// Whatever `fill` reports, or as [`make`](Self::make).
    pub fn random_from<E: From<ChainError>>(
        kind: Kind,
        length: u64,
        fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut bytes = Zeroizing::new([0; 64]);
        let (half, _) = bytes.split_at_mut(32);
        let seed = match kind.hash() {
            Hash::Sha256 => {
                fill(half)?;
                ServerSeed::from_bytes(half)
            }
            Hash::Sha512 => {
                fill(bytes.as_mut_slice())?;
                ServerSeed::from_bytes(bytes.as_slice())
            }
        };
        Ok(Self::make(kind, length, &seed)?)
    }

    fn from_start(start: Zeroizing<Link>, length: u64) -> Result<Self, ChainError> {
        if length == 0 || length > Self::MAX_LENGTH {
            return Err(ChainError::Length { length });
        }
        let root = length.isqrt();
        let stride = if root * root < length { root + 1 } else { root };
        let at_once = usize::try_from(stride).map_err(|_| ChainError::Length { length })?;
        // Room for all: a vector that grows would leave its old memory unwiped.
        let mut kept = Zeroizing::new(Vec::with_capacity(at_once + 1));
        let kind = start.kind();
        let mut at = start.clone();
        let mut number = length;
        while number > 0 {
            kept.push(*at);
            let below = (number - 1) / stride * stride;
            at.advance(number - below);
            number = below;
        }
        Ok(Self {
            chain: Chain::new(*at),
            length,
            next: 1,
            stride,
            start,
            kept,
            ready: Zeroizing::new(Vec::with_capacity(at_once * kind.hash().digest_len())),
        })
    }

    /// What is published before the first bet.
    #[must_use]
    pub const fn chain(&self) -> Chain {
        self.chain
    }

    /// How many games the chain has.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// The number of the next game; above [`length`](Self::length) when all have been served.
    #[must_use]
    pub const fn next_number(&self) -> u64 {
        self.next
    }

    /// How many games are left.
    #[must_use]
    pub const fn remaining(&self) -> u64 {
        self.length + 1 - self.next
    }

    /// The next game's link, game 1 first. One hash a game on average, a root of the length at a time.
    ///
    /// # Errors
    /// After the last game. There is no game 0 and no wrapping round: publish a new chain.
    #[inline]
    pub fn next_game(&mut self) -> Result<SecretLink, Exhausted> {
        if self.ready.is_empty() {
            self.refill();
        }
        let exhausted = Exhausted { length: self.length };
        let link = self.pop().ok_or(exhausted)?;
        let number = NonZeroU64::new(self.next).ok_or(exhausted)?;
        self.next += 1;
        Ok(SecretLink::new(link, number))
    }

    #[inline]
    fn pop(&mut self) -> Option<Link> {
        let kind = self.chain.kind();
        let rest = self.ready.len().checked_sub(kind.hash().digest_len())?;
        let link = kind.link_of(self.ready.get(rest..)?)?;
        self.ready.truncate(rest);
        Some(link)
    }

    /// Makes the links again from the next kept one down to the next game's.
    fn refill(&mut self) {
        let Some(top) = self.kept.pop() else { return };
        let number = self.next.next_multiple_of(self.stride).min(self.length);
        top.run_into(&mut self.ready, number - self.next);
    }

    /// Drops the games before `number`, without handing them out.
    fn skip_to(&mut self, number: u64) {
        let passed = if number > self.length {
            self.kept.len()
        } else {
            usize::try_from((number - 1) / self.stride).unwrap_or(usize::MAX)
        };
        let left = self.kept.len().saturating_sub(passed);
        self.kept.truncate(left);
        self.next = number;
    }
}

impl fmt::Debug for ServedChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedChain")
            .field("chain", &self.chain)
            .field("length", &self.length)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

/// Why no chain is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainError {
    /// `length`: 0, or above [`ServedChain::MAX_LENGTH`].
    Length {
        /// The length given.
        length: u64,
    },
    /// `seed`: not hex.
    SeedNotHex(HexError),
    /// `seed`: not as long as a link of this kind.
    SeedLength {
        /// 32 bytes, or 64 for SHA-512.
        expected: usize,
        /// Bytes given.
        found: usize,
    },
    /// The operating system has no randomness to give.
    NoRandomness,
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { length } => write!(f, "length: {length}, 1 to {} allowed", ServedChain::MAX_LENGTH),
            Self::SeedNotHex(error) => write!(f, "seed: {error}"),
            Self::SeedLength { expected, found } => write!(f, "seed: {found} bytes where {expected} belong"),
            Self::NoRandomness => f.write_str("the operating system has no randomness to give"),
        }
    }
}

impl core::error::Error for ChainError {}

/// Every game of the chain has been served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// How many games the chain had.
    pub length: u64,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "all {} games of the chain have been served", self.length)
    }
}

impl core::error::Error for Exhausted {}
