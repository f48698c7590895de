//! Stake's card order, and its two ways to deal.

use super::{PAGE, each, shift, stake};
use crate::layout::{Count, LIMIT, Row, Segment, Shows};

const CARD: Shows = Shows::Names(&CARDS);

macro_rules! ranks {
    ($($rank:literal)*) => {
        /// The operator's card order: by rank, then diamond, heart, spade, club.
        pub const CARDS: [&str; 52] = [$(
            concat!($rank, "-diamond"), concat!($rank, "-heart"), concat!($rank, "-spade"), concat!($rank, "-club"),
        )*];
    };
}
ranks!("2" "3" "4" "5" "6" "7" "8" "9" "10" "J" "Q" "K" "A");

/// Cards that may come again: hilo and baccarat in draw order; blackjack two for the player, two for the dealer, then the rest.
pub const CARDS_WITH_REPLACEMENT: Row = stake(
    "stake_cards_with_replacement/1",
    "Stake's implementation page; blackjack's order from captured rounds",
    &[],
    &[Segment::new(
        "cards",
        0,
        Count::Open { max: LIMIT },
        each(52),
        "card: rank c / 4, 2 first, and suit c mod 4",
    )
    .shown(CARD)],
);

/// Video poker: five cards, then five that may replace them.
pub const CARDS_WITHOUT_REPLACEMENT: Row = stake(
    "stake_cards_without_replacement/1",
    PAGE,
    &[],
    &[Segment::new(
        "cards",
        0,
        Count::Open { max: 52 },
        shift(0, 52),
        "card: rank c / 4, 2 first, and suit c mod 4",
    )
    .shown(CARD)],
);
