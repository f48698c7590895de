//! The crash point in u64 against its definition in big integers: `cargo bench --bench crash`.
//!
//! Besides criterion's own lines one run prints both times and their ratio, which is to be 0.1 at most.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use num_bigint::BigUint;
use provably_fair::crash::{raw, raw_big, raw_double};
use provably_fair::unit::H52;

/// 1,024 values of h spread over the range by a Weyl sequence: the same in every run.
fn values() -> Vec<H52> {
    let spread = |k: u64| H52::new(k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 12);
    (1..=1024).filter_map(spread).collect()
}

fn in_u64(values: &[H52]) -> u64 {
    values
        .iter()
        .fold(0, |sum: u64, &h| sum.wrapping_add(raw(black_box(h))))
}

fn in_doubles(values: &[H52]) -> u64 {
    values
        .iter()
        .fold(0, |sum: u64, &h| sum.wrapping_add(raw_double(black_box(h))))
}

fn in_big_integers(values: &[BigUint]) -> usize {
    values.iter().filter(|h| raw_big(black_box(h), 52, 100).is_ok()).count()
}

/// The best of many runs: what the work costs when nothing interrupts it.
fn best(mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..2_000).map(timed).min().unwrap_or_default()
}

fn main() {
    let values = values();
    let big: Vec<BigUint> = values.iter().map(|h| BigUint::from(h.get())).collect();
    assert!(
        values.len() == 1024 && in_big_integers(&big) == 1024,
        "every value counts"
    );

    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("crash, 1,024 points");
    group.throughput(Throughput::Elements(1024));
    group.bench_function("u64", |b| b.iter(|| in_u64(&values)));
    group.bench_function("doubles", |b| b.iter(|| in_doubles(&values)));
    group.bench_function("BigUint", |b| b.iter(|| in_big_integers(&big)));
    group.finish();

    let small = best(|| _ = black_box(in_u64(&values)));
    let large = best(|| _ = black_box(in_big_integers(&big)));
    let ratio = small.as_secs_f64() / large.as_secs_f64();
    println!("1,024 points: u64 {small:?}, BigUint {large:?}, ratio {ratio:.4} (at most 0.1 wanted)");
    criterion.final_summary();
}
