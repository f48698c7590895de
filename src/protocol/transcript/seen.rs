//! What was seen before, in nine bytes a value at most.
//!
//! A value is remembered as the first eight bytes of a SHA-256. Equal values always meet; two different ones share their
//! eight bytes with a chance of 2^-64 (about 3 in 100 million for a transcript of the longest length). Making such a pair on
//! purpose takes about 2^32 hashes, and all it does is fail the transcript of whoever made it.

use alloc::vec::Vec;

use crate::mac::Hash;

/// Buckets by the first ten bits: a bucket grows alone, so growing never holds two copies of everything, and even in the
/// longest transcript an insertion moves few values.
const BUCKETS: usize = 1 << 10;

pub(super) struct Seen {
    /// Sorted, each.
    buckets: Vec<Vec<u64>>,
}

impl Seen {
    pub(super) const fn new() -> Self {
        Self { buckets: Vec::new() }
    }

    /// Remembers a value; whether it was there before.
    pub(super) fn again(&mut self, value: &[u8]) -> bool {
        if self.buckets.is_empty() {
            self.buckets.resize_with(BUCKETS, Vec::new);
        }
        let (print, bucket) = print(value);
        let Some(bucket) = self.buckets.get_mut(bucket) else {
            return false;
        };
        match bucket.binary_search(&print) {
            Ok(_) => true,
            Err(at) => {
                if bucket.len() == bucket.capacity() {
                    // An eighth more, not twice as much: at most nine bytes for every eight.
                    bucket.reserve_exact(bucket.len() / 8 + 1);
                }
                bucket.insert(at, print);
                false
            }
        }
    }

    pub(super) fn contains(&self, value: &[u8]) -> bool {
        let (print, bucket) = print(value);
        (self.buckets.get(bucket)).is_some_and(|bucket| bucket.binary_search(&print).is_ok())
    }

    /// Bytes held for values, room to grow included.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.buckets.iter().map(|bucket| 8 * bucket.capacity()).sum()
    }
}

/// Eight bytes of the hash, and the bucket that their first ten bits name.
fn print(value: &[u8]) -> (u64, usize) {
    let print = u64::from_be_bytes(Hash::Sha256.digest(value).first());
    (print, usize::try_from(print >> 54).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_seen_is_seen_again() {
        let mut seen = Seen::new();
        assert!(!seen.contains(b"0"));
        for value in 0..3_000_u32 {
            assert!(!seen.again(&value.to_be_bytes()), "{value}");
        }
        for value in 0..3_000_u32 {
            assert!(
                seen.again(&value.to_be_bytes()) && seen.contains(&value.to_be_bytes()),
                "{value}"
            );
        }
        assert!(!seen.contains(&3_000_u32.to_be_bytes()));
    }

    #[test]
    fn a_large_set_takes_nine_bytes_a_value() {
        let mut seen = Seen::new();
        for value in 0..100_000_u32 {
            seen.again(&value.to_be_bytes());
        }
        // Three sets make a roll: 3 * 9 = 27 bytes, below the 32 allowed.
        assert!(seen.bytes() <= 9 * 100_000 + 8 * BUCKETS, "{}", seen.bytes());
    }
}
