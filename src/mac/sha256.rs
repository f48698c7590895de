//! HMAC-SHA256 on bare compressions: saved midstates, whole blocks, nothing allocated.
//!
//! Going through `compress256` rather than a cloned keyed `Hmac` saves a third of the time of a short message, and lets a
//! batch run in phases (see `batch`). The `hmac` crate is the oracle in the tests.

use super::Decimal;
use alloc::boxed::Box;
use core::slice;
use sha2::block_api::compress256;
use zeroize::{Zeroize, Zeroizing};

/// The eight words of a SHA-256 state.
pub(super) type State = [u32; 8];
pub(super) type Block = [u8; 64];

/// FIPS 180-4, 5.3.3.
pub(super) const INITIAL: State = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// A padded message ends in the byte 0x80 and its length in bits, eight bytes.
pub(super) const PADDING: usize = 9;

/// The block whose compression closes an HMAC: the inner digest's place, then the padding for 64 + 32 bytes.
pub(super) const OUTER: Block = padded_digest(64);

/// 32 bytes still to be written, padded as the last block after `before` bytes.
pub(super) const fn padded_digest(before: u16) -> Block {
    let mut block = [0; 64];
    block[32] = 0x80;
    [block[62], block[63]] = ((before + 32) * 8).to_be_bytes();
    block
}

/// The bytes of a state, big-endian.
pub(super) fn to_bytes(state: &State) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (to, word) in bytes.chunks_exact_mut(4).zip(state) {
        to.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

/// Writes a digest into the first half of a block.
pub(super) fn put(block: &mut Block, digest: &[u8; 32]) {
    if let Some(half) = block.first_chunk_mut() {
        *half = *digest;
    }
}

/// SHA-256 part way through a message.
pub(super) struct Absorbed {
    pub(super) state: State,
    /// What does not fill a block yet; zero from `used` on.
    pub(super) block: Block,
    pub(super) used: usize,
    pub(super) bytes: u64,
}

impl Absorbed {
    /// A lane without a message.
    pub(super) const IDLE: Self = Self {
        state: [0; 8],
        block: [0; 64],
        used: 0,
        bytes: 0,
    };

    /// Not `Clone`, since it may hold a midstate. The copy's is overwritten by the compression it is made for.
    pub(super) fn fork(&self) -> Self {
        Self { ..*self }
    }

    pub(super) fn update(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            let free = self.block.iter_mut().skip(self.used);
            let (now, later) = data.split_at(data.len().min(free.len()));
            for (to, from) in free.zip(now) {
                *to = *from;
            }
            self.used += now.len();
            self.bytes += now.len() as u64;
            data = later;
            if self.used == self.block.len() {
                self.compress();
            }
        }
    }

    /// The digits of `value`, written where they are hashed.
    fn update_decimal(&mut self, value: u64) {
        let end = self.used + Decimal::len_of(value);
        match self.block.get_mut(self.used..end) {
            Some(slots) if end < 64 => {
                Decimal::write(slots, value);
                self.bytes += (end - self.used) as u64;
                self.used = end;
            }
            _ => self.update(Decimal::new(value).as_bytes()),
        }
    }

    /// Pads the message; `state` is then its digest.
    pub(super) fn close(&mut self) {
        let bits = self.bytes * 8;
        if let Some(end) = self.block.get_mut(self.used) {
            *end = 0x80;
        }
        if self.used + PADDING > self.block.len() {
            self.compress();
        }
        if let Some(length) = self.block.last_chunk_mut() {
            *length = bits.to_be_bytes();
        }
        compress256(&mut self.state, slice::from_ref(&self.block));
    }

    fn compress(&mut self) {
        compress256(&mut self.state, slice::from_ref(&self.block));
        self.block = [0; 64];
        self.used = 0;
    }
}

/// An HMAC key, and the constant beginning of its messages, absorbed.
///
/// Filled in its box: what moves is a pointer, so that nothing secret stays behind and the drop wipes the only copy.
pub(super) struct Midstates {
    pub(super) inner: Absorbed,
    pub(super) outer: State,
}

impl Midstates {
    /// `key` is RFC 2104's K: already hashed if it was longer than a block, filled up with zeros.
    pub(super) fn new(key: &Block) -> Box<Self> {
        let inner = Absorbed {
            state: INITIAL,
            block: [0; 64],
            used: 0,
            bytes: 64,
        };
        let mut midstates = Box::new(Self { inner, outer: INITIAL });
        let Self { inner, outer } = &mut *midstates;
        let mut block = Zeroizing::new([0; 64]);
        for (state, pad) in [(&mut inner.state, 0x36), (outer, 0x5c)] {
            for (to, from) in block.iter_mut().zip(key) {
                *to = from ^ pad;
            }
            compress256(state, slice::from_ref(&block));
        }
        midstates
    }

    pub(super) fn prefix(&self, prefix: &[u8]) -> Box<Self> {
        let inner = self.inner.fork();
        let mut midstates = Box::new(Self { inner, ..*self });
        midstates.inner.update(prefix);
        midstates
    }

    pub(super) fn mac(&self, message: &[u8]) -> [u8; 32] {
        let mut inner = self.inner.fork();
        inner.update(message);
        inner.close();
        self.close(&to_bytes(&inner.state))
    }

    pub(super) fn mac_counter(&self, counter: u64, tail: &[u8]) -> [u8; 32] {
        let mut inner = self.inner.fork();
        inner.update_decimal(counter);
        inner.update(tail);
        inner.close();
        self.close(&to_bytes(&inner.state))
    }

    fn close(&self, inner: &[u8; 32]) -> [u8; 32] {
        let mut block = OUTER;
        put(&mut block, inner);
        let mut state = self.outer;
        compress256(&mut state, slice::from_ref(&block));
        to_bytes(&state)
    }
}

impl Drop for Midstates {
    fn drop(&mut self) {
        // Named one by one: a new field does not compile until it is wiped too.
        let Self { inner, outer } = self;
        let Absorbed {
            state,
            block,
            used,
            bytes,
        } = inner;
        state.zeroize();
        block.zeroize();
        used.zeroize();
        bytes.zeroize();
        outer.zeroize();
    }
}
