//! Audits logs: every record is recomputed, repeats are found, and what is left is counted.
//!
//! ```text
//! cargo run --release --example audit -- LOG...
//! ```
//!
//! The forms of a log are in `FORMATS.md` beside this file.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;

mod audit;
mod chain;
mod crash;
mod csv;
mod finding;
mod input;
mod make;
mod match_roll;
mod options;
mod output;
mod part;
mod prints;
mod progress;
mod receipt;
mod record;
mod repeats;
mod round;
mod spill;
mod statistics;
mod summary;
mod tallies;
#[cfg(test)]
mod tests;
mod worker;

/// The exit codes. When several apply the largest below 64 is given.
mod exit {
    pub const CLEAN: u8 = 0;
    pub const MISMATCH: u8 = 1;
    pub const MALFORMED: u8 = 2;
    pub const USAGE: u8 = 64;
}

fn main() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    let handler = move || {
        // Asked twice: whoever is waiting for a report does not want it any more.
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("audit: Ctrl-C will end it without a report: {error}");
    }
    match run(std::env::args_os(), io::stdin(), &mut io::stdout().lock(), &stop) {
        Ok(code) => ExitCode::from(code),
        // Somebody closed the pipe: there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(exit::MALFORMED),
        Err(error) => {
            eprintln!("audit: {error}");
            ExitCode::from(exit::MALFORMED)
        }
    }
}

/// The whole program, so that a test can run it. `stop` is what Ctrl-C sets.
fn run(
    args: impl IntoIterator<Item = OsString>,
    stdin: impl Read + Send,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> io::Result<u8> {
    let options = match options::Options::try_parse_from(args) {
        Ok(options) => options,
        Err(error) if error.use_stderr() => {
            eprint!("{}", error.render());
            return Ok(exit::USAGE);
        }
        Err(help) => {
            write!(out, "{}", help.render())?;
            return Ok(exit::CLEAN);
        }
    };
    if let Some(records) = options.make {
        return make(&options, records, out);
    }
    let audited = if options.merge.is_empty() {
        audit::run(&options, stdin, stop)?
    } else {
        part::merge(&options)?
    };
    output::write(&options, audited, out)
}

fn make(options: &options::Options, records: u64, out: &mut dyn Write) -> io::Result<u8> {
    match make::run(options, records, out) {
        Ok(()) => Ok(exit::CLEAN),
        Err(make::MakeError::Io(error)) => Err(error),
        Err(make::MakeError::Usage(why)) => {
            eprintln!("audit: {why}");
            Ok(exit::USAGE)
        }
    }
}
