//! Rows of operators that have a game or two under a scheme of their own.
//!
//! Each row's source is its scheme's ([`scheme`](crate::scheme)). What a result pays is no part of the derivation.

use alloc::vec::Vec;

use super::{each, hop, size, so_many};
use crate::layout::{Count, Deal, Row, Segment, Setting, Shows, Size};
use crate::scheme::{DUEL_DICE_V1, DUEL_MINES_V1, DUEL_PLINKO_V1, JUST_DICE_V1, LIQD_DICE_V1, PRIMEDICE_CLASSIC_V1};

const AUDITED: &str = "the operator's auditor";

const fn roll(outcomes: u32, what: &'static str) -> Segment {
    Segment::new("roll", 0, Count::Fixed(1), each(outcomes), what)
}

/// LIQD's dice: 0.00 to 99.99.
pub const LIQD_DICE: Row = Row::new(
    "liqd_dice/1",
    LIQD_DICE_V1.id(),
    AUDITED,
    &[],
    &[roll(10_000, "roll in hundredths").shown(Shows::Hundredths)],
);

/// Duel's dice: 0.00 to 100.00.
pub const DUEL_DICE: Row = Row::new(
    "duel_dice/1",
    DUEL_DICE_V1.id(),
    AUDITED,
    &[],
    &[roll(10_001, "roll in hundredths").shown(Shows::Hundredths)],
);

/// A ball's way down 8 to 16 rows (any number here). Where it ends: [`plinko_slot`](super::stake::plinko_slot).
pub const DUEL_PLINKO: Row = Row::new(
    "duel_plinko/1",
    DUEL_PLINKO_V1.id(),
    AUDITED,
    &[size("rows", 1, 64)],
    &[Segment::new(
        "rows",
        0,
        so_many("rows", 1),
        each(2),
        "step of row r: 0 left, 1 right",
    )],
);

const TILES: u32 = 25;

/// Mines on 25 tiles: a whole shuffle, whose first places are the mines ([`duel_mines`]).
///
/// The site shuffles from the last place down, swapping place i with a place of 0 to i: draw c, a pool hop, gives the tile
/// that ends at place 24 - c, and what is left at last stands at place 0.
pub const DUEL_MINES: Row = Row::new(
    "duel_mines/1",
    DUEL_MINES_V1.id(),
    AUDITED,
    &[size("mines", 1, TILES - 1)],
    &[Segment::new(
        "shuffle",
        0,
        Count::Fixed(TILES - 1),
        hop(0, Size::Fixed(TILES)),
        "tile that ends at place 24 - c; the first places are mines",
    )],
);

/// The mines of a deal of [`DUEL_MINES`], ascending. `None` for a deal of another game, and before the shuffle is whole: its
/// last draws decide the first places.
///
/// ```
/// use provably_fair::Revealed;
/// use provably_fair::games::operators::{DUEL_MINES, duel_mines};
/// use provably_fair::layout::Value;
/// use provably_fair::scheme::DUEL_MINES_V1;
/// let seed = Revealed::from_text("1cdcd1d16090b08915c3bf8da241aa5db94605244449f8fd67cf92e7f21eb0f7");
/// let round = DUEL_MINES_V1.round(&seed, "Bw2ll1YE0PQa1CGz", 0).unwrap();
/// let game = DUEL_MINES.with(&[("mines", Value::Size(3))]).unwrap();
/// assert_eq!(duel_mines(&game.deal(&round, &[24]).unwrap()), Some(vec![8, 17, 21]));
/// ```
#[must_use]
pub fn duel_mines(deal: &Deal) -> Option<Vec<u32>> {
    let (true, Some(Setting::Size(mines))) = (*deal.row() == DUEL_MINES, deal.setting("mines")) else {
        return None;
    };
    let drawn = deal.items("shuffle");
    let mut left = (0..TILES).filter(|tile| !drawn.contains(tile));
    let (Some(first), None) = (left.next(), left.next()) else {
        return None; // more than one tile is left
    };
    let places = core::iter::once(first).chain(drawn.into_iter().rev());
    let mut mines: Vec<u32> = places.zip(0..mines).map(|(tile, _)| tile).collect();
    mines.sort_unstable();
    Some(mines)
}

/// Primedice as it was played for years: 0.00 to 99.99.
pub const PRIMEDICE_CLASSIC: Row = Row::new(
    "primedice_classic/1",
    PRIMEDICE_CLASSIC_V1.id(),
    "a relative's page",
    &[],
    &[roll(10_000, "roll in hundredths").shown(Shows::Hundredths)],
);

/// Just-Dice: 0.0000 to 99.9999, shown as the number of ten-thousandths.
pub const JUST_DICE: Row = Row::new(
    "just_dice/1",
    JUST_DICE_V1.id(),
    "a verifier of the site's rolls",
    &[],
    &[roll(1_000_000, "roll in ten-thousandths")],
);

/// The rows of these operators.
pub const TABLE: [Row; 6] = [
    LIQD_DICE,
    DUEL_DICE,
    DUEL_PLINKO,
    DUEL_MINES,
    PRIMEDICE_CLASSIC,
    JUST_DICE,
];
