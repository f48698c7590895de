//! The keno ticket (SPEC 9): ten balls from two strings, on a chain of its own. No nonce is touched.
//!
//! hash starts as the ticket's published random hash. Ten times: hash = HMAC-SHA256(key = salt text, message = the previous
//! hash as lower-case hex text); number = h52(hash) / 2^52; index 40, 39, ... in a pool 1..=40, by pool hop.
//!
//! ```
//! use provably_fair::protocol::keno::{Ticket, TicketNote};
//! use provably_fair::verdict::Verdict;
//! let hash = "afd12a64bbd5f9b91ad5becfd50aa1ab3a7feb9a3ce6d155a911eb7d31817b57";
//! let ticket = Ticket::new(hash, "DmDNzZkwlvpyGDLW0jm0").unwrap();
//! let balls = [24, 21, 29, 27, 22, 32, 5, 23, 37, 7];
//! assert_eq!(ticket.balls(), balls);
//! let report = ticket.clone().stated_balls(&balls).verify(&TicketNote::none());
//! assert_eq!(report.verdict(), Verdict::Consistent);
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::hex::{self, HexError};
use crate::mac::{Digest, Hash, HmacKey};
use crate::pool::{Order, Pool};
use crate::unit::H52;

mod report;

pub use report::{TicketNote, TicketReport};

/// The versioned name of this derivation.
pub const ID: &str = "keno-ticket/1";

/// How many balls a ticket draws.
pub const BALLS: usize = 10;
/// The highest number on a ball; the lowest is 1.
pub const HIGHEST: u32 = 40;

/// Why two strings are no ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TicketError {
    /// The random hash is not 64 hex digits.
    Hash(HexError),
    /// The random hash has an upper-case digit there. It is hashed as text, so its case matters and is not changed.
    HashCase {
        /// Position of the digit.
        at: usize,
    },
}

impl fmt::Display for TicketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hash(error) => write!(f, "random hash: {error}"),
            Self::HashCase { at } => write!(
                f,
                "random hash: an upper-case digit at byte {at}, it is hashed as lower-case text"
            ),
        }
    }
}

impl core::error::Error for TicketError {}

/// One step of the ticket's chain: what was hashed, what came out, which ball it drew.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Link {
    /// The message: the hash before, as lower-case hex.
    pub message: String,
    /// The new hash.
    pub hash: Digest,
    /// Its first 13 hex digits.
    pub h52: H52,
    /// How many balls were left.
    pub left: u32,
    /// The place among them: floor(h52 / 2^52 * left).
    pub index: u32,
    /// The ball.
    pub ball: u32,
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, left) = (self.h52.unit(), self.left);
        writeln!(f, "  message  {}", self.message)?;
        writeln!(f, "  HMAC     {}  (SHA-256)", self.hash)?;
        writeln!(f, "  h52      {:013x} = {}", self.h52.get(), self.h52.get())?;
        writeln!(f, "  number   {} / 2^52 = {number}  (exact)", self.h52.get())?;
        writeln!(f, "  product  {number} * {left} = {}", number * f64::from(left))?;
        writeln!(f, "  index    {}  (floor)", self.index)?;
        writeln!(
            f,
            "  ball     {}  (at this place of the {left} left; the last one left hops into it)",
            self.ball
        )
    }
}

/// A ticket: its two strings, and what the operator states about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    hash: [u8; 32],
    salt: String,
    balls: Option<Vec<u32>>,
    links: Vec<(usize, [u8; 32])>,
}

impl Ticket {
    /// The ticket of a random hash (64 lower-case hex digits) and a salt (any text, used byte for byte).
    ///
    /// # Errors
    /// A hash of another length, alphabet or case, with the position of the first offending byte.
    ///
    /// ```
    /// use provably_fair::protocol::keno::{Ticket, TicketError};
    /// assert_eq!(Ticket::new(&"0".repeat(63), "salt").unwrap_err().to_string(), "random hash: the hex ends too early, after 63 digits");
    /// assert_eq!(Ticket::new(&"A".repeat(64), "salt"), Err(TicketError::HashCase { at: 0 }));
    /// ```
    pub fn new(random_hash: &str, salt: &str) -> Result<Self, TicketError> {
        let hash = hex::decode_array(random_hash).map_err(TicketError::Hash)?;
        match random_hash.bytes().position(|byte| byte.is_ascii_uppercase()) {
            Some(at) => Err(TicketError::HashCase { at }),
            None => Ok(Self {
                hash,
                salt: salt.to_owned(),
                balls: None,
                links: Vec::new(),
            }),
        }
    }

    /// With the balls that the operator states, in draw order.
    #[must_use]
    pub fn stated_balls(mut self, balls: &[u32]) -> Self {
        self.balls = Some(balls.to_vec());
        self
    }

    /// With a link that the operator states: the hash after draw `at`, from 0.
    #[must_use]
    pub fn stated_link(mut self, at: usize, hash: [u8; 32]) -> Self {
        self.links.push((at, hash));
        self
    }

    /// The ten links of the chain, each with its ball: the whole derivation, and its trace.
    ///
    /// ```
    /// let ticket = provably_fair::protocol::keno::Ticket::new(&"0".repeat(64), "salt").unwrap();
    /// let links = ticket.links();
    /// assert_eq!(links.len(), 10);
    /// assert_eq!(links[0].to_string(), "\x20 message  0000000000000000000000000000000000000000000000000000000000000000
    ///   HMAC     b9c10598ce2deb11497a0943af0b05bcb9d21aa3ac8937c05d142dba13c9e1b4  (SHA-256)
    ///   h52      b9c10598ce2de = 3267818779632350
    ///   number   3267818779632350 / 2^52 = 0.7256015298900631  (exact)
    ///   product  0.7256015298900631 * 40 = 29.024061195602524
    ///   index    29  (floor)
    ///   ball     30  (at this place of the 40 left; the last one left hops into it)
    /// ");
    /// ```
    #[must_use]
    pub fn links(&self) -> Vec<Link> {
        let key = HmacKey::new(Hash::Sha256, self.salt.as_bytes());
        let mut pool = Pool::new(1, HIGHEST, Order::PoolHop).ok(); // forty items are never refused
        let mut message = hex::encode(&self.hash);
        let mut draw = || {
            let pool = pool.as_mut()?;
            let hash = key.mac(message.as_bytes());
            let h52 = H52::of(hash.first());
            let left = pool.left();
            let index = crate::index::index(h52.unit(), core::num::NonZeroU32::new(left)?);
            let ball = pool.draw_index(index)?;
            let message = core::mem::replace(&mut message, hash.to_hex());
            Some(Link {
                message,
                hash,
                h52,
                left,
                index,
                ball,
            })
        };
        (0..BALLS).map_while(|_| draw()).collect()
    }

    /// The ten balls, in draw order.
    #[must_use]
    pub fn balls(&self) -> Vec<u32> {
        self.links().iter().map(|link| link.ball).collect()
    }
}
