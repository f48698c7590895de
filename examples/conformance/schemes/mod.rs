//! The table of schemes: which function reads a scheme's inputs, asks the library and compares the answers.

use super::case::{Case, Checked};

mod core;
mod receipt;

/// Reads a case's inputs and compares every answer.
type Check = fn(&Case<'_>) -> Checked;

/// Every scheme that vector files may name.
pub const SCHEMES: &[(&str, Check)] = &[
    ("commitment", core::commitment),
    ("unit", core::unit),
    ("index", core::index),
    ("cursor", core::cursor),
    ("pool_hop", core::pool_hop),
    ("dice_bytes", core::dice_bytes),
    ("match_dice", core::match_dice),
    ("match_link", core::match_link),
    ("crash", core::crash),
    ("receipt", receipt::receipt),
];
