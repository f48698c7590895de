//! A stated result as somebody types or copies it.

use provably_fair::layout::{Segment, Shape, Shows};
use provably_fair::protocol::round::{RoundClaim, RoundError};

/// The items: separated by commas on the command line, and by spaces where they were copied from a report.
pub fn items(given: &[String]) -> Vec<&str> {
    let each = given.iter().flat_map(|text| {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            words.push(text); // nothing between two commas is no item, and refused
        }
        words
    });
    each.collect()
}

/// The claim with this result, or what the refused item should have been.
pub fn claim(claim: RoundClaim, items: &[&str]) -> Result<RoundClaim, String> {
    let counts = claim.counts().to_vec();
    let segments = claim.game().row().segments();
    claim.stated(items).map_err(|error| match error {
        RoundError::Stated { at } => {
            let mut reached = 0_u64;
            let segment = segments.iter().zip(counts).find(|(_, count)| {
                reached += u64::from(*count);
                u64::try_from(at).is_ok_and(|at| at < reached)
            });
            let expected = segment.map_or_else(String::new, |(segment, _)| format!(": expected {}", kind(segment)));
            format!("{error}{expected}")
        }
        _ => error.to_string(),
    })
}

/// What an item of a segment looks like.
fn kind(segment: &Segment) -> String {
    match segment.shows() {
        Shows::Names(names) | Shows::NumberNames(names, _) if names.len() <= 12 => names.join(" or "),
        Shows::Names([first, .., last]) | Shows::NumberNames([first, .., last], _) => {
            format!("a name such as {first} or {last}, or its number")
        }
        Shows::Hundredths | Shows::Point(_) => "a number with two decimals, as 1.30".into(),
        Shows::OneBased => "a whole number from 1".into(),
        Shows::Plain if matches!(segment.shape(), Shape::Number) => "a number from 0 to 1".into(),
        _ => "a whole number".into(),
    }
}
