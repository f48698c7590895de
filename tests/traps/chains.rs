//! Chains: which link is a game, which way they run, what a step hashes.

use provably_fair::chain::{
    BUSTABIT_V2_TEXT, Chain, ClaimError, Direction, GameClaim, GameLink, Kind, Link, ListClaim, PointClaim, Progress,
    Public, check_list,
};
use provably_fair::verdict::{Check, Verdict};

use crate::sites::{failed, remarks};
use crate::{Proof, Trap, list, number, text};

pub const PROVED: &[Proof] = &[
    ("A11-terminal-hash-used-as-game-1", the_end_is_no_game),
    ("A12-chain-played-forwards", forwards),
    ("B10-bustabit-v1-v2-roles", key_and_message),
    ("B11-chain-hashed-text-vs-bytes", text_or_bytes),
];

#[test]
fn chains() {
    crate::prove(PROVED);
}

/// Game 1 of the chain that ends with what this link hashes to.
pub fn first_game(link: Link) -> GameLink {
    match Chain::new(link.next()).check(link, 1) {
        Ok(Progress::Game(game)) => game,
        other => panic!("{other:?}"),
    }
}

pub fn hex_text(value: &str) -> Link {
    Kind::HexText.link(value).unwrap()
}

fn point(link: Link, salt: &str) -> u64 {
    BUSTABIT_V2_TEXT
        .crash(&first_game(link), Public::salt(salt))
        .unwrap()
        .hundredths
}

fn the_end_is_no_game(trap: &Trap) {
    let links = list(trap.given("links"), |link| hex_text(text(link)));
    let end = hex_text(trap.text("terminating"));
    let chain = Chain::new(end);
    let first = hex_text(text(trap.right("link")));
    assert_eq!(links.last(), Some(&first));
    for (link, number) in links.iter().zip([5, 4, 3, 2, 1]) {
        let Ok(Progress::Game(game)) = chain.check(*link, 10) else {
            panic!("no game")
        };
        assert_eq!(game.number(), number);
    }
    assert_eq!(point(first, trap.text("salt")), number(trap.right("point")));

    // The end itself is no game, cannot be claimed as game 0, and fails the claim that it is game 1.
    assert_eq!(text(trap.wrong("link")), end.to_string());
    assert_eq!(chain.check(end, 10), Ok(Progress::Published));
    let claim = GameClaim::new(chain, end).unwrap();
    assert_eq!(claim.number(0).unwrap_err(), ClaimError::GameZero);
    let hundredths = number(trap.wrong("point"));
    let stated = PointClaim {
        rule: BUSTABIT_V2_TEXT,
        public: Public::salt(trap.text("salt")),
        hundredths,
    };
    let report = claim.number(1).unwrap().point(stated).verify(10);
    assert_eq!(failed(&report), [Check::Chain], "{report}");
    assert!(
        report
            .to_string()
            .contains("the terminating hash itself, which is no game"),
        "{report}"
    );
    // Its point is there for everybody who takes it for a game of a longer chain.
    assert_eq!(point(end, trap.text("salt")), hundredths);
}

fn forwards(trap: &Trap) {
    let revealed = hex_text(trap.text("revealed"));
    let next = revealed.next();
    assert_eq!(next.to_string(), text(trap.wrong("next")));
    assert_eq!(point(next, trap.text("salt")), number(trap.wrong("point")));

    assert_eq!(Direction::of(&revealed, &next), Direction::Forwards);
    assert_eq!(Direction::of(&next, &revealed), Direction::Backwards);
    let played = check_list(Kind::HexText, &[revealed, next]).unwrap();
    assert!(played.runs_forwards());
    let report = ListClaim::new(Chain::new(revealed), 1, played).unwrap().verify(10);
    assert!(failed(&report).contains(&Check::ChainDirection), "{report}");
    let report = GameClaim::new(Chain::new(revealed), next).unwrap().verify(10);
    assert_eq!(failed(&report), [Check::Chain, Check::ChainDirection], "{report}");
    assert!(remarks(&report, "the chain runs forwards", ""), "{report}");
    // The right way round nothing is foretold, and the claim holds.
    let right = GameClaim::new(Chain::new(next), revealed).unwrap().noted();
    let right = right.noted_number(1).verify(10);
    assert_eq!(right.verdict(), Verdict::Verified);
}

fn key_and_message(trap: &Trap) {
    let (link, public) = (hex_text(trap.text("link")), Public::salt(trap.text("salt")));
    let [right, wrong] = [trap.right("point"), trap.wrong("point")].map(number);
    assert_eq!(point(link, trap.text("salt")), right);
    let claim = |hundredths| {
        let claim = GameClaim::new(Chain::new(link.next()), link).unwrap();
        claim
            .point(PointClaim {
                rule: BUSTABIT_V2_TEXT,
                public,
                hundredths,
            })
            .verify(1)
    };
    assert_eq!(failed(&claim(right)), []);
    let report = claim(wrong);
    assert_eq!(failed(&report), [Check::CrashPoint]);
    assert!(
        remarks(&report, "hint: the HMAC with key and message in each other's place", ""),
        "{report}"
    );
    assert!(
        remarks(&report, "caution: this salt", "bustabit's first chain"),
        "{report}"
    );
}

fn text_or_bytes(trap: &Trap) {
    let next = |kind: Kind| kind.link(trap.text("link")).unwrap().next().to_string();
    let [right, wrong] = [trap.right("next"), trap.wrong("next")].map(text);
    assert_eq!([next(Kind::Bytes), next(Kind::HexText)], [right, wrong]);
    for (published, kind) in [(right, Kind::HexText), (wrong, Kind::Bytes)] {
        let [published, link] = [published, trap.text("link")].map(|link| kind.link(link).unwrap());
        let report = GameClaim::new(Chain::new(published), link)
            .unwrap()
            .number(1)
            .unwrap()
            .verify(10);
        assert_eq!(failed(&report), [Check::Chain]);
        assert!(
            remarks(&report, &format!("hint: under kind {}", kind.other()), "it would hold"),
            "{report}"
        );
    }
}
