//! What a crash rule gives back, exactly: the chance of a point and the return of cashing out there.
//!
//! The *edge is not what the formula suggests*: under (100 E - h) / (E - h) the return of a cash-out at x is 99 x / (100 x -
//! 1), 0.9949 at 2.00x and 0.99 only far up, and a bust of one game in M beforehand takes a further 1 / M of it.

use core::num::NonZeroU64;

use num_bigint::BigUint;

use super::{Ratio, least};
use crate::crash::{Clamp, Rule};
use crate::unit::H52;

/// How many of the 2^52 values of h have a point of at least `hundredths` under the rule, exact.
///
/// A bisection with the rule itself, so it counts the doubles of a double rule too (no rule's raw point ever decreases in h).
///
/// ```
/// use provably_fair::{crash::{self, Clamp, Rule}, stats::reaching};
/// assert_eq!(reaching(Rule::Exact, Clamp::STANDARD, 200), crash::reaching(200));
/// assert_eq!(reaching(Rule::Exact, Clamp::STANDARD, 104), 4_328_702_554_462_903);
/// assert_eq!(reaching(Rule::Double, Clamp::STANDARD, 104), 4_328_702_554_462_904); // one more value of h
/// assert_eq!(reaching(Rule::Exact, Clamp::STANDARD, 1_000_001), 0);
/// ```
#[must_use]
pub fn reaching(rule: Rule, clamp: Clamp, hundredths: u64) -> u64 {
    let reaches = |h: u64| H52::new(h).is_none_or(|h| rule.point(h, clamp) >= hundredths);
    (1 << 52) - least(0, 1 << 52, reaches)
}

/// The chance that a game's point is at least `hundredths`; with `bust` = M one game in M ends beforehand and pays nothing.
///
/// Exact in h; that M divides a digest is taken as 1/M and as independent of h (within 2^-190). It does not show that the
/// operator played this rule, nor that it paid.
///
/// ```
/// use core::num::NonZeroU64;
/// use provably_fair::{crash::{Clamp, Rule}, stats::chance_to_reach};
/// let chance = chance_to_reach(Rule::Exact, Clamp::STANDARD, NonZeroU64::new(101), 200);
/// assert_eq!(chance.percent(4), "49.2562 %"); // 99 / 199 * 100 / 101
/// ```
#[must_use]
pub fn chance_to_reach(rule: Rule, clamp: Clamp, bust: Option<NonZeroU64>, hundredths: u64) -> Ratio {
    let games = bust.map_or(1, NonZeroU64::get);
    let alive = bust.map_or(1, |_| games - 1);
    let winning = BigUint::from(reaching(rule, clamp, hundredths)) * alive;
    Ratio::reduced(winning, &(BigUint::from(games) << 52))
}

/// The return of a stake of 1 that always cashes out at `hundredths`: that many hundredths times the chance of the point.
///
/// ```
/// use core::num::NonZeroU64;
/// use provably_fair::{crash::{Clamp, Rule}, stats::return_at};
/// let bust = NonZeroU64::new(101);
/// let at = |x| return_at(Rule::Exact, Clamp::STANDARD, bust, x).percent(2);
/// assert_eq!([101, 200, 1000].map(at), ["99.00 %", "98.51 %", "98.12 %"]);
/// ```
#[must_use]
pub fn return_at(rule: Rule, clamp: Clamp, bust: Option<NonZeroU64>, hundredths: u64) -> Ratio {
    let chance = chance_to_reach(rule, clamp, bust, hundredths);
    Ratio::reduced(chance.numer() * hundredths, &(chance.denom() * 100_u8))
}
