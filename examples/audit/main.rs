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

use crate::files::Files;
use crate::options::Options;

mod audit;
mod chain;
mod crash;
mod csv;
mod files;
mod finding;
mod ids;
mod input;
mod json;
mod make;
mod match_roll;
mod options;
mod output;
mod params;
mod part;
mod prints;
mod progress;
mod pump;
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

/// The exit codes. When several apply the worst is given: malformed, mismatch, not checked, clean.
mod exit {
    pub const CLEAN: u8 = 0;
    pub const MISMATCH: u8 = 1;
    pub const MALFORMED: u8 = 2;
    pub const NOT_CHECKED: u8 = 3;
    pub const USAGE: u8 = 64;
}

fn main() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let mut out = io::stdout().lock();
    let done = parse(std::env::args_os(), &mut out).and_then(|parsed| match parsed {
        Err(code) => Ok(code),
        Ok(options) => {
            // There is nothing to report of a log that is made or of parts: there the signal ends the program as any other.
            if options.make.is_none() && options.merge.is_empty() {
                report_when_interrupted(&stop);
            }
            obey(&options, io::stdin(), &mut out, &stop)
        }
    });
    match done {
        Ok(code) => ExitCode::from(code),
        // Somebody closed the pipe: there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(exit::MALFORMED),
        Err(error) => {
            eprintln!("audit: {error}");
            ExitCode::from(exit::MALFORMED)
        }
    }
}

/// Ctrl-C asks for the report of what was done so far.
fn report_when_interrupted(stop: &Arc<AtomicBool>) {
    let asked = Arc::clone(stop);
    let handler = move || {
        // Asked twice: whoever is waiting for a report does not want it any more.
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("audit: stopping, the report follows; Ctrl-C again ends it without one");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("audit: Ctrl-C will end it without a report: {error}");
    }
}

/// Reads the command line; the exit code if there is nothing more to do.
fn parse(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write) -> io::Result<Result<Options, u8>> {
    match Options::try_parse_from(args) {
        Ok(options) => match options.refused() {
            None => Ok(Ok(options)),
            Some(why) => Ok(Err(wrong(&why))),
        },
        Err(error) if error.use_stderr() => {
            eprint!("{}", error.render());
            Ok(Err(exit::USAGE))
        }
        Err(help) => {
            write!(out, "{}", help.render())?;
            Ok(Err(exit::CLEAN))
        }
    }
}

fn wrong(why: &str) -> u8 {
    eprintln!("audit: {why}");
    exit::USAGE
}

/// Does what was asked for. `stop` is what Ctrl-C sets.
fn obey(
    options: &Options,
    stdin: impl Read + Send + 'static,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> io::Result<u8> {
    if let Some(records) = options.make {
        return make(options, records, out);
    }
    // Before the work of hours: whether what it is for can be written.
    let files = Files::open(options)?;
    let audited = if options.merge.is_empty() {
        audit::run(options, stdin, stop)?
    } else {
        part::merge(options)?
    };
    output::write(options, files, audited, out)
}

fn make(options: &Options, records: u64, out: &mut dyn Write) -> io::Result<u8> {
    match make::run(options, records, out) {
        Ok(()) => Ok(exit::CLEAN),
        Err(make::MakeError::Io(error)) => Err(error),
        Err(make::MakeError::Usage(why)) => Ok(wrong(&why)),
    }
}
