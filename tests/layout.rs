//! What a table refuses, and where a deal begins and ends.

use provably_fair::games::{self, Action, ActionError};
use provably_fair::layout::{
    Count, DealError, Kind, LIMIT, Param, ParamError, Row, Segment, Shape, Shown, Size, Supply, Value,
};
use provably_fair::limbo::Ratio;
use provably_fair::pool::Order;
use provably_fair::stream::DrawError;
use provably_fair::weighted::WeightsError;
use provably_fair::{CURSOR_V1, DUEL_DICE_V1, Revealed};

fn refused(row: Row, given: &[(&str, Value<'_>)]) -> ParamError {
    row.with(given).unwrap_err()
}

#[test]
fn weights_are_refused_by_name() {
    let weights = |weights: &[u32]| refused(games::HANABI, &[("weights", Value::weights(weights))]);
    let name = "weights";
    assert_eq!(
        weights(&[]),
        ParamError::Weights {
            name,
            error: WeightsError::Empty
        }
    );
    assert_eq!(
        weights(&[0, 0, 0]),
        ParamError::Weights {
            name,
            error: WeightsError::ZeroSum
        }
    );
    assert_eq!(
        weights(&[u32::MAX, 0, 1]),
        ParamError::Weights {
            name,
            error: WeightsError::SumTooLarge { item: 2 }
        }
    );
    let many = vec![1; 65_537];
    assert_eq!(
        weights(&many),
        ParamError::Weights {
            name,
            error: WeightsError::TooMany { count: 65_537 }
        }
    );
    assert!(games::HANABI.with(&[(name, Value::weights(&many[1..]))]).is_ok());
    assert!(games::HANABI.with(&[(name, Value::weights(&[u32::MAX]))]).is_ok());
}

#[test]
fn sizes_are_refused_outside_their_range() {
    let tiles = |size| games::PAGODA.with(&[("tiles", Value::Size(size))]).map(|_| ());
    let out = |value| {
        Err(ParamError::OutOfRange {
            name: "tiles",
            value,
            min: 1,
            max: LIMIT,
        })
    };
    assert_eq!(
        [tiles(0), tiles(1), tiles(LIMIT), tiles(LIMIT + 1)],
        [out(0), Ok(()), Ok(()), out(LIMIT + 1)]
    );
    let omikuji = |cells| {
        let weights = Value::weights(&[1]);
        let params = [
            ("tier_weights", weights.clone()),
            ("cells", Value::Size(cells)),
            ("filler_weights", weights),
        ];
        games::OMIKUJI.with(&params).map(|game| game.capacity())
    };
    assert_eq!(
        omikuji(2),
        Err(ParamError::OutOfRange {
            name: "cells",
            value: 2,
            min: 3,
            max: LIMIT
        })
    );
    assert_eq!(omikuji(3), Ok(vec![1, 3, 0]));
    assert_eq!(omikuji(9), Ok(vec![1, 3, 6]));
}

#[test]
fn return_and_cap_are_refused_at_nothing() {
    let limbo = |num, den, cap| {
        let params = [
            ("rtp", Value::Ratio(Ratio { num, den })),
            ("cap100", Value::Hundredths(cap)),
        ];
        games::LIMBO.with(&params).map(|_| ())
    };
    assert_eq!(limbo(0, 100, 1000), Err(ParamError::Ratio { name: "rtp" }));
    assert_eq!(limbo(99, 0, 1000), Err(ParamError::Ratio { name: "rtp" }));
    assert_eq!(
        limbo(99, 100, 99),
        Err(ParamError::Below100 {
            name: "cap100",
            value: 99
        })
    );
    assert_eq!(limbo(99, 100, 100), Ok(()));
    assert_eq!(limbo(u64::MAX, u64::MAX, u64::MAX), Ok(()));
}

#[test]
fn parameters_are_named_once_and_all() {
    let (cells, mines) = (("cells", Value::Size(9)), ("mines", Value::Size(2)));
    assert_eq!(refused(games::MINES, &[]), ParamError::Missing { name: "cells" });
    assert_eq!(
        refused(games::MINES, std::slice::from_ref(&cells)),
        ParamError::Missing { name: "mines" }
    );
    assert_eq!(
        refused(games::MINES, &[cells.clone(), mines.clone(), ("Mines", Value::Size(2))]),
        ParamError::Unknown { at: 2 }
    );
    assert_eq!(
        refused(games::MINES, &[mines.clone(), cells.clone(), mines]),
        ParamError::Repeated { name: "mines" }
    );
    assert_eq!(
        refused(games::MINES, &[cells, ("mines", Value::Hundredths(2))]),
        ParamError::WrongKind { name: "mines" }
    );
    assert_eq!(
        refused(games::ROULETTE, &[("n", Value::Size(37))]),
        ParamError::Unknown { at: 0 }
    );
}

#[test]
fn a_pool_is_not_drawn_beyond_its_last_item() {
    let mines = |cells, mines| games::MINES.with(&[("cells", Value::Size(cells)), ("mines", Value::Size(mines))]);
    assert_eq!(
        mines(4, 5).unwrap_err(),
        ParamError::TooMany {
            name: "mines",
            draws: 5,
            size: 4
        }
    );
    let seed = Revealed::from_text("server");
    let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    let mut all = mines(4, 4).unwrap().deal(&round, &[4]).unwrap().items("mines");
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 3]);
    let tower =
        |eggs, tiles| games::stake::DRAGON_TOWER.with(&[("eggs", Value::Size(eggs)), ("tiles", Value::Size(tiles))]);
    assert_eq!(
        tower(4, 3).unwrap_err(),
        ParamError::TooMany {
            name: "eggs",
            draws: 4,
            size: 3
        }
    );
    assert!(tower(4, 4).is_ok());
}

/// A pool whose size is a parameter, and a second segment that goes on with it.
const PAIRS: Row = Row::new(
    "pairs/1",
    "cursor/1",
    "",
    &[Param {
        name: "cards",
        kind: Kind::Size { min: 2, max: 52 },
    }],
    &[
        Segment::new(
            "first",
            0,
            Count::Fixed(2),
            Shape::Pick {
                from: Supply::Fresh {
                    first: 0,
                    size: Size::Named("cards"),
                    order: Order::RemoveShift,
                },
            },
            "card",
        ),
        Segment::new(
            "second",
            10,
            Count::Fixed(2),
            Shape::Pick { from: Supply::Same },
            "card",
        ),
    ],
);

#[test]
fn a_shared_pool_counts_all_its_draws() {
    let pairs = |cards| PAIRS.with(&[("cards", Value::Size(cards))]);
    assert_eq!(
        pairs(3).unwrap_err(),
        ParamError::TooMany {
            name: "cards",
            draws: 2,
            size: 1
        }
    );
    let seed = Revealed::from_text("server");
    let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    let deal = pairs(4).unwrap().deal(&round, &[2, 2]).unwrap();
    let mut all = [deal.items("first"), deal.items("second")].concat();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 3]);
    // Cursors between segments are nobody's.
    assert_eq!(deal.parts()[1].items()[0].cursor, 10);
    assert_eq!(pairs(4).unwrap().counts_to(10), [2, 1]);
    assert_eq!(pairs(4).unwrap().counts_to(9), [2, 0]);
}

#[test]
fn a_deal_is_refused_that_the_row_does_not_have() {
    let seed = Revealed::from_text("server");
    let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    let deal = |row: Row, counts: &[u32]| row.deal(&round, counts).map(|deal| deal.counts());
    assert_eq!(
        deal(games::ROULETTE, &[]),
        Err(DealError::Segments { given: 0, wanted: 1 })
    );
    assert_eq!(
        deal(games::ROULETTE, &[1, 0]),
        Err(DealError::Segments { given: 2, wanted: 1 })
    );
    assert_eq!(
        deal(games::ROULETTE, &[2]),
        Err(DealError::TooMany {
            segment: "pocket",
            asked: 2,
            max: 1
        })
    );
    assert_eq!(deal(games::ROULETTE, &[0]), Ok(vec![0]));
    let too_many = Err(DealError::TooMany {
        segment: "flips",
        asked: LIMIT + 1,
        max: LIMIT,
    });
    assert_eq!(deal(games::KOBAN, &[LIMIT + 1]), too_many);
    assert_eq!(
        deal(games::KOBAN, &[u32::MAX]),
        Err(DealError::TooMany {
            segment: "flips",
            asked: u32::MAX,
            max: LIMIT
        })
    );
    assert_eq!(deal(games::KOBAN, &[LIMIT]), Ok(vec![LIMIT]));
    assert_eq!(
        deal(games::PAGODA, &[1]),
        Err(DealError::Param(ParamError::Missing { name: "tiles" }))
    );
    // A pool does not go on from a gap, near or far.
    assert_eq!(
        deal(games::HOLDEM, &[2, 1, 1, 0, 0]),
        Err(DealError::Gap { segment: "flop" })
    );
    assert_eq!(
        deal(games::HOLDEM, &[1, 2, 3, 1, 1]),
        Err(DealError::Gap { segment: "dealer" })
    );
    assert_eq!(
        deal(games::HOLDEM, &[2, 2, 3, 0, 1]),
        Err(DealError::Gap { segment: "river" })
    );
    assert_eq!(
        deal(games::ANDAR_BAHAR, &[4, 0, 1]),
        Err(DealError::Gap { segment: "race" })
    );
    // The heads draw from no pool, so the joker does not wait for them.
    assert_eq!(deal(games::ANDAR_BAHAR, &[0, 1, 1]), Ok(vec![0, 1, 1]));
    assert_eq!(deal(games::BINGO, &[0, 38]), Ok(vec![0, 38]));
}

#[test]
fn a_scheme_that_ends_early_ends_the_deal() {
    let seed = Revealed::from_text("9089447ee52c50f7681df2e81d1c18c7511211541d816700d2d9cbf5e21e59e1");
    let round = DUEL_DICE_V1.round(&seed, "TWGFOVLB7Hn0nEYz", 0).unwrap();
    let past = |cursor| DealError::Draw {
        segment: "dice",
        error: DrawError::PastTheEnd { cursor },
    };
    assert_eq!(games::SIC_BO.deal(&round, &[1]).map(|deal| deal.counts()), Ok(vec![1]));
    assert_eq!(games::SIC_BO.deal(&round, &[2]), Err(past(1)));
    let no_number = DealError::Draw {
        segment: "heads",
        error: DrawError::NoPlainNumber,
    };
    assert_eq!(games::ANDAR_BAHAR.deal(&round, &[1, 0, 0]), Err(no_number));
    assert_eq!(
        games::ANDAR_BAHAR.deal(&round, &[0, 0, 0]).map(|deal| deal.counts()),
        Ok(vec![0, 0, 0])
    );
}

#[test]
fn a_trace_of_another_round_is_refused() {
    let seed = Revealed::from_text("server");
    let (one, two) = (
        CURSOR_V1.round(&seed, "client", 0).unwrap(),
        CURSOR_V1.round(&seed, "client", 1).unwrap(),
    );
    let deal = games::ANDAR_BAHAR.deal(&one, &[4, 1, 0]).unwrap();
    assert_eq!(deal.trace(&one).unwrap().steps.len(), 5);
    assert_eq!(deal.trace(&two), Err(DealError::OtherRound { segment: "heads" }));
}

#[test]
fn actions_say_how_far_a_round_was_read() {
    let counts = |row: Row, actions: &[&str]| {
        let actions: Vec<Action> = actions.iter().map(|action| action.parse().unwrap()).collect();
        row.with(&[]).unwrap().counts_of(&actions)
    };
    assert_eq!(counts(games::HOLDEM, &["call"]), Ok(vec![2, 2, 3, 1, 1]));
    assert_eq!(counts(games::HOLDEM, &["fold"]), Ok(vec![2, 2, 3, 0, 0]));
    assert_eq!(counts(games::VIDEO_POKER, &["hold:0.1.2.3.4"]), Ok(vec![5, 0]));
    assert_eq!(counts(games::VIDEO_POKER, &["hold"]), Ok(vec![5, 5]));
    assert_eq!(counts(games::KOBAN, &["flip", "flip", "flip"]), Ok(vec![3]));
    assert_eq!(counts(games::CHINCHIRO, &["stop:0.1", "stop:1.3"]), Ok(vec![3, 9]));
    assert_eq!(counts(games::ANDAR_BAHAR, &["race"; 51]), Ok(vec![4, 1, 51]));
    let over = DealError::TooMany {
        segment: "race",
        asked: 52,
        max: 51,
    };
    assert_eq!(counts(games::ANDAR_BAHAR, &["race"; 52]), Err(ActionError::Deal(over)));
    assert_eq!(counts(games::ROULETTE, &["hit"]), Err(ActionError::NotHere { at: 0 }));
    for text in [
        "", "Hit", "hit:1", "hold:5", "hold:0.0", "hold:0.", "hold:00", "stop:2.1", "stop:0.4", "stop:1", "stop",
        "fold:", "hold:", "hold:+",
    ] {
        assert_eq!(text.parse::<Action>(), Err(ActionError::Unknown), "{text:?}");
    }
}

#[test]
fn shown_items_are_read_back() {
    let pocket = games::ROULETTE.segments()[0];
    for text in ["", "-1", "+1", " 1", "1 ", "0x1", "1.0", "18446744073709551616"] {
        assert_eq!(pocket.parse(text), None, "{text:?}");
    }
    assert_eq!(pocket.parse("36"), Some(Shown::Value(36)));
    let roll = games::stake::DICE.segments()[0];
    assert_eq!(
        ["28.07", "0.1", "100"].map(|text| roll.parse(text)),
        [2807, 10, 10_000].map(|value| Some(Shown::Value(value)))
    );
    for text in [".5", "1.", "1.234", "1,5", "1e2", "184467440737095516.16"] {
        assert_eq!(roll.parse(text), None, "{text:?}");
    }
    let head = games::ANDAR_BAHAR.segments()[0];
    assert_eq!(head.parse("0.25"), Some(Shown::Number(0.25)));
    assert_eq!(["NaN", "inf", ""].map(|text| head.parse(text)), [None; 3]);
    let card = games::stake::CARDS_WITH_REPLACEMENT.segments()[0];
    assert_eq!(
        ["2-diamond", "A-club"].map(|text| card.parse(text)),
        [0, 51].map(|value| Some(Shown::Value(value)))
    );
    assert_eq!(card.parse("A-clubs"), None);
}
