//! The right items, stated otherwise than they were drawn: too few, in another order, or counted from another base.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::RoundClaim;
use crate::layout::Shown;

/// Fewer items than these, or items that come more than once, are the same in another order by luck.
const FEWEST: usize = 3;

/// What explains the stated items without any other claim.
pub(super) fn of(claim: &RoundClaim) -> Option<String> {
    stopped_early(claim).or_else(|| rearranged(claim))
}

/// The same items in another order, or each one off by one.
fn rearranged(claim: &RoundClaim) -> Option<String> {
    let dealt = values(claim.deal().ok()?.all_shown())?;
    let stated = values(claim.stated.iter().flatten().copied())?;
    let different = sorted(&dealt).windows(2).all(|pair| !matches!(pair, [a, b] if a == b));
    if dealt.len() < FEWEST || dealt.len() != stated.len() || !different {
        return None;
    }
    let one_less = |values: &[u64]| {
        values
            .iter()
            .map(|value| value.checked_sub(1))
            .collect::<Option<Vec<u64>>>()
    };
    let bases = [
        (Some(dealt.clone()), ""),
        (one_less(&dealt), "each less by one, "),
        (
            Some(dealt.iter().map(|value| value.saturating_add(1)).collect()),
            "each more by one, ",
        ),
    ];
    let found = bases.into_iter().filter_map(|(values, base)| Some((values?, base)));
    let mut found = found.filter(|(values, _)| sorted(values) == sorted(&stated));
    let (values, base) = found.next()?;
    let order = if values == stated {
        "in the order in which they were drawn"
    } else {
        "in another order"
    };
    Some(format!(
        "hint: the {} items stated are those that were dealt, {base}{order}; that is not what was claimed",
        stated.len()
    ))
}

fn values(shown: impl Iterator<Item = Shown>) -> Option<Vec<u64>> {
    let value = |shown| match shown {
        Shown::Value(value) => Some(value),
        Shown::Number(_) => None,
    };
    shown.map(value).collect()
}

fn sorted(values: &[u64]) -> Vec<u64> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values
}

/// All items that were stated are right, and there are too few: how far the round was read, if it ended there.
fn stopped_early(claim: &RoundClaim) -> Option<String> {
    let (deal, stated) = (claim.deal().ok()?, claim.stated.as_ref()?.len());
    let (wrong, ..) = claim.first_wrong(&deal)?;
    let segments = claim.game.row().segments().iter().zip(deal.parts());
    let mut left = stated;
    let counts = segments.map(|(segment, part)| {
        let read = left.min(part.items().len());
        left -= read;
        format!("{}={read}", segment.name())
    });
    let counts = counts.collect::<Vec<_>>().join(" ");
    let all = deal.all_shown().count();
    (wrong == stated && stated < all).then(|| {
        format!("hint: the {stated} items stated are the first of the {all} that were read; a round that ended there was read as {counts}")
    })
}
