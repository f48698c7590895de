//! Repeats and gaps, from fingerprints in order.
//!
//! A fingerprint is 120 bits of a SHA-256 under a class. In a log of 2^40 records the chance that any two different things
//! share one is below 2^-40, and a clash that somebody makes on purpose (2^60 hashes) gives a false alarm about their own log
//! and hides nothing: a repeat always has the same fingerprint. So a repeat that is reported names both its lines, to be
//! looked at, and none is missed.

use std::collections::BTreeMap;

use provably_fair::mac::Hash;
use serde::{Deserialize, Serialize};

use crate::finding::Place;

/// What a fingerprint is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A match of receipts; its nonces are numbered.
    ReceiptNonce,
    /// A server seed, which belongs to one receipt.
    ReceiptSeed,
    /// A match of dice; its rolls are numbered.
    MatchRoll,
    /// A server seed, which belongs to one pair of players.
    MatchSeed,
    /// A server seed and a client seed; their nonces are numbered, over all games and schemes.
    RoundNonce,
    /// A chain; its games are numbered.
    CrashGame,
    /// A roll id within its match, which belongs to one receipt.
    ReceiptRoll,
    /// A client's entropy, which is made for one receipt: whoever knows it beforehand can choose a seed that fits.
    ReceiptEntropy,
}

impl Class {
    pub const ALL: [Self; 8] = [
        Self::ReceiptNonce,
        Self::ReceiptSeed,
        Self::MatchRoll,
        Self::MatchSeed,
        Self::RoundNonce,
        Self::CrashGame,
        Self::ReceiptRoll,
        Self::ReceiptEntropy,
    ];

    /// Whether its things have a number each, with gaps; the others are used once.
    pub const fn numbered(self) -> bool {
        matches!(
            self,
            Self::ReceiptNonce | Self::MatchRoll | Self::RoundNonce | Self::CrashGame
        )
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::ReceiptNonce => "receipt nonces of a match",
            Self::ReceiptSeed => "server seeds of receipts",
            Self::MatchRoll => "roll numbers of a match",
            Self::MatchSeed => "server seeds of matches",
            Self::RoundNonce => "nonces of a seed pair",
            Self::CrashGame => "games of a chain",
            Self::ReceiptRoll => "roll ids of a match",
            Self::ReceiptEntropy => "entropies of receipts",
        }
    }

    /// The fingerprint of a digest: its first 16 bytes, the first of them given up for the class.
    pub fn mark(self, digest: &[u8]) -> [u64; 2] {
        let mut first = [0; 16];
        first.iter_mut().zip(digest).for_each(|(to, from)| *to = *from);
        first[0] = self as u8;
        let [high, low] = [0, 8].map(|at| {
            first[at..at + 8]
                .iter()
                .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
        });
        [high, low]
    }

    fn of(group: [u64; 2]) -> Option<Self> {
        Self::ALL.into_iter().find(|class| *class as u64 == group[0] >> 56)
    }
}

/// The fingerprint of several texts, each with its length so that none can be split otherwise.
pub fn group(class: Class, parts: &[&[u8]]) -> [u64; 2] {
    let mut text = Vec::with_capacity(128);
    for part in parts {
        text.extend((part.len() as u64).to_be_bytes());
        text.extend(*part);
    }
    class.mark(Hash::Sha256.digest(&text).as_bytes())
}

/// A fingerprint, in the order in which it is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Print {
    group: [u64; 2],
    number: u64,
    /// The same for the same record.
    same: u64,
    place: u64,
}

/// Lines have 44 bits of a place, sources the other 20.
pub const LINE_BITS: u32 = 44;
/// The most sources of one audit.
pub const MAX_SOURCES: usize = 1 << (64 - LINE_BITS);

pub const fn place(Place { source, line }: Place) -> u64 {
    let most = (1 << LINE_BITS) - 1;
    (source as u64) << LINE_BITS | if line < most { line } else { most }
}

impl Print {
    pub const BYTES: usize = 40;

    pub const fn new(group: [u64; 2], number: u64, same: u64, place: u64) -> Self {
        Self {
            group,
            number,
            same,
            place,
        }
    }

    fn place(&self) -> Place {
        let source = u32::try_from(self.place >> LINE_BITS).unwrap_or(u32::MAX);
        let line = self.place & ((1 << LINE_BITS) - 1);
        Place { source, line }
    }

    /// The same, its source after so many others; `None` unless it is of a known class and of one of its `own` sources.
    pub fn after(mut self, sources: u32, own: u32) -> Option<Self> {
        let known = self.place().source < own && Class::of(self.group).is_some();
        self.place = self.place.checked_add(u64::from(sources) << LINE_BITS)?;
        known.then_some(self)
    }

    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let words = [self.group[0], self.group[1], self.number, self.same, self.place];
        for (to, word) in bytes.chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&word.to_be_bytes());
        }
        bytes
    }

    /// Of the first [`BYTES`](Self::BYTES) bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let word = |at: usize| {
            let bytes = bytes.iter().skip(8 * at).take(8);
            bytes.fold(0, |sum, byte| sum << 8 | u64::from(*byte))
        };
        Self::new([word(0), word(1)], word(2), word(3), word(4))
    }
}

/// What a repeat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The same record again.
    Duplicate,
    /// A number or a seed used for something else.
    Reused,
    /// Numbers that are missing between two records. By itself this is no fault: a log may be a part.
    Gap,
}

impl What {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::Reused => "reused",
            Self::Gap => "gap",
        }
    }
}

/// One of them, with the record before it: in the order of the log, for a gap in that of the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repeat {
    pub class: Class,
    pub what: What,
    pub before: (u64, Place),
    pub number: u64,
    pub place: Place,
}

/// All of them, counted, and the first of each sort.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    limit: u32,
    pub counts: BTreeMap<(Class, What), u64>,
    /// How many numbers are missing in all gaps of a class.
    pub missing: BTreeMap<Class, u64>,
    pub listed: Vec<Repeat>,
    last: Option<Print>,
}

impl Repeats {
    pub fn new(limit: u32) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// The next fingerprint in order.
    pub fn next(&mut self, print: Print) {
        let last = self.last.replace(print);
        let Some((last, class)) = last
            .filter(|last| last.group == print.group)
            .zip(Class::of(print.group))
        else {
            return;
        };
        let what = match (class.numbered(), print.number - last.number, print.same == last.same) {
            (true, 0, true) => What::Duplicate,
            (_, 0, false) => What::Reused,
            (true, 1, _) | (false, ..) => return,
            (true, apart, _) => {
                let missing = self.missing.entry(class).or_default();
                *missing = missing.saturating_add(apart - 1);
                What::Gap
            }
        };
        // Same things sort by what is the same: a reader goes by the log.
        let (before, print) = match what {
            What::Reused if print.place < last.place => (print, last),
            _ => (last, print),
        };
        let count = self.counts.entry((class, what)).or_default();
        *count += 1;
        if *count <= u64::from(self.limit) {
            self.listed.push(Repeat {
                class,
                what,
                before: (before.number, before.place()),
                number: print.number,
                place: print.place(),
            });
        }
    }

    /// Those of one sort that are listed.
    pub fn listed_of(&self, class: Class, what: What) -> impl Iterator<Item = &Repeat> {
        let listed = self.listed.iter();
        listed.filter(move |repeat| (repeat.class, repeat.what) == (class, what))
    }

    /// How many are faults: duplicates and reuse, not gaps.
    pub fn faults(&self) -> u64 {
        let faults = self.counts.iter().filter(|((_, what), _)| *what != What::Gap);
        faults.map(|(_, count)| count).sum()
    }
}
