//! HMAC with the key hashed once; one message, or many at once.
//!
//! The only place that touches `hmac` or the blocks of `sha2`. An [`HmacKey`] holds RFC 2104's two midstates; a [`MacPrefix`]
//! has the constant beginning of many messages (`client-nonce-`) absorbed as well, so that one derivation with
//! HMAC-SHA256 is two compressions. SHA-512 goes through the `hmac` crate from a cloned keyed state.
//!
//! Keys, midstates and key blocks are wiped. *Messages are treated as public*: they are client seeds, nonces and cursors,
//! and the block that holds one is not wiped.

mod batch;
mod decimal;
mod digest;
mod in_place;
mod link;
mod sha256;

pub use decimal::Decimal;
pub use digest::{Digest, Hash};
pub(crate) use in_place::each_link_bytes;
pub use link::{link_bytes, link_hex};

use alloc::boxed::Box;
use core::fmt;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha512};
use sha256::Midstates;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// What one key makes of a message: the state from which each message starts.
enum Keyed {
    Sha256(Box<Midstates>),
    Sha512(Box<Hmac<Sha512>>),
}

impl Keyed {
    fn hash(&self) -> Hash {
        match self {
            Self::Sha256(_) => Hash::Sha256,
            Self::Sha512(_) => Hash::Sha512,
        }
    }

    fn mac(&self, message: &[u8]) -> Digest {
        match self {
            Self::Sha256(midstates) => Digest::Sha256(midstates.mac(message)),
            Self::Sha512(keyed) => {
                Digest::Sha512(Hmac::clone(keyed).chain_update(message).finalize().into_bytes().into())
            }
        }
    }

    fn mac_counter(&self, counter: u64, tail: &[u8]) -> Digest {
        match self {
            Self::Sha256(midstates) => Digest::Sha256(midstates.mac_counter(counter, tail)),
            Self::Sha512(keyed) => {
                let mac = Hmac::clone(keyed).chain_update(Decimal::new(counter).as_bytes());
                Digest::Sha512(mac.chain_update(tail).finalize().into_bytes().into())
            }
        }
    }
}

/// An HMAC key hashed once (RFC 2104): the inner and the outer midstate.
///
/// Whoever holds this can make every outcome, so it is a secret: `Debug` is redacted, it is not `Clone`, and it is wiped on
/// drop. It lies in one allocation, so that a move leaves no copy behind. HMAC hashes a key longer than the hash's block
/// first: such a key and its digest are the same key.
///
/// ```
/// use provably_fair::mac::{Hash, HmacKey};
///
/// // RFC 4231, test case 2.
/// let digest = HmacKey::new(Hash::Sha256, b"Jefe").mac(b"what do ya want for nothing?");
/// assert_eq!(digest.to_hex(), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
/// ```
/// ```compile_fail,E0599
/// let key = provably_fair::mac::HmacKey::new(provably_fair::mac::Hash::Sha256, b"Jefe");
/// let copy = key.clone();
/// ```
pub struct HmacKey(Keyed);

impl HmacKey {
    /// Hashes the key. Any length is legal, the empty key too. No errors, no panics.
    ///
    /// A key that its published commitment gives away is made here all the same; refusing it is the commitment's task.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// let empty = HmacKey::new(Hash::Sha256, b"").mac(b"");
    /// assert_eq!(empty.to_hex(), "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
    /// ```
    #[must_use]
    pub fn new(hash: Hash, key: &[u8]) -> Self {
        Self(match hash {
            Hash::Sha256 => Keyed::Sha256(Midstates::new(&key_block::<Sha256, 64>(key))),
            Hash::Sha512 => Keyed::Sha512(Box::new(Hmac::new((&*key_block::<Sha512, 128>(key)).into()))),
        })
    }

    /// The hash this key is for.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// assert_eq!(HmacKey::new(Hash::Sha512, b"key").hash(), Hash::Sha512);
    /// ```
    #[must_use]
    pub fn hash(&self) -> Hash {
        self.0.hash()
    }

    /// HMAC(key, message), for a message of any length. No errors, no panics, nothing allocated.
    ///
    /// Source: RFC 2104. The message must be the very bytes that the site hashed; the digest shows nothing about who
    /// chose them.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// let digest = HmacKey::new(Hash::Sha256, b"seed").mac(b"client-0-0");
    /// assert_eq!(digest.to_hex(), "a66abcd48c72b14613b84c74e9c9fec62f50facdcf0ab6b053bcae0464d60636");
    /// ```
    #[must_use]
    pub fn mac(&self, message: &[u8]) -> Digest {
        self.0.mac(message)
    }

    /// [`mac`](Self::mac) of every message, side by side: `out` gets each message's position and digest, in order.
    ///
    /// Faster for short messages under SHA-256. No errors, no panics, nothing allocated.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// let key = HmacKey::new(Hash::Sha256, b"Jefe");
    /// let mut firsts = [0; 2];
    /// key.each(&[b"what do ya want for nothing?", b""], |i, digest| firsts[i] = digest.first::<1>()[0]);
    /// assert_eq!(firsts, [0x5b, 0x92]);
    /// ```
    pub fn each(&self, messages: &[&[u8]], mut out: impl FnMut(usize, Digest)) {
        match &self.0 {
            Keyed::Sha256(midstates) => midstates.each(messages, |index, bytes| out(index, Digest::Sha256(bytes))),
            Keyed::Sha512(_) => {
                for (index, message) in messages.iter().enumerate() {
                    out(index, self.mac(message));
                }
            }
        }
    }

    /// The key with the constant beginning of many messages absorbed. Any length, empty too. No errors, no panics.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// let key = HmacKey::new(Hash::Sha256, b"seed");
    /// assert_eq!(key.prefix(b"client-0-").mac(b"0"), key.mac(b"client-0-0"));
    /// ```
    #[must_use]
    pub fn prefix(&self, prefix: &[u8]) -> MacPrefix {
        MacPrefix(match &self.0 {
            Keyed::Sha256(midstates) => Keyed::Sha256(midstates.prefix(prefix)),
            Keyed::Sha512(keyed) => {
                let mut keyed = keyed.clone();
                keyed.update(prefix);
                Keyed::Sha512(keyed)
            }
        })
    }
}

/// An [`HmacKey`] with the constant beginning of many messages absorbed, such as `client-nonce-`.
///
/// Whole blocks of the beginning are compressed once; a message that ends within the block after them costs two
/// compressions. As secret as the key: redacted, not `Clone`, wiped on drop. It keeps no boundary between the beginning
/// and what follows: `a-` with `1-0` and `a-1-` with `0` are one message.
///
/// ```
/// use provably_fair::mac::{Hash, HmacKey};
///
/// let round = HmacKey::new(Hash::Sha256, b"seed").prefix(b"client-0-");
/// assert_eq!(u64::from_be_bytes(round.mac_counter(0, b"").first()), 0xa66a_bcd4_8c72_b146);
/// ```
pub struct MacPrefix(Keyed);

impl MacPrefix {
    /// The hash this prefix is for.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// assert_eq!(HmacKey::new(Hash::Sha512, b"key").prefix(b"client-0-").hash(), Hash::Sha512);
    /// ```
    #[must_use]
    pub fn hash(&self) -> Hash {
        self.0.hash()
    }

    /// HMAC(key, prefix ‖ suffix), for a suffix of any length. No errors, no panics, nothing allocated.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// let digest = HmacKey::new(Hash::Sha256, b"Jefe").prefix(b"what do ya want ").mac(b"for nothing?");
    /// assert_eq!(digest.to_hex(), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    /// ```
    #[must_use]
    pub fn mac(&self, suffix: &[u8]) -> Digest {
        self.0.mac(suffix)
    }

    /// HMAC(key, prefix ‖ counter ‖ tail), the counter in decimal without sign or leading zeros.
    ///
    /// Any counter and any tail, empty too. No errors, no panics, nothing allocated.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// let key = HmacKey::new(Hash::Sha256, b"seed");
    /// assert_eq!(key.prefix(b"client-").mac_counter(12, b"-0"), key.mac(b"client-12-0"));
    /// ```
    #[must_use]
    pub fn mac_counter(&self, counter: u64, tail: &[u8]) -> Digest {
        self.0.mac_counter(counter, tail)
    }

    /// [`mac_counter`](Self::mac_counter) for `first`, `first + 1`, ..., `count` of them, side by side: `out` gets the
    /// position (0 for `first`) and the digest, in order.
    ///
    /// Counters do not wrap: after `u64::MAX` no more are served, so `out` is called `count` times or up to
    /// 2^64 - `first` times, whichever is less. No errors, no panics, nothing allocated.
    ///
    /// ```
    /// use provably_fair::mac::{Hash, HmacKey};
    ///
    /// let round = HmacKey::new(Hash::Sha256, b"seed").prefix(b"client-0-");
    /// round.each_counter(9, 3, b"", |i, digest| assert_eq!(digest, round.mac_counter(9 + i as u64, b"")));
    ///
    /// let mut served = 0;
    /// round.each_counter(u64::MAX - 1, 5, b"", |_, _| served += 1);
    /// assert_eq!(served, 2);
    /// ```
    pub fn each_counter(&self, first: u64, count: usize, tail: &[u8], mut out: impl FnMut(usize, Digest)) {
        match &self.0 {
            Keyed::Sha256(midstates) => {
                midstates.each_counter(first, count, tail, |index, bytes| out(index, Digest::Sha256(bytes)));
            }
            Keyed::Sha512(_) => {
                for (index, counter) in (0..count).zip(first..=u64::MAX) {
                    out(index, self.mac_counter(counter, tail));
                }
            }
        }
    }
}

/// RFC 2104's K: the key, hashed first if it is longer than a block, filled up with zeros.
fn key_block<D: sha2::Digest, const BLOCK: usize>(key: &[u8]) -> Zeroizing<[u8; BLOCK]> {
    let mut block = Zeroizing::new([0; BLOCK]);
    if key.len() > BLOCK {
        let mut hashed = D::digest(key);
        block.iter_mut().zip(&hashed).for_each(|(to, from)| *to = *from);
        hashed.as_mut_slice().zeroize();
    } else {
        block.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
    }
    block
}

impl fmt::Debug for HmacKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HmacKey({}, ..)", self.0.hash().name())
    }
}

impl fmt::Debug for MacPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MacPrefix({}, ..)", self.0.hash().name())
    }
}

/// The midstates wipe themselves, in this crate and, by their `zeroize` feature, in `hmac` and `sha2`.
impl ZeroizeOnDrop for HmacKey {}
impl ZeroizeOnDrop for MacPrefix {}
