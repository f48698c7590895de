//! A published list of links: checked in parts that can be joined, and told apart from a chain that runs forwards.

use super::link::{Kind, Link, OtherKind};

/// How two links stand that were played one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The later one hashes to the earlier one: as it should be. The later could not be foretold.
    Backwards,
    /// The earlier one hashes to the later one: whoever saw the earlier could compute every game after it.
    Forwards,
    /// Neither: they are not neighbours of one chain of this kind.
    Unrelated,
}

impl Direction {
    /// How `later` stands to `earlier`. Links of two kinds are unrelated. Costs a hash, or two if the first does not fit.
    ///
    /// ```
    /// use provably_fair::chain::{Direction, Link};
    /// let (start, next) = (Link::Bytes([1; 32]), Link::Bytes([1; 32]).next());
    /// assert_eq!(Direction::of(&next, &start), Direction::Backwards);
    /// assert_eq!(Direction::of(&start, &next), Direction::Forwards);
    /// assert_eq!(Direction::of(&start, &start), Direction::Unrelated);
    /// ```
    #[must_use]
    pub fn of(earlier: &Link, later: &Link) -> Self {
        if later.next() == *earlier {
            Self::Backwards
        } else if earlier.next() == *later {
            Self::Forwards
        } else {
            Self::Unrelated
        }
    }
}

/// What is known about a stretch of a list in order of play, game by game: enough to join it with the next stretch.
///
/// Build one for each part of a list, on as many threads as there are parts, and [`join`](Self::join) them in order: the
/// answer is that of the whole list. Costs a hash a link, three where a link does not fit. Positions count from 0.
///
/// ```
/// use provably_fair::chain::{Kind, Link, Segment};
/// let third = Link::HexText([3; 32]);
/// let list = [third.next().next(), third.next(), third, Link::HexText([4; 32])];
/// let [left, right] = [&list[..2], &list[2..]].map(|part| Segment::of(Kind::HexText, part.iter().copied()).unwrap());
/// let whole = left.join(right);
/// assert_eq!((whole.len(), whole.first_break()), (4, Some(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    kind: Kind,
    len: u64,
    ends: Option<(Link, Link)>,
    first_break: Option<u64>,
    first_forwards: Option<u64>,
    forwards: u64,
    other_kind: u64,
}

impl Segment {
    /// An empty stretch.
    #[must_use]
    pub const fn new(kind: Kind) -> Self {
        Self {
            kind,
            len: 0,
            ends: None,
            first_break: None,
            first_forwards: None,
            forwards: 0,
            other_kind: 0,
        }
    }

    /// The stretch of these links, in order of play.
    ///
    /// # Errors
    /// The first link of another kind.
    pub fn of(kind: Kind, links: impl IntoIterator<Item = Link>) -> Result<Self, OtherKind> {
        let mut segment = Self::new(kind);
        links.into_iter().try_for_each(|link| segment.push(link))?;
        Ok(segment)
    }

    /// Adds the link of the next game.
    ///
    /// # Errors
    /// A link of another kind; the stretch stays as it was.
    pub fn push(&mut self, link: Link) -> Result<(), OtherKind> {
        OtherKind::unless_same(self.kind, link.kind())?;
        self.meet(&link);
        self.ends = Some((self.ends.map_or(link, |(first, _)| first), link));
        self.len += 1;
        Ok(())
    }

    /// The two stretches as one, `next` following this one. Of two kinds, the seam is a break.
    #[must_use]
    pub fn join(mut self, next: Self) -> Self {
        let Some((next_first, next_last)) = next.ends else {
            return self;
        };
        let Some((first, _)) = self.ends else {
            return next;
        };
        self.meet(&next_first);
        let moved = |at: Option<u64>| at.map(|at| at + self.len);
        self.first_break = self.first_break.or(moved(next.first_break));
        self.first_forwards = self.first_forwards.or(moved(next.first_forwards));
        self.forwards += next.forwards;
        self.other_kind += next.other_kind;
        self.ends = Some((first, next_last));
        self.len += next.len;
        self
    }

    /// Compares the link at position `len` with the one before it.
    fn meet(&mut self, link: &Link) {
        let Some((_, last)) = &self.ends else { return };
        match Direction::of(last, link) {
            Direction::Backwards => return,
            Direction::Forwards => {
                self.first_forwards = self.first_forwards.or(Some(self.len));
                self.forwards += 1;
            }
            Direction::Unrelated => {}
        }
        self.first_break = self.first_break.or(Some(self.len));
        self.other_kind += u64::from(link.as_other_kind().next() == last.as_other_kind());
    }

    /// The kind of its links.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// How many links.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The link played first.
    #[must_use]
    pub fn first(&self) -> Option<Link> {
        self.ends.map(|(first, _)| first)
    }

    /// The link played last.
    #[must_use]
    pub fn last(&self) -> Option<Link> {
        self.ends.map(|(_, last)| last)
    }

    /// The first position whose link does not hash to the one before it. `None`: every link held.
    ///
    /// *What `None` does not show*: that the list belongs to a published chain. [`ListClaim`](super::ListClaim) asks that.
    #[must_use]
    pub const fn first_break(&self) -> Option<u64> {
        self.first_break
    }

    /// The first position whose link is the hash of the one before it: it was known before it was played.
    #[must_use]
    pub const fn first_forwards(&self) -> Option<u64> {
        self.first_forwards
    }

    /// Whether the whole stretch, of two links at least, runs forwards: not a damaged chain but one played the wrong way
    /// round, all of whose games are known from the first.
    #[must_use]
    pub const fn runs_forwards(&self) -> bool {
        self.len > 1 && self.forwards == self.len - 1
    }

    /// Whether every link, of two at least, holds under the [other kind](Kind::other): a hint that the kind was mistaken,
    /// never a success.
    #[must_use]
    pub const fn holds_as_other_kind(&self) -> bool {
        self.len > 1 && self.other_kind == self.len - 1
    }
}

/// [`Segment::of`] for a list at hand: every link but the first must hash to the one before it.
///
/// # Errors
/// The first link of another kind.
///
/// ```
/// use provably_fair::chain::{Kind, Link, check_list};
/// let second = Link::Bytes([2; 32]);
/// let played = check_list(Kind::Bytes, &[second.next(), second]).unwrap();
/// assert_eq!((played.first_break(), played.runs_forwards()), (None, false));
/// let reversed = check_list(Kind::Bytes, &[second, second.next()]).unwrap();
/// assert_eq!((reversed.first_break(), reversed.runs_forwards()), (Some(1), true));
/// ```
pub fn check_list(kind: Kind, links: &[Link]) -> Result<Segment, OtherKind> {
    Segment::of(kind, links.iter().copied())
}
