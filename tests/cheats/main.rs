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

mod caught;
mod client_seed;
mod dishonest;
mod honest;
mod uncaught;

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

fn failed(report: &MatchReport) -> Vec<Check> {
    let lines = report.report().lines().iter();
    lines
        .filter(|line| matches!(line.finding, Finding::Failed { .. }))
        .map(|line| line.check)
        .collect()
}
