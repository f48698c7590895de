//! What is added to a roll's seed, and by whom.

use crate::protocol::hex_bytes::hex_bytes;

hex_bytes!(
    /// What a client adds to one roll: 16 bytes, 32 hex digits.
    ///
    /// *What it does not show*: who made it, or when. A client's own [`Kept`](super::Kept) record does.
    ///
    /// ```
    /// use provably_fair::protocol::receipt::Entropy;
    /// assert_eq!(Entropy::new([0xab; 16]).to_string(), "ab".repeat(16));
    /// assert!("ab".parse::<Entropy>().is_err());
    /// ```
    Entropy,
    16
);

impl Entropy {
    /// Sixteen fresh bytes from the operating system's generator.
    ///
    /// # Errors
    /// The system's own, when it has no randomness to give. There is no other source to fall back to.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self, getrandom::Error> {
        Self::random_from(getrandom::fill)
    }

    /// Sixteen fresh bytes from a cryptographic generator that the caller supplies as a function filling a slice.
    ///
    /// # Errors
    /// Whatever `fill` reports.
    ///
    /// ```
    /// use provably_fair::protocol::receipt::Entropy;
    /// // Not random at all: this only shows the shape.
    /// let entropy = Entropy::random_from(|bytes| { bytes.fill(7); Ok::<(), ()>(()) }).unwrap();
    /// assert_eq!(entropy, Entropy::new([7; 16]));
    /// ```
    pub fn random_from<E>(fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<Self, E> {
        let mut bytes = [0; 16];
        fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

/// Who makes the sixteen bytes that are added to a roll. The receipt does not say; the lock or the caller does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntropyFrom {
    /// The client of the seat whose roll it is.
    Client,
    /// Both seats, each bound by a hash before either seed is seen ([`session::seats`](crate::protocol::session::seats)).
    BothSeats,
    /// The operator, because nobody was present: the result shows only that nothing changed after the commitment.
    Operator,
}

impl EntropyFrom {
    /// The word in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::BothSeats => "both_seats",
            Self::Operator => "operator",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        [Self::Client, Self::BothSeats, Self::Operator]
            .into_iter()
            .find(|from| from.name() == name)
    }
}
