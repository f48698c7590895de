//! A whole match: an ordered list of locks, receipts and voids, and what only the list can show.
//!
//! A single receipt cannot show that no roll was started again, that no seed or id was used twice, or that both players were
//! shown the same. A [`Transcript`] is fed one [`Entry`] after the other and holds at most 27 bytes a roll (and some 75 KB at
//! all times); it takes [`MAX_ROLLS`] rolls. Each lock carries the [`Head`] of everything before it, so players who compare
//! one head have compared everything.
//!
//! ```
//! use provably_fair::protocol::check_link::Seat;
//! use provably_fair::protocol::receipt::{Entropy, EntropyFrom, Id, Kept, Receipt, RollSeed, Terms};
//! use provably_fair::protocol::transcript::{ConfigHash, Head, Lock, Transcript, View};
//! use provably_fair::verdict::Verdict;
//! let (game, roll, seed) = (Id::new("mat_1").unwrap(), Id::new("rol_1").unwrap(), RollSeed::new([7; 32]));
//! let terms = Terms::new(game.clone(), roll, 1, seed.commitment()).unwrap();
//! let entropy = Entropy::new([1; 16]);
//! let lock = Lock::new(terms.clone(), Seat::One, EntropyFrom::Client, ConfigHash::new([0; 32]), Head::start(&game));
//!
//! let mut transcript = Transcript::new(game, View::seat(Seat::One));
//! transcript.push(&lock.into()).unwrap();
//! transcript.note(&Kept::new(terms.clone(), entropy));
//! transcript.push(&Receipt::new(terms, entropy, seed, [1, 4]).unwrap().into()).unwrap();
//! let head = transcript.head();
//! let report = transcript.finish(Some(head)); // the head that the other player read out
//! assert_eq!((report.verdict(), report.counts().own()), (Verdict::Verified, Some(1)));
//! ```

use alloc::vec::Vec;
use core::fmt;

use crate::protocol::receipt::{Id, Kept};
use crate::verdict::{Check, Finding, Line};

mod counts;
pub(crate) mod entry;
pub(crate) mod lock;
mod locking;
mod outcome;
mod records;
mod report;
mod seen;
mod verify;
mod view;

pub use counts::Counts;
pub use entry::{Entry, Void};
pub use lock::{ConfigHash, Head, Lock};
pub use report::MatchReport;
pub use verify::verify;
pub use view::View;

use entry::Outcome;
use seen::Seen;

/// The most rolls of one transcript: 2^20 = 1,048,576, for which a check holds some 28 MB.
pub const MAX_ROLLS: u64 = 1 << 20;

/// A roll that was locked and has no outcome yet.
struct Open {
    lock: Lock,
    hash: [u8; 32],
    at: u64,
    /// Its commitment was published before.
    repeated: bool,
    kept: Option<Kept>,
}

/// The running check of one match. See the [module](self).
pub struct Transcript {
    match_id: Id,
    view: View,
    head: Head,
    config: Option<ConfigHash>,
    last_nonce: Option<u64>,
    open: Option<Open>,
    entries: u64,
    rolls: u64,
    roll_ids: Seen,
    commitments: Seen,
    entropies: Seen,
    /// The first failure of each check.
    failures: Vec<Line>,
    /// The first failure of the newest entry.
    newest: Option<Line>,
    counts: Counts,
}

impl Transcript {
    /// An empty transcript of this match, seen by `view`.
    #[must_use]
    pub fn new(match_id: Id, view: View) -> Self {
        Self {
            head: Head::start(&match_id),
            match_id,
            view,
            config: None,
            last_nonce: None,
            open: None,
            entries: 0,
            rolls: 0,
            roll_ids: Seen::new(),
            commitments: Seen::new(),
            entropies: Seen::new(),
            failures: Vec::new(),
            newest: None,
            counts: Counts::new(view.seat),
        }
    }

    /// Demands this configuration of every lock, instead of that of the first lock.
    #[must_use]
    pub const fn with_config(mut self, config: ConfigHash) -> Self {
        self.config = Some(config);
        self
    }

    /// The match.
    #[must_use]
    pub const fn match_id(&self) -> &Id {
        &self.match_id
    }

    /// The hash of everything so far, an open lock not yet included.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.head
    }

    /// The open lock, if there is one.
    #[must_use]
    pub fn open_lock(&self) -> Option<&Lock> {
        self.open.as_ref().map(|open| &open.lock)
    }

    /// Takes the next entry, and gives back the first check of it that failed: none for an honest one. A failure stays in
    /// the report, which names the first of each check.
    ///
    /// # Errors
    /// [`TooLong`] for a lock after [`MAX_ROLLS`] rolls, or after three times as many entries for one that belongs to no lock:
    /// it is not taken.
    pub fn push(&mut self, entry: &Entry) -> Result<Option<Line>, TooLong> {
        let full = match (entry, &self.open) {
            (Entry::Lock(_), _) => self.rolls >= MAX_ROLLS,
            (_, Some(_)) => false,
            (_, None) => self.entries >= 3 * MAX_ROLLS,
        };
        if full { Err(TooLong) } else { Ok(self.take(entry)) }
    }

    /// [`push`](Self::push) where there is room: there always is for the outcome of an open lock.
    pub(crate) fn take(&mut self, entry: &Entry) -> Option<Line> {
        self.newest = None;
        match entry {
            Entry::Lock(lock) => self.lock(lock),
            Entry::Receipt(receipt) => self.outcome(&Outcome::Receipt(receipt)),
            Entry::Void(void) => self.outcome(&Outcome::Void(void)),
        }
        self.rolls += u64::from(matches!(entry, Entry::Lock(_)));
        self.entries += 1;
        self.newest.take()
    }

    fn check(&mut self, check: Check, finding: Finding) {
        if finding != Finding::Held {
            self.fail(check, finding);
        }
    }

    fn fail(&mut self, check: Check, finding: Finding) {
        self.fail_at(check, Some(self.entries), finding);
    }

    fn fail_at(&mut self, check: Check, at: Option<u64>, finding: Finding) {
        let line = line(check, at, finding);
        if self.failures.iter().all(|line| line.check != check) {
            self.failures.push(line.clone());
        }
        self.newest.get_or_insert(line);
    }

    /// The verdict. `other_head` is the [`head`](Self::head) that the other player holds; without it `same_transcript` is *not
    /// checked* and the verdict at most *consistent*. So it is without a seat, or without a record of one's own rolls, a void
    /// that says that no entropy came among them, unless the records are said to be complete.
    pub fn finish(mut self, other_head: Option<Head>) -> MatchReport {
        if let Some(open) = self.open.take() {
            self.silence(&open);
        }
        if let Some(other) = other_head {
            let finding = Finding::equal(&other, &self.head);
            if finding != Finding::Held {
                self.fail_at(Check::SameTranscript, None, finding);
            }
        }
        report::finish(self, other_head.is_some())
    }
}

fn line(check: Check, at: Option<u64>, finding: Finding) -> Line {
    let source = report::source(check);
    Line {
        check,
        at,
        source,
        finding,
    }
}

impl fmt::Debug for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transcript")
            .field("match_id", &self.match_id)
            .field("head", &self.head)
            .field("entries", &self.entries)
            .finish_non_exhaustive()
    }
}

/// The transcript has [`MAX_ROLLS`] rolls, or three times as many entries; more are not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a transcript ends at {MAX_ROLLS} rolls or three times as many entries"
        )
    }
}

impl core::error::Error for TooLong {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::check_link::Seat;
    use crate::protocol::receipt::{Entropy, EntropyFrom, RollSeed, Terms};

    /// A lock and the void of it, which gives every set something to remember.
    fn roll(transcript: &mut Transcript, number: u64) -> Option<Line> {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_be_bytes());
        let (seed, id) = (RollSeed::new(bytes), Id::new(&alloc::format!("rol_{number}")).unwrap());
        let terms = Terms::new(transcript.match_id.clone(), id, number, seed.commitment()).unwrap();
        let mut entropy = [0; 16];
        entropy[..8].copy_from_slice(&number.to_be_bytes());
        let (config, head) = (ConfigHash::new([0; 32]), transcript.head());
        let lock = Lock::new(terms.clone(), Seat::One, EntropyFrom::Client, config, head);
        let void = Void::new(terms, seed, Some(Entropy::new(entropy)));
        let failed = transcript.push(&lock.into()).unwrap();
        failed.or(transcript.push(&void.into()).unwrap())
    }

    #[test]
    fn a_roll_takes_at_most_thirty_two_bytes() {
        let mut transcript = Transcript::new(Id::new("m").unwrap(), View::outside());
        let rolls = 40_000;
        for number in 1..=rolls {
            assert_eq!(roll(&mut transcript, number), None, "{number}");
        }
        let sets = [&transcript.roll_ids, &transcript.commitments, &transcript.entropies];
        let bytes: usize = sets.iter().map(|set| set.bytes()).sum();
        assert!(bytes <= 32 * usize::try_from(rolls).unwrap(), "{bytes}");
        assert!(transcript.failures.capacity() == 0, "nothing else grows");
    }

    #[test]
    fn the_length_is_limited() {
        let mut transcript = Transcript::new(Id::new("m").unwrap(), View::outside());
        transcript.rolls = MAX_ROLLS - 1;
        assert_eq!(roll(&mut transcript, 1), None); // the last one, with its outcome
        let seed = RollSeed::new([9; 32]);
        let terms = Terms::new(Id::new("m").unwrap(), Id::new("r").unwrap(), 2, seed.commitment()).unwrap();
        let config = ConfigHash::new([0; 32]);
        let lock = Lock::new(terms.clone(), Seat::One, EntropyFrom::Client, config, transcript.head());
        let before = transcript.head();
        assert_eq!(transcript.push(&lock.into()), Err(TooLong));
        assert_eq!((transcript.head(), transcript.rolls), (before, MAX_ROLLS));
        // Entries of no lock are failures, and not without end either.
        let stray = Entry::Void(Void::new(terms, seed, None));
        let line = transcript.push(&stray).unwrap().unwrap();
        assert_eq!(line.check, Check::OfOpenLock);
        transcript.entries = 3 * MAX_ROLLS;
        assert_eq!(transcript.push(&stray), Err(TooLong));
    }
}
