//! Values that Stake and its relatives published, in the outer form of `published-games.json`.

use provably_fair::games::stake;
use provably_fair::layout::{Deal, Row, Shown, Value as Param};
use provably_fair::pool::{Order, Pool};
use provably_fair::stream::Round;
use provably_fair::unit::unit32;
use provably_fair::{Revealed, STAKE_V1};
use serde_json::{Value, json};

use super::super::case::{Case, Checked, Fault, decimal, integer};

/// Makes the round of a case and hands it to `check`.
fn round(case: &Case<'_>, check: impl FnOnce(&Round<'_>) -> Checked) -> Checked {
    case.given("scheme"); // the runner has chosen by it already
    let seed = Revealed::from_text(case.text("server_seed")?);
    let nonce = case.value("nonce")?;
    let nonce = integer(nonce).or_else(|| decimal(nonce.as_str()?));
    let nonce = nonce.ok_or_else(|| case.wrong("nonce", "a u64"))?;
    let round = STAKE_V1.round(&seed, case.text("client_seed")?, nonce);
    check(&round.map_err(|error| Fault::new("server_seed", "a seed", error))?)
}

pub(super) fn dealt(
    case: &Case<'_>,
    row: Row,
    params: &[(&str, Param<'_>)],
    read: Option<u32>,
    answer: impl FnOnce(&Deal) -> Checked,
) -> Checked {
    round(case, |round| {
        let fault = |error: &dyn ToString| Fault::new("expected", "a deal", error.to_string());
        let game = row.with(params).map_err(|error| fault(&error))?;
        let counts = read.map_or_else(|| game.capacity(), |read| vec![read]);
        answer(&game.deal(round, &counts).map_err(|error| fault(&error))?)
    })
}

/// Compares hundredths with the decimals that the site printed: each hundredth is the double nearest to its decimal.
fn hundredths(case: &Case<'_>, found: &[Shown]) -> Checked {
    let printed = match found {
        [_] => std::slice::from_ref(case.value("expected")?),
        _ => case.list("expected")?,
    };
    let found: Vec<f64> = found
        .iter()
        .map(|shown| shown.to_string().parse::<f64>().unwrap_or(f64::NAN) / 100.0)
        .collect();
    let same = printed.iter().map(Value::as_f64).eq(found.iter().copied().map(Some));
    if same {
        Ok(())
    } else {
        Err(case.wrong("expected", &format!("{found:?}")))
    }
}

fn points(case: &Case<'_>, row: Row) -> Checked {
    dealt(case, row, &[], None, |deal| {
        hundredths(case, &deal.all_shown().collect::<Vec<_>>())
    })
}

fn texts(case: &Case<'_>, deal: &Deal) -> Checked {
    case.answer("expected", &json!(deal.all_texts().collect::<Vec<_>>()))
}

pub fn dice(case: &Case<'_>) -> Checked {
    points(case, stake::DICE)
}

pub fn limbo(case: &Case<'_>) -> Checked {
    points(case, stake::LIMBO)
}

pub fn limbo_1e8(case: &Case<'_>) -> Checked {
    points(case, stake::LIMBO_1E8)
}

pub fn drill(case: &Case<'_>) -> Checked {
    points(case, stake::DRILL)
}

pub fn roulette(case: &Case<'_>) -> Checked {
    dealt(case, stake::ROULETTE, &[], None, |deal| {
        case.answer("expected", &json!(deal.items("pocket")[0]))
    })
}

fn sorted(mut items: Vec<u32>) -> Value {
    items.sort_unstable();
    json!(items)
}

/// Which order the answer has; there is one, and it says from where it counts.
fn order(case: &Case<'_>, order: &str) -> Checked {
    case.answer("order", &json!(order))
}

pub fn mines(case: &Case<'_>) -> Checked {
    order(case, "sorted, 0-based")?;
    let params = [("mines", Param::Size(case.integer("mines")?))];
    dealt(case, stake::MINES, &params, None, |deal| {
        case.answer("expected", &sorted(deal.items("mines")))
    })
}

pub fn keno(case: &Case<'_>) -> Checked {
    order(case, "sorted, 1-based")?;
    dealt(case, stake::KENO, &[], None, |deal| {
        case.answer("expected", &sorted(deal.items("balls")))
    })
}

pub fn plinko_slot(case: &Case<'_>) -> Checked {
    let params = [("rows", Param::Size(case.integer("rows")?))];
    dealt(case, stake::PLINKO, &params, None, |deal| {
        case.answer("expected", &json!(stake::plinko_slot(deal)))
    })
}

pub fn diamonds(case: &Case<'_>) -> Checked {
    dealt(case, stake::DIAMONDS, &[], None, |deal| texts(case, deal))
}

pub fn cards_with_replacement(case: &Case<'_>) -> Checked {
    case.text("game")?;
    let count = case.integer("count")?;
    dealt(case, stake::CARDS_WITH_REPLACEMENT, &[], Some(count), |deal| {
        texts(case, deal)
    })
}

pub fn cards_without_replacement(case: &Case<'_>) -> Checked {
    case.text("game")?;
    let count = case.integer("count")?;
    dealt(case, stake::CARDS_WITHOUT_REPLACEMENT, &[], Some(count), |deal| {
        texts(case, deal)
    })
}

/// One letter a flip or throw.
fn letters(case: &Case<'_>, row: Row) -> Checked {
    let count = u32::try_from(case.text("expected")?.len())
        .ok()
        .filter(|count| *count > 0);
    let count = count.ok_or_else(|| case.wrong("expected", "a letter for each, at least one"))?;
    dealt(case, row, &[], Some(count), |deal| {
        case.answer("expected", &json!(deal.all_texts().collect::<String>()))
    })
}

pub fn flip(case: &Case<'_>) -> Checked {
    letters(case, stake::FLIP)
}

pub fn rock_paper_scissors(case: &Case<'_>) -> Checked {
    letters(case, stake::ROCK_PAPER_SCISSORS)
}

/// One spin of five reels.
pub fn slots_reels(case: &Case<'_>) -> Checked {
    let spin: u32 = case.integer("round")?;
    let read = spin.checked_add(1).and_then(|spins| spins.checked_mul(5));
    let read = read.ok_or_else(|| case.wrong("round", "a spin"))?;
    dealt(case, stake::SLOTS, &[], Some(read), |deal| {
        let reels = stake::slots_reels(deal).unwrap_or_default();
        case.answer("expected", &json!(reels.chunks(5).last()))
    })
}

pub fn snakes_rolls(case: &Case<'_>) -> Checked {
    dealt(case, stake::SNAKES, &[], None, |deal| {
        case.answer("expected", &json!(stake::snakes_rolls(deal)))
    })
}

fn by_level(case: &Case<'_>, row: Row, params: &[(&str, Param<'_>)], each: u32) -> Checked {
    dealt(case, row, params, None, |deal| {
        let items = deal.items(row.segments()[0].name());
        let levels: Vec<&[u32]> = items.chunks(usize::try_from(each).unwrap_or(1)).collect();
        case.answer("expected", &json!(levels))
    })
}

pub fn dragon_tower(case: &Case<'_>) -> Checked {
    let difficulty = case.text("difficulty")?;
    let known = stake::EGGS_AND_TILES.into_iter().find(|(name, ..)| *name == difficulty);
    let (_, eggs, tiles) = known.ok_or_else(|| case.wrong("difficulty", "a difficulty"))?;
    by_level(
        case,
        stake::DRAGON_TOWER,
        &[("eggs", Param::Size(eggs)), ("tiles", Param::Size(tiles))],
        eggs,
    )
}

pub fn moles(case: &Case<'_>) -> Checked {
    let moles = case.integer("moles")?;
    by_level(case, stake::MOLES, &[("moles", Param::Size(moles))], moles)
}

pub fn bytes(case: &Case<'_>) -> Checked {
    let count = some(case)?.len();
    let first = case.integer("cursor")?;
    round(case, |round| {
        let bytes: Result<Vec<u8>, _> = stake::bytes(round, first).take(count).collect();
        case.answer(
            "expected",
            &json!(bytes.map_err(|error| Fault::new("cursor", "bytes", error))?),
        )
    })
}

/// A list of answers as long as the case says by its length; an empty one would compare nothing.
fn some<'v>(case: &Case<'v>) -> Result<&'v [Value], Fault> {
    let list = case.list("expected")?;
    if list.is_empty() {
        Err(case.wrong("expected", "at least one answer"))
    } else {
        Ok(list)
    }
}

/// Numbers from a byte cursor on, within the tolerance that the case gives, or exact.
fn close(case: &Case<'_>, first: u64) -> Checked {
    let tolerance = case.given("tolerance").map_or(Some(0.0), Value::as_f64);
    let tolerance = tolerance.ok_or_else(|| case.wrong("tolerance", "a number"))?;
    let printed = some(case)?;
    round(case, |round| {
        let bytes: Result<Vec<u8>, _> = stake::bytes(round, first).take(4 * printed.len()).collect();
        let bytes = bytes.map_err(|error| Fault::new("cursor", "bytes", error))?;
        for (number, printed) in bytes.chunks_exact(4).zip(printed) {
            let number = unit32([number[0], number[1], number[2], number[3]]);
            let held = printed
                .as_f64()
                .is_some_and(|printed| (number - printed).abs() <= tolerance);
            if !held {
                return Err(Fault::new("expected", printed, number));
            }
        }
        Ok(())
    })
}

pub fn floats(case: &Case<'_>) -> Checked {
    close(case, case.integer("cursor")?)
}

pub fn darts_floats(case: &Case<'_>) -> Checked {
    if case.list("expected")?.len() != 2 {
        return Err(case.wrong("expected", "rotation and distance"));
    }
    close(case, 0)
}

pub fn pick_order(case: &Case<'_>) -> Checked {
    let ends = case.text("pool")?.split_once("..");
    let ends = ends.and_then(|(first, last)| Some((decimal(first)?, decimal(last)?)));
    let wrong = || case.wrong("pool", "FIRST..LAST");
    let (first, last) = ends.ok_or_else(wrong)?;
    let size = last.checked_sub(first).and_then(|more| u32::try_from(more + 1).ok());
    let first = u32::try_from(first).map_err(|_| wrong())?;
    let mut pool = Pool::new(first, size.ok_or_else(wrong)?, Order::RemoveShift).map_err(|_| wrong())?;
    let take: usize = case.integer("take")?;
    round(case, |round| {
        let drawn: Vec<u32> = round
            .numbers()
            .take(take)
            .map_while(|number| pool.draw(number))
            .collect();
        case.answer("expected", &json!(drawn))
    })
}
