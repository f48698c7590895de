//! Saved states: what comes back, and what does not.

use super::*;

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
