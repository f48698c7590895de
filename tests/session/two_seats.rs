//! The exchange of two seats.

use super::*;

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
