//! Thousands of matches with an honest operator, all verified, and with dishonest ones, each caught by the check named for
//! it. What a player's own documents cannot catch is shown as well, and listed in `docs/TRUST.md`.
//!
//! Every number is drawn from a seeded generator. A dishonest operator is plain code that builds whatever entries it likes;
//! the player's side is always the library.

use provably_fair::document;
use provably_fair::protocol::check_link::Seat;
use provably_fair::protocol::receipt::{Entropy, EntropyFrom, Id, Kept, Receipt, RollSeed, Terms, roll};
use provably_fair::protocol::round::{RoundClaim, RoundNote};
use provably_fair::protocol::session::{Client, NextRoll, Operator, RestoreError, restore};
use provably_fair::protocol::transcript::{ConfigHash, Entry, Head, Lock, MatchReport, Transcript, View, Void, verify};
use provably_fair::verdict::{Check, Finding, Source};
use provably_fair::{CURSOR_V1, Revealed, ServerSeed, Verdict, games};

type Never = std::convert::Infallible;

const CONFIG: ConfigHash = ConfigHash::new([3; 32]);

/// `SplitMix64`: small, seeded, and nothing that a secret may ever come from.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_be_bytes()[..chunk.len()]);
        }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    fn seed(&mut self) -> RollSeed {
        RollSeed::new(self.bytes())
    }

    fn entropy(&mut self) -> Entropy {
        Entropy::new(self.bytes())
    }

    fn seat(&mut self) -> Seat {
        if self.below(2) == 0 { Seat::One } else { Seat::Two }
    }
}

fn index(seat: Seat) -> usize {
    match seat {
        Seat::One => 0,
        Seat::Two => 1,
    }
}

// ---- honest operators ----

#[allow(clippy::unnecessary_wraps, reason = "the shape of a save function")]
fn safe<T: ?Sized>(_: &T) -> Result<(), Never> {
    Ok(())
}

/// A whole match with the live types on all three sides. Each player makes one roll at least.
struct Played {
    game: Id,
    entries: Vec<Entry>,
    kept: [Vec<Kept>; 2],
    reports: [MatchReport; 2],
    head: Head,
}

fn honest(random: &mut Random) -> Played {
    let game = Id::new(&format!("mat_{}", random.next())).unwrap();
    let mut operator = Operator::open(game.clone(), CONFIG);
    let mut clients = [Seat::One, Seat::Two].map(|seat| Some(Client::new(game.clone(), seat, Some(CONFIG))));
    let mut kept = [Vec::new(), Vec::new()];
    let mut entries = Vec::new();
    let mut nonce = 0;
    for number in 0..2 + random.below(8) {
        let seat = match number {
            0 => Seat::One,
            1 => Seat::Two,
            _ => random.seat(),
        };
        nonce += 1 + random.below(3);
        let roll_id = Id::new(&format!("rol_{number}")).unwrap();
        let next = NextRoll {
            roll_id,
            nonce,
            seat,
            entropy_from: EntropyFrom::Client,
        };
        let locked = operator
            .lock(next, ServerSeed::from_bytes(random.seed().as_bytes()), safe)
            .unwrap();
        let lock = locked.lock().clone();
        let holding = clients[index(seat)].take().unwrap().hold(lock.clone()).unwrap();
        let fill = |bytes: &mut [u8]| {
            random.fill(bytes);
            Ok::<(), Never>(())
        };
        let answering = holding.draw_from(fill, safe).unwrap();
        kept[index(seat)].push(answering.kept().clone());
        let outcome = if number > 1 && random.below(10) == 0 {
            let voided = locked.void(Some(&answering.answer()), safe).unwrap();
            let void = voided.void().clone();
            let (client, failed) = answering.accept_void(void.clone()).unwrap();
            assert_eq!(failed, None);
            clients[index(seat)] = Some(client);
            operator = voided.close(safe).unwrap();
            Entry::Void(void)
        } else {
            let revealed = locked.accept(&answering.answer(), safe).unwrap().reveal().unwrap();
            let receipt = revealed.receipt().clone();
            let (client, report) = answering.accept(receipt.clone()).unwrap();
            assert_eq!(report.verdict(), Verdict::Verified);
            operator = revealed.acknowledge(&client.ack(), safe).unwrap();
            clients[index(seat)] = Some(client);
            Entry::Receipt(receipt)
        };
        let other = clients[1 - index(seat)].as_mut().unwrap();
        assert_eq!(other.watch(&Entry::Lock(lock.clone())), Ok(None));
        assert_eq!(other.watch(&outcome), Ok(None));
        entries.extend([Entry::Lock(lock), outcome]);
    }
    let head = operator.head();
    let reports = clients.map(|client| client.unwrap().finish(Some(head)));
    Played {
        game,
        entries,
        kept,
        reports,
        head,
    }
}

fn check(game: &Id, view: View, entries: &[Entry], kept: &[Kept], head: Option<Head>) -> MatchReport {
    let transcript = Transcript::new(game.clone(), view);
    verify(transcript, entries.iter().cloned(), kept.iter().cloned(), head).unwrap()
}

#[test]
fn honest_matches_are_verified_and_lost_records_never() {
    let mut random = Random(1);
    for _ in 0..2_000 {
        let played = honest(&mut random);
        for seat in [Seat::One, Seat::Two] {
            assert_eq!(played.reports[index(seat)].verdict(), Verdict::Verified);
            let kept = &played.kept[index(seat)];
            let verdict = |view, kept: &[Kept], head| check(&played.game, view, &played.entries, kept, head);
            // From the files, as later from the command line.
            let again = verdict(View::seat(seat).complete(), kept, Some(played.head));
            assert_eq!(again, played.reports[index(seat)]);
            assert_eq!(
                verdict(View::seat(seat), kept, Some(played.head)).verdict(),
                Verdict::Verified
            );
            // Whoever lost the record, one entry of it, or never compared, is not told *verified* - and not *mismatch* either.
            let lost = [
                verdict(View::seat(seat), &[], Some(played.head)),
                verdict(View::seat(seat), &kept[1..], Some(played.head)),
                verdict(View::seat(seat), &kept[..kept.len() - 1], Some(played.head)),
                verdict(View::seat(seat), kept, None),
                verdict(View::outside(), kept, Some(played.head)),
                verdict(View::outside(), &[], None),
            ];
            for (case, report) in lost.iter().enumerate() {
                assert_eq!(report.verdict(), Verdict::Consistent, "case {case}: {report}");
            }
        }
        for entry in &played.entries {
            let Entry::Receipt(receipt) = entry else { continue };
            for made_by in [None, Some(EntropyFrom::Client), Some(EntropyFrom::Operator)] {
                assert_eq!(receipt.verify(None, made_by).verdict(), Verdict::Consistent);
            }
        }
    }
}

// ---- dishonest operators ----

/// An operator that builds whatever entries it likes. It keeps the chain of heads right, since that costs it nothing.
struct Table {
    random: Random,
    game: Id,
    running: Transcript,
    entries: Vec<Entry>,
    kept: [Vec<Kept>; 2],
    number: u64,
    nonce: u64,
}

/// One roll as the operator has it in hand.
#[derive(Clone)]
struct Roll {
    lock: Lock,
    seed: RollSeed,
    entropy: Entropy,
}

impl Table {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let game = Id::new(&format!("mat_{}", random.next())).unwrap();
        Self {
            running: Transcript::new(game.clone(), View::outside()),
            entries: Vec::new(),
            kept: [Vec::new(), Vec::new()],
            number: 0,
            nonce: 0,
            random,
            game,
        }
    }

    fn next_id(&mut self) -> Id {
        self.number += 1;
        Id::new(&format!("rol_{}", self.number)).unwrap()
    }

    /// Terms of an honest next roll.
    fn terms(&mut self, seed: RollSeed) -> Terms {
        self.nonce += 1 + self.random.below(3);
        Terms::new(self.game.clone(), self.next_id(), self.nonce, seed.commitment()).unwrap()
    }

    fn lock_of(&self, terms: Terms, seat: Seat, from: EntropyFrom) -> Lock {
        Lock::new(terms, seat, from, CONFIG, self.running.head())
    }

    /// The lock as the client saw it, and the entropy that it then sent and kept.
    fn lock(&mut self, seat: Seat) -> Roll {
        let seed = self.random.seed();
        let terms = self.terms(seed);
        let entropy = self.random.entropy();
        self.kept[index(seat)].push(Kept::new(terms.clone(), entropy));
        let lock = self.lock_of(terms, seat, EntropyFrom::Client);
        Roll { lock, seed, entropy }
    }

    fn push(&mut self, entry: impl Into<Entry>) {
        let entry = entry.into();
        let _what_an_honest_check_says = self.running.push(&entry).unwrap();
        self.entries.push(entry);
    }

    fn settle(&mut self, roll: &Roll) {
        self.push(roll.lock.clone());
        self.push(roll.receipt());
    }

    fn honest_roll(&mut self, seat: Seat) {
        let roll = self.lock(seat);
        self.settle(&roll);
    }

    fn report(&self, seat: Seat) -> MatchReport {
        let view = View::seat(seat).complete();
        check(
            &self.game,
            view,
            &self.entries,
            &self.kept[index(seat)],
            Some(self.running.head()),
        )
    }
}

impl Roll {
    fn receipt(&self) -> Receipt {
        let terms = self.lock.terms();
        let rolled = roll(
            self.seed.as_bytes(),
            terms.match_id(),
            terms.roll_id(),
            terms.nonce(),
            self.entropy,
        )
        .unwrap();
        Receipt::new(
            terms.clone(),
            self.entropy,
            self.seed,
            [rolled.dice.first, rolled.dice.second],
        )
        .unwrap()
    }

    fn dice(&self) -> [u8; 2] {
        let dice = self.receipt().dice();
        [dice.first, dice.second]
    }

    /// The roll with a lock of other terms, as if it had always been so.
    fn relocked(&self, change: impl FnOnce(&mut (Id, Id, u64, RollSeed))) -> Self {
        let terms = self.lock.terms();
        let mut parts = (
            terms.match_id().clone(),
            terms.roll_id().clone(),
            terms.nonce(),
            self.seed,
        );
        change(&mut parts);
        let terms = Terms::new(parts.0, parts.1, parts.2, parts.3.commitment()).unwrap();
        let old = &self.lock;
        let lock = Lock::new(terms, old.seat(), old.entropy_from(), old.config(), old.prev());
        Self {
            lock,
            seed: parts.3,
            entropy: self.entropy,
        }
    }
}

/// One dishonest roll against seat 1, at any place of a match.
type Cheat = fn(&mut Table);

/// Tries until the victim has thrown 1 and 2 or 2 and 1, the worst there is: 18 tries in the mean.
fn grind(mut attempt: impl FnMut(u64) -> Roll) -> Roll {
    (0..10_000)
        .map(&mut attempt)
        .find(|roll| matches!(roll.dice(), [1, 2] | [2, 1]))
        .unwrap()
}

fn seed_swapped(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|_| Roll {
        seed: table.random.seed(),
        ..roll.clone()
    });
    table.settle(&ground); // the lock is the old one
}

fn seed_and_commitment_swapped(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|_| {
        let seed = table.random.seed();
        roll.relocked(|parts| parts.3 = seed)
    });
    table.settle(&ground);
}

fn nonce_picked_after(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|more| roll.relocked(|parts| parts.2 += 1 + more));
    table.nonce = ground.lock.terms().nonce();
    table.settle(&ground);
}

fn roll_id_picked_after(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|more| roll.relocked(|parts| parts.1 = Id::new(&format!("{}_{more}", parts.1)).unwrap()));
    table.settle(&ground);
}

fn entropy_replaced(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let ground = grind(|_| Roll {
        entropy: table.random.entropy(),
        ..roll.clone()
    });
    table.settle(&ground);
}

/// The roll's receipt with other dice.
fn lie(table: &mut Table, roll: &Roll, dice: [u8; 2]) {
    let receipt = Receipt::new(roll.lock.terms().clone(), roll.entropy, roll.seed, dice).unwrap();
    table.push(roll.lock.clone());
    table.push(receipt);
}

fn dice_altered(table: &mut Table) {
    let roll = table.lock(Seat::One);
    let [first, second] = roll.dice();
    lie(table, &roll, [first % 6 + 1, second]);
}

fn dice_swapped(table: &mut Table) {
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
fn rolled_again(table: &mut Table) {
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

fn rolled_again_under_another_id(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock.clone());
    let again = table.lock(Seat::One);
    table.settle(&again);
}

fn rolled_again_after_the_receipt(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.settle(&roll);
    let again = table
        .lock(Seat::One)
        .relocked(|parts| parts.1 = roll.lock.terms().roll_id().clone());
    let kept = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::new(again.lock.terms().clone(), kept.entropy()));
    table.settle(&again);
}

fn dropped_by_a_void_that_denies_the_entropy(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock.clone());
    table.push(Void::new(roll.lock.terms().clone(), roll.seed, None));
}

fn dropped_in_silence(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock);
}

fn dropped_without_a_trace(table: &mut Table) {
    let _sent = table.lock(Seat::One);
}

fn voided_with_another_seed(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.push(roll.lock.clone());
    let seed = table.random.seed();
    table.push(Void::new(roll.lock.terms().clone(), seed, Some(roll.entropy)));
}

fn replayed_from_another_match(table: &mut Table) {
    let mut other = Table::new(table.random.next());
    let theirs = other.lock(Seat::One);
    let roll = table.lock(Seat::One);
    table.push(roll.lock);
    table.push(theirs.receipt());
}

/// An earlier receipt of the same match, where a new one has to be.
fn replayed_from_this_match(table: &mut Table) {
    let first = table.lock(Seat::One);
    table.settle(&first);
    let roll = table.lock(Seat::One);
    table.push(roll.lock);
    table.push(first.receipt());
}

fn commitment_reused(table: &mut Table) {
    let first = table.lock(Seat::One);
    table.settle(&first);
    let again = table.lock(Seat::One).relocked(|parts| parts.3 = first.seed);
    let kept = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::new(again.lock.terms().clone(), kept.entropy()));
    table.settle(&again);
}

/// The lock commits to a new seed, the receipt reveals one that was used: so the commitment fails too, but not it alone.
fn seed_reused(table: &mut Table) {
    let first = table.lock(Seat::One);
    table.settle(&first);
    let second = table.lock(Seat::One);
    table.settle(&Roll {
        seed: first.seed,
        ..second
    });
}

fn entropy_reused(table: &mut Table) {
    let first = table.lock(Seat::One);
    table.settle(&first);
    let second = table.lock(Seat::One);
    table.settle(&Roll {
        entropy: first.entropy,
        ..second
    });
}

/// Nobody was there, and the operator says that the client made the entropy. A client whose records are complete knows.
fn entropy_claimed_to_be_the_clients(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.kept[0].pop();
    let ground = grind(|_| Roll {
        entropy: table.random.entropy(),
        ..roll.clone()
    });
    table.settle(&ground);
}

/// The operator ran on from an old lock, against this library's `restore`, and played the roll a second time.
fn lock_restored_after_the_reveal(table: &mut Table) {
    let roll = table.lock(Seat::One);
    table.settle(&roll);
    let ground = grind(|_| Roll {
        entropy: table.random.entropy(),
        ..roll.clone()
    });
    table.push(ground.receipt());
}

fn configuration_changed(table: &mut Table) {
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

fn nonce_taken_back(table: &mut Table) {
    table.honest_roll(Seat::One);
    let last = table.nonce;
    let roll = table.lock(Seat::One).relocked(|parts| parts.2 = last);
    let kept = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::new(roll.lock.terms().clone(), kept.entropy()));
    table.settle(&roll);
}

/// A lock that leaves out what went before it.
fn chain_broken(table: &mut Table) {
    table.honest_roll(Seat::One);
    let roll = table.lock(Seat::One);
    let old = &roll.lock;
    let start = Head::start(&table.game);
    let other = Lock::new(old.terms().clone(), old.seat(), old.entropy_from(), CONFIG, start);
    table.settle(&Roll { lock: other, ..roll });
}

/// The list says that somebody else made the entropy that seat 1 sent.
fn credit(table: &mut Table, seat: Seat, from: EntropyFrom) {
    let roll = table.lock(Seat::One);
    let lock = table.lock_of(roll.lock.terms().clone(), seat, from);
    table.settle(&Roll { lock, ..roll });
}

fn credited_to_the_other_seat(table: &mut Table) {
    credit(table, Seat::Two, EntropyFrom::Client);
}

fn credited_to_the_operator(table: &mut Table) {
    credit(table, Seat::One, EntropyFrom::Operator);
}

fn credited_to_both_seats(table: &mut Table) {
    credit(table, Seat::One, EntropyFrom::BothSeats);
}

const CHEATS: [(&str, Cheat, Check); 29] = [
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

fn failed(report: &MatchReport) -> Vec<Check> {
    let lines = report.report().lines().iter();
    lines
        .filter(|line| matches!(line.finding, Finding::Failed { .. }))
        .map(|line| line.check)
        .collect()
}

#[test]
fn every_cheat_is_caught_by_the_check_named_for_it() {
    for (name, cheat, named) in CHEATS {
        for seed in 0..200 {
            let mut table = Table::new(seed);
            for _ in 0..=table.random.below(4) {
                let seat = table.random.seat();
                table.honest_roll(seat);
            }
            assert!(failed(&table.report(Seat::One)).is_empty());
            cheat(&mut table);
            for _ in 0..table.random.below(4) {
                let seat = table.random.seat();
                table.honest_roll(seat);
            }
            let report = table.report(Seat::One);
            let failed = failed(&report);
            assert!(failed.contains(&named), "{name}, seed {seed}: {failed:?}\n{report}");
            assert_eq!(report.verdict(), Verdict::Mismatch);
            // And by no check that has nothing to do with it.
            let expected = also(named, name);
            assert!(
                failed.iter().all(|check| expected.contains(check)),
                "{name}, seed {seed}: {failed:?}"
            );
        }
    }
}

/// Checks that may fail together with the one named.
fn also(named: Check, cheat: &str) -> Vec<Check> {
    let more: &[Check] = match cheat {
        // A lock that overruns another does not carry its head.
        "rolled again" | "rolled again under another id" => &[Check::Answered, Check::LockChain],
        "dropped in silence" => &[Check::OneOpenLock, Check::LockChain],
        "commitment reused" => &[Check::UniqueServerSeed],
        "seed reused, with its commitment" => &[Check::UniqueCommitment],
        "seed reused, under another commitment" => &[Check::Commitment],
        "entropy reused" => &[Check::KeptEntropy],
        "entropy reused, so not the client's" => &[Check::UniqueEntropy],
        // The other match's receipt is wrong in every way that a receipt can be.
        "receipt replayed from another match" => &[
            Check::OfOpenLock,
            Check::Commitment,
            Check::KeptMatchId,
            Check::KeptRollId,
            Check::KeptNonce,
            Check::KeptCommitment,
            Check::KeptEntropy,
        ],
        "receipt replayed from this match" => &[
            Check::Commitment,
            Check::UniqueServerSeed,
            Check::UniqueEntropy,
            Check::KeptRollId,
            Check::KeptNonce,
            Check::KeptCommitment,
            Check::KeptEntropy,
        ],
        _ => &[],
    };
    [&[named], more].concat()
}

#[test]
fn a_single_receipt_against_its_record_names_the_cheat_too() {
    let cases: [(Cheat, Check); 7] = [
        (seed_swapped, Check::Commitment),
        (seed_and_commitment_swapped, Check::KeptCommitment),
        (nonce_picked_after, Check::KeptNonce),
        (roll_id_picked_after, Check::KeptRollId),
        (entropy_replaced, Check::KeptEntropy),
        (dice_altered, Check::Dice),
        (dice_swapped, Check::Dice),
    ];
    for (cheat, named) in cases {
        for seed in 0..200 {
            let mut table = Table::new(seed);
            cheat(&mut table);
            let Some(Entry::Receipt(receipt)) = table.entries.last() else {
                panic!()
            };
            let report = receipt.verify(table.kept[0].last(), None);
            assert_eq!(report.first_failure().map(|line| line.check), Some(named));
        }
    }
    let mut here = Table::new(1);
    let roll = here.lock(Seat::One);
    let theirs = Table::new(2).lock(Seat::One).receipt();
    let kept = Kept::new(roll.lock.terms().clone(), roll.entropy);
    let replayed = theirs.verify(Some(&kept), None);
    assert_eq!(
        replayed.first_failure().map(|line| line.check),
        Some(Check::KeptMatchId)
    );
}

#[test]
fn a_void_that_says_that_nothing_came_takes_complete_records() {
    let mut table = Table::new(1);
    table.honest_roll(Seat::One);
    dropped_by_a_void_that_denies_the_entropy(&mut table);
    let head = Some(table.running.head());
    let report = |view, kept: &[Kept]| check(&table.game, view, &table.entries, kept, head);
    let void_entropy = |report: &MatchReport| {
        let mut lines = report.report().lines().iter();
        lines
            .find(|line| line.check == Check::VoidEntropy)
            .unwrap()
            .finding
            .clone()
    };
    // The record of what was sent is lost: a player that does not say that its records are complete cannot know.
    let lost = &table.kept[0][..1];
    let unsure = report(View::seat(Seat::One), lost);
    assert_eq!((failed(&unsure), unsure.verdict()), (vec![], Verdict::Consistent));
    assert!(matches!(void_entropy(&unsure), Finding::NotChecked { .. }));
    assert_eq!(
        (unsure.counts().voids_unrecorded, unsure.counts().voids_before_entropy),
        (1, 1)
    );
    // Whoever says so says that nothing was sent.
    let sure = report(View::seat(Seat::One).complete(), lost);
    assert_eq!(
        (void_entropy(&sure), sure.verdict()),
        (Finding::Held, Verdict::Verified)
    );
    // The void is none of the other seat's.
    let other = report(View::seat(Seat::Two), &[]);
    assert_eq!(other.counts().voids_unrecorded, 0);
    assert_eq!(
        failed(&report(View::seat(Seat::One), &table.kept[0])),
        [Check::VoidEntropy]
    );
}

#[test]
fn no_line_is_held_against_a_note_that_is_not_there() {
    let mut table = Table::new(1);
    table.honest_roll(Seat::Two);
    let views = [View::outside(), View::seat(Seat::One), View::seat(Seat::One).complete()];
    for (view, own_roll) in views.into_iter().flat_map(|view| [(view, false), (view, true)]) {
        if own_roll {
            table.honest_roll(Seat::One);
        }
        let report = check(&table.game, view, &table.entries, &[], None);
        let lines = report.report().lines().iter();
        let held = lines.filter(|line| line.source == Source::Player && line.finding == Finding::Held);
        assert_eq!(held.count(), 0, "{view:?}: {report}");
    }
}

#[test]
fn a_transcript_of_both_seats_rolls_protects_from_the_server_alone() {
    let mut table = Table::new(1);
    table.honest_roll(Seat::One);
    let says = |table: &Table| {
        let report = table.report(Seat::One);
        assert_eq!(report.verdict(), Verdict::Verified, "{report}");
        let mut remarks = report.report().remarks().iter();
        remarks.any(|remark| remark.contains("from the server alone"))
    };
    assert!(!says(&table));
    let roll = table.lock(Seat::One);
    let lock = table.lock_of(roll.lock.terms().clone(), Seat::One, EntropyFrom::BothSeats);
    let own = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::joint(own.terms().clone(), own.entropy()));
    table.settle(&Roll { lock, ..roll });
    assert!(says(&table));
}

#[test]
fn two_transcripts_are_told_apart_by_their_heads() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let played = honest(&mut random);
        // The other player is shown the same match with one roll of its own, honest in itself, at the end.
        let mut other = Table::new(seed);
        other.game = played.game.clone();
        other.running = Transcript::new(played.game.clone(), View::outside());
        for entry in &played.entries {
            other.push(entry.clone());
        }
        (other.number, other.nonce) = (1_000, 1_000_000);
        other.kept[1].clone_from(&played.kept[1]);
        other.honest_roll(Seat::Two);
        let shown = [played.head, other.running.head()];
        let one = check(
            &played.game,
            View::seat(Seat::One),
            &played.entries,
            &played.kept[0],
            Some(shown[1]),
        );
        let two = check(
            &played.game,
            View::seat(Seat::Two),
            &other.entries,
            &other.kept[1],
            Some(shown[0]),
        );
        assert_eq!(
            (failed(&one), failed(&two)),
            (vec![Check::SameTranscript], vec![Check::SameTranscript])
        );
        // Whoever does not compare is not told *verified*.
        let alone = check(
            &played.game,
            View::seat(Seat::One),
            &played.entries,
            &played.kept[0],
            None,
        );
        assert_eq!(alone.verdict(), Verdict::Consistent);
    }
}

#[test]
fn the_live_client_refuses_before_it_sends() {
    for (name, cheat, _) in CHEATS {
        let mut table = Table::new(7);
        table.honest_roll(Seat::Two);
        cheat(&mut table);
        // Everything that fails about a lock itself fails before entropy is drawn for it.
        let mut client = Client::new(table.game.clone(), Seat::One, Some(CONFIG));
        let mut refused = None;
        for entry in &table.entries {
            if let Ok(Some(line)) = client.watch(entry) {
                refused = Some(line.check);
                break;
            }
            if let Entry::Lock(lock) = entry {
                let own = table.kept[0].iter().find(|kept| kept.terms() == lock.terms());
                if let Some(kept) = own {
                    client.note(kept);
                }
            }
        }
        let expected = match name {
            "rolled again" => Some(Check::NoSecondLock),
            "rolled again under another id" => Some(Check::OneOpenLock),
            "rolled again after the receipt" => Some(Check::UniqueRollId),
            "commitment reused" | "seed reused, with its commitment" => Some(Check::UniqueCommitment),
            "configuration changed" => Some(Check::SameConfig),
            "nonce taken back" => Some(Check::NonceUp),
            "chain broken" => Some(Check::LockChain),
            _ => continue,
        };
        assert_eq!(refused, expected, "{name}");
    }
}

#[test]
fn this_library_does_not_go_on_from_an_old_lock() {
    let mut states = Vec::new();
    let mut save = |saved: &provably_fair::protocol::session::Saved| {
        states.push((saved.step(), saved.secret_for_encrypted_store().to_vec()));
        Ok::<(), Never>(())
    };
    let game = Id::new("mat_1").unwrap();
    let next = NextRoll {
        roll_id: Id::new("rol_1").unwrap(),
        nonce: 1,
        seat: Seat::One,
        entropy_from: EntropyFrom::Client,
    };
    let locked = Operator::open(game.clone(), CONFIG)
        .lock(next, ServerSeed::from_bytes(&[7; 32]), &mut save)
        .unwrap();
    let mut client = Some(Client::new(game, Seat::One, None).hold(locked.lock().clone()).unwrap());
    let sent = client.take().unwrap().draw(safe).unwrap();
    let revealed = locked.accept(&sent.answer(), &mut save).unwrap().reveal().unwrap();
    let mark = states.last().unwrap().0;
    assert_eq!(revealed.receipt().entropy(), sent.answer().entropy());
    assert_eq!(
        restore(&states[0].1, mark).err(),
        Some(RestoreError::Old { step: 1, at_least: 2 })
    );
}

#[test]
fn nothing_published_before_the_reveal_holds_the_seed() {
    // That a seed cannot be revealed while a round of it lives, or a roll before its answer, is shown by doctests that do
    // not compile: `ServerSeed::reveal`, `protocol::session`. Here: what goes out before holds neither its bytes nor its hex.
    let mut random = Random(5);
    for _ in 0..200 {
        let mut table = Table::new(random.next());
        let roll = table.lock(Seat::One);
        let text = document::write(&roll.lock) + &format!("{:?}", roll.lock);
        assert!(!text.contains(&roll.seed.to_string()));
        assert!(
            !roll
                .lock
                .bytes()
                .windows(32)
                .any(|window| window == roll.seed.as_bytes())
        );
    }
}

// ---- the cursor scheme: what became of the client's seed ----

#[test]
fn a_client_seed_that_was_changed_fails_against_the_note() {
    let roulette = games::ROULETTE.with(&[]).unwrap();
    let seal = CURSOR_V1.sealing().digest(&Revealed::from_text("server")).unwrap();
    let verify = |noted: &str, played: &str| {
        let claim = RoundClaim::new(CURSOR_V1, roulette.clone(), Revealed::from_text("server"), played, 0);
        let spun = claim.deal().unwrap().items("pocket")[0].to_string();
        let note = RoundNote::none().commitment(seal).client_seed(noted).nonce(0);
        let note = note.settings(CURSOR_V1, &roulette);
        claim.commitment(seal).stated(&[&spun]).unwrap().verify(&note)
    };
    // (what the player noted, what was played)
    let cases = [
        (" caf\u{e9} ", "caf\u{e9}", "trimmed"),
        ("caf\u{e9}\n", "caf\u{e9}", "a line end taken off"),
        (
            "caf\u{e9}",
            "cafe\u{301}",
            "re-encoded: the same letters in the other normal form",
        ),
        ("caf\u{e9}", "caf\u{c3}\u{a9}", "re-encoded: its UTF-8 read as Latin-1"),
        ("caf\u{e9}", "caf\u{fffd}", "re-encoded: bytes lost"),
        ("paypal", "p\u{430}ypal", "a look-alike: Cyrillic a"),
        ("seed-1", "seed\u{2010}1", "a look-alike: another hyphen"),
        ("Lucky", "lucky", "case folded"),
        ("a", "a\u{200b}", "something invisible added"),
        ("caf\u{e9}", "", "dropped"),
        ("1", "01", "a number made of it"),
    ];
    for (noted, played, why) in cases {
        let report = verify(noted, played);
        let failed = report
            .report()
            .lines()
            .iter()
            .filter(|line| matches!(line.finding, Finding::Failed { .. }));
        let checks: Vec<Check> = failed.map(|line| line.check).collect();
        assert_eq!(checks, [Check::NotedClientSeed], "{why}");
        assert_eq!(verify(noted, noted).verdict(), Verdict::Verified, "{why}");
    }
}

/// The page for players says of every check what it excludes.
#[test]
fn the_trust_page_explains_every_check() {
    let page = include_str!("../docs/TRUST.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    for check in Check::ALL {
        let name = format!("`{}`", check.name());
        let explained = rows
            .iter()
            .any(|row| row.split('|').nth(1).is_some_and(|cell| cell.contains(&name)));
        assert!(explained, "{name}");
    }
}

// ---- what cannot be caught with what a player holds ----

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
