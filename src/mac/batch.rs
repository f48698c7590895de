//! Many HMAC-SHA256 messages at once, in phases.
//!
//! All messages are built, then all inner, then all outer compressions run: they do not wait for one another, so the
//! processor overlaps them.

use super::Decimal;
use super::sha256::{Absorbed, Block, Midstates, OUTER, PADDING, State, put, to_bytes};
use core::{ops::Range, slice};
use sha2::block_api::compress256;

/// How many messages of a batch are in flight. Eight are slower, thirty-two no faster; sixteen cost 4 KiB of stack.
const LANES: usize = 16;

impl Midstates {
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
                    out(index, self.mac_counter(counter, tail));
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
