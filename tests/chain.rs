//! Chains: kinds, walks, lists, reports, and the served chain, against a slow loop and literals from elsewhere.
//!
//! Literals are from Python's hashlib (each link `hashlib.new(h, x)` or `hashlib.new(h, x.hex().encode())`); the long chains
//! are ones that sites published, with their sources in `vectors/published-chain.json`.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use provably_fair::chain::{
    Chain, ChainError, ClaimError, Direction, Exhausted, GameClaim, GameLink, Kind, Link, ListClaim, OtherKind,
    Progress, RestoreError, Segment, ServedChain, Walk, WalkError, check_list,
};
use provably_fair::hex::HexError;
use provably_fair::verdict::{Check, Finding, Source};
use provably_fair::{Report, ServerSeed, Verdict};
use sha2::{Digest, Sha256, Sha512};

/// The slow twin of one step: what is hashed, spelled out, by crates that the library does not hash text with.
fn slow_next(kind: Kind, link: &[u8]) -> Vec<u8> {
    match kind {
        Kind::Bytes => Sha256::digest(link).to_vec(),
        Kind::HexText => Sha256::digest(hex::encode(link)).to_vec(),
        Kind::Sha512Bytes => Sha512::digest(link).to_vec(),
        Kind::Sha512HexText => Sha512::digest(hex::encode(link)).to_vec(),
        other => panic!("no twin for {other}"),
    }
}

/// The start and what it hashes to, `steps` times.
fn slow_chain(kind: Kind, start: &[u8], steps: usize) -> Vec<Link> {
    let mut links = vec![start.to_vec()];
    for _ in 0..steps {
        links.push(slow_next(kind, links.last().unwrap()));
    }
    links.iter().map(|link| kind.link_of(link).unwrap()).collect()
}

/// A start of the kind's length.
fn start(kind: Kind, byte: u8) -> Vec<u8> {
    (0..kind.hash().digest_len())
        .map(|at| u8::try_from(at).unwrap() ^ byte)
        .collect()
}

fn hex_text(text: &str) -> Link {
    Kind::HexText.link(text).unwrap()
}

fn game(progress: Progress) -> GameLink {
    match progress {
        Progress::Game(game) => game,
        other => panic!("no game: {other:?}"),
    }
}

// ---- kinds ----

/// Value stability: what 0, 1, 2, ... hashes to after 1, 2 and 1000 steps under each kind.
#[test]
fn every_kind_keeps_its_values() {
    let stable = [
        (
            Kind::Bytes,
            1,
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        ),
        (
            Kind::Bytes,
            2,
            "2f287b4d3d4910f6cada9e1bd1b4648099e8c52c81aa4a6aebfa6fc86f19834e",
        ),
        (
            Kind::Bytes,
            1000,
            "45cd0d40a72c806c4b78bbeca7a52d9fa6f25751fea57cf1564e7b70b9519db4",
        ),
        (
            Kind::HexText,
            1,
            "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b",
        ),
        (
            Kind::HexText,
            2,
            "6ad11908f3afcea64cd243156045f8ec0e5174b519597633e1ab1c4c18b56a1a",
        ),
        (
            Kind::HexText,
            1000,
            "0b1af0c4382d3c0fe448fd60d243f760ffe479a71c27cd9a31006ed466e60e40",
        ),
        (
            Kind::Sha512Bytes,
            1,
            "ee4320ebaf3fdb4f2c832b137200c08e235e0fa7bbd0eb1740c7063ba8a0d151da77e003398e1714a955d475b05e3e950b639503b452ec185de4229bc4873949",
        ),
        (
            Kind::Sha512Bytes,
            2,
            "04334e23057a6e2dcfe8c4880ff16b72252fb0f0f50c94091c65365b1251571ddf9b466685e52801e42ac2f570a32111e7ec8f5e27f56c6d07f5b86a57d7417f",
        ),
        (
            Kind::Sha512Bytes,
            1000,
            "54076a02961ec3fc10a01a03acf705d18b8a07bdcffcb5b600b37883d6ffdceb604f7aab9947cceb6f52fb14b1fe993c4fee1c5559fc42e09005eac2d1dfde33",
        ),
        (
            Kind::Sha512HexText,
            1,
            "396fe51622104350b7abe3d326500cce62bd6d7bdfe253482189ad8e3df26e3a64df6e9908bc8f0519cf9b1c47b417b0f59e5d7cd577e6251715f2ac878fe8f1",
        ),
        (
            Kind::Sha512HexText,
            2,
            "7136faadd7e84197ebf4e8f27072688a3cbc4ce37ec4b15ef68cca81c5a7da716921a7ba6dfa8ebd3bda344de96331c1448755ce430a2e32e9cf0ae7121fb2ee",
        ),
        (
            Kind::Sha512HexText,
            1000,
            "da2f0205f4f177d4252ce72acf7405bee29ed7370c152144584007350a5bf9b49539a5ea3c8635c609beb332b6d84362165d8401e94436886eac3420b1488832",
        ),
    ];
    for (kind, steps, end) in stable {
        let start = kind.link_of(&start(kind, 0)).unwrap();
        let chain = Chain::new(kind.link(end).unwrap());
        assert_eq!(game(chain.check(start, steps).unwrap()).number(), steps, "{kind}");
        assert_eq!(
            chain.check(start, steps - 1),
            Ok(Progress::Going { steps: steps - 1 }),
            "{kind}"
        );
    }
}

/// The chain of bytes is hashed in place; a loop over the function of one step says the same.
#[test]
fn a_chain_in_place_is_the_loop_over_one_step() {
    let mut link = [7; 32];
    let mut walk = Chain::new(Link::Bytes([0; 32])).walk(Link::Bytes(link)).unwrap();
    for steps in 1..=300 {
        link = provably_fair::mac::link_bytes(&link);
        assert_eq!(walk.step(1), Progress::Going { steps });
        assert_eq!(walk.at(), Link::Bytes(link));
    }
    let mut at_once = Chain::new(Link::Bytes([0; 32])).walk(Link::Bytes([7; 32])).unwrap();
    assert_eq!(at_once.step(300), Progress::Going { steps: 300 });
    assert_eq!(at_once.at(), Link::Bytes(link));
}

#[test]
fn names_are_read_back_and_nothing_else_is() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_name(kind.name()), Some(kind));
        assert_eq!(kind.other().other(), kind);
        assert_ne!(kind.other(), kind);
        assert_eq!(kind.other().hash(), kind.hash());
    }
    for name in ["", "Bytes", "hex_text", "hex", "hex-text ", "sha256-bytes"] {
        assert_eq!(Kind::from_name(name), None, "{name}");
    }
}

/// A damaged link is an error with its place, never a shorter link: odd, short, long, prefixed, spaced, other hash.
#[test]
fn a_link_is_read_strictly() {
    let good = "ab".repeat(32);
    assert_eq!(Kind::Bytes.link(&good.to_uppercase()), Kind::Bytes.link(&good));
    let short = good[..63].to_string();
    let long = format!("{good}a");
    let newline = format!("{good}\n");
    let prefixed = format!("0x{}", &good[..62]);
    for (text, error) in [
        (short.as_str(), HexError::TooShort { at: 63 }),
        ("", HexError::TooShort { at: 0 }),
        (&long, HexError::TooLong { at: 64 }),
        (&newline, HexError::TooLong { at: 64 }),
        (&prefixed, HexError::Digit { at: 1 }),
    ] {
        for kind in [Kind::Bytes, Kind::HexText] {
            assert_eq!(kind.link(text), Err(error), "{text}");
        }
    }
    assert_eq!(Kind::Sha512Bytes.link(&good), Err(HexError::TooShort { at: 64 }));
    assert_eq!(Kind::HexText.link(&good.repeat(2)), Err(HexError::TooLong { at: 64 }));
    assert_eq!(Kind::Sha512HexText.link_of(&[0; 63]), None);
    assert_eq!(Kind::HexText.link_of(&[0; 33]), None);
}

// ---- walks ----

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

// ---- reports ----

/// A chain of 40 links: 40 games and the terminating hash.
fn forty(kind: Kind) -> (Chain, Vec<Link>) {
    let links = slow_chain(kind, &start(kind, 1), 40);
    (Chain::new(links[40]), links)
}

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
        let going = claim.number(number).unwrap().noted_number(number + 1).verify(0);
        assert_eq!(going.verdict(), Verdict::Mismatch);
        let nothing_known = claim.noted_number(number).verify(0);
        assert_eq!(nothing_known.verdict(), Verdict::Consistent);
        assert!(matches!(line(&nothing_known).finding, Finding::NotChecked { .. }));
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

// ---- lists ----

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

// ---- the served chain ----

fn served(kind: Kind, length: u64) -> ServedChain {
    ServedChain::make(kind, length, &ServerSeed::from_bytes(&start(kind, 1))).unwrap()
}

/// The links that are served from here on, with their numbers; the chain must then say that it is played out.
fn rest(served: &mut ServedChain) -> Vec<(u64, Link)> {
    let mut all = Vec::new();
    let length = served.length();
    loop {
        match served.next_game() {
            Ok(live) => all.push((live.number(), live.reveal().link())),
            Err(error) => {
                assert_eq!(error, Exhausted { length });
                assert_eq!(served.next_game().unwrap_err(), error, "it stays so");
                assert_eq!((served.remaining(), served.next_number()), (0, length + 1));
                return all;
            }
        }
    }
}

/// Every length up to 70, so around every square of them: all links, last to first, each kind.
#[test]
fn all_games_are_served_last_to_first() {
    for kind in Kind::ALL {
        for length in 1..=70 {
            let links = slow_chain(kind, &start(kind, 1), usize::try_from(length).unwrap());
            let mut served = served(kind, length);
            assert_eq!(served.chain(), Chain::new(*links.last().unwrap()));
            let expected: Vec<_> = (1..=length).zip(links.iter().rev().skip(1).copied()).collect();
            assert_eq!(rest(&mut served), expected, "{kind} {length}");
        }
    }
}

#[test]
fn a_chain_is_restored_at_any_game() {
    for length in [1, 2, 9, 10, 50] {
        let secret = served(Kind::HexText, length).export_secret();
        let mut fresh = served(Kind::HexText, length);
        let all = rest(&mut fresh);
        for next in 1..=length + 1 {
            let mut restored = ServedChain::restore(&secret, next).unwrap();
            assert_eq!(restored.remaining(), length + 1 - next);
            assert_eq!(
                rest(&mut restored),
                all[usize::try_from(next - 1).unwrap()..],
                "{length} {next}"
            );
        }
    }
}

#[test]
fn a_saved_chain_is_read_strictly() {
    let chain = served(Kind::HexText, 50);
    let secret = chain.export_secret();
    let (_, first) = secret.split_once(" 50 ").unwrap();
    let (start, end) = first.split_once(' ').unwrap();
    let restore = |from: &str, to: &str| ServedChain::restore(&secret.replace(from, to), 1).unwrap_err();
    assert_eq!(restore("served-chain/1", "served-chain/2"), RestoreError::Version);
    assert_eq!(restore("hex-text", "hextext"), RestoreError::Kind);
    assert_eq!(restore("hex-text", "bytes"), RestoreError::OtherChain);
    assert_eq!(
        restore("hex-text", "sha512-bytes"),
        RestoreError::Start(HexError::TooShort { at: 64 })
    );
    for length in ["0", "050", "-50", "", "4294967297", "18446744073709551616"] {
        assert_eq!(
            restore(" 50 ", &format!(" {length} ")),
            RestoreError::Length,
            "{length}"
        );
    }
    assert_eq!(restore(" 50 ", " 51 "), RestoreError::OtherChain);
    assert_eq!(
        restore(start, &start[1..]),
        RestoreError::Start(HexError::TooShort { at: 63 })
    );
    assert_eq!(
        restore(end, &end[1..]),
        RestoreError::Terminating(HexError::TooShort { at: 63 })
    );
    assert_eq!(restore(&start[..2], "ff"), RestoreError::OtherChain);
    assert_eq!(
        restore(end, ""),
        RestoreError::Terminating(HexError::TooShort { at: 0 })
    );
    assert_eq!(restore(&format!(" {end}"), ""), RestoreError::Fields);
    assert_eq!(restore(end, &format!("{end} ")), RestoreError::Fields);
    assert_eq!(ServedChain::restore(&secret, 0).unwrap_err(), RestoreError::GameZero);
    assert_eq!(
        ServedChain::restore(&secret, 52).unwrap_err(),
        RestoreError::Beyond { length: 50 }
    );
    assert_eq!(
        ServedChain::restore(&secret, u64::MAX).unwrap_err(),
        RestoreError::Beyond { length: 50 }
    );
}

#[test]
fn a_chain_that_cannot_be_is_refused() {
    let seed = ServerSeed::from_bytes(&[1; 32]);
    for length in [0, ServedChain::MAX_LENGTH + 1, u64::MAX] {
        assert_eq!(
            ServedChain::make(Kind::Bytes, length, &seed).unwrap_err(),
            ChainError::Length { length }
        );
    }
    for (text, error) in [
        ("no hex", ChainError::SeedNotHex(HexError::Digit { at: 0 })),
        ("abc", ChainError::SeedNotHex(HexError::TooShort { at: 3 })),
        ("", ChainError::SeedLength { expected: 32, found: 0 }),
        ("abcd", ChainError::SeedLength { expected: 32, found: 2 }),
    ] {
        assert_eq!(
            ServedChain::make(Kind::Bytes, 9, &ServerSeed::from_text(text)).unwrap_err(),
            error
        );
    }
    let long = ServerSeed::from_bytes(&[1; 33]);
    let error = ChainError::SeedLength {
        expected: 32,
        found: 33,
    };
    assert_eq!(ServedChain::make(Kind::HexText, 9, &long).unwrap_err(), error);
}

#[test]
fn random_chains_fill_the_whole_start_and_differ() {
    for kind in Kind::ALL {
        let mut asked = 0;
        let one = ServedChain::random_from(kind, 3, |bytes| {
            asked = bytes.len();
            bytes.fill(7);
            Ok::<(), ChainError>(())
        });
        assert_eq!(asked, kind.hash().digest_len());
        let start = kind.link_of(&vec![7; asked]).unwrap();
        assert_eq!(one.unwrap().chain().link(), start.next().next().next());
        let failed = ServedChain::random_from(kind, 3, |_| Err(ChainError::NoRandomness));
        assert_eq!(failed.unwrap_err(), ChainError::NoRandomness);
        let [a, b] = [(); 2].map(|()| ServedChain::random(kind, 3).unwrap().chain());
        assert_ne!(a, b);
    }
}

#[test]
fn secrets_do_not_print() {
    let mut served = served(Kind::HexText, 50);
    let secret = hex::encode(start(Kind::HexText, 1));
    let live = served.next_game().unwrap();
    let printed = format!("{served:?} {live:?} {:?}", provably_fair::chain::LinkRef::from(&live));
    assert!(!printed.contains(&secret[..8]));
    assert!(!printed.contains(&live.reveal().link().to_string()[..8]));
    assert!(printed.contains("next: 2"), "{printed}");
    assert!(served.export_secret().contains(&secret)); // the one way out, by name
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: RngSeed::Fixed(10), ..ProptestConfig::default() })]

    #[test]
    fn links_walk_like_the_slow_loop(which in 0..4_usize, seed: [u8; 32], steps in 0..80_usize, sitting in 1..30_u64) {
        let kind = Kind::ALL[which];
        let start = [seed, seed.map(|byte| !byte)].concat();
        let links = slow_chain(kind, &start[..kind.hash().digest_len()], steps);
        let mut walk = Chain::new(links[steps]).walk(links[0]).unwrap();
        let mut sittings = 0;
        while let Progress::Going { steps } = walk.step(sitting) {
            sittings += 1;
            prop_assert_eq!(steps, sittings * sitting);
            prop_assert_eq!(walk.at(), links[usize::try_from(steps).unwrap()]);
            walk = walk.to_string().parse().unwrap();
        }
        match walk.progress() {
            Progress::Published => prop_assert_eq!(steps, 0),
            progress => prop_assert_eq!(game(progress).number(), u64::try_from(steps).unwrap()),
        }
    }

    #[test]
    fn lists_joined_anywhere_are_the_whole_list(
        which in 0..4_usize,
        broken in proptest::collection::vec((0..24_usize, any::<bool>()), 0..3),
        cuts in proptest::collection::vec(0..=24_usize, 2),
    ) {
        let kind = Kind::ALL[which];
        let mut links = slow_chain(kind, &start(kind, 5), 24);
        links.reverse();
        for (at, forwards) in broken {
            links[at + 1] = if forwards { links[at].next() } else { links[0] };
        }
        let whole = check_list(kind, &links).unwrap();
        // The slow twin: the first neighbours that do not fit.
        let breaks = (1..links.len()).find(|&at| {
            slow_next(kind, links[at].as_bytes()) != links[at - 1].as_bytes()
        });
        prop_assert_eq!(whole.first_break(), breaks.map(|at| u64::try_from(at).unwrap()));
        let (a, b) = (cuts[0].min(cuts[1]), cuts[0].max(cuts[1]));
        let [left, middle, right] =
            [&links[..a], &links[a..b], &links[b..]].map(|part| check_list(kind, part).unwrap());
        prop_assert_eq!(left.join(middle).join(right), whole);
        prop_assert_eq!(left.join(middle.join(right)), whole);
    }

    #[test]
    fn any_chain_is_served_like_the_slow_loop(which in 0..4_usize, length in 1..400_u64, next in 1..400_u64) {
        let kind = Kind::ALL[which];
        let next = next.min(length);
        let links = slow_chain(kind, &start(kind, 1), usize::try_from(length).unwrap());
        let mut restored = ServedChain::restore(&served(kind, length).export_secret(), next).unwrap();
        let expected: Vec<_> = (1..=length).zip(links.iter().rev().skip(1).copied()).skip(usize::try_from(next - 1).unwrap()).collect();
        prop_assert_eq!(rest(&mut restored), expected);
    }

    #[test]
    fn nothing_from_outside_panics(text in "[ -~]{0,40}", saved in "(walk/1|served-chain/1) (bytes|hex-text) [0-9a-f ]{0,200}", next: u64) {
        for kind in Kind::ALL {
            prop_assert!(kind.link(&text).is_err()); // never 64 digits
        }
        prop_assert!(text.parse::<Walk>().is_err());
        prop_assert!(ServedChain::restore(&text, next).is_err());
        if let Ok(walk) = saved.parse::<Walk>() {
            prop_assert_eq!(walk.to_string(), saved.clone());
        }
        prop_assert!(ServedChain::restore(&saved, next).is_err());
    }
}
