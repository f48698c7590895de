//! The core's schemes: commitments, numbers, dice, the cursor stream, matches, crash points.

use std::num::NonZeroU32;

use provably_fair::mac::{Digest, Hash};
use provably_fair::protocol::check_link::{CheckLink, MatchNote};
use provably_fair::protocol::match_dice::{self, FirstRoll, Rolls};
use provably_fair::verdict::Finding;
use provably_fair::{CURSOR_V1, Commitment, Mismatch, PlayerSeed, Report, Revealed, Sealing};
use provably_fair::{crash as crash_point, dice, hex, index as index_map, pool, unit as number};
use serde_json::{Value, json};

use super::super::case::{Case, Checked, Fault};

/// Compares `result`, and `at` and `roll_index` where they are given, with how a document fared: no report if it is malformed.
pub fn fared(case: &Case<'_>, good: &str, fared: Option<&Report>) -> Checked {
    let failure = match fared {
        None => return case.answer("result", &json!("malformed")),
        Some(report) => report.first_failure(),
    };
    let Some(line) = failure else {
        return good_result(case, good);
    };
    case.answer("result", &json!("mismatch"))?;
    case.answer("at", &json!(line.check.name()))?;
    if case.has("roll_index") {
        case.answer("roll_index", &json!(line.at))
    } else {
        Ok(())
    }
}

/// `valid` and `verified` are one and the same to the runner.
fn good_result(case: &Case<'_>, good: &str) -> Checked {
    match case.text("result")? {
        "valid" | "verified" => Ok(()),
        _ => case.answer("result", &json!(good)),
    }
}

pub fn commitment(case: &Case<'_>) -> Checked {
    let opened = match (case.given("server_seed_hex"), case.given("server_seed_text")) {
        (Some(_), None) => {
            let seed = Revealed::from_hex(case.text("server_seed_hex")?).map_err(|error| error.to_string());
            let seed = seed.and_then(|seed| match match_dice::check_seed(&seed) {
                Ok(()) => Ok(seed),
                Err(error) => Err(error.to_string()),
            });
            open(case, match_dice::SEALING, seed)
        }
        (None, Some(_)) => {
            let seed = Revealed::from_text(case.text("server_seed_text")?);
            open(case, CURSOR_V1.sealing(), Ok(seed))
        }
        _ => return Err(case.wrong("server_seed_hex", "exactly one of server_seed_hex and server_seed_text")),
    };
    let (result, at) = match opened? {
        Err(_) => ("malformed", None),
        Ok((_, Ok(_))) => return good_result(case, "valid"),
        Ok((_, Err(Mismatch::KeyNotHidden))) => ("mismatch", Some("commitment_hides_key")),
        Ok((_, Err(_))) => ("mismatch", Some("commitment")),
    };
    case.answer("result", &json!(result))?;
    match at {
        Some(at) => case.answer("at", &json!(at)),
        None => Ok(()),
    }
}

type Opened = Result<(Commitment, Result<Revealed, Mismatch>), String>;

/// The commitment opened with the seed, or why one of them is malformed. A commitment that is not given is not malformed
/// by itself, so a case without one must be so by its seed.
fn open(case: &Case<'_>, sealing: Sealing, seed: Result<Revealed, String>) -> Result<Opened, Fault> {
    let given = !case.value("commitment_hex")?.is_null();
    let seed = match seed {
        Ok(seed) => seed,
        Err(error) => return Ok(Err(error)),
    };
    if !given {
        return Err(case.wrong("commitment_hex", "a commitment"));
    }
    let commitment = match Commitment::from_hex(sealing.commit_hash(), case.text("commitment_hex")?) {
        Ok(commitment) => commitment,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let opened = commitment.open(&sealing, seed);
    if let Ok(seed) = &opened {
        let made = sealing
            .digest(seed)
            .map_err(|error| case.wrong("commitment_hex", &error.to_string()))?;
        case.answer_hex("commitment_hex", made.digest().as_bytes())?;
    }
    Ok(Ok((commitment, opened)))
}

/// A digest of 32 or 64 bytes.
fn digest(case: &Case<'_>, field: &str) -> Result<Digest, Fault> {
    let bytes = case.hex(field)?;
    let short = <[u8; 32]>::try_from(bytes.as_slice()).map(Digest::Sha256);
    short
        .or_else(|_| <[u8; 64]>::try_from(bytes.as_slice()).map(Digest::Sha512))
        .map_err(|_| case.wrong(field, "a digest of 32 or 64 bytes"))
}

pub fn unit(case: &Case<'_>) -> Checked {
    let digest = digest(case, "digest_hex")?;
    case.answer_bits("u56_bits", number::unit56(digest.first()))?;
    case.answer_bits("u64_bits", number::unit64(digest.first()))?;
    case.answer("h52", &json!(number::h52(digest.first()).to_string()))
}

pub fn index(case: &Case<'_>) -> Checked {
    let n = NonZeroU32::new(case.integer("n")?).ok_or_else(|| case.wrong("n", "at least 1"))?;
    let index = index_map::index(number::unit64(case.bytes("first8_hex")?), n);
    case.answer("index", &json!(index))
}

pub fn cursor(case: &Case<'_>) -> Checked {
    let seed = Revealed::from_text(case.text("server_seed_text")?);
    let (nonce, cursor) = (case.decimal("nonce")?, case.integer("cursor")?);
    let failed = |error: &dyn ToString| Fault::new("digest_hex", "a digest", error.to_string());
    let round = CURSOR_V1
        .round(&seed, case.text("client_seed")?, nonce)
        .map_err(|error| failed(&error))?;
    let digest = round.digest(cursor).map_err(|error| failed(&error))?;
    case.answer_hex("digest_hex", digest.as_bytes())?;
    case.answer_bits("u56_bits", number::unit56(digest.first()))?;
    case.answer_bits("u64_bits", round.number(cursor).map_err(|error| failed(&error))?)
}

pub fn pool_hop(case: &Case<'_>) -> Checked {
    let pool = pool::Pool::new(0, case.integer("pool")?, pool::Order::PoolHop);
    let mut pool = pool.map_err(|_| case.wrong("pool", "a pool within the limit"))?;
    let mut drawn = Vec::new();
    for word in case.texts("first8_hex")? {
        let word = hex::decode_array(word).map_err(|_| case.wrong("first8_hex", "8 bytes of hex each"))?;
        drawn.push(pool.draw(number::unit64(word)));
    }
    case.answer("drawn", &json!(drawn))
}

pub fn dice_bytes(case: &Case<'_>) -> Checked {
    let mac = case.hex("mac_hex")?;
    let pair = dice::pair(&mac).map(|pair| [pair.first, pair.second]);
    case.answer("pair", &json!(pair))?;
    case.answer("two_faces", &json!(dice::faces::<2>(&mac)))?;
    case.answer("three_faces", &json!(dice::faces::<3>(&mac)))
}

pub fn match_dice(case: &Case<'_>) -> Checked {
    let seed = Revealed::from_bytes(&case.hex("server_seed_hex")?);
    let players: Vec<_> = case
        .texts("player_seeds")?
        .into_iter()
        .flat_map(PlayerSeed::new)
        .collect();
    let players = <[PlayerSeed; 2]>::try_from(players).map_err(|_| case.wrong("player_seeds", "two valid seeds"))?;
    let rolls = Rolls::new(&seed, &players).map_err(|error| case.wrong("server_seed_hex", &error.to_string()))?;
    // A roll number is a u64: as a JSON number, or as decimal text where a file writes it so.
    let number = match case.value("roll")? {
        Value::String(_) => case.decimal("roll")?,
        _ => case.integer("roll")?,
    };
    let roll = rolls.roll(number).map_err(|error| Fault::new("dice", "dice", error))?;
    case.answer_hex("mac_hex", roll.mac.as_bytes())?;
    case.answer("dice", &json!([roll.dice.first, roll.dice.second]))
}

pub fn match_link(case: &Case<'_>) -> Checked {
    let first = match case.integer::<u64>("first_roll")? {
        0 => FirstRoll::Zero,
        1 => FirstRoll::One,
        _ => return Err(case.wrong("first_roll", "0 or 1")),
    };
    let Ok(link) = CheckLink::parse(case.text("fragment")?) else {
        return fared(case, "verified", None);
    };
    let report = link.verify(Some(first), &MatchNote::none());
    fared(case, "verified", Some(report.report()))?;
    if report.report().first_failure().is_some() {
        return Ok(());
    }
    let held = report
        .report()
        .lines()
        .iter()
        .filter(|line| line.finding == Finding::Held)
        .count();
    if held < 3 {
        return Err(Fault::new("result", "commitment, hidden key and rolls checked", held));
    }
    case.answer("rolls", &json!(link.rolls().len()))?;
    match link.games() {
        Some(games) => case.answer("games", &json!(games)),
        None => Ok(()),
    }
}

pub fn crash(case: &Case<'_>) -> Checked {
    let h = number::H52::of(digest(case, "digest_hex")?.first());
    case.answer("h52", &json!(h.get().to_string()))?;
    case.answer("raw100", &json!(crash_point::raw(h).to_string()))?;
    case.answer("bust100", &json!(crash_point::point(h, crash_point::Clamp::STANDARD)))
}

/// SPEC 1's commitments are SHA-256; the runner says so instead of guessing from a length.
const _: () = assert!(matches!(CURSOR_V1.sealing().commit_hash(), Hash::Sha256));
