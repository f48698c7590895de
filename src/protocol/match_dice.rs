//! Two players' dice with one committed seed (SPEC 6, *Match*): the derivation of a roll.
//!
//! key = server seed bytes; message = `seed1:seed2:roll`, seeds in seat order; dice = the [pair](crate::dice::pair) of the
//! MAC. When no byte of the MAC is below 252 a `+` is appended and the MAC is taken again (chance about 2^-192).
//!
//! [`Rolls`] is the one derivation; the operator's side is [`live_match`](super::live_match), the verifier's
//! [`check_link`](super::check_link).

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use crate::commit::{CommitError, Sealing};
use crate::dice::{Accepted, Pair, accepted};
use crate::hex::HexError;
use crate::mac::{Decimal, Digest, Hash, MacPrefix};
use crate::seed::{Encoding, PlayerSeed, SeedRef};

mod trace;

pub use trace::RollTrace;

/// The versioned name of this derivation.
pub const ID: &str = "match-dice/1";

/// Commitment and key are both the seed's bytes.
pub const SEALING: Sealing = Sealing::new(Hash::Sha256, Encoding::Bytes, Hash::Sha256, Encoding::Bytes);

/// The shortest server seed, in bytes.
pub const MIN_SEED_BYTES: usize = 16;
/// The longest server seed, in bytes.
pub const MAX_SEED_BYTES: usize = 64;

/// How often a MAC without a usable byte is taken again before the derivation gives up. An honest MAC needs one retry with
/// a chance of about 2^-192; the bound only keeps a broken one from hanging its reader.
pub const MAX_RETRIES: u32 = 64;

/// The number of a match's first roll. The source does not say, so every caller does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstRoll {
    /// Rolls are numbered 0, 1, 2, ...
    Zero,
    /// Rolls are numbered 1, 2, 3, ...
    One,
}

impl FirstRoll {
    /// The number.
    #[must_use]
    pub const fn number(self) -> u64 {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }
}

/// One derived roll and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Roll {
    /// The roll's number in the message.
    pub number: u64,
    /// How many `+` the message ends with.
    pub retries: u32,
    /// The MAC that gave the dice.
    pub mac: Digest,
    /// The MAC's first byte below 252, and where it stood.
    pub accepted: Accepted,
    /// The dice.
    pub dice: Pair,
}

/// A match's rolls, derivable in any order: the one derivation that operator, verifier and audit share.
///
/// Redacted, not `Clone`, wiped on drop; it borrows the server seed.
///
/// *What it does not show*: that the seed was committed to, or who chose the players' seeds and when.
///
/// ```
/// use provably_fair::protocol::match_dice::Rolls;
/// use provably_fair::{PlayerSeed, Revealed};
/// let seed = Revealed::from_bytes(&[7; 32]);
/// let players = [PlayerSeed::new("white").unwrap(), PlayerSeed::new("black").unwrap()];
/// let rolls = Rolls::new(&seed, &players).unwrap();
/// let roll = rolls.roll(0).unwrap();
/// assert_eq!((roll.dice.first, roll.dice.second), (6, 2));
/// ```
pub struct Rolls<'s> {
    mac: MacPrefix,
    /// `seed1:seed2:`, not secret.
    prefix: String,
    seed: PhantomData<SeedRef<'s>>,
}

impl<'s> Rolls<'s> {
    /// The rolls of these seeds, players' in seat order.
    ///
    /// # Errors
    /// A server seed that is not the hex of 16 to 64 bytes.
    pub fn new(seed: impl Into<SeedRef<'s>>, players: &[PlayerSeed; 2]) -> Result<Self, SeedError> {
        let seed = seed.into();
        check_seed(seed)?;
        let [first, second] = players;
        let prefix = [first.as_str(), ":", second.as_str(), ":"].concat();
        Ok(Self {
            mac: SEALING.key(seed).map_err(SeedError::NotHex)?.prefix(prefix.as_bytes()),
            prefix,
            seed: PhantomData,
        })
    }

    /// For the one owner that keeps the seed beside its rolls, so that both go together.
    pub(super) fn kept_with_its_seed(self) -> Rolls<'static> {
        let Self {
            mac,
            prefix,
            seed: PhantomData,
        } = self;
        Rolls {
            mac,
            prefix,
            seed: PhantomData,
        }
    }

    /// The roll with this number.
    ///
    /// # Errors
    /// [`NoDice`] after [`MAX_RETRIES`] MACs without a usable byte.
    pub fn roll(&self, number: u64) -> Result<Roll, NoDice> {
        derive(number, |plus| self.mac.mac_counter(number, plus))
    }

    /// The roll with this number, step by step.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn trace(&self, number: u64) -> Result<RollTrace, NoDice> {
        let roll = self.roll(number)?;
        let mut message = self.prefix.clone();
        message.push_str(Decimal::new(number).as_str());
        message.extend((0..roll.retries).map(|_| '+'));
        Ok(RollTrace { message, roll })
    }
}

impl fmt::Debug for Rolls<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rolls").finish_non_exhaustive()
    }
}

/// The `+` rule, over any MAC so that a test can inject one: `mac` is given what the message ends with.
fn derive(number: u64, mut mac: impl FnMut(&[u8]) -> Digest) -> Result<Roll, NoDice> {
    let plus = [b'+'; MAX_RETRIES as usize];
    for retries in 0..=MAX_RETRIES {
        let tail = usize::try_from(retries).ok().and_then(|retries| plus.get(..retries));
        let mac = mac(tail.unwrap_or(&plus));
        if let Some(byte) = accepted(mac.as_bytes()).next() {
            return Ok(Roll {
                number,
                retries,
                mac,
                accepted: byte,
                dice: byte.pair(),
            });
        }
    }
    Err(NoDice { number })
}

/// No MAC of a roll had a byte below 252. An honest HMAC does not come here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoDice {
    /// The roll's number.
    pub number: u64,
}

impl fmt::Display for NoDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "roll {}: no MAC has a byte below 252", self.number)
    }
}

impl core::error::Error for NoDice {}

/// Why a server seed cannot serve a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SeedError {
    /// Not hex.
    NotHex(HexError),
    /// Fewer than 16 or more than 64 bytes.
    Length {
        /// How many bytes it has.
        bytes: usize,
    },
    /// No commitment can be made.
    Commit(CommitError),
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHex(error) => write!(f, "the server seed is not hex: {error}"),
            Self::Length { bytes } => write!(
                f,
                "the server seed has {bytes} bytes; a match takes {MIN_SEED_BYTES} to {MAX_SEED_BYTES}"
            ),
            Self::Commit(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SeedError {}

/// Whether a seed is the hex of 16 to 64 bytes, as a match takes it.
///
/// # Errors
/// [`SeedError::NotHex`] or [`SeedError::Length`].
///
/// ```
/// use provably_fair::Revealed;
/// use provably_fair::protocol::match_dice::{SeedError, check_seed};
/// assert_eq!(check_seed(&Revealed::from_bytes(&[7; 16])), Ok(()));
/// assert_eq!(check_seed(&Revealed::from_bytes(&[7; 15])), Err(SeedError::Length { bytes: 15 }));
/// ```
pub fn check_seed<'s>(seed: impl Into<SeedRef<'s>>) -> Result<(), SeedError> {
    let bytes = seed.into().material(Encoding::Bytes).map_err(SeedError::NotHex)?.len();
    if (MIN_SEED_BYTES..=MAX_SEED_BYTES).contains(&bytes) {
        Ok(())
    } else {
        Err(SeedError::Length { bytes })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// No byte below 252, so the rule must go on.
    const NOTHING: Digest = Digest::Sha256([252; 32]);

    #[test]
    fn a_plus_is_appended_until_a_byte_counts() {
        let mut seen = Vec::new();
        let roll = derive(9, |plus| {
            seen.push(String::from_utf8(plus.to_vec()).unwrap());
            match plus.len() {
                0 | 1 => NOTHING,
                // First 255, which is passed over, then 251: 251 mod 36 = 35, so 6 and 6.
                _ => Digest::Sha256(core::array::from_fn(|i| if i == 0 { 255 } else { 251 })),
            }
        });
        assert_eq!(seen, ["", "+", "++"]);
        let roll = roll.unwrap();
        assert_eq!((roll.number, roll.retries, roll.accepted.at()), (9, 2, 1));
        assert_eq!(roll.dice, Pair { first: 6, second: 6 });
    }

    #[test]
    fn a_mac_that_never_gives_dice_is_an_error_and_ends() {
        let mut asked = 0;
        let roll = derive(3, |_| {
            asked += 1;
            NOTHING
        });
        assert_eq!(roll, Err(NoDice { number: 3 }));
        assert_eq!(asked, MAX_RETRIES + 1);
    }
}
