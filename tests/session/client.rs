//! The client: it keeps a record before it sends, and answers only what is its own.

use super::*;

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
