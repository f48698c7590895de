//! Stake's boards: draws without replacement of which only the set matters.

use super::{PAGE, shift, size, so_many, stake};
use crate::layout::{Count, Row, Segment, Shape, Size, Supply};
use crate::pool::Order;

/// A fresh pool 0, 1, ... on every level.
const fn levels(size: Size, every: &'static str) -> Shape {
    Shape::Pick {
        from: Supply::Renewed {
            first: 0,
            size,
            order: Order::RemoveShift,
            every: Size::Named(every),
            further: 0,
        },
    }
}

/// Mines on 25 cells.
pub const MINES: Row = stake(
    "stake_mines/1",
    PAGE,
    &[size("mines", 1, 25)],
    &[Segment::new(
        "mines",
        0,
        so_many("mines", 1),
        shift(0, 25),
        "cell of a mine, in draw order",
    )],
);

/// Ten balls out of 1 to 40.
pub const KENO: Row = stake(
    "stake_keno/1",
    PAGE,
    &[],
    &[Segment::new(
        "balls",
        0,
        Count::Fixed(10),
        shift(1, 40),
        "ball, in draw order",
    )],
);

/// Eggs and tiles on a level of dragon tower, by difficulty.
pub const EGGS_AND_TILES: [(&str, u32, u32); 5] = [
    ("easy", 3, 4),
    ("medium", 2, 3),
    ("hard", 1, 2),
    ("expert", 1, 3),
    ("master", 1, 4),
];

/// Nine levels, the eggs of each drawn afresh. How many of how many: [`EGGS_AND_TILES`].
pub const DRAGON_TOWER: Row = stake(
    "stake_dragon_tower/1",
    PAGE,
    &[size("eggs", 1, 4), size("tiles", 2, 4)],
    &[Segment::new(
        "eggs",
        0,
        so_many("eggs", 9),
        levels(Size::Named("tiles"), "eggs"),
        "tile of an egg, level by level",
    )],
);

/// Eight levels of seven holes, the moles of each drawn afresh.
pub const MOLES: Row = stake(
    "stake_moles/1",
    PAGE,
    &[size("moles", 1, 7)],
    &[Segment::new(
        "moles",
        0,
        so_many("moles", 8),
        levels(Size::Fixed(7), "moles"),
        "hole of a mole, level by level",
    )],
);
