//! The way from digests to an index.

use super::*;

fn digest_of(words: [u64; 4]) -> Digest {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    Digest::Sha256(bytes.try_into().unwrap())
}

#[test]
fn the_first_word_below_the_bound_counts() {
    const MAX: u64 = u64::MAX;
    // 2^64 mod 10 is 6: the bound is 2^64 - 6.
    let bound = MAX - 5;
    for (words, index, at) in [
        ([bound - 1, 0, 0, 0], 9, 0),
        ([bound, 7, 0, 0], 7, 1),
        ([MAX, MAX, bound + 1, 123], 3, 3),
        ([MAX, MAX, bound - 2, 0], 8, 2),
    ] {
        let draw = read(n(10), |_| digest_of(words));
        assert_eq!((draw.index, draw.at, draw.number), (index, at, 0));
        assert_eq!(
            (draw.word, draw.digest),
            (words[usize::try_from(at).unwrap()], digest_of(words))
        );
    }
    // Where n divides 2^64 nothing is rejected.
    for n_ in [1, 2, 1 << 31] {
        let draw = read(n(n_), |_| digest_of([MAX, 0, 0, 0]));
        assert_eq!((draw.index, draw.at), (n_ - 1, 0));
    }
    // Of a longer digest the first four words count.
    let long = Digest::Sha512(std::array::from_fn(|i| if i < 32 { 0xff } else { 0 }));
    let mut asked = vec![];
    let draw = read(n(10), |number| {
        asked.push(number);
        if number < 2 { long } else { digest_of([14, 0, 0, 0]) }
    });
    assert_eq!((draw.index, draw.number, asked), (4, 2, vec![0, 1, 2]));
}

#[test]
fn the_rule_ends_with_the_last_word_of_the_sixteenth_digest() {
    let mut asked = 0;
    let draw = read(n(10), |number| {
        assert_eq!(number, asked);
        asked += 1;
        digest_of([u64::MAX, u64::MAX, u64::MAX, u64::MAX - u64::from(number % 2)])
    });
    // 2^64 - 1 is 5 modulo 10, and the sixteenth digest's last word is one less.
    assert_eq!(
        (asked, draw.number, draw.at, draw.word, draw.index),
        (DIGESTS, 15, 3, u64::MAX - 1, 4)
    );
    // A word that counts in the sixteenth digest still comes first.
    let draw = read(n(10), |number| {
        digest_of(
            [u64::MAX, if number == 15 { 21 } else { u64::MAX }, 0, 0]
                .map(|word| if number < 15 { u64::MAX } else { word }),
        )
    });
    assert_eq!((draw.number, draw.at, draw.index), (15, 1, 1));
}

#[test]
fn every_index_is_reached_by_the_same_number_of_words() {
    let mut rng = Rng(5);
    let edges = [
        1,
        2,
        3,
        6,
        37,
        52,
        10_001,
        u32::MAX - 1,
        u32::MAX,
        1 << 31,
        (1 << 31) + 1,
        4_294_901_761,
    ];
    let random: Vec<u32> = (0..1_000)
        .map(|_| u32::try_from(rng.next() >> 32).unwrap().max(1))
        .collect();
    for n_ in edges.into_iter().chain(random) {
        let r = rejected(n(n_));
        let accepted = (1_u128 << 64) - u128::from(r);
        assert!(r < u64::from(n_));
        assert_eq!(accepted % u128::from(n_), 0);
        // The last accepted word is the last index, the word after it is refused.
        let last = u64::try_from(accepted - 1).unwrap();
        assert_eq!(read(n(n_), |_| digest_of([last, 0, 0, 0])).index, n_ - 1);
        if r > 0 {
            assert_eq!(read(n(n_), |_| digest_of([last + 1, 0, 0, 0])).at, 1);
        }
    }
}
