//! Andar bahar of a finished deal: heads, joker, race.
//!
//! The five heads are numbers (the first two are the boosted buckets). The fifth is also the first pool hop on 52: its card is
//! the joker, and the race goes on with what is left. Which side the first raced card belongs to, the source does not say.

use alloc::vec::Vec;

use super::ANDAR_BAHAR;
use super::cards::Card;
use crate::layout::Deal;

/// A round, as far as it was dealt.
#[derive(Clone, Debug, PartialEq)]
pub struct AndarBahar {
    /// The five heads, in cursor order.
    pub heads: [f64; 5],
    /// The card that the fifth head draws.
    pub joker: Card,
    /// The raced cards, in order.
    pub race: Vec<Card>,
}

impl AndarBahar {
    /// Reads a deal; `None` for another game, before the joker is dealt, or under a scheme without plain numbers.
    ///
    /// ```
    /// use provably_fair::games::{self, andar_bahar::AndarBahar};
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// let read = AndarBahar::read(&games::ANDAR_BAHAR.deal(&round, &[4, 1, 3]).unwrap()).unwrap();
    /// assert_eq!(read.heads[0].to_bits(), 0x3fcd_673d_81fc_2af2);
    /// assert_eq!(read.joker.number(), 13);
    /// assert_eq!(read.race.iter().map(|card| card.number()).collect::<Vec<_>>(), [37, 14, 18]);
    /// ```
    #[must_use]
    pub fn read(deal: &Deal) -> Option<Self> {
        if *deal.row() != ANDAR_BAHAR {
            return None;
        }
        let heads = [deal.numbers("heads"), deal.numbers("joker")].concat();
        Some(Self {
            heads: heads.try_into().ok()?,
            joker: Card::new(deal.items("joker").first().copied()?)?,
            race: Card::all(&deal.items("race"))?,
        })
    }

    /// Position in the race of the first card of the joker's rank, from 0.
    #[must_use]
    pub fn matched(&self) -> Option<u32> {
        let mut race = self.race.iter().zip(0..);
        race.find(|(card, _)| card.rank() == self.joker.rank())
            .map(|(_, at)| at)
    }
}
