//! A finished deal, as a value: what every reading reads.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::{Row, Segment, Setting};

/// One number of a deal and what it gave.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The cursor it was read at.
    pub cursor: u64,
    /// The plain number; none under a scheme that rejects by range.
    pub number: Option<f64>,
    /// What was drawn with it; nothing where the number itself is what the game reads.
    pub drawn: Option<Drawn>,
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        let bits = |item: &Self| item.number.map(f64::to_bits);
        self.cursor == other.cursor && bits(self) == bits(other) && self.drawn == other.drawn
    }
}

impl Eq for Item {}

/// An index, and the item that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Out of how many: n, the items left, or the sum of the weights.
    pub n: NonZeroU32,
    /// The index below n: a place in the pool, or a ticket.
    pub index: u32,
    /// The item at it: for independent indices the index itself.
    pub item: u32,
}

/// What one segment gave, as far as it was read.
#[derive(Clone, Debug)]
pub struct Part {
    pub(super) segment: Segment,
    pub(super) items: Vec<Item>,
}

impl Part {
    /// The segment.
    #[must_use]
    pub const fn segment(&self) -> &Segment {
        &self.segment
    }

    /// Its items, in cursor order.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }
}

/// What a game read from a round, as far as it was asked for. Two deals are equal when row, settings and items are.
#[derive(Clone, Debug)]
#[must_use]
pub struct Deal {
    pub(super) row: Row,
    pub(super) settings: Vec<(&'static str, Setting)>,
    pub(super) parts: Vec<Part>,
}

impl PartialEq for Deal {
    fn eq(&self, other: &Self) -> bool {
        let items = |deal: &Self| deal.parts.iter().map(|part| part.items.clone()).collect::<Vec<_>>();
        self.row == other.row && self.settings == other.settings && items(self) == items(other)
    }
}

impl Eq for Deal {}

impl Deal {
    /// The row that was dealt.
    #[must_use]
    pub const fn row(&self) -> &Row {
        &self.row
    }

    /// What each segment gave, in order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The items of the segment with this name; empty if it was not read, or if there is none.
    #[must_use]
    pub fn items(&self, segment: &str) -> Vec<u32> {
        let items = self.part(segment).iter().filter_map(|item| item.drawn);
        items.map(|drawn| drawn.item).collect()
    }

    /// The plain numbers of the segment with this name, whatever was drawn with them.
    #[must_use]
    pub fn numbers(&self, segment: &str) -> Vec<f64> {
        self.part(segment).iter().filter_map(|item| item.number).collect()
    }

    /// The parameter with this name, unless it is a table of weights.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<Setting> {
        let known = self.settings.iter().find(|(known, _)| *known == name);
        known.map(|(_, setting)| *setting)
    }

    fn part(&self, segment: &str) -> &[Item] {
        let part = self.parts.iter().find(|part| part.segment.name() == segment);
        part.map_or(&[], |part| part.items.as_slice())
    }

    /// How many numbers were read of each segment.
    #[must_use]
    pub fn counts(&self) -> Vec<u32> {
        let counts = self.parts.iter().map(|part| u32::try_from(part.items.len()));
        counts.map(|count| count.unwrap_or(u32::MAX)).collect()
    }
}
