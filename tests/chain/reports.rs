//! Reports on a game's link.

use super::*;

#[test]
fn a_reached_limit_is_not_checked_and_says_so() {
    let (chain, links) = forty(Kind::HexText);
    let claim = GameClaim::new(chain, links[0]).unwrap().noted().noted_number(40);
    assert_eq!(claim.verify(40).verdict(), Verdict::Verified);
    for (limit, reason) in [
        (
            39,
            "the step limit was reached before the published link, so nothing is shown yet: allow more steps, or walk on",
        ),
        (0, "no steps were allowed"),
    ] {
        for claim in [claim, claim.number(40).unwrap()] {
            let report = claim.verify(limit);
            assert_eq!((report.lines().len(), report.lines()[0].check), (2, Check::Chain));
            assert_eq!(report.lines()[0].finding, Finding::NotChecked { reason });
            assert_eq!(report.verdict(), Verdict::Consistent);
        }
    }
}

/// A game of another number is named by both numbers, whichever is larger.
#[test]
fn a_wrong_number_is_a_mismatch_however_far_the_walk_may_go() {
    let (chain, links) = forty(Kind::Bytes);
    let claim = GameClaim::new(chain, links[10]).unwrap();
    assert_eq!(claim.number(30).unwrap().verify(1000).verdict(), Verdict::Consistent);
    for number in [31, 29, 1, u64::MAX] {
        let report = claim.number(number).unwrap().verify(1000);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let finding = Finding::Failed {
            expected: format!("game {number}"),
            found: "game 30".into(),
        };
        assert_eq!(
            (report.lines()[0].check, &report.lines()[0].finding),
            (Check::Chain, &finding)
        );
        assert!(
            report.remarks().contains(&"the link is game 30 of the chain".into()),
            "{report}"
        );
    }
    // Where the limit does not reach as far as the game, the number is wrong all the same, and no other is known.
    let report = claim.number(29).unwrap().verify(29);
    assert_eq!(report.verdict(), Verdict::Mismatch);
    let finding = Finding::Failed {
        expected: "game 29, 29 hashes from the published link".into(),
        found: "a link that does not meet it in 29".into(),
    };
    assert_eq!(
        (report.lines()[0].check, &report.lines()[0].finding),
        (Check::Chain, &finding)
    );
    assert_eq!(claim.number(29).unwrap().verify(28).verdict(), Verdict::Consistent);
}

/// Without a note of the terminating hash a report says what is missing, for a game as for a list.
#[test]
fn a_terminating_hash_that_nobody_noted_is_not_checked() {
    let (chain, links) = forty(Kind::HexText);
    let claim = GameClaim::new(chain, links[0]).unwrap();
    let list = ListClaim::new(chain, 1, check_list(Kind::HexText, &links[39..40]).unwrap()).unwrap();
    let line = |report: &Report| {
        report
            .lines()
            .iter()
            .find(|line| line.check == Check::NotedTerminating)
            .cloned()
    };
    for report in [claim.verify(40), list.verify(1)] {
        let line = line(&report).unwrap();
        let reason = "compare the published link with the one you noted before the game";
        assert_eq!(
            (line.source, line.finding),
            (Source::Player, Finding::NotChecked { reason })
        );
        assert_eq!(report.verdict(), Verdict::Consistent);
    }
    for report in [claim.noted().noted_number(40).verify(40), list.noted().verify(1)] {
        assert_eq!((line(&report), report.verdict()), (None, Verdict::Verified));
    }
}

/// Every link of a chain is a game of it. That it is the game which was bet on, only the player's note says: without it never
/// *verified*, with another number a mismatch, also of a walk that has not arrived.
#[test]
fn a_game_is_held_against_the_number_that_was_noted() {
    let (chain, links) = forty(Kind::HexText);
    for (link, number) in [(links[0], 40), (links[1], 39), (links[39], 1)] {
        let claim = GameClaim::new(chain, link).unwrap().noted();
        let line = |report: &Report| report.lines().last().cloned().unwrap();
        for claim in [claim, claim.number(number).unwrap()] {
            let report = claim.verify(40);
            assert_eq!(report.verdict(), Verdict::Consistent);
            let last = line(&report);
            assert_eq!((last.check, last.source), (Check::NotedNumber, Source::Player));
            assert!(matches!(last.finding, Finding::NotChecked { .. }), "{report}");
            assert_eq!(claim.noted_number(number).verify(40).verdict(), Verdict::Verified);
            for other in [0, number - 1, number + 1, u64::MAX] {
                let report = claim.noted_number(other).verify(40);
                let finding = Finding::Failed {
                    expected: format!("game {other}"),
                    found: format!("game {number}"),
                };
                assert_eq!(line(&report).finding, finding);
            }
        }
        let strange = GameClaim::new(chain, Link::HexText([9; 32])).unwrap();
        let strange = strange.number(number).unwrap().noted_number(number).verify(100);
        assert_eq!(strange.first_failure().unwrap().check, Check::Chain);
        assert!(
            matches!(line(&strange).finding, Finding::NotChecked { .. }),
            "{strange}"
        );
        let going = claim.number(number).unwrap().noted_number(number + 1).verify(0);
        assert_eq!(going.verdict(), Verdict::Mismatch);
        // A claimed number is not yet the link's.
        for claim in [claim, claim.number(number).unwrap()] {
            let nothing_known = claim.noted_number(number).verify(0);
            assert_eq!(nothing_known.verdict(), Verdict::Consistent);
            assert!(matches!(line(&nothing_known).finding, Finding::NotChecked { .. }));
        }
    }
}

/// A walk in three sittings says what one walk says, and that the first two were believed.
#[test]
fn a_claim_is_taken_up_where_its_walk_stopped() {
    let (chain, links) = forty(Kind::Bytes);
    let claim = |walk: Walk| GameClaim::resumed(walk).number(40).unwrap().noted().noted_number(40);
    let mut walk = chain.walk(links[0]).unwrap();
    for steps in [15, 30] {
        let (report, stopped) = claim(walk).verify_walk(15, |_| {});
        assert_eq!((report.verdict(), stopped.steps()), (Verdict::Consistent, steps));
        walk = stopped.to_string().parse().unwrap();
    }
    let mut told = Vec::new();
    let (report, arrived) = claim(walk).verify_walk(1000, |steps| told.push(steps));
    assert_eq!(
        (report.verdict(), arrived.steps(), told),
        (Verdict::Verified, 40, vec![10])
    );
    assert!(
        report
            .to_string()
            .contains("taken up after 30 hashes, which were believed"),
        "{report}"
    );
    assert!(
        !claim(chain.walk(links[0]).unwrap())
            .verify(40)
            .to_string()
            .contains("believed")
    );
    // Past its game's place a walk is a mismatch, whatever it says about itself; at the last step there is, it ends.
    let saved = walk.to_string();
    let after = |steps: u64| {
        format!("{} {steps}", saved.strip_suffix(" 30").unwrap())
            .parse::<Walk>()
            .unwrap()
    };
    assert_eq!(claim(after(41)).verify(0).verdict(), Verdict::Mismatch);
    let last = GameClaim::resumed(after(u64::MAX)).noted().verify(1_000);
    assert_eq!(last.verdict(), Verdict::Consistent);
}

#[test]
fn game_zero_is_refused() {
    let (chain, links) = forty(Kind::Bytes);
    let claim = GameClaim::new(chain, links[0]).unwrap();
    assert_eq!(claim.number(0).unwrap_err(), ClaimError::GameZero);
    let list = check_list(Kind::Bytes, &links).unwrap();
    assert_eq!(ListClaim::new(chain, 0, list).unwrap_err(), ClaimError::GameZero);
}

/// From a proven game on, an earlier game is out of reach: said, and not called wrong.
#[test]
fn a_game_before_the_published_link_is_not_checked() {
    let (chain, links) = forty(Kind::Bytes);
    let thirtieth = game(chain.check(links[10], 40).unwrap()).chain();
    let report = GameClaim::new(thirtieth, links[20])
        .unwrap()
        .number(20)
        .unwrap()
        .verify(1000);
    assert_eq!(report.verdict(), Verdict::Consistent);
    assert!(report.to_string().contains("of a later game than the one claimed"));
    let report = GameClaim::new(thirtieth, links[5])
        .unwrap()
        .number(35)
        .unwrap()
        .noted()
        .noted_number(35)
        .verify(5);
    assert_eq!(report.verdict(), Verdict::Verified);
}

#[test]
fn the_other_kind_is_a_hint_and_never_a_success() {
    for kind in Kind::ALL {
        let (chain, links) = forty(kind.other());
        let mistaken = |link: Link| kind.link_of(link.as_bytes()).unwrap();
        let claim = GameClaim::new(Chain::new(mistaken(chain.link())), mistaken(links[0])).unwrap();
        let hint = format!(
            "hint: under kind {} instead of {kind} it would hold, in 40 hashes",
            kind.other()
        );
        let numbered = claim.number(40).unwrap().verify(1000);
        assert_eq!(numbered.verdict(), Verdict::Mismatch);
        assert!(numbered.remarks().contains(&hint), "{numbered}");
        let unnumbered = claim.noted().verify(1000);
        assert_eq!(unnumbered.verdict(), Verdict::Consistent);
        assert!(unnumbered.remarks().contains(&hint), "{unnumbered}");
        // No hint where neither kind fits.
        let strange = GameClaim::new(chain, chain.link().next())
            .unwrap()
            .number(40)
            .unwrap()
            .verify(1000);
        assert!(!strange.to_string().contains("hint: under"), "{strange}");
    }
}

/// A chain that runs forwards is not one whose link is wrong: everybody can compute its next games.
#[test]
fn a_chain_that_runs_forwards_is_told_apart() {
    let links = slow_chain(Kind::HexText, &start(Kind::HexText, 1), 40);
    let forwards = Chain::new(links[0]);
    for claim in [
        GameClaim::new(forwards, links[7]).unwrap(),
        GameClaim::new(forwards, links[7]).unwrap().number(7).unwrap(),
    ] {
        let report = claim.verify(100);
        let checks: Vec<_> = report.lines().iter().map(|line| line.check).collect();
        assert_eq!(
            checks,
            [
                Check::Chain,
                Check::ChainDirection,
                Check::NotedTerminating,
                Check::NotedNumber
            ]
        );
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let text = report.to_string();
        assert!(
            text.contains("whoever has one link can compute every later game"),
            "{text}"
        );
        assert!(text.contains("in 7 hashes"), "{text}");
    }
    let merely_wrong = GameClaim::new(forwards, Link::HexText([9; 32]))
        .unwrap()
        .number(7)
        .unwrap()
        .verify(100);
    assert_eq!(merely_wrong.lines().len(), 3);
    assert_eq!(merely_wrong.lines()[0].check, Check::Chain);
}

#[test]
fn progress_is_told() {
    let (chain, links) = forty(Kind::Bytes);
    let claim = GameClaim::new(chain, links[0]).unwrap();
    let mut told = Vec::new();
    let _ = claim.verify_with(1000, |steps| told.push(steps));
    assert_eq!(told, [40]);
    told.clear();
    let stranger = GameClaim::new(chain, Link::Bytes([9; 32])).unwrap();
    let _ = stranger.verify_with(70_000, |steps| told.push(steps));
    assert_eq!(told, [65_536, 70_000].repeat(3)); // the walk, forwards, the other kind
}
