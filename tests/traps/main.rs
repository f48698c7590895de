//! Inputs on which programs of this field go wrong (`tests/data/traps.json`), walked as a whole: each one is proved here, or
//! named as outside of what this crate derives.
//!
//! Expected values are the file's, which a Python program makes that shares no code with the crate (`tests/data/traps.py`).
//! A proof shows that the library gives the right value, and that the wrong one is not what it gives: refused, a failed
//! check, a hint or a caution. Of D11 it gives neither: sites differ there, and it refuses.
#![cfg(all(feature = "stats", feature = "serde"))]

mod beforehand;
mod bets;
mod chains;
mod crash_points;
mod keys;
mod numbers;
mod shuffles;
mod sites;
mod statistics;
mod texts;

use std::collections::BTreeSet;

use serde_json::Value;

/// A trap's id, and what proves that the library is not caught in it.
type Proof = (&'static str, fn(&Trap));

const PROVED: [&[Proof]; 9] = [
    beforehand::PROVED,
    bets::PROVED,
    chains::PROVED,
    crash_points::PROVED,
    keys::PROVED,
    numbers::PROVED,
    shuffles::PROVED,
    statistics::PROVED,
    texts::PROVED,
];

/// What this crate does not derive, and why.
const OUTSIDE: [(&str, &str); 7] = [
    (
        "A07-player-grinds-transaction-id",
        "a result without the operator's secret cannot be written: every scheme is keyed with the server seed, `protocol::rolls` \
         hashes it, and every crash rule hashes the game's link (it does not compile otherwise)",
    ),
    ("C27-half-open-win-band", "bets and who wins them are not derived here"),
    (
        "C36-seven-boundary-probes",
        "bets and who wins them are not derived here",
    ),
    (
        "C28-band-width-in-doubles",
        "bets and their odds are not derived here; rolls are integers of hundredths",
    ),
    (
        "C29-payout-multiplier-last-ulp",
        "what a band of rolls pays is not derived here",
    ),
    ("C30-payout-rounding-mode", "amounts of money are not derived here"),
    (
        "D24-library-shuffle-not-portable",
        "nothing here is built on a standard library's generator or shuffle: an order is a named `Order`",
    ),
];

/// One entry of the file.
struct Trap(Value);

impl Trap {
    fn given(&self, field: &str) -> &Value {
        self.field("given", field)
    }

    fn right(&self, field: &str) -> &Value {
        self.field("right", field)
    }

    fn wrong(&self, field: &str) -> &Value {
        self.field("wrong", field)
    }

    fn field(&self, part: &str, field: &str) -> &Value {
        let found = &self.0[part][field];
        assert!(!found.is_null(), "no {part}.{field}");
        found
    }

    /// A given text.
    fn text(&self, field: &str) -> &str {
        text(self.given(field))
    }

    /// The given nonce.
    fn nonce(&self) -> u64 {
        self.text("nonce").parse().unwrap()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn list<'v, T>(value: &'v Value, of: impl Fn(&'v Value) -> T) -> Vec<T> {
    value.as_array().unwrap().iter().map(of).collect()
}

fn all() -> Vec<Trap> {
    let file: Value = serde_json::from_str(include_str!("../data/traps.json")).unwrap();
    list(&file["traps"], |trap| Trap(trap.clone()))
}

/// Runs the proofs of one idea. The last id that was printed is that of the proof that failed.
fn prove(proofs: &[Proof]) {
    let traps = all();
    for (id, proof) in proofs {
        println!("{id}");
        let mut found = traps.iter().filter(|trap| trap.0["id"] == *id);
        proof(found.next().unwrap());
        assert!(found.next().is_none(), "twice in the file");
    }
}

/// None is skipped, none is proved and outside at once, and none is proved that is not in the file.
#[test]
fn every_trap_is_proved_or_outside() {
    let traps = all();
    let ids: Vec<&str> = traps.iter().map(|trap| text(&trap.0["id"])).collect();
    let proved = PROVED.iter().flat_map(|proofs| proofs.iter().map(|(id, _)| *id));
    let covered: Vec<&str> = proved.chain(OUTSIDE.map(|(id, _)| id)).collect();
    let set = |ids: &[&'static str]| -> BTreeSet<&'static str> { ids.iter().copied().collect() };
    let covered_set = set(&covered);
    assert_eq!(covered_set.len(), covered.len(), "an id is covered twice");
    let file: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(file.len(), ids.len(), "an id is in the file twice");
    assert_eq!(covered_set, file);
    // As README says.
    assert_eq!((file.len(), OUTSIDE.len()), (69, 7));
    assert!(OUTSIDE.iter().all(|(_, why)| !why.is_empty()));
}
