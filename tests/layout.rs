//! What a table refuses, and where a deal begins and ends.

use provably_fair::games::{self, Action, ActionError};
use provably_fair::layout::{
    Count, DealError, Game, Kind, LIMIT, Param, ParamError, Row, Segment, Shape, Shown, Size, Supply, Value,
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
    // An index takes any n of 1 to 2^32 - 1; a board, whose cells are held, takes at most the limit.
    let tiles = |size| games::PAGODA.with(&[("tiles", Value::Size(size))]).map(|_| ());
    let out = |name, max, value| {
        Err(ParamError::OutOfRange {
            name,
            value,
            min: 1,
            max,
        })
    };
    assert_eq!(
        [tiles(0), tiles(1), tiles(LIMIT + 1), tiles(u32::MAX)],
        [out("tiles", u32::MAX, 0), Ok(()), Ok(()), Ok(())]
    );
    let seed = Revealed::from_text("server");
    let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    let most = games::PAGODA.with(&[("tiles", Value::Size(u32::MAX))]).unwrap();
    // From Python: int(0.22971314284253413 * 4294967295), the number at cursor 0.
    assert_eq!(most.deal(&round, &[1]).unwrap().items("floors"), [986_610_435]);
    let rows = |size| games::PLINKO.with(&[("rows", Value::Size(size))]).map(|_| ());
    assert_eq!([rows(LIMIT), rows(LIMIT + 1)], [Ok(()), out("rows", LIMIT, LIMIT + 1)]);
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
    let dice = games::CHINCHIRO.with(&[]).unwrap();
    for side in [2, 7, u8::MAX] {
        let stop = [
            Action::Stop { side: 1, attempts: 1 },
            Action::Stop { side, attempts: 1 },
        ];
        assert_eq!(
            dice.counts_of(&stop),
            Err(ActionError::NotHere { at: 1 }),
            "side {side}"
        );
    }
    assert_eq!(dice.counts_of(&[Action::Stop { side: 1, attempts: 1 }]), Ok(vec![9, 3]));
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

/// Every card of both orders by a letter for its suit, and nothing that only looks like one.
#[test]
fn a_card_is_read_with_a_letter_for_its_suit() {
    let (ours, stakes) = (
        games::VIDEO_POKER.segments()[0],
        games::stake::CARDS_WITH_REPLACEMENT.segments()[0],
    );
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    for (rank, name) in (0..).zip(ranks) {
        for (suit, letter) in (0..).zip(["c", "d", "h", "s"]) {
            let typed = format!("{name}{letter}");
            assert_eq!(ours.parse(&typed), Some(Shown::Value(suit * 13 + rank)), "{typed}");
        }
        for (suit, letter) in (0..).zip(["d", "h", "s", "c"]) {
            let typed = format!("{name}{letter}");
            assert_eq!(stakes.parse(&typed), Some(Shown::Value(rank * 4 + suit)), "{typed}");
        }
    }
    for text in [
        "c",
        "KC",
        "kc",
        "1c",
        "Tc",
        "11c",
        "Kcc",
        " Kc",
        "Kc ",
        "K",
        "Kx",
        "K\u{2663}c",
        "K-",
    ] {
        assert_eq!((ours.parse(text), stakes.parse(text)), (None, None), "{text:?}");
    }
    // Gems have no suits.
    let gem = games::stake::DIAMONDS.segments()[0];
    assert_eq!(
        (gem.parse("red"), gem.parse("re"), gem.parse("d")),
        (Some(Shown::Value(3)), None, None)
    );
}

/// A trace of draws without replacement can be followed with a list on paper: here that list is kept, by what the trace
/// says and by nothing else.
#[test]
fn draws_without_replacement_are_followed_by_hand() {
    let seed = Revealed::from_text("server");
    let scheme = |row: &Row| provably_fair::scheme::by_id(row.scheme()).unwrap();
    let tower = [("eggs", Value::Size(3)), ("tiles", Value::Size(4))];
    let pools: [(Game, Vec<Vec<u32>>, usize); 4] = [
        (games::VIDEO_POKER.with(&[]).unwrap(), vec![(0..52).collect()], 10),
        (
            games::BINGO.with(&[]).unwrap(),
            (0..5)
                .map(|c| (15 * c + 1..=15 * c + 15).collect())
                .chain([(1..=75).collect()])
                .collect(),
            5,
        ),
        (games::stake::KENO.with(&[]).unwrap(), vec![(1..=40).collect()], 10),
        (
            games::stake::DRAGON_TOWER.with(&tower).unwrap(),
            vec![(0..4).collect(); 9],
            3,
        ),
    ];
    for (game, mut lists, every) in pools {
        let id = game.row().id();
        let round = scheme(game.row()).round(&seed, "client", 0).unwrap();
        let trace = game.deal(&round, &game.capacity()).unwrap().trace(&round).unwrap();
        let end = lists.len() - 1;
        for (i, step) in trace.steps.iter().enumerate() {
            let list = &mut lists[(i / every).min(end)];
            let text = step.to_string();
            let line = text.lines().find(|line| line.starts_with("  item ")).unwrap();
            let words = || {
                line.split(|c: char| !c.is_ascii_digit())
                    .filter_map(|word| word.parse::<u32>().ok())
            };
            let [item, place, left] = words().take(3).collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            assert_eq!(
                (list[place as usize], list.len()),
                (item, left as usize),
                "{id}: {line}"
            );
            if line.ends_with("nothing moves)") {
                assert_eq!(list.pop(), Some(item), "{id}: {line}");
            } else if line.ends_with("those after it move up by one)") {
                list.remove(place as usize);
            } else {
                assert!(line.ends_with("hops into it)"), "{id}: {line}");
                let hops = words().next_back().unwrap();
                assert_eq!(list.pop(), Some(hops), "{id}: {line}");
                list[place as usize] = hops;
            }
        }
    }
}

#[test]
fn games_are_equal_with_their_parameters() {
    let mines = |cells, mines| {
        let given = [("mines", Value::Size(mines)), ("cells", Value::Size(cells))];
        games::MINES.with(&given).unwrap()
    };
    assert_eq!(mines(25, 3), mines(25, 3));
    assert_ne!(mines(25, 3), mines(25, 4));
    let hanabi = |weights: &[u32]| games::HANABI.with(&[("weights", Value::weights(weights))]).unwrap();
    assert_eq!(hanabi(&[1, 2, 3]), hanabi(&[1, 2, 3]));
    assert_ne!(hanabi(&[1, 2, 3]), hanabi(&[1, 3, 2]));
    assert_ne!(
        hanabi(&[1]),
        games::FUKUBUKURO.with(&[("weights", Value::weights(&[1]))]).unwrap()
    );
    // One return, however it is written.
    let limbo = |num, den| {
        let rtp = Value::Ratio(Ratio { num, den });
        games::LIMBO
            .with(&[("rtp", rtp), ("cap100", Value::Hundredths(1000))])
            .unwrap()
    };
    assert_eq!(limbo(198, 200), limbo(99, 100));
    assert_eq!(
        limbo(198, 200).params()[0],
        ("rtp", Value::Ratio(Ratio { num: 99, den: 100 }))
    );
    assert_eq!(limbo(u64::MAX, u64::MAX), limbo(1, 1));
    assert_ne!(limbo(99, 100), limbo(100, 99));
    // What is shown is what is read.
    for (kind, text) in [
        (Kind::Weights, "5,3,2"),
        (Kind::Ratio, "99/100"),
        (Kind::Hundredths, "100000000"),
        (Kind::Size { min: 1, max: 9 }, "9"),
    ] {
        assert_eq!(Value::parse(kind, text).unwrap().to_string(), text);
    }
}
