//! Chains: kinds, walks, lists, reports, and the served chain, against a slow loop and literals from elsewhere.
//!
//! Literals are from Python's hashlib (each link `hashlib.new(h, x)` or `hashlib.new(h, x.hex().encode())`); the long chains
//! are ones that sites published, with their sources in `vectors/published-chain.json`.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use provably_fair::chain::{
    Chain, ChainError, ClaimError, Direction, Exhausted, GameClaim, GameLink, Kind, Link, ListClaim, OtherKind,
    Progress, RestoreError, Segment, ServedChain, Walk, WalkError, check_list,
};
use provably_fair::hex::HexError;
use provably_fair::verdict::{Check, Finding, Source};
use provably_fair::{Report, ServerSeed, Verdict};
use sha2::{Digest, Sha256, Sha512};

mod kinds;
mod lists;
mod reports;
mod serving;
mod walks;

/// The slow twin of one step: what is hashed, spelled out, by crates that the library does not hash text with.
fn slow_next(kind: Kind, link: &[u8]) -> Vec<u8> {
    match kind {
        Kind::Bytes => Sha256::digest(link).to_vec(),
        Kind::HexText => Sha256::digest(hex::encode(link)).to_vec(),
        Kind::Sha512Bytes => Sha512::digest(link).to_vec(),
        Kind::Sha512HexText => Sha512::digest(hex::encode(link)).to_vec(),
        other => panic!("no twin for {other}"),
    }
}

/// The start and what it hashes to, `steps` times.
fn slow_chain(kind: Kind, start: &[u8], steps: usize) -> Vec<Link> {
    let mut links = vec![start.to_vec()];
    for _ in 0..steps {
        links.push(slow_next(kind, links.last().unwrap()));
    }
    links.iter().map(|link| kind.link_of(link).unwrap()).collect()
}

/// A start of the kind's length.
fn start(kind: Kind, byte: u8) -> Vec<u8> {
    (0..kind.hash().digest_len())
        .map(|at| u8::try_from(at).unwrap() ^ byte)
        .collect()
}

fn hex_text(text: &str) -> Link {
    Kind::HexText.link(text).unwrap()
}

fn game(progress: Progress) -> GameLink {
    match progress {
        Progress::Game(game) => game,
        other => panic!("no game: {other:?}"),
    }
}

/// A chain of 40 links: 40 games and the terminating hash.
fn forty(kind: Kind) -> (Chain, Vec<Link>) {
    let links = slow_chain(kind, &start(kind, 1), 40);
    (Chain::new(links[40]), links)
}
