//! What cannot be caught with what a player holds.

use super::dishonest::*;
use super::*;

#[test]
fn uncaught_the_server_in_league_with_the_other_seat() {
    for seed in 0..100 {
        let mut table = Table::new(seed);
        table.honest_roll(Seat::One);
        // Seat 2 is told the server seed and picks its entropy until it throws a double six.
        let roll = table.lock(Seat::Two);
        let chosen = (0..10_000).map(|_| Roll {
            entropy: table.random.entropy(),
            ..roll.clone()
        });
        let chosen = chosen.into_iter().find(|roll| roll.dice() == [6, 6]).unwrap();
        let terms = chosen.lock.terms().clone();
        table.kept[1] = vec![Kept::new(terms, chosen.entropy)];
        table.settle(&chosen);
        for seat in [Seat::One, Seat::Two] {
            let report = table.report(seat);
            assert_eq!(report.verdict(), Verdict::Verified);
            assert!(
                report
                    .report()
                    .remarks()
                    .iter()
                    .any(|remark| remark.contains("in league with"))
            );
        }
    }
    // With hashes of both seats first, it is caught: `two_seats_roll_one_receipt` in `session.rs`.
}

#[test]
fn uncaught_a_swapped_seed_when_the_record_is_lost() {
    for seed in 0..100 {
        for cheat in [
            seed_and_commitment_swapped,
            nonce_picked_after,
            roll_id_picked_after,
            entropy_replaced,
        ] {
            let mut table = Table::new(seed);
            cheat(&mut table);
            let head = Some(table.running.head());
            let lost = check(&table.game, View::seat(Seat::One), &table.entries, &[], head);
            assert_eq!((failed(&lost), lost.verdict()), (vec![], Verdict::Consistent));
        }
    }
}

#[test]
fn uncaught_a_roll_of_the_operators_own() {
    for seed in 0..100 {
        let mut table = Table::new(seed);
        table.honest_roll(Seat::One);
        let ground = grind(|_| {
            let seed = table.random.seed();
            let terms = Terms::new(
                table.game.clone(),
                Id::new("rol_own").unwrap(),
                1_000,
                seed.commitment(),
            )
            .unwrap();
            let lock = table.lock_of(terms, Seat::One, EntropyFrom::Operator);
            Roll {
                lock,
                seed,
                entropy: table.random.entropy(),
            }
        });
        table.settle(&ground);
        let report = table.report(Seat::One);
        // Not a mismatch, not verified either, and counted apart.
        assert_eq!((failed(&report), report.verdict()), (vec![], Verdict::Consistent));
        assert_eq!((report.counts().own(), report.counts().operator_made), (Some(1), 1));
    }
}

#[test]
fn uncaught_a_void_that_admits_everything_but_the_counts_show_it() {
    let mut table = Table::new(1);
    // Whatever seat 1 throws above 9 is called off, with seed and entropy.
    for _ in 0..600 {
        let roll = table.lock(Seat::One);
        if roll.dice().iter().sum::<u8>() > 9 {
            table.push(roll.lock.clone());
            table.push(Void::new(roll.lock.terms().clone(), roll.seed, Some(roll.entropy)));
        } else {
            table.settle(&roll);
        }
    }
    let report = table.report(Seat::One);
    assert_eq!(report.verdict(), Verdict::Verified);
    let counts = report.counts();
    // 6 of 36 throws are above 9; a fair share of 600 is 100, and every one of them is among the dropped.
    assert!(
        (60..140).contains(&counts.voids_after_entropy),
        "{}",
        counts.voids_after_entropy
    );
    let high: [usize; 6] = [23, 28, 29, 33, 34, 35]; // 4-6 5-5 5-6 6-4 6-5 6-6
    let sum = |table: &[u64; 36]| high.iter().map(|cell| table[*cell]).sum::<u64>();
    assert_eq!(
        (sum(&counts.dropped), sum(&counts.played)),
        (counts.voids_after_entropy, 0)
    );
}

#[test]
fn uncaught_an_honest_message_that_was_lost_looks_like_a_denial() {
    let mut table = Table::new(1);
    dropped_by_a_void_that_denies_the_entropy(&mut table);
    let line = table.report(Seat::One).report().first_failure().unwrap().clone();
    let Finding::Failed { found, .. } = line.finding else {
        panic!()
    };
    assert_eq!((line.check, found.as_str()), (Check::VoidEntropy, "no entropy"));
}

#[test]
fn uncaught_a_record_that_its_owner_made_up() {
    // A record is unsigned: whoever holds the receipt can write one that fits it, or one that does not.
    let mut table = Table::new(1);
    let roll = table.lock(Seat::One);
    let receipt = roll.receipt();
    let fitting = Kept::new(receipt.terms().clone(), receipt.entropy());
    let slander = Kept::new(receipt.terms().clone(), Entropy::new([0; 16]));
    assert_eq!(receipt.verify(Some(&fitting), None).verdict(), Verdict::Verified);
    let report = receipt.verify(Some(&slander), None);
    assert_eq!(report.verdict(), Verdict::Mismatch);
    assert!(report.remarks()[0].contains("convinces you, and nobody else"));
}

#[test]
fn uncaught_a_claim_in_the_clients_name_when_records_are_not_complete() {
    let mut table = Table::new(1);
    table.honest_roll(Seat::One);
    entropy_claimed_to_be_the_clients(&mut table);
    let view = View::seat(Seat::One);
    let report = check(
        &table.game,
        view,
        &table.entries,
        &table.kept[0],
        Some(table.running.head()),
    );
    assert_eq!((failed(&report), report.verdict()), (vec![], Verdict::Consistent));
    assert_eq!(report.counts().unrecorded, 1);
}
