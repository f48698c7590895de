//! The rules of operators, as rows.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::game::{GameLink, LinkRef};
use super::link::Kind;
use super::point::{Bust, Points};
use super::rule::{CrashRule, GameDigest, Material, Public, Source};
use crate::crash::{Clamp, Rule};
use crate::mac::Hash;

/// An HMAC-SHA256 on a chain of SHA-256.
const fn hmac(kind: Kind, key: Material, message: Material) -> GameDigest {
    GameDigest::new(
        kind,
        Source::Hmac {
            hash: Hash::Sha256,
            key,
            message,
        },
    )
}

/// From 1.00x, without a highest point.
#[allow(clippy::panic, reason = "only when this constant is compiled")]
const FROM_100: Clamp = match Clamp::new(100, u64::MAX) {
    Some(clamp) => clamp,
    None => panic!("100 is not above the largest u64"),
};

#[allow(clippy::panic, reason = "only when a constant is compiled")]
const fn bust(divisor: u32, shown: u64) -> Bust {
    match NonZeroU32::new(divisor) {
        Some(divisor) => Bust { divisor, shown },
        None => panic!("no number is divisible by 0"),
    }
}

const EARLIER: Points = Points::First52 {
    rule: Rule::Double,
    clamp: FROM_100,
};
const LATER: Points = Points::First52 {
    rule: Rule::LaterDouble,
    clamp: FROM_100,
};
const CURSOR: Points = Points::First52 {
    rule: Rule::Exact,
    clamp: Clamp::STANDARD,
};

/// SPEC 10 on a chain of bytes, the link itself being the digest.
///
/// Source: the published description of the cursor games, which does not say what its chain hashes; hence two rules.
pub const CURSOR_CRASH_BYTES_V1: CrashRule = CrashRule::new(
    "cursor-crash-bytes/1",
    GameDigest::new(Kind::Bytes, Source::Link),
    None,
    CURSOR,
);

/// SPEC 10 on a chain of hex text, the link itself being the digest. See [`CURSOR_CRASH_BYTES_V1`].
pub const CURSOR_CRASH_HEX_TEXT_V1: CrashRule = CrashRule::new(
    "cursor-crash-hex-text/1",
    GameDigest::new(Kind::HexText, Source::Link),
    None,
    CURSOR,
);

/// bustabit's first chain (2014 to 2018): key the link's text, message the salt; one game in 101 busts and shows 0.00x.
///
/// floor((100 * 2^52 - h) / (2^52 - h)) in doubles. Many relatives play it with salts of their own.
///
/// Source: `server/lib.js` of bustabit/v1-gameserver. No pairs of link and point were published.
pub const BUSTABIT_V1: CrashRule = CrashRule::new(
    "bustabit-v1/1",
    hmac(Kind::HexText, Material::LinkText, Material::Salt),
    Some(bust(101, 0)),
    EARLIER,
);

/// bustabit's second chain (games 1 to 10,000,000): key the salt, message the link's *bytes*, though the chain hashes text.
///
/// max(1.00, floor(99 / (1 - h / 2^52)) / 100) in doubles.
///
/// Source: the seeding announcement, bitcointalk topic 2807542.
pub const BUSTABIT_V2: CrashRule = CrashRule::new(
    "bustabit-v2/1",
    hmac(Kind::HexText, Material::Salt, Material::LinkBytes),
    None,
    LATER,
);

/// A relative of bustabit's second rule that hashes the link's *text*: key the salt, message the link's text.
///
/// Source: bitcointalk topic 5088875, whose printed program leaves the decoding out.
pub const BUSTABIT_V2_TEXT: CrashRule = CrashRule::new(
    "bustabit-v2-text/1",
    hmac(Kind::HexText, Material::Salt, Material::LinkText),
    None,
    LATER,
);

/// bustabit's third chain (games 10,000,001 to 12,279,450): key a third party's signature of [`vx_message`], message the
/// link's bytes; then as the second.
///
/// The signature comes from the caller. That it is the one BLS12-381 signature of its message is not checked here.
///
/// Source: bitcointalk topic 5485695. No points were published.
pub const BUSTABIT_V3: CrashRule = CrashRule::new(
    "bustabit-v3/1",
    hmac(Kind::Bytes, Material::Signature, Material::LinkBytes),
    None,
    LATER,
);

/// bustabit's fourth rule: the third chain without signatures, key the salt, message the link's bytes; then as the second.
///
/// Source: bitcointalk topic 5485695. No points were published.
pub const BUSTABIT_V4: CrashRule = CrashRule::new(
    "bustabit-v4/1",
    hmac(Kind::Bytes, Material::Salt, Material::LinkBytes),
    None,
    LATER,
);

/// Roobet's first divisor: as bustabit's first chain, but one game in 20 busts, and shows 1.00x.
///
/// Source: `roobet.js` of rorybain96/roobet.
pub const ROOBET_V1: CrashRule = CrashRule::new(
    "roobet/1",
    hmac(Kind::HexText, Material::LinkText, Material::Salt),
    Some(bust(20, 100)),
    EARLIER,
);

/// Roobet's later divisor: one game in 25. The `0x` of its salt is part of the text.
///
/// Source: `index.js` of IsiraUdaththa/Roobet-Crash-Analysis.
pub const ROOBET_V2: CrashRule = CrashRule::new(
    "roobet/2",
    hmac(Kind::HexText, Material::LinkText, Material::Salt),
    Some(bust(25, 100)),
    EARLIER,
);

/// TON Rocket: Roobet's later rule under its own name. The `0x` of its salt is part of the text.
///
/// Source: README of dragonwarr1or/rocket-fairness.
pub const TON_ROCKET_V1: CrashRule = CrashRule::new(
    "ton-rocket/1",
    hmac(Kind::HexText, Material::LinkText, Material::Salt),
    Some(bust(25, 100)),
    EARLIER,
);

/// Stake's crash: key the link's text, message the salt, and [`word_point`](super::word_point) at 99 percent.
///
/// Source: the seeding announcement, bitcointalk topic 5162888; points that the site paid are in the tests.
pub const STAKE_CRASH_V1: CrashRule = CrashRule::new("stake-crash/1", STAKE_GAME, None, Points::Word { percent: 99 });

/// Stake's slide: as its crash, at 98 percent.
///
/// Source: the operator's implementation page; points that the site paid are in the tests.
pub const STAKE_SLIDE_V1: CrashRule = CrashRule::new("stake-slide/1", STAKE_GAME, None, Points::Word { percent: 98 });

/// Duel's crash: key the link's bytes, message the drand signature as text and `:0`, and
/// [`per_mille_point`](super::per_mille_point) at 999.
///
/// The site has no chain: each round has a seed of its own, committed to as the SHA-256 of its bytes. That commitment is the
/// terminating hash of a chain of one game, so [`Chain::check`](super::Chain::check) opens it and this rule plays it.
/// The text is the site's accident ([`Material::SignatureText`]).
///
/// Source: `src/rng.ts` of the operator's auditor, <https://github.com/ProvablyFair-org/duel-crash>;
/// points from its log are in the tests.
///
/// *What it does not show*: that the signature is the one of its drand round, or that it was unknown when bets closed.
///
/// ```
/// use provably_fair::chain::{Chain, DUEL_CRASH_V1, Kind, Progress, Public};
/// let commitment = Kind::Bytes.link("706bb90b571c6165c96a484580efd2f834b4f3237e7cf0f2680b26b7f4e151c0").unwrap();
/// let seed = Kind::Bytes.link("3c9c71aa9ffa2691d29fd754cb0caf8ce1fa87d57804196967de81088fab1d23").unwrap();
/// let Ok(Progress::Game(game)) = Chain::new(commitment).check(seed, 1) else { panic!() };
/// let signature = "b18fa6dc92304844fc4e868d708953e6b628b3f88d4381249d32264df1bfe5bc20aa0905e57fe54063010881767fd56d";
/// let signature = provably_fair::hex::decode(signature).unwrap();
/// let crash = DUEL_CRASH_V1.crash(&game, Public::signature(&signature)).unwrap();
/// assert_eq!(crash.hundredths, 281); // 2.81x
/// ```
pub const DUEL_CRASH_V1: CrashRule = CrashRule::new(
    "duel-crash/1",
    DUEL_ROUND,
    None,
    Points::WordPerMille { per_mille: 999 },
);

/// What Duel hashes for a round of crash and of castle roulette.
pub(super) const DUEL_ROUND: GameDigest = hmac(Kind::Bytes, Material::LinkBytes, Material::SignatureText(":0"));

/// Stake's chains: key the link's text, message the salt.
pub(super) const STAKE_GAME: GameDigest = hmac(Kind::HexText, Material::LinkText, Material::Salt);

/// The rules of rounds that have a seed of their own, and so a chain of one game each.
pub const SINGLE_RULES: [CrashRule; 1] = [DUEL_CRASH_V1];

/// The rules of chains. Those of single rounds are [`SINGLE_RULES`].
pub const RULES: [CrashRule; 12] = [
    CURSOR_CRASH_BYTES_V1,
    CURSOR_CRASH_HEX_TEXT_V1,
    BUSTABIT_V1,
    BUSTABIT_V2,
    BUSTABIT_V2_TEXT,
    BUSTABIT_V3,
    BUSTABIT_V4,
    ROOBET_V1,
    ROOBET_V2,
    TON_ROCKET_V1,
    STAKE_CRASH_V1,
    STAKE_SLIDE_V1,
];

/// The rule with this id, of a chain or of single rounds.
///
/// ```
/// use provably_fair::chain::{self, DUEL_CRASH_V1, STAKE_SLIDE_V1};
/// assert_eq!(chain::by_id("stake-slide/1"), Some(STAKE_SLIDE_V1));
/// assert_eq!(chain::by_id("duel-crash/1"), Some(DUEL_CRASH_V1));
/// assert_eq!(chain::by_id("stake-slide"), None); // the version is part of the name
/// ```
#[must_use]
pub fn by_id(id: &str) -> Option<CrashRule> {
    RULES.into_iter().chain(SINGLE_RULES).find(|rule| rule.id() == id)
}

/// The rules under which every one of these games has the point shown, in hundredths: a hint for a log whose rule is in
/// doubt.
///
/// A rule that takes other public inputs than those given is not among them. Few games fit many rules: two rules that
/// differ only in their divisor agree on most games.
///
/// ```
/// use provably_fair::chain::{Chain, Kind, Progress, Public, fitting};
/// let link = Kind::HexText.link("f1bbe6236bea7e64dc9778c306a8afa6935a0aa26514da4871ef5cc66eac4ab1").unwrap();
/// let Ok(Progress::Game(game)) = Chain::new(link.next()).check(link, 1) else { panic!() };
/// let salt = Public::salt("0000000000000000000fa3b65e43e4240d71762a5bf397d5304b2596d116859c");
/// let shown_1_00 = [(game, 100)];
/// let ids: Vec<_> = fitting(&shown_1_00, salt).map(|rule| rule.id()).collect();
/// assert_eq!(ids, ["roobet/2", "ton-rocket/1"]);
/// ```
pub fn fitting<'r>(games: &'r [(GameLink, u64)], public: Public<'r>) -> impl Iterator<Item = CrashRule> + 'r {
    RULES.into_iter().filter(move |rule| {
        let fits = |(game, hundredths): &(GameLink, u64)| {
            rule.crash(game, public)
                .is_ok_and(|crash| crash.hundredths == *hundredths)
        };
        games.iter().all(fits)
    })
}

/// What the Vx service signs for a game of [`BUSTABIT_V3`]: the bytes of the link of the game before, then the salt's text.
///
/// For a verifier of BLS12-381 signatures, which this crate is not.
///
/// ```
/// use provably_fair::chain::{Chain, Kind, Link, Progress, vx_message};
/// let link = Link::Bytes([0; 32]);
/// let Ok(Progress::Game(game)) = Chain::new(link.next()).check(link, 1) else { panic!() };
/// let message = vx_message(&game, "salt");
/// assert_eq!((&message[..2], &message[32..]), (&[0x66, 0x68][..], &b"salt"[..]));
/// ```
#[must_use]
pub fn vx_message<'l>(game: impl Into<LinkRef<'l>>, salt: &str) -> Vec<u8> {
    [game.into().link.next().as_bytes(), salt.as_bytes()].concat()
}
