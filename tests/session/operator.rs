//! The operator: a roll goes its way, and nothing is published that was not saved.

use super::*;

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
