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

mod change;
mod error;
mod log;
mod offer;
mod rounds;
mod runs;
mod seeds;
mod state;
mod step;

pub use change::{ClientChange, Rotation};
pub use error::PairError;
pub use log::{Fate, LogError, LoggedRound, NonceLog, NoncesRun};
pub use offer::{Offer, Refused};
pub use rounds::Bet;
pub use seeds::Retired;
pub use state::{Mark, RestoreError, SecretState};

use core::fmt;

use crate::commit::Commitment;
use crate::scheme::Scheme;
use seeds::Seeds;
use state::Ledger;

/// The versioned name of the stored state's layout.
pub const ID: &str = "seed-pair/1";

/// The longest client seed, in bytes: what a player sends must not fill the store.
pub const MAX_CLIENT_BYTES: usize = 1_024;

/// The most rounds that may be open at a time.
pub const MAX_OPEN: usize = 1_024;

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
    seeds: Seeds,
    ledger: Ledger,
}

impl SeedPair {
    /// The scheme.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.seeds.scheme
    }

    /// The commitment to the server seed in use.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.seeds.active.commitment
    }

    /// The commitment to the next server seed, to be shown before the player chooses the next client seed.
    #[must_use]
    pub const fn next_commitment(&self) -> Commitment {
        self.seeds.next.commitment
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
        self.seeds.retired.as_ref()
    }

    /// The state with its secrets, for an encrypted store: after [`settle`](Self::settle) and [`void`](Self::void),
    /// say.
    #[must_use]
    pub fn secret_state(&self) -> SecretState {
        self.seeds.state(&self.ledger)
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
        let (seeds, ledger) = Seeds::restore(scheme, stored)?;
        Ok(Self { seeds, ledger })
    }
}

impl fmt::Debug for SeedPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeedPair")
            .field("scheme", &self.seeds.scheme.id())
            .field("commitment", &self.seeds.active.commitment)
            .field("next_commitment", &self.seeds.next.commitment)
            .field("client", &self.ledger.client)
            .field("mark", &self.ledger.mark)
            .field("open", &self.ledger.open)
            .finish_non_exhaustive()
    }
}
