//! The three steps that must be stored before they are made: a bet, another client seed, a rotation.

use core::fmt;
use core::mem;

use super::state::Ledger;
use super::{Mark, Retired, Sealed, SecretState, SeedPair};
use crate::stream::Round;

/// A nonce that is taken once its state is stored. Redacted. Made by [`SeedPair::bet`].
#[must_use = "a bet that is dropped takes no nonce"]
pub struct Bet<'p> {
    /// Not to be seen before `saved`.
    pub(super) round: Round<'p>,
    pub(super) nonce: u64,
    pub(super) state: SecretState,
    pub(super) live: &'p mut Ledger,
    pub(super) after: Ledger,
}

impl<'p> Bet<'p> {
    /// The nonce.
    #[must_use]
    pub const fn nonce(&self) -> u64 {
        self.nonce
    }

    /// Where the pair will stand: one nonce higher.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        self.after.mark
    }

    /// The state to store first, with its secrets: the next nonce is one higher and this round is open.
    #[must_use]
    pub const fn secret_state(&self) -> &SecretState {
        &self.state
    }

    /// The caller has stored [`secret_state`](Self::secret_state): the nonce is taken, and here is its round.
    #[must_use]
    pub fn saved(self) -> Round<'p> {
        *self.live = self.after;
        self.round
    }
}

impl fmt::Debug for Bet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bet")
            .field("nonce", &self.nonce)
            .finish_non_exhaustive()
    }
}

/// A client seed that comes into use once its state is stored. Made by [`SeedPair::change_client`].
#[must_use = "a change that is dropped is not made"]
pub struct ClientChange<'p> {
    pub(super) live: &'p mut Ledger,
    pub(super) after: Ledger,
    pub(super) state: SecretState,
}

impl ClientChange<'_> {
    /// Where the pair will stand: the next pair, at the nonce where this one ends.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        self.after.mark
    }

    /// The state to store first, with its secrets.
    #[must_use]
    pub const fn secret_state(&self) -> &SecretState {
        &self.state
    }

    /// The caller has stored [`secret_state`](Self::secret_state): the client seed is in use.
    pub fn saved(self) {
        *self.live = self.after;
    }
}

impl fmt::Debug for ClientChange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientChange")
            .field("client", &self.after.client)
            .finish_non_exhaustive()
    }
}

/// A retirement that is made once its state is stored. Redacted. Made by [`SeedPair::rotate`].
#[must_use = "a rotation that is dropped is not made"]
pub struct Rotation<'p> {
    pub(super) pair: &'p mut SeedPair,
    pub(super) fresh: Sealed,
    pub(super) after: Ledger,
    pub(super) state: SecretState,
}

impl Rotation<'_> {
    /// Where the pair will stand: the next pair, at nonce 0.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        self.after.mark
    }

    /// The state to store first, with its secrets. Bets under it use the next seed; the old one is in it only so that
    /// [`SeedPair::retired`] can show it after a crash.
    #[must_use]
    pub const fn secret_state(&self) -> &SecretState {
        &self.state
    }

    /// The caller has stored [`secret_state`](Self::secret_state): the next seed is in use, and the old one public.
    #[must_use = "the player waits for the seed; SeedPair::retired has it too"]
    pub fn saved(self) -> Retired {
        let Self { pair, fresh, after, .. } = self;
        let next = mem::replace(&mut pair.next, fresh);
        let old = mem::replace(&mut pair.active, next);
        let retired = Retired {
            seed: old.seed.reveal(),
            commitment: old.commitment,
            nonces: mem::replace(&mut pair.ledger, after).mark.nonce,
        };
        pair.retired.insert(retired).clone()
    }
}

impl fmt::Debug for Rotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rotation")
            .field("mark", &self.after.mark)
            .finish_non_exhaustive()
    }
}
