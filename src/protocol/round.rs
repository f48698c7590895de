//! A claimed round of a game: what an operator states, dealt again, and what the player's own note adds.
//!
//! ```
//! use provably_fair::protocol::round::{RoundClaim, RoundNote};
//! use provably_fair::verdict::Verdict;
//! use provably_fair::{CURSOR_V1, Commitment, Revealed, games};
//! let commitment: Commitment = "b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06".parse().unwrap();
//! let claim = RoundClaim::new(CURSOR_V1, games::ROULETTE.with(&[]).unwrap(), Revealed::from_text("server"), "client", 0)
//!     .commitment(commitment)
//!     .stated(&["8"]).unwrap();
//! assert_eq!(claim.verify(&RoundNote::none()).verdict(), Verdict::Consistent);
//! let note = RoundNote::none().commitment(commitment).client_seed("client").nonce(0).settings(CURSOR_V1, claim.game());
//! assert_eq!(claim.verify(&note).verdict(), Verdict::Verified);
//! ```

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::commit::Commitment;
use crate::hex::HexError;
use crate::layout::{Deal, DealError, DealTrace, Drawn, Game, Item, Part, Replay, Shape, Shown, Shows};
use crate::python::{RoundProgram, Stated};
use crate::scheme::Scheme;
use crate::seed::Revealed;
use crate::stream::Round;

mod caution;
mod hint;
mod report;

pub use report::{RoundNote, RoundReport};

/// A round as its operator states it. Nothing of it is verified yet; [`verify`](Self::verify) does that.
#[derive(Clone, Debug)]
pub struct RoundClaim {
    scheme: Scheme,
    game: Game,
    seed: Revealed,
    client: String,
    nonce: u64,
    commitment: Option<Commitment>,
    counts: Vec<u32>,
    stated: Option<Vec<Shown>>,
}

/// Why a claimed round cannot be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoundError {
    /// The scheme decodes its server seeds and this one is not hex.
    NotHex(HexError),
    /// The game cannot be dealt so.
    Deal(DealError),
    /// A stated item is not one of its segment.
    Stated {
        /// Its position, from 0.
        at: usize,
    },
    /// More items are stated than the counts read.
    TooManyStated {
        /// How many are read.
        read: usize,
    },
}

impl fmt::Display for RoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHex(error) => write!(f, "the server seed is not hex: {error}"),
            Self::Deal(error) => error.fmt(f),
            Self::Stated { at } => write!(f, "stated item {at}: not a value that this part of the game shows"),
            Self::TooManyStated { read } => write!(f, "stated item {read}: only {read} were read"),
        }
    }
}

impl core::error::Error for RoundError {}

impl RoundClaim {
    /// The claim that this game was dealt under this scheme. Until [`read`](Self::read) says otherwise, fixed parts were read
    /// whole and open ones not at all.
    #[must_use]
    pub fn new(scheme: Scheme, game: Game, seed: Revealed, client_seed: &str, nonce: u64) -> Self {
        let counts = game.counts(&[]).unwrap_or_default(); // without names nothing is refused
        Self {
            scheme,
            game,
            seed,
            client: client_seed.to_owned(),
            nonce,
            commitment: None,
            counts,
            stated: None,
        }
    }

    /// With the commitment that the operator states.
    #[must_use]
    pub const fn commitment(mut self, commitment: Commitment) -> Self {
        self.commitment = Some(commitment);
        self
    }

    /// With how far each segment was read: the players' actions, as [`Game::counts`] or
    /// [`Game::counts_of`] give them. A result stated before is forgotten: it had another length.
    ///
    /// # Errors
    /// Counts that the game does not have.
    pub fn read(mut self, counts: &[u32]) -> Result<Self, RoundError> {
        self.game.allows(counts).map_err(RoundError::Deal)?;
        self.counts = counts.to_vec();
        self.stated = None;
        Ok(self)
    }

    /// With the result that the operator states: every item in cursor order, as the game shows it (`28.07`, a card's name or
    /// number, a face).
    ///
    /// # Errors
    /// A text that is no item of its segment, by position; more items than were read. Fewer, and numbers that no draw gives, are
    /// a claim that fails.
    pub fn stated(mut self, items: &[&str]) -> Result<Self, RoundError> {
        let segments = self.game.row().segments().iter().zip(&self.counts);
        let mut columns = segments.flat_map(|(segment, count)| (0..*count).map(move |_| segment));
        let mut stated = Vec::with_capacity(items.len());
        for (at, text) in items.iter().enumerate() {
            let segment = columns.next().ok_or(RoundError::TooManyStated { read: at })?;
            stated.push(segment.parse(text).ok_or(RoundError::Stated { at })?);
        }
        self.stated = Some(stated);
        Ok(self)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The scheme.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// How far each segment was read.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    fn round(&self) -> Result<Round<'_>, RoundError> {
        let round = self.scheme.round(&self.seed, &self.client, self.nonce);
        round.map_err(RoundError::NotHex)
    }

    /// What the seeds give, as far as the round was read.
    ///
    /// # Errors
    /// A seed that is not hex where the scheme decodes it; a scheme that has no such cursor or no plain numbers.
    pub fn deal(&self) -> Result<Deal, RoundError> {
        self.game.deal(&self.round()?, &self.counts).map_err(RoundError::Deal)
    }

    /// The deal step by step.
    ///
    /// # Errors
    /// As [`deal`](Self::deal).
    pub fn trace(&self) -> Result<DealTrace, RoundError> {
        self.deal()?.trace(&self.round()?).map_err(RoundError::Deal)
    }

    /// What was read and what was not. See [`Game::replay`].
    ///
    /// # Errors
    /// As [`deal`](Self::deal).
    pub fn replay(&self, beyond: u32) -> Result<Replay, RoundError> {
        let round = self.round()?;
        self.game.replay(&round, &self.counts, beyond).map_err(RoundError::Deal)
    }

    /// A Python program, standard library only, that recomputes the round and compares it with what was stated, the commitment
    /// among it; where no result was stated, with what the seeds give here. What was stated and is not what was dealt fails
    /// there too. See [`RoundProgram`].
    ///
    /// *What it does not show*: what an index or number stands for, nor anything that the player noted.
    ///
    /// ```
    /// use provably_fair::protocol::round::RoundClaim;
    /// use provably_fair::{CURSOR_V1, Revealed, games};
    /// let game = games::ROULETTE.with(&[]).unwrap();
    /// let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_text("server"), "client", 0);
    /// assert!(claim.python().contains("stated = [(0, 37, 8)]"));
    /// assert!(claim.stated(&["9"]).unwrap().python().contains("stated = [(0, 37, 9)]"));
    /// ```
    #[must_use]
    pub fn python(&self) -> String {
        let deal = self.deal().ok();
        let stated = deal.as_ref().map_or_else(Vec::new, |deal| self.as_stated(deal));
        let program = RoundProgram {
            scheme: self.scheme,
            seed: &self.seed,
            client: self.client.as_str().into(),
            nonce: self.nonce,
            commitment: self.commitment,
            stated: &stated,
        };
        program.to_string()
    }

    /// Each dealt item with what was stated of it.
    fn as_stated(&self, deal: &Deal) -> Vec<Stated> {
        let dealt = deal
            .parts()
            .iter()
            .flat_map(|part| part.items().iter().map(move |item| (part, item)));
        let stated = |(at, (part, item)): (usize, (&Part, &Item))| {
            let said = self.stated.as_ref().map(|stated| stated.get(at).copied());
            let right = said.is_none_or(|said| said == deal.shown(part, item));
            let cursor = item.cursor;
            match item.drawn {
                Some(Drawn { n, index, .. }) if right => Stated::Index {
                    cursor,
                    n,
                    index: Some(index),
                },
                Some(Drawn { n, index, .. }) => {
                    let other = said.flatten().and_then(|said| other_index(part, said));
                    let index = other.filter(|other| *other != index);
                    Stated::Index { cursor, n, index }
                }
                None => Stated::Number {
                    cursor,
                    number: item.number.filter(|_| right),
                },
            }
        };
        dealt.enumerate().map(stated).collect()
    }

    /// The first stated item that is not the dealt one: position, dealt, stated.
    fn first_wrong(&self, deal: &Deal) -> Option<(usize, String, String)> {
        let stated = self.stated.as_deref().unwrap_or_default();
        let dealt: Vec<Shown> = deal.all_shown().collect();
        let at = (0..dealt.len().max(stated.len())).find(|at| dealt.get(*at) != stated.get(*at))?;
        let columns = deal
            .parts()
            .iter()
            .flat_map(|part| part.items().iter().map(|_| part.segment()));
        let segment = columns.into_iter().nth(at);
        let text = |shown: Option<&Shown>| match (shown, segment) {
            (Some(shown), Some(segment)) => segment.text(*shown),
            (Some(shown), None) => shown.to_string(),
            (None, _) => "nothing".to_string(),
        };
        Some((at, text(dealt.get(at)), text(stated.get(at))))
    }
}

/// The index that an independent draw would have had to show this; a pool's depends on what was drawn before.
fn other_index(part: &Part, said: Shown) -> Option<u32> {
    let (Shape::Each { .. }, Shown::Value(value)) = (part.segment().shape(), said) else {
        return None;
    };
    let first = u64::from(matches!(part.segment().shows(), Shows::OneBased));
    u32::try_from(value.checked_sub(first)?).ok()
}
