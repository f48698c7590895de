//! A claim about a published list of games.

use alloc::format;

use super::place::{other_kind_hint, place, runs_forwards};
use super::{ClaimError, GameClaim, unless_noted};
use crate::chain::caution;
use crate::chain::game::Chain;
use crate::chain::link::OtherKind;
use crate::chain::list::Segment;
use crate::chain::walk::Walk;
use crate::verdict::{Check, Finding, Report, Source};

/// What an operator publishes as its games, from game `first` on, in order of play.
///
/// ```
/// use provably_fair::Verdict;
/// use provably_fair::chain::{Chain, Kind, Link, ListClaim, check_list};
/// let third = Link::HexText([3; 32]);
/// let (second, first) = (third.next(), third.next().next());
/// let chain = Chain::new(first.next());
/// let list = check_list(Kind::HexText, &[first, second, third]).unwrap();
/// assert_eq!(ListClaim::new(chain, 1, list).unwrap().noted().verify(10).verdict(), Verdict::Verified);
/// // The terminating hash in the list is caught.
/// let list = check_list(Kind::HexText, &[first.next(), first, second]).unwrap();
/// assert_eq!(ListClaim::new(chain, 1, list).unwrap().verify(10).verdict(), Verdict::Mismatch);
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct ListClaim {
    chain: Chain,
    first: u64,
    list: Segment,
    source: Source,
}

impl ListClaim {
    /// The claim that a checked list is the games of `chain` from game `first` on.
    ///
    /// # Errors
    /// A list of another kind; game 0, which is the terminating hash and no game.
    pub fn new(chain: Chain, first: u64, list: Segment) -> Result<Self, ClaimError> {
        OtherKind::unless_same(chain.kind(), list.kind()).map_err(ClaimError::OtherKind)?;
        if first == 0 {
            return Err(ClaimError::GameZero);
        }
        Ok(Self {
            chain,
            first,
            list,
            source: Source::Document,
        })
    }

    /// The published link is from the player's own note.
    pub const fn noted(mut self) -> Self {
        self.source = Source::Player;
        self
    }

    /// Checks the claim, walking at most `limit` links from the first game of the list to the published link.
    pub fn verify(&self, limit: u64) -> Report {
        let mut report = Report::new();
        let Some(first) = self.list.first() else {
            report.not_checked(Check::Chain, self.source, "the list is empty");
            return report;
        };
        let claim = GameClaim {
            number: Some(self.first),
            source: self.source,
            ..GameClaim::resumed(Walk::of_one_kind(self.chain, first))
        };
        place(&mut report, &claim, limit, &mut |_| {});
        self.check_neighbours(&mut report);
        for text in caution::all(self.chain.link(), None) {
            report.remark(text);
        }
        unless_noted(&mut report, self.source);
        report
    }

    fn check_neighbours(&self, report: &mut Report) {
        let Some(at) = self.list.first_break() else {
            report.push(Check::Chain, self.source, None, Finding::Held);
            return report.remark(format!("each of {} links hashes to the one before it", self.list.len()));
        };
        let finding = Finding::failed(&"a link that hashes to the one before it", &"one that does not");
        report.push(Check::Chain, self.source, Some(at), finding);
        if let Some(at) = self.list.first_forwards() {
            runs_forwards(report, self.source, Some(at), 1);
        }
        if self.list.holds_as_other_kind() {
            report.remark(other_kind_hint(self.list.kind(), "every link"));
        }
    }
}
