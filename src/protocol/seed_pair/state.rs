//! The stored state of a seed pair: its bytes, strictly read.
//!
//! Numbers are big-endian; a text is a 4-byte length and that many bytes of UTF-8.
//!
//! | field | bytes |
//! |---|---|
//! | `seed-pair/1` | text |
//! | scheme id | text |
//! | number of the pair | 8 |
//! | next nonce | 8 |
//! | client seed | text |
//! | server seed in use | text |
//! | next server seed | text |
//! | open rounds: how many, then their nonces, ascending | 4, then 8 each |
//! | whether a retired seed follows: 0 or 1 | 1 |
//! | the retired server seed, and the nonces taken under it | text, 8 |
//! | SHA-256 of everything before | 32 |

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

use super::{ID, MAX_CLIENT_BYTES, MAX_OPEN, PairError};
use crate::commit::CommitError;
use crate::mac::Hash;
use crate::seed::ServerSeed;

/// How far a seed pair has come: ordered by the number of the pair, then by the nonce. Public.
///
/// Every bet, every change of a client seed and every rotation raises it. A caller that logged a bet of nonce n in pair
/// p must not restore anything below `Mark { pair: p, nonce: n + 1 }`.
///
/// ```
/// use provably_fair::protocol::seed_pair::Mark;
/// assert!(Mark { pair: 0, nonce: 500 } < Mark { pair: 1, nonce: 0 }); // an old pair is old at any nonce
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The number of the seed pair, from 0: one more at every change of a client seed and at every rotation.
    pub pair: u64,
    /// The nonce that the next bet takes.
    pub nonce: u64,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pair {}, nonce {}", self.pair, self.nonce)
    }
}

/// The bytes of a seed pair, **secrets included**, for an encrypted store. Redacted, not `Clone`, wiped on drop.
pub struct SecretState {
    bytes: Zeroizing<Vec<u8>>,
}

impl SecretState {
    /// The bytes, with both server seeds in the clear: the one way to take a secret out. Encrypt them before they are
    /// written anywhere, and never send them to a player.
    #[must_use]
    pub fn expose_secret_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for SecretState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretState").finish_non_exhaustive()
    }
}

/// Why a stored state is not taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The checksum does not fit: bytes were lost or changed.
    Damaged,
    /// The bytes are no state of this layout, from this position on.
    Format {
        /// Position of the offending field.
        at: usize,
    },
    /// The state is of another scheme.
    OtherScheme,
    /// The state is older than what the caller has seen: nonces or a revealed seed would be used again.
    TooOld {
        /// Where the state stands.
        state: Mark,
        /// The caller's high-water mark.
        at_least: Mark,
    },
    /// The scheme makes no commitment to a seed in the state.
    Commit(CommitError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => f.write_str("the stored seed pair is damaged"),
            Self::Format { at } => write!(f, "the stored seed pair cannot be read at byte {at}"),
            Self::OtherScheme => f.write_str("the stored seed pair is of another scheme"),
            Self::TooOld { state, at_least } => {
                write!(f, "the stored seed pair stands at {state}, but {at_least} was seen")
            }
            Self::Commit(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RestoreError {}

/// Everything about a pair that is not a server seed.
#[derive(Clone)]
pub(super) struct Ledger {
    pub(super) mark: Mark,
    pub(super) client: String,
    /// Nonces of rounds that are still played; all below `mark.nonce`.
    pub(super) open: BTreeSet<u64>,
}

impl Ledger {
    pub(super) fn new(client: String) -> Self {
        Self {
            mark: Mark::default(),
            client,
            open: BTreeSet::new(),
        }
    }

    /// The ledger of the pair after this one, in which nothing is open.
    pub(super) fn next_pair(&self, client: String, nonce: u64) -> Result<Self, PairError> {
        let pair = self.mark.pair.checked_add(1).ok_or(PairError::Exhausted)?;
        let mark = Mark { pair, nonce };
        Ok(Self {
            mark,
            ..Self::new(client)
        })
    }
}

/// What is written.
pub(super) struct Contents<'a> {
    pub(super) scheme: &'a str,
    pub(super) ledger: &'a Ledger,
    pub(super) active: &'a [u8],
    pub(super) next: &'a [u8],
    pub(super) retired: Option<(&'a [u8], u64)>,
}

impl Contents<'_> {
    pub(super) fn encode(&self) -> SecretState {
        // Enough from the start: a vector that grows leaves copies behind that nothing wipes.
        let retired = self.retired.map_or(&[][..], |(seed, _)| seed);
        let texts = self.scheme.len() + self.ledger.client.len() + self.active.len() + self.next.len() + retired.len();
        let mut bytes = Zeroizing::new(Vec::with_capacity(texts + 8 * self.ledger.open.len() + 128));
        put_text(&mut bytes, ID.as_bytes());
        put_text(&mut bytes, self.scheme.as_bytes());
        bytes.extend(self.ledger.mark.pair.to_be_bytes());
        bytes.extend(self.ledger.mark.nonce.to_be_bytes());
        put_text(&mut bytes, self.ledger.client.as_bytes());
        put_text(&mut bytes, self.active);
        put_text(&mut bytes, self.next);
        put_length(&mut bytes, self.ledger.open.len());
        bytes.extend(self.ledger.open.iter().flat_map(|nonce| nonce.to_be_bytes()));
        match self.retired {
            None => bytes.push(0),
            Some((seed, nonces)) => {
                bytes.push(1);
                put_text(&mut bytes, seed);
                bytes.extend(nonces.to_be_bytes());
            }
        }
        let sum = Hash::Sha256.digest(&bytes);
        bytes.extend(sum.as_bytes());
        SecretState { bytes }
    }
}

fn put_length(bytes: &mut Vec<u8>, length: usize) {
    // Nothing here is near 4 GiB; if it were, the state would be refused when it is read, not misread.
    bytes.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
}

fn put_text(bytes: &mut Vec<u8>, text: &[u8]) {
    put_length(bytes, text.len());
    bytes.extend(text);
}

/// What was read.
pub(super) struct Stored {
    pub(super) scheme: String,
    pub(super) ledger: Ledger,
    pub(super) active: ServerSeed,
    pub(super) next: ServerSeed,
    pub(super) retired: Option<(ServerSeed, u64)>,
}

/// Reads exactly what [`Contents::encode`] writes.
pub(super) fn decode(bytes: &[u8]) -> Result<Stored, RestoreError> {
    let (body, sum) = bytes.split_last_chunk::<32>().ok_or(RestoreError::Damaged)?;
    if Hash::Sha256.digest(body).as_bytes() != sum {
        return Err(RestoreError::Damaged);
    }
    let mut reader = Reader { bytes: body, at: 0 };
    if reader.text()? != ID {
        return Err(RestoreError::Format { at: 0 });
    }
    let scheme = reader.text()?.into();
    let mark = Mark {
        pair: reader.u64()?,
        nonce: reader.u64()?,
    };
    let client = reader.client()?;
    let active = ServerSeed::from_text(reader.text()?);
    let next = ServerSeed::from_text(reader.text()?);
    let open = reader.open(mark.nonce)?;
    let retired = reader.retired()?;
    reader.end()?;
    Ok(Stored {
        scheme,
        ledger: Ledger { mark, client, open },
        active,
        next,
        retired,
    })
}

/// A strict reader: it names the field at which the bytes stop making sense, and never allocates for a length it was
/// told.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    const fn wrong(&self) -> RestoreError {
        RestoreError::Format { at: self.at }
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8], RestoreError> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(self.wrong())?;
        self.bytes = rest;
        self.at += length;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], RestoreError> {
        let wrong = self.wrong();
        self.take(N)?.first_chunk().copied().ok_or(wrong)
    }

    fn u64(&mut self) -> Result<u64, RestoreError> {
        self.array().map(u64::from_be_bytes)
    }

    fn length(&mut self) -> Result<usize, RestoreError> {
        let wrong = self.wrong();
        usize::try_from(u32::from_be_bytes(self.array()?)).map_err(|_| wrong)
    }

    fn text(&mut self) -> Result<&'b str, RestoreError> {
        let wrong = self.wrong();
        let length = self.length()?;
        core::str::from_utf8(self.take(length)?).map_err(|_| wrong)
    }

    fn client(&mut self) -> Result<String, RestoreError> {
        let wrong = self.wrong();
        let client = self.text()?;
        if client.len() > MAX_CLIENT_BYTES {
            return Err(wrong);
        }
        Ok(client.into())
    }

    /// Nonces, strictly ascending and below `next`.
    fn open(&mut self, next: u64) -> Result<BTreeSet<u64>, RestoreError> {
        let mut open = BTreeSet::new();
        let wrong = self.wrong();
        let count = self.length()?;
        if count > MAX_OPEN {
            return Err(wrong);
        }
        for _ in 0..count {
            let wrong = self.wrong();
            let nonce = self.u64()?;
            if nonce >= next || open.last().is_some_and(|last| *last >= nonce) {
                return Err(wrong);
            }
            open.insert(nonce);
        }
        Ok(open)
    }

    fn retired(&mut self) -> Result<Option<(ServerSeed, u64)>, RestoreError> {
        let wrong = self.wrong();
        match self.array()? {
            [0] => Ok(None),
            [1] => {
                let seed = ServerSeed::from_text(self.text()?);
                Ok(Some((seed, self.u64()?)))
            }
            _ => Err(wrong),
        }
    }

    const fn end(&self) -> Result<(), RestoreError> {
        if self.bytes.is_empty() {
            Ok(())
        } else {
            Err(self.wrong())
        }
    }
}
