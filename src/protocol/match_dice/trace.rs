//! A roll's walk-through.

use alloc::string::String;
use core::fmt;

use super::Roll;
use crate::trace::hashed;

/// One roll of a match, step by step. Made by [`Rolls::trace`](super::Rolls::trace).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RollTrace {
    /// The exact HMAC message.
    pub message: String,
    /// The roll and what it was read from.
    pub roll: Roll,
}

impl fmt::Display for RollTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Roll {
            number,
            retries,
            mac,
            accepted,
            dice,
            ..
        } = &self.roll;
        let (at, byte) = (accepted.at(), accepted.byte());
        let v = byte % 36;
        writeln!(f, "roll {number}")?;
        hashed(f, &self.message, mac)?;
        if *retries > 0 {
            writeln!(
                f,
                "  retries  {retries}: no byte was below 252, so a + was appended and the message hashed again"
            )?;
        }
        writeln!(f, "  byte {at}   {byte:02x} = {byte}  (the first below 252)")?;
        writeln!(f, "  v        {byte} mod 36 = {v}")?;
        writeln!(
            f,
            "  dice     {v} / 6 + 1 = {}, {v} mod 6 + 1 = {}",
            dice.first, dice.second
        )
    }
}
