//! The statistics against values computed independently: Python's fractions and integers, mpmath at 40 digits and more,
//! scipy 1.17, and long-double convolutions. Each literal says which.
#![cfg(feature = "stats")]
#![allow(
    clippy::excessive_precision,
    clippy::float_cmp,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "literals are as the other programs printed them, equality is meant where it stands, and the samples are small"
)]

mod binomial;
mod chi_square;
mod exact;
mod family;
mod multinomial;
mod published;
mod returns;
mod tally;

use provably_fair::stats::Ratio;

/// Relative distance from a value known independently.
fn off(found: f64, expected: f64) -> f64 {
    if found == expected {
        0.0
    } else {
        (found / expected - 1.0).abs()
    }
}

fn ratio(numer: u64, denom: u64) -> Ratio {
    Ratio::new(numer, denom).unwrap()
}

/// The number as an integer in 0..below, from a seeded `SplitMix64`.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }
}
