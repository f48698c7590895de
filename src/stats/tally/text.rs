//! The text form of a tally, `tally/1 name count,count,...`: canonical, so that equal tallies are equal texts.

#[cfg(feature = "serde")]
use alloc::string::String;
use alloc::vec::Vec;
use core::{fmt, str::FromStr};

use super::{Tally, TallyError};

impl fmt::Display for Tally {
    /// `tally/1 name count,count,...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tally/1 {} ", self.name)?;
        for (at, count) in self.counts.iter().enumerate() {
            write!(f, "{}{count}", if at == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl FromStr for Tally {
    type Err = TallyError;

    /// Reads exactly what Display writes: no sign, no leading zero, no other spaces.
    fn from_str(text: &str) -> Result<Self, TallyError> {
        let wrong = |field, at| TallyError::Text { field, at };
        let rest = text.strip_prefix("tally/1 ").ok_or(wrong("version", 0))?;
        let (name, list) = rest.split_once(' ').ok_or(wrong("name", 0))?;
        let mut counts = Vec::new();
        for (at, part) in list.split(',').enumerate() {
            if at == Self::LIMIT {
                return Err(TallyError::Categories { count: at + 1 });
            }
            let canonical = part == "0" || (!part.starts_with(['0', '+']) && !part.is_empty());
            let count = part.parse().ok().filter(|_| canonical);
            counts.push(count.ok_or(wrong("counts", at))?);
        }
        Self::of(name, &counts)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Tally {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Tally {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
