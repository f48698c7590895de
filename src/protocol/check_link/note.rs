//! What the player of a match wrote down, and what it says of a link.

use super::{CheckLink, Seat};
use crate::commit::Commitment;
use crate::seed::PlayerSeed;
use crate::verdict::{Check, Finding, Report, Source};

const NO_COMMITMENT: &str = "compare the commitment with the one you were shown before you sent your seed";
const NO_SEED: &str = "compare your seed with the one you sent";

/// What a player wrote down: the commitment seen before any seed was sent, and the seed sent then.
///
/// ```
/// use provably_fair::protocol::check_link::{MatchNote, Seat};
/// use provably_fair::PlayerSeed;
/// let seen = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0".parse().unwrap();
/// let note = MatchNote::none().commitment(seen).seed(Seat::One, PlayerSeed::new("white").unwrap());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct MatchNote {
    commitment: Option<Commitment>,
    seeds: [Option<PlayerSeed>; 2],
}

impl MatchNote {
    /// No note: the verdict is at most *consistent*.
    pub const fn none() -> Self {
        Self {
            commitment: None,
            seeds: [None, None],
        }
    }

    /// With the commitment that the player saw before sending a seed.
    pub const fn commitment(mut self, seen: Commitment) -> Self {
        self.commitment = Some(seen);
        self
    }

    /// With the seed that the player in this seat sent.
    pub fn seed(mut self, seat: Seat, own: PlayerSeed) -> Self {
        let [one, two] = &mut self.seeds;
        match seat {
            Seat::One => *one = Some(own),
            Seat::Two => *two = Some(own),
        }
        self
    }

    /// Compares the note with a link.
    pub(super) fn check(&self, link: &CheckLink, report: &mut Report) {
        match &self.commitment {
            Some(seen) => report.compare(Check::NotedCommitment, Source::Player, seen, &link.commitment),
            None => report.not_checked(Check::NotedCommitment, Source::Player, NO_COMMITMENT),
        }
        for ((sent, used), seat) in self.seeds.iter().zip(&link.players).zip(0..) {
            if let Some(sent) = sent {
                let finding = Finding::equal(&sent.as_str(), &used.as_str());
                report.push(Check::NotedSeed, Source::Player, Some(seat), finding);
            }
        }
        if self.seeds.iter().all(Option::is_none) {
            report.not_checked(Check::NotedSeed, Source::Player, NO_SEED);
        }
    }
}
