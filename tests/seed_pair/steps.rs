//! Bets, changes of the client seed and rotations, in their order.

use super::*;

#[test]
fn nonces_run_on_and_the_outcomes_are_those_of_the_scheme() {
    let mut pair = begin("client");
    let played: Vec<_> = (0..6).map(|_| play(&mut pair)).collect();
    assert_eq!(played, [(0, 8), (1, 27), (2, 20), (3, 35), (4, 19), (5, 26)]);
    // Another client seed, the same server seed: nonce 6 is not 0 again.
    pair.change_client("other").unwrap().saved();
    assert_eq!(pair.mark(), Mark { pair: 1, nonce: 6 });
    // A new server seed: from 0.
    let seen = pair.next_commitment();
    assert_eq!(
        seen.to_string(),
        "c6c1c9a9c8543f1e4cd980064cf1625eeb61a90703b2464fff039f21682508b3"
    );
    let retired = pair.rotate(seen, "new", seed("fresh")).unwrap().saved();
    assert_eq!((retired.seed.text(), retired.nonces), ("server", 6));
    assert_eq!(retired.commitment, CURSOR_V1.commit(&seed("server")).unwrap());
    assert_eq!(pair.retired(), Some(&retired));
    let played: Vec<_> = (0..3).map(|_| play(&mut pair)).collect();
    assert_eq!(played, [(0, 33), (1, 1), (2, 11)]);
    assert_eq!((pair.mark(), pair.client()), (Mark { pair: 2, nonce: 3 }, "new"));
}

#[test]
fn a_changed_client_seed_goes_into_the_derivation_at_the_nonce_that_is_due() {
    let mut pair = begin("client");
    assert_eq!([play(&mut pair), play(&mut pair)], [(0, 8), (1, 27)]);
    pair.change_client("other").unwrap().saved();
    assert_eq!(play(&mut pair), (2, 26));
    // Back to the first client seed: its nonce 2 was never played, and 0 and 1 do not come again.
    pair.change_client("client").unwrap().saved();
    assert_eq!(play(&mut pair), (3, 35));
}

#[test]
fn the_state_to_be_stored_has_the_next_nonce_before_there_is_an_outcome() {
    let mut pair = begin("caf\u{e9}");
    let bet = pair.bet().unwrap();
    assert_eq!(
        hex::encode(bet.secret_state().expose_secret_bytes()),
        "0000000b736565642d706169722f3100000008637572736f722f3100000000000000000000000000000001\
         00000005636166c3a900000006736572766572000000046e65787400000001000000000000000000\
         ccda0b3206fbc3d8aa92afd83cb8c8cfcece48b7ffa7f759aaa67b8577a9dbdc"
    );
    assert_eq!((bet.nonce(), bet.mark()), (0, Mark { pair: 0, nonce: 1 }));
}

#[test]
fn the_state_of_a_rotation_bets_with_the_next_seed_and_can_show_the_old_one_again() {
    let mut pair = begin("client");
    for _ in 0..3 {
        play(&mut pair);
    }
    let rotation = pair
        .rotate(CURSOR_V1.commit(&seed("next")).unwrap(), "new", seed("fresh"))
        .unwrap();
    assert_eq!(rotation.mark(), Mark { pair: 1, nonce: 0 });
    let stored = rotation.secret_state().expose_secret_bytes().to_vec();
    assert_eq!(
        hex::encode(&stored),
        "0000000b736565642d706169722f3100000008637572736f722f3100000000000000010000000000000000\
         000000036e6577000000046e6578740000000566726573680000000001000000067365727665720000000000000003\
         02839d3510a99c6d7da1511183b21bb8305c5d12de20a5ad290d69d264a6c25e"
    );
    let retired = rotation.saved();
    // The reply was lost in a crash: the same seed is shown again, and play goes on.
    let mut again = SeedPair::restore(CURSOR_V1, &stored, pair.mark()).unwrap();
    assert_eq!(again.retired(), Some(&retired));
    assert_eq!(again.commitment(), pair.commitment());
    assert_eq!(again.next_commitment(), CURSOR_V1.commit(&seed("fresh")).unwrap());
    assert_eq!(play(&mut again), (0, 33));
}

#[test]
fn a_step_that_is_dropped_has_not_happened() {
    let mut pair = begin("client");
    play(&mut pair);
    let before = pair.secret_state().expose_secret_bytes().to_vec();
    drop(pair.bet().unwrap());
    drop(pair.change_client("other").unwrap());
    drop(pair.rotate(pair.next_commitment(), "new", seed("fresh")).unwrap());
    assert_eq!(pair.secret_state().expose_secret_bytes(), before);
    assert_eq!(pair.retired(), None);
    assert_eq!(play(&mut pair), (1, 27));
}

#[test]
fn a_round_of_several_steps_stays_open_and_holds_the_seeds() {
    let mut pair = begin("client");
    let bet = pair.bet().unwrap();
    let dealt = bet.saved().index(0, POCKETS);
    let second = pair.bet().unwrap().saved().index(1, POCKETS);
    assert_eq!((dealt, second), (Ok(8), Ok(20)));
    assert_eq!(pair.open().collect::<Vec<_>>(), [0, 1]);
    let next = pair.next_commitment();
    let still = |nonce, count| Some(PairError::StillOpen { nonce, count });
    assert_eq!(pair.rotate(next, "new", seed("fresh")).err(), still(0, 2));
    assert_eq!(pair.change_client("new").err(), still(0, 2));
    // The next step of either game, in any order; earlier numbers do not change.
    assert_eq!(pair.round(1).unwrap().index(2, POCKETS), Ok(12));
    assert_eq!(pair.round(0).unwrap().index(1, POCKETS), Ok(10));
    assert_eq!(pair.round(0).unwrap().index(0, POCKETS), Ok(8));
    let line = pair.settle(0).unwrap();
    assert_eq!((line.client, line.nonce, line.fate), ("client", 0, Fate::Played));
    assert_eq!(line.commitment, CURSOR_V1.commit(&seed("server")).unwrap());
    assert_eq!(pair.rotate(next, "new", seed("fresh")).err(), still(1, 1));
    assert_eq!(pair.change_client("new").err(), still(1, 1));
    assert_eq!(pair.void(1).unwrap().fate, Fate::Void);
    assert_eq!(pair.rotate(next, "new", seed("fresh")).unwrap().saved().nonces, 2);
}

#[test]
fn a_round_that_is_not_open_cannot_be_read_or_ended() {
    let mut pair = begin("client");
    let not_open = |nonce| PairError::NotOpen { nonce };
    assert_eq!(pair.round(0).err(), Some(not_open(0)));
    play(&mut pair);
    for nonce in [0, 1, u64::MAX] {
        assert_eq!(pair.round(nonce).err(), Some(not_open(nonce)));
        assert_eq!(pair.settle(nonce).err(), Some(not_open(nonce)));
        assert_eq!(pair.void(nonce).err(), Some(not_open(nonce)));
    }
}

#[test]
fn the_player_answers_the_commitment_on_offer_and_no_other() {
    let offer = Offer::new(CURSOR_V1, seed("server")).unwrap();
    let offered = offer.commitment();
    let other = CURSOR_V1.commit(&seed("other")).unwrap();
    let refused = offer.choose(other, "client", seed("next")).unwrap_err();
    assert_eq!(refused.why, PairError::NotSeen { offered });
    // The offer comes back unharmed.
    let refused = refused.offer.choose(offered, "client", seed("server")).unwrap_err();
    assert_eq!(refused.why, PairError::SeedReused);
    let mut pair = refused.offer.choose(offered, "client", seed("next")).unwrap();
    // The commitment in use is not the one on offer any more.
    let (active, next) = (pair.commitment(), pair.next_commitment());
    let refused = pair.rotate(active, "new", seed("fresh")).err();
    assert_eq!(refused, Some(PairError::NotSeen { offered: next }));
    assert_eq!(play(&mut pair), (0, 8));
}

#[test]
fn a_server_seed_is_fresh_and_its_commitment_hides_it() {
    let mut pair = begin("client");
    let next = pair.next_commitment();
    for used in ["server", "next"] {
        assert_eq!(pair.rotate(next, "new", seed(used)).err(), Some(PairError::SeedReused));
    }
    let _ = pair.rotate(next, "new", seed("fresh")).unwrap().saved();
    let next = pair.next_commitment();
    for used in ["server", "next", "fresh"] {
        assert_eq!(pair.rotate(next, "new", seed(used)).err(), Some(PairError::SeedReused));
    }
    let long = "s".repeat(65);
    let not_hidden = PairError::Commit(CommitError::KeyNotHidden { length: 65 });
    assert_eq!(pair.rotate(next, "new", seed(&long)).err(), Some(not_hidden));
    assert_eq!(Offer::new(CURSOR_V1, seed(&long)).err(), Some(not_hidden));
    assert!(Offer::new(CURSOR_V1, seed(&long[..64])).is_ok());
    let not_hex = Offer::new(LIQD_DICE_V1, seed("server")).err();
    assert!(matches!(not_hex, Some(PairError::Commit(CommitError::NotHex(_)))));
}

#[test]
fn a_client_seed_may_be_empty_or_long_but_not_longer() {
    let most = "c".repeat(MAX_CLIENT_BYTES);
    let more = format!("{most}c");
    let bytes = MAX_CLIENT_BYTES + 1;
    let mut pair = begin("");
    assert_eq!(
        pair.change_client(&more).err(),
        Some(PairError::ClientTooLong { bytes })
    );
    let next = pair.next_commitment();
    assert_eq!(
        pair.rotate(next, &more, seed("fresh")).err(),
        Some(PairError::ClientTooLong { bytes })
    );
    pair.change_client(&most).unwrap().saved();
    let state = pair.secret_state();
    let again = SeedPair::restore(CURSOR_V1, state.expose_secret_bytes(), pair.mark()).unwrap();
    assert_eq!(again.client(), most);
    let offer = Offer::new(CURSOR_V1, seed("server")).unwrap();
    let seen = offer.commitment();
    let refused = offer.choose(seen, &more, seed("next")).unwrap_err();
    assert_eq!(refused.why, PairError::ClientTooLong { bytes });
}

#[test]
fn nonces_end_and_do_not_wrap() {
    let mark = Mark {
        pair: 0,
        nonce: u64::MAX - 1,
    };
    let mut pair = Twin {
        mark,
        ..Twin::default()
    }
    .restore()
    .unwrap();
    assert_eq!(play(&mut pair).0, u64::MAX - 1);
    for _ in 0..2 {
        assert_eq!(pair.bet().err(), Some(PairError::Exhausted));
        assert_eq!(pair.mark().nonce, u64::MAX);
    }
    // The player rotates and goes on.
    let retired = pair
        .rotate(pair.next_commitment(), "new", seed("fresh"))
        .unwrap()
        .saved();
    assert_eq!(retired.nonces, u64::MAX);
    assert_eq!(play(&mut pair), (0, 33));
    // Numbers of pairs end as well.
    let mark = Mark {
        pair: u64::MAX,
        nonce: 0,
    };
    let mut pair = Twin {
        mark,
        ..Twin::default()
    }
    .restore()
    .unwrap();
    assert_eq!(pair.change_client("new").err(), Some(PairError::Exhausted));
    assert_eq!(
        pair.rotate(pair.next_commitment(), "new", seed("fresh")).err(),
        Some(PairError::Exhausted)
    );
    assert_eq!(play(&mut pair), (0, 8));
}

#[test]
fn open_rounds_are_limited() {
    let open: Vec<u64> = (0..MAX_OPEN as u64).collect();
    let mark = Mark {
        pair: 0,
        nonce: MAX_OPEN as u64,
    };
    let mut pair = Twin {
        mark,
        open,
        ..Twin::default()
    }
    .restore()
    .unwrap();
    assert_eq!(pair.bet().err(), Some(PairError::TooManyOpen));
    pair.void(17).unwrap();
    assert_eq!(pair.bet().unwrap().nonce(), MAX_OPEN as u64);
}

#[test]
fn other_schemes_run_under_the_same_order() {
    let offer = Offer::new(STAKE_V1, seed("f2ac89b608eeb01312d115bce6741b32")).unwrap();
    let seen = offer.commitment();
    let mut pair = offer
        .choose(seen, "86ff027f15c48241af7f54a726690ee7", seed("next"))
        .unwrap();
    // Dice that the operator of that scheme paid, in hundredths.
    let dice: Vec<_> = (0..5)
        .map(|_| {
            pair.bet()
                .unwrap()
                .saved()
                .index(0, NonZeroU32::new(10_001).unwrap())
                .unwrap()
        })
        .collect();
    assert_eq!(dice, [2807, 2902, 586, 5486, 966]);
    let state = pair.secret_state();
    let other = SeedPair::restore(CURSOR_V1, state.expose_secret_bytes(), Mark::default()).err();
    assert_eq!(other, Some(RestoreError::OtherScheme));
}

#[test]
fn nothing_prints_a_secret() {
    let secret = "verysecretserverseed";
    let offer = Offer::new(CURSOR_V1, seed(secret)).unwrap();
    let seen = offer.commitment();
    let mut printed = vec![format!("{offer:?}")];
    let refused = offer.choose(seen, "client", seed(secret)).unwrap_err();
    printed.push(format!("{refused:?} {refused}"));
    let mut pair = refused
        .offer
        .choose(seen, "client", seed("verysecretnextseed"))
        .unwrap();
    printed.push(format!("{pair:?} {:?}", pair.secret_state()));
    let bet = pair.bet().unwrap();
    printed.push(format!("{bet:?} {:?}", bet.secret_state()));
    drop(bet);
    printed.push(format!("{:?}", pair.change_client("other").unwrap()));
    let next = pair.next_commitment();
    printed.push(format!(
        "{:?}",
        pair.rotate(next, "new", seed("verysecretfreshseed")).unwrap()
    ));
    for text in &printed {
        assert!(!text.contains("verysecret"), "{text}");
    }
    assert_eq!(printed.len(), 6);
}
