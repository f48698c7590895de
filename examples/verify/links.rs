//! Check links of matches: the program's main job.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};

use clap::ValueEnum;
use provably_fair::protocol::check_link::{
    CheckLink, LinkError, MAX_LINK_BYTES, MatchNote, MatchReport, Seat, WhichFirst,
};
use provably_fair::protocol::match_dice::FirstRoll;
use provably_fair::verdict::Check;
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
    #[arg(long, visible_alias = "noted-commitment", value_name = "HEX", value_parser = commitment)]
    commitment: Option<Commitment>,
    /// Your own note: the seed you sent, and your seat, as 1=SEED or 2=SEED.
    #[arg(long, visible_alias = "noted-seed", value_name = "SEAT=SEED", value_parser = my_seed)]
    my_seed: Vec<(Seat, PlayerSeed)>,
    /// Show every roll's derivation, to follow by hand.
    #[arg(long)]
    trace: bool,
    /// Print a program that recomputes the match without this library, instead of the report. Takes one link.
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["trace", "json"])]
    script: Option<Language>,
    /// A JSON object for each input, one a line.
    #[arg(long)]
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
    let (seat, seed) = text
        .split_once('=')
        .ok_or("expected 1=SEED or 2=SEED, the number being your seat")?;
    let seat = match seat {
        "1" => Seat::One,
        "2" => Seat::Two,
        _ => return Err("a seat is 1 or 2".into()),
    };
    let seed = PlayerSeed::new(seed);
    seed.map(|seed| (seat, seed))
        .map_err(|error| format!("{error}; a seed is 1 to 128 of A-Z a-z 0-9 _ -"))
}

pub fn run(args: &Args, stdin: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<u8> {
    if args.script.is_none() {
        return Judge::new(args, out).all(stdin);
    }
    // One program or nothing: it is held back until it is known that no second link comes.
    let mut program = Vec::new();
    let code = Judge::new(args, &mut program).all(stdin)?;
    if code != exit::USAGE {
        out.write_all(&program)?;
    }
    Ok(code)
}

/// Judges links as they come.
struct Judge<'j> {
    args: &'j Args,
    out: &'j mut dyn Write,
    links: u64,
    worst: u8,
}

impl<'j> Judge<'j> {
    fn new(args: &'j Args, out: &'j mut dyn Write) -> Self {
        let (links, worst) = (0, exit::HELD);
        Self {
            args,
            out,
            links,
            worst,
        }
    }

    /// The worst exit code of all inputs.
    fn all(mut self, stdin: &mut dyn BufRead) -> io::Result<u8> {
        let stdin_alone = [String::from("-")];
        let inputs = if self.args.inputs.is_empty() {
            &stdin_alone[..]
        } else {
            &self.args.inputs
        };
        for input in inputs {
            match input.as_str() {
                "-" => self.each_line("standard input", stdin)?,
                path if fs::metadata(path).is_ok_and(|found| !found.is_dir()) => match File::open(path) {
                    Ok(file) => self.each_line(path, &mut BufReader::new(file))?,
                    Err(error) => self.refuse(path, &error)?,
                },
                link => self.argument(link.trim())?,
            }
        }
        if self.links == 0 {
            return Ok(output::usage(&"no link was given"));
        }
        if self.args.script.is_some() && self.links > 1 {
            return Ok(output::usage(&"--script takes one link"));
        }
        Ok(self.worst)
    }

    /// Judges every line that is not blank. A line is read only as far as a link can be long, so none can fill the memory.
    fn each_line(&mut self, name: &str, mut input: &mut dyn BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let most = u64::try_from(MAX_LINK_BYTES + 2).unwrap_or(u64::MAX);
            match Read::by_ref(&mut input).take(most).read_until(b'\n', &mut line) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => return self.refuse(name, &error),
            }
            let cut = line.len() > MAX_LINK_BYTES && !line.ends_with(b"\n");
            // Bytes that are no UTF-8 become a character that no field allows, so they are refused at their place.
            let text = String::from_utf8_lossy(&line);
            let trimmed = if cut { &text } else { text.trim() };
            if !trimmed.is_empty() {
                let source = format!("{name}:{number}");
                match CheckLink::parse(trimmed) {
                    Ok(parsed) => self.link(&source, &parsed)?,
                    Err(error) => self.refuse(&source, &explained(trimmed, &error))?,
                }
            }
            if cut {
                input.skip_until(b'\n')?;
            }
        }
        Ok(())
    }

    /// What is no file is taken for a link; what has no field either was hardly meant as one.
    fn argument(&mut self, text: &str) -> io::Result<()> {
        match CheckLink::parse(text) {
            Ok(link) => self.link("argument", &link),
            Err(error) if text.contains('=') => self.refuse("argument", &explained(text, &error)),
            Err(error) => {
                let error = format!("{text:?} is neither a file nor a check link ({error})");
                self.refuse("argument", &error)
            }
        }
    }

    fn refuse(&mut self, source: &str, error: &dyn ToString) -> io::Result<()> {
        self.links += 1;
        let code = output::malformed(self.out, self.args.json, source, error)?;
        self.worst = output::worse(self.worst, code);
        Ok(())
    }

    fn link(&mut self, source: &str, link: &CheckLink) -> io::Result<()> {
        self.links += 1;
        if self.args.script.is_some() && self.links > 1 {
            return Ok(()); // refused as a whole
        }
        let (args, out) = (self.args, &mut *self.out);
        let report = link.verify(args.first_roll, &note(args));
        let first = report.first_roll().used();
        if let Some(Language::Python) = args.script {
            write!(out, "{}", link.python(first))?;
        } else if args.json {
            writeln!(out, "{}", as_json(args, source, link, &report))?;
        } else {
            write!(out, "{source}: {report}")?;
            output::how_to_bring(out, report.report(), &OPTIONS)?;
            for trace in traces(args, link, first) {
                write!(out, "{trace}")?;
            }
        }
        self.worst = output::worse(self.worst, output::code(report.verdict(), args.strict));
        Ok(())
    }
}

/// The options that bring what a report misses.
const OPTIONS: [(Check, &str); 3] = [
    (Check::FirstRoll, "--first-roll 0 or 1, as the site numbers its rolls"),
    (Check::NotedCommitment, "--commitment HEX"),
    (Check::NotedSeed, "--my-seed 1=SEED or 2=SEED"),
];

/// An error of a link, with the ordinary mistake that explains it.
fn explained(text: &str, error: &LinkError) -> String {
    let hint = if text.contains("?v=") && !text.contains('#') {
        "the fields of a check link follow a #, not a ?"
    } else if text.starts_with('{') {
        "this is a document: `verify receipt FILE` or `verify match FILE` read those"
    } else {
        return error.to_string();
    };
    format!("{error}\n  hint: {hint}")
}

fn note(args: &Args) -> MatchNote {
    let mut note = MatchNote::none();
    if let Some(seen) = args.commitment {
        note = note.commitment(seen);
    }
    for (seat, seed) in &args.my_seed {
        note = note.seed(*seat, seed.clone());
    }
    note
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
