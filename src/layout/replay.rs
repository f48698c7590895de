//! A round as it was played, and what lay at the cursors that were never read.

use alloc::vec::Vec;
use core::fmt;

use super::{Count, Deal, DealError, Game, Item, Part};
use crate::stream::Round;

/// The whole list of a round, and how far each segment was read.
///
/// ```
/// use provably_fair::{CURSOR_V1, Revealed, games};
/// let seed = Revealed::from_text("server");
/// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
/// let game = games::VIDEO_POKER.with(&[]).unwrap();
/// let replay = game.replay(&round, &[5, 2], 0).unwrap();
/// assert_eq!(replay.to_string(), "\
/// deal: cursors 0 to 4 were read: K\u{2663} 3\u{2666} 6\u{2666} 4\u{2666} A\u{2663}
/// replacements: cursors 5 to 6 were read: 10\u{2665} 2\u{2666}; 7 to 9 were never read, here is what lay there: Q\u{2660} 9\u{2663} 5\u{2665}
/// ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Replay {
    whole: Deal,
    read: Vec<u32>,
}

impl Game {
    /// Deals as far as the round was played (`counts`, as for [`deal`](Self::deal)) and, beside it, what was not read: the rest
    /// of every segment, and of an open one `beyond` numbers more.
    ///
    /// What lay at an unread cursor is what the next reader there would have drawn, the draws before it standing as they do.
    ///
    /// # Errors
    /// As [`deal`](Self::deal). A cursor beyond an open segment's maximum is not asked for.
    pub fn replay(&self, round: &Round<'_>, counts: &[u32], beyond: u32) -> Result<Replay, DealError> {
        self.allows(counts)?;
        let whole = self
            .segments
            .iter()
            .zip(counts)
            .map(|(ready, &count)| match ready.segment.count() {
                Count::Open { .. } => count.saturating_add(beyond).min(ready.capacity),
                Count::Fixed(_) | Count::Named { .. } => ready.capacity,
            });
        let whole: Vec<u32> = whole.collect();
        Ok(Replay {
            whole: self.deal(round, &whole)?,
            read: counts.to_vec(),
        })
    }
}

impl Replay {
    /// Read and unread together.
    pub const fn whole(&self) -> &Deal {
        &self.whole
    }

    /// Each segment's items: those that were read, and those that were not.
    pub fn parts(&self) -> impl Iterator<Item = (&Part, &[Item], &[Item])> {
        self.whole.parts().iter().zip(&self.read).map(|(part, read)| {
            let at = usize::try_from(*read).unwrap_or(usize::MAX).min(part.items().len());
            let (read, unread) = part.items().split_at(at);
            (part, read, unread)
        })
    }

    /// The cursors that were read, ascending.
    #[must_use]
    pub fn read_cursors(&self) -> Vec<u64> {
        self.parts()
            .flat_map(|(_, read, _)| read.iter().map(|item| item.cursor))
            .collect()
    }

    /// The cursors that were not read, ascending.
    #[must_use]
    pub fn unread_cursors(&self) -> Vec<u64> {
        self.parts()
            .flat_map(|(_, _, unread)| unread.iter().map(|item| item.cursor))
            .collect()
    }

    fn list(&self, f: &mut fmt::Formatter<'_>, part: &Part, items: &[Item], verb: &str) -> fmt::Result {
        if let (Some(first), Some(last)) = (items.first(), items.last()) {
            write!(f, "{} to {} {verb}:", first.cursor, last.cursor)?;
        }
        for item in items {
            match self.whole.shown(part, item) {
                Some(shown) => write!(f, " {}", part.segment().text(shown))?,
                None => f.write_str(" -")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (part, read, unread) in self.parts() {
            if read.is_empty() && unread.is_empty() {
                continue;
            }
            write!(f, "{}: cursors ", part.segment().name())?;
            self.list(f, part, read, "were read")?;
            if !read.is_empty() && !unread.is_empty() {
                f.write_str("; ")?;
            }
            self.list(f, part, unread, "were never read, here is what lay there")?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}
