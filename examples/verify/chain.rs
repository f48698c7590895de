//! `verify chain`: is a revealed link a game of a published chain, which one, and how did it end?

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use provably_fair::chain::{self, Chain, CrashRule, GameClaim, Kind, PointClaim, Progress, Public, Walk};
use provably_fair::hex;
use provably_fair::verdict::Check;
use provably_fair::{Report, Verdict};
use serde_json::{Value, json};

use crate::output;

/// Walk from a revealed link of a hash chain to the published terminating hash.
///
/// Exit codes: 0 verified or consistent, 1 mismatch, 2 malformed, 3 consistent under --strict, 64 wrong usage. A walk that
/// reached its limit has shown nothing yet: the check `chain` is then not checked, the verdict at most consistent, and the
/// program says how to walk on.
#[derive(clap::Args)]
pub struct Args {
    /// What each link hashes: bytes, hex-text, sha512-bytes or sha512-hex-text. Never guessed.
    #[arg(long, value_parser = kind, required_unless_present = "resume")]
    kind: Option<Kind>,
    /// The revealed link, in hex.
    #[arg(long, value_name = "HASH", required_unless_present = "resume")]
    from: Option<String>,
    /// The published terminating hash, in hex.
    #[arg(long, value_name = "TERMINATING", required_unless_present = "resume")]
    to: Option<String>,
    /// A walk that reached its limit, as this program printed it to you: it goes on from there. It is believed, so never take
    /// one from the operator.
    #[arg(long, value_name = "WALK", conflicts_with_all = ["kind", "from", "to"])]
    resume: Option<Walk>,
    /// The most links to walk.
    #[arg(long, value_name = "LINKS", default_value_t = 10_000_000)]
    max: u64,
    /// The game's number, if one was stated: another one is then a mismatch.
    #[arg(long, value_name = "NUMBER")]
    game: Option<u64>,
    /// The terminating hash is from your own note, kept apart from the operator.
    #[arg(long)]
    noted: bool,
    /// Your own note: the number of the game you bet on.
    #[arg(long, value_name = "NUMBER")]
    noted_game: Option<u64>,
    /// The crash rule that the site plays, as stake-crash/1; needs --point.
    #[arg(long, value_name = "ID", value_parser = rule, requires = "point")]
    rule: Option<CrashRule>,
    /// The chain's salt, exactly as published.
    #[arg(long, value_name = "TEXT", requires = "rule", allow_hyphen_values = true)]
    salt: Option<String>,
    /// The game's signature in hex, where the rule takes one.
    #[arg(long, value_name = "HEX", requires = "rule", conflicts_with = "salt", value_parser = signature)]
    signature: Option<Signature>,
    /// The crash point that the site shows, as 7.74.
    #[arg(long, value_name = "POINT", requires = "rule", value_parser = hundredths)]
    point: Option<u64>,
    /// Your own note: the crash rule, as it was before the game.
    #[arg(long, value_name = "ID", value_parser = rule, requires = "point")]
    noted_rule: Option<CrashRule>,
    /// Your own note: the chain's salt, as it was before the game.
    #[arg(long, value_name = "TEXT", requires = "noted_rule", allow_hyphen_values = true)]
    noted_salt: Option<String>,
    /// Your own note: the game's signature in hex.
    #[arg(long, value_name = "HEX", requires = "noted_rule", conflicts_with = "noted_salt", value_parser = signature)]
    noted_signature: Option<Signature>,
    /// A JSON object instead of the report.
    #[arg(long)]
    json: bool,
    /// Exit with 3 when the verdict is only consistent.
    #[arg(long)]
    strict: bool,
}

#[derive(Clone)]
struct Signature(Vec<u8>);

fn kind(name: &str) -> Result<Kind, String> {
    let known = || Kind::ALL.map(Kind::name).join(", ");
    Kind::from_name(name).ok_or_else(|| format!("a kind is one of {}", known()))
}

fn rule(id: &str) -> Result<CrashRule, String> {
    let rules = chain::RULES.into_iter().chain(chain::SINGLE_RULES);
    let known = || rules.map(|rule| rule.id()).collect::<Vec<_>>().join(", ");
    chain::by_id(id).ok_or_else(|| format!("a rule is one of {}", known()))
}

fn signature(text: &str) -> Result<Signature, hex::HexError> {
    hex::decode(text).map(Signature)
}

/// A multiplier with at most two decimals, in hundredths.
pub(crate) fn hundredths(text: &str) -> Result<u64, String> {
    let text = text.strip_suffix('x').unwrap_or(text);
    let (whole, cents) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let cents = match cents.len() {
        1 => format!("{cents}0"),
        _ => cents.into(),
    };
    let all = if digits(whole) && digits(&cents) && cents.len() == 2 {
        format!("{whole}{cents}").parse().ok()
    } else {
        None
    };
    all.ok_or_else(|| "a point is a number with at most two decimals".into())
}

/// The options that bring what a report misses.
const OPTIONS: [(Check, &str); 3] = [
    (
        Check::NotedTerminating,
        "--noted says that the terminating hash is from your own note",
    ),
    (Check::NotedNumber, "--noted-game NUMBER"),
    (
        Check::NotedRule,
        "--noted-rule ID and what you noted with it: --noted-salt TEXT or --noted-signature HEX",
    ),
];

pub fn run(args: &Args, out: &mut dyn Write) -> io::Result<u8> {
    let claim = match claim(args) {
        Ok(claim) => claim,
        Err(error) => return output::malformed(out, args.json, "chain", &error),
    };
    let (report, walk) = verify(&claim, args.max);
    let going = matches!(walk.progress(), Progress::Going { .. }) && report.verdict() != Verdict::Mismatch;
    let resume = going.then(|| walk.to_string());
    if args.json {
        writeln!(out, "{}", as_json(&report, &walk, resume.as_deref()))?;
    } else {
        write!(out, "{report}")?;
        output::how_to_bring(out, &report, &OPTIONS)?;
        if let Some(resume) = resume {
            writeln!(out, "  to walk on: --resume '{resume}'")?;
        }
    }
    Ok(output::code(report.verdict(), args.strict))
}

fn as_json(report: &Report, walk: &Walk, resume: Option<&str>) -> Value {
    let mut all = output::report(report);
    all["kind"] = json!(walk.chain().kind().name());
    all["from"] = json!(walk.start().to_string());
    all["to"] = json!(walk.chain().link().to_string());
    all["steps"] = json!(walk.steps().to_string());
    all["game"] = match walk.progress() {
        Progress::Game(game) => json!(game.number().to_string()),
        _ => Value::Null,
    };
    all["resume"] = json!(resume);
    all
}

fn claim(args: &Args) -> Result<GameClaim<'_>, String> {
    let mut claim = match (&args.resume, args.kind, &args.from, &args.to) {
        (None, Some(kind), Some(from), Some(to)) => {
            let read = |name, text: &str| kind.link(text).map_err(|error| format!("{name}: {error}"));
            let (from, to) = (read("from", from)?, read("to", to)?);
            GameClaim::new(Chain::new(to), from).map_err(|error| error.to_string())?
        }
        (Some(walk), ..) => GameClaim::resumed(*walk),
        _ => return Err("a walk has a kind, a link to start from, and one to arrive at".into()),
    };
    if let Some(number) = args.game {
        claim = claim.number(number).map_err(|error| error.to_string())?;
    }
    if args.noted {
        claim = claim.noted();
    }
    if let Some(number) = args.noted_game {
        claim = claim.noted_number(number);
    }
    if let (Some(rule), Some(hundredths)) = (args.rule, args.point) {
        let public = public(args.salt.as_deref(), args.signature.as_ref());
        claim = claim.point(PointClaim {
            rule,
            public,
            hundredths,
        });
    }
    if let Some(rule) = args.noted_rule {
        claim = claim.noted_rule(rule, public(args.noted_salt.as_deref(), args.noted_signature.as_ref()));
    }
    Ok(claim)
}

fn public<'p>(salt: Option<&'p str>, signature: Option<&'p Signature>) -> Public<'p> {
    match (salt, signature) {
        (Some(salt), _) => Public::salt(salt),
        (None, Some(Signature(bytes))) => Public::signature(bytes),
        (None, None) => Public::NONE,
    }
}

/// Verifies, with a bar on a terminal. Where the link does not arrive, the bar runs again for each walk that looks for the
/// reason.
fn verify(claim: &GameClaim<'_>, max: u64) -> (Report, Walk) {
    if !io::stderr().is_terminal() {
        return claim.verify_walk(max, |_| {});
    }
    let bar = ProgressBar::new(max);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos} of at most {human_len} links, {eta} left") {
        bar.set_style(style);
    }
    let found = claim.verify_walk(max, |steps| bar.set_position(steps));
    bar.finish_and_clear();
    found
}
