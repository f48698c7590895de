//! Readings of Stake's deals, and the bytes that its numbers are cut from.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::{CASES, PLINKO, SLOTS, SNAKES};
use crate::games;
use crate::index::index;
use crate::layout::{Deal, Setting};
use crate::stream::{DrawError, Round};

/// Present limbo in hundredths: k = floor(u * 2^24), then 2^24 / (k + 1), times 0.99, times 100, floor, in doubles and in this
/// order; at least 100, as the operator's page says.
///
/// The exact rational floor(99 * 2^24 / (k + 1)) is another rule: it pays a cent more in 44 of the 2^24 buckets.
///
/// ```
/// use provably_fair::games::stake;
/// assert_eq!(stake::limbo(2.0 / 16_777_216.0), 553_648_127); // exact: 553_648_128
/// assert_eq!(stake::limbo(0.999), 100); // clamped
/// ```
#[must_use]
pub fn limbo(number: f64) -> u64 {
    buckets(number, 16_777_216.0)
}

/// Limbo up to 2020 in hundredths: as [`limbo`], with 10^8 in place of 2^24.
///
/// ```
/// use provably_fair::games::stake;
/// assert_eq!(stake::limbo_1e8(0.5), 197); // 10^8 / 50,000,001 * 0.99 is a little below 1.98
/// ```
#[must_use]
pub fn limbo_1e8(number: f64) -> u64 {
    buckets(number, 1e8)
}

fn buckets(number: f64, buckets: f64) -> u64 {
    let bucket = floor(number * buckets);
    let multiplier = buckets / (bucket + 1.0) * 0.99;
    hundredths(multiplier).max(100)
}

/// A stage of drill in hundredths: 100 below 0.02, else floor(100 * min(0.98 / (1 - u), 2,000,000)), in doubles.
///
/// ```
/// use provably_fair::games::stake;
/// assert_eq!([0.0, 0.5, 1.0 - 1.0 / 4_294_967_296.0].map(stake::drill), [100, 196, 200_000_000]);
/// ```
#[must_use]
pub fn drill(number: f64) -> u64 {
    if number < 0.02 {
        return 100;
    }
    hundredths((0.98 / (1.0 - number)).min(2_000_000.0))
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast is the floor: values are positive, and it saturates"
)]
fn hundredths(multiplier: f64) -> u64 {
    (multiplier * 100.0) as u64
}

/// The floor of a number of 0 to 10^8, which a u32 holds.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast is the floor: values are positive, and it saturates"
)]
fn floor(number: f64) -> f64 {
    f64::from(number as u32)
}

/// Where a plinko ball ends: the number of steps to the right, from the left. `None` for a deal of another game, and before all
/// rows are dealt.
///
/// ```
/// use provably_fair::games::stake;
/// use provably_fair::layout::Value;
/// use provably_fair::{Revealed, STAKE_V1};
/// let seed = Revealed::from_text("server seed");
/// let round = STAKE_V1.round(&seed, "client seed", 1).unwrap();
/// let game = stake::PLINKO.with(&[("rows", Value::Size(8))]).unwrap();
/// assert_eq!(stake::plinko_slot(&game.deal(&round, &[8]).unwrap()), Some(7));
/// ```
#[must_use]
pub fn plinko_slot(deal: &Deal) -> Option<u32> {
    let ours = [PLINKO, games::PLINKO, games::operators::DUEL_PLINKO].contains(deal.row());
    let steps = deal.items("rows");
    let whole = u32::try_from(steps.len()).is_ok_and(|dealt| deal.setting("rows") == Some(Setting::Size(dealt)));
    (ours && whole).then(|| steps.iter().sum())
}

/// The five rolls of snakes, 2 to 12, as far as they were dealt. `None` for a deal of another game.
#[must_use]
pub fn snakes_rolls(deal: &Deal) -> Option<[Option<u32>; 5]> {
    let mut dice = deal.items("dice").into_iter();
    let mut roll = |_| Some(dice.next()? + dice.next()? + 2);
    (*deal.row() == SNAKES).then(|| core::array::from_fn(&mut roll))
}

/// Which tier a case gives: the position, from 0, of the first threshold that the number reaches. `None` for a deal of another
/// game, before the number is dealt, and when it is below all thresholds.
///
/// Thresholds are in units of 10^-8, highest first. They and what a tier pays are the operator's table, which changed over time
/// and is no part of the derivation.
///
/// ```
/// use provably_fair::games::stake;
/// use provably_fair::{Revealed, STAKE_V1};
/// let easy = [99_000_001, 97_000_001, 93_000_001, 86_000_001, 76_000_001, 41_000_001, 0]; // pay 23 10 3 2 1.09 0.4 0.1
/// let seed = Revealed::from_text("e89f72064b8e4fbb5dd7f28da282e2a5");
/// let round = STAKE_V1.round(&seed, "15df5f1542e8e79ef16471326c26c471", 0).unwrap();
/// assert_eq!(stake::cases_tier(&stake::CASES.deal(&round, &[1]).unwrap(), &easy), Some(3)); // the site paid 2.00
/// ```
#[must_use]
pub fn cases_tier(deal: &Deal, thresholds: &[u32]) -> Option<u32> {
    let number = deal.numbers("number").first().copied()?;
    // A threshold / 10^8, rounded once, is the double that its decimal text reads as.
    let reached = |threshold: &u32| number >= f64::from(*threshold) / 1e8;
    let (tier, _) = (0..).zip(thresholds).find(|(_, threshold)| reached(threshold))?;
    (*deal.row() == CASES).then_some(tier)
}

/// Where the reels of slots stop, five a spin: below 30 on the first four, below 41 on the fifth; a spin that was not read to
/// its end has fewer. `None` for a deal of another game.
///
/// ```
/// use provably_fair::games::stake;
/// use provably_fair::{Revealed, STAKE_V1};
/// let seed = Revealed::from_text("server seed");
/// let round = STAKE_V1.round(&seed, "client seed", 1).unwrap();
/// let spin = stake::SLOTS.deal(&round, &[5]).unwrap();
/// assert_eq!(stake::slots_reels(&spin), Some(vec![22, 19, 7, 27, 23]));
/// ```
#[must_use]
pub fn slots_reels(deal: &Deal) -> Option<Vec<u32>> {
    const STOPS: [NonZeroU32; 5] = {
        let (thirty, last) = (NonZeroU32::MIN.saturating_add(29), NonZeroU32::MIN.saturating_add(40));
        [thirty, thirty, thirty, thirty, last]
    };
    let reels = deal.numbers("reels").into_iter().zip(STOPS.into_iter().cycle());
    let stops = reels.map(|(number, stops)| index(number, stops));
    (*deal.row() == SLOTS).then(|| stops.collect())
}

/// The bytes of a round from byte `first` on, block after block: what this operator's numbers are cut from, four at a time.
///
/// # Errors
/// Never at a byte that the scheme can count; an item is an error where its digest is.
///
/// ```
/// use provably_fair::games::stake;
/// use provably_fair::{Revealed, STAKE_V1};
/// let seed = Revealed::from_text("some server seed");
/// let round = STAKE_V1.round(&seed, "some client seed", 1).unwrap();
/// let bytes: Result<Vec<u8>, _> = stake::bytes(&round, 1).take(3).collect();
/// assert_eq!(bytes.unwrap(), [136, 121, 135]);
/// ```
pub fn bytes<'a>(round: &'a Round<'_>, first: u64) -> impl Iterator<Item = Result<u8, DrawError>> + 'a {
    const BLOCK: u64 = 32;
    const NUMBERS: u64 = 8;
    let mut skip = usize::try_from(first % BLOCK).unwrap_or(0);
    (first / BLOCK..u64::MAX / NUMBERS).flat_map(move |block| {
        let digest = round.digest(block * NUMBERS);
        let skip = core::mem::take(&mut skip);
        let length = if digest.is_ok() { 32 } else { skip + 1 };
        (skip..length).map(move |i| digest.map(|digest| digest.as_bytes().get(i).copied().unwrap_or(0)))
    })
}
