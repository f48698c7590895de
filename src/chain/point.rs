//! From a game's digest to its point in hundredths: the rules that chains add to those of [`crash`](crate::crash).

use core::num::NonZeroU32;

use crate::crash::{self, Clamp};
use crate::mac::Digest;
use crate::unit::H52;

const TWO_32: f64 = 4_294_967_296.0;

/// How a digest becomes a point. Data, so that a rule is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Points {
    /// The first 52 bits under one of the four rules of [`crash`](crate::crash), kept within the clamp.
    First52 {
        /// Which of the four.
        rule: crash::Rule,
        /// The ends.
        clamp: Clamp,
    },
    /// The first 4 bytes under [`word_point`].
    Word {
        /// What the site pays back, in hundredths: 99 or 98.
        percent: u8,
    },
    /// The first 4 bytes under [`per_mille_point`].
    WordPerMille {
        /// What the site pays back, in thousandths: 999.
        per_mille: u16,
    },
}

impl Points {
    /// The point in hundredths.
    ///
    /// ```
    /// use provably_fair::chain::Points;
    /// use provably_fair::mac::Digest;
    /// let digest = Digest::Sha256([0x80; 32]);
    /// assert_eq!(Points::Word { percent: 99 }.of(&digest), 197);
    /// ```
    #[must_use]
    pub fn of(self, digest: &Digest) -> u64 {
        match self {
            Self::First52 { rule, clamp } => rule.point(H52::of(digest.first()), clamp),
            Self::Word { percent } => word_point(u32::from_be_bytes(digest.first()), percent),
            Self::WordPerMille { per_mille } => per_mille_point(u32::from_be_bytes(digest.first()), per_mille),
        }
    }
}

/// Games that end before they begin: those whose whole digest, as one number, `divisor` divides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bust {
    /// One game in this many.
    pub divisor: NonZeroU32,
    /// What the site shows for such a game, in hundredths: 0 (bustabit) or 100 (Roobet and its relatives).
    pub shown: u64,
}

/// Whether the digest, all of it as one big-endian number, is a multiple of `divisor`.
///
/// Exact, byte by byte. A verifier that reads the 64 digits into a double tests a rounded number: it misses the true
/// multiples and finds false ones.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::chain::divisible;
/// use provably_fair::mac::Digest;
/// let n101 = NonZeroU32::new(101).unwrap();
/// let mut bytes = [0; 32];
/// bytes[31] = 202;
/// assert!(divisible(&Digest::Sha256(bytes), n101));
/// bytes[31] = 203;
/// assert!(!divisible(&Digest::Sha256(bytes), n101));
/// ```
#[must_use]
pub fn divisible(digest: &Digest, divisor: NonZeroU32) -> bool {
    let divisor = u64::from(divisor.get());
    let remainder = digest
        .as_bytes()
        .iter()
        .fold(0, |rest, byte| (rest * 256 + u64::from(*byte)) % divisor);
    remainder == 0
}

/// 2^32 / (word + 1) * (percent / 100) in binary64, in this order: two roundings after that of percent / 100.
///
/// The multiplier before it is floored, as Stake's announcement writes it; its `1 - 0.01` and `1 - 0.02` are the same
/// doubles as 0.99 and 0.98.
///
/// ```
/// use provably_fair::chain::word_double;
/// assert_eq!(word_double(0x8000_0000, 99), 1.979_999_999_077_990_6);
/// assert_eq!(word_double(0, 99), 4_252_017_623.04);
/// ```
#[must_use]
pub const fn word_double(word: u32, percent: u8) -> f64 {
    TWO_32 / (word as f64 + 1.0) * (percent as f64 / 100.0)
}

/// max(100, floor(share * 2^32 / (10 * (word + 1)))), the share in thousandths, exact: as [`word_point_exact`] for a finer share.
///
/// Duel plays 2^32 / (word + 1) * (1 - 0.001) in doubles, times 100, floored. At 999 that is this integer for every one of the
/// 2^32 words, clamped or not: the example `chain_doubles` compares them all.
///
/// ```
/// use provably_fair::chain::per_mille_point;
/// let points = [0, 1, 0x7fff_ffff, u32::MAX].map(|word| per_mille_point(word, 999));
/// assert_eq!(points, [429_067_232_870, 214_533_616_435, 199, 100]);
/// ```
#[must_use]
pub const fn per_mille_point(word: u32, per_mille: u16) -> u64 {
    at_least_100(((per_mille as u64) << 32) / (10 * (word as u64 + 1)))
}

/// max(100, floor(100 * [`word_double`])): the point in hundredths as the site plays it.
///
/// Differs from [`word_point_exact`], always by one hundredth too little, on exactly 60 of the 2^32 words at 99 percent and
/// on 57 at 98; the example `chain_doubles` counts them. The floor is a cast: no platform's float function is called.
///
/// ```
/// use provably_fair::chain::{word_point, word_point_exact};
/// assert_eq!(word_point(0x8000_0000, 99), 197);
/// assert_eq!(word_point(u32::MAX, 99), 100); // 0.99 is kept at 1.00
/// assert_eq!((word_point(2, 99), word_point_exact(2, 99)), (141_733_920_767, 141_733_920_768));
/// ```
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the floor of a double of 0..2^41"
)]
pub const fn word_point(word: u32, percent: u8) -> u64 {
    at_least_100((word_double(word, percent) * 100.0) as u64)
}

/// max(100, floor(percent * 2^32 / (word + 1))): the same in exact arithmetic, for comparison. Not what was played.
///
/// ```
/// use provably_fair::chain::word_point_exact;
/// assert_eq!(word_point_exact(0x8000_0000, 98), 195);
/// ```
#[must_use]
pub const fn word_point_exact(word: u32, percent: u8) -> u64 {
    at_least_100(((percent as u64) << 32) / (word as u64 + 1))
}

const fn at_least_100(hundredths: u64) -> u64 {
    if hundredths < 100 { 100 } else { hundredths }
}
