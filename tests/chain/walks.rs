//! Walks from a link to the published one.

use super::*;

/// Stake's game 1,126,614, all the way. Terminating hash and game as published; see `vectors/published-chain.json`.
#[test]
fn a_real_chain_of_a_million_links_walks_to_its_terminating_hash() {
    let chain = Chain::new(hex_text(
        "78a9757d3be42b74a3f70239078ad9317125fe9ee630d5bdada46de963e56752",
    ));
    let link = hex_text("5844bf329a6334074778ab8a5f0960e24f9eec43f83bbd98ac0a9f8bcd87184e");
    let mut walk = chain.walk(link).unwrap();
    let mut sittings = 0;
    let game = loop {
        sittings += 1;
        match walk.step(100_000) {
            Progress::Game(game) => break game,
            progress => assert_eq!(
                progress,
                Progress::Going {
                    steps: sittings * 100_000
                }
            ),
        }
    };
    assert_eq!((game.number(), game.link(), sittings), (1_126_614, link, 12));
}

#[test]
fn the_terminating_hash_is_no_game() {
    let end = hex_text("86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277");
    let chain = Chain::new(end);
    for limit in [0, 1, 1000] {
        assert_eq!(chain.check(end, limit), Ok(Progress::Published));
    }
    // And what follows from it is no game either.
    assert_eq!(chain.check(end.next(), 1000), Ok(Progress::Going { steps: 1000 }));
    let report = GameClaim::new(chain, end).unwrap().verify(10);
    let failure = report.first_failure().unwrap();
    assert_eq!(failure.check, Check::Chain);
    assert!(
        failure
            .to_string()
            .contains("the terminating hash itself, which is no game")
    );
}

#[test]
fn zero_steps_only_look() {
    let link = Link::Bytes([1; 32]);
    let chain = Chain::new(link.next());
    let mut walk = chain.walk(link).unwrap();
    assert_eq!(walk.step(0), Progress::Going { steps: 0 });
    assert_eq!(game(walk.step(1)).number(), 1);
    assert_eq!(game(walk.step(0)).number(), 1);
    assert_eq!(game(walk.step(u64::MAX)).number(), 1); // arrived, so nothing is hashed
    assert_eq!(walk.steps(), 1);
}

#[test]
fn another_kind_is_an_error_and_not_a_long_walk() {
    let chain = Chain::new(Link::HexText([1; 32]));
    for (link, found) in [
        (Link::Bytes([1; 32]), Kind::Bytes),
        (Link::Sha512HexText([1; 64]), Kind::Sha512HexText),
    ] {
        let error = OtherKind {
            expected: Kind::HexText,
            found,
        };
        assert_eq!(chain.walk(link), Err(error));
        assert_eq!(chain.check(link, u64::MAX), Err(error));
        assert_eq!(GameClaim::new(chain, link).unwrap_err(), ClaimError::OtherKind(error));
    }
    assert_eq!(
        chain.walk(Link::Bytes([1; 32])).unwrap_err().to_string(),
        "a link of kind bytes where hex-text belongs"
    );
}

#[test]
fn a_proven_game_stands_in_for_the_terminating_hash() {
    let links = slow_chain(Kind::HexText, &start(Kind::HexText, 9), 12);
    let chain = Chain::new(links[12]);
    let fifth = game(chain.check(links[7], 100).unwrap());
    assert_eq!(fifth.number(), 5);
    let twelfth = game(fifth.chain().check(links[0], 7).unwrap());
    assert_eq!(twelfth, game(chain.check(links[0], 12).unwrap()));
    // The anchor is that game itself; earlier games are out of its reach.
    assert_eq!(game(fifth.chain().check(links[7], 0).unwrap()), fifth);
    assert_eq!(fifth.chain().check(links[8], 50), Ok(Progress::Going { steps: 50 }));
    // The games before it, one hash each, down to game 1.
    let numbers: Vec<u64> = std::iter::successors(Some(fifth), GameLink::previous)
        .map(|game| game.number())
        .collect();
    assert_eq!(numbers, [5, 4, 3, 2, 1]);
}

#[test]
fn a_saved_walk_is_read_strictly() {
    let link = Link::HexText([1; 32]);
    let mut walk = Chain::new(Link::HexText([2; 32])).walk(link).unwrap();
    assert_eq!(walk.step(3), Progress::Going { steps: 3 });
    let saved = walk.to_string();
    assert_eq!(saved.parse(), Ok(walk));
    let (ones, at) = ("01".repeat(32), walk.at().to_string());
    for (from, to, error) in [
        ("walk/1 ", "walk/2 ", WalkError::Version),
        ("walk/1 ", "", WalkError::Version),
        (" hex-text ", " hex ", WalkError::Kind),
        (" 3", "", WalkError::Fields),
        (" 3", " 3 ", WalkError::Fields),
        (" 3", " 03", WalkError::Number { field: "steps" }),
        (" 3", " -3", WalkError::Number { field: "steps" }),
        (" 3", " +3", WalkError::Number { field: "steps" }),
        (" 3", " 18446744073709551616", WalkError::Number { field: "steps" }),
        (" 3", " 0", WalkError::Astray),
        (" 0 ", " x ", WalkError::Number { field: "number" }),
        (
            &ones[..],
            &ones[..62],
            WalkError::Link {
                field: "start",
                error: HexError::TooShort { at: 62 },
            },
        ),
        (
            &at[..],
            "",
            WalkError::Link {
                field: "at",
                error: HexError::TooShort { at: 0 },
            },
        ),
    ] {
        assert_eq!(saved.replace(from, to).parse::<Walk>(), Err(error), "{from} {to}");
    }
}
