//! A parameter's value, as it is given, read and printed.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use super::Kind;
use crate::limbo::Ratio;
use crate::weighted::Weights;

/// A parameter's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// For [`Kind::Size`].
    Size(u32),
    /// For [`Kind::Weights`].
    Weights(Cow<'a, [u32]>),
    /// For [`Kind::Ratio`].
    Ratio(Ratio),
    /// For [`Kind::Hundredths`].
    Hundredths(u64),
}

impl<'a> Value<'a> {
    /// A table of weights.
    #[must_use]
    pub const fn weights(weights: &'a [u32]) -> Self {
        Self::Weights(Cow::Borrowed(weights))
    }

    /// Reads a value of this kind: `9`, weights `5,3,2`, a fraction `99/100`, hundredths `100000000`.
    ///
    /// `None` for anything else; whether the value is allowed is asked by [`Row::with`](super::Row::with).
    ///
    /// ```
    /// use provably_fair::layout::{Kind, Value};
    /// assert_eq!(Value::parse(Kind::Weights, "5,3,2"), Some(Value::weights(&[5, 3, 2])));
    /// assert_eq!(Value::parse(Kind::Ratio, "0.99"), None);
    /// ```
    #[must_use]
    pub fn parse(kind: Kind, text: &str) -> Option<Value<'static>> {
        let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| plain(text).then(|| text.parse::<u64>().ok()).flatten();
        let small = |text| number(text).and_then(|number| u32::try_from(number).ok());
        match kind {
            Kind::Size { .. } => small(text).map(Value::Size),
            Kind::Hundredths => number(text).map(Value::Hundredths),
            Kind::Weights => {
                let weights: Option<Vec<u32>> = text.split(',').take(Weights::LIMIT + 1).map(small).collect();
                weights.map(|weights| Value::Weights(Cow::Owned(weights)))
            }
            Kind::Ratio => {
                let (num, den) = text.split_once('/')?;
                let (num, den) = (number(num)?, number(den)?);
                Some(Value::Ratio(Ratio { num, den }))
            }
        }
    }
}

impl Value<'_> {
    /// The value in the one form that equal values share.
    pub(super) fn into_owned(self) -> Value<'static> {
        match self {
            Self::Size(size) => Value::Size(size),
            Self::Weights(weights) => Value::Weights(Cow::Owned(weights.into_owned())),
            Self::Ratio(ratio) => Value::Ratio(lowest(ratio)),
            Self::Hundredths(hundredths) => Value::Hundredths(hundredths),
        }
    }
}

/// The fraction in lowest terms.
fn lowest(Ratio { num, den }: Ratio) -> Ratio {
    let (mut divisor, mut rest) = (num, den);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let divisor = divisor.max(1); // 0 / 0 was refused before
    Ratio {
        num: num / divisor,
        den: den / divisor,
    }
}

/// As [`parse`](Value::parse) reads it.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => size.fmt(f),
            Self::Hundredths(hundredths) => hundredths.fmt(f),
            Self::Ratio(Ratio { num, den }) => write!(f, "{num}/{den}"),
            Self::Weights(weights) => {
                for (at, weight) in weights.iter().enumerate() {
                    let comma = if at == 0 { "" } else { "," };
                    write!(f, "{comma}{weight}")?;
                }
                Ok(())
            }
        }
    }
}
