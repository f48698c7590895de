//! On a point that does not follow: which ordinary mistake would explain it. A hint is a remark, never a success.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::claim::PointClaim;
use super::game::GameLink;
use super::operators::RULES;
use super::rule::{Crash, CrashRule, GameDigest, Material, Public, Source};
use crate::verdict::{Mistakes, variants};

/// Other rules, and other texts of the salt, that give the stated point.
pub(super) fn point(game: &GameLink, claim: &PointClaim<'_>, derived: &Crash) -> Vec<String> {
    if derived.bust && [0, 100].contains(&claim.hundredths) {
        return ["hint: the game is a bust, which some sites show as 0.00 and others as 1.00".into()].into();
    }
    let computation = |rule: CrashRule, crash: &Crash| (crash.digest, rule.bust(), rule.points());
    let mut tried = Mistakes::new(Some(computation(claim.rule, derived)));
    for (what, rule, salt) in mistakes(claim) {
        let public = salt.as_deref().map_or(claim.public, Public::salt);
        if let Ok(crash) = rule.crash(game, public) {
            let fits = crash.hundredths == claim.hundredths;
            tried.add(what, computation(rule, &crash), || Some(fits));
        }
    }
    tried.hints("point")
}

/// Other rules, and other texts of the salt where they are not the claim's, each with its mistake.
fn mistakes(claim: &PointClaim<'_>) -> Vec<(String, CrashRule, Option<String>)> {
    let mut all = Vec::new();
    for rule in RULES.into_iter().filter(|rule| *rule != claim.rule) {
        all.push((format!("the rule {}", rule.id()), rule, None));
    }
    for (what, digest) in other_digests(claim.rule.digest()) {
        let rule = CrashRule::new(claim.rule.id(), digest, claim.rule.bust(), claim.rule.points());
        all.push((what.into(), rule, None));
    }
    for (what, salt) in claim.public.salt_text().map(variants).unwrap_or_default() {
        all.push((format!("the salt {what}"), claim.rule, Some(salt)));
    }
    all
}

/// The HMAC with its two halves in each other's place, and with the link in its other encoding.
fn other_digests(digest: GameDigest) -> Vec<(&'static str, GameDigest)> {
    let Source::Hmac { hash, key, message } = digest.source() else {
        return Vec::new();
    };
    let with = |key, message| GameDigest::new(digest.kind(), Source::Hmac { hash, key, message });
    Vec::from([
        (
            "the HMAC with key and message in each other's place",
            with(message, key),
        ),
        (
            "the link in its other encoding in the HMAC",
            with(re_encoded(key), re_encoded(message)),
        ),
    ])
}

const fn re_encoded(material: Material) -> Material {
    match material {
        Material::LinkText => Material::LinkBytes,
        Material::LinkBytes => Material::LinkText,
        other => other,
    }
}
