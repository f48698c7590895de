//! Games on a chain that are no crash: the digest's 4-byte words modulo n.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::game::LinkRef;
use super::operators::{DUEL_ROUND, STAKE_GAME};
use super::rule::{GameDigest, Public, RuleError};
use crate::version::is_versioned;

/// An operator's way from a game's link to a few indices: word i of the digest (4 bytes, big-endian) modulo n, for the first
/// `count` words. A constant with a versioned name, whose values never change under that name.
///
/// Nothing is rejected, so the indices below 2^32 mod n come once in 2^32 oftener than the others.
///
/// *What it does not show*: that the salt or signature was unknown when the link was fixed, or that the site plays this rule.
///
/// ```
/// use provably_fair::chain::{Chain, Kind, Progress, Public, STAKE_ZOO_V1, ZOO_ANIMALS};
/// let link = Kind::HexText.link("e718330791078b39e7dfcf93357d65bc8b564303bbd37ea2b5372073f63aa6f9").unwrap();
/// let Ok(Progress::Game(game)) = Chain::new(link.next()).check(link, 1) else { panic!() };
/// let slots = STAKE_ZOO_V1.draw(&game, Public::salt("8cf6e52bbfcab7c7a02c6ccccaf1cd8c")).unwrap();
/// assert_eq!(slots, [0, 16, 4]);
/// assert_eq!([0, 16, 4].map(|slot: usize| ZOO_ANIMALS[slot]), ["lion", "penguin", "crocodile"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawRule {
    id: &'static str,
    digest: GameDigest,
    count: u8,
    n: NonZeroU32,
}

impl DrawRule {
    /// A rule, checked when the constant is compiled.
    ///
    /// # Panics
    /// If the id has no version, `count` is 0 or above 8, the words of the shorter digest, or `n` is 0; in a `const`, that is when it is compiled.
    ///
    /// ```compile_fail,E0080
    /// use provably_fair::chain::{DrawRule, STAKE_CRASH_V1};
    /// const NINE: DrawRule = DrawRule::new("nine/1", STAKE_CRASH_V1.digest(), 9, 20);
    /// println!("{}", NINE.id());
    /// ```
    /// ```
    /// use provably_fair::chain::{DrawRule, STAKE_CRASH_V1};
    /// const EIGHT: DrawRule = DrawRule::new("eight/1", STAKE_CRASH_V1.digest(), 8, 20);
    /// assert_eq!((EIGHT.id(), EIGHT.count(), EIGHT.n().get()), ("eight/1", 8, 20));
    /// ```
    #[must_use]
    #[allow(clippy::panic, reason = "only when a constant is compiled")]
    pub const fn new(id: &'static str, digest: GameDigest, count: u8, n: u32) -> Self {
        assert!(is_versioned(id), "an id is a name, a slash and a version");
        assert!(count >= 1 && count <= 8, "a digest of 32 bytes has 8 words");
        match NonZeroU32::new(n) {
            Some(n) => Self { id, digest, count, n },
            None => panic!("an index has at least one outcome"),
        }
    }

    /// The versioned name. It names the derivation, not the crate.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// How a game's digest is made.
    #[must_use]
    pub const fn digest(&self) -> GameDigest {
        self.digest
    }

    /// How many indices a game has.
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The number of outcomes of each.
    #[must_use]
    pub const fn n(&self) -> NonZeroU32 {
        self.n
    }

    /// The indices of a game, each below n, in the digest's order.
    ///
    /// # Errors
    /// See [`RuleError`].
    pub fn draw<'l>(&self, game: impl Into<LinkRef<'l>>, public: Public<'_>) -> Result<Vec<u32>, RuleError> {
        let digest = self.digest.of(game, public)?;
        let words = digest.as_bytes().chunks_exact(4).take(usize::from(self.count));
        let index = |word: &[u8]| word.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)) % self.n;
        Ok(words.map(index).collect())
    }
}

/// Stake's zoo: three slots below 20, which are animals by [`ZOO_ANIMALS`]. Key the link's text, message the salt.
///
/// Source: `src/lib/games/multiplayer/zoo` of <https://github.com/provably-fair-betting/verifierform-stake>;
/// animals that the site drew are in the tests.
pub const STAKE_ZOO_V1: DrawRule = DrawRule::new("stake-zoo/1", STAKE_GAME, 3, 20);

/// The zoo's animals by slot: 1, 1, 2, 2, 4 and 10 of the twenty.
pub const ZOO_ANIMALS: [&str; 20] = [
    "lion",
    "cheetah",
    "elephant",
    "elephant",
    "crocodile",
    "crocodile",
    "rhino",
    "rhino",
    "rhino",
    "rhino",
    "penguin",
    "penguin",
    "penguin",
    "penguin",
    "penguin",
    "penguin",
    "penguin",
    "penguin",
    "penguin",
    "penguin",
];

/// Duel's castle roulette: one position below 48, from the digest of [`DUEL_CRASH_V1`](super::DUEL_CRASH_V1), the round's seed
/// in place of a link as there.
///
/// Position 0 pays 48 times, 1 and 2 pay 24, 3 to 5 pay 16, 6 to 11 pay 8, 12 to 23 pay 4, the rest 2. The 16 positions below
/// 2^32 mod 48 come once in 2^32 oftener.
///
/// Source: `src/rng.ts` of the operator's auditor, <https://github.com/ProvablyFair-org/duel-castle-roulette>;
/// positions from its log are in the tests.
pub const DUEL_CASTLE_ROULETTE_V1: DrawRule = DrawRule::new("duel-castle-roulette/1", DUEL_ROUND, 1, 48);
