//! The operator's side: lock, accept, reveal, acknowledge; or void. Each step is saved before anything of it is published.

use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

use super::saved::{Kind, Saved};
use super::seats::{Context, SeatsRecord};
use super::{Answer, AnswerError, Stopped};
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::{Entropy, EntropyFrom, Id, NoDice, Receipt, RollSeed, SEALING, Terms};
use crate::protocol::transcript::lock::Outcome;
use crate::protocol::transcript::{ConfigHash, Head, Lock, Void};
use crate::seed::{Encoding, SeedRef, ServerSeed};

mod ended;
mod error;

pub use ended::{Revealed, Voided};
pub use error::{AcceptError, AckError, LockError};

/// How many of the last commitments an operator remembers, whose seeds are public: as many as one field of what it saves holds.
pub(super) const REMEMBERED: usize = 7;

/// What stands between two rolls of a match.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) match_id: Id,
    pub(super) config: ConfigHash,
    pub(super) head: Head,
    pub(super) last_nonce: Option<u64>,
    /// The last commitments of this match, the newest at the end.
    pub(super) public: Vec<[u8; 32]>,
    /// The newest step that is known to be saved.
    pub(super) step: u64,
    /// The number of the next save. That of a failed one is not used again: something of it may be on the disk.
    pub(super) next: u64,
}

impl Table {
    /// The table after a lock came to its end.
    fn after(&self, lock: &Lock, outcome: &Outcome<'_>) -> Self {
        let mut table = self.clone();
        table.head = Head::after(&lock.hash(), Some(outcome));
        table.last_nonce = Some(lock.terms().nonce());
        let forgotten = (table.public.len() + 1).saturating_sub(REMEMBERED);
        table.public.drain(..forgotten);
        table.public.push(lock.terms().commitment().digest().first());
        table
    }

    /// Saves a state as the next step. The error is the caller's, or none when there is no next step.
    fn save<E>(&mut self, kind: &Kind<'_>, save: impl FnOnce(&Saved) -> Result<(), E>) -> Result<(), Option<E>> {
        let step = self.next;
        // The last number is never saved, so every saved state can be restored and numbered on.
        self.next = step.checked_add(1).ok_or(None)?;
        save(&Saved::new(self, step, kind)).map_err(Some)?;
        self.step = step;
        Ok(())
    }
}

/// The operator of one match, with no roll open.
#[derive(Debug)]
#[must_use]
pub struct Operator {
    pub(super) table: Table,
}

/// What the operator decides about the next roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextRoll {
    /// The roll's id. It must be new in this match: the operator holds no list of all of them, a transcript's check does.
    pub roll_id: Id,
    /// Above every earlier one; it may skip.
    pub nonce: u64,
    /// Whose roll it is.
    pub seat: Seat,
    /// Who will make the entropy.
    pub entropy_from: EntropyFrom,
}

impl Operator {
    /// Opens a match under a configuration. It is saved with the first lock.
    pub fn open(match_id: Id, config: ConfigHash) -> Self {
        Self {
            table: Table {
                head: Head::start(&match_id),
                match_id,
                config,
                last_nonce: None,
                public: Vec::new(),
                step: 0,
                next: 1,
            },
        }
    }

    /// The head of the transcript.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.table.head
    }

    /// The number of the newest step whose save succeeded, for the caller's high-water mark.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.table.step
    }

    /// Locks the next roll with a fresh secret seed of 32 bytes ([`ServerSeed::random`]); the lock can be published once
    /// `save` has returned `Ok`.
    ///
    /// # Errors
    /// A seed that is not 32 bytes, one that is public already, a nonce that is not above the last one, no step left, or the
    /// caller's own error from `save`. The seed is then wiped. Of public seeds the last seven of the match are remembered; a
    /// transcript's check knows all of them.
    pub fn lock<E>(
        mut self,
        roll: NextRoll,
        seed: ServerSeed,
        save: impl FnOnce(&Saved) -> Result<(), E>,
    ) -> Result<Locked, Stopped<Self, LockError<E>>> {
        let lock = match self.prepare(roll, &seed) {
            Ok(lock) => lock,
            Err(error) => return Err(Stopped { state: self, error }),
        };
        match self.table.save(&Kind::Locked(&lock, &seed), save) {
            Ok(()) => Ok(Locked {
                table: self.table,
                lock,
                seed,
            }),
            Err(error) => {
                let error = error.map_or(LockError::NoStep, LockError::Save);
                Err(Stopped { state: self, error })
            }
        }
    }

    fn prepare<E>(&self, roll: NextRoll, seed: &ServerSeed) -> Result<Lock, LockError<E>> {
        let table = &self.table;
        if let Some(last) = table.last_nonce.filter(|last| roll.nonce <= *last) {
            return Err(LockError::NonceNotUp { last });
        }
        secret_bytes(seed).ok_or(LockError::SeedLength)?;
        let commitment = SEALING.commit(seed).map_err(|_| LockError::SeedLength)?;
        if table.public.contains(&commitment.digest().first()) {
            return Err(LockError::SeedPublic);
        }
        let terms = Terms::new(table.match_id.clone(), roll.roll_id, roll.nonce, commitment);
        let terms = terms.map_err(|_| LockError::SeedLength)?;
        Ok(Lock::new(terms, roll.seat, roll.entropy_from, table.config, table.head))
    }
}

/// The 32 bytes of a secret seed, wiped when dropped; none for another length.
fn secret_bytes(seed: &ServerSeed) -> Option<Zeroizing<[u8; 32]>> {
    let bytes = SeedRef::from(seed).material(Encoding::Bytes).ok()?;
    let mut array = Zeroizing::new([0; 32]);
    if bytes.len() != array.len() {
        return None;
    }
    array.copy_from_slice(&bytes);
    Some(array)
}

/// A locked roll: the lock is saved and may be published; the seed is secret. Redacted, not `Clone`, wiped on drop.
#[must_use]
pub struct Locked {
    pub(super) table: Table,
    pub(super) lock: Lock,
    pub(super) seed: ServerSeed,
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
        self.take(answer.entropy, fault, save)
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
        if let Some(fault) = fault {
            let error = AcceptError::Answer(fault);
            return Err(Stopped { state: self, error });
        }
        if let Err(error) = self.table.save(&Kind::Answered(&self.lock, &self.seed, entropy), save) {
            let error = error.map_or(AcceptError::NoStep, AcceptError::Save);
            return Err(Stopped { state: self, error });
        }
        let Self { table, lock, seed } = self;
        Ok(Answered {
            table,
            lock,
            seed,
            entropy,
        })
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
        if let Some(fault) = fault {
            let error = AcceptError::Answer(fault);
            return Err(Stopped { state: self, error });
        }
        if let Err(error) = self.table.save(&Kind::Voided(&self.lock, &self.seed, entropy), save) {
            let error = error.map_or(AcceptError::NoStep, AcceptError::Save);
            return Err(Stopped { state: self, error });
        }
        let Self { table, lock, seed } = self;
        let void = Void::new(lock.terms().clone(), public_bytes(seed), entropy);
        Ok(Voided { table, lock, void })
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

fn other_roll(lock: &Lock, answer: &Answer) -> Option<AnswerError> {
    let terms = lock.terms();
    let same = terms.match_id() == &answer.match_id && terms.roll_id() == &answer.roll_id;
    (!same).then_some(AnswerError::OtherRoll)
}

/// The seed made public, by the only way across. Its length was checked when it was locked or restored.
fn public_bytes(seed: ServerSeed) -> RollSeed {
    seed.reveal().text().parse().unwrap_or(RollSeed::new([0; 32]))
}

impl fmt::Debug for Locked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Locked")
            .field("lock", &self.lock)
            .finish_non_exhaustive()
    }
}

/// A roll whose entropy came, saved and not revealed yet. Redacted, not `Clone`, wiped on drop.
#[must_use]
pub struct Answered {
    pub(super) table: Table,
    pub(super) lock: Lock,
    pub(super) seed: ServerSeed,
    pub(super) entropy: Entropy,
}

impl Answered {
    /// The lock.
    #[must_use]
    pub const fn lock(&self) -> &Lock {
        &self.lock
    }

    /// The number of the newest step whose save succeeded, for the caller's high-water mark.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.table.step
    }

    /// Reveals the seed and makes the receipt. It depends on nothing but what was saved, so after a crash the restored state
    /// gives the same receipt again.
    ///
    /// # Errors
    /// [`NoDice`], which an honest HMAC does not come to; nothing was revealed then.
    pub fn reveal(self) -> Result<Revealed, Stopped<Self, NoDice>> {
        let terms = self.lock.terms();
        let derived = match secret_bytes(&self.seed) {
            Some(seed) => terms.roll(&seed, self.entropy),
            None => Err(NoDice { nonce: terms.nonce() }),
        };
        let dice = match derived {
            Ok(rolled) => rolled.dice,
            Err(error) => return Err(Stopped { state: self, error }),
        };
        let Self {
            table,
            lock,
            seed,
            entropy,
        } = self;
        let receipt = Wiped(Receipt::of(lock.terms().clone(), entropy, public_bytes(seed), dice));
        Ok(Revealed { table, lock, receipt })
    }
}

impl fmt::Debug for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answered")
            .field("lock", &self.lock)
            .finish_non_exhaustive()
    }
}

/// A receipt whose seed is overwritten when it is dropped.
#[derive(Debug)]
struct Wiped(Receipt);

impl Drop for Wiped {
    fn drop(&mut self) {
        let Self(receipt) = self;
        receipt.wipe_seed();
    }
}
