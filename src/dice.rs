//! MAC bytes to dice: an ordered [`pair`] from one byte, or [`faces`] from a byte each.
//!
//! A byte of 252 and more is passed over, because 252 = 7 * 36 = 42 * 6 is the largest multiple of both below 256: of the 252
//! bytes that count, exactly 7 give each ordered pair and exactly 42 each face. **The bias is none**, if the bytes are
//! uniform, and that no count of bytes can show.
//!
//! Both answer `None` when too few bytes are below 252 (from 32 bytes: about 2^-192 for a pair, 2^-181 for two faces). What
//! then happens belongs to the protocol: a match appends `+` after the second player's seed and hashes again; a receipt does the
//! same on its last field and takes all faces afresh. Sources: *Match* (pair) and *Receipt* (faces). Nothing here panics.

use core::fmt;

/// Bytes from here on are passed over: 252 = 7 * 36 = 42 * 6.
pub const LIMIT: u8 = 252;

/// A byte below 252 and where it stood: what a trace shows, and what dice are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    at: u64,
    byte: u8,
}

impl Accepted {
    /// The 0-based position of the byte in the MAC.
    #[must_use]
    pub const fn at(self) -> u64 {
        self.at
    }

    /// The byte, below 252.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.byte
    }

    /// v = byte mod 36 as two ordered dice: (v / 6 + 1, v mod 6 + 1). 7 of the 252 bytes an outcome.
    #[must_use]
    pub const fn pair(self) -> Pair {
        let v = self.byte % 36;
        Pair {
            first: v / 6 + 1,
            second: v % 6 + 1,
        }
    }

    /// byte mod 6 + 1. 42 of the 252 bytes a face.
    #[must_use]
    pub const fn face(self) -> u8 {
        self.byte % 6 + 1
    }
}

/// Two dice in order, each 1..=6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The first die.
    pub first: u8,
    /// The second die.
    pub second: u8,
}

impl Pair {
    /// Both dice show the same.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.first == self.second
    }
}

/// `3-1`: the dice in order.
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.second)
    }
}

/// The bytes below 252 with their positions, in order: a trace of [`pair`] is its first item, of [`faces`] its first K.
///
/// ```
/// use provably_fair::dice::accepted;
/// let mut bytes = accepted(&[0xfc, 0x23, 0xff, 0x07]);
/// let (first, second) = (bytes.next().unwrap(), bytes.next().unwrap());
/// assert_eq!((first.at(), first.byte(), first.face()), (1, 0x23, 6));
/// assert_eq!((second.at(), second.byte(), second.face()), (3, 0x07, 2));
/// assert_eq!(bytes.next(), None);
/// ```
pub fn accepted(mac: &[u8]) -> impl Iterator<Item = Accepted> {
    (0_u64..)
        .zip(mac)
        .filter(|&(_, &byte)| byte < LIMIT)
        .map(|(at, &byte)| Accepted { at, byte })
}

/// Two ordered dice from the first byte below 252: v = byte mod 36, dice (v / 6 + 1, v mod 6 + 1).
///
/// 7 of 252 bytes an outcome. `None` when no byte is below 252; the protocol then hashes again.
///
/// ```
/// use provably_fair::dice::{Pair, pair};
/// assert_eq!(pair(&[0xff, 0x30, 0xaa]), Some(Pair { first: 3, second: 1 })); // 0x30 = 48, v = 12
/// assert_eq!(pair(&[0xfc; 32]), None);
/// ```
#[must_use]
pub fn pair(mac: &[u8]) -> Option<Pair> {
    accepted(mac).next().map(Accepted::pair)
}

/// K faces, each byte mod 6 + 1 of the next byte below 252.
///
/// 42 of 252 bytes a face. `None` when fewer than K bytes are below 252; the protocol then hashes again and takes all faces
/// afresh.
///
/// ```
/// use provably_fair::dice::faces;
/// assert_eq!(faces(&[0x30, 0xff, 0xaa, 0x1f]), Some([1, 3, 2]));
/// assert_eq!(faces::<4>(&[0x30, 0xff, 0xaa, 0x1f]), None);
/// ```
#[must_use]
pub fn faces<const K: usize>(mac: &[u8]) -> Option<[u8; K]> {
    let mut bytes = accepted(mac);
    let mut faces = [0; K];
    for face in &mut faces {
        *face = bytes.next()?.face();
    }
    Some(faces)
}
