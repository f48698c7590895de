//! What the seats send each other: first a hash, then the seed that opens it.

use zeroize::Zeroizing;

use crate::commit::Commitment;
use crate::mac::Digest;
use crate::protocol::check_link::Seat;
use crate::protocol::hex_bytes::hex_bytes;
use crate::protocol::stable_bytes::Writer;
use crate::protocol::transcript::Lock;
use crate::protocol::transcript::lock::{seat_number, sha256};

const HASH_TAG: &str = "provably-fair/seat/1";

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
    pub(super) fn of(context: Context, seat: Seat, seed: &[u8; 16]) -> Self {
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

    pub(super) fn hash(&self) -> SeatHash {
        SeatHash::of(self.context, self.seat, self.seed.as_bytes())
    }
}
