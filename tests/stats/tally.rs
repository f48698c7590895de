//! Tallies: merging as a commutative monoid, the canonical text, and everything refused.

use provably_fair::dice::Pair;
use provably_fair::stats::{Tally, TallyError};

use crate::Numbers;

fn random(numbers: &mut Numbers) -> Tally {
    let counts: Vec<u64> = (0..5)
        .map(|_| numbers.below(u64::MAX) >> numbers.below(64))
        .map(|count| count / 16)
        .collect();
    Tally::of("cells", &counts).unwrap()
}

fn merged(parts: &[&Tally]) -> Result<Tally, TallyError> {
    let mut all = Tally::new("cells", 5)?;
    parts.iter().try_for_each(|part| all.merge(part))?;
    Ok(all)
}

#[test]
fn merging_is_associative_and_commutative_with_an_empty_tally_as_nothing() {
    let mut numbers = Numbers(1);
    for _ in 0..2_000 {
        let [a, b, c] = [0; 3].map(|_| random(&mut numbers));
        let (mut right, mut left) = (b.clone(), a.clone());
        right.merge(&c).unwrap();
        left.merge(&b).unwrap();
        let whole = merged(&[&left, &c]).unwrap();
        assert_eq!(whole, merged(&[&a, &right]).unwrap());
        assert_eq!(whole, merged(&[&c, &a, &b]).unwrap());
        assert_eq!(merged(&[&a]).unwrap(), a);
        assert_eq!(whole.total(), a.total() + b.total() + c.total());
        for (at, count) in whole.counts().iter().enumerate() {
            assert_eq!(*count, a.counts()[at] + b.counts()[at] + c.counts()[at]);
        }
    }
}

#[test]
fn a_sum_too_large_is_an_error_in_every_order_and_changes_nothing() {
    let [a, b, c] = [[u64::MAX - 10, 0, 0, 0, 0], [0, 6, 0, 0, 0], [0, 0, 5, 0, 0]]
        .map(|counts| Tally::of("cells", &counts).unwrap());
    for order in [
        [&a, &b, &c],
        [&a, &c, &b],
        [&b, &a, &c],
        [&b, &c, &a],
        [&c, &a, &b],
        [&c, &b, &a],
    ] {
        assert_eq!(merged(&order), Err(TallyError::Overflow));
    }
    let mut full = merged(&[&a, &b]).unwrap();
    let before = full.clone();
    assert_eq!(full.merge(&c), Err(TallyError::Overflow));
    assert_eq!(full, before);
    let mut brim = Tally::of("cells", &[u64::MAX, 0]).unwrap();
    assert_eq!(
        (brim.add(1), brim.counts()),
        (Err(TallyError::Overflow), [u64::MAX, 0].as_slice())
    );
}

/// Parts of a log counted apart add up to the whole, whatever the cut.
#[test]
fn parts_add_up_to_the_whole() {
    let mut numbers = Numbers(2);
    let rolls: Vec<Pair> = (0..5_000)
        .map(|_| Pair {
            first: numbers.below(6) as u8 + 1,
            second: numbers.below(6) as u8 + 1,
        })
        .collect();
    let count = |rolls: &[Pair]| {
        let mut tally = Tally::pairs();
        for roll in rolls {
            tally.add_pair(*roll).unwrap();
        }
        tally
    };
    for cut in [0, 1, 17, 2_500, 4_999, 5_000] {
        let (head, tail) = rolls.split_at(cut);
        let mut all = count(tail);
        all.merge(&count(head)).unwrap();
        assert_eq!(all, count(&rolls));
    }
    let all = count(&rolls);
    assert_eq!(
        all.to_doubles().unwrap().counts()[1],
        rolls.iter().filter(|roll| roll.is_double()).count() as u64
    );
    let mut faces = Tally::faces();
    for roll in &rolls {
        faces.add_face(roll.first).unwrap();
        faces.add_face(roll.second).unwrap();
    }
    assert_eq!(all.to_faces().unwrap(), faces);
}

#[test]
fn different_things_do_not_merge() {
    let mut faces = Tally::faces();
    let before = faces.clone();
    for other in [
        Tally::pairs(),
        Tally::new("koban", 6).unwrap(),
        Tally::doubles(1, 2).unwrap(),
    ] {
        assert!(matches!(faces.merge(&other), Err(TallyError::Different { .. })));
    }
    assert_eq!(faces, before);
    let mut seven = Tally::new("cells", 7).unwrap();
    let message = seven.merge(&Tally::new("cells", 8).unwrap()).unwrap_err().to_string();
    assert_eq!(message, "merge: cells of 7 and cells of 8 are different things");
    assert!(matches!(
        Tally::faces().add_pair(Pair { first: 1, second: 1 }),
        Err(TallyError::Different { .. })
    ));
    assert!(matches!(Tally::pairs().add_face(1), Err(TallyError::Different { .. })));
    assert!(matches!(Tally::faces().to_doubles(), Err(TallyError::Different { .. })));
    assert!(matches!(Tally::faces().to_faces(), Err(TallyError::Different { .. })));
}

#[test]
fn categories_and_names_refused() {
    for face in [0, 7, 255] {
        assert_eq!(
            Tally::faces().add_face(face),
            Err(TallyError::Category { given: u32::from(face) })
        );
        assert_eq!(
            Tally::pairs().add_pair(Pair { first: face, second: 1 }),
            Err(TallyError::Category { given: u32::from(face) })
        );
    }
    assert_eq!(Tally::pairs().add(36), Err(TallyError::Category { given: 36 }));
    assert_eq!(
        Tally::pairs().add(u32::MAX),
        Err(TallyError::Category { given: u32::MAX })
    );
    for name in ["", "Faces", "a b", "a,b", "ä", &"a".repeat(65)] {
        assert_eq!(Tally::new(name, 6), Err(TallyError::Name), "{name}");
    }
    assert!(Tally::new(&"a".repeat(64), 6).is_ok());
    for count in [0, 1, 65_537, usize::MAX] {
        assert_eq!(Tally::new("cells", count), Err(TallyError::Categories { count }));
    }
    assert!(Tally::new("cells", 2).is_ok() && Tally::new("cells", 65_536).is_ok());
    for (name, count) in [("pairs", 6), ("faces", 36), ("doubles", 6)] {
        assert_eq!(Tally::new(name, count), Err(TallyError::Categories { count }));
    }
    assert_eq!(Tally::doubles(2, 1), Err(TallyError::Category { given: 1 }));
    assert_eq!(
        Tally::of("faces", &[u64::MAX, 1, 0, 0, 0, 0]),
        Err(TallyError::Overflow)
    );
    let full = Tally::of("pairs", &[[u64::MAX / 2 + 1].as_slice(), &[0; 35]].concat()).unwrap();
    assert_eq!(full.to_faces(), Err(TallyError::Overflow));
}

#[test]
fn the_text_is_canonical() {
    let mut numbers = Numbers(4);
    for _ in 0..500 {
        let tally = random(&mut numbers);
        assert_eq!(tally.to_string().parse(), Ok(tally));
    }
    assert_eq!(
        Tally::of("koban", &[3, 18_446_744_073_709_551_612])
            .unwrap()
            .to_string(),
        "tally/1 koban 3,18446744073709551612"
    );
    assert_eq!("tally/1 faces 0,0,0,0,0,0".parse(), Ok(Tally::faces()));
}

#[test]
fn other_texts_are_refused() {
    let wrong = |field, at| Err(TallyError::Text { field, at });
    let cases = [
        ("", wrong("version", 0)),
        ("tally/2 coin 1,2", wrong("version", 0)),
        (" tally/1 coin 1,2", wrong("version", 0)),
        ("tally/1 coin", wrong("name", 0)),
        ("tally/1 coin ", wrong("counts", 0)),
        ("tally/1 coin 1,,2", wrong("counts", 1)),
        ("tally/1 coin 1,2,", wrong("counts", 2)),
        ("tally/1 coin 01,2", wrong("counts", 0)),
        ("tally/1 coin 1,00", wrong("counts", 1)),
        ("tally/1 coin +1,2", wrong("counts", 0)),
        ("tally/1 coin -1,2", wrong("counts", 0)),
        ("tally/1 coin 1, 2", wrong("counts", 1)),
        ("tally/1 coin 1,2 ", wrong("counts", 1)),
        ("tally/1 coin 1,2\n", wrong("counts", 1)),
        ("tally/1  1,2", Err(TallyError::Name)),
        ("tally/1  coin 1,2", wrong("counts", 0)),
        ("tally/1 coin 1,18446744073709551616", wrong("counts", 1)),
        ("tally/1 coin 1,18446744073709551615", Err(TallyError::Overflow)),
        ("tally/1 COIN 1,2", Err(TallyError::Name)),
        ("tally/1 coin 1", Err(TallyError::Categories { count: 1 })),
        ("tally/1 faces 1,2", Err(TallyError::Categories { count: 2 })),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<Tally>(), expected, "{text:?}");
    }
    let long = format!("tally/1 cells {}", vec!["1"; 65_537].join(","));
    assert_eq!(long.parse::<Tally>(), Err(TallyError::Categories { count: 65_537 }));
}

#[cfg(feature = "serde")]
#[test]
fn serde_goes_through_the_text() {
    let coin = Tally::of("coin", &[3, 4]).unwrap();
    let json = serde_json::to_string(&coin).unwrap();
    assert_eq!(json, "\"tally/1 coin 3,4\"");
    assert_eq!(serde_json::from_str::<Tally>(&json).unwrap(), coin);
    for bad in [
        "\"tally/1 coin 3\"",
        "\"tally/1 coin 3,04\"",
        "[3,4]",
        "\"tally/1 faces 3,4\"",
    ] {
        assert!(serde_json::from_str::<Tally>(bad).is_err(), "{bad}");
    }
}
