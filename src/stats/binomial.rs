//! One count against its exact chance: the binomial distribution, summed term by term.
//!
//! statrs's incomplete beta function loses digits as n grows (2 * 10^-8 of the value at 5.5 million, more from there on), since
//! it takes differences of logarithms of about n. Here the first term comes from Loader's saddle-point form ("Fast and Accurate
//! Computation of Binomial Probabilities", 2000), whose parts are small, and the others from the ratio of neighbours, away from
//! the mode until they no longer count: some ten standard deviations at most, so ten million trials take microseconds.

use core::f64::consts::TAU;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive};

use super::{Ratio, StatsError, float, least};

/// The most trials of a binomial or multinomial test: 2^40. Below it p has at least nine correct digits.
pub const TRIALS_LIMIT: u64 = 1 << 40;

/// The terms of Binomial(n, p) for a p that is neither 0 nor 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binomial {
    n: u64,
    p: f64,
    q: f64,
    mode: u64,
}

impl Binomial {
    pub(super) fn new(n: u64, chance: &Ratio) -> Result<Self, StatsError> {
        if n > TRIALS_LIMIT {
            return Err(StatsError::TooLarge { n });
        }
        let (p, q) = (chance.as_f64(), chance.complement()?.as_f64());
        if p <= 0.0 || q <= 0.0 {
            return Err(StatsError::Certain);
        }
        let mode: BigUint = chance.numer() * (n + 1) / chance.denom();
        let mode = mode.to_u64().unwrap_or(n).min(n);
        Ok(Self { n, p, q, mode })
    }

    /// P(X = x).
    pub(super) fn term(&self, x: u64) -> f64 {
        let Some(y) = self.n.checked_sub(x) else { return 0.0 };
        let n = float(self.n);
        if x == 0 {
            return (n * ln(self.q, self.p)).exp();
        }
        if y == 0 {
            return (n * ln(self.p, self.q)).exp();
        }
        let rest = stirling_rest(self.n) - stirling_rest(x) - stirling_rest(y);
        let (x, y) = (float(x), float(y));
        let away = deviance(x, n * self.p) + deviance(y, n * self.q);
        (rest - away).exp() * (n / (TAU * x * y)).sqrt()
    }

    /// P(X >= x).
    pub(super) fn at_least(&self, x: u64) -> f64 {
        match x.checked_sub(1) {
            None => 1.0,
            Some(_) if x > self.mode => self.up_from(x),
            Some(below) => 1.0 - self.down_from(below),
        }
    }

    /// P(X <= x).
    pub(super) fn at_most(&self, x: u64) -> f64 {
        match x {
            _ if x >= self.n => 1.0,
            _ if x < self.mode => self.down_from(x),
            _ => 1.0 - self.up_from(x + 1),
        }
    }

    /// The chance of an outcome that is no more likely than x, the usual exact two-sided p.
    ///
    /// Equal terms on the other side count as no more likely; 10^-14 of the logarithm is allowed for their rounding.
    pub(super) fn two_sided(&self, x: u64) -> f64 {
        let here = self.term(x);
        if here == 0.0 {
            return 0.0;
        }
        let no_more = here * (1.0 + 1e-14 * (10.0 - here.ln()));
        if self.term(self.mode) <= no_more {
            return 1.0;
        }
        let p = if x > self.mode {
            // The terms rise up to the mode: the likelier ones begin at some count above the lower tail.
            let likelier = least(0, self.mode, |j| self.term(j) > no_more);
            self.at_least(x) + likelier.checked_sub(1).map_or(0.0, |last| self.at_most(last))
        } else {
            let unlikelier = least(self.mode, self.n + 1, |j| self.term(j) <= no_more);
            self.at_most(x)
                + if unlikelier > self.n {
                    0.0
                } else {
                    self.at_least(unlikelier)
                }
        };
        p.min(1.0)
    }

    /// The counts around the mode whose two-sided p is above alpha: the least and the greatest.
    pub(super) fn band(&self, alpha: f64) -> (u64, u64) {
        let low = least(0, self.mode, |x| self.two_sided(x) > alpha);
        let high = least(self.mode + 1, self.n + 1, |x| self.two_sided(x) <= alpha);
        (low, high - 1)
    }

    /// The sum from x, above the mode, to n. What is cut off is below 10^-12 of it.
    fn up_from(&self, x: u64) -> f64 {
        let odds = self.p / self.q;
        sum(
            (x..).map(|x| float(self.n.saturating_sub(x)) / float(x + 1) * odds),
            self.term(x),
        )
    }

    /// The sum from x, below the mode, to 0.
    fn down_from(&self, x: u64) -> f64 {
        let odds = self.q / self.p;
        sum(
            (0..=x).rev().map(|x| float(x) / float(self.n - x + 1) * odds),
            self.term(x),
        )
    }
}

/// The first term and those that follow it, each the one before times its ratio.
fn sum(ratios: impl Iterator<Item = f64>, first: f64) -> f64 {
    let (mut term, mut sum) = (first, 0.0);
    for ratio in ratios {
        if term <= sum * 1e-18 {
            break;
        }
        sum += term;
        term *= ratio;
    }
    sum
}

/// The Poisson term e^-mean mean^x / x!.
pub(super) fn poisson(x: u64, mean: f64) -> f64 {
    if x == 0 {
        return (-mean).exp();
    }
    let rest = stirling_rest(x);
    let x = float(x);
    (-rest - deviance(x, mean)).exp() / (TAU * x).sqrt()
}

/// ln of the larger or smaller part of 1 with the digits of the smaller.
fn ln(part: f64, other: f64) -> f64 {
    if part > other { (-other).ln_1p() } else { part.ln() }
}

/// x ln(x / mean) + mean - x, without cancelling where x is near the mean.
fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    if difference.abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() + mean - x;
    }
    let v = difference / (x + mean);
    let mut sum = difference * v;
    let mut power = 2.0 * x * v;
    for j in 1..1000_u32 {
        power *= v * v;
        let next = sum + power / f64::from(2 * j + 1);
        if next.to_bits() == sum.to_bits() {
            break;
        }
        sum = next;
    }
    sum
}

/// ln n! - ln(sqrt(2 pi n) (n / e)^n) for n = 0..=15, computed to 40 digits with mpmath (0 by convention at 0).
const STIRLING_RESTS: [f64; 16] = [
    0.0,
    0.081_061_466_795_327_26,
    0.041_340_695_955_409_3,
    0.027_677_925_684_998_34,
    0.020_790_672_103_765_093,
    0.016_644_691_189_821_193,
    0.013_876_128_823_070_748,
    0.011_896_709_945_891_77,
    0.010_411_265_261_972_096,
    0.009_255_462_182_712_733,
    0.008_330_563_433_362_87,
    0.007_573_675_487_951_841,
    0.006_942_840_107_209_53,
    0.006_408_994_188_004_207,
    0.005_951_370_112_758_848,
    0.005_554_733_551_962_801,
];

/// ln n! - ln(sqrt(2 pi n) (n / e)^n): the table, then five terms of the Stirling series (from 16 on off by 10^-16 at most).
fn stirling_rest(n: u64) -> f64 {
    if let Some(rest) = usize::try_from(n).ok().and_then(|at| STIRLING_RESTS.get(at)) {
        return *rest;
    }
    let n = float(n);
    let s = 1.0 / (n * n);
    (1.0 / 12.0 - s * (1.0 / 360.0 - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s / 1188.0)))) / n
}

/// (count - n p)^2 / (n p (1 - p)) as an exact fraction, and whether the count is above its mean.
pub(super) fn squared_z(count: u64, n: u64, chance: &Ratio) -> Result<(bool, Ratio), StatsError> {
    let miss = chance.misses()?;
    let away = BigInt::from(count * chance.denom()) - BigInt::from(n * chance.numer());
    let variance = n * chance.numer() * miss;
    let squared = away.magnitude() * away.magnitude();
    Ok((
        away.is_positive(),
        Ratio::new(squared, variance).map_err(|_| StatsError::Certain)?,
    ))
}
