//! Other seeds: the player's new client seed, and the rotation that retires the server seed.

use alloc::string::String;
use core::fmt;

use super::seeds::{Sealed, Seeds};
use super::step::Step;
use super::{MAX_CLIENT_BYTES, Mark, PairError, Retired, SecretState, SeedPair};
use crate::commit::Commitment;
use crate::seed::{ClientSeed, ServerSeed};

impl SeedPair {
    /// Changes the client seed and keeps the server seed. The nonce runs on, so that going back to an earlier client
    /// seed cannot give one (server seed, client seed, nonce) twice.
    ///
    /// # Errors
    /// [`PairError::StillOpen`], [`PairError::ClientTooLong`], [`PairError::Exhausted`].
    ///
    /// ```
    /// use provably_fair::protocol::seed_pair::Mark;
    /// # use provably_fair::protocol::seed_pair::Offer;
    /// # use provably_fair::{CURSOR_V1, ServerSeed};
    /// # let offer = Offer::new(CURSOR_V1, ServerSeed::from_text("server")).unwrap();
    /// # let seen = offer.commitment();
    /// # let mut pair = offer.choose(seen, "client", ServerSeed::from_text("next")).unwrap();
    /// let _ = pair.bet().unwrap().saved();
    /// pair.settle(0).unwrap();
    /// let change = pair.change_client("other").unwrap();
    /// assert_eq!(change.mark(), Mark { pair: 1, nonce: 1 });
    /// change.saved(); // once change.secret_state() is stored
    /// assert_eq!(pair.client(), "other");
    /// assert_eq!(pair.bet().unwrap().nonce(), 1);
    /// ```
    pub fn change_client<'c>(&mut self, client: impl Into<ClientSeed<'c>>) -> Result<ClientChange<'_>, PairError> {
        let client = check_client(client.into())?;
        self.refuse_if_open()?;
        let after = self.ledger.next_pair(client, self.ledger.mark.nonce)?;
        let state = self.seeds.state(&after);
        let live = &mut self.ledger;
        let step = Step { live, after, state };
        Ok(ClientChange { step })
    }

    /// Retires the server seed: the next one comes into use with the player's new client seed, from nonce 0, and
    /// `fresh` becomes the next.
    ///
    /// `seen` is the commitment that the player's client says it saw before choosing `client`; it must be
    /// [`next_commitment`](Self::next_commitment). Store [`Rotation::secret_state`]; only [`Rotation::saved`] reveals
    /// the old seed and lets the commitment to `fresh` be shown.
    ///
    /// # Errors
    /// [`PairError::NotSeen`], [`PairError::StillOpen`], [`PairError::ClientTooLong`], [`PairError::SeedReused`],
    /// [`PairError::Commit`], [`PairError::Exhausted`]. `fresh`, which nobody has seen, is then wiped.
    ///
    /// ```
    /// use provably_fair::protocol::seed_pair::{Offer, PairError};
    /// use provably_fair::{CURSOR_V1, ServerSeed};
    /// let offer = Offer::new(CURSOR_V1, ServerSeed::from_text("server")).unwrap();
    /// let seen = offer.commitment();
    /// let mut pair = offer.choose(seen, "client", ServerSeed::from_text("next")).unwrap();
    /// pair.bet().unwrap().saved();
    /// let seen = pair.next_commitment();
    /// let refused = pair.rotate(seen, "new", ServerSeed::from_text("fresh")).unwrap_err();
    /// assert_eq!(refused, PairError::StillOpen { nonce: 0, count: 1 });
    /// pair.settle(0).unwrap();
    /// let retired = pair.rotate(seen, "new", ServerSeed::from_text("fresh")).unwrap().saved();
    /// assert_eq!((retired.seed.text(), retired.nonces), ("server", 1));
    /// assert_eq!((pair.commitment(), pair.mark().nonce), (seen, 0));
    /// ```
    pub fn rotate<'c>(
        &mut self,
        seen: Commitment,
        client: impl Into<ClientSeed<'c>>,
        fresh: ServerSeed,
    ) -> Result<Rotation<'_>, PairError> {
        check_seen(seen, self.seeds.next.commitment)?;
        let client = check_client(client.into())?;
        self.refuse_if_open()?;
        let fresh = self.seeds.fresh(fresh)?;
        let after = self.ledger.next_pair(client, 0)?;
        let state = self.seeds.state_after(&fresh, self.ledger.mark.nonce, &after);
        let (seeds, live) = (&mut self.seeds, &mut self.ledger);
        let step = Step { live, after, state };
        Ok(Rotation { seeds, fresh, step })
    }

    fn refuse_if_open(&self) -> Result<(), PairError> {
        match self.ledger.open.first() {
            None => Ok(()),
            Some(nonce) => Err(PairError::StillOpen {
                nonce: *nonce,
                count: self.ledger.open.len(),
            }),
        }
    }
}

pub(super) fn check_client(client: ClientSeed<'_>) -> Result<String, PairError> {
    match client.text().len() {
        bytes if bytes > MAX_CLIENT_BYTES => Err(PairError::ClientTooLong { bytes }),
        _ => Ok(client.text().into()),
    }
}

pub(super) fn check_seen(seen: Commitment, offered: Commitment) -> Result<(), PairError> {
    if seen == offered {
        Ok(())
    } else {
        Err(PairError::NotSeen { offered })
    }
}

/// A client seed that comes into use once its state is stored. Made by [`SeedPair::change_client`].
#[must_use = "a change that is dropped is not made"]
pub struct ClientChange<'p> {
    step: Step<'p>,
}

impl ClientChange<'_> {
    /// Where the pair will stand: the next pair, at the nonce where this one ends.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        self.step.mark()
    }

    /// The state to store first, with its secrets.
    #[must_use]
    pub const fn secret_state(&self) -> &SecretState {
        &self.step.state
    }

    /// The caller has stored [`secret_state`](Self::secret_state): the client seed is in use.
    pub fn saved(self) {
        self.step.make();
    }
}

impl fmt::Debug for ClientChange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientChange")
            .field("client", &self.step.after.client)
            .finish_non_exhaustive()
    }
}

/// A retirement that is made once its state is stored. Redacted. Made by [`SeedPair::rotate`].
#[must_use = "a rotation that is dropped is not made"]
pub struct Rotation<'p> {
    seeds: &'p mut Seeds,
    fresh: Sealed,
    step: Step<'p>,
}

impl Rotation<'_> {
    /// Where the pair will stand: the next pair, at nonce 0.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        self.step.mark()
    }

    /// The state to store first, with its secrets. Bets under it use the next seed; the old one is in it only so that
    /// [`SeedPair::retired`] can show it after a crash.
    #[must_use]
    pub const fn secret_state(&self) -> &SecretState {
        &self.step.state
    }

    /// The caller has stored [`secret_state`](Self::secret_state): the next seed is in use, and the old one public.
    #[must_use = "the player waits for the seed; SeedPair::retired has it too"]
    pub fn saved(self) -> Retired {
        let Self { seeds, fresh, step } = self;
        let nonces = step.make().mark.nonce;
        seeds.retire(fresh, nonces).clone()
    }
}

impl fmt::Debug for Rotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rotation")
            .field("mark", &self.step.mark())
            .finish_non_exhaustive()
    }
}
