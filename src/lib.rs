//! Provably fair derivation.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![warn(unreachable_pub)]
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
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod commit;
pub mod crash;
pub mod dice;
pub mod hex;
pub mod index;
pub mod limbo;
pub mod mac;
pub mod pool;
pub mod protocol;
pub mod python;
pub mod scheme;
pub mod seed;
pub mod stream;
pub mod trace;
pub mod unit;
pub mod verdict;
pub mod weighted;

pub use commit::{CommitError, Commitment, Mismatch, Sealing};
pub use scheme::{CURSOR_V1, DUEL_DICE_V1, LIQD_DICE_V1, STAKE_V1, Scheme};
pub use seed::{ClientSeed, Encoding, NameError, PlayerSeed, Revealed, SeedRef, ServerSeed};
pub use stream::{DrawError, Key, Round};
pub use verdict::{Report, Verdict};
