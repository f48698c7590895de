//! Synthetic logs, made with the functions that an operator runs, and altered in as many records as asked for.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use provably_fair::mac::{Hash, HmacKey};
use serde_json::Value;

use crate::csv::{columns, quoted};
use crate::files::named;
use crate::options::Options;
use crate::record::Kind;

mod crash;
mod dice;
mod round;

/// Why no log is made.
#[derive(Debug)]
pub enum MakeError {
    Usage(String),
    Io(io::Error),
}

impl From<io::Error> for MakeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl MakeError {
    /// What the command line asks for cannot be.
    #[allow(clippy::needless_pass_by_value, reason = "an error on its way out")]
    pub fn usage(error: impl ToString) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Bytes from a seed: HMAC-SHA256(seed, counter). Reproducible, so nobody plays with it.
pub struct Chance {
    key: HmacKey,
    drawn: u64,
}

impl Chance {
    pub fn new(seed: &str) -> Self {
        let key = HmacKey::new(Hash::Sha256, seed.as_bytes());
        Self { key, drawn: 0 }
    }

    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        self.drawn += 1;
        self.key.mac(&self.drawn.to_be_bytes()).first()
    }

    pub fn hex(&mut self, digits: usize) -> String {
        let mut text = provably_fair::hex::encode(&self.bytes::<32>());
        text.truncate(digits);
        text
    }

    /// A number below `n`; the bias of 2^-64 n does not matter here.
    pub fn below(&mut self, n: u64) -> u64 {
        let wide = u128::from(u64::from_be_bytes(self.bytes())) * u128::from(n);
        u64::try_from(wide >> 64).unwrap_or_default()
    }
}

/// Which records are altered: exactly so many, each choice as likely as any other.
pub struct Tamper {
    records: u64,
    altered: u64,
    chance: Chance,
}

impl Tamper {
    /// Whether the next record is altered, and in which way: a number for its maker to choose by.
    fn next(&mut self) -> Option<u64> {
        let alter = self.altered > 0 && self.chance.below(self.records) < self.altered;
        self.records = self.records.saturating_sub(1);
        self.altered -= u64::from(alter);
        alter.then(|| self.chance.below(u64::MAX))
    }
}

/// One record: its JSON line, and its cells in the order of the kind's columns.
pub struct Made {
    pub json: String,
    pub cells: Vec<String>,
}

/// A source of honest or altered records.
pub trait Maker {
    /// The next record. An altered one is wrong in a way that recomputing shows; all others are as they would be.
    fn next(&mut self, alter: Option<u64>) -> Result<Made, MakeError>;
}

/// Makes the log that the command line asks for.
pub fn run(options: &Options, records: u64, out: &mut dyn Write) -> Result<(), MakeError> {
    if options.tamper > records {
        return Err(MakeError::usage("--tamper: more than there are records"));
    }
    let chance = Chance::new(&options.seed);
    let mut maker: Box<dyn Maker> = match options.kind {
        Kind::Receipt => Box::new(dice::Receipts::new(chance)),
        Kind::MatchRoll => Box::new(dice::Matches::new(chance)),
        Kind::Round => Box::new(round::Rounds::new(chance, &options.game, &options.params)?),
        Kind::Crash => Box::new(crash::Games::new(chance, &options.rule, records)?),
    };
    let mut tamper = Tamper {
        records,
        altered: options.tamper,
        chance: Chance::new(&format!("{} tamper", options.seed)),
    };
    let file = options.output.as_ref().filter(|path| path.as_os_str() != "-");
    let out: Box<dyn Write + '_> = match file {
        Some(path) => Box::new(File::create(path).map_err(|error| named("--output", path, &error))?),
        None => Box::new(out),
    };
    let mut out = BufWriter::with_capacity(1 << 16, out);
    if options.gzip {
        let mut packed = GzEncoder::new(&mut out, Compression::fast());
        lines(options, records, &mut *maker, &mut tamper, &mut packed)?;
        packed.finish()?;
    } else {
        lines(options, records, &mut *maker, &mut tamper, &mut out)?;
    }
    Ok(out.flush()?)
}

fn lines(
    options: &Options,
    records: u64,
    maker: &mut dyn Maker,
    tamper: &mut Tamper,
    out: &mut dyn Write,
) -> Result<(), MakeError> {
    if options.csv {
        writeln!(out, "format,{}", columns(options.kind).join(","))?;
    }
    for _ in 0..records {
        let made = maker.next(tamper.next())?;
        if options.csv {
            let cells: Vec<String> = made.cells.iter().map(|cell| quoted(cell)).collect();
            writeln!(out, "{},{}", options.kind.name(), cells.join(","))?;
        } else {
            writeln!(out, "{}", made.json)?;
        }
    }
    Ok(())
}

/// A JSON line with its keys in this order.
pub fn object(kind: Kind, fields: &[(&str, Value)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|(key, value)| format!(",\"{key}\":{value}"))
        .collect();
    format!("{{\"format\":\"{}\",\"version\":1{}}}", kind.name(), fields.concat())
}

/// A hex text with its last digit changed.
pub fn other_digit(hex: &str) -> String {
    let mut text = hex.to_owned();
    let last = text.pop();
    text.push(if last == Some('0') { '1' } else { '0' });
    text
}
