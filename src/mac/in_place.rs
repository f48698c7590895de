//! A chain of bytes hashed in place.
//!
//! Each link stays where the next compression reads it. On a serial chain that is what there is to save beside the
//! compression itself: copying the 32 bytes out and in again, as calling [`link_bytes`](crate::mac::link_bytes) in a loop
//! does, costs 4 % more. The two are compared in the tests.

use sha2::block_api::compress256;
use zeroize::Zeroizing;

use super::sha256::{INITIAL, padded_digest};

/// Hashes at most `limit` times, until `stop` says so of a link: after how many, if it did.
pub(crate) fn each_link_bytes(link: &mut [u8; 32], limit: u64, mut stop: impl FnMut(&[u8; 32]) -> bool) -> Option<u64> {
    let mut block = Zeroizing::new(const { padded_digest(0) });
    block.first_chunk_mut::<32>()?.copy_from_slice(link); // a block has 64 bytes, so this never returns
    let mut stopped = None;
    for before in 0..limit {
        let mut state = INITIAL;
        compress256(&mut state, core::slice::from_ref(&*block));
        let at: &mut [u8; 32] = block.first_chunk_mut()?;
        for (to, word) in at.chunks_exact_mut(4).zip(&state) {
            to.copy_from_slice(&word.to_be_bytes());
        }
        if stop(at) {
            stopped = Some(before + 1);
            break;
        }
    }
    link.copy_from_slice(block.first_chunk::<32>()?);
    stopped
}
