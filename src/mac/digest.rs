//! Which hash, and what it gives.

use alloc::string::String;
use core::fmt;
use sha2::{Digest as _, Sha256, Sha512};

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

    /// The hex digits read as numbers, `digits` (1 to 8) at a time from the front. Digits that are left over at the end are not
    /// read; of 0 or more than 8 at a time there is no number. No errors, no panics.
    ///
    /// ```
    /// let digest = provably_fair::mac::Hash::Sha256.digest(b"abc"); // ba7816bf8f01cfea...
    /// assert_eq!(digest.hex_runs(5).take(3).collect::<Vec<_>>(), [0xba781, 0x6bf8f, 0x01cfe]);
    /// assert_eq!((digest.hex_runs(5).count(), digest.hex_runs(8).count(), digest.hex_runs(9).count()), (12, 8, 0));
    /// ```
    pub fn hex_runs(&self, digits: u8) -> impl Iterator<Item = u32> + '_ {
        let digits = usize::from(digits);
        let runs = match digits {
            1..=8 => 2 * self.as_bytes().len() / digits,
            _ => 0,
        };
        let mut all = self.as_bytes().iter().flat_map(|byte| [byte >> 4, byte & 15]);
        (0..runs).map(move |_| {
            let run = all.by_ref().take(digits);
            run.fold(0, |value, digit| value << 4 | u32::from(digit))
        })
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
