//! What Stake paid: pump and chicken by the library's formula, the others by the table that stands in the case, at the place
//! that the library gives.

use provably_fair::games::stake;
use provably_fair::layout::{Deal, Row, Value as Param};
use serde_json::Value;

use super::super::case::{Case, Checked};
use super::stake::dealt;

/// Hazards of a difficulty, and what the last safe step pays.
fn hazards(case: &Case<'_>, row: Row) -> Checked {
    let difficulty = case.text("difficulty")?;
    let known = stake::HAZARDS.into_iter().find(|(name, _)| *name == difficulty);
    let (_, hazards) = known.ok_or_else(|| case.wrong("difficulty", "a difficulty"))?;
    dealt(case, row, &[("hazards", Param::Size(hazards))], None, |deal| {
        #[allow(clippy::cast_precision_loss, reason = "below 2^53")]
        let found = stake::highest_multiplier(deal).map(|hundredths| hundredths as f64 / 100.0);
        same(case, found)
    })
}

/// The printed multiplier is the double nearest to its decimal.
fn same(case: &Case<'_>, found: Option<f64>) -> Checked {
    if found.is_some() && case.value("expected")?.as_f64() == found {
        Ok(())
    } else {
        Err(case.wrong("expected", &format!("{found:?}")))
    }
}

pub fn pump(case: &Case<'_>) -> Checked {
    hazards(case, stake::PUMP)
}

pub fn chicken(case: &Case<'_>) -> Checked {
    hazards(case, stake::CHICKEN)
}

/// What the operator's table of that time, in `payouts`, has at this place. It has to be as long as the game has places.
fn paid(case: &Case<'_>, places: usize, place: Option<u32>) -> Checked {
    let payouts = case.list("payouts")?;
    if payouts.len() != places {
        return Err(case.wrong("payouts", &format!("{places} multipliers")));
    }
    let place = place.and_then(|place| usize::try_from(place).ok());
    same(case, place.and_then(|place| payouts.get(place)).and_then(Value::as_f64))
}

/// The table's risk, which chose it.
fn risk(case: &Case<'_>) -> Checked {
    let known = ["low", "medium", "high", "expert"].contains(&case.text("risk")?);
    known.then_some(()).ok_or_else(|| case.wrong("risk", "a risk"))
}

pub fn plinko(case: &Case<'_>) -> Checked {
    risk(case)?;
    let rows = case.integer("rows")?;
    let places = |deal: &Deal| paid(case, deal.items("rows").len() + 1, stake::plinko_slot(deal));
    dealt(case, stake::PLINKO, &[("rows", Param::Size(rows))], None, places)
}

pub fn wheel(case: &Case<'_>) -> Checked {
    risk(case)?;
    let segments: u32 = case.integer("segments")?;
    let places = usize::try_from(segments).unwrap_or(0);
    dealt(
        case,
        stake::WHEEL,
        &[("segments", Param::Size(segments))],
        None,
        |deal| paid(case, places, deal.items("segment").first().copied()),
    )
}

pub fn cases(case: &Case<'_>) -> Checked {
    case.text("difficulty")?; // chose the table
    let thresholds: Vec<u32> = case.integers("thresholds")?;
    dealt(case, stake::CASES, &[], None, |deal| {
        paid(case, thresholds.len(), stake::cases_tier(deal, &thresholds))
    })
}
