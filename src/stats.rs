//! Tallies of a log, and what they can and cannot show (feature `stats`).
//!
//! Inputs are counts, never statistics: a [`Tally`] against the exact [`Odds`] of the derivation's own map. Verifying every
//! round against its seed is the proof; counting is only a second look, and each result says so in words.
//!
//! | question | answer | method, error |
//! |---|---|---|
//! | are all categories as often as they should be? | [`chi_square`] | chi-square approximation; p to nine digits of it |
//! | is *this* category, named beforehand? | [`share`] | exact binomial, two-sided: outcomes no more likely; nine digits |
//! | is the one that is furthest off? the highest? | [`furthest`], [`largest`] | exact multinomial, enclosed |
//! | several of these on one log? | [`Family`], [`holm`] | Holm's correction |
//! | k of n seeds failed a test? | [`flagged_by_chance`] | exact binomial |
//! | how often does a streak happen? | [`run_somewhere`], [`opponent_ahead`], [`Ratio::at_least_once_in`] | exact fractions |
//! | how much must be counted? | [`rolls_to_see`], [`power`] | normal approximation; exact |
//! | is this limit sensible? | [`band`], [`false_alarm`] | exact binomial |
//! | what does a crash game return? | [`return_at`] | exact fraction |
//!
//! ```
//! use provably_fair::stats::{Alpha, Family, Odds, Tally, chi_square, furthest};
//! let faces = Tally::of("faces", &[1_012, 998, 1_003, 961, 1_040, 986])?;
//! let all = chi_square(&faces, &Odds::faces())?;
//! let worst = furthest(&faces, &Odds::faces())?;
//! assert_eq!(worst.share.category, 4); // the fives
//! let tests = Family::new(Alpha::one_in(100)?, &[("faces", all.p), ("furthest face", worst.p())])?;
//! assert_eq!(tests.flagged().count(), 0);
//! println!("{}\n{}\n{}", all.says(), worst.says(), tests.says());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::{error, fmt};

mod afterwards;
mod binomial;
mod chi_square;
mod exact;
mod family;
mod multinomial;
mod odds;
mod power;
mod ratio;
mod returns;
mod share;
mod tally;
mod words;

pub use afterwards::{Afterwards, furthest, largest};
pub use binomial::TRIALS_LIMIT;
pub use chi_square::{ChiSquare, DF_LIMIT, chi_square, chi_square_p};
pub use exact::{ROLLS_LIMIT, at_least, dice_sum, opponent_ahead, run_somewhere};
pub use family::{Alpha, Family, flagged_by_chance, holm};
pub use odds::Odds;
pub use power::{power, rolls_to_see};
pub use ratio::Ratio;
pub use returns::{chance_to_reach, reaching, return_at};
pub use share::{Share, band, chance_of_at_least, false_alarm, share};
pub use tally::{Tally, TallyError};
pub use words::NOT_SHOWN;

/// Why a question about counts has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatsError {
    /// `denominator`: 0.
    DenominatorZero,
    /// `chance`: above 1.
    NotAChance,
    /// `chance`: 0 or 1, so there is nothing to test.
    Certain,
    /// `n`: above the limit that the function states.
    TooLarge {
        /// What was given.
        n: u64,
    },
    /// `categories`: not 2..=65,536, or not as many as the other side has.
    Categories {
        /// How many were given.
        count: usize,
    },
    /// `category`: none such.
    Category {
        /// The category given.
        given: u32,
    },
    /// `weights`: a sum of 0 or above 2^64.
    Weights,
    /// `counts`: nothing was counted, or nothing given.
    Empty,
    /// `counts`: a category that the derivation cannot give. No statistics are needed.
    Impossible {
        /// The first such category.
        category: u32,
    },
    /// `borders` or `limits`: not ascending, or an empty range.
    Order,
    /// `alpha`: fewer than one in 2.
    Alpha,
    /// `p`: outside 0..=1.
    NotAP {
        /// The 0-based position in the list.
        at: usize,
    },
    /// `power`: not above alpha and below 1.
    Power,
    /// `truth`: the same as the chance, so no count sees a difference.
    Same,
}

impl fmt::Display for StatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DenominatorZero => f.write_str("denominator: 0"),
            Self::NotAChance => f.write_str("chance: above 1"),
            Self::Certain => f.write_str("chance: 0 or 1, nothing to test"),
            Self::TooLarge { n } => write!(f, "n: {n} is above the limit"),
            Self::Categories { count } => {
                write!(f, "categories: {count}, 2 to 65536 and the same on both sides allowed")
            }
            Self::Category { given } => write!(f, "category: there is no {given}"),
            Self::Weights => f.write_str("weights: a sum of 0 or above 2^64"),
            Self::Empty => f.write_str("counts: none"),
            Self::Impossible { category } => write!(f, "counts: category {category} cannot come from this derivation"),
            Self::Order => f.write_str("limits: not in ascending order"),
            Self::Alpha => f.write_str("alpha: one in 2 at most"),
            Self::NotAP { at } => write!(f, "p: outside 0 to 1 at {at}"),
            Self::Power => f.write_str("power: not above alpha and below 1"),
            Self::Same => f.write_str("truth: no different from the chance"),
        }
    }
}

impl error::Error for StatsError {}

/// A count as a double, rounded once; exact up to 2^53.
#[allow(clippy::cast_precision_loss, reason = "statistics: rounded once, to nearest")]
fn float(n: u64) -> f64 {
    n as f64
}

/// The least x of `low..high` with the property, which every larger one has too; `high` when there is none.
fn least(mut low: u64, mut high: u64, has: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = u64::midpoint(low, high);
        if has(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
