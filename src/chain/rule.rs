//! A crash rule as data: from a game's link, and what is public by then, to its point.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

use super::game::LinkRef;
use super::link::{Kind, Link, OtherKind};
use super::point::{Bust, Points, divisible};
use crate::hex;
use crate::mac::{Digest, Hash, HmacKey};
use crate::seed::Encoding;
use crate::verdict::Quoted;

/// A key or a message of a game's HMAC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Material {
    /// The game's link, as its lower-case hex digits.
    LinkText,
    /// The game's link, as its bytes.
    LinkBytes,
    /// The chain's salt, as the text that was published: a block hash, with its `0x` where the site writes one.
    Salt,
    /// A signature made for this game by a third party, as bytes.
    Signature,
    /// Constant text.
    Text(&'static str),
}

impl Material {
    const fn is_link(self) -> bool {
        matches!(self, Self::LinkText | Self::LinkBytes)
    }
}

/// Where a game's digest comes from. There is no name here for the link of another game: those are public already, or would
/// have to stay secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The game's link itself.
    Link,
    /// A plain hash of the game's link, other than the one that makes the chain.
    Hash {
        /// The hash.
        hash: Hash,
        /// Of the link's text or bytes.
        of: Encoding,
    },
    /// An HMAC over the game's link and, usually, a salt. Salt as key and salt as message are two rules.
    Hmac {
        /// The hash.
        hash: Hash,
        /// The key.
        key: Material,
        /// The message.
        message: Material,
    },
}

/// A game's digest on a chain of one kind: a [`Source`] that was checked not to give the outcome away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameDigest {
    kind: Kind,
    source: Source,
}

/// Whether `hash` of a link as `of` is the link of the game before, which everybody has.
const fn is_published(kind: Kind, hash: Hash, of: Encoding) -> bool {
    let same_hash = kind.hash().digest_len() == hash.digest_len();
    let same_encoding = matches!(kind.encoding(), Encoding::Text) == matches!(of, Encoding::Text);
    same_hash && same_encoding
}

/// HMAC hashes a key of more than a block first, so such a key is as public as its hash. Checked here for every kind: none
/// has a link that is longer than a block of its own hash. A new kind that has one does not compile.
#[allow(clippy::indexing_slicing, reason = "const iteration; the index is below the length")]
const _: () = {
    let mut i = 0;
    while i < Kind::ALL.len() {
        let kind = Kind::ALL[i];
        let (bytes, block) = (kind.hash().digest_len(), kind.hash().block_len());
        assert!(
            2 * bytes <= block,
            "an HMAC key of a link's text would be the published link"
        );
        i += 1;
    }
};

impl GameDigest {
    /// A digest's source, checked when the constant is compiled.
    ///
    /// # Panics
    /// If the outcome would be a function of what is public before the game; in a `const`, that is when it is compiled.
    /// It would be when the digest is the chain's own hash of the link, since that is the link published a game ago:
    /// ```compile_fail,E0080
    /// use provably_fair::chain::{GameDigest, Kind, Source};
    /// use provably_fair::{Encoding, mac::Hash};
    /// const PUBLIC: GameDigest =
    ///     GameDigest::new(Kind::Bytes, Source::Hash { hash: Hash::Sha256, of: Encoding::Bytes });
    /// println!("{PUBLIC:?}");
    /// ```
    /// Another hash of the link compiles:
    /// ```
    /// use provably_fair::chain::{GameDigest, Kind, Source};
    /// use provably_fair::{Encoding, mac::Hash};
    /// const SECRET: GameDigest =
    ///     GameDigest::new(Kind::Bytes, Source::Hash { hash: Hash::Sha512, of: Encoding::Bytes });
    /// assert_eq!(SECRET.kind(), Kind::Bytes);
    /// ```
    /// And it would be when the game's own link is not hashed at all:
    /// ```compile_fail,E0080
    /// use provably_fair::chain::{GameDigest, Kind, Material, Source};
    /// use provably_fair::mac::Hash;
    /// const PUBLIC: GameDigest = GameDigest::new(
    ///     Kind::Bytes,
    ///     Source::Hmac { hash: Hash::Sha256, key: Material::Salt, message: Material::Text("crash") },
    /// );
    /// println!("{PUBLIC:?}");
    /// ```
    /// With it, the same lines compile:
    /// ```
    /// use provably_fair::chain::{GameDigest, Kind, Material, Source};
    /// use provably_fair::mac::Hash;
    /// const SECRET: GameDigest = GameDigest::new(
    ///     Kind::Bytes,
    ///     Source::Hmac { hash: Hash::Sha256, key: Material::Salt, message: Material::LinkBytes },
    /// );
    /// assert_eq!(SECRET.kind(), Kind::Bytes);
    /// ```
    /// The link of the game before, or of the next, has no name in [`Material`], so it cannot be asked for:
    /// ```compile_fail,E0599
    /// use provably_fair::chain::Material;
    /// let material = Material::PreviousLink;
    /// ```
    #[must_use]
    pub const fn new(kind: Kind, source: Source) -> Self {
        match source {
            Source::Link => {}
            Source::Hash { hash, of } => {
                assert!(
                    !is_published(kind, hash, of),
                    "this hash is the link published a game ago"
                );
            }
            Source::Hmac { key, message, .. } => {
                assert!(key.is_link() || message.is_link(), "the game's own link must be hashed");
            }
        }
        Self { kind, source }
    }

    /// The kind of chain.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Where the digest comes from.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// The digest of a game.
    ///
    /// # Errors
    /// See [`RuleError`].
    ///
    /// *What it does not show*: that the salt was unknown when the chain was published.
    pub fn of<'l>(&self, game: impl Into<LinkRef<'l>>, public: Public<'_>) -> Result<Digest, RuleError> {
        let link = game.into().link;
        OtherKind::unless_same(self.kind, link.kind()).map_err(RuleError::OtherKind)?;
        self.check_used(public)?;
        Ok(match self.source {
            Source::Link => link.digest(),
            Source::Hash { hash, of } => hash.digest(&link_material(link, of)),
            Source::Hmac { hash, key, message } => {
                HmacKey::new(hash, &public.material(link, key)?).mac(&public.material(link, message)?)
            }
        })
    }

    /// What is given and not used would be believed to matter, so it is refused.
    fn check_used(&self, public: Public<'_>) -> Result<(), RuleError> {
        let uses = |material| match self.source {
            Source::Hmac { key, message, .. } => key == material || message == material,
            Source::Link | Source::Hash { .. } => false,
        };
        if public.salt.is_some() && !uses(Material::Salt) {
            return Err(RuleError::SaltUnused);
        }
        if public.signature.is_some() && !uses(Material::Signature) {
            return Err(RuleError::SignatureUnused);
        }
        Ok(())
    }
}

fn link_material(link: &Link, encoding: Encoding) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(match encoding {
        Encoding::Text => link.to_string().into_bytes(),
        Encoding::Bytes => link.as_bytes().to_vec(),
    })
}

/// What a rule takes beside the link, public before the game ends: a salt for the whole chain, a signature for one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Public<'p> {
    salt: Option<&'p str>,
    signature: Option<&'p [u8]>,
}

impl<'p> Public<'p> {
    /// Nothing: for a rule that takes the link alone.
    pub const NONE: Self = Self {
        salt: None,
        signature: None,
    };

    /// The chain's salt, exactly as published. An empty salt is one (SPEC 2: empty keys are legal); none at all is
    /// [`NONE`](Self::NONE), and a rule that needs one refuses it.
    #[must_use]
    pub const fn salt(salt: &'p str) -> Self {
        Self {
            salt: Some(salt),
            signature: None,
        }
    }

    /// The game's signature, as bytes: no signature is empty. Whether it is valid is for a verifier of signatures to say.
    #[must_use]
    pub const fn signature(signature: &'p [u8]) -> Self {
        Self {
            salt: None,
            signature: Some(signature),
        }
    }

    fn material(&self, link: &Link, material: Material) -> Result<Zeroizing<Vec<u8>>, RuleError> {
        let signature = self.signature.filter(|bytes| !bytes.is_empty());
        let public = match material {
            Material::LinkText => return Ok(link_material(link, Encoding::Text)),
            Material::LinkBytes => return Ok(link_material(link, Encoding::Bytes)),
            Material::Salt => self.salt.map(str::as_bytes).ok_or(RuleError::SaltMissing)?,
            Material::Signature => signature.ok_or(RuleError::SignatureMissing)?,
            Material::Text(text) => text.as_bytes(),
        };
        Ok(Zeroizing::new(public.to_vec()))
    }
}

impl fmt::Display for Public<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.salt, self.signature) {
            (Some(salt), _) => write!(f, "salt {}", Quoted(salt)),
            (None, Some(signature)) => write!(f, "signature {}", hex::encode(signature)),
            (None, None) => f.write_str("nothing"),
        }
    }
}

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
    /// If the bust's divisor is 1, so that every game busts, or a word's percentage is 0 or above 100; in a `const`, that is
    /// when it is compiled.
    #[must_use]
    pub const fn new(id: &'static str, digest: GameDigest, bust: Option<Bust>, points: Points) -> Self {
        if let Some(bust) = bust {
            assert!(bust.divisor.get() > 1, "every game would bust");
        }
        if let Points::Word { percent } = points {
            assert!(percent > 0 && percent <= 100, "a percentage is 1 to 100");
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

/// Why a rule gives no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleError {
    /// The rule is played on another kind of chain.
    OtherKind(OtherKind),
    /// The rule needs a salt, and none was given.
    SaltMissing,
    /// A salt was given, and the rule takes none.
    SaltUnused,
    /// The rule needs the game's signature, and none, or an empty one, was given.
    SignatureMissing,
    /// A signature was given, and the rule takes none.
    SignatureUnused,
}

impl RuleError {
    /// The error as a fixed sentence.
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::OtherKind(_) => "the rule is played on another kind of chain",
            Self::SaltMissing => "the rule needs a salt",
            Self::SaltUnused => "a salt was given, and the rule takes none",
            Self::SignatureMissing => "the rule needs the game's signature",
            Self::SignatureUnused => "a signature was given, and the rule takes none",
        }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind(error) => error.fmt(f),
            other => f.write_str(other.reason()),
        }
    }
}

impl core::error::Error for RuleError {}
