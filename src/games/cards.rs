//! Card numbers 0 to 51 as ranks and suits (SPEC 8), decided there: rank c mod 13, 2 first and ace last; suit c / 13.
//!
//! The source numbers the suits and does not name them. The names here, club, diamond, heart, spade in ascending order, are
//! *decided here* and only shown: no result depends on them. Stake's order is another one ([`stake::CARDS`](super::stake::CARDS)).

use core::fmt;

macro_rules! suits {
    ($($suit:literal)*) => {
        /// The cards' names, by number.
        pub const NAMES: [&str; 52] = [$(
            concat!("2", $suit), concat!("3", $suit), concat!("4", $suit), concat!("5", $suit), concat!("6", $suit),
            concat!("7", $suit), concat!("8", $suit), concat!("9", $suit), concat!("10", $suit), concat!("J", $suit),
            concat!("Q", $suit), concat!("K", $suit), concat!("A", $suit),
        )*];
    };
}
suits!("\u{2663}" "\u{2666}" "\u{2665}" "\u{2660}");

/// A card of the deck of 52.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    number: u8,
}

impl Card {
    /// Ace: the highest rank.
    pub const ACE: u8 = 12;

    /// The card with this number; `None` from 52 on.
    ///
    /// ```
    /// use provably_fair::games::cards::Card;
    /// let card = Card::new(38).unwrap();
    /// assert_eq!((card.rank(), card.suit(), card.to_string().as_str()), (12, 2, "A\u{2665}"));
    /// assert_eq!(Card::new(52), None);
    /// ```
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        let number = u8::try_from(number).ok().filter(|number| *number < 52)?;
        Some(Self { number })
    }

    /// The cards with these numbers; `None` if one is none.
    #[must_use]
    pub fn all(numbers: &[u32]) -> Option<alloc::vec::Vec<Self>> {
        numbers.iter().map(|number| Self::new(*number)).collect()
    }

    /// The number, 0 to 51.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }

    /// 0 for a two, up to 8 for a ten, then jack, queen, king, and 12 for an ace.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.number % 13
    }

    /// 0 to 3.
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.number / 13
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES.get(usize::from(self.number)).copied().unwrap_or_default())
    }
}
