//! Counts the values of h, of all 2^52, on which a crash point computed in doubles is not the exact one.
//!
//! `cargo run --release --example crash_doubles`; exit code 1 if a count is not the documented one.
//!
//! With E = 2^52 and d = E - h of 1..=E, both exact rules step at the same borders x = 99 E / m: exactly, the first rule's point
//! is at least m + 1, and the later rule's at least m, just when d is at most x.
//!
//! 1. **d up to 2^30**: every d is evaluated.
//! 2. **d above 2^30**: border by border. A double is off by less than 83 / d (first rule: 100 E - h is a multiple of 64 in
//!    doubles, so off by at most 32, and the quotient by a 2^53rd of itself) or by 49.5 / d (later rule: one rounding). That has two
//!    consequences. It is below 1, so the two points differ by at most 1, and a d that differs lies on the wrong side of
//!    exactly one border: counting (border, d) pairs counts each d once. And a d on the wrong side of border x has
//!    99 E |x - d| / (x d) < 83 / d, so |x - d| < 0.84 x / E; where x is at most E that is below 1, and 3 are looked at. A border
//!    with x above E, m below 99, is out of reach: it is at least E / 98 away.
//!
//!    So m runs from 99 up to where x is still above 2^30, which is m of up to 99 E / 2^30 = 99 * 2^22: 415 million borders.

use std::io::{IsTerminal, Write, stderr};
use std::ops::{Add, RangeInclusive};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use clap::Parser;
use provably_fair::crash::{Clamp, Rule};
use provably_fair::unit::H52;

#[path = "shared/usage.rs"]
mod usage;

/// Count the values of h, of all 2^52, on which a crash point in doubles is not the exact one.
///
/// Takes no arguments, uses every processor, and says how long it took. Exit codes: 0 if the counts are the documented ones,
/// else 1.
#[derive(Parser)]
struct Args {}

const E: u64 = 1 << 52;
const EVERY_D_UP_TO: u64 = 1 << 30;
const FIRST_BORDER: u64 = 99;
const LAST_BORDER: u64 = 99 << 22;
const STRIDE: u64 = 1 << 20;

const FIRST: Pair = Pair {
    exact: Rule::Exact,
    double: Rule::Double,
    point_at_border: 1,
};
const LATER: Pair = Pair {
    exact: Rule::Later,
    double: Rule::LaterDouble,
    point_at_border: 0,
};

/// A rule and its double form; border m is that of point m + `point_at_border`.
struct Pair {
    exact: Rule,
    double: Rule,
    point_at_border: u64,
}

/// How many h differ: by the raw point, and by the point kept within 100..=1,000,000.
#[derive(Clone, Copy, Default, PartialEq)]
struct Count {
    raw: u64,
    clamped: u64,
}

impl Add for Count {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            raw: self.raw + other.raw,
            clamped: self.clamped + other.clamped,
        }
    }
}

impl Pair {
    /// Case 1: every d of the range.
    fn every(&self, range: RangeInclusive<u64>) -> Count {
        let mut count = Count::default();
        for h in range.filter_map(|d| H52::new(E - d)) {
            let (exact, double) = (self.exact.raw(h), self.double.raw(h));
            if exact != double {
                count.raw += 1;
                count.clamped += u64::from(Clamp::STANDARD.keep(exact) != Clamp::STANDARD.keep(double));
            }
        }
        count
    }

    /// Case 2: the d above 2^30 that are on the wrong side of one of these borders.
    fn borders(&self, range: RangeInclusive<u64>) -> Count {
        let mut count = Count::default();
        for m in range {
            let at = 99 * E / m;
            let point = m + self.point_at_border;
            for d in (at - 3).max(EVERY_D_UP_TO + 1)..=(at + 3).min(E) {
                let Some(h) = H52::new(E - d) else { continue };
                if (self.double.raw(h) >= point) != (d <= at) {
                    count.raw += 1;
                    count.clamped += u64::from((101..=1_000_000).contains(&point));
                }
            }
        }
        count
    }
}

/// One stride of the work: first the values of d, then the borders.
fn stride(k: u64) -> [Count; 2] {
    let strides = EVERY_D_UP_TO / STRIDE;
    if k < strides {
        let from = k * STRIDE + 1;
        return [FIRST, LATER].map(|pair| pair.every(from..=from + STRIDE - 1));
    }
    let from = FIRST_BORDER + (k - strides) * STRIDE;
    [FIRST, LATER].map(|pair| pair.borders(from..=(from + STRIDE - 1).min(LAST_BORDER)))
}

/// Takes strides until none is left.
fn work(next: &AtomicU64) -> [Count; 2] {
    let strides = EVERY_D_UP_TO / STRIDE + (LAST_BORDER - FIRST_BORDER + 1).div_ceil(STRIDE);
    let progress = stderr().is_terminal();
    let mut sum = [Count::default(); 2];
    loop {
        let k = next.fetch_add(1, Ordering::Relaxed);
        if k >= strides {
            return sum;
        }
        let [first, later] = stride(k);
        sum = [sum[0] + first, sum[1] + later];
        if progress {
            // A lost progress line is no reason to stop.
            let _ = write!(stderr(), "\r{:3} %\r", 100 * k / strides);
        }
    }
}

/// All strides, on so many threads.
fn count(threads: usize) -> [Count; 2] {
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| work(&next))).collect();
        let counts = workers
            .into_iter()
            .map(|worker| worker.join().expect("a worker panicked"));
        counts.fold([Count::default(); 2], |sum, count| {
            [sum[0] + count[0], sum[1] + count[1]]
        })
    })
}

const RULES: [&str; 2] = ["(100 E - h) / (E - h)", "99 / (1 - h / E)"];
const DOCUMENTED: [Count; 2] = [
    Count {
        raw: 1_165,
        clamped: 300,
    },
    Count {
        raw: 1_173,
        clamped: 293,
    },
];

fn main() -> ExitCode {
    let Args {} = match usage::parse() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let start = Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let counts = count(threads);
    for ((rule, count), expected) in RULES.iter().zip(counts).zip(DOCUMENTED) {
        let verdict = if count == expected {
            "as documented"
        } else {
            "NOT as documented"
        };
        println!(
            "{rule}: {} raw points differ, {} clamped: {verdict}",
            count.raw, count.clamped
        );
    }
    println!(
        "of 2^52 values each, in {:.1} s on {threads} threads",
        start.elapsed().as_secs_f64()
    );
    if counts == DOCUMENTED {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
