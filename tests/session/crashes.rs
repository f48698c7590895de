//! Crashes between any two steps give nobody a second roll.

use super::*;

/// Where an operator stands, as a program would hold it.
enum Running {
    Idle(Operator),
    Locked(Locked),
    Answered(provably_fair::protocol::session::Answered),
    Revealed(provably_fair::protocol::session::Revealed),
}

/// Where a client stands, and what it has on disk.
enum Player {
    Idle(Client),
    Holding(provably_fair::protocol::session::Holding),
    Sent(Sent),
}

struct Table {
    running: Option<Running>,
    store: Store,
    player: Option<Player>,
    entries: Vec<Entry>,
    kept: Vec<Kept>,
    receipts: Vec<Receipt>,
    rolls: u64,
}

impl Table {
    fn new() -> Self {
        let mut store = Store::default();
        // A first roll was voided, so that there is something to restore from the start.
        let locked = operator().lock(own(1), seed(1), |saved| store.save(saved)).unwrap();
        let voided = locked.void(None, |saved| store.save(saved)).unwrap();
        let mut player = client();
        let lock = Lock::new(
            voided.void().terms().clone(),
            Seat::One,
            EntropyFrom::Client,
            ConfigHash::new([0; 32]),
            Head::start(&game()),
        );
        let entries = vec![Entry::Lock(lock), Entry::Void(voided.void().clone())];
        for entry in &entries {
            assert_eq!(player.watch(entry), Ok(None));
        }
        let idle = voided.close(|saved| store.save(saved)).unwrap();
        Self {
            running: Some(Running::Idle(idle)),
            store,
            player: Some(Player::Idle(player)),
            entries,
            kept: Vec::new(),
            receipts: Vec::new(),
            rolls: 1,
        }
    }

    /// The next thing that either side would do. Messages between them get lost only with a crash.
    fn step(&mut self) {
        let store = &mut self.store;
        let (running, player) = (self.running.take().unwrap(), self.player.take().unwrap());
        let (running, player) = match (running, player) {
            (Running::Idle(idle), player) => {
                self.rolls += 1;
                let roll = own(self.rolls);
                let byte = u8::try_from(self.rolls).unwrap();
                (
                    Running::Locked(idle.lock(roll, seed(byte), |saved| store.save(saved)).unwrap()),
                    player,
                )
            }
            (Running::Locked(locked), Player::Idle(client)) => {
                let holding = client.hold(locked.lock().clone()).unwrap();
                (Running::Locked(locked), Player::Holding(holding))
            }
            (running, Player::Holding(holding)) => {
                let kept = &mut self.kept;
                let byte = u8::try_from(kept.len()).unwrap();
                let fill = |bytes: &mut [u8]| {
                    bytes.fill(byte);
                    Ok::<(), Never>(())
                };
                let save = |record: &Kept| {
                    kept.push(record.clone());
                    Ok::<(), Never>(())
                };
                (running, Player::Sent(holding.draw_from(fill, save).unwrap()))
            }
            (Running::Locked(locked), Player::Sent(sent)) => {
                let answered = locked.accept(&sent.answer(), |saved| store.save(saved)).unwrap();
                (Running::Answered(answered), Player::Sent(sent))
            }
            (Running::Answered(answered), player) => (Running::Revealed(answered.reveal().unwrap()), player),
            (Running::Revealed(revealed), Player::Sent(sent)) => {
                // A resent answer gets the same receipt.
                let receipt = revealed.again(&sent.answer()).unwrap().clone();
                let (client, report) = sent.accept(receipt.clone()).unwrap();
                assert_eq!(report.verdict(), Verdict::Verified);
                self.entries.push(Entry::Lock(revealed.lock().clone()));
                self.entries.push(Entry::Receipt(receipt.clone()));
                self.receipts.push(receipt);
                (Running::Revealed(revealed), Player::Idle(client))
            }
            (Running::Revealed(revealed), Player::Idle(client)) => {
                let idle = revealed.acknowledge(&client.ack(), |saved| store.save(saved)).unwrap();
                (Running::Idle(idle), Player::Idle(client))
            }
        };
        (self.running, self.player) = (Some(running), Some(player));
    }

    fn crash_operator(&mut self) {
        self.running = Some(match self.store.restore() {
            Restored::Operator(idle) => Running::Idle(idle),
            Restored::Locked(locked) => Running::Locked(locked),
            Restored::Answered(answered) => Running::Answered(answered),
            Restored::Voided(_) => panic!("no roll is voided here"),
        });
    }

    /// A client is rebuilt from its entries and records; it asks for the open lock again.
    fn crash_client(&mut self) {
        let mut rebuilt = client();
        let mut kept = self.kept.iter();
        let mut open = None;
        for entry in &self.entries {
            assert_eq!(rebuilt.watch(entry), Ok(None));
            if matches!(entry, Entry::Lock(lock) if lock.terms().nonce() > 1) {
                rebuilt.note(kept.next().unwrap());
            }
        }
        if let Some(record) = kept.next() {
            open = Some(record);
        }
        let lock = match self.running.as_ref().unwrap() {
            Running::Locked(locked) => Some(locked.lock()),
            Running::Answered(answered) => Some(answered.lock()),
            Running::Revealed(revealed) => Some(revealed.lock()),
            Running::Idle(_) => None,
        };
        self.player = Some(match (open, lock) {
            (Some(record), Some(lock)) => Player::Sent(rebuilt.resume(lock.clone(), record).unwrap()),
            _ => Player::Idle(rebuilt),
        });
    }

    fn play(&mut self, steps: usize, mut crash: impl FnMut(&mut Self, usize)) {
        for step in 0..steps {
            self.step();
            crash(self, step);
        }
        // To the end of the roll at hand.
        for _ in 0..20 {
            if matches!(
                (&self.running, &self.player),
                (Some(Running::Idle(_)), Some(Player::Idle(_)))
            ) {
                return;
            }
            self.step();
        }
        panic!("the roll does not end");
    }

    fn check(self) -> usize {
        let Some(Player::Idle(client)) = self.player else {
            panic!()
        };
        let head = client.head();
        let report = client.finish(Some(head));
        assert_eq!(report.verdict(), Verdict::Verified, "{report}");
        let own = usize::try_from(report.counts().own().unwrap()).unwrap();
        assert_eq!((own, self.kept.len()), (self.receipts.len(), self.receipts.len()));
        own
    }
}

#[test]
fn a_crash_between_any_two_steps_gives_no_second_roll() {
    let mut rolls = 0;
    for at in 0..28 {
        for (operator_dies, client_dies) in [(true, false), (false, true), (true, true)] {
            let mut table = Table::new();
            table.play(28, |table, step| {
                if step == at && operator_dies {
                    table.crash_operator();
                }
                if step == at && client_dies {
                    table.crash_client();
                }
            });
            rolls += table.check();
        }
    }
    assert!(rolls >= 28 * 3 * 3, "{rolls}");
}

#[test]
fn crashes_at_every_second_step_or_so_are_survived() {
    // A crash after *every* step never gets past a reveal, which is made again and again from what was saved.
    let mut rolls = 0;
    for seed in 1..=40_u64 {
        let mut state = seed;
        let mut coin = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 63 == 1
        };
        let mut table = Table::new();
        table.play(300, |table, _| {
            if coin() {
                table.crash_operator();
            }
            if coin() {
                table.crash_client();
            }
        });
        rolls += table.check();
    }
    assert!(rolls >= 40 * 10, "{rolls}");
}
