//! Links of a hash chain: one SHA-256 of a fixed length, straight on the compression.

use super::sha256::{INITIAL, padded_digest, put, to_bytes};
use core::slice;
use sha2::block_api::compress256;

/// The block after 64 bytes: padding only, 512 bits.
const AFTER_64: [u8; 64] = {
    let mut block = [0; 64];
    block[0] = 0x80;
    block[62] = 2;
    block
};

/// The next link of a chain of bytes: SHA-256 of a link's 32 bytes.
///
/// One of the two kinds of chain (see [`link_hex`] for the other); the two never meet. Walks one step from a later
/// game's link to the game played before it. No errors, no panics, nothing allocated; the link is not wiped, since links
/// are played in public. Source: FIPS 180-4. A link that hashes to the one before it shows that both were fixed when the
/// last was published, not that the first was chosen fairly.
///
/// ```
/// let next = provably_fair::mac::link_bytes(&[0; 32]);
/// assert_eq!(next[..4], [0x66, 0x68, 0x7a, 0xad]);
/// ```
#[must_use]
pub fn link_bytes(link: &[u8; 32]) -> [u8; 32] {
    let mut block = const { padded_digest(0) };
    put(&mut block, link);
    let mut state = INITIAL;
    compress256(&mut state, slice::from_ref(&block));
    to_bytes(&state)
}

/// The next link of a chain of text: SHA-256 of a link's 64 lower-case hex digits.
///
/// Takes and gives the bytes that the digits stand for. No errors, no panics, nothing allocated; the link is not wiped.
/// Source: FIPS 180-4, and the chains of sites that hash the text they show. What a held link does not show is said at
/// [`link_bytes`].
///
/// ```
/// let next = provably_fair::mac::link_hex(&[0; 32]);
/// assert_eq!(next[..4], [0x60, 0xe0, 0x5b, 0xd1]);
/// ```
#[must_use]
pub fn link_hex(link: &[u8; 32]) -> [u8; 32] {
    let mut blocks = [[0; 64], AFTER_64];
    let [text, _] = &mut blocks;
    for (pair, byte) in text.chunks_exact_mut(2).zip(link) {
        pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
    }
    let mut state = INITIAL;
    compress256(&mut state, &blocks);
    to_bytes(&state)
}

/// Arithmetic instead of a table, so that the compiler does all the digits at once.
fn digit(nibble: u8) -> u8 {
    let letter = u8::from(nibble > 9) * (b'a' - b'0' - 10);
    b'0' + nibble + letter
}
