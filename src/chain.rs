//! Hash chains: made beforehand, served backwards, checked by anybody.
//!
//! A chain of N games is a secret link hashed N times; what comes out last, the *terminating hash*, is published before the
//! first bet. Games are played backwards: game n's link hashes n times to the terminating hash, so each revealed link is
//! checked by hashing it and foretells nothing.
//!
//! | who | with |
//! |---|---|
//! | operator | [`ServedChain`]: makes a chain, hands out [`SecretLink`]s, game 1 first, in memory of the root of N |
//! | player | [`Chain`] and [`Walk`]: from a revealed link to the published one, in as many sittings as it takes; [`GameClaim`] for a report |
//! | auditor | [`Segment`] and [`ListClaim`]: a published list, in parts if need be |
//! | all three | [`CrashRule`]: from a game's link to its crash point; [`DrawRule`]: to indices, for games that are no crash |
//!
//! What one step hashes is the link's [`Kind`], never guessed. A rule takes a [`GameLink`] or a [`SecretLink`], which have a
//! number of at least 1, and not a bare hash: the terminating hash cannot be played. A rule whose outcome would follow from
//! what is already public does not compile ([`GameDigest::new`]).
//!
//! ```
//! use provably_fair::chain::{BUSTABIT_V2, Chain, Kind, Progress, Public};
//! let end = Kind::HexText.link("86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277").unwrap();
//! let link = Kind::HexText.link("9f57575fd54cd441e962448537e155ace9555df10cd27fa817bbcaf48a59ebcf").unwrap();
//! let Ok(Progress::Game(game)) = Chain::new(end).check(link, 10_000_000) else { panic!() };
//! let salt = "0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526";
//! let crash = BUSTABIT_V2.crash(&game, Public::salt(salt)).unwrap();
//! assert_eq!((game.number(), crash.hundredths), (1, 1_549)); // game 1: 15.49x
//! ```
//!
//! *What a held chain does not show*: that the terminating hash was published before the salt was known, that the secret
//! start was random, or that nobody outside saw it. Whoever has the start knows every game.

mod caution;
mod claim;
mod draws;
mod game;
mod hint;
mod link;
mod list;
mod operators;
mod point;
mod rule;
mod serve;
mod walk;

pub use claim::{ClaimError, GameClaim, ListClaim, PointClaim};
pub use draws::{DUEL_CASTLE_ROULETTE_V1, DrawRule, STAKE_ZOO_V1, ZOO_ANIMALS};
pub use game::{Chain, GameLink, LinkRef, SecretLink};
pub use link::{Kind, Link, OtherKind};
pub use list::{Direction, Segment, check_list};
pub use operators::{
    BUSTABIT_V1, BUSTABIT_V2, BUSTABIT_V2_TEXT, BUSTABIT_V3, BUSTABIT_V4, CURSOR_CRASH_BYTES_V1,
    CURSOR_CRASH_HEX_TEXT_V1, DUEL_CRASH_V1, ROOBET_V1, ROOBET_V2, RULES, SINGLE_RULES, STAKE_CRASH_V1, STAKE_SLIDE_V1,
    TON_ROCKET_V1, by_id, fitting, vx_message,
};
pub use point::{Bust, Points, divisible, per_mille_point, word_double, word_point, word_point_exact};
pub use rule::{Crash, CrashRule, GameDigest, Material, Public, RuleError, Source};
pub use serve::{ChainError, Exhausted, RestoreError, ServedChain};
pub use walk::{Progress, Walk, WalkError};
