//! Protocols: who sends what when, what is written down, and which checks a document can stand.

pub mod check_link;
mod hex_bytes;
pub mod keno;
pub mod live_match;
pub mod match_dice;
pub mod openv2;
pub mod receipt;
pub mod rolls;
pub mod round;
pub mod seed_pair;
pub mod session;
pub mod stable_bytes;
pub mod tagged;
pub mod transcript;
mod weak;

/// A player's place in the seat order of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The first seat.
    One,
    /// The second seat.
    Two,
}
