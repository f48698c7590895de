//! What a report says about a mistake that was made in copying: remarks, which leave every verdict as it is.
//!
//! Values come from a Python program that follows the descriptions literally (`hmac`, `hashlib`, pools as lists).

use provably_fair::chain::{
    BUSTABIT_V1, BUSTABIT_V2, Chain, GameClaim, Kind, PointClaim, Public, ROOBET_V2, STAKE_CRASH_V1,
};
use provably_fair::protocol::check_link::{CheckLink, MatchNote};
use provably_fair::protocol::keno::{Ticket, TicketNote};
use provably_fair::protocol::match_dice::FirstRoll;
use provably_fair::protocol::round::{RoundClaim, RoundNote, RoundReport};
use provably_fair::verdict::{Check, Report, Verdict};
use provably_fair::{CURSOR_V1, LIQD_DICE_V1, Revealed, games};

const SERVER: &str = "f2ac89b608eeb01312d115bce6741b32";
const CLIENT: &str = "lucky";

/// The remarks that begin so, without that beginning.
fn remarks(report: &Report, begins: &str) -> Vec<String> {
    let remarks = report.remarks().iter();
    remarks
        .filter_map(|remark| remark.strip_prefix(begins).map(String::from))
        .collect()
}

/// Five cards and five replacements, stated for these seeds.
fn poker(server: &str, client: &str, nonce: u64, cards: [u32; 10]) -> RoundReport {
    let game = games::VIDEO_POKER.with(&[]).unwrap();
    let cards = cards.map(|card| card.to_string());
    let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_text(server), client, nonce);
    claim
        .stated(&cards.each_ref().map(String::as_str))
        .unwrap()
        .verify(&RoundNote::none())
}

/// One mistake explains ten cards, and no other does.
#[test]
fn a_mistake_in_a_round_is_named() {
    let prefixed = format!("0x{SERVER}");
    let played = [23, 49, 13, 18, 42, 28, 1, 39, 25, 32];
    let cases: [(&str, &str, u64, [u32; 10], &str); 13] = [
        (
            SERVER,
            CLIENT,
            7,
            [3, 27, 1, 40, 11, 37, 39, 15, 14, 7],
            "server seed and client seed in each other's place",
        ),
        (
            CLIENT,
            SERVER,
            7,
            played,
            "server seed and client seed in each other's place",
        ),
        (
            SERVER,
            CLIENT,
            7,
            [36, 14, 7, 11, 0, 23, 31, 8, 34, 1],
            "the server seed with 0x before it",
        ),
        (&prefixed, CLIENT, 7, played, "the server seed without the 0x before it"),
        (
            SERVER,
            CLIENT,
            7,
            [30, 32, 14, 9, 8, 37, 27, 7, 17, 41],
            "the scheme stake/1",
        ),
        (
            SERVER,
            CLIENT,
            7,
            [29, 48, 16, 23, 46, 4, 30, 35, 17, 19],
            "an empty client seed",
        ),
        (
            SERVER,
            "caf\u{e9}",
            7,
            [33, 40, 37, 35, 30, 19, 0, 9, 47, 28],
            "the client seed with its UTF-8 read as Latin-1",
        ),
        (
            SERVER,
            "caf\u{c3}\u{a9}",
            7,
            [50, 33, 46, 43, 13, 4, 24, 19, 44, 40],
            "the client seed with its Latin-1 characters taken as the bytes of UTF-8",
        ),
        (
            SERVER,
            "caf\u{e9}",
            7,
            [39, 48, 25, 37, 23, 26, 2, 14, 31, 30],
            "the client seed with each accented letter as a letter and a mark (NFD)",
        ),
        (
            SERVER,
            "cafe\u{301}",
            7,
            [50, 33, 46, 43, 13, 4, 24, 19, 44, 40],
            "the client seed with each accented letter as one character (NFC)",
        ),
        (SERVER, CLIENT, (1 << 32) + 7, played, "the nonce cut to 32 bits, 7,"),
        (
            SERVER,
            CLIENT,
            (1 << 53) + 1,
            [5, 31, 45, 2, 7, 36, 11, 12, 25, 21],
            "the previous nonce, 9007199254740992, which is also the nonce rounded to a double, 9007199254740992, would give the \
             stated result; one of 19 mistakes",
        ),
        (SERVER, "Lucky", 7, played, "the client seed in lower case"),
    ];
    for (server, client, nonce, cards, hint) in cases {
        let report = poker(server, client, nonce, cards);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let hints = remarks(report.report(), "hint: ");
        assert!(hints.iter().any(|found| found.starts_with(hint)), "{hint}: {report}");
        assert!(hints.len() == 1, "{report}");
    }
    // Nothing that was tried explains this, and nothing is said.
    let report = poker(SERVER, CLIENT, 7, [14, 3, 10, 15, 49, 36, 20, 50, 4, 48]);
    assert_eq!(remarks(report.report(), "hint"), Vec::<String>::new());
    // A round that holds needs none.
    assert_eq!(
        remarks(poker(SERVER, CLIENT, 7, played).report(), "hint"),
        Vec::<String>::new()
    );
}

/// A seed's bytes are the same in upper case, text that is no hex is no key, and 14 mistakes are left: the seed's text as the key,
/// the next nonce, no client seed, seven schemes, and four texts of the client seed.
#[test]
fn different_computations_are_counted() {
    let game = games::operators::LIQD_DICE.with(&[]).unwrap();
    let claim = RoundClaim::new(LIQD_DICE_V1, game, Revealed::from_text(SERVER), CLIENT, 0);
    let hints = |roll| {
        let report = claim.clone().stated(&[roll]).unwrap().verify(&RoundNote::none());
        remarks(report.report(), "hint: ")
    };
    assert_eq!(
        hints("53.38"),
        [
            "the client seed in upper case would give the stated result; one of 14 mistakes that were tried, and a short one can fit \
          by luck"
        ]
    );
    assert_eq!(hints("45.77"), Vec::<String>::new());
}

/// Every mistake that is tried deals the round once more.
#[test]
fn a_long_round_gets_no_hint_and_the_same_verdict() {
    let claim = |client, items| {
        let game = games::KOBAN.with(&[]).unwrap();
        let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_text(SERVER), client, 7);
        claim.read(&[items]).unwrap()
    };
    let sides = |client, items| claim(client, items).deal().unwrap().items("flips");
    let first_wrong = sides(CLIENT, 64)
        .iter()
        .zip(sides("LUCKY", 64))
        .position(|(a, b)| *a != b);
    for (items, hint) in [
        (1024, Some("the client seed in upper case would give the stated result")),
        (1025, None),
        (65_536, None),
    ] {
        let played: Vec<String> = sides("LUCKY", items).iter().map(u32::to_string).collect();
        let stated: Vec<&str> = played.iter().map(String::as_str).collect();
        let report = claim(CLIENT, items).stated(&stated).unwrap().verify(&RoundNote::none());
        let failure = report.report().first_failure().unwrap();
        assert_eq!(
            (report.verdict(), failure.check),
            (Verdict::Mismatch, Check::Deal),
            "{items}"
        );
        assert_eq!(failure.at, first_wrong.map(|at| at as u64), "{items}");
        let hints = remarks(report.report(), "hint: ");
        assert_eq!(hints.len(), usize::from(hint.is_some()), "{items}: {hints:?}");
        assert!(hint.is_none_or(|hint| hints[0].starts_with(hint)), "{hints:?}");
        // Nor is it said of it that the right items were stated too few.
        let right = sides(CLIENT, items - 1);
        let right: Vec<String> = right.iter().map(u32::to_string).collect();
        let right: Vec<&str> = right.iter().map(String::as_str).collect();
        let report = claim(CLIENT, items).stated(&right).unwrap().verify(&RoundNote::none());
        assert_eq!(report.report().first_failure().unwrap().at, Some(u64::from(items) - 1));
        assert_eq!(
            remarks(report.report(), "hint: ").len(),
            usize::from(hint.is_some()),
            "{items}"
        );
    }
}

/// Where half of all mistakes would fit, naming them says nothing.
#[test]
fn a_result_that_is_too_short_tells_no_mistake() {
    let flip = |nonce, side| {
        let game = games::KOBAN.with(&[]).unwrap();
        let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_text(SERVER), CLIENT, nonce)
            .read(&[1])
            .unwrap();
        claim.stated(&[side]).unwrap().verify(&RoundNote::none())
    };
    for nonce in 0..20 {
        let wrong = ["0", "1"].map(|side| flip(nonce, side));
        let wrong = wrong
            .iter()
            .find(|report| report.verdict() == Verdict::Mismatch)
            .unwrap();
        let hints = remarks(wrong.report(), "hint: ");
        assert!(
            hints.len() == 1 && hints[0].ends_with("so it does not tell which"),
            "{wrong}"
        );
    }
}

/// Two of the three dice are the same, so another order fits by luck; ten cards that all differ do not.
#[test]
fn another_order_is_said_of_items_that_all_differ() {
    let sorted = poker(SERVER, CLIENT, 7, [1, 13, 18, 23, 25, 28, 32, 39, 42, 49]);
    assert_eq!(
        remarks(sorted.report(), "hint: "),
        ["the 10 items stated are those that were dealt, in another order; that is not what was claimed"]
    );
    let dice = |faces: &[&str]| {
        let game = games::SIC_BO.with(&[]).unwrap();
        let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_text("server"), "client", 0); // 2 2 3
        claim.stated(faces).unwrap().verify(&RoundNote::none())
    };
    assert_eq!(dice(&["2", "2", "3"]).verdict(), Verdict::Consistent);
    for hint in remarks(dice(&["2", "3", "2"]).report(), "hint: ") {
        assert!(!hint.contains("in another order"), "{hint}");
    }
}

#[test]
fn a_commitment_given_for_a_seed_is_named() {
    // hashlib.sha256(SERVER.encode()), .sha256(b"lucky"), and of 0x and SERVER
    let own = "4b7668bb047e1c7989f64124ddfda529567bc55a7df611a085c00ae0bccad2de";
    let clients = "db9fbddbd7caeff7a326645c1bb47116eb3fd4ae3834bf5039fc5d47386786f5";
    let prefixed = "63f1168762ad3dc016e9d3ecdfe619d7fed3de45de945918cea36bb61ef428d5";
    for (server, commitment, hint) in [
        (own, own, "the server seed given is the commitment itself"),
        (
            &own.to_uppercase(),
            own,
            "the server seed given is the commitment itself",
        ),
        (
            SERVER,
            clients,
            "the commitment is that of what was given as the client seed",
        ),
        (
            SERVER,
            prefixed,
            "the commitment is that of the server seed with 0x before it",
        ),
    ] {
        let game = games::ROULETTE.with(&[]).unwrap();
        let claim = RoundClaim::new(CURSOR_V1, game, Revealed::from_text(server), CLIENT, 7);
        let report = claim.commitment(commitment.parse().unwrap()).verify(&RoundNote::none());
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let hints = remarks(report.report(), "hint: ");
        assert!(hints.len() == 1 && hints[0].starts_with(hint), "{report}");
    }
}

/// The seed of bytes 07: rolls of the seeds as given, swapped, and with the seed's text as the key.
#[test]
fn a_mistake_in_a_match_is_named() {
    let seed = "07".repeat(32);
    let commitment = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
    let of_text = "1967c0fdaed0b8f2618d3b1f4a9f8541ed315505acc26f5a41f382da8bdd9954";
    let report = |commitment, rolls| {
        let link = format!("v=1&s={seed}&c={commitment}&p=white,black&r={rolls}");
        let link = CheckLink::parse(&link).unwrap();
        link.verify(Some(FirstRoll::Zero), &MatchNote::none())
    };
    for (commitment, rolls, hint) in [
        (commitment, "12645354", "with the players' seeds in the other order"),
        (commitment, "51432651", "with the server seed's hex text as the key"),
        (
            commitment,
            "26653343",
            "with the two dice of every roll in the other order",
        ),
        (
            of_text,
            "62563334",
            "the commitment is that of the server seed's hex text",
        ),
    ] {
        let report = report(commitment, rolls);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let hints = remarks(report.report(), "hint: ");
        assert!(hints.len() == 1 && hints[0].starts_with(hint), "{report}");
    }
    // Two rolls are too few to tell, and a match that holds has nothing to explain; its seed is warned of all the same.
    for rolls in ["1264", "62563334", "12645355"] {
        assert_eq!(
            remarks(report(commitment, rolls).report(), "hint"),
            Vec::<String>::new(),
            "{rolls}"
        );
    }
    let held = report(commitment, "62563334");
    assert_eq!(held.verdict(), Verdict::Consistent);
    assert_eq!(
        remarks(
            held.report(),
            "caution: the server seed has next to no different characters"
        )
        .len(),
        1
    );
}

#[test]
fn a_mistake_on_a_ticket_is_named() {
    let hash = "afd12a64bbd5f9b91ad5becfd50aa1ab3a7feb9a3ce6d155a911eb7d31817b57";
    let drawn = [24, 21, 29, 27, 22, 32, 5, 23, 37, 7];
    let report = |salt: &str, balls: [u32; 10]| {
        let ticket = Ticket::new(hash, salt).unwrap().stated_balls(&balls);
        ticket.verify(&TicketNote::none())
    };
    let salt = "DmDNzZkwlvpyGDLW0jm0";
    for (salt, balls, hint) in [
        (
            salt,
            drawn.map(|ball| ball - 1),
            "these are the same ten balls counted from 0",
        ),
        (
            salt,
            [23, 9, 33, 18, 39, 17, 14, 26, 8, 12],
            "the salt with a line break after it would give",
        ),
        (
            "DmDNzZkwlvpyGDLW0jm0 \n",
            drawn,
            "the salt without the white space around it would give",
        ),
    ] {
        let report = report(salt, balls);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let hints = remarks(report.report(), "hint: ");
        assert!(hints.len() == 1 && hints[0].starts_with(hint), "{report}");
    }
    assert_eq!(remarks(report(salt, drawn).report(), "hint"), Vec::<String>::new());
}

/// A crash game of Stake's that was paid at 7.74, and what the same game would be with its salt copied otherwise.
#[test]
fn a_salt_that_was_copied_otherwise_is_named() {
    let link = "9dd9a4ce539a7d11a36a96c71f3d939c46d972b2e56254bc85ea2c0681541dca";
    let link = Kind::HexText.link(link).unwrap();
    let report = |hundredths| {
        let public = Public::salt("23eb7069c6fc5b1369b92f5321af9f63");
        let claim = GameClaim::new(Chain::new(link.next()), link).unwrap();
        claim
            .point(PointClaim {
                rule: STAKE_CRASH_V1,
                public,
                hundredths,
            })
            .verify(1)
    };
    assert_eq!(remarks(&report(774), "hint"), Vec::<String>::new());
    for (hundredths, hint) in [
        (119, "the salt with 0x before it"),
        (122, "the salt with a line break after it"),
    ] {
        let report = report(hundredths);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let hints = remarks(&report, "hint: ");
        assert!(hints.iter().any(|found| found.starts_with(hint)), "{report}");
    }
    assert_eq!(remarks(&report(123_456_789), "hint"), Vec::<String>::new());
}

/// Two names of one computation are one mistake that was tried, and the claim's own rule under another name is none.
#[test]
fn a_rule_of_two_names_is_one_mistake() {
    let paid = (
        "9dd9a4ce539a7d11a36a96c71f3d939c46d972b2e56254bc85ea2c0681541dca",
        "23eb7069c6fc5b1369b92f5321af9f63",
    );
    let bust = (
        "f1bbe6236bea7e64dc9778c306a8afa6935a0aa26514da4871ef5cc66eac4ab1",
        "0000000000000000000fa3b65e43e4240d71762a5bf397d5304b2596d116859c",
    );
    for (rule, (link, salt), hundredths, mistake, tried) in [
        (
            BUSTABIT_V2,
            paid,
            181,
            "the rule bustabit-v2-text/1, which is also the link in its other encoding in the HMAC,",
            12, // six rules, the HMAC's halves, five texts of the salt
        ),
        (
            BUSTABIT_V1,
            bust,
            100,
            "the rule roobet/2, which is also the rule ton-rocket/1,",
            13, // six rules, the HMAC's halves and the link's bytes, five texts of the salt
        ),
        (ROOBET_V2, bust, 3294, "the link in its other encoding in the HMAC", 13),
    ] {
        let link = Kind::HexText.link(link).unwrap();
        let claim = GameClaim::new(Chain::new(link.next()), link).unwrap();
        let public = Public::salt(salt);
        let report = claim
            .point(PointClaim {
                rule,
                public,
                hundredths,
            })
            .verify(1);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let hint = format!(
            "{mistake} would give the stated point; one of {tried} mistakes that were tried, and a short one can fit by luck"
        );
        assert_eq!(remarks(&report, "hint: "), [hint], "{}", rule.id());
    }
}
