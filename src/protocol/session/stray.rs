//! Which receipt or void is about the roll that a client waits for.
//!
//! A message about the open roll is final, whatever it says: a bad one is evidence, and an operator that could send a second
//! would choose. So a message is put aside only when nothing in it is this roll's: then it says nothing of the secret seed
//! and owes nothing to the entropy, and nobody learns or chooses anything by sending it.

use core::fmt;

use crate::protocol::receipt::{Id, Kept};
use crate::protocol::transcript::Lock;
use crate::protocol::transcript::entry::Outcome;

/// Why a receipt or a void is put aside: nothing in it is of the open roll, which stays open.
///
/// A message is of the open roll if it has its roll id or its nonce (within its match), its commitment, the seed that opens
/// it, or the entropy that was sent. One that has is never put aside: it ends the roll, and the report says what is wrong
/// with the rest of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StrayError {
    /// It is of this other match.
    OtherMatch(Id),
    /// It is of this other roll of the same match.
    OtherRoll(Id),
}

impl fmt::Display for StrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherMatch(id) => write!(f, "put aside: it is of match {id}, and the open roll is of another"),
            Self::OtherRoll(id) => write!(f, "put aside: it is of roll {id}, which is not the open one"),
        }
    }
}

impl core::error::Error for StrayError {}

/// Why this is put aside while the lock is open; `kept` is the record of what was sent, if anything was.
pub(super) fn stray(lock: &Lock, kept: Option<&Kept>, outcome: &Outcome<'_>) -> Option<StrayError> {
    let (open, told) = (lock.terms(), outcome.terms());
    let same_match = told.match_id() == open.match_id();
    let named = same_match && (told.roll_id() == open.roll_id() || told.nonce() == open.nonce());
    let committed = [told.commitment(), outcome.seed().commitment()].contains(&open.commitment());
    let answers = kept.is_some_and(|kept| outcome.entropy() == Some(kept.entropy()));
    if named || committed || answers {
        None
    } else if same_match {
        Some(StrayError::OtherRoll(told.roll_id().clone()))
    } else {
        Some(StrayError::OtherMatch(told.match_id().clone()))
    }
}
