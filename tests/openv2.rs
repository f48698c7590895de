//! `OPENv2`: the message's layout byte for byte, and its tickets. Published tickets are in `tests/vectors`.

use num_bigint::BigUint;
use provably_fair::hex::{self, HexError};
use provably_fair::protocol::openv2::{MESSAGE, Purchase, TICKETS, ticket_of};
use provably_fair::{Revealed, ServerSeed};

fn run(from: u8) -> [u8; 32] {
    core::array::from_fn(|i| from + u8::try_from(i).unwrap())
}

fn purchase() -> Purchase {
    Purchase {
        epoch: 0xffff_fffe,
        user_key: run(0),
        nonce: u64::MAX - 1,
        pack: run(32),
        client_seed_hash: run(64),
        drand_round: (1 << 63) + 1,
        randomness: run(96),
    }
}

/// From Python: `struct.pack("<I", ...)` and so on, joined; the ticket with `hmac` and `int.from_bytes(..., "little")`.
#[test]
fn a_message_and_its_ticket_keep_their_values() {
    let message = "4f50454e7632feffffff000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\
                   feffffffffffffff202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3fffffffff04030201\
                   404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f0100000000000080\
                   606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f";
    assert_eq!(hex::encode(&purchase().message(u32::MAX, 0x0102_0304)), message);
    let secret = hex::encode(&run(0));
    let ticket = purchase().ticket(&Revealed::from_text(&secret), u32::MAX, 0x0102_0304);
    assert_eq!(ticket, Ok(730_574));
    let live = purchase().ticket(&ServerSeed::from_bytes(&run(0)), u32::MAX, 0x0102_0304);
    assert_eq!(live, ticket);
}

/// Nothing of a purchase is left out of the message, and nothing shares a byte.
#[test]
fn each_field_has_bytes_of_its_own() {
    let plain = purchase();
    let changed = |at: core::ops::Range<usize>, message: [u8; MESSAGE]| {
        let whole = plain.message(0, 0);
        for (i, (before, after)) in whole.iter().zip(message).enumerate() {
            assert_eq!(*before != after, at.contains(&i), "byte {i} of {at:?}");
        }
    };
    let not = |bytes: [u8; 32]| bytes.map(|byte| !byte);
    changed(
        6..10,
        Purchase {
            epoch: !plain.epoch,
            ..plain
        }
        .message(0, 0),
    );
    changed(
        10..42,
        Purchase {
            user_key: not(plain.user_key),
            ..plain
        }
        .message(0, 0),
    );
    changed(
        42..50,
        Purchase {
            nonce: !plain.nonce,
            ..plain
        }
        .message(0, 0),
    );
    changed(
        50..82,
        Purchase {
            pack: not(plain.pack),
            ..plain
        }
        .message(0, 0),
    );
    changed(82..86, plain.message(u32::MAX, 0));
    changed(86..90, plain.message(0, u32::MAX));
    let hash = not(plain.client_seed_hash);
    changed(
        90..122,
        Purchase {
            client_seed_hash: hash,
            ..plain
        }
        .message(0, 0),
    );
    changed(
        122..130,
        Purchase {
            drand_round: !plain.drand_round,
            ..plain
        }
        .message(0, 0),
    );
    changed(
        130..162,
        Purchase {
            randomness: not(plain.randomness),
            ..plain
        }
        .message(0, 0),
    );
}

#[test]
fn tickets_are_the_exact_quotient() {
    let exact = |v: u64| (BigUint::from(v) * TICKETS) >> 64_u8;
    // The first and the last value of a few tickets, and all powers of two.
    let firsts = [1, 2, 3, 499_999, 500_000, 999_999].map(|ticket: u64| {
        let v = (u128::from(ticket) << 64).div_ceil(1_000_000);
        u64::try_from(v).unwrap()
    });
    for (v, ticket) in firsts.into_iter().zip([1, 2, 3, 499_999, 500_000, 999_999]) {
        assert_eq!([v - 1, v].map(|v| ticket_of(v.to_le_bytes())), [ticket - 1, ticket]);
    }
    for v in (0..64).map(|bit| 1 << bit).chain(firsts).chain([0, u64::MAX]) {
        assert_eq!(BigUint::from(ticket_of(v.to_le_bytes())), exact(v), "{v}");
    }
}

#[test]
fn a_secret_that_is_no_hex_is_an_error() {
    for (secret, error) in [
        ("server", HexError::Digit { at: 0 }),
        ("0", HexError::TooShort { at: 1 }),
    ] {
        assert_eq!(purchase().ticket(&Revealed::from_text(secret), 0, 0), Err(error));
    }
}
