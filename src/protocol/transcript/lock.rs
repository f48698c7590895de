//! The three entries of a transcript, and the running hash over them.

use alloc::vec::Vec;

use crate::hex::HexError;
use crate::mac::Hash;
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::{
    Entropy, EntropyFrom, ID, Id, NoDice, Receipt, RollSeed, Rolled, Terms, equal, hex_bytes,
};
use crate::protocol::stable_bytes::Writer;
use crate::verdict::Finding;
use core::fmt;
use core::str::FromStr;

use crate::hex;

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
            equal(locked.roll_id(), terms.roll_id()),
            equal(&locked.nonce(), &terms.nonce()),
            equal(&locked.commitment(), &terms.commitment()),
            equal(locked.match_id(), terms.match_id()),
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

/// A roll that will not be played: it burns the roll id, and reveals the seed and any entropy that came.
///
/// So an auditor can compute what was dropped and test whether the operator dropped what it disliked.
///
/// ```
/// use provably_fair::protocol::receipt::{Entropy, Id, RollSeed, Terms};
/// use provably_fair::protocol::transcript::Void;
/// let (game, roll, seed) = (Id::new("mat_1").unwrap(), Id::new("rol_1").unwrap(), RollSeed::new([7; 32]));
/// let terms = Terms::new(game, roll, 1, seed.commitment()).unwrap();
/// let void = Void::new(terms, seed, Some(Entropy::new([1; 16])));
/// let dropped = void.dropped().unwrap().unwrap();
/// assert_eq!((dropped.dice.first, dropped.dice.second), (1, 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Void {
    terms: Terms,
    seed: RollSeed,
    entropy: Option<Entropy>,
}

impl Void {
    /// The void of a locked roll; `entropy` is none if none came.
    #[must_use]
    pub const fn new(terms: Terms, seed: RollSeed, entropy: Option<Entropy>) -> Self {
        Self { terms, seed, entropy }
    }

    /// The terms of the lock that it ends.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The seed that would have been used.
    #[must_use]
    pub const fn seed(&self) -> RollSeed {
        self.seed
    }

    /// The entropy, if the operator says that any came.
    #[must_use]
    pub const fn entropy(&self) -> Option<Entropy> {
        self.entropy
    }

    /// The dice that were dropped, if entropy had come.
    ///
    /// # Errors
    /// [`NoDice`], which an honest HMAC does not come to.
    pub fn dropped(&self) -> Result<Option<Rolled>, NoDice> {
        let rolled = self
            .entropy
            .map(|entropy| self.terms.roll(self.seed.as_bytes(), entropy));
        rolled.transpose()
    }
}

/// One line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "one lives at a time; a box would only move it")]
pub enum Entry {
    /// A roll was locked.
    Lock(Lock),
    /// The open roll was played.
    Receipt(Receipt),
    /// The open roll was given up.
    Void(Void),
}

impl From<Lock> for Entry {
    fn from(lock: Lock) -> Self {
        Self::Lock(lock)
    }
}

impl From<Receipt> for Entry {
    fn from(receipt: Receipt) -> Self {
        Self::Receipt(receipt)
    }
}

impl From<Void> for Entry {
    fn from(void: Void) -> Self {
        Self::Void(void)
    }
}

/// What came of a lock.
#[derive(Clone, Copy)]
pub(crate) enum Outcome<'e> {
    Receipt(&'e Receipt),
    Void(&'e Void),
}

impl Outcome<'_> {
    pub(crate) const fn terms(&self) -> &Terms {
        match self {
            Self::Receipt(receipt) => receipt.terms(),
            Self::Void(void) => void.terms(),
        }
    }

    pub(crate) const fn seed(&self) -> RollSeed {
        match self {
            Self::Receipt(receipt) => receipt.seed(),
            Self::Void(void) => void.seed(),
        }
    }

    pub(crate) const fn entropy(&self) -> Option<Entropy> {
        match self {
            Self::Receipt(receipt) => Some(receipt.entropy()),
            Self::Void(void) => void.entropy(),
        }
    }

    fn hash(&self) -> [u8; 32] {
        let bytes = match self {
            Self::Receipt(receipt) => write_terms(Writer::new("provably-fair/receipt/1"), receipt.terms())
                .field(receipt.entropy().as_bytes())
                .field(receipt.seed().as_bytes())
                .field(&[receipt.dice().first, receipt.dice().second]),
            Self::Void(void) => write_terms(Writer::new("provably-fair/void/1"), void.terms())
                .maybe(void.entropy().as_ref().map(|entropy| entropy.as_bytes().as_slice()))
                .field(void.seed().as_bytes()),
        };
        sha256(&bytes.finish())
    }
}
