//! A locked roll: it is answered by whoever its lock names, or given up.

use core::fmt;

use super::{AcceptError, Answered, Table, Voided};
use crate::protocol::receipt::{Entropy, EntropyFrom};
use crate::protocol::session::saved::{Kind, Saved};
use crate::protocol::session::seats::{Context, SeatsRecord};
use crate::protocol::session::{Answer, AnswerError, Stopped};
use crate::protocol::transcript::Lock;
use crate::seed::ServerSeed;

/// A locked roll: the lock is saved and may be published; the seed is secret. Redacted, not `Clone`, wiped on drop.
#[must_use]
pub struct Locked {
    pub(in crate::protocol::session) table: Table,
    pub(in crate::protocol::session) lock: Lock,
    pub(in crate::protocol::session) seed: ServerSeed,
}

impl Locked {
    /// The lock to publish.
    #[must_use]
    pub const fn lock(&self) -> &Lock {
        &self.lock
    }

    /// The number of the newest step whose save succeeded, for the caller's high-water mark.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.table.step
    }

    /// Takes the client's entropy, where the lock says that the client alone makes it. The answered state is saved before
    /// anything can be revealed.
    ///
    /// # Errors
    /// An answer for another roll, a lock that leaves the entropy to somebody else, no step left, or the caller's own error from
    /// `save`. Nothing was revealed then, so the roll may be answered again.
    pub fn accept<E>(
        self,
        answer: &Answer,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Answered, Stopped<Self, AcceptError<E>>> {
        let fault = no_answer(&self.lock, answer);
        self.take(answer.entropy(), fault, save)
    }

    /// Takes the entropy that both seats made for this very lock, where the lock wants it: from their record, so that neither
    /// seat chose it when it knew the other's seed.
    ///
    /// *What it does not show*: that the hashes in the record are those that the seats sent first; compare them with what came.
    ///
    /// # Errors
    /// A record that was made for something else, a seed that does not open its hash, a lock that leaves the entropy to somebody
    /// else, no step left, or the caller's own error from `save`. Nothing was revealed then.
    pub fn accept_joint<E>(
        self,
        record: &SeatsRecord,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Answered, Stopped<Self, AcceptError<E>>> {
        let fault = no_record(&self.lock, record);
        self.take(record.entropy(), fault, save)
    }

    /// Takes the operator's own entropy, where the lock says that it makes it.
    ///
    /// # Errors
    /// A lock that says otherwise, no step left, or the caller's own error from `save`.
    pub fn accept_own<E>(
        self,
        entropy: Entropy,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Answered, Stopped<Self, AcceptError<E>>> {
        let fault = (self.lock.entropy_from() != EntropyFrom::Operator).then_some(AnswerError::OtherMaker);
        self.take(entropy, fault, save)
    }

    fn take<E>(
        mut self,
        entropy: Entropy,
        fault: Option<AnswerError>,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Answered, Stopped<Self, AcceptError<E>>> {
        let kind = Kind::Answered(&self.lock, &self.seed, entropy);
        match save_unless(fault, &mut self.table, &kind, save) {
            Ok(()) => Ok(Answered { locked: self, entropy }),
            Err(error) => Err(Stopped { state: self, error }),
        }
    }

    /// Gives the roll up, with the answer if one came: the void reveals the seed and that entropy, and burns the roll id.
    ///
    /// The void can be published once `save` has returned `Ok`. An answered roll cannot be voided: its receipt may already
    /// be on its way.
    ///
    /// # Errors
    /// An answer that [`accept`](Self::accept) would not take, no step left, or the caller's own error from `save`.
    pub fn void<E>(
        self,
        answer: Option<&Answer>,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Voided, Stopped<Self, AcceptError<E>>> {
        let fault = answer.and_then(|answer| no_answer(&self.lock, answer));
        self.give_up(answer.map(Answer::entropy), fault, save)
    }

    /// [`void`](Self::void) of a roll whose entropy both seats have made already.
    ///
    /// # Errors
    /// A record that [`accept_joint`](Self::accept_joint) would not take, no step left, or the caller's own error from `save`.
    pub fn void_joint<E>(
        self,
        record: &SeatsRecord,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Voided, Stopped<Self, AcceptError<E>>> {
        let fault = no_record(&self.lock, record);
        self.give_up(Some(record.entropy()), fault, save)
    }

    fn give_up<E>(
        mut self,
        entropy: Option<Entropy>,
        fault: Option<AnswerError>,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Voided, Stopped<Self, AcceptError<E>>> {
        let kind = Kind::Voided(&self.lock, &self.seed, entropy);
        match save_unless(fault, &mut self.table, &kind, save) {
            Ok(()) => Ok(Voided::of(self, entropy)),
            Err(error) => Err(Stopped { state: self, error }),
        }
    }
}

impl fmt::Debug for Locked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Locked")
            .field("lock", &self.lock)
            .finish_non_exhaustive()
    }
}

/// Saves what comes of an answer, if it has no fault.
fn save_unless<E>(
    fault: Option<AnswerError>,
    table: &mut Table,
    kind: &Kind<'_>,
    save: impl FnOnce(&Saved) -> Result<(), E>,
) -> Result<(), AcceptError<E>> {
    match fault {
        Some(fault) => Err(AcceptError::Answer(fault)),
        None => table
            .save(kind, save)
            .map_err(|error| error.map_or(AcceptError::NoStep, AcceptError::Save)),
    }
}

/// Why an answer of one client is not taken for this lock.
fn no_answer(lock: &Lock, answer: &Answer) -> Option<AnswerError> {
    if lock.entropy_from() == EntropyFrom::Client {
        other_roll(lock, answer)
    } else {
        Some(AnswerError::OtherMaker)
    }
}

/// Why a record of both seats is not taken for this lock.
fn no_record(lock: &Lock, record: &SeatsRecord) -> Option<AnswerError> {
    if lock.entropy_from() == EntropyFrom::BothSeats {
        record.fault(Context::lock(lock)).map(AnswerError::Seats)
    } else {
        Some(AnswerError::OtherMaker)
    }
}

/// Why an answer is not of this lock's roll.
pub(super) fn other_roll(lock: &Lock, answer: &Answer) -> Option<AnswerError> {
    let terms = lock.terms();
    let same = terms.match_id() == answer.match_id() && terms.roll_id() == answer.roll_id();
    (!same).then_some(AnswerError::OtherRoll)
}
