//! What keys the HMAC and what the commitment hashes: text or bytes, joined or not, long or short.

use provably_fair::games::operators::{DUEL_MINES, duel_mines};
use provably_fair::layout::{Deal, Value};
use provably_fair::mac::{Hash, HmacKey};
use provably_fair::protocol::round::{RoundClaim, RoundNote};
use provably_fair::scheme::{DUEL_MINES_V1, Scheme};
use provably_fair::verdict::Check;
use provably_fair::{
    CommitError, Commitment, Encoding, LIQD_DICE_V1, Mismatch, Revealed, STAKE_V1, Sealing, ServerSeed, hex,
};

use crate::sites::{failed, liqd, remarks, roll, stake, stated};
use crate::{Proof, Trap, list, number, text};

pub const PROVED: &[Proof] = &[
    ("B01-hex-text-vs-bytes-key", key_text_or_bytes),
    ("B03-mines-key-encoding", key_of_mines),
    ("B05-commitment-over-text-key-over-bytes", commitment_text_or_bytes),
    ("B23-key-longer-than-block", a_long_key),
    ("B24-key-equivalences", keys_of_one_mac),
    ("B29-commitment-join-of-seed-and-list", seed_and_list),
];

#[test]
fn keys() {
    crate::prove(PROVED);
}

const TEXT: Sealing = Sealing::new(Hash::Sha256, Encoding::Text, Hash::Sha256, Encoding::Text);
const BYTES: Sealing = Sealing::new(Hash::Sha256, Encoding::Bytes, Hash::Sha256, Encoding::Bytes);

fn commitment(value: &serde_json::Value) -> Commitment {
    text(value).parse().unwrap()
}

fn key_text_or_bytes(trap: &Trap) {
    let claim = liqd(trap.text("server"), trap.text("client"), trap.nonce());
    assert_eq!(roll(&claim), number(trap.right("roll")));
    let report = stated(&claim, number(trap.wrong("roll")));
    assert_eq!(failed(report.report()), [Check::Deal]);
    assert!(
        remarks(report.report(), "hint: the server seed's text, used as the key", ""),
        "{report}"
    );
}

/// Duel's mines, keyed with the seed's text.
const MINES_BY_TEXT: Scheme = Scheme::new(
    "test-duel-mines/1",
    STAKE_V1.sealing(),
    DUEL_MINES_V1.message(),
    DUEL_MINES_V1.numbers(),
);

fn key_of_mines(trap: &Trap) {
    let claim = |scheme| {
        let mines = u32::try_from(number(trap.given("mines"))).unwrap();
        let game = DUEL_MINES.with(&[("mines", Value::Size(mines))]).unwrap();
        let seed = Revealed::from_text(trap.text("server"));
        RoundClaim::new(scheme, game, seed, trap.text("client"), trap.nonce())
    };
    let cells = |deal: &Deal| -> Vec<u64> { duel_mines(deal).unwrap().into_iter().map(u64::from).collect() };
    let [right, wrong] = [DUEL_MINES_V1, MINES_BY_TEXT].map(|scheme| claim(scheme).deal().unwrap());
    assert_eq!(cells(&right), list(trap.right("cells"), number));
    assert_eq!(cells(&wrong), list(trap.wrong("cells"), number));
    let stated: Vec<String> = wrong.items("shuffle").iter().map(u32::to_string).collect();
    let stated: Vec<&str> = stated.iter().map(String::as_str).collect();
    let report = claim(DUEL_MINES_V1).stated(&stated).unwrap().verify(&RoundNote::none());
    assert_eq!(failed(report.report()), [Check::Deal]);
    assert!(
        remarks(report.report(), "hint: the server seed's text, used as the key", ""),
        "{report}"
    );
}

fn commitment_text_or_bytes(trap: &Trap) {
    let seed = Revealed::from_text(trap.text("server"));
    let [right, wrong] = [trap.right("commitment"), trap.wrong("commitment")].map(commitment);
    assert_eq!(LIQD_DICE_V1.sealing().digest(&seed), Ok(right));
    assert_eq!(right.open(&LIQD_DICE_V1.sealing(), seed.clone()), Ok(seed.clone()));
    assert_eq!(
        wrong.open(&LIQD_DICE_V1.sealing(), seed),
        Err(Mismatch::Commitment { found: right })
    );
    let report = liqd(trap.text("server"), "lucky", 0)
        .commitment(wrong)
        .verify(&RoundNote::none());
    assert_eq!(failed(report.report()), [Check::Commitment]);
    assert!(
        remarks(
            report.report(),
            "hint: the commitment is that of the bytes",
            "committed to"
        ),
        "{report}"
    );
}

/// Keyed as every HMAC is; and never committed to by the hash that it is replaced with.
fn a_long_key(trap: &Trap) {
    let mac = |key: &str| {
        HmacKey::new(Hash::Sha256, key.as_bytes())
            .mac(trap.text("message").as_bytes())
            .to_hex()
    };
    let key = trap.text("key");
    assert_eq!(mac(key), text(trap.right("mac")));
    assert_eq!(mac(&key[..64]), text(trap.wrong("truncated")));
    assert_ne!(mac(key), text(trap.wrong("not_hashed")));
    for (length, hidden) in [
        (63, true),
        (64, true),
        (65, false),
        (66, false),
        (127, false),
        (128, false),
        (129, false),
    ] {
        let seed = ServerSeed::from_text(&"a".repeat(length));
        let refused = TEXT.commit(&seed) == Err(CommitError::KeyNotHidden { length });
        assert_eq!(refused, !hidden, "{length}");
    }
}

/// Their HMACs are one, their commitments are not: a commitment is to the seed, and the report warns of both.
fn keys_of_one_mac(trap: &Trap) {
    let macs = list(trap.wrong("macs"), text);
    for (keys, mac) in list(trap.given("keys"), |pair| list(pair, text)).iter().zip(macs) {
        let seeds = [keys[0], keys[1]].map(Revealed::from_text);
        for seed in &seeds {
            let key = BYTES.key(seed).unwrap();
            assert_eq!(key.mac(trap.text("message").as_bytes()).to_hex(), mac);
        }
        let commitments = seeds.clone().map(|seed| BYTES.digest(&seed).unwrap());
        assert_eq!(
            commitments[0] == commitments[1],
            trap.right("commitments_equal").as_bool().unwrap()
        );
        let [_, other] = seeds;
        let found = commitments[1];
        assert_eq!(commitments[0].open(&BYTES, other), Err(Mismatch::Commitment { found }));
    }
    let zero = stake("k\0", "lucky", 0).verify(&RoundNote::none());
    assert!(
        remarks(zero.report(), "caution: the server seed ends with a zero byte", ""),
        "{zero}"
    );
    let long = stake(&"a".repeat(65), "lucky", 0).verify(&RoundNote::none());
    assert_eq!(failed(long.report()), [Check::CommitmentHidesKey]);
}

/// A commitment is to exactly the text that it is said to be to, with nothing between the parts or something.
fn seed_and_list(trap: &Trap) {
    let (server, cells) = (trap.text("server"), trap.text("list"));
    let joined = |between| {
        TEXT.digest(&Revealed::from_text(&[server, between, cells].concat()))
            .unwrap()
    };
    let right = commitment(trap.right("commitment"));
    assert_eq!(joined(""), right);
    assert_eq!(
        [joined(":"), joined("|")],
        [trap.wrong("colon"), trap.wrong("bar")].map(commitment)
    );
    let bytes = [&hex::decode(server).unwrap(), cells.as_bytes()].concat();
    let bytes = BYTES.digest(&Revealed::from_bytes(&bytes)).unwrap();
    assert_eq!(bytes, commitment(trap.wrong("bytes")));
    let found = joined(":");
    let opened = right.open(&TEXT, Revealed::from_text(&[server, ":", cells].concat()));
    assert_eq!(opened, Err(Mismatch::Commitment { found }));
}
