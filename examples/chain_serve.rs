//! Makes a chain and serves all of it, last link to first, and measures itself: time and peak memory of the process.
//!
//! ```text
//! cargo run --release --example chain_serve -- --length 10000000 --kind hex-text
//! ```
//!
//! Exits with 1 if the peak is at or above the memory bound, if making and serving took longer than the time bound times making
//! alone, or if the last link is wrong. Making is timed in the same process, before serving. Times are the processor's, from
//! `/proc/self/schedstat`, so that a busy machine does not show; peak memory is `VmHWM` of `/proc/self/status`, the whole
//! process with its code and libraries. Where a system has neither, the program says so and exits with 1, since nothing was
//! measured.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use provably_fair::ServerSeed;
use provably_fair::chain::{Kind, Link, ServedChain};

#[path = "shared/usage.rs"]
mod usage;

/// Make a chain, serve all of it backwards, and hold memory and time to a bound.
#[derive(Parser)]
struct Args {
    /// Games of the chain.
    #[arg(long, default_value_t = 1_000_000)]
    length: u64,
    /// bytes, hex-text, sha512-bytes or sha512-hex-text.
    #[arg(long, default_value = "hex-text", value_parser = kind)]
    kind: Kind,
    /// The peak of the whole process has to stay below this, in KiB.
    #[arg(long, default_value_t = 8192)]
    max_kib: u64,
    /// Making and serving may take at most this many times as long as making.
    #[arg(long, default_value_t = 2.3)]
    max_ratio: f64,
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::from_name(name).ok_or_else(|| format!("no kind of chain is called {name}"))
}

fn main() -> ExitCode {
    let Args {
        length,
        kind,
        max_kib,
        max_ratio,
    } = match usage::parse() {
        Ok(args) => args,
        Err(code) => return code,
    };
    match measure(kind, length) {
        Ok(measured) => {
            // A reader that closes the pipe still gets the exit code.
            let _ = io::stdout().write_all(measured.report(max_kib, max_ratio).as_bytes());
            ExitCode::from(u8::from(!measured.holds(max_kib, max_ratio)))
        }
        Err(error) => {
            eprintln!("chain_serve: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Measured {
    right: bool,
    making: Duration,
    both: Duration,
    wall: Duration,
    peak_kib: u64,
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.both.as_secs_f64() / self.making.as_secs_f64()
    }

    fn holds(&self, max_kib: u64, max_ratio: f64) -> bool {
        self.right && self.peak_kib < max_kib && self.ratio() <= max_ratio
    }

    fn report(&self, max_kib: u64, max_ratio: f64) -> String {
        let [making, both, wall] = [self.making, self.both, self.wall].map(|time| time.as_secs_f64());
        let links = if self.right {
            "all served, the last is the start"
        } else {
            "WRONG"
        };
        format!(
            "made           {making:.3} s\n\
             made + served  {both:.3} s ({wall:.3} s by the clock)\n\
             ratio          {:.2} (at most {max_ratio})\n\
             peak memory    {} KiB (below {max_kib})\n\
             links          {links}\n",
            self.ratio(),
            self.peak_kib
        )
    }
}

fn measure(kind: Kind, length: u64) -> Result<Measured, String> {
    let bytes = vec![7; kind.hash().digest_len()];
    let (clock, start) = (Instant::now(), on_processor()?);
    let mut served =
        ServedChain::make(kind, length, &ServerSeed::from_bytes(&bytes)).map_err(|error| error.to_string())?;
    let made = on_processor()?;
    let (games, last) = serve_all(&mut served);
    let done = on_processor()?;
    let making = made.saturating_sub(start);
    if making.is_zero() {
        return Err(format!("{length} links are too few to be timed"));
    }
    Ok(Measured {
        // The last game's link is the start that the chain was made from.
        right: games == length && last.as_bytes() == bytes,
        making,
        both: done.saturating_sub(start),
        wall: clock.elapsed(),
        peak_kib: peak_kib()?,
    })
}

/// Serves every game: how many, and the last link. That each link is right is for the tests; here hashing would be timed.
fn serve_all(served: &mut ServedChain) -> (u64, Link) {
    let mut last = served.chain().link();
    let mut games = 0;
    while let Ok(game) = served.next_game() {
        last = game.reveal().link();
        games += 1;
    }
    (games, last)
}

fn peak_kib() -> Result<u64, String> {
    let status = read("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
    number.ok_or_else(|| "no VmHWM in /proc/self/status: peak memory not measured".into())
}

/// How long this process has been on a processor.
fn on_processor() -> Result<Duration, String> {
    let stat = read("/proc/self/schedstat")?;
    let nanoseconds = stat.split(' ').next().and_then(|number| number.parse().ok());
    nanoseconds
        .map(Duration::from_nanos)
        .ok_or_else(|| "no number in /proc/self/schedstat: time not measured".into())
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}
