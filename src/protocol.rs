//! Protocols: who sends what when, what is written down, and which checks a document can stand.

pub mod check_link;
pub mod keno;
pub mod match_dice;
pub mod round;
pub mod seed_pair;
pub mod tagged;
