//! A match of dice as the operator plays it: commit, take the players' seeds, roll, reveal.
//!
//! Each step is a type, so none can be skipped, and the server seed leaves only through [`LiveMatch::finish`].
//!
//! A match lives in memory only: when its process ends, so does the seed, and the match can never be revealed. A service that
//! has to survive a restart uses [`session`](crate::protocol::session) or [`seed_pair`](crate::protocol::seed_pair), whose steps
//! hand out the state to be stored before anything is shown.
//!
//! ```
//! use provably_fair::protocol::live_match::SealedMatch;
//! use provably_fair::protocol::match_dice::FirstRoll;
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

use alloc::vec::Vec;
use core::fmt;

use crate::commit::Commitment;
use crate::dice::Pair;
use crate::protocol::check_link::{CheckLink, MAX_LINK_BYTES};
use crate::protocol::match_dice::{FirstRoll, NoDice, Rolls, SEALING, SeedError, check_seed};
use crate::seed::{PlayerSeed, ServerSeed};

/// The most rolls a match can have: at four bytes a roll at most, its check link stays below [`MAX_LINK_BYTES`], with about
/// 1,000 bytes to spare for an address.
pub const MAX_ROLLS: usize = 16_000;

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
        let rolls = Rolls::new(&self.seed, &players)?.kept_with_its_seed();
        Ok(LiveMatch {
            sealed: self,
            rolls,
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
