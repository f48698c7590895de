//! Which bytes a text is: copied, trimmed, in upper case, outside ASCII, empty, or no text at all.

use provably_fair::chain::{
    Chain, DUEL_CRASH_V1, GameClaim, GameLink, Kind, PointClaim, Progress, Public, per_mille_point,
};
use provably_fair::mac::{Hash, HmacKey};
use provably_fair::protocol::round::RoundNote;
use provably_fair::verdict::{Check, Verdict};
use provably_fair::{ClientSeed, Commitment, Revealed, STAKE_V1, hex};

use crate::sites::{dice_of, failed, remarks, roll, stake, stake_of, stated};
use crate::{Proof, Trap, number, text};

pub const PROVED: &[Proof] = &[
    ("B06-bytes-pushed-through-utf8", lossy_text),
    ("B07-replacement-policy-differs", lossy_text_by_the_byte),
    ("B12-trailing-newline", a_line_break),
    ("B13-over-trimming-client-seed", trimmed),
    ("B14-uppercase-commitment", upper_case),
    ("B19-non-ascii-client-seed-emoji", not_ascii),
    ("B21-empty-client-seed", empty),
];

#[test]
fn texts() {
    crate::prove(PROVED);
}

/// A round of Duel's crash: its seed opens a commitment of its own, a chain of one game.
fn duel_round(trap: &Trap) -> GameLink {
    let link = Kind::Bytes.link(trap.text("server")).unwrap();
    match Chain::new(link.next()).check(link, 1) {
        Ok(Progress::Game(game)) => game,
        other => panic!("{other:?}"),
    }
}

/// The point of a beacon's bytes, which the rule reads as text with a loss, as the site does.
fn duel_crash(trap: &Trap, beacon: &[u8]) -> u64 {
    let crash = DUEL_CRASH_V1.crash(&duel_round(trap), Public::signature(beacon));
    crash.unwrap().hundredths
}

/// The same from a message that the rule never makes, by hand.
fn duel_crash_of(trap: &Trap, message: &[u8]) -> u64 {
    let key = HmacKey::new(Hash::Sha256, &hex::decode(trap.text("server")).unwrap());
    per_mille_point(u32::from_be_bytes(key.mac(&[message, b":0"].concat()).first()), 999)
}

/// A stated point that is not the rule's fails, and the rule's holds.
fn point_held(trap: &Trap, beacon: &[u8], hundredths: u64) -> bool {
    let link = duel_round(trap).link();
    let claim = GameClaim::new(Chain::new(link.next()), link).unwrap();
    let point = PointClaim {
        rule: DUEL_CRASH_V1,
        public: Public::signature(beacon),
        hundredths,
    };
    let report = claim.point(point).verify(1);
    let failed = failed(&report);
    assert!(failed.is_empty() || failed == [Check::CrashPoint], "{report}");
    failed.is_empty()
}

/// Where the site loses bytes, its rule does; a message of other bytes is not its. A client seed of such bytes is refused.
fn lossy_text(trap: &Trap) {
    let beacon = hex::decode(trap.text("beacon")).unwrap();
    let lossy = String::from_utf8_lossy(&beacon);
    let right = number(trap.right("point"));
    assert_eq!(duel_crash(trap, &beacon), right);
    assert_eq!(duel_crash_of(trap, lossy.as_bytes()), right);
    assert!(point_held(trap, &beacon, right));
    let latin1: String = beacon.iter().copied().map(char::from).collect();
    let messages = [
        ("raw", &beacon[..]),
        ("latin1", latin1.as_bytes()),
        ("hex_text", trap.text("beacon").as_bytes()),
    ];
    for (name, message) in messages {
        let wrong = number(trap.wrong(name));
        assert_eq!(duel_crash_of(trap, message), wrong, "{name}");
        assert!(!point_held(trap, &beacon, wrong), "{name}");
    }
    assert!(ClientSeed::from_utf8(&beacon).is_err());
    assert_eq!(ClientSeed::from_utf8(lossy.as_bytes()).unwrap().text(), lossy);
}

fn lossy_text_by_the_byte(trap: &Trap) {
    let beacon = hex::decode(trap.text("beacon")).unwrap();
    // Each sequence's mark is as long as it; here it is repeated for each of its bytes.
    let by_the_byte: String = beacon
        .utf8_chunks()
        .map(|chunk| [chunk.valid(), &"\u{fffd}".repeat(chunk.invalid().len())].concat())
        .collect();
    let [right, wrong] = [trap.right("point"), trap.wrong("point")].map(number);
    assert_eq!(duel_crash(trap, &beacon), right);
    assert_eq!(duel_crash_of(trap, by_the_byte.as_bytes()), wrong);
    assert!(point_held(trap, &beacon, right) && !point_held(trap, &beacon, wrong));
    assert!(ClientSeed::from_utf8(&beacon).is_err());
}

fn a_line_break(trap: &Trap) {
    let [right, wrong] =
        [trap.right("commitment"), trap.wrong("commitment")].map(|value| text(value).parse::<Commitment>().unwrap());
    let verify = |seed, commitment| {
        stake(seed, "lucky", 0)
            .commitment(commitment)
            .verify(&RoundNote::none())
    };
    let (seed, pasted) = (trap.text("server"), trap.text("pasted"));
    assert_eq!(verify(seed, right).verdict(), Verdict::Consistent);
    for (seed, commitment, hint) in [
        (seed, wrong, "with a line break after it"),
        (pasted, right, "without the white space"),
    ] {
        let report = verify(seed, commitment);
        assert_eq!(failed(report.report()), [Check::Commitment]);
        assert!(remarks(report.report(), "hint:", hint), "{report}");
    }
    let pasted = verify(pasted, wrong);
    assert_eq!(pasted.verdict(), Verdict::Consistent);
    assert!(
        remarks(pasted.report(), "caution: the server seed", "white space"),
        "{pasted}"
    );
}

fn trimmed(trap: &Trap) {
    let claim = stake_of(trap);
    assert_eq!(roll(&claim), number(trap.right("roll")));
    let report = stated(&claim, number(trap.wrong("roll")));
    assert_eq!(failed(report.report()), [Check::Deal]);
    assert!(
        remarks(report.report(), "hint: the client seed without the white space", ""),
        "{report}"
    );
}

fn upper_case(trap: &Trap) {
    let found = STAKE_V1
        .sealing()
        .digest(&Revealed::from_text(trap.text("server")))
        .unwrap();
    let published: Commitment = trap.text("published").parse().unwrap();
    assert_eq!(found == published, trap.right("equal").as_bool().unwrap());
    assert_eq!(
        found.to_string() == trap.text("published"),
        trap.wrong("equal").as_bool().unwrap()
    );
}

fn not_ascii(trap: &Trap) {
    let claim = stake_of(trap);
    assert_eq!(roll(&claim), number(trap.right("roll")));
    let utf16: Vec<u8> = "\u{1f340}:0:0".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let surrogates = [0xed, 0xa0, 0xbc, 0xed, 0xbd, 0x80];
    let messages = [
        ("utf16le", utf16),
        ("low_bytes", b"\x3c\x40:0:0".to_vec()), // of d83c and df40
        ("cesu8", [&surrogates[..], b":0:0"].concat()),
    ];
    for (encoding, message) in messages {
        assert_eq!(
            dice_of(trap.text("server"), &message),
            number(trap.wrong(encoding)),
            "{encoding}"
        );
        let report = stated(&claim, number(trap.wrong(encoding)));
        assert_eq!(failed(report.report()), [Check::Deal], "{encoding}");
    }
    // The bytes of the four-leaf clover, and what neither half of its UTF-16 is.
    let report = claim.verify(&RoundNote::none());
    assert!(
        remarks(report.report(), "caution: the client seed", "its bytes are f09f8d80"),
        "{report}"
    );
    assert!(ClientSeed::from_utf8(&surrogates).is_err());
}

/// Characters of two, three and four bytes, and one that is two characters. From Python's `hmac`.
#[test]
fn longer_characters() {
    let server = "f2ac89b608eeb01312d115bce6741b32";
    let rolls = ["\u{e9}", "e\u{301}", "\u{20ac}", "\u{1f340}"].map(|client| roll(&stake(server, client, 0)));
    assert_eq!(rolls, [6702, 3776, 1044, 6211]);
}

/// Played as it is, and remarked upon; an empty note is a note.
fn empty(trap: &Trap) {
    assert!(trap.wrong("refused").as_bool().unwrap());
    let claim = stake_of(trap);
    let report = stated(&claim, number(trap.right("roll")));
    assert_eq!(
        (failed(report.report()), report.verdict()),
        (vec![], Verdict::Consistent)
    );
    assert!(
        remarks(report.report(), "caution: the client seed is empty", ""),
        "{report}"
    );
    let other = stake(trap.text("server"), "x", 0).verify(&RoundNote::none().client_seed(""));
    assert_eq!(failed(other.report()), [Check::NotedClientSeed]);
}
