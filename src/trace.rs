//! Traces: what was hashed and what came out, step by step, as values that print as a walk-through.
//!
//! A trace is made by the function that derives, never beside it: its numbers are the ones that were used. Everything in it
//! can be followed with a SHA-256 calculator, a pencil and patience.

use alloc::string::String;
use core::fmt;
use core::num::NonZeroU32;

use crate::mac::{Digest, Hash};
use crate::stream::{DrawError, Read, Round};
use crate::unit::{Parts, parts64, unit32, unit64};

/// How one index was read from its digest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reading {
    /// The first 8 bytes over 2^64, rounded once.
    First8 {
        /// The bytes read.
        bytes: [u8; 8],
        /// The two exact parts: the first 4 bytes over 2^32, the next 4 over 2^64.
        parts: Parts,
        /// Their sum: the one addition that rounds.
        number: f64,
        /// number * n, in binary64.
        product: f64,
    },
    /// One 4-byte word over 2^32, exact.
    Word {
        /// Which word of the digest, from 0.
        at: u64,
        /// The bytes read.
        bytes: [u8; 4],
        /// The word over 2^32.
        number: f64,
        /// number * n, in binary64.
        product: f64,
    },
    /// The first 4-byte word below a bound, modulo n.
    FirstWordBelow {
        /// Which word of the digest, from 0: the words before it were at or above the bound.
        at: u64,
        /// The accepted word.
        word: u32,
        /// The bound.
        limit: u64,
    },
    /// The first run of hex digits below a bound, modulo n.
    FirstHexBelow {
        /// Which run of the digest, from 0: the runs before it were at or above the bound.
        at: u32,
        /// How many hex digits a run has.
        digits: u8,
        /// The accepted run's value.
        run: u32,
        /// The bound.
        below: u32,
    },
}

impl Reading {
    /// What was read, with the numbers that it came to.
    fn of(read: &Read, n: NonZeroU32) -> Self {
        let times_n = |number: f64| number * f64::from(n.get());
        match *read {
            Read::First8(bytes) => {
                let number = unit64(bytes);
                Self::First8 {
                    bytes,
                    parts: parts64(bytes),
                    number,
                    product: times_n(number),
                }
            }
            Read::Word(at, bytes) => {
                let number = unit32(bytes);
                Self::Word {
                    at,
                    bytes,
                    number,
                    product: times_n(number),
                }
            }
            Read::FirstWordBelow(limit, at, word) => Self::FirstWordBelow { at, word, limit },
            Read::FirstHexBelow { digits, below, at, run } => Self::FirstHexBelow { at, digits, run, below },
        }
    }
}

/// One index of a round, step by step. Made by [`Round::trace`].
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{CURSOR_V1, Revealed};
/// let seed = Revealed::from_text("server");
/// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
/// let trace = round.trace(0, NonZeroU32::new(37).unwrap()).unwrap();
/// assert_eq!(trace.index, 8);
/// assert_eq!(trace.to_string(), "\
/// cursor 0
///   message  client-0-0
///   HMAC     3ace7b03f855e43ab9baa0d573bf3b97646932d15a54dd4ac9b8ee2647f902d9  (SHA-256)
///   bytes    3ace7b03 f855e43a
///   parts    986610435 / 2^32 = 0.2297131426166743
///            4166378554 / 2^64 = 0.00000000022585983398219073
///   number   0.22971314284253413  (their sum, rounded once)
///   product  0.22971314284253413 * 37 = 8.499386285173763
///   index    8  (floor, kept below 37)
/// ");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct IndexTrace {
    /// The cursor.
    pub cursor: u64,
    /// The exact HMAC message.
    pub message: String,
    /// The digest.
    pub digest: Digest,
    /// What was read from it.
    pub reading: Reading,
    /// The number of outcomes.
    pub n: NonZeroU32,
    /// The index below n.
    pub index: u32,
}

impl fmt::Display for IndexTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, index) = (self.n, self.index);
        writeln!(f, "cursor {}", self.cursor)?;
        hashed(f, &self.message, &self.digest)?;
        match self.reading {
            Reading::First8 {
                bytes,
                parts,
                number,
                product,
            } => {
                let word = u64::from_be_bytes(bytes);
                let (first, next) = (word >> 32, word & 0xffff_ffff);
                writeln!(f, "  bytes    {first:08x} {next:08x}")?;
                writeln!(f, "  parts    {first} / 2^32 = {}", parts.high)?;
                writeln!(f, "           {next} / 2^64 = {}", parts.low)?;
                writeln!(f, "  number   {number}  (their sum, rounded once)")?;
                writeln!(f, "  product  {number} * {n} = {product}")?;
                writeln!(f, "  index    {index}  (floor, kept below {n})")
            }
            Reading::Word {
                at,
                bytes,
                number,
                product,
            } => {
                let word = u32::from_be_bytes(bytes);
                writeln!(f, "  word {at}   {word:08x} = {word}")?;
                writeln!(f, "  number   {word} / 2^32 = {number}  (exact)")?;
                writeln!(f, "  product  {number} * {n} = {product}")?;
                writeln!(f, "  index    {index}  (floor)")
            }
            Reading::FirstWordBelow { at, word, limit } => {
                writeln!(f, "  word {at}   {word:08x} = {word}  (the first below {limit})")?;
                writeln!(f, "  index    {word} mod {n} = {index}")
            }
            Reading::FirstHexBelow { at, digits, run, below } => {
                let (first, width) = (u64::from(at) * u64::from(digits), usize::from(digits));
                writeln!(
                    f,
                    "  digits   {run:0width$x} = {run}  (from digit {first}, the first {digits} below {below})"
                )?;
                writeln!(f, "  index    {run} mod {n} = {index}")
            }
        }
    }
}

pub(crate) fn hashed(f: &mut fmt::Formatter<'_>, message: &str, digest: &Digest) -> fmt::Result {
    let name = match digest {
        Digest::Sha256(_) => Hash::Sha256.name(),
        Digest::Sha512(_) => Hash::Sha512.name(),
    };
    writeln!(f, "  message  {}", message.escape_debug())?;
    writeln!(f, "  HMAC     {digest}  ({name})")
}

impl Round<'_> {
    /// The index below `n` at `cursor`, step by step.
    ///
    /// # Errors
    /// As [`index`](Self::index).
    pub fn trace(&self, cursor: u64, n: NonZeroU32) -> Result<IndexTrace, DrawError> {
        let drawn = self.draw(cursor, n)?;
        Ok(IndexTrace {
            cursor,
            message: self.message_of(drawn.block),
            digest: drawn.digest,
            reading: Reading::of(&drawn.read, n),
            n,
            index: drawn.index,
        })
    }
}
