//! The cheats, each with the check that is named for it.

use super::*;

/// One dishonest roll against seat 1, at any place of a match.
pub type Cheat = fn(&mut Table);

/// Tries until the victim has thrown 1 and 2 or 2 and 1, the worst there is: 18 tries in the mean.
pub fn grind(mut attempt: impl FnMut(u64) -> Roll) -> Roll {
    (0..10_000)
        .map(&mut attempt)
        .find(|roll| matches!(roll.dice(), [1, 2] | [2, 1]))
        .unwrap()
}

pub fn seed_swapped(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|_| Roll {
        seed: table.random.seed(),
        ..roll.clone()
    });
    table.settle(&ground); // the lock is the old one
}

pub fn seed_and_commitment_swapped(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|_| {
        let seed = table.random.seed();
        roll.relocked(|parts| parts.3 = seed)
    });
    table.settle(&ground);
}

pub fn nonce_picked_after(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|more| roll.relocked(|parts| parts.2 += 1 + more));
    table.nonce = ground.lock.terms().nonce();
    table.settle(&ground);
}

pub fn roll_id_picked_after(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|more| roll.relocked(|parts| parts.1 = Id::new(&format!("{}_{more}", parts.1)).unwrap()));
    table.settle(&ground);
}

pub fn entropy_replaced(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|_| Roll {
        entropy: table.random.entropy(),
        ..roll.clone()
    });
    table.settle(&ground);
}

/// The roll's receipt with other dice.
pub fn lie(table: &mut Table, roll: &Roll, dice: [u8; 2]) {
    let receipt = Receipt::new(roll.lock.terms().clone(), roll.entropy, roll.seed, dice).unwrap();
    table.push(roll.lock.clone());
    table.push(receipt);
}

pub fn dice_altered(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let [first, second] = roll.dice();
    lie(table, &roll, [first % 6 + 1, second]);
}

pub fn dice_swapped(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let [first, second] = roll.dice();
    if first == second {
        return dice_swapped(table.after(&roll)); // a double has no other order
    }
    lie(table, &roll, [second, first]);
}

impl Table {
    fn after(&mut self, roll: &Roll) -> &mut Self {
        self.settle(roll);
        self
    }
}

/// A second lock of the same roll, for which the client sends its entropy in good faith.
pub fn rolled_again(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock.clone());
    let first_nonce = table.nonce;
    let again = table.lock(Seat::One);
    let again = Roll {
        lock: table.lock_of(again.lock.terms().clone(), Seat::One, EntropyFrom::Client),
        ..again
    };
    let again = again.relocked(|parts| parts.1 = roll.lock.terms().roll_id().clone());
    assert!(again.lock.terms().nonce() > first_nonce);
    let kept = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::new(again.lock.terms().clone(), kept.entropy()));
    table.settle(&again);
}

pub fn rolled_again_under_another_id(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock.clone());
    let again = table.lock(Seat::One);
    table.settle(&again);
}

pub fn rolled_again_after_the_receipt(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.settle(&roll);
    let again = table
        .lock(Seat::One)
        .relocked(|parts| parts.1 = roll.lock.terms().roll_id().clone());
    let kept = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::new(again.lock.terms().clone(), kept.entropy()));
    table.settle(&again);
}

pub fn dropped_by_a_void_that_denies_the_entropy(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock.clone());
    table.push(Void::new(roll.lock.terms().clone(), roll.seed, None));
}

pub fn dropped_in_silence(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock);
}

pub fn dropped_without_a_trace(table: &mut Table) {
    let _sent = table.lock(Seat::One);
}

pub fn voided_with_another_seed(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock.clone());
    let seed = table.random.seed();
    table.push(Void::new(roll.lock.terms().clone(), seed, Some(roll.entropy)));
}

pub fn replayed_from_another_match(table: &mut Table) {
    let mut other = Table::new(table.random.next());
    let theirs = other.lock(Seat::One);
    let roll = table.lock(Seat::One);
    table.push(roll.lock);
    table.push(theirs.receipt());
}

/// An earlier receipt of the same match, where a new one has to be.
pub fn replayed_from_this_match(table: &mut Table) {
    let first = table.lock(Seat::One);
    table.settle(&first);
    let roll = table.lock(Seat::One);
    table.push(roll.lock);
    table.push(first.receipt());
}

pub fn commitment_reused(table: &mut Table) {
    let first = table.lock(Seat::One);
    table.settle(&first);
    let again = table.lock(Seat::One).relocked(|parts| parts.3 = first.seed);
    let kept = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::new(again.lock.terms().clone(), kept.entropy()));
    table.settle(&again);
}

/// The lock commits to a new seed, the receipt reveals one that was used: so the commitment fails too, but not it alone.
pub fn seed_reused(table: &mut Table) {
    let first = table.lock(Seat::One);
    table.settle(&first);
    let second = table.lock(Seat::One);
    table.settle(&Roll {
        seed: first.seed,
        ..second
    });
}

pub fn entropy_reused(table: &mut Table) {
    let first = table.lock(Seat::One);
    table.settle(&first);
    let second = table.lock(Seat::One);
    table.settle(&Roll {
        entropy: first.entropy,
        ..second
    });
}

/// Nobody was there, and the operator says that the client made the entropy. A client whose records are complete knows.
pub fn entropy_claimed_to_be_the_clients(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.kept[0].pop();
    let ground = grind(|_| Roll {
        entropy: table.random.entropy(),
        ..roll.clone()
    });
    table.settle(&ground);
}

/// The operator ran on from an old lock, against this library's `restore`, and played the roll a second time.
pub fn lock_restored_after_the_reveal(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.settle(&roll);
    let ground = grind(|_| Roll {
        entropy: table.random.entropy(),
        ..roll.clone()
    });
    table.push(ground.receipt());
}

pub fn configuration_changed(table: &mut Table) {
    table.honest_roll(Seat::One);
    let roll = table.lock(Seat::One);
    let old = &roll.lock;
    let other = Lock::new(
        old.terms().clone(),
        old.seat(),
        old.entropy_from(),
        ConfigHash::new([4; 32]),
        old.prev(),
    );
    table.settle(&Roll { lock: other, ..roll });
}

pub fn nonce_taken_back(table: &mut Table) {
    table.honest_roll(Seat::One);
    let last = table.nonce;
    let roll = table.lock(Seat::One).relocked(|parts| parts.2 = last);
    let kept = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::new(roll.lock.terms().clone(), kept.entropy()));
    table.settle(&roll);
}

/// A lock that leaves out what went before it.
pub fn chain_broken(table: &mut Table) {
    table.honest_roll(Seat::One);
    let roll = table.lock(Seat::One);
    let old = &roll.lock;
    let start = Head::start(&table.game);
    let other = Lock::new(old.terms().clone(), old.seat(), old.entropy_from(), CONFIG, start);
    table.settle(&Roll { lock: other, ..roll });
}

/// The list says that somebody else made the entropy that seat 1 sent.
pub fn credit(table: &mut Table, seat: Seat, from: EntropyFrom) {
    let roll = table.lock(Seat::One);
    let lock = table.lock_of(roll.lock.terms().clone(), seat, from);
    table.settle(&Roll { lock, ..roll });
}

pub fn credited_to_the_other_seat(table: &mut Table) {
    credit(table, Seat::Two, EntropyFrom::Client);
}

pub fn credited_to_the_operator(table: &mut Table) {
    credit(table, Seat::One, EntropyFrom::Operator);
}

pub fn credited_to_both_seats(table: &mut Table) {
    credit(table, Seat::One, EntropyFrom::BothSeats);
}

pub const CHEATS: [(&str, Cheat, Check); 29] = [
    ("seed swapped after the entropy", seed_swapped, Check::Commitment),
    (
        "seed and commitment swapped after the entropy",
        seed_and_commitment_swapped,
        Check::KeptCommitment,
    ),
    ("nonce picked after the entropy", nonce_picked_after, Check::KeptNonce),
    (
        "roll id picked after the entropy",
        roll_id_picked_after,
        Check::KeptRollId,
    ),
    ("entropy replaced", entropy_replaced, Check::KeptEntropy),
    ("dice altered", dice_altered, Check::Dice),
    ("dice order swapped", dice_swapped, Check::Dice),
    ("rolled again", rolled_again, Check::NoSecondLock),
    (
        "rolled again under another id",
        rolled_again_under_another_id,
        Check::OneOpenLock,
    ),
    (
        "rolled again after the receipt",
        rolled_again_after_the_receipt,
        Check::UniqueRollId,
    ),
    (
        "dropped by a void that denies the entropy",
        dropped_by_a_void_that_denies_the_entropy,
        Check::VoidEntropy,
    ),
    ("dropped in silence", dropped_in_silence, Check::Answered),
    ("dropped without a trace", dropped_without_a_trace, Check::KeptRoll),
    ("voided with another seed", voided_with_another_seed, Check::Commitment),
    (
        "receipt replayed from another match",
        replayed_from_another_match,
        Check::SameMatch,
    ),
    (
        "receipt replayed from this match",
        replayed_from_this_match,
        Check::OfOpenLock,
    ),
    ("commitment reused", commitment_reused, Check::UniqueCommitment),
    (
        "seed reused, with its commitment",
        commitment_reused,
        Check::UniqueServerSeed,
    ),
    (
        "seed reused, under another commitment",
        seed_reused,
        Check::UniqueServerSeed,
    ),
    ("entropy reused", entropy_reused, Check::UniqueEntropy),
    (
        "entropy reused, so not the client's",
        entropy_reused,
        Check::KeptEntropy,
    ),
    (
        "entropy claimed to be the client's",
        entropy_claimed_to_be_the_clients,
        Check::KeptRoll,
    ),
    (
        "a lock restored after the reveal",
        lock_restored_after_the_reveal,
        Check::OfOpenLock,
    ),
    (
        "credited to the other seat",
        credited_to_the_other_seat,
        Check::KeptRoll,
    ),
    ("credited to the operator", credited_to_the_operator, Check::KeptRoll),
    ("credited to both seats", credited_to_both_seats, Check::KeptRoll),
    ("configuration changed", configuration_changed, Check::SameConfig),
    ("nonce taken back", nonce_taken_back, Check::NonceUp),
    ("chain broken", chain_broken, Check::LockChain),
];
