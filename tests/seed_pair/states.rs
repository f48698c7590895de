//! Stored states: older, damaged and malformed ones are refused.

use super::*;

#[test]
fn a_state_older_than_the_callers_mark_is_refused() {
    let at = |pair, nonce| Mark { pair, nonce };
    let twin = Twin {
        mark: at(3, 9),
        ..Twin::default()
    };
    for at_least in [at(0, 0), at(2, u64::MAX), at(3, 0), at(3, 9)] {
        assert_eq!(
            SeedPair::restore(CURSOR_V1, &twin.bytes(), at_least).unwrap().mark(),
            at(3, 9)
        );
    }
    for at_least in [at(3, 10), at(4, 0), at(u64::MAX, u64::MAX)] {
        let refused = SeedPair::restore(CURSOR_V1, &twin.bytes(), at_least).unwrap_err();
        assert_eq!(
            refused,
            RestoreError::TooOld {
                state: at(3, 9),
                at_least
            }
        );
    }
}

#[test]
fn a_damaged_state_is_refused() {
    let good = Twin {
        open: vec![2, 5, 8],
        ..Twin::default()
    };
    assert_eq!(good.restore().unwrap().open().collect::<Vec<_>>(), [2, 5, 8]);
    let bytes = good.bytes();
    for length in 0..bytes.len() {
        let refused = SeedPair::restore(CURSOR_V1, &bytes[..length], Mark::default()).unwrap_err();
        assert_eq!(refused, RestoreError::Damaged, "{length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let refused = SeedPair::restore(CURSOR_V1, &flipped, Mark::default()).unwrap_err();
        assert_eq!(refused, RestoreError::Damaged, "{bit}");
    }
}

/// With a checksum that fits. The fields stand at 0, 15, 27, 35, 43, 53, 63 and 71 (how many are open), 75 (the first).
#[test]
fn a_malformed_state_is_refused_at_its_first_bad_field() {
    let refused = |spoil: fn(&mut Twin<'_>)| {
        let mut twin = Twin::default();
        assert!(twin.restore().is_ok());
        spoil(&mut twin);
        twin.refused()
    };
    let at = |at| RestoreError::Format { at };
    assert_eq!(refused(|state| state.id = "seed-pair/2"), at(0));
    assert_eq!(refused(|state| state.id = "seed-pair/10"), at(0));
    assert_eq!(refused(|state| state.scheme = "stake/1"), RestoreError::OtherScheme);
    assert_eq!(refused(|state| state.client = &[b'a', 0xff]), at(43));
    assert_eq!(refused(|state| state.client = &[b'c'; MAX_CLIENT_BYTES + 1]), at(43));
    assert_eq!(refused(|state| state.open = vec![9]), at(75));
    assert_eq!(refused(|state| state.open = vec![4, 4]), at(83));
    assert_eq!(refused(|state| state.open = vec![4, 3]), at(83));
    assert_eq!(refused(|state| state.open_count = Some(u32::MAX)), at(71));
    assert_eq!(refused(|state| state.open_count = Some(1)), at(75));
    assert_eq!(refused(|state| state.flag = 2), at(75));
    assert_eq!(refused(|state| state.tail = vec![0]), at(76));
    assert_eq!(refused(|state| state.flag = 1), at(76));
    let long = refused(|state| {
        state.flag = 1;
        state.tail = 65_u32
            .to_be_bytes()
            .into_iter()
            .chain([b's'; 65])
            .chain([0; 8])
            .collect();
    });
    assert_eq!(long, RestoreError::Commit(CommitError::KeyNotHidden { length: 65 }));
    let sum_only = Hash::Sha256.digest(&[]);
    let refused = SeedPair::restore(CURSOR_V1, sum_only.as_bytes(), Mark::default()).unwrap_err();
    assert_eq!(refused, at(0));
}
