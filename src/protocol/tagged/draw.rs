//! Draws: the message, and the way from digests to an index without bias.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;

use super::header::{Header, name, put_count, put_name};
use super::{DRAW_TAG, ENTROPY_BYTES, Secret, TaggedError, VERSION};
use crate::commit::Commitment;
use crate::mac::{Digest, Hash, HmacKey, MacPrefix};
use crate::seed::SeedRef;

/// How many digests a draw reads at most.
pub const DIGESTS: u32 = 16;

/// The draws of one roll. Redacted, not `Clone`, wiped on drop; it borrows the server seed.
///
/// *What it does not show*: that the seed was committed to, or when the entropy was made.
pub struct TaggedRound<'s> {
    key: HmacKey,
    /// The message up to the label.
    prefix: Vec<u8>,
    seed: PhantomData<SeedRef<'s>>,
}

impl<'s> TaggedRound<'s> {
    pub(super) fn new(
        commitment: Commitment,
        header: &Header,
        secret: &Secret,
        entropies: &[[u8; ENTROPY_BYTES]],
    ) -> Result<Self, TaggedError> {
        check_entropies(header, entropies)?;
        Ok(Self::checked(commitment, secret, entropies))
    }

    /// The one function behind every round, for entropies whose number was checked.
    pub(super) fn checked(commitment: Commitment, secret: &Secret, entropies: &[[u8; ENTROPY_BYTES]]) -> Self {
        let mut prefix = DRAW_TAG.to_vec();
        prefix.extend(VERSION.to_be_bytes());
        prefix.extend(commitment.digest().as_bytes());
        put_count(&mut prefix, entropies.len());
        prefix.extend(entropies.as_flattened());
        Self {
            key: HmacKey::new(Hash::Sha256, secret.as_slice()),
            prefix,
            seed: PhantomData,
        }
    }

    /// The draws under a label. Draws under different labels have nothing to do with each other.
    ///
    /// # Errors
    /// [`TaggedError::Name`].
    pub fn draws(&self, label: &str) -> Result<Draws<'s>, TaggedError> {
        let label = name("label", label)?;
        let mut prefix = self.prefix.clone();
        put_name(&mut prefix, &label);
        Ok(Draws {
            mac: self.key.prefix(&prefix),
            label,
            prefix,
            seed: PhantomData,
        })
    }
}

/// One entropy for every seat.
pub(super) fn check_entropies(header: &Header, entropies: &[[u8; ENTROPY_BYTES]]) -> Result<(), TaggedError> {
    let (seats, found) = (header.seats().len(), entropies.len());
    if seats == found {
        Ok(())
    } else {
        Err(TaggedError::Entropies { seats, found })
    }
}

impl fmt::Debug for TaggedRound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaggedRound").finish_non_exhaustive()
    }
}

/// The draws of one roll under one label, readable at any cursor. Redacted, not `Clone`, wiped on drop; it borrows the
/// seed.
pub struct Draws<'s> {
    mac: MacPrefix,
    label: String,
    /// The message up to the cursor.
    prefix: Vec<u8>,
    seed: PhantomData<SeedRef<'s>>,
}

impl Draws<'_> {
    /// The index below `n` at `cursor`. Every index has the same chance.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::protocol::tagged::{Header, Seat, TAGGED_V1};
    /// use provably_fair::Revealed;
    /// let header = Header::new("m", &[Seat::client([1; 16])], 0, 0, [0; 32]).unwrap();
    /// let seed = Revealed::from_bytes(&[7; 32]);
    /// let round = TAGGED_V1.round(&header, &seed, &[[3; 16]]).unwrap();
    /// let cards = round.draws("cards").unwrap();
    /// let n = NonZeroU32::new(52).unwrap();
    /// assert_eq!([cards.index(0, n), cards.index(1, n), cards.index(u64::MAX, n)], [19, 18, 15]);
    /// ```
    #[must_use]
    pub fn index(&self, cursor: u64, n: NonZeroU32) -> u32 {
        self.draw(cursor, n).index
    }

    /// The index below `n` at `cursor`, and what it was read from.
    #[must_use]
    pub fn draw(&self, cursor: u64, n: NonZeroU32) -> Draw {
        read(n, |number| self.mac.mac(&suffix(cursor, number)))
    }

    /// The HMAC message of one digest of a draw.
    #[must_use]
    pub fn message(&self, cursor: u64, number: u32) -> Vec<u8> {
        let mut message = self.prefix.clone();
        message.extend(suffix(cursor, number));
        message
    }

    /// The label.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }
}

impl fmt::Debug for Draws<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draws")
            .field("label", &self.label)
            .finish_non_exhaustive()
    }
}

/// What follows the label: cursor and digest number, at fixed width.
fn suffix(cursor: u64, number: u32) -> [u8; 12] {
    let mut suffix = [0; 12];
    let (first, rest) = suffix.split_at_mut(8);
    first.copy_from_slice(&cursor.to_be_bytes());
    rest.copy_from_slice(&number.to_be_bytes());
    suffix
}

/// An index and what it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Draw {
    /// The index.
    pub index: u32,
    /// The word that counted.
    pub word: u64,
    /// Which word of its digest it was, `0..4`.
    pub at: u32,
    /// Which digest it was, `0..DIGESTS`.
    pub number: u32,
    /// That digest.
    pub digest: Digest,
}

/// How many of the 2^64 words are rejected for indices below `n`, the highest ones: 2^64 mod n, below 2^32. Each index
/// is reached by exactly (2^64 - this) / n words.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::protocol::tagged::rejected;
/// assert_eq!([1, 6, 52, 4_294_901_761].map(|n| rejected(NonZeroU32::new(n).unwrap())), [0, 4, 16, 4_294_836_225]);
/// ```
#[must_use]
pub const fn rejected(n: NonZeroU32) -> u64 {
    let n = n.get() as u64;
    (u64::MAX % n + 1) % n
}

/// The rule from digests to an index below `n`, as a function of the digests, so that it can be followed by hand.
///
/// A digest is four words of 8 bytes, big-endian; of a longer one the first four count. The first word below 2^64 -
/// [`rejected`]`(n)` counts, modulo n. When all words of a digest were rejected the next digest is read; the last word
/// of digest [`DIGESTS`] - 1 counts in any case.
///
/// Exact odds: with r = `rejected(n)` and q = r / 2^64, below 2^-32, a draw gets as far as that last word with a chance
/// of q^63; index i then has the chance 1/n + q^64 (1/r - 1/n) if i < r, and 1/n - q^64/n otherwise. q^64 is below
/// 2^-2048: no game will ever see it, and no reader can hang.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::mac::Digest;
/// use provably_fair::protocol::tagged::read;
/// let six = NonZeroU32::new(6).unwrap();
/// // 2^64 mod 6 is 4: the words from 2^64 - 4 on are rejected, so this digest is passed over.
/// let all_ones = |number| Digest::Sha256(if number == 0 { [0xff; 32] } else { [0x11; 32] });
/// let draw = read(six, all_ones);
/// assert_eq!((draw.index, draw.number, draw.at), (1, 1, 0)); // 0x1111111111111111 mod 6
/// ```
#[must_use]
pub fn read(n: NonZeroU32, mut digest: impl FnMut(u32) -> Digest) -> Draw {
    let highest = u64::MAX - rejected(n);
    let mut number = 0;
    loop {
        let read = digest(number);
        let words: [u64; 4] = words(&read);
        let accepted = words.into_iter().zip(0..).find(|(word, _)| *word <= highest);
        let [.., last] = words;
        let last = (number + 1 >= DIGESTS).then_some((last, 3));
        if let Some((word, at)) = accepted.or(last) {
            return Draw {
                index: below(word, n),
                word,
                at,
                number,
                digest: read,
            };
        }
        number += 1;
    }
}

fn words(digest: &Digest) -> [u64; 4] {
    let bytes: [u8; 32] = digest.first();
    let mut words = [0; 4];
    for (word, chunk) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
    words
}

#[allow(clippy::cast_possible_truncation, reason = "a remainder of a u32 is below 2^32")]
fn below(word: u64, n: NonZeroU32) -> u32 {
    (word % u64::from(n.get())) as u32
}
