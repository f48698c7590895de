//! Why a step of the client's is not made.

use core::fmt;

use crate::protocol::transcript::TooLong;
use crate::verdict::Line;

/// Why a client does not answer a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HoldError {
    /// The entropy of this roll is the opponent's or the operator's to make: watch it.
    NotYours,
    /// A check failed: the lock does not belong to an honest match.
    Failed(Line),
    /// The record is of other terms than the lock's, or of entropy from another maker.
    OtherRecord,
    /// The transcript is full.
    TooLong(TooLong),
}

impl fmt::Display for HoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYours => f.write_str("this roll's entropy is not this client's to make"),
            Self::Failed(line) => write!(f, "the lock is refused: {line}"),
            Self::OtherRecord => f.write_str("the record is of another roll than the lock"),
            Self::TooLong(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for HoldError {}

/// Why nothing is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SendError<R, E> {
    /// The generator failed.
    Random(R),
    /// The lock wants its entropy from somebody else.
    OtherMaker,
    /// The caller could not keep the record.
    Save(E),
}

impl<R: fmt::Display, E: fmt::Display> fmt::Display for SendError<R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(error) => write!(f, "no randomness: {error}"),
            Self::OtherMaker => f.write_str("the lock wants its entropy from somebody else"),
            Self::Save(error) => write!(f, "the record could not be kept: {error}"),
        }
    }
}

impl<R, E> core::error::Error for SendError<R, E>
where
    R: fmt::Debug + fmt::Display,
    E: fmt::Debug + fmt::Display,
{
}
