//! A receipt or a void that is not of the open roll: put aside and named. One that is of it is final, however bad.

use provably_fair::protocol::check_link::Seat;
use provably_fair::protocol::receipt::{Entropy, EntropyFrom, Id, Kept, Receipt, RollSeed, Terms};
use provably_fair::protocol::session::seats::{Choosing, Context, SeatsRecord};
use provably_fair::protocol::session::{Client, Holding, Locked, NextRoll, Operator, Saved, Sent, StrayError};
use provably_fair::protocol::transcript::{ConfigHash, Entry, Head, Lock, Void};
use provably_fair::verdict::{Check, Finding, Report};
use provably_fair::{ServerSeed, Verdict};

type Never = std::convert::Infallible;

#[allow(clippy::unnecessary_wraps, reason = "the shape of a save function")]
fn safe<T: ?Sized>(_: &T) -> Result<(), Never> {
    Ok(())
}

fn id(text: &str) -> Id {
    Id::new(text).unwrap()
}

fn locked(operator: Operator, number: u8, entropy_from: EntropyFrom) -> Locked {
    let roll = NextRoll {
        roll_id: id(&format!("rol_{number}")),
        nonce: number.into(),
        seat: Seat::One,
        entropy_from,
    };
    let seed = ServerSeed::from_bytes(&[6 + number; 32]);
    operator.lock(roll, seed, |_: &Saved| Ok::<(), Never>(())).unwrap()
}

fn drawn(holding: Holding, byte: u8) -> Sent {
    let fill = |bytes: &mut [u8]| {
        bytes.fill(byte);
        Ok::<(), Never>(())
    };
    holding.draw_from(fill, safe).unwrap()
}

/// A match whose first roll (seed 07.., entropy 01..) is over, and whose second (seed 08.., entropy 02..) waits.
struct Waiting {
    sent: Sent,
    locked: Locked,
    first: Receipt,
}

fn waiting() -> Waiting {
    let (holding, locked, first) = holding();
    Waiting {
        sent: drawn(holding, 2),
        locked,
        first,
    }
}

fn holding() -> (Holding, Locked, Receipt) {
    let operator = Operator::open(id("mat_1"), ConfigHash::new([0; 32]));
    let client = Client::new(id("mat_1"), Seat::One, None);
    let first = locked(operator, 1, EntropyFrom::Client);
    let sent = drawn(client.hold(first.lock().clone()).unwrap(), 1);
    let revealed = first.accept(&sent.answer(), safe).unwrap().reveal().unwrap();
    let receipt = revealed.receipt().clone();
    let (client, report) = sent.accept(receipt.clone()).unwrap();
    assert_eq!(report.verdict(), Verdict::Verified);
    let second = locked(
        revealed.acknowledge(&client.ack(), safe).unwrap(),
        2,
        EntropyFrom::Client,
    );
    (client.hold(second.lock().clone()).unwrap(), second, receipt)
}

/// What a message says, all of it foreign to the second roll until a test changes a part.
#[derive(Clone, Copy)]
struct Told {
    game: &'static str,
    roll: &'static str,
    nonce: u64,
    /// The byte of the seed behind the commitment.
    committed: u8,
    /// The byte of the seed that is shown.
    seed: u8,
    entropy: u8,
}

const FOREIGN: Told = Told {
    game: "mat_1",
    roll: "rol_9",
    nonce: 9,
    committed: 99,
    seed: 98,
    entropy: 97,
};

impl Told {
    fn terms(self) -> Terms {
        let commitment = RollSeed::new([self.committed; 32]).commitment();
        Terms::new(id(self.game), id(self.roll), self.nonce, commitment).unwrap()
    }

    fn receipt(self) -> Receipt {
        let (entropy, seed) = (Entropy::new([self.entropy; 16]), RollSeed::new([self.seed; 32]));
        Receipt::new(self.terms(), entropy, seed, [1, 1]).unwrap()
    }

    fn void(self, came: bool) -> Void {
        let entropy = came.then_some(Entropy::new([self.entropy; 16]));
        Void::new(self.terms(), RollSeed::new([self.seed; 32]), entropy)
    }
}

/// Messages with one part of the second roll and everything else foreign; those of another match share what only one roll has.
fn of_the_roll() -> [(&'static str, Told); 8] {
    let elsewhere = Told {
        game: "mat_2",
        ..FOREIGN
    };
    [
        (
            "roll id",
            Told {
                roll: "rol_2",
                ..FOREIGN
            },
        ),
        ("nonce", Told { nonce: 2, ..FOREIGN }),
        (
            "commitment",
            Told {
                committed: 8,
                ..FOREIGN
            },
        ),
        ("seed", Told { seed: 8, ..FOREIGN }),
        ("entropy", Told { entropy: 2, ..FOREIGN }),
        (
            "commitment elsewhere",
            Told {
                committed: 8,
                ..elsewhere
            },
        ),
        ("seed elsewhere", Told { seed: 8, ..elsewhere }),
        (
            "entropy elsewhere",
            Told {
                entropy: 2,
                ..elsewhere
            },
        ),
    ]
}

/// Messages with nothing of the second roll. Ids and nonces of another match are of other rolls, even where they are the same.
fn strays() -> [(Told, StrayError); 4] {
    let elsewhere = Told {
        game: "mat_2",
        roll: "rol_2",
        nonce: 2,
        ..FOREIGN
    };
    let first = Told {
        roll: "rol_1",
        nonce: 1,
        committed: 7,
        seed: 7,
        entropy: 1,
        ..FOREIGN
    };
    let reseeded = Told {
        committed: 7,
        ..FOREIGN
    };
    [
        (FOREIGN, StrayError::OtherRoll(id("rol_9"))),
        (first, StrayError::OtherRoll(id("rol_1"))),
        (reseeded, StrayError::OtherRoll(id("rol_9"))),
        (elsewhere, StrayError::OtherMatch(id("mat_2"))),
    ]
}

fn failed(report: &Report, check: Check) -> bool {
    let mut lines = report.lines().iter().filter(|line| line.check == check);
    lines.any(|line| matches!(line.finding, Finding::Failed { .. }))
}

/// The honest end of the second roll, and the verdict on the whole match.
fn finish(sent: Sent, locked: Locked) {
    let revealed = locked.accept(&sent.answer(), safe).unwrap().reveal().unwrap();
    let dice = revealed.receipt().dice();
    // Python: the first two bytes below 252 of HMAC(08 * 32, "mat_1:rol_2:2:" + "02" * 16), mod 6 + 1.
    assert_eq!((dice.first, dice.second), (6, 6));
    let (client, report) = sent.accept(revealed.receipt().clone()).unwrap();
    assert_eq!(report.verdict(), Verdict::Verified);
    let operator = revealed.acknowledge(&client.ack(), safe).unwrap();
    let report = client.finish(Some(operator.head()));
    assert_eq!(
        (report.verdict(), report.counts().own()),
        (Verdict::Verified, Some(2)),
        "{report}"
    );
}

#[test]
fn a_stray_receipt_is_named_and_the_roll_stays_open() {
    let Waiting { sent, locked, first } = waiting();
    let answer = sent.answer();
    let stopped = sent.accept(first).unwrap_err();
    assert_eq!(stopped.error, StrayError::OtherRoll(id("rol_1")));
    let shown = "put aside: it is of roll rol_1, which is not the open one";
    assert_eq!(stopped.to_string(), shown);
    let mut sent = stopped.state;
    for (told, error) in strays() {
        let stopped = sent.accept(told.receipt()).unwrap_err();
        assert_eq!(stopped.error, error);
        sent = stopped.state;
        assert_eq!(sent.answer(), answer);
    }
    let elsewhere = StrayError::OtherMatch(id("mat_2")).to_string();
    assert_eq!(
        elsewhere,
        "put aside: it is of match mat_2, and the open roll is of another"
    );
    finish(sent, locked);
}

#[test]
fn a_stray_void_is_named_and_the_roll_stays_open() {
    let Waiting { mut sent, locked, .. } = waiting();
    for (told, error) in strays() {
        for came in [false, true] {
            let stopped = sent.accept_void(told.void(came)).unwrap_err();
            assert_eq!(stopped.error, error);
            sent = stopped.state;
        }
    }
    finish(sent, locked);
    // The same before anything is sent; then no entropy is this roll's.
    let (mut held, locked, _) = holding();
    let unsent = Told { entropy: 2, ..FOREIGN };
    for (told, error) in [strays().as_slice(), &[(unsent, StrayError::OtherRoll(id("rol_9")))]].concat() {
        for came in [false, true] {
            let stopped = held.accept_void(told.void(came)).unwrap_err();
            assert_eq!(stopped.error, error);
            held = stopped.state;
        }
    }
    finish(drawn(held, 2), locked);
}

#[test]
fn a_flood_of_strays_leaves_nothing_behind() {
    let Waiting { mut sent, locked, .. } = waiting();
    for nonce in 3..10_003 {
        let stray = Told { nonce, ..FOREIGN };
        sent = sent.accept(stray.receipt()).unwrap_err().state;
    }
    finish(sent, locked);
}

#[test]
fn a_receipt_with_any_part_of_the_roll_is_final() {
    for (part, told) in of_the_roll() {
        let Waiting { sent, .. } = waiting();
        let (client, report) = sent.accept(told.receipt()).expect(part);
        assert_eq!(report.verdict(), Verdict::Mismatch, "{part}");
        let kept = [
            ("roll id", Check::KeptRollId),
            ("nonce", Check::KeptNonce),
            ("commitment", Check::KeptCommitment),
            ("entropy", Check::KeptEntropy),
        ];
        for (name, check) in kept {
            assert_eq!(failed(&report, check), !part.starts_with(name), "{part}: {name}");
        }
        assert_eq!(
            failed(&report, Check::KeptMatchId),
            part.ends_with("elsewhere"),
            "{part}"
        );
        // The evidence stays: the match is a mismatch whatever comes after it.
        let report = client.finish(None);
        assert_eq!(report.verdict(), Verdict::Mismatch, "{part}");
        assert!(failed(report.report(), Check::OfOpenLock), "{part}");
    }
}

#[test]
fn a_void_with_any_part_of_the_roll_is_final() {
    for (part, told) in of_the_roll() {
        let Waiting { sent, .. } = waiting();
        let (client, line) = sent.accept_void(told.void(true)).expect(part);
        let first = if part.ends_with("elsewhere") {
            Check::SameMatch
        } else {
            Check::OfOpenLock
        };
        assert_eq!(line.unwrap().check, first, "{part}");
        assert_eq!(client.finish(None).verdict(), Verdict::Mismatch, "{part}");
        if part.starts_with("entropy") {
            continue;
        }
        let (held, ..) = holding();
        let (_, line) = held.accept_void(told.void(false)).expect(part);
        assert_eq!(line.unwrap().check, first, "{part}");
    }
}

/// The operator answers with dice that it liked better, is caught, and offers the honest receipt.
#[test]
fn a_bad_first_answer_is_not_taken_back() {
    let Waiting { sent, locked, .. } = waiting();
    let revealed = locked.accept(&sent.answer(), safe).unwrap().reveal().unwrap();
    let honest = revealed.receipt().clone();
    let better = Receipt::new(honest.terms().clone(), honest.entropy(), honest.seed(), [5, 5]).unwrap();
    let (mut client, report) = sent.accept(better).unwrap();
    assert_eq!(report.first_failure().unwrap().check, Check::Dice);
    let head = client.head();
    assert!(revealed.acknowledge(&client.ack(), safe).is_err());
    let line = client.watch(&Entry::Receipt(honest)).unwrap().unwrap();
    assert_eq!((line.check, client.head()), (Check::OfOpenLock, head));
    let report = client.finish(None);
    assert_eq!(report.verdict(), Verdict::Mismatch);
    assert!(failed(report.report(), Check::Dice));
    assert_eq!(report.counts().played.iter().sum::<u64>(), 2);
}

#[test]
fn an_operator_that_stands_by_a_stray_is_on_record() {
    // Nothing else comes: the entropy was sent, and no answer was.
    let Waiting { sent, .. } = waiting();
    let sent = sent.accept(FOREIGN.receipt()).unwrap_err().state;
    let report = sent.give_up().finish(None);
    assert_eq!(report.report().first_failure().unwrap().check, Check::Answered);
    assert_eq!(report.counts().never_answered, 1);
    // It is said to be the answer: watched as such, it fails.
    let Waiting { sent, .. } = waiting();
    let mut client = sent.accept(FOREIGN.receipt()).unwrap_err().state.give_up();
    let line = client.watch(&Entry::Receipt(FOREIGN.receipt())).unwrap().unwrap();
    assert_eq!(line.check, Check::OfOpenLock);
    let report = client.finish(None);
    assert!(failed(report.report(), Check::KeptRollId));
}

#[test]
fn a_client_that_crashed_after_a_stray_resumes_the_same_roll() {
    let Waiting { sent, locked, first } = waiting();
    let kept = sent.kept().clone();
    drop(sent.accept(FOREIGN.receipt()).unwrap_err());
    let mut client = Client::new(id("mat_1"), Seat::One, None);
    let lock = Lock::new(
        first.terms().clone(),
        Seat::One,
        EntropyFrom::Client,
        ConfigHash::new([0; 32]),
        Head::start(&id("mat_1")),
    );
    let record = Kept::new(first.terms().clone(), first.entropy());
    assert_eq!(client.watch(&Entry::Lock(lock)), Ok(None));
    client.note(&record);
    assert_eq!(client.watch(&Entry::Receipt(first.clone())), Ok(None));
    let sent = client.resume(locked.lock().clone(), &kept).unwrap();
    let sent = sent.accept(first).unwrap_err().state;
    finish(sent, locked);
}

fn both_seats(lock: &Lock) -> SeatsRecord {
    let choose = |seat, byte: u8| {
        let fill = |bytes: &mut [u8]| {
            bytes.fill(byte);
            Ok::<(), Never>(())
        };
        Choosing::random_from(Context::lock(lock), seat, fill, safe).unwrap()
    };
    let (one, two) = (choose(Seat::One, 1), choose(Seat::Two, 2));
    let (hash_one, hash_two) = (one.hash(), two.hash());
    let (one, two) = (one.meet(&hash_two, safe).unwrap(), two.meet(&hash_one, safe).unwrap());
    one.accept(&two.open()).unwrap()
}

#[test]
fn the_entropy_of_both_seats_makes_a_message_final_too() {
    let roll = || {
        let operator = Operator::open(id("mat_1"), ConfigHash::new([0; 32]));
        let locked = locked(operator, 2, EntropyFrom::BothSeats);
        let record = both_seats(locked.lock());
        let client = Client::new(id("mat_1"), Seat::Two, None);
        let sent = client.hold(locked.lock().clone()).unwrap().join(&record, safe).unwrap();
        (sent, locked, record)
    };
    let (sent, locked, record) = roll();
    let sent = sent.accept(FOREIGN.receipt()).unwrap_err().state;
    let revealed = locked.accept_joint(&record, safe).unwrap().reveal().unwrap();
    let (_, report) = sent.accept(revealed.receipt().clone()).unwrap();
    assert_eq!(report.verdict(), Verdict::Verified);

    let (sent, _, record) = roll();
    let receipt = FOREIGN.receipt();
    let used = Receipt::new(receipt.terms().clone(), record.entropy(), receipt.seed(), [1, 1]).unwrap();
    let (_, report) = sent.accept(used).unwrap();
    assert!(failed(&report, Check::KeptRollId) && !failed(&report, Check::KeptEntropy));
}
