//! Counts the words, of all 2^32, on which Stake's crash (99 percent) and slide (98) in doubles are not the exact point.
//!
//! `cargo run --release --example chain_doubles`; every word is evaluated. Exits with 1 if a count is not the documented one.

use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Parser;
use provably_fair::chain::{word_point, word_point_exact};

#[path = "shared/usage.rs"]
mod usage;

/// Count the words, of all 2^32, on which Stake's crash and slide in doubles are not the exact point.
///
/// Takes no arguments and uses every processor. Exit codes: 0 if the counts are the documented ones, else 1.
#[derive(Parser)]
struct Args {}

const WORDS: u64 = 1 << 32;
const STRIDE: u64 = 1 << 24;
/// Percent, and on how many words the double is one hundredth less than the exact point.
const DOCUMENTED: [(u8, u64); 2] = [(99, 60), (98, 57)];

/// How many words of the range are played one hundredth below the exact point; `None` if one is further off, or above.
fn below(percent: u8, words: Range<u64>) -> Option<u64> {
    let mut count = 0;
    for word in words {
        let word = u32::try_from(word).ok()?;
        match word_point_exact(word, percent).checked_sub(word_point(word, percent))? {
            0 => {}
            1 => count += 1,
            _ => return None,
        }
    }
    Some(count)
}

/// Takes strides until none is left.
fn work(percent: u8, next: &AtomicU64) -> Option<u64> {
    let mut count = 0;
    loop {
        let from = next.fetch_add(STRIDE, Ordering::Relaxed);
        if from >= WORDS {
            return Some(count);
        }
        count += below(percent, from..from + STRIDE)?;
    }
}

fn count(percent: u8) -> Option<u64> {
    let next = AtomicU64::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| work(percent, &next))).collect();
        workers.into_iter().map(|worker| worker.join().ok()?).sum()
    })
}

fn main() -> ExitCode {
    let Args {} = match usage::parse() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let mut code = ExitCode::SUCCESS;
    for (percent, documented) in DOCUMENTED {
        let counted = count(percent);
        println!("{percent} percent: {counted:?} of 2^32 words differ, {documented} documented");
        if counted != Some(documented) {
            code = ExitCode::FAILURE;
        }
    }
    code
}
