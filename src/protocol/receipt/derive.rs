//! The one derivation of a receipt's dice. It allocates nothing: an audit calls it millions of times, each with its own key.

use core::fmt;

use super::{Entropy, Id};
use crate::dice::{Accepted, Pair, accepted};
use crate::mac::{Decimal, Digest, Hash, HmacKey};
use crate::protocol::match_dice::MAX_RETRIES;
use crate::seed::PlayerSeed;

/// Two dice and how they came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rolled {
    /// The MAC that gave the dice.
    pub mac: Digest,
    /// How many `+` the message ends with.
    pub retries: u32,
    /// The MAC's first two bytes below 252, and where they stood.
    pub accepted: [Accepted; 2],
    /// The dice: each byte mod 6 + 1.
    pub dice: Pair,
}

/// The dice of one roll: HMAC-SHA256(seed, `match:roll:nonce:entropy`), the first two bytes below 252, each mod 6 + 1.
///
/// The nonce is in decimal without leading zeros, the entropy in lower-case hex. Nothing is allocated and the key is wiped.
///
/// # Errors
/// [`NoDice`] after 64 MACs with fewer than two bytes below 252. An honest HMAC needs one retry with a chance of 2^-181.
///
/// *What it does not show*: that the seed was committed to, or who made the entropy and when.
///
/// ```
/// use provably_fair::protocol::receipt::{Entropy, Id, roll};
/// let (game, number) = (Id::new("mat_1").unwrap(), Id::new("rol_1").unwrap());
/// let rolled = roll(&[7; 32], &game, &number, 1, Entropy::new([1; 16])).unwrap();
/// assert_eq!(rolled.mac.to_hex(), "4221a0f3ce0efdc8d117011bdc0d71045efe70d12d9fb3e4115bcc4c65f43895");
/// assert_eq!((rolled.dice.first, rolled.dice.second), (1, 4));
/// ```
pub fn roll(seed: &[u8; 32], match_id: &Id, roll_id: &Id, nonce: u64, entropy: Entropy) -> Result<Rolled, NoDice> {
    let key = HmacKey::new(Hash::Sha256, seed);
    let mut message = Message::new(match_id, roll_id, nonce, entropy);
    derive(nonce, || {
        let mac = key.mac(message.as_bytes());
        message.push(b"+");
        mac
    })
}

/// The `+` rule, over any MACs so that a test can inject them: `mac` gives that of the message, then with `+`, `++`, ...
fn derive(nonce: u64, mut mac: impl FnMut() -> Digest) -> Result<Rolled, NoDice> {
    for retries in 0..=MAX_RETRIES {
        let mac = mac();
        let mut bytes = accepted(mac.as_bytes());
        if let (Some(first), Some(second)) = (bytes.next(), bytes.next()) {
            let dice = Pair {
                first: first.face(),
                second: second.face(),
            };
            return Ok(Rolled {
                mac,
                retries,
                accepted: [first, second],
                dice,
            });
        }
    }
    Err(NoDice { nonce })
}

/// Two ids, a nonce of 20 digits, 32 hex digits, three separators and every `+` that can follow.
const MAX_MESSAGE: usize = 2 * PlayerSeed::MAX_LEN + 20 + 32 + 3 + MAX_RETRIES as usize + 1;

/// A message on the stack. It holds no secret.
pub(super) struct Message {
    bytes: [u8; MAX_MESSAGE],
    used: usize,
}

impl Message {
    pub(super) fn new(match_id: &Id, roll_id: &Id, nonce: u64, entropy: Entropy) -> Self {
        let mut message = Self {
            bytes: [0; MAX_MESSAGE],
            used: 0,
        };
        let mut digits = [0; 32];
        base16ct::lower::encode(entropy.as_bytes(), &mut digits).unwrap_or_default();
        for part in [
            match_id.as_str().as_bytes(),
            roll_id.as_str().as_bytes(),
            Decimal::new(nonce).as_bytes(),
        ] {
            message.push(part);
            message.push(b":");
        }
        message.push(&digits);
        message
    }

    pub(super) fn push(&mut self, part: &[u8]) {
        let free = self.bytes.iter_mut().skip(self.used);
        for (to, from) in free.zip(part) {
            *to = *from;
        }
        self.used = (self.used + part.len()).min(MAX_MESSAGE);
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.used).unwrap_or_default()
    }
}

/// No MAC of a roll had two bytes below 252. An honest HMAC does not come here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoDice {
    /// The roll's nonce.
    pub nonce: u64,
}

impl fmt::Display for NoDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the roll of nonce {}: no MAC has two bytes below 252", self.nonce)
    }
}

impl core::error::Error for NoDice {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn all_faces_are_taken_afresh_after_a_plus() {
        // One usable byte is not enough, and it is not kept for the next MAC: 0 would give a 1.
        let one = Digest::Sha256(core::array::from_fn(|i| if i == 3 { 0 } else { 252 }));
        let two = Digest::Sha256(core::array::from_fn(|i| match i {
            0 => 255,
            1 => 251,
            _ => 2,
        }));
        let mut macs = [one, one, two].into_iter();
        let rolled = derive(9, || macs.next().unwrap()).unwrap();
        // 251 mod 6 = 5, so 6; 2 mod 6 = 2, so 3.
        assert_eq!((rolled.dice.first, rolled.dice.second, rolled.retries), (6, 3, 2));
        assert_eq!(rolled.accepted.map(Accepted::at), [1, 2]);
        assert_eq!(macs.next(), None);
    }

    #[test]
    fn a_mac_that_never_gives_dice_is_an_error_and_ends() {
        let mut asked = 0;
        let rolled = derive(3, || {
            asked += 1;
            Digest::Sha256([252; 32])
        });
        assert_eq!(rolled, Err(NoDice { nonce: 3 }));
        assert_eq!(asked, MAX_RETRIES + 1);
    }

    #[test]
    fn the_longest_message_and_every_plus_fit() {
        let long = Id::new(&"x".repeat(128)).unwrap();
        let mut message = Message::new(&long, &long, u64::MAX, Entropy::new([0xab; 16]));
        let text = ["x".repeat(128), "x".repeat(128), u64::MAX.to_string(), "ab".repeat(16)].join(":");
        assert_eq!(message.as_bytes(), text.as_bytes());
        for _ in 0..MAX_RETRIES {
            message.push(b"+");
        }
        assert!(
            message
                .as_bytes()
                .ends_with(b"ab++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++")
        );
        assert_eq!(message.as_bytes().len(), text.len() + 64);
    }
}
