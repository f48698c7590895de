//! The category picked after the counting, because it was furthest off or highest: what that is worth.
//!
//! "The sixes are two in a hundred" is true of a face named beforehand. *Some* face is that far off far more often.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::binomial::{Binomial, squared_z};
use super::multinomial::{Cells, ERROR, all_inside};
use super::words::{NOT_SHOWN, number, p_in_words};
use super::{Odds, Ratio, Share, StatsError, Tally, share};

/// A category chosen by its own count, and an enclosure of the chance that honest rounds have one like it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Afterwards {
    /// The category, with the p it would have had if it had been named beforehand.
    pub share: Share,
    /// Whether only counts above the expected one were looked at ([`largest`]) or both sides ([`furthest`]).
    pub above_only: bool,
    /// The chance that some category is at least this far off is at least this.
    pub low: f64,
    /// And at most this.
    pub high: f64,
}

/// The category furthest off its expected count, in standard deviations on either side, and the chance that *some* category of
/// an honest log is at least as far off.
///
/// Exact multinomial probability: 1 - P(every category's |z| is smaller), z compared exactly in integers; within 10^-10. That is
/// intersected with bounds that hold at any size: at most the sum of the categories' binomial tails (Bonferroni), at
/// least 1 - the product of their complements, one side at a time (Mallows 1968: multinomial counts are negatively dependent).
/// Above about 900 million counted the bounds stand alone. What it does not show: [`super::NOT_SHOWN`].
///
/// # Errors
/// As [`share()`].
///
/// ```
/// use provably_fair::stats::{Odds, Tally, furthest};
/// let worst = furthest(&Tally::of("faces", &[8, 12, 10, 9, 11, 10])?, &Odds::faces())?;
/// // The ones, 2 below; the twos are as far off, and some face nearly always is.
/// assert_eq!((worst.share.category, worst.share.count), (0, 8));
/// assert!(worst.share.p > 0.5 && worst.low > 0.9 && worst.high - worst.low < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn furthest(tally: &Tally, odds: &Odds) -> Result<Afterwards, StatsError> {
    chosen(tally, odds, false)
}

/// The category highest above its expected count, in standard deviations (where all chances are equal: the largest cell), and the
/// chance that some category of an honest log is at least as high.
///
/// Method and error as [`furthest`], with the upper side alone.
///
/// # Errors
/// As [`share()`].
///
/// ```
/// use provably_fair::stats::{Odds, Tally, largest};
/// let top = largest(&Tally::of("faces", &[8, 12, 10, 9, 11, 10])?, &Odds::faces())?;
/// assert_eq!(top.share.category, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn largest(tally: &Tally, odds: &Odds) -> Result<Afterwards, StatsError> {
    chosen(tally, odds, true)
}

impl Afterwards {
    /// The careful end of the enclosure: the upper one.
    #[must_use]
    pub const fn p(&self) -> f64 {
        self.high
    }

    /// What it shows and what it does not, in words.
    #[must_use]
    pub fn says(&self) -> String {
        let what = if self.above_only {
            "highest above"
        } else {
            "furthest from"
        };
        alloc::format!(
            "Category {} is {what} its expected count ({} against {:.1}). It was chosen by its count, so the question is how often \
             *some* category is as far off: {}. (Named beforehand it would have had p = {}.) {NOT_SHOWN}",
            self.share.category,
            self.share.count,
            self.share.expected,
            p_in_words(self.high),
            number(self.share.p),
        )
    }
}

fn chosen(tally: &Tally, odds: &Odds, above_only: bool) -> Result<Afterwards, StatsError> {
    odds.fits(tally)?;
    let n = tally.total();
    let (category, squared) = extreme(tally, odds, above_only)?;
    let share = share(tally, odds, category)?;
    let cells = alike(n, odds, &squared, above_only);
    let (mut low, mut high) = bounds(n, &cells)?;
    if let Some(inside) = all_inside(n, &cells) {
        low = low.max(1.0 - inside - ERROR);
        high = high.min(1.0 - inside + ERROR);
    }
    Ok(Afterwards {
        share,
        above_only,
        low,
        high: high.max(low),
    })
}

/// The category with the greatest z (squared), the first of several, and that square.
fn extreme(tally: &Tally, odds: &Odds, above_only: bool) -> Result<(u32, Ratio), StatsError> {
    let mut most = (0, Ratio::zero());
    for (category, &count) in (0..).zip(tally.counts()) {
        let Some(chance) = odds.chance(category).filter(|chance| !chance.is_certain()) else {
            continue;
        };
        let (above, squared) = squared_z(count, tally.total(), &chance)?;
        if (above || !above_only) && squared > most.1 {
            most = (category, squared);
        }
    }
    Ok(most)
}

/// The possible categories by weight, each with the counts whose z is smaller than that found.
///
/// With weight a of A: |x A - n a| < T, T the least integer with T^2 >= z^2 n a (A - a).
fn alike(n: u64, odds: &Odds, squared: &Ratio, above_only: bool) -> Vec<Cells> {
    let mut weights = BTreeMap::new();
    for &weight in odds.weights().iter().filter(|weight| **weight > 0) {
        *weights.entry(weight).or_insert(0) += 1;
    }
    let total = BigUint::from(odds.total());
    let cells = |(weight, times): (u128, u32)| {
        let mean = n * BigUint::from(weight);
        let variance = &mean * (odds.total() - weight);
        let away = root_up(&(squared.numer() * variance).div_ceil(squared.denom()));
        let below = |mean: &BigUint| (mean - &away) / &total + 1_u8;
        Cells {
            chance: Ratio::reduced(BigUint::from(weight), &total),
            times,
            low: if above_only || away > mean {
                0
            } else {
                below(&mean).to_u64().unwrap_or(n)
            },
            // (mean + T - 1) / A rounded down; a mean is at least 1.
            high: ((&mean + &away - 1_u8) / &total).to_u64().unwrap_or(n).min(n),
        }
    };
    weights.into_iter().map(cells).collect()
}

/// The least integer whose square is at least x.
fn root_up(x: &BigUint) -> BigUint {
    let root = x.sqrt();
    if &root * &root == *x {
        root
    } else {
        root + BigUint::one()
    }
}

/// Bounds of the chance that some count lies outside.
fn bounds(n: u64, cells: &[Cells]) -> Result<(f64, f64), StatsError> {
    let (mut sum, mut most) = (0.0, 0.0_f64);
    // ln of the product of P(inside), one side at a time.
    let (mut not_above, mut not_below) = (0.0, 0.0);
    for cells in cells.iter().filter(|cells| !cells.chance.is_certain()) {
        let binomial = Binomial::new(n, &cells.chance)?;
        let above = if cells.high < n {
            binomial.at_least(cells.high + 1)
        } else {
            0.0
        };
        let below = cells.low.checked_sub(1).map_or(0.0, |last| binomial.at_most(last));
        let times = f64::from(cells.times);
        sum += times * (above + below);
        most = most.max(above + below);
        not_above += times * (-above).ln_1p();
        not_below += times * (-below).ln_1p();
    }
    let low = most.max(-not_above.exp_m1()).max(-not_below.exp_m1());
    Ok((low.min(1.0), sum.min(1.0)))
}
