//! Documents (feature `serde`): strict canonical JSON for what goes over the wire and what a player keeps.
//!
//! One value has one text: a single line, keys in a fixed order, no white space, u64 as decimal text, bytes as lower-case hex.
//! Each begins with its `format`, `version` and the id of its scheme. [`read`] takes that text and no other, of at most
//! [`MAX_BYTES`], and names the field and the position of what it refuses.
//!
//! ```
//! use provably_fair::document::{self, DocumentError};
//! use provably_fair::protocol::receipt::{Entropy, Id, Kept, RollSeed, Terms};
//! let (game, roll) = (Id::new("mat_1").unwrap(), Id::new("rol_1").unwrap());
//! let terms = Terms::new(game, roll, 7, RollSeed::new([7; 32]).commitment()).unwrap();
//! let kept = Kept::new(terms, Entropy::new([1; 16]));
//! let text = document::write(&kept);
//! assert_eq!(text, "{\"format\":\"kept\",\"version\":1,\"scheme\":\"receipt-dice/1\",\"match_id\":\"mat_1\",\
//!     \"roll_id\":\"rol_1\",\"nonce\":\"7\",\
//!     \"commitment\":\"4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0\",\
//!     \"entropy_from\":\"client\",\"entropy\":\"01010101010101010101010101010101\"}");
//! assert_eq!(document::read::<Kept>(&text), Ok(kept));
//!
//! let error = document::read::<Kept>(&text.replace("\"7\"", "\"07\"")).unwrap_err();
//! assert_eq!((error.field(), error.at()), (Some("nonce"), 100));
//! ```
//! | format | scheme | who writes it | what follows the first three keys |
//! |---|---|---|---|
//! | `lock` | `receipt-dice/1` | operator, before the entropy | the four ids below, `seat`, `entropy_from`, `config`, `prev` |
//! | `receipt` | `receipt-dice/1` | operator, after it | the four ids, `entropy`, `server_seed`, `dice` |
//! | `void` | `receipt-dice/1` | operator, instead of a receipt | the four ids, `entropy` or null, `server_seed` |
//! | `kept` | `receipt-dice/1` | client, for itself | the four ids, `entropy_from` (`client` or `both_seats`), `entropy` |
//! | `answer` | `receipt-dice/1` | client | `match_id`, `roll_id`, `entropy` |
//! | `ack` | `receipt-dice/1` | client | `match_id`, `head` |
//! | `seat_hash` | `two-seats/1` | seat, first | `context`, `seat`, `hash` |
//! | `seat_seed` | `two-seats/1` | seat, when both hashes are in | `context`, `seat`, `seed` |
//! | `seats_record` | `two-seats/1` | seat, for itself | `context`, `hash_1`, `hash_2`, `seed_1`, `seed_2` |
//!
//! The four ids are `match_id`, `roll_id`, `nonce`, `commitment`. A transcript is a file of locks, receipts and voids, one a line.
//!
//! A server seed, a state that holds one and what an operator saves are no documents:
//! ```compile_fail,E0277
//! fn wire<T: provably_fair::document::Document>() {}
//! wire::<provably_fair::ServerSeed>();
//! ```
//! ```compile_fail,E0277
//! fn wire<T: provably_fair::document::Document>() {}
//! wire::<provably_fair::protocol::session::Locked>();
//! ```
//! ```compile_fail,E0277
//! fn wire<T: provably_fair::document::Document>() {}
//! wire::<provably_fair::protocol::session::Saved>();
//! ```
//! What goes over the wire is:
//! ```
//! fn wire<T: provably_fair::document::Document>() {}
//! wire::<provably_fair::protocol::session::Answer>();
//! wire::<provably_fair::protocol::transcript::Lock>();
//! wire::<provably_fair::protocol::receipt::Receipt>();
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

mod field;
mod formats;

/// The longest document, in bytes.
pub const MAX_BYTES: usize = 4_096;

/// The version of all formats of this crate. A change of a format is a new number.
pub const VERSION: u64 = 1;

/// Something that has a canonical text. Sealed: a format is this crate's to define.
pub trait Document: Serialize + DeserializeOwned + sealed::Sealed {
    /// The name of the format, as it stands in the document.
    const FORMAT: &'static str;
}

mod sealed {
    pub trait Sealed {}
}

/// The canonical text, on one line.
#[must_use]
pub fn write<T: Document>(document: &T) -> String {
    // Every field is text, a small number or null, so nothing can fail to be written.
    serde_json::to_string(document).unwrap_or_default()
}

/// Reads a canonical text.
///
/// # Errors
/// More than [`MAX_BYTES`]; a key that is unknown, missing, repeated or out of order; a value of another type or outside its
/// range; another format, version or scheme; or another text for the same value.
///
/// *What it does not show*: that anything the document says is true.
pub fn read<T: Document>(text: &str) -> Result<T, DocumentError> {
    if text.len() > MAX_BYTES {
        return Err(DocumentError::TooLong);
    }
    let document = serde_json::from_str(text).map_err(|error| malformed(text, &error))?;
    let canonical = write(&document);
    if canonical == text {
        return Ok(document);
    }
    let same = canonical.bytes().zip(text.bytes()).take_while(|(a, b)| a == b);
    Err(DocumentError::NotCanonical { at: same.count() })
}

/// The name of the format that a text says it is, without reading it.
#[must_use]
pub fn format_of(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix("{\"format\":\"")?.split_once('"')?;
    Some(name)
}

fn malformed(text: &str, error: &serde_json::Error) -> DocumentError {
    let message = error.to_string();
    // The position is kept as a number; serde_json appends it to the text as well.
    let (reason, _) = message.rsplit_once(" at line ").unwrap_or((&message, ""));
    let named = reason.strip_prefix("field ").and_then(|named| named.split_once(": "));
    let value = named.and_then(|(field, _)| {
        let key = format!("\"{field}\":");
        text.rfind(&key).map(|at| at + key.len())
    });
    DocumentError::Malformed {
        field: named.map(|(field, _)| field.to_string()),
        at: value.unwrap_or_else(|| met_at(text, error)),
        reason: named.map_or(reason, |(_, reason)| reason).to_string(),
    }
}

/// Where the reader met it: `serde_json` counts lines and columns from 1.
fn met_at(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1)
}

/// Why a text is no document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DocumentError {
    /// It has more than [`MAX_BYTES`] bytes, and was not read.
    TooLong,
    /// A key or a value is not what has to stand there.
    Malformed {
        /// The field, unless the text breaks between fields.
        field: Option<String>,
        /// Where the field's value begins, from 0; for a missing field, or between fields, where the reader met it.
        at: usize,
        /// What was met, and what was expected.
        reason: String,
    },
    /// It says what a document can say, in other bytes: white space, escapes, or hex in upper case.
    NotCanonical {
        /// Position of the first byte that differs from the canonical text.
        at: usize,
    },
}

impl DocumentError {
    /// Position in the text, in bytes from 0.
    #[must_use]
    pub const fn at(&self) -> usize {
        match self {
            Self::TooLong => MAX_BYTES,
            Self::Malformed { at, .. } | Self::NotCanonical { at } => *at,
        }
    }

    /// The field, where one is at fault.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Malformed { field, .. } => field.as_deref(),
            _ => None,
        }
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a document has at most {MAX_BYTES} bytes"),
            Self::Malformed { field, at, reason } => {
                let field = field
                    .as_ref()
                    .map_or_else(String::new, |field| format!("field {field}, "));
                write!(f, "{field}at byte {at}: {reason}")
            }
            Self::NotCanonical { at } => write!(f, "at byte {at}: this is not the canonical text of the document"),
        }
    }
}

impl core::error::Error for DocumentError {}
