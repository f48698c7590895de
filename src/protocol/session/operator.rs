//! The operator's side: lock, accept, reveal, acknowledge; or void. Each step is saved before anything of it is published.

use alloc::vec::Vec;

use zeroize::Zeroizing;

use super::Stopped;
use super::saved::{Kind, Saved};
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::{EntropyFrom, Id, RollSeed, SEALING, Terms};
use crate::protocol::transcript::{ConfigHash, Head, Lock};
use crate::seed::{Encoding, SeedRef, ServerSeed};

mod answered;
mod ended;
mod error;
mod locked;
mod table;

pub use answered::Answered;
pub use ended::{Revealed, Voided};
pub use error::{AcceptError, AckError, LockError};
pub use locked::Locked;
pub(super) use table::{REMEMBERED, Table};

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

/// The seed made public, by the only way across. Its length was checked when it was locked or restored.
fn public_bytes(seed: ServerSeed) -> RollSeed {
    seed.reveal().text().parse().unwrap_or(RollSeed::new([0; 32]))
}
