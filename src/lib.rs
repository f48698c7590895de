//! Provably fair derivation: a round is a list that exists before anybody acts.
//!
//! Seeds go in, digests come out, and numbers are read off in a fixed order. Operator, verifier and auditor walk the same path
//! with the same functions; they differ only in how they came by the server seed. There is no verifier class and no second
//! implementation that could drift.
//!
//! ```
//! use core::num::NonZeroU32;
//! use provably_fair::{CURSOR_V1, Revealed, ServerSeed};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let seed = ServerSeed::from_text("server");                 // ServerSeed::random()? in earnest
//! let commitment = CURSOR_V1.commit(&seed)?;                  // published before the player acts
//! let pockets = NonZeroU32::new(37).unwrap();
//! let spun = CURSOR_V1.round(&seed, "client", 0)?.index(0, pockets)?;
//!
//! let revealed = commitment.open(&CURSOR_V1.sealing(), Revealed::from_text("server"))?;
//! let checked = CURSOR_V1.round(&revealed, "client", 0)?.index(0, pockets)?;
//! assert_eq!((spun, checked), (8, 8));
//! # Ok(())
//! # }
//! ```
//!
//! # Map
//!
//! ```text
//!    unit  index  weighted  dice  pool  limbo  crash         arithmetic on digests and numbers: no key, no game, no I/O
//!                   ▲
//!    seed ─► commit ─► mac ─► scheme ─► stream ─► layout ─► games        from seeds to a deal
//!                       ▲                            ▲
//!                     chain ─────────► verdict ◄── protocol ──► trace, python      who sends what when, and what it shows
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`seed`] | the operator's secret, the same seed once revealed, the players' seeds |
//! | [`commit`] | commitments, and what a scheme does with its seed |
//! | [`mac`] | HMAC with the key hashed once, one message or many; the only room that touches a hash |
//! | [`mod@unit`], [`index`], [`weighted`] | digest to number, number to index or item, and how many inputs reach each |
//! | [`dice`], [`pool`], [`limbo`], [`crash`] | dice, draws without replacement, limbo and crash points |
//! | [`scheme`], [`stream`] | an operator's rule as data, and the [`Round`] that reads it |
//! | [`layout`], [`games`] | the few shapes in which games spend a round, and a row a game |
//! | [`chain`] | hash chains: walk, list, serve backwards, the rules that play them (with `crash`), and reports on games and lists |
//! | [`protocol`] | matches and check links, claimed rounds, receipts and whole transcripts, live sessions, seed pairs, keno and `OPENv2` tickets, rolls that no scheme says, [`TAGGED_V1`] |
//! | [`verdict`], [`trace`], [`python`] | what a check found, step by step, and without this crate |
//! | `document` | strict canonical JSON (feature `serde`) |
//! | `stats` | tallies and what they can show (feature `stats`) |
//!
//! Data flows one way: seed, mac, number, draw, game, verdict. A game's module may *read* a finished deal; only a row may
//! *spend* the stream.
//!
//! # What it is, and what it is not
//!
//! It shows that draws were fixed beforehand. It does not show that the odds are good, that a seed was random, or that anyone
//! pays. A document can only agree with itself; whether it is the one that was agreed on, only the player's own note shows, so a
//! [`Report`] without one is at most [`Verdict::Consistent`]. What each check excludes, and what remains possible, is written in
//! a player's words in [`trust_model`].
//!
//! # Sources
//!
//! "SPEC n" in these pages counts the sections of the facts this crate was built from: 1 commitments, 2 HMAC, 3 digest to number,
//! 4 number to index, 5 dice, 6 matches of dice, 7 receipts, 8 the cursor stream and its games, 9 the keno ticket, 10 crash points
//! and hash chains, 11 counting dice. They go back to four published descriptions, named *Match*, *Receipt*, *Cursor* and
//! *Rounding* here; *decided here* marks what those leave open. Each item says its rule in full, so nothing else is needed.
//!
//! # Value stability
//!
//! A derivation's values never change under its name. A new rule is a new, versioned name beside the old one.
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

pub mod chain;
pub mod commit;
pub mod crash;
pub mod dice;
#[cfg(feature = "serde")]
pub mod document;
pub mod games;
pub mod hex;
pub mod index;
pub mod layout;
pub mod limbo;
pub mod mac;
pub mod pool;
pub mod protocol;
pub mod python;
pub mod scheme;
pub mod seed;
#[cfg(feature = "stats")]
pub mod stats;
pub mod stream;
pub mod trace;
pub mod unit;
pub mod verdict;
mod version;
pub mod weighted;

pub use commit::{CommitError, Commitment, Mismatch, Sealing};
pub use protocol::tagged::TAGGED_V1;
pub use scheme::{CURSOR_V1, DUEL_DICE_V1, LIQD_DICE_V1, STAKE_V1, Scheme};
pub use seed::{ClientSeed, Encoding, NameError, PlayerSeed, Revealed, SeedRef, ServerSeed};
pub use stream::{DrawError, Key, Round};
pub use verdict::{Report, Verdict};

/// What each check excludes and what remains possible, in the words of a player. The page is `docs/TRUST.md`.
#[doc = include_str!("../docs/TRUST.md")]
pub mod trust_model {}

/// The README's examples are compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
