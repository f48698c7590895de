//! Hex, read strictly: the exact alphabet, an even or exact length, and the position of the first offence.
//!
//! A lenient decoder that stops at the first bad digit turns a damaged document into a shorter, valid-looking one;
//! every hex field of this crate goes through this room instead. Both cases are read, lower case is written.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Why a text is not the hex that was asked for. Positions count bytes of the text from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HexError {
    /// The byte at `at` is not one of `0-9 a-f A-F`.
    Digit {
        /// Position of the offending byte.
        at: usize,
    },
    /// The text ends at `at`, too early: an odd digit, or fewer than asked for.
    TooShort {
        /// The length of the text.
        at: usize,
    },
    /// A digit too many stands at `at`.
    TooLong {
        /// Position of the first digit too many.
        at: usize,
    },
}

impl HexError {
    /// Position of the first offending byte; for a text that is too short, its length.
    ///
    /// ```
    /// use provably_fair::hex;
    /// assert_eq!(hex::decode("0g").unwrap_err().at(), 1);
    /// assert_eq!(hex::decode("abc").unwrap_err().at(), 3);
    /// ```
    #[must_use]
    pub const fn at(self) -> usize {
        match self {
            Self::Digit { at } | Self::TooShort { at } | Self::TooLong { at } => at,
        }
    }
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digit { at } => write!(f, "byte {at} is not a hex digit"),
            Self::TooShort { at } => write!(f, "the hex ends too early, after {at} digits"),
            Self::TooLong { at } => write!(f, "a hex digit too many at byte {at}"),
        }
    }
}

impl core::error::Error for HexError {}

/// The bytes of an even number of hex digits, in either case.
///
/// # Errors
/// The first byte outside the alphabet, or an odd length.
///
/// ```
/// use provably_fair::hex;
/// assert_eq!(hex::decode("00fF").unwrap(), [0, 255]);
/// assert!(hex::decode("0x00").is_err()); // no prefix, no white space
/// ```
pub fn decode(text: impl AsRef<[u8]>) -> Result<Vec<u8>, HexError> {
    let text = text.as_ref();
    digits(text)?;
    base16ct::mixed::decode_vec(text).map_err(|_| HexError::TooShort { at: text.len() })
}

/// Exactly `N` bytes from exactly `2 * N` hex digits, in either case.
///
/// # Errors
/// The first byte outside the alphabet, or the first digit missing or too many.
///
/// ```
/// use provably_fair::hex::{self, HexError};
/// assert_eq!(hex::decode_array::<2>("00fF").unwrap(), [0, 255]);
/// assert_eq!(hex::decode_array::<2>("00ff0"), Err(HexError::TooLong { at: 4 }));
/// assert_eq!(hex::decode_array::<2>("00f"), Err(HexError::TooShort { at: 3 }));
/// ```
pub fn decode_array<const N: usize>(text: impl AsRef<[u8]>) -> Result<[u8; N], HexError> {
    let text = text.as_ref();
    let wanted = 2 * N;
    digits(text.get(..wanted).unwrap_or(text))?;
    if text.len() > wanted {
        return Err(HexError::TooLong { at: wanted });
    }
    let mut bytes = [0; N];
    match base16ct::mixed::decode(text, &mut bytes) {
        Ok(read) if read.len() == N => Ok(bytes),
        _ => Err(HexError::TooShort { at: text.len() }),
    }
}

/// Lower-case hex.
///
/// ```
/// assert_eq!(provably_fair::hex::encode(&[0, 255]), "00ff");
/// ```
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

fn digits(text: &[u8]) -> Result<(), HexError> {
    match text.iter().position(|byte| !byte.is_ascii_hexdigit()) {
        Some(at) => Err(HexError::Digit { at }),
        None => Ok(()),
    }
}
