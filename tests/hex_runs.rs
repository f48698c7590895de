//! Schemes that read runs of hex digits: Primedice as it was, and Just-Dice.
//!
//! Literals are from Python: `hmac.new(key, message, "sha512").hexdigest()`, cut with slices. Published rolls are in
//! `tests/vectors`.

mod naive;

use std::num::NonZeroU32;

use provably_fair::mac::{Digest, Hash};
use provably_fair::python::{RoundProgram, Stated};
use provably_fair::scheme::{JUST_DICE_V1, Numbers, PRIMEDICE_CLASSIC_V1, Scheme};
use provably_fair::trace::Reading;
use provably_fair::{DrawError, Revealed};

const TEN_THOUSAND: NonZeroU32 = NonZeroU32::new(10_000).unwrap();

/// Runs as slices of the hex text.
fn runs(digest: &Digest, digits: usize) -> Vec<u32> {
    let text = naive::hex(digest.as_bytes());
    let starts = (0..=text.len() - digits).step_by(digits);
    starts
        .map(|at| u32::from_str_radix(&text[at..at + digits], 16).unwrap())
        .collect()
}

#[test]
fn runs_are_slices_of_the_hex_text() {
    for hash in [Hash::Sha256, Hash::Sha512] {
        for data in [&b""[..], b"abc", b"runs"] {
            let digest = hash.digest(data);
            for digits in 1..=8 {
                assert_eq!(
                    digest.hex_runs(digits).collect::<Vec<_>>(),
                    runs(&digest, digits.into()),
                    "{digits}"
                );
            }
            for none in [0, 9, 64, u8::MAX] {
                assert_eq!(digest.hex_runs(none).count(), 0);
            }
        }
    }
    let ones = Digest::Sha512([0xff; 64]);
    assert_eq!((ones.hex_runs(5).count(), ones.hex_runs(8).count()), (25, 16));
    assert!(ones.hex_runs(8).all(|run| run == u32::MAX));
}

#[test]
fn the_first_run_below_a_million_is_the_roll() {
    let seed = Revealed::from_text("server");
    for (scheme, between) in [(PRIMEDICE_CLASSIC_V1, '-'), (JUST_DICE_V1, ':')] {
        let mut rejected = [0; 3];
        for nonce in 0..2000 {
            let round = scheme.round(&seed, "client", nonce).unwrap();
            assert_eq!(round.message(0).unwrap(), format!("client{between}{nonce}"));
            let runs = runs(&round.digest(0).unwrap(), 5);
            let at = runs.iter().position(|run| *run < 1_000_000).unwrap();
            for n in [1, 2, 10_000, 999_983, 1_000_000, u32::MAX] {
                assert_eq!(round.index(0, NonZeroU32::new(n).unwrap()), Ok(runs[at] % n));
            }
            rejected[at.min(2)] += 1;
        }
        assert!(rejected[1] > 50 && rejected[2] > 0, "{rejected:?}");
    }
}

#[test]
fn a_rejected_run_is_traced() {
    let seed = Revealed::from_text("server");
    let round = PRIMEDICE_CLASSIC_V1.round(&seed, "client", 3).unwrap();
    // From Python: the first run is f722a, 1012266; the second 6cbbd, 445373.
    let trace = round.trace(0, TEN_THOUSAND).unwrap();
    assert_eq!(trace.index, 5373);
    let reading = Reading::FirstHexBelow {
        at: 1,
        digits: 5,
        run: 445_373,
        below: 1_000_000,
    };
    assert_eq!(trace.reading, reading);
    assert_eq!(
        trace.to_string(),
        "cursor 0\n  message  client-3\n  HMAC     \
         f722a6cbbd0a26c739c6570654a14c0d92d78b8bd712186fffb8e19fe2bdd1f6\
         9ef3f4837059c1d564d3d6c6a00b7d3fbc008a7a6d67152e4bb0e9a12d880139  (SHA-512)\n  \
         digits   6cbbd = 445373  (from digit 5, the first 5 below 1000000)\n  index    445373 mod 10000 = 5373\n"
    );
}

#[test]
fn there_is_one_digest_and_no_plain_number() {
    let seed = Revealed::from_text("server");
    let round = JUST_DICE_V1.round(&seed, "client", 0).unwrap();
    assert_eq!(round.index(1, TEN_THOUSAND), Err(DrawError::PastTheEnd { cursor: 1 }));
    assert_eq!(round.number(0), Err(DrawError::NoPlainNumber));
    assert_eq!(round.fill(0, &mut [0.0]), Err(DrawError::NoPlainNumber));
    let mut rolls = [0; 1];
    round.fill_indices(0, TEN_THOUSAND, &mut rolls).unwrap();
    assert_eq!(round.index(0, TEN_THOUSAND), Ok(rolls[0]));
    assert_eq!(
        round.fill_indices(0, TEN_THOUSAND, &mut [0; 2]),
        Err(DrawError::PastTheEnd { cursor: 1 })
    );
}

/// A bound of 1 takes only a run of zeros: most digests have none, which the real bound leaves to a chance of 5 * 10^-34.
const ZEROS: Scheme = Scheme::new(
    "zeros/1",
    PRIMEDICE_CLASSIC_V1.sealing(),
    PRIMEDICE_CLASSIC_V1.message(),
    Numbers::FirstHexBelow { digits: 2, below: 1 },
);

#[test]
fn a_digest_without_a_run_is_an_error() {
    let seed = Revealed::from_text("server");
    let mut exhausted = 0;
    for nonce in 0..100 {
        let round = ZEROS.round(&seed, "client", nonce).unwrap();
        let zero = round.digest(0).unwrap().as_bytes().contains(&0);
        let expected = if zero {
            Ok(0)
        } else {
            Err(DrawError::Exhausted { cursor: 0 })
        };
        assert_eq!(round.index(0, TEN_THOUSAND), expected);
        exhausted += u32::from(!zero);
    }
    assert!((50..100).contains(&exhausted), "{exhausted}");
}

#[test]
fn the_program_reads_the_same_runs() {
    let program = RoundProgram {
        scheme: PRIMEDICE_CLASSIC_V1,
        seed: &Revealed::from_text("server"),
        client: "client".into(),
        nonce: 3,
        commitment: None,
        stated: &[Stated::Index {
            cursor: 0,
            n: TEN_THOUSAND,
            index: Some(5373),
        }],
    };
    let text = program.to_string();
    assert!(text.contains(
        "    hexes = digest(cursor).hex()\n    for i in range(0, len(hexes) - 5 + 1, 5):\n        \
         run = int(hexes[i : i + 5], 16)\n        if run < 1000000:\n            return run % n\n"
    ));
    assert!(text.contains("hashlib.sha512"));
}
