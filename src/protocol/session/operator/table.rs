//! What an operator holds between two rolls of a match, and how it is saved.

use alloc::vec::Vec;

use crate::protocol::receipt::Id;
use crate::protocol::session::saved::{Kind, Saved};
use crate::protocol::transcript::entry::Outcome;
use crate::protocol::transcript::{ConfigHash, Head, Lock};

/// How many of the last commitments an operator remembers, whose seeds are public: as many as one field of what it saves holds.
pub(in crate::protocol::session) const REMEMBERED: usize = 7;

/// What stands between two rolls of a match.
#[derive(Clone, Debug)]
pub(in crate::protocol::session) struct Table {
    pub(in crate::protocol::session) match_id: Id,
    pub(in crate::protocol::session) config: ConfigHash,
    pub(in crate::protocol::session) head: Head,
    pub(in crate::protocol::session) last_nonce: Option<u64>,
    /// The last commitments of this match, the newest at the end.
    pub(in crate::protocol::session) public: Vec<[u8; 32]>,
    /// The newest step that is known to be saved.
    pub(in crate::protocol::session) step: u64,
    /// The number of the next save. That of a failed one is not used again: something of it may be on the disk.
    pub(in crate::protocol::session) next: u64,
}

impl Table {
    /// The table after a lock came to its end.
    pub(super) fn after(&self, lock: &Lock, outcome: &Outcome<'_>) -> Self {
        let mut table = self.clone();
        table.head = Head::after(&lock.hash(), Some(outcome));
        table.last_nonce = Some(lock.terms().nonce());
        let forgotten = (table.public.len() + 1).saturating_sub(REMEMBERED);
        table.public.drain(..forgotten);
        table.public.push(lock.terms().commitment().digest().first());
        table
    }

    /// Saves a state as the next step. The error is the caller's, or none when there is no next step.
    pub(super) fn save<E>(
        &mut self,
        kind: &Kind<'_>,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<(), Option<E>> {
        let step = self.next;
        // The last number is never saved, so every saved state can be restored and numbered on.
        self.next = step.checked_add(1).ok_or(None)?;
        save(&Saved::new(self, step, kind)).map_err(Some)?;
        self.step = step;
        Ok(())
    }
}
