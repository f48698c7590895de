//! Provably fair derivation.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod crash;
pub mod dice;
pub mod index;
pub mod limbo;
pub mod pool;
pub mod unit;
pub mod weighted;
