//! Counts of what held, each with the map that says what to expect.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};

use provably_fair::chain::{self, CrashRule, Points, per_mille_point, word_point};
use provably_fair::crash::{Clamp, Rule};
use provably_fair::dice::Pair;
use provably_fair::index::index;
use provably_fair::layout::{Deal, Shape};
use provably_fair::scheme::{Numbers, Scheme};
use provably_fair::stats::{Odds, StatsError, Tally, TallyError};
use provably_fair::weighted::Weights;
use serde::{Deserialize, Serialize};

use crate::record::Kind;

/// The most tallies of a log, and the most categories of one that is not of dice: games and their sizes come from outside.
const MOST: usize = 256;
const CATEGORIES: u32 = 1_024;

/// Where bins of crash points begin, in hundredths.
pub const BORDERS: [u64; 12] = [101, 110, 125, 150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000, 100_000];

/// How a scheme's numbers fall on an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Width {
    /// Eight bytes times n.
    Bytes8,
    /// Four bytes times n.
    Bytes4,
    /// Words that do not fit are passed over.
    Rejected,
    /// The remainder of a number below this bound, whether n divides the bound or not.
    Remainder(u32),
}

impl Width {
    /// What tells a tally from those of other schemes, whose indices fall otherwise.
    fn named(self) -> String {
        match self {
            Self::Bytes8 => String::new(),
            Self::Bytes4 => ", of 4 bytes".into(),
            Self::Rejected => ", without bias".into(),
            Self::Remainder(below) => format!(", of a remainder below {below}"),
        }
    }

    /// That of a scheme; `None` for a way to read digests whose odds are not known here.
    const fn of(numbers: Numbers) -> Option<Self> {
        match numbers {
            Numbers::First8 => Some(Self::Bytes8),
            Numbers::Words4 => Some(Self::Bytes4),
            Numbers::FirstWordBelow { .. } => Some(Self::Rejected),
            Numbers::FirstHexBelow { below, .. } => Some(Self::Remainder(below)),
            _ => None,
        }
    }
}

/// What to expect of a tally.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    Pairs,
    Index { width: Width, n: NonZeroU32 },
    Weights(Vec<u32>),
    Crash { rule: String },
}

/// A tally and what to expect of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    pub basis: Basis,
    pub tally: Tally,
}

/// Every tally of a log, by what is counted: the first [`MOST`] names in the order of the alphabet.
///
/// A name that had to make room can never come back, since as many smaller ones stay. So what is kept, and how much of it, does
/// not depend on the order of the log or on where its parts begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tallies {
    all: BTreeMap<String, Counted>,
    /// Outcomes that were not counted, because there were too many tallies or categories.
    pub passed_over: u64,
}

impl Tallies {
    /// Two dice of a held record.
    pub fn pair(&mut self, kind: Kind, pair: Pair) {
        let category = 6 * (u32::from(pair.first) - 1) + u32::from(pair.second) - 1;
        self.count(kind.plural(), category, || (Basis::Pairs, Ok(Tally::pairs())));
    }

    /// The items of a held round: every independent one, the first of each draw without replacement, and numbers by
    /// sixteenths.
    pub fn deal(&mut self, scheme: Scheme, deal: &Deal, tables: &[(String, Vec<u32>)]) {
        let Some(width) = Width::of(scheme.numbers()) else {
            return self.pass_over(1);
        };
        let sixteen = NonZeroU32::MIN.saturating_add(15);
        for part in deal.parts() {
            let name = format!("{} {}", deal.row().id(), part.segment().name());
            let drawn = part.items().iter().filter_map(|item| item.drawn);
            match part.segment().shape() {
                Shape::Each { .. } => drawn.for_each(|drawn| self.index(&name, width, drawn.n, drawn.index)),
                Shape::Pick { .. } => drawn.take(1).for_each(|drawn| {
                    self.index(&format!("{name}, first draw"), width, drawn.n, drawn.index);
                }),
                Shape::Weighted { table } => {
                    let weights = tables
                        .iter()
                        .find(|(name, _)| name == table)
                        .map_or(&[][..], |(_, weights)| weights);
                    drawn.for_each(|drawn| self.weighted(&name, width, weights, drawn.item));
                }
                Shape::Number => part.items().iter().filter_map(|item| item.number).for_each(|number| {
                    self.index(&format!("{name}, sixteenths"), width, sixteen, index(number, sixteen));
                }),
            }
        }
    }

    fn index(&mut self, name: &str, width: Width, n: NonZeroU32, index: u32) {
        if n.get() > CATEGORIES {
            self.pass_over(1);
        } else if n.get() > 1 {
            self.count(&format!("{name} of {n}{}", width.named()), index, || {
                (Basis::Index { width, n }, tally("index", n.get()))
            });
        }
    }

    /// The odds of a table are those of numbers of eight bytes, and of no others.
    fn weighted(&mut self, name: &str, width: Width, weights: &[u32], item: u32) {
        let items = u32::try_from(weights.len()).unwrap_or(u32::MAX);
        if items > CATEGORIES || width != Width::Bytes8 {
            self.pass_over(1);
        } else if items > 1 {
            let texts: Vec<String> = weights.iter().map(u32::to_string).collect();
            let name = format!("{name} by {}", texts.join(","));
            self.count(&name, item, || {
                (Basis::Weights(weights.to_vec()), tally("weights", items))
            });
        }
    }

    /// The point of a held game.
    pub fn crash(&mut self, rule: CrashRule, hundredths: u64) {
        let bin = BORDERS.iter().filter(|border| **border <= hundredths).count();
        let made = || {
            (
                Basis::Crash { rule: rule.id().into() },
                Tally::new("crash", BORDERS.len() + 1),
            )
        };
        self.count(rule.id(), u32::try_from(bin).unwrap_or(u32::MAX), made);
    }

    fn count(&mut self, name: &str, category: u32, make: impl FnOnce() -> (Basis, Result<Tally, TallyError>)) {
        if !self.all.contains_key(name) && self.has_room(name) {
            let (basis, tally) = make();
            if let Ok(tally) = tally {
                self.insert(name.to_owned(), Counted { basis, tally });
            }
        }
        let added = self.all.get_mut(name).map(|counted| counted.tally.add(category));
        if !matches!(added, Some(Ok(()))) {
            self.pass_over(1);
        }
    }

    /// Whether a new name is among the first.
    fn has_room(&self, name: &str) -> bool {
        self.all.len() < MOST || self.all.last_key_value().is_some_and(|(last, _)| name < last.as_str())
    }

    fn insert(&mut self, name: String, counted: Counted) {
        self.all.insert(name, counted);
        if self.all.len() > MOST {
            let last = self.all.pop_last();
            self.pass_over(last.map_or(0, |(_, counted)| counted.tally.total()));
        }
    }

    const fn pass_over(&mut self, outcomes: u64) {
        self.passed_over = self.passed_over.saturating_add(outcomes);
    }

    /// Adds those of a later part.
    pub fn merge(&mut self, other: Self) {
        self.pass_over(other.passed_over);
        for (name, counted) in other.all {
            let total = counted.tally.total();
            let known = self.all.get_mut(&name);
            let added = known.map(|known| known.basis == counted.basis && known.tally.merge(&counted.tally).is_ok());
            match added {
                Some(true) => {}
                None if self.has_room(&name) => self.insert(name, counted),
                _ => self.pass_over(total),
            }
        }
    }

    /// Whether a part may have these.
    pub fn check(&self) -> Result<(), &'static str> {
        let fits = |(name, counted): (&String, &Counted)| {
            counted.tally.counts().len() == counted.basis.categories() && !name.chars().any(char::is_control)
        };
        if self.all.len() <= MOST && self.all.iter().all(fits) {
            Ok(())
        } else {
            Err("a tally cannot be")
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Counted)> {
        self.all.iter().map(|(name, counted)| (name.as_str(), counted))
    }
}

fn tally(name: &str, categories: u32) -> Result<Tally, TallyError> {
    Tally::new(name, usize::try_from(categories).unwrap_or(usize::MAX))
}

impl Basis {
    /// How many categories there are.
    fn categories(&self) -> usize {
        match self {
            Self::Pairs => 36,
            Self::Index { n, .. } => usize::try_from(n.get()).unwrap_or(usize::MAX),
            Self::Weights(weights) => weights.len(),
            Self::Crash { .. } => BORDERS.len() + 1,
        }
    }

    /// The exact odds.
    pub fn odds(&self) -> Result<Odds, StatsError> {
        match self {
            Self::Pairs => Ok(Odds::pairs()),
            Self::Index {
                width: Width::Bytes8,
                n,
            } => Odds::index(*n),
            Self::Index {
                width: Width::Bytes4,
                n,
            } => Odds::index32(*n),
            Self::Index {
                width: Width::Rejected,
                n,
            } => {
                let even = (0..n.get()).map(|_| 1).collect::<Vec<u128>>();
                Odds::new(&even)
            }
            Self::Index {
                width: Width::Remainder(below),
                n,
            } => Odds::remainder((*below).into(), *n),
            Self::Weights(weights) => {
                Weights::new(weights).map_or(Err(StatsError::Weights), |table| Odds::table(&table))
            }
            Self::Crash { rule } => chain::by_id(rule).map_or(Err(StatsError::Weights), crash_odds),
        }
    }
}

/// The odds of the bins of crash points under a rule.
fn crash_odds(rule: CrashRule) -> Result<Odds, StatsError> {
    match (rule.points(), rule.bust()) {
        (Points::First52 { rule, clamp }, bust) => {
            first52(rule, clamp, bust.map(|bust| NonZeroU64::from(bust.divisor)))
        }
        (Points::Word { percent }, None) => word_odds(|word| word_point(word, percent)),
        (Points::WordPerMille { per_mille }, None) => word_odds(|word| per_mille_point(word, per_mille)),
        _ => Err(StatsError::Weights),
    }
}

/// The odds of the bins for a point of a word. Points fall as the word grows, so a border is reached by all words below some
/// word.
fn word_odds(point: impl Fn(u32) -> u64) -> Result<Odds, StatsError> {
    let reaching = |border| partition(1 << 32, |word| point(word) >= border);
    let ends: Vec<u128> = BORDERS.iter().map(|border| u128::from(reaching(*border))).collect();
    let starts = std::iter::once(1 << 32).chain(ends.iter().copied());
    let ends = ends.iter().copied().chain([0]);
    Odds::new(&starts.zip(ends).map(|(start, end)| start - end).collect::<Vec<u128>>())
}

fn first52(rule: Rule, clamp: Clamp, one_in: Option<NonZeroU64>) -> Result<Odds, StatsError> {
    Odds::crash(rule, clamp, one_in, &BORDERS)
}

/// How many of the words from 0 on have a property that ends at some word.
fn partition(words: u64, has: impl Fn(u32) -> bool) -> u64 {
    let (mut low, mut high) = (0, words);
    while low < high {
        let middle = u64::midpoint(low, high);
        if u32::try_from(middle).is_ok_and(&has) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
