//! Why a seat does not go on.

use core::fmt;

/// Why what the other seat sent is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SeatError {
    /// It was made for something else.
    Context,
    /// It is of the own seat, or copied from it.
    Seat,
    /// A seed is not the one that its hash bound it to.
    Seed,
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Context => "the message of the seats was made for something else",
            Self::Seat => "the other seat's message is of this seat, or a copy of its own",
            Self::Seed => "a seat's seed is not the one that its hash bound it to",
        })
    }
}

impl core::error::Error for SeatError {}

/// Why a seat has not chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChooseError<R, E> {
    /// The generator failed.
    Random(R),
    /// The caller could not save.
    Save(E),
}

/// Why a seat does not take the other's hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeetError<E> {
    /// It is not what was waited for.
    Seat(SeatError),
    /// The caller could not save.
    Save(E),
}

impl<R: fmt::Display, E: fmt::Display> fmt::Display for ChooseError<R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(error) => write!(f, "no randomness: {error}"),
            Self::Save(error) => write!(f, "the seat's seed could not be saved: {error}"),
        }
    }
}

impl<E: fmt::Display> fmt::Display for MeetError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(error) => error.fmt(f),
            Self::Save(error) => write!(f, "the other seat's hash could not be saved: {error}"),
        }
    }
}

impl<R: fmt::Debug + fmt::Display, E: fmt::Debug + fmt::Display> core::error::Error for ChooseError<R, E> {}
impl<E: fmt::Debug + fmt::Display> core::error::Error for MeetError<E> {}
