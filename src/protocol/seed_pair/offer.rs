//! The beginning of a seed pair: a commitment that is shown before there is a client seed.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::change::{check_client, check_seen};
use super::seeds::{Sealed, Seeds};
use super::state::Ledger;
use super::{PairError, SeedPair};
use crate::commit::Commitment;
use crate::scheme::Scheme;
use crate::seed::{ClientSeed, ServerSeed};

/// A first server seed that waits for the player's client seed. Redacted; there is nothing to bet on yet.
pub struct Offer {
    scheme: Scheme,
    first: Sealed,
}

impl Offer {
    /// Commits to a fresh server seed: [`ServerSeed::random`] in earnest.
    ///
    /// *What it does not check*: that the seed can be guessed by nobody. A short one is taken, since schemes in use have short
    /// ones; a report on any of its rounds warns of it.
    ///
    /// # Errors
    /// [`PairError::Commit`]: a commitment that would not hide its key, or a seed that is not hex where the scheme
    /// decodes it.
    pub fn new(scheme: Scheme, first: ServerSeed) -> Result<Self, PairError> {
        let first = Sealed::new(scheme, first).map_err(PairError::Commit)?;
        Ok(Self { scheme, first })
    }

    /// The commitment, to be shown before the player chooses a client seed.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.first.commitment
    }

    /// Takes the player's client seed, and commits to the `next` server seed, so that its commitment can be shown at
    /// once.
    ///
    /// `seen` is the commitment that the player's client says it saw: an answer to another offer is refused, and a
    /// client that keeps what it sends can later show what it was promised.
    ///
    /// # Errors
    /// As [`SeedPair::rotate`], with the offer back, since a player's mistake must not burn it.
    ///
    /// ```
    /// use provably_fair::protocol::seed_pair::{Offer, PairError};
    /// use provably_fair::{CURSOR_V1, ServerSeed};
    /// let offer = Offer::new(CURSOR_V1, ServerSeed::from_text("server")).unwrap();
    /// let offered = offer.commitment();
    /// let old = CURSOR_V1.commit(&ServerSeed::from_text("yesterday")).unwrap();
    /// let refused = offer.choose(old, "client", ServerSeed::from_text("next")).unwrap_err();
    /// assert_eq!(refused.why, PairError::NotSeen { offered });
    /// let pair = refused.offer.choose(offered, "client", ServerSeed::from_text("next")).unwrap();
    /// assert_eq!((pair.commitment(), pair.mark().nonce), (offered, 0));
    /// ```
    pub fn choose<'c>(
        self,
        seen: Commitment,
        client: impl Into<ClientSeed<'c>>,
        next: ServerSeed,
    ) -> Result<SeedPair, Box<Refused>> {
        match self.check(seen, client.into(), next) {
            Ok((client, next)) => Ok(SeedPair {
                seeds: Seeds {
                    scheme: self.scheme,
                    active: self.first,
                    next,
                    retired: None,
                },
                ledger: Ledger::new(client),
            }),
            Err(why) => Err(Box::new(Refused { offer: self, why })),
        }
    }

    fn check(&self, seen: Commitment, client: ClientSeed<'_>, next: ServerSeed) -> Result<(String, Sealed), PairError> {
        check_seen(seen, self.first.commitment)?;
        let client = check_client(client)?;
        let next = Sealed::new(self.scheme, next).map_err(PairError::Commit)?;
        if next.commitment == self.first.commitment {
            return Err(PairError::SeedReused);
        }
        Ok((client, next))
    }
}

impl fmt::Debug for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offer")
            .field("commitment", &self.first.commitment)
            .finish_non_exhaustive()
    }
}

/// An answer that an [`Offer`] refused.
#[derive(Debug)]
pub struct Refused {
    /// The offer, unchanged.
    pub offer: Offer,
    /// Why.
    pub why: PairError,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl core::error::Error for Refused {}
