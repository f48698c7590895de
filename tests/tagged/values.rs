//! Values of the independent program, and the bytes of the slow twin.

use super::*;

#[test]
fn values_are_those_of_the_independent_program() {
    let hash = configuration(b"two dice, faces 1 to 6");
    assert_eq!(
        hex::encode(&hash),
        "624a1c9b7e9abd7042c48efc507e6329153ebe260e69ebd8b78b58dada407bd0"
    );
    let seats: Vec<Seat> = (0..16_u8)
        .map(|i| {
            if i % 3 == 2 {
                Seat::operator([i; 16])
            } else {
                Seat::client([i; 16])
            }
        })
        .collect();
    let entropies: Vec<[u8; 16]> = (0..16_u8).map(|i| [255 - i; 16]).collect();
    let header = Header::new(&"M".repeat(128), &seats, u64::MAX, u64::MAX, [0xaa; 32]).unwrap();
    let header = header.with_scheme(&format!("s/{}", "x".repeat(126))).unwrap();
    assert_eq!(header.to_bytes().len(), 613);
    let seed = Revealed::from_bytes(&std::array::from_fn::<u8, 32, _>(|i| u8::try_from(i).unwrap()));
    let commitment = TAGGED_V1.commit(&header, &seed).unwrap();
    let expected = "203245f6b423423559c56b29ca5ca964b046fecf08f644c66045591507b8cbf2";
    assert_eq!(commitment.to_string(), expected);
    let round = TAGGED_V1.round(&header, &seed, &entropies).unwrap();
    let long = "L".repeat(128);
    for (label, cursor, n_, length, digest, index) in [
        (
            &*long,
            u64::MAX,
            u32::MAX,
            464,
            "b72f3a9c86a738d7a00b670461819ce96ce3da2d31ee714fede0fd0333220b44",
            1_037_464_436,
        ),
        (
            "a",
            0,
            1,
            337,
            "9e59a7dedcf03fc543bdb61dcd663087519e248432a7ee4596b1b423f65548aa",
            0,
        ),
        (
            "deck/2",
            17,
            52,
            342,
            "edf429e5419f7a72bd8fde4ddf635d6a1561301af742be39552402ebf1f4e00f",
            10,
        ),
        (
            "a",
            1,
            1 << 31,
            337,
            "f3eb056169e75095fb1e12cbcffc5d845beb028e3edd3f1f574fb09ed8a8d454",
            1_776_767_125,
        ),
    ] {
        let draws = round.draws(label).unwrap();
        let draw = draws.draw(cursor, n(n_));
        assert_eq!((draw.index, draw.at, draw.number), (index, 0, 0), "{label} {cursor}");
        assert_eq!(draw.digest.to_hex(), digest);
        assert_eq!(draws.message(cursor, 0).len(), length);
        assert_eq!(draws.index(cursor, n(n_)), index);
    }
}

/// Value stability: 100,000 indices under three labels and five numbers of outcomes, as one digest.
#[test]
fn a_hundred_thousand_indices_never_change() {
    let entropies = [0, 1].map(|i| sha256(&[&[i]])[..16].try_into().unwrap());
    let header = Header::new("bulk", &entropies.map(Seat::client), 3, 5, configuration(b"")).unwrap();
    let seed = Revealed::from_bytes(&sha256(&[b"seed"]));
    let expected = "d1754bdd2fb0f9b0302c8e492383d89ed487fdae42da8c28ff55374158e3187f";
    assert_eq!(TAGGED_V1.commit(&header, &seed).unwrap().to_string(), expected);
    let round = TAGGED_V1.round(&header, &seed, &entropies).unwrap();
    let labels = ["a", "b", "a/b"].map(|label| round.draws(label).unwrap());
    let mut all = vec![];
    for i in 0..100_000 {
        let n = n([37, 52, 10_001, 4_294_967_295, 4_294_901_761][i % 5]);
        all.extend(labels[i % 3].index(u64::try_from(i).unwrap(), n).to_be_bytes());
    }
    let expected = "077cd687dfe6a3992123584480af1471fc947bd0859f6bf8f814b1640dbb6467";
    assert_eq!(hex::encode(&sha256(&[&all])), expected);
}

#[test]
fn bytes_are_those_of_the_slow_twin_and_give_every_field_back() {
    let mut rng = Rng(1);
    for _ in 0..2_000 {
        let fields = Fields::random(&mut rng);
        let input = [&fields.header().to_bytes()[..], &fields.seed].concat();
        assert_eq!(input, fields.twin(&COMMITMENT_TAG, VERSION));
        assert_eq!(Reader::fields(&input), fields);
        let commitment = fields.commitment();
        assert_eq!(commitment.digest().as_bytes(), sha256(&[&input]));

        let seed = Revealed::from_bytes(&fields.seed);
        let entropies: Vec<[u8; 16]> = fields.seats.iter().map(|_| rng.bytes()).collect();
        let round = TAGGED_V1.round(&fields.header(), &seed, &entropies).unwrap();
        let (label, cursor) = (rng.name(), rng.edge());
        let number = [0, 1, u32::MAX][rng.below(3)];
        let draws = round.draws(&label).unwrap();
        let read = Reader::message(&draws.message(cursor, number));
        let commitment = commitment.digest().first();
        assert_eq!(
            read,
            Message {
                commitment,
                entropies,
                label,
                cursor,
                number
            }
        );
        let n = n(u32::try_from(rng.next() >> 32).unwrap().max(1));
        assert_eq!(
            draws.index(cursor, n),
            index_twin(&fields.seed, |number| draws.message(cursor, number), n)
        );
    }
}

/// Many inputs that differ by a byte moved over a border: all bytes differ, and none begins another.
#[test]
fn no_two_inputs_share_bytes_however_they_are_split() {
    // The same characters, split at every place between two neighbouring fields, lengths among them.
    let names = ["a", "aa", "aaa", "b", "ab", "ba", "aab", "\u{1}", "a\u{1}"];
    let mut inputs = HashMap::new();
    let mut count = 0;
    for scheme in names {
        for match_id in names {
            for seats in 1..=3_usize {
                for fill in [1, 2, b'a', 0] {
                    for (roll, nonce) in [(0, 0), (0, 1), (1, 0), (256, 0), (0, 256), (u64::MAX, 0), (0, u64::MAX)] {
                        let fields = Fields {
                            scheme: scheme.into(),
                            match_id: match_id.into(),
                            seats: vec![Seat::client([fill; 16]); seats],
                            roll,
                            nonce,
                            configuration: [fill; 32],
                            seed: [fill; 32],
                        };
                        count += 1;
                        let twin = fields.twin(&COMMITMENT_TAG, VERSION);
                        if let Some(other) = inputs.insert(twin, fields) {
                            panic!("shared with {other:?}");
                        }
                    }
                }
            }
        }
    }
    assert_eq!(inputs.len(), count);
    let mut sorted: Vec<_> = inputs.keys().collect();
    sorted.sort_unstable();
    assert!(sorted.windows(2).all(|pair| !pair[1].starts_with(pair[0])));
}

#[test]
fn no_two_draws_share_a_message_however_they_are_split() {
    let commitment = Commitment::new(Digest::Sha256([b'a'; 32]));
    let mut messages = HashMap::new();
    let mut count = 0;
    for seats in 1..=3_usize {
        let seats = vec![Seat::client([9; 16]); seats];
        let header = Header::new("m", &seats, 0, 0, [0; 32]).unwrap();
        let seed = Revealed::from_bytes(&[7; 32]);
        for fill in [1, 2, b'a', 0] {
            let entropies = vec![[fill; 16]; seats.len()];
            let round = TAGGED_V1.round(&header, &seed, &entropies).unwrap();
            for label in ["a", "aa", "aaa", "a".repeat(17).as_str(), "a/0", "0"] {
                for cursor in [0, 1, 256, u64::MAX, u64::from_be_bytes([b'a'; 8])] {
                    for number in [0, 1, 256, u32::MAX, u32::from_be_bytes([b'a'; 4])] {
                        count += 1;
                        let mut message = round.draws(label).unwrap().message(cursor, number);
                        // One commitment for all, so that only the split can keep them apart.
                        message[34..66].copy_from_slice(commitment.digest().as_bytes());
                        let fields = (seats.len(), fill, label.to_string(), cursor, number);
                        assert_eq!(messages.insert(message, fields), None);
                    }
                }
            }
        }
    }
    assert_eq!(messages.len(), count);
    let mut sorted: Vec<_> = messages.keys().collect();
    sorted.sort_unstable();
    assert!(sorted.windows(2).all(|pair| !pair[1].starts_with(pair[0])));
}

#[test]
fn a_commitment_is_never_an_outcome() {
    // No seed and no field reaches bytes 32 to 63 of what HMAC hashes, nor byte 32 of what a commitment hashes.
    let mut rng = Rng(2);
    for _ in 0..500 {
        let fields = Fields::random(&mut rng);
        let input = [&fields.header().to_bytes()[..], &fields.seed].concat();
        assert_eq!(input[32], 0);
        let entropies: Vec<[u8; 16]> = fields.seats.iter().map(|_| rng.bytes()).collect();
        let seed = Revealed::from_bytes(&fields.seed);
        let round = TAGGED_V1.round(&fields.header(), &seed, &entropies).unwrap();
        let draws = round.draws("a").unwrap();
        let (inner, outer, digest) = hmac_twin(&fields.seed, &draws.message(0, 0));
        assert_eq!((&inner[32..64], &outer[32..64]), (&[0x36; 32][..], &[0x5c; 32][..]));
        assert_eq!(draws.draw(0, n(6)).digest.as_bytes(), digest);
        assert_ne!(fields.commitment().digest().as_bytes(), digest);
        // Nor is the commitment's own input ever the message of a draw.
        assert_ne!(draws.message(0, 0)[..32], input[..32]);
    }
    let [high, _] = VERSION.to_be_bytes();
    assert!(high != 0x36 && high != 0x5c);
}

#[test]
fn tag_and_version_are_part_of_both() {
    let fields = Fields::random(&mut Rng(3));
    let commitment = fields.commitment();
    assert_eq!(
        commitment.digest().as_bytes(),
        sha256(&[&fields.twin(&COMMITMENT_TAG, 1)])
    );
    for (tag, version) in [(&COMMITMENT_TAG, 0), (&COMMITMENT_TAG, 2), (&DRAW_TAG, 1)] {
        assert_ne!(commitment.digest().as_bytes(), sha256(&[&fields.twin(tag, version)]));
    }
}
