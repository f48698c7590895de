//! The live protocol of receipts: types that cannot be used in the wrong order, and that survive a crash between any two steps.
//!
//! ```text
//! operator                                    client
//! Operator ── lock: saved, then published ──► Client ─ hold
//! Locked                                      Holding ─ draws its entropy now, keeps its record, then sends
//!    ▲───────────────── Answer ─────────────── Sent
//! Answered: saved, then revealed                 │
//! Revealed ──────────── Receipt ───────────────► accept: the report
//!    ▲───────────────── Ack (the head) ─────── Client
//! Operator: the seed is wiped
//! ```
//! A roll of both seats ([`seats`]) is answered by their record, [`Locked::accept_joint`], and by nothing else.
//!
//! The first receipt or void that is of the client's open roll ends it, and if it is bad it stays in the match report. A stray
//! one ([`StrayError`]) is put aside and the roll stays open: that gives nobody a second answer, for nothing in it is this
//! roll's. Whose messages come in at all is the connection's to say; nothing here is signed.
//!
//! Every step of the operator takes a function that saves, and gives out what may be published only after it returned
//! `Ok`. What it saves carries the secret; [`Saved`] says so, and is no document. [`restore`] brings any saved state back and
//! refuses one that is older than the caller's own high-water mark, so a restored lock cannot be answered a second time.
//!
//! No second lock can be made before the first is settled or void, because [`Operator::lock`] consumes the operator:
//! ```compile_fail,E0382
//! # use provably_fair::{ServerSeed, protocol::{check_link::Seat, receipt::*, session::*, transcript::ConfigHash}};
//! let operator = Operator::open(Id::new("mat_1").unwrap(), ConfigHash::new([0; 32]));
//! let roll = |id: &str, nonce| NextRoll {
//!     roll_id: Id::new(id).unwrap(), nonce, seat: Seat::One, entropy_from: EntropyFrom::Client };
//! let first = operator.lock(roll("a", 1), ServerSeed::from_bytes(&[1; 32]), |_| Ok::<(), ()>(())).unwrap();
//! let second = operator.lock(roll("b", 2), ServerSeed::from_bytes(&[2; 32]), |_| Ok::<(), ()>(())).unwrap();
//! ```
//! Its twin voids the first roll, and compiles:
//! ```
//! # use provably_fair::{ServerSeed, protocol::{check_link::Seat, receipt::*, session::*, transcript::ConfigHash}};
//! let operator = Operator::open(Id::new("mat_1").unwrap(), ConfigHash::new([0; 32]));
//! let roll = |id: &str, nonce| NextRoll {
//!     roll_id: Id::new(id).unwrap(), nonce, seat: Seat::One, entropy_from: EntropyFrom::Client };
//! let first = operator.lock(roll("a", 1), ServerSeed::from_bytes(&[1; 32]), |_| Ok::<(), ()>(())).unwrap();
//! let voided = first.void(None, |_| Ok::<(), ()>(())).unwrap();
//! let operator = voided.close(|_| Ok::<(), ()>(())).unwrap();
//! let second = operator.lock(roll("b", 2), ServerSeed::from_bytes(&[2; 32]), |_| Ok::<(), ()>(())).unwrap();
//! assert_eq!(second.lock().terms().nonce(), 2);
//! ```
//! A locked roll has nothing to reveal; only an answered one has:
//! ```compile_fail,E0599
//! # use provably_fair::{ServerSeed, protocol::{check_link::Seat, receipt::*, session::*, transcript::ConfigHash}};
//! let operator = Operator::open(Id::new("mat_1").unwrap(), ConfigHash::new([0; 32]));
//! let roll = NextRoll {
//!     roll_id: Id::new("a").unwrap(), nonce: 1, seat: Seat::One, entropy_from: EntropyFrom::Client };
//! let locked = operator.lock(roll, ServerSeed::from_bytes(&[7; 32]), |_| Ok::<(), ()>(())).unwrap();
//! let revealed = locked.reveal();
//! ```
//! Its twin has the client's answer first, and compiles:
//! ```
//! # use provably_fair::{ServerSeed, protocol::{check_link::Seat, receipt::*, session::*, transcript::ConfigHash}};
//! let operator = Operator::open(Id::new("mat_1").unwrap(), ConfigHash::new([0; 32]));
//! let roll = NextRoll {
//!     roll_id: Id::new("a").unwrap(), nonce: 1, seat: Seat::One, entropy_from: EntropyFrom::Client };
//! let locked = operator.lock(roll, ServerSeed::from_bytes(&[7; 32]), |_| Ok::<(), ()>(())).unwrap();
//! let answer = Answer::new(Id::new("mat_1").unwrap(), Id::new("a").unwrap(), Entropy::new([1; 16]));
//! let answered = locked.accept(&answer, |_| Ok::<(), ()>(())).unwrap();
//! let revealed = answered.reveal().unwrap();
//! assert_eq!(revealed.receipt().terms().nonce(), 1);
//! // A resent answer gets the same receipt; another one gets none.
//! assert_eq!(revealed.again(&answer), Ok(revealed.receipt()));
//! let other = Answer::new(Id::new("mat_1").unwrap(), Id::new("a").unwrap(), Entropy::new([2; 16]));
//! assert_eq!(revealed.again(&other), Err(AnswerError::OtherEntropy));
//! ```
//! States that hold a seed cannot be copied or written as documents; what goes over the wire can:
//! ```compile_fail,E0277
//! fn copy<T: Clone>() {}
//! copy::<provably_fair::protocol::session::Locked>();
//! ```
//! ```
//! fn copy<T: Clone>() {}
//! copy::<provably_fair::protocol::session::Answer>();
//! copy::<provably_fair::protocol::transcript::Lock>();
//! ```

#![allow(
    clippy::result_large_err,
    reason = "an error gives the whole state back, so that a step can be tried again"
)]

use core::fmt;

use crate::protocol::receipt::{Entropy, Id};
use crate::protocol::transcript::Head;

mod client;
mod operator;
mod saved;
pub mod seats;
mod stray;

use seats::SeatError;

pub use client::{Client, HoldError, Holding, SendError, Sent};
pub use operator::{AcceptError, AckError, Answered, LockError, Locked, NextRoll, Operator, Revealed, Voided};
pub use saved::{RestoreError, Restored, Saved, restore};
pub use stray::StrayError;

/// What the client sends: its entropy for one roll. Sending it again is harmless; it gets the same receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    match_id: Id,
    roll_id: Id,
    entropy: Entropy,
}

impl Answer {
    /// This entropy for this roll.
    #[must_use]
    pub const fn new(match_id: Id, roll_id: Id, entropy: Entropy) -> Self {
        Self {
            match_id,
            roll_id,
            entropy,
        }
    }

    /// The match.
    #[must_use]
    pub const fn match_id(&self) -> &Id {
        &self.match_id
    }

    /// The roll.
    #[must_use]
    pub const fn roll_id(&self) -> &Id {
        &self.roll_id
    }

    /// The entropy.
    #[must_use]
    pub const fn entropy(&self) -> Entropy {
        self.entropy
    }
}

/// What the client sends when it has checked a receipt: the head of its transcript, which must be the operator's too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ack {
    match_id: Id,
    head: Head,
}

impl Ack {
    /// This head of this match.
    #[must_use]
    pub const fn new(match_id: Id, head: Head) -> Self {
        Self { match_id, head }
    }

    /// The match.
    #[must_use]
    pub const fn match_id(&self) -> &Id {
        &self.match_id
    }

    /// The head.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.head
    }
}

/// Why an answer is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnswerError {
    /// It is for another match or another roll.
    OtherRoll,
    /// This roll was answered with other entropy: there is no second roll.
    OtherEntropy,
    /// The lock leaves this roll's entropy to somebody else: one client, both seats by their record, or the operator.
    OtherMaker,
    /// The record of both seats does not make this roll's entropy.
    Seats(SeatError),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherRoll => "the answer is for another roll than the open one",
            Self::OtherEntropy => "this roll was answered with other entropy, and is rolled only once",
            Self::OtherMaker => "the lock says that somebody else makes the entropy of this roll",
            Self::Seats(error) => return error.fmt(f),
        })
    }
}

impl core::error::Error for AnswerError {}

/// A step was not taken: the state as it was, and why. What was to be published was not.
#[derive(Debug)]
pub struct Stopped<S, E> {
    /// The state before the step.
    pub state: S,
    /// Why.
    pub error: E,
}

impl<S, E: fmt::Display> fmt::Display for Stopped<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<S: fmt::Debug, E: core::error::Error> core::error::Error for Stopped<S, E> {}
