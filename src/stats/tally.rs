//! How often each category was counted: a named list of counts that merges.
//!
//! Merging is adding, so it is associative and commutative: parts of a log counted on different machines add up to the
//! tally of the whole log, in any order. The text form is canonical: one text a tally, and nothing else is read back.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::{error, fmt};

use crate::dice::Pair;

mod text;

/// Counts of 2..=65,536 categories under a name, with a sum that fits u64.
///
/// The names `pairs` (36 ordered pairs, category 6 (first - 1) + second - 1), `faces` (6, category face - 1) and `doubles`
/// (2: not a double, a double) are fixed; any other name is the caller's. What counts do not show: [`super::NOT_SHOWN`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    name: String,
    counts: Vec<u64>,
    total: u64,
}

/// The names whose number of categories is fixed.
const FIXED: [(&str, usize); 3] = [("doubles", 2), ("faces", 6), ("pairs", 36)];

/// Why a tally, a category, a merge or a text is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TallyError {
    /// `name`: not 1..=64 of `a-z 0-9 _ -`.
    Name,
    /// `categories`: not 2..=65,536, or not the number that the fixed name has.
    Categories {
        /// How many were given.
        count: usize,
    },
    /// `category`: not below the number of categories, or not a face of a die.
    Category {
        /// The category or face given.
        given: u32,
    },
    /// Two tallies of different things do not merge.
    Different {
        /// Name and number of categories of the one.
        left: String,
        /// Name and number of categories of the other.
        right: String,
    },
    /// The sum of the counts passes 2^64 - 1.
    Overflow,
    /// The text is not `tally/1 name count,count,...` with plain decimal numbers.
    Text {
        /// The part that is wrong: `version`, `name` or `counts`.
        field: &'static str,
        /// For `counts` the 0-based category, otherwise 0.
        at: usize,
    },
}

impl fmt::Display for TallyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("name: 1 to 64 of a-z 0-9 _ - allowed"),
            Self::Categories { count } => write!(f, "categories: {count} is not what this name allows"),
            Self::Category { given } => write!(f, "category: there is no {given}"),
            Self::Different { left, right } => write!(f, "merge: {left} and {right} are different things"),
            Self::Overflow => f.write_str("counts: the sum passes 18446744073709551615"),
            Self::Text { field, at } => write!(f, "{field}: not the text of a tally (at {at})"),
        }
    }
}

impl error::Error for TallyError {}

impl Tally {
    /// The most categories: 65,536.
    pub const LIMIT: usize = 65_536;

    /// An empty tally of the 36 ordered pairs.
    #[must_use]
    pub fn pairs() -> Self {
        Self::empty("pairs", 36)
    }

    /// An empty tally of the six faces.
    #[must_use]
    pub fn faces() -> Self {
        Self::empty("faces", 6)
    }

    /// An empty tally of n categories under a name.
    ///
    /// # Errors
    /// The name's alphabet or length; categories not 2..=65,536; a fixed name with another number.
    ///
    /// ```
    /// use provably_fair::stats::{Tally, TallyError};
    /// let mut pockets = Tally::new("roulette", 37)?;
    /// pockets.add(36)?;
    /// assert_eq!(pockets.total(), 1);
    /// assert_eq!(pockets.add(37), Err(TallyError::Category { given: 37 }));
    /// assert_eq!(Tally::new("faces", 7), Err(TallyError::Categories { count: 7 }));
    /// # Ok::<(), TallyError>(())
    /// ```
    pub fn new(name: &str, categories: usize) -> Result<Self, TallyError> {
        check(name, categories)?;
        Ok(Self::empty(name, categories))
    }

    /// The tally of counts that were made elsewhere, in category order.
    ///
    /// # Errors
    /// As [`Tally::new`]; a sum above 2^64 - 1.
    ///
    /// ```
    /// use provably_fair::stats::{Tally, TallyError};
    /// assert_eq!(Tally::of("coin", &[3, 4])?.total(), 7);
    /// assert_eq!(Tally::of("coin", &[u64::MAX, 1]), Err(TallyError::Overflow));
    /// # Ok::<(), TallyError>(())
    /// ```
    pub fn of(name: &str, counts: &[u64]) -> Result<Self, TallyError> {
        check(name, counts.len())?;
        let total = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        Ok(Self {
            name: name.to_string(),
            counts: counts.to_vec(),
            total: total.ok_or(TallyError::Overflow)?,
        })
    }

    /// Doubles among rolls: how many rolls were none, and how many were one.
    ///
    /// # Errors
    /// `doubles` above `rolls`, reported as category 1.
    ///
    /// ```
    /// use provably_fair::stats::{Tally, TallyError};
    /// assert_eq!(Tally::doubles(73_179, 438_679)?.counts(), [365_500, 73_179]);
    /// # Ok::<(), TallyError>(())
    /// ```
    pub fn doubles(doubles: u64, rolls: u64) -> Result<Self, TallyError> {
        let others = rolls.checked_sub(doubles).ok_or(TallyError::Category { given: 1 })?;
        Self::of("doubles", &[others, doubles])
    }

    fn empty(name: &str, categories: usize) -> Self {
        Self {
            name: name.to_string(),
            counts: alloc::vec![0; categories],
            total: 0,
        }
    }

    /// Counts one more of a 0-based category.
    ///
    /// # Errors
    /// No such category; a sum above 2^64 - 1. The tally is then unchanged.
    pub fn add(&mut self, category: u32) -> Result<(), TallyError> {
        let total = self.total.checked_add(1).ok_or(TallyError::Overflow)?;
        let cell = usize::try_from(category).ok().and_then(|at| self.counts.get_mut(at));
        *cell.ok_or(TallyError::Category { given: category })? += 1;
        self.total = total;
        Ok(())
    }

    /// Counts an ordered pair in a tally of pairs.
    ///
    /// # Errors
    /// As [`Tally::add`]; a face outside 1..=6; a tally that is not of pairs.
    ///
    /// ```
    /// use provably_fair::{dice::Pair, stats::{Tally, TallyError}};
    /// let mut rolls = Tally::pairs();
    /// rolls.add_pair(Pair { first: 6, second: 1 })?;
    /// assert_eq!(rolls.counts()[30], 1);
    /// assert_eq!(rolls.add_pair(Pair { first: 1, second: 7 }), Err(TallyError::Category { given: 7 }));
    /// # Ok::<(), TallyError>(())
    /// ```
    pub fn add_pair(&mut self, pair: Pair) -> Result<(), TallyError> {
        self.expect("pairs")?;
        self.add(6 * below_six(pair.first)? + below_six(pair.second)?)
    }

    /// Counts a face, 1..=6, in a tally of faces.
    ///
    /// # Errors
    /// As [`Tally::add`]; a face outside 1..=6; a tally that is not of faces.
    pub fn add_face(&mut self, face: u8) -> Result<(), TallyError> {
        self.expect("faces")?;
        self.add(below_six(face)?)
    }

    /// Adds the other's counts to this one's.
    ///
    /// # Errors
    /// Another name or number of categories; a sum above 2^64 - 1. The tally is then unchanged.
    ///
    /// ```
    /// use provably_fair::stats::{Tally, TallyError};
    /// let mut all = Tally::of("coin", &[3, 4])?;
    /// all.merge(&Tally::of("coin", &[10, 20])?)?;
    /// assert_eq!(all.counts(), [13, 24]);
    /// # Ok::<(), TallyError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) -> Result<(), TallyError> {
        if (&self.name, self.counts.len()) != (&other.name, other.counts.len()) {
            return Err(self.different(&other.name, other.counts.len()));
        }
        // No cell can overflow when the sum of all does not.
        self.total = self.total.checked_add(other.total).ok_or(TallyError::Overflow)?;
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        Ok(())
    }

    /// What is counted.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The counts, in category order.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The sum of the counts.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The faces of a tally of pairs, both dice taken together.
    ///
    /// # Errors
    /// A tally that is not of pairs; a sum above 2^64 - 1.
    ///
    /// ```
    /// use provably_fair::{dice::Pair, stats::{Tally, TallyError}};
    /// let mut rolls = Tally::pairs();
    /// rolls.add_pair(Pair { first: 6, second: 1 })?;
    /// assert_eq!(rolls.to_faces()?.counts(), [1, 0, 0, 0, 0, 1]);
    /// # Ok::<(), TallyError>(())
    /// ```
    pub fn to_faces(&self) -> Result<Self, TallyError> {
        self.expect("pairs")?;
        self.total.checked_mul(2).ok_or(TallyError::Overflow)?;
        let mut faces = [0_u64; 6];
        for (row, first) in self.counts.chunks(6).zip(0..6) {
            for (&count, second) in row.iter().zip(0..6) {
                for (face, at) in faces.iter_mut().zip(0..6) {
                    *face += count * (u64::from(at == first) + u64::from(at == second));
                }
            }
        }
        Self::of("faces", &faces)
    }

    /// The doubles of a tally of pairs.
    ///
    /// # Errors
    /// A tally that is not of pairs.
    pub fn to_doubles(&self) -> Result<Self, TallyError> {
        self.expect("pairs")?;
        // The diagonal of the 6 by 6 square.
        let doubles = self.counts.iter().step_by(7).sum();
        Self::doubles(doubles, self.total)
    }

    fn expect(&self, name: &str) -> Result<(), TallyError> {
        if self.name == name {
            return Ok(());
        }
        let categories = FIXED.iter().find(|fixed| fixed.0 == name).map_or(0, |fixed| fixed.1);
        Err(self.different(name, categories))
    }

    fn different(&self, name: &str, categories: usize) -> TallyError {
        TallyError::Different {
            left: alloc::format!("{} of {}", self.name, self.counts.len()),
            right: alloc::format!("{name} of {categories}"),
        }
    }
}

fn below_six(face: u8) -> Result<u32, TallyError> {
    match face {
        1..=6 => Ok(u32::from(face) - 1),
        _ => Err(TallyError::Category { given: u32::from(face) }),
    }
}

fn check(name: &str, categories: usize) -> Result<(), TallyError> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-';
    if !(1..=64).contains(&name.len()) || !name.bytes().all(plain) {
        return Err(TallyError::Name);
    }
    let fixed = FIXED.iter().find(|fixed| fixed.0 == name).map(|fixed| fixed.1);
    if !(2..=Tally::LIMIT).contains(&categories) || fixed.is_some_and(|fixed| fixed != categories) {
        return Err(TallyError::Categories { count: categories });
    }
    Ok(())
}
