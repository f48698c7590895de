//! The server seeds of a pair: the one in use, the next one, and the one that was retired last.

use alloc::vec::Vec;
use core::mem;

use zeroize::Zeroizing;

use super::state::{Contents, Ledger, Stored};
use super::{PairError, RestoreError, SecretState};
use crate::commit::{CommitError, Commitment};
use crate::scheme::Scheme;
use crate::seed::{Encoding, Revealed, SeedRef, ServerSeed};
use crate::stream::Round;

/// A secret seed with its commitment, and with its text for the store.
pub(super) struct Sealed {
    seed: ServerSeed,
    text: Zeroizing<Vec<u8>>,
    pub(super) commitment: Commitment,
}

impl Sealed {
    pub(super) fn new(scheme: Scheme, seed: ServerSeed) -> Result<Self, CommitError> {
        let commitment = scheme.commit(&seed)?;
        let text = SeedRef::from(&seed).material(Encoding::Text);
        let text = text.map_err(CommitError::NotHex)?;
        Ok(Self { seed, text, commitment })
    }
}

/// A server seed that is out of use, and public.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Retired {
    /// The seed.
    pub seed: Revealed,
    /// What was shown before it was used.
    pub commitment: Commitment,
    /// How many nonces were taken under it: `0..nonces`, over all its client seeds.
    pub nonces: u64,
}

impl Retired {
    fn of(old: Sealed, nonces: u64) -> Self {
        Self {
            seed: old.seed.reveal(),
            commitment: old.commitment,
            nonces,
        }
    }
}

/// The seeds under the scheme that reads them. Not `Clone`, wiped on drop.
pub(super) struct Seeds {
    pub(super) scheme: Scheme,
    pub(super) active: Sealed,
    pub(super) next: Sealed,
    pub(super) retired: Option<Retired>,
}

impl Seeds {
    /// The one way from an open nonce to its round, for the first step and every later one.
    pub(super) fn round(&self, client: &str, nonce: u64) -> Result<Round<'_>, PairError> {
        let round = self.scheme.round(&self.active.seed, client, nonce);
        round.map_err(|error| PairError::Commit(CommitError::NotHex(error)))
    }

    /// The state to store, with this ledger.
    pub(super) fn state(&self, ledger: &Ledger) -> SecretState {
        let retired = self.retired.as_ref();
        let contents = Contents {
            scheme: self.scheme.id(),
            ledger,
            active: &self.active.text,
            next: &self.next.text,
            retired: retired.map(|retired| (retired.seed.text().as_bytes(), retired.nonces)),
        };
        contents.encode()
    }

    /// The state to store once the seed in use is retired, after so many nonces, and `fresh` is the next one.
    pub(super) fn state_after(&self, fresh: &Sealed, nonces: u64, ledger: &Ledger) -> SecretState {
        let contents = Contents {
            scheme: self.scheme.id(),
            ledger,
            active: &self.next.text,
            next: &fresh.text,
            retired: Some((&self.active.text, nonces)),
        };
        contents.encode()
    }

    /// Commits to a seed that none of these is.
    pub(super) fn fresh(&self, seed: ServerSeed) -> Result<Sealed, PairError> {
        let fresh = Sealed::new(self.scheme, seed).map_err(PairError::Commit)?;
        let former = self.retired.as_ref().map(|retired| retired.commitment);
        let had = [Some(self.active.commitment), Some(self.next.commitment), former];
        if had.contains(&Some(fresh.commitment)) {
            return Err(PairError::SeedReused);
        }
        Ok(fresh)
    }

    /// The seed in use becomes public after so many nonces, and the next one comes into use.
    pub(super) fn retire(&mut self, fresh: Sealed, nonces: u64) -> &Retired {
        let next = mem::replace(&mut self.next, fresh);
        let old = mem::replace(&mut self.active, next);
        self.retired.insert(Retired::of(old, nonces))
    }

    /// The seeds of a stored state, committed to again, and its ledger.
    pub(super) fn restore(scheme: Scheme, stored: Stored) -> Result<(Self, Ledger), RestoreError> {
        let sealed = |seed| Sealed::new(scheme, seed).map_err(RestoreError::Commit);
        let retired = match stored.retired {
            None => None,
            Some((seed, nonces)) => Some(Retired::of(sealed(seed)?, nonces)),
        };
        let seeds = Self {
            scheme,
            active: sealed(stored.active)?,
            next: sealed(stored.next)?,
            retired,
        };
        Ok((seeds, stored.ledger))
    }
}
