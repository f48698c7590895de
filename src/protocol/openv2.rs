//! `OPENv2`: tickets for opened packs, from a message of fixed widths that names everything a draw depends on.
//!
//! ticket = floor(v * 1,000,000 / 2^64), v the first 8 bytes, *little*-endian, of HMAC-SHA256(key = the server secret's bytes,
//! message). The message has 162 bytes, its numbers little-endian as well:
//!
//! | bytes | what |
//! |---|---|
//! | 0..6 | `OPENv2` |
//! | 6..10 | epoch |
//! | 10..42 | the user's key |
//! | 42..50 | the purchase's nonce |
//! | 50..82 | the hash of the pack's configuration |
//! | 82..86, 86..90 | number of the opened pack, number of the draw in it |
//! | 90..122 | the hash of the client seed |
//! | 122..130, 130..162 | the drand round, and its randomness |
//!
//! How the operator makes the user's key and the client seed's hash from what a user sees is not published in a form that
//! gives its own example, so they are bytes here. Which item a ticket stands for is the pack's table, and not here either.
//!
//! Source: `src/lib/openv2.ts` of <https://github.com/riprip-io/provably-fair-verifier>
//! and its frozen vectors, which are in the tests.
//!
//! ```
//! use provably_fair::{Revealed, protocol::openv2::{Purchase, drand_randomness}};
//! let purchase = Purchase {
//!     epoch: 20_260_210,
//!     user_key: [7; 32],
//!     nonce: 42,
//!     pack: [0xbb; 32],
//!     client_seed_hash: [9; 32],
//!     drand_round: 1000,
//!     randomness: drand_randomness(b"the signature of round 1000"),
//! };
//! let secret = Revealed::from_text(&"01".repeat(32));
//! assert_eq!(purchase.message(0, 1)[82..90], [0, 0, 0, 0, 1, 0, 0, 0]);
//! assert_eq!([0, 1].map(|draw| purchase.ticket(&secret, 0, draw).unwrap()), [844673, 591042]);
//! ```

use crate::hex::HexError;
use crate::mac::{Hash, HmacKey};
use crate::seed::{Encoding, SeedRef};

/// The versioned name of this derivation.
pub const ID: &str = "openv2-ticket/1";

/// How many tickets there are: 0 to 999,999.
pub const TICKETS: u32 = 1_000_000;

/// The length of a message.
pub const MESSAGE: usize = 162;

/// What the draws of a purchase depend on, beside the server's secret.
///
/// *What it does not show*: that the secret was committed to, that the drand round is the first after the purchase, or that its
/// signature is drand's. The last is for a verifier of BLS12-381 signatures, which this crate is not; the rounds that drand has
/// made are in its own log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Purchase {
    /// The epoch of the server's secret.
    pub epoch: u32,
    /// The user, as 32 bytes that the operator states.
    pub user_key: [u8; 32],
    /// The purchase's nonce.
    pub nonce: u64,
    /// The hash of the pack's configuration.
    pub pack: [u8; 32],
    /// The client seed, as 32 bytes that the operator states.
    pub client_seed_hash: [u8; 32],
    /// The drand round.
    pub drand_round: u64,
    /// The round's randomness: [`drand_randomness`].
    pub randomness: [u8; 32],
}

impl Purchase {
    /// The message of a draw of an opened pack, both counted from 0. Every combination has a message of its own.
    #[must_use]
    pub fn message(&self, open: u32, draw: u32) -> [u8; MESSAGE] {
        let fields: [&[u8]; 10] = [
            b"OPENv2",
            &self.epoch.to_le_bytes(),
            &self.user_key,
            &self.nonce.to_le_bytes(),
            &self.pack,
            &open.to_le_bytes(),
            &draw.to_le_bytes(),
            &self.client_seed_hash,
            &self.drand_round.to_le_bytes(),
            &self.randomness,
        ];
        let mut message = [0; MESSAGE];
        for (to, from) in message.iter_mut().zip(fields.into_iter().flatten()) {
            *to = *from;
        }
        message
    }

    /// The ticket of a draw, below [`TICKETS`]: the operator's from a [`ServerSeed`](crate::ServerSeed), the verifier's from a
    /// [`Revealed`](crate::Revealed) one, whose hex is decoded.
    ///
    /// # Errors
    /// A secret that is not hex.
    pub fn ticket<'s>(&self, secret: impl Into<SeedRef<'s>>, open: u32, draw: u32) -> Result<u32, HexError> {
        let key = HmacKey::new(Hash::Sha256, &secret.into().material(Encoding::Bytes)?);
        Ok(ticket_of(key.mac(&self.message(open, draw)).first()))
    }
}

/// floor(v * 1,000,000 / 2^64), v the 8 bytes little-endian. A ticket has 2^64 / 1,000,000 values of v, one more or less.
///
/// ```
/// use provably_fair::protocol::openv2::ticket_of;
/// assert_eq!([[0; 8], [0xff; 8]].map(ticket_of), [0, 999_999]);
/// assert_eq!(ticket_of([0, 0, 0, 0, 0, 0, 0, 0x80]), 500_000); // the last byte counts most
/// ```
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "below TICKETS")]
pub const fn ticket_of(first8: [u8; 8]) -> u32 {
    ((u64::from_le_bytes(first8) as u128 * TICKETS as u128) >> 64) as u32
}

/// The randomness of a drand round: the SHA-256 of its signature.
///
/// *What it does not show*: that the signature is drand's.
///
/// ```
/// use provably_fair::{hex, protocol::openv2::drand_randomness};
/// let signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
/// let randomness = drand_randomness(&hex::decode(signature).unwrap()); // quicknet, round 1000
/// assert_eq!(hex::encode(&randomness), "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd");
/// ```
#[must_use]
pub fn drand_randomness(signature: &[u8]) -> [u8; 32] {
    Hash::Sha256.digest(signature).first()
}
