//! A claimed round of a game, or what a round's seeds give.

use std::io::{self, Write};

use clap::ArgAction;
use provably_fair::games::{self, Action};
use provably_fair::layout::{Count, Game, Item, Kind, Part, Replay, Row, Segment, Value as Param};
use provably_fair::protocol::round::{RoundClaim, RoundNote, RoundReport};
use provably_fair::scheme::{SCHEMES, Scheme};
use provably_fair::verdict::Check;
use provably_fair::{Commitment, Revealed, Verdict};
use serde_json::{Value, json};

use crate::links::Language;
use crate::{output, readings, stated};

/// Deal a round again, and compare it with what was stated and with your own note.
#[derive(clap::Args)]
pub struct Args {
    /// How the operator derives: cursor/1, stake/1, ... Without a version, the only one there is.
    #[arg(long, value_parser = scheme)]
    scheme: Scheme,
    /// The revealed server seed, exactly as published.
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    server: String,
    /// The client seed, exactly as it was set; nothing is trimmed.
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    client: String,
    /// The nonce of the bet.
    #[arg(long, value_parser = decimal)]
    nonce: u64,
    /// The game: bingo/1, koban/1, ... (`cargo run --example table` lists them). Without a version, the only one there is.
    #[arg(long, value_parser = game)]
    game: Row,
    /// A parameter of the game, as cells=9, weights=5,3,2, rtp=99/100 or cap100=100000000.
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
    /// What was done, in order, separated by commas: `hit`, `flip`, `climb`, `race`, `free_spin`, `call`, `fold`, `hold:0.2`,
    /// `stop:1.2`.
    ///
    /// `hold:0.2` holds the cards in slots 0 and 2 of video poker, counted from 0, and replaces the other three; `hold` alone
    /// holds none. `stop:1.2` is side 1 of chinchiro stopping after 2 attempts; sides are 0 and 1.
    #[arg(long, value_name = "ACTION", value_delimiter = ',', conflicts_with = "read")]
    action: Vec<Action>,
    /// How far a part of the game was read, as flips=10. By default fixed parts are read whole, an open one as far as items
    /// were stated.
    #[arg(long, value_name = "SEGMENT=COUNT")]
    read: Vec<String>,
    /// The result that was stated: every item in the order of the draws, separated by commas or spaces. Positions that a site
    /// shows sorted (mines, keno) are in draw order in the report that this prints.
    ///
    /// A card is its name as a report shows it, its name with a letter for the suit, or its number: `K♣`, `Kc` and 11 are one
    /// card, `10h` is the ten of hearts. A die is its face, a multiplier has two decimals.
    #[arg(long, value_name = "ITEM,ITEM", value_delimiter = ',')]
    stated: Vec<String>,
    /// The commitment that the operator states.
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
    /// Your own note: the commitment you were shown before you chose your client seed.
    #[arg(long, value_name = "HEX")]
    noted_commitment: Option<Commitment>,
    /// Your own note: the client seed you chose.
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    noted_client: Option<String>,
    /// Your own note: the nonce your bet had.
    #[arg(long, value_parser = decimal)]
    noted_nonce: Option<u64>,
    /// Your own note: the scheme, as the site described it before you bet.
    #[arg(long, value_name = "SCHEME", value_parser = scheme, requires = "noted_game")]
    noted_scheme: Option<Scheme>,
    /// Your own note: the game, as you were shown it before you bet.
    #[arg(long, value_name = "GAME", value_parser = game, requires = "noted_scheme")]
    noted_game: Option<Row>,
    /// Your own note: a parameter of the game as you were shown it before you bet, as NAME=VALUE; all of them, if any.
    #[arg(long, value_name = "NAME=VALUE", requires = "noted_game")]
    noted_param: Vec<String>,
    /// Show what lay at the cursors that were not read; of open parts, so many more.
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "0")]
    unread: Option<u32>,
    /// Show every number's derivation, to follow by hand.
    #[arg(long)]
    trace: bool,
    /// Print a program that recomputes the deal without this library and compares it with what was stated, instead of the
    /// report.
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["trace", "unread", "json"])]
    script: Option<Language>,
    /// A JSON object instead of text.
    #[arg(long, action = ArgAction::SetTrue)]
    json: bool,
    /// Exit with 3 when the verdict is only consistent.
    #[arg(long)]
    strict: bool,
}

/// The one with this id, or of this name if it has one version only.
fn one<T>(all: impl Iterator<Item = T>, id: impl Fn(&T) -> &'static str, text: &str) -> Result<T, String> {
    let named = |known: &T| id(known).rsplit_once('/').is_some_and(|(name, _)| name == text);
    let all: Vec<T> = all.collect();
    let list = |known: &[&T]| known.iter().map(|known| id(known)).collect::<Vec<_>>().join(", ");
    let everything = list(&all.iter().collect::<Vec<_>>());
    let fitting: Vec<&T> = all.iter().filter(|known| named(known)).collect();
    if fitting.len() > 1 {
        return Err(format!("which version? There are {}", list(&fitting)));
    }
    let found = all.into_iter().find(|known| id(known) == text || named(known));
    found.ok_or_else(|| format!("there are {everything}"))
}

fn scheme(text: &str) -> Result<Scheme, String> {
    one(SCHEMES.into_iter(), Scheme::id, text)
}

fn game(text: &str) -> Result<Row, String> {
    one(games::all(), Row::id, text)
}

/// A u64 without sign or leading zero.
fn decimal(text: &str) -> Result<u64, String> {
    let number = text.parse::<u64>().ok().filter(|number| number.to_string() == text);
    number.ok_or_else(|| "expected a whole number up to 18446744073709551615 without sign or leading zero".into())
}

/// The options that bring what a report misses.
const OPTIONS: [(Check, &str); 6] = [
    (Check::Commitment, "--commitment HEX"),
    (Check::Deal, "--stated ITEM,ITEM"),
    (Check::NotedCommitment, "--noted-commitment HEX"),
    (Check::NotedClientSeed, "--noted-client SEED"),
    (Check::NotedNonce, "--noted-nonce NONCE"),
    (
        Check::NotedSettings,
        "--noted-scheme SCHEME --noted-game GAME, with --noted-param NAME=VALUE for each parameter",
    ),
];

pub fn run(args: &Args, out: &mut dyn Write) -> io::Result<u8> {
    let note = match note(args) {
        Ok(note) => note,
        Err(error) => return Ok(output::usage(&error)),
    };
    let claim = match claim(args) {
        Ok(claim) => claim,
        Err(error) => return output::malformed(out, args.json, args.game.id(), &error),
    };
    let report = claim.verify(&note);
    let replay = args.unread.and_then(|beyond| claim.replay(beyond).ok());
    let trace = args.trace.then(|| claim.trace().ok()).flatten(); // what cannot be dealt has failed its check
    if let Some(Language::Python) = args.script {
        write!(out, "{}", claim.python())?;
    } else if args.json {
        let mut all = as_json(args, &claim, &report);
        if let Some(replay) = &replay {
            all["unread"] = unread(replay);
        }
        if let Some(trace) = &trace {
            all["trace"] = trace.steps.iter().map(|step| json!(step.to_string())).collect();
        }
        writeln!(out, "{all}")?;
    } else {
        write!(out, "{} under {}: {report}", args.game.id(), args.scheme.id())?;
        for line in report
            .deal()
            .into_iter()
            .flat_map(|deal| readings::of(deal, &args.action))
        {
            writeln!(out, "    {line}")?;
        }
        output::how_to_bring(out, report.report(), &OPTIONS)?;
        for hint in hints(args, &claim, &report) {
            writeln!(out, "  hint: {hint}")?;
        }
        if let Some(replay) = &replay {
            write!(out, "{replay}")?;
        }
        if let Some(trace) = &trace {
            write!(out, "{trace}")?;
        }
    }
    Ok(output::code(report.verdict(), args.strict))
}

fn note(args: &Args) -> Result<RoundNote, String> {
    let mut note = RoundNote::none();
    if let Some(seen) = args.noted_commitment {
        note = note.commitment(seen);
    }
    if let Some(own) = &args.noted_client {
        note = note.client_seed(own);
    }
    if let Some(nonce) = args.noted_nonce {
        note = note.nonce(nonce);
    }
    if let (Some(scheme), Some(game)) = (args.noted_scheme, args.noted_game) {
        note = note.settings(scheme, &with_params(game, "--noted-param", &args.noted_param)?);
    }
    Ok(note)
}

/// What may explain a verdict that is not good.
fn hints(args: &Args, claim: &RoundClaim, report: &RoundReport) -> Vec<String> {
    let mismatch = report.verdict() == Verdict::Mismatch;
    let reading = report.deal().ok().filter(|_| mismatch).and_then(|deal| {
        let said = stated::items(&args.stated).join(" ");
        let lines = readings::of(deal, &args.action);
        lines
            .into_iter()
            .find(|line| !said.is_empty() && line.ends_with(&format!(" {said}")))
    });
    let reading = reading.map(|line| {
        format!("that is how the game reads its draws ({line}); --stated takes the draws themselves, in their order")
    });
    reading.or_else(|| how_far(args, claim)).into_iter().collect()
}

/// What to do where nothing said how far the round was read and that may matter: an open part was not read at all, or fewer
/// items were stated than a whole round has.
fn how_far(args: &Args, claim: &RoundClaim) -> Option<String> {
    if !(args.read.is_empty() && args.action.is_empty()) {
        return None;
    }
    let parts = || args.game.segments().iter().zip(claim.counts());
    let open = parts().find(|(part, read)| matches!(part.count(), Count::Open { .. }) && **read == 0);
    if let Some((part, _)) = open {
        let name = part.name();
        return Some(format!(
            "nothing of the {name} was read: --read {name}=COUNT, or --action, says how far the round went"
        ));
    }
    let (stated, read) = (
        stated::items(&args.stated).len(),
        parts().map(|(_, read)| u64::from(*read)).sum::<u64>(),
    );
    let names: Vec<&str> = args.game.segments().iter().map(Segment::name).collect();
    (stated > 0 && u64::try_from(stated).is_ok_and(|stated| stated < read)).then(|| {
        let names = names.join(", ");
        format!("the whole round was read: --read PART=COUNT ({names}), or --action, says where it ended earlier")
    })
}

fn claim(args: &Args) -> Result<RoundClaim, String> {
    let game = with_params(args.game, "--param", &args.param)?;
    let counts = counts(args, &game)?;
    let seed = Revealed::from_text(&args.server);
    let claim = RoundClaim::new(args.scheme, game, seed, &args.client, args.nonce).read(&counts);
    let mut claim = claim.map_err(|error| error.to_string())?;
    if let Some(commitment) = args.commitment {
        claim = claim.commitment(commitment);
    }
    if !args.stated.is_empty() {
        claim = stated::claim(claim, &stated::items(&args.stated))?;
    }
    Ok(claim)
}

fn with_params(game: Row, option: &str, given: &[String]) -> Result<Game, String> {
    let mut params = Vec::new();
    for text in given {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| format!("{option} {text}: expected NAME=VALUE"))?;
        let known = game.params().iter().find(|param| param.name == name);
        let known = known.ok_or_else(|| format!("{option} {text}: {} has no parameter {name}", game.id()))?;
        let value = Param::parse(known.kind, value)
            .ok_or_else(|| format!("{option} {text}: expected {}", looks(known.kind)))?;
        params.push((name, value));
    }
    game.with(&params).map_err(|error| format!("{option}: {error}"))
}

/// What a parameter's value looks like.
fn looks(kind: Kind) -> String {
    match kind {
        Kind::Size { min, max } => format!("a whole number, {min} to {max}"),
        Kind::Weights => "weights, as 5,3,2".into(),
        Kind::Ratio => "a fraction, as 99/100".into(),
        Kind::Hundredths => "hundredths, as 100000000".into(),
    }
}

fn counts(args: &Args, game: &Game) -> Result<Vec<u32>, String> {
    if !args.action.is_empty() {
        return game.counts_of(&args.action).map_err(|error| error.to_string());
    }
    let mut named = Vec::new();
    for text in &args.read {
        let count = text.split_once('=');
        let count = count.and_then(|(name, count)| Some((name, u32::try_from(decimal(count).ok()?).ok()?)));
        named.push(count.ok_or_else(|| format!("--read {text}: expected SEGMENT=COUNT"))?);
    }
    let counts = game.counts(&named).map_err(|error| error.to_string())?;
    // An open part that nobody gave a length has the rest of what was stated; a fixed one is never cut short to fit.
    let open = args
        .game
        .segments()
        .iter()
        .find(|segment| matches!(segment.count(), Count::Open { .. }));
    let open = open
        .map(Segment::name)
        .filter(|name| named.iter().all(|(given, _)| given != name));
    let rest = u64::try_from(stated::items(&args.stated).len())
        .unwrap_or(u64::MAX)
        .checked_sub(counts.iter().map(|count| u64::from(*count)).sum());
    match (open, rest.map(u32::try_from)) {
        (Some(open), Some(Ok(rest))) => {
            named.push((open, rest));
            game.counts(&named).map_err(|error| error.to_string())
        }
        _ => Ok(counts),
    }
}

/// What lay at the cursors that were not read.
fn unread(replay: &Replay) -> Value {
    let item = |part: &Part, item: &Item| {
        let shown = replay.whole().shown(part, item).map(|shown| part.segment().text(shown));
        json!({ "segment": part.segment().name(), "cursor": item.cursor, "item": shown })
    };
    let parts = replay.parts();
    parts
        .flat_map(|(part, _, unread)| unread.iter().map(move |unread| item(part, unread)).collect::<Vec<_>>())
        .collect()
}

fn as_json(args: &Args, claim: &RoundClaim, report: &RoundReport) -> Value {
    let mut all = output::report(report.report());
    all["scheme"] = json!(args.scheme.id());
    all["game"] = json!(args.game.id());
    all["nonce"] = json!(args.nonce.to_string());
    all["counts"] = json!(claim.counts());
    all["hints"] = json!(hints(args, claim, report));
    if let Ok(deal) = report.deal() {
        let items = deal.parts().iter().map(|part| {
            let shown = part.items().iter().filter_map(|item| deal.shown(part, item));
            let texts: Vec<String> = shown.map(|shown| part.segment().text(shown)).collect();
            (part.segment().name().to_string(), json!(texts))
        });
        all["dealt"] = Value::Object(items.collect());
        all["reads"] = json!(readings::of(deal, &args.action));
    }
    all
}
