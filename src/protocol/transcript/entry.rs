//! The entries of a transcript: a lock, and the receipt or the void that comes of it.

use super::lock::{Lock, sha256, write_terms};
use crate::protocol::receipt::{Entropy, NoDice, Receipt, RollSeed, Rolled, Terms};
use crate::protocol::stable_bytes::Writer;

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

    pub(super) fn hash(&self) -> [u8; 32] {
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
