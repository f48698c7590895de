//! What was known, chosen or open before the bet: commitments and where seeds come from.

use provably_fair::chain::{
    BUSTABIT_V2, BUSTABIT_V3, Chain, GameClaim, GameLink, Kind, PointClaim, Progress, Public, RuleError,
};
use provably_fair::mac::Hash;
use provably_fair::protocol::round::RoundNote;
use provably_fair::protocol::tagged::{Header, Seat};
use provably_fair::verdict::{Check, Verdict};
use provably_fair::{Commitment, LIQD_DICE_V1, Revealed, TAGGED_V1, hex};

use crate::sites::{failed, liqd, remarks, roll, stake, stated};
use crate::{Proof, Trap, list, number, text};

pub const PROVED: &[Proof] = &[
    ("A02-server-grinds-after-client-seed", a_seed_that_was_picked),
    ("A03-commitment-concatenation-equivocation", two_openings),
    ("A05-low-entropy-commitment", a_small_number),
    ("A06-mt19937-server-seeds", numbers_of_a_generator),
    ("A08-blockhash-too-old-is-zero", zeros_for_a_block),
];

#[test]
fn beforehand() {
    crate::prove(PROVED);
}

fn commitment(seed: &str) -> Commitment {
    LIQD_DICE_V1.sealing().digest(&Revealed::from_text(seed)).unwrap()
}

/// What the operator picked agrees with itself, and is never *verified*; the commitment that the player noted tells.
fn a_seed_that_was_picked(trap: &Trap) {
    let [first, chosen] = ["first_seed", "chosen_seed"].map(|field| trap.text(field));
    let tried = format!("grind-{}", number(trap.wrong("tried")));
    assert!(Hash::Sha256.digest(tried.as_bytes()).to_hex().starts_with(chosen));
    let claim = |seed| liqd(seed, trap.text("client"), trap.nonce()).commitment(commitment(seed));
    assert_eq!(roll(&claim(first)), number(trap.right("roll")));
    assert_eq!(roll(&claim(chosen)), number(trap.wrong("roll")));

    assert_eq!(
        stated(&claim(chosen), number(trap.wrong("roll"))).verdict(),
        Verdict::Consistent
    );
    let note = RoundNote::none()
        .commitment(commitment(first))
        .client_seed("alice")
        .nonce(0)
        .settings(LIQD_DICE_V1, claim(first).game());
    let picked = claim(chosen).stated(&["0.81"]).unwrap().verify(&note);
    assert_eq!(failed(picked.report()), [Check::NotedCommitment]);
    let honest = claim(first).stated(&["90.04"]).unwrap().verify(&note);
    assert_eq!(honest.verdict(), Verdict::Verified);
}

/// Joined, the two openings are one text. Where this crate commits to more than one field, each is written with its length.
fn two_openings(trap: &Trap) {
    let openings = list(trap.given("openings"), |fields| list(fields, text));
    let joined = |fields: &Vec<&str>| Hash::Sha256.digest(fields.concat().as_bytes()).to_hex();
    assert_eq!(
        [joined(&openings[0]), joined(&openings[1])],
        [text(trap.wrong("commitment")); 2]
    );

    let seed = Revealed::from_bytes(&[7; 32]);
    let seal = |fields: &Vec<&str>| {
        let header = Header::new(fields[1], &[Seat::client([1; 16])], 0, 0, [0; 32])
            .and_then(|header| header.with_scheme(fields[0]));
        TAGGED_V1.commit(&header.unwrap(), &seed).unwrap()
    };
    assert_eq!(
        seal(&openings[0]) == seal(&openings[1]),
        trap.right("equal").as_bool().unwrap()
    );
}

/// The commitment holds, and the report says what it is worth.
fn a_small_number(trap: &Trap) {
    let guessed = number(trap.wrong("seed"));
    assert_eq!(trap.text("committed"), (guessed + 1234).to_string());
    assert_eq!(number(trap.wrong("tries")), guessed + 1); // hashes, where a drawn seed takes 2^128 and more
    let committed: Commitment = trap.text("commitment").parse().unwrap();
    let report = stake(trap.text("committed"), "lucky", 0)
        .commitment(committed)
        .verify(&RoundNote::none());
    assert_eq!(
        (failed(report.report()), report.verdict()),
        (vec![], Verdict::Consistent)
    );
    assert!(
        remarks(report.report(), "caution: the server seed", "only 5 characters"),
        "{report}"
    );
    assert!(
        remarks(report.report(), "caution: the server seed", "plain number"),
        "{report}"
    );
}

/// Where a seed came from no document shows, but 32 bits in decimal are remarked upon. Seeds drawn here are 32 bytes of the
/// system's generator, and get no remark.
fn numbers_of_a_generator(trap: &Trap) {
    let cautions = |seed: &str| {
        let report = stake(seed, "lucky", 0).verify(&RoundNote::none());
        remarks(report.report(), "caution: the server seed", "plain number")
    };
    for seed in [trap.given("first"), trap.given("last"), trap.wrong("next")] {
        assert!(cautions(&number(seed).to_string()), "{seed}");
    }
    let drawn = [(); 2].map(|()| provably_fair::ServerSeed::random().unwrap().reveal());
    assert_ne!(drawn[0], drawn[1]);
    for seed in drawn {
        let report = stake(seed.text(), "lucky", 0).verify(&RoundNote::none());
        assert!(seed.text().len() == 64 && !remarks(report.report(), "caution: the server seed", ""));
    }
}

fn game(kind: Kind) -> GameLink {
    let link = kind.link_of(&[1; 32]).unwrap();
    match Chain::new(link.next()).check(link, 1) {
        Ok(Progress::Game(game)) => game,
        other => panic!("{other:?}"),
    }
}

/// What is missing is an error, and zeros in its place are remarked upon.
fn zeros_for_a_block(trap: &Trap) {
    let zeros = hex::decode(trap.text("substitute")).unwrap();
    let known = [hex::decode(trap.text("reveal")).unwrap(), zeros.clone()].concat();
    assert_eq!(Hash::Sha256.digest(&known).to_hex(), text(trap.wrong("digest")));

    let bytes = game(Kind::Bytes);
    for missing in [Public::NONE, Public::signature(&[])] {
        assert_eq!(BUSTABIT_V3.crash(&bytes, missing), Err(RuleError::SignatureMissing));
    }
    assert_eq!(
        BUSTABIT_V2.crash(&game(Kind::HexText), Public::NONE),
        Err(RuleError::SaltMissing)
    );
    let says = |rule, game: GameLink, public| {
        let claim = GameClaim::new(Chain::new(game.link().next()), game.link()).unwrap();
        let report = claim
            .point(PointClaim {
                rule,
                public,
                hundredths: 100,
            })
            .verify(1);
        remarks(&report, "caution:", "nothing but zeros")
    };
    assert!(says(BUSTABIT_V3, bytes, Public::signature(&zeros)));
    assert!(says(
        BUSTABIT_V2,
        game(Kind::HexText),
        Public::salt(trap.text("substitute"))
    ));
    assert!(!says(BUSTABIT_V3, bytes, Public::signature(&known)));
}
