//! The number and the client seed of a bet.

use provably_fair::document::{self, DocumentError};
use provably_fair::protocol::receipt::{Entropy, Id};
use provably_fair::protocol::round::RoundNote;
use provably_fair::protocol::seed_pair::{Fate, LoggedRound, NonceLog, NoncesRun};
use provably_fair::protocol::session::Answer;
use provably_fair::verdict::{Check, Verdict};
use provably_fair::{Revealed, STAKE_V1};

use crate::sites::{dice_of, failed, liqd, remarks, roll, stake, stake_of, stated};
use crate::{Proof, Trap, all, list, number, text};

pub const PROVED: &[Proof] = &[
    ("A13-nonce-wraps-at-2^32", a_nonce_in_32_bits),
    ("A14-client-seed-ignored", a_client_seed_that_was_dropped),
    ("A15-same-inputs-same-roll-in-a-round", a_nonce_used_twice),
    ("C33-nonce-above-2^53", a_nonce_in_a_double),
    ("C34-nonce-prints-as-1e21", a_nonce_that_is_none),
];

#[test]
fn bets() {
    crate::prove(PROVED);
}

/// The right roll is given, the wrong one is no match and is explained by `hint`.
fn explained(trap: &Trap, hint: &str) {
    let claim = stake_of(trap);
    let [right, wrong] = [trap.right("roll"), trap.wrong("roll")].map(number);
    assert_eq!(roll(&claim), right);
    assert_eq!(stated(&claim, right).verdict(), Verdict::Consistent);
    let report = stated(&claim, wrong);
    assert_eq!(failed(report.report()), [Check::Deal]);
    assert!(
        remarks(
            report.report(),
            &format!("hint: {hint}"),
            "would give the stated result"
        ),
        "{report}"
    );
}

fn a_nonce_in_32_bits(trap: &Trap) {
    explained(trap, "the nonce cut to 32 bits, 0,");
}

fn a_nonce_in_a_double(trap: &Trap) {
    explained(
        trap,
        "the previous nonce, 9007199254740992, which is also the nonce rounded to a double, 9007199254740992,",
    );
}

/// The dropped seed is a mistake that is tried, a failed check against the note, and a field that no document has.
fn a_client_seed_that_was_dropped(trap: &Trap) {
    explained(trap, "an empty client seed");
    let played = stake(trap.text("server"), trap.text("played"), trap.nonce());
    assert_eq!(roll(&played), number(trap.wrong("roll")));
    let report = played.verify(&RoundNote::none().client_seed(trap.text("client")));
    assert_eq!(failed(report.report()), [Check::NotedClientSeed]);
    assert!(report.to_string().contains(r#"expected "mine", found """#), "{report}");

    let [game, roll] = ["mat_1", "rol_1"].map(|id| Id::new(id).unwrap());
    let answer = document::write(&Answer::new(game, roll, Entropy::new([1; 16])));
    assert!(document::read::<Answer>(&answer).is_ok());
    let other = answer.replace("\"entropy\"", "\"client_entropy\"");
    let Err(DocumentError::Malformed { field, .. }) = document::read::<Answer>(&other) else {
        panic!("read another field");
    };
    assert_eq!(field.as_deref(), Some("client_entropy"));
}

/// Every round needs its nonce; a log in which one comes twice is no match.
fn a_nonce_used_twice(trap: &Trap) {
    let (server, client) = (trap.text("server"), trap.text("client"));
    let nonces = list(trap.given("nonces"), |nonce| text(nonce).parse().unwrap());
    let rolls: Vec<u64> = nonces
        .iter()
        .map(|nonce| roll(&stake(server, client, *nonce)))
        .collect();
    assert_eq!(rolls, list(trap.right("rolls"), number));
    let repeated = rolls[0];
    assert_eq!(list(trap.wrong("rolls"), number), [repeated; 2]);
    let report = stated(&stake(server, client, nonces[1]), repeated);
    assert_eq!(failed(report.report()), [Check::Deal]);
    assert!(remarks(report.report(), "hint: the previous nonce, 0,", ""), "{report}");

    let commitment = STAKE_V1.sealing().digest(&Revealed::from_text(server)).unwrap();
    let log = |nonces: &[u64]| {
        let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
        for nonce in nonces {
            let fate = Fate::Played;
            log.add(LoggedRound {
                commitment,
                client,
                nonce: *nonce,
                fate,
            })
            .unwrap();
        }
        failed(&log.report())
    };
    assert_eq!(log(&nonces), []);
    assert_eq!(log(&[nonces[0], nonces[0]]), [Check::NonceReused]);
}

/// A nonce is a u64, in decimal: neither this number nor the text that it was hashed as is one.
fn a_nonce_that_is_none(trap: &Trap) {
    let kept = "{\"format\":\"kept\",\"version\":1,\"scheme\":\"receipt-dice/1\",\"match_id\":\"mat_1\",\"roll_id\":\"rol_1\",\
                \"nonce\":\"NONCE\",\"commitment\":\"4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0\",\
                \"entropy_from\":\"client\",\"entropy\":\"01010101010101010101010101010101\"}";
    let read = |nonce| document::read::<provably_fair::protocol::receipt::Kept>(&kept.replace("NONCE", nonce));
    assert!(read("18446744073709551615").is_ok());
    for nonce in [trap.text("nonce"), "1e+21", "1e21", "1000000000000000000000.0"] {
        let error = read(nonce).unwrap_err();
        assert_eq!(error.field(), Some("nonce"), "{nonce}");
    }
    let hashed = |nonce: &str| {
        dice_of(
            trap.text("server"),
            format!("{}:{nonce}:0", trap.text("client")).as_bytes(),
        )
    };
    let rolls = [hashed(trap.text("nonce")), hashed("1e+21")];
    assert_eq!(rolls, [trap.right("roll"), trap.wrong("roll")].map(number));
    // No nonce that there is gives way to another: neither roll is that of the highest.
    let highest = roll(&stake(trap.text("server"), trap.text("client"), u64::MAX));
    assert!(!rolls.contains(&highest));
}

/// Whether the bet won is outside; the roll is not.
#[test]
fn rolls_next_to_a_band() {
    let bands = all().into_iter().filter(|trap| trap.0["given"]["roll"].is_u64());
    let rolls: Vec<_> = bands
        .map(|trap| {
            let claim = liqd(trap.text("server"), trap.text("client"), trap.nonce());
            (roll(&claim), number(trap.given("roll")))
        })
        .collect();
    assert_eq!(rolls, [(361, 361); 2]);
}
