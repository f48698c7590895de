//! The schemes of operators, as constants.

use super::{Exhausted, Limit, Numbers, Part, Scheme};
use crate::commit::Sealing;
use crate::mac::Hash;
use crate::seed::Encoding;

/// SPEC 8, *Cursor*: HMAC-SHA256 keyed with the server seed's text over `client-nonce-cursor`, a number a digest from its
/// first 8 bytes; the commitment is the SHA-256 of the same text.
///
/// Source: the published description of the cursor games; that the commitment hashes the text is decided here.
///
/// ```
/// use provably_fair::{CURSOR_V1, Revealed};
/// let seed = Revealed::from_text("server");
/// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
/// let hex = "3ace7b03f855e43ab9baa0d573bf3b97646932d15a54dd4ac9b8ee2647f902d9";
/// assert_eq!(round.digest(0).unwrap().to_string(), hex);
/// assert_eq!(round.number(0).unwrap().to_bits(), 0x3fcd_673d_81fc_2af2);
/// ```
pub const CURSOR_V1: Scheme = Scheme::new(
    "cursor/1",
    Sealing::new(Hash::Sha256, Encoding::Text, Hash::Sha256, Encoding::Text),
    &[
        Part::Client,
        Part::Text("-"),
        Part::Nonce,
        Part::Text("-"),
        Part::Counter,
    ],
    Numbers::First8,
);

/// The scheme of Stake and its many relatives: text key, `client:nonce:block`, eight 4-byte numbers a digest.
///
/// Source: the implementation page that the operator publishes; values it paid are in the tests.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{Revealed, STAKE_V1};
/// let seed = Revealed::from_text("f2ac89b608eeb01312d115bce6741b32");
/// let round = STAKE_V1.round(&seed, "86ff027f15c48241af7f54a726690ee7", 0).unwrap();
/// assert_eq!(round.index(0, NonZeroU32::new(10_001).unwrap()), Ok(2807)); // its dice: 28.07
/// ```
pub const STAKE_V1: Scheme = Scheme::new(
    "stake/1",
    Sealing::new(Hash::Sha256, Encoding::Text, Hash::Sha256, Encoding::Text),
    &[
        Part::Client,
        Part::Text(":"),
        Part::Nonce,
        Part::Text(":"),
        Part::Counter,
    ],
    Numbers::Words4,
);

/// LIQD's dice: the commitment hashes the seed's text, the key is what its hex decodes to; words that would bias the
/// result are rejected, and an exhausted digest raises the counter by 1,000,000.
///
/// Source: the operator's auditor; values from its log are in the tests.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{LIQD_DICE_V1, Revealed};
/// let seed = Revealed::from_text("00112233445566778899aabbccddeeff");
/// let round = LIQD_DICE_V1.round(&seed, "audittest", 0).unwrap();
/// assert_eq!(round.index(0, NonZeroU32::new(10_000).unwrap()), Ok(9322)); // 93.22
/// ```
pub const LIQD_DICE_V1: Scheme = Scheme::new(
    "liqd-dice/1",
    Sealing::new(Hash::Sha256, Encoding::Text, Hash::Sha256, Encoding::Bytes),
    &[
        Part::Client,
        Part::Text(":"),
        Part::Nonce,
        Part::Text(":"),
        Part::Counter,
    ],
    Numbers::FirstWordBelow {
        limit: Limit::Multiple,
        exhausted: Exhausted::CounterPlus(1_000_000),
    },
);

/// Duel's dice: decoded seed in commitment and key, message `client:nonce` without a counter, the other of the two bounds.
///
/// Source: the operator's auditor; values from its log are in the tests. What happens after eight rejected words is not
/// published (chance about 10^-46 for 10,001 outcomes), so that is an error here.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{DUEL_DICE_V1, Revealed};
/// let seed = Revealed::from_text("9089447ee52c50f7681df2e81d1c18c7511211541d816700d2d9cbf5e21e59e1");
/// let round = DUEL_DICE_V1.round(&seed, "TWGFOVLB7Hn0nEYz", 0).unwrap();
/// assert_eq!(round.index(0, NonZeroU32::new(10_001).unwrap()), Ok(3210));
/// ```
pub const DUEL_DICE_V1: Scheme = Scheme::new(
    "duel-dice/1",
    Sealing::new(Hash::Sha256, Encoding::Bytes, Hash::Sha256, Encoding::Bytes),
    &[Part::Client, Part::Text(":"), Part::Nonce],
    Numbers::FirstWordBelow {
        limit: Limit::MaxLessRemainder,
        exhausted: Exhausted::Unspecified,
    },
);

/// Duel's mines: as its dice, but with a counter, which an exhausted digest raises by 1. The digest read then is also the
/// next draw's own, so two draws can share one; that is the site's rule.
///
/// Source: `src/rng.ts` of the operator's auditor, <https://github.com/ProvablyFair-org/duel-mines>;
/// a board from its log is in the tests.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{Revealed, scheme::DUEL_MINES_V1};
/// let seed = Revealed::from_text("1cdcd1d16090b08915c3bf8da241aa5db94605244449f8fd67cf92e7f21eb0f7");
/// let round = DUEL_MINES_V1.round(&seed, "Bw2ll1YE0PQa1CGz", 0).unwrap();
/// assert_eq!(round.message(23).unwrap(), "Bw2ll1YE0PQa1CGz:0:23");
/// assert_eq!(round.index(0, NonZeroU32::new(25).unwrap()), Ok(0));
/// ```
pub const DUEL_MINES_V1: Scheme = Scheme::new(
    "duel-mines/1",
    DUEL_DICE_V1.sealing(),
    LIQD_DICE_V1.message(),
    Numbers::FirstWordBelow {
        limit: Limit::MaxLessRemainder,
        exhausted: Exhausted::CounterPlus(1),
    },
);

/// Duel's plinko: as its mines, but a row is the first word modulo 2 and nothing is rejected. [`Limit::Multiple`] says exactly
/// that for 2 outcomes; the site plays no other number under this scheme.
///
/// Source: `src/rng.ts` of the operator's auditor, <https://github.com/ProvablyFair-org/duel-plinko>;
/// slots from its log are in the tests.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{Revealed, scheme::DUEL_PLINKO_V1};
/// let seed = Revealed::from_text("5b98f89529c39a86b701f4e4ac44feda603e2b5ab0ce6338c1383e8ba9f7d4ff");
/// let round = DUEL_PLINKO_V1.round(&seed, "8zZ78btAe6T8gvtH", 0).unwrap();
/// let two = NonZeroU32::new(2).unwrap();
/// assert_eq!([0, 1, 2].map(|row| round.index(row, two).unwrap()), [1, 0, 1]);
/// ```
pub const DUEL_PLINKO_V1: Scheme = Scheme::new(
    "duel-plinko/1",
    DUEL_DICE_V1.sealing(),
    LIQD_DICE_V1.message(),
    Numbers::FirstWordBelow {
        limit: Limit::Multiple,
        exhausted: Exhausted::Unspecified,
    },
);

const FIVE_DIGITS: Numbers = Numbers::FirstHexBelow {
    digits: 5,
    below: 1_000_000,
};

/// Primedice as it was played for years, and its relatives: HMAC-SHA512, the first of 25 runs of five hex digits below
/// 1,000,000, modulo 10,000.
///
/// When no run is below the bound (a chance of about 5 * 10^-34), programs differ: relatives' pages show 99.99, one port gives an
/// error, another half the range. Here it is [`DrawError::Exhausted`](crate::DrawError::Exhausted). A program that moves on by
/// other than five digits, or leaves the first run out, is another scheme; so is one that decodes its seeds from hex.
///
/// Source: the page <https://rollxbet.com/provably-fair> of a relative; a roll published with a verifier is in the tests. That
/// the commitment is the SHA-256 of the seed's text is what just-dice published, and decided here.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{Revealed, scheme::PRIMEDICE_CLASSIC_V1};
/// let seed = Revealed::from_text("7d10b69471a00583fd88a5ac9fd7ea90");
/// let round = PRIMEDICE_CLASSIC_V1.round(&seed, "522622526861", 0).unwrap();
/// assert_eq!(round.index(0, NonZeroU32::new(10_000).unwrap()), Ok(2326)); // 23.26
/// ```
pub const PRIMEDICE_CLASSIC_V1: Scheme = Scheme::new(
    "primedice-classic/1",
    Sealing::new(Hash::Sha256, Encoding::Text, Hash::Sha512, Encoding::Text),
    &[Part::Client, Part::Text("-"), Part::Nonce],
    FIVE_DIGITS,
);

/// Just-Dice: as [`PRIMEDICE_CLASSIC_V1`], but a colon in the message, and the run itself is the roll (modulo 1,000,000).
///
/// Source: the README of <https://github.com/VolosStorm/JD-Roll-Verifier>; its roll and commitment are in the tests.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::{Revealed, scheme::JUST_DICE_V1};
/// let seed = Revealed::from_text("5WroZwmskPG0rG9WHkTx0T4PyvPmTx5XOoGd.6Dr9Y6uhNOUTrvCVUkvFyWrltH9");
/// let round = JUST_DICE_V1.round(&seed, "560224986152234798766370", 4).unwrap();
/// assert_eq!(round.index(0, NonZeroU32::new(1_000_000).unwrap()), Ok(490_089)); // 49.0089
/// ```
pub const JUST_DICE_V1: Scheme = Scheme::new(
    "just-dice/1",
    PRIMEDICE_CLASSIC_V1.sealing(),
    DUEL_DICE_V1.message(),
    FIVE_DIGITS,
);

/// The schemes of this crate, for a reader who has an id.
pub const SCHEMES: [Scheme; 8] = [
    CURSOR_V1,
    STAKE_V1,
    LIQD_DICE_V1,
    DUEL_DICE_V1,
    DUEL_MINES_V1,
    DUEL_PLINKO_V1,
    PRIMEDICE_CLASSIC_V1,
    JUST_DICE_V1,
];

/// The scheme with this id.
///
/// ```
/// use provably_fair::{CURSOR_V1, scheme};
/// assert_eq!(scheme::by_id("cursor/1"), Some(CURSOR_V1));
/// assert_eq!(scheme::by_id("cursor"), None); // the version is part of the name
/// ```
#[must_use]
pub fn by_id(id: &str) -> Option<Scheme> {
    SCHEMES.into_iter().find(|scheme| scheme.id() == id)
}
