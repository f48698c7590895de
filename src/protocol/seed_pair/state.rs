//! Where a seed pair stands, and its state for an encrypted store, whose bytes `layout` writes and reads.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

use super::PairError;
use crate::commit::CommitError;

mod layout;

pub(super) use layout::{Contents, Stored, decode};

/// How far a seed pair has come: ordered by the number of the pair, then by the nonce. Public.
///
/// Every bet, every change of a client seed and every rotation raises it. A caller that logged a bet of nonce n in pair
/// p must not restore anything below `Mark { pair: p, nonce: n + 1 }`.
///
/// ```
/// use provably_fair::protocol::seed_pair::Mark;
/// assert!(Mark { pair: 0, nonce: 500 } < Mark { pair: 1, nonce: 0 }); // an old pair is old at any nonce
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The number of the seed pair, from 0: one more at every change of a client seed and at every rotation.
    pub pair: u64,
    /// The nonce that the next bet takes.
    pub nonce: u64,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pair {}, nonce {}", self.pair, self.nonce)
    }
}

/// The bytes of a seed pair, **secrets included**, for an encrypted store. Redacted, not `Clone`, wiped on drop.
pub struct SecretState {
    bytes: Zeroizing<Vec<u8>>,
}

impl SecretState {
    /// The bytes, with both server seeds in the clear: the one way to take a secret out. Encrypt them before they are
    /// written anywhere, and never send them to a player.
    #[must_use]
    pub fn expose_secret_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for SecretState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretState").finish_non_exhaustive()
    }
}

/// Why a stored state is not taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The checksum does not fit: bytes were lost or changed.
    Damaged,
    /// The bytes are no state of this layout, from this position on.
    Format {
        /// Position of the offending field.
        at: usize,
    },
    /// The state is of another scheme.
    OtherScheme,
    /// The state is older than what the caller has seen: nonces or a revealed seed would be used again.
    TooOld {
        /// Where the state stands.
        state: Mark,
        /// The caller's high-water mark.
        at_least: Mark,
    },
    /// The scheme makes no commitment to a seed in the state.
    Commit(CommitError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => f.write_str("the stored seed pair is damaged"),
            Self::Format { at } => write!(f, "the stored seed pair cannot be read at byte {at}"),
            Self::OtherScheme => f.write_str("the stored seed pair is of another scheme"),
            Self::TooOld { state, at_least } => {
                write!(f, "the stored seed pair stands at {state}, but {at_least} was seen")
            }
            Self::Commit(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RestoreError {}

/// Everything about a pair that is not a server seed.
#[derive(Clone)]
pub(super) struct Ledger {
    pub(super) mark: Mark,
    pub(super) client: String,
    /// Nonces of rounds that are still played; all below `mark.nonce`.
    pub(super) open: BTreeSet<u64>,
}

impl Ledger {
    pub(super) fn new(client: String) -> Self {
        Self {
            mark: Mark::default(),
            client,
            open: BTreeSet::new(),
        }
    }

    /// The ledger of the pair after this one, in which nothing is open.
    pub(super) fn next_pair(&self, client: String, nonce: u64) -> Result<Self, PairError> {
        let pair = self.mark.pair.checked_add(1).ok_or(PairError::Exhausted)?;
        let mark = Mark { pair, nonce };
        Ok(Self {
            mark,
            ..Self::new(client)
        })
    }
}
