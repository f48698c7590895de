//! A change of the ledger that must be stored before it is made: a bet, another client seed, a rotation.

use core::mem;

use super::state::Ledger;
use super::{Mark, SecretState};

/// The ledger in use, the one that replaces it, and what is stored in between.
pub(super) struct Step<'p> {
    pub(super) live: &'p mut Ledger,
    pub(super) after: Ledger,
    /// Made of `after`: what is to be stored first.
    pub(super) state: SecretState,
}

impl Step<'_> {
    /// Where the pair will stand.
    pub(super) const fn mark(&self) -> Mark {
        self.after.mark
    }

    /// Makes the step; the answer is the ledger as it was.
    pub(super) fn make(self) -> Ledger {
        mem::replace(self.live, self.after)
    }
}
