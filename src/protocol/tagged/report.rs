//! An opened roll, and the report on it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::draw::check_entropies;
use super::header::name;
use super::{ENTROPY_BYTES, EntropySource, Header, Kept, TAGGED_V1, TaggedError, TaggedRound, secret};
use crate::commit::Commitment;
use crate::hex;
use crate::protocol::weak;
use crate::seed::{Revealed, SeedRef};
use crate::verdict::{Check, Finding, Report, Source};

/// One draw, as the operator states it.
///
/// *What it does not show*: that the game's rules ask for this label, cursor and number of outcomes. Whoever knows the
/// rules compares those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    label: String,
    cursor: u64,
    n: NonZeroU32,
    index: u32,
}

impl Claim {
    /// The draw below `n` at `cursor` under `label` was `index`; it may be any number, since a false claim must be
    /// expressible.
    ///
    /// # Errors
    /// [`TaggedError::Name`] for the label.
    pub fn new(label: &str, cursor: u64, n: NonZeroU32, index: u32) -> Result<Self, TaggedError> {
        let label = name("label", label)?;
        Ok(Self {
            label,
            cursor,
            n,
            index,
        })
    }

    /// The label.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The cursor.
    #[must_use]
    pub const fn cursor(&self) -> u64 {
        self.cursor
    }

    /// The number of outcomes.
    #[must_use]
    pub const fn n(&self) -> NonZeroU32 {
        self.n
    }

    /// The index that is claimed.
    #[must_use]
    pub const fn index(&self) -> u32 {
        self.index
    }
}

/// An opened roll: everything that the operator reveals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    header: Header,
    commitment: Commitment,
    seed: Revealed,
    entropies: Vec<[u8; ENTROPY_BYTES]>,
    draws: Vec<Claim>,
}

impl Opened {
    /// An opened roll from its parts, as they were published.
    ///
    /// # Errors
    /// [`TaggedError::SeedNotHex`], [`TaggedError::SeedLength`], [`TaggedError::Entropies`]: such parts are no roll of
    /// this scheme.
    pub fn new(
        header: Header,
        commitment: Commitment,
        seed: Revealed,
        entropies: Vec<[u8; ENTROPY_BYTES]>,
        draws: Vec<Claim>,
    ) -> Result<Self, TaggedError> {
        check_entropies(&header, &entropies)?;
        secret(SeedRef::from(&seed))?;
        Ok(Self::of(header, commitment, seed, entropies, draws))
    }

    pub(super) const fn of(
        header: Header,
        commitment: Commitment,
        seed: Revealed,
        entropies: Vec<[u8; ENTROPY_BYTES]>,
        draws: Vec<Claim>,
    ) -> Self {
        Self {
            header,
            commitment,
            seed,
            entropies,
            draws,
        }
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The commitment.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> &Revealed {
        &self.seed
    }

    /// The entropies, in seat order.
    #[must_use]
    pub fn entropies(&self) -> &[[u8; ENTROPY_BYTES]] {
        &self.entropies
    }

    /// The draws as they are claimed.
    #[must_use]
    pub fn draws(&self) -> &[Claim] {
        &self.draws
    }

    /// The derived draws, for an auditor or a trace: the very function that made them.
    ///
    /// # Errors
    /// None for an opened roll that could be made; the seed is decoded again.
    pub fn round(&self) -> Result<TaggedRound<'_>, TaggedError> {
        TAGGED_V1.round(&self.header, &self.seed, &self.entropies)
    }

    /// Verifies the roll. Checks, in this order: `commitment` (seed and header give it), `draw` (the first wrong one is
    /// named by its position); against what the player kept `configuration`, `kept_commitment`, with a kept header its
    /// fields, and for each kept entropy `entropy_source` (the header says that the client makes it) and
    /// `kept_entropy`.
    ///
    /// Altering a header field or the seed fails `commitment`; whoever recomputes the commitment as well fails
    /// `kept_commitment`.
    ///
    /// *What it does not show*: see the [module](super).
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use provably_fair::protocol::tagged::{Claim, Header, Kept, Opened, Seat};
    /// use provably_fair::{Revealed, Verdict};
    /// let header = Header::new("m", &[Seat::client([1; 16])], 0, 0, [0; 32]).unwrap();
    /// let seen = "086d523dcbe0cbc5acf0db8010cfbf2e613281dbc81b12b3ab09154fcd4e519a".parse().unwrap();
    /// let seed = Revealed::from_bytes(&[7; 32]);
    /// let card = Claim::new("cards", 0, NonZeroU32::new(52).unwrap(), 20).unwrap(); // the seed gives 19
    /// let opened = Opened::new(header, seen, seed, vec![[3; 16]], vec![card]).unwrap();
    /// let report = opened.verify(&Kept::none().commitment(seen).entropy(0, [3; 16]));
    /// assert_eq!(report.verdict(), Verdict::Mismatch);
    /// assert_eq!(report.first_failure().unwrap().to_string(),
    ///     "FAILED       draw at position 0: expected 19, found 20");
    /// ```
    pub fn verify(&self, kept: &Kept) -> Report {
        let mut report = Report::new();
        self.check_commitment(&mut report);
        self.check_draws(&mut report);
        kept.check(self, &mut report);
        self.remark(&mut report);
        report
    }

    fn check_commitment(&self, report: &mut Report) {
        match TAGGED_V1.commit(&self.header, &self.seed) {
            Ok(found) => report.compare(Check::Commitment, Source::Document, &self.commitment, &found),
            Err(error) => {
                let finding = Finding::failed(&self.commitment, &error);
                report.push(Check::Commitment, Source::Document, None, finding);
            }
        }
    }

    fn check_draws(&self, report: &mut Report) {
        if self.draws.is_empty() {
            return report.not_checked(Check::Draw, Source::Document, "the document states no draw");
        }
        let round = self.round();
        for (claim, at) in self.draws.iter().zip(0..) {
            let derived = match &round {
                Ok(round) => round
                    .draws(&claim.label)
                    .map(|draws| draws.index(claim.cursor, claim.n)),
                Err(error) => Err(*error),
            };
            if derived != Ok(claim.index) {
                let expected = derived.map_or_else(|error| error.to_string(), |index| index.to_string());
                let finding = Finding::failed(&expected, &claim.index);
                return report.push(Check::Draw, Source::Document, Some(at), finding);
            }
        }
        report.push(Check::Draw, Source::Document, None, Finding::Held);
    }

    fn remark(&self, report: &mut Report) {
        for (seat, at) in self.header.seats().iter().zip(0_u32..) {
            if seat.source == EntropySource::Operator {
                report.remark(format!(
                    "the operator makes the entropy of seat {at}: for it only a change after the commitment is excluded"
                ));
            }
        }
        for text in weak::cautions(self.seed.text()) {
            report.remark(text);
        }
        for (entropy, at) in self.entropies.iter().zip(0_u32..) {
            if let Some(text) = weak::entropy_caution(&format!("the entropy of seat {at}"), &hex::encode(entropy)) {
                report.remark(text);
            }
        }
        let mut sorted = self.entropies.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < self.entropies.len() {
            report.remark("seats have the same entropy: one of them adds nothing");
        }
        report.remark(
            "that the rules ask for these labels, cursors and numbers of outcomes, whoever knows the rules compares",
        );
        if self.header.seats().len() > 1 {
            report.remark(
                "does not protect a player from a server in league with another seat: whoever contributes last and knows the \
                 server seed controls the draws",
            );
        }
    }
}
