//! Ordinary mistakes, each as the claim that it was made of.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::RoundClaim;
use super::{name, other};
use crate::commit::Sealing;
use crate::scheme::{SCHEMES, Scheme};
use crate::seed::{Encoding, Revealed};
use crate::verdict::variants;

/// Other claims, each with the mistake that would have turned it into this one.
pub(super) fn of(claim: &RoundClaim) -> Vec<(String, RoundClaim)> {
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
    for (what, nonce) in nonces(claim.nonce) {
        add(format!("the {what}, {nonce},"), &|other| other.nonce = nonce);
    }
    add("server seed and client seed in each other's place".into(), &|other| {
        other.seed = Revealed::from_text(&claim.client);
        claim.seed.text().clone_into(&mut other.client);
    });
    if !claim.client.is_empty() {
        add("an empty client seed".into(), &|other| other.client.clear());
    }
    for scheme in SCHEMES.into_iter().filter(|scheme| *scheme != claim.scheme) {
        add(format!("the scheme {}", scheme.id()), &|other| other.scheme = scheme);
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

/// The neighbours of a nonce, and what is left of one that somebody kept in 32 bits or in a double.
fn nonces(nonce: u64) -> Vec<(&'static str, u64)> {
    let all = [
        ("next nonce", nonce.checked_add(1)),
        ("previous nonce", nonce.checked_sub(1)),
        ("nonce cut to 32 bits", Some(nonce & u64::from(u32::MAX))),
        ("nonce rounded to a double", Some(in_a_double(nonce))),
    ];
    let all = all.into_iter().filter_map(|(what, other)| Some((what, other?)));
    all.filter(|(_, other)| *other != nonce).collect()
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the loss is what is asked for; the cast back saturates"
)]
const fn in_a_double(nonce: u64) -> u64 {
    nonce as f64 as u64
}

const fn other_encoding(scheme: Scheme) -> Encoding {
    other(scheme.sealing().key_with())
}

/// The scheme with the other key; its message is one that was checked already.
const fn with_key(scheme: Scheme, key_with: Encoding) -> Scheme {
    let sealing = scheme.sealing();
    let sealing = Sealing::new(sealing.commit_hash(), sealing.commit_to(), sealing.mac_hash(), key_with);
    Scheme::new(scheme.id(), sealing, scheme.message(), scheme.numbers())
}
