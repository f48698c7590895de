//! Duel's games, as its auditor published them: mines and plinko of seed pairs, crash and castle roulette of single rounds.

use provably_fair::chain::{
    Chain, DUEL_CASTLE_ROULETTE_V1, DUEL_CRASH_V1, GameLink, Kind, Progress, Public, RuleError,
};
use serde_json::json;

use super::super::case::{Case, Checked, Fault};

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
