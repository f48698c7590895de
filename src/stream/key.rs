//! From a scheme and a seed to the key, and from the key to its rounds.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use super::Round;
use crate::hex::HexError;
use crate::mac::{Decimal, HmacKey};
use crate::scheme::{Part, Scheme};
use crate::seed::{ClientSeed, SeedRef};

/// A server seed's key under a scheme, hashed once for many rounds. Redacted, not `Clone`, wiped on drop; it borrows the seed.
pub struct Key<'s> {
    scheme: Scheme,
    mac: HmacKey,
    seed: PhantomData<SeedRef<'s>>,
}

impl<'s> Key<'s> {
    pub(crate) fn new(scheme: Scheme, seed: SeedRef<'s>) -> Result<Self, HexError> {
        Ok(Self {
            scheme,
            mac: scheme.sealing().key(seed)?,
            seed: PhantomData,
        })
    }

    /// The round of this client seed and nonce.
    ///
    /// ```
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let seed = Revealed::from_text("server");
    /// let key = CURSOR_V1.key(&seed).unwrap();
    /// assert_eq!(key.round("client", 0).number(0).unwrap().to_bits(), 0x3fcd_673d_81fc_2af2);
    /// ```
    #[must_use]
    pub fn round<'c>(&self, client: impl Into<ClientSeed<'c>>, nonce: u64) -> Round<'s> {
        let client = client.into();
        let mut message = String::with_capacity(client.text().len() + 32);
        let mut counted = None;
        for part in self.scheme.message() {
            match (part, &mut counted) {
                (Part::Client, _) => message.push_str(client.text()),
                (Part::Nonce, _) => message.push_str(Decimal::new(nonce).as_str()),
                (Part::Counter, counted) => *counted = Some(String::new()),
                (Part::Text(text), None) => message.push_str(text),
                (Part::Text(text), Some(tail)) => tail.push_str(text),
            }
        }
        Round {
            scheme: self.scheme,
            mac: self.mac.prefix(message.as_bytes()),
            message,
            tail: counted,
            seed: PhantomData,
        }
    }
}

impl fmt::Debug for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key")
            .field("scheme", &self.scheme.id())
            .finish_non_exhaustive()
    }
}

impl Scheme {
    /// The key of a seed, hashed once, for many rounds.
    ///
    /// # Errors
    /// A seed that is not hex where the scheme decodes it.
    pub fn key<'s>(&self, seed: impl Into<SeedRef<'s>>) -> Result<Key<'s>, HexError> {
        Key::new(*self, seed.into())
    }

    /// One round: the operator's from a [`ServerSeed`](crate::ServerSeed), the verifier's from a [`Revealed`](crate::Revealed).
    ///
    /// # Errors
    /// A seed that is not hex where the scheme decodes it.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::{CURSOR_V1, ServerSeed};
    /// let pockets = NonZeroU32::new(37).unwrap();
    /// let seed = ServerSeed::from_text("server");
    /// let spun = CURSOR_V1.round(&seed, "client", 0).unwrap().index(0, pockets);
    /// let revealed = seed.reveal();
    /// let checked = CURSOR_V1.round(&revealed, "client", 0).unwrap().index(0, pockets);
    /// assert_eq!((spun, checked), (Ok(8), Ok(8)));
    /// ```
    pub fn round<'s, 'c>(
        &self,
        seed: impl Into<SeedRef<'s>>,
        client: impl Into<ClientSeed<'c>>,
        nonce: u64,
    ) -> Result<Round<'s>, HexError> {
        Ok(self.key(seed)?.round(client, nonce))
    }
}
