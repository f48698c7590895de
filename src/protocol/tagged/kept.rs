//! What the player kept of a roll, and what it says of an opened one.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{ENTROPY_BYTES, EntropySource, Header, Opened, Seat, configuration};
use crate::commit::Commitment;
use crate::hex;
use crate::verdict::{Check, Finding, Report, Source};

const NO_RULES: &str = "give the rules that you were shown: their hash is committed";
const NO_COMMITMENT: &str = "compare the commitment with the one you were shown before you made your entropy";
const NO_ENTROPY: &str = "compare your entropy with the one you sent";

/// What the player kept, apart from the operator: at least the 32 bytes of the commitment and the 16 bytes sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Kept {
    commitment: Option<Commitment>,
    entropies: Vec<(u64, [u8; ENTROPY_BYTES])>,
    rules: Option<[u8; 32]>,
    header: Option<Header>,
}

impl Kept {
    /// Nothing: the verdict is at most *consistent*.
    pub const fn none() -> Self {
        Self {
            commitment: None,
            entropies: Vec::new(),
            rules: None,
            header: None,
        }
    }

    /// With the commitment that was shown before the player made any entropy.
    pub const fn commitment(mut self, seen: Commitment) -> Self {
        self.commitment = Some(seen);
        self
    }

    /// With the entropy that the player at `seat`, from 0, made after that.
    pub fn entropy(mut self, seat: u64, own: [u8; ENTROPY_BYTES]) -> Self {
        self.entropies.push((seat, own));
        self
    }

    /// With the game's rules, as the bytes that [`configuration`] hashes.
    pub fn rules(mut self, rules: &[u8]) -> Self {
        self.rules = Some(configuration(rules));
        self
    }

    /// With the header that was shown with the commitment. The commitment fixes it already; this names the field that
    /// differs.
    pub fn header(mut self, seen: Header) -> Self {
        self.header = Some(seen);
        self
    }

    /// Compares the note with an opened roll.
    pub(super) fn check(&self, opened: &Opened, report: &mut Report) {
        let player = Source::Player;
        match self.rules {
            Some(rules) => compare_hex(report, Check::Configuration, &rules, &opened.header().configuration()),
            None => report.not_checked(Check::Configuration, player, NO_RULES),
        }
        match &self.commitment {
            Some(seen) => report.compare(Check::KeptCommitment, player, seen, &opened.commitment()),
            None => report.not_checked(Check::KeptCommitment, player, NO_COMMITMENT),
        }
        if let Some(seen) = &self.header {
            check_header(seen, opened.header(), report);
        }
        if self.entropies.is_empty() {
            report.not_checked(Check::KeptEntropy, player, NO_ENTROPY);
        }
        for (seat, sent) in &self.entropies {
            check_entropy(*seat, sent, opened, report);
        }
    }
}

/// Names the field that differs from the header that was seen.
fn check_header(seen: &Header, header: &Header, report: &mut Report) {
    let player = Source::Player;
    report.compare(Check::KeptScheme, player, &seen.scheme(), &header.scheme());
    report.compare(Check::KeptMatchId, player, &seen.match_id(), &header.match_id());
    check_seats(seen.seats(), header.seats(), report);
    report.compare(Check::KeptRollNumber, player, &seen.roll(), &header.roll());
    report.compare(Check::KeptNonce, player, &seen.nonce(), &header.nonce());
    let rules = [seen.configuration(), header.configuration()];
    compare_hex(report, Check::KeptConfiguration, &rules[0], &rules[1]);
}

/// Names the first seat that differs.
fn check_seats(expected: &[Seat], found: &[Seat], report: &mut Report) {
    let differs = expected
        .iter()
        .zip(found)
        .position(|(expected, found)| expected != found);
    let longer = (expected.len() != found.len()).then(|| expected.len().min(found.len()));
    let Some(at) = differs.or(longer) else {
        return report.push(Check::KeptSeat, Source::Player, None, Finding::Held);
    };
    let show = |seats: &[Seat]| match seats.get(at) {
        Some(seat) => format!("{} {}", seat.source.name(), hex::encode(&seat.random)),
        None => String::from("no seat"),
    };
    let finding = Finding::failed(&show(expected), &show(found));
    report.push(Check::KeptSeat, Source::Player, u64::try_from(at).ok(), finding);
}

fn check_entropy(seat: u64, own: &[u8; ENTROPY_BYTES], opened: &Opened, report: &mut Report) {
    let at = usize::try_from(seat).unwrap_or(usize::MAX);
    let source = match opened.header().seats().get(at).map(|seat| seat.source) {
        Some(EntropySource::Client) => Finding::Held,
        Some(EntropySource::Operator) => Finding::failed(&"client", &"operator"),
        None => Finding::failed(&"client", &"no seat"),
    };
    report.push(Check::EntropySource, Source::Player, Some(seat), source);
    let finding = match opened.entropies().get(at) {
        Some(used) if used == own => Finding::Held,
        Some(used) => Finding::failed(&hex::encode(own), &hex::encode(used)),
        None => Finding::failed(&hex::encode(own), &"no seat"),
    };
    report.push(Check::KeptEntropy, Source::Player, Some(seat), finding);
}

fn compare_hex(report: &mut Report, check: Check, expected: &[u8; 32], found: &[u8; 32]) {
    report.compare(check, Source::Player, &hex::encode(expected), &hex::encode(found));
}
