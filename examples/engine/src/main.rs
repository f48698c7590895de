//! Audits receipts in CSV or Parquet with DataFusion: one user-defined function derives, SQL counts, the library judges.
//!
//! An audit is a map (derive each record again) and a merge (add up the counts), so any engine that runs both will do. This
//! one runs here on one node; the README beside this package says how the same job goes to a cluster.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use datafusion::arrow::array::{Array, Int64Array, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::error::{DataFusionError, Result};
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionContext};
use provably_fair::stats::{Odds, Tally, chi_square};

mod derive;

/// Derive every receipt of a log again, in SQL, and count.
///
/// A log has the columns of the audit's CSV form, by name: match_id, roll_id, nonce, commitment, entropy, server_seed, die_1,
/// die_2.
/// Exit codes: 0 every record held and no server seed came twice, 1 some did not, 2 a log or a record cannot be read, 64
/// wrong usage.
#[derive(Parser)]
struct Args {
    /// Logs, all CSV of one form, or all Parquet (files, or folders of files).
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// Also write the log as Parquet into this folder, for the next run.
    #[arg(long, value_name = "FOLDER")]
    to_parquet: Option<PathBuf>,
}

/// How many failed records are listed.
const LISTED: usize = 20;

/// The most bytes of a line of column names.
const MAX_HEADER: u64 = 65_536;

#[tokio::main]
async fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::from(64)
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    let began = Instant::now();
    match audit(&args).await {
        Ok(audited) => {
            // A reader that has seen enough and closes the pipe is no error.
            let _ = std::io::stdout().write_all(audited.report.as_bytes());
            eprintln!("{} records in {:.1} s", audited.records, began.elapsed().as_secs_f64());
            ExitCode::from(audited.exit)
        }
        Err(error) => {
            eprintln!("engine: {error}");
            ExitCode::from(2)
        }
    }
}

struct Audited {
    report: String,
    records: u64,
    exit: u8,
}

async fn audit(args: &Args) -> Result<Audited> {
    let engine = SessionContext::new();
    engine.register_udf(derive::receipt());
    register(&engine, &args.logs).await?;
    if let Some(folder) = &args.to_parquet {
        let log = engine.table("log").await?;
        log.write_parquet(&folder.to_string_lossy(), DataFrameWriteOptions::new(), None)
            .await?;
    }
    let outcomes = counts(&engine).await?;
    let reused = reused(&engine).await?;
    let held: u64 = outcomes
        .iter()
        .filter(|(name, _)| cell(name).is_some())
        .map(|(_, count)| count)
        .sum();
    let records: u64 = outcomes.iter().map(|(_, count)| count).sum();
    let mut report = judge(&outcomes, held);
    if held < records {
        report += &list(&engine).await?;
    }
    let _ = writeln!(report, "{reused:>12}  server seeds used more than once");
    let exit = if outcomes.iter().any(|(name, _)| name == derive::MALFORMED) {
        2
    } else {
        u8::from(held < records || reused > 0)
    };
    match records {
        0 => Err(DataFusionError::Execution("the log holds no record".to_owned())),
        _ => Ok(Audited { report, records, exit }),
    }
}

/// The logs as one view named `log`.
async fn register(engine: &SessionContext, logs: &[PathBuf]) -> Result<()> {
    let paths: Vec<String> = logs.iter().map(|log| log.to_string_lossy().into_owned()).collect();
    let csv = logs
        .iter()
        .any(|log| log.extension().is_some_and(|extension| extension == "csv"));
    let log = if csv {
        let schema = header(logs)?;
        engine.read_csv(paths, CsvReadOptions::new().schema(&schema)).await?
    } else {
        engine.read_parquet(paths, ParquetReadOptions::default()).await?
    };
    engine.register_table("log", log.into_view()).map(|_| ())
}

/// The columns that the CSV files name, all text: reading cells is the derivation's matter.
fn header(logs: &[PathBuf]) -> Result<Schema> {
    let mut headers = logs.iter().map(|log| first_line(log));
    let first = headers.next().unwrap_or_else(|| Ok(String::new()))?;
    for (other, log) in headers.zip(&logs[1..]) {
        if other? != first {
            let why = format!("{}: not the columns of {}", log.display(), logs[0].display());
            return Err(DataFusionError::Execution(why));
        }
    }
    let names = first.split(',').map(|name| name.trim_matches('"'));
    Ok(Schema::new(
        names
            .map(|name| Field::new(name, DataType::Utf8, true))
            .collect::<Vec<_>>(),
    ))
}

fn first_line(log: &Path) -> Result<String> {
    let mut line = String::new();
    BufReader::new(File::open(log)?.take(MAX_HEADER)).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

/// The map and the merge: each outcome with the number of its records.
async fn counts(engine: &SessionContext) -> Result<Vec<(String, u64)>> {
    let derived = format!("SELECT receipt({}) AS outcome FROM log", derive::COLUMNS.join(", "));
    let batches = engine
        .sql(&format!("SELECT outcome, count(*) FROM ({derived}) GROUP BY outcome"))
        .await?;
    let mut outcomes = Vec::new();
    for batch in batches.collect().await? {
        let names = StringArray::from(cast(batch.column(0), &DataType::Utf8)?.to_data());
        let counts = Int64Array::from(batch.column(1).to_data());
        let rows = names.iter().flatten().zip(counts.values());
        outcomes.extend(rows.map(|(name, count)| (name.to_owned(), count.unsigned_abs())));
    }
    outcomes.sort_unstable();
    Ok(outcomes)
}

/// Which of the 36 pairs an outcome is, if it is dice.
fn cell(outcome: &str) -> Option<usize> {
    (0..36).find(|cell| outcome == format!("{}-{}", cell / 6 + 1, cell % 6 + 1))
}

/// What the counts say, in the library's words.
fn judge(outcomes: &[(String, u64)], held: u64) -> String {
    let mut report = format!("{held:>12}  held\n");
    let mut pairs = [0_u64; 36];
    for (name, count) in outcomes {
        match cell(name) {
            Some(cell) => pairs[cell] = *count,
            None => report = format!("{report}{count:>12}  {name}\n"),
        }
    }
    // A tally's text adds up with those of other nodes.
    let says = Tally::of("pairs", &pairs).map(|tally| match chi_square(&tally, &Odds::pairs()) {
        Ok(result) => format!("{tally}\n{}\n", result.says()),
        Err(error) => format!("{tally}\nno statistics: {error}\n"),
    });
    report + &says.unwrap_or_else(|error| format!("no tally: {error}\n"))
}

/// The first records that did not hold.
async fn list(engine: &SessionContext) -> Result<String> {
    let columns = derive::COLUMNS.join(", ");
    let derived = format!("SELECT match_id, roll_id, nonce, receipt({columns}) AS outcome FROM log");
    let failed =
        format!("SELECT * FROM ({derived}) WHERE outcome NOT LIKE '_-_' ORDER BY match_id, roll_id LIMIT {LISTED}");
    Ok(format!(
        "{}\n",
        pretty_format_batches(&engine.sql(&failed).await?.collect().await?)?
    ))
}

/// A receipt's server seed is for one roll: who saw the first roll knows the second.
async fn reused(engine: &SessionContext) -> Result<usize> {
    engine
        .sql("SELECT server_seed FROM log GROUP BY server_seed HAVING count(*) > 1")
        .await?
        .count()
        .await
}
