//! An answered roll: what is left is to reveal it, as often as it takes.

use core::fmt;

use super::ended::Wiped;
use super::{Locked, Revealed, public_bytes, secret_bytes};
use crate::protocol::receipt::{Entropy, NoDice, Receipt};
use crate::protocol::session::Stopped;
use crate::protocol::transcript::Lock;

/// A roll whose entropy came, saved and not revealed yet. Redacted, not `Clone`, wiped on drop.
#[must_use]
pub struct Answered {
    pub(in crate::protocol::session) locked: Locked,
    pub(in crate::protocol::session) entropy: Entropy,
}

impl Answered {
    /// The lock.
    #[must_use]
    pub const fn lock(&self) -> &Lock {
        &self.locked.lock
    }

    /// The number of the newest step whose save succeeded, for the caller's high-water mark.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.locked.table.step
    }

    /// Reveals the seed and makes the receipt. It depends on nothing but what was saved, so after a crash the restored state
    /// gives the same receipt again.
    ///
    /// # Errors
    /// [`NoDice`], which an honest HMAC does not come to; nothing was revealed then.
    pub fn reveal(self) -> Result<Revealed, Stopped<Self, NoDice>> {
        let terms = self.locked.lock.terms();
        let derived = match secret_bytes(&self.locked.seed) {
            Some(seed) => terms.roll(&seed, self.entropy),
            None => Err(NoDice { nonce: terms.nonce() }),
        };
        let dice = match derived {
            Ok(rolled) => rolled.dice,
            Err(error) => return Err(Stopped { state: self, error }),
        };
        let Self { locked, entropy } = self;
        let Locked { table, lock, seed } = locked;
        let receipt = Wiped(Receipt::of(lock.terms().clone(), entropy, public_bytes(seed), dice));
        Ok(Revealed { table, lock, receipt })
    }
}

impl fmt::Debug for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answered")
            .field("lock", self.lock())
            .finish_non_exhaustive()
    }
}
