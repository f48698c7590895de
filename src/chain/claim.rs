//! Claims about chains and the reports they stand: a game's link, its point, and a published list.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::game::Chain;
use super::link::{Link, OtherKind};
use super::rule::{CrashRule, Public, multiplier};
use super::walk::{Progress, Walk};
use super::{caution, hint};
use crate::verdict::{Check, Finding, Report, Source};

mod list;
mod place;

pub use list::ListClaim;

use place::place;

/// What an operator says about one game: its link, perhaps its number, perhaps its point.
///
/// ```
/// use provably_fair::Verdict;
/// use provably_fair::chain::{Chain, GameClaim, Kind};
/// let end = Kind::HexText.link("e0da8a34424c4691d92a18c72ac544bd2313d64aad7d17cd79b3736e86b7d61e").unwrap();
/// let link = Kind::HexText.link("eba06019150690e416fc39a667913c3b5f232a478430401cefae589b1074b209").unwrap();
/// let claim = GameClaim::new(Chain::new(end), link).unwrap();
/// let third = claim.number(3).unwrap();
/// assert_eq!(third.verify(1_000).verdict(), Verdict::Consistent);
/// // Any game of the chain is a game of the chain: which one was bet on, only the player knows.
/// assert_eq!(third.noted().verify(1_000).verdict(), Verdict::Consistent);
/// assert_eq!(third.noted().noted_number(3).verify(1_000).verdict(), Verdict::Verified);
/// assert_eq!(third.noted().noted_number(2).verify(1_000).verdict(), Verdict::Mismatch);
/// assert_eq!(claim.number(4).unwrap().verify(1_000).verdict(), Verdict::Mismatch);
/// // A limit that is reached is never a success, and never a failure.
/// let report = third.verify(2);
/// assert_eq!(report.verdict(), Verdict::Consistent);
/// assert!(report.to_string().contains("not checked  chain: the step limit was reached"));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct GameClaim<'p> {
    walk: Walk,
    number: Option<u64>,
    point: Option<PointClaim<'p>>,
    source: Source,
    noted_number: Option<u64>,
    noted_rule: Option<(CrashRule, Public<'p>)>,
}

/// What an operator says about a game's point.
#[derive(Clone, Copy, Debug)]
pub struct PointClaim<'p> {
    /// The rule.
    pub rule: CrashRule,
    /// What is public beside the link.
    pub public: Public<'p>,
    /// The point shown, in hundredths.
    pub hundredths: u64,
}

/// Why a claim cannot be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClaimError {
    /// `link`, or the list: of another kind than the chain.
    OtherKind(OtherKind),
    /// `number`: 0, which is the terminating hash and no game.
    GameZero,
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind(error) => error.fmt(f),
            Self::GameZero => f.write_str("number: game 0 is the terminating hash, which is no game"),
        }
    }
}

impl core::error::Error for ClaimError {}

impl<'p> GameClaim<'p> {
    /// The claim that `link` is a game of `chain`.
    ///
    /// # Errors
    /// A link of another kind.
    pub fn new(chain: Chain, link: Link) -> Result<Self, ClaimError> {
        chain.walk(link).map(Self::resumed).map_err(ClaimError::OtherKind)
    }

    /// The same claim about a walk that was begun in another sitting: it goes on from where it stopped.
    ///
    /// *The walk is believed*: take it from your own notes, never from the operator. The report says that it was.
    pub const fn resumed(walk: Walk) -> Self {
        Self {
            walk,
            number: None,
            point: None,
            source: Source::Document,
            noted_number: None,
            noted_rule: None,
        }
    }

    /// ... that it is this game.
    ///
    /// # Errors
    /// Game 0, which is the terminating hash and no game.
    pub const fn number(mut self, number: u64) -> Result<Self, ClaimError> {
        if number == 0 {
            return Err(ClaimError::GameZero);
        }
        self.number = Some(number);
        Ok(self)
    }

    /// ... and that it ended at this point.
    pub const fn point(mut self, point: PointClaim<'p>) -> Self {
        self.point = Some(point);
        self
    }

    /// The published link is from the player's own note, made before the game, and not from the operator's page of today.
    pub const fn noted(mut self) -> Self {
        self.source = Source::Player;
        self
    }

    /// The number of the game that the player bet on. Without it whoever brings the link could bring that of another game.
    pub const fn noted_number(mut self, number: u64) -> Self {
        self.noted_number = Some(number);
        self
    }

    /// The rule that the player noted before the game, and what was public with it: a point is held against this note.
    /// Without it, whoever states the point could still choose the salt that gives it.
    ///
    /// ```
    /// use provably_fair::Verdict;
    /// use provably_fair::chain::{Chain, GameClaim, Kind, PointClaim, Public, STAKE_CRASH_V1 as STAKE};
    /// let link = Kind::HexText.link("9dd9a4ce539a7d11a36a96c71f3d939c46d972b2e56254bc85ea2c0681541dca").unwrap();
    /// let salt = Public::salt("23eb7069c6fc5b1369b92f5321af9f63");
    /// let claim = GameClaim::new(Chain::new(link.next()), link).unwrap().noted().noted_number(1);
    /// let claim = claim.point(PointClaim { rule: STAKE, public: salt, hundredths: 774 });
    /// assert_eq!(claim.verify(1).verdict(), Verdict::Consistent);
    /// assert_eq!(claim.noted_rule(STAKE, salt).verify(1).verdict(), Verdict::Verified);
    /// assert_eq!(claim.noted_rule(STAKE, Public::salt("another")).verify(1).verdict(), Verdict::Mismatch);
    /// ```
    pub const fn noted_rule(mut self, rule: CrashRule, public: Public<'p>) -> Self {
        self.noted_rule = Some((rule, public));
        self
    }

    /// Checks the claim, walking at most `limit` links.
    ///
    /// When the link does not arrive, two more walks look for a reason, as far as the claimed game would have been or else
    /// `limit` links: the other kind, and a chain that runs forwards. When the point does not follow, other rules and other texts
    /// of the salt are tried. What would fit is named in a remark and is never a success; remarks also warn of a salt, a
    /// signature or a chain that somebody may have known.
    pub fn verify(&self, limit: u64) -> Report {
        self.verify_with(limit, |_| {})
    }

    /// [`verify`](Self::verify), telling how many links have been walked, every 65,536 and at the end. The count starts anew
    /// with each of the walks that look for a reason.
    pub fn verify_with(&self, limit: u64, progress: impl FnMut(u64)) -> Report {
        let (report, _) = self.verify_walk(limit, progress);
        report
    }

    /// [`verify_with`](Self::verify_with), and where the walk stopped: where the limit was reached, keep it and
    /// [resume](Self::resumed) it.
    ///
    /// ```
    /// use provably_fair::Verdict;
    /// use provably_fair::chain::{Chain, GameClaim, Link};
    /// let link = Link::Bytes([0; 32]);
    /// let claim = GameClaim::new(Chain::new(link.next().next().next()), link).unwrap();
    /// let (report, walk) = claim.noted().noted_number(3).verify_walk(2, |_| {});
    /// assert_eq!((report.verdict(), walk.steps()), (Verdict::Consistent, 2));
    /// let saved = walk.to_string().parse().unwrap();
    /// assert_eq!(GameClaim::resumed(saved).noted().noted_number(3).verify(1).verdict(), Verdict::Verified);
    /// ```
    pub fn verify_walk(&self, limit: u64, mut progress: impl FnMut(u64)) -> (Report, Walk) {
        let mut report = Report::new();
        let walk = place(&mut report, self, limit, &mut progress);
        self.check_point(&mut report, walk);
        unless_noted(&mut report, self.source);
        self.check_number(&mut report, walk);
        self.check_rule(&mut report);
        for text in caution::all(self.walk.chain().link(), self.point) {
            report.remark(text);
        }
        if self.walk.steps() > 0 {
            report.remark(format!(
                "the walk was taken up after {} hashes, which were believed",
                self.walk.steps()
            ));
        }
        if self.point.is_none() {
            report.remark("no crash point was stated, so this is about the link alone");
        }
        report.remark(
            "a held chain shows that this link was fixed when the published one was; it does not show when that was \
             published, or who else knew the links",
        );
        (report, walk)
    }

    fn check_point(&self, report: &mut Report, walk: Walk) {
        let Some(point) = self.point else { return };
        let (check, document) = (Check::CrashPoint, Source::Document);
        let Progress::Game(game) = walk.progress() else {
            let reason = "the link is not shown to be a game of the chain";
            return report.not_checked(check, document, reason);
        };
        match point.rule.crash(&game, point.public) {
            Ok(crash) => {
                let shown = [crash.hundredths, point.hundredths].map(multiplier);
                report.compare(check, document, &shown[0], &shown[1]);
                report.remark(format!("{} under {}", crash, point.rule.id()));
                if crash.hundredths != point.hundredths {
                    for text in hint::point(&game, &point, &crash) {
                        report.remark(text);
                    }
                }
            }
            Err(error) => {
                report.not_checked(check, document, error.reason());
            }
        }
    }

    /// The number that the link has. As long as the walk has not arrived it has none, but one that is claimed can be wrong.
    fn check_number(&self, report: &mut Report, walk: Walk) {
        let (found, shown) = match walk.progress() {
            Progress::Game(game) => (Some(game.number()), true),
            _ => (self.number, false),
        };
        let finding = match (self.noted_number, found) {
            (None, _) => Finding::NotChecked {
                reason: "compare the game's number with the one you bet on: any other game of the chain would pass",
            },
            (Some(noted), Some(found)) if noted != found => {
                Finding::failed(&format!("game {noted}"), &format!("game {found}"))
            }
            (Some(_), Some(_)) if shown => Finding::Held,
            (Some(_), _) => Finding::NotChecked {
                reason: "the link is not shown to be a game of the chain",
            },
        };
        report.push(Check::NotedNumber, Source::Player, None, finding);
    }

    /// A point follows from link, rule and salt, and only the first of them is fixed by the chain.
    fn check_rule(&self, report: &mut Report) {
        let finding = match (self.point, self.noted_rule) {
            (None, None) => return,
            (None, Some(_)) => Finding::NotChecked {
                reason: "no crash point was stated",
            },
            (Some(_), None) => Finding::NotChecked {
                reason: "compare the rule and its salt or signature with what you noted before the game: whoever could still \
                         choose them could choose the point",
            },
            (Some(point), Some(noted)) if (point.rule, point.public) == noted => Finding::Held,
            (Some(point), Some((rule, public))) => {
                Finding::failed(&named(rule, public), &named(point.rule, point.public))
            }
        };
        report.push(Check::NotedRule, Source::Player, None, finding);
    }
}

fn named(rule: CrashRule, public: Public<'_>) -> String {
    format!("{} with {public}", rule.id())
}

/// The chain's own line says so when the published link is the player's; when it is not, the report says what is missing.
fn unless_noted(report: &mut Report, source: Source) {
    if source != Source::Player {
        let reason = "compare the published link with the one you noted before the game";
        report.not_checked(Check::NotedTerminating, Source::Player, reason);
    }
}
