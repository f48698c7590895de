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

use zeroize::Zeroize;

use crate::commit::{Commitment, Sealing};
use crate::dice::Pair;
use crate::mac::Hash;
use crate::protocol::hex_bytes::hex_bytes;
use crate::seed::Encoding;

mod derive;
mod entropy;
mod id;
mod kept;
mod report;
mod terms;
mod trace;

pub use derive::{NoDice, Rolled, roll};
pub use entropy::{Entropy, EntropyFrom};
pub use id::Id;
pub use kept::Kept;
pub use terms::{Terms, TermsError};
pub use trace::ReceiptTrace;

pub(crate) use report::{KEPT, OPERATOR_MADE, OWNER_ONLY, SERVER_ALONE};
pub(crate) use terms::check_dice;

/// The versioned name of this derivation.
pub const ID: &str = "receipt-dice/1";

/// Commitment and key are both the seed's 32 bytes, so a commitment always hides its key.
pub const SEALING: Sealing = Sealing::new(Hash::Sha256, Encoding::Bytes, Hash::Sha256, Encoding::Bytes);

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
        self.terms.roll(self.seed.as_bytes(), self.entropy)
    }
}
