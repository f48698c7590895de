//! Number to a limbo outcome in hundredths: [`limbo`].
//!
//! floor(100 * return / u), u taken as the exact rational that the double is, kept within 100..=cap. Doing it in doubles
//! is another rule: u of first word `16a0ea0ea0ea0ea2` at a return of 99/100 is 1119 here and 1120 there. Source: *Cursor*, which
//! gives neither the return nor the cap: both are parameters, and an outcome shows nothing about whether they were published
//! before the bet. Nothing here panics.
//!
//! Thrill's rule, 1 / ((1 - r) * (2 - rtp)) truncated to hundredths (<https://pd-thrill-verifier.pages.dev/limbo>), is this one for
//! u = 1 - r and a return of 1 / (2 - rtp), but for the site's doubles next to a border: with its rtp of 0.99 the return is
//! 100/101, so 0.990099 and not what it is called.

use core::{error, fmt};

/// A fraction num / den, exact: limbo's return, 99/100 for an edge of one in a hundred. Need not be in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    /// The numerator.
    pub num: u64,
    /// The denominator.
    pub den: u64,
}

/// Why a limbo outcome is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimboError {
    /// `return_`: the numerator is 0.
    ReturnZero,
    /// `return_`: the denominator is 0.
    DenominatorZero,
    /// `cap`: below 100 hundredths.
    CapBelow100 {
        /// The cap given.
        cap: u64,
    },
    /// `u`: below 0, above 1 or not a number.
    NumberOutOfRange,
}

impl fmt::Display for LimboError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReturnZero => f.write_str("return: the numerator is 0"),
            Self::DenominatorZero => f.write_str("return: the denominator is 0"),
            Self::CapBelow100 { cap } => write!(f, "cap: {cap} hundredths, at least 100 needed"),
            Self::NumberOutOfRange => f.write_str("u: not within 0..=1"),
        }
    }
}

impl error::Error for LimboError {}

/// The outcome in hundredths: floor(100 * return / u) as an exact rational of the double, kept within 100..=cap; the cap at
/// u = 0.
///
/// # Errors
/// A return of 0, a denominator of 0, a cap below 100, a u outside 0..=1.
///
/// ```
/// use provably_fair::{limbo::{LimboError, Ratio, limbo}, unit::unit64};
/// let (fair, cap) = (Ratio { num: 99, den: 100 }, 100_000_000);
/// assert_eq!(limbo(0.5, fair, cap), Ok(198));
/// assert_eq!(limbo(unit64(0x16a0_ea0e_a0ea_0ea2_u64.to_be_bytes()), fair, cap), Ok(1119));
/// assert_eq!(limbo(0.0, fair, cap), Ok(100_000_000));
/// assert_eq!(limbo(1.0, fair, cap), Ok(100));
/// assert_eq!(limbo(0.5, Ratio { num: 0, den: 1 }, cap), Err(LimboError::ReturnZero));
/// ```
pub fn limbo(u: f64, return_: Ratio, cap: u64) -> Result<u64, LimboError> {
    if return_.num == 0 {
        return Err(LimboError::ReturnZero);
    }
    if return_.den == 0 {
        return Err(LimboError::DenominatorZero);
    }
    if cap < 100 {
        return Err(LimboError::CapBelow100 { cap });
    }
    if !(0.0..=1.0).contains(&u) {
        return Err(LimboError::NumberOutOfRange);
    }
    let (m, k) = binary(u);
    if m == 0 {
        return Ok(cap);
    }
    // 100 * return / (m / 2^k); num and den below 2^64 and m below 2^53 leave room in 128 bits.
    let (numerator, denominator) = (100 * u128::from(return_.num), u128::from(return_.den) * u128::from(m));
    Ok(shifted_quotient(numerator, denominator, k, cap).max(100))
}

/// u of 0..=1 as m / 2^k, m below 2^53, from its bits.
fn binary(u: f64) -> (u64, u64) {
    const FRACTION: u64 = (1 << 52) - 1;
    let bits = u.to_bits() & !(1 << 63); // minus zero is zero
    match (bits >> 52, bits & FRACTION) {
        (0, fraction) => (fraction, 1074),
        (exponent, fraction) => (fraction | (1 << 52), 1075 - exponent), // at most 1023 for u up to 1
    }
}

/// floor(numerator * 2^k / denominator), or `cap` if that is less; numerator and denominator below 2^127.
///
/// Long division a bit at a time: the product itself would not fit. A quotient at the cap only grows, so it ends there.
fn shifted_quotient(numerator: u128, denominator: u128, k: u64, cap: u64) -> u64 {
    let (mut quotient, mut rest) = (numerator / denominator, numerator % denominator);
    for _ in 0..k {
        if quotient >= u128::from(cap) {
            break;
        }
        rest *= 2;
        let bit = u128::from(rest >= denominator);
        rest -= bit * denominator;
        quotient = 2 * quotient + bit;
    }
    u64::try_from(quotient).map_or(cap, |quotient| quotient.min(cap))
}
