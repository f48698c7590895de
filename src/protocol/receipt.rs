//! One roll's receipt (SPEC 7, *Receipt*): a fresh committed seed a roll, sixteen bytes of the client's, two faces.
//!
//! key = the 32 server seed bytes; message = `match:roll:nonce:entropy`, the entropy as 32 lower-case hex digits; dice = the
//! first two [faces](crate::dice::faces) of the MAC. When fewer than two bytes are below 252 a `+` is appended to the
//! message and both faces are taken afresh (chance about 2^-181). Operator, verifier and audit call one function, [`roll`].
//!
//! ```
//! use provably_fair::protocol::receipt::{Entropy, Id, roll};
//! use provably_fair::hex;
//! let seed = hex::decode_array("7d6335c946ab95eb9f5ab2024f8d6a19b4a6edbd374d320bbcd26bda41b3c6c9").unwrap();
//! let (game, number) = (Id::new("mat_0m51s00w553w").unwrap(), Id::new("rol_kq4knne1").unwrap());
//! let entropy = "0eadb50f285ffdd4f939740277b70f30".parse::<Entropy>().unwrap();
//! let rolled = roll(&seed, &game, &number, 1, entropy).unwrap();
//! assert_eq!((rolled.dice.first, rolled.dice.second), (3, 5));
//! ```

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use zeroize::Zeroize;

use crate::commit::{Commitment, Sealing};
use crate::dice::Pair;
use crate::hex::{self, HexError};
use crate::mac::{Digest, Hash};
use crate::seed::{Encoding, NameError, check_name};

mod derive;
mod report;
mod trace;

pub use derive::{NoDice, Rolled, roll};
pub use trace::ReceiptTrace;

/// The versioned name of this derivation.
pub const ID: &str = "receipt-dice/1";

/// Commitment and key are both the seed's 32 bytes, so a commitment always hides its key.
pub const SEALING: Sealing = Sealing::new(Hash::Sha256, Encoding::Bytes, Hash::Sha256, Encoding::Bytes);

/// The id of a match or of a roll: 1 to 128 characters of `A-Z a-z 0-9 _ - .` (decided in SPEC 7).
///
/// The alphabet keeps the separator `:` out, so the fields of a message are joined unambiguously.
///
/// *What it does not show*: that the operator gave this id to nothing else.
///
/// ```
/// use provably_fair::{NameError, protocol::receipt::Id};
/// assert_eq!(Id::new("mat_1.a").unwrap().as_str(), "mat_1.a");
/// assert_eq!(Id::new("mat:1"), Err(NameError::Character { at: 3 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Id {
    text: String,
}

impl Id {
    /// Checks an id.
    ///
    /// # Errors
    /// Empty, the first character outside the alphabet, or the first of more than 128.
    pub fn new(text: &str) -> Result<Self, NameError> {
        check_name(text, b"_-.").map(|text| Self { text })
    }

    /// The id's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Id {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Self::new(text)
    }
}

/// Bytes of one fixed length that are shown as lower-case hex and read in either case.
macro_rules! hex_bytes {
    ($(#[$doc:meta])* $name:ident, $bytes:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name([u8; $bytes]);

        impl $name {
            /// These bytes.
            #[must_use]
            pub const fn new(bytes: [u8; $bytes]) -> Self {
                Self(bytes)
            }

            /// The bytes.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; $bytes] {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(&self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl FromStr for $name {
            type Err = HexError;

            /// Reads exactly the digits of these bytes, in either case.
            fn from_str(text: &str) -> Result<Self, HexError> {
                hex::decode_array(text).map(Self)
            }
        }
    };
}
pub(super) use hex_bytes;
pub(crate) use report::{KEPT, OPERATOR_MADE, OWNER_ONLY, SERVER_ALONE};

hex_bytes!(
    /// What a client adds to one roll: 16 bytes, 32 hex digits.
    ///
    /// *What it does not show*: who made it, or when. A client's own [`Kept`] record does.
    ///
    /// ```
    /// use provably_fair::protocol::receipt::Entropy;
    /// assert_eq!(Entropy::new([0xab; 16]).to_string(), "ab".repeat(16));
    /// assert!("ab".parse::<Entropy>().is_err());
    /// ```
    Entropy,
    16
);

hex_bytes!(
    /// The server seed of one roll once it is public: 32 bytes, 64 hex digits. The secret one is a
    /// [`ServerSeed`](crate::ServerSeed).
    ///
    /// ```
    /// use provably_fair::protocol::receipt::RollSeed;
    /// assert_eq!(RollSeed::new([7; 32]).to_string(), "07".repeat(32));
    /// ```
    RollSeed,
    32
);

impl Entropy {
    /// Sixteen fresh bytes from the operating system's generator.
    ///
    /// # Errors
    /// The system's own, when it has no randomness to give. There is no other source to fall back to.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self, getrandom::Error> {
        Self::random_from(getrandom::fill)
    }

    /// Sixteen fresh bytes from a cryptographic generator that the caller supplies as a function filling a slice.
    ///
    /// # Errors
    /// Whatever `fill` reports.
    ///
    /// ```
    /// use provably_fair::protocol::receipt::Entropy;
    /// // Not random at all: this only shows the shape.
    /// let entropy = Entropy::random_from(|bytes| { bytes.fill(7); Ok::<(), ()>(()) }).unwrap();
    /// assert_eq!(entropy, Entropy::new([7; 16]));
    /// ```
    pub fn random_from<E>(fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<Self, E> {
        let mut bytes = [0; 16];
        fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

impl RollSeed {
    /// SHA-256 of the bytes: the commitment that this seed opens.
    ///
    /// ```
    /// use provably_fair::protocol::receipt::RollSeed;
    /// let hex = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
    /// assert_eq!(RollSeed::new([7; 32]).commitment().to_string(), hex);
    /// ```
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment::new(SEALING.commit_hash().digest(&self.0))
    }
}

/// Who makes the sixteen bytes that are added to a roll. The receipt does not say; the lock or the caller does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntropyFrom {
    /// The client of the seat whose roll it is.
    Client,
    /// Both seats, each bound by a hash before either seed is seen ([`session::seats`](crate::protocol::session::seats)).
    BothSeats,
    /// The operator, because nobody was present: the result shows only that nothing changed after the commitment.
    Operator,
}

impl EntropyFrom {
    /// The word in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::BothSeats => "both_seats",
            Self::Operator => "operator",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        [Self::Client, Self::BothSeats, Self::Operator]
            .into_iter()
            .find(|from| from.name() == name)
    }
}

/// What is fixed about a roll before any entropy: its match, its id, its nonce and the commitment to its seed.
///
/// A lock announces it, a receipt claims it, a kept record remembers it.
///
/// ```
/// use provably_fair::protocol::receipt::{Id, RollSeed, Terms, TermsError};
/// use provably_fair::{Commitment, mac::Digest};
/// let (game, roll) = (Id::new("mat_1").unwrap(), Id::new("rol_1").unwrap());
/// let long = Commitment::new(Digest::Sha512([0; 64]));
/// assert_eq!(Terms::new(game.clone(), roll.clone(), 1, long), Err(TermsError::CommitmentLength));
/// assert_eq!(Terms::new(game, roll, 1, RollSeed::new([7; 32]).commitment()).unwrap().nonce(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    match_id: Id,
    roll_id: Id,
    nonce: u64,
    commitment: Commitment,
}

impl Terms {
    /// The terms of a roll. The nonce counts started rolls up and may skip.
    ///
    /// # Errors
    /// A commitment that is not 32 bytes long.
    pub fn new(match_id: Id, roll_id: Id, nonce: u64, commitment: Commitment) -> Result<Self, TermsError> {
        match commitment.digest() {
            Digest::Sha256(_) => Ok(Self {
                match_id,
                roll_id,
                nonce,
                commitment,
            }),
            Digest::Sha512(_) => Err(TermsError::CommitmentLength),
        }
    }

    /// The terms of a commitment that is known to be 32 bytes long.
    pub(crate) const fn of(match_id: Id, roll_id: Id, nonce: u64, commitment: Commitment) -> Self {
        Self {
            match_id,
            roll_id,
            nonce,
            commitment,
        }
    }

    /// The match.
    #[must_use]
    pub const fn match_id(&self) -> &Id {
        &self.match_id
    }

    /// The roll.
    #[must_use]
    pub const fn roll_id(&self) -> &Id {
        &self.roll_id
    }

    /// The nonce.
    #[must_use]
    pub const fn nonce(&self) -> u64 {
        self.nonce
    }

    /// The commitment to the roll's server seed.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }
}

/// Why terms, a receipt or a record cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TermsError {
    /// The commitment is not 32 bytes long.
    CommitmentLength,
    /// A face is not 1 to 6.
    Face {
        /// Which die, from 0.
        at: u8,
        /// What it shows.
        face: u8,
    },
    /// A kept record says that the operator made the entropy: then the player sent none, and keeps no record of it.
    OperatorsRecord,
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CommitmentLength => f.write_str("the commitment is not 32 bytes long"),
            Self::Face { at, face } => write!(f, "die {at} shows {face}, which is not 1 to 6"),
            Self::OperatorsRecord => f.write_str("a player keeps no record of entropy that the operator made"),
        }
    }
}

impl core::error::Error for TermsError {}

/// Two dice, each checked to be 1 to 6.
pub(crate) fn check_dice(faces: [u8; 2]) -> Result<Pair, TermsError> {
    let [first, second] = faces;
    match (0..).zip(faces).find(|(_, face)| !(1..=6).contains(face)) {
        Some((at, face)) => Err(TermsError::Face { at, face }),
        None => Ok(Pair { first, second }),
    }
}

/// What a client keeps of its own roll: the terms it saw **before** it sent its entropy, the entropy it sent, and whether it
/// drew that alone or made it with the other seat.
///
/// It turns *consistent* into *verified*, for its owner: it is unsigned, so it convinces nobody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    terms: Terms,
    entropy: Entropy,
    /// Never the operator.
    from: EntropyFrom,
}

impl Kept {
    /// The record of these terms and of entropy that this client drew by itself.
    #[must_use]
    pub const fn new(terms: Terms, entropy: Entropy) -> Self {
        let from = EntropyFrom::Client;
        Self { terms, entropy, from }
    }

    /// The record of these terms and of entropy that both seats made
    /// ([`SeatsRecord::entropy`](crate::protocol::session::seats::SeatsRecord::entropy)). By itself it protects from the server
    /// alone, and a report says so; with the record of both seats' hashes
    /// ([`verify_receipt`](crate::protocol::session::seats::SeatsRecord::verify_receipt)) from a server in league with the other
    /// seat as well.
    #[must_use]
    pub const fn joint(terms: Terms, entropy: Entropy) -> Self {
        let from = EntropyFrom::BothSeats;
        Self { terms, entropy, from }
    }

    /// Who made the entropy: this client or both seats, never the operator.
    #[must_use]
    pub const fn entropy_from(&self) -> EntropyFrom {
        self.from
    }

    /// The record as a document says it.
    #[cfg(feature = "serde")]
    pub(crate) fn of(terms: Terms, from: EntropyFrom, entropy: Entropy) -> Result<Self, TermsError> {
        match from {
            EntropyFrom::Operator => Err(TermsError::OperatorsRecord),
            from => Ok(Self { terms, entropy, from }),
        }
    }

    /// The terms that the client saw.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The entropy that the client sent.
    #[must_use]
    pub const fn entropy(&self) -> Entropy {
        self.entropy
    }
}

/// One roll as the operator states it. Nothing of it is verified yet; [`verify`](Self::verify) does that.
///
/// ```
/// use provably_fair::protocol::receipt::{EntropyFrom, Id, Kept, Receipt, Terms};
/// use provably_fair::verdict::Verdict;
/// let commitment = "29caace0faa80f01182db46d17788cfab0c5d1ccd28e549251aa70719d52129d".parse().unwrap();
/// let terms = Terms::new(
///     Id::new("mat_0m51s00w553w").unwrap(), Id::new("rol_kq4knne1").unwrap(), 1, commitment).unwrap();
/// let entropy = "0eadb50f285ffdd4f939740277b70f30".parse().unwrap();
/// let seed = "7d6335c946ab95eb9f5ab2024f8d6a19b4a6edbd374d320bbcd26bda41b3c6c9".parse().unwrap();
/// let kept = Kept::new(terms.clone(), entropy);
/// let receipt = Receipt::new(terms, entropy, seed, [3, 5]).unwrap();
/// assert_eq!(receipt.verify(Some(&kept), None).verdict(), Verdict::Verified);
/// // Whoever lost the record is never told *verified*.
/// assert_eq!(receipt.verify(None, Some(EntropyFrom::Client)).verdict(), Verdict::Consistent);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    terms: Terms,
    entropy: Entropy,
    seed: RollSeed,
    dice: Pair,
}

impl Receipt {
    /// The receipt that claims these dice.
    ///
    /// # Errors
    /// A face that is not 1 to 6.
    pub fn new(terms: Terms, entropy: Entropy, seed: RollSeed, dice: [u8; 2]) -> Result<Self, TermsError> {
        Ok(Self {
            terms,
            entropy,
            seed,
            dice: check_dice(dice)?,
        })
    }

    /// What the receipt says was fixed before the entropy.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The entropy that the receipt says was used.
    #[must_use]
    pub const fn entropy(&self) -> Entropy {
        self.entropy
    }

    /// The revealed server seed.
    #[must_use]
    pub const fn seed(&self) -> RollSeed {
        self.seed
    }

    /// The dice that the receipt claims.
    #[must_use]
    pub const fn dice(&self) -> Pair {
        self.dice
    }

    /// The receipt of dice that were just derived.
    pub(crate) const fn of(terms: Terms, entropy: Entropy, seed: RollSeed, dice: Pair) -> Self {
        Self {
            terms,
            entropy,
            seed,
            dice,
        }
    }

    /// Overwrites the seed: the operator's copy, after the acknowledgement.
    pub(crate) fn wipe_seed(&mut self) {
        self.seed.0.zeroize();
    }

    /// What the receipt's own seed, ids, nonce and entropy give.
    ///
    /// # Errors
    /// [`NoDice`], which an honest HMAC does not come to.
    pub fn derive(&self) -> Result<Rolled, NoDice> {
        self.terms.roll(&self.seed.0, self.entropy)
    }
}

impl Terms {
    /// [`roll`] under these terms.
    pub(crate) fn roll(&self, seed: &[u8; 32], entropy: Entropy) -> Result<Rolled, NoDice> {
        roll(seed, &self.match_id, &self.roll_id, self.nonce, entropy)
    }
}
