//! Seed pairs (SPEC 8): which nonce the next bet takes, when a seed may be shown, and how both survive a crash.
//!
//! A seed pair is a server seed and a client seed; its nonce runs on over all games. The operator's whole duty is an
//! order:
//!
//! ```text
//! player                          operator                                     store
//!   <-- commitment of the next server seed --
//!   -- that commitment, client seed -->   Offer::choose, SeedPair::rotate
//!                                 bet(): the nonce n and the state with n + 1 -- save -->
//!                                 saved(): only now is there a Round             <-- ok --
//!   <-- outcome of nonce n --
//!                                 settle(n) or void(n), when the game is over
//!                                 rotate(): the state without the old seed   -- save -->
//!                                 saved(): only now is the old seed revealed     <-- ok --
//! ```
//!
//! The types keep it. A [`Bet`], a [`ClientChange`] and a [`Rotation`] each hold the state that must be stored and
//! change nothing until [`saved`](Bet::saved) says that it was: a crash before that leaves the pair as it was, with
//! nothing shown; a crash after it finds the change in the store. So no outcome is ever visible while the store could
//! still hand out its nonce again, and no seed is public while the store could still bet with it.
//!
//! ```
//! use core::num::NonZeroU32;
//! use provably_fair::protocol::seed_pair::{Mark, Offer, SeedPair};
//! use provably_fair::{CURSOR_V1, ServerSeed};
//! let offer = Offer::new(CURSOR_V1, ServerSeed::from_text("server")).unwrap();
//! let seen = offer.commitment(); // shown; the player answers with it and with a client seed
//! let mut pair = offer.choose(seen, "client", ServerSeed::from_text("next")).unwrap();
//!
//! let bet = pair.bet().unwrap();
//! let stored = bet.secret_state().expose_secret_bytes().to_vec(); // encrypt and store this, before anything else
//! assert_eq!((bet.nonce(), bet.mark()), (0, Mark { pair: 0, nonce: 1 }));
//! assert_eq!(bet.saved().index(0, NonZeroU32::new(37).unwrap()), Ok(8));
//! pair.settle(0).unwrap();
//!
//! // After a crash the store knows that nonce 0 is taken, and that its round was still open.
//! let again = SeedPair::restore(CURSOR_V1, &stored, Mark { pair: 0, nonce: 1 }).unwrap();
//! assert_eq!((again.mark().nonce, again.open().collect::<Vec<_>>()), (1, vec![0]));
//! ```
//!
//! **What it does not show.** One store must have one live pair: two processes that restore one state give one nonce
//! twice, unless the store itself refuses a [`Mark`] that is not above the one it has. A player cannot see any of this;
//! what a player can check is the log ([`NonceLog`]): no nonce missing, none twice. And an operator who knows the
//! server seed knows every outcome of the pair once the client seed is sent: this order stops it from *choosing*, not
//! from knowing.

mod error;
mod log;
mod offer;
mod runs;
mod state;
mod step;

pub use error::PairError;
pub use log::{Fate, LogError, LoggedRound, NonceLog, NoncesRun};
pub use offer::{Offer, Refused};
pub use state::{Mark, RestoreError, SecretState};
pub use step::{Bet, ClientChange, Rotation};

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

use crate::commit::{CommitError, Commitment};
use crate::scheme::Scheme;
use crate::seed::{ClientSeed, Encoding, Revealed, SeedRef, ServerSeed};
use crate::stream::Round;
use state::{Contents, Ledger};

/// The versioned name of the stored state's layout.
pub const ID: &str = "seed-pair/1";

/// The longest client seed, in bytes: what a player sends must not fill the store.
pub const MAX_CLIENT_BYTES: usize = 1_024;

/// The most rounds that may be open at a time.
pub const MAX_OPEN: usize = 1_024;

/// A secret seed with its commitment, and with its text for the store.
struct Sealed {
    seed: ServerSeed,
    text: Zeroizing<Vec<u8>>,
    commitment: Commitment,
}

impl Sealed {
    fn new(scheme: Scheme, seed: ServerSeed) -> Result<Self, CommitError> {
        let commitment = scheme.commit(&seed)?;
        let text = SeedRef::from(&seed).material(Encoding::Text);
        let text = text.map_err(CommitError::NotHex)?;
        Ok(Self { seed, text, commitment })
    }
}

fn check_client(client: ClientSeed<'_>) -> Result<String, PairError> {
    match client.text().len() {
        bytes if bytes > MAX_CLIENT_BYTES => Err(PairError::ClientTooLong { bytes }),
        _ => Ok(client.text().into()),
    }
}

fn check_seen(seen: Commitment, offered: Commitment) -> Result<(), PairError> {
    if seen == offered {
        Ok(())
    } else {
        Err(PairError::NotSeen { offered })
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

/// The operator's live seed pair. Redacted, not `Clone`, never serialised, its seeds wiped on drop. See the
/// [module](self).
///
/// It cannot be copied, or two copies would take one nonce:
/// ```compile_fail,E0599
/// use provably_fair::protocol::seed_pair::Offer;
/// use provably_fair::{CURSOR_V1, ServerSeed};
/// let offer = Offer::new(CURSOR_V1, ServerSeed::from_text("server")).unwrap();
/// let seen = offer.commitment();
/// let pair = offer.choose(seen, "client", ServerSeed::from_text("next")).unwrap();
/// let other = pair.clone();
/// ```
/// Without that line it compiles, and prints nothing secret:
/// ```
/// use provably_fair::protocol::seed_pair::Offer;
/// use provably_fair::{CURSOR_V1, ServerSeed};
/// let offer = Offer::new(CURSOR_V1, ServerSeed::from_text("server")).unwrap();
/// let seen = offer.commitment();
/// let pair = offer.choose(seen, "client", ServerSeed::from_text("tomorrow")).unwrap();
/// let printed = format!("{pair:?}");
/// assert!(printed.contains("\"client\"") && !printed.contains("server\"") && !printed.contains("tomorrow"));
/// ```
pub struct SeedPair {
    scheme: Scheme,
    active: Sealed,
    next: Sealed,
    ledger: Ledger,
    retired: Option<Retired>,
}

impl SeedPair {
    /// The scheme.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The commitment to the server seed in use.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.active.commitment
    }

    /// The commitment to the next server seed, to be shown before the player chooses the next client seed.
    #[must_use]
    pub const fn next_commitment(&self) -> Commitment {
        self.next.commitment
    }

    /// The client seed in use.
    #[must_use]
    pub fn client(&self) -> &str {
        &self.ledger.client
    }

    /// Where the pair stands: its number, and the nonce that the next bet takes.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        self.ledger.mark
    }

    /// The nonces of the rounds that are still played, ascending.
    pub fn open(&self) -> impl Iterator<Item = u64> + '_ {
        self.ledger.open.iter().copied()
    }

    /// The server seed that the last rotation retired: the same again after a crash, so that a lost reply can be
    /// repeated.
    #[must_use]
    pub const fn retired(&self) -> Option<&Retired> {
        self.retired.as_ref()
    }

    /// The state with its secrets, for an encrypted store: after [`settle`](Self::settle) and [`void`](Self::void),
    /// say.
    #[must_use]
    pub fn secret_state(&self) -> SecretState {
        self.contents(&self.ledger).encode()
    }

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
        let state = self.contents(&after).encode();
        let round = Self::derive(self.scheme, &self.active, &after.client, nonce)?;
        Ok(Bet {
            round,
            nonce,
            state,
            live: &mut self.ledger,
            after,
        })
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
        Self::derive(self.scheme, &self.active, &self.ledger.client, nonce)
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
        let state = self.contents(&after).encode();
        Ok(ClientChange {
            live: &mut self.ledger,
            after,
            state,
        })
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
        check_seen(seen, self.next.commitment)?;
        let client = check_client(client.into())?;
        self.refuse_if_open()?;
        let fresh = Sealed::new(self.scheme, fresh).map_err(PairError::Commit)?;
        let former = self.retired.as_ref().map(|retired| retired.commitment);
        let had = [Some(self.active.commitment), Some(self.next.commitment), former];
        if had.contains(&Some(fresh.commitment)) {
            return Err(PairError::SeedReused);
        }
        let after = self.ledger.next_pair(client, 0)?;
        let state = Contents {
            scheme: self.scheme.id(),
            ledger: &after,
            active: &self.next.text,
            next: &fresh.text,
            retired: Some((&self.active.text, self.ledger.mark.nonce)),
        }
        .encode();
        Ok(Rotation {
            pair: self,
            fresh,
            after,
            state,
        })
    }

    /// The pair as it was stored, if it is not older than `at_least`, the caller's own high-water mark.
    ///
    /// A store that was rolled back would hand out nonces again whose outcomes are known, or bet with a seed that is
    /// public. So the caller keeps the highest [`Mark`] it has seen somewhere else (in the ledger of bets, say), and an
    /// older state is refused.
    ///
    /// # Errors
    /// See [`RestoreError`].
    ///
    /// ```
    /// use provably_fair::protocol::seed_pair::{Mark, Offer, RestoreError, SeedPair};
    /// use provably_fair::{CURSOR_V1, ServerSeed};
    /// let offer = Offer::new(CURSOR_V1, ServerSeed::from_text("server")).unwrap();
    /// let seen = offer.commitment();
    /// let mut pair = offer.choose(seen, "client", ServerSeed::from_text("next")).unwrap();
    /// let yesterday = pair.secret_state();
    /// pair.bet().unwrap().saved();
    /// let refused = SeedPair::restore(CURSOR_V1, yesterday.expose_secret_bytes(), pair.mark()).unwrap_err();
    /// let (state, at_least) = (Mark { pair: 0, nonce: 0 }, Mark { pair: 0, nonce: 1 });
    /// assert_eq!(refused, RestoreError::TooOld { state, at_least });
    /// ```
    pub fn restore(scheme: Scheme, state: &[u8], at_least: Mark) -> Result<Self, RestoreError> {
        let stored = state::decode(state)?;
        if stored.scheme != scheme.id() {
            return Err(RestoreError::OtherScheme);
        }
        let mark = stored.ledger.mark;
        if mark < at_least {
            return Err(RestoreError::TooOld { state: mark, at_least });
        }
        let sealed = |seed| Sealed::new(scheme, seed).map_err(RestoreError::Commit);
        let retired = match stored.retired {
            None => None,
            Some((seed, nonces)) => {
                let Sealed { seed, commitment, .. } = sealed(seed)?;
                let seed = seed.reveal();
                Some(Retired {
                    seed,
                    commitment,
                    nonces,
                })
            }
        };
        Ok(Self {
            scheme,
            active: sealed(stored.active)?,
            next: sealed(stored.next)?,
            ledger: stored.ledger,
            retired,
        })
    }

    /// The one way from an open nonce to its round, for the first step and every later one.
    fn derive<'s>(scheme: Scheme, active: &'s Sealed, client: &str, nonce: u64) -> Result<Round<'s>, PairError> {
        let round = scheme.round(&active.seed, client, nonce);
        round.map_err(|error| PairError::Commit(CommitError::NotHex(error)))
    }

    fn contents<'a>(&'a self, ledger: &'a Ledger) -> Contents<'a> {
        let retired = self.retired.as_ref();
        Contents {
            scheme: self.scheme.id(),
            ledger,
            active: &self.active.text,
            next: &self.next.text,
            retired: retired.map(|retired| (retired.seed.text().as_bytes(), retired.nonces)),
        }
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

    fn close(&mut self, nonce: u64, fate: Fate) -> Result<LoggedRound<'_>, PairError> {
        if !self.ledger.open.remove(&nonce) {
            return Err(PairError::NotOpen { nonce });
        }
        Ok(LoggedRound {
            commitment: self.active.commitment,
            client: &self.ledger.client,
            nonce,
            fate,
        })
    }
}

impl fmt::Debug for SeedPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeedPair")
            .field("scheme", &self.scheme.id())
            .field("commitment", &self.active.commitment)
            .field("next_commitment", &self.next.commitment)
            .field("client", &self.ledger.client)
            .field("mark", &self.ledger.mark)
            .field("open", &self.ledger.open)
            .finish_non_exhaustive()
    }
}
