//! `TAGGED_V1`: a scheme of our own, for new games. One commitment fixes everything about a roll but the players'
//! entropy, and the draws are read without bias.
//!
//! All numbers are big-endian; a *name* is a length byte and 1 to 128 bytes of `A-Z a-z 0-9 _ - . /`.
//!
//! **Commitment** = SHA-256 of these bytes. All but the last line are the [`Header`], which is public:
//!
//! | offset | bytes | field |
//! |---|---|---|
//! | 0 | 32 | tag: `provably-fair/tagged/commitment`, filled up with zeros |
//! | 32 | 2 | version: 1 |
//! | 34 | 1 + a | scheme id, a name: `tagged/1`, or that of a game that reads the draws in its own way |
//! | 35 + a | 1 + b | match id, a name |
//! | 36 + a + b | 1 | number of seats k, 1 to 16 |
//! | 37 + a + b | 17 k | a seat: who makes its entropy (1 its client, 2 the operator), and 16 random bytes of its client |
//! | 37 + a + b + 17 k | 8 | roll |
//! | 45 + a + b + 17 k | 8 | nonce |
//! | 53 + a + b + 17 k | 32 | hash of the configuration ([`configuration`]) |
//! | 85 + a + b + 17 k | 32 | server seed |
//!
//! **Message** of a draw; its HMAC-SHA256 is keyed with the 32 bytes of the server seed:
//!
//! | offset | bytes | field |
//! |---|---|---|
//! | 0 | 32 | tag: `provably-fair/tagged/draw`, filled up with zeros |
//! | 32 | 2 | version: 1 |
//! | 34 | 32 | commitment |
//! | 66 | 1 | number of seats k |
//! | 67 | 16 k | the entropy of every seat, in seat order, made after the commitment was shown |
//! | 67 + 16 k | 1 + c | label of the draw, a name: `dice`, `deck/2` |
//! | 68 + 16 k + c | 8 | cursor |
//! | 76 + 16 k + c | 4 | digest number, from 0: more than one only where all words were rejected |
//!
//! **Index below n.** A digest is four words of 8 bytes. The first word below 2^64 - (2^64 mod n) counts, modulo n:
//! every index is reached by the same number of words, so there is no bias. If all four are rejected, the next digest
//! is read; the last word of the 16th digest counts whatever it is. That rule is total and its price exact ([`read`]).
//!
//! ```
//! use core::num::NonZeroU32;
//! use provably_fair::protocol::tagged::{Claim, Header, Kept, Seat, TAGGED_V1, configuration};
//! use provably_fair::{ServerSeed, Verdict};
//! let rules = b"two dice, faces 1 to 6";
//! let seats = [Seat::client([1; 16]), Seat::client([2; 16])]; // random bytes, sent when the match begins
//! let header = Header::new("match-7", &seats, 0, 41, configuration(rules)).unwrap();
//! let lock = TAGGED_V1.lock(header, ServerSeed::from_bytes(&[7; 32])).unwrap();
//! let seen = lock.commitment(); // shown; only now do the clients make their entropy
//! assert_eq!(seen.to_string(), "28b5017651b5336a266d7cd4091296817cc9a05a5e0fe49ee6c35fa9240a23dc");
//! let answered = lock.answer(&[[3; 16], [4; 16]]).unwrap();
//! let six = NonZeroU32::new(6).unwrap();
//! let faces = answered.round().draws("dice").map(|dice| [dice.index(0, six), dice.index(1, six)]).unwrap();
//! assert_eq!(faces, [5, 4]);
//! // Revealed: the client needs the 32 bytes it was shown and the 16 it sent.
//! let claims = [0, 1].map(|cursor| Claim::new("dice", cursor, six, faces[cursor as usize]).unwrap());
//! let opened = answered.open(claims.to_vec());
//! let report = opened.verify(&Kept::none().commitment(seen).entropy(0, [3; 16]).rules(rules));
//! assert_eq!(report.verdict(), Verdict::Verified);
//! ```
//!
//! # No two different inputs share a message
//!
//! Read either table from the left: every field has a fixed width, or its width was read just before it. So the bytes
//! of a message give back every field, and two different lists of fields differ in their bytes; nothing can be moved
//! from one field into the next (*re-split*). No message is the beginning of another either, so appending to one, which
//! SHA-256 allows without knowing it all, never makes a second one. Keys are always 32 bytes: HMAC neither hashes them
//! first nor confuses two that differ in trailing zeros.
//!
//! # A commitment is never an outcome
//!
//! Both are SHA-256 digests, so they can only coincide on equal input, short of a collision. HMAC hashes the key, 32
//! bytes, followed by 32 zeros, each byte changed by 0x36 or 0x5c (exclusive or), and then more: bytes 32 to 63 of its
//! input are all 0x36 or all 0x5c. Byte 32 of a commitment's input is the upper byte of the version: 0. No seed and no
//! field can change either. The tags say the same to a reader, and keep a commitment's input from being used as a
//! draw's message.
//!
//! # What 32 kept bytes fix
//!
//! The commitment is over all of the header and the seed. Whoever kept it, and can recompute SHA-256, notices a change
//! of any of them: another match or seats, roll or nonce picked later, other rules, another source of entropy, another
//! seed.
//!
//! # Beside the best message in the field
//!
//! `OPENv2` (of `RipRip`, whose verifier is public: tag, epoch, user key, nonce, pack configuration hash, open and draw
//! index, hashed client seed, beacon round and randomness; 162 bytes) has a domain tag, no ambiguity, and its
//! configuration in every draw. Point by point:
//!
//! | | `OPENv2` | `TAGGED_V1` |
//! |---|---|---|
//! | the commitment covers | the server secret alone | the secret, and every public field of the roll |
//! | so 32 kept bytes fix | the secret; nonce and configuration have to be kept apart | all of them |
//! | one secret serves | an epoch, a day of everybody's openings | one roll, so it can be revealed at once |
//! | tag | in the draw | in the draw and in the commitment; they cannot coincide |
//! | player's share | the hash of a client seed, which may have stood for long | 16 fresh bytes of every seat, after the commitment |
//! | seats | one | 1 to 16 |
//! | who made the entropy | not said | committed, seat by seat |
//! | another match is told apart by | user key and nonce, both from the operator | 16 random bytes of each client as well |
//! | draws | one index, counted through all tables | a label and a u64 cursor: a new kind of draw moves no other |
//! | number | ticket = (word * 10^6) >> 64: 551,616 of its 10^6 values have one word more | every index the same number of words |
//! | version | in the tag's text | in the tag, a version and a scheme id |
//!
//! Where `OPENv2` is better: its public beacon adds entropy of a third party, which helps against an operator that
//! knows the client seed long before; here entropy is made after the lock, so an operator can compute an outcome when
//! the players can be shown it, but not choose it. And every field of its message has a fixed width; here three are
//! length-prefixed.
//!
//! # What it does not show
//!
//! That the seed was random, that the odds are good, that anybody pays; that a roll was not dropped once its outcome
//! was known (transcripts show that); and, between two seats, anything about a server in league with the other seat,
//! which then knows the seed and chooses its entropy last (seats that first exchange hashes of their entropy close
//! that).

mod draw;
mod error;
mod header;
mod kept;
mod live;
mod report;

pub use draw::{DIGESTS, Draw, Draws, TaggedRound, read, rejected};
pub use error::TaggedError;
pub use header::{EntropySource, Header, MAX_SEATS, Seat, configuration};
pub use kept::Kept;
pub use live::{Answered, Lock, Refused};
pub use report::{Claim, Opened};

use alloc::vec::Vec;

use zeroize::Zeroizing;

use crate::commit::Commitment;
use crate::mac::Hash;
use crate::seed::{Encoding, SeedRef, ServerSeed};

/// The bytes of a seat's entropy, and of a client's random bytes in the [`Header`].
pub const ENTROPY_BYTES: usize = 16;

/// The bytes of a server seed.
pub const SEED_BYTES: usize = 32;

/// What a commitment's input begins with.
pub const COMMITMENT_TAG: [u8; 32] = *b"provably-fair/tagged/commitment\0";

/// What a draw's message begins with.
pub const DRAW_TAG: [u8; 32] = *b"provably-fair/tagged/draw\0\0\0\0\0\0\0";

/// The version in both. Its upper byte is neither 0x36 nor 0x5c, on which the [module](self)'s argument rests.
pub const VERSION: u16 = 1;

/// A scheme whose messages are bytes with tags and lengths. There is one: [`TAGGED_V1`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tagged {
    id: &'static str,
}

/// The first version of the scheme. See the [module](self).
///
/// Source: this crate. Its values never change under this name.
///
/// ```
/// assert_eq!(provably_fair::protocol::tagged::TAGGED_V1.id(), "tagged/1");
/// ```
pub const TAGGED_V1: Tagged = Tagged { id: "tagged/1" };

impl Tagged {
    /// The versioned name.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The commitment to a header and a seed: the operator's from a [`ServerSeed`], the verifier's from a
    /// [`Revealed`](crate::Revealed).
    ///
    /// It always hides the key, which is shorter than a block and hashed together with a public header.
    ///
    /// # Errors
    /// [`TaggedError::SeedNotHex`], [`TaggedError::SeedLength`].
    ///
    /// ```
    /// use provably_fair::protocol::tagged::{Header, Seat, TAGGED_V1};
    /// use provably_fair::Revealed;
    /// let header = Header::new("m", &[Seat::client([1; 16])], 0, 0, [0; 32]).unwrap();
    /// let commitment = TAGGED_V1.commit(&header, &Revealed::from_bytes(&[7; 32])).unwrap();
    /// assert_eq!(commitment.to_string(), "086d523dcbe0cbc5acf0db8010cfbf2e613281dbc81b12b3ab09154fcd4e519a");
    /// ```
    pub fn commit<'s>(&self, header: &Header, seed: impl Into<SeedRef<'s>>) -> Result<Commitment, TaggedError> {
        Ok(commit(header, &secret(seed.into())?))
    }

    /// A round: the same for operator and verifier. `entropies` are those of every seat, in seat order.
    ///
    /// # Errors
    /// As [`commit`](Self::commit); [`TaggedError::Entropies`] unless there is one for every seat.
    ///
    /// A seed cannot be revealed while a round of it lives:
    /// ```compile_fail,E0505
    /// use provably_fair::protocol::tagged::{Header, Seat, TAGGED_V1};
    /// use provably_fair::ServerSeed;
    /// let header = Header::new("m", &[Seat::client([1; 16])], 0, 0, [0; 32]).unwrap();
    /// let seed = ServerSeed::from_bytes(&[7; 32]);
    /// let round = TAGGED_V1.round(&header, &seed, &[[3; 16]]).unwrap();
    /// let revealed = seed.reveal();
    /// round.draws("dice").unwrap();
    /// ```
    /// The same lines, with the round used before, compile:
    /// ```
    /// use provably_fair::protocol::tagged::{Header, Seat, TAGGED_V1};
    /// use provably_fair::ServerSeed;
    /// let header = Header::new("m", &[Seat::client([1; 16])], 0, 0, [0; 32]).unwrap();
    /// let seed = ServerSeed::from_bytes(&[7; 32]);
    /// let round = TAGGED_V1.round(&header, &seed, &[[3; 16]]).unwrap();
    /// round.draws("dice").unwrap();
    /// let revealed = seed.reveal();
    /// assert_eq!(revealed.text(), "07".repeat(32));
    /// ```
    pub fn round<'s>(
        &self,
        header: &Header,
        seed: impl Into<SeedRef<'s>>,
        entropies: &[[u8; ENTROPY_BYTES]],
    ) -> Result<TaggedRound<'s>, TaggedError> {
        let secret = secret(seed.into())?;
        TaggedRound::new(commit(header, &secret), header, &secret, entropies)
    }

    /// Commits: the operator's live roll, in an order that the types keep.
    ///
    /// # Errors
    /// As [`commit`](Self::commit).
    pub fn lock(&self, header: Header, seed: ServerSeed) -> Result<Lock, TaggedError> {
        let secret = secret(SeedRef::from(&seed))?;
        drop(seed);
        Ok(Lock::new(header, secret))
    }
}

/// A server seed as the bytes that are hashed; wiped on drop.
type Secret = Zeroizing<[u8; SEED_BYTES]>;

fn secret(seed: SeedRef<'_>) -> Result<Secret, TaggedError> {
    let bytes = seed.material(Encoding::Bytes).map_err(TaggedError::SeedNotHex)?;
    let wrong = TaggedError::SeedLength { bytes: bytes.len() };
    let mut secret = Zeroizing::new([0; SEED_BYTES]);
    if bytes.len() != SEED_BYTES {
        return Err(wrong);
    }
    secret.copy_from_slice(&bytes);
    Ok(secret)
}

/// The one function behind every commitment.
fn commit(header: &Header, secret: &Secret) -> Commitment {
    let header = header.to_bytes();
    // Enough from the start: a vector that grows leaves copies behind that nothing wipes.
    let mut input = Zeroizing::new(Vec::with_capacity(header.len() + SEED_BYTES));
    input.extend(header);
    input.extend_from_slice(secret.as_slice());
    Commitment::new(Hash::Sha256.digest(&input))
}
