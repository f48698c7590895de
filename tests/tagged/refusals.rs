//! What is not of the scheme is refused, and no secret prints.

use super::*;

#[test]
fn nothing_prints_a_secret() {
    let seed = ServerSeed::from_bytes(&[0xcd; 32]);
    let round = TAGGED_V1.round(&honest().header(), &seed, &[OWN, OTHER]).unwrap();
    let mut printed = vec![format!("{round:?} {:?}", round.draws("dice").unwrap())];
    let lock = TAGGED_V1
        .lock(honest().header(), ServerSeed::from_bytes(&[0xcd; 32]))
        .unwrap();
    printed.push(format!("{lock:?}"));
    let refused = lock.answer(&[]).unwrap_err();
    printed.push(format!("{refused:?} {refused}"));
    let answered = refused.lock.answer(&[OWN, OTHER]).unwrap();
    printed.push(format!("{answered:?}"));
    let printed = printed.concat();
    assert!(printed.contains("match-7") && printed.contains("label: \"dice\""));
    assert!(!printed.contains("cdcd") && !printed.contains("205, 205"), "{printed}");
}

#[test]
fn what_is_not_of_the_scheme_is_refused() {
    let header = |match_id: &str, seats| Header::new(match_id, &vec![Seat::client([1; 16]); seats], 0, 0, [0; 32]);
    let name = |field, error| Some(TaggedError::Name { field, error });
    assert_eq!(header("", 1).err(), name("match id", NameError::Empty));
    assert_eq!(header("a:b", 1).err(), name("match id", NameError::Character { at: 1 }));
    assert_eq!(
        header("caf\u{e9}", 1).err(),
        name("match id", NameError::Character { at: 3 })
    );
    assert_eq!(header(&"m".repeat(129), 1).err(), name("match id", NameError::TooLong));
    assert!(header(&"m".repeat(128), 16).is_ok());
    assert_eq!(header("m", 0).err(), Some(TaggedError::Seats { count: 0 }));
    assert_eq!(header("m", 17).err(), Some(TaggedError::Seats { count: 17 }));
    let one = header("m", 1).unwrap();
    assert_eq!(
        one.clone().with_scheme("a b").err(),
        name("scheme id", NameError::Character { at: 1 })
    );
    assert_eq!(
        Claim::new("\0", 0, n(6), 0).err(),
        name("label", NameError::Character { at: 0 })
    );
    let seed = Revealed::from_bytes(&[7; 32]);
    let round = TAGGED_V1.round(&one, &seed, &[OWN]).unwrap();
    assert_eq!(round.draws("").err(), name("label", NameError::Empty));
    assert_eq!(round.draws(&"l".repeat(129)).err(), name("label", NameError::TooLong));
    for found in [0, 2, 300] {
        let refused = TAGGED_V1.round(&one, &seed, &vec![OWN; found]).err();
        assert_eq!(refused, Some(TaggedError::Entropies { seats: 1, found }));
        let refused = Opened::new(
            one.clone(),
            honest().commitment(),
            seed.clone(),
            vec![OWN; found],
            vec![],
        )
        .err();
        assert_eq!(refused, Some(TaggedError::Entropies { seats: 1, found }));
    }
    for bytes in [0, 1, 31, 33, 64] {
        let seed = Revealed::from_bytes(&vec![7; bytes]);
        assert_eq!(
            TAGGED_V1.commit(&one, &seed).err(),
            Some(TaggedError::SeedLength { bytes })
        );
        assert_eq!(
            TAGGED_V1.round(&one, &seed, &[OWN]).err(),
            Some(TaggedError::SeedLength { bytes })
        );
        let lock = TAGGED_V1
            .lock(one.clone(), ServerSeed::from_bytes(&vec![7; bytes]))
            .err();
        assert_eq!(lock, Some(TaggedError::SeedLength { bytes }));
        let refused = Opened::new(one.clone(), honest().commitment(), seed, vec![OWN], vec![]).err();
        assert_eq!(refused, Some(TaggedError::SeedLength { bytes }));
    }
    let text = Revealed::from_text(&"g".repeat(64));
    assert!(matches!(TAGGED_V1.commit(&one, &text), Err(TaggedError::SeedNotHex(_))));
    // Either case of the seed's hex is the same 32 bytes.
    let upper = Revealed::from_text(&"AB".repeat(32));
    let lower = Revealed::from_bytes(&[0xab; 32]);
    assert_eq!(TAGGED_V1.commit(&one, &upper), TAGGED_V1.commit(&one, &lower));
}
