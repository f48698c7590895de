//! The rounds of a pair: each takes a nonce, stays open while it is played, and is settled or void.

use core::fmt;

use super::step::Step;
use super::{Fate, LoggedRound, MAX_OPEN, Mark, PairError, SecretState, SeedPair};
use crate::stream::Round;

impl SeedPair {
    /// Takes the current nonce for a bet.
    ///
    /// Nothing is visible yet. Store [`Bet::secret_state`], in which the next nonce is one higher and this round is
    /// open, and only then call [`Bet::saved`], which gives the [`Round`]. A bet that is dropped instead has used no
    /// nonce, and nobody has seen what it would have been.
    ///
    /// # Errors
    /// [`PairError::Exhausted`] when the next nonce would be 2^64, so nonce 2^64 - 1 is never used;
    /// [`PairError::TooManyOpen`].
    ///
    /// There is no outcome without the acknowledgement:
    /// ```compile_fail,E0599
    /// use provably_fair::protocol::seed_pair::SeedPair;
    /// fn play(pair: &mut SeedPair) -> f64 {
    ///     let bet = pair.bet().unwrap();
    ///     bet.number(0).unwrap()
    /// }
    /// ```
    /// ```
    /// use provably_fair::protocol::seed_pair::SeedPair;
    /// fn play(pair: &mut SeedPair, save: impl Fn(&[u8])) -> f64 {
    ///     let bet = pair.bet().unwrap();
    ///     save(bet.secret_state().expose_secret_bytes());
    ///     bet.saved().number(0).unwrap()
    /// }
    /// ```
    pub fn bet(&mut self) -> Result<Bet<'_>, PairError> {
        let mut after = self.ledger.clone();
        let nonce = after.mark.nonce;
        after.mark.nonce = nonce.checked_add(1).ok_or(PairError::Exhausted)?;
        if after.open.len() >= MAX_OPEN {
            return Err(PairError::TooManyOpen);
        }
        after.open.insert(nonce);
        let round = self.seeds.round(&after.client, nonce)?;
        let state = self.seeds.state(&after);
        let live = &mut self.ledger;
        let step = Step { live, after, state };
        Ok(Bet { round, nonce, step })
    }

    /// The round of a nonce that is still played: for the next step of a game, or after a crash.
    ///
    /// The server seed cannot be retired while it lives:
    /// ```compile_fail,E0502
    /// use provably_fair::protocol::seed_pair::SeedPair;
    /// use provably_fair::ServerSeed;
    /// fn hit(pair: &mut SeedPair) {
    ///     let round = pair.round(0).unwrap();
    ///     let rotation = pair.rotate(pair.next_commitment(), "new", ServerSeed::from_text("fresh"));
    ///     round.number(2).unwrap();
    /// }
    /// ```
    /// The same lines, with the round used before, compile; whether every round is settled is then asked at run time:
    /// ```
    /// use provably_fair::protocol::seed_pair::SeedPair;
    /// use provably_fair::ServerSeed;
    /// fn hit(pair: &mut SeedPair) {
    ///     let round = pair.round(0).unwrap();
    ///     round.number(2).unwrap();
    ///     let rotation = pair.rotate(pair.next_commitment(), "new", ServerSeed::from_text("fresh"));
    /// }
    /// ```
    ///
    /// # Errors
    /// [`PairError::NotOpen`].
    pub fn round(&self, nonce: u64) -> Result<Round<'_>, PairError> {
        if !self.ledger.open.contains(&nonce) {
            return Err(PairError::NotOpen { nonce });
        }
        self.seeds.round(&self.ledger.client, nonce)
    }

    /// Ends a round that was played to its end; the answer is its line in the log.
    ///
    /// If the state is not stored after it, a restored pair has the round open again: settling it again is the same
    /// line.
    ///
    /// # Errors
    /// [`PairError::NotOpen`].
    pub fn settle(&mut self, nonce: u64) -> Result<LoggedRound<'_>, PairError> {
        self.close(nonce, Fate::Played)
    }

    /// Ends a round that was not played to its end. Its nonce stays used, and its line in the log says so.
    ///
    /// # Errors
    /// [`PairError::NotOpen`].
    ///
    /// ```
    /// use provably_fair::protocol::seed_pair::{Fate, PairError};
    /// # use provably_fair::protocol::seed_pair::Offer;
    /// # use provably_fair::{CURSOR_V1, ServerSeed};
    /// # let offer = Offer::new(CURSOR_V1, ServerSeed::from_text("server")).unwrap();
    /// # let seen = offer.commitment();
    /// # let mut pair = offer.choose(seen, "client", ServerSeed::from_text("next")).unwrap();
    /// let _ = pair.bet().unwrap().saved();
    /// let line = pair.void(0).unwrap();
    /// assert_eq!((line.client, line.nonce, line.fate), ("client", 0, Fate::Void));
    /// assert_eq!(pair.void(0), Err(PairError::NotOpen { nonce: 0 }));
    /// assert_eq!(pair.bet().unwrap().nonce(), 1);
    /// ```
    pub fn void(&mut self, nonce: u64) -> Result<LoggedRound<'_>, PairError> {
        self.close(nonce, Fate::Void)
    }

    fn close(&mut self, nonce: u64, fate: Fate) -> Result<LoggedRound<'_>, PairError> {
        if !self.ledger.open.remove(&nonce) {
            return Err(PairError::NotOpen { nonce });
        }
        Ok(LoggedRound {
            commitment: self.seeds.active.commitment,
            client: &self.ledger.client,
            nonce,
            fate,
        })
    }
}

/// A nonce that is taken once its state is stored. Redacted. Made by [`SeedPair::bet`].
#[must_use = "a bet that is dropped takes no nonce"]
pub struct Bet<'p> {
    /// Not to be seen before `saved`.
    round: Round<'p>,
    nonce: u64,
    step: Step<'p>,
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
        self.step.mark()
    }

    /// The state to store first, with its secrets: the next nonce is one higher and this round is open.
    #[must_use]
    pub const fn secret_state(&self) -> &SecretState {
        &self.step.state
    }

    /// The caller has stored [`secret_state`](Self::secret_state): the nonce is taken, and here is its round.
    #[must_use]
    pub fn saved(self) -> Round<'p> {
        self.step.make();
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
