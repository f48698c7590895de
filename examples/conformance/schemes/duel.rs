//! Duel's games, as its auditor published them: mines and plinko of seed pairs, crash and castle roulette of single rounds.

use provably_fair::Scheme;
use provably_fair::chain::{
    Chain, DUEL_CASTLE_ROULETTE_V1, DUEL_CRASH_V1, GameLink, Kind, Progress, Public, RuleError,
};
use provably_fair::games::operators::{DUEL_MINES, DUEL_PLINKO, duel_mines};
use provably_fair::games::stake::plinko_slot;
use provably_fair::layout::{Deal, Row, Value as Param};
use provably_fair::scheme::{DUEL_MINES_V1, DUEL_PLINKO_V1};
use serde_json::json;

use super::super::case::{Case, Checked, Fault};
use super::words;

/// A round's seed as the one game of the chain that ends with its commitment, and the drand signature of the round.
fn single<T>(case: &Case<'_>, play: impl FnOnce(&GameLink, Public<'_>) -> Result<T, RuleError>) -> Result<T, Fault> {
    case.integer::<u64>("drand_round")?; // whose signature this is, no derivation can show
    let link = |field| {
        let link = Kind::Bytes.link(case.text(field)?);
        link.map_err(|error| case.wrong(field, &error.to_string()))
    };
    let (seed, commitment) = (link("server_seed")?, link("commitment")?);
    let Ok(Progress::Game(game)) = Chain::new(commitment).check(seed, 1) else {
        return Err(case.wrong("commitment", "the seed's"));
    };
    let signature = case.hex("drand_signature")?;
    play(&game, Public::signature(&signature)).map_err(|error| case.wrong("drand_signature", &error.to_string()))
}

pub fn crash(case: &Case<'_>) -> Checked {
    let crash = single(case, |game, public| DUEL_CRASH_V1.crash(game, public))?;
    #[allow(clippy::cast_precision_loss, reason = "a point of a site's, far below 2^53")]
    let found = crash.hundredths as f64 / 100.0;
    case.answer("expected", &json!(found))
}

pub fn castle_roulette(case: &Case<'_>) -> Checked {
    let drawn = single(case, |game, public| DUEL_CASTLE_ROULETTE_V1.draw(game, public))?;
    case.answer("expected", &json!(drawn[0]))
}

fn dealt(case: &Case<'_>, scheme: Scheme, row: Row, param: &str) -> Result<Deal, Fault> {
    let game = row.with(&[(param, Param::Size(case.integer(param)?))]);
    let game = game.map_err(|error| case.wrong(param, &error.to_string()))?;
    words::round(case, scheme, |round| {
        game.deal(round, &game.capacity())
            .map_err(|error| Fault::new("expected", "a deal", error))
    })
}

pub fn mines(case: &Case<'_>) -> Checked {
    let deal = dealt(case, DUEL_MINES_V1, DUEL_MINES, "mines")?;
    case.answer("expected", &json!(duel_mines(&deal)))
}

pub fn plinko(case: &Case<'_>) -> Checked {
    let deal = dealt(case, DUEL_PLINKO_V1, DUEL_PLINKO, "rows")?;
    case.answer("expected", &json!(plinko_slot(&deal)))
}
