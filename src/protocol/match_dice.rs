//! Two players' dice with one committed seed (SPEC 6, *Match*): the derivation of a roll, and the operator's side.
//!
//! key = server seed bytes; message = `seed1:seed2:roll`, seeds in seat order; dice = the [pair](crate::dice::pair) of the
//! MAC. When no byte of the MAC is below 252 a `+` is appended and the MAC is taken again (chance about 2^-192).
//!
//! ```
//! use provably_fair::protocol::match_dice::{FirstRoll, SealedMatch};
//! use provably_fair::{PlayerSeed, ServerSeed};
//! // Operator: commit first, and show the commitment before any player sends a seed.
//! let sealed = SealedMatch::new(ServerSeed::from_bytes(&[7; 32])).unwrap();
//! assert_eq!(sealed.commitment().to_string(), "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
//! let players = [PlayerSeed::new("white").unwrap(), PlayerSeed::new("black").unwrap()];
//! let mut live = sealed.seat(players, FirstRoll::Zero).unwrap();
//! let first = live.roll().unwrap();
//! assert_eq!((first.first, first.second), (6, 2));
//! // The revealed link is what a player checks.
//! let link = live.finish().unwrap();
//! assert!(link.to_string().ends_with("&p=white,black&r=62"));
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use crate::commit::{CommitError, Commitment, Sealing};
use crate::dice::{Accepted, Pair, accepted};
use crate::hex::HexError;
use crate::mac::{Decimal, Digest, Hash, MacPrefix};
use crate::protocol::check_link::{CheckLink, MAX_LINK_BYTES};
use crate::seed::{Encoding, PlayerSeed, SeedRef, ServerSeed};
use crate::trace::RollTrace;

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

/// The most rolls a match can have: at four bytes a roll at most, its check link stays below [`MAX_LINK_BYTES`], with about
/// 1,000 bytes to spare for an address.
pub const MAX_ROLLS: usize = 16_000;

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

/// The operator's match before the players' seeds are known: all there is to show is the commitment.
#[derive(Debug)]
pub struct SealedMatch {
    seed: ServerSeed,
    commitment: Commitment,
}

impl SealedMatch {
    /// Commits to a fresh secret seed of 16 to 64 bytes (32 in use).
    ///
    /// # Errors
    /// A seed that is not hex or has another length.
    pub fn new(seed: ServerSeed) -> Result<Self, SeedError> {
        check_seed(&seed)?;
        let commitment = SEALING.commit(&seed).map_err(SeedError::Commit)?;
        Ok(Self { seed, commitment })
    }

    /// The commitment, to be shown before any player sends a seed.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// Takes the two players' seeds, in seat order; rolling can begin.
    ///
    /// # Errors
    /// None for a seed that [`new`](Self::new) accepted; the type repeats its check instead of assuming it.
    pub fn seat(self, players: [PlayerSeed; 2], first_roll: FirstRoll) -> Result<LiveMatch, SeedError> {
        let Rolls { mac, prefix, .. } = Rolls::new(&self.seed, &players)?;
        Ok(LiveMatch {
            sealed: self,
            rolls: Rolls {
                mac,
                prefix,
                seed: PhantomData,
            },
            players,
            first_roll,
            rolled: Vec::new(),
            games: Vec::new(),
            in_game: 0,
        })
    }
}

/// The operator's match while it is played. Redacted; the seed leaves it only through [`finish`](Self::finish).
pub struct LiveMatch {
    sealed: SealedMatch,
    /// Keyed by the seed in `sealed`, which this value owns: both go together.
    rolls: Rolls<'static>,
    players: [PlayerSeed; 2],
    first_roll: FirstRoll,
    rolled: Vec<Pair>,
    /// The rolls in each finished game.
    games: Vec<u32>,
    /// The rolls so far in the game that is played.
    in_game: u32,
}

impl LiveMatch {
    /// The commitment.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.sealed.commitment
    }

    /// The next roll. Numbers run on through all games of the match.
    ///
    /// # Errors
    /// [`RollError::Full`] after [`MAX_ROLLS`] rolls.
    pub fn roll(&mut self) -> Result<Pair, RollError> {
        if self.rolled.len() >= MAX_ROLLS {
            return Err(RollError::Full);
        }
        let done = u64::try_from(self.rolled.len()).map_err(|_| RollError::Full)?;
        let dice = self
            .rolls
            .roll(self.first_roll.number() + done)
            .map_err(RollError::NoDice)?
            .dice;
        self.rolled.push(dice);
        self.in_game += 1;
        Ok(dice)
    }

    /// Ends a game; the next roll opens the next one.
    ///
    /// # Errors
    /// [`RollError::EmptyGame`] if nothing was rolled in it.
    pub fn end_game(&mut self) -> Result<(), RollError> {
        if self.in_game == 0 {
            return Err(RollError::EmptyGame);
        }
        self.games.push(core::mem::take(&mut self.in_game));
        Ok(())
    }

    /// Ends the match and reveals the seed: the only way to the check link.
    ///
    /// A game that was not ended is ended; a match whose games were never ended has no list of games.
    ///
    /// # Errors
    /// [`RollError::EmptyGame`] if nothing was rolled at all. The seed is then wiped unrevealed.
    pub fn finish(mut self) -> Result<CheckLink, RollError> {
        if self.rolled.is_empty() {
            return Err(RollError::EmptyGame);
        }
        if !self.games.is_empty() && self.in_game > 0 {
            self.games.push(self.in_game);
        }
        Ok(CheckLink {
            commitment: self.sealed.commitment,
            seed: self.sealed.seed.reveal(),
            players: self.players,
            rolls: self.rolled,
            games: (!self.games.is_empty()).then_some(self.games),
        })
    }
}

impl fmt::Debug for LiveMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveMatch")
            .field("commitment", &self.sealed.commitment)
            .field("players", &self.players)
            .field("rolled", &self.rolled.len())
            .finish_non_exhaustive()
    }
}

/// Why a live match does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RollError {
    /// The match has [`MAX_ROLLS`] rolls; its link could not hold more.
    Full,
    /// A game without a roll cannot be ended.
    EmptyGame,
    /// The derivation found no dice.
    NoDice(NoDice),
}

impl fmt::Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => write!(
                f,
                "a match ends at {MAX_ROLLS} rolls (a link holds {MAX_LINK_BYTES} bytes)"
            ),
            Self::EmptyGame => f.write_str("nothing was rolled in this game"),
            Self::NoDice(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RollError {}

#[cfg(test)]
mod tests {
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
