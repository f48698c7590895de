//! Protocols: who sends what when, what is written down, and which checks a document can stand.

pub mod check_link;
pub mod match_dice;
pub mod receipt;
pub mod session;
pub mod stable_bytes;
pub mod transcript;
