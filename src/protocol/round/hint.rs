//! On a mismatch: which ordinary mistake would explain it. A hint is a remark, never a success.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::RoundClaim;
use crate::commit::Sealing;
use crate::scheme::Scheme;
use crate::seed::{Encoding, Revealed};
use crate::verdict::Check;

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
    hints
        .iter()
        .map(|hint| format!("hint: the commitment is that of {hint}; that is not what was claimed"))
        .collect()
}

/// Other claims that would give the stated result.
fn deal(claim: &RoundClaim) -> Vec<String> {
    if claim.stated.as_ref().is_none_or(Vec::is_empty) {
        return Vec::new();
    }
    if let Some(hint) = stopped_early(claim) {
        return [hint].into();
    }
    let others = other_claims(claim);
    let tried = others.len();
    let fitting = others.into_iter().filter(|(_, other)| {
        let dealt = other.deal();
        dealt.is_ok_and(|deal| other.first_wrong(&deal).is_none())
    });
    fitting
        .map(|(what, _)| {
            format!("hint: {what} would give the stated result; one of {tried} mistakes that were tried, and a short result can fit by luck")
        })
        .collect()
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

fn other_claims(claim: &RoundClaim) -> Vec<(String, RoundClaim)> {
    let mut others = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut RoundClaim)| {
        let mut other = claim.clone();
        change(&mut other);
        others.push((what, other));
    };
    let sealing = claim.scheme.sealing();
    add(name(sealing.key_with(), "used as the key"), &|other| {
        other.scheme = with_key(other.scheme, other_encoding(other.scheme));
    });
    for (nonce, what) in [
        (claim.nonce.checked_add(1), "next"),
        (claim.nonce.checked_sub(1), "previous"),
    ] {
        if let Some(nonce) = nonce {
            add(format!("the {what} nonce, {nonce},"), &|other| other.nonce = nonce);
        }
    }
    for (what, seed) in variants(claim.seed.text()) {
        add(format!("the server seed {what}"), &|other| {
            other.seed = Revealed::from_text(&seed);
        });
    }
    for (what, client) in variants(&claim.client) {
        add(format!("the client seed {what}"), &|other| {
            other.client.clone_from(&client);
        });
    }
    others
}

/// The text with the white space, line break or case that copying adds or loses.
fn variants(text: &str) -> Vec<(&'static str, String)> {
    let with = |end: &str| [text, end].concat();
    let all = [
        ("without the white space around it", text.trim().to_string()),
        ("with a line break after it", with("\n")),
        ("with a carriage return and a line break after it", with("\r\n")),
        ("with a space after it", with(" ")),
        ("in lower case", text.to_lowercase()),
        ("in upper case", text.to_uppercase()),
    ];
    all.into_iter().filter(|(_, variant)| variant != text).collect()
}

const fn other(encoding: Encoding) -> Encoding {
    match encoding {
        Encoding::Text => Encoding::Bytes,
        Encoding::Bytes => Encoding::Text,
    }
}

const fn other_encoding(scheme: Scheme) -> Encoding {
    other(scheme.sealing().key_with())
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

/// The scheme with the other key; its message is one that was checked already.
const fn with_key(scheme: Scheme, key_with: Encoding) -> Scheme {
    let sealing = scheme.sealing();
    let sealing = Sealing::new(sealing.commit_hash(), sealing.commit_to(), sealing.mac_hash(), key_with);
    Scheme::new(scheme.id(), sealing, scheme.message(), scheme.numbers())
}
