//! The public part of a commitment, and its bytes.

use alloc::string::String;
use alloc::vec::Vec;

use super::{COMMITMENT_TAG, ENTROPY_BYTES, TAGGED_V1, TaggedError, VERSION};
use crate::mac::Hash;
use crate::seed::check_name;

/// The most seats of a roll.
pub const MAX_SEATS: usize = 16;

/// What a configuration's hash begins with.
const CONFIGURATION_TAG: [u8; 32] = *b"provably-fair/tagged/config\0\0\0\0\0";

/// The hash of a game's rules as both sides have them (odds, tables, limits, as bytes): SHA-256 of a tag of 32 bytes
/// and these.
///
/// *What it does not show*: that the rules are good. It keeps them from being exchanged later.
///
/// ```
/// use provably_fair::hex;
/// use provably_fair::protocol::tagged::configuration;
/// let hash = "624a1c9b7e9abd7042c48efc507e6329153ebe260e69ebd8b78b58dada407bd0";
/// assert_eq!(hex::encode(&configuration(b"two dice, faces 1 to 6")), hash);
/// ```
#[must_use]
pub fn configuration(rules: &[u8]) -> [u8; 32] {
    Hash::Sha256.digest(&[&CONFIGURATION_TAG, rules].concat()).first()
}

/// A name of at most 128 characters, so that its length fits a byte.
pub(super) fn name(field: &'static str, text: &str) -> Result<String, TaggedError> {
    check_name(text, b"_-./").map_err(|error| TaggedError::Name { field, error })
}

/// A name as it is hashed: its length in a byte, and its bytes.
pub(super) fn put_name(bytes: &mut Vec<u8>, name: &str) {
    // `name` has checked that it fits.
    bytes.push(u8::try_from(name.len()).unwrap_or(u8::MAX));
    bytes.extend(name.as_bytes());
}

/// Who makes the entropy of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntropySource {
    /// The seat's own client.
    Client,
    /// The operator, for a seat at which nobody is: only a later change is then excluded.
    Operator,
}

impl EntropySource {
    /// The byte that is hashed.
    #[must_use]
    pub const fn byte(self) -> u8 {
        match self {
            Self::Client => 1,
            Self::Operator => 2,
        }
    }

    /// The source's name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Operator => "operator",
        }
    }
}

/// One seat of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// 16 random bytes that the seat's client made when the match began: no lock of another match fits it.
    pub random: [u8; ENTROPY_BYTES],
    /// Who makes the seat's entropy after the lock.
    pub source: EntropySource,
}

impl Seat {
    /// A seat whose client makes its entropy.
    #[must_use]
    pub const fn client(random: [u8; ENTROPY_BYTES]) -> Self {
        let source = EntropySource::Client;
        Self { random, source }
    }

    /// A seat for which the operator makes the entropy.
    #[must_use]
    pub const fn operator(random: [u8; ENTROPY_BYTES]) -> Self {
        let source = EntropySource::Operator;
        Self { random, source }
    }
}

/// Everything that a commitment fixes, except the seed: public, checked, of known length.
///
/// *What it does not show*: that the random bytes of a seat are those its client made. The client compares them.
///
/// ```
/// use provably_fair::protocol::tagged::{Header, Seat, TaggedError};
/// use provably_fair::NameError;
/// let header = Header::new("match-7", &[Seat::client([1; 16])], 0, 41, [0; 32]).unwrap();
/// assert_eq!((header.scheme(), header.to_bytes().len()), ("tagged/1", 85 + 8 + 7 + 17));
/// let refused = Header::new("match:7", &[Seat::client([1; 16])], 0, 41, [0; 32]).unwrap_err();
/// assert_eq!(refused, TaggedError::Name { field: "match id", error: NameError::Character { at: 5 } });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    scheme: String,
    match_id: String,
    seats: Vec<Seat>,
    roll: u64,
    nonce: u64,
    configuration: [u8; 32],
}

impl Header {
    /// The header of one roll. `roll` is its number in the match, `nonce` counts the rolls that the operator started.
    ///
    /// # Errors
    /// [`TaggedError::Name`] for the match id, [`TaggedError::Seats`].
    pub fn new(
        match_id: &str,
        seats: &[Seat],
        roll: u64,
        nonce: u64,
        configuration: [u8; 32],
    ) -> Result<Self, TaggedError> {
        if seats.is_empty() || seats.len() > MAX_SEATS {
            return Err(TaggedError::Seats { count: seats.len() });
        }
        Ok(Self {
            scheme: TAGGED_V1.id().into(),
            match_id: name("match id", match_id)?,
            seats: seats.to_vec(),
            roll,
            nonce,
            configuration,
        })
    }

    /// With the versioned name of a game that reads the draws in its own way, in place of `tagged/1`.
    ///
    /// # Errors
    /// [`TaggedError::Name`].
    pub fn with_scheme(self, scheme: &str) -> Result<Self, TaggedError> {
        let scheme = name("scheme id", scheme)?;
        Ok(Self { scheme, ..self })
    }

    /// The scheme id.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The match id.
    #[must_use]
    pub fn match_id(&self) -> &str {
        &self.match_id
    }

    /// The seats, in order.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The number of the roll in the match.
    #[must_use]
    pub const fn roll(&self) -> u64 {
        self.roll
    }

    /// The nonce.
    #[must_use]
    pub const fn nonce(&self) -> u64 {
        self.nonce
    }

    /// The hash of the configuration.
    #[must_use]
    pub const fn configuration(&self) -> [u8; 32] {
        self.configuration
    }

    /// What a commitment hashes before the seed: stable bytes, which an operator can also sign. The layout is in the
    /// [module](super)'s first table.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = COMMITMENT_TAG.to_vec();
        bytes.extend(VERSION.to_be_bytes());
        put_name(&mut bytes, &self.scheme);
        put_name(&mut bytes, &self.match_id);
        put_count(&mut bytes, self.seats.len());
        for seat in &self.seats {
            bytes.push(seat.source.byte());
            bytes.extend(seat.random);
        }
        bytes.extend(self.roll.to_be_bytes());
        bytes.extend(self.nonce.to_be_bytes());
        bytes.extend(self.configuration);
        bytes
    }
}

/// A number of seats as it is hashed. `Header::new` has checked that it fits.
pub(super) fn put_count(bytes: &mut Vec<u8>, seats: usize) {
    bytes.push(u8::try_from(seats).unwrap_or(u8::MAX));
}
