//! Chains against the loops that verifier pages write, and serving a whole chain against making it.
//!
//! Compare medians within one run. A chain of bytes is to take at most 0.88 of the loop over `Sha256::digest`, one of hex text
//! at most 0.45 of the loop over `digest(hex::encode(..))`; making and serving a chain at most 2.3 times making it.
//! `--cfg sha2_backend="soft"` in RUSTFLAGS shows a machine without SHA instructions.

use core::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use provably_fair::ServerSeed;
use provably_fair::chain::{Chain, Kind, Link, Progress, STAKE_CRASH_V1, ServedChain, check_list};
use provably_fair::chain::{GameLink, Public};
use provably_fair::mac::{link_bytes, link_hex};
use sha2::{Digest, Sha256};

const LINKS: u64 = 10_000;
const SERVED: u64 = 100_000;

fn repeat<const N: usize>(next: impl Fn(&[u8; N]) -> [u8; N]) -> [u8; N] {
    let mut link = black_box([7; N]);
    for _ in 0..LINKS {
        link = next(&link);
    }
    link
}

/// A walk of `LINKS` links that does not arrive.
fn walk(kind: Kind) -> Progress {
    let link = |byte| kind.link_of(&vec![byte; kind.hash().digest_len()]).unwrap();
    Chain::new(black_box(link(0))).check(black_box(link(7)), LINKS).unwrap()
}

fn walks(c: &mut Criterion) {
    let mut group = c.benchmark_group("chain");
    group.throughput(Throughput::Elements(LINKS));
    group.bench_function("bytes: Sha256::digest loop", |b| {
        b.iter(|| repeat::<32>(|link| Sha256::digest(link).into()));
    });
    group.bench_function("bytes: link_bytes loop", |b| b.iter(|| repeat(link_bytes)));
    group.bench_function("bytes: walk", |b| b.iter(|| walk(Kind::Bytes)));
    group.bench_function("hex text: digest(hex::encode) loop", |b| {
        b.iter(|| repeat::<32>(|link| Sha256::digest(hex::encode(link)).into()));
    });
    group.bench_function("hex text: link_hex loop", |b| b.iter(|| repeat(link_hex)));
    group.bench_function("hex text: walk", |b| b.iter(|| walk(Kind::HexText)));
    group.bench_function("SHA-512 hex text: walk", |b| b.iter(|| walk(Kind::Sha512HexText)));
    group.finish();
}

fn made(kind: Kind) -> ServedChain {
    ServedChain::make(kind, SERVED, &ServerSeed::from_bytes(&[7; 32])).unwrap()
}

fn serving(c: &mut Criterion) {
    let mut group = c.benchmark_group("served chain");
    group.throughput(Throughput::Elements(SERVED));
    group.sample_size(20);
    for kind in [Kind::Bytes, Kind::HexText] {
        group.bench_function(format!("{kind}: make"), |b| b.iter(|| made(kind)));
        group.bench_function(format!("{kind}: make and serve all"), |b| {
            b.iter(|| {
                let mut served = made(kind);
                while let Ok(game) = served.next_game() {
                    black_box(game.reveal());
                }
            });
        });
    }
    group.finish();
}

fn lists_and_points(c: &mut Criterion) {
    let mut group = c.benchmark_group("a thousand games");
    let mut links: Vec<Link> = std::iter::successors(Some(Link::HexText([7; 32])), |link| Some(link.next()))
        .take(1000)
        .collect();
    links.reverse();
    group.throughput(Throughput::Elements(1000));
    group.bench_function("check_list", |b| {
        b.iter(|| check_list(Kind::HexText, black_box(&links)).unwrap());
    });
    let games: Vec<GameLink> = links
        .iter()
        .map(|link| match Chain::new(link.next()).check(*link, 1) {
            Ok(Progress::Game(game)) => game,
            other => panic!("{other:?}"),
        })
        .collect();
    let salt = Public::salt("0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4");
    group.bench_function("stake crash", |b| {
        b.iter_batched(
            || &games,
            |games| {
                games
                    .iter()
                    .map(|game| STAKE_CRASH_V1.crash(game, salt).unwrap().hundredths)
                    .sum::<u64>()
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, walks, serving, lists_and_points);
criterion_main!(benches);
