//! Pools, weighted picks and dice: every permutation, exact counts, what is refused.

use std::collections::BTreeMap;

use provably_fair::dice::{self, Pair};
use provably_fair::pool::{Order, Pool, PoolError};
use provably_fair::unit::unit32;
use provably_fair::weighted::{Weights, WeightsError, weighted};

// ---- pool ----

/// A game that was paid: mines of one digest by remove and shift, and not by the pool hop.
///
/// Source: provably-fair-betting/verifierform-stake, tests/lib/games/testcases/mines.json at 7e10253d; the digest was
/// computed in Python from its seeds (nonce 4).
#[test]
fn a_paid_mines_game_is_remove_and_shift() {
    let digest = [0x46a9_59e7, 0xa837_f2d1, 0xe685_8ac0, 0x07b4_c036, 0xc0d6_521c_u32];
    let mines = |order| {
        let mut pool = Pool::new(0, 25, order).expect("25 fields");
        digest.map(|word| pool.draw(unit32(word.to_be_bytes())))
    };
    assert_eq!(mines(Order::RemoveShift), [6, 16, 22, 0, 18].map(Some));
    assert_eq!(mines(Order::PoolHop), [6, 15, 20, 0, 23].map(Some));
}

/// Every sequence of indices for `count` items, and the items drawn by it.
fn all_draws(count: u32, order: Order) -> Vec<Vec<u32>> {
    let mut sequences = vec![Vec::new()];
    for left in (1..=count).rev() {
        let longer = |sequence: &Vec<u32>, i| [sequence.as_slice(), &[i]].concat();
        sequences = sequences
            .iter()
            .flat_map(|sequence| (0..left).map(move |i| longer(sequence, i)))
            .collect();
    }
    let drawn = |sequence: &Vec<u32>| {
        let mut pool = Pool::new(0, count, order).expect("a small pool");
        sequence
            .iter()
            .map(|&i| pool.draw_index(i).expect("i is below left"))
            .collect()
    };
    sequences.iter().map(drawn).collect()
}

#[test]
fn each_order_reaches_every_permutation_once() {
    for order in [Order::PoolHop, Order::RemoveShift] {
        for (count, permutations) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)] {
            let mut reached = BTreeMap::new();
            for drawn in all_draws(count, order) {
                let mut sorted = drawn.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..count), "{drawn:?} is no permutation");
                *reached.entry(drawn).or_insert(0) += 1;
            }
            assert_eq!(reached.len(), permutations, "{order:?} of {count}");
            assert!(reached.values().all(|&times| times == 1), "{order:?} of {count}");
        }
    }
    // ... and they do not agree: of the 24 sequences for four items, on 10 (counted in Python).
    let [hop, shift] = [Order::PoolHop, Order::RemoveShift].map(|order| all_draws(4, order));
    assert_eq!(hop.iter().zip(&shift).filter(|(hop, shift)| hop == shift).count(), 10);
}

#[test]
fn a_pool_runs_dry_and_refuses_places_out_of_range() {
    for order in [Order::PoolHop, Order::RemoveShift] {
        let mut pool = Pool::new(7, 2, order).expect("two items");
        assert_eq!(
            (pool.draw_index(2), pool.draw_index(u32::MAX), pool.left()),
            (None, None, 2)
        );
        assert_eq!(
            (pool.draw(1.0), pool.draw(f64::NAN), pool.left()),
            (Some(8), Some(7), 0)
        );
        assert_eq!((pool.draw(0.5), pool.draw_index(0), pool.order()), (None, None, order));
        assert_eq!(
            Pool::new(7, 0, order).map(|mut pool| (pool.left(), pool.draw(0.5))),
            Ok((0, None))
        );
    }
}

#[test]
fn a_pool_of_too_much_is_refused() {
    let new = |first, count| Pool::new(first, count, Order::PoolHop).map(|pool| pool.left());
    assert_eq!(new(0, 65_536), Ok(65_536));
    assert_eq!(new(0, 65_537), Err(PoolError::TooMany { count: 65_537 }));
    assert_eq!(new(u32::MAX, u32::MAX), Err(PoolError::TooMany { count: u32::MAX }));
    assert_eq!(new(u32::MAX, 1), Ok(1));
    assert_eq!(
        new(u32::MAX, 2),
        Err(PoolError::ItemTooLarge {
            first_item: u32::MAX,
            count: 2
        })
    );
    assert_eq!(
        new(u32::MAX - 65_534, 65_536),
        Err(PoolError::ItemTooLarge {
            first_item: 4_294_901_761,
            count: 65_536
        })
    );
    let mut top = Pool::new(u32::MAX - 1, 2, Order::RemoveShift).expect("the two last items");
    assert_eq!(
        [top.draw_index(1), top.draw_index(0)],
        [Some(u32::MAX), Some(u32::MAX - 1)]
    );
    let message = "pool: count 65537, at most 65536 allowed";
    assert_eq!(PoolError::TooMany { count: 65_537 }.to_string(), message);
    let message = "pool: 2 items from 4294967295 on pass 4294967295";
    assert_eq!(
        PoolError::ItemTooLarge {
            first_item: u32::MAX,
            count: 2
        }
        .to_string(),
        message
    );
}

// ---- weighted ----

#[test]
fn an_item_of_weight_0_is_never_picked() {
    for (weights, first, last) in [
        (&[0, 0, 3, 0][..], 2, 2),
        (&[0, 1, 0, 1, 0], 1, 3),
        (&[u32::MAX, 0], 0, 0),
    ] {
        let table = Weights::new(weights).expect("a table");
        assert_eq!((weighted(0.0, &table), weighted(1.0, &table)), (first, last));
        assert_eq!(
            (weighted(f64::NAN, &table), weighted(f64::INFINITY, &table)),
            (first, last)
        );
        for (item, &weight) in (0..).zip(weights) {
            assert_eq!(table.words(item).expect("an item") == 0, weight == 0, "item {item}");
        }
        assert_eq!(
            (0..table.items()).filter_map(|item| table.words(item)).sum::<u128>(),
            1 << 64
        );
        assert_eq!(
            (
                table.words(table.items()),
                table.words(u32::MAX),
                table.item(table.sum())
            ),
            (None, None, None)
        );
    }
}

#[test]
fn a_table_that_cannot_be_drawn_from_is_refused() {
    let refused = |weights: &[u32]| Weights::new(weights).expect_err("refused");
    assert_eq!(refused(&[]), WeightsError::Empty);
    assert_eq!(refused(&[0]), WeightsError::ZeroSum);
    assert_eq!(refused(&[u32::MAX, 0, 1]), WeightsError::SumTooLarge { item: 2 });
    assert_eq!(refused(&[1 << 31, 1 << 31]), WeightsError::SumTooLarge { item: 1 });
    assert_eq!(refused(&vec![1; 65_537]), WeightsError::TooMany { count: 65_537 });
    assert_eq!(
        Weights::new(&vec![1; 65_536]).map(|table| weighted(1.0, &table)),
        Ok(65_535)
    );
    assert_eq!(Weights::new(&[u32::MAX - 1, 1]).map(|table| table.sum()), Ok(u32::MAX));
    for (error, message) in [
        (WeightsError::Empty, "weights: none given"),
        (WeightsError::ZeroSum, "weights: the sum is 0"),
        (
            WeightsError::TooMany { count: 65_537 },
            "weights: 65537 given, at most 65536 allowed",
        ),
        (
            WeightsError::SumTooLarge { item: 2 },
            "weights: the sum passes 4294967295 at item 2",
        ),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

// ---- dice ----

#[test]
fn every_pair_has_7_bytes_and_every_face_42() {
    let (mut pairs, mut faces) = (BTreeMap::new(), BTreeMap::new());
    for byte in 0..=255_u8 {
        let drawn = dice::pair(&[byte]).zip(dice::faces::<1>(&[byte]));
        assert_eq!(drawn.is_none(), byte >= 252, "{byte}");
        if let Some((pair, face)) = drawn {
            *pairs.entry(pair).or_insert(0) += 1;
            *faces.entry(face).or_insert(0) += 1;
        }
    }
    assert!(pairs.len() == 36 && pairs.values().all(|&count| count == 7));
    assert!(faces.len() == 6 && faces.values().all(|&count| count == 42));
    assert_eq!(pairs.keys().filter(|pair| pair.is_double()).count(), 6);
    assert!(
        pairs
            .keys()
            .all(|pair| (1..=6).contains(&pair.first) && (1..=6).contains(&pair.second))
    );
}

#[test]
fn bytes_from_252_on_are_passed_over() {
    let mut mac = [252; 32];
    assert_eq!(
        (dice::pair(&mac), dice::faces::<1>(&mac), dice::faces::<0>(&mac)),
        (None, None, Some([]))
    );
    mac[31] = 251;
    assert_eq!(dice::pair(&mac), Some(Pair { first: 6, second: 6 }));
    assert_eq!((dice::faces(&mac), dice::faces::<2>(&mac)), (Some([6]), None));
    mac[0] = 5;
    assert_eq!(
        (dice::pair(&mac), dice::faces(&mac)),
        (Some(Pair { first: 1, second: 6 }), Some([6, 6]))
    );
    let seen: Vec<_> = dice::accepted(&mac).map(|byte| (byte.at(), byte.byte())).collect();
    assert_eq!(seen, [(0, 5), (31, 251)]);
    assert_eq!((dice::pair(&[]), dice::faces::<1>(&[])), (None, None));
    assert_eq!(dice::pair(&[0x30]).map(|pair| pair.to_string()).as_deref(), Some("3-1"));
}
