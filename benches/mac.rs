//! One derivation, many derivations and chain links against what a site's own verifier does.
//!
//! Compare medians within one run: `cargo bench --bench mac`. With `--cfg sha2_backend="soft"` in RUSTFLAGS it shows a
//! machine without SHA instructions.

use core::{hint::black_box, num::NonZeroU32};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hmac::{Hmac, KeyInit, Mac};
use provably_fair::{
    index::index,
    mac::{Hash, HmacKey, MacPrefix, link_bytes, link_hex},
    unit::unit64,
};
use sha2::{Digest as _, Sha256};

const SEED: &str = "5e0f1c3a9b7d2e4860f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7";
const CLIENT: &str = "e2b1c4a7f09d3856";
const NONCE: u64 = 1234;
const LINKS: usize = 1000;

/// The number of the cursor stream and an index below 37, the same on both sides of a comparison.
fn pocket(first: [u8; 8]) -> u32 {
    index(unit64(first), const { NonZeroU32::new(37).unwrap() })
}

/// What a verifier page does for every draw.
fn naive(seed: &str, client: &str, nonce: u64, cursor: u64) -> u32 {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed.as_bytes()).unwrap();
    mac.update(format!("{client}-{nonce}-{cursor}").as_bytes());
    pocket(*mac.finalize().into_bytes().first_chunk().unwrap())
}

/// The same with the key hashed once, by the `hmac` crate.
fn cloned(keyed: &Hmac<Sha256>, client: &str, nonce: u64, cursor: u64) -> u32 {
    let mut mac = keyed.clone();
    mac.update(format!("{client}-{nonce}-{cursor}").as_bytes());
    pocket(*mac.finalize().into_bytes().first_chunk().unwrap())
}

fn prefix(hash: Hash, client: &str) -> MacPrefix {
    HmacKey::new(hash, SEED.as_bytes()).prefix(format!("{client}-{NONCE}-").as_bytes())
}

fn sum_each(round: &MacPrefix, first: u64, count: usize) -> u64 {
    let mut sum = 0;
    round.each_counter(first, count, b"", |_, digest| sum += u64::from(pocket(digest.first())));
    sum
}

fn one(c: &mut Criterion) {
    let mut group = c.benchmark_group("one derivation");
    let keyed = Hmac::<Sha256>::new_from_slice(SEED.as_bytes()).unwrap();
    let round = prefix(Hash::Sha256, CLIENT);
    group.bench_function("naive", |b| {
        b.iter(|| naive(black_box(SEED), black_box(CLIENT), black_box(NONCE), black_box(7)));
    });
    group.bench_function("cloned hmac", |b| {
        b.iter(|| cloned(black_box(&keyed), black_box(CLIENT), black_box(NONCE), black_box(7)));
    });
    group.bench_function("mac_counter", |b| {
        b.iter(|| pocket(black_box(&round).mac_counter(black_box(7), b"").first()));
    });
    group.bench_function("round of one", |b| {
        let key = HmacKey::new(Hash::Sha256, SEED.as_bytes());
        b.iter(|| {
            let round = black_box(&key).prefix(black_box(b"e2b1c4a7f09d3856-1234-"));
            pocket(round.mac_counter(black_box(7), b"").first())
        });
    });
    group.finish();
}

fn many(c: &mut Criterion) {
    let round = prefix(Hash::Sha256, CLIENT);
    for (name, count) in [
        ("9 derivations", 9_usize),
        ("63 derivations", 63),
        ("1000 derivations", 1000),
    ] {
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function("naive", |b| {
            b.iter(|| {
                (0..count as u64)
                    .map(|cursor| u64::from(naive(black_box(SEED), black_box(CLIENT), NONCE, cursor)))
                    .sum::<u64>()
            });
        });
        group.bench_function("each_counter", |b| {
            b.iter(|| sum_each(black_box(&round), black_box(0), count));
        });
        group.finish();
    }
}

/// A client seed of 50 characters: the message ends in a second block.
fn two_blocks(c: &mut Criterion) {
    let client = "e2b1c4a7f09d3856-e2b1c4a7f09d3856-e2b1c4a7f09d3856";
    let round = prefix(Hash::Sha256, client);
    let mut group = c.benchmark_group("1000 derivations in two blocks");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("naive", |b| {
        b.iter(|| {
            (0..1000)
                .map(|cursor| u64::from(naive(black_box(SEED), black_box(client), NONCE, cursor)))
                .sum::<u64>()
        });
    });
    group.bench_function("each_counter", |b| {
        b.iter(|| sum_each(black_box(&round), black_box(0), 1000));
    });
    group.finish();
}

fn messages(c: &mut Criterion) {
    let texts: Vec<String> = (0..1000)
        .map(|roll| format!("{CLIENT}:f00dfeed12345678:{roll}"))
        .collect();
    let messages: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    let key = HmacKey::new(Hash::Sha256, SEED.as_bytes());
    let mut group = c.benchmark_group("1000 messages");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("mac", |b| {
        b.iter(|| messages.iter().for_each(|m| _ = black_box(key.mac(m))));
    });
    group.bench_function("each", |b| {
        b.iter(|| key.each(black_box(&messages), |_, digest| _ = black_box(digest)));
    });
    group.finish();
}

fn sha512(c: &mut Criterion) {
    let round = prefix(Hash::Sha512, CLIENT);
    let mut group = c.benchmark_group("one derivation, SHA-512");
    group.bench_function("naive", |b| {
        b.iter(|| {
            let mut mac = Hmac::<sha2::Sha512>::new_from_slice(black_box(SEED.as_bytes())).unwrap();
            mac.update(format!("{CLIENT}-{NONCE}-{}", black_box(7)).as_bytes());
            pocket(*mac.finalize().into_bytes().first_chunk().unwrap())
        });
    });
    group.bench_function("mac_counter", |b| {
        b.iter(|| pocket(black_box(&round).mac_counter(black_box(7), b"").first()));
    });
    group.finish();
}

fn walk(step: impl Fn(&[u8; 32]) -> [u8; 32]) -> [u8; 32] {
    let mut link = black_box([7; 32]);
    for _ in 0..LINKS {
        link = step(&link);
    }
    link
}

fn chain(c: &mut Criterion) {
    let mut group = c.benchmark_group("1000 links of bytes");
    group.throughput(Throughput::Elements(LINKS as u64));
    group.bench_function("Sha256::digest", |b| {
        b.iter(|| walk(|link| Sha256::digest(link).into()));
    });
    group.bench_function("link_bytes", |b| b.iter(|| walk(link_bytes)));
    group.finish();

    let mut group = c.benchmark_group("1000 links of text");
    group.throughput(Throughput::Elements(LINKS as u64));
    group.bench_function("Sha256::digest(hex::encode)", |b| {
        b.iter(|| walk(|link| Sha256::digest(hex::encode(link)).into()));
    });
    group.bench_function("Sha256::digest(base16ct)", |b| {
        b.iter(|| walk(|link| Sha256::digest(base16ct::lower::encode_string(link)).into()));
    });
    group.bench_function("link_hex", |b| b.iter(|| walk(link_hex)));
    group.finish();
}

criterion_group!(benches, one, many, two_blocks, messages, sha512, chain);
criterion_main!(benches);
