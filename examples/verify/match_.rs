//! A whole match of receipts: its locks, receipts and voids in order, and the player's own records.

use std::cell::RefCell;
use std::io::{self, BufRead, Write};
use std::iter;

use provably_fair::document::DocumentError;
use provably_fair::protocol::check_link::Seat;
use provably_fair::protocol::receipt::{Id, Kept};
use provably_fair::protocol::transcript::{self, ConfigHash, Entry, Head, MatchReport, TooLong, Transcript, View};
use provably_fair::verdict::Check;
use serde_json::{Value, json};

use crate::documents::{Lines, Refused, read_all};
use crate::{exit, output};

#[derive(clap::Args)]
pub struct Args {
    /// The transcript: a lock, a receipt or a void a line, in the order in which they came; `-` reads standard input.
    #[arg(value_name = "FILE")]
    file: String,
    /// Your own records, one a line, in the order in which you sent your entropy.
    #[arg(long, value_name = "FILE")]
    kept: Option<String>,
    /// Your seat. Without it no roll is known to be yours, and the verdict is at most consistent.
    #[arg(long, value_name = "1|2", value_parser = seat)]
    seat: Option<Seat>,
    /// Your records are complete: a roll made in your name without one is a failure.
    #[arg(long, requires = "seat")]
    complete: bool,
    /// The head that the other player holds. Without it the verdict is at most consistent.
    #[arg(long, value_name = "HEX")]
    head: Option<Head>,
    /// The configuration that every lock has to name, instead of the first lock's.
    #[arg(long, value_name = "HEX")]
    config: Option<ConfigHash>,
    /// The match, instead of that of the first line.
    #[arg(long = "match", value_name = "ID")]
    match_id: Option<Id>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Exit with 3 when the verdict is only consistent.
    #[arg(long)]
    strict: bool,
}

fn seat(text: &str) -> Result<Seat, String> {
    match text {
        "1" => Ok(Seat::One),
        "2" => Ok(Seat::Two),
        _ => Err("a seat is 1 or 2".into()),
    }
}

pub fn run(args: &Args, stdin: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<u8> {
    let kept: Vec<Kept> = match read_all(args.kept.as_deref(), stdin)? {
        Ok(kept) => kept,
        Err((source, error)) => return output::malformed(out, args.json, &source, &error),
    };
    let mut lines = Lines::open(&args.file, stdin)?;
    match verify(args, &mut lines, kept) {
        Ok(report) => print(args, &report, out),
        Err(Stop::Io(error)) => Err(error),
        Err(Stop::Refused((source, error))) => output::malformed(out, args.json, &source, &error),
        Err(Stop::TooLong(error)) => output::malformed(out, args.json, &args.file, &error),
        Err(Stop::Empty) => {
            eprintln!("verify: {} holds no match", args.file);
            Ok(exit::USAGE)
        }
    }
}

fn verify(args: &Args, lines: &mut Lines<'_>, kept: Vec<Kept>) -> Result<MatchReport, Stop> {
    let first = next_entry(lines).ok_or(Stop::Empty)??;
    let match_id = args.match_id.clone().unwrap_or_else(|| match_of(&first).clone());
    let stop = RefCell::new(None);
    // Read as the check goes; a line that is no entry ends the list, and then the match is malformed.
    let rest = iter::from_fn(|| next_entry(lines)).map_while(|entry| {
        let entry = entry.map_err(|error| *stop.borrow_mut() = Some(error));
        entry.ok()
    });
    let entries = iter::once(first).chain(rest);
    let report = transcript::verify(transcript(args, match_id), entries, kept, args.head);
    match stop.into_inner() {
        Some(stop) => Err(stop),
        None => report.map_err(Stop::TooLong),
    }
}

fn transcript(args: &Args, match_id: Id) -> Transcript {
    let view = match args.seat {
        None => View::outside(),
        Some(seat) if args.complete => View::seat(seat).complete(),
        Some(seat) => View::seat(seat),
    };
    let transcript = Transcript::new(match_id, view);
    match args.config {
        Some(config) => transcript.with_config(config),
        None => transcript,
    }
}

fn match_of(entry: &Entry) -> &Id {
    match entry {
        Entry::Lock(lock) => lock.terms().match_id(),
        Entry::Receipt(receipt) => receipt.terms().match_id(),
        Entry::Void(void) => void.terms().match_id(),
    }
}

/// Why there is no report.
enum Stop {
    Io(io::Error),
    Refused(Refused),
    TooLong(TooLong),
    Empty,
}

fn next_entry(lines: &mut Lines<'_>) -> Option<Result<Entry, Stop>> {
    let read = |(source, text): (String, String)| {
        Entry::read(&text).map_err(|error: DocumentError| Stop::Refused((source, error)))
    };
    match lines.next_line() {
        Ok(line) => line.map(read),
        Err(error) => Some(Err(Stop::Io(error))),
    }
}

fn print(args: &Args, report: &MatchReport, out: &mut dyn Write) -> io::Result<u8> {
    if args.json {
        let mut all = output::report(report.report());
        all["input"] = json!(args.file);
        all["head"] = json!(report.head().to_string());
        all["counts"] = counts(report);
        writeln!(out, "{all}")?;
    } else {
        write!(out, "{}: {report}", args.file)?;
        if args.kept.is_some() && args.seat.is_none() {
            writeln!(
                out,
                "  note: your records were not used: --seat 1 or 2 says which rolls are yours"
            )?;
        }
        output::how_to_bring(out, report.report(), &OPTIONS)?;
    }
    Ok(output::code(report.verdict(), args.strict))
}

/// The options that bring what a report misses.
const OPTIONS: [(Check, &str); 3] = [
    (Check::KeptCommitment, "--kept FILE and --seat 1 or 2"),
    (
        Check::KeptRoll,
        "--kept FILE, --seat 1 or 2, and --complete if no record is missing",
    ),
    (Check::SameTranscript, "--head HEX, which the other player holds"),
];

fn counts(report: &MatchReport) -> Value {
    let counts = report.counts();
    json!({
        "own": counts.own(),
        "opponents": counts.opponents(),
        "by_seat": counts.by_seat,
        "both_seats": counts.both_seats,
        "operator_made": counts.operator_made,
        "recorded": counts.recorded,
        "unrecorded": counts.unrecorded,
        "voids_before_entropy": counts.voids_before_entropy,
        "voids_unrecorded": counts.voids_unrecorded,
        "voids_after_entropy": counts.voids_after_entropy,
        "never_sent": counts.never_sent,
        "never_answered": counts.never_answered,
        "open_of_others": counts.open_of_others,
        "played": counts.played.as_slice(),
        "dropped": counts.dropped.as_slice(),
    })
}
