//! Single rolls of sites that key the HMAC with what everybody knows, and hash the server seed as the message.
//!
//! No [`Scheme`](crate::Scheme) says that: there the server seed is the key. What keeps a roll secret is the same, that nobody
//! can guess the seed. Seeds are texts, hashed as they stand.
//!
//! | site | key | message | roll |
//! |---|---|---|---|
//! | Skin.Club | `client-nonce` | the server seed | the first 15 hex digits modulo 100,000, and 1 more |
//! | freebitco.in | `nonce:client:nonce` | `nonce:server:nonce` | the first 4 bytes / 429,496.7295, to the nearest integer |
//!
//! Both are HMAC-SHA512. *What a roll does not show*: that the seed was committed to before the client seed was chosen.

use alloc::format;

use zeroize::Zeroizing;

use crate::mac::{Digest, Hash, HmacKey};
use crate::seed::{ClientSeed, SeedRef};

/// The versioned name of [`skin_club`].
pub const SKIN_CLUB: &str = "skin-club/1";
/// The versioned name of [`freebitco_in`].
pub const FREEBITCO_IN: &str = "freebitco-in/1";

/// HMAC-SHA512 of the server seed between two texts.
fn digest(key: &str, before: &str, seed: SeedRef<'_>, after: &str) -> Digest {
    let message = Zeroizing::new([before, seed.text(), after].concat());
    HmacKey::new(Hash::Sha512, key.as_bytes()).mac(message.as_bytes())
}

/// Skin.Club's roll, 1 to 100,000. In its battles a beacon stands in place of the server seed.
///
/// Exact in 60 bits. The rolls up to 2^60 mod 100,000 (46,976) come once in 2^60 oftener than the others.
///
/// Source: README and tests of <https://github.com/skinclub-tech/provably-fair-validator>, whose two rolls are in the tests.
///
/// ```
/// use provably_fair::{Revealed, protocol::rolls::skin_club};
/// assert_eq!(skin_club(&Revealed::from_text("c4ca4238a0b92382"), "my_seed", 4), 21_752);
/// ```
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "at most 100,000")]
pub fn skin_club<'s, 'c>(seed: impl Into<SeedRef<'s>>, client: impl Into<ClientSeed<'c>>, nonce: u64) -> u32 {
    let key = format!("{}-{nonce}", client.into().text());
    let digest = digest(&key, "", seed.into(), "");
    let first15 = u64::from_be_bytes(digest.first()) >> 4;
    (first15 % 100_000) as u32 + 1
}

/// Skin.Club's commitment to a server seed: HMAC-SHA256, key the salt, message the seed.
///
/// The salt is shown with the seed afterwards. It adds nothing to a seed that cannot be guessed.
///
/// ```
/// use provably_fair::{Revealed, protocol::rolls::skin_club_commitment};
/// let commitment = skin_club_commitment(&Revealed::from_text("c4ca4238a0b92382"), "0dcc509a6f75849b");
/// assert_eq!(commitment.to_hex(), "dc883b29588c1204fcad00984aaa2404c2251f9a0e5300106eb39aaebcc0f493");
/// ```
#[must_use]
pub fn skin_club_commitment<'s>(seed: impl Into<SeedRef<'s>>, salt: &str) -> Digest {
    HmacKey::new(Hash::Sha256, salt.as_bytes()).mac(seed.into().text().as_bytes())
}

/// freebitco.in's roll, 0 to 10,000. Its commitment is the SHA-256 of the seed's text.
///
/// Source: README and program of <https://github.com/monk-afk/freebitco.in_roll-calculator>, whose roll is in the tests.
///
/// ```
/// use provably_fair::{Revealed, protocol::rolls::freebitco_in};
/// assert_eq!(freebitco_in(&Revealed::from_text("monk"), "knom", 123_456), 8009);
/// ```
#[must_use]
pub fn freebitco_in<'s, 'c>(seed: impl Into<SeedRef<'s>>, client: impl Into<ClientSeed<'c>>, nonce: u64) -> u32 {
    let key = format!("{nonce}:{}:{nonce}", client.into().text());
    let digest = digest(&key, &format!("{nonce}:"), seed.into(), &format!(":{nonce}"));
    freebitco_in_roll(u32::from_be_bytes(digest.first()))
}

/// word * 10,000 / (2^32 - 1) to the nearest integer, exact.
///
/// The site divides by 429,496.7295 in doubles and rounds. That is this integer for every word: 20,000 * word and an odd
/// multiple of 2^32 - 1 are never equal, so no quotient is nearer than 1 / (2^33 - 2) to a half, which is more than the doubles
/// lose (below 10^-11); a scan of all words agrees. 0 and 10,000 have half as many words as the other rolls.
///
/// ```
/// use provably_fair::protocol::rolls::freebitco_in_roll;
/// assert_eq!([0, 214_748, 214_749, 644_245, 644_246].map(freebitco_in_roll), [0, 0, 1, 1, 2]);
/// assert_eq!([4_294_752_546, 4_294_752_547, u32::MAX].map(freebitco_in_roll), [9999, 10_000, 10_000]);
/// ```
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "at most 10,000")]
pub const fn freebitco_in_roll(word: u32) -> u32 {
    const MAX: u64 = u32::MAX as u64;
    ((20_000 * word as u64 + MAX) / (2 * MAX)) as u32
}
