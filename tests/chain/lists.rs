//! Reports on a published list.

use super::*;

/// Games 1 to 40 in order of play.
fn played(kind: Kind) -> (Chain, Vec<Link>) {
    let (chain, mut links) = forty(kind);
    links.reverse();
    links.remove(0);
    (chain, links)
}

#[test]
fn a_published_list_holds_and_its_first_break_is_named() {
    for kind in Kind::ALL {
        let (chain, mut links) = played(kind);
        let list = check_list(kind, &links).unwrap();
        assert_eq!(
            (list.len(), list.first_break(), list.runs_forwards()),
            (40, None, false)
        );
        assert_eq!((list.first(), list.last()), (Some(links[0]), Some(links[39])));
        let claim = ListClaim::new(chain, 1, list).unwrap();
        assert_eq!(claim.noted().verify(1).verdict(), Verdict::Verified);
        assert_eq!(claim.verify(1).verdict(), Verdict::Consistent);
        assert_eq!(claim.verify(0).verdict(), Verdict::Consistent);

        links[17] = kind.link_of(&start(kind, 99)).unwrap();
        links[30] = links[17];
        let list = check_list(kind, &links).unwrap();
        assert_eq!((list.first_break(), list.first_forwards()), (Some(17), None));
        let report = ListClaim::new(chain, 1, list).unwrap().verify(1);
        let failure = report.first_failure().unwrap();
        assert_eq!((failure.check, failure.at), (Check::Chain, Some(17)));
        assert_eq!(report.lines().len(), 3); // place, neighbours, no note; not forwards
    }
}

#[test]
fn a_list_of_the_terminating_hash_is_caught() {
    let (chain, mut links) = played(Kind::HexText);
    links.insert(0, chain.link());
    let list = check_list(Kind::HexText, &links).unwrap();
    assert_eq!(list.first_break(), None); // the links do hang together
    let report = ListClaim::new(chain, 1, list).unwrap().noted().verify(100);
    assert_eq!(report.verdict(), Verdict::Mismatch);
    assert!(
        report
            .to_string()
            .contains("the terminating hash itself, which is no game")
    );
}

#[test]
fn a_list_that_runs_forwards_is_told_apart() {
    let (chain, links) = forty(Kind::HexText);
    let list = check_list(Kind::HexText, &links).unwrap();
    assert!(list.runs_forwards());
    assert_eq!((list.first_break(), list.first_forwards()), (Some(1), Some(1)));
    let text = ListClaim::new(chain, 1, list).unwrap().verify(100).to_string();
    assert!(text.contains("FAILED       chain_direction at position 1"), "{text}");
    assert!(
        text.contains("whoever has one link can compute every later game"),
        "{text}"
    );
    // One neighbour that runs forwards in a list that does not: named at its place.
    let (_, mut links) = played(Kind::HexText);
    links[20] = links[19].next();
    let list = check_list(Kind::HexText, &links).unwrap();
    assert_eq!(
        (list.first_break(), list.first_forwards(), list.runs_forwards()),
        (Some(20), Some(20), false)
    );
}

#[test]
fn a_list_of_the_other_kind_gets_a_hint() {
    for kind in Kind::ALL {
        let (chain, links) = played(kind.other());
        let mistaken = |link: &Link| kind.link_of(link.as_bytes()).unwrap();
        let links: Vec<_> = links.iter().map(mistaken).collect();
        let list = check_list(kind, &links).unwrap();
        assert!(list.holds_as_other_kind() && list.first_break() == Some(1));
        let report = ListClaim::new(Chain::new(mistaken(&chain.link())), 1, list)
            .unwrap()
            .noted()
            .verify(100);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        assert!(
            report
                .to_string()
                .contains(&format!("under kind {} instead of {kind}", kind.other()))
        );
    }
}

#[test]
fn an_empty_list_is_not_checked_and_kinds_are_not_mixed() {
    let (chain, links) = played(Kind::Bytes);
    let report = ListClaim::new(chain, 1, Segment::new(Kind::Bytes))
        .unwrap()
        .noted()
        .verify(10);
    assert_eq!(report.verdict(), Verdict::Consistent);
    assert_eq!(
        report.lines()[0].finding,
        Finding::NotChecked {
            reason: "the list is empty"
        }
    );
    let error = OtherKind {
        expected: Kind::HexText,
        found: Kind::Bytes,
    };
    assert_eq!(check_list(Kind::HexText, &links), Err(error));
    let error = OtherKind {
        expected: Kind::Bytes,
        found: Kind::HexText,
    };
    let other = Segment::new(Kind::HexText);
    assert_eq!(
        ListClaim::new(chain, 1, other).unwrap_err(),
        ClaimError::OtherKind(error)
    );
    let seam = Segment::of(Kind::Bytes, links).unwrap();
    let other = Segment::of(Kind::HexText, [Link::HexText([0; 32])]).unwrap();
    assert_eq!(seam.join(other).first_break(), Some(40));
    let one = check_list(Kind::HexText, &[Link::HexText([0; 32])]).unwrap();
    assert!(!one.runs_forwards() && !one.holds_as_other_kind());
}

#[test]
fn parts_are_checked_on_threads_and_joined() {
    let (_, mut links) = played(Kind::HexText);
    links[33] = Link::HexText([3; 32]);
    let whole = check_list(Kind::HexText, &links).unwrap();
    let parts: Vec<Segment> = std::thread::scope(|scope| {
        let workers: Vec<_> = (links.chunks(7))
            .map(|part| scope.spawn(|| check_list(Kind::HexText, part).unwrap()))
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let joined = parts.into_iter().fold(Segment::new(Kind::HexText), Segment::join);
    assert_eq!((joined, joined.first_break()), (whole, Some(33)));
}

#[test]
fn two_neighbours_have_a_direction() {
    let link = Link::Sha512HexText([5; 64]);
    assert_eq!(Direction::of(&link.next(), &link), Direction::Backwards);
    assert_eq!(Direction::of(&link, &link.next()), Direction::Forwards);
    assert_eq!(Direction::of(&link, &link), Direction::Unrelated);
    assert_eq!(Direction::of(&link, &link.next().next()), Direction::Unrelated);
    assert_eq!(
        Direction::of(&Link::Bytes([5; 32]).next(), &Link::HexText([5; 32])),
        Direction::Unrelated
    );
}
