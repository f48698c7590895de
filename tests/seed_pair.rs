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

#[test]
fn nonces_run_on_and_the_outcomes_are_those_of_the_scheme() {
    let mut pair = begin("client");
    let played: Vec<_> = (0..6).map(|_| play(&mut pair)).collect();
    assert_eq!(played, [(0, 8), (1, 27), (2, 20), (3, 35), (4, 19), (5, 26)]);
    // Another client seed, the same server seed: nonce 6 is not 0 again.
    pair.change_client("other").unwrap().saved();
    assert_eq!(pair.mark(), Mark { pair: 1, nonce: 6 });
    // A new server seed: from 0.
    let seen = pair.next_commitment();
    assert_eq!(
        seen.to_string(),
        "c6c1c9a9c8543f1e4cd980064cf1625eeb61a90703b2464fff039f21682508b3"
    );
    let retired = pair.rotate(seen, "new", seed("fresh")).unwrap().saved();
    assert_eq!((retired.seed.text(), retired.nonces), ("server", 6));
    assert_eq!(retired.commitment, CURSOR_V1.commit(&seed("server")).unwrap());
    assert_eq!(pair.retired(), Some(&retired));
    let played: Vec<_> = (0..3).map(|_| play(&mut pair)).collect();
    assert_eq!(played, [(0, 33), (1, 1), (2, 11)]);
    assert_eq!((pair.mark(), pair.client()), (Mark { pair: 2, nonce: 3 }, "new"));
}

#[test]
fn a_changed_client_seed_goes_into_the_derivation_at_the_nonce_that_is_due() {
    let mut pair = begin("client");
    assert_eq!([play(&mut pair), play(&mut pair)], [(0, 8), (1, 27)]);
    pair.change_client("other").unwrap().saved();
    assert_eq!(play(&mut pair), (2, 26));
    // Back to the first client seed: its nonce 2 was never played, and 0 and 1 do not come again.
    pair.change_client("client").unwrap().saved();
    assert_eq!(play(&mut pair), (3, 35));
}

#[test]
fn the_state_to_be_stored_has_the_next_nonce_before_there_is_an_outcome() {
    let mut pair = begin("caf\u{e9}");
    let bet = pair.bet().unwrap();
    assert_eq!(
        hex::encode(bet.secret_state().expose_secret_bytes()),
        "0000000b736565642d706169722f3100000008637572736f722f3100000000000000000000000000000001\
         00000005636166c3a900000006736572766572000000046e65787400000001000000000000000000\
         ccda0b3206fbc3d8aa92afd83cb8c8cfcece48b7ffa7f759aaa67b8577a9dbdc"
    );
    assert_eq!((bet.nonce(), bet.mark()), (0, Mark { pair: 0, nonce: 1 }));
}

#[test]
fn the_state_of_a_rotation_bets_with_the_next_seed_and_can_show_the_old_one_again() {
    let mut pair = begin("client");
    for _ in 0..3 {
        play(&mut pair);
    }
    let rotation = pair
        .rotate(CURSOR_V1.commit(&seed("next")).unwrap(), "new", seed("fresh"))
        .unwrap();
    assert_eq!(rotation.mark(), Mark { pair: 1, nonce: 0 });
    let stored = rotation.secret_state().expose_secret_bytes().to_vec();
    assert_eq!(
        hex::encode(&stored),
        "0000000b736565642d706169722f3100000008637572736f722f3100000000000000010000000000000000\
         000000036e6577000000046e6578740000000566726573680000000001000000067365727665720000000000000003\
         02839d3510a99c6d7da1511183b21bb8305c5d12de20a5ad290d69d264a6c25e"
    );
    let retired = rotation.saved();
    // The reply was lost in a crash: the same seed is shown again, and play goes on.
    let mut again = SeedPair::restore(CURSOR_V1, &stored, pair.mark()).unwrap();
    assert_eq!(again.retired(), Some(&retired));
    assert_eq!(again.commitment(), pair.commitment());
    assert_eq!(again.next_commitment(), CURSOR_V1.commit(&seed("fresh")).unwrap());
    assert_eq!(play(&mut again), (0, 33));
}

#[test]
fn a_step_that_is_dropped_has_not_happened() {
    let mut pair = begin("client");
    play(&mut pair);
    let before = pair.secret_state().expose_secret_bytes().to_vec();
    drop(pair.bet().unwrap());
    drop(pair.change_client("other").unwrap());
    drop(pair.rotate(pair.next_commitment(), "new", seed("fresh")).unwrap());
    assert_eq!(pair.secret_state().expose_secret_bytes(), before);
    assert_eq!(pair.retired(), None);
    assert_eq!(play(&mut pair), (1, 27));
}

#[test]
fn a_round_of_several_steps_stays_open_and_holds_the_seeds() {
    let mut pair = begin("client");
    let bet = pair.bet().unwrap();
    let dealt = bet.saved().index(0, POCKETS);
    let second = pair.bet().unwrap().saved().index(1, POCKETS);
    assert_eq!((dealt, second), (Ok(8), Ok(20)));
    assert_eq!(pair.open().collect::<Vec<_>>(), [0, 1]);
    let next = pair.next_commitment();
    let still = |nonce, count| Some(PairError::StillOpen { nonce, count });
    assert_eq!(pair.rotate(next, "new", seed("fresh")).err(), still(0, 2));
    assert_eq!(pair.change_client("new").err(), still(0, 2));
    // The next step of either game, in any order; earlier numbers do not change.
    assert_eq!(pair.round(1).unwrap().index(2, POCKETS), Ok(12));
    assert_eq!(pair.round(0).unwrap().index(1, POCKETS), Ok(10));
    assert_eq!(pair.round(0).unwrap().index(0, POCKETS), Ok(8));
    let line = pair.settle(0).unwrap();
    assert_eq!((line.client, line.nonce, line.fate), ("client", 0, Fate::Played));
    assert_eq!(line.commitment, CURSOR_V1.commit(&seed("server")).unwrap());
    assert_eq!(pair.rotate(next, "new", seed("fresh")).err(), still(1, 1));
    assert_eq!(pair.change_client("new").err(), still(1, 1));
    assert_eq!(pair.void(1).unwrap().fate, Fate::Void);
    assert_eq!(pair.rotate(next, "new", seed("fresh")).unwrap().saved().nonces, 2);
}

#[test]
fn a_round_that_is_not_open_cannot_be_read_or_ended() {
    let mut pair = begin("client");
    let not_open = |nonce| PairError::NotOpen { nonce };
    assert_eq!(pair.round(0).err(), Some(not_open(0)));
    play(&mut pair);
    for nonce in [0, 1, u64::MAX] {
        assert_eq!(pair.round(nonce).err(), Some(not_open(nonce)));
        assert_eq!(pair.settle(nonce).err(), Some(not_open(nonce)));
        assert_eq!(pair.void(nonce).err(), Some(not_open(nonce)));
    }
}

#[test]
fn the_player_answers_the_commitment_on_offer_and_no_other() {
    let offer = Offer::new(CURSOR_V1, seed("server")).unwrap();
    let offered = offer.commitment();
    let other = CURSOR_V1.commit(&seed("other")).unwrap();
    let refused = offer.choose(other, "client", seed("next")).unwrap_err();
    assert_eq!(refused.why, PairError::NotSeen { offered });
    // The offer comes back unharmed.
    let refused = refused.offer.choose(offered, "client", seed("server")).unwrap_err();
    assert_eq!(refused.why, PairError::SeedReused);
    let mut pair = refused.offer.choose(offered, "client", seed("next")).unwrap();
    // The commitment in use is not the one on offer any more.
    let (active, next) = (pair.commitment(), pair.next_commitment());
    let refused = pair.rotate(active, "new", seed("fresh")).err();
    assert_eq!(refused, Some(PairError::NotSeen { offered: next }));
    assert_eq!(play(&mut pair), (0, 8));
}

#[test]
fn a_server_seed_is_fresh_and_its_commitment_hides_it() {
    let mut pair = begin("client");
    let next = pair.next_commitment();
    for used in ["server", "next"] {
        assert_eq!(pair.rotate(next, "new", seed(used)).err(), Some(PairError::SeedReused));
    }
    let _ = pair.rotate(next, "new", seed("fresh")).unwrap().saved();
    let next = pair.next_commitment();
    for used in ["server", "next", "fresh"] {
        assert_eq!(pair.rotate(next, "new", seed(used)).err(), Some(PairError::SeedReused));
    }
    let long = "s".repeat(65);
    let not_hidden = PairError::Commit(CommitError::KeyNotHidden { length: 65 });
    assert_eq!(pair.rotate(next, "new", seed(&long)).err(), Some(not_hidden));
    assert_eq!(Offer::new(CURSOR_V1, seed(&long)).err(), Some(not_hidden));
    assert!(Offer::new(CURSOR_V1, seed(&long[..64])).is_ok());
    let not_hex = Offer::new(LIQD_DICE_V1, seed("server")).err();
    assert!(matches!(not_hex, Some(PairError::Commit(CommitError::NotHex(_)))));
}

#[test]
fn a_client_seed_may_be_empty_or_long_but_not_longer() {
    let most = "c".repeat(MAX_CLIENT_BYTES);
    let more = format!("{most}c");
    let bytes = MAX_CLIENT_BYTES + 1;
    let mut pair = begin("");
    assert_eq!(
        pair.change_client(&more).err(),
        Some(PairError::ClientTooLong { bytes })
    );
    let next = pair.next_commitment();
    assert_eq!(
        pair.rotate(next, &more, seed("fresh")).err(),
        Some(PairError::ClientTooLong { bytes })
    );
    pair.change_client(&most).unwrap().saved();
    let state = pair.secret_state();
    let again = SeedPair::restore(CURSOR_V1, state.expose_secret_bytes(), pair.mark()).unwrap();
    assert_eq!(again.client(), most);
    let offer = Offer::new(CURSOR_V1, seed("server")).unwrap();
    let seen = offer.commitment();
    let refused = offer.choose(seen, &more, seed("next")).unwrap_err();
    assert_eq!(refused.why, PairError::ClientTooLong { bytes });
}

#[test]
fn nonces_end_and_do_not_wrap() {
    let mark = Mark {
        pair: 0,
        nonce: u64::MAX - 1,
    };
    let mut pair = Twin {
        mark,
        ..Twin::default()
    }
    .restore()
    .unwrap();
    assert_eq!(play(&mut pair).0, u64::MAX - 1);
    for _ in 0..2 {
        assert_eq!(pair.bet().err(), Some(PairError::Exhausted));
        assert_eq!(pair.mark().nonce, u64::MAX);
    }
    // The player rotates and goes on.
    let retired = pair
        .rotate(pair.next_commitment(), "new", seed("fresh"))
        .unwrap()
        .saved();
    assert_eq!(retired.nonces, u64::MAX);
    assert_eq!(play(&mut pair), (0, 33));
    // Numbers of pairs end as well.
    let mark = Mark {
        pair: u64::MAX,
        nonce: 0,
    };
    let mut pair = Twin {
        mark,
        ..Twin::default()
    }
    .restore()
    .unwrap();
    assert_eq!(pair.change_client("new").err(), Some(PairError::Exhausted));
    assert_eq!(
        pair.rotate(pair.next_commitment(), "new", seed("fresh")).err(),
        Some(PairError::Exhausted)
    );
    assert_eq!(play(&mut pair), (0, 8));
}

#[test]
fn open_rounds_are_limited() {
    let open: Vec<u64> = (0..MAX_OPEN as u64).collect();
    let mark = Mark {
        pair: 0,
        nonce: MAX_OPEN as u64,
    };
    let mut pair = Twin {
        mark,
        open,
        ..Twin::default()
    }
    .restore()
    .unwrap();
    assert_eq!(pair.bet().err(), Some(PairError::TooManyOpen));
    pair.void(17).unwrap();
    assert_eq!(pair.bet().unwrap().nonce(), MAX_OPEN as u64);
}

#[test]
fn a_state_older_than_the_callers_mark_is_refused() {
    let at = |pair, nonce| Mark { pair, nonce };
    let twin = Twin {
        mark: at(3, 9),
        ..Twin::default()
    };
    for at_least in [at(0, 0), at(2, u64::MAX), at(3, 0), at(3, 9)] {
        assert_eq!(
            SeedPair::restore(CURSOR_V1, &twin.bytes(), at_least).unwrap().mark(),
            at(3, 9)
        );
    }
    for at_least in [at(3, 10), at(4, 0), at(u64::MAX, u64::MAX)] {
        let refused = SeedPair::restore(CURSOR_V1, &twin.bytes(), at_least).unwrap_err();
        assert_eq!(
            refused,
            RestoreError::TooOld {
                state: at(3, 9),
                at_least
            }
        );
    }
}

#[test]
fn a_damaged_state_is_refused() {
    let good = Twin {
        open: vec![2, 5, 8],
        ..Twin::default()
    };
    assert_eq!(good.restore().unwrap().open().collect::<Vec<_>>(), [2, 5, 8]);
    let bytes = good.bytes();
    for length in 0..bytes.len() {
        let refused = SeedPair::restore(CURSOR_V1, &bytes[..length], Mark::default()).unwrap_err();
        assert_eq!(refused, RestoreError::Damaged, "{length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let refused = SeedPair::restore(CURSOR_V1, &flipped, Mark::default()).unwrap_err();
        assert_eq!(refused, RestoreError::Damaged, "{bit}");
    }
}

/// With a checksum that fits. The fields stand at 0, 15, 27, 35, 43, 53, 63 and 71 (how many are open), 75 (the first).
#[test]
fn a_malformed_state_is_refused_at_its_first_bad_field() {
    let refused = |spoil: fn(&mut Twin<'_>)| {
        let mut twin = Twin::default();
        assert!(twin.restore().is_ok());
        spoil(&mut twin);
        twin.refused()
    };
    let at = |at| RestoreError::Format { at };
    assert_eq!(refused(|state| state.id = "seed-pair/2"), at(0));
    assert_eq!(refused(|state| state.id = "seed-pair/10"), at(0));
    assert_eq!(refused(|state| state.scheme = "stake/1"), RestoreError::OtherScheme);
    assert_eq!(refused(|state| state.client = &[b'a', 0xff]), at(43));
    assert_eq!(refused(|state| state.client = &[b'c'; MAX_CLIENT_BYTES + 1]), at(43));
    assert_eq!(refused(|state| state.open = vec![9]), at(75));
    assert_eq!(refused(|state| state.open = vec![4, 4]), at(83));
    assert_eq!(refused(|state| state.open = vec![4, 3]), at(83));
    assert_eq!(refused(|state| state.open_count = Some(u32::MAX)), at(71));
    assert_eq!(refused(|state| state.open_count = Some(1)), at(75));
    assert_eq!(refused(|state| state.flag = 2), at(75));
    assert_eq!(refused(|state| state.tail = vec![0]), at(76));
    assert_eq!(refused(|state| state.flag = 1), at(76));
    let long = refused(|state| {
        state.flag = 1;
        state.tail = 65_u32
            .to_be_bytes()
            .into_iter()
            .chain([b's'; 65])
            .chain([0; 8])
            .collect();
    });
    assert_eq!(long, RestoreError::Commit(CommitError::KeyNotHidden { length: 65 }));
    let sum_only = Hash::Sha256.digest(&[]);
    let refused = SeedPair::restore(CURSOR_V1, sum_only.as_bytes(), Mark::default()).unwrap_err();
    assert_eq!(refused, at(0));
}

#[test]
fn other_schemes_run_under_the_same_order() {
    let offer = Offer::new(STAKE_V1, seed("f2ac89b608eeb01312d115bce6741b32")).unwrap();
    let seen = offer.commitment();
    let mut pair = offer
        .choose(seen, "86ff027f15c48241af7f54a726690ee7", seed("next"))
        .unwrap();
    // Dice that the operator of that scheme paid, in hundredths.
    let dice: Vec<_> = (0..5)
        .map(|_| {
            pair.bet()
                .unwrap()
                .saved()
                .index(0, NonZeroU32::new(10_001).unwrap())
                .unwrap()
        })
        .collect();
    assert_eq!(dice, [2807, 2902, 586, 5486, 966]);
    let state = pair.secret_state();
    let other = SeedPair::restore(CURSOR_V1, state.expose_secret_bytes(), Mark::default()).err();
    assert_eq!(other, Some(RestoreError::OtherScheme));
}

#[test]
fn nothing_prints_a_secret() {
    let secret = "verysecretserverseed";
    let offer = Offer::new(CURSOR_V1, seed(secret)).unwrap();
    let seen = offer.commitment();
    let mut printed = vec![format!("{offer:?}")];
    let refused = offer.choose(seen, "client", seed(secret)).unwrap_err();
    printed.push(format!("{refused:?} {refused}"));
    let mut pair = refused
        .offer
        .choose(seen, "client", seed("verysecretnextseed"))
        .unwrap();
    printed.push(format!("{pair:?} {:?}", pair.secret_state()));
    let bet = pair.bet().unwrap();
    printed.push(format!("{bet:?} {:?}", bet.secret_state()));
    drop(bet);
    printed.push(format!("{:?}", pair.change_client("other").unwrap()));
    let next = pair.next_commitment();
    printed.push(format!(
        "{:?}",
        pair.rotate(next, "new", seed("verysecretfreshseed")).unwrap()
    ));
    for text in &printed {
        assert!(!text.contains("verysecret"), "{text}");
    }
    assert_eq!(printed.len(), 6);
}

/// What the outside world saw, and what it must never see.
#[derive(Default)]
struct World {
    /// Every outcome that was shown, by what it came from.
    shown: BTreeMap<(String, String, u64), u32>,
    /// Commitments whose seed is public.
    revealed: HashSet<String>,
    /// The operator's own high-water mark, raised by everything that was shown.
    mark: Mark,
}

impl World {
    fn outcome(&mut self, commitment: Commitment, client: &str, nonce: u64, index: u32) {
        let commitment = commitment.to_string();
        assert!(!self.revealed.contains(&commitment), "a bet under a public seed");
        let key = (commitment, client.to_string(), nonce);
        // Shown again after a crash is the same outcome; another one would be a second roll.
        assert_eq!(*self.shown.entry(key).or_insert(index), index);
    }
}

/// When the operator's process dies in a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Crash {
    BeforeTheSave,
    BeforeTheAcknowledgement,
    After,
    Never,
}

/// An operator, its store and the outside world.
struct Operator {
    pair: SeedPair,
    store: Vec<u8>,
    world: World,
    bets: u32,
    rotations: u32,
}

impl Operator {
    fn new(game: u32) -> Self {
        let offer = Offer::new(CURSOR_V1, seed(&format!("{game}-0"))).unwrap();
        let seen = offer.commitment();
        let pair = offer.choose(seen, "client", seed(&format!("{game}-1"))).unwrap();
        Self {
            store: pair.secret_state().expose_secret_bytes().to_vec(),
            pair,
            world: World::default(),
            bets: 0,
            rotations: 0,
        }
    }

    fn end_all(&mut self, fate: Fate) {
        let open: Vec<u64> = self.pair.open().collect();
        for nonce in open {
            let line = match fate {
                Fate::Played => self.pair.settle(nonce),
                Fate::Void => self.pair.void(nonce),
            };
            assert_eq!(line.unwrap().fate, fate);
        }
    }

    fn change_client(&mut self, client: &str, crash: Crash) {
        self.end_all(Fate::Void);
        let change = self.pair.change_client(client).unwrap();
        if crash > Crash::BeforeTheSave {
            self.store = change.secret_state().expose_secret_bytes().to_vec();
        }
        if crash > Crash::BeforeTheAcknowledgement {
            self.world.mark = change.mark();
            change.saved();
        }
    }

    fn rotate(&mut self, fresh: &str, crash: Crash) {
        self.end_all(Fate::Played);
        let rotation = self
            .pair
            .rotate(self.pair.next_commitment(), "client", seed(fresh))
            .unwrap();
        if crash > Crash::BeforeTheSave {
            self.store = rotation.secret_state().expose_secret_bytes().to_vec();
        }
        if crash > Crash::BeforeTheAcknowledgement {
            self.rotations += 1;
            self.world.mark = rotation.mark();
            self.world.revealed.insert(rotation.saved().commitment.to_string());
        }
    }

    fn bet(&mut self, crash: Crash) {
        let (commitment, client) = (self.pair.commitment(), self.pair.client().to_string());
        let bet = self.pair.bet().unwrap();
        let nonce = bet.nonce();
        if crash > Crash::BeforeTheSave {
            self.store = bet.secret_state().expose_secret_bytes().to_vec();
        }
        if crash > Crash::BeforeTheAcknowledgement {
            self.bets += 1;
            self.world.mark = bet.mark();
            let index = bet.saved().index(0, POCKETS).unwrap();
            let key = (commitment.to_string(), client.clone(), nonce);
            assert!(!self.world.shown.contains_key(&key), "nonce {nonce} twice");
            self.world.outcome(commitment, &client, nonce, index);
        }
    }

    /// Starts again from the store. What is open can be shown again, and is what was shown.
    fn restart(&mut self) {
        self.pair = SeedPair::restore(CURSOR_V1, &self.store, self.world.mark).unwrap();
        for nonce in self.pair.open() {
            let index = self.pair.round(nonce).unwrap().index(0, POCKETS).unwrap();
            self.world
                .outcome(self.pair.commitment(), self.pair.client(), nonce, index);
        }
        if let Some(retired) = self.pair.retired() {
            self.world.revealed.insert(retired.commitment.to_string());
        }
    }
}

/// Thousands of steps with a crash before the save, between save and acknowledgement, or after it.
#[test]
fn no_crash_gives_a_second_outcome_or_a_bet_under_a_public_seed() {
    let mut rng = Rng(4);
    let (mut bets, mut crashes, mut rotations) = (0, 0, 0);
    for game in 0..60 {
        let mut operator = Operator::new(game);
        for step in 2..150 {
            let crash = match rng.below(12) {
                0 => Crash::BeforeTheSave,
                1 => Crash::BeforeTheAcknowledgement,
                2 => Crash::After,
                _ => Crash::Never,
            };
            match rng.below(10) {
                0 => operator.change_client(&format!("client {step}"), crash),
                1 => operator.rotate(&format!("{game}-{step}"), crash),
                _ => operator.bet(crash),
            }
            if crash != Crash::Never {
                crashes += 1;
                operator.restart();
            }
        }
        bets += operator.bets;
        rotations += operator.rotations;
    }
    assert!(
        bets > 5_000 && crashes > 1_500 && rotations > 500,
        "{bets} {crashes} {rotations}"
    );
}

// The log.

fn commitment(byte: u8) -> Commitment {
    Commitment::new(Hash::Sha256.digest(&[byte]))
}

fn round(server: u8, client: &str, nonce: u64) -> LoggedRound<'_> {
    let fate = Fate::Played;
    LoggedRound {
        commitment: commitment(server),
        client,
        nonce,
        fate,
    }
}

/// The lines of one check that failed: position, expected, found.
fn failed(report: &provably_fair::Report, check: Check) -> Vec<(Option<u64>, String, String)> {
    let lines = report.lines().iter().filter(|line| line.check == check);
    lines
        .filter_map(|line| match &line.finding {
            Finding::Failed { expected, found } => Some((line.at, expected.clone(), found.clone())),
            _ => None,
        })
        .collect()
}

fn log_of(first: u64, run: NoncesRun, rounds: &[(u8, &str, u64)]) -> provably_fair::Report {
    let mut log = NonceLog::new(first, run);
    for (server, client, nonce) in rounds {
        log.add(round(*server, client, *nonce)).unwrap();
    }
    log.report()
}

#[test]
fn a_log_without_a_gap_is_consistent_and_never_more() {
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
    // Out of order, over two client seeds: every nonce of the server seed is there once.
    for (client, nonce) in [("a", 1), ("a", 0), ("b", 3), ("b", 2), ("a", 4)] {
        log.add(round(1, client, nonce)).unwrap();
    }
    log.ended(round(1, "a", 4)).unwrap();
    let report = log.report();
    assert_eq!(report.verdict(), Verdict::Consistent);
    let found: Vec<_> = report
        .lines()
        .iter()
        .map(|line| (line.check, line.finding.clone()))
        .collect();
    let held = |check| (check, Finding::Held);
    assert_eq!(
        found,
        [held(Check::NonceReused), held(Check::NonceGap), held(Check::NonceEnd)]
    );
    // The same rounds, where the count starts again with every client seed: gaps.
    let rounds = [(1, "a", 1), (1, "a", 0), (1, "b", 3), (1, "b", 2), (1, "a", 4)];
    let report = log_of(0, NoncesRun::OverSeedPair, &rounds);
    let gap = |at, due: u64, came: u64| (Some(at), format!("nonce {due}"), format!("nonce {came}"));
    assert_eq!(failed(&report, Check::NonceGap), [gap(3, 0, 2), gap(4, 2, 4)]);
}

#[test]
fn a_nonce_comes_once_in_its_count() {
    let again = |at: u64, nonce: u64| {
        (
            Some(at),
            "a nonce of its own".to_string(),
            format!("nonce {nonce} again"),
        )
    };
    let reused = |run, rounds: &[_]| failed(&log_of(0, run, rounds), Check::NonceReused);
    // No triple twice, so where the count starts anew with each client seed nothing is wrong ...
    let two_clients = [(1, "a", 0), (1, "b", 0), (2, "a", 0)];
    assert_eq!(reused(NoncesRun::OverSeedPair, &two_clients), []);
    // ... but one count over the whole server seed cannot give a nonce twice.
    assert_eq!(reused(NoncesRun::OverServerSeed, &two_clients), [again(1, 0)]);
    let jumps_back = [(1, "a", 0), (1, "a", 1), (1, "b", 1), (1, "b", 2)];
    assert_eq!(reused(NoncesRun::OverServerSeed, &jumps_back), [again(2, 1)]);
    let report = log_of(0, NoncesRun::OverServerSeed, &[(1, "a", 0), (2, "a", 0), (1, "a", 0)]);
    assert_eq!(failed(&report, Check::NonceReused), [again(2, 0)]);
    assert_eq!(report.verdict(), Verdict::Mismatch);
}

#[test]
fn a_void_round_fills_its_place_and_is_counted() {
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
    log.add(round(1, "a", 0)).unwrap();
    log.add(LoggedRound {
        fate: Fate::Void,
        ..round(1, "a", 1)
    })
    .unwrap();
    log.add(round(1, "a", 2)).unwrap();
    // Played after it was void: one nonce, two fates.
    log.add(round(1, "a", 1)).unwrap();
    let report = log.report();
    assert_eq!(failed(&report, Check::NonceGap), []);
    assert_eq!(failed(&report, Check::NonceReused).len(), 1);
    assert_eq!(report.remarks()[0], "4 rounds, 1 of them void");
}

#[test]
fn the_start_and_the_end_are_the_callers() {
    let gap = |at, due: &str, came: &str| (at, format!("nonce {due}"), format!("nonce {came}"));
    let counted_from_one = log_of(1, NoncesRun::OverSeedPair, &[(1, "a", 1), (1, "a", 2)]);
    assert_eq!(failed(&counted_from_one, Check::NonceGap), []);
    let zero_too_many = log_of(1, NoncesRun::OverSeedPair, &[(1, "a", 1), (1, "a", 0)]);
    assert_eq!(failed(&zero_too_many, Check::NonceGap), [gap(Some(1), "1", "0")]);
    let one_too_late = log_of(0, NoncesRun::OverSeedPair, &[(1, "a", 1)]);
    assert_eq!(failed(&one_too_late, Check::NonceGap), [gap(Some(0), "0", "1")]);
    for (last, found) in [(2, true), (1, false), (3, false)] {
        let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
        (0..3).for_each(|nonce| log.add(round(1, "a", nonce)).unwrap());
        log.ended(round(1, "a", last)).unwrap();
        let expected = (None, format!("nonce {last} as the last"), "nonce 2".to_string());
        let expected = if found { vec![] } else { vec![expected] };
        assert_eq!(failed(&log.report(), Check::NonceEnd), expected);
    }
    // A seed whose rounds are all missing.
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
    log.add(round(1, "a", 0)).unwrap();
    log.ended(round(2, "a", 7)).unwrap();
    let report = log.report();
    let nothing = (None, "nonces 0 to 7".to_string(), "no round".to_string());
    assert_eq!(failed(&report, Check::NonceEnd), [nothing]);
    // Seed 1's end was not given, and that is said too.
    assert!(
        report
            .lines()
            .iter()
            .any(|line| matches!(line.finding, Finding::NotChecked { .. }))
    );
    // No log, no claim.
    let report = NonceLog::new(0, NoncesRun::OverServerSeed).report();
    assert_eq!(report.lines().len(), 3);
    assert!(
        report
            .lines()
            .iter()
            .all(|line| matches!(line.finding, Finding::NotChecked { .. }))
    );
}

#[test]
fn the_last_nonce_of_all_has_no_successor() {
    let report = log_of(
        u64::MAX - 1,
        NoncesRun::OverSeedPair,
        &[(1, "a", u64::MAX), (1, "a", u64::MAX - 1)],
    );
    assert_eq!(failed(&report, Check::NonceGap), []);
    let report = log_of(
        0,
        NoncesRun::OverSeedPair,
        &[(1, "a", 0), (1, "a", u64::MAX), (1, "a", u64::MAX)],
    );
    let gap = (Some(1), "nonce 1".to_string(), format!("nonce {}", u64::MAX));
    assert_eq!(failed(&report, Check::NonceGap), [gap]);
    assert_eq!(failed(&report, Check::NonceReused)[0].0, Some(2));
}

#[test]
fn many_failures_are_counted_and_the_first_listed() {
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
    for _ in 0..100 {
        log.add(round(1, "a", 0)).unwrap();
    }
    let report = log.report();
    let reused = failed(&report, Check::NonceReused);
    assert_eq!((reused.len(), reused[0].0, reused[63].0), (64, Some(1), Some(64)));
    assert_eq!(report.remarks()[0], "nonce_reused: 35 more failures are not listed");
}

#[test]
fn memory_grows_with_the_gaps_and_is_limited() {
    // In order, a run for the pair and one for the server seed serve any number of rounds.
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed).limit(4);
    for nonce in 0..200_000 {
        log.add(round(1, "a", nonce)).unwrap();
    }
    assert_eq!(failed(&log.report(), Check::NonceGap), []);
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed).limit(4);
    log.add(round(1, "a", 0)).unwrap();
    log.add(round(1, "a", 2)).unwrap();
    assert_eq!(log.add(round(1, "a", 4)), Err(LogError::TooScattered { at: 2 }));
    assert_eq!(log.ended(round(2, "a", 4)), Err(LogError::TooScattered { at: 2 }));
    assert_eq!(
        log.ended(round(2, "a", 4)).unwrap_err().to_string(),
        "the log is too scattered at position 2: raise the limit of runs"
    );
}

/// The slow twin: sets of everything, then every nonce asked for.
fn twin(first: u64, run: NoncesRun, rounds: &[(u8, &str, u64)]) -> (Vec<u64>, Vec<(u64, u64, u64)>) {
    let mut reused = vec![];
    let mut counts: BTreeMap<(u8, &str), BTreeSet<u64>> = BTreeMap::new();
    for (at, (server, client, nonce)) in rounds.iter().enumerate() {
        let client = if run == NoncesRun::OverServerSeed { "" } else { client };
        if !counts.entry((*server, client)).or_default().insert(*nonce) {
            reused.push(at as u64);
        }
    }
    let mut gaps = vec![];
    for ((server, client), nonces) in &counts {
        let mut due = first;
        for nonce in nonces {
            if *nonce != due {
                let same = |r: &(u8, &str, u64)| {
                    r.0 == *server && (run == NoncesRun::OverServerSeed || r.1 == *client) && r.2 == *nonce
                };
                gaps.push((rounds.iter().position(same).unwrap() as u64, due, *nonce));
            }
            due = nonce + 1;
        }
    }
    gaps.sort_unstable();
    (reused, gaps)
}

#[test]
fn the_log_finds_what_the_slow_twin_finds() {
    let mut rng = Rng(7);
    let (mut with_gaps, mut with_reuse) = (0, 0);
    for _ in 0..4_000 {
        let length = rng.below(30);
        let clients = ["a", "b", ""];
        let rounds: Vec<(u8, &str, u64)> = (0..length)
            .map(|_| (rng.below(2) as u8, clients[rng.below(3) as usize], rng.below(14)))
            .collect();
        let first = rng.below(2);
        let run = [NoncesRun::OverServerSeed, NoncesRun::OverSeedPair][rng.below(2) as usize];
        let report = log_of(first, run, &rounds);
        let (reused, gaps) = twin(first, run, &rounds);
        let found: Vec<u64> = failed(&report, Check::NonceReused)
            .iter()
            .map(|line| line.0.unwrap())
            .collect();
        assert_eq!(found, reused);
        let expected: Vec<_> = gaps
            .iter()
            .map(|(at, due, came)| (Some(*at), format!("nonce {due}"), format!("nonce {came}")))
            .collect();
        assert_eq!(failed(&report, Check::NonceGap), expected);
        with_gaps += u32::from(!gaps.is_empty());
        with_reuse += u32::from(!reused.is_empty());
    }
    assert!(with_gaps > 1_000 && with_reuse > 1_000);
}

#[test]
fn what_a_seed_pair_logs_has_no_gap_and_a_dropped_bet_shows() {
    let mut pair = begin("client");
    let mut lines: Vec<(Commitment, String, u64, Fate)> = vec![];
    for i in 0..40_u64 {
        if i % 7 == 6 {
            pair.change_client(&format!("client {i}")).unwrap().saved();
        }
        let bet = pair.bet().unwrap();
        let nonce = bet.nonce();
        let _ = bet.saved();
        let line = if i % 5 == 0 {
            pair.void(nonce)
        } else {
            pair.settle(nonce)
        }
        .unwrap();
        lines.push((line.commitment, line.client.to_string(), line.nonce, line.fate));
    }
    let last = pair
        .rotate(pair.next_commitment(), "new", seed("fresh"))
        .unwrap()
        .saved()
        .nonces
        - 1;
    let check = |skip: Option<usize>| {
        let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
        for (at, (commitment, client, nonce, fate)) in lines.iter().enumerate() {
            if skip != Some(at) {
                log.add(LoggedRound {
                    commitment: *commitment,
                    client,
                    nonce: *nonce,
                    fate: *fate,
                })
                .unwrap();
            }
        }
        let commitment = lines[0].0;
        log.ended(LoggedRound {
            commitment,
            client: "client",
            nonce: last,
            fate: Fate::Played,
        })
        .unwrap();
        log.report()
    };
    assert_eq!(check(None).verdict(), Verdict::Consistent);
    assert_eq!(check(None).first_failure(), None);
    for dropped in 0..lines.len() {
        let expected = if dropped == lines.len() - 1 {
            Check::NonceEnd
        } else {
            Check::NonceGap
        };
        assert_eq!(check(Some(dropped)).first_failure().unwrap().check, expected);
    }
}
