//! Counts the words, of all 2^32, on which the crash points of Stake and Duel in doubles are not the exact point.
//!
//! `cargo run --release --example chain_doubles`; every word is evaluated. Exits with 1 if a count is not the documented one.

use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Parser;
use provably_fair::chain::{per_mille_point, word_point, word_point_exact};

#[path = "shared/usage.rs"]
mod usage;

/// Count the words, of all 2^32, on which the crash points of Stake and Duel in doubles are not the exact point.
///
/// Takes no arguments and uses every processor. Exit codes: 0 if the counts are the documented ones, else 1.
#[derive(Parser)]
struct Args {}

const WORDS: u64 = 1 << 32;
const STRIDE: u64 = 1 << 24;

/// A point as it is played and exact, and on how many words the first is one hundredth less.
struct Game {
    name: &'static str,
    played: fn(u32) -> u64,
    exact: fn(u32) -> u64,
    documented: u64,
}

const GAMES: [Game; 3] = [
    Game {
        name: "Stake's crash, 99 percent",
        played: |word| word_point(word, 99),
        exact: |word| word_point_exact(word, 99),
        documented: 60,
    },
    Game {
        name: "Stake's slide, 98 percent",
        played: |word| word_point(word, 98),
        exact: |word| word_point_exact(word, 98),
        documented: 57,
    },
    // The library has the exact form alone, since this is what it has to be.
    Game {
        name: "Duel's crash, 99.9 percent",
        played: duel,
        exact: |word| per_mille_point(word, 999),
        documented: 0,
    },
];

/// Duel's doubles, in its order of operations.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the floor of a double of 0..2^41"
)]
fn duel(word: u32) -> u64 {
    let point = 4_294_967_296.0 / (f64::from(word) + 1.0) * (1.0 - 0.001);
    ((point * 100.0) as u64).max(100)
}

/// How many words of the range are played one hundredth below the exact point; `None` if one is further off, or above.
fn below(game: &Game, words: Range<u64>) -> Option<u64> {
    let mut count = 0;
    for word in words {
        let word = u32::try_from(word).ok()?;
        match (game.exact)(word).checked_sub((game.played)(word))? {
            0 => {}
            1 => count += 1,
            _ => return None,
        }
    }
    Some(count)
}

/// Takes strides until none is left.
fn work(game: &Game, next: &AtomicU64) -> Option<u64> {
    let mut count = 0;
    loop {
        let from = next.fetch_add(STRIDE, Ordering::Relaxed);
        if from >= WORDS {
            return Some(count);
        }
        count += below(game, from..from + STRIDE)?;
    }
}

fn count(game: &Game) -> Option<u64> {
    let next = AtomicU64::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| work(game, &next))).collect();
        workers.into_iter().map(|worker| worker.join().ok()?).sum()
    })
}

fn main() -> ExitCode {
    let Args {} = match usage::parse() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let mut code = ExitCode::SUCCESS;
    for game in GAMES {
        let (counted, documented) = (count(&game), game.documented);
        println!(
            "{}: {counted:?} of 2^32 words differ, {documented} documented",
            game.name
        );
        if counted != Some(documented) {
            code = ExitCode::FAILURE;
        }
    }
    code
}
