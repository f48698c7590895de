//! A round: one list of numbers, fixed by server seed, client seed and nonce before anybody acts.
//!
//! Operator and verifier make the same [`Round`] with the same call and read it with the same functions; they differ only in
//! how they came by the seed. Reading never changes a round: a number at a cursor is the same whoever asks, and when.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;

use crate::index::index;
use crate::mac::{Decimal, Digest, MacPrefix};
use crate::scheme::{Exhausted, Limit, Numbers, Scheme};
use crate::seed::SeedRef;
use crate::unit::{unit32, unit64};

mod key;

pub use key::Key;

/// Numbers in a digest of [`Numbers::Words4`].
const WORDS: u64 = 8;

/// Why a draw has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DrawError {
    /// This cursor lies beyond what the scheme can count: past 2^64 - 1, or past the only digest of a scheme without counter.
    PastTheEnd {
        /// The first cursor that was asked for.
        cursor: u64,
    },
    /// The scheme rejects by range, so it has indices but no plain numbers.
    NoPlainNumber,
    /// Every word or run of the digest was rejected and the scheme does not say what follows.
    Exhausted {
        /// The cursor that was asked for.
        cursor: u64,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PastTheEnd { cursor } => write!(f, "no number stands at cursor {cursor} and after"),
            Self::NoPlainNumber => f.write_str("this scheme draws indices, not plain numbers"),
            Self::Exhausted { cursor } => write!(f, "every word at cursor {cursor} was rejected"),
        }
    }
}

impl core::error::Error for DrawError {}

/// The numbers of one round, readable at any cursor. Redacted, not `Clone`, wiped on drop; it borrows the server seed.
///
/// *What it does not show*: that the seed was committed to beforehand. [`Commitment::open`](crate::Commitment::open) does.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{CURSOR_V1, Revealed};
/// let seed = Revealed::from_text("server");
/// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
/// let mut spins = [0; 3];
/// round.fill_indices(0, NonZeroU32::new(37).unwrap(), &mut spins).unwrap();
/// assert_eq!(spins, [8, 10, 13]);
/// ```
pub struct Round<'s> {
    scheme: Scheme,
    mac: MacPrefix,
    /// The message up to the counter.
    message: String,
    /// What follows the counter, if the message has one.
    tail: Option<String>,
    seed: PhantomData<SeedRef<'s>>,
}

impl Round<'_> {
    /// The scheme that this round follows.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The digest from which the number at `cursor` is read.
    ///
    /// # Errors
    /// [`DrawError::PastTheEnd`] for a scheme without counter, beyond its only digest.
    pub fn digest(&self, cursor: u64) -> Result<Digest, DrawError> {
        self.block(self.block_of(cursor), cursor)
    }

    /// The HMAC message of the digest from which the number at `cursor` is read.
    ///
    /// # Errors
    /// As [`digest`](Self::digest).
    ///
    /// ```
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let seed = Revealed::from_text("server");
    /// assert_eq!(CURSOR_V1.round(&seed, "caf\u{e9}", 7).unwrap().message(12).unwrap(), "caf\u{e9}-7-12");
    /// ```
    pub fn message(&self, cursor: u64) -> Result<String, DrawError> {
        let block = self.block_of(cursor);
        self.block(block, cursor)?;
        Ok(self.message_of(block))
    }

    /// The plain number at `cursor`: in [0, 1), or exactly 1.0 where the scheme's rounding reaches it.
    ///
    /// # Errors
    /// [`DrawError::NoPlainNumber`] for a scheme that rejects by range, [`DrawError::PastTheEnd`] as for the digest.
    pub fn number(&self, cursor: u64) -> Result<f64, DrawError> {
        let digest = self.digest(cursor)?;
        match self.scheme.numbers() {
            Numbers::First8 => Ok(unit64(digest.first())),
            Numbers::Words4 => Ok(unit32(word(&digest, cursor % WORDS))),
            Numbers::FirstWordBelow { .. } | Numbers::FirstHexBelow { .. } => Err(DrawError::NoPlainNumber),
        }
    }

    /// The index below `n` at `cursor`: floor(number * n) kept below n, or the accepted word modulo n.
    ///
    /// # Errors
    /// [`DrawError::PastTheEnd`] as for the digest; [`DrawError::Exhausted`] where a scheme leaves that case open.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// assert_eq!(round.index(0, NonZeroU32::new(37).unwrap()), Ok(8));
    /// ```
    pub fn index(&self, cursor: u64, n: NonZeroU32) -> Result<u32, DrawError> {
        self.draw(cursor, n).map(|drawn| drawn.index)
    }

    /// The numbers from cursor 0 on, until the scheme's cursors end.
    ///
    /// ```
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// let three: Vec<f64> = round.numbers().take(3).collect();
    /// assert_eq!(three[0].to_bits(), 0x3fcd_673d_81fc_2af2);
    /// ```
    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        (0..=u64::MAX).map_while(|cursor| self.number(cursor).ok())
    }

    /// Fills `out` with the numbers at `first`, `first + 1`, ...; several digests are worked at a time.
    ///
    /// # Errors
    /// As [`number`](Self::number); `out` is then unspecified.
    pub fn fill(&self, first: u64, out: &mut [f64]) -> Result<(), DrawError> {
        self.bulk(first, out, |number| number, |cursor| self.number(cursor))
    }

    /// Fills `out` with the indices below `n` at `first`, `first + 1`, ...; several digests are worked at a time.
    ///
    /// # Errors
    /// As [`index`](Self::index); `out` is then unspecified.
    pub fn fill_indices(&self, first: u64, n: NonZeroU32, out: &mut [u32]) -> Result<(), DrawError> {
        self.bulk(first, out, |number| index(number, n), |cursor| self.index(cursor, n))
    }

    /// Both fills: in bulk where one digest gives one number, else one after the other.
    fn bulk<T>(
        &self,
        first: u64,
        out: &mut [T],
        of_number: impl Fn(f64) -> T,
        one: impl Fn(u64) -> Result<T, DrawError>,
    ) -> Result<(), DrawError> {
        let past = DrawError::PastTheEnd { cursor: first };
        let Some(more) = out.len().checked_sub(1) else {
            return Ok(());
        };
        let last = u64::try_from(more)
            .ok()
            .and_then(|more| first.checked_add(more))
            .ok_or(past)?;
        match (self.scheme.numbers(), &self.tail) {
            (Numbers::First8, Some(tail)) => self.mac.each_counter(first, out.len(), tail.as_bytes(), |i, digest| {
                if let Some(slot) = out.get_mut(i) {
                    *slot = of_number(unit64(digest.first()));
                }
            }),
            (Numbers::Words4, Some(tail)) => {
                let from = first / WORDS;
                let blocks = usize::try_from(last / WORDS - from + 1).map_err(|_| past)?;
                let mut slots = out.iter_mut();
                let mut skip = usize::try_from(first % WORDS).map_err(|_| past)?;
                self.mac.each_counter(from, blocks, tail.as_bytes(), |_, digest| {
                    for (word, slot) in words(&digest).skip(core::mem::take(&mut skip)).zip(&mut slots) {
                        *slot = of_number(unit32(word));
                    }
                });
            }
            _ => {
                for (slot, cursor) in out.iter_mut().zip(first..=last) {
                    *slot = one(cursor)?;
                }
            }
        }
        Ok(())
    }

    /// The one way to an index: what was read, where, and what it gives.
    pub(crate) fn draw(&self, cursor: u64, n: NonZeroU32) -> Result<Drawn, DrawError> {
        match self.scheme.numbers() {
            Numbers::First8 => {
                let digest = self.digest(cursor)?;
                let word = digest.first();
                let index = index(unit64(word), n);
                Ok(Drawn {
                    block: cursor,
                    digest,
                    read: Read::First8(word),
                    index,
                })
            }
            Numbers::Words4 => {
                let (block, at) = (cursor / WORDS, cursor % WORDS);
                let digest = self.block(block, cursor)?;
                let word = word(&digest, at);
                let index = index(unit32(word), n);
                Ok(Drawn {
                    block,
                    digest,
                    read: Read::Word(at, word),
                    index,
                })
            }
            Numbers::FirstWordBelow { limit, exhausted } => self.first_word_below(cursor, n, limit, exhausted),
            Numbers::FirstHexBelow { digits, below } => {
                let digest = self.digest(cursor)?;
                let run = digest.hex_runs(digits).zip(0..).find(|(run, _)| *run < below);
                let (run, at) = run.ok_or(DrawError::Exhausted { cursor })?;
                Ok(Drawn {
                    block: cursor,
                    digest,
                    read: Read::FirstHexBelow { digits, below, at, run },
                    index: run % n,
                })
            }
        }
    }

    fn first_word_below(
        &self,
        cursor: u64,
        n: NonZeroU32,
        limit: Limit,
        exhausted: Exhausted,
    ) -> Result<Drawn, DrawError> {
        let limit = limit.below(n);
        let mut block = cursor;
        loop {
            let digest = self.block(block, cursor)?;
            let mut words = words(&digest).map(u32::from_be_bytes).zip(0..);
            if let Some((word, at)) = words.find(|(word, _)| u64::from(*word) < limit) {
                let read = Read::FirstWordBelow(limit, at, word);
                return Ok(Drawn {
                    block,
                    digest,
                    read,
                    index: word % n,
                });
            }
            block = match exhausted {
                Exhausted::CounterPlus(step) => block.checked_add(step).ok_or(DrawError::Exhausted { cursor })?,
                Exhausted::Unspecified => return Err(DrawError::Exhausted { cursor }),
            };
        }
    }

    pub(crate) fn message_of(&self, block: u64) -> String {
        let mut message = self.message.clone();
        if let Some(tail) = &self.tail {
            message.push_str(Decimal::new(block).as_str());
            message.push_str(tail);
        }
        message
    }

    const fn block_of(&self, cursor: u64) -> u64 {
        match self.scheme.numbers() {
            Numbers::Words4 => cursor / WORDS,
            Numbers::First8 | Numbers::FirstWordBelow { .. } | Numbers::FirstHexBelow { .. } => cursor,
        }
    }

    fn block(&self, block: u64, cursor: u64) -> Result<Digest, DrawError> {
        match &self.tail {
            Some(tail) => Ok(self.mac.mac_counter(block, tail.as_bytes())),
            None if block == 0 => Ok(self.mac.mac(&[])),
            None => Err(DrawError::PastTheEnd { cursor }),
        }
    }
}

impl fmt::Debug for Round<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Round")
            .field("scheme", &self.scheme.id())
            .finish_non_exhaustive()
    }
}

/// An index and what it was read from.
pub(crate) struct Drawn {
    pub(crate) block: u64,
    pub(crate) digest: Digest,
    pub(crate) read: Read,
    pub(crate) index: u32,
}

/// The bytes that were read, by the scheme's [`Numbers`].
pub(crate) enum Read {
    First8([u8; 8]),
    /// Which word, and the word.
    Word(u64, [u8; 4]),
    /// The bound, which word, and the word.
    FirstWordBelow(u64, u64, u32),
    /// Digits in a run, the bound, which run, and its value.
    FirstHexBelow {
        digits: u8,
        below: u32,
        at: u32,
        run: u32,
    },
}

/// The 4-byte words of a digest, in order.
fn words(digest: &Digest) -> impl Iterator<Item = [u8; 4]> + '_ {
    digest
        .as_bytes()
        .chunks_exact(4)
        .filter_map(|word| word.first_chunk().copied())
}

/// Word `at` of a digest, `at` below [`WORDS`].
fn word(digest: &Digest, at: u64) -> [u8; 4] {
    words(digest)
        .zip(0..)
        .find(|(_, i)| *i == at)
        .map_or([0; 4], |(word, _)| word)
}
