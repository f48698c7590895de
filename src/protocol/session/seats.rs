//! Two seats that add to one result: each is bound by a hash of its own seed before it sees the other's.
//!
//! hash = SHA-256(tag, context, seat, seed), every field with its length before it. The context is what the operator fixed
//! before: the commitment of a match of dice, or the hash of a roll's [`Lock`]. Seeds open
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

use alloc::vec::Vec;
use zeroize::Zeroizing;

use super::Stopped;
use crate::commit::Commitment;
use crate::hex;
use crate::mac::Digest;
use crate::protocol::check_link::Seat;
use crate::protocol::hex_bytes::hex_bytes;
use crate::protocol::receipt::Entropy;
use crate::protocol::stable_bytes::{BytesError, Reader, Writer};
use crate::protocol::transcript::Lock;
use crate::protocol::transcript::lock::{seat_number, seat_of, sha256};
use crate::seed::{NameError, PlayerSeed};

mod record;

pub use record::{SeatsRecord, verify_link};

/// The versioned name of this exchange.
pub const ID: &str = "two-seats/1";

const HASH_TAG: &str = "provably-fair/seat/1";
const SAVED_TAG: &str = "provably-fair/seat-state/1";

hex_bytes!(
    /// What the operator fixed before the seats choose: a match's commitment, or a lock's hash.
    Context,
    32
);

impl Context {
    /// A roll's lock: its hash binds match, roll, nonce, commitment, configuration and the head before it.
    #[must_use]
    pub fn lock(lock: &Lock) -> Self {
        Self::new(lock.hash())
    }

    /// The commitment of a match of dice; none if it is not 32 bytes long.
    #[must_use]
    pub const fn commitment(commitment: Commitment) -> Option<Self> {
        match commitment.digest() {
            Digest::Sha256(bytes) => Some(Self::new(bytes)),
            Digest::Sha512(_) => None,
        }
    }
}

hex_bytes!(
    /// A seat's seed once it is open: 16 bytes.
    SeatBytes,
    16
);

/// What a seat is bound by: it goes out first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatHash {
    context: Context,
    seat: Seat,
    hash: [u8; 32],
}

impl SeatHash {
    /// The hash that a seat sent for this context.
    #[must_use]
    pub const fn new(context: Context, seat: Seat, hash: [u8; 32]) -> Self {
        Self { context, seat, hash }
    }

    /// SHA-256(tag, context, seat, seed).
    fn of(context: Context, seat: Seat, seed: &[u8; 16]) -> Self {
        let bytes = Writer::new(HASH_TAG)
            .field(context.as_bytes())
            .field(&[seat_number(seat)])
            .field(seed);
        let bytes = Zeroizing::new(bytes.finish());
        Self::new(context, seat, sha256(&bytes))
    }

    /// What it was made for.
    #[must_use]
    pub const fn context(&self) -> Context {
        self.context
    }

    /// Whose it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The hash.
    #[must_use]
    pub const fn hash(&self) -> &[u8; 32] {
        &self.hash
    }
}

/// A seat's opened seed: it goes out when both hashes are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatSeed {
    context: Context,
    seat: Seat,
    seed: SeatBytes,
}

impl SeatSeed {
    /// The seed that a seat opened for this context.
    #[must_use]
    pub const fn new(context: Context, seat: Seat, seed: SeatBytes) -> Self {
        Self { context, seat, seed }
    }

    /// What it was made for.
    #[must_use]
    pub const fn context(&self) -> Context {
        self.context
    }

    /// Whose it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> SeatBytes {
        self.seed
    }

    fn hash(&self) -> SeatHash {
        SeatHash::of(self.context, self.seat, self.seed.as_bytes())
    }
}

/// A seat's state as bytes, **with its secret seed**. Redacted, not `Clone`, wiped on drop.
pub struct SavedSeat {
    bytes: Zeroizing<Vec<u8>>,
}

impl SavedSeat {
    fn new(own: &Choosing, other: Option<&SeatHash>) -> Self {
        let bytes = Writer::new(SAVED_TAG)
            .field(own.context.as_bytes())
            .field(&[seat_number(own.seat)])
            .field(own.seed.as_slice())
            .maybe(other.map(|other| other.hash.as_slice()));
        Self {
            bytes: Zeroizing::new(bytes.finish()),
        }
    }

    /// The state, secret seed included, for an encrypted store. The one way out.
    #[must_use]
    pub fn secret_for_encrypted_store(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for SavedSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SavedSeat").finish_non_exhaustive()
    }
}

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
        let fault = if other.context != self.context {
            Some(MeetError::Seat(SeatError::Context))
        } else if other.seat == self.seat || other.hash == self.hash().hash {
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
        let fault = if other.context != self.own.context {
            Some(SeatError::Context)
        } else if other.seat == self.own.seat {
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

/// The state of a seat that was saved.
#[derive(Debug)]
#[must_use]
pub enum RestoredSeat {
    /// The other's hash was not in yet.
    Choosing(Choosing),
    /// Both hashes were in.
    Bound(Bound),
}

/// Brings a saved seat back. Only the newest state that was saved may be used: an older one would meet a second hash.
///
/// # Errors
/// Bytes that are not a saved seat.
pub fn restore(bytes: &[u8]) -> Result<RestoredSeat, BytesError> {
    let mut reader = Reader::new(bytes, SAVED_TAG)?;
    let context = Context::new(reader.array("context")?);
    let seat = reader.text("seat", |text| match text.as_bytes() {
        [seat] => seat_of(*seat),
        _ => None,
    })?;
    let seed = Zeroizing::new(reader.array("seed")?);
    let other = reader.maybe("other")?;
    reader.finish()?;
    let own = Choosing { context, seat, seed };
    let theirs = match seat {
        Seat::One => Seat::Two,
        Seat::Two => Seat::One,
    };
    Ok(match other {
        None => RestoredSeat::Choosing(own),
        Some(hash) => RestoredSeat::Bound(Bound {
            own,
            other: SeatHash::new(context, theirs, hash),
        }),
    })
}

/// A seat's seed as a player's seed of a match of dice: 32 hex digits.
fn player_seed(seed: SeatBytes) -> Result<PlayerSeed, NameError> {
    PlayerSeed::new(&hex::encode(seed.as_bytes()))
}

/// Both seats' bytes as the entropy of one roll: the first 16 bytes of SHA-256(tag, context, seed 1, seed 2).
fn joint(context: Context, [one, two]: [SeatBytes; 2]) -> Entropy {
    let bytes = Writer::new("provably-fair/joint/1")
        .field(context.as_bytes())
        .field(one.as_bytes())
        .field(two.as_bytes());
    let digest = Digest::Sha256(sha256(&bytes.finish()));
    Entropy::new(digest.first())
}

/// Why what the other seat sent is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SeatError {
    /// It was made for something else.
    Context,
    /// It is of the own seat, or copied from it.
    Seat,
    /// A seed is not the one that its hash bound it to.
    Seed,
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Context => "the message of the seats was made for something else",
            Self::Seat => "the other seat's message is of this seat, or a copy of its own",
            Self::Seed => "a seat's seed is not the one that its hash bound it to",
        })
    }
}

impl core::error::Error for SeatError {}

/// Why a seat has not chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChooseError<R, E> {
    /// The generator failed.
    Random(R),
    /// The caller could not save.
    Save(E),
}

/// Why a seat does not take the other's hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeetError<E> {
    /// It is not what was waited for.
    Seat(SeatError),
    /// The caller could not save.
    Save(E),
}

impl<R: fmt::Display, E: fmt::Display> fmt::Display for ChooseError<R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(error) => write!(f, "no randomness: {error}"),
            Self::Save(error) => write!(f, "the seat's seed could not be saved: {error}"),
        }
    }
}

impl<E: fmt::Display> fmt::Display for MeetError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(error) => error.fmt(f),
            Self::Save(error) => write!(f, "the other seat's hash could not be saved: {error}"),
        }
    }
}

impl<R: fmt::Debug + fmt::Display, E: fmt::Debug + fmt::Display> core::error::Error for ChooseError<R, E> {}
impl<E: fmt::Debug + fmt::Display> core::error::Error for MeetError<E> {}
