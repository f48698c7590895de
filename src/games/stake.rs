//! The rows of Stake and its many relatives, dealt under [`STAKE_V1`](crate::STAKE_V1), and readings of their deals.
//!
//! Source: the operator's implementation page; values that it paid are in `tests/vectors/published-games.json`. Payout tables
//! are not here: they changed over time and are no part of the derivation.

use crate::layout::{Count, Deal, LIMIT, Param, Row, Segment, Shape, Shows, Size, Supply};
use crate::pool::Order;
use crate::scheme::STAKE_V1;
use crate::stream::{DrawError, Round};

use super::{each, size};

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

const fn so_many(name: &'static str, times: u32) -> Count {
    Count::Named { name, times, less: 0 }
}

const CARD: Shows = Shows::Names(&CARDS);
const PAGE: &str = "Stake's implementation page";

macro_rules! ranks {
    ($($rank:literal)*) => {
        /// The operator's card order: by rank, then diamond, heart, spade, club.
        pub const CARDS: [&str; 52] = [$(
            concat!($rank, "-diamond"), concat!($rank, "-heart"), concat!($rank, "-spade"), concat!($rank, "-club"),
        )*];
    };
}
ranks!("2" "3" "4" "5" "6" "7" "8" "9" "10" "J" "Q" "K" "A");

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

/// How many hazards pump and chicken have, by difficulty.
pub const HAZARDS: [(&str, u32); 4] = [("easy", 1), ("medium", 3), ("hard", 5), ("expert", 10)];

/// Eggs and tiles on a level of dragon tower, by difficulty.
pub const EGGS_AND_TILES: [(&str, u32, u32); 5] = [
    ("easy", 3, 4),
    ("medium", 2, 3),
    ("hard", 1, 2),
    ("expert", 1, 3),
    ("master", 1, 4),
];

/// Hazards of pump: the lowest position is how far the balloon goes. How many: [`HAZARDS`].
pub const PUMP: Row = stake(
    "stake_pump/1",
    PAGE,
    &[size("hazards", 1, 25)],
    &[Segment::new(
        "hazards",
        0,
        so_many("hazards", 1),
        shift(0, 25),
        "position of a hazard, in draw order",
    )],
);

/// Hazards of chicken: the lowest position is how far it walks. How many: [`HAZARDS`].
pub const CHICKEN: Row = stake(
    "stake_chicken/1",
    PAGE,
    &[size("hazards", 1, 20)],
    &[Segment::new(
        "hazards",
        0,
        so_many("hazards", 1),
        shift(0, 20),
        "position of a hazard, in draw order",
    )],
);

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

/// Stake's rows.
pub const TABLE: [Row; 19] = [
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
];

/// Present limbo in hundredths: k = floor(u * 2^24), then 2^24 / (k + 1), times 0.99, times 100, floor, in doubles and in this
/// order; at least 100, as the operator's page says.
///
/// The exact rational floor(99 * 2^24 / (k + 1)) is another rule: it pays a cent more in 44 of the 2^24 buckets.
///
/// ```
/// use provably_fair::games::stake;
/// assert_eq!(stake::limbo(2.0 / 16_777_216.0), 553_648_127); // exact: 553_648_128
/// assert_eq!(stake::limbo(0.999), 100); // clamped
/// ```
#[must_use]
pub fn limbo(number: f64) -> u64 {
    buckets(number, 16_777_216.0)
}

/// Limbo up to 2020 in hundredths: as [`limbo`], with 10^8 in place of 2^24.
///
/// ```
/// use provably_fair::games::stake;
/// assert_eq!(stake::limbo_1e8(0.5), 197); // 10^8 / 50,000,001 * 0.99 is a little below 1.98
/// ```
#[must_use]
pub fn limbo_1e8(number: f64) -> u64 {
    buckets(number, 1e8)
}

fn buckets(number: f64, buckets: f64) -> u64 {
    let bucket = floor(number * buckets);
    let multiplier = buckets / (bucket + 1.0) * 0.99;
    hundredths(multiplier).max(100)
}

/// A stage of drill in hundredths: 100 below 0.02, else floor(100 * min(0.98 / (1 - u), 2,000,000)), in doubles.
///
/// ```
/// use provably_fair::games::stake;
/// assert_eq!([0.0, 0.5, 1.0 - 1.0 / 4_294_967_296.0].map(stake::drill), [100, 196, 200_000_000]);
/// ```
#[must_use]
pub fn drill(number: f64) -> u64 {
    if number < 0.02 {
        return 100;
    }
    hundredths((0.98 / (1.0 - number)).min(2_000_000.0))
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast is the floor: values are positive, and it saturates"
)]
fn hundredths(multiplier: f64) -> u64 {
    (multiplier * 100.0) as u64
}

/// The floor of a number of 0 to 10^8, which a u32 holds.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast is the floor: values are positive, and it saturates"
)]
fn floor(number: f64) -> f64 {
    f64::from(number as u32)
}

/// Where a plinko ball ends: the number of steps to the right, from the left. `None` for a deal of another game.
///
/// ```
/// use provably_fair::games::stake;
/// use provably_fair::layout::Value;
/// use provably_fair::{Revealed, STAKE_V1};
/// let seed = Revealed::from_text("server seed");
/// let round = STAKE_V1.round(&seed, "client seed", 1).unwrap();
/// let game = stake::PLINKO.with(&[("rows", Value::Size(8))]).unwrap();
/// assert_eq!(stake::plinko_slot(&game.deal(&round, &[8]).unwrap()), Some(7));
/// ```
#[must_use]
pub fn plinko_slot(deal: &Deal) -> Option<u32> {
    let ours = *deal.row() == PLINKO || *deal.row() == super::PLINKO;
    ours.then(|| deal.items("rows").iter().sum())
}

/// The five rolls of snakes, 2 to 12, as far as they were dealt. `None` for a deal of another game.
#[must_use]
pub fn snakes_rolls(deal: &Deal) -> Option<[Option<u32>; 5]> {
    let mut dice = deal.items("dice").into_iter();
    let mut roll = |_| Some(dice.next()? + dice.next()? + 2);
    (*deal.row() == SNAKES).then(|| core::array::from_fn(&mut roll))
}

/// The bytes of a round from byte `first` on, block after block: what this operator's numbers are cut from, four at a time.
///
/// # Errors
/// Never at a byte that the scheme can count; an item is an error where its digest is.
///
/// ```
/// use provably_fair::games::stake;
/// use provably_fair::{Revealed, STAKE_V1};
/// let seed = Revealed::from_text("some server seed");
/// let round = STAKE_V1.round(&seed, "some client seed", 1).unwrap();
/// let bytes: Result<Vec<u8>, _> = stake::bytes(&round, 1).take(3).collect();
/// assert_eq!(bytes.unwrap(), [136, 121, 135]);
/// ```
pub fn bytes<'a>(round: &'a Round<'_>, first: u64) -> impl Iterator<Item = Result<u8, DrawError>> + 'a {
    const BLOCK: u64 = 32;
    const NUMBERS: u64 = 8;
    let mut skip = usize::try_from(first % BLOCK).unwrap_or(0);
    (first / BLOCK..u64::MAX / NUMBERS).flat_map(move |block| {
        let digest = round.digest(block * NUMBERS);
        let skip = core::mem::take(&mut skip);
        let length = if digest.is_ok() { 32 } else { skip + 1 };
        (skip..length).map(move |i| digest.map(|digest| digest.as_bytes().get(i).copied().unwrap_or(0)))
    })
}
