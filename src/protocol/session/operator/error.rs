//! Why a step of the operator's is not made.

use core::fmt;

use crate::protocol::session::AnswerError;
use crate::protocol::transcript::Head;

const NO_STEP: &str = "no step is left: there is no number for another saved state";

/// Why a roll is not locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LockError<E> {
    /// The seed is not 32 bytes.
    SeedLength,
    /// The seed was that of one of the last seven rolls of this match: it is public.
    SeedPublic,
    /// The nonce is not above the last one.
    NonceNotUp {
        /// The last nonce.
        last: u64,
    },
    /// 2^64 - 2 steps are saved: there is no number for another.
    NoStep,
    /// The caller could not save.
    Save(E),
}

/// Why an answer or a void is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AcceptError<E> {
    /// The answer does not fit the lock.
    Answer(AnswerError),
    /// 2^64 - 2 steps are saved: there is no number for another.
    NoStep,
    /// The caller could not save.
    Save(E),
}

/// Why a roll is not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AckError<E> {
    /// The client acknowledges another head: it was shown another transcript.
    OtherTranscript {
        /// The operator's head.
        own: Head,
    },
    /// 2^64 - 2 steps are saved: there is no number for another.
    NoStep,
    /// The caller could not save.
    Save(E),
}

impl<E: fmt::Display> fmt::Display for LockError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeedLength => f.write_str("a roll's server seed has 32 bytes"),
            Self::SeedPublic => f.write_str("the server seed was an earlier roll's, and is public"),
            Self::NoStep => f.write_str(NO_STEP),
            Self::NonceNotUp { last } => write!(f, "the nonce must be above {last}"),
            Self::Save(error) => write!(f, "the lock could not be saved: {error}"),
        }
    }
}

impl<E: fmt::Display> fmt::Display for AcceptError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(error) => error.fmt(f),
            Self::NoStep => f.write_str(NO_STEP),
            Self::Save(error) => write!(f, "the roll could not be saved: {error}"),
        }
    }
}

impl<E: fmt::Display> fmt::Display for AckError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherTranscript { own } => {
                write!(f, "the client holds another transcript: the operator's head is {own}")
            }
            Self::NoStep => f.write_str(NO_STEP),
            Self::Save(error) => write!(f, "the end of the roll could not be saved: {error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for LockError<E> {}
impl<E: fmt::Debug + fmt::Display> core::error::Error for AcceptError<E> {}
impl<E: fmt::Debug + fmt::Display> core::error::Error for AckError<E> {}
