//! Draws without replacement: fair, and in a named order.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use provably_fair::layout::Value;
use provably_fair::pool::{Order, Pool};
use provably_fair::protocol::round::{RoundClaim, RoundNote, RoundReport};
use provably_fair::verdict::{Check, Verdict};
use provably_fair::{Revealed, STAKE_V1, games};

use crate::sites::{failed, n, remarks};
use crate::{Proof, Trap, list, number, text};

pub const PROVED: &[Proof] = &[
    ("D13-naive-shuffle-52", every_card_everywhere),
    ("D14-sattolo-instead-of-fisher-yates", every_order),
    ("D16-random-comparator-sort", every_order_as_often),
    ("D17-fisher-yates-variants", a_named_order),
    ("D20-keno-zero-or-one-based", counted_from_one),
    ("D21-keno-with-replacement", none_twice),
];

#[test]
fn shuffles() {
    crate::prove(PROVED);
}

const ORDERS: [Order; 2] = [Order::PoolHop, Order::RemoveShift];

/// How often each order of 1..=n is drawn, over every sequence of places: n choices, then n - 1, ...
fn drawn(n: u32, order: Order) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), Pool::new(1, n, order).unwrap())];
    while let Some((so_far, pool)) = open.pop() {
        if pool.left() == 0 {
            *found.entry(so_far).or_insert(0) += 1;
            continue;
        }
        for place in 0..pool.left() {
            let mut pool = pool.clone();
            let item = pool.draw_index(place).unwrap();
            open.push((format!("{so_far}{item}"), pool));
        }
    }
    found
}

#[test]
fn small_pools_reach_every_order_equally_often() {
    for order in ORDERS {
        for (n, orders) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)] {
            let drawn = drawn(n, order);
            assert_eq!(drawn.len(), orders, "{n} {order:?}");
            assert!(drawn.values().all(|count| *count == 1), "{n} {order:?}");
        }
    }
}

fn every_order(trap: &Trap) {
    let n = u32::try_from(number(trap.given("n"))).unwrap();
    for order in ORDERS {
        let drawn = drawn(n, order);
        assert_eq!(drawn.len() as u64, number(trap.right("orders")));
        let biased = list(trap.wrong("orders"), text);
        assert!(drawn.keys().any(|order| !biased.contains(&order.as_str())));
        // Where no card may stay, the first is never drawn first.
        assert!(drawn.contains_key("123") && !biased.contains(&"123"));
    }
}

fn every_order_as_often(trap: &Trap) {
    let n = u32::try_from(number(trap.given("n"))).unwrap();
    for order in ORDERS {
        let drawn = drawn(n, order);
        let all: u32 = drawn.values().sum();
        for (of, count) in &drawn {
            assert_eq!(format!("{count}/{all}"), text(trap.right("each")));
            assert_ne!(format!("{count}/{all}"), text(trap.wrong(of)));
        }
    }
}

/// Where the item at a place stands after one draw from `left` items, and for how many of the choices: `None` is drawn.
fn moves(left: u32, order: Order) -> Vec<BTreeMap<Option<usize>, u32>> {
    let mut moves = vec![BTreeMap::new(); left as usize];
    for choice in 0..left {
        let mut pool = Pool::new(0, left, order).unwrap();
        let _drawn = pool.draw_index(choice).unwrap();
        for (item, moves) in (0..).zip(&mut moves) {
            let place = pool.items().iter().position(|other| *other == item);
            *moves.entry(place).or_insert(0) += 1;
        }
    }
    moves
}

/// Exact, for 52 cards: over all sequences of choices every card is drawn as often as every other, at every draw.
fn every_card_everywhere(trap: &Trap) {
    let n = u32::try_from(number(trap.given("n"))).unwrap();
    assert_eq!(text(trap.right("share")), format!("1/{n}"));
    for order in ORDERS {
        let moves: Vec<_> = (1..=n).rev().map(|left| moves(left, order)).collect();
        for card in 0..n as usize {
            let mut ways = BTreeMap::from([(card, BigUint::from(1_u8))]);
            let mut all = BigUint::from(1_u8);
            for (moves, left) in moves.iter().zip((1..=n).rev()) {
                all *= left;
                let mut now = BTreeMap::new();
                let mut drawn = BigUint::ZERO;
                for (place, count) in &ways {
                    for (to, choices) in &moves[*place] {
                        let ways = match to {
                            Some(to) => now.entry(*to).or_insert(BigUint::ZERO),
                            None => &mut drawn,
                        };
                        *ways += count * choices;
                    }
                }
                assert_eq!(drawn * n, all, "card {card} of {left} left, {order:?}");
                ways = now;
            }
        }
    }
    // The naive shuffle's ends, in millionths, are not 1/52 = 19,231.
    for end in ["most", "least"] {
        assert!(number(&trap.wrong(end)["millionths"]).abs_diff(19_231) > 4_000);
    }
}

fn claim(trap: &Trap, game: provably_fair::layout::Game) -> RoundClaim {
    let seed = Revealed::from_text(trap.text("server"));
    RoundClaim::new(STAKE_V1, game, seed, trap.text("client"), trap.nonce())
}

fn verify(claim: &RoundClaim, items: &[u64]) -> RoundReport {
    let items: Vec<String> = items.iter().map(u64::to_string).collect();
    let items: Vec<&str> = items.iter().map(String::as_str).collect();
    claim.clone().stated(&items).unwrap().verify(&RoundNote::none())
}

fn dealt(claim: &RoundClaim, segment: &str) -> Vec<u64> {
    claim
        .deal()
        .unwrap()
        .items(segment)
        .into_iter()
        .map(u64::from)
        .collect()
}

fn a_named_order(trap: &Trap) {
    let mines = u32::try_from(number(trap.given("mines"))).unwrap();
    let claim = claim(
        trap,
        games::stake::MINES.with(&[("mines", Value::Size(mines))]).unwrap(),
    );
    let drawn = dealt(&claim, "mines");
    assert_eq!(drawn, list(trap.right("drawn"), number));
    assert_eq!(verify(&claim, &drawn).verdict(), Verdict::Consistent);
    // Sorted cells are no draw order, and said to be the same cells; the other shuffles' are other cells.
    let report = verify(&claim, &list(trap.right("cells"), number));
    assert_eq!(failed(report.report()), [Check::Deal]);
    assert!(
        remarks(report.report(), "hint: the 3 items", "in another order"),
        "{report}"
    );
    for other in ["forwards", "backwards"] {
        let report = verify(&claim, &list(trap.wrong(other), number));
        assert_eq!(failed(report.report()), [Check::Deal], "{other}");
        assert!(!remarks(report.report(), "hint: the 3 items", ""), "{report}");
    }
}

fn counted_from_one(trap: &Trap) {
    let claim = claim(trap, games::stake::KENO.with(&[]).unwrap());
    let drawn = dealt(&claim, "balls");
    assert_eq!(drawn, list(trap.right("drawn"), number));
    assert_eq!(verify(&claim, &drawn).verdict(), Verdict::Consistent);
    let less: Vec<u64> = drawn.iter().map(|ball| ball - 1).collect();
    for (stated, hint) in [
        (
            list(trap.right("balls"), number),
            "hint: the 10 items stated are those that were dealt, in another order",
        ),
        (
            list(trap.wrong("balls"), number),
            "hint: the 10 items stated are those that were dealt, each less by one, in another order",
        ),
        (
            less,
            "hint: the 10 items stated are those that were dealt, each less by one, in the order in which they were drawn",
        ),
    ] {
        let report = verify(&claim, &stated);
        assert_eq!(failed(report.report()), [Check::Deal]);
        assert!(remarks(report.report(), hint, ""), "{report}");
    }
}

fn none_twice(trap: &Trap) {
    let claim = claim(trap, games::stake::KENO.with(&[]).unwrap());
    let drawn = dealt(&claim, "balls");
    assert_eq!(drawn, list(trap.right("drawn"), number));
    let wrong = list(trap.wrong("balls"), number);
    let seed = Revealed::from_text(trap.text("server"));
    let round = STAKE_V1.round(&seed, trap.text("client"), trap.nonce()).unwrap();
    let put_back = (0..10).map(|cursor| u64::from(round.index(cursor, n(40)).unwrap()) + 1);
    assert_eq!(put_back.collect::<Vec<_>>(), wrong);
    let report = verify(&claim, &wrong);
    assert_eq!(failed(report.report()), [Check::Deal]);
    // The first two agree: with few draws that shows nothing.
    assert_eq!(
        (&drawn[..2], report.report().first_failure().unwrap().at),
        (&wrong[..2], Some(2))
    );
}
