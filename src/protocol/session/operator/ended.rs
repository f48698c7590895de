//! A roll whose seed is public: revealed to its client, or called off. What is left is to close it.

use super::locked::other_roll;
use super::{AckError, Kind, Locked, Operator, Saved, Table, public_bytes};
use crate::protocol::receipt::{Entropy, Receipt};
use crate::protocol::session::{Ack, Answer, AnswerError, Stopped};
use crate::protocol::transcript::entry::Outcome;
use crate::protocol::transcript::{Lock, Void};

/// A roll whose receipt is out, until the client acknowledges it.
#[derive(Debug)]
#[must_use]
pub struct Revealed {
    pub(super) table: Table,
    pub(super) lock: Lock,
    pub(super) receipt: Wiped,
}

impl Revealed {
    /// The receipt to send, as often as it is asked for.
    #[must_use]
    pub const fn receipt(&self) -> &Receipt {
        &self.receipt.0
    }

    /// The lock.
    #[must_use]
    pub const fn lock(&self) -> &Lock {
        &self.lock
    }

    /// The same receipt again, for an answer that was sent again because the reply was lost.
    ///
    /// # Errors
    /// An answer for another roll, or with other entropy: a roll is rolled once.
    pub fn again(&self, answer: &Answer) -> Result<&Receipt, AnswerError> {
        match other_roll(&self.lock, answer) {
            Some(error) => Err(error),
            None if answer.entropy != self.receipt.0.entropy() => Err(AnswerError::OtherEntropy),
            None => Ok(&self.receipt.0),
        }
    }

    /// Ends the roll when the client has acknowledged it: the seed is wiped here, and no longer in what is saved.
    ///
    /// # Errors
    /// An acknowledgement of another head: the client holds another transcript. Or no step left, or the caller's own error
    /// from `save`.
    pub fn acknowledge<E>(
        self,
        ack: &Ack,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Operator, Stopped<Self, AckError<E>>> {
        let table = self.next();
        if ack.match_id != table.match_id || ack.head != table.head {
            let error = AckError::OtherTranscript { own: table.head };
            return Err(Stopped { state: self, error });
        }
        self.close(save)
    }

    /// Ends the roll without an acknowledgement, for a client that is gone. The receipt stays what it is: it must be in the
    /// operator's log, since this wipes the seed.
    ///
    /// # Errors
    /// No step left, or the caller's own error from `save`.
    pub fn close<E>(
        mut self,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Operator, Stopped<Self, AckError<E>>> {
        match end(self.next(), save) {
            Ok(operator) => Ok(operator),
            Err((next, error)) => {
                self.table.next = next;
                Err(Stopped { state: self, error })
            }
        }
    }

    fn next(&self) -> Table {
        self.table.after(&self.lock, &Outcome::Receipt(&self.receipt.0))
    }
}

/// A receipt whose seed is overwritten when it is dropped.
#[derive(Debug)]
pub(super) struct Wiped(pub(super) Receipt);

impl Drop for Wiped {
    fn drop(&mut self) {
        let Self(receipt) = self;
        receipt.wipe_seed();
    }
}

/// A roll that was given up; the void is saved and may be published.
#[derive(Debug)]
#[must_use]
pub struct Voided {
    pub(super) table: Table,
    pub(super) lock: Lock,
    pub(super) void: Void,
}

impl Voided {
    /// Of a locked roll that is saved as void.
    pub(in crate::protocol::session) fn of(locked: Locked, entropy: Option<Entropy>) -> Self {
        let Locked { table, lock, seed } = locked;
        let void = Void::new(lock.terms().clone(), public_bytes(seed), entropy);
        Self { table, lock, void }
    }

    /// The void to publish.
    #[must_use]
    pub const fn void(&self) -> &Void {
        &self.void
    }

    /// Ends the roll: the next one can be locked.
    ///
    /// # Errors
    /// No step left, or the caller's own error from `save`.
    pub fn close<E>(
        mut self,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Operator, Stopped<Self, AckError<E>>> {
        let table = self.table.after(&self.lock, &Outcome::Void(&self.void));
        match end(table, save) {
            Ok(operator) => Ok(operator),
            Err((next, error)) => {
                self.table.next = next;
                Err(Stopped { state: self, error })
            }
        }
    }
}

/// Saves the table after a roll; with an error goes the number of the next save.
fn end<E>(mut table: Table, save: impl FnOnce(&Saved) -> Result<(), E>) -> Result<Operator, (u64, AckError<E>)> {
    match table.save(&Kind::Idle, save) {
        Ok(()) => Ok(Operator { table }),
        Err(error) => Err((table.next, error.map_or(AckError::NoStep, AckError::Save))),
    }
}
