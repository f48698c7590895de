//! Rounds of games, the maps from a number, and the keno ticket (SPEC 8 and 9).

use provably_fair::games::{self, andar_bahar::AndarBahar, bingo::Bingo, dice, omikuji::Omikuji};
use provably_fair::layout::{Deal, Game, Kind, LIMIT, Row, Shown, Value as Param};
use provably_fair::limbo::{Ratio, limbo};
use provably_fair::protocol::keno::Ticket;
use provably_fair::unit::unit64;
use provably_fair::weighted::{Weights, weighted};
use provably_fair::{CURSOR_V1, Revealed};
use serde_json::{Value, json};

use super::super::case::{Case, Checked, Fault};

pub fn games(case: &Case<'_>) -> Checked {
    let name = case.text("game")?;
    let row = row(name).ok_or_else(|| case.wrong("game", "a game"))?;
    let seed = Revealed::from_text(case.text("server_seed_text")?);
    let round = CURSOR_V1
        .round(&seed, case.text("client_seed")?, case.decimal("nonce")?)
        .map_err(|error| Fault::new("server_seed_text", "a seed", error))?;
    let (game, spin) = configured(row, case)?;
    let [first, last] = cursors(case)?;
    let counts = game.counts_to(last);
    let read: u64 = counts.iter().map(|count| u64::from(*count)).sum();
    let from = spin.unwrap_or(0);
    let whole_spin = spin.is_none_or(|from| last == from + 14);
    if first != from || read.checked_sub(1) != Some(last) || !whole_spin {
        return Err(case.wrong("cursors", "the cursors of this game"));
    }
    let deal = game
        .deal(&round, &counts)
        .map_err(|error| Fault::new("game", "a deal", error))?;
    case.answer("result", &result(name, &deal, from))
}

fn row(name: &str) -> Option<Row> {
    match name {
        "holdem_fold" => Some(games::HOLDEM),
        _ => games::TABLE
            .into_iter()
            .find(|row| row.id().strip_suffix("/1") == Some(name)),
    }
}

fn cursors(case: &Case<'_>) -> Result<[u64; 2], Fault> {
    let cursors = case.integers("cursors")?;
    cursors.try_into().map_err(|_| case.wrong("cursors", "first and last"))
}

/// The game with its parameters, and the first cursor of the spin of hanabi that is meant.
fn configured(row: Row, case: &Case<'_>) -> Result<(Game, Option<u64>), Fault> {
    if row.params().is_empty() && !case.has("config") {
        let game = row
            .with(&[])
            .map_err(|error| Fault::new("config", "parameters", error))?;
        return Ok((game, None));
    }
    let config = case.inner("config")?;
    let params = row.params().iter().map(|param| {
        let value = match param.kind {
            Kind::Size { .. } => Param::Size(config.integer(param.name)?),
            Kind::Weights => Param::Weights(config.integers(param.name)?.into()),
            Kind::Ratio => Param::Ratio(ratio(&config, param.name)?),
            Kind::Hundredths => Param::Hundredths(config.integer(param.name)?),
        };
        Ok((param.name, value))
    });
    let params = params.collect::<Result<Vec<_>, Fault>>()?;
    let spin = (row == games::HANABI).then(|| spin(&config)).transpose()?;
    config.finish()?;
    let game = row
        .with(&params)
        .map_err(|error| Fault::new("config", "parameters", error))?;
    Ok((game, spin))
}

fn spin(config: &Case<'_>) -> Result<u64, Fault> {
    let spin = config.text("spin")?;
    let free = spin.strip_prefix("free ").and_then(super::super::case::decimal);
    let first = match free {
        Some(spin) => spin.checked_mul(15).and_then(|before| before.checked_add(15)),
        None => (spin == "base").then_some(0),
    };
    first
        .filter(|first| *first < u64::from(LIMIT))
        .ok_or_else(|| config.wrong("spin", "base or free J"))
}

fn ratio(case: &Case<'_>, field: &str) -> Result<Ratio, Fault> {
    match Param::parse(Kind::Ratio, case.text(field)?) {
        Some(Param::Ratio(ratio)) => Ok(ratio),
        _ => Err(case.wrong(field, "a fraction")),
    }
}

fn result(name: &str, deal: &Deal, from: u64) -> Value {
    let flat = || {
        let shown = deal.all_shown().skip(usize::try_from(from).unwrap_or(usize::MAX));
        let values = shown.map(|shown| match shown {
            Shown::Value(value) => json!(value),
            Shown::Number(number) => json!(number),
        });
        values.collect::<Vec<Value>>()
    };
    match name {
        "roulette" | "fukubukuro" | "limbo" => flat().pop().unwrap_or_default(),
        "chinchiro" => {
            json!(dice::chinchiro(deal).map(|sides| sides.map(|side| side.map(|dice| dice.map(|dice| dice.faces)))))
        }
        "bingo" => Bingo::read(deal).map_or(
            Value::Null,
            |bingo| json!({ "card_columns": bingo.columns, "balls": bingo.balls }),
        ),
        "omikuji" => Omikuji::read(deal).map_or(
            Value::Null,
            |slip| json!({ "tier": slip.tier, "winning_cells": slip.winning_cells, "fillers": slip.fillers }),
        ),
        "andar_bahar" => AndarBahar::read(deal).map_or(Value::Null, |round| {
            let heads = round.heads.map(|head| format!("{:016x}", head.to_bits()));
            let race: Vec<u8> = round.race.iter().map(|card| card.number()).collect();
            json!({ "head_bits": heads, "joker": round.joker.number(), "race": race })
        }),
        _ => json!(flat()),
    }
}

/// What a table or a return refuses has no answer, which a case writes as `null`.
pub fn number_maps(case: &Case<'_>) -> Checked {
    let number = unit64(case.bytes("first8_hex")?);
    if case.has("weights") {
        let table = Weights::new(&case.integers::<u32>("weights")?).ok();
        return case.answer("item", &json!(table.map(|table| weighted(number, &table))));
    }
    let outcome = limbo(number, ratio(case, "rtp")?, case.integer("cap100")?);
    case.answer("limbo100", &json!(outcome.ok()))
}

/// Thrill's limbo, of which a number and not its digest is published: u = 1 - number at a return of 1 / (2 - rtp).
pub fn thrill_limbo(case: &Case<'_>) -> Checked {
    let number = case
        .value("random_number")?
        .as_f64()
        .filter(|number| (0.0..1.0).contains(number));
    let number = number.ok_or_else(|| case.wrong("random_number", "0 up to 1"))?;
    let rtp = case.value("rtp")?.to_string();
    let percent = rtp
        .strip_prefix("0.")
        .filter(|digits| digits.len() == 2)
        .and_then(|digits| digits.parse().ok());
    let percent: u64 = percent.ok_or_else(|| case.wrong("rtp", "two decimals below 1"))?;
    let return_ = Ratio {
        num: 100,
        den: 200 - percent,
    };
    let outcome = limbo(1.0 - number, return_, u64::MAX).map_err(|error| Fault::new("rtp", "a return", error))?;
    #[allow(clippy::cast_precision_loss, reason = "a point of a site's, far below 2^53")]
    let found = outcome as f64 / 100.0;
    case.answer("expected", &json!(found))
}

pub fn keno(case: &Case<'_>) -> Checked {
    let ticket = Ticket::new(case.text("random_hash_hex")?, case.text("salt_text")?);
    let links = ticket
        .map_err(|error| Fault::new("random_hash_hex", "a ticket", error))?
        .links();
    let balls: Vec<u32> = links.iter().map(|link| link.ball).collect();
    case.answer("balls", &json!(balls))?;
    let last = links.last().map(|link| link.hash);
    case.answer_hex("last_link_hex", last.as_ref().map_or(&[], |hash| hash.as_bytes()))
}
