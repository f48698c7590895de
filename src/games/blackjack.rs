//! Blackjack hands of a finished deal: who has which card, and what hands count.
//!
//! Cursors 0 to 3 are player, dealer up, player, dealer hole; then hits in the order taken. A deal does not say who took a
//! hit: that is in the players' actions. An ace counts 11 unless the hand would pass 21, then 1.

use alloc::vec::Vec;

use super::BLACKJACK;
use super::cards::Card;
use crate::layout::Deal;

/// The table after a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The player's two cards.
    pub player: [Card; 2],
    /// The dealer's open card.
    pub up: Card,
    /// The dealer's hidden card.
    pub hole: Card,
    /// The cards taken after that.
    pub hits: Vec<Card>,
}

impl Table {
    /// Reads a deal; `None` for another game or before four cards are dealt.
    ///
    /// ```
    /// use provably_fair::games::{self, blackjack::{Table, total}};
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// let table = Table::read(&games::BLACKJACK.deal(&round, &[4, 1]).unwrap()).unwrap();
    /// let cards = [table.player[0], table.player[1], table.up, table.hole, table.hits[0]].map(|card| card.number());
    /// assert_eq!(cards, [11, 18, 14, 16, 13]);
    /// assert_eq!(total(&table.player).points, 17); // king and seven
    /// ```
    #[must_use]
    pub fn read(deal: &Deal) -> Option<Self> {
        if *deal.row() != BLACKJACK {
            return None;
        }
        let [first, up, second, hole] = Card::all(&deal.items("deal"))?.try_into().ok()?;
        Some(Self {
            player: [first, second],
            up,
            hole,
            hits: Card::all(&deal.items("hits"))?,
        })
    }
}

/// What a hand counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The points; above 21 the hand is bust.
    pub points: u32,
    /// An ace counts 11.
    pub soft: bool,
    /// An ace and a ten, two cards.
    pub natural: bool,
}

/// The best count of a hand.
///
/// ```
/// use provably_fair::games::{blackjack::{Total, total}, cards::Card};
/// let count = |cards: &[u32]| total(&Card::all(cards).unwrap());
/// assert_eq!(count(&[12, 11]), Total { points: 21, soft: true, natural: true }); // ace, king
/// assert_eq!(count(&[12, 25, 7]), Total { points: 21, soft: true, natural: false }); // two aces, nine
/// assert_eq!(count(&[12, 8, 7]), Total { points: 20, soft: false, natural: false }); // ace, ten, nine
/// ```
#[must_use]
pub fn total(hand: &[Card]) -> Total {
    let low = |card: &Card| match card.rank() {
        Card::ACE => 1,
        rank => u32::from(rank + 2).min(10),
    };
    let low: u32 = hand.iter().map(low).sum();
    let soft = low <= 11 && hand.iter().any(|card| card.rank() == Card::ACE);
    let points = if soft { low + 10 } else { low };
    Total {
        points,
        soft,
        natural: points == 21 && hand.len() == 2,
    }
}
