//! Why a header, an answer or an opening is refused.

use core::fmt;

use super::{MAX_SEATS, SEED_BYTES};
use crate::hex::HexError;
use crate::seed::NameError;

/// Why something is not of this scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaggedError {
    /// A text field is no name.
    Name {
        /// Which field.
        field: &'static str,
        /// Why, and at which byte.
        error: NameError,
    },
    /// No seat, or more than [`MAX_SEATS`].
    Seats {
        /// How many.
        count: usize,
    },
    /// Not one entropy for every seat.
    Entropies {
        /// How many seats the header has.
        seats: usize,
        /// How many entropies were given.
        found: usize,
    },
    /// The server seed is not hex.
    SeedNotHex(HexError),
    /// The server seed does not have [`SEED_BYTES`] bytes.
    SeedLength {
        /// How many it has.
        bytes: usize,
    },
}

impl fmt::Display for TaggedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { field, error } => write!(f, "{field}: {error}"),
            Self::Seats { count } => write!(f, "{count} seats, 1 to {MAX_SEATS} allowed"),
            Self::Entropies { seats, found } => write!(f, "{found} entropies for {seats} seats"),
            Self::SeedNotHex(error) => write!(f, "the server seed is not hex: {error}"),
            Self::SeedLength { bytes } => write!(f, "the server seed has {bytes} bytes, not {SEED_BYTES}"),
        }
    }
}

impl core::error::Error for TaggedError {}
