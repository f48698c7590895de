//! Runs vector files against the library: the contract is in `tests/vectors/README.md`.
//!
//! ```text
//! cargo run --release --example conformance -- tests/vectors
//! ```

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

mod case;
mod runner;
mod schemes;
mod unique_keys;
#[path = "../shared/usage.rs"]
mod usage;

/// Compare the library with files of known answers.
///
/// Prints a line for each failing case, a line `NAME: N passed, M failed` for each file, and the total last. Exits with 0
/// only if something ran and nothing failed, with 1 otherwise, with 64 on wrong usage.
#[derive(Parser)]
struct Args {
    /// Vector files, or folders of them (every .json below, in order of name).
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let args = match usage::parse::<Args>() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let mut out = io::stdout().lock();
    let mut lost = None;
    let mut print = |line: String| lost = writeln!(out, "{line}").err().or(lost.take());
    let total: runner::Tally = args.paths.iter().map(|path| runner::run(path, &mut print)).sum();
    print(total.to_string());
    // Whoever closes the pipe early still gets the exit code; lines that could not be written are no success.
    if let Some(error) = lost.filter(|error| error.kind() != io::ErrorKind::BrokenPipe) {
        eprintln!("conformance: {error}");
        return ExitCode::FAILURE;
    }
    if total.passed > 0 && total.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
