//! Where a link stands in its chain, and why one does not arrive.

use alloc::format;
use alloc::string::String;

use super::GameClaim;
use crate::chain::game::Chain;
use crate::chain::link::{Kind, Link};
use crate::chain::walk::{Progress, Walk};
use crate::verdict::{Check, Finding, Report, Source};

/// Links between two calls of a progress function: a few milliseconds.
const PROGRESS_EVERY: u64 = 1 << 16;

/// Pushes what is found about a link's place in its chain, and gives the walk as far as it went.
pub(super) fn place(report: &mut Report, claim: &GameClaim<'_>, limit: u64, progress: &mut impl FnMut(u64)) -> Walk {
    let chain = claim.walk.chain();
    let needed = claim.number.map(|number| number.saturating_sub(chain.number()));
    // A game before the published one is never met, however far the walk goes.
    let walk = go(claim.walk, if needed == Some(0) { 0 } else { limit }, progress);
    match (walk.progress(), claim.number) {
        (Progress::Game(game), number) => {
            let numbers = [number.unwrap_or(game.number()), game.number()];
            let [claimed, found] = numbers.map(|number| format!("game {number}"));
            report.compare(Check::Chain, claim.source, &claimed, &found);
            report.remark(format!("the link is game {} of the chain", game.number()));
        }
        (Progress::Published, _) => {
            let finding = Finding::failed(&"a game's link", &"the terminating hash itself, which is no game");
            report.push(Check::Chain, claim.source, None, finding);
        }
        (Progress::Going { steps }, _) => {
            let limit = limit.min(needed.unwrap_or(limit));
            find_reason(report, claim, going(claim.number, needed, steps), limit, progress);
        }
    }
    walk
}

/// What a walk says that has not arrived. The published link is `needed` hashes from the claimed game.
fn going(number: Option<u64>, needed: Option<u64>, steps: u64) -> Finding {
    let reason = match (number, needed) {
        (Some(_), Some(0)) => "the published link is of a later game than the one claimed: bring an earlier one",
        (Some(number), Some(needed)) if steps >= needed => {
            let expected = format!("game {number}, {needed} hashes from the published link");
            return Finding::failed(&expected, &format!("a link that does not meet it in {steps}"));
        }
        _ if steps == 0 => "no steps were allowed",
        _ => {
            "the step limit was reached before the published link, so nothing is shown yet: allow more steps, or walk on"
        }
    };
    Finding::NotChecked { reason }
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
    let (published, link) = (claim.walk.chain().link(), claim.walk.start());
    let from_published = go(Walk::of_one_kind(Chain::new(link), published), limit, progress);
    let Progress::Game(_) = from_published.progress() else {
        report.push(Check::Chain, claim.source, None, finding);
        return hint_other_kind(report, published, link, limit, progress);
    };
    // What follows from the published link never hashes to it, however many steps were allowed.
    let failed = Finding::failed(&"a link that hashes to the published one", &"one that follows from it");
    report.push(Check::Chain, claim.source, None, failed);
    runs_forwards(report, claim.source, None, from_published.steps());
}

/// Walks at most `limit` links on, with progress.
fn go(mut walk: Walk, limit: u64, progress: &mut impl FnMut(u64)) -> Walk {
    let from = walk.steps();
    let mut gone = 0;
    loop {
        let going = matches!(walk.step(PROGRESS_EVERY.min(limit - gone)), Progress::Going { .. });
        let before = core::mem::replace(&mut gone, walk.steps() - from);
        progress(gone);
        // A saved walk may stand at the last number that its steps can have; it goes nowhere.
        if !going || gone >= limit || gone == before {
            return walk;
        }
    }
}

pub(super) fn runs_forwards(report: &mut Report, source: Source, at: Option<u64>, steps: u64) {
    let found = format!("it follows from the link revealed before it, in {steps} hashes");
    let finding = Finding::failed(&"a link that cannot be computed beforehand", &found);
    report.push(Check::ChainDirection, source, at, finding);
    report.remark(
        "the chain runs forwards: whoever has one link can compute every later game. Or the revealed link and the published one \
         were given in each other's place",
    );
}

fn hint_other_kind(report: &mut Report, published: Link, link: Link, limit: u64, progress: &mut impl FnMut(u64)) {
    let other = Walk::of_one_kind(Chain::new(published.as_other_kind()), link.as_other_kind());
    let walk = go(other, limit, progress);
    if let Progress::Game(_) = walk.progress() {
        report.remark(other_kind_hint(published.kind(), &format!("{} hashes", walk.steps())));
    }
}

pub(super) fn other_kind_hint(kind: Kind, what: &str) -> String {
    format!(
        "hint: under kind {} instead of {kind} it would hold, in {what}",
        kind.other()
    )
}
