//! The operator's live roll: locked, answered once, opened.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::draw::check_entropies;
use super::{Claim, ENTROPY_BYTES, Header, Opened, SEED_BYTES, Secret, TaggedError, TaggedRound, commit};
use crate::commit::Commitment;
use crate::seed::Revealed;

/// A roll whose commitment is shown, and which waits for the entropy. Redacted, not `Clone`, its seed wiped on drop.
///
/// This keeps the order within one process. Across a crash the caller does: the header and
/// [`expose_secret_seed`](Self::expose_secret_seed) are stored, encrypted, before the commitment is shown, and the
/// entropies before anything is drawn. [`lock`](super::Tagged::lock) and [`answer`](Self::answer) of what was stored
/// give the same roll again; an answer with other entropy would be a second roll, which the player's kept entropy
/// shows.
pub struct Lock {
    header: Header,
    commitment: Commitment,
    secret: Secret,
}

impl Lock {
    pub(super) fn new(header: Header, secret: Secret) -> Self {
        Self {
            commitment: commit(&header, &secret),
            header,
            secret,
        }
    }

    /// The commitment, to be shown before any entropy is made.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// What the commitment fixes beside the seed; shown with it.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The seed in the clear, for an encrypted store: the one way to take it out. Never send it to a player.
    #[must_use]
    pub fn expose_secret_seed(&self) -> &[u8; SEED_BYTES] {
        &self.secret
    }

    /// Takes the entropy of every seat, in seat order. A lock is answered once: a second answer would be a second roll.
    ///
    /// # Errors
    /// [`TaggedError::Entropies`], with the lock back, since a client's mistake must not burn it.
    ///
    /// ```compile_fail,E0382
    /// use provably_fair::protocol::tagged::{Header, Seat, TAGGED_V1};
    /// use provably_fair::ServerSeed;
    /// let header = Header::new("m", &[Seat::client([1; 16])], 0, 0, [0; 32]).unwrap();
    /// let lock = TAGGED_V1.lock(header, ServerSeed::from_bytes(&[7; 32])).unwrap();
    /// let first = lock.answer(&[[3; 16]]).unwrap();
    /// let second = lock.answer(&[[4; 16]]).unwrap();
    /// ```
    /// Without the last line it compiles:
    /// ```
    /// use provably_fair::protocol::tagged::{Header, Seat, TAGGED_V1};
    /// use provably_fair::ServerSeed;
    /// let header = Header::new("m", &[Seat::client([1; 16])], 0, 0, [0; 32]).unwrap();
    /// let lock = TAGGED_V1.lock(header, ServerSeed::from_bytes(&[7; 32])).unwrap();
    /// let first = lock.answer(&[[3; 16]]).unwrap();
    /// assert_eq!(first.entropies(), [[3; 16]]);
    /// ```
    pub fn answer(self, entropies: &[[u8; ENTROPY_BYTES]]) -> Result<Answered, Box<Refused>> {
        match check_entropies(&self.header, entropies) {
            Ok(()) => Ok(Answered {
                lock: self,
                entropies: entropies.to_vec(),
            }),
            Err(why) => Err(Box::new(Refused { lock: self, why })),
        }
    }
}

impl fmt::Debug for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lock")
            .field("header", &self.header)
            .field("commitment", &self.commitment)
            .finish_non_exhaustive()
    }
}

/// An answer that a [`Lock`] refused.
#[derive(Debug)]
pub struct Refused {
    /// The lock, unchanged.
    pub lock: Lock,
    /// Why.
    pub why: TaggedError,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl core::error::Error for Refused {}

/// A roll whose outcome is fixed. Redacted; the seed leaves it only through [`open`](Self::open).
pub struct Answered {
    lock: Lock,
    entropies: Vec<[u8; ENTROPY_BYTES]>,
}

impl Answered {
    /// The lock's commitment.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.lock.commitment
    }

    /// The entropies, in seat order.
    #[must_use]
    pub fn entropies(&self) -> &[[u8; ENTROPY_BYTES]] {
        &self.entropies
    }

    /// The roll's draws; as often as asked for, always the same.
    #[must_use]
    pub fn round(&self) -> TaggedRound<'_> {
        TaggedRound::checked(self.lock.commitment, &self.lock.secret, &self.entropies)
    }

    /// Reveals the seed, with what was drawn: the only way to a document that can be verified.
    ///
    /// Not while a round lives:
    /// ```compile_fail,E0505
    /// use provably_fair::protocol::tagged::Answered;
    /// fn play(answered: Answered) {
    ///     let round = answered.round();
    ///     let opened = answered.open(vec![]);
    ///     round.draws("dice").unwrap();
    /// }
    /// ```
    /// ```
    /// use provably_fair::protocol::tagged::Answered;
    /// fn play(answered: Answered) {
    ///     let round = answered.round();
    ///     round.draws("dice").unwrap();
    ///     let opened = answered.open(vec![]);
    /// }
    /// ```
    #[must_use]
    pub fn open(self, draws: Vec<Claim>) -> Opened {
        let Lock {
            header,
            commitment,
            secret,
        } = self.lock;
        let seed = Revealed::from_bytes(secret.as_slice());
        Opened::of(header, commitment, seed, self.entropies, draws)
    }
}

impl fmt::Debug for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answered")
            .field("lock", &self.lock)
            .field("entropies", &self.entropies)
            .finish_non_exhaustive()
    }
}
