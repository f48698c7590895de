//! The words that every result carries: a p as a rate, and what no count can show.

use alloc::string::String;

/// What no count shows, whatever its p.
pub const NOT_SHOWN: &str = "Counts do not show in which order the outcomes came, who rolled, whether the log is complete, or \
                             that no single outcome was chosen.";

/// p as a number and as a rate among honest logs.
pub(super) fn p_in_words(p: f64) -> String {
    alloc::format!(
        "p = {}: {} of this length would be at least this far off",
        number(p),
        rate(p)
    )
}

/// Three significant digits.
pub(super) fn number(p: f64) -> String {
    match p {
        _ if p <= 0.0 => String::from("0 (below 1e-300)"),
        _ if p >= 0.1 => alloc::format!("{p:.3}"),
        _ if p >= 0.01 => alloc::format!("{p:.4}"),
        _ if p >= 0.001 => alloc::format!("{p:.5}"),
        _ => alloc::format!("{p:.2e}"),
    }
}

fn rate(p: f64) -> String {
    match p {
        _ if p >= 0.995 => String::from("nearly all honest logs"),
        _ if p >= 0.01 => alloc::format!("about {:.0} in 100 honest logs", 100.0 * p),
        _ if p >= 1e-12 => alloc::format!("about one honest log in {:.0}", 1.0 / p),
        _ => String::from("fewer than one honest log in a million million"),
    }
}
