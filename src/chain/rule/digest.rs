//! A game's digest, from a source that does not give the outcome away.

use super::public::link_material;
use super::{Public, RuleError};
use crate::chain::game::LinkRef;
use crate::chain::link::{Kind, OtherKind};
use crate::mac::{Digest, Hash, HmacKey};
use crate::seed::Encoding;

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
    /// The same signature read as UTF-8, and constant text after it. What is no UTF-8 becomes U+FFFD, one for each maximal part
    /// of a character, as [`String::from_utf8_lossy`](alloc::string::String::from_utf8_lossy) and Node's `Buffer.toString` do.
    ///
    /// It is what a program does that treats bytes as text by accident. Many signatures share a text, so some of what they bring
    /// is lost; a verifier has to lose the same.
    SignatureText(&'static str),
    /// Constant text.
    Text(&'static str),
}

impl Material {
    const fn is_link(self) -> bool {
        matches!(self, Self::LinkText | Self::LinkBytes)
    }

    const fn is_signature(self) -> bool {
        matches!(self, Self::Signature | Self::SignatureText(_))
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
        let uses = |is: fn(Material) -> bool| match self.source {
            Source::Hmac { key, message, .. } => is(key) || is(message),
            Source::Link | Source::Hash { .. } => false,
        };
        if public.salt.is_some() && !uses(|material| material == Material::Salt) {
            return Err(RuleError::SaltUnused);
        }
        if public.signature.is_some() && !uses(Material::is_signature) {
            return Err(RuleError::SignatureUnused);
        }
        Ok(())
    }
}
