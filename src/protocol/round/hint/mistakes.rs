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

/// Other claims, each with the mistake that would have turned it into this one. Each is made when it is asked for.
pub(super) fn of(claim: &RoundClaim) -> impl Iterator<Item = (String, RoundClaim)> {
    seeds(claim).chain(schemes(claim)).chain(copied(claim))
}

/// The claim with a change.
fn with(claim: &RoundClaim, change: impl FnOnce(&mut RoundClaim)) -> RoundClaim {
    let mut other = claim.clone();
    change(&mut other);
    other
}

/// Another key, another nonce, and a client seed that is not the one that was played.
fn seeds(claim: &RoundClaim) -> impl Iterator<Item = (String, RoundClaim)> {
    let key = core::iter::once_with(|| {
        let what = name(claim.scheme.sealing().key_with(), "used as the key");
        let other = with(claim, |other| {
            other.scheme = with_key(other.scheme, other_encoding(other.scheme));
        });
        (what, other)
    });
    let nonces = nonces(claim.nonce).into_iter();
    let nonces = nonces.map(|(what, nonce)| {
        (
            format!("the {what}, {nonce},"),
            with(claim, |other| other.nonce = nonce),
        )
    });
    let swapped = core::iter::once_with(|| {
        let other = with(claim, |other| {
            other.seed = Revealed::from_text(&claim.client);
            claim.seed.text().clone_into(&mut other.client);
        });
        ("server seed and client seed in each other's place".into(), other)
    });
    let empty = (!claim.client.is_empty()).then_some(()).into_iter();
    let empty = empty.map(|()| {
        let other = with(claim, |other| other.client.clear());
        ("an empty client seed".into(), other)
    });
    key.chain(nonces).chain(swapped).chain(empty)
}

fn schemes(claim: &RoundClaim) -> impl Iterator<Item = (String, RoundClaim)> {
    let others = SCHEMES.into_iter().filter(|scheme| *scheme != claim.scheme);
    others.map(|scheme| {
        let other = with(claim, |other| other.scheme = scheme);
        (format!("the scheme {}", scheme.id()), other)
    })
}

/// Seeds as they may have been before they were copied, or after.
fn copied(claim: &RoundClaim) -> impl Iterator<Item = (String, RoundClaim)> {
    let servers = variants(claim.seed.text()).into_iter().map(|(what, seed)| {
        let other = with(claim, |other| other.seed = Revealed::from_text(&seed));
        (format!("the server seed {what}"), other)
    });
    let clients = variants(&claim.client).into_iter().map(|(what, client)| {
        let other = with(claim, |other| other.client = client);
        (format!("the client seed {what}"), other)
    });
    servers.chain(clients)
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
