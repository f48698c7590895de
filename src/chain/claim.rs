//! Claims about chains and the reports they stand: a game's link, its point, and a published list.

use alloc::format;
use core::fmt;

use super::game::{Chain, GameLink};
use super::link::{Kind, Link, OtherKind};
use super::list::Segment;
use super::rule::{CrashRule, Public};
use super::walk::{Progress, Walk};
use crate::verdict::{Check, Finding, Report, Source};

/// Links between two calls of a progress function: a few milliseconds.
const PROGRESS_EVERY: u64 = 1 << 16;

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
/// assert_eq!(third.noted().verify(1_000).verdict(), Verdict::Verified);
/// assert_eq!(claim.number(4).unwrap().verify(1_000).verdict(), Verdict::Mismatch);
/// // A limit that is reached is never a success, and never a failure.
/// let report = third.verify(2);
/// assert_eq!(report.verdict(), Verdict::Consistent);
/// assert!(report.to_string().contains("not checked  chain: the step limit was reached"));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct GameClaim<'p> {
    chain: Chain,
    link: Link,
    number: Option<u64>,
    point: Option<PointClaim<'p>>,
    source: Source,
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
        OtherKind::unless_same(chain.kind(), link.kind()).map_err(ClaimError::OtherKind)?;
        Ok(Self {
            chain,
            link,
            number: None,
            point: None,
            source: Source::Document,
        })
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

    /// Checks the claim, walking at most `limit` links.
    ///
    /// When the link does not arrive, two more walks of that length look for a reason: the other kind, and a chain that
    /// runs forwards.
    pub fn verify(&self, limit: u64) -> Report {
        self.verify_with(limit, |_| {})
    }

    /// [`verify`](Self::verify), telling how many links have been walked, every 65,536 and at the end. The count starts anew
    /// with each of the walks that look for a reason.
    pub fn verify_with(&self, limit: u64, mut progress: impl FnMut(u64)) -> Report {
        let mut report = Report::new();
        let game = place(&mut report, self, limit, &mut progress);
        self.check_point(&mut report, game);
        report.remark(
            "a held chain shows that this link was fixed when the published one was; it does not show when that was \
             published, or who else knew the links",
        );
        report
    }

    fn check_point(&self, report: &mut Report, game: Option<GameLink>) {
        let Some(point) = self.point else { return };
        let Some(game) = game else {
            let reason = "the link is not shown to be a game of the chain";
            return report.push(Check::CrashPoint, self.source, None, Finding::NotChecked { reason });
        };
        match point.rule.crash(&game, point.public) {
            Ok(crash) => {
                report.compare(Check::CrashPoint, self.source, &crash.hundredths, &point.hundredths);
                report.remark(format!("{} under {}", crash, point.rule.id()));
            }
            Err(error) => {
                let reason = error.reason();
                report.push(Check::CrashPoint, self.source, None, Finding::NotChecked { reason });
            }
        }
    }
}

/// Pushes what is found about a link's place in its chain, and gives the game if it held.
fn place(report: &mut Report, claim: &GameClaim<'_>, limit: u64, progress: &mut impl FnMut(u64)) -> Option<GameLink> {
    let needed = claim.number.map(|number| number.saturating_sub(claim.chain.number()));
    let limit = limit.min(needed.unwrap_or(limit));
    let walk = walk(claim.chain, claim.link, limit, progress);
    match finding(claim, walk) {
        Ok(game) => {
            report.push(Check::Chain, claim.source, None, Finding::Held);
            report.remark(format!("the link is game {} of the chain", game.number()));
            return Some(game);
        }
        Err(finding) if matches!(walk.progress(), Progress::Going { .. }) => {
            find_reason(report, claim, finding, limit, progress);
        }
        Err(finding) => report.push(Check::Chain, claim.source, None, finding),
    }
    None
}

/// Pushes what is found about a link that did not arrive, after two more walks: from the published link, and as the other
/// kind.
fn find_reason(
    report: &mut Report,
    claim: &GameClaim<'_>,
    finding: Finding,
    limit: u64,
    progress: &mut impl FnMut(u64),
) {
    let published = claim.chain.link();
    let from_published = walk(Chain::new(claim.link), published, limit, progress);
    let Progress::Game(_) = from_published.progress() else {
        report.push(Check::Chain, claim.source, None, finding);
        return hint_other_kind(report, claim, limit, progress);
    };
    // What follows from the published link never hashes to it, however many steps were allowed.
    let failed = Finding::failed(&"a link that hashes to the published one", &"one that follows from it");
    report.push(Check::Chain, claim.source, None, failed);
    runs_forwards(report, claim.source, None, from_published.steps());
}

/// What a walk that has stopped says about the claim.
fn finding(claim: &GameClaim<'_>, walk: Walk) -> Result<GameLink, Finding> {
    let not_checked = |reason| Finding::NotChecked { reason };
    Err(match (walk.progress(), claim.number) {
        (Progress::Published, _) => Finding::failed(&"a game's link", &"the terminating hash itself, which is no game"),
        (Progress::Game(game), Some(number)) if number != game.number() => {
            Finding::failed(&format!("game {number}"), &format!("game {}", game.number()))
        }
        (Progress::Game(game), _) => return Ok(game),
        (Progress::Going { .. }, Some(number)) if number <= claim.chain.number() => {
            not_checked("the published link is of a later game than the one claimed: bring an earlier one")
        }
        (Progress::Going { steps }, Some(number)) if steps >= number - claim.chain.number() => {
            Finding::failed(&claim.chain.link(), &walk.at())
        }
        (Progress::Going { steps: 0 }, _) => not_checked("no steps were allowed"),
        (Progress::Going { .. }, _) => {
            not_checked("the step limit was reached before the published link: allow more steps, or walk on")
        }
    })
}

/// Walks at most `limit` links, with progress. The kinds are one: a claim is not made otherwise.
fn walk(chain: Chain, link: Link, limit: u64, progress: &mut impl FnMut(u64)) -> Walk {
    let mut walk = Walk::of_one_kind(chain, link);
    loop {
        let more = PROGRESS_EVERY.min(limit - walk.steps());
        let going = matches!(walk.step(more), Progress::Going { .. });
        progress(walk.steps());
        if !going || walk.steps() >= limit {
            return walk;
        }
    }
}

fn runs_forwards(report: &mut Report, source: Source, at: Option<u64>, steps: u64) {
    let found = format!("it follows from the link revealed before it, in {steps} hashes");
    let finding = Finding::failed(&"a link that cannot be computed beforehand", &found);
    report.push(Check::ChainDirection, source, at, finding);
    report.remark("the chain runs forwards: whoever has one link can compute every later game");
}

fn hint_other_kind(report: &mut Report, claim: &GameClaim<'_>, limit: u64, progress: &mut impl FnMut(u64)) {
    let published = claim.chain.link();
    let other = Chain::new(published.as_other_kind());
    let walk = walk(other, claim.link.as_other_kind(), limit, progress);
    if let Progress::Game(_) = walk.progress() {
        report.remark(other_kind_hint(published.kind(), &format!("{} hashes", walk.steps())));
    }
}

fn other_kind_hint(kind: Kind, what: &str) -> alloc::string::String {
    format!(
        "hint: under kind {} instead of {kind} it would hold, in {what}",
        kind.other()
    )
}

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
            let reason = "the list is empty";
            report.push(Check::Chain, self.source, None, Finding::NotChecked { reason });
            return report;
        };
        let claim = GameClaim {
            chain: self.chain,
            link: first,
            number: Some(self.first),
            point: None,
            source: self.source,
        };
        place(&mut report, &claim, limit, &mut |_| {});
        self.check_neighbours(&mut report);
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
