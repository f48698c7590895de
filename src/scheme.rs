//! Schemes: how an operator forms commitment, key, message and numbers, as data.
//!
//! A [`Scheme`] is a constant with a versioned name. Its values never change under that name; another rule is another
//! constant beside it. Nothing in it is code: a scheme that needs a new way to read digests gets a new variant of
//! [`Numbers`], and every scheme shares the one [`Round`](crate::Round) that reads it.

use crate::commit::{CommitError, Commitment, Sealing};
use crate::seed::ServerSeed;
use crate::version::is_versioned;

mod operators;

pub use operators::{
    CURSOR_V1, DUEL_DICE_V1, DUEL_MINES_V1, DUEL_PLINKO_V1, JUST_DICE_V1, LIQD_DICE_V1, PRIMEDICE_CLASSIC_V1, SCHEMES,
    STAKE_V1, by_id,
};

/// One piece of the HMAC message, in the order in which a scheme joins them. Numbers are decimal, without leading zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The client seed, byte for byte.
    Client,
    /// The nonce.
    Nonce,
    /// The number of the digest within the round, from 0.
    Counter,
    /// Constant text.
    Text(&'static str),
}

/// Which bytes of which digest make a number, what is rejected, and what happens when a digest runs out.
///
/// A cursor counts numbers (or, where values are rejected, indices); how many share a digest is said here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Numbers {
    /// One number a digest: its first 8 bytes over 2^64, rounded once ([`unit64`](crate::unit::unit64)). Nothing is rejected.
    First8,
    /// Eight numbers a digest: its 4-byte big-endian words over 2^32, exact. Nothing is rejected; number `c` is word
    /// `c mod 8` of digest `c / 8`.
    Words4,
    /// One index a digest: the first of its 4-byte words below `limit`, modulo n. There is no plain number.
    FirstWordBelow {
        /// The bound that removes the bias.
        limit: Limit,
        /// What happens when all words of a digest are at or above the bound.
        exhausted: Exhausted,
    },
    /// One index a digest: the first run of so many hex digits whose value is below a fixed bound, modulo n. Runs follow one
    /// another from the digest's first digit on ([`Digest::hex_runs`](crate::mac::Digest::hex_runs)). There is no plain number.
    ///
    /// The outcomes are equal only for an n that divides the bound. When all runs are at or above it, the draw is an error.
    FirstHexBelow {
        /// How many hex digits a run has, 1 to 8.
        digits: u8,
        /// The bound.
        below: u32,
    },
}

/// The bound below which a 4-byte word is accepted for an index below n. Two are in use, and they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// floor(2^32 / n) * n: every word that keeps the outcomes equal.
    Multiple,
    /// (2^32 - 1) - ((2^32 - 1) mod n): the same, but one multiple lower where n divides 2^32.
    MaxLessRemainder,
}

impl Limit {
    /// The bound for indices below `n`.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::scheme::Limit;
    /// let n = NonZeroU32::new(10_001).unwrap();
    /// assert_eq!(Limit::MaxLessRemainder.below(n), 4_294_959_453);
    /// let n = NonZeroU32::new(16).unwrap();
    /// assert_eq!(Limit::Multiple.below(n), 1 << 32);
    /// assert_eq!(Limit::MaxLessRemainder.below(n), (1 << 32) - 16);
    /// ```
    #[must_use]
    pub const fn below(self, n: core::num::NonZeroU32) -> u64 {
        let n = n.get() as u64;
        let words = match self {
            Self::Multiple => 1 << 32,
            Self::MaxLessRemainder => (1 << 32) - 1,
        };
        words - words % n
    }
}

/// What a scheme does when every word of a digest was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exhausted {
    /// The counter is raised by this much and a new digest is read.
    CounterPlus(u64),
    /// The scheme does not say; the draw is an error, never a guess.
    Unspecified,
}

/// An operator's way from seeds to numbers. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scheme {
    id: &'static str,
    sealing: Sealing,
    message: &'static [Part],
    numbers: Numbers,
}

impl Scheme {
    /// A scheme, checked when the constant is compiled.
    ///
    /// The id is a name, a slash and a version from 1 on.
    ///
    /// The message must name client seed and nonce exactly once each and the counter at most once. Without the nonce
    /// two bets would be one roll; without the client seed the operator alone would choose. Only constant text may
    /// follow the counter, so that what precedes it is hashed once a round. Pieces of varying length must be kept
    /// apart by text that neither begins nor ends with a digit, or two different inputs would share a message. A run
    /// of hex digits has 1 to 8 of them, and a bound above 0.
    ///
    /// # Panics
    /// If the message breaks one of these rules; in a `const`, that is when it is compiled.
    ///
    /// ```compile_fail,E0080
    /// use provably_fair::{CURSOR_V1, scheme::{Numbers, Part, Scheme}};
    /// const NO_NONCE: Scheme = Scheme::new("no-nonce/1", CURSOR_V1.sealing(), &[Part::Client], Numbers::First8);
    /// println!("{}", NO_NONCE.id());
    /// ```
    /// With a nonce the same lines compile:
    /// ```
    /// use provably_fair::{CURSOR_V1, scheme::{Numbers, Part, Scheme}};
    /// const ONE_ROLL: Scheme = Scheme::new(
    ///     "one-roll/1", CURSOR_V1.sealing(), &[Part::Client, Part::Text(":"), Part::Nonce], Numbers::First8);
    /// assert_eq!(ONE_ROLL.id(), "one-roll/1");
    /// ```
    /// ```compile_fail,E0080
    /// use provably_fair::{CURSOR_V1, scheme::{Numbers, Part, Scheme}};
    /// // Nonce 1 with counter 11 and nonce 11 with counter 1 would be one message.
    /// const DIGIT: Scheme = Scheme::new("digit/1", CURSOR_V1.sealing(),
    ///     &[Part::Client, Part::Text("-"), Part::Nonce, Part::Text("1"), Part::Counter], Numbers::First8);
    /// println!("{}", DIGIT.id());
    /// ```
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "const iteration; the index is below the length")]
    pub const fn new(id: &'static str, sealing: Sealing, message: &'static [Part], numbers: Numbers) -> Self {
        assert!(is_versioned(id), "an id is a name, a slash and a version");
        let (mut clients, mut nonces, mut counters) = (0, 0, 0);
        let mut after_variable = false;
        let mut i = 0;
        while i < message.len() {
            let constant = matches!(message[i], Part::Text(text) if !text.is_empty());
            assert!(constant || !after_variable, "two pieces of varying length touch");
            assert!(constant || counters == 0, "only text may follow the counter");
            match message[i] {
                Part::Client => clients += 1,
                Part::Nonce => nonces += 1,
                Part::Counter => counters += 1,
                Part::Text(text) => assert!(
                    !digit_at_an_end(text),
                    "text beside a number must not look like its digits"
                ),
            }
            after_variable = !constant;
            i += 1;
        }
        if let Numbers::FirstHexBelow { digits, below } = numbers {
            assert!(digits >= 1 && digits <= 8, "a run has 1 to 8 hex digits");
            assert!(below >= 1, "a bound of 0 rejects every run");
        }
        assert!(clients == 1, "the client seed must be hashed exactly once");
        assert!(nonces == 1, "the nonce must be hashed exactly once");
        assert!(counters <= 1, "the counter must be hashed at most once");
        Self {
            id,
            sealing,
            message,
            numbers,
        }
    }

    /// The versioned name. It names the derivation, not the crate: compare this, not the crate's version.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// What the commitment hashes and what keys the HMAC.
    #[must_use]
    pub const fn sealing(&self) -> Sealing {
        self.sealing
    }

    /// The pieces of the message.
    #[must_use]
    pub const fn message(&self) -> &'static [Part] {
        self.message
    }

    /// How digests become numbers.
    #[must_use]
    pub const fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// Commits to a secret seed. See [`Sealing::commit`].
    ///
    /// # Errors
    /// As [`Sealing::commit`].
    pub fn commit(&self, seed: &ServerSeed) -> Result<Commitment, CommitError> {
        self.sealing.commit(seed)
    }
}

const fn digit_at_an_end(text: &str) -> bool {
    match text.as_bytes() {
        [one] => one.is_ascii_digit(),
        [first, .., last] => first.is_ascii_digit() || last.is_ascii_digit(),
        [] => false,
    }
}
