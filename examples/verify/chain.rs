//! `verify chain`: is a revealed link a game of a published chain, which one, and how did it end?

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use provably_fair::Report;
use provably_fair::chain::{self, Chain, CrashRule, GameClaim, Kind, Link, PointClaim, Public};
use provably_fair::hex;
use provably_fair::verdict::Finding;
use serde_json::json;

use crate::output;

/// Walk from a revealed link of a hash chain to the published terminating hash.
///
/// Exit codes: 0 if every check held, 1 mismatch, 2 malformed, 3 if something could not be checked (the step limit was
/// reached, say) or, under --strict, if the terminating hash is not your own note; 64 wrong usage.
#[derive(clap::Args)]
pub struct Args {
    /// What each link hashes: bytes, hex-text, sha512-bytes or sha512-hex-text. Never guessed.
    #[arg(long, value_parser = kind)]
    kind: Kind,
    /// The revealed link, in hex.
    #[arg(long, value_name = "HASH")]
    from: String,
    /// The published terminating hash, in hex.
    #[arg(long, value_name = "TERMINATING")]
    to: String,
    /// The most links to walk.
    #[arg(long, value_name = "LINKS", default_value_t = 10_000_000)]
    max: u64,
    /// The game's number, if one was stated: another one is then a mismatch.
    #[arg(long, value_name = "NUMBER")]
    game: Option<u64>,
    /// The terminating hash is from your own note, kept apart from the operator.
    #[arg(long)]
    noted: bool,
    /// The crash rule that the site plays, as stake-crash/1; needs --point.
    #[arg(long, value_name = "ID", value_parser = rule, requires = "point")]
    rule: Option<CrashRule>,
    /// The chain's salt, exactly as published.
    #[arg(long, value_name = "TEXT", requires = "rule")]
    salt: Option<String>,
    /// The game's signature in hex, where the rule takes one.
    #[arg(long, value_name = "HEX", requires = "rule", conflicts_with = "salt", value_parser = signature)]
    signature: Option<Signature>,
    /// The crash point that the site shows, as 7.74.
    #[arg(long, value_name = "POINT", requires = "rule", value_parser = hundredths)]
    point: Option<u64>,
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
    let known = || chain::RULES.map(|rule| rule.id()).join(", ");
    chain::by_id(id).ok_or_else(|| format!("a rule is one of {}", known()))
}

fn signature(text: &str) -> Result<Signature, hex::HexError> {
    hex::decode(text).map(Signature)
}

/// A multiplier with at most two decimals, in hundredths.
fn hundredths(text: &str) -> Result<u64, String> {
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

pub fn run(args: &Args, out: &mut dyn Write) -> io::Result<u8> {
    let read = |name, text: &str| args.kind.link(text).map_err(|error| format!("{name}: {error}"));
    let links = read("from", &args.from).and_then(|from| Ok((from, read("to", &args.to)?)));
    let claim = links.and_then(|(from, to)| claim(args, from, to).map_err(|error| error.to_string()));
    let report = match claim {
        Ok(claim) => verify(&claim, args.max),
        Err(error) => return output::malformed(out, args.json, "chain", &error),
    };
    if args.json {
        let mut all = output::report(&report);
        all["kind"] = json!(args.kind.name());
        writeln!(out, "{all}")?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(code(&report, args.strict))
}

fn claim(args: &Args, from: Link, to: Link) -> Result<GameClaim<'_>, chain::ClaimError> {
    let mut claim = GameClaim::new(Chain::new(to), from)?;
    if let Some(number) = args.game {
        claim = claim.number(number)?;
    }
    if args.noted {
        claim = claim.noted();
    }
    if let (Some(rule), Some(hundredths)) = (args.rule, args.point) {
        let public = match (&args.salt, &args.signature) {
            (Some(salt), _) => Public::salt(salt),
            (None, Some(Signature(bytes))) => Public::signature(bytes),
            (None, None) => Public::NONE,
        };
        claim = claim.point(PointClaim {
            rule,
            public,
            hundredths,
        });
    }
    Ok(claim)
}

/// Verifies, with a bar on a terminal. Where the link does not arrive, the bar runs again for each walk that looks for the
/// reason.
fn verify(claim: &GameClaim<'_>, max: u64) -> Report {
    if !io::stderr().is_terminal() {
        return claim.verify(max);
    }
    let bar = ProgressBar::new(max);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos} of at most {human_len} links, {eta} left") {
        bar.set_style(style);
    }
    let report = claim.verify_with(max, |steps| bar.set_position(steps));
    bar.finish_and_clear();
    report
}

/// A check that could not be made is no success here: whoever asks for a walk wants it to arrive.
fn code(report: &Report, strict: bool) -> u8 {
    let unchecked = |finding: &Finding| matches!(finding, Finding::NotChecked { .. });
    let gap = report.lines().iter().any(|line| unchecked(&line.finding));
    output::code(report.verdict(), strict || gap)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::io::Cursor;

    use super::hundredths;
    use crate::exit;

    // bustabit's game 1 and its terminating hash, as published; 15.49 from Python.
    const FROM: &str = "--from=9f57575fd54cd441e962448537e155ace9555df10cd27fa817bbcaf48a59ebcf";
    const TO: &str = "--to=86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277";
    const SALT: &str = "--salt=0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526";

    fn verify(kind: &str, args: &[&str]) -> (u8, String) {
        let args = ["verify", "chain", kind]
            .into_iter()
            .chain(args.iter().copied())
            .map(OsString::from);
        let mut out = Vec::new();
        let code = crate::run(args, &mut Cursor::new(""), &mut out).unwrap();
        (code, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_game_of_the_chain_is_found() {
        let (code, text) = verify("--kind=hex-text", &[FROM, TO]);
        assert_eq!(code, exit::HELD);
        assert!(text.contains("the link is game 1 of the chain"), "{text}");
        assert_eq!(verify("--kind=hex-text", &[FROM, TO, "--strict"]).0, exit::CONSISTENT);
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, "--strict", "--noted", "--game=1"]);
        assert_eq!(code, exit::HELD);
        assert!(text.starts_with("verified\n"), "{text}");
    }

    #[test]
    fn a_wrong_number_or_point_is_a_mismatch() {
        assert_eq!(verify("--kind=hex-text", &[FROM, TO, "--game=2"]).0, exit::MISMATCH);
        let rule = "--rule=bustabit-v2/1";
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, SALT, "--point=15.49"]);
        assert_eq!(code, exit::HELD, "{text}");
        assert!(text.contains("game 1: 15.49x under bustabit-v2/1"), "{text}");
        let wrong = verify("--kind=hex-text", &[FROM, TO, rule, SALT, "--point=15.48"]);
        assert_eq!(wrong.0, exit::MISMATCH);
        assert_eq!(
            verify("--kind=hex-text", &[FROM, TO, rule, "--point=15.49"]).0,
            exit::CONSISTENT
        );
    }

    #[test]
    fn a_reached_limit_is_no_success() {
        for (kind, max, reason) in [
            ("--kind=hex-text", "--max=0", "no steps were allowed"),
            ("--kind=bytes", "--max=100", "the step limit was reached"),
        ] {
            let (code, text) = verify(kind, &[FROM, TO, max]);
            assert_eq!(code, exit::CONSISTENT, "{text}");
            assert!(text.contains(reason), "{text}");
        }
        let (_, text) = verify("--kind=bytes", &[FROM, TO, "--max=100"]);
        assert!(text.contains("hint: under kind hex-text instead of bytes"), "{text}");
    }

    #[test]
    fn malformed_links_are_named_with_their_place() {
        let (code, text) = verify("--kind=hex-text", &["--from=9f5", TO]);
        assert_eq!(code, exit::MALFORMED);
        assert!(text.contains("from: the hex ends too early, after 3 digits"), "{text}");
        let (code, text) = verify("--kind=sha512-bytes", &[FROM, TO, "--json"]);
        assert_eq!(code, exit::MALFORMED);
        assert!(text.contains(r#""verdict":"malformed""#), "{text}");
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, "--game=0"]);
        assert_eq!(code, exit::MALFORMED);
        assert!(text.contains("game 0 is the terminating hash"), "{text}");
    }

    #[test]
    fn the_json_names_kind_and_checks() {
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, "--json"]);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(code, exit::HELD);
        assert_eq!(
            (&value["kind"], &value["verdict"]),
            (&"hex-text".into(), &"consistent".into())
        );
        assert_eq!(value["checks"][0]["check"], "chain");
    }

    #[test]
    fn wrong_usage_exits_64() {
        for args in [
            &[FROM, TO, "--max=-1"][..],
            &[FROM],
            &[FROM, TO, "--rule=bustabit-v2", "--point=1"],
            &[FROM, TO, "--rule=bustabit-v2/1"],
            &[FROM, TO, SALT],
            &[FROM, TO, "--rule=bustabit-v2/1", "--point=1.001"],
        ] {
            assert_eq!(verify("--kind=hex-text", args).0, exit::USAGE, "{args:?}");
        }
        assert_eq!(verify("--kind=text", &[FROM, TO]).0, exit::USAGE);
    }

    #[test]
    fn points_are_read_in_hundredths() {
        for (text, found) in [
            ("7.74", 774),
            ("1", 100),
            ("2055.9", 205_590),
            ("0.00", 0),
            ("126.1x", 12_610),
        ] {
            assert_eq!(hundredths(text), Ok(found), "{text}");
        }
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "1.234",
            "-1",
            "+1",
            "1e3",
            "1,5",
            "99999999999999999999",
        ] {
            assert!(hundredths(text).is_err(), "{text}");
        }
    }
}
