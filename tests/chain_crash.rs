//! Crash points over chains: literals for every rule, and what must not be derivable.
//!
//! Literals are from Python: `hmac.new(key, message, "sha256")`, then the operator's formula in Python's floats, the bust on
//! its integers. The traps are cases of known faults, with the wrong answer that a faulty verifier gives.

use std::num::NonZeroU32;

use provably_fair::chain::{
    self, BUSTABIT_V1, BUSTABIT_V2, BUSTABIT_V2_TEXT, BUSTABIT_V3, BUSTABIT_V4, CURSOR_CRASH_BYTES_V1,
    CURSOR_CRASH_HEX_TEXT_V1, Chain, CrashRule, GameClaim, GameDigest, GameLink, Kind, Material, OtherKind, PointClaim,
    Points, Progress, Public, ROOBET_V1, ROOBET_V2, RULES, RuleError, STAKE_CRASH_V1, STAKE_SLIDE_V1, ServedChain,
    Source, TON_ROCKET_V1, check_list, divisible, fitting, word_double, word_point, word_point_exact,
};
use provably_fair::crash::{Clamp, Rule};
use provably_fair::mac::{Digest, Hash};
use provably_fair::verdict::{Check, Finding};
use provably_fair::{Encoding, ServerSeed, Verdict};

const LINK: &str = "9dd9a4ce539a7d11a36a96c71f3d939c46d972b2e56254bc85ea2c0681541dca";
const SALT: &str = "0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526";
const V1_SALT: &str = "000000000000000007a9a31ff7f07463d91af6b5454241d5faf282e5e0fe1b3a";

/// A game whose chain is not at hand: the link that it hashes to stands in for the published one.
fn game(kind: Kind, link: &str) -> GameLink {
    let link = kind.link(link).unwrap();
    match Chain::new(link.next()).check(link, 1).unwrap() {
        Progress::Game(game) => game,
        other => panic!("{other:?}"),
    }
}

fn shown(rule: CrashRule, link: &str, public: Public<'_>) -> u64 {
    let crash = rule.crash(&game(rule.digest().kind(), link), public).unwrap();
    assert!(!crash.bust);
    crash.hundredths
}

#[test]
fn every_rule_keeps_its_values() {
    let signature: Vec<u8> = (0..96).collect();
    let salt = Public::salt(SALT);
    for (rule, id, public, hundredths) in [
        (CURSOR_CRASH_BYTES_V1, "cursor-crash-bytes/1", Public::NONE, 259),
        (CURSOR_CRASH_HEX_TEXT_V1, "cursor-crash-hex-text/1", Public::NONE, 259),
        (BUSTABIT_V1, "bustabit-v1/1", salt, 121),
        (BUSTABIT_V2, "bustabit-v2/1", salt, 114),
        (BUSTABIT_V2_TEXT, "bustabit-v2-text/1", salt, 110),
        (BUSTABIT_V3, "bustabit-v3/1", Public::signature(&signature), 191),
        (BUSTABIT_V4, "bustabit-v4/1", salt, 114),
        (ROOBET_V1, "roobet/1", salt, 121),
        (ROOBET_V2, "roobet/2", salt, 121),
        (TON_ROCKET_V1, "ton-rocket/1", salt, 121),
        (STAKE_CRASH_V1, "stake-crash/1", salt, 559),
        (STAKE_SLIDE_V1, "stake-slide/1", salt, 554),
    ] {
        assert_eq!(rule.id(), id);
        assert_eq!(chain::by_id(id), Some(rule));
        assert_eq!(shown(rule, LINK, public), hundredths, "{id}");
    }
    let mut ids: Vec<_> = RULES.map(|rule| rule.id()).to_vec();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 12);
    assert_eq!(chain::by_id("bustabit-v1"), None);
}

/// The digests too, so that a change of key, message or encoding shows even where the point happens to stay.
#[test]
fn every_digest_keeps_its_value() {
    let crash = |rule: CrashRule, public| rule.crash(&game(rule.digest().kind(), LINK), public).unwrap();
    let text_key = "2d43879e7fce7d88a03c5b5a2cc823af1c75d56ccdd56e339be9c023ca17f0a1";
    for rule in [
        BUSTABIT_V1,
        ROOBET_V1,
        ROOBET_V2,
        TON_ROCKET_V1,
        STAKE_CRASH_V1,
        STAKE_SLIDE_V1,
    ] {
        assert_eq!(
            crash(rule, Public::salt(SALT)).digest.to_hex(),
            text_key,
            "{}",
            rule.id()
        );
    }
    let bytes_message = "21eedd82b85655ecc61f677958a983cf07dce107271414c4c13830ac7a63f3ff";
    for rule in [BUSTABIT_V2, BUSTABIT_V4] {
        assert_eq!(
            crash(rule, Public::salt(SALT)).digest.to_hex(),
            bytes_message,
            "{}",
            rule.id()
        );
    }
    let signature: Vec<u8> = (0..96).collect();
    let v3 = crash(BUSTABIT_V3, Public::signature(&signature));
    assert_eq!(
        v3.digest.to_hex(),
        "7ba65ee92a825d769662defa79658231ee64d5d1c4ebab2dae8a971792b9a499"
    );
    assert_eq!(crash(CURSOR_CRASH_BYTES_V1, Public::NONE).digest.to_hex(), LINK);
}

/// Links whose digest the divisor divides: SHA-256 of `bust120`, `bust21`, `bust10`, found by counting up.
#[test]
fn an_instant_bust_is_said_and_shown_as_the_site_shows_it() {
    for (rule, link, shown, without) in [
        (
            BUSTABIT_V1,
            "5e1f6ea62e8f9a9598ccabb7266661a2196f851832e9bf312621d3737a9b7347",
            0,
            211,
        ),
        (
            ROOBET_V1,
            "28b6a753c2c2cd44c6260549a3c77d4084ea66f9ad9bb6e8504282d9e6c8942e",
            100,
            139,
        ),
        (
            ROOBET_V2,
            "f11ddb6aaee38c5a749072bb76596600933f6e9f8130e76294a05ad4b8b3a789",
            100,
            206,
        ),
        (
            TON_ROCKET_V1,
            "f11ddb6aaee38c5a749072bb76596600933f6e9f8130e76294a05ad4b8b3a789",
            100,
            206,
        ),
    ] {
        let crash = rule.crash(&game(Kind::HexText, link), Public::salt(SALT)).unwrap();
        assert_eq!((crash.bust, crash.hundredths), (true, shown), "{}", rule.id());
        assert_eq!(rule.points().of(&crash.digest), without);
    }
    let bust = game(
        Kind::HexText,
        "5e1f6ea62e8f9a9598ccabb7266661a2196f851832e9bf312621d3737a9b7347",
    );
    let bust = BUSTABIT_V1.crash(&bust, Public::salt(SALT)).unwrap();
    assert_eq!(bust.to_string(), "game 1: instant bust, shown as 0.00x");
}

/// bustabit's later rule with key and message swapped: what a verifier computes that mixes up its two first rules.
const SWAPPED: CrashRule = CrashRule::new(
    "swapped/1",
    GameDigest::new(
        Kind::HexText,
        Source::Hmac {
            hash: Hash::Sha256,
            key: Material::LinkText,
            message: Material::Salt,
        },
    ),
    None,
    BUSTABIT_V2_TEXT.points(),
);

/// Known faults: the divisibility on a rounded double (0 and not 1.23), the bust test left out (0 and not 1.26), another
/// divisor under the same name, key and message swapped, and the two formulas a hundredth apart.
#[test]
fn traps_of_other_verifiers() {
    let v1 = |link| {
        BUSTABIT_V1
            .crash(&game(Kind::HexText, link), Public::salt(V1_SALT))
            .unwrap()
    };
    let rounded = v1("00d060262511fc0834412cf60b2b362861c7255f2d18937c477a2554454a1203");
    assert_eq!((rounded.bust, rounded.hundredths), (true, 0));
    assert_eq!(BUSTABIT_V1.points().of(&rounded.digest), 123);
    let left_out = v1("fce6d0a75bf5a500c97c3ae089306ebd2d71c2e7f64a58f7f74ca9ee697118f0");
    assert_eq!((left_out.bust, left_out.hundredths), (true, 0));
    assert_eq!(BUSTABIT_V1.points().of(&left_out.digest), 126);

    let link = "f1bbe6236bea7e64dc9778c306a8afa6935a0aa26514da4871ef5cc66eac4ab1";
    let salt = Public::salt("0000000000000000000fa3b65e43e4240d71762a5bf397d5304b2596d116859c");
    let roobet = game(Kind::HexText, link);
    assert_eq!(ROOBET_V2.crash(&roobet, salt).unwrap().hundredths, 100);
    assert_eq!(ROOBET_V1.crash(&roobet, salt).unwrap().hundredths, 244);

    let link = "05ce71d84ad54b46f51d3c4b97a24ea2e9935d957f2351d70760742f6981da94";
    assert_eq!(shown(BUSTABIT_V2_TEXT, link, Public::salt(V1_SALT)), 646);
    assert_eq!(shown(SWAPPED, link, Public::salt(V1_SALT)), 1187);
    assert_eq!(shown(BUSTABIT_V1, link, Public::salt(V1_SALT)), 1188);
}

/// The terminating hash of this chain, played as game 1, would show 4.52 before anybody bet. It is no game; its game 1 is
/// the link before it, at 1.44.
#[test]
fn the_terminating_hash_has_no_crash_point() {
    let chain = Chain::new(
        Kind::HexText
            .link("f6bb4076b0f32617b9744bb31ded8d46fe222f7841ea543db0f8306a10a7fc5b")
            .unwrap(),
    );
    assert_eq!(chain.check(chain.link(), 100), Ok(Progress::Published));
    let link = Kind::HexText
        .link("79c23f9dbb8249e2b4741ca209996239e0f499a58c4ea330bd61e36ea3997bc4")
        .unwrap();
    let Ok(Progress::Game(first)) = chain.check(link, 100) else {
        panic!()
    };
    let crash = BUSTABIT_V2_TEXT.crash(&first, Public::salt(V1_SALT)).unwrap();
    assert_eq!((crash.game, crash.hundredths), (1, 144));
    let point = PointClaim {
        rule: BUSTABIT_V2_TEXT,
        public: Public::salt(V1_SALT),
        hundredths: 452,
    };
    let report = GameClaim::new(chain, chain.link())
        .unwrap()
        .number(1)
        .unwrap()
        .point(point)
        .verify(10);
    assert_eq!(report.verdict(), Verdict::Mismatch);
    let reason = "the link is not shown to be a game of the chain";
    assert_eq!(report.lines()[1].finding, Finding::NotChecked { reason });
}

/// A chain played in the order in which it was hashed: after game 1, everybody could compute that game 2 ends at 1.10.
#[test]
fn a_chain_played_forwards_foretells_its_games() {
    let played = [
        "05ce71d84ad54b46f51d3c4b97a24ea2e9935d957f2351d70760742f6981da94",
        "1cd1fad5ba8ca32ca40406beba1ba593819746f2f296c3cc08fdfdc98becb804",
        "db23d2d979fe73db088efd9c82f35d18d8ed3d7e0823c087883239cfe146772c",
        "2d355d0a9afd90a2053605071253f853e3798ca9f7976459a59f3900e89c8200",
        "79c23f9dbb8249e2b4741ca209996239e0f499a58c4ea330bd61e36ea3997bc4",
    ];
    let links = played.map(|text| Kind::HexText.link(text).unwrap());
    let list = check_list(Kind::HexText, &links).unwrap();
    assert!(list.runs_forwards());
    assert_eq!(
        shown(BUSTABIT_V2_TEXT, &links[0].next().to_string(), Public::salt(V1_SALT)),
        110
    );
    let backwards = check_list(Kind::HexText, &links.into_iter().rev().collect::<Vec<_>>()).unwrap();
    assert_eq!(backwards.first_break(), None);
}

#[test]
fn operator_and_verifier_derive_alike() {
    let mut served = ServedChain::make(Kind::HexText, 3, &ServerSeed::from_bytes(&[7; 32])).unwrap();
    for number in 1..=3 {
        let live = served.next_game().unwrap();
        let crash = STAKE_CRASH_V1.crash(&live, Public::salt(SALT)).unwrap();
        let link = live.reveal().link();
        let Ok(Progress::Game(found)) = served.chain().check(link, 3) else {
            panic!()
        };
        assert_eq!(crash.game, number);
        assert_eq!(STAKE_CRASH_V1.crash(&found, Public::salt(SALT)), Ok(crash));
    }
}

#[test]
fn what_is_missing_or_not_used_is_an_error() {
    let (text, bytes) = (game(Kind::HexText, LINK), game(Kind::Bytes, LINK));
    let kind = |expected, found| Err(RuleError::OtherKind(OtherKind { expected, found }));
    assert_eq!(
        BUSTABIT_V2.crash(&bytes, Public::salt(SALT)),
        kind(Kind::HexText, Kind::Bytes)
    );
    assert_eq!(
        BUSTABIT_V4.crash(&text, Public::salt(SALT)),
        kind(Kind::Bytes, Kind::HexText)
    );
    for rule in [BUSTABIT_V1, BUSTABIT_V2, STAKE_CRASH_V1, STAKE_SLIDE_V1] {
        assert_eq!(rule.crash(&text, Public::NONE), Err(RuleError::SaltMissing));
    }
    assert_eq!(
        BUSTABIT_V3.crash(&bytes, Public::NONE),
        Err(RuleError::SignatureMissing)
    );
    assert_eq!(
        BUSTABIT_V3.crash(&bytes, Public::signature(&[])),
        Err(RuleError::SignatureMissing)
    );
    assert_eq!(
        BUSTABIT_V3.crash(&bytes, Public::salt(SALT)),
        Err(RuleError::SaltUnused)
    );
    assert_eq!(
        CURSOR_CRASH_BYTES_V1.crash(&bytes, Public::salt(SALT)),
        Err(RuleError::SaltUnused)
    );
    assert_eq!(
        STAKE_CRASH_V1.crash(&text, Public::signature(&[1])),
        Err(RuleError::SignatureUnused)
    );
}

/// An empty salt is a salt, and none is none. As key (bustabit's later rule) and as message (the others).
#[test]
fn an_empty_salt_is_not_a_missing_one() {
    for (rule, hundredths) in [
        (BUSTABIT_V1, 135),
        (BUSTABIT_V2, 162),
        (STAKE_CRASH_V1, 376),
        (STAKE_SLIDE_V1, 372),
    ] {
        assert_eq!(shown(rule, LINK, Public::salt("")), hundredths, "{}", rule.id());
    }
    let digest = |rule: CrashRule| {
        rule.crash(&game(Kind::HexText, LINK), Public::salt(""))
            .unwrap()
            .digest
            .to_hex()
    };
    assert_eq!(
        digest(BUSTABIT_V2),
        "63db0a06c9291ef0c08aa88d00f722cf4d74119c826eb6d9541dbe8f43214806"
    );
    assert_eq!(
        digest(STAKE_CRASH_V1),
        "43526166c5a8bbb4ec03c399b782a503320f42b0a2cc0cf0766e51c9f5cd02ba"
    );
    let kind = BUSTABIT_V4.digest().kind();
    let no_salt = CURSOR_CRASH_BYTES_V1.crash(&game(kind, LINK), Public::salt(""));
    assert_eq!(no_salt, Err(RuleError::SaltUnused));
}

/// One noted chain, one link, two salts, two points: the chain does not fix the salt, so neither point is verified until
/// rule and salt are held against a note.
#[test]
fn a_point_under_a_salt_that_nobody_noted_is_not_verified() {
    let link = Kind::HexText.link(LINK).unwrap();
    let claim = |salt, hundredths| {
        let public = Public::salt(salt);
        let (rule, chain) = (STAKE_CRASH_V1, Chain::new(link.next()));
        let claim = GameClaim::new(chain, link).unwrap().noted().noted_number(1);
        claim.point(PointClaim {
            rule,
            public,
            hundredths,
        })
    };
    let salts = [("23eb7069c6fc5b1369b92f5321af9f63", 774), ("salt-b", 219)];
    for (salt, hundredths) in salts {
        let report = claim(salt, hundredths).verify(1);
        let lines: Vec<_> = report.lines().iter().map(|line| (line.check, line.source)).collect();
        assert_eq!(
            lines,
            [
                (Check::Chain, provably_fair::verdict::Source::Player),
                (Check::CrashPoint, provably_fair::verdict::Source::Document),
                (Check::NotedNumber, provably_fair::verdict::Source::Player),
                (Check::NotedRule, provably_fair::verdict::Source::Player)
            ]
        );
        assert_eq!(report.lines()[1].finding, Finding::Held);
        assert!(
            matches!(report.lines()[3].finding, Finding::NotChecked { .. }),
            "{report}"
        );
        assert_eq!(report.verdict(), Verdict::Consistent);
    }
    let [(noted, right), (other, wrong)] = salts;
    let noted = |claim: GameClaim<'static>| claim.noted_rule(STAKE_CRASH_V1, Public::salt(noted)).verify(1);
    assert_eq!(noted(claim(salts[0].0, right)).verdict(), Verdict::Verified);
    let report = noted(claim(other, wrong));
    let finding = Finding::Failed {
        expected: "stake-crash/1 with salt \"23eb7069c6fc5b1369b92f5321af9f63\"".into(),
        found: "stake-crash/1 with salt \"salt-b\"".into(),
    };
    assert_eq!(
        (report.lines()[3].check, &report.lines()[3].finding),
        (Check::NotedRule, &finding)
    );
    // A salt that only looks alike, another rule, no salt: each shows.
    let alike = noted(claim("23eb7069c6fc5b1369b92f5321af9f63 ", right));
    assert!(
        alike
            .to_string()
            .contains("found stake-crash/1 with salt \"23eb7069c6fc5b1369b92f5321af9f63 \""),
        "{alike}"
    );
    let rule = claim(salts[0].0, right)
        .noted_rule(STAKE_SLIDE_V1, Public::NONE)
        .verify(1);
    assert!(
        rule.to_string()
            .contains("expected stake-slide/1 with nothing, found stake-crash/1 with salt"),
        "{rule}"
    );
    assert_eq!(rule.verdict(), Verdict::Mismatch);
    // A noted rule without a point, and a point without a noted chain.
    let bare = GameClaim::new(Chain::new(link.next()), link).unwrap();
    let no_point = bare.noted().noted_rule(STAKE_CRASH_V1, Public::NONE).verify(1);
    assert_eq!(no_point.verdict(), Verdict::Consistent);
    let point = PointClaim {
        rule: STAKE_CRASH_V1,
        public: Public::salt(other),
        hundredths: wrong,
    };
    let no_chain = bare.point(point).noted_rule(point.rule, point.public).verify(1);
    assert_eq!(no_chain.verdict(), Verdict::Consistent);
    let signature = GameClaim::new(Chain::new(link.next()), link).unwrap().point(point);
    let signature = signature
        .noted_rule(STAKE_CRASH_V1, Public::signature(&[0xab, 1]))
        .verify(1);
    assert!(
        signature
            .to_string()
            .contains("expected stake-crash/1 with signature ab01, found"),
        "{signature}"
    );
}

/// A wrong point reads as the site shows it.
#[test]
fn points_are_compared_as_they_are_shown() {
    let link = Kind::HexText.link(LINK).unwrap();
    let point = PointClaim {
        rule: STAKE_CRASH_V1,
        public: Public::salt("salt-b"),
        hundredths: 235,
    };
    let report = GameClaim::new(Chain::new(link.next()), link)
        .unwrap()
        .point(point)
        .verify(1);
    let finding = Finding::Failed {
        expected: "2.19x".into(),
        found: "2.35x".into(),
    };
    assert_eq!(report.lines()[1].finding, finding);
}

/// Under these rules the digest is the link itself, which nobody may see before the game ends.
#[test]
fn an_outcome_in_a_log_does_not_hold_the_link() {
    let mut served = ServedChain::make(Kind::Bytes, 3, &ServerSeed::from_bytes(&[7; 32])).unwrap();
    let live = served.next_game().unwrap();
    let crash = CURSOR_CRASH_BYTES_V1.crash(&live, Public::NONE).unwrap();
    let logged = format!("{crash:?} {crash}");
    assert!(
        logged.starts_with("Crash { game: 1, bust: false, hundredths: "),
        "{logged}"
    );
    let link = live.reveal().link();
    assert_eq!(crash.digest.to_hex(), link.to_string());
    assert!(!logged.contains(&link.to_string()[..8]), "{logged}");
}

/// Every source that the types can name on every kind of chain: refused exactly when the outcome would be public. The
/// constructor panics, which in a constant is a compile error; the doctests show that.
#[test]
fn an_outcome_that_is_public_cannot_be_made() {
    let refused = |kind, source| std::panic::catch_unwind(|| GameDigest::new(kind, source)).is_err();
    for kind in Kind::ALL {
        assert!(!refused(kind, Source::Link));
        for hash in [Hash::Sha256, Hash::Sha512] {
            for of in [Encoding::Text, Encoding::Bytes] {
                let published = (kind.hash(), kind.encoding()) == (hash, of);
                assert_eq!(
                    refused(kind, Source::Hash { hash, of }),
                    published,
                    "{kind} {hash:?} {of:?}"
                );
            }
            let all = [
                (Material::LinkText, true),
                (Material::LinkBytes, true),
                (Material::Salt, false),
                (Material::Signature, false),
                (Material::Text("crash"), false),
            ];
            for (key, key_is_link) in all {
                for (message, message_is_link) in all {
                    let source = Source::Hmac { hash, key, message };
                    assert_eq!(
                        refused(kind, source),
                        !key_is_link && !message_is_link,
                        "{kind} {source:?}"
                    );
                }
            }
        }
    }
}

/// None of the digests that can be made is a link that was public before the game: neither the game's hash nor an HMAC
/// keyed with it, which is what a key of more than a block would come to.
#[test]
fn no_digest_is_a_public_one() {
    for kind in Kind::ALL {
        let link = kind.link(&LINK.repeat(kind.hash().digest_len() / 32)).unwrap();
        let Ok(Progress::Game(game)) = Chain::new(link.next()).check(link, 1) else {
            panic!()
        };
        let published = link.next();
        for hash in [Hash::Sha256, Hash::Sha512] {
            for key in [Material::LinkText, Material::LinkBytes] {
                let source = Source::Hmac {
                    hash,
                    key,
                    message: Material::Salt,
                };
                let digest = GameDigest::new(kind, source).of(&game, Public::salt(SALT)).unwrap();
                let from_public = provably_fair::mac::HmacKey::new(hash, published.as_bytes()).mac(SALT.as_bytes());
                assert_ne!(digest, from_public, "{kind} {hash:?} {key:?}");
            }
        }
    }
}

#[test]
fn rules_that_make_no_sense_are_refused() {
    let digest = BUSTABIT_V1.digest();
    let rule = |bust, points| std::panic::catch_unwind(|| CrashRule::new("bad/1", digest, bust, points)).is_err();
    let bust = |divisor| {
        Some(chain::Bust {
            divisor: NonZeroU32::new(divisor).unwrap(),
            shown: 0,
        })
    };
    let first52 = Points::First52 {
        rule: Rule::Exact,
        clamp: Clamp::STANDARD,
    };
    assert!(rule(bust(1), first52));
    assert!(!rule(bust(2), first52));
    assert!(rule(None, Points::Word { percent: 0 }));
    assert!(rule(None, Points::Word { percent: 101 }));
    assert!(!rule(None, Points::Word { percent: 100 }));
}

/// From C doubles and u64s, a full scan: 60 words differ at 99 percent, 57 at 98, all by one hundredth too little.
#[test]
fn words_are_played_in_doubles() {
    for (word, percent, double, exact) in [
        (0, 99, 425_201_762_304, 425_201_762_304),
        (2, 99, 141_733_920_767, 141_733_920_768),
        (6, 98, 60_129_542_143, 60_129_542_144),
        (13, 98, 30_064_771_071, 30_064_771_072),
        (27, 98, 15_032_385_535, 15_032_385_536),
        (u32::MAX, 99, 100, 100),
        (u32::MAX, 98, 100, 100),
        (4_209_918_437, 99, 101, 101), // the last word that reaches 1.01
        (4_209_918_438, 99, 100, 100),
    ] {
        assert_eq!(
            (word_point(word, percent), word_point_exact(word, percent)),
            (double, exact),
            "{word} {percent}"
        );
    }
    // Printed by Python: 2**32 / (0x80000000 + 1) * 0.99 and 2**32 / 3 * 0.99 * 100.
    assert_eq!(
        word_double(0x8000_0000, 99).to_bits(),
        1.979_999_999_077_990_6_f64.to_bits()
    );
    assert_eq!(
        (word_double(2, 99) * 100.0).to_bits(),
        141_733_920_767.999_97_f64.to_bits()
    );
    // The first 200,000 words and every 50,021st: never more than the exact point, never more than one below it.
    for word in (0..200_000).chain((0..=u32::MAX).step_by(50_021)) {
        for percent in [98, 99] {
            let (double, exact) = (word_point(word, percent), word_point_exact(word, percent));
            assert!(double == exact || double + 1 == exact, "{word} {percent}");
        }
    }
}

#[test]
fn divisibility_is_of_the_whole_digest() {
    let n = |divisor| NonZeroU32::new(divisor).unwrap();
    let mut bytes = [0; 32];
    assert!(divisible(&Digest::Sha256(bytes), n(101)));
    bytes[0] = 1; // 2^248: 2 mod 3, since 248 is even it is 1; never 0
    assert!(!divisible(&Digest::Sha256(bytes), n(3)));
    bytes[31] = 2; // 2^248 + 2 = 0 mod 3
    assert!(divisible(&Digest::Sha256(bytes), n(3)));
    // 2^256 - 1 has 65537 and 641 among its factors, 2^512 - 1 too; neither has 101 nor 19.
    for factor in [3, 5, 17, 257, 641, 65_537] {
        assert!(divisible(&Digest::Sha256([0xff; 32]), n(factor)), "{factor}");
        assert!(divisible(&Digest::Sha512([0xff; 64]), n(factor)), "{factor}");
    }
    for other in [19, 101, u32::MAX - 1] {
        assert!(!divisible(&Digest::Sha256([0xff; 32]), n(other)), "{other}");
    }
    assert!(divisible(&Digest::Sha256([0xff; 32]), n(u32::MAX)));
    assert!(divisible(&Digest::Sha256([0xff; 32]), n(1)));
}

#[test]
fn a_point_is_checked_once_the_link_is() {
    let link = Kind::HexText.link(LINK).unwrap();
    let chain = Chain::new(link.next());
    let point = |hundredths, public| PointClaim {
        rule: STAKE_CRASH_V1,
        public,
        hundredths,
    };
    let claim = GameClaim::new(chain, link)
        .unwrap()
        .number(1)
        .unwrap()
        .noted()
        .noted_number(1);
    let salt = Public::salt(SALT);
    let good = claim.point(point(559, salt)).noted_rule(STAKE_CRASH_V1, salt).verify(1);
    assert_eq!(good.verdict(), Verdict::Verified);
    assert!(good.to_string().contains("game 1: 5.59x under stake-crash/1"), "{good}");
    let wrong = claim.point(point(560, salt)).verify(1);
    let failure = wrong.first_failure().unwrap();
    assert_eq!(failure.check, Check::CrashPoint);
    assert_eq!(
        failure.finding,
        Finding::Failed {
            expected: "5.59x".into(),
            found: "5.60x".into()
        }
    );
    let no_salt = claim.point(point(559, Public::NONE)).verify(1);
    assert_eq!(no_salt.verdict(), Verdict::Consistent);
    assert_eq!(
        no_salt.lines()[1].finding,
        Finding::NotChecked {
            reason: "the rule needs a salt"
        }
    );
    let limit = claim.point(point(559, salt)).verify(0);
    assert_eq!(limit.verdict(), Verdict::Consistent);
}

#[test]
fn the_rule_of_a_log_can_be_found() {
    let links = [
        LINK,
        "5e1f6ea62e8f9a9598ccabb7266661a2196f851832e9bf312621d3737a9b7347",
        "28b6a753c2c2cd44c6260549a3c77d4084ea66f9ad9bb6e8504282d9e6c8942e",
    ];
    let salt = Public::salt(SALT);
    for rule in [
        BUSTABIT_V1,
        BUSTABIT_V2,
        BUSTABIT_V2_TEXT,
        ROOBET_V1,
        STAKE_CRASH_V1,
        STAKE_SLIDE_V1,
    ] {
        let log = links.map(|link| {
            let game = game(Kind::HexText, link);
            (game, rule.crash(&game, salt).unwrap().hundredths)
        });
        let found: Vec<_> = fitting(&log, salt).collect();
        assert_eq!(found, [rule], "{}", rule.id());
        let nothing: Vec<_> = fitting(&log.map(|(game, shown)| (game, shown + 1)), salt).collect();
        assert_eq!(nothing, []);
    }
}
