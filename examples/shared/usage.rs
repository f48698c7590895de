//! What every small program does with its arguments: help goes to standard output and is no fault, wrong usage exits with 64.

use std::process::ExitCode;

use clap::Parser;

/// The arguments, or the code to exit with.
pub fn parse<A: Parser>() -> Result<A, ExitCode> {
    A::try_parse().map_err(|error| {
        let _ = error.print();
        if error.use_stderr() {
            ExitCode::from(64)
        } else {
            ExitCode::SUCCESS
        }
    })
}
