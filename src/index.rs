//! Number to index below n, [`index`], and the exact odds: how many inputs reach each index.
//!
//! floor(u * n) with the product in binary64 is what the engines play, so it is what was paid. It is not v * n >> 64: the two
//! differ next to the borders between indices, which mostly stand a little early. For n = 37 a border is 5 to 2,132 first
//! words early and an index has at most 4.2 * 10^-15 more than its share; for n = 52, 79 late to 2,285 early, 5.2 * 10^-15.
//! The counts below are of the double rule itself, found by bisection (the map never decreases), not estimated.
//!
//! Source: the published description of the cursor stream (*Cursor*). Nothing here panics.

use core::num::NonZeroU32;

use crate::unit::{H52, unit32, unit64};

/// floor(u * n), the product in binary64, kept at n - 1 at most.
///
/// For every u below 1 the product stays below n, so only u = 1.0 needs the last step. A u that no digest gives never
/// panics: NaN and everything below 1 / n, negatives included, is index 0, and everything above 1 is index n - 1.
///
/// What it does not show: that the indices are equally likely. They are not, quite; [`words`] says by how much.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{index::index, unit::unit64};
/// let pockets = NonZeroU32::new(37).unwrap();
/// assert_eq!(index(0.5, pockets), 18);
/// assert_eq!(index(unit64([0xff; 8]), pockets), 36); // u is 1.0
/// // Here v * 37 >> 64 is 18, and the double is what was played.
/// assert_eq!(index(unit64(0x8375_9f22_9837_56a4_u64.to_be_bytes()), pockets), 19);
/// ```
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast is the floor: it drops the fraction, and saturates, with NaN at 0"
)]
pub fn index(u: f64, n: NonZeroU32) -> u32 {
    let product = u * f64::from(n.get());
    (product as u32).min(n.get() - 1)
}

/// The smallest first word (first 8 bytes, big-endian) that reaches index i or a higher one under [`index`] of
/// [`unit64`]; `None` when i is not below n.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::index::first_word;
/// let pockets = NonZeroU32::new(37).unwrap();
/// assert_eq!(first_word(pockets, 0), Some(0));
/// assert_eq!(first_word(pockets, 19), Some(0x8375_9f22_9837_5401)); // in exact integers ...59f3
/// assert_eq!(first_word(pockets, 37), None);
/// ```
#[must_use]
pub fn first_word(n: NonZeroU32, i: u32) -> Option<u64> {
    first(n, i, u64::MAX, |word| unit64(word.to_be_bytes()))
}

/// How many of the 2^64 first words reach index i under [`index`] of [`unit64`], exact; `None` when i is not below n.
///
/// The chance of index i is this count / 2^64, if every first word is equally likely: that is an assumption about the
/// digest, which no count can show.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::index::words;
/// let pockets = NonZeroU32::new(37).unwrap();
/// assert_eq!(words(pockets, 19), Some(498_560_650_640_799_743)); // 2^64 / 37 is 498560650640798692.9...
/// assert_eq!(words(pockets, 36), Some(498_560_650_640_800_767)); // u = 1.0 included
/// assert_eq!(words(NonZeroU32::MIN, 0), Some(1 << 64));
/// ```
#[must_use]
pub fn words(n: NonZeroU32, i: u32) -> Option<u128> {
    let start = first_word(n, i)?;
    // i is below n, so i + 1 does not overflow; at the last index the words run to the end.
    let end = first_word(n, i + 1).map_or(1 << 64, u128::from);
    Some(end - u128::from(start))
}

/// How many of the 2^32 words of 4 bytes reach index i under [`index`] of [`unit32`], exact; `None` when i is not below n.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::index::words32;
/// let pockets = NonZeroU32::new(37).unwrap();
/// assert_eq!(words32(pockets, 0), Some(116_080_198)); // seven indices have this one more
/// assert_eq!(words32(pockets, 1), Some(116_080_197)); // the other thirty
/// ```
#[must_use]
pub fn words32(n: NonZeroU32, i: u32) -> Option<u64> {
    let unit = |word: u64| u32::try_from(word).map_or(1.0, |word| unit32(word.to_be_bytes()));
    let start = first(n, i, u64::from(u32::MAX), unit)?;
    let end = first(n, i + 1, u64::from(u32::MAX), unit).unwrap_or(1 << 32);
    Some(end - start)
}

/// How many of the 2^52 values of [`H52`] reach index i under [`index`] of [`H52::unit`], exact; `None` when i is not
/// below n. The keno ticket draws from these.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::index::words52;
/// let three = NonZeroU32::new(3).unwrap();
/// assert_eq!(words52(three, 0), Some(1_501_199_875_790_166));
/// assert_eq!(words52(three, 1), Some(1_501_199_875_790_165));
/// ```
#[must_use]
pub fn words52(n: NonZeroU32, i: u32) -> Option<u64> {
    let unit = |word: u64| H52::new(word).map_or(1.0, H52::unit);
    let start = first(n, i, H52::MAX.get(), unit)?;
    let end = first(n, i + 1, H52::MAX.get(), unit).unwrap_or(1 << 52);
    Some(end - start)
}

/// How many of `values` equally likely integers 0, 1, ... leave the remainder i when divided by n, exact; `None` when i is not
/// below n. The bias of a rule that takes a plain remainder.
///
/// The house's own derivations take none: what would make the remainders unequal is rejected first
/// ([`LIMIT`](crate::dice::LIMIT)). Some operators' do, as Stake's zoo and Skin.Club's rolls, and this says by how much: with 16
/// bits and n = 100 a remainder below 36 comes 656 times in 65,536 and any other 655 times.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::index::remainders;
/// let n = NonZeroU32::new(100).unwrap();
/// assert_eq!([0, 35, 36, 99].map(|i| remainders(1 << 16, n, i)), [Some(656), Some(656), Some(655), Some(655)]);
/// assert_eq!(remainders(1 << 16, n, 100), None);
/// assert_eq!(remainders(50, n, 50), Some(0)); // never reached
/// ```
#[must_use]
pub const fn remainders(values: u64, n: NonZeroU32, i: u32) -> Option<u64> {
    if i >= n.get() {
        return None;
    }
    let (n, i) = (n.get() as u64, i as u64);
    Some(values / n + if i < values % n { 1 } else { 0 })
}

/// The smallest word of `0..=last` that reaches index i: a bisection, since `unit`, the product and the floor never
/// decrease. The last word always reaches n - 1: its number is at least 1 - 2^-32, and n * 2^-32 is below 1.
fn first(n: NonZeroU32, i: u32, last: u64, unit: impl Fn(u64) -> f64) -> Option<u64> {
    if i >= n.get() {
        return None;
    }
    let (mut low, mut high) = (0, last);
    while low < high {
        let middle = u64::midpoint(low, high);
        if index(unit(middle), n) >= i {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}
