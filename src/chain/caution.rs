//! What a reader should know about a chain, a salt or a signature that somebody may have known beforehand.
//!
//! Cautions are remarks: link and point are derived from exactly what was given, whatever it looks like.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::claim::PointClaim;
use super::link::{Kind, Link};
use super::rule::{CrashRule, Public};

/// What the chain maker that bustabit's first server is published with (`populate_hashes.js`) comes to if its sample seed is
/// left in: SHA-256 over hex text, 1,000,000 and 10,000,000 times from "DO NOT USE THIS SEED". Recomputed with `hashlib`.
const SAMPLE_CHAINS: [&str; 2] = [
    "fa75616697eea331e4c5942b19d9a5d06afdca56cced9c2a3d57fe1ce926c152",
    "0951319a9b7e5a7e318bc02bb2070be01e4a03be6254e8bef86fb9e1b706370f",
];

/// Salts that operators announced for chains of their own, and the rules that play them: blocks of Bitcoin and Ethereum.
const SALTS: [(&str, &str, &[&str]); 8] = [
    (
        "000000000000000007a9a31ff7f07463d91af6b5454241d5faf282e5e0fe1b3a",
        "bustabit's first chain",
        &["bustabit-v1/1"],
    ),
    (
        "0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526",
        "bustabit's second chain",
        &["bustabit-v2/1"],
    ),
    (
        "000000000000000000011f6e135efe67d7463dfe7bb955663ef88b1243b2deea",
        "bustabit's third chain",
        &[],
    ),
    (
        "00000000000000000001e08b7fd44f95e3e950ac65650a8031a6d5e1750e34be",
        "bustabit's fourth rule",
        &["bustabit-v4/1"],
    ),
    (
        "0000000000000000000fa3b65e43e4240d71762a5bf397d5304b2596d116859c",
        "Roobet",
        &["roobet/1", "roobet/2"],
    ),
    (
        "0xd2867566759e9158bda9bf93b343bbd9aa02ce1e0c5bc2b37a2d70d391b04f14",
        "Roobet, later",
        &["roobet/2"],
    ),
    (
        "0xc582b3fb66319ab47ab592291c9799a22ff21c5d40733e159a04d663dec2ce6e",
        "TON Rocket",
        &["ton-rocket/1"],
    ),
    (
        "0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4",
        "Stake's crash",
        &["stake-crash/1", "stake-slide/1"],
    ),
];

/// Every caution about a claim: its published link, and what its point was made with.
pub(super) fn all(link: Link, point: Option<PointClaim<'_>>) -> Vec<String> {
    let mut cautions: Vec<String> = published(link).into_iter().collect();
    cautions.extend(point.map(|point| public(point.rule, point.public)).unwrap_or_default());
    cautions
}

fn published(link: Link) -> Option<String> {
    let mut samples = SAMPLE_CHAINS
        .iter()
        .filter_map(|sample| Kind::HexText.link(sample).ok());
    let known = samples.any(|sample| link == sample || link == sample.next());
    known.then(|| {
        "caution: the published link is that of the sample seed which a chain maker is published with: everybody can compute \
         every game"
            .into()
    })
}

fn public(rule: CrashRule, public: Public<'_>) -> Vec<String> {
    let mut cautions = Vec::new();
    if public.is_zero() {
        cautions.push(
            "caution: salt or signature is nothing but zeros, which a program gives for a block or a beacon that it does not \
             have: whoever knew that knew it before the bets"
                .into(),
        );
    }
    let text = public.salt_text().unwrap_or_default();
    for (_, whose, rules) in SALTS.iter().filter(|(salt, ..)| *salt == text) {
        if !rules.contains(&rule.id()) {
            cautions.push(format!(
                "caution: this salt is the one that was announced for {whose}, which is not the claimed rule"
            ));
        }
    }
    if public.signature_bytes().is_some() {
        cautions.push("caution: the signature was believed; that it is the one of its message, a verifier of BLS signatures shows".into());
    }
    cautions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{BUSTABIT_V1, BUSTABIT_V2, BUSTABIT_V3, ROOBET_V2};

    fn about(rule: CrashRule, given: Public<'_>) -> String {
        public(rule, given).join("\n")
    }

    #[test]
    fn zeros_and_other_peoples_salts_are_named() {
        let zeros = "0".repeat(64);
        assert!(about(BUSTABIT_V1, Public::salt(&zeros)).contains("nothing but zeros"));
        assert!(about(BUSTABIT_V1, Public::salt(&["0x", &zeros].concat())).contains("nothing but zeros"));
        assert!(about(BUSTABIT_V3, Public::signature(&[0; 48])).contains("nothing but zeros"));
        assert_eq!(about(BUSTABIT_V1, Public::salt("00000001")), "");
        assert_eq!(about(BUSTABIT_V1, Public::NONE), "");
        for (salt, whose, rules) in SALTS {
            assert!(about(BUSTABIT_V3, Public::salt(salt)).contains(whose), "{whose}");
            for id in rules {
                let rule = crate::chain::by_id(id).unwrap();
                assert_eq!(about(rule, Public::salt(salt)), "", "{id}");
            }
        }
        let (first, ..) = SALTS[0];
        assert!(about(BUSTABIT_V2, Public::salt(first)).contains("bustabit's first chain"));
        assert!(about(ROOBET_V2, Public::salt(first)).contains("not the claimed rule"));
    }

    #[test]
    fn a_signature_is_believed() {
        assert!(about(BUSTABIT_V3, Public::signature(&[7; 48])).contains("was believed"));
    }

    #[test]
    fn the_sample_chain_is_known() {
        for sample in SAMPLE_CHAINS {
            let link = Kind::HexText.link(sample).unwrap();
            assert!(published(link).is_some() && published(link.next()).is_some());
            assert_eq!(published(link.next().next()), None);
            assert_eq!(published(Kind::Bytes.link(sample).unwrap()), None);
        }
    }
}
