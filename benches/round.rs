//! One derivation from message to index, by a `Round`, as a verifier page does it, and in bulk; keyed once outside the loop.
//!
//! Compare medians within one run: `cargo bench --bench round`. With `RUSTFLAGS='--cfg sha2_backend="soft"'` it shows a
//! machine without SHA instructions.

use core::hint::black_box;
use core::num::NonZeroU32;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hmac::{Hmac, KeyInit, Mac};
use provably_fair::index::index;
use provably_fair::unit::unit64;
use provably_fair::{CURSOR_V1, Revealed};
use sha2::Sha256;

const SEED: &str = "5e0f1c3a9b7d2e4860f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7";
const CLIENT: &str = "e2b1c4a7f09d3856";
const NONCE: u64 = 1234;
const CARDS: NonZeroU32 = NonZeroU32::new(52).unwrap();
const BULK: usize = 512;

/// The form that is written again everywhere: a new HMAC and a formatted message for each draw.
fn naive(seed: &str, client: &str, nonce: u64, cursor: u64) -> u32 {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed.as_bytes()).unwrap();
    mac.update(format!("{client}-{nonce}-{cursor}").as_bytes());
    index(unit64(*mac.finalize().into_bytes().first_chunk().unwrap()), CARDS)
}

/// The `hmac` crate at its best: keyed once, cloned for each draw.
fn cloned(keyed: &Hmac<Sha256>, client: &str, nonce: u64, cursor: u64) -> u32 {
    let mut mac = keyed.clone();
    mac.update(format!("{client}-{nonce}-{cursor}").as_bytes());
    index(unit64(*mac.finalize().into_bytes().first_chunk().unwrap()), CARDS)
}

fn derivations(c: &mut Criterion) {
    let mut group = c.benchmark_group("512 derivations");
    group.throughput(Throughput::Elements(BULK as u64));
    let seed = Revealed::from_text(SEED);
    let round = CURSOR_V1.round(&seed, CLIENT, NONCE).unwrap();
    let keyed = Hmac::<Sha256>::new_from_slice(SEED.as_bytes()).unwrap();
    let mut out = [0; BULK];
    group.bench_function("naive", |b| {
        b.iter(|| {
            for (cursor, slot) in (0..).zip(black_box(&mut out)) {
                *slot = naive(black_box(SEED), black_box(CLIENT), black_box(NONCE), cursor);
            }
        });
    });
    group.bench_function("cloned hmac", |b| {
        b.iter(|| {
            for (cursor, slot) in (0..).zip(black_box(&mut out)) {
                *slot = cloned(black_box(&keyed), black_box(CLIENT), black_box(NONCE), cursor);
            }
        });
    });
    group.bench_function("one by one", |b| {
        b.iter(|| {
            for (cursor, slot) in (0..).zip(black_box(&mut out)) {
                *slot = black_box(&round).index(cursor, CARDS).unwrap();
            }
        });
    });
    group.bench_function("bulk", |b| {
        b.iter(|| black_box(&round).fill_indices(0, CARDS, black_box(&mut out)).unwrap());
    });
    group.finish();
}

criterion_group!(benches, derivations);
criterion_main!(benches);
