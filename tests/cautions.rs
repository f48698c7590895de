//! What a report says about seeds, entropy, salts and chains that somebody may have known: remarks, which leave every verdict as it
//! is.

use provably_fair::chain::{Chain, GameClaim, Kind, Link, PointClaim, Public, STAKE_CRASH_V1};
use provably_fair::mac::Hash;
use provably_fair::protocol::check_link::{CheckLink, MatchNote};
use provably_fair::protocol::match_dice::{self, FirstRoll};
use provably_fair::protocol::receipt::{Entropy, Id, Receipt, RollSeed, Terms};
use provably_fair::protocol::round::{RoundClaim, RoundNote};
use provably_fair::protocol::tagged::{Header, Kept, Opened, Seat};
use provably_fair::verdict::Report;
use provably_fair::{CURSOR_V1, Revealed, TAGGED_V1, games};

/// The remarks that begin so, without that beginning.
fn cautions(report: &Report, begins: &str) -> Vec<String> {
    let remarks = report.remarks().iter();
    remarks
        .filter_map(|remark| remark.strip_prefix(begins).map(String::from))
        .collect()
}

/// In every report that a server seed is revealed in; what was drawn is not warned of (here: the SHA-256 of "drawn").
#[test]
fn a_seed_that_may_have_been_guessed_is_warned_of_everywhere() {
    let drawn: [u8; 32] = Hash::Sha256.digest(b"drawn").first();
    let counts: [u8; 32] = core::array::from_fn(|at| u8::try_from(at).unwrap());
    let empty: [u8; 32] = Hash::Sha256.digest(b"").first();
    for (seed, warned) in [
        (drawn, None),
        (counts, Some("counts up")),
        (empty, Some("is a placeholder")),
    ] {
        let entropy: [u8; 16] = *seed.first_chunk().unwrap();
        for (name, report) in [
            ("round", round_of(&seed)),
            ("link", link_of(&seed)),
            ("receipt", receipt_of(seed, entropy)),
            ("tagged", tagged_of(&seed, entropy)),
        ] {
            let about_seed = cautions(&report, "caution: the server seed ");
            assert_eq!(about_seed.len(), usize::from(warned.is_some()), "{name}: {report}");
            assert!(
                warned.is_none_or(|what| about_seed[0].starts_with(what)),
                "{name}: {report}"
            );
            let entropies = cautions(&report, "caution: the entropy ");
            let has_entropy = name == "receipt" || name == "tagged";
            assert_eq!(
                entropies.len(),
                usize::from(has_entropy && seed == counts),
                "{name}: {report}"
            );
        }
    }
}

fn round_of(seed: &[u8]) -> Report {
    let game = games::ROULETTE.with(&[]).unwrap();
    let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_bytes(seed), "lucky", 7);
    claim.verify(&RoundNote::none()).report().clone()
}

fn link_of(seed: &[u8]) -> Report {
    let seed = Revealed::from_bytes(seed);
    let commitment = match_dice::SEALING.digest(&seed).unwrap();
    let link = format!("v=1&s={}&c={commitment}&p=white,black&r=11", seed.text());
    let report = CheckLink::parse(&link)
        .unwrap()
        .verify(Some(FirstRoll::Zero), &MatchNote::none());
    report.report().clone()
}

fn receipt_of(seed: [u8; 32], entropy: [u8; 16]) -> Report {
    let seed = RollSeed::new(seed);
    let [game, roll] = ["mat_1", "rol_1"].map(|id| Id::new(id).unwrap());
    let terms = Terms::new(game, roll, 1, seed.commitment()).unwrap();
    Receipt::new(terms, Entropy::new(entropy), seed, [1, 1])
        .unwrap()
        .verify(None, None)
}

fn tagged_of(seed: &[u8], entropy: [u8; 16]) -> Report {
    let header = Header::new("m", &[Seat::client([1; 16])], 0, 0, [0; 32]).unwrap();
    let seed = Revealed::from_bytes(seed);
    let commitment = TAGGED_V1.commit(&header, &seed).unwrap();
    Opened::new(header, commitment, seed, vec![entropy], vec![])
        .unwrap()
        .verify(&Kept::none())
}

fn chain_of(published: Link, salt: &str) -> String {
    let link = Kind::HexText.link_of(&[1; 32]).unwrap();
    let point = PointClaim {
        rule: STAKE_CRASH_V1,
        public: Public::salt(salt),
        hundredths: 100,
    };
    let claim = GameClaim::new(Chain::new(published), link).unwrap().point(point);
    cautions(&claim.verify(1), "caution: ").join("\n")
}

/// The chain that bustabit's first server makes if nobody changes its sample seed, a salt of zeros, and another's salt.
#[test]
fn a_chain_that_everybody_knows_is_warned_of() {
    let sample = "fa75616697eea331e4c5942b19d9a5d06afdca56cced9c2a3d57fe1ce926c152";
    let sample = Kind::HexText.link(sample).unwrap();
    let other = sample.next().next();
    assert_eq!(chain_of(other, "salt"), "");
    let roobets = "0xd2867566759e9158bda9bf93b343bbd9aa02ce1e0c5bc2b37a2d70d391b04f14";
    for (published, salt, caution) in [
        (sample, "salt", "the published link is that of the sample seed"),
        (sample.next(), "salt", "the published link is that of the sample seed"),
        (other, &"0".repeat(64), "salt or signature is nothing but zeros"),
        (other, roobets, "this salt is the one that was announced for Roobet"),
    ] {
        let says = chain_of(published, salt);
        assert!(says.starts_with(caution) && says.lines().count() == 1, "{says}");
    }
}
