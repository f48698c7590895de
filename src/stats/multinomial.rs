//! The chance that every category's count lies within its own limits, when they all share n trials.
//!
//! Multinomial counts are independent Poisson counts, given their sum (Levin, "A representation for multinomial cumulative
//! distribution functions", 1981): P(all inside) = P(all inside and sum = n) / P(sum = n). The distribution of the
//! sum of the cut Poisson counts is the product of their Fourier transforms; only its value at n is read. Every probability is
//! at most 1 and nothing is divided but by P(sum = n), so the error is absolute: below 10^-12 measured, [`ERROR`] stated.

use alloc::vec::Vec;
use core::f64::consts::TAU;

use super::binomial::poisson;
use super::{Ratio, float};

/// The stated absolute error of [`all_inside`].
pub(super) const ERROR: f64 = 1e-10;

/// Points of one transform at most (20 MB), which a thousand million trials fill.
const SIZE_LIMIT: usize = 1 << 19;

/// Points of all transforms together at most: some seconds.
const WORK_LIMIT: usize = 1 << 26;

/// Categories that are alike: their chance, how many they are, and the counts that are inside.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub(super) chance: Ratio,
    pub(super) times: u32,
    pub(super) low: u64,
    pub(super) high: u64,
}

/// P(every count inside), within [`ERROR`]; `None` where that is too much work. The chances add up to 1 over all cells.
pub(super) fn all_inside(n: u64, cells: &[Cells]) -> Option<f64> {
    let windows: Vec<Window> = cells.iter().map(|cells| Window::new(n, cells)).collect();
    if windows.iter().any(|window| window.low > window.high) {
        return Some(0.0);
    }
    // Twelve standard deviations and more on either side: a value that wraps around onto n is less likely than e^-60.
    let widest = windows.iter().map(|window| window.high - window.low + 1).max()?;
    let size = usize::try_from(margin(float(n)).max(widest))
        .ok()?
        .checked_next_power_of_two()?;
    if size > SIZE_LIMIT || size.checked_mul(cells.len())? > WORK_LIMIT {
        return None;
    }
    let sum = |end: fn(&Window) -> u64| -> u128 {
        let each = windows.iter();
        each.map(|window| u128::from(window.times) * u128::from(end(window)))
            .sum()
    };
    let n_wide = u128::from(n);
    let at = n_wide.checked_sub(sum(|window| window.low));
    let Some(at) = at.filter(|_| n_wide <= sum(|window| window.high)) else {
        return Some(0.0);
    };
    let at = usize::try_from(at % u128::try_from(size).ok()?).ok()?;
    Some((value_at(&spectrum(&windows, size), at) / poisson(n, float(n))).clamp(0.0, 1.0))
}

/// The transform of the distribution of the cut counts' sum, in bit-reversed order; its first value is that of the lowest sum.
fn spectrum(windows: &[Window], size: usize) -> Vec<Complex> {
    let turns: Vec<Complex> = (0..size / 2).map(|k| Complex::turn(k, size)).collect();
    let mut product = alloc::vec![Complex(1.0, 0.0); size];
    for window in windows {
        let mut terms: Vec<Complex> = (window.low..=window.high)
            .map(|x| Complex(poisson(x, window.mean), 0.0))
            .collect();
        terms.resize(size, Complex(0.0, 0.0));
        transform(&mut terms, &turns);
        for (value, term) in product.iter_mut().zip(terms) {
            *value = *value * term.power(window.times);
        }
    }
    product
}

/// The counts of like cells to add up: inside, and not so far out that all beyond is below e^-60.
struct Window {
    mean: f64,
    low: u64,
    high: u64,
    times: u32,
}

impl Window {
    fn new(n: u64, cells: &Cells) -> Self {
        let mean = cells.chance.mean(n).as_f64();
        let (around, centre) = (margin(mean), floor(mean));
        Self {
            mean,
            low: cells.low.max(centre.saturating_sub(around)),
            high: cells.high.min(centre.saturating_add(around)),
            times: cells.times,
        }
    }
}

/// Twelve standard deviations of a Poisson count, and some more for a small mean.
fn margin(mean: f64) -> u64 {
    floor(12.0 * mean.sqrt()) + 64
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the floor of a count from 0 to 2^40"
)]
fn floor(x: f64) -> u64 {
    x as u64
}

#[derive(Clone, Copy, Debug)]
struct Complex(f64, f64);

impl core::ops::Mul for Complex {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0 - self.1 * other.1, self.0 * other.1 + self.1 * other.0)
    }
}

impl Complex {
    /// e^(-2 pi i k / size).
    #[allow(clippy::cast_precision_loss, reason = "at most SIZE_LIMIT")]
    fn turn(k: usize, size: usize) -> Self {
        let (sin, cos) = (TAU * (k as f64 / size as f64)).sin_cos();
        Self(cos, -sin)
    }

    fn power(self, mut times: u32) -> Self {
        let (mut square, mut result) = (self, Self(1.0, 0.0));
        while times > 0 {
            if times & 1 == 1 {
                result = result * square;
            }
            square = square * square;
            times >>= 1;
        }
        result
    }
}

/// The Fourier transform in place, decimation in frequency: the result is in bit-reversed order, which products do not mind.
fn transform(values: &mut [Complex], turns: &[Complex]) {
    let size = values.len();
    let mut block = size;
    while block > 1 {
        for part in values.chunks_exact_mut(block) {
            let (low, high) = part.split_at_mut(block / 2);
            for ((a, b), turn) in low.iter_mut().zip(high).zip(turns.iter().step_by(size / block)) {
                let difference = Complex(a.0 - b.0, a.1 - b.1);
                *a = Complex(a.0 + b.0, a.1 + b.1);
                *b = difference * *turn;
            }
        }
        block /= 2;
    }
}

/// One value of the inverse transform of a spectrum in bit-reversed order.
#[allow(clippy::cast_precision_loss, reason = "at most SIZE_LIMIT")]
fn value_at(spectrum: &[Complex], at: usize) -> f64 {
    let size = spectrum.len();
    // usize::BITS - log2(size); a spectrum has 64 points at least.
    let shift = usize::BITS - size.trailing_zeros();
    let parts = spectrum.iter().enumerate().map(|(position, value)| {
        let k = position.reverse_bits() >> shift;
        // Size is a power of two, so the wrapped product is right modulo it.
        let turn = Complex::turn(k.wrapping_mul(at) % size, size);
        value.0 * turn.0 + value.1 * turn.1
    });
    parts.sum::<f64>() / size as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With nothing cut off the chance is 1, whatever the size: what is missing is the method's own error.
    #[test]
    fn nothing_outside_is_certain() {
        let weights: [&[u64]; 4] = [&[1, 1], &[1, 2, 3, 1_000_000], &[7; 36], &[1; 2000]];
        for n in [1, 2, 37, 1_000, 438_679, 10_000_000, 500_000_000] {
            for weights in weights {
                let total: u64 = weights.iter().sum();
                let cells = weights.iter().map(|&weight| Cells {
                    chance: Ratio::new(weight, total).unwrap(),
                    times: 1,
                    low: 0,
                    high: n,
                });
                let cells: Vec<Cells> = cells.collect();
                let Some(inside) = all_inside(n, &cells) else {
                    assert!(weights.len() == 2000 && n > 1_000_000, "{n} in {}", weights.len());
                    continue;
                };
                assert!((inside - 1.0).abs() < 1e-12, "{n} in {}: {inside}", weights.len());
            }
        }
    }

    /// A transform and its value at each place give the list back.
    #[test]
    fn transform_and_back() {
        let list: Vec<Complex> = (0..64_u32).map(|x| Complex(f64::from(x * x % 37), 0.0)).collect();
        let turns: Vec<Complex> = (0..32).map(|k| Complex::turn(k, 64)).collect();
        let mut spectrum = list.clone();
        transform(&mut spectrum, &turns);
        for (at, value) in list.iter().enumerate() {
            assert!((value_at(&spectrum, at) - value.0).abs() < 1e-12);
        }
    }
}
