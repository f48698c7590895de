//! Why a seed pair refuses.

use core::fmt;

use super::{MAX_CLIENT_BYTES, MAX_OPEN};
use crate::commit::{CommitError, Commitment};

/// Why a seed pair refuses. Nothing has changed then, and nothing was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairError {
    /// Nonces end: the state would have to store 2^64 - 1 + 1. The player rotates; nothing wraps.
    Exhausted,
    /// [`MAX_OPEN`] rounds are open already.
    TooManyOpen,
    /// This nonce has no open round: it was never taken, or it is settled or void.
    NotOpen {
        /// The nonce that was asked for.
        nonce: u64,
    },
    /// Rounds are still played; their outcomes would be changed or shown.
    StillOpen {
        /// The lowest open nonce.
        nonce: u64,
        /// How many are open.
        count: usize,
    },
    /// The player answers another commitment than the one that is on offer.
    NotSeen {
        /// What is on offer.
        offered: Commitment,
    },
    /// The client seed has more than [`MAX_CLIENT_BYTES`] bytes.
    ClientTooLong {
        /// How many it has.
        bytes: usize,
    },
    /// The fresh server seed is one that this pair has or had.
    SeedReused,
    /// No commitment can be made to the server seed.
    Commit(CommitError),
}

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted => f.write_str("the seed pair has no nonce left: rotate"),
            Self::TooManyOpen => write!(f, "{MAX_OPEN} rounds are open already"),
            Self::NotOpen { nonce } => write!(f, "nonce {nonce} has no open round"),
            Self::StillOpen { nonce, count } => write!(f, "{count} rounds are still open, the first has nonce {nonce}"),
            Self::NotSeen { offered } => write!(f, "the player answers another commitment than {offered}"),
            Self::ClientTooLong { bytes } => {
                write!(
                    f,
                    "the client seed has {bytes} bytes, at most {MAX_CLIENT_BYTES} allowed"
                )
            }
            Self::SeedReused => f.write_str("the fresh server seed is not fresh"),
            Self::Commit(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PairError {}
