//! What a player keeps of a roll, and what it says of a receipt or a void.

#[cfg(feature = "serde")]
use super::TermsError;
use super::{Entropy, EntropyFrom, Terms};
use crate::verdict::{Check, Finding};

/// What a client keeps of its own roll: the terms it saw **before** it sent its entropy, the entropy it sent, and whether it
/// drew that alone or made it with the other seat.
///
/// It turns *consistent* into *verified*, for its owner: it is unsigned, so it convinces nobody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    terms: Terms,
    entropy: Entropy,
    /// Never the operator.
    from: EntropyFrom,
}

impl Kept {
    /// The record of these terms and of entropy that this client drew by itself.
    #[must_use]
    pub const fn new(terms: Terms, entropy: Entropy) -> Self {
        let from = EntropyFrom::Client;
        Self { terms, entropy, from }
    }

    /// The record of these terms and of entropy that both seats made
    /// ([`SeatsRecord::entropy`](crate::protocol::session::seats::SeatsRecord::entropy)). By itself it protects from the server
    /// alone, and a report says so; with the record of both seats' hashes
    /// ([`verify_receipt`](crate::protocol::session::seats::SeatsRecord::verify_receipt)) from a server in league with the other
    /// seat as well.
    #[must_use]
    pub const fn joint(terms: Terms, entropy: Entropy) -> Self {
        let from = EntropyFrom::BothSeats;
        Self { terms, entropy, from }
    }

    /// Who made the entropy: this client or both seats, never the operator.
    #[must_use]
    pub const fn entropy_from(&self) -> EntropyFrom {
        self.from
    }

    /// The record as a document says it.
    #[cfg(feature = "serde")]
    pub(crate) fn of(terms: Terms, from: EntropyFrom, entropy: Entropy) -> Result<Self, TermsError> {
        match from {
            EntropyFrom::Operator => Err(TermsError::OperatorsRecord),
            from => Ok(Self { terms, entropy, from }),
        }
    }

    /// The terms that the client saw.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The entropy that the client sent.
    #[must_use]
    pub const fn entropy(&self) -> Entropy {
        self.entropy
    }

    /// The comparisons with what a receipt or a void claims, in SPEC's order.
    pub(crate) fn compare(&self, terms: &Terms, entropy: Option<Entropy>) -> [(Check, Finding); 5] {
        let seen = &self.terms;
        let found = entropy.map_or_else(|| "no entropy".into(), |entropy| alloc::format!("{entropy}"));
        [
            (Check::KeptMatchId, Finding::equal(seen.match_id(), terms.match_id())),
            (Check::KeptRollId, Finding::equal(seen.roll_id(), terms.roll_id())),
            (Check::KeptNonce, Finding::equal(&seen.nonce(), &terms.nonce())),
            (
                Check::KeptCommitment,
                Finding::equal(&seen.commitment(), &terms.commitment()),
            ),
            (
                Check::KeptEntropy,
                Finding::equal(&alloc::format!("{}", self.entropy), &found),
            ),
        ]
    }
}
