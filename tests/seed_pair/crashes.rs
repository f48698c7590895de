//! No crash gives a second outcome or a bet under a public seed.

use super::*;

/// What the outside world saw, and what it must never see.
#[derive(Default)]
struct World {
    /// Every outcome that was shown, by what it came from.
    shown: BTreeMap<(String, String, u64), u32>,
    /// Commitments whose seed is public.
    revealed: HashSet<String>,
    /// The operator's own high-water mark, raised by everything that was shown.
    mark: Mark,
}

impl World {
    fn outcome(&mut self, commitment: Commitment, client: &str, nonce: u64, index: u32) {
        let commitment = commitment.to_string();
        assert!(!self.revealed.contains(&commitment), "a bet under a public seed");
        let key = (commitment, client.to_string(), nonce);
        // Shown again after a crash is the same outcome; another one would be a second roll.
        assert_eq!(*self.shown.entry(key).or_insert(index), index);
    }
}

/// When the operator's process dies in a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Crash {
    BeforeTheSave,
    BeforeTheAcknowledgement,
    After,
    Never,
}

/// An operator, its store and the outside world.
struct Operator {
    pair: SeedPair,
    store: Vec<u8>,
    world: World,
    bets: u32,
    rotations: u32,
}

impl Operator {
    fn new(game: u32) -> Self {
        let offer = Offer::new(CURSOR_V1, seed(&format!("{game}-0"))).unwrap();
        let seen = offer.commitment();
        let pair = offer.choose(seen, "client", seed(&format!("{game}-1"))).unwrap();
        Self {
            store: pair.secret_state().expose_secret_bytes().to_vec(),
            pair,
            world: World::default(),
            bets: 0,
            rotations: 0,
        }
    }

    fn end_all(&mut self, fate: Fate) {
        let open: Vec<u64> = self.pair.open().collect();
        for nonce in open {
            let line = match fate {
                Fate::Played => self.pair.settle(nonce),
                Fate::Void => self.pair.void(nonce),
            };
            assert_eq!(line.unwrap().fate, fate);
        }
    }

    fn change_client(&mut self, client: &str, crash: Crash) {
        self.end_all(Fate::Void);
        let change = self.pair.change_client(client).unwrap();
        if crash > Crash::BeforeTheSave {
            self.store = change.secret_state().expose_secret_bytes().to_vec();
        }
        if crash > Crash::BeforeTheAcknowledgement {
            self.world.mark = change.mark();
            change.saved();
        }
    }

    fn rotate(&mut self, fresh: &str, crash: Crash) {
        self.end_all(Fate::Played);
        let rotation = self
            .pair
            .rotate(self.pair.next_commitment(), "client", seed(fresh))
            .unwrap();
        if crash > Crash::BeforeTheSave {
            self.store = rotation.secret_state().expose_secret_bytes().to_vec();
        }
        if crash > Crash::BeforeTheAcknowledgement {
            self.rotations += 1;
            self.world.mark = rotation.mark();
            self.world.revealed.insert(rotation.saved().commitment.to_string());
        }
    }

    fn bet(&mut self, crash: Crash) {
        let (commitment, client) = (self.pair.commitment(), self.pair.client().to_string());
        let bet = self.pair.bet().unwrap();
        let nonce = bet.nonce();
        if crash > Crash::BeforeTheSave {
            self.store = bet.secret_state().expose_secret_bytes().to_vec();
        }
        if crash > Crash::BeforeTheAcknowledgement {
            self.bets += 1;
            self.world.mark = bet.mark();
            let index = bet.saved().index(0, POCKETS).unwrap();
            let key = (commitment.to_string(), client.clone(), nonce);
            assert!(!self.world.shown.contains_key(&key), "nonce {nonce} twice");
            self.world.outcome(commitment, &client, nonce, index);
        }
    }

    /// Starts again from the store. What is open can be shown again, and is what was shown.
    fn restart(&mut self) {
        self.pair = SeedPair::restore(CURSOR_V1, &self.store, self.world.mark).unwrap();
        for nonce in self.pair.open() {
            let index = self.pair.round(nonce).unwrap().index(0, POCKETS).unwrap();
            self.world
                .outcome(self.pair.commitment(), self.pair.client(), nonce, index);
        }
        if let Some(retired) = self.pair.retired() {
            self.world.revealed.insert(retired.commitment.to_string());
        }
    }
}

/// Thousands of steps with a crash before the save, between save and acknowledgement, or after it.
#[test]
fn no_crash_gives_a_second_outcome_or_a_bet_under_a_public_seed() {
    let mut rng = Rng(4);
    let (mut bets, mut crashes, mut rotations) = (0, 0, 0);
    for game in 0..60 {
        let mut operator = Operator::new(game);
        for step in 2..150 {
            let crash = match rng.below(12) {
                0 => Crash::BeforeTheSave,
                1 => Crash::BeforeTheAcknowledgement,
                2 => Crash::After,
                _ => Crash::Never,
            };
            match rng.below(10) {
                0 => operator.change_client(&format!("client {step}"), crash),
                1 => operator.rotate(&format!("{game}-{step}"), crash),
                _ => operator.bet(crash),
            }
            if crash != Crash::Never {
                crashes += 1;
                operator.restart();
            }
        }
        bets += operator.bets;
        rotations += operator.rotations;
    }
    assert!(
        bets > 5_000 && crashes > 1_500 && rotations > 500,
        "{bets} {crashes} {rotations}"
    );
}
