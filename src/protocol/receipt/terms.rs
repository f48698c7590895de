//! What a roll's lock, receipt and record agree on.

use core::fmt;

use super::{Entropy, Id, NoDice, Rolled, roll};
use crate::commit::Commitment;
use crate::dice::Pair;
use crate::mac::Digest;

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

    /// [`roll`] under these terms.
    pub(crate) fn roll(&self, seed: &[u8; 32], entropy: Entropy) -> Result<Rolled, NoDice> {
        roll(seed, &self.match_id, &self.roll_id, self.nonce, entropy)
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
