//! Two seats that add to one result: each is bound by a hash of its own seed before it sees the other's.
//!
//! hash = SHA-256(tag, context, seat, seed), every field with its length before it. The context is what the operator fixed
//! before: the commitment of a match of dice, or the hash of a roll's [`Lock`](crate::protocol::transcript::Lock). Seeds open
//! when both hashes are in, so neither a seat, nor the server with a seat, can choose last.
//!
//! ```
//! use provably_fair::protocol::check_link::Seat;
//! use provably_fair::protocol::session::seats::{Choosing, Context};
//! let context = Context::new([9; 32]);
//! let save = |_: &_| Ok::<(), ()>(());
//! // Not random at all: this only shows the shape.
//! let seat = |seat, byte| Choosing::random_from(context, seat, |bytes| { bytes.fill(byte); Ok::<(), ()>(()) }, save).unwrap();
//! let (one, two) = (seat(Seat::One, 1), seat(Seat::Two, 2));
//! let (hash_one, hash_two) = (one.hash(), two.hash());
//! let (one, two) = (one.meet(&hash_two, save).unwrap(), two.meet(&hash_one, save).unwrap());
//! let (seed_one, seed_two) = (one.open(), two.open());
//! let (one, two) = (one.accept(&seed_two).unwrap(), two.accept(&seed_one).unwrap());
//! assert_eq!(one.entropy(), two.entropy());
//! assert_eq!(one.players()[0].as_str(), "01".repeat(16));
//! ```
//! A seat has nothing to open before the other's hash is in:
//! ```compile_fail,E0599
//! # use provably_fair::protocol::{check_link::Seat, session::seats::{Choosing, Context}};
//! # let save = |_: &_| Ok::<(), ()>(());
//! # let fill = |_: &mut [u8]| Ok::<(), ()>(());
//! let one = Choosing::random_from(Context::new([9; 32]), Seat::One, fill, save).unwrap();
//! let seed = one.open();
//! ```
//! ```
//! # use provably_fair::protocol::{check_link::Seat, session::seats::{Choosing, Context}};
//! # let save = |_: &_| Ok::<(), ()>(());
//! # let fill = |_: &mut [u8]| Ok::<(), ()>(());
//! let one = Choosing::random_from(Context::new([9; 32]), Seat::One, fill, save).unwrap();
//! let hash = one.hash(); // only this may go out
//! assert_eq!(hash.seat(), Seat::One);
//! ```

use core::fmt;

use zeroize::Zeroizing;

use super::Stopped;
use crate::protocol::check_link::Seat;

mod error;
mod message;
mod record;
mod saved;
mod verify;

pub use error::{ChooseError, MeetError, SeatError};
pub use message::{Context, SeatBytes, SeatHash, SeatSeed};
pub use record::SeatsRecord;
pub use saved::{RestoredSeat, SavedSeat, restore};
pub use verify::verify_link;

/// The versioned name of this exchange.
pub const ID: &str = "two-seats/1";

/// A seat that has chosen its seed and waits for the other's hash. Redacted, not `Clone`, wiped on drop.
#[must_use]
pub struct Choosing {
    context: Context,
    seat: Seat,
    seed: Zeroizing<[u8; 16]>,
}

impl Choosing {
    /// Draws a seed from the operating system for this context, and saves it before its hash can go out.
    ///
    /// # Errors
    /// No randomness, or the caller's own error from `save`.
    #[cfg(feature = "std")]
    pub fn random<E>(
        context: Context,
        seat: Seat,
        save: impl FnOnce(&SavedSeat) -> Result<(), E>,
    ) -> Result<Self, ChooseError<getrandom::Error, E>> {
        Self::random_from(context, seat, getrandom::fill, save)
    }

    /// [`random`](Self::random) from a cryptographic generator that the caller supplies.
    ///
    /// # Errors
    /// As there, with the generator's own error.
    pub fn random_from<R, E>(
        context: Context,
        seat: Seat,
        fill: impl FnOnce(&mut [u8]) -> Result<(), R>,
        save: impl FnOnce(&SavedSeat) -> Result<(), E>,
    ) -> Result<Self, ChooseError<R, E>> {
        let mut seed = Zeroizing::new([0; 16]);
        fill(seed.as_mut_slice()).map_err(ChooseError::Random)?;
        let own = Self { context, seat, seed };
        save(&SavedSeat::new(&own, None)).map_err(ChooseError::Save)?;
        Ok(own)
    }

    /// The hash to send.
    #[must_use]
    pub fn hash(&self) -> SeatHash {
        SeatHash::of(self.context, self.seat, &self.seed)
    }

    /// Takes the other seat's hash, and saves it: from here on no other hash is taken, so the seed can open.
    ///
    /// # Errors
    /// A hash for another context, of the own seat, or a copy of the own one; or the caller's own error from `save`.
    pub fn meet<E>(
        self,
        other: &SeatHash,
        save: impl FnOnce(&SavedSeat) -> Result<(), E>,
    ) -> Result<Bound, Stopped<Self, MeetError<E>>> {
        let fault = if other.context() != self.context {
            Some(MeetError::Seat(SeatError::Context))
        } else if other.seat() == self.seat || other.hash() == self.hash().hash() {
            Some(MeetError::Seat(SeatError::Seat))
        } else {
            save(&SavedSeat::new(&self, Some(other))).err().map(MeetError::Save)
        };
        match fault {
            Some(error) => Err(Stopped { state: self, error }),
            None => Ok(Bound {
                own: self,
                other: other.clone(),
            }),
        }
    }
}

impl fmt::Debug for Choosing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Choosing")
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}

/// A seat that holds both hashes: its seed can open. Redacted, not `Clone`, wiped on drop.
#[derive(Debug)]
#[must_use]
pub struct Bound {
    own: Choosing,
    other: SeatHash,
}

impl Bound {
    /// The seed to send, as often as it takes.
    #[must_use]
    pub fn open(&self) -> SeatSeed {
        SeatSeed::new(self.own.context, self.own.seat, SeatBytes::new(*self.own.seed))
    }

    /// Takes the other seat's seed, if it is the one that its hash bound it to.
    ///
    /// # Errors
    /// A seed for another context or seat, or one that its hash does not open.
    pub fn accept(self, other: &SeatSeed) -> Result<SeatsRecord, Stopped<Self, SeatError>> {
        let fault = if other.context() != self.own.context {
            Some(SeatError::Context)
        } else if other.seat() == self.own.seat {
            Some(SeatError::Seat)
        } else if other.hash() != self.other {
            Some(SeatError::Seed)
        } else {
            None
        };
        if let Some(error) = fault {
            return Err(Stopped { state: self, error });
        }
        let (own_hash, own_seed) = (self.own.hash(), self.open());
        let pair = match self.own.seat {
            Seat::One => [(own_hash, own_seed), (self.other, other.clone())],
            Seat::Two => [(self.other, other.clone()), (own_hash, own_seed)],
        };
        Ok(SeatsRecord::of(self.own.context, pair))
    }
}
