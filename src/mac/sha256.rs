//! HMAC-SHA256 on bare compressions: saved midstates, whole blocks, nothing allocated.
//!
//! Going through `compress256` rather than a cloned keyed `Hmac` saves a third of the time of a short message, and lets a
//! batch run in phases (all messages built, then all inner, then all outer compressions) so that the processor overlaps
//! compressions which do not wait for one another. The `hmac` crate is the oracle in the tests.

use super::Decimal;
use core::{ops::Range, slice};
use sha2::block_api::compress256;
use zeroize::{Zeroize, Zeroizing};

/// The eight words of a SHA-256 state.
pub(super) type State = [u32; 8];
type Block = [u8; 64];

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

/// How many messages of a batch are in flight. Eight already fill the processor measured; sixteen cost 2 KiB of stack.
const LANES: usize = 16;

/// A padded message ends in the byte 0x80 and its length in bits, eight bytes.
const PADDING: usize = 9;

/// The block whose compression closes an HMAC: the inner digest's place, then the padding for 64 + 32 bytes.
const OUTER: Block = padded_digest(64);

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
struct Absorbed {
    state: State,
    /// What does not fill a block yet; zero from `used` on.
    block: Block,
    used: usize,
    bytes: u64,
}

impl Absorbed {
    /// A lane without a message.
    const IDLE: Self = Self {
        state: [0; 8],
        block: [0; 64],
        used: 0,
        bytes: 0,
    };

    /// Not `Clone`, since it may hold a midstate. The copy's is overwritten by the compression it is made for.
    fn fork(&self) -> Self {
        Self { ..*self }
    }

    fn update(&mut self, mut data: &[u8]) {
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

    /// Pads the message; `state` is then its digest.
    fn close(&mut self) {
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
pub(super) struct Midstates {
    inner: Absorbed,
    outer: State,
}

impl Midstates {
    /// `key` is RFC 2104's K: already hashed if it was longer than a block, filled up with zeros.
    pub(super) fn new(key: &Block) -> Self {
        let mut block = Zeroizing::new([0; 64]);
        let mut half = |pad: u8| {
            for (to, from) in block.iter_mut().zip(key) {
                *to = from ^ pad;
            }
            let mut state = INITIAL;
            compress256(&mut state, slice::from_ref(&block));
            state
        };
        Self {
            inner: Absorbed {
                state: half(0x36),
                block: [0; 64],
                used: 0,
                bytes: 64,
            },
            outer: half(0x5c),
        }
    }

    pub(super) fn prefix(&self, prefix: &[u8]) -> Self {
        let mut inner = self.inner.fork();
        inner.update(prefix);
        Self { inner, ..*self }
    }

    pub(super) fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut inner = self.inner.fork();
        for part in parts {
            inner.update(part);
        }
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
    /// The messages side by side, in phases.
    pub(super) fn each(&self, messages: &[&[u8]], mut out: impl FnMut(usize, [u8; 32])) {
        let mut lanes = [const { Absorbed::IDLE }; LANES];
        let mut done = 0;
        for batch in messages.chunks(LANES) {
            for (lane, message) in lanes.iter_mut().zip(batch) {
                *lane = self.inner.fork();
                lane.update(message);
            }
            for (lane, _) in lanes.iter_mut().zip(batch) {
                lane.close();
            }
            self.close_each(lanes.iter().zip(batch).map(|(lane, _)| &lane.state), done, &mut out);
            done += batch.len();
        }
    }

    /// The absorbed prefix, then `first`, `first + 1`, ... in decimal, then `tail`: `count` messages, fewer where the
    /// counters end.
    pub(super) fn each_counter(&self, first: u64, count: usize, tail: &[u8], mut out: impl FnMut(usize, [u8; 32])) {
        let mut next = Some(first);
        let mut done = 0;
        while let Some(counter) = next.filter(|_| done < count) {
            let digits = Decimal::new(counter);
            let run = same_length(counter, digits.as_bytes().len()).min(count - done);
            let length = self.inner.used + digits.as_bytes().len() + tail.len() + PADDING;
            let mut out = |index, digest| out(done + index, digest);
            if length <= 64 {
                self.run::<1>(digits.as_bytes(), run, tail, &mut out);
            } else if length <= 128 {
                self.run::<2>(digits.as_bytes(), run, tail, &mut out);
            } else {
                for (index, counter) in (0..run).zip(counter..=u64::MAX) {
                    out(index, self.mac(&[Decimal::new(counter).as_bytes(), tail]));
                }
            }
            done += run;
            next = counter.checked_add(run as u64);
        }
    }

    /// Counters of one length, so that only digits change from one message to the next; each ends in `B` blocks.
    fn run<const B: usize>(&self, first: &[u8], count: usize, tail: &[u8], out: &mut impl FnMut(usize, [u8; 32])) {
        let (mut message, digits) = self.last_blocks::<B>(first, tail);
        let mut messages = [message; LANES];
        let mut states = [State::default(); LANES];
        let mut done = 0;
        while done < count {
            let batch = LANES.min(count - done);
            for lane in messages.iter_mut().take(batch) {
                *lane = message;
                increment(message.as_flattened_mut().get_mut(digits.clone()).unwrap_or_default());
            }
            for (state, lane) in states.iter_mut().zip(&messages).take(batch) {
                *state = self.inner.state;
                compress256(state, lane);
            }
            self.close_each(states.iter().take(batch), done, out);
            done += batch;
        }
    }

    /// What is left to compress once whole blocks of the prefix are absorbed, and where the digits stand in it.
    fn last_blocks<const B: usize>(&self, digits: &[u8], tail: &[u8]) -> ([Block; B], Range<usize>) {
        let mut blocks = [[0; 64]; B];
        let start = self.inner.used;
        let text = self.inner.block.iter().take(start).chain(digits).chain(tail);
        for (to, from) in blocks.as_flattened_mut().iter_mut().zip(text.chain(&[0x80])) {
            *to = *from;
        }
        let bits = (self.inner.bytes + (digits.len() + tail.len()) as u64) * 8;
        if let Some(length) = blocks.as_flattened_mut().last_chunk_mut() {
            *length = bits.to_be_bytes();
        }
        (blocks, start..start + digits.len())
    }

    /// The outer compressions of a batch of at most `LANES` inner states.
    fn close_each<'a>(
        &self,
        inner: impl ExactSizeIterator<Item = &'a State>,
        first: usize,
        out: &mut impl FnMut(usize, [u8; 32]),
    ) {
        let batch = inner.len();
        let mut blocks = [OUTER; LANES];
        let mut states = [State::default(); LANES];
        for (block, state) in blocks.iter_mut().zip(inner) {
            put(block, &to_bytes(state));
        }
        for (state, block) in states.iter_mut().zip(&blocks).take(batch) {
            *state = self.outer;
            compress256(state, slice::from_ref(block));
        }
        for (index, state) in states.iter().take(batch).enumerate() {
            out(first + index, to_bytes(state));
        }
    }
}

/// How many counters from `counter` on have its `length` in digits.
fn same_length(counter: u64, length: usize) -> usize {
    let end = u32::try_from(length).ok().and_then(|length| 10_u64.checked_pow(length));
    let run = end.map_or(u64::MAX - counter, |end| end - counter - 1);
    usize::try_from(run).unwrap_or(usize::MAX).saturating_add(1)
}

/// The next number in decimal digits; all nines become all zeros.
fn increment(digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        if *digit != b'9' {
            *digit += 1;
            break;
        }
        *digit = b'0';
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
