//! The rows of Stake and its many relatives, dealt under [`STAKE_V1`], and readings of their deals.
//!
//! Source: the operator's implementation page, <https://stake.com/provably-fair/implementation>; values that it paid are in
//! `tests/vectors/published-games.json`. Payout tables of plinko, wheel and cases are not here: they changed over time and are no
//! part of the derivation, so a reading gives the slot, the segment or the tier. Pump and chicken pay by a formula
//! ([`hazard_multiplier`]).

use crate::layout::{Count, LIMIT, Param, Row, Segment, Shape, Shows, Size, Supply};
use crate::pool::Order;
use crate::scheme::STAKE_V1;

use super::{each, size, so_many};

mod boards;
mod cards;
mod hazards;
mod read;

pub use boards::{DRAGON_TOWER, EGGS_AND_TILES, KENO, MINES, MOLES};
pub use cards::{CARDS, CARDS_WITH_REPLACEMENT, CARDS_WITHOUT_REPLACEMENT};
pub use hazards::{CHICKEN, HAZARDS, PUMP, hazard_multiplier, highest_multiplier, safe_steps};
pub use read::{bytes, cases_tier, drill, limbo, limbo_1e8, plinko_slot, slots_reels, snakes_rolls};

const fn stake(id: &'static str, about: &'static str, params: &'static [Param], segments: &'static [Segment]) -> Row {
    Row::new(id, STAKE_V1.id(), about, params, segments)
}

const fn shift(first: u32, size: u32) -> Shape {
    Shape::Pick {
        from: Supply::Fresh {
            first,
            size: Size::Fixed(size),
            order: Order::RemoveShift,
        },
    }
}

const PAGE: &str = "Stake's implementation page";

/// The gems of diamonds, by index.
pub const GEMS: [&str; 7] = ["green", "purple", "yellow", "red", "cyan", "pink", "blue"];

/// Dice, and present Primedice: 0.00 to 100.00.
pub const DICE: Row = stake(
    "stake_dice/1",
    PAGE,
    &[],
    &[Segment::new("roll", 0, Count::Fixed(1), each(10_001), "roll in hundredths").shown(Shows::Hundredths)],
);

/// Limbo as it is played now: 2^24 buckets.
pub const LIMBO: Row = stake(
    "stake_limbo/2",
    "Stake's implementation page; doubles in its order of operations, which is what was paid",
    &[],
    &[
        Segment::new("outcome", 0, Count::Fixed(1), Shape::Number, "multiplier in hundredths")
            .shown(Shows::Point(|number, _| Some(limbo(number)))),
    ],
);

/// Limbo as it was played up to 2020: 10^8 buckets.
pub const LIMBO_1E8: Row = stake(
    "stake_limbo/1",
    "the rule up to 2020, from independent verifiers; doubles in its order of operations",
    &[],
    &[
        Segment::new("outcome", 0, Count::Fixed(1), Shape::Number, "multiplier in hundredths")
            .shown(Shows::Point(|number, _| Some(limbo_1e8(number)))),
    ],
);

/// One of 37 pockets.
pub const ROULETTE: Row = stake(
    "stake_roulette/1",
    PAGE,
    &[],
    &[Segment::new("pocket", 0, Count::Fixed(1), each(37), "pocket 0 to 36")],
);

/// A ball's way down 8 to 16 rows (any number here).
pub const PLINKO: Row = stake(
    "stake_plinko/1",
    PAGE,
    &[size("rows", 1, 64)],
    &[Segment::new(
        "rows",
        0,
        so_many("rows", 1),
        each(2),
        "step of row r: 0 left, 1 right",
    )],
);

/// Five gems.
pub const DIAMONDS: Row = stake(
    "stake_diamonds/1",
    PAGE,
    &[],
    &[Segment::new("gems", 0, Count::Fixed(5), each(7), "gem").shown(Shows::Names(&GEMS))],
);

/// Up to 20 flips.
pub const FLIP: Row = stake(
    "stake_flip/1",
    "Stake's implementation page; exactly 0.5 is tails",
    &[],
    &[Segment::new(
        "flips",
        0,
        Count::Open { max: 20 },
        Shape::Number,
        "tails up to 0.5, heads above",
    )
    .shown(Shows::NumberNames(&["T", "H"], |number| u32::from(number > 0.5)))],
);

/// Rock, paper, scissors: up to 20 rounds.
pub const ROCK_PAPER_SCISSORS: Row = stake(
    "stake_rps/1",
    PAGE,
    &[],
    &[
        Segment::new("throws", 0, Count::Open { max: 20 }, each(3), "rock, paper, scissors")
            .shown(Shows::Names(&["R", "P", "S"])),
    ],
);

/// Five rolls of two dice.
pub const SNAKES: Row = stake(
    "stake_snakes/1",
    PAGE,
    &[],
    &[Segment::new(
        "dice",
        0,
        Count::Fixed(10),
        each(6),
        "face - 1; dice 2i and 2i + 1 are roll i",
    )
    .shown(Shows::OneBased)],
);

/// Three stages, a multiplier each.
pub const DRILL: Row = stake(
    "stake_drill/1",
    PAGE,
    &[],
    &[
        Segment::new("stages", 0, Count::Fixed(3), Shape::Number, "multiplier in hundredths")
            .shown(Shows::Point(|number, _| Some(drill(number)))),
    ],
);

/// Rotation and distance; a verifier takes the square root of the second and halves it.
pub const DARTS: Row = stake(
    "stake_darts/1",
    PAGE,
    &[],
    &[Segment::new(
        "throw",
        0,
        Count::Fixed(2),
        Shape::Number,
        "rotation, distance",
    )],
);

/// A segment of the wheel, which has 10, 20, 30, 40 or 50 of them (any number up to 100 here).
pub const WHEEL: Row = stake(
    "stake_wheel/1",
    PAGE,
    &[size("segments", 2, 100)],
    &[Segment::new(
        "segment",
        0,
        Count::Fixed(1),
        Shape::Each {
            n: Size::Named("segments"),
        },
        "segment from 0; what it pays depends on the risk",
    )],
);

/// One number, by which a case is opened: [`cases_tier`].
pub const CASES: Row = stake(
    "stake_cases/1",
    PAGE,
    &[],
    &[Segment::new(
        "number",
        0,
        Count::Fixed(1),
        Shape::Number,
        "number; the tier is the first of a falling list of thresholds that it reaches",
    )],
);

/// Five reels a spin, a spin after the other: [`slots_reels`].
pub const SLOTS: Row = stake(
    "stake_slots/1",
    PAGE,
    &[],
    &[Segment::new(
        "reels",
        0,
        Count::Open { max: LIMIT },
        Shape::Number,
        "reel i mod 5 of spin i / 5; the last has 41 stops, the others 30",
    )],
);

/// Stake's rows.
pub const TABLE: [Row; 22] = [
    DICE,
    LIMBO,
    LIMBO_1E8,
    ROULETTE,
    MINES,
    KENO,
    PLINKO,
    DIAMONDS,
    CARDS_WITH_REPLACEMENT,
    CARDS_WITHOUT_REPLACEMENT,
    PUMP,
    CHICKEN,
    DRAGON_TOWER,
    MOLES,
    FLIP,
    ROCK_PAPER_SCISSORS,
    SNAKES,
    DRILL,
    DARTS,
    WHEEL,
    CASES,
    SLOTS,
];
