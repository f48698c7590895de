//! A game of a hash chain: its rule, its chain's public values, its number, link and point.

use std::borrow::Cow;

use provably_fair::chain::{self, Chain, CrashRule, Link, Progress, Public};
use provably_fair::{hex, mac};
use serde::Deserialize;

use crate::csv::Row;
use crate::finding::Place;
use crate::ids::unknown;
use crate::json::json;
use crate::record::{Failure, Kind, constant, field, number};
use crate::repeats::{Class, Print, group, place};
use crate::worker::Done;

/// What a record says: a JSON object, or a row of a CSV file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated<'a> {
    #[serde(rename = "format")]
    _format: Cow<'a, str>,
    version: u64,
    #[serde(borrow)]
    scheme: Cow<'a, str>,
    #[serde(borrow)]
    salt: Option<Cow<'a, str>>,
    #[serde(borrow)]
    signature: Option<Cow<'a, str>>,
    #[serde(borrow)]
    terminating: Cow<'a, str>,
    #[serde(borrow)]
    number: Cow<'a, str>,
    #[serde(borrow)]
    link: Cow<'a, str>,
    #[serde(borrow)]
    hundredths: Cow<'a, str>,
}

/// A signature is one game's, so CSV has it in a column that need not be there.
pub const COLUMNS: [&str; 6] = ["scheme", "salt", "terminating", "number", "link", "hundredths"];
const SIGNATURE: [&str; 1] = ["signature"];

/// Every rule that a record may name: a round that has a seed of its own is a chain of one game.
pub fn rules() -> impl Iterator<Item = CrashRule> {
    chain::RULES.into_iter().chain(chain::SINGLE_RULES)
}

/// A well-formed game, whose place in its chain is found out together with its neighbours'.
#[derive(Debug)]
pub struct Game {
    pub terminating: Link,
    pub number: u64,
    pub link: Link,
    pub rule: CrashRule,
    pub hundredths: u64,
    /// What is wrong with its point.
    pub point: Option<Failure>,
    pub place: Place,
}

pub fn read(line: &str, at: Place) -> Result<Game, String> {
    of(&json(line)?, at)
}

pub fn of_row(row: &Row<'_>, at: Place) -> Result<Game, String> {
    let [scheme, salt, terminating, number, link, hundredths] = row.cells(&COLUMNS)?;
    let [signature] = row.cells(&SIGNATURE).unwrap_or_default();
    let given = |text: &'_ str| !text.is_empty();
    let stated = Stated {
        _format: Kind::Crash.name().into(),
        version: 1,
        scheme: scheme.into(),
        salt: Some(salt).filter(|text| given(text)).map(Cow::from),
        signature: Some(signature).filter(|text| given(text)).map(Cow::from),
        terminating: terminating.into(),
        number: number.into(),
        link: link.into(),
        hundredths: hundredths.into(),
    };
    of(&stated, at)
}

fn of(stated: &Stated<'_>, place: Place) -> Result<Game, String> {
    constant("version", &stated.version.to_string(), "1")?;
    let rule = chain::by_id(&stated.scheme);
    let rule = field(
        "scheme",
        rule.ok_or_else(|| unknown(rules().map(|rule| rule.id()), &stated.scheme)),
    )?;
    let kind = rule.digest().kind();
    let link = field("link", kind.link(&stated.link))?;
    let number_of_game = number("number", &stated.number)?;
    if number_of_game == 0 {
        return Err("field number: game 0 is the terminating hash, which is no game".into());
    }
    let signature = field("signature", stated.signature.as_deref().map(hex::decode).transpose())?;
    let public = match (stated.salt.as_deref(), &signature) {
        (Some(_), Some(_)) => return Err("field signature: a rule takes a salt or a signature, not both".into()),
        (Some(salt), None) => Public::salt(salt),
        (None, Some(signature)) => Public::signature(signature),
        (None, None) => Public::NONE,
    };
    let hundredths = number("hundredths", &stated.hundredths)?;
    Ok(Game {
        terminating: field("terminating", kind.link(&stated.terminating))?,
        number: number_of_game,
        link,
        rule,
        hundredths,
        point: point(rule, link, public, hundredths)?,
        place,
    })
}

/// Compares the point. It follows from the link, whatever its number; a rule wants a link that is a game of some chain, so
/// it gets the one that ends right after it.
fn point(rule: CrashRule, link: Link, public: Public<'_>, stated: u64) -> Result<Option<Failure>, String> {
    let Ok(Progress::Game(game)) = Chain::new(link.next()).check(link, 1) else {
        return Err("field link: hashes to itself".into());
    };
    let crash = field("salt", rule.crash(&game, public))?;
    Ok((crash.hundredths != stated).then(|| Failure::new("crash_point", &crash.hundredths, &stated)))
}

/// Notes the game and its fingerprint.
pub fn judge(game: Game, done: &mut Done) {
    let chain = group(
        Class::CrashGame,
        &[game.terminating.kind().name().as_bytes(), game.terminating.as_bytes()],
    );
    let all = [game.link.as_bytes(), &game.hundredths.to_be_bytes()].concat();
    let same = u64::from_be_bytes(mac::Hash::Sha256.digest(&all).first());
    done.prints
        .push(Print::new(chain, game.number, same, place(game.place)));
    done.games.push(game);
}
