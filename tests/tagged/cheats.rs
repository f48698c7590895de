//! One honest roll, then everything altered, one field at a time.

use super::*;

#[test]
fn an_honest_roll_is_verified_with_32_bytes_kept() {
    let report = opened(&honest(), honest().commitment(), &[OWN, OTHER]).verify(&kept());
    assert_eq!((report.verdict(), failures(&report)), (Verdict::Verified, vec![]));
    let checks: Vec<_> = report.lines().iter().map(|line| (line.check.name(), line.at)).collect();
    let expected = [
        ("commitment", None),
        ("draw", None),
        ("configuration", None),
        ("kept_commitment", None),
        ("entropy_source", Some(0)),
        ("kept_entropy", Some(0)),
    ];
    assert_eq!(checks, expected);
    let with_header = opened(&honest(), honest().commitment(), &[OWN, OTHER]).verify(&kept().header(honest().header()));
    assert_eq!(
        (with_header.verdict(), with_header.lines().len()),
        (Verdict::Verified, 12)
    );
}

#[test]
fn without_a_note_it_is_never_verified() {
    let opened = opened(&honest(), honest().commitment(), &[OWN, OTHER]);
    let commitment = honest().commitment();
    for (kept, missing) in [
        (Kept::none(), vec!["configuration", "kept_commitment", "kept_entropy"]),
        (
            Kept::none().commitment(commitment),
            vec!["configuration", "kept_entropy"],
        ),
        (Kept::none().entropy(0, OWN).rules(RULES), vec!["kept_commitment"]),
        (Kept::none().commitment(commitment).rules(RULES), vec!["kept_entropy"]),
        (
            Kept::none().commitment(commitment).entropy(0, OWN),
            vec!["configuration"],
        ),
    ] {
        let report = opened.verify(&kept);
        assert_eq!(report.verdict(), Verdict::Consistent);
        let lines = report.lines().iter();
        let not_checked = lines.filter(|line| matches!(line.finding, Finding::NotChecked { .. }));
        assert_eq!(not_checked.map(|line| line.check.name()).collect::<Vec<_>>(), missing);
    }
    let header = honest().header();
    let seed = Revealed::from_bytes(&[7; 32]);
    let nothing = Opened::new(header, commitment, seed, vec![OWN, OTHER], vec![])
        .unwrap()
        .verify(&kept());
    assert_eq!(nothing.verdict(), Verdict::Consistent);
    assert!(
        nothing
            .to_string()
            .contains("not checked  draw: the document states no draw")
    );
}

#[test]
fn whoever_kept_32_bytes_has_fixed_every_field() {
    type Alter = (&'static str, fn(&mut Fields), (Check, Option<u64>));
    let alterations: [Alter; 17] = [
        ("scheme", |f| f.scheme = "tagged/2".into(), (Check::KeptScheme, None)),
        ("scheme, longer", |f| f.scheme.push('0'), (Check::KeptScheme, None)),
        ("match", |f| f.match_id = "match-8".into(), (Check::KeptMatchId, None)),
        ("match, shorter", |f| f.match_id.truncate(6), (Check::KeptMatchId, None)),
        (
            "own random bytes",
            |f| f.seats[0].random[15] ^= 1,
            (Check::KeptSeat, Some(0)),
        ),
        (
            "other's random bytes",
            |f| f.seats[1].random[0] ^= 128,
            (Check::KeptSeat, Some(1)),
        ),
        (
            "own source",
            |f| f.seats[0].source = EntropySource::Operator,
            (Check::KeptSeat, Some(0)),
        ),
        (
            "other's source",
            |f| f.seats[1].source = EntropySource::Operator,
            (Check::KeptSeat, Some(1)),
        ),
        ("seats swapped", |f| f.seats.reverse(), (Check::KeptSeat, Some(0))),
        (
            "a seat more",
            |f| f.seats.push(Seat::client([5; 16])),
            (Check::KeptSeat, Some(2)),
        ),
        ("a seat fewer", |f| f.seats.truncate(1), (Check::KeptSeat, Some(1))),
        ("roll", |f| f.roll += 1, (Check::KeptRollNumber, None)),
        ("roll, highest", |f| f.roll = u64::MAX, (Check::KeptRollNumber, None)),
        ("nonce", |f| f.nonce -= 1, (Check::KeptNonce, None)),
        (
            "nonce and roll swapped",
            |f| std::mem::swap(&mut f.nonce, &mut f.roll),
            (Check::KeptRollNumber, None),
        ),
        (
            "configuration",
            |f| f.configuration[31] ^= 1,
            (Check::KeptConfiguration, None),
        ),
        ("seed", |f| f.seed[31] ^= 1, (Check::KeptCommitment, None)),
    ];
    let seen = honest().commitment();
    for (what, alter, named) in alterations {
        let mut fields = honest();
        alter(&mut fields);
        assert_ne!(fields.commitment(), seen, "{what}");
        let entropies: Vec<_> = [OWN, OTHER, [5; 16]][..fields.seats.len()].to_vec();
        // The old commitment with the altered field: the document does not agree with itself.
        let report = opened(&fields, seen, &entropies).verify(&kept());
        assert_eq!(failures(&report)[0], (Check::Commitment, None), "{what}");
        // All recomputed: the document agrees with itself, and the 32 kept bytes do not.
        let cheat = opened(&fields, fields.commitment(), &entropies);
        assert_eq!(cheat.verify(&Kept::none()).verdict(), Verdict::Consistent, "{what}");
        let report = cheat.verify(&Kept::none().commitment(seen));
        assert_eq!(failures(&report), [(Check::KeptCommitment, None)], "{what}");
        // With the header kept as well, the field is named.
        let report = cheat.verify(&Kept::none().commitment(seen).header(honest().header()));
        assert!(failures(&report).contains(&named), "{what}: {report}");
        assert_eq!(failures(&report)[0], (Check::KeptCommitment, None), "{what}");
    }
}

#[test]
fn each_cheat_fails_the_check_named_for_it() {
    let commitment = honest().commitment();
    let first = |report: &Report| failures(report).first().copied();
    // Entropy replaced by other entropy, and by the other seat's.
    for entropies in [[[9; 16], OTHER], [OTHER, OWN]] {
        let report = opened(&honest(), commitment, &entropies).verify(&kept());
        assert_eq!(failures(&report), [(Check::KeptEntropy, Some(0))]);
    }
    // A draw altered: its position is named, the first one only.
    let honest_roll = opened(&honest(), commitment, &[OWN, OTHER]);
    let claims =
        |faces: [u32; 2]| [0, 1].map(|c| Claim::new("dice", c, n(6), faces[usize::try_from(c).unwrap()]).unwrap());
    for (faces, at) in [([5, 5], 1), ([4, 4], 0), ([4, 5], 0), ([5, 6], 1), ([11, 4], 0)] {
        let seed = Revealed::from_bytes(&[7; 32]);
        let entropies = vec![OWN, OTHER];
        let altered = Opened::new(honest().header(), commitment, seed, entropies, claims(faces).to_vec()).unwrap();
        assert_eq!(failures(&altered.verify(&kept())), [(Check::Draw, Some(at))]);
    }
    assert_eq!(honest_roll.verify(&kept()).verdict(), Verdict::Verified);
    // The operator says that it makes the entropy which this client made: committed beforehand, and noticed.
    let mut operators = honest();
    operators.seats[0].source = EntropySource::Operator;
    let roll = opened(&operators, operators.commitment(), &[OWN, OTHER]);
    let report = roll.verify(
        &Kept::none()
            .commitment(operators.commitment())
            .entropy(0, OWN)
            .rules(RULES),
    );
    assert_eq!(failures(&report), [(Check::EntropySource, Some(0))]);
    assert!(report.remarks()[0].starts_with("the operator makes the entropy of seat 0"));
    // Other rules than those that were shown.
    let kept_rules = Kept::none()
        .commitment(commitment)
        .entropy(0, OWN)
        .rules(b"two dice, faces 1 to 7");
    assert_eq!(
        first(&honest_roll.verify(&kept_rules)),
        Some((Check::Configuration, None))
    );
    // A seat that the roll does not have.
    let report = honest_roll.verify(&kept().entropy(2, OWN));
    assert_eq!(
        failures(&report),
        [(Check::EntropySource, Some(2)), (Check::KeptEntropy, Some(2))]
    );
    let report = honest_roll.verify(&kept().entropy(u64::MAX, OWN));
    assert_eq!(failures(&report)[0], (Check::EntropySource, Some(u64::MAX)));
}

/// What a player at one seat cannot see: the other seat's entropy is whatever the operator says it was.
#[test]
fn a_server_in_league_with_the_other_seat_is_not_caught_and_the_report_says_so() {
    let mut dice = HashMap::new();
    for other in 0..60_u8 {
        let roll = opened(&honest(), honest().commitment(), &[OWN, [other; 16]]);
        let report = roll.verify(&kept());
        assert_eq!(report.verdict(), Verdict::Verified);
        assert!(
            report
                .remarks()
                .iter()
                .any(|remark| remark.contains("in league with another seat"))
        );
        let round = roll.round().unwrap();
        *dice.entry(round.draws("dice").unwrap().index(0, n(6))).or_insert(0) += 1;
    }
    assert_eq!(dice.len(), 6);
    let same = opened(&honest(), honest().commitment(), &[OWN, OWN]).verify(&kept());
    assert!(same.remarks().iter().any(|remark| remark.contains("the same entropy")));
}

#[test]
fn labels_cursors_and_seeds_that_are_used_twice_give_other_draws() {
    let fields = honest();
    let seed = Revealed::from_bytes(&fields.seed);
    let digest = |fields: &Fields, label: &str, cursor| {
        let round = TAGGED_V1.round(&fields.header(), &seed, &[OWN, OTHER]).unwrap();
        round.draws(label).unwrap().draw(cursor, n(6)).digest
    };
    let mut met = std::collections::HashSet::new();
    for label in ["dice", "deck", "dice/2"] {
        for cursor in 0..50 {
            assert!(met.insert(digest(&fields, label, cursor).to_hex()));
        }
    }
    // One seed for two rolls, a mistake: the commitment keeps them apart.
    let next = Fields { roll: 1, ..fields };
    assert!((0..50).all(|cursor| met.insert(digest(&next, "dice", cursor).to_hex())));
}

#[test]
fn operator_and_verifier_walk_the_same_path() {
    let header = honest().header();
    let lock = TAGGED_V1
        .lock(header.clone(), ServerSeed::from_bytes(&[7; 32]))
        .unwrap();
    assert_eq!((lock.commitment(), lock.header()), (honest().commitment(), &header));
    // A wrong answer gives the lock back.
    // A crash: what was stored gives the same lock.
    let stored = *lock.expose_secret_seed();
    assert_eq!(stored, [7; 32]);
    drop(lock);
    let lock = TAGGED_V1.lock(header, ServerSeed::from_bytes(&stored)).unwrap();
    let refused = lock.answer(&[OWN]).unwrap_err();
    assert_eq!(refused.why, TaggedError::Entropies { seats: 2, found: 1 });
    let answered = refused.lock.answer(&[OWN, OTHER]).unwrap();
    let live = |answered: &Answered| {
        let round = answered.round();
        let dice = round.draws("dice").unwrap();
        [dice.index(0, n(6)), dice.index(1, n(6))]
    };
    // Asked twice, the same; and what the independent program says.
    assert_eq!([live(&answered), live(&answered)], [[5, 4]; 2]);
    assert_eq!(
        (answered.commitment(), answered.entropies()),
        (honest().commitment(), &[OWN, OTHER][..])
    );
    let claims = [(0, 5), (1, 4)].map(|(cursor, index)| Claim::new("dice", cursor, n(6), index).unwrap());
    let roll = answered.open(claims.to_vec());
    assert_eq!(roll, opened(&honest(), honest().commitment(), &[OWN, OTHER]));
    assert_eq!(roll.seed().text(), "07".repeat(32));
    let stated = roll
        .draws()
        .iter()
        .map(|claim| (claim.label(), claim.cursor(), claim.n(), claim.index()));
    assert_eq!(stated.collect::<Vec<_>>(), [("dice", 0, n(6), 5), ("dice", 1, n(6), 4)]);
    assert_eq!(roll.verify(&kept()).verdict(), Verdict::Verified);
}
