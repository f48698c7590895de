//! What an item is shown as: a column of the row, never another walk over the stream.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::{Deal, Item, Part, Segment};

/// How an item of a segment is shown.
#[derive(Clone, Copy, Debug)]
pub enum Shows {
    /// The item, or the plain number, as it is.
    Plain,
    /// The item + 1: a die's face.
    OneBased,
    /// The item is hundredths: 2807 is 28.07.
    Hundredths,
    /// The item's name.
    Names(&'static [&'static str]),
    /// What the plain number stands for, in hundredths, given the deal's settings.
    Point(fn(f64, &Deal) -> Option<u64>),
    /// The name of the item that the plain number stands for.
    NumberNames(&'static [&'static str], fn(f64) -> u32),
}

/// A value as it is shown and stated: compared exactly.
#[derive(Clone, Copy, Debug)]
pub enum Shown {
    /// An item, a face, or hundredths.
    Value(u64),
    /// A plain number, compared by its bits.
    Number(f64),
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Value(a), Self::Value(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        }
    }
}

impl Eq for Shown {}

impl From<u64> for Shown {
    fn from(value: u64) -> Self {
        Self::Value(value)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl Segment {
    /// The text of a shown value: its name, `28.07` for hundredths, or digits.
    ///
    /// ```
    /// use provably_fair::games;
    /// use provably_fair::layout::Shown;
    /// assert_eq!(games::VIDEO_POKER.segments()[0].text(Shown::Value(51)), "A\u{2660}");
    /// assert_eq!(games::LIMBO.segments()[0].text(Shown::Value(100)), "1.00");
    /// ```
    #[must_use]
    pub fn text(&self, shown: Shown) -> String {
        let name_of = |names: &[&str], value| {
            usize::try_from(value)
                .ok()
                .and_then(|i| names.get(i).copied().map(Into::into))
        };
        match (self.shows, shown) {
            (Shows::Names(names) | Shows::NumberNames(names, _), Shown::Value(value)) => {
                name_of(names, value).unwrap_or_else(|| value.to_string())
            }
            (Shows::Hundredths | Shows::Point(_), Shown::Value(value)) => format!("{}.{:02}", value / 100, value % 100),
            _ => shown.to_string(),
        }
    }

    /// Reads what [`text`](Self::text) writes; a name's number is read as well, a card's suit as a letter, and hundredths with
    /// one decimal or none.
    ///
    /// `None` for anything else. Nothing is trimmed, rounded or guessed.
    ///
    /// ```
    /// use provably_fair::games;
    /// use provably_fair::layout::Shown;
    /// let cards = games::VIDEO_POKER.segments()[0];
    /// assert_eq!([cards.parse("A\u{2660}"), cards.parse("As"), cards.parse("51")], [Some(Shown::Value(51)); 3]);
    /// let point = games::LIMBO.segments()[0];
    /// assert_eq!([point.parse("1.3"), point.parse("1.30")], [Some(Shown::Value(130)); 2]);
    /// assert_eq!([point.parse("1.305"), point.parse("+1"), point.parse("")], [None; 3]);
    /// ```
    #[must_use]
    pub fn parse(&self, text: &str) -> Option<Shown> {
        match self.shows {
            Shows::Names(names) | Shows::NumberNames(names, _) => {
                let find = |wanted: &dyn Fn(&str) -> bool| names.iter().zip(0..).find(|(name, _)| wanted(name));
                let found = find(&|name| name == text).or_else(|| find(&|name| is_typed(name, text)));
                found.map(|(_, i)| i).or_else(|| digits(text)).map(Shown::Value)
            }
            Shows::Hundredths | Shows::Point(_) => hundredths(text).map(Shown::Value),
            Shows::Plain if matches!(self.shape, super::Shape::Number) => {
                let number = text.parse().ok().filter(|number: &f64| number.is_finite());
                number.map(Shown::Number)
            }
            Shows::Plain | Shows::OneBased => digits(text).map(Shown::Value),
        }
    }
}

/// How suits are typed, and how the names of cards end.
const SUITS: [(char, [&str; 2]); 4] = [
    ('c', ["\u{2663}", "-club"]),
    ('d', ["\u{2666}", "-diamond"]),
    ('h', ["\u{2665}", "-heart"]),
    ('s', ["\u{2660}", "-spade"]),
];

/// Whether `text` is this card's name as it is typed: `Kc`, `10h`.
fn is_typed(name: &str, text: &str) -> bool {
    let mut suits = SUITS
        .iter()
        .filter_map(|(suit, ends)| Some((text.strip_suffix(*suit)?, ends)));
    suits.any(|(rank, ends)| !rank.is_empty() && ends.iter().any(|end| name.strip_suffix(end) == Some(rank)))
}

/// Plain digits without a sign.
fn digits(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn hundredths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let scale = match part.len() {
        1 => 10,
        2 => 1,
        _ => return None,
    };
    digits(whole)?.checked_mul(100)?.checked_add(digits(part)? * scale)
}

impl Deal {
    /// An item as its segment shows it; `None` where the column's reading has none (a plain number under a scheme without).
    #[must_use]
    pub fn shown(&self, part: &Part, item: &Item) -> Option<Shown> {
        let drawn = item.drawn.map(|drawn| drawn.item);
        match part.segment().shows {
            Shows::Point(read) => read(item.number?, self).map(Shown::Value),
            Shows::NumberNames(_, read) => Some(Shown::Value(u64::from(read(item.number?)))),
            Shows::OneBased => drawn.map(|item| Shown::Value(u64::from(item) + 1)),
            Shows::Plain | Shows::Hundredths | Shows::Names(_) => match drawn {
                Some(item) => Some(Shown::Value(item.into())),
                None => item.number.map(Shown::Number),
            },
        }
    }

    /// Every item as it is shown, in cursor order.
    ///
    /// ```
    /// use provably_fair::{CURSOR_V1, Revealed, games};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// let faces: Vec<String> = games::SIC_BO.deal(&round, &[3]).unwrap().all_shown().map(|face| face.to_string()).collect();
    /// assert_eq!(faces, ["2", "2", "3"]);
    /// ```
    pub fn all_shown(&self) -> impl Iterator<Item = Shown> + '_ {
        let parts = self.parts().iter();
        parts.flat_map(|part| part.items().iter().filter_map(|item| self.shown(part, item)))
    }

    /// Every item's text, in cursor order.
    pub fn all_texts(&self) -> impl Iterator<Item = String> + '_ {
        let parts = self.parts().iter();
        parts.flat_map(|part| {
            let shown = part.items().iter().filter_map(|item| self.shown(part, item));
            shown.map(|shown| part.segment().text(shown))
        })
    }
}
