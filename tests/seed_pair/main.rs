//! Seed pairs: exact outcomes and stored bytes, every refusal, crashes between any two steps, and the log.
//!
//! Outcomes and stored bytes were computed by Python 3.11, standard library only:
//!
//! ```python
//! import hmac, hashlib, struct
//! def index(server, message, n):                       # SPEC 3, 4 and 8: one division, one product, floor
//!     d = hmac.new(server.encode(), message.encode(), hashlib.sha256).digest()
//!     return int(int.from_bytes(d[:8], "big") / 2**64 * n)
//! def t(b): return struct.pack(">I", len(b)) + b
//! def state(scheme, pair, nonce, client, active, after, opened, retired):
//!     b = t(b"seed-pair/1") + t(scheme) + struct.pack(">QQ", pair, nonce) + t(client) + t(active) + t(after)
//!     b += struct.pack(">I", len(opened)) + b"".join(struct.pack(">Q", o) for o in opened)
//!     b += b"\0" if retired is None else b"\1" + t(retired[0]) + struct.pack(">Q", retired[1])
//!     return b + hashlib.sha256(b).digest()
//! ```
#![allow(
    clippy::cast_possible_truncation,
    clippy::unreadable_literal,
    reason = "a test may fail loudly"
)]

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::num::NonZeroU32;

use provably_fair::mac::Hash;
use provably_fair::protocol::seed_pair::{
    Fate, LogError, LoggedRound, MAX_CLIENT_BYTES, MAX_OPEN, Mark, NonceLog, NoncesRun, Offer, PairError, RestoreError,
    SeedPair,
};
use provably_fair::verdict::{Check, Finding};
use provably_fair::{CURSOR_V1, CommitError, Commitment, LIQD_DICE_V1, STAKE_V1, ServerSeed, Verdict, hex};

mod crashes;
mod log;
mod states;
mod steps;

const POCKETS: NonZeroU32 = NonZeroU32::new(37).unwrap();

fn seed(text: &str) -> ServerSeed {
    ServerSeed::from_text(text)
}

fn begin(client: &str) -> SeedPair {
    let offer = Offer::new(CURSOR_V1, seed("server")).unwrap();
    let seen = offer.commitment();
    offer.choose(seen, client, seed("next")).unwrap()
}

/// Bets, settles, and returns the nonce and the first index below 37.
fn play(pair: &mut SeedPair) -> (u64, u32) {
    let bet = pair.bet().unwrap();
    let nonce = bet.nonce();
    let index = bet.saved().index(0, POCKETS).unwrap();
    pair.settle(nonce).unwrap();
    (nonce, index)
}

/// splitmix64, so that every loop is the same in every run.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

/// The slow twin of the stored state: any bytes, malformed ones too, with a checksum that fits.
struct Twin<'a> {
    id: &'a str,
    scheme: &'a str,
    mark: Mark,
    client: &'a [u8],
    open: Vec<u64>,
    open_count: Option<u32>,
    flag: u8,
    tail: Vec<u8>,
}

impl Default for Twin<'_> {
    fn default() -> Self {
        Twin {
            id: "seed-pair/1",
            scheme: "cursor/1",
            mark: Mark { pair: 0, nonce: 9 },
            client: b"client",
            open: vec![],
            open_count: None,
            flag: 0,
            tail: vec![],
        }
    }
}

impl Twin<'_> {
    fn bytes(&self) -> Vec<u8> {
        let text = |t: &[u8]| [&(t.len() as u32).to_be_bytes()[..], t].concat();
        let mut b = [text(self.id.as_bytes()), text(self.scheme.as_bytes())].concat();
        b.extend(self.mark.pair.to_be_bytes());
        b.extend(self.mark.nonce.to_be_bytes());
        b.extend([text(self.client), text(b"server"), text(b"next")].concat());
        b.extend(self.open_count.unwrap_or(self.open.len() as u32).to_be_bytes());
        b.extend(self.open.iter().flat_map(|nonce| nonce.to_be_bytes()));
        b.push(self.flag);
        b.extend(&self.tail);
        let sum = Hash::Sha256.digest(&b);
        b.extend(sum.as_bytes());
        b
    }

    fn restore(&self) -> Result<SeedPair, RestoreError> {
        SeedPair::restore(CURSOR_V1, &self.bytes(), Mark::default())
    }

    fn refused(&self) -> RestoreError {
        self.restore().unwrap_err()
    }
}
