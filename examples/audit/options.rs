//! The command line.

use std::path::{Path, PathBuf};

use clap::Parser;
use provably_fair::stats::Alpha;

use crate::prints::IN_MEMORY;
use crate::record::Kind;

/// Audit logs of match rolls, receipts, rounds and crash games.
///
/// Each LOG is a file of JSON-lines or CSV, plain or gzip, told apart by content; `-` or nothing reads standard input.
/// Every record is recomputed with the functions that the operator runs. Then repeated and missing numbers are looked for,
/// and what held is counted. examples/audit/FORMATS.md says what a record looks like.
///
/// Exit codes: 0 clean; 1 a record does not hold, or a seed, nonce or record is used twice; 2 something could not be read or
/// written, or the audit was stopped; 3 a record was not checked; 64 wrong usage. When several apply: 2, then 1, then 3. A log too
/// long to look for repeats without --temp is no fault of the log: the first line says so, and the exit code stays.
#[derive(Debug, Parser)]
#[command(name = "audit", version)]
pub struct Options {
    /// The logs.
    #[arg(value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// Print the report as one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Write the report as a page as well, complete in itself.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// How many records of each sort are listed, 1024 at most. All are counted; of parts no more are listed than each has kept.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=1024))]
    pub list: u32,
    /// Where fingerprints are sorted that do not fit into memory. Without it repeats in a long log are not looked for.
    #[arg(long, value_name = "DIR")]
    pub temp: Option<PathBuf>,
    /// How many fingerprints are held in memory, 40 bytes each.
    #[arg(long, value_name = "N", default_value_t = IN_MEMORY, value_parser = memory)]
    pub memory: usize,
    /// Write a part of the audit to this file, to be joined with others by --merge.
    #[arg(long, value_name = "FILE")]
    pub part: Option<PathBuf>,
    /// Join parts, given in the order of their logs, into one report.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "logs")]
    pub merge: Vec<PathBuf>,
    /// How many tests of honest logs in how many may fail: one in N.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = alpha)]
    pub alpha: Alpha,
    /// How many links may be hashed, in all, to tie crash games to their terminating hashes. Games for which they do not last are
    /// not checked.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub steps: u64,
    /// How many threads recompute, 16 at most; by default one a core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write a log of N records instead, with the operator's own functions.
    #[arg(long, value_name = "N")]
    pub make: Option<u64>,
    /// What --make makes.
    #[arg(long, value_name = "KIND", default_value = "receipt", requires = "make")]
    pub kind: Kind,
    /// Alter exactly K of the records that --make makes.
    #[arg(long, value_name = "K", default_value_t = 0, requires = "make")]
    pub tamper: u64,
    /// The seed of --make: the same seed, the same log.
    #[arg(long, value_name = "TEXT", default_value = "audit", requires = "make")]
    pub seed: String,
    /// --make writes CSV.
    #[arg(long, requires = "make")]
    pub csv: bool,
    /// --make writes gzip.
    #[arg(long, requires = "make")]
    pub gzip: bool,
    /// --make writes to this file instead of standard output, which `-` is as well.
    #[arg(long, value_name = "FILE", requires = "make")]
    pub output: Option<PathBuf>,
    /// The game of the rounds that --make makes. Without a version, the only one there is.
    #[arg(long, value_name = "ID", default_value = "roulette/1", requires = "make")]
    pub game: String,
    /// A parameter of that game, as NAME=VALUE.
    #[arg(long = "param", value_name = "NAME=VALUE", requires = "make")]
    pub params: Vec<String>,
    /// The rule of the crash games that --make makes. Without a version, the only one there is.
    #[arg(long, value_name = "ID", default_value = "cursor-crash-bytes/1", requires = "make")]
    pub rule: String,
}

impl Options {
    /// Why what is asked for cannot be: a log made and one read, an output that is an input, or both outputs in one file.
    pub fn refused(&self) -> Option<String> {
        // Not for clap to say: what requires --make would then be passed over in silence where --make would be a conflict.
        if self.make.is_some() && self.reads_or_reports() {
            return Some("--make writes a log: it does not go with LOG, --merge, --part, --html or --json".into());
        }
        let inputs: Vec<PathBuf> = self
            .logs
            .iter()
            .chain(&self.merge)
            .filter_map(|path| real(path))
            .collect();
        let outputs = [("--html", &self.html), ("--part", &self.part)];
        let outputs = outputs.map(|(name, path)| path.as_ref().and_then(|path| Some((name, real(path)?))));
        let mut given = outputs.iter().flatten();
        if let Some((name, path)) = given.clone().find(|(_, path)| inputs.contains(path)) {
            return Some(format!("{name} {}: it is read as well", path.display()));
        }
        match (given.next(), given.next()) {
            (Some((_, html)), Some((_, part))) if html == part => {
                Some(format!("--html and --part {}: they are one file", part.display()))
            }
            _ => None,
        }
    }

    fn reads_or_reports(&self) -> bool {
        let read = !self.logs.is_empty() || !self.merge.is_empty();
        read || self.json || self.html.is_some() || self.part.is_some()
    }
}

/// A path without links and dots, of a file that may not be there yet.
fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let directory = parent.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(directory.join(path.file_name()?))
    })
}

fn memory(text: &str) -> Result<usize, String> {
    let held = text.parse::<usize>().map_err(|error| error.to_string())?;
    if held == 0 { Err("at least 1".into()) } else { Ok(held) }
}

fn alpha(text: &str) -> Result<Alpha, String> {
    let runs = text.parse::<u32>().map_err(|error| error.to_string())?;
    Alpha::one_in(runs).map_err(|error| error.to_string())
}
