//! Verifies check links of matches: is every roll the one that was fixed beforehand?
//!
//! ```text
//! cargo run --release --example verify -- 'https://example.org/check/#v=1&s=...&c=...&p=...&r=...'
//! ```

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod chain;
#[cfg(test)]
mod chain_tests;
#[cfg(test)]
mod document_tests;
mod documents;
mod links;
mod match_;
mod output;
mod readings;
mod receipt;
mod round;
#[cfg(test)]
mod round_tests;
mod stated;
#[cfg(test)]
mod stated_tests;
#[cfg(test)]
mod tests;
mod ticket;
#[cfg(test)]
mod ticket_tests;

/// The exit codes. `Worst` orders them: verified, consistent, mismatch, malformed.
mod exit {
    pub const HELD: u8 = 0;
    pub const MISMATCH: u8 = 1;
    pub const MALFORMED: u8 = 2;
    pub const CONSISTENT: u8 = 3;
    pub const USAGE: u8 = 64;
}

/// Check that what was drawn had been fixed beforehand.
///
/// Without a subcommand, each INPUT is a check link of a match of dice: an address, its fragment, or a file of links, one a
/// line. Without INPUT, links are read from standard input.
///
/// Exit codes: 0 verified or consistent, 1 mismatch, 2 malformed, 3 consistent under --strict, or a receipt to which none of the
/// given records or not the given lock belongs, 64 wrong usage. Several inputs exit with the worst, in the order verified,
/// consistent, mismatch, malformed.
#[derive(Parser)]
#[command(name = "verify", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    links: links::Args,
}

#[derive(Subcommand)]
enum Command {
    /// Deal a round of a game again.
    Round(Box<round::Args>),
    /// Draw a keno ticket again.
    Ticket(ticket::Args),
    /// Walk from a revealed link of a hash chain to the published terminating hash.
    Chain(Box<chain::Args>),
    /// Check receipts of single rolls, against your own records if you have them.
    Receipt(receipt::Args),
    /// Check a whole match: locks, receipts and voids in order.
    Match(match_::Args),
}

fn main() -> ExitCode {
    let code = run(std::env::args_os(), &mut io::stdin().lock(), &mut io::stdout().lock());
    match code {
        Ok(code) => ExitCode::from(code),
        // Somebody closed the pipe: there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(exit::MALFORMED),
        Err(error) => {
            eprintln!("verify: {error}");
            ExitCode::from(exit::MALFORMED)
        }
    }
}

/// The whole program, so that a test can run it.
fn run(args: impl Iterator<Item = OsString>, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<u8> {
    match Cli::try_parse_from(args) {
        Ok(Cli { command: None, links }) => links::run(&links, input, out),
        Ok(Cli {
            command: Some(command), ..
        }) => match command {
            Command::Round(args) => round::run(&args, out),
            Command::Ticket(args) => ticket::run(&args, out),
            Command::Chain(args) => chain::run(&args, out),
            Command::Receipt(args) => receipt::run(&args, input, out),
            Command::Match(args) => match_::run(&args, input, out),
        },
        Err(error) if error.use_stderr() => {
            eprint!("{}", error.render());
            Ok(exit::USAGE)
        }
        Err(help) => {
            write!(out, "{}", help.render())?;
            Ok(exit::HELD)
        }
    }
}
