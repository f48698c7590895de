//! What a player did, as how far each segment was read.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::layout::{DealError, Game};

/// One action of a player. It names segments; a row without them refuses it.
///
/// Written as text: `hit`, `flip`, `climb`, `race`, `free_spin`, `call`, `fold`, `hold:0.2.4` (the slots held, from 0; `hold`
/// alone for none), `stop:1.2` (side 1 stops after 2 attempts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// One more card of blackjack, for player or dealer.
    Hit,
    /// One more flip of koban.
    Flip,
    /// One more floor of the pagoda.
    Climb,
    /// One more card of the race in andar bahar.
    Race,
    /// One more free spin of hanabi: 15 cells.
    FreeSpin,
    /// Hold'em goes to turn and river.
    Call,
    /// Hold'em ends after the flop.
    Fold,
    /// Video poker: these slots are held, the others replaced in ascending order.
    Hold([bool; 5]),
    /// Chinchiro: this side stops after so many attempts.
    Stop {
        /// 0 or 1.
        side: u8,
        /// 0 to 3.
        attempts: u8,
    },
}

/// What an action does to a segment's count.
enum Change {
    Add(u32),
    Set(u32),
}

impl Action {
    /// The segments that the action names; none for a side that no game has.
    fn changes(self) -> Option<[Option<(&'static str, Change)>; 2]> {
        use Change::{Add, Set};
        let one = |name, change| [Some((name, change)), None];
        Some(match self {
            Self::Hit => one("hits", Add(1)),
            Self::Flip => one("flips", Add(1)),
            Self::Climb => one("floors", Add(1)),
            Self::Race => one("race", Add(1)),
            Self::FreeSpin => one("free", Add(15)),
            Self::Call => [Some(("turn", Set(1))), Some(("river", Set(1)))],
            Self::Fold => [Some(("turn", Set(0))), Some(("river", Set(0)))],
            Self::Hold(held) => one("replacements", Set(held.iter().map(|held| u32::from(!held)).sum())),
            Self::Stop { side: 0, attempts } => one("side_0", Set(3 * u32::from(attempts))),
            Self::Stop { side: 1, attempts } => one("side_1", Set(3 * u32::from(attempts))),
            Self::Stop { .. } => return None,
        })
    }
}

/// Why actions do not say how far a game was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActionError {
    /// This game has no such action.
    NotHere {
        /// Position of the action, from 0.
        at: usize,
    },
    /// The counts that come out are not the game's.
    Deal(DealError),
    /// The text is no action.
    Unknown,
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHere { at } => write!(f, "action at position {at}: this game has no such action"),
            Self::Deal(error) => error.fmt(f),
            Self::Unknown => f.write_str(
                "no action: hit, flip, climb, race, free_spin, call, fold, hold:SLOTS or stop:SIDE.ATTEMPTS",
            ),
        }
    }
}

impl core::error::Error for ActionError {}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let (verb, rest) = text
            .split_once(':')
            .map_or((text, None), |(verb, rest)| (verb, Some(rest)));
        let number = |digit: &str| digit.parse().ok().filter(|_| digit.len() == 1);
        let numbers: Option<Vec<u8>> = rest.into_iter().flat_map(|rest| rest.split('.')).map(number).collect();
        match (verb, numbers.ok_or(ActionError::Unknown)?.as_slice()) {
            ("hit", []) => Ok(Self::Hit),
            ("flip", []) => Ok(Self::Flip),
            ("climb", []) => Ok(Self::Climb),
            ("race", []) => Ok(Self::Race),
            ("free_spin", []) => Ok(Self::FreeSpin),
            ("call", []) => Ok(Self::Call),
            ("fold", []) => Ok(Self::Fold),
            ("hold", slots) => {
                let mut held = [false; 5];
                for slot in slots {
                    let slot = held.get_mut(usize::from(*slot)).filter(|slot| !**slot);
                    *slot.ok_or(ActionError::Unknown)? = true;
                }
                Ok(Self::Hold(held))
            }
            ("stop", &[side @ 0..=1, attempts @ 0..=3]) => Ok(Self::Stop { side, attempts }),
            _ => Err(ActionError::Unknown),
        }
    }
}

impl Game {
    /// How far a round of this game was read, by what was done in it: fixed parts whole, open ones as the actions say.
    ///
    /// # Errors
    /// An action that the game does not have, or more of it than the game has room for.
    ///
    /// ```
    /// use provably_fair::games::{self, Action, ActionError};
    /// let blackjack = games::BLACKJACK.with(&[]).unwrap();
    /// assert_eq!(blackjack.counts_of(&[Action::Hit, Action::Hit]).unwrap(), [4, 2]);
    /// assert_eq!(blackjack.counts_of(&[Action::Hit, Action::Fold]), Err(ActionError::NotHere { at: 1 }));
    /// let poker = games::VIDEO_POKER.with(&[]).unwrap();
    /// assert_eq!(poker.counts_of(&["hold:0.2".parse().unwrap()]).unwrap(), [5, 3]);
    /// let dice = games::CHINCHIRO.with(&[]).unwrap();
    /// assert_eq!(dice.counts_of(&[Action::Stop { side: 2, attempts: 1 }]), Err(ActionError::NotHere { at: 0 }));
    /// ```
    pub fn counts_of(&self, actions: &[Action]) -> Result<Vec<u32>, ActionError> {
        let mut counts = self.counts(&[]).map_err(ActionError::Deal)?;
        for (at, action) in actions.iter().enumerate() {
            let changes = action.changes().ok_or(ActionError::NotHere { at })?;
            for (name, change) in changes.into_iter().flatten() {
                let segments = self.row().segments().iter();
                let count = segments.zip(&mut counts).find(|(segment, _)| segment.name() == name);
                let (_, count) = count.ok_or(ActionError::NotHere { at })?;
                *count = match change {
                    Change::Add(more) => count.saturating_add(more),
                    Change::Set(to) => to,
                };
            }
        }
        self.allows(&counts).map_err(ActionError::Deal)?;
        Ok(counts)
    }
}
