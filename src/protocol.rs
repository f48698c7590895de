//! Protocols: who sends what when, what is written down, and which checks a document can stand.

pub mod check_link;
pub mod keno;
pub mod match_dice;
pub mod receipt;
pub mod round;
pub mod seed_pair;
pub mod session;
pub mod stable_bytes;
pub mod tagged;
pub mod transcript;
