//! A roll's lock, and the hashes that it carries.

use alloc::vec::Vec;

use super::entry::Outcome;
use crate::mac::Hash;
use crate::protocol::check_link::Seat;
use crate::protocol::hex_bytes::hex_bytes;
use crate::protocol::receipt::{EntropyFrom, ID, Id, Terms};
use crate::protocol::stable_bytes::Writer;
use crate::verdict::Finding;

hex_bytes!(
    /// SHA-256 of everything in a transcript so far: each lock carries it, and two players compare it.
    ///
    /// *What it does not show*: that what was hashed is honest. It only makes two players see the same.
    Head,
    32
);

hex_bytes!(
    /// SHA-256 of the operator's published configuration: rules, odds, limits. What it hashes is the operator's to say.
    ///
    /// *What it does not show*: that the configuration is fair, or that the game followed it.
    ConfigHash,
    32
);

/// SHA-256 as the 32 bytes that it is.
pub(crate) fn sha256(data: &[u8]) -> [u8; 32] {
    Hash::Sha256.digest(data).first()
}

impl Head {
    /// The head of an empty transcript: SHA-256 of a tag and the match id.
    ///
    /// ```
    /// use provably_fair::protocol::{receipt::Id, transcript::Head};
    /// let head = Head::start(&Id::new("mat_1").unwrap());
    /// assert_eq!(head.to_string(), "2d523b3159db064d3c0afe1e41ac74d45163c283f44d531dc73a00aa2a859de0");
    /// ```
    #[must_use]
    pub fn start(match_id: &Id) -> Self {
        let bytes = Writer::new("provably-fair/transcript/1").field(match_id.as_str().as_bytes());
        Self::new(sha256(&bytes.finish()))
    }

    /// The head after a lock and what came of it; nothing came of a lock that another one overran.
    pub(crate) fn after(lock_hash: &[u8; 32], outcome: Option<&Outcome<'_>>) -> Self {
        let outcome = outcome.map(Outcome::hash);
        let bytes = Writer::new("provably-fair/head/1")
            .field(lock_hash)
            .maybe(outcome.as_ref().map(<[u8; 32]>::as_slice));
        Self::new(sha256(&bytes.finish()))
    }
}

/// The document that the operator publishes before the client makes its entropy.
///
/// [`bytes`](Self::bytes) are stable: an operator can sign them with whatever it uses, outside this library, and then a third
/// party is convinced as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    terms: Terms,
    seat: Seat,
    entropy_from: EntropyFrom,
    config: ConfigHash,
    prev: Head,
}

impl Lock {
    /// The lock of a roll: whose it is, who will make its entropy, under which configuration, and the head before it.
    #[must_use]
    pub const fn new(terms: Terms, seat: Seat, entropy_from: EntropyFrom, config: ConfigHash, prev: Head) -> Self {
        Self {
            terms,
            seat,
            entropy_from,
            config,
            prev,
        }
    }

    /// Match, roll, nonce and commitment.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Whose roll it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Who will make the entropy.
    #[must_use]
    pub const fn entropy_from(&self) -> EntropyFrom {
        self.entropy_from
    }

    /// The configuration that the operator plays by.
    #[must_use]
    pub const fn config(&self) -> ConfigHash {
        self.config
    }

    /// The head of the transcript before this lock.
    #[must_use]
    pub const fn prev(&self) -> Head {
        self.prev
    }

    /// The lock as stable bytes: a tag, the scheme's id, then every field with its length before it.
    ///
    /// ```
    /// use provably_fair::protocol::check_link::Seat;
    /// use provably_fair::protocol::receipt::{EntropyFrom, Id, RollSeed, Terms};
    /// use provably_fair::protocol::transcript::{ConfigHash, Head, Lock};
    /// let (game, roll, seed) = (Id::new("mat_1").unwrap(), Id::new("rol_1").unwrap(), RollSeed::new([7; 32]));
    /// let terms = Terms::new(game.clone(), roll, 1, seed.commitment()).unwrap();
    /// let lock = Lock::new(terms, Seat::One, EntropyFrom::Client, ConfigHash::new([0; 32]), Head::start(&game));
    /// assert!(lock.bytes().starts_with(b"\x14provably-fair/lock/1\x0ereceipt-dice/1\x05mat_1\x05rol_1\x08"));
    /// assert_eq!(lock.bytes().len(), 165);
    /// ```
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        write_terms(Writer::new("provably-fair/lock/1"), &self.terms)
            .field(&[seat_number(self.seat)])
            .field(self.entropy_from.name().as_bytes())
            .field(self.config.as_bytes())
            .field(self.prev.as_bytes())
            .finish()
    }

    /// Whether an outcome of these terms belongs to this lock.
    pub(crate) fn of_lock(&self, terms: &Terms) -> Finding {
        let locked = &self.terms;
        [
            Finding::equal(locked.roll_id(), terms.roll_id()),
            Finding::equal(&locked.nonce(), &terms.nonce()),
            Finding::equal(&locked.commitment(), &terms.commitment()),
            Finding::equal(locked.match_id(), terms.match_id()),
        ]
        .into_iter()
        .find(|finding| *finding != Finding::Held)
        .unwrap_or(Finding::Held)
    }

    /// SHA-256 of [`bytes`](Self::bytes): binds every field. It is the context of two seats' hashes.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        sha256(&self.bytes())
    }
}

/// Scheme and terms, as every entry begins.
pub(crate) fn write_terms(writer: Writer, terms: &Terms) -> Writer {
    writer
        .field(ID.as_bytes())
        .field(terms.match_id().as_str().as_bytes())
        .field(terms.roll_id().as_str().as_bytes())
        .number(terms.nonce())
        .field(terms.commitment().digest().as_bytes())
}

/// 1 or 2.
pub(crate) const fn seat_number(seat: Seat) -> u8 {
    match seat {
        Seat::One => 1,
        Seat::Two => 2,
    }
}

/// The seat of this number.
pub(crate) const fn seat_of(number: u8) -> Option<Seat> {
    match number {
        1 => Some(Seat::One),
        2 => Some(Seat::Two),
        _ => None,
    }
}
