//! The live protocol: its order, its errors, and a crash between any two steps.

use std::fmt::Write;

use provably_fair::protocol::check_link::{MatchNote, Seat};
use provably_fair::protocol::live_match::SealedMatch;
use provably_fair::protocol::match_dice::FirstRoll;
use provably_fair::protocol::receipt::{Entropy, EntropyFrom, Id, Kept, Receipt, RollSeed, Terms};
use provably_fair::protocol::session::seats::{
    self, Bound, ChooseError, Choosing, Context, MeetError, RestoredSeat, SeatBytes, SeatError, SeatHash, SeatSeed,
    SeatsRecord,
};
use provably_fair::protocol::session::{
    AcceptError, Ack, AckError, Answer, AnswerError, Client, HoldError, LockError, Locked, NextRoll, Operator,
    RestoreError, Restored, Saved, SendError, Sent, Stopped, restore,
};
use provably_fair::protocol::transcript::{ConfigHash, Entry, Head, Lock, Void};
use provably_fair::verdict::{Check, Finding};
use provably_fair::{ServerSeed, Verdict, hex};

type Never = std::convert::Infallible;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DiskFull;

fn game() -> Id {
    Id::new("mat_1").unwrap()
}

fn operator() -> Operator {
    Operator::open(game(), ConfigHash::new([0; 32]))
}

fn next(number: u64, seat: Seat, entropy_from: EntropyFrom) -> NextRoll {
    let roll_id = Id::new(&format!("rol_{number}")).unwrap();
    NextRoll {
        roll_id,
        nonce: number,
        seat,
        entropy_from,
    }
}

fn own(number: u64) -> NextRoll {
    next(number, Seat::One, EntropyFrom::Client)
}

fn seed(byte: u8) -> ServerSeed {
    ServerSeed::from_bytes(&[byte; 32])
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of a save function")]
fn kept_safe<T: ?Sized>(_: &T) -> Result<(), Never> {
    Ok(())
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of a save function")]
fn full<T: ?Sized>(_: &T) -> Result<(), DiskFull> {
    Err(DiskFull)
}

fn answer(number: u64, entropy: u8) -> Answer {
    Answer::new(
        game(),
        Id::new(&format!("rol_{number}")).unwrap(),
        Entropy::new([entropy; 16]),
    )
}

fn locked(number: u64) -> Locked {
    operator().lock(own(number), seed(7), kept_safe).unwrap()
}

/// What a step left in the operator's store.
#[derive(Default)]
struct Store {
    bytes: Vec<u8>,
    mark: u64,
}

impl Store {
    #[allow(clippy::unnecessary_wraps, reason = "the shape of a save function")]
    fn save(&mut self, saved: &Saved) -> Result<(), Never> {
        self.bytes = saved.secret_for_encrypted_store().to_vec();
        assert_eq!(saved.step(), self.mark + 1, "every save is a new step");
        self.mark = saved.step();
        Ok(())
    }

    fn restore(&self) -> Restored {
        restore(&self.bytes, self.mark).unwrap()
    }
}

// ---- the operator ----

#[test]
fn a_roll_goes_its_way() {
    let mut store = Store::default();
    let locked = operator().lock(own(1), seed(7), |saved| store.save(saved)).unwrap();
    // Python: sha256(bytes([7]) * 32).
    let commitment = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
    assert_eq!(locked.lock().terms().commitment().to_string(), commitment);
    assert_eq!(locked.lock().prev(), Head::start(&game()));
    let answered = locked.accept(&answer(1, 1), |saved| store.save(saved)).unwrap();
    let revealed = answered.reveal().unwrap();
    // Python: the first two bytes below 252 of HMAC(seed, "mat_1:rol_1:1:" + "01" * 16), mod 6 + 1.
    assert_eq!(
        (revealed.receipt().dice().first, revealed.receipt().dice().second),
        (1, 4)
    );
    let Entry::Receipt(receipt) = Entry::from(revealed.receipt().clone()) else {
        unreachable!()
    };
    let mut client = Client::new(game(), Seat::Two, None);
    assert_eq!(client.watch(&Entry::Lock(revealed.lock().clone())), Ok(None));
    assert_eq!(client.watch(&Entry::Receipt(receipt)), Ok(None));
    let operator = revealed.acknowledge(&client.ack(), |saved| store.save(saved)).unwrap();
    assert_eq!((operator.head(), operator.step()), (client.head(), 3));
    // The next lock carries the head.
    let second = operator.lock(own(2), seed(8), |saved| store.save(saved)).unwrap();
    assert_eq!(second.lock().prev(), client.head());
}

#[test]
fn nothing_is_published_that_was_not_saved() {
    let Stopped { state, error } = operator().lock(own(1), seed(7), full).unwrap_err();
    assert_eq!(error, LockError::Save(DiskFull));
    let locked = state.lock(own(1), seed(7), kept_safe).unwrap();
    let Stopped { state, error } = locked.accept(&answer(1, 1), full).unwrap_err();
    assert_eq!(error, AcceptError::Save(DiskFull));
    let Stopped { state, error } = state.void(None, full).unwrap_err();
    assert_eq!(error, AcceptError::Save(DiskFull));
    // Nothing was revealed, so other entropy may still come.
    let revealed = state.accept(&answer(1, 2), kept_safe).unwrap().reveal().unwrap();
    let Stopped { state, error } = revealed.close(full).unwrap_err();
    assert_eq!(error, AckError::Save(DiskFull));
    assert_eq!(state.receipt().entropy(), Entropy::new([2; 16]));
    let voided = locked_then_void(None);
    assert!(matches!(
        voided.close(full),
        Err(Stopped {
            error: AckError::Save(DiskFull),
            ..
        })
    ));
}

fn locked_then_void(with: Option<&Answer>) -> provably_fair::protocol::session::Voided {
    locked(1).void(with, kept_safe).unwrap()
}

#[test]
fn a_lock_needs_a_whole_seed_and_a_nonce_that_goes_up() {
    for bytes in [0, 16, 31, 33, 64, 65] {
        let short = ServerSeed::from_bytes(&vec![7; bytes]);
        let stopped = operator().lock(own(1), short, kept_safe).unwrap_err();
        assert_eq!(stopped.error, LockError::SeedLength, "{bytes}");
    }
    let text = ServerSeed::from_text("not hex at all");
    assert_eq!(
        operator().lock(own(1), text, kept_safe).unwrap_err().error,
        LockError::SeedLength
    );
    let operator = locked_then_void(None).close(kept_safe).unwrap();
    let Stopped { state, error } = operator.lock(own(1), seed(8), kept_safe).unwrap_err();
    assert_eq!(error, LockError::NonceNotUp { last: 1 });
    let Stopped { state, error } = state.lock(own(0), seed(8), kept_safe).unwrap_err();
    assert_eq!(error, LockError::NonceNotUp { last: 1 });
    // It may skip, up to the end, and does not wrap there.
    let voided = state
        .lock(own(u64::MAX), seed(8), kept_safe)
        .unwrap()
        .void(None, kept_safe)
        .unwrap();
    let operator = voided.close(kept_safe).unwrap();
    let stopped = operator.lock(own(0), seed(9), kept_safe).unwrap_err();
    assert_eq!(stopped.error, LockError::NonceNotUp { last: u64::MAX });
}

#[test]
fn an_answer_belongs_to_its_roll_and_its_maker() {
    let Stopped { state, error } = locked(1).accept(&answer(2, 1), kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::Answer(AnswerError::OtherRoll));
    let elsewhere = Answer::new(
        Id::new("mat_2").unwrap(),
        Id::new("rol_1").unwrap(),
        Entropy::new([1; 16]),
    );
    let Stopped { state, error } = state.accept(&elsewhere, kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::Answer(AnswerError::OtherRoll));
    let Stopped { state, error } = state.void(Some(&answer(2, 1)), kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::Answer(AnswerError::OtherRoll));
    let Stopped { error, .. } = state.accept_own(Entropy::new([1; 16]), kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::Answer(AnswerError::OtherMaker));
    let operators = next(1, Seat::One, EntropyFrom::Operator);
    let locked = operator().lock(operators, seed(7), kept_safe).unwrap();
    let Stopped { state, error } = locked.accept(&answer(1, 1), kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::Answer(AnswerError::OtherMaker));
    let revealed = state
        .accept_own(Entropy::new([1; 16]), kept_safe)
        .unwrap()
        .reveal()
        .unwrap();
    assert_eq!(revealed.receipt().entropy(), Entropy::new([1; 16]));
}

#[test]
fn the_same_entropy_gets_the_same_receipt_and_other_entropy_none() {
    let revealed = locked(1).accept(&answer(1, 1), kept_safe).unwrap().reveal().unwrap();
    let receipt = revealed.receipt().clone();
    for _ in 0..3 {
        assert_eq!(revealed.again(&answer(1, 1)), Ok(&receipt));
        assert_eq!(revealed.again(&answer(1, 2)), Err(AnswerError::OtherEntropy));
        assert_eq!(revealed.again(&answer(2, 1)), Err(AnswerError::OtherRoll));
    }
    let other = Ack::new(game(), Head::start(&game()));
    let own_head = match revealed.acknowledge(&other, kept_safe) {
        Err(Stopped {
            error: AckError::OtherTranscript { own },
            ..
        }) => own,
        other => panic!("{other:?}"),
    };
    assert_ne!(own_head, Head::start(&game()));
}

#[test]
fn only_the_record_of_both_seats_answers_a_lock_of_both_seats() {
    let both = || {
        let roll = next(1, Seat::One, EntropyFrom::BothSeats);
        operator().lock(roll, seed(7), kept_safe).unwrap()
    };
    let context = Context::lock(both().lock());
    let joint = record(context);
    // One seat alone sends what it likes, even what the record gives.
    let sent = Answer::new(game(), Id::new("rol_1").unwrap(), joint.entropy());
    let Stopped { state, error } = both().accept(&sent, kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::Answer(AnswerError::OtherMaker));
    let Stopped { state, error } = state.accept_own(joint.entropy(), kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::Answer(AnswerError::OtherMaker));
    let Stopped { state, error } = state.void(Some(&sent), kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::Answer(AnswerError::OtherMaker));
    // Records of something else, or with a seed that was picked afterwards.
    let [one, two] = *joint.seeds();
    let other = SeatBytes::new([9; 16]);
    let wrong = [
        (record(Context::new([9; 32])), SeatError::Context),
        (
            SeatsRecord::new(context, *joint.hashes(), [other, two]),
            SeatError::Seed,
        ),
        (
            SeatsRecord::new(context, *joint.hashes(), [one, other]),
            SeatError::Seed,
        ),
        (SeatsRecord::new(context, *joint.hashes(), [two, one]), SeatError::Seed),
    ];
    let mut state = state;
    for (wrong, expected) in &wrong {
        let expected = AcceptError::Answer(AnswerError::Seats(*expected));
        let stopped = state.accept_joint(wrong, kept_safe).unwrap_err();
        assert_eq!(stopped.error, expected);
        let stopped = stopped.state.void_joint(wrong, kept_safe).unwrap_err();
        assert_eq!(stopped.error, expected);
        state = stopped.state;
    }
    let Stopped { state, error } = state.accept_joint(&joint, full).unwrap_err();
    assert_eq!(error, AcceptError::Save(DiskFull));
    let revealed = state.accept_joint(&joint, kept_safe).unwrap().reveal().unwrap();
    assert_eq!(revealed.receipt().entropy(), joint.entropy());
    assert_eq!(revealed.again(&sent), Ok(revealed.receipt()));
    let voided = both().void_joint(&joint, kept_safe).unwrap();
    assert_eq!(voided.void().entropy(), Some(joint.entropy()));
    assert!(both().void(None, kept_safe).is_ok());
    // And a record answers no lock that leaves the entropy to somebody else.
    for from in [EntropyFrom::Client, EntropyFrom::Operator] {
        let locked = operator().lock(next(1, Seat::One, from), seed(7), kept_safe).unwrap();
        let record = record(Context::lock(locked.lock()));
        let Stopped { state, error } = locked.accept_joint(&record, kept_safe).unwrap_err();
        assert_eq!(error, AcceptError::Answer(AnswerError::OtherMaker));
        let stopped = state.void_joint(&record, kept_safe).unwrap_err();
        assert_eq!(stopped.error, AcceptError::Answer(AnswerError::OtherMaker));
    }
    let own = operator()
        .lock(next(1, Seat::One, EntropyFrom::Operator), seed(7), kept_safe)
        .unwrap();
    let stopped = own.void(Some(&answer(1, 1)), kept_safe).unwrap_err();
    assert_eq!(stopped.error, AcceptError::Answer(AnswerError::OtherMaker));
}

#[test]
fn a_seed_that_is_public_is_not_locked_again() {
    let mut store = Store::default();
    let mut operator = operator();
    // Seven rolls, voided or played: none of their seeds is taken again, before or after a restart.
    for number in 1..=7_u8 {
        let roll = own(number.into());
        let locked = operator.lock(roll, seed(number), |saved| store.save(saved)).unwrap();
        operator = if number % 2 == 0 {
            let voided = locked.void(None, |saved| store.save(saved)).unwrap();
            voided.close(|saved| store.save(saved)).unwrap()
        } else {
            let answered = locked.accept(&answer(number.into(), number), |saved| store.save(saved));
            let revealed = answered.unwrap().reveal().unwrap();
            revealed.close(|saved| store.save(saved)).unwrap()
        };
        for used in 1..=number {
            let Stopped { state, error } = operator.lock(own(100), seed(used), kept_safe).unwrap_err();
            assert_eq!(error, LockError::SeedPublic, "{used} after {number}");
            operator = state;
            let Restored::Operator(restored) = store.restore() else {
                panic!()
            };
            let stopped = restored.lock(own(100), seed(used), kept_safe).unwrap_err();
            assert_eq!(stopped.error, LockError::SeedPublic, "{used} after {number}");
        }
    }
    let before = store.bytes.len();
    // The eighth makes the first forgotten: what is saved does not grow. A transcript's check still knows it.
    let locked = operator.lock(own(8), seed(8), |saved| store.save(saved)).unwrap();
    let voided = locked.void(None, |saved| store.save(saved)).unwrap();
    let operator = voided.close(|saved| store.save(saved)).unwrap();
    assert_eq!(store.bytes.len(), before);
    let stopped = operator.lock(own(9), seed(2), kept_safe).unwrap_err();
    assert_eq!(stopped.error, LockError::SeedPublic);
    assert!(stopped.state.lock(own(9), seed(1), kept_safe).is_ok());
}

#[test]
fn a_void_reveals_the_seed_and_the_entropy_that_came() {
    let voided = locked_then_void(Some(&answer(1, 1)));
    assert_eq!(voided.void().seed(), RollSeed::new([7; 32]));
    let dropped = voided.void().dropped().unwrap().unwrap();
    assert_eq!((dropped.dice.first, dropped.dice.second), (1, 4)); // as in `a_roll_goes_its_way`
    assert_eq!(locked_then_void(None).void().dropped(), Ok(None));
}

// ---- saved states ----

#[test]
fn every_saved_state_comes_back_as_it_was() {
    let mut store = Store::default();
    let locked = operator().lock(own(1), seed(7), |saved| store.save(saved)).unwrap();
    let lock = locked.lock().clone();
    drop(locked);
    let Restored::Locked(locked) = store.restore() else {
        panic!()
    };
    assert_eq!(locked.lock(), &lock);
    let answered = locked.accept(&answer(1, 1), |saved| store.save(saved)).unwrap();
    let mut receipts = Vec::new();
    receipts.push(answered.reveal().unwrap().receipt().clone());
    for _ in 0..2 {
        let Restored::Answered(answered) = store.restore() else {
            panic!()
        };
        assert_eq!(answered.lock(), &lock);
        receipts.push(answered.reveal().unwrap().receipt().clone());
    }
    assert!(receipts.iter().all(|receipt| receipt == &receipts[0]));
    let Restored::Answered(answered) = store.restore() else {
        panic!()
    };
    let operator = answered.reveal().unwrap().close(|saved| store.save(saved)).unwrap();
    let head = operator.head();
    let Restored::Operator(operator) = store.restore() else {
        panic!()
    };
    assert_eq!((operator.head(), operator.step()), (head, 3));
    let locked = operator.lock(own(2), seed(8), |saved| store.save(saved)).unwrap();
    let voided = locked.void(Some(&answer(2, 3)), |saved| store.save(saved)).unwrap();
    let void = voided.void().clone();
    let Restored::Voided(voided) = store.restore() else {
        panic!()
    };
    assert_eq!(voided.void(), &void);
    let _idle = voided.close(|saved| store.save(saved)).unwrap();
}

#[test]
fn the_seed_is_gone_after_the_acknowledgement() {
    let mut store = Store::default();
    let secret = [0xc3; 32];
    let contains = |store: &Store| store.bytes.windows(32).any(|window| window == secret);
    let locked = operator()
        .lock(own(1), ServerSeed::from_bytes(&secret), |saved| store.save(saved))
        .unwrap();
    assert!(contains(&store));
    let answered = locked.accept(&answer(1, 1), |saved| store.save(saved)).unwrap();
    assert!(contains(&store));
    let _idle = answered.reveal().unwrap().close(|saved| store.save(saved)).unwrap();
    assert!(!contains(&store));
}

#[test]
fn an_older_state_is_refused() {
    let mut old = Store::default();
    let locked = operator().lock(own(1), seed(7), |saved| old.save(saved)).unwrap();
    let mut store = Store {
        bytes: old.bytes.clone(),
        mark: old.mark,
    };
    let answered = locked.accept(&answer(1, 1), |saved| store.save(saved)).unwrap();
    let _revealed = answered.reveal().unwrap();
    // The store is rolled back to the lock after the reveal; the mark was kept elsewhere.
    let error = restore(&old.bytes, store.mark).unwrap_err();
    assert_eq!(error, RestoreError::Old { step: 1, at_least: 2 });
    assert_eq!(error.to_string(), "step 1 was saved before step 2, which is known");
    assert!(restore(&store.bytes, store.mark).is_ok());
}

#[test]
fn a_step_is_named_when_it_is_saved_and_numbered_once() {
    let mut tried = Vec::new();
    let fail = |saved: &Saved, tried: &mut Vec<u64>| {
        tried.push(saved.step());
        Err::<(), _>(DiskFull)
    };
    let mut store = Store::default();
    // A save that succeeds, whatever failed before it.
    let keep = |saved: &Saved, store: &mut Store| {
        store.bytes = saved.secret_for_encrypted_store().to_vec();
        store.mark = saved.step();
        Ok::<(), Never>(())
    };
    let state = operator()
        .lock(own(1), seed(7), |saved| fail(saved, &mut tried))
        .unwrap_err()
        .state;
    assert_eq!(state.step(), 0);
    let locked = state.lock(own(1), seed(7), |saved| keep(saved, &mut store)).unwrap();
    assert_eq!((locked.step(), store.mark), (2, 2));
    let state = locked
        .accept(&answer(1, 1), |saved| fail(saved, &mut tried))
        .unwrap_err()
        .state;
    let state = state.void(None, |saved| fail(saved, &mut tried)).unwrap_err().state;
    // The mark is that of the lock, which the store holds.
    assert_eq!(state.step(), 2);
    assert!(matches!(restore(&store.bytes, state.step()), Ok(Restored::Locked(_))));
    let answered = state.accept(&answer(1, 1), |saved| keep(saved, &mut store)).unwrap();
    assert_eq!(answered.step(), 5);
    let revealed = answered.reveal().unwrap();
    let state = revealed.close(|saved| fail(saved, &mut tried)).unwrap_err().state;
    let operator = state.close(|saved| keep(saved, &mut store)).unwrap();
    assert_eq!(operator.step(), 7);
    let locked = operator.lock(own(2), seed(8), |saved| keep(saved, &mut store)).unwrap();
    let voided = locked.void(None, |saved| keep(saved, &mut store)).unwrap();
    let state = voided.close(|saved| fail(saved, &mut tried)).unwrap_err().state;
    assert_eq!(state.close(|saved| keep(saved, &mut store)).unwrap().step(), 11);
    // No number of a failed save came again: what a failed save may have left is older than the mark.
    assert_eq!(tried, [1, 3, 4, 6, 10]);
}

#[test]
fn the_last_step_is_an_error_and_no_overflow() {
    let mut store = Store::default();
    let locked = operator().lock(own(1), seed(7), |saved| store.save(saved)).unwrap();
    let answered = |step: u64| {
        let mut bytes = store.bytes.clone();
        // After the tag's field, and the length of the step's.
        let at = 1 + "provably-fair/operator/1".len() + 1;
        bytes[at..at + 8].copy_from_slice(&step.to_be_bytes());
        restore(&bytes, 0)
    };
    assert_eq!(answered(u64::MAX).err(), Some(RestoreError::LastStep));
    // The last step that is saved can be restored; nothing is saved after it.
    let Ok(Restored::Locked(last)) = answered(u64::MAX - 2) else {
        panic!()
    };
    let last = last.accept(&answer(1, 1), kept_safe).unwrap();
    assert_eq!(last.step(), u64::MAX - 1);
    let stopped = last.reveal().unwrap().close(kept_safe).unwrap_err();
    assert_eq!(stopped.error, AckError::NoStep);
    let Ok(Restored::Locked(last)) = answered(u64::MAX - 1) else {
        panic!()
    };
    let Stopped { state, error } = last.accept(&answer(1, 1), kept_safe).unwrap_err();
    assert_eq!(error, AcceptError::NoStep);
    let Stopped { state, error } = state.void(None, kept_safe).unwrap_err();
    assert_eq!((error, state.step()), (AcceptError::NoStep, u64::MAX - 1));
    let mut idle = Store::default();
    let voided = locked.void(None, kept_safe).unwrap();
    let _idle = voided.close(|saved| {
        idle.bytes = saved.secret_for_encrypted_store().to_vec();
        Ok::<(), Never>(())
    });
    let at = 1 + "provably-fair/operator/1".len() + 1;
    idle.bytes[at..at + 8].copy_from_slice(&(u64::MAX - 1).to_be_bytes());
    let Ok(Restored::Operator(operator)) = restore(&idle.bytes, 0) else {
        panic!()
    };
    let stopped = operator.lock(own(2), seed(8), kept_safe).unwrap_err();
    assert_eq!(stopped.error, LockError::NoStep);
}

#[test]
fn damaged_states_are_errors() {
    let mut store = Store::default();
    let locked = operator().lock(own(1), seed(7), |saved| store.save(saved)).unwrap();
    let locked_bytes = store.bytes.clone();
    let answered = locked.accept(&answer(1, 1), |saved| store.save(saved)).unwrap();
    let _revealed = answered.reveal().unwrap();
    for bytes in [&locked_bytes, &store.bytes] {
        for cut in 0..bytes.len() {
            assert!(restore(&bytes[..cut], 0).is_err(), "cut at {cut}");
        }
        assert!(restore(&[bytes.as_slice(), &[0]].concat(), 0).is_err());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            // A changed id or head may still be a state; a changed seed or commitment never opens.
            let _no_panic = restore(&changed, 0);
        }
    }
    let seed_at = store.bytes.windows(32).position(|window| window == [7; 32]).unwrap();
    let mut changed = store.bytes.clone();
    changed[seed_at] ^= 1;
    assert_eq!(restore(&changed, 0).err(), Some(RestoreError::Seed));
    // A locked state with entropy, an answered one without.
    let swap = |bytes: &[u8], old: &[u8], new: &[u8]| {
        let at = bytes.windows(old.len()).position(|window| window == old).unwrap();
        [&bytes[..at], new, &bytes[at + old.len()..]].concat()
    };
    let strange = swap(&store.bytes, b"\x08answered", b"\x06locked");
    assert_eq!(restore(&strange, 0).err(), Some(RestoreError::Entropy));
    let strange = swap(&locked_bytes, b"\x06locked", b"\x08answered");
    assert_eq!(restore(&strange, 0).err(), Some(RestoreError::Entropy));
    let strange = swap(&locked_bytes, b"\x06locked", b"\x06unlock");
    assert!(matches!(restore(&strange, 0), Err(RestoreError::Bytes(error)) if error.field == "state"));
}

#[test]
fn secrets_do_not_print() {
    let mut printed = String::new();
    let locked = operator()
        .lock(own(1), ServerSeed::from_bytes(&[0xc3; 32]), |saved| {
            write!(printed, "{saved:?}").unwrap();
            Ok::<(), Never>(())
        })
        .unwrap();
    write!(printed, "{locked:?}").unwrap();
    write!(printed, "{:?}", locked.accept(&answer(1, 1), kept_safe).unwrap()).unwrap();
    let seat = Choosing::random_from(
        Context::new([0; 32]),
        Seat::One,
        |bytes| {
            bytes.fill(0xc3);
            Ok::<(), Never>(())
        },
        |saved| {
            write!(printed, "{saved:?}").unwrap();
            Ok::<(), Never>(())
        },
    );
    write!(printed, "{:?}", seat.unwrap()).unwrap();
    assert!(!printed.contains("c3c3") && !printed.contains("195, 195"), "{printed}");
    assert!(printed.contains("Saved { step: 1, .. }"));
}

// ---- the client ----

fn client() -> Client {
    Client::new(game(), Seat::One, Some(ConfigHash::new([0; 32])))
}

fn drawn(client: Client, lock: &Lock, byte: u8) -> Sent {
    let fill = |bytes: &mut [u8]| {
        bytes.fill(byte);
        Ok::<(), Never>(())
    };
    client.hold(lock.clone()).unwrap().draw_from(fill, kept_safe).unwrap()
}

#[test]
fn a_client_draws_from_the_system_after_it_holds_the_lock() {
    let locked = locked(1);
    let draw = || client().hold(locked.lock().clone()).unwrap().draw(kept_safe).unwrap();
    let (one, two) = (draw(), draw());
    assert_ne!(one.answer().entropy(), two.answer().entropy());
    assert_eq!(one.answer(), one.answer());
    assert_eq!(one.kept().terms(), locked.lock().terms());
    let (client, report) = one.accept_of(&locked.lock().clone(), two.answer().entropy());
    // The receipt of another entropy is not this client's.
    assert_eq!(report, Some(Check::KeptEntropy));
    drop(client);
}

/// For the test above: an honest receipt of some entropy.
trait AcceptOf {
    fn accept_of(self, lock: &Lock, entropy: Entropy) -> (Client, Option<Check>);
}

impl AcceptOf for Sent {
    fn accept_of(self, lock: &Lock, entropy: Entropy) -> (Client, Option<Check>) {
        let terms = lock.terms().clone();
        let dice =
            provably_fair::protocol::receipt::roll(&[7; 32], terms.match_id(), terms.roll_id(), terms.nonce(), entropy);
        let dice = dice.unwrap().dice;
        let receipt = Receipt::new(terms, entropy, RollSeed::new([7; 32]), [dice.first, dice.second]).unwrap();
        let (client, report) = self.accept(receipt).unwrap();
        (client, report.first_failure().map(|line| line.check))
    }
}

#[test]
fn a_client_answers_only_what_is_its_own_and_clean() {
    let locked = locked(1);
    let lock = locked.lock();
    let with = |seat, from, config: u8, nonce, prev| {
        let terms = lock.terms();
        let terms = Terms::new(
            terms.match_id().clone(),
            terms.roll_id().clone(),
            nonce,
            terms.commitment(),
        )
        .unwrap();
        Lock::new(terms, seat, from, ConfigHash::new([config; 32]), prev)
    };
    let start = Head::start(&game());
    for (seat, from) in [
        (Seat::Two, EntropyFrom::Client),
        (Seat::One, EntropyFrom::Operator),
        (Seat::Two, EntropyFrom::Operator),
    ] {
        let stopped = client().hold(with(seat, from, 0, 1, start)).unwrap_err();
        assert_eq!(stopped.error, HoldError::NotYours);
    }
    let failed = |client: Client, lock: Lock| match client.hold(lock).unwrap_err().error {
        HoldError::Failed(line) => line.check,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        failed(client(), with(Seat::One, EntropyFrom::Client, 1, 1, start)),
        Check::SameConfig
    );
    assert_eq!(
        failed(client(), with(Seat::One, EntropyFrom::Client, 0, 1, Head::new([9; 32]))),
        Check::LockChain
    );
    let elsewhere = Client::new(Id::new("mat_2").unwrap(), Seat::One, None);
    assert_eq!(failed(elsewhere, lock.clone()), Check::SameMatch);
    let (client, report) = drawn(client(), lock, 1).accept_of(lock, Entropy::new([1; 16]));
    assert_eq!(report, None);
    let head = client.head();
    assert_eq!(
        failed(client, with(Seat::One, EntropyFrom::Client, 0, 1, head)),
        Check::NonceUp
    );
}

#[test]
fn a_refused_lock_leaves_the_client_as_it_was() {
    let locked = locked(1);
    let lock = locked.lock();
    let with = |game: &str, roll: &str, nonce, commitment, config, prev| {
        let (game, roll) = (Id::new(game).unwrap(), Id::new(roll).unwrap());
        let terms = Terms::new(game, roll, nonce, commitment).unwrap();
        Lock::new(
            terms,
            Seat::One,
            EntropyFrom::Client,
            ConfigHash::new([config; 32]),
            prev,
        )
    };
    let own = lock.terms().commitment();
    let other = RollSeed::new([9; 32]).commitment();
    // Astray: of another match with the highest nonce, of another configuration, of another chain. Each names this very
    // roll id and commitment or uses them up, if anything of it stays.
    let astray = [
        with("mat_2", "rol_1", u64::MAX, own, 0, lock.prev()),
        with("mat_1", "rol_1", 1, own, 1, lock.prev()),
        with("mat_1", "rol_1", 1, own, 0, Head::new([9; 32])),
        with("mat_2", "rol_9", 7, other, 1, Head::new([9; 32])),
    ];
    // Without a configuration of its own the client takes the first lock's: not a refused one's.
    let mut client = Client::new(game(), Seat::One, None);
    for (at, lock) in astray.iter().enumerate().filter(|(at, _)| *at != 1) {
        let stopped = client.hold(lock.clone()).unwrap_err();
        assert!(matches!(stopped.error, HoldError::Failed(_)), "{at}");
        client = stopped.state;
        assert_eq!(client.head(), Head::start(&game()));
    }
    let (client, report) = drawn(client, lock, 1).accept_of(lock, Entropy::new([1; 16]));
    assert_eq!(report, None);
    let head = client.head();
    let report = client.finish(Some(head));
    assert_eq!(report.verdict(), Verdict::Verified, "{report}");
    // Watched instead, it is part of the match, and its report says so.
    let mut client = self::client();
    let line = client.watch(&Entry::Lock(astray[1].clone())).unwrap().unwrap();
    assert_eq!(line.check, Check::SameConfig);
    let refused = client.hold(lock.clone()).unwrap_err();
    assert!(matches!(refused.error, HoldError::Failed(line) if line.check == Check::NoSecondLock));
    assert_eq!(
        refused.state.finish(None).report().first_failure().unwrap().check,
        Check::SameConfig
    );
}

#[test]
fn a_record_is_kept_before_anything_is_sent() {
    let locked = locked(1);
    let fill = |bytes: &mut [u8]| {
        bytes.fill(1);
        Ok::<(), DiskFull>(())
    };
    let holding = client().hold(locked.lock().clone()).unwrap();
    let Stopped { state, error } = holding.draw_from(fill, full).unwrap_err();
    assert_eq!(error, SendError::Save(DiskFull));
    let Stopped { state, error } = state.draw_from(|_| Err(DiskFull), kept_safe).unwrap_err();
    assert_eq!(error, SendError::Random(DiskFull));
    let mut kept = None;
    let sent = state.draw_from(fill, |record| {
        kept = Some(record.clone());
        Ok::<(), Never>(())
    });
    assert_eq!(sent.unwrap().kept(), kept.as_ref().unwrap());
    // After a crash the record answers the same lock again, and no other.
    let sent = client().resume(locked.lock().clone(), kept.as_ref().unwrap()).unwrap();
    assert_eq!(sent.answer().entropy(), Entropy::new([1; 16]));
    let other = Kept::new(locked.lock().terms().clone(), Entropy::new([1; 16]));
    let wrong_terms = operator().lock(own(2), seed(9), kept_safe).unwrap();
    let stopped = client().resume(wrong_terms.lock().clone(), &other).unwrap_err();
    assert_eq!(stopped.error, HoldError::OtherRecord);
    let joint = Kept::joint(locked.lock().terms().clone(), Entropy::new([1; 16]));
    let stopped = client().resume(locked.lock().clone(), &joint).unwrap_err();
    assert_eq!(stopped.error, HoldError::OtherRecord);
}

#[test]
fn a_silence_after_the_answer_is_told_from_one_before() {
    let locked = locked(1);
    let gone = drawn(client(), locked.lock(), 1).give_up().finish(None);
    assert_eq!(gone.report().first_failure().unwrap().check, Check::Answered);
    assert_eq!((gone.counts().never_answered, gone.counts().never_sent), (1, 0));
    let mut quiet = client();
    assert_eq!(quiet.watch(&Entry::Lock(locked.lock().clone())), Ok(None));
    let quiet = quiet.finish(None);
    assert_eq!(
        (quiet.verdict(), quiet.report().first_failure()),
        (Verdict::Consistent, None)
    );
    assert_eq!((quiet.counts().never_answered, quiet.counts().never_sent), (0, 1));
}

#[test]
fn a_void_that_denies_the_entropy_meets_the_record() {
    let locked = locked(1);
    let lock = locked.lock().clone();
    let void = |entropy| Void::new(lock.terms().clone(), RollSeed::new([7; 32]), entropy);
    let (_, line) = drawn(client(), &lock, 1).accept_void(void(None)).unwrap();
    assert_eq!(line.unwrap().check, Check::VoidEntropy);
    let (_, line) = drawn(client(), &lock, 1)
        .accept_void(void(Some(Entropy::new([2; 16]))))
        .unwrap();
    assert_eq!(line.unwrap().check, Check::KeptEntropy);
    let (client_, line) = drawn(client(), &lock, 1)
        .accept_void(void(Some(Entropy::new([1; 16]))))
        .unwrap();
    assert_eq!((line, client_.finish(None).counts().voids_after_entropy), (None, 1));
    let (client_, line) = client().hold(lock.clone()).unwrap().accept_void(void(None)).unwrap();
    assert_eq!((line, client_.finish(None).counts().voids_before_entropy), (None, 1));
}

// ---- crashes ----

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

// ---- two seats ----

fn seat(context: Context, seat: Seat, byte: u8) -> Choosing {
    let fill = |bytes: &mut [u8]| {
        bytes.fill(byte);
        Ok::<(), Never>(())
    };
    Choosing::random_from(context, seat, fill, kept_safe).unwrap()
}

fn both(context: Context) -> (Bound, Bound) {
    let (one, two) = (seat(context, Seat::One, 1), seat(context, Seat::Two, 2));
    let (hash_one, hash_two) = (one.hash(), two.hash());
    (
        one.meet(&hash_two, kept_safe).unwrap(),
        two.meet(&hash_one, kept_safe).unwrap(),
    )
}

fn record(context: Context) -> SeatsRecord {
    let (one, two) = both(context);
    let (record, same) = (
        one.accept(&two.open()).unwrap(),
        two.accept(&one_again(context).open()).unwrap(),
    );
    assert_eq!(record, same);
    record
}

fn one_again(context: Context) -> Bound {
    both(context).0
}

#[test]
fn seats_are_bound_before_they_open() {
    let context = Context::new([9; 32]);
    let (one, two) = (seat(context, Seat::One, 1), seat(context, Seat::Two, 2));
    // Python: sha256 of the fields "provably-fair/seat/1", context, seat, seed, each after its length byte.
    assert_eq!(
        hex::encode(one.hash().hash()),
        "75e2b71d66cbdbe24035d941fa840873d9934a28e591cf8fe584e0fd5d06bcf3"
    );
    assert_eq!(
        hex::encode(two.hash().hash()),
        "9d5870daa1d3b8c75c130112a0deda2c384025574b4b8c9ff40a4405e0eda726"
    );
    let elsewhere = seat(Context::new([8; 32]), Seat::Two, 2).hash();
    let Stopped { state, error } = one.meet(&elsewhere, kept_safe).unwrap_err();
    assert_eq!(error, MeetError::Seat(SeatError::Context));
    let mirror = SeatHash::new(context, Seat::Two, *state.hash().hash());
    let Stopped { state, error } = state.meet(&mirror, kept_safe).unwrap_err();
    assert_eq!(error, MeetError::Seat(SeatError::Seat));
    let own_seat = seat(context, Seat::One, 3).hash();
    let Stopped { state, error } = state.meet(&own_seat, kept_safe).unwrap_err();
    assert_eq!(error, MeetError::Seat(SeatError::Seat));
    let Stopped { state, error } = state.meet(&two.hash(), full).unwrap_err();
    assert_eq!(error, MeetError::Save(DiskFull));
    let bound = state.meet(&two.hash(), kept_safe).unwrap();
    // A seat that chooses last, after it saw the other's seed, has to open its hash all the same.
    let chosen = SeatSeed::new(context, Seat::Two, SeatBytes::new([5; 16]));
    let Stopped { state, error } = bound.accept(&chosen).unwrap_err();
    assert_eq!(error, SeatError::Seed);
    let stolen = SeatSeed::new(context, Seat::One, SeatBytes::new([2; 16]));
    let Stopped { state, error } = state.accept(&stolen).unwrap_err();
    assert_eq!(error, SeatError::Seat);
    let late = SeatSeed::new(Context::new([8; 32]), Seat::Two, SeatBytes::new([2; 16]));
    let Stopped { state, error } = state.accept(&late).unwrap_err();
    assert_eq!(error, SeatError::Context);
    let done = state
        .accept(&SeatSeed::new(context, Seat::Two, SeatBytes::new([2; 16])))
        .unwrap();
    assert_eq!(done.entropy().to_string(), "2c58c148e4dc3bbf310e028257bcf44f");
    assert_eq!(done.players().each_ref().map(|player| player.as_str().len()), [32, 32]);
    let refused = Choosing::random_from(context, Seat::One, |_| Err(DiskFull), kept_safe);
    assert!(matches!(refused, Err(ChooseError::Random(DiskFull))));
    let refused = Choosing::random_from(context, Seat::One, |_| Ok::<(), Never>(()), full);
    assert!(matches!(refused, Err(ChooseError::Save(DiskFull))));
}

#[test]
fn a_seat_survives_a_crash_and_meets_only_one_hash() {
    let context = Context::new([9; 32]);
    let mut disk = Vec::new();
    let fill = |bytes: &mut [u8]| {
        bytes.fill(1);
        Ok::<(), Never>(())
    };
    let mut save = |saved: &seats::SavedSeat| {
        disk = saved.secret_for_encrypted_store().to_vec();
        Ok::<(), Never>(())
    };
    let one = Choosing::random_from(context, Seat::One, fill, &mut save).unwrap();
    let hash = one.hash();
    drop(one);
    let Ok(RestoredSeat::Choosing(one)) = seats::restore(&disk) else {
        panic!()
    };
    assert_eq!(one.hash(), hash);
    let mut save = |saved: &seats::SavedSeat| {
        disk = saved.secret_for_encrypted_store().to_vec();
        Ok::<(), Never>(())
    };
    let _bound = one.meet(&seat(context, Seat::Two, 2).hash(), &mut save).unwrap();
    let Ok(RestoredSeat::Bound(one)) = seats::restore(&disk) else {
        panic!()
    };
    let Stopped { state, error } = one
        .accept(&SeatSeed::new(context, Seat::Two, SeatBytes::new([3; 16])))
        .unwrap_err();
    assert_eq!(error, SeatError::Seed);
    assert!(
        state
            .accept(&SeatSeed::new(context, Seat::Two, SeatBytes::new([2; 16])))
            .is_ok()
    );
    for cut in 0..disk.len() {
        assert!(seats::restore(&disk[..cut]).is_err());
    }
    // A seat 2 comes back as seat 2: what it waits for is seat 1's.
    let two = seat(context, Seat::Two, 2);
    let mut disk = Vec::new();
    let save = |saved: &seats::SavedSeat| {
        disk = saved.secret_for_encrypted_store().to_vec();
        Ok::<(), Never>(())
    };
    let _bound = two.meet(&hash, save).unwrap();
    let Ok(RestoredSeat::Bound(two)) = seats::restore(&disk) else {
        panic!()
    };
    assert!(
        two.accept(&SeatSeed::new(context, Seat::One, SeatBytes::new([1; 16])))
            .is_ok()
    );
}

#[test]
fn two_seats_roll_one_receipt() {
    let rolled = operator()
        .lock(next(1, Seat::One, EntropyFrom::BothSeats), seed(7), kept_safe)
        .unwrap();
    let lock = rolled.lock().clone();
    let record = record(Context::lock(&lock));
    let holding = client().hold(lock.clone()).unwrap();
    let Stopped { state, error } = holding.draw_from(|_| Ok::<(), Never>(()), kept_safe).unwrap_err();
    assert_eq!(error, SendError::OtherMaker); // one seat alone does not make it
    let Stopped { state, error } = state.join(&self::record(Context::new([9; 32])), kept_safe).unwrap_err();
    assert_eq!(error, SendError::OtherMaker); // a record of something else
    let sent = state.join(&record, kept_safe).unwrap();
    let kept = sent.kept().clone();
    let revealed = rolled.accept_joint(&record, kept_safe).unwrap().reveal().unwrap();
    let receipt = revealed.receipt().clone();
    let (client, report) = sent.accept(receipt.clone()).unwrap();
    assert_eq!(report.verdict(), Verdict::Verified);
    assert!(
        report
            .remarks()
            .iter()
            .any(|remark| remark.contains("from the server alone"))
    );
    assert_eq!(client.finish(None).counts().both_seats, 1);

    let report = record.verify_receipt(&receipt, &lock, Some(&kept));
    assert_eq!(report.verdict(), Verdict::Verified);
    assert!(
        report
            .remarks()
            .iter()
            .all(|remark| !remark.contains("from the server alone"))
    );
    let last: Vec<_> = report
        .lines()
        .iter()
        .skip(9)
        .map(|line| (line.check.name(), line.at))
        .collect();
    assert_eq!(
        last,
        [
            ("of_open_lock", None),
            ("seat_context", None),
            ("seat_hash", Some(0)),
            ("seat_hash", Some(1)),
            ("joint_entropy", None)
        ]
    );
    assert_eq!(kept.entropy_from(), EntropyFrom::BothSeats);
    assert_eq!(
        record.verify_receipt(&receipt, &lock, None).verdict(),
        Verdict::Consistent
    );

    // Each part of a record that does not fit fails its own check.
    let [hash_one, hash_two] = *record.hashes();
    let [seed_one, _] = *record.seeds();
    let chosen_last = SeatsRecord::new(
        record.context(),
        [hash_one, hash_two],
        [seed_one, SeatBytes::new([9; 16])],
    );
    let line = chosen_last
        .verify_receipt(&receipt, &lock, Some(&kept))
        .first_failure()
        .unwrap()
        .clone();
    assert_eq!((line.check, line.at), (Check::SeatHash, Some(1)));
    let elsewhere = self::record(Context::new([9; 32]));
    let line = elsewhere
        .verify_receipt(&receipt, &lock, Some(&kept))
        .first_failure()
        .unwrap()
        .clone();
    assert_eq!(line.check, Check::SeatContext);
    let other = receipt_with(&receipt, Entropy::new([3; 16]));
    let report = record.verify_receipt(&other, &lock, None);
    assert_eq!(report.first_failure().unwrap().check, Check::JointEntropy);
    // A record that does not hold says nothing about who chose last.
    let remarks = report.remarks().iter();
    assert!(remarks.clone().all(|remark| !remark.contains("could choose last")));
    assert!(remarks.clone().any(|remark| remark.contains("from the server alone")));
}

#[test]
fn a_record_of_two_seats_belongs_to_one_lock() {
    let terms = |roll: &str, nonce, seed: RollSeed| {
        Terms::new(game(), Id::new(roll).unwrap(), nonce, seed.commitment()).unwrap()
    };
    let lock = |from| {
        let config = ConfigHash::new([0; 32]);
        Lock::new(
            terms("rol_1", 1, RollSeed::new([7; 32])),
            Seat::One,
            from,
            config,
            Head::start(&game()),
        )
    };
    let receipt = |terms: Terms, seed: RollSeed, entropy| {
        let rolled = provably_fair::protocol::receipt::roll(
            seed.as_bytes(),
            terms.match_id(),
            terms.roll_id(),
            terms.nonce(),
            entropy,
        );
        let dice = rolled.unwrap().dice;
        Receipt::new(terms, entropy, seed, [dice.first, dice.second]).unwrap()
    };
    let failure = |lock: &Lock, terms: Terms, seed| {
        let record = record(Context::lock(lock));
        let kept = Kept::joint(terms.clone(), record.entropy());
        let report = record.verify_receipt(&receipt(terms, seed, record.entropy()), lock, Some(&kept));
        report.first_failure().map(|line| line.check)
    };
    let (seed, other) = (RollSeed::new([7; 32]), RollSeed::new([8; 32]));
    let both = lock(EntropyFrom::BothSeats);
    assert_eq!(failure(&both, both.terms().clone(), seed), None);
    // Another roll with the same joint entropy: its seed was picked when the seats' seeds were open.
    for terms in [terms("rol_2", 1, seed), terms("rol_1", 2, seed)] {
        assert_eq!(failure(&both, terms, seed), Some(Check::OfOpenLock));
    }
    assert_eq!(failure(&both, terms("rol_1", 1, other), other), Some(Check::OfOpenLock));
    let elsewhere = Terms::new(
        Id::new("mat_2").unwrap(),
        Id::new("rol_1").unwrap(),
        1,
        seed.commitment(),
    )
    .unwrap();
    assert_eq!(failure(&both, elsewhere, seed), Some(Check::OfOpenLock));
    // A lock that leaves the entropy to somebody else is no lock for two seats.
    for from in [EntropyFrom::Client, EntropyFrom::Operator] {
        let lock = lock(from);
        assert_eq!(
            failure(&lock, lock.terms().clone(), seed),
            Some(Check::EntropySource),
            "{from:?}"
        );
    }
}

#[test]
fn a_record_does_not_overrule_the_players_own_note() {
    let sealed = SealedMatch::new(ServerSeed::from_bytes(&[7; 32])).unwrap();
    let commitment = sealed.commitment();
    let record = record(Context::commitment(commitment).unwrap());
    let [one, _] = record.players();
    let mut playing = sealed.seat(record.players(), FirstRoll::Zero).unwrap();
    playing.roll().unwrap();
    let link = playing.finish().unwrap();
    let report = |note: &MatchNote| seats::verify_link(&link, Some(FirstRoll::Zero), note, Some(&record));
    let mine = || provably_fair::PlayerSeed::new("mine").unwrap();
    let wrong = "00".repeat(32).parse().unwrap();
    let cases = [
        (MatchNote::none().commitment(wrong), Check::NotedCommitment, None),
        (MatchNote::none().seed(Seat::One, mine()), Check::NotedSeed, Some(0)),
        (
            MatchNote::none().commitment(commitment).seed(Seat::Two, mine()),
            Check::NotedSeed,
            Some(1),
        ),
    ];
    for (note, check, at) in cases {
        let report = report(&note);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let failure = report.first_failure().unwrap();
        assert_eq!((failure.check, failure.at), (check, at));
        // Then nobody is told that the record settles it, and the limits of a link stay said.
        let remarks = report.remarks().iter();
        assert!(remarks.clone().all(|remark| !remark.contains("could choose last")));
        assert!(
            remarks
                .clone()
                .any(|remark| remark.starts_with("does not protect a player"))
        );
    }
    // A note that agrees adds no line to the record's, and the link's own remarks are still there.
    let lines = |report: &provably_fair::Report| -> Vec<_> {
        report.lines().iter().map(|line| (line.check.name(), line.at)).collect()
    };
    let agreed = report(&MatchNote::none().commitment(commitment).seed(Seat::One, one));
    let alone = report(&MatchNote::none());
    assert_eq!(
        (agreed.verdict(), alone.verdict()),
        (Verdict::Verified, Verdict::Verified)
    );
    let expected = [
        ("commitment", None),
        ("commitment_hides_key", None),
        ("roll", None),
        ("noted_commitment", None),
        ("noted_seed", Some(0)),
        ("noted_seed", Some(1)),
        ("seat_context", None),
        ("seat_hash", Some(0)),
        ("seat_hash", Some(1)),
    ];
    assert_eq!((lines(&agreed), lines(&alone)), (expected.to_vec(), expected.to_vec()));
    for part in ["the first roll is number 0", "protects each player from a server"] {
        assert!(alone.remarks().iter().any(|remark| remark.starts_with(part)), "{part}");
    }
}

fn receipt_with(receipt: &Receipt, entropy: Entropy) -> Receipt {
    let terms = receipt.terms().clone();
    let rolled = provably_fair::protocol::receipt::roll(
        receipt.seed().as_bytes(),
        terms.match_id(),
        terms.roll_id(),
        terms.nonce(),
        entropy,
    );
    let dice = rolled.unwrap().dice;
    Receipt::new(terms, entropy, receipt.seed(), [dice.first, dice.second]).unwrap()
}

#[test]
fn two_seats_play_a_match_of_dice() {
    let sealed = SealedMatch::new(ServerSeed::from_bytes(&[7; 32])).unwrap();
    let context = Context::commitment(sealed.commitment()).unwrap();
    let record = record(context);
    let mut live = sealed.seat(record.players(), FirstRoll::One).unwrap();
    for _ in 0..5 {
        live.roll().unwrap();
    }
    let link = live.finish().unwrap();
    let report = seats::verify_link(&link, Some(FirstRoll::One), &MatchNote::none(), Some(&record));
    assert_eq!(report.verdict(), Verdict::Verified, "{report}");
    assert!(
        report
            .remarks()
            .iter()
            .all(|remark| !remark.contains("does not protect"))
    );
    assert!(
        report
            .remarks()
            .iter()
            .any(|remark| remark.contains("could choose last"))
    );

    let without = seats::verify_link(&link, Some(FirstRoll::One), &MatchNote::none(), None);
    assert_eq!(without.verdict(), Verdict::Consistent);
    assert!(
        without
            .remarks()
            .iter()
            .any(|remark| remark.contains("from the server alone"))
    );
    assert!(
        without
            .lines()
            .iter()
            .any(|line| { line.check == Check::SeatHash && matches!(line.finding, Finding::NotChecked { .. }) })
    );

    // The second seat chose its seed when it knew the first one's: its hash does not open.
    let [one, _] = *record.seeds();
    let forged = SeatsRecord::new(context, *record.hashes(), [one, SeatBytes::new([9; 16])]);
    let sealed = SealedMatch::new(ServerSeed::from_bytes(&[7; 32])).unwrap();
    let mut live = sealed.seat(forged.players(), FirstRoll::One).unwrap();
    live.roll().unwrap();
    let link = live.finish().unwrap();
    let failure = seats::verify_link(&link, Some(FirstRoll::One), &MatchNote::none(), Some(&record))
        .first_failure()
        .unwrap()
        .clone();
    assert_eq!((failure.check, failure.at), (Check::NotedSeed, Some(1)));
    let failure = seats::verify_link(&link, Some(FirstRoll::One), &MatchNote::none(), Some(&forged))
        .first_failure()
        .unwrap()
        .clone();
    assert_eq!((failure.check, failure.at), (Check::SeatHash, Some(1)));
}
