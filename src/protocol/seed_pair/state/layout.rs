//! The bytes of a stored seed pair, strictly read.
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

use zeroize::Zeroizing;

use super::{Ledger, Mark, RestoreError, SecretState};
use crate::mac::Hash;
use crate::protocol::seed_pair::{ID, MAX_CLIENT_BYTES, MAX_OPEN};
use crate::seed::ServerSeed;

/// What is written.
pub(in crate::protocol::seed_pair) struct Contents<'a> {
    pub(in crate::protocol::seed_pair) scheme: &'a str,
    pub(in crate::protocol::seed_pair) ledger: &'a Ledger,
    pub(in crate::protocol::seed_pair) active: &'a [u8],
    pub(in crate::protocol::seed_pair) next: &'a [u8],
    pub(in crate::protocol::seed_pair) retired: Option<(&'a [u8], u64)>,
}

impl Contents<'_> {
    pub(in crate::protocol::seed_pair) fn encode(&self) -> SecretState {
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
pub(in crate::protocol::seed_pair) struct Stored {
    pub(in crate::protocol::seed_pair) scheme: String,
    pub(in crate::protocol::seed_pair) ledger: Ledger,
    pub(in crate::protocol::seed_pair) active: ServerSeed,
    pub(in crate::protocol::seed_pair) next: ServerSeed,
    pub(in crate::protocol::seed_pair) retired: Option<(ServerSeed, u64)>,
}

/// Reads exactly what [`Contents::encode`] writes.
pub(in crate::protocol::seed_pair) fn decode(bytes: &[u8]) -> Result<Stored, RestoreError> {
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
