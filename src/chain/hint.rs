//! On a point that does not follow: which ordinary mistake would explain it. A hint is a remark, never a success.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::claim::PointClaim;
use super::game::GameLink;
use super::operators::RULES;
use super::rule::{Crash, CrashRule, GameDigest, Material, Public, Source};
use crate::verdict::variants;

/// More mistakes than these that fit say nothing but that the point is an ordinary one.
const LISTED: usize = 3;

/// Other rules, and other texts of the salt, that give the stated point.
pub(super) fn point(game: &GameLink, claim: &PointClaim<'_>, derived: &Crash) -> Vec<String> {
    if derived.bust && [0, 100].contains(&claim.hundredths) {
        return ["hint: the game is a bust, which some sites show as 0.00 and others as 1.00".into()].into();
    }
    let (tried, fitting) = fitting(game, claim);
    if fitting.len() > LISTED {
        let many = fitting.len();
        return [format!("hint: {many} of {tried} mistakes that were tried would give the stated point, so it alone does not tell which")].into();
    }
    let fitting = fitting.into_iter();
    fitting
        .map(|what| {
            format!("hint: {what} would give the stated point; one of {tried} mistakes that were tried, and a single point can fit by luck")
        })
        .collect()
}

/// How many mistakes were tried, and those that fit.
fn fitting(game: &GameLink, claim: &PointClaim<'_>) -> (usize, Vec<String>) {
    let (mut tried, mut found) = (0, Vec::new());
    let mut attempt = |what: String, rule: CrashRule, public: Public<'_>| {
        let Ok(crash) = rule.crash(game, public) else { return };
        tried += 1;
        if crash.hundredths == claim.hundredths {
            found.push(what);
        }
    };
    for rule in RULES.into_iter().filter(|rule| *rule != claim.rule) {
        attempt(format!("the rule {}", rule.id()), rule, claim.public);
    }
    for (what, digest) in other_digests(claim.rule.digest()) {
        let rule = CrashRule::new(claim.rule.id(), digest, claim.rule.bust(), claim.rule.points());
        attempt(what.into(), rule, claim.public);
    }
    for (what, salt) in claim.public.salt_text().map(variants).unwrap_or_default() {
        attempt(format!("the salt {what}"), claim.rule, Public::salt(&salt));
    }
    (tried, found)
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
