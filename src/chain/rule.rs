//! A crash rule as data: from a game's link, and what is public by then, to its point.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::game::LinkRef;
use super::point::{Bust, Points, divisible};
use crate::mac::Digest;
use crate::version::is_versioned;

mod digest;
mod error;
mod public;

pub use digest::{GameDigest, Material, Source};
pub use error::RuleError;
pub use public::Public;

/// An operator's way from a game's link to its crash point. A constant with a versioned name, whose values never change
/// under that name.
///
/// ```
/// use provably_fair::chain::{Bust, CrashRule, GameDigest, Kind, Material, Points, Source};
/// use provably_fair::crash::{Clamp, Rule};
/// use provably_fair::mac::Hash;
/// const HOUSE: CrashRule = CrashRule::new(
///     "house-crash/1",
///     GameDigest::new(
///         Kind::Bytes,
///         Source::Hmac { hash: Hash::Sha256, key: Material::LinkBytes, message: Material::Salt },
///     ),
///     None,
///     Points::First52 { rule: Rule::Later, clamp: Clamp::STANDARD },
/// );
/// assert_eq!(HOUSE.id(), "house-crash/1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CrashRule {
    id: &'static str,
    digest: GameDigest,
    bust: Option<Bust>,
    points: Points,
}

impl CrashRule {
    /// A rule, checked when the constant is compiled.
    ///
    /// # Panics
    /// If the id has no version, the bust's divisor is 1, so that every game busts, or a word's share is 0 or above 1; in a
    /// `const`, that is when it is compiled.
    #[must_use]
    pub const fn new(id: &'static str, digest: GameDigest, bust: Option<Bust>, points: Points) -> Self {
        assert!(is_versioned(id), "an id is a name, a slash and a version");
        if let Some(bust) = bust {
            assert!(bust.divisor.get() > 1, "every game would bust");
        }
        match points {
            Points::Word { percent } => assert!(percent > 0 && percent <= 100, "a percentage is 1 to 100"),
            Points::WordPerMille { per_mille } => assert!(per_mille > 0 && per_mille <= 1000, "a share is 1 to 1000"),
            Points::First52 { .. } => {}
        }
        Self {
            id,
            digest,
            bust,
            points,
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

    /// Which games end before they begin.
    #[must_use]
    pub const fn bust(&self) -> Option<Bust> {
        self.bust
    }

    /// How the digest of any other game becomes a point.
    #[must_use]
    pub const fn points(&self) -> Points {
        self.points
    }

    /// The crash point of a game: the operator's from a [`SecretLink`](super::SecretLink), the verifier's from a
    /// [`GameLink`](super::GameLink).
    ///
    /// # Errors
    /// See [`RuleError`].
    ///
    /// *What it does not show*: that the salt was unknown when the chain was published, or that the site plays this rule.
    ///
    /// ```
    /// use provably_fair::chain::{Chain, Kind, Progress, Public, STAKE_CRASH_V1};
    /// // A game that the site paid at 7.74x; the link before it stands in for the published chain.
    /// let link = Kind::HexText.link("9dd9a4ce539a7d11a36a96c71f3d939c46d972b2e56254bc85ea2c0681541dca").unwrap();
    /// let Ok(Progress::Game(game)) = Chain::new(link.next()).check(link, 1) else { panic!() };
    /// let crash = STAKE_CRASH_V1.crash(&game, Public::salt("23eb7069c6fc5b1369b92f5321af9f63")).unwrap();
    /// assert_eq!((crash.hundredths, crash.bust), (774, false));
    /// ```
    pub fn crash<'l>(&self, game: impl Into<LinkRef<'l>>, public: Public<'_>) -> Result<Crash, RuleError> {
        let game = game.into();
        let digest = self.digest.of(game, public)?;
        let bust = self.bust.filter(|bust| divisible(&digest, bust.divisor));
        Ok(Crash {
            game: game.number,
            digest,
            bust: bust.is_some(),
            hundredths: bust.map_or_else(|| self.points.of(&digest), |bust| bust.shown),
        })
    }
}

/// The outcome of a game of crash. As secret as its link while the game lives: under [`Source::Link`] the digest *is* the
/// link, so `Debug` leaves it out.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Crash {
    /// The game's number.
    pub game: u64,
    /// The digest that decided it.
    pub digest: Digest,
    /// It ended before it began, by the rule's divisor.
    pub bust: bool,
    /// The point that the site shows, in hundredths; for a bust what the site shows then, 0 or 100.
    pub hundredths: u64,
}

impl fmt::Debug for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crash")
            .field("game", &self.game)
            .field("bust", &self.bust)
            .field("hundredths", &self.hundredths)
            .finish_non_exhaustive()
    }
}

impl Crash {
    /// The point as sites show it.
    ///
    /// ```
    /// use provably_fair::chain::{Kind, Public, STAKE_CRASH_V1, Chain};
    /// let link = Kind::HexText.link("9dd9a4ce539a7d11a36a96c71f3d939c46d972b2e56254bc85ea2c0681541dca").unwrap();
    /// let mut walk = Chain::new(link.next()).walk(link).unwrap();
    /// let provably_fair::chain::Progress::Game(game) = walk.step(1) else { panic!("one hash away") };
    /// let crash = STAKE_CRASH_V1.crash(&game, Public::salt("23eb7069c6fc5b1369b92f5321af9f63")).unwrap();
    /// assert_eq!(crash.multiplier(), "7.74x");
    /// ```
    #[must_use]
    pub fn multiplier(&self) -> String {
        multiplier(self.hundredths)
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bust = if self.bust { "instant bust, shown as " } else { "" };
        write!(f, "game {}: {bust}{}", self.game, multiplier(self.hundredths))
    }
}

/// A point as sites show it: 2.35x.
pub(super) fn multiplier(hundredths: u64) -> String {
    format!("{}.{:02}x", hundredths / 100, hundredths % 100)
}
