//! Poker hands of a finished deal: video poker's final five, hold'em's showdown.
//!
//! Hands rank by the ordinary rules of poker; the source gives none, and no payout. A straight may end at an ace or begin with
//! one. A royal flush is the straight flush up to the ace.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::cards::Card;
use super::{HOLDEM, VIDEO_POKER};
use crate::layout::Deal;

/// What kind of hand, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// None of the others.
    HighCard,
    /// Two of a rank.
    Pair,
    /// Two pairs.
    TwoPairs,
    /// Three of a rank.
    Three,
    /// Five ranks in a row.
    Straight,
    /// Five of a suit.
    Flush,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four of a rank.
    Four,
    /// A straight of one suit.
    StraightFlush,
}

/// A hand of five: its kind, then the ranks that decide between two of a kind. Greater beats smaller, equal ones split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand {
    /// The kind.
    pub category: Category,
    /// The ranks, those that occur most often first, then descending; of a straight only its highest, and zeros.
    pub ranks: [u8; 5],
}

impl Hand {
    /// The hand that these five cards make.
    ///
    /// ```
    /// use provably_fair::games::{cards::Card, poker::{Category, Hand}};
    /// let hand = |cards: [u32; 5]| Hand::of(cards.map(|card| Card::new(card).unwrap()));
    /// assert_eq!(hand([0, 13, 26, 5, 18]).category, Category::FullHouse); // 2 2 2 7 7
    /// let wheel = hand([12, 13, 1, 2, 3]); // A 2 3 4 5
    /// assert_eq!((wheel.category, wheel.ranks[0]), (Category::Straight, 3));
    /// assert!(hand([0, 1, 2, 3, 4]) > hand([0, 13, 26, 39, 5])); // a straight flush beats four twos
    /// ```
    #[must_use]
    pub fn of(cards: [Card; 5]) -> Self {
        let mut ranks = cards.map(Card::rank);
        let often = |rank: u8| cards.iter().filter(|card| card.rank() == rank).count();
        ranks.sort_unstable_by(|a, b| often(*b).cmp(&often(*a)).then(b.cmp(a)));
        let [first, .., last] = ranks;
        let flush = cards
            .windows(2)
            .all(|two| matches!(two, [a, b] if a.suit() == b.suit()));
        let different = often(first) == 1;
        let straight = match (different && first - last == 4, ranks) {
            (true, _) => Some(first),
            (false, [Card::ACE, 3, 2, 1, 0]) => Some(3),
            (false, _) => None,
        };
        let third = ranks.get(3).map_or(0, |rank| often(*rank));
        let category = match (straight, flush, often(first), third) {
            (Some(_), true, ..) => Category::StraightFlush,
            (_, _, 4, _) => Category::Four,
            (_, _, 3, 2) => Category::FullHouse,
            (_, true, ..) => Category::Flush,
            (Some(_), ..) => Category::Straight,
            (_, _, 3, _) => Category::Three,
            (_, _, 2, 2) => Category::TwoPairs,
            (_, _, 2, _) => Category::Pair,
            _ => Category::HighCard,
        };
        let ranks = straight.map_or(ranks, |top| [top, 0, 0, 0, 0]);
        Self { category, ranks }
    }

    /// The best hand of five among these cards; `None` of fewer than five or more than seven.
    ///
    /// ```
    /// use provably_fair::games::{cards::Card, poker::{Category, Hand}};
    /// let seven = Card::all(&[0, 13, 5, 18, 31, 44, 40]).unwrap(); // 2 2 7 7 7 7 3
    /// assert_eq!(Hand::best(&seven).unwrap().category, Category::Four);
    /// ```
    #[must_use]
    pub fn best(cards: &[Card]) -> Option<Self> {
        if cards.len() > 7 {
            return None;
        }
        // Every choice of five as a bit mask; at most 128 masks.
        let choices = (0_u32..1 << cards.len()).filter(|mask| mask.count_ones() == 5);
        let hands = choices.filter_map(|mask| {
            let chosen = cards.iter().zip(0..).filter(|(_, bit)| mask >> bit & 1 == 1);
            let chosen: Vec<Card> = chosen.map(|(card, _)| *card).collect();
            Some(Self::of(chosen.try_into().ok()?))
        });
        hands.max()
    }
}

/// Video poker's five cards after the replacements: unheld slots are filled in ascending order, as far as replacements were
/// dealt. `None` for another game, a deal of fewer than five, or fewer replacements than slots that were not held.
///
/// ```
/// use provably_fair::games::{self, poker};
/// use provably_fair::{CURSOR_V1, Revealed};
/// let seed = Revealed::from_text("server");
/// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
/// let deal = games::VIDEO_POKER.deal(&round, &[5, 2]).unwrap(); // 11 14 17 15 12, then 34 13
/// let hand = poker::video_poker(&deal, [true, false, true, false, true]).unwrap();
/// assert_eq!(hand.map(|card| card.number()), [11, 34, 17, 13, 12]);
/// assert_eq!(poker::video_poker(&deal, [false; 5]), None); // five replacements were not dealt
/// ```
#[must_use]
pub fn video_poker(deal: &Deal, held: [bool; 5]) -> Option<[Card; 5]> {
    if *deal.row() != VIDEO_POKER {
        return None;
    }
    let mut dealt: [Card; 5] = Card::all(&deal.items("deal"))?.try_into().ok()?;
    let mut replacements = Card::all(&deal.items("replacements"))?.into_iter();
    for (slot, held) in dealt.iter_mut().zip(held) {
        if !held {
            *slot = replacements.next()?;
        }
    }
    Some(dealt)
}

/// Hold'em as far as it was dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holdem {
    /// The player's two cards.
    pub player: Vec<Card>,
    /// The dealer's two cards.
    pub dealer: Vec<Card>,
    /// Three cards after a fold, five at a showdown.
    pub board: Vec<Card>,
}

impl Holdem {
    /// Reads a deal; `None` for another game.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use provably_fair::games::{self, poker::Holdem};
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// let called = Holdem::read(&games::HOLDEM.deal(&round, &[2, 2, 3, 1, 1]).unwrap()).unwrap();
    /// let folded = Holdem::read(&games::HOLDEM.deal(&round, &[2, 2, 3, 0, 0]).unwrap()).unwrap();
    /// assert_eq!(called.showdown(), Some(Ordering::Greater)); // A K Q 10 9 beats A Q 10 9 6
    /// assert_eq!(folded.showdown(), None);
    /// ```
    #[must_use]
    pub fn read(deal: &Deal) -> Option<Self> {
        let cards = |segment| Card::all(&deal.items(segment));
        let board = ["flop", "turn", "river"].map(|segment| deal.items(segment)).concat();
        (*deal.row() == HOLDEM).then_some(())?;
        Some(Self {
            player: cards("player")?,
            dealer: cards("dealer")?,
            board: Card::all(&board)?,
        })
    }

    /// The best hands of player and dealer with the board as far as it was dealt; `None` before the flop is whole.
    #[must_use]
    pub fn hands(&self) -> Option<(Hand, Hand)> {
        let best = |own: &[Card]| Hand::best(&[own, self.board.as_slice()].concat());
        Some((best(&self.player)?, best(&self.dealer)?))
    }

    /// Player against dealer, once all nine cards are dealt.
    #[must_use]
    pub fn showdown(&self) -> Option<Ordering> {
        let whole = self.player.len() == 2 && self.dealer.len() == 2 && self.board.len() == 5;
        let (player, dealer) = self.hands().filter(|_| whole)?;
        Some(player.cmp(&dealer))
    }
}
