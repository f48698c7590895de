//! What is left when both seeds are open: the record that shows that nobody chose last.

use super::{Context, SeatBytes, SeatError, SeatHash, SeatSeed};
use crate::hex;
use crate::mac::Digest;
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::Entropy;
use crate::protocol::stable_bytes::Writer;
use crate::protocol::transcript::lock::sha256;
use crate::seed::PlayerSeed;
use crate::verdict::{Check, Finding, Report, Source};

/// Both hashes and both seeds of one context, in seat order: a player's own record.
///
/// *What it does not show*: to anybody else, that the hashes came before the seeds. It is unsigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatsRecord {
    context: Context,
    hashes: [[u8; 32]; 2],
    seeds: [SeatBytes; 2],
}

impl SeatsRecord {
    /// The record of these hashes and seeds, in seat order. Whether they fit is what the checks say.
    #[must_use]
    pub const fn new(context: Context, hashes: [[u8; 32]; 2], seeds: [SeatBytes; 2]) -> Self {
        Self { context, hashes, seeds }
    }

    pub(super) fn of(context: Context, pair: [(SeatHash, SeatSeed); 2]) -> Self {
        let hashes = pair.each_ref().map(|(hash, _)| *hash.hash());
        Self::new(context, hashes, pair.map(|(_, seed)| seed.seed()))
    }

    /// What both were made for.
    #[must_use]
    pub const fn context(&self) -> Context {
        self.context
    }

    /// The hashes, in seat order.
    #[must_use]
    pub const fn hashes(&self) -> &[[u8; 32]; 2] {
        &self.hashes
    }

    /// The seeds, in seat order.
    #[must_use]
    pub const fn seeds(&self) -> &[SeatBytes; 2] {
        &self.seeds
    }

    /// The players' seeds of a match of dice: each the 32 hex digits of a seat's bytes.
    ///
    /// # Panics
    /// Never: hex digits are in the alphabet of players' seeds.
    #[must_use]
    #[allow(clippy::expect_used, reason = "32 hex digits are a player's seed")]
    pub fn players(&self) -> [PlayerSeed; 2] {
        let text = |seed: SeatBytes| hex::encode(seed.as_bytes());
        self.seeds.map(|seed| PlayerSeed::new(&text(seed)).expect("hex digits"))
    }

    /// The entropy of a roll that both seats made: the first 16 bytes of SHA-256(tag, context, seed 1, seed 2).
    #[must_use]
    pub fn entropy(&self) -> Entropy {
        let [one, two] = &self.seeds;
        let bytes = Writer::new("provably-fair/joint/1")
            .field(self.context.as_bytes())
            .field(one.as_bytes())
            .field(two.as_bytes());
        let digest = Digest::Sha256(sha256(&bytes.finish()));
        Entropy::new(digest.first())
    }

    /// Why the record does not make the entropy of what this context stands for.
    pub(in super::super) fn fault(&self, context: Context) -> Option<SeatError> {
        let mut report = Report::new();
        self.check(context, &mut report);
        report.first_failure().map(|line| match line.check {
            Check::SeatContext => SeatError::Context,
            _ => SeatError::Seed,
        })
    }

    /// Checks that it was made for this, and that both seeds open their hashes.
    pub(super) fn check(&self, context: Context, report: &mut Report) {
        let made_for = Finding::equal(&context, &self.context);
        report.push(Check::SeatContext, Source::Player, None, made_for);
        for (at, seat) in (0..).zip([Seat::One, Seat::Two]) {
            let (seed, hash) = match (seat, self.seeds, self.hashes) {
                (Seat::One, [seed, _], [hash, _]) | (Seat::Two, [_, seed], [_, hash]) => (seed, hash),
            };
            let opened = SeatHash::of(self.context, seat, seed.as_bytes());
            let finding = Finding::equal(&hex::encode(&hash), &hex::encode(opened.hash()));
            report.push(Check::SeatHash, Source::Player, Some(at), finding);
        }
    }
}
