//! Hash chains, and the crash points that sites played over them.

use provably_fair::chain::{
    BUSTABIT_V2, Chain, Crash, CrashRule, GameClaim, GameLink, Kind, Progress, Public, STAKE_CRASH_V1, STAKE_SLIDE_V1,
    STAKE_ZOO_V1, ZOO_ANIMALS, word_double,
};
use provably_fair::crash::{Clamp, Rule};
use provably_fair::mac::Digest;
use provably_fair::unit::H52;
use serde_json::json;

use super::super::case::{Case, Checked, Fault};
use super::core::fared;

/// How far a published game is walked when the case does not say how far it is.
const LIMIT: u64 = 10_000_000;

pub fn chain(case: &Case<'_>) -> Checked {
    let kind = match case.text("links_hashed_as")? {
        "bytes" => Kind::Bytes,
        "hex_text" => Kind::HexText,
        _ => return Err(case.wrong("links_hashed_as", "bytes or hex_text")),
    };
    let steps = case.integer("steps")?;
    let (start, end) = (kind.link(case.text("start_hex")?), kind.link(case.text("end_hex")?));
    let claim = match (start, end) {
        (Ok(start), Ok(end)) => GameClaim::new(Chain::new(end), start).and_then(|claim| claim.number(steps)),
        _ => return fared(case, "valid", None),
    };
    let report = claim.map(|claim| claim.verify(steps));
    fared(case, "valid", report.as_ref().ok())
}

pub fn sha256_hex_text(case: &Case<'_>) -> Checked {
    steps_to_the_end(case, Kind::HexText)
}

pub fn sha512_hex_text(case: &Case<'_>) -> Checked {
    steps_to_the_end(case, Kind::Sha512HexText)
}

/// How often a revealed link hashes to the terminating hash.
fn steps_to_the_end(case: &Case<'_>, kind: Kind) -> Checked {
    let link = |field| {
        kind.link(case.text(field)?)
            .map_err(|error| case.wrong(field, &error.to_string()))
    };
    let (start, end) = (link("start")?, link("terminating")?);
    let limit = case.value("expected")?.as_u64().unwrap_or(LIMIT);
    let progress = Chain::new(end)
        .check(start, limit)
        .map_err(|error| Fault::new("start", "a link of this kind", error))?;
    let steps = match progress {
        Progress::Game(game) => json!(game.number()),
        Progress::Published => json!(0),
        _ => json!(format!("not within {limit} steps")),
    };
    case.answer("expected", &steps)
}

pub fn stake_crash(case: &Case<'_>) -> Checked {
    point(case, STAKE_CRASH_V1)
}

pub fn stake_slide(case: &Case<'_>) -> Checked {
    point(case, STAKE_SLIDE_V1)
}

pub fn stake_zoo(case: &Case<'_>) -> Checked {
    let game = game(case, STAKE_ZOO_V1.digest().kind())?;
    let slots = STAKE_ZOO_V1.draw(&game, Public::salt(case.text("salt")?));
    let slots = slots.map_err(|error| case.wrong("salt", &error.to_string()))?;
    let name = |slot: u32| usize::try_from(slot).ok().and_then(|slot| ZOO_ANIMALS.get(slot));
    case.answer("expected", &json!(slots.into_iter().map(name).collect::<Vec<_>>()))
}

pub fn bustabit_v2(case: &Case<'_>) -> Checked {
    point(case, BUSTABIT_V2)
}

/// Stake's crash before it is floored and kept at 1.00, as a double. Printed with 17 digits, so the text decides and not a
/// reader of numbers.
pub fn stake_crash_raw(case: &Case<'_>) -> Checked {
    let digest = crash(case, STAKE_CRASH_V1)?.digest;
    let found = word_double(u32::from_be_bytes(digest.first()), 99);
    let expected = case.value("expected")?;
    if expected.to_string().parse() == Ok(found) {
        Ok(())
    } else {
        Err(case.wrong("expected", &found.to_string()))
    }
}

/// BC.Game's limbo, of which the digest is published and not what was hashed: bustabit's later rule, from 1.00 on.
pub fn bcgame_limbo(case: &Case<'_>) -> Checked {
    let clamp = Clamp::new(100, u64::MAX).ok_or_else(|| Fault::new("expected", "a clamp", "none"))?;
    let digest: [u8; 32] = case.bytes("hmac_hex")?;
    let hundredths = Rule::LaterDouble.point(H52::of(Digest::Sha256(digest).first()), clamp);
    #[allow(clippy::cast_precision_loss, reason = "a point of a site's, far below 2^53")]
    let found = hundredths as f64 / 100.0;
    case.answer("expected", &json!(found))
}

/// A point that a site paid, as a multiplier: hundredths / 100, rounded once, is the double that its text reads as.
fn point(case: &Case<'_>, rule: CrashRule) -> Checked {
    let crash = crash(case, rule)?;
    #[allow(clippy::cast_precision_loss, reason = "a point of a site's, far below 2^53")]
    let found = crash.hundredths as f64 / 100.0;
    let tolerance = case.given("tolerance").map_or(Some(0.0), serde_json::Value::as_f64);
    let tolerance = tolerance.ok_or_else(|| case.wrong("tolerance", "a number"))?;
    let expected = case.value("expected")?.as_f64();
    if expected.is_some_and(|expected| (expected - found).abs() <= tolerance) {
        Ok(())
    } else {
        Err(Fault::new("expected", case.value("expected")?, found))
    }
}

fn crash(case: &Case<'_>, rule: CrashRule) -> Result<Crash, Fault> {
    let game = game(case, rule.digest().kind())?;
    rule.crash(&game, Public::salt(case.text("salt")?))
        .map_err(|error| case.wrong("salt", &error.to_string()))
}

/// The case does not say where its chain ends, so the link that the game's hashes to stands for the published one.
fn game(case: &Case<'_>, kind: Kind) -> Result<GameLink, Fault> {
    let wrong = |error: &dyn ToString| case.wrong("game_hash", &error.to_string());
    let link = kind.link(case.text("game_hash")?).map_err(|error| wrong(&error))?;
    match Chain::new(link.next()).check(link, 1) {
        Ok(Progress::Game(game)) => Ok(game),
        other => Err(wrong(&format!("a game's link, not {other:?}"))),
    }
}
