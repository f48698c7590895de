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

/// The options that bring what a report misses.
const OPTIONS: [(Check, &str); 2] = [
    (
        Check::NotedTerminating,
        "--noted says that the terminating hash is from your own note",
    ),
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

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::io::Cursor;

    use serde_json::Value;

    use super::hundredths;
    use crate::exit;

    // bustabit's game 1 and its terminating hash, as published; 15.49 from Python.
    const FROM: &str = "--from=9f57575fd54cd441e962448537e155ace9555df10cd27fa817bbcaf48a59ebcf";
    const TO: &str = "--to=86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277";
    const SALT: &str = "--salt=0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526";

    fn verify(kind: &str, args: &[&str]) -> (u8, String) {
        run(&[&["chain", kind], args].concat())
    }

    fn run(args: &[&str]) -> (u8, String) {
        let args = ["verify"].into_iter().chain(args.iter().copied()).map(OsString::from);
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
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, "--game=2"]);
        assert_eq!(code, exit::MISMATCH);
        assert!(
            text.contains("FAILED       chain: expected game 2, found game 1\n"),
            "{text}"
        );
        let rule = "--rule=bustabit-v2/1";
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, SALT, "--point=15.49"]);
        assert_eq!(code, exit::HELD, "{text}");
        assert!(text.contains("game 1: 15.49x under bustabit-v2/1"), "{text}");
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, SALT, "--point=15.48"]);
        assert_eq!(code, exit::MISMATCH);
        assert!(text.contains("crash_point: expected 15.49x, found 15.48x\n"), "{text}");
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, "--point=15.49", "--strict"]);
        assert_eq!(code, exit::CONSISTENT);
        assert!(text.contains("crash_point: the rule needs a salt"), "{text}");
        // An empty salt is one; 1.21 under another one, from Python, is no less consistent.
        let (code, text) = verify("--kind=hex-text", &[FROM, TO, rule, "--salt=", "--point=15.49"]);
        assert_eq!(code, exit::MISMATCH, "{text}");
        assert_eq!(
            verify("--kind=hex-text", &[FROM, TO, rule, "--salt=another", "--point=1.21"]).0,
            exit::HELD
        );
    }

    #[test]
    fn a_point_is_verified_only_against_a_noted_rule() {
        let point = [
            FROM,
            TO,
            "--rule=bustabit-v2/1",
            SALT,
            "--point=15.49",
            "--noted",
            "--strict",
        ];
        let verify = |more: &[&str]| verify("--kind=hex-text", &[&point[..], more].concat());
        let noted = SALT.replace("--", "--noted-");
        let (code, text) = verify(&[]);
        assert_eq!(code, exit::CONSISTENT);
        assert!(
            text.contains("not checked  noted_rule") && text.contains("to check noted_rule: --noted-rule ID"),
            "{text}"
        );
        let (code, text) = verify(&["--noted-rule=bustabit-v2/1", &noted]);
        assert_eq!((code, text.starts_with("verified\n")), (exit::HELD, true), "{text}");
        for other in [
            &["--noted-rule=bustabit-v2/1"][..],
            &["--noted-rule=stake-crash/1", &noted],
        ] {
            assert_eq!(verify(other).0, exit::MISMATCH, "{other:?}");
        }
        for wrong in [
            &[&noted[..]][..],
            &["--noted-rule=bustabit-v2/1", &noted, "--noted-signature=00"],
        ] {
            assert_eq!(verify(wrong).0, exit::USAGE, "{wrong:?}");
        }
    }

    #[test]
    fn a_terminating_hash_that_is_nobodys_note_says_how_to_bring_one() {
        let (code, text) = verify("--kind=hex-text", &[FROM, TO]);
        assert_eq!(code, exit::HELD);
        let line = "not checked  noted_terminating: compare the published link with the one you noted before the game";
        assert!(
            text.contains(line) && text.contains("to check noted_terminating: --noted says"),
            "{text}"
        );
    }

    /// Not checked is said on every line; 3 is for --strict, as everywhere in this program.
    #[test]
    fn a_reached_limit_is_no_success() {
        for (kind, max, reason) in [
            ("--kind=hex-text", "--max=0", "no steps were allowed"),
            (
                "--kind=bytes",
                "--max=100",
                "the step limit was reached before the published link, so nothing is shown yet",
            ),
        ] {
            let (code, text) = verify(kind, &[FROM, TO, max]);
            assert_eq!(code, exit::HELD, "{text}");
            assert!(
                text.starts_with("consistent\n  not checked  chain: ") && text.contains(reason),
                "{text}"
            );
            assert_eq!(
                verify(kind, &[FROM, TO, max, "--strict", "--noted"]).0,
                exit::CONSISTENT
            );
        }
        let (_, text) = verify("--kind=bytes", &[FROM, TO, "--max=100"]);
        assert!(text.contains("hint: under kind hex-text instead of bytes"), "{text}");
    }

    // Links 0 to 3 of a chain of bytes from sixteen times 0001, from Python's hashlib.
    const THIRD: &str = "--from=0001000100010001000100010001000100010001000100010001000100010001";
    const END: &str = "--to=c5896d780786d4ac5551cdc52c0c76e14a1ebe3613f1615d5bafb849b4af8f29";

    #[test]
    fn a_walk_goes_on_where_it_stopped() {
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let (code, text) = verify("--kind=bytes", &[THIRD, END, "--max=2", "--json"]);
        let stopped = json(&text);
        assert_eq!(code, exit::HELD);
        let resume = stopped["resume"].as_str().unwrap();
        assert_eq!(
            resume,
            "walk/1 bytes c5896d780786d4ac5551cdc52c0c76e14a1ebe3613f1615d5bafb849b4af8f29 0 0001000100010001000100010001000100010001000100010001000100010001 ff304d2a29818501442ad865d5cd56cb4f014b0a7766b2a9f683865193294cfd 2"
        );
        assert_eq!((&stopped["game"], &stopped["steps"]), (&Value::Null, &"2".into()));
        let (code, text) = run(&["chain", "--resume", resume, "--noted", "--strict", "--json", "--game=3"]);
        let arrived = json(&text);
        assert_eq!((code, &arrived["verdict"]), (exit::HELD, &"verified".into()));
        for (field, value) in [
            ("kind", "bytes"),
            ("game", "3"),
            ("steps", "3"),
            ("from", &THIRD[7..]),
            ("to", &END[5..]),
        ] {
            assert_eq!(arrived[field], value, "{field}");
        }
        assert_eq!(arrived["resume"], Value::Null);
        let (_, text) = verify("--kind=bytes", &[THIRD, END, "--max=2"]);
        assert!(
            text.ends_with(&format!("  to walk on: --resume '{resume}'\n")),
            "{text}"
        );
        // What failed is not walked on.
        let (code, text) = verify("--kind=bytes", &[THIRD, END, "--max=2", "--game=1", "--json"]);
        assert_eq!((code, &json(&text)["resume"]), (exit::MISMATCH, &Value::Null));
        for wrong in [
            &["chain", "--resume", "walk/1 bytes"][..],
            &["chain", "--resume", resume, THIRD],
            &["chain"],
        ] {
            assert_eq!(run(wrong).0, exit::USAGE, "{wrong:?}");
        }
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
        let value: Value = serde_json::from_str(&text).unwrap();
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
