//! A chain as the public knows it, and links that are known to be games of it.

use core::fmt;
use core::mem::ManuallyDrop;
use core::num::NonZeroU64;

use zeroize::Zeroize;

use super::link::{Kind, Link, OtherKind};
use super::walk::{Progress, Walk};

/// A chain as the public knows it: a published link and its number, 0 for the terminating hash.
///
/// Game n's link hashes n times to the terminating hash, which is itself never a game: everybody knows it before the first
/// bet.
///
/// *What it does not show*: that the hash was published before the bets, or before the salt was known. Compare it with
/// where it was announced.
///
/// ```
/// use provably_fair::chain::{Chain, Kind, Progress};
/// let end = Kind::HexText.link("86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277").unwrap();
/// let chain = Chain::new(end);
/// let link = Kind::HexText.link("9f57575fd54cd441e962448537e155ace9555df10cd27fa817bbcaf48a59ebcf").unwrap();
/// let Progress::Game(game) = chain.check(link, 10).unwrap() else { panic!() };
/// assert_eq!(game.number(), 1);
/// // The terminating hash cannot be played.
/// assert_eq!(chain.check(end, 10), Ok(Progress::Published));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    link: Link,
    number: u64,
}

impl Chain {
    /// The chain with this terminating hash.
    #[must_use]
    pub const fn new(terminating: Link) -> Self {
        Self {
            link: terminating,
            number: 0,
        }
    }

    /// A chain known by a link that has this number: only from a proven game, or from a walk's own notes.
    pub(crate) const fn at(link: Link, number: u64) -> Self {
        Self { link, number }
    }

    /// The chain's kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.link.kind()
    }

    /// The published link.
    #[must_use]
    pub const fn link(&self) -> Link {
        self.link
    }

    /// The published link's number: 0 for the terminating hash.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// A walk from a revealed link towards the published one, to be stepped.
    ///
    /// # Errors
    /// A link of another kind.
    pub fn walk(&self, link: Link) -> Result<Walk, OtherKind> {
        Walk::new(*self, link)
    }

    /// Walks from a revealed link, at most `limit` hashes far.
    ///
    /// [`Progress::Going`] means that the limit was reached first. It says nothing about the link: take a higher limit, or
    /// [`walk`](Self::walk) on.
    ///
    /// # Errors
    /// A link of another kind.
    pub fn check(&self, link: Link, limit: u64) -> Result<Progress, OtherKind> {
        self.walk(link).map(|mut walk| walk.step(limit))
    }
}

/// A public link that is known to be a game of its chain, with its number, at least 1.
///
/// Made by a [`Walk`] that arrived and by [`SecretLink::reveal`], and by nothing else; outcomes are derived from it and not
/// from bare hashes, so the terminating hash cannot be played:
/// ```compile_fail,E0451
/// use provably_fair::chain::{GameLink, Link};
/// let game = GameLink { link: Link::Bytes([0; 32]), number: 0.try_into().unwrap() };
/// ```
/// A walk gives one:
/// ```
/// use provably_fair::chain::{Chain, Link, Progress};
/// let link = Link::Bytes([0; 32]);
/// let Ok(Progress::Game(game)) = Chain::new(link.next().next()).check(link, 10) else { panic!() };
/// assert_eq!((game.number(), game.link()), (2, link));
/// assert_eq!(game.previous().map(|game| game.number()), Some(1));
/// assert_eq!(game.previous().and_then(|game| game.previous()), None); // never game 0
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameLink {
    link: Link,
    number: NonZeroU64,
}

impl GameLink {
    pub(crate) const fn new(link: Link, number: NonZeroU64) -> Self {
        Self { link, number }
    }

    /// The game's number, from 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number.get()
    }

    /// The link.
    #[must_use]
    pub const fn link(&self) -> Link {
        self.link
    }

    /// The game played before: one hash further. `None` for game 1.
    #[must_use]
    pub fn previous(&self) -> Option<Self> {
        let number = NonZeroU64::new(self.number.get() - 1)?;
        Some(Self::new(self.link.next(), number))
    }

    /// The chain as known by this game: later links are walked to it instead of all the way.
    ///
    /// ```
    /// use provably_fair::chain::{Chain, Link, Progress};
    /// let link = Link::Bytes([0; 32]);
    /// let Ok(Progress::Game(first)) = Chain::new(link.next().next()).check(link.next(), 1) else { panic!() };
    /// let Ok(Progress::Game(second)) = first.chain().check(link, 1) else { panic!() };
    /// assert_eq!((first.number(), second.number()), (1, 2));
    /// ```
    #[must_use]
    pub const fn chain(&self) -> Chain {
        Chain::at(self.link, self.number.get())
    }
}

/// The link of a game that is not over: secret, redacted, not `Clone`, wiped on drop.
///
/// Whoever sees it knows the outcome. [`reveal`](Self::reveal) is the only way to the public.
///
/// ```
/// use provably_fair::ServerSeed;
/// use provably_fair::chain::{Kind, ServedChain};
/// let mut served = ServedChain::make(Kind::Bytes, 2, &ServerSeed::from_bytes(&[7; 32])).unwrap();
/// let live = served.next_game().unwrap();
/// assert_eq!(format!("{live:?}"), "SecretLink { number: 1, .. }");
/// assert_eq!(live.reveal().link().next(), served.chain().link());
/// ```
pub struct SecretLink {
    link: Link,
    number: NonZeroU64,
}

impl SecretLink {
    pub(crate) const fn new(link: Link, number: NonZeroU64) -> Self {
        Self { link, number }
    }

    /// The game's number, from 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number.get()
    }

    /// Makes the link public, when the game is over.
    #[inline]
    #[must_use]
    pub fn reveal(self) -> GameLink {
        // What is public needs no wiping, which is most of what handing out a link costs.
        let public = ManuallyDrop::new(self);
        GameLink::new(public.link, public.number)
    }
}

impl Drop for SecretLink {
    fn drop(&mut self) {
        let Self { link, number: _ } = self;
        link.zeroize();
    }
}

impl fmt::Debug for SecretLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretLink")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// Either kind of a game's link, borrowed: what a rule takes, so that operator and verifier call one function.
#[derive(Clone, Copy)]
pub struct LinkRef<'l> {
    pub(super) link: &'l Link,
    pub(super) number: u64,
}

impl fmt::Debug for LinkRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkRef").finish_non_exhaustive()
    }
}

impl<'l> From<&'l GameLink> for LinkRef<'l> {
    fn from(game: &'l GameLink) -> Self {
        Self {
            link: &game.link,
            number: game.number(),
        }
    }
}

impl<'l> From<&'l SecretLink> for LinkRef<'l> {
    fn from(game: &'l SecretLink) -> Self {
        Self {
            link: &game.link,
            number: game.number(),
        }
    }
}
