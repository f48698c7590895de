//! Commitments: what is published before a seed is used, and how the seed later opens it.
//!
//! A [`Sealing`] is the pair of choices that every scheme makes about its server seed: which bytes of it the commitment
//! hashes, and which bytes of it key the HMAC. They are separate (SPEC 1), and one combination of them is fatal, so it is
//! refused here and nowhere else: a commitment that equals the hashed key.

use core::fmt;
use core::str::FromStr;

use subtle::ConstantTimeEq;

use crate::hex::{self, HexError};
use crate::mac::{Digest, Hash, HmacKey};
use crate::seed::{Encoding, Revealed, SeedRef, ServerSeed};

/// A published commitment to a server seed: 32 bytes (SHA-256) or 64 (SHA-512).
///
/// Shown as lower-case hex, read in either case, compared as bytes in constant time. Both sides of the comparison are
/// public, so the constant time is a habit, not a need.
///
/// *What it does not show*: that the seed behind it was random, or that it was published before the players' seeds.
///
/// ```
/// use provably_fair::{CURSOR_V1, Commitment, ServerSeed};
/// let commitment = CURSOR_V1.commit(&ServerSeed::from_text("server")).unwrap();
/// let hex = "b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06";
/// assert_eq!(commitment.to_string(), hex);
/// assert_eq!(commitment, hex.to_uppercase().parse::<Commitment>().unwrap());
/// ```
#[derive(Clone, Copy)]
pub struct Commitment(Digest);

impl Commitment {
    /// The commitment with this digest.
    #[must_use]
    pub const fn new(digest: Digest) -> Self {
        Self(digest)
    }

    /// Reads a commitment of `hash`'s length: exactly 64 or 128 hex digits, in either case.
    ///
    /// # Errors
    /// The first byte outside the alphabet, or the first digit missing or too many.
    pub fn from_hex(hash: Hash, text: &str) -> Result<Self, HexError> {
        Ok(Self(match hash {
            Hash::Sha256 => Digest::Sha256(hex::decode_array(text)?),
            Hash::Sha512 => Digest::Sha512(hex::decode_array(text)?),
        }))
    }

    /// The digest.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.0
    }

    /// Opens the commitment: `seed` back, if it is what was committed under `sealing` and the commitment hid the key.
    ///
    /// # Errors
    /// See [`Mismatch`]; the commitment is named before the hidden key, as in every report.
    ///
    /// *What it does not show*: that this is the commitment which the player saw. Only the player's note can.
    ///
    /// ```
    /// use provably_fair::{CURSOR_V1, Commitment, Mismatch, Revealed};
    /// let seen: Commitment = "b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06".parse().unwrap();
    /// let seed = seen.open(&CURSOR_V1.sealing(), Revealed::from_text("server")).unwrap();
    /// assert_eq!(seed.text(), "server");
    /// let other = seen.open(&CURSOR_V1.sealing(), Revealed::from_text("Server"));
    /// assert!(matches!(other, Err(Mismatch::Commitment { .. })));
    /// ```
    pub fn open(&self, sealing: &Sealing, seed: Revealed) -> Result<Revealed, Mismatch> {
        let found = sealing.digest(&seed).map_err(Mismatch::NotHex)?;
        if found != *self {
            return Err(Mismatch::Commitment { found });
        }
        if !sealing.hides_key(&seed).map_err(Mismatch::NotHex)? {
            return Err(Mismatch::KeyNotHidden);
        }
        Ok(seed)
    }
}

impl PartialEq for Commitment {
    fn eq(&self, other: &Self) -> bool {
        // Slices of different length are unequal at once; a length is never secret.
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl Eq for Commitment {}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({})", self.0)
    }
}

impl FromStr for Commitment {
    type Err = HexError;

    /// Reads 64 hex digits, or 128 for a SHA-512 commitment; of any other length the nearer one is named.
    fn from_str(text: &str) -> Result<Self, HexError> {
        let hash = if text.len() > 64 { Hash::Sha512 } else { Hash::Sha256 };
        Self::from_hex(hash, text)
    }
}

/// Why a seed does not open a commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The seed hashes to something else.
    Commitment {
        /// What the seed hashes to.
        found: Commitment,
    },
    /// The seed fits, but the commitment is the HMAC key in another dress: everybody knew every outcome beforehand.
    KeyNotHidden,
    /// The scheme decodes its seeds and this one is not hex.
    NotHex(HexError),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commitment { found } => write!(f, "the seed hashes to {found}, which is not the commitment"),
            Self::KeyNotHidden => f.write_str("the commitment gives the HMAC key away"),
            Self::NotHex(error) => write!(f, "the seed is not hex: {error}"),
        }
    }
}

impl core::error::Error for Mismatch {}

/// Why no commitment is made for a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommitError {
    /// The encoded key is longer than a block of its HMAC and the commitment hashes the same bytes with the same hash, so
    /// the commitment would be the key (SPEC 1).
    KeyNotHidden {
        /// Length of the encoded key, in bytes.
        length: usize,
    },
    /// The scheme decodes its seeds and this one is not hex.
    NotHex(HexError),
}

impl fmt::Display for CommitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyNotHidden { length } => write!(
                f,
                "a key of {length} bytes is hashed before use, and that hash would be the commitment: choose a shorter seed"
            ),
            Self::NotHex(error) => write!(f, "the seed is not hex: {error}"),
        }
    }
}

impl core::error::Error for CommitError {}

/// What a scheme does with its server seed: what the commitment hashes, and what keys the HMAC.
///
/// Real sites use (commitment, key) text and text, bytes and bytes, and text and bytes.
///
/// ```
/// use provably_fair::{CommitError, Encoding, Sealing, ServerSeed, mac::Hash};
/// let text = Sealing::new(Hash::Sha256, Encoding::Text, Hash::Sha256, Encoding::Text);
/// assert!(text.commit(&ServerSeed::from_text(&"s".repeat(64))).is_ok());
/// // HMAC hashes a key of 65 bytes first: the commitment would be that very hash.
/// let refused = text.commit(&ServerSeed::from_text(&"s".repeat(65))).unwrap_err();
/// assert_eq!(refused, CommitError::KeyNotHidden { length: 65 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sealing {
    commit_hash: Hash,
    commit_to: Encoding,
    mac_hash: Hash,
    key_with: Encoding,
}

impl Sealing {
    /// Commitment = `commit_hash`(seed as `commit_to`); key of HMAC-`mac_hash` = seed as `key_with`.
    #[must_use]
    pub const fn new(commit_hash: Hash, commit_to: Encoding, mac_hash: Hash, key_with: Encoding) -> Self {
        Self {
            commit_hash,
            commit_to,
            mac_hash,
            key_with,
        }
    }

    /// The hash of the commitment.
    #[must_use]
    pub const fn commit_hash(&self) -> Hash {
        self.commit_hash
    }

    /// What the commitment hashes.
    #[must_use]
    pub const fn commit_to(&self) -> Encoding {
        self.commit_to
    }

    /// The hash of the HMAC.
    #[must_use]
    pub const fn mac_hash(&self) -> Hash {
        self.mac_hash
    }

    /// What keys the HMAC.
    #[must_use]
    pub const fn key_with(&self) -> Encoding {
        self.key_with
    }

    /// Commits to a secret seed: the operator's first step.
    ///
    /// # Errors
    /// A commitment that would not hide its key, and a seed that is not hex where the scheme decodes it.
    pub fn commit(&self, seed: &ServerSeed) -> Result<Commitment, CommitError> {
        let seed = SeedRef::from(seed);
        if !self.hides_key(seed).map_err(CommitError::NotHex)? {
            let length = seed.material(self.key_with).map_err(CommitError::NotHex)?.len();
            return Err(CommitError::KeyNotHidden { length });
        }
        self.hash(seed).map_err(CommitError::NotHex)
    }

    /// What a revealed seed hashes to as a commitment, without asking whether it hides the key: the verifier's half. For a
    /// secret seed there is only [`commit`](Self::commit), which asks.
    ///
    /// # Errors
    /// A seed that is not hex where the scheme decodes it.
    ///
    /// ```
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let found = CURSOR_V1.sealing().digest(&Revealed::from_text("server")).unwrap();
    /// assert_eq!(found.to_string(), "b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06");
    /// ```
    /// ```compile_fail,E0308
    /// use provably_fair::{CURSOR_V1, ServerSeed};
    /// let found = CURSOR_V1.sealing().digest(&ServerSeed::from_text("server")).unwrap();
    /// ```
    pub fn digest(&self, seed: &Revealed) -> Result<Commitment, HexError> {
        self.hash(seed.into())
    }

    fn hash(self, seed: SeedRef<'_>) -> Result<Commitment, HexError> {
        let bytes = seed.material(self.commit_to)?;
        Ok(Commitment(self.commit_hash.digest(&bytes)))
    }

    /// Whether a commitment to `seed` hides its key.
    ///
    /// It does not exactly when the key is longer than a block (64 bytes, 128 for SHA-512), so that HMAC replaces it by its
    /// hash, and the commitment is that hash of those same bytes.
    ///
    /// # Errors
    /// A seed that is not hex where the scheme decodes it.
    pub fn hides_key<'s>(&self, seed: impl Into<SeedRef<'s>>) -> Result<bool, HexError> {
        let seed = seed.into();
        let key = seed.material(self.key_with)?;
        let committed = seed.material(self.commit_to)?;
        let hashed_first = key.len() > self.mac_hash.block_len();
        Ok(!(hashed_first && self.commit_hash == self.mac_hash && *key == *committed))
    }

    /// The HMAC key of `seed`. Deriving from a known seed never refuses: what was played stays checkable.
    ///
    /// # Errors
    /// A seed that is not hex where the scheme decodes it.
    pub fn key<'s>(&self, seed: impl Into<SeedRef<'s>>) -> Result<HmacKey, HexError> {
        let bytes = seed.into().material(self.key_with)?;
        Ok(HmacKey::new(self.mac_hash, &bytes))
    }
}
