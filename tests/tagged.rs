//! `TAGGED_V1`: literals of an independent program, a slow twin and a reader of the layouts, every field altered, every
//! refusal.
//!
//! The literals are printed by `tests/data/tagged.py` (Python 3.11, standard library only), written from the layout
//! tables.

use std::collections::HashMap;
use std::num::NonZeroU32;

use provably_fair::mac::{Digest, Hash};
use provably_fair::protocol::tagged::{
    Answered, COMMITMENT_TAG, Claim, DIGESTS, DRAW_TAG, EntropySource, Header, Kept, Opened, Seat, TAGGED_V1,
    TaggedError, VERSION, configuration, read, rejected,
};
use provably_fair::verdict::{Check, Finding};
use provably_fair::{Commitment, NameError, Report, Revealed, ServerSeed, Verdict, hex};

fn n(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
}

/// splitmix64, so that every loop is the same in every run.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(n).unwrap()).unwrap()
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.next().to_be_bytes()[0])
    }

    /// A number that is often at an end of its range.
    fn edge(&mut self) -> u64 {
        match self.below(4) {
            0 => 0,
            1 => u64::MAX,
            _ => self.next(),
        }
    }

    /// A name, often of the shortest or the longest kind.
    fn name(&mut self) -> String {
        let length = [1, 2, 3, 127, 128][self.below(5)];
        let letters = b"ab/.-_Z9";
        (0..length)
            .map(|_| char::from(letters[self.below(letters.len())]))
            .collect()
    }
}

/// Every field of a commitment and of a draw, as the twin and the reader see them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fields {
    scheme: String,
    match_id: String,
    seats: Vec<Seat>,
    roll: u64,
    nonce: u64,
    configuration: [u8; 32],
    seed: [u8; 32],
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Message {
    commitment: [u8; 32],
    entropies: Vec<[u8; 16]>,
    label: String,
    cursor: u64,
    number: u32,
}

impl Fields {
    fn random(rng: &mut Rng) -> Self {
        let seats = (0..[1, 2, 3, 16][rng.below(4)])
            .map(|_| match rng.below(2) {
                0 => Seat::client(rng.bytes()),
                _ => Seat::operator(rng.bytes()),
            })
            .collect();
        Self {
            scheme: rng.name(),
            match_id: rng.name(),
            seats,
            roll: rng.edge(),
            nonce: rng.edge(),
            configuration: rng.bytes(),
            seed: rng.bytes(),
        }
    }

    fn header(&self) -> Header {
        let header = Header::new(&self.match_id, &self.seats, self.roll, self.nonce, self.configuration);
        header.unwrap().with_scheme(&self.scheme).unwrap()
    }

    /// The slow twin of the first table, with any tag and version.
    fn twin(&self, tag: &[u8; 32], version: u16) -> Vec<u8> {
        let mut b = tag.to_vec();
        b.extend(version.to_be_bytes());
        for name in [&self.scheme, &self.match_id] {
            b.push(u8::try_from(name.len()).unwrap());
            b.extend(name.bytes());
        }
        b.push(u8::try_from(self.seats.len()).unwrap());
        for seat in &self.seats {
            b.push(match seat.source {
                EntropySource::Client => 1,
                EntropySource::Operator => 2,
            });
            b.extend(seat.random);
        }
        b.extend(self.roll.to_be_bytes());
        b.extend(self.nonce.to_be_bytes());
        b.extend(self.configuration);
        b.extend(self.seed);
        b
    }

    fn commitment(&self) -> Commitment {
        TAGGED_V1
            .commit(&self.header(), &Revealed::from_bytes(&self.seed))
            .unwrap()
    }
}

/// Reads the layouts back, from the left, as the documentation says one can.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> &'b [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        self.take(N).try_into().unwrap()
    }

    fn name(&mut self) -> String {
        let [length] = self.array();
        String::from_utf8(self.take(length.into()).to_vec()).unwrap()
    }

    fn fields(bytes: &[u8]) -> Fields {
        let mut r = Reader(bytes);
        assert_eq!((r.array::<32>(), r.array::<2>()), (COMMITMENT_TAG, [0, 1]));
        let (scheme, match_id, [seats]) = (r.name(), r.name(), r.array());
        let seat = |_| match r.array() {
            [1] => Seat::client(r.array()),
            [source] => {
                assert_eq!(source, 2);
                Seat::operator(r.array())
            }
        };
        let seats = (0..seats).map(seat).collect();
        let fields = Fields {
            scheme,
            match_id,
            seats,
            roll: u64::from_be_bytes(r.array()),
            nonce: u64::from_be_bytes(r.array()),
            configuration: r.array(),
            seed: r.array(),
        };
        assert_eq!(r.0, b"");
        fields
    }

    fn message(bytes: &[u8]) -> Message {
        let mut r = Reader(bytes);
        assert_eq!((r.array::<32>(), r.array::<2>()), (DRAW_TAG, [0, 1]));
        let (commitment, [seats]) = (r.array(), r.array());
        let message = Message {
            commitment,
            entropies: (0..seats).map(|_| r.array()).collect(),
            label: r.name(),
            cursor: u64::from_be_bytes(r.array()),
            number: u32::from_be_bytes(r.array()),
        };
        assert_eq!(r.0, b"");
        message
    }
}

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    Hash::Sha256.digest(&parts.concat()).first()
}

/// What HMAC (RFC 2104) hashes inside and outside, for a key of 32 bytes, and the digest.
fn hmac_twin(key: &[u8; 32], message: &[u8]) -> (Vec<u8>, Vec<u8>, [u8; 32]) {
    let pad = |with: u8| -> Vec<u8> { key.iter().chain(&[0; 32]).map(|byte| byte ^ with).collect() };
    let inner = [&pad(0x36), message].concat();
    let outer = [&pad(0x5c)[..], &sha256(&[&inner])].concat();
    let digest = sha256(&[&outer]);
    (inner, outer, digest)
}

fn index_twin(seed: &[u8; 32], messages: impl Fn(u32) -> Vec<u8>, n: NonZeroU32) -> u32 {
    let n = u128::from(n.get());
    let limit = (1_u128 << 64) / n * n;
    for number in 0..16 {
        let (_, _, digest) = hmac_twin(seed, &messages(number));
        for word in digest.chunks(8) {
            let word = u128::from(u64::from_be_bytes(word.try_into().unwrap()));
            if word < limit {
                return u32::try_from(word % n).unwrap();
            }
        }
    }
    panic!("64 rejected words in a row")
}

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

// Cheats. One honest roll, then everything altered, one field at a time.

const RULES: &[u8] = b"two dice, faces 1 to 6";
const OWN: [u8; 16] = [3; 16];
const OTHER: [u8; 16] = [4; 16];

fn honest() -> Fields {
    Fields {
        scheme: "tagged/1".into(),
        match_id: "match-7".into(),
        seats: vec![Seat::client([1; 16]), Seat::client([2; 16])],
        roll: 0,
        nonce: 41,
        configuration: configuration(RULES),
        seed: [7; 32],
    }
}

/// What an operator reveals that plays by `fields` and derives everything from them, under any commitment.
fn opened(fields: &Fields, commitment: Commitment, entropies: &[[u8; 16]]) -> Opened {
    let header = fields.header();
    let seed = Revealed::from_bytes(&fields.seed);
    let round = TAGGED_V1.round(&header, &seed, entropies).unwrap();
    let dice = round.draws("dice").unwrap();
    let claims = [0, 1].map(|cursor| Claim::new("dice", cursor, n(6), dice.index(cursor, n(6))).unwrap());
    Opened::new(header, commitment, seed.clone(), entropies.to_vec(), claims.to_vec()).unwrap()
}

fn kept() -> Kept {
    Kept::none()
        .commitment(honest().commitment())
        .entropy(0, OWN)
        .rules(RULES)
}

fn failures(report: &Report) -> Vec<(Check, Option<u64>)> {
    let failed = report
        .lines()
        .iter()
        .filter(|line| matches!(line.finding, Finding::Failed { .. }));
    failed.map(|line| (line.check, line.at)).collect()
}

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

// The way from digests to an index.

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
