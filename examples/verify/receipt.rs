//! Receipts of single rolls, each against the player's own record if there is one.

use std::io::{self, BufRead, Write};

use clap::ValueEnum;
use provably_fair::Report;
use provably_fair::document::{self, Document};
use provably_fair::protocol::receipt::{EntropyFrom, Kept, Receipt};
use provably_fair::protocol::transcript::Lock;
use provably_fair::verdict::Check;
use serde_json::{Value, json};

use crate::documents::{Lines, read_all};
use crate::{exit, output};

#[derive(clap::Args)]
pub struct Args {
    /// A receipt, or a file of receipts, one a line; `-` reads standard input. A lock on the line before its receipt says who
    /// makes the entropy; one that is not of this receipt is not used, and the exit code is then 3 at least.
    #[arg(value_name = "FILE")]
    file: String,
    /// Your own records, one a line: what you saw before you sent your entropy, and the entropy. A receipt that none of them
    /// belongs to is told so, and the exit code is then 3 at least, with or without --strict.
    #[arg(long, value_name = "FILE")]
    kept: Option<String>,
    /// Who made the entropy, where no lock says so.
    #[arg(long, value_name = "WHO")]
    entropy_from: Option<Maker>,
    /// Show every roll's derivation, to follow by hand.
    #[arg(long)]
    trace: bool,
    /// A JSON object for each receipt, one a line.
    #[arg(long)]
    json: bool,
    /// Exit with 3 when a verdict is only consistent.
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Maker {
    /// Your device, or the opponent's.
    Client,
    /// Both seats, each bound by a hash.
    BothSeats,
    /// The operator.
    Operator,
}

impl From<Maker> for EntropyFrom {
    fn from(maker: Maker) -> Self {
        match maker {
            Maker::Client => Self::Client,
            Maker::BothSeats => Self::BothSeats,
            Maker::Operator => Self::Operator,
        }
    }
}

pub fn run(args: &Args, stdin: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<u8> {
    let kept: Vec<Kept> = match read_all(args.kept.as_deref(), stdin)? {
        Ok(kept) => kept,
        Err((source, error)) => return output::malformed(out, args.json, &source, &error),
    };
    let mut lines = Lines::open(&args.file, stdin)?;
    let (mut worst, mut receipts) = (exit::HELD, 0_u64);
    let mut lock: Option<Lock> = None;
    let mut next = lines.next_line()?;
    while let Some((source, text)) = next {
        next = lines.next_line()?;
        let code = if document::format_of(&text) == Some(Lock::FORMAT) {
            document::read(&text).map(|read| {
                lock = Some(read);
                Ok(exit::HELD)
            })
        } else {
            receipts += 1;
            let (lock, alone) = (lock.take(), receipts == 1 && next.is_none());
            document::read(&text).map(|receipt: Receipt| {
                let own = record_of(&receipt, &kept, alone);
                Case::new(args, &source, &receipt, own, lock.as_ref()).judge(args, out)
            })
        };
        let code = code.unwrap_or_else(|error| output::malformed(out, args.json, &source, &error))?;
        worst = output::worse(worst, code);
    }
    if receipts == 0 {
        eprintln!("verify: {} holds no receipt", args.file);
        return Ok(exit::USAGE);
    }
    Ok(worst)
}

/// The record of a receipt: one that shares anything with it that no other roll has, its place in the match included: a receipt
/// that is forged in everything else still stands where a roll was recorded. A single record beside a single receipt belongs
/// to it, whatever that claims.
fn record_of<'k>(receipt: &Receipt, kept: &'k [Kept], alone: bool) -> Option<&'k Kept> {
    if let ([only], true) = (kept, alone) {
        return Some(only);
    }
    let terms = receipt.terms();
    kept.iter().find(|kept| {
        let seen = kept.terms();
        let same_place = seen.roll_id() == terms.roll_id() || seen.nonce() == terms.nonce();
        (seen.match_id() == terms.match_id() && same_place)
            || seen.commitment() == terms.commitment()
            || kept.entropy() == receipt.entropy()
    })
}

const NO_RECORD: &str =
    "none of your records belongs to this receipt: if you made its entropy, this is not the roll that you recorded";

const OTHER_LOCK: &str = "the lock before this receipt is of another roll, or says something else than the receipt: it was \
    not used; `verify match` judges locks and receipts together";

/// The options that bring what a report misses.
const OPTIONS: [(Check, &str); 2] = [
    (
        Check::KeptCommitment,
        "--kept FILE, with what you saved when you sent your entropy",
    ),
    (
        Check::EntropySource,
        "--entropy-from WHO, or the lock on the line before the receipt",
    ),
];

/// A receipt, and what was brought to check it.
struct Case<'c> {
    source: &'c str,
    receipt: &'c Receipt,
    own: Option<&'c Kept>,
    maker: Option<EntropyFrom>,
    /// About what was brought and could not be used, so no note goes with the exit code of a plain success.
    notes: Vec<&'static str>,
}

impl<'c> Case<'c> {
    fn new(args: &Args, source: &'c str, receipt: &'c Receipt, own: Option<&'c Kept>, lock: Option<&Lock>) -> Self {
        let locked = lock.filter(|lock| lock.terms() == receipt.terms());
        let no_record = args.kept.is_some() && own.is_none();
        let other_lock = lock.is_some() && locked.is_none();
        let notes = [(no_record, NO_RECORD), (other_lock, OTHER_LOCK)];
        Self {
            source,
            receipt,
            own,
            maker: locked.map(Lock::entropy_from).or(args.entropy_from.map(Into::into)),
            notes: notes.iter().filter(|(says, _)| *says).map(|(_, note)| *note).collect(),
        }
    }

    fn judge(&self, args: &Args, out: &mut dyn Write) -> io::Result<u8> {
        let report = self.receipt.verify(self.own, self.maker);
        let trace = args.trace.then(|| match self.receipt.trace() {
            Ok(trace) => trace.to_string(),
            Err(error) => error.to_string(),
        });
        if args.json {
            writeln!(out, "{}", self.as_json(&report, trace))?;
        } else {
            write!(out, "{}: {report}", self.source)?;
            if args.kept.is_none() {
                output::how_to_bring(out, &report, &OPTIONS)?;
            }
            for note in &self.notes {
                writeln!(out, "  note: {note}")?;
            }
            write!(out, "{}", trace.unwrap_or_default())?;
        }
        let code = output::code(report.verdict(), args.strict);
        Ok(if self.notes.is_empty() {
            code
        } else {
            output::worse(code, exit::CONSISTENT)
        })
    }

    fn as_json(&self, report: &Report, trace: Option<String>) -> Value {
        let (terms, dice) = (self.receipt.terms(), self.receipt.dice());
        let mut all = output::report(report);
        all["input"] = json!(self.source);
        all["match_id"] = json!(terms.match_id().as_str());
        all["roll_id"] = json!(terms.roll_id().as_str());
        all["dice"] = json!([dice.first, dice.second]);
        all["entropy_from"] = json!(self.maker.map(EntropyFrom::name));
        all["notes"] = json!(self.notes);
        if let Some(trace) = trace {
            all["trace"] = json!(trace);
        }
        all
    }
}
