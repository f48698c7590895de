//! The keno ticket: its ten links and balls are in the vectors; here is what its report says.

mod naive;

use provably_fair::hex::{self, HexError};
use provably_fair::protocol::keno::{Ticket, TicketError, TicketNote, TicketReport};
use provably_fair::verdict::{Check, Finding, Verdict};

/// Case 1 of the vectors.
const HASH: &str = "afd12a64bbd5f9b91ad5becfd50aa1ab3a7feb9a3ce6d155a911eb7d31817b57";
const SALT: &str = "DmDNzZkwlvpyGDLW0jm0";
const BALLS: [u32; 10] = [24, 21, 29, 27, 22, 32, 5, 23, 37, 7];
const LAST: &str = "395e6e3ed1ee157351d4def67d05a2b6df594b853e5eb1db676f9a92559832fe";

fn ticket() -> Ticket {
    let last = hex::decode_array(LAST).unwrap();
    Ticket::new(HASH, SALT)
        .unwrap()
        .stated_balls(&BALLS)
        .stated_link(9, last)
}

fn note() -> TicketNote {
    TicketNote::none().hash(HASH).salt(SALT)
}

fn first_failure(report: &TicketReport) -> Option<(Check, Option<u64>)> {
    report.report().first_failure().map(|line| (line.check, line.at))
}

#[test]
fn a_whole_note_verifies_and_a_gap_does_not() {
    assert_eq!(ticket().verify(&note()).verdict(), Verdict::Verified);
    let upper = TicketNote::none().hash(&HASH.to_uppercase()).salt(SALT);
    assert_eq!(ticket().verify(&upper).verdict(), Verdict::Verified);
    for note in [
        TicketNote::none(),
        TicketNote::none().hash(HASH),
        TicketNote::none().salt(SALT),
    ] {
        assert_eq!(ticket().verify(&note).verdict(), Verdict::Consistent);
    }
    let bare = Ticket::new(HASH, SALT).unwrap().verify(&note());
    assert_eq!(bare.verdict(), Verdict::Consistent);
    let reasons = bare
        .report()
        .lines()
        .iter()
        .filter(|line| matches!(line.finding, Finding::NotChecked { .. }));
    assert_eq!(
        reasons.map(|line| line.check).collect::<Vec<_>>(),
        [Check::TicketLink, Check::Ball]
    );
    assert_eq!(bare.links().len(), 10);
}

#[test]
fn the_first_wrong_link_or_ball_is_named() {
    for at in 0..10 {
        let mut balls = BALLS;
        balls[at] = 41;
        let report = ticket().stated_balls(&balls).verify(&note());
        assert_eq!(first_failure(&report), Some((Check::Ball, u64::try_from(at).ok())));
        let report = ticket().stated_link(at, [7; 32]).verify(&note());
        assert_eq!(
            first_failure(&report),
            Some((Check::TicketLink, u64::try_from(at).ok()))
        );
    }
    for (balls, at) in [(&BALLS[..9], 9), (&[][..], 0), (&[&BALLS[..], &[1]].concat(), 10)] {
        assert_eq!(
            first_failure(&ticket().stated_balls(balls).verify(&note())),
            Some((Check::Ball, Some(at)))
        );
    }
    let beyond = ticket().stated_link(10, [7; 32]).verify(&note());
    assert_eq!(first_failure(&beyond), Some((Check::TicketLink, Some(10))));
}

#[test]
fn balls_in_another_order_are_a_hint_and_no_success() {
    let mut sorted = BALLS;
    sorted.sort_unstable();
    let report = ticket().stated_balls(&sorted).verify(&note());
    assert_eq!(first_failure(&report), Some((Check::Ball, Some(0))));
    assert!(
        report
            .to_string()
            .contains("hint: these are the same ten balls in another order")
    );
}

#[test]
fn a_note_that_differs_fails() {
    let other = TicketNote::none().hash(&HASH.replace('a', "b")).salt(SALT);
    assert_eq!(first_failure(&ticket().verify(&other)), Some((Check::NotedHash, None)));
    let other = TicketNote::none().hash(HASH).salt("DmDNzZkwlvpyGDLW0jm0 ");
    let report = ticket().verify(&other);
    assert_eq!(first_failure(&report), Some((Check::NotedSalt, None)));
    let shown = r#"expected "DmDNzZkwlvpyGDLW0jm0 ", found "DmDNzZkwlvpyGDLW0jm0""#;
    assert!(report.to_string().contains(shown), "{report}");
}

#[test]
fn a_hash_is_read_strictly_and_a_salt_is_opaque() {
    let refused = |hash: &str| Ticket::new(hash, SALT).unwrap_err();
    assert_eq!(refused(""), TicketError::Hash(HexError::TooShort { at: 0 }));
    assert_eq!(refused(&HASH[1..]), TicketError::Hash(HexError::TooShort { at: 63 }));
    assert_eq!(
        refused(&format!("{HASH}0")),
        TicketError::Hash(HexError::TooLong { at: 64 })
    );
    assert_eq!(
        refused(&format!(" {HASH}")),
        TicketError::Hash(HexError::Digit { at: 0 })
    );
    assert_eq!(
        refused(&HASH.replace("64", "6G")),
        TicketError::Hash(HexError::Digit { at: 7 })
    );
    assert_eq!(refused(&HASH.replace('b', "B")), TicketError::HashCase { at: 8 });
    let with = |salt| Ticket::new(HASH, salt).unwrap().balls();
    assert_ne!(with(SALT), with(&format!("{SALT}\n")));
    for salt in ["", "s", "caf\u{e9} \u{1f340}", &"long".repeat(40)] {
        let (balls, last) = naive::keno(HASH, salt);
        let links = Ticket::new(HASH, salt).unwrap().links();
        assert_eq!(
            links.iter().map(|link| link.ball).collect::<Vec<_>>(),
            balls,
            "{salt:?}"
        );
        assert_eq!(links[9].hash.to_hex(), last);
        // Each link hashes the text of the one before.
        assert!(links.windows(2).all(|two| two[1].message == two[0].hash.to_hex()));
    }
}

#[test]
fn the_trace_shows_each_step() {
    let links = ticket().links();
    // From Python: hmac.new(SALT, HASH, "sha256"), int(first 13 hex digits, 16) / 2**52 * 40.
    let text = links[0].to_string();
    assert!(text.contains(&format!("  message  {HASH}\n")), "{text}");
    assert!(
        text.ends_with("  ball     24  (at this place of the 40 left; the last one left hops into it)\n"),
        "{text}"
    );
    assert_eq!(
        links.iter().map(|link| link.left).collect::<Vec<_>>(),
        [40, 39, 38, 37, 36, 35, 34, 33, 32, 31]
    );
}
