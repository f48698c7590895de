//! The slow twin: the derivations once more, as literally as they can be said, to compare the library with.
//!
//! It shares no code with the library and does **no floating-point arithmetic at all**: a double is only ever taken apart
//! into, or put together from, its bits, and every rounding is done on big integers by [`nearest`]. The HMAC is written
//! out from its two-hash definition. Nothing here is fast, and nothing here is to be made fast.
//!
//! For other test files: `mod naive;`. The twin itself is tested in `numbers_twin.rs`.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use num_bigint::BigUint;
use sha2::{Digest, Sha256};

// ---- doubles as exact rationals ----

/// The double nearest to num / den, ties to even; num / den is 0 or of 2^-1000..2^1000.
pub fn nearest(num: &BigUint, den: &BigUint) -> f64 {
    let zero = BigUint::ZERO;
    if *num == zero {
        return 0.0;
    }
    // Scale by 2^s until the quotient has exactly 53 bits.
    let scaled = |s: i64| {
        let num = if s > 0 { num << s } else { num.clone() };
        let den = if s < 0 { den << -s } else { den.clone() };
        (&num / &den, &num % &den, den)
    };
    let mut s = 53 - (i64::try_from(num.bits()).unwrap() - i64::try_from(den.bits()).unwrap());
    while scaled(s).0.bits() > 53 {
        s -= 1;
    }
    while scaled(s).0.bits() < 53 {
        s += 1;
    }
    let (quotient, rest, den) = scaled(s);
    let mut significand = small(&quotient);
    let twice = rest << 1_u8;
    if twice > den || (twice == den && significand % 2 == 1) {
        significand += 1;
    }
    if significand == 1 << 53 {
        (significand, s) = (1 << 52, s - 1);
    }
    // significand / 2^s, with the leading bit implied.
    let exponent = u64::try_from(1075 - s).unwrap();
    f64::from_bits((exponent << 52) + (significand - (1 << 52)))
}

/// A double of 0 or more as the exact fraction (num, den).
pub fn fraction(u: f64) -> (BigUint, BigUint) {
    let bits = u.to_bits();
    let (exponent, rest) = (i64::try_from(bits >> 52).unwrap(), bits % (1 << 52));
    let (significand, power) = if exponent == 0 {
        (rest, -1074)
    } else {
        ((1 << 52) + rest, exponent - 1075)
    };
    let one = BigUint::from(1_u8);
    if power >= 0 {
        (BigUint::from(significand) << power, one)
    } else {
        (BigUint::from(significand), one << -power)
    }
}

/// The integer part of a double of 0 or more.
pub fn floor(u: f64) -> BigUint {
    let (num, den) = fraction(u);
    num / den
}

pub fn small(n: &BigUint) -> u64 {
    u64::try_from(n).expect("fits 64 bits")
}

fn power_of_two(bits: u32) -> BigUint {
    BigUint::from(1_u8) << bits
}

// ---- digest to number ----

/// The first 7 bytes, big-endian, / 2^56, rounded once.
pub fn unit56(digest: &[u8]) -> f64 {
    nearest(&BigUint::from_bytes_be(&digest[..7]), &power_of_two(56))
}

/// The first 8 bytes, big-endian, / 2^64, rounded once.
pub fn unit64(digest: &[u8]) -> f64 {
    nearest(&BigUint::from_bytes_be(&digest[..8]), &power_of_two(64))
}

/// The first 4 bytes, big-endian, / 2^32.
pub fn unit32(digest: &[u8]) -> f64 {
    nearest(&BigUint::from_bytes_be(&digest[..4]), &power_of_two(32))
}

/// The first 13 hex digits.
pub fn h52(digest: &[u8]) -> u64 {
    u64::from_str_radix(&hex(digest)[..13], 16).unwrap()
}

// ---- number to index, and what is drawn with it ----

/// floor of the double nearest to the exact product u * n, then kept at n - 1. For u of 0 or more.
pub fn index(u: f64, n: u32) -> u32 {
    let (num, den) = fraction(u);
    let product = floor(nearest(&(num * n), &den));
    u32::try_from(product.min(BigUint::from(n - 1))).unwrap()
}

/// i = index(u, left); the chosen item and the last one left change places; one fewer is left.
pub fn pool_hop(first_item: u32, count: u32, numbers: &[f64]) -> Vec<u32> {
    let mut items: Vec<u32> = (0..count).map(|k| first_item + k).collect();
    let mut left = count;
    let mut drawn = Vec::new();
    for &u in numbers {
        let i = index(u, left);
        left -= 1;
        items.swap(i as usize, left as usize);
        drawn.push(items[left as usize]);
    }
    drawn
}

/// i = index(u, left); the chosen item is taken out and the rest moves up.
pub fn remove_shift(first_item: u32, count: u32, numbers: &[f64]) -> Vec<u32> {
    let mut items: Vec<u32> = (0..count).map(|k| first_item + k).collect();
    let mut left = count;
    let mut drawn = Vec::new();
    for &u in numbers {
        drawn.push(items.remove(index(u, left) as usize));
        left -= 1;
    }
    drawn
}

/// ticket = index(u, sum of the weights); the first item whose running sum exceeds it.
pub fn weighted(u: f64, weights: &[u32]) -> u32 {
    let ticket = u64::from(index(u, weights.iter().sum()));
    let mut running = 0;
    for (item, &weight) in (0..).zip(weights) {
        running += u64::from(weight);
        if running > ticket {
            return item;
        }
    }
    unreachable!("the last running sum exceeds every ticket")
}

/// floor(100 * num / den / u), kept within 100..=cap; the cap at u = 0.
pub fn limbo(u: f64, num: u64, den: u64, cap: u64) -> u64 {
    let (above, below) = fraction(u);
    if above == BigUint::ZERO {
        return cap;
    }
    let outcome = BigUint::from(100_u8) * num * below / (above * den);
    small(&outcome.clamp(BigUint::from(100_u8), BigUint::from(cap)))
}

// ---- dice ----

/// The first byte below 252; v = byte mod 36; (v / 6 + 1, v mod 6 + 1).
pub fn pair(mac: &[u8]) -> Option<(u8, u8)> {
    for &byte in mac {
        if byte < 252 {
            let v = byte % 36;
            return Some((v / 6 + 1, v % 6 + 1));
        }
    }
    None
}

/// Every byte below 252 in order gives byte mod 6 + 1, until there are `count`.
pub fn faces(mac: &[u8], count: usize) -> Option<Vec<u8>> {
    let mut faces = Vec::new();
    for &byte in mac {
        if faces.len() < count && byte < 252 {
            faces.push(byte % 6 + 1);
        }
    }
    (faces.len() == count).then_some(faces)
}

// ---- crash ----

/// floor((100 * 2^52 - h) / (2^52 - h)).
pub fn crash_raw(h: u64) -> u64 {
    let e = power_of_two(52);
    small(&((BigUint::from(100_u8) * &e - h) / (e - h)))
}

/// The same with each of its operations rounded to the nearest double: 100 * 2^52 - h, 2^52 - h, the quotient.
pub fn crash_raw_double(h: u64) -> u64 {
    let (e, one) = (power_of_two(52), BigUint::from(1_u8));
    let above = floor(nearest(&(BigUint::from(100_u8) * &e - h), &one)); // an integer, as is the next
    let below = floor(nearest(&(e - h), &one));
    small(&floor(nearest(&above, &below)))
}

/// floor(99 / (1 - h / 2^52)) = floor(99 * 2^52 / (2^52 - h)).
pub fn later_raw(h: u64) -> u64 {
    let e = power_of_two(52);
    small(&(BigUint::from(99_u8) * &e / (e - h)))
}

/// The same in doubles: h / 2^52, 1 minus that, 99 over that.
pub fn later_raw_double(h: u64) -> u64 {
    let (x, e) = fraction(nearest(&BigUint::from(h), &power_of_two(52)));
    let (below, e) = fraction(nearest(&(&e - x), &e));
    small(&floor(nearest(&(BigUint::from(99_u8) * e), &below)))
}

/// Kept within 100..=1,000,000.
pub fn crash_point(raw: u64) -> u64 {
    raw.clamp(100, 1_000_000)
}

// ---- hashes and the protocols that spend them ----

pub fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    bytes
        .iter()
        .flat_map(|byte| [digit(byte / 16), digit(byte % 16)])
        .collect()
}

pub fn unhex(text: &str) -> Vec<u8> {
    assert!(text.len() % 2 == 0, "an odd count of hex digits");
    (0..text.len() / 2)
        .map(|k| u8::from_str_radix(&text[2 * k..2 * k + 2], 16).unwrap())
        .collect()
}

pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// RFC 2104: H((key ^ opad) || H((key ^ ipad) || message)), the key hashed first if it is longer than a block.
pub fn hmac_sha256(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = if key.len() > 64 {
        sha256(key).to_vec()
    } else {
        key.to_vec()
    };
    block.resize(64, 0);
    let inner: Vec<u8> = block
        .iter()
        .map(|byte| byte ^ 0x36)
        .chain(message.iter().copied())
        .collect();
    let outer: Vec<u8> = block.iter().map(|byte| byte ^ 0x5c).chain(sha256(&inner)).collect();
    sha256(&outer)
}

/// The cursor stream: key = server seed text, message = `client-nonce-cursor`.
pub fn cursor_digest(server_seed: &str, client_seed: &str, nonce: u64, cursor: u64) -> [u8; 32] {
    hmac_sha256(
        server_seed.as_bytes(),
        format!("{client_seed}-{nonce}-{cursor}").as_bytes(),
    )
}

/// The number of a cursor: the `unit64` of its digest.
pub fn cursor_number(server_seed: &str, client_seed: &str, nonce: u64, cursor: u64) -> f64 {
    unit64(&cursor_digest(server_seed, client_seed, nonce, cursor))
}

/// A match's roll: key = server seed bytes, message = `seed1:seed2:roll`, a `+` more after seed2 for each time that no byte
/// was below 252. The last MAC and the dice.
pub fn match_roll(server_seed: &[u8], seed1: &str, seed2: &str, roll: u64) -> ([u8; 32], (u8, u8)) {
    let mut plus = String::new();
    loop {
        let mac = hmac_sha256(server_seed, format!("{seed1}:{seed2}{plus}:{roll}").as_bytes());
        if let Some(dice) = pair(&mac) {
            return (mac, dice);
        }
        plus.push('+');
    }
}

/// A receipt's roll: key = server seed bytes, message = `match:roll:nonce:entropy`, the entropy in hex; `+` at the end for each time
/// that fewer than two bytes were below 252. The last MAC and the faces.
pub fn receipt_roll(
    server_seed: &[u8],
    match_id: &str,
    roll_id: &str,
    nonce: u64,
    entropy: &[u8; 16],
) -> ([u8; 32], [u8; 2]) {
    let mut plus = String::new();
    loop {
        let message = format!("{match_id}:{roll_id}:{nonce}:{}{plus}", hex(entropy));
        let mac = hmac_sha256(server_seed, message.as_bytes());
        if let Some(faces) = faces(&mac, 2) {
            return (mac, [faces[0], faces[1]]);
        }
        plus.push('+');
    }
}

/// A keno ticket: ten times hash = HMAC(salt text, hash as hex text), number = h52 / 2^52, pool hop in 1..=40. The balls
/// in draw order, and the last hash in hex.
pub fn keno(random_hash_hex: &str, salt: &str) -> (Vec<u32>, String) {
    let mut hash = random_hash_hex.to_owned();
    let mut numbers = Vec::new();
    for _ in 0..10 {
        let digest = hmac_sha256(salt.as_bytes(), hash.as_bytes());
        numbers.push(nearest(&BigUint::from(h52(&digest)), &power_of_two(52)));
        hash = hex(&digest);
    }
    (pool_hop(1, 40, &numbers), hash)
}
