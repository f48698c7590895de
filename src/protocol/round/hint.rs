//! On a mismatch: which ordinary mistake would explain it. A hint is a remark, never a success.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::RoundClaim;
use crate::commit::Sealing;
use crate::mac::Digest;
use crate::scheme::{Numbers, Part};
use crate::seed::{Encoding, Revealed};
use crate::verdict::{Check, Mistakes, variants};

mod arrangement;
mod mistakes;

/// Each mistake that is tried deals the round once more. A round of more items than these takes long enough as it is.
const MOST_ITEMS: u32 = 1024;

/// What a round's items are a function of: the parts of its messages, how numbers are read, and the first digest, which has the
/// seeds, their encodings and the nonce in it.
type Computation = (&'static [Part], Numbers, Digest);

/// The hints for the first check that failed.
pub(super) fn all(claim: &RoundClaim, failed: Option<Check>) -> Vec<String> {
    match failed {
        Some(Check::Commitment) => commitment(claim),
        Some(Check::Deal) => deal(claim),
        _ => Vec::new(),
    }
}

/// Other seeds and encodings that the stated commitment is one of.
fn commitment(claim: &RoundClaim) -> Vec<String> {
    let sealing = claim.scheme.sealing();
    let Some(stated) = claim.commitment else {
        return Vec::new();
    };
    if claim.seed.text().eq_ignore_ascii_case(&stated.to_string()) {
        return [
            "hint: the server seed given is the commitment itself; the seed is revealed when it is no longer played"
                .into(),
        ]
        .into();
    }
    let fits = |sealing: &Sealing, seed: &Revealed| sealing.digest(seed).is_ok_and(|found| found == stated);
    let mut hints = Vec::new();
    if fits(&with_commit_to(sealing, other(sealing.commit_to())), &claim.seed) {
        hints.push(name(sealing.commit_to(), "committed to"));
    }
    for (what, seed) in variants(claim.seed.text()) {
        if fits(&sealing, &Revealed::from_text(&seed)) {
            hints.push(format!("the server seed {what}"));
        }
    }
    if fits(&sealing, &Revealed::from_text(&claim.client)) {
        hints.push("what was given as the client seed".into());
    }
    hints
        .iter()
        .map(|hint| format!("hint: the commitment is that of {hint}; that is not what was claimed"))
        .collect()
}

/// Other claims that would give the stated result.
fn deal(claim: &RoundClaim) -> Vec<String> {
    let items = claim
        .counts
        .iter()
        .fold(0, |items: u32, count| items.saturating_add(*count));
    if claim.stated.as_ref().is_none_or(Vec::is_empty) || items > MOST_ITEMS {
        return Vec::new();
    }
    if let Some(hint) = arrangement::of(claim) {
        return [hint].into();
    }
    let mut tried = Mistakes::new(computation(claim));
    for (what, other) in mistakes::of(claim) {
        if let Some(found) = computation(&other) {
            tried.add(what, found, || Some(other.first_wrong(&other.deal().ok()?).is_none()));
        }
    }
    tried.hints("result")
}

/// `None` where the seed is no key.
fn computation(claim: &RoundClaim) -> Option<Computation> {
    let digest = claim.round().ok()?.digest(0).ok()?;
    Some((claim.scheme.message(), claim.scheme.numbers(), digest))
}

const fn other(encoding: Encoding) -> Encoding {
    match encoding {
        Encoding::Text => Encoding::Bytes,
        Encoding::Bytes => Encoding::Text,
    }
}

fn name(claimed: Encoding, use_: &str) -> String {
    match claimed {
        Encoding::Text => format!("the bytes that the server seed's hex decodes to, {use_} instead of its text,"),
        Encoding::Bytes => format!("the server seed's text, {use_} instead of the bytes that it decodes to,"),
    }
}

const fn with_commit_to(sealing: Sealing, commit_to: Encoding) -> Sealing {
    Sealing::new(sealing.commit_hash(), commit_to, sealing.mac_hash(), sealing.key_with())
}
