//! A row with its parameters: checked once, dealt often.

use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

use super::value::Value;
use super::{Count, Kind, LIMIT, Param, Row, Segment, Shape, Size, Supply};
use crate::limbo::Ratio;
use crate::pool::Order;
use crate::weighted::{Weights, WeightsError};

/// A checked parameter that a reading of the finished deal can ask for. Tables of weights are spent, not read, so none is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A size.
    Size(u32),
    /// A fraction above 0.
    Ratio(Ratio),
    /// Hundredths, at least 100.
    Hundredths(u64),
}

/// Why a row cannot be played with these parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamError {
    /// The row needs this parameter.
    Missing {
        /// The parameter.
        name: &'static str,
    },
    /// The row has no such parameter.
    Unknown {
        /// Its position in what was given, from 0.
        at: usize,
    },
    /// This parameter was given twice.
    Repeated {
        /// The parameter.
        name: &'static str,
    },
    /// A value of another kind.
    WrongKind {
        /// The parameter.
        name: &'static str,
    },
    /// A size outside its range.
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: u32,
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// No table to draw from: empty, all zero, too many items, or too large a sum.
    Weights {
        /// The parameter.
        name: &'static str,
        /// What is wrong with it.
        error: WeightsError,
    },
    /// A fraction of 0, or over 0.
    Ratio {
        /// The parameter.
        name: &'static str,
    },
    /// A multiplier below 100 hundredths.
    Below100 {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: u64,
    },
    /// More draws than the pool has items.
    TooMany {
        /// The parameter that says how many are drawn, or how large the pool is.
        name: &'static str,
        /// How many are drawn.
        draws: u32,
        /// How many items there are.
        size: u32,
    },
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { name } => write!(f, "parameter {name}: missing"),
            Self::Unknown { at } => write!(f, "parameter at position {at}: the row has none of this name"),
            Self::Repeated { name } => write!(f, "parameter {name}: given twice"),
            Self::WrongKind { name } => write!(f, "parameter {name}: a value of another kind"),
            Self::OutOfRange { name, value, min, max } => {
                write!(f, "parameter {name}: {value} is not within {min}..={max}")
            }
            Self::Weights { name, error } => write!(f, "parameter {name}: {error}"),
            Self::Ratio { name } => write!(f, "parameter {name}: not a fraction above 0"),
            Self::Below100 { name, value } => write!(f, "parameter {name}: {value} hundredths, at least 100 needed"),
            Self::TooMany { name, draws, size } => write!(f, "parameter {name}: {draws} draws from {size} items"),
        }
    }
}

impl core::error::Error for ParamError {}

/// A row whose parameters are known and allowed. Two games are equal when rows and parameters are.
///
/// ```
/// use provably_fair::games;
/// use provably_fair::layout::{ParamError, Value};
/// let game = games::MINES.with(&[("cells", Value::Size(25)), ("mines", Value::Size(3))]).unwrap();
/// assert_eq!(game.capacity(), [3]);
/// let refused = games::MINES.with(&[("cells", Value::Size(2)), ("mines", Value::Size(3))]);
/// assert_eq!(refused.unwrap_err(), ParamError::TooMany { name: "mines", draws: 3, size: 2 });
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) row: Row,
    params: Vec<(&'static str, Value<'static>)>,
    pub(super) settings: Vec<(&'static str, Setting)>,
    pub(super) segments: Vec<Ready>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.row == other.row && self.params == other.params
    }
}

impl Eq for Game {}

/// A segment with its sizes filled in.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    pub(super) segment: Segment,
    /// The most it reads.
    pub(super) capacity: u32,
    pub(super) spend: Spend,
}

/// A shape with its sizes filled in.
#[derive(Clone, Debug)]
pub(super) enum Spend {
    Number,
    Each(NonZeroU32),
    Weighted(Weights, NonZeroU32),
    Pick(Source),
    Same,
}

/// A pool, and when and where the next one begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) first: u32,
    pub(super) size: u32,
    pub(super) order: Order,
    pub(super) every: NonZeroU32,
    pub(super) further: u32,
}

impl Row {
    /// The row with these parameters, in any order.
    ///
    /// # Errors
    /// See [`ParamError`]: each names its parameter.
    ///
    /// ```
    /// use provably_fair::games;
    /// use provably_fair::layout::{ParamError, Value};
    /// use provably_fair::weighted::WeightsError;
    /// assert_eq!(games::PAGODA.with(&[]).unwrap_err(), ParamError::Missing { name: "tiles" });
    /// let error = games::FUKUBUKURO.with(&[("weights", Value::weights(&[0, 0]))]).unwrap_err();
    /// assert_eq!(error, ParamError::Weights { name: "weights", error: WeightsError::ZeroSum });
    /// ```
    pub fn with(&self, given: &[(&str, Value<'_>)]) -> Result<Game, ParamError> {
        for (at, (name, _)) in given.iter().enumerate() {
            let known = self.params().iter().find(|param| param.name == *name);
            let known = known.ok_or(ParamError::Unknown { at })?;
            if given.iter().take(at).any(|(before, _)| before == name) {
                return Err(ParamError::Repeated { name: known.name });
            }
        }
        let mut values = Values::default();
        let mut params = Vec::with_capacity(self.params().len());
        for param in self.params() {
            let value = given.iter().find(|(name, _)| *name == param.name);
            let (_, value) = value.ok_or(ParamError::Missing { name: param.name })?;
            values.add(*param, value)?;
            params.push((param.name, value.clone().into_owned()));
        }
        let mut segments = Vec::with_capacity(self.segments().len());
        let mut pool = None;
        for segment in self.segments() {
            segments.push(values.ready(segment, &mut pool)?);
        }
        Ok(Game {
            row: *self,
            params,
            settings: values.settings,
            segments,
        })
    }
}

#[derive(Default)]
struct Values {
    settings: Vec<(&'static str, Setting)>,
    tables: Vec<(&'static str, Weights)>,
}

impl Values {
    fn add(&mut self, Param { name, kind }: Param, value: &Value<'_>) -> Result<(), ParamError> {
        let setting = match (kind, value) {
            (Kind::Size { min, max }, &Value::Size(value)) if (min..=max).contains(&value) => Setting::Size(value),
            (Kind::Size { min, max }, &Value::Size(value)) => {
                return Err(ParamError::OutOfRange { name, value, min, max });
            }
            (Kind::Ratio, Value::Ratio(ratio)) if ratio.num > 0 && ratio.den > 0 => Setting::Ratio(*ratio),
            (Kind::Ratio, Value::Ratio(_)) => return Err(ParamError::Ratio { name }),
            (Kind::Hundredths, &Value::Hundredths(value)) if value >= 100 => Setting::Hundredths(value),
            (Kind::Hundredths, &Value::Hundredths(value)) => return Err(ParamError::Below100 { name, value }),
            (Kind::Weights, Value::Weights(weights)) => {
                let table = Weights::new(weights).map_err(|error| ParamError::Weights { name, error })?;
                self.tables.push((name, table));
                return Ok(());
            }
            _ => return Err(ParamError::WrongKind { name }),
        };
        self.settings.push((name, setting));
        Ok(())
    }

    fn capacity(&self, count: Count) -> Result<u32, ParamError> {
        Ok(match count {
            Count::Fixed(count) => count,
            Count::Open { max } => max,
            Count::Named { name, times, less } => {
                let product = times.saturating_mul(size_of(Size::Named(name), &self.settings)?);
                product.saturating_sub(less).min(LIMIT) // neither happens in a row that compiled
            }
        })
    }

    /// `left` is what the pool in hand still has, and which parameter its size came from.
    fn ready(&self, segment: &Segment, left: &mut Option<(u32, Size)>) -> Result<Ready, ParamError> {
        let capacity = self.capacity(segment.count)?;
        let spend = match segment.shape {
            Shape::Number => Spend::Number,
            Shape::Each { n } => Spend::Each(nonzero(n, &self.settings)?),
            Shape::Weighted { table: name } => {
                let table = self.tables.iter().find(|(known, _)| *known == name);
                let (_, table) = table.ok_or(ParamError::Missing { name })?;
                let sum = NonZeroU32::new(table.sum()).unwrap_or(NonZeroU32::MIN); // never 0
                Spend::Weighted(table.clone(), sum)
            }
            Shape::Pick { from } => self.pick(from, left)?,
        };
        let draws = match spend {
            Spend::Pick(source) => Some(capacity.min(source.every.get())),
            Spend::Same => Some(capacity),
            _ => None,
        };
        if let (Some(draws), Some((size, origin))) = (draws, *left) {
            let rest = size.checked_sub(draws).ok_or(ParamError::TooMany {
                name: blamed(segment, origin),
                draws,
                size,
            })?;
            *left = Some((rest, origin));
        }
        Ok(Ready {
            segment: *segment,
            capacity,
            spend,
        })
    }

    fn pick(&self, from: Supply, left: &mut Option<(u32, Size)>) -> Result<Spend, ParamError> {
        let Some(source) = Source::of(from, &self.settings)? else {
            return Ok(Spend::Same);
        };
        if let Supply::Fresh { size, .. } | Supply::Renewed { size, .. } = from {
            *left = Some((source.size, size));
        }
        Ok(Spend::Pick(source))
    }
}

impl Source {
    /// The pools of a supply; none where the one in hand goes on.
    pub(super) fn of(from: Supply, settings: &[(&'static str, Setting)]) -> Result<Option<Self>, ParamError> {
        let (first, size, order, every, further) = match from {
            Supply::Same => return Ok(None),
            // No segment reads so many that a second pool would begin.
            Supply::Fresh { first, size, order } => (first, size, order, NonZeroU32::MAX, 0),
            Supply::Renewed {
                first,
                size,
                order,
                every,
                further,
            } => (first, size, order, nonzero(every, settings)?, further),
        };
        Ok(Some(Self {
            first,
            size: size_of(size, settings)?,
            order,
            every,
            further,
        }))
    }
}

fn size_of(size: Size, settings: &[(&'static str, Setting)]) -> Result<u32, ParamError> {
    match size {
        Size::Fixed(size) => Ok(size),
        Size::Named(name) => match settings.iter().find(|(known, _)| *known == name) {
            Some((_, Setting::Size(size))) => Ok(*size),
            _ => Err(ParamError::Missing { name }), // a row that compiled has declared it
        },
    }
}

fn nonzero(size: Size, settings: &[(&'static str, Setting)]) -> Result<NonZeroU32, ParamError> {
    // Fixed sizes are at least 1 in a row that compiled, named ones have a minimum of at least 1.
    Ok(NonZeroU32::new(size_of(size, settings)?).unwrap_or(NonZeroU32::MIN))
}

/// The parameter that made the draws too many: the one that says how many, else the one that sizes the pool.
fn blamed(segment: &Segment, pool: Size) -> &'static str {
    let every = match segment.shape {
        Shape::Pick {
            from: Supply::Renewed {
                every: Size::Named(name),
                ..
            },
        } => Some(name),
        _ => None,
    };
    match (every, segment.count, pool) {
        (Some(name), ..) | (None, Count::Named { name, .. }, _) | (None, _, Size::Named(name)) => name,
        _ => segment.name,
    }
}

impl Game {
    /// The row.
    #[must_use]
    pub const fn row(&self) -> &Row {
        &self.row
    }

    /// The parameters in the row's order, tables of weights among them, fractions in lowest terms.
    ///
    /// ```
    /// use provably_fair::games;
    /// use provably_fair::layout::Value;
    /// let given = [("mines", Value::Size(3)), ("cells", Value::Size(25))];
    /// let game = games::MINES.with(&given).unwrap();
    /// assert_eq!(game.params(), [("cells", Value::Size(25)), ("mines", Value::Size(3))]);
    /// ```
    #[must_use]
    pub fn params(&self) -> &[(&'static str, Value<'static>)] {
        &self.params
    }

    /// The most that each segment reads, in order.
    #[must_use]
    pub fn capacity(&self) -> Vec<u32> {
        self.segments.iter().map(|ready| ready.capacity).collect()
    }
}
