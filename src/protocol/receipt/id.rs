//! Ids of matches and of rolls.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::seed::{NameError, check_name};

/// The id of a match or of a roll: 1 to 128 characters of `A-Z a-z 0-9 _ - .` (decided in SPEC 7).
///
/// The alphabet keeps the separator `:` out, so the fields of a message are joined unambiguously.
///
/// *What it does not show*: that the operator gave this id to nothing else.
///
/// ```
/// use provably_fair::{NameError, protocol::receipt::Id};
/// assert_eq!(Id::new("mat_1.a").unwrap().as_str(), "mat_1.a");
/// assert_eq!(Id::new("mat:1"), Err(NameError::Character { at: 3 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Id {
    text: String,
}

impl Id {
    /// Checks an id.
    ///
    /// # Errors
    /// Empty, the first character outside the alphabet, or the first of more than 128.
    pub fn new(text: &str) -> Result<Self, NameError> {
        check_name(text, b"_-.").map(|text| Self { text })
    }

    /// The id's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Id {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Self::new(text)
    }
}
