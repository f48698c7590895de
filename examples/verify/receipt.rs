//! Receipts of single rolls, each against the player's own record if there is one.

use std::io::{self, BufRead, Write};

use clap::ValueEnum;
use provably_fair::document::{self, Document};
use provably_fair::protocol::receipt::{EntropyFrom, Kept, Receipt};
use provably_fair::protocol::transcript::Lock;
use serde_json::json;

use crate::documents::{Lines, read_all};
use crate::{exit, output};

#[derive(clap::Args)]
pub struct Args {
    /// A receipt, or a file of receipts, one a line; `-` reads standard input. A lock on the line before its receipt says who
    /// makes the entropy.
    #[arg(value_name = "FILE")]
    file: String,
    /// Your own records, one a line: what you saw before you sent your entropy, and the entropy. A receipt that none of them
    /// belongs to is told so, and the exit code is 3 at least.
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
    let kept: Vec<Kept> = match &args.kept {
        None => Vec::new(),
        Some(path) => match read_all(path, stdin)? {
            Ok(kept) => kept,
            Err((source, error)) => return output::malformed(out, args.json, &source, &error),
        },
    };
    let mut lines = Lines::open(&args.file, stdin)?;
    let (mut worst, mut receipts) = (exit::HELD, 0_u64);
    let mut lock: Option<Lock> = None;
    while let Some((source, text)) = lines.next_line()? {
        if document::format_of(&text) == Some(Lock::FORMAT) {
            match document::read(&text) {
                Ok(read) => lock = Some(read),
                Err(error) => worst = output::worse(worst, output::malformed(out, args.json, &source, &error)?),
            }
            continue;
        }
        receipts += 1;
        let code = match document::read::<Receipt>(&text) {
            Ok(receipt) => {
                let own = record_of(&receipt, &kept);
                let locked = lock.as_ref().filter(|lock| lock.terms() == receipt.terms());
                let maker = locked.map(Lock::entropy_from).or(args.entropy_from.map(Into::into));
                judge(args, &source, &receipt, own, maker, out)?
            }
            Err(error) => output::malformed(out, args.json, &source, &error)?,
        };
        worst = output::worse(worst, code);
    }
    if receipts == 0 {
        eprintln!("verify: {} holds no receipt", args.file);
        return Ok(exit::USAGE);
    }
    Ok(worst)
}

/// The record of a receipt: one that shares anything with it that no other roll has, its place in the match included: a receipt
/// that is forged in everything else still stands where a roll was recorded. A single record is that of the receipt in
/// hand, whatever that claims.
fn record_of<'k>(receipt: &Receipt, kept: &'k [Kept]) -> Option<&'k Kept> {
    if let [only] = kept {
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

fn judge(
    args: &Args,
    source: &str,
    receipt: &Receipt,
    own: Option<&Kept>,
    maker: Option<EntropyFrom>,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let report = receipt.verify(own, maker);
    let unrecorded = args.kept.is_some() && own.is_none();
    let trace = args.trace.then(|| match receipt.trace() {
        Ok(trace) => trace.to_string(),
        Err(error) => error.to_string(),
    });
    if args.json {
        let mut all = output::report(&report);
        all["input"] = json!(source);
        all["match_id"] = json!(receipt.terms().match_id().as_str());
        all["roll_id"] = json!(receipt.terms().roll_id().as_str());
        all["dice"] = json!([receipt.dice().first, receipt.dice().second]);
        all["entropy_from"] = json!(maker.map(EntropyFrom::name));
        if let (true, Some(remarks)) = (unrecorded, all["remarks"].as_array_mut()) {
            remarks.insert(0, json!(NO_RECORD));
        }
        if let Some(trace) = trace {
            all["trace"] = json!(trace);
        }
        writeln!(out, "{all}")?;
    } else {
        write!(out, "{source}: {report}")?;
        if unrecorded {
            writeln!(out, "  note: {NO_RECORD}")?;
        }
        write!(out, "{}", trace.unwrap_or_default())?;
    }
    Ok(output::code(report.verdict(), args.strict || unrecorded))
}
