//! HMAC with the key hashed once; one message, or many at once.
//!
//! The only place that touches `hmac` or the blocks of `sha2`. An [`HmacKey`] holds RFC 2104's two midstates; a [`MacPrefix`]
//! has the constant beginning of many messages (`client-nonce-`) absorbed as well, so that one derivation with
//! HMAC-SHA256 is two compressions. SHA-512 goes through the `hmac` crate from a cloned keyed state.
//!
//! Keys, midstates and key blocks are wiped. *Messages are treated as public*: they are client seeds, nonces and cursors,
//! and the block that holds one is not wiped.

mod decimal;
mod link;
mod sha256;

pub use decimal::Decimal;
pub use link::{link_bytes, link_hex};

use alloc::string::String;
use core::fmt;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256, Sha512};
use sha256::Midstates;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Which hash: SHA-256 (digest 32 bytes, block 64) or SHA-512 (64, 128).
///
/// Source: FIPS 180-4. Which one a site uses is part of its scheme; the name says nothing about how well it is used.
///
/// ```
/// use provably_fair::mac::Hash;
///
/// assert_eq!((Hash::Sha256.name(), Hash::Sha256.digest_len(), Hash::Sha256.block_len()), ("SHA-256", 32, 64));
/// assert_eq!((Hash::Sha512.name(), Hash::Sha512.digest_len(), Hash::Sha512.block_len()), ("SHA-512", 64, 128));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hash {
    /// 32 bytes of digest, blocks of 64.
    Sha256,
    /// 64 bytes of digest, blocks of 128.
    Sha512,
}

impl Hash {
    /// Length of a digest in bytes: 32 or 64.
    ///
    /// ```
    /// assert_eq!(provably_fair::mac::Hash::Sha512.digest_len(), 64);
    /// ```
    #[must_use]
    pub const fn digest_len(self) -> usize {
        match self {
            Self::Sha256 => 32,
            Self::Sha512 => 64,
        }
    }

    /// Length of a block in bytes: 64 or 128. HMAC hashes a longer key first.
    ///
    /// ```
    /// assert_eq!(provably_fair::mac::Hash::Sha256.block_len(), 64);
    /// ```
    #[must_use]
    pub const fn block_len(self) -> usize {
        match self {
            Self::Sha256 => 64,
            Self::Sha512 => 128,
        }
    }

    /// `SHA-256` or `SHA-512`.
    ///
    /// ```
    /// assert_eq!(provably_fair::mac::Hash::Sha256.name(), "SHA-256");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sha256 => "SHA-256",
            Self::Sha512 => "SHA-512",
        }
    }

    /// The digest of any bytes, without a key.
    ///
    /// No errors, no panics. Source: FIPS 180-4. A digest of something guessable hides nothing.
    ///
    /// ```
    /// use provably_fair::mac::Hash;
    ///
    /// let digest = Hash::Sha256.digest(b"abc");
    /// assert_eq!(digest.to_hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    /// ```
    #[must_use]
    pub fn digest(self, data: &[u8]) -> Digest {
        match self {
            Self::Sha256 => Digest::Sha256(Sha256::digest(data).into()),
            Self::Sha512 => Digest::Sha512(Sha512::digest(data).into()),
        }
    }
}

/// A digest of 32 or 64 bytes, from which numbers are read. `Debug` and `Display` print lower-case hex.
///
/// An outcome: it is printed, compared and copied freely, so it is not for a live round's hands before the bet stands. It
/// does not say which key or message made it.
///
/// ```
/// use provably_fair::mac::{Digest, Hash};
///
/// let digest = Digest::Sha256([7; 32]);
/// assert_eq!(digest.as_bytes().len(), 32);
/// assert_ne!(digest, Hash::Sha256.digest(&[7; 32]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Digest {
    /// SHA-256 or HMAC-SHA256.
    Sha256([u8; 32]),
    /// SHA-512 or HMAC-SHA512.
    Sha512([u8; 64]),
}

impl Digest {
    /// All 32 or 64 bytes. No errors, no panics.
    ///
    /// ```
    /// assert_eq!(provably_fair::mac::Digest::Sha512([1; 64]).as_bytes(), [1; 64]);
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Sha256(bytes) => bytes,
            Self::Sha512(bytes) => bytes,
        }
    }

    /// The first `N` bytes, `N` at most 32; a larger `N` does not compile. No errors, no panics.
    ///
    /// ```
    /// let digest = provably_fair::mac::Hash::Sha256.digest(b"abc");
    /// assert_eq!(u64::from_be_bytes(digest.first()), 0xba78_16bf_8f01_cfea);
    /// ```
    /// ```compile_fail,E0080
    /// let _: [u8; 33] = provably_fair::mac::Digest::Sha256([0; 32]).first();
    /// ```
    #[must_use]
    pub fn first<const N: usize>(&self) -> [u8; N] {
        const { assert!(N <= 32, "every digest has 32 bytes, not every one more") };
        let mut first = [0; N];
        for (to, from) in first.iter_mut().zip(self.as_bytes()) {
            *to = *from;
        }
        first
    }

    /// 64 or 128 lower-case hex digits. No errors, no panics.
    ///
    /// ```
    /// assert_eq!(provably_fair::mac::Digest::Sha256([0xab; 32]).to_hex(), "ab".repeat(32));
    /// ```
    #[must_use]
    pub fn to_hex(&self) -> String {
        base16ct::lower::encode_string(self.as_bytes())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&base16ct::HexDisplay(self.as_bytes()), f)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What one key makes of a message: the state from which each message starts.
enum Keyed {
    Sha256(Midstates),
    Sha512(Hmac<Sha512>),
}

impl Keyed {
    fn hash(&self) -> Hash {
        match self {
            Self::Sha256(_) => Hash::Sha256,
            Self::Sha512(_) => Hash::Sha512,
        }
    }

    /// The message in parts that are put together here.
    fn mac(&self, parts: &[&[u8]]) -> Digest {
        match self {
            Self::Sha256(midstates) => Digest::Sha256(midstates.mac(parts)),
            Self::Sha512(keyed) => {
                let mut mac = keyed.clone();
                parts.iter().for_each(|part| mac.update(part));
                Digest::Sha512(mac.finalize().into_bytes().into())
            }
        }
    }
}

/// An HMAC key hashed once (RFC 2104): the inner and the outer midstate.
///
/// Whoever holds this can make every outcome, so it is a secret: `Debug` is redacted, it is not `Clone`, and it is wiped on
/// drop (a move may leave a copy behind, as with every Rust value on the stack). HMAC hashes a key longer than the
/// hash's block first: such a key and its digest are the same key.
///
/// ```
/// use provably_fair::mac::{Hash, HmacKey};
///
/// // RFC 4231, test case 2.
/// let digest = HmacKey::new(Hash::Sha256, b"Jefe").mac(b"what do ya want for nothing?");
/// assert_eq!(digest.to_hex(), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
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
            Hash::Sha512 => Keyed::Sha512(Hmac::new((&*key_block::<Sha512, 128>(key)).into())),
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
        self.0.mac(&[message])
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
                (messages.iter().enumerate()).for_each(|(index, message)| out(index, self.mac(message)))
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
            Keyed::Sha512(keyed) => Keyed::Sha512(keyed.clone().chain_update(prefix)),
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
        self.0.mac(&[suffix])
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
        self.0.mac(&[Decimal::new(counter).as_bytes(), tail])
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
            Keyed::Sha512(_) => (0..count)
                .zip(first..=u64::MAX)
                .for_each(|(index, counter)| out(index, self.mac_counter(counter, tail))),
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
