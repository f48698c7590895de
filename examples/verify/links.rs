//! Check links of matches: the program's main job.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use clap::ValueEnum;
use provably_fair::protocol::check_link::{CheckLink, MAX_LINK_BYTES, MatchNote, MatchReport, Seat, WhichFirst};
use provably_fair::protocol::match_dice::FirstRoll;
use provably_fair::{Commitment, PlayerSeed, hex, mac::Hash};
use serde_json::{Value, json};

use crate::{exit, output};

#[derive(clap::Args)]
pub struct Args {
    /// Links, fragments, or files of links, one a line; `-` or nothing reads standard input.
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,
    /// The number of the match's first roll. By default 0 and 1 are tried, the report says which held, and the verdict is
    /// at most consistent.
    #[arg(long, value_name = "0|1", value_parser = first_roll)]
    first_roll: Option<FirstRoll>,
    /// Your own note: the commitment you were shown before you sent your seed.
    #[arg(long, value_name = "HEX", value_parser = commitment)]
    commitment: Option<Commitment>,
    /// Your own note: the seed you sent, and your seat, as 1=SEED or 2=SEED.
    #[arg(long, value_name = "SEAT=SEED", value_parser = my_seed)]
    my_seed: Vec<(Seat, PlayerSeed)>,
    /// Show every roll's derivation, to follow by hand.
    #[arg(long)]
    trace: bool,
    /// Print a program that recomputes the match without this library, instead of the report. Takes one link.
    #[arg(long, value_name = "LANGUAGE")]
    script: Option<Language>,
    /// A JSON object for each input, one a line.
    #[arg(long, conflicts_with = "script")]
    json: bool,
    /// Exit with 3 when a verdict is only consistent.
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// Python 3, standard library only.
    Python,
}

fn first_roll(text: &str) -> Result<FirstRoll, String> {
    match text {
        "0" => Ok(FirstRoll::Zero),
        "1" => Ok(FirstRoll::One),
        _ => Err("the first roll is number 0 or 1".into()),
    }
}

fn commitment(text: &str) -> Result<Commitment, hex::HexError> {
    Commitment::from_hex(Hash::Sha256, text)
}

fn my_seed(text: &str) -> Result<(Seat, PlayerSeed), String> {
    let (seat, seed) = text.split_once('=').ok_or("expected SEAT=SEED")?;
    let seat = match seat {
        "1" => Seat::One,
        "2" => Seat::Two,
        _ => return Err("a seat is 1 or 2".into()),
    };
    PlayerSeed::new(seed)
        .map(|seed| (seat, seed))
        .map_err(|error| error.to_string())
}

pub fn run(args: &Args, stdin: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<u8> {
    let mut links = 0_u64;
    let mut worst = exit::HELD;
    let mut judge = |source: &str, link: &str, out: &mut dyn Write| {
        links += 1;
        if args.script.is_some() && links > 1 {
            eprintln!("verify: --script takes one link");
            return Ok(exit::USAGE);
        }
        let code = judge(args, source, link, out)?;
        worst = output::worse(worst, code);
        Ok(worst)
    };
    let stdin_alone = [String::from("-")];
    let inputs = if args.inputs.is_empty() {
        &stdin_alone[..]
    } else {
        &args.inputs
    };
    let mut code = exit::HELD;
    for input in inputs {
        code = match input.as_str() {
            "-" => each_line("standard input", stdin, out, &mut judge)?,
            path if Path::new(path).is_file() => {
                each_line(path, &mut BufReader::new(File::open(path)?), out, &mut judge)?
            }
            link => judge("argument", link.trim(), out)?,
        };
        if code == exit::USAGE {
            return Ok(code);
        }
    }
    if links == 0 {
        eprintln!("verify: no link was given");
        return Ok(exit::USAGE);
    }
    Ok(code)
}

type Judge<'j> = dyn FnMut(&str, &str, &mut dyn Write) -> io::Result<u8> + 'j;

/// Judges every line that is not blank. A line is read only as far as a link can be long, so none can fill the memory.
fn each_line(name: &str, mut input: &mut dyn BufRead, out: &mut dyn Write, judge: &mut Judge<'_>) -> io::Result<u8> {
    let mut code = exit::HELD;
    let mut number = 0_u64;
    let mut line = Vec::new();
    loop {
        line.clear();
        number += 1;
        let most = u64::try_from(MAX_LINK_BYTES + 2).unwrap_or(u64::MAX);
        if Read::by_ref(&mut input).take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(code);
        }
        let cut = line.len() > MAX_LINK_BYTES && !line.ends_with(b"\n");
        // Bytes that are no UTF-8 become a character that no field allows, so they are refused at their place.
        let text = String::from_utf8_lossy(&line);
        let trimmed = if cut { &text } else { text.trim() };
        if !trimmed.is_empty() {
            code = judge(&format!("{name}:{number}"), trimmed, out)?;
        }
        if cut {
            input.skip_until(b'\n')?;
        }
    }
}

fn judge(args: &Args, source: &str, text: &str, out: &mut dyn Write) -> io::Result<u8> {
    let link = match CheckLink::parse(text) {
        Ok(link) => link,
        Err(error) => return output::malformed(out, args.json, source, &error),
    };
    let mut note = MatchNote::none();
    if let Some(seen) = args.commitment {
        note = note.commitment(seen);
    }
    for (seat, seed) in &args.my_seed {
        note = note.seed(*seat, seed.clone());
    }
    let report = link.verify(args.first_roll, &note);
    let first = report.first_roll().used();
    if let Some(Language::Python) = args.script {
        write!(out, "{}", link.python(first))?;
    } else if args.json {
        writeln!(out, "{}", as_json(args, source, &link, &report))?;
    } else {
        write!(out, "{source}: {report}")?;
        for trace in traces(args, &link, first) {
            write!(out, "{trace}")?;
        }
    }
    Ok(output::code(report.verdict(), args.strict))
}

fn traces(args: &Args, link: &CheckLink, first: FirstRoll) -> Vec<String> {
    let rolls = (0..).zip(link.rolls()).take_while(|_| args.trace);
    let shown = |(at, _)| {
        link.trace(first, at)
            .map_or_else(|error| error.to_string(), |trace| trace.to_string())
    };
    rolls.map(shown).collect()
}

fn as_json(args: &Args, source: &str, link: &CheckLink, report: &MatchReport) -> Value {
    let mut all = output::report(report.report());
    all["input"] = json!(source);
    all["commitment"] = json!(link.commitment().to_string());
    all["player_seeds"] = json!(link.players().each_ref().map(PlayerSeed::as_str));
    all["first_roll"] = json!({ "used": report.first_roll().used().number(), "how": how(report.first_roll()) });
    all["games"] = json!(report.games());
    let rolls = report.rolls().iter().map(|roll| {
        let derived = roll.derived.ok().map(|dice| [dice.first, dice.second]);
        let stated = [roll.stated.first, roll.stated.second];
        json!({ "number": roll.number, "stated": stated, "derived": derived, "held": roll.held() })
    });
    all["rolls"] = rolls.collect();
    if args.trace {
        all["trace"] = json!(traces(args, link, report.first_roll().used()));
    }
    all
}

const fn how(first: WhichFirst) -> &'static str {
    match first {
        WhichFirst::Given(_) => "given",
        WhichFirst::Fits(_) => "fits",
        WhichFirst::Both => "both fit",
        WhichFirst::Neither(_) => "neither fits",
    }
}
