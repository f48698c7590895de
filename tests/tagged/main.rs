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

mod cheats;
mod indices;
mod refusals;
mod values;

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
