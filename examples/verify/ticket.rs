//! A keno ticket.

use std::io::{self, Write};

use provably_fair::hex;
use provably_fair::protocol::keno::{BALLS, Ticket, TicketNote, TicketReport};
use provably_fair::verdict::Check;
use serde_json::{Value, json};

use crate::output;

/// Draw a keno ticket again from its two strings, and compare it with what was stated and with your own note.
#[derive(clap::Args)]
pub struct Args {
    /// The ticket's random hash: 64 lower-case hex digits.
    #[arg(long, value_name = "HEX")]
    hash: String,
    /// The ticket's salt, exactly as published; nothing is trimmed.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    salt: String,
    /// The balls that were stated, in draw order, separated by commas.
    #[arg(long, value_name = "BALL,BALL", value_delimiter = ',')]
    stated: Vec<u32>,
    /// The last link that was stated.
    #[arg(long, value_name = "HEX", value_parser = link)]
    last_link: Option<[u8; 32]>,
    /// Your own note: the random hash you saw before you bet, 64 hex digits in either case.
    #[arg(long, value_name = "HEX", value_parser = hash)]
    noted_hash: Option<String>,
    /// Your own note: the salt, if it was fixed before you bet.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    noted_salt: Option<String>,
    /// Show every link's derivation, to follow by hand.
    #[arg(long)]
    trace: bool,
    /// A JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Exit with 3 when the verdict is only consistent.
    #[arg(long)]
    strict: bool,
}

fn link(text: &str) -> Result<[u8; 32], hex::HexError> {
    hex::decode_array(text)
}

fn hash(text: &str) -> Result<String, hex::HexError> {
    link(text).map(|_| text.into())
}

/// The options that bring what a report misses.
const OPTIONS: [(Check, &str); 4] = [
    (Check::TicketLink, "--last-link HEX"),
    (Check::Ball, "--stated BALL,BALL"),
    (Check::NotedHash, "--noted-hash HEX"),
    (Check::NotedSalt, "--noted-salt TEXT"),
];

pub fn run(args: &Args, out: &mut dyn Write) -> io::Result<u8> {
    let mut ticket = match Ticket::new(&args.hash, &args.salt) {
        Ok(ticket) => ticket,
        Err(error) => return output::malformed(out, args.json, "ticket", &error),
    };
    if !args.stated.is_empty() {
        ticket = ticket.stated_balls(&args.stated);
    }
    if let Some(last) = args.last_link {
        ticket = ticket.stated_link(BALLS - 1, last);
    }
    let mut note = TicketNote::none();
    if let Some(seen) = &args.noted_hash {
        note = note.hash(seen);
    }
    if let Some(seen) = &args.noted_salt {
        note = note.salt(seen);
    }
    let report = ticket.verify(&note);
    if args.json {
        writeln!(out, "{}", as_json(args, &report))?;
    } else {
        write!(out, "ticket: {report}")?;
        output::how_to_bring(out, report.report(), &OPTIONS)?;
        for link in report.links().iter().filter(|_| args.trace) {
            write!(out, "{link}")?;
        }
    }
    Ok(output::code(report.verdict(), args.strict))
}

fn as_json(args: &Args, report: &TicketReport) -> Value {
    let mut all = output::report(report.report());
    let links = report.links();
    all["balls"] = links.iter().map(|link| json!(link.ball)).collect();
    all["links"] = links.iter().map(|link| json!(link.hash.to_hex())).collect();
    if args.trace {
        all["trace"] = links.iter().map(|link| json!(link.to_string())).collect();
    }
    all
}
