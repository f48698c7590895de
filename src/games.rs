//! The table: a row a game.
//!
//! A stranger sees here what each game spends and in what order; `cargo run --example table` prints it. The modules *read* a
//! finished [`Deal`](crate::layout::Deal), none of them touches the stream (only [`stake::bytes`] does,
//! which is no game but the raw bytes that Stake's own page shows). Rows of *Cursor* (SPEC 8) stand here, those of
//! other operators in modules of their own ([`stake`], [`operators`]).
//!
//! Sources: the published description of the cursor games for the order and the number of draws. Weights, tiles, cells, the
//! return and the cap are parameters, since the description gives none. Each row's values never change under its id.
//!
//! ```
//! use provably_fair::{CURSOR_V1, Revealed, games};
//! let seed = Revealed::from_text("server");
//! let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
//! let dealt = games::VIDEO_POKER.deal(&round, &[5, 2]).unwrap(); // five dealt, two replaced
//! assert_eq!(dealt.items("deal"), [11, 14, 17, 15, 12]);
//! assert_eq!(dealt.items("replacements"), [34, 13]);
//! ```

use crate::layout::{Count, Kind, LIMIT, Param, Row, Segment, Shape, Shows, Size, Supply};
use crate::pool::Order;
use crate::scheme::CURSOR_V1;

mod action;
pub mod andar_bahar;
pub mod bingo;
pub mod blackjack;
pub mod cards;
pub mod dice;
pub mod limbo;
pub mod omikuji;
pub mod operators;
pub mod poker;
pub mod stake;

pub use action::{Action, ActionError};

/// As far as the game goes; the source gives no end.
const OPEN: Count = Count::Open { max: LIMIT };

const fn each(n: u32) -> Shape {
    Shape::Each { n: Size::Fixed(n) }
}

/// `times` * a parameter.
const fn so_many(name: &'static str, times: u32) -> Count {
    Count::Named { name, times, less: 0 }
}

const fn hop(first: u32, size: Size) -> Shape {
    let order = Order::PoolHop;
    Shape::Pick {
        from: Supply::Fresh { first, size, order },
    }
}

const SAME: Shape = Shape::Pick { from: Supply::Same };
const DECK: Shape = hop(0, Size::Fixed(52));
const CARD: Shows = Shows::Names(&cards::NAMES);
const CARD_IS: &str = "card: rank c mod 13, 2 first, and suit c / 13";

const fn cursor(id: &'static str, about: &'static str, params: &'static [Param], segments: &'static [Segment]) -> Row {
    Row::new(id, CURSOR_V1.id(), about, params, segments)
}

const fn size(name: &'static str, min: u32, max: u32) -> Param {
    let kind = Kind::Size { min, max };
    Param { name, kind }
}

const fn table(name: &'static str) -> Param {
    let kind = Kind::Weights;
    Param { name, kind }
}

/// One of 37 pockets.
pub const ROULETTE: Row = cursor(
    "roulette/1",
    "Cursor",
    &[],
    &[Segment::new("pocket", 0, Count::Fixed(1), each(37), "pocket 0 to 36")],
);

/// Three dice.
pub const SIC_BO: Row = cursor(
    "sicbo/1",
    "Cursor",
    &[],
    &[Segment::new("dice", 0, Count::Fixed(3), each(6), "face - 1").shown(Shows::OneBased)],
);

/// Cards from an endless shoe: any card may come again.
pub const BLACKJACK: Row = cursor(
    "blackjack/1",
    "Cursor",
    &[],
    &[
        Segment::new(
            "deal",
            0,
            Count::Fixed(4),
            each(52),
            "card; player, dealer up, player, dealer hole",
        )
        .shown(CARD),
        Segment::new(
            "hits",
            4,
            Count::Open { max: LIMIT - 4 },
            each(52),
            "card, in the order taken",
        )
        .shown(CARD),
    ],
);

/// Five cards, then replacements for those not held, in ascending slots.
pub const VIDEO_POKER: Row = cursor(
    "video_poker/1",
    "Cursor; replacements fill unheld slots in ascending position: decided here",
    &[],
    &[
        Segment::new("deal", 0, Count::Fixed(5), DECK, CARD_IS).shown(CARD),
        Segment::new(
            "replacements",
            5,
            Count::Fixed(5),
            SAME,
            "card for the next unheld slot",
        )
        .shown(CARD),
    ],
);

/// Two players' cards and the board; a fold leaves turn and river unread.
pub const HOLDEM: Row = cursor(
    "holdem/1",
    "Cursor",
    &[],
    &[
        Segment::new("player", 0, Count::Fixed(2), DECK, CARD_IS).shown(CARD),
        Segment::new("dealer", 2, Count::Fixed(2), SAME, "card").shown(CARD),
        Segment::new("flop", 4, Count::Fixed(3), SAME, "card").shown(CARD),
        Segment::new("turn", 7, Count::Fixed(1), SAME, "card; unread after a fold").shown(CARD),
        Segment::new("river", 8, Count::Fixed(1), SAME, "card; unread after a fold").shown(CARD),
    ],
);

/// Five heads, the last of which also draws the joker; then the race with what is left of the deck.
pub const ANDAR_BAHAR: Row = cursor(
    "andar_bahar/1",
    "Cursor; the fifth head is the number that draws the joker: decided here",
    &[],
    &[
        Segment::new(
            "heads",
            0,
            Count::Fixed(4),
            Shape::Number,
            "head as a number; two boosted buckets first",
        ),
        Segment::new(
            "joker",
            4,
            Count::Fixed(1),
            DECK,
            "the fifth head, and the card it draws",
        )
        .shown(CARD),
        Segment::new("race", 5, Count::Open { max: 51 }, SAME, "raced card").shown(CARD),
    ],
);

/// A card of five columns, then 38 balls.
pub const BINGO: Row = cursor(
    "bingo/1",
    "Cursor; cursor 5c + r is row r of column c: decided here",
    &[],
    &[
        Segment::new(
            "columns",
            0,
            Count::Fixed(25),
            Shape::Pick {
                from: Supply::Renewed {
                    first: 1,
                    size: Size::Fixed(15),
                    order: Order::PoolHop,
                    every: Size::Fixed(5),
                    further: 15,
                },
            },
            "number in row r of column c",
        ),
        Segment::new("balls", 25, Count::Fixed(38), hop(1, Size::Fixed(75)), "ball"),
    ],
);

/// Fifteen cells a spin, the base spin and any free ones.
pub const HANABI: Row = cursor(
    "hanabi/1",
    "Cursor; weights are a parameter",
    &[table("weights")],
    &[
        Segment::new(
            "base",
            0,
            Count::Fixed(15),
            Shape::Weighted { table: "weights" },
            "symbol of cell i",
        ),
        Segment::new(
            "free",
            15,
            Count::Open { max: LIMIT - 15 },
            Shape::Weighted { table: "weights" },
            "symbol of cell i mod 15 of free spin i / 15",
        ),
    ],
);

/// Flips of a coin.
pub const KOBAN: Row = cursor(
    "koban/1",
    "Cursor; a flip is index 2: decided here",
    &[],
    &[Segment::new("flips", 0, OPEN, each(2), "side of flip i")],
);

/// Three dice an attempt, up to three attempts a side.
pub const CHINCHIRO: Row = cursor(
    "chinchiro/1",
    "Cursor; a side that stops early leaves its later attempts unread: decided here",
    &[],
    &[
        Segment::new(
            "side_0",
            0,
            Count::Fixed(9),
            each(6),
            "face - 1 of die i mod 3 of attempt i / 3",
        )
        .shown(Shows::OneBased),
        Segment::new(
            "side_1",
            9,
            Count::Fixed(9),
            each(6),
            "face - 1 of die i mod 3 of attempt i / 3",
        )
        .shown(Shows::OneBased),
    ],
);

/// A trap on every floor.
pub const PAGODA: Row = cursor(
    "pagoda/1",
    "Cursor; the trap is an index: decided here",
    &[size("tiles", 1, u32::MAX)],
    &[Segment::new(
        "floors",
        0,
        OPEN,
        Shape::Each {
            n: Size::Named("tiles"),
        },
        "the trap's tile on floor i",
    )],
);

/// One weighted item.
pub const FUKUBUKURO: Row = cursor(
    "fukubukuro/1",
    "Cursor; weights are a parameter",
    &[table("weights")],
    &[Segment::new(
        "item",
        0,
        Count::Fixed(1),
        Shape::Weighted { table: "weights" },
        "item",
    )],
);

/// A tier, three winning cells, and fillers over the other cells.
pub const OMIKUJI: Row = cursor(
    "omikuji/1",
    "Cursor; winning cells by pool hop, fillers over the other cells in ascending order: decided here",
    &[table("tier_weights"), size("cells", 3, LIMIT), table("filler_weights")],
    &[
        Segment::new(
            "tier",
            0,
            Count::Fixed(1),
            Shape::Weighted { table: "tier_weights" },
            "tier",
        ),
        Segment::new(
            "winning_cells",
            1,
            Count::Fixed(3),
            hop(0, Size::Named("cells")),
            "cell",
        ),
        Segment::new(
            "fillers",
            4,
            Count::Named {
                name: "cells",
                times: 1,
                less: 3,
            },
            Shape::Weighted {
                table: "filler_weights",
            },
            "symbol of the next cell that does not win",
        ),
    ],
);

/// A multiplier in hundredths.
pub const LIMBO: Row = cursor(
    "limbo/1",
    "Cursor; return and cap are parameters, exact rational of the double: decided here",
    &[
        Param {
            name: "rtp",
            kind: Kind::Ratio,
        },
        Param {
            name: "cap100",
            kind: Kind::Hundredths,
        },
    ],
    &[
        Segment::new("outcome", 0, Count::Fixed(1), Shape::Number, "multiplier in hundredths")
            .shown(Shows::Point(limbo::point)),
    ],
);

/// Mines on a board: a row of our own, since *Cursor* leaves mines to the house service.
pub const MINES: Row = cursor(
    "mines/1",
    "decided here: mine m is the pool hop of cursor m over the cells",
    &[size("cells", 1, LIMIT), size("mines", 1, LIMIT)],
    &[Segment::new(
        "mines",
        0,
        so_many("mines", 1),
        hop(0, Size::Named("cells")),
        "cell of mine m, in draw order",
    )],
);

/// A ball's way down: a row of our own, since *Cursor* leaves plinko to the house service.
pub const PLINKO: Row = cursor(
    "plinko/1",
    "decided here: row r is index 2 of cursor r",
    &[size("rows", 1, LIMIT)],
    &[Segment::new(
        "rows",
        0,
        so_many("rows", 1),
        each(2),
        "step of row r: 0 left, 1 right",
    )],
);

/// The rows of *Cursor*, in the order of SPEC 8. Keno and crash have no row: they run on chains of their own
/// ([`keno`](crate::protocol::keno), [`crash`](crate::crash)) and touch no nonce.
pub const TABLE: [Row; 16] = [
    ROULETTE,
    SIC_BO,
    BLACKJACK,
    VIDEO_POKER,
    HOLDEM,
    ANDAR_BAHAR,
    BINGO,
    HANABI,
    KOBAN,
    CHINCHIRO,
    PAGODA,
    FUKUBUKURO,
    OMIKUJI,
    LIMBO,
    MINES,
    PLINKO,
];

/// Every row of this crate: *Cursor*'s, then Stake's, then those of other operators.
///
/// ```
/// let ids: Vec<&str> = provably_fair::games::all().map(|row| row.id()).collect();
/// assert_eq!((ids[0], ids[16]), ("roulette/1", "stake_dice/1"));
/// ```
pub fn all() -> impl Iterator<Item = Row> {
    TABLE.into_iter().chain(stake::TABLE).chain(operators::TABLE)
}

/// The row with this id.
///
/// ```
/// use provably_fair::games;
/// assert_eq!(games::by_id("bingo/1"), Some(games::BINGO));
/// assert_eq!(games::by_id("bingo"), None); // the version is part of the name
/// ```
#[must_use]
pub fn by_id(id: &str) -> Option<Row> {
    all().find(|row| row.id() == id)
}
