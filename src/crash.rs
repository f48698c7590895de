//! A digest's first 52 bits to a crash point in hundredths: four rules, four names.
//!
//! With E = 2^52, h of `0..E` ([`H52`]) and d = E - h:
//!
//! | rule | raw point | as played by |
//! |---|---|---|
//! | [`raw`] | floor((100 E - h) / d), exact | *Cursor* |
//! | [`raw_double`] | the same, every operation in binary64 | sites that run it in a browser's numbers |
//! | [`later_raw`] | floor(99 E / d), exact: one hundredth lower than `raw` before clamping | the exact form of the next |
//! | [`later_raw_double`] | floor(99 / (1 - h / E)) in binary64 | bustabit's later rule, BC.Game's limbo |
//!
//! `raw` = 1 + `later_raw`, since (100 E - h) / d = 1 + 99 E / d. A *point* is the raw one kept within a [`Clamp`]. The
//! doubles are wrong on few values, all next to a border: 1,165 of the 2^52 raw (300 clamped, 164 of them at 100x or below), 1,173
//! for the later rule (293 clamped); the example `crash_doubles` counts them. **What was played is right**: a site that
//! runs doubles paid the double. h = 174897072907592 is 103, 104, 102 and 103 in the table's order.
//!
//! The u64 forms are exact for every h: 100 E is below 2^59. [`raw_big`] and [`later_raw_big`] are the definition for any
//! width and numerator.
//!
//! Which digest goes in (a chain link, or an HMAC of it with a salt) is the operator's rule, and a rule that busts one game
//! in 101 or so beforehand is not in here. What a point does not show: that its link belongs to the chain that was published
//! before the bets. Nothing here panics.

use core::{error, fmt};

use num_bigint::BigUint;

use crate::unit::H52;

const E: u64 = 1 << 52;
const E_DOUBLE: f64 = 4_503_599_627_370_496.0;

/// The hundredths a point is kept within, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clamp {
    min: u64,
    max: u64,
}

impl Clamp {
    /// 1.00x to 10,000.00x: 100..=1,000,000 hundredths.
    pub const STANDARD: Self = Self {
        min: 100,
        max: 1_000_000,
    };

    /// Other ends; `None` when `min` is above `max`.
    ///
    /// ```
    /// use provably_fair::crash::Clamp;
    /// assert_eq!(Clamp::new(100, 1_000_000), Some(Clamp::STANDARD));
    /// assert_eq!(Clamp::new(101, 100), None);
    /// ```
    #[must_use]
    pub const fn new(min: u64, max: u64) -> Option<Self> {
        if min <= max { Some(Self { min, max }) } else { None }
    }

    /// The raw point kept within the ends.
    ///
    /// ```
    /// use provably_fair::crash::Clamp;
    /// assert_eq!([99, 100, 1_000_001].map(|raw| Clamp::STANDARD.keep(raw)), [100, 100, 1_000_000]);
    /// ```
    #[must_use]
    pub const fn keep(self, raw: u64) -> u64 {
        if raw < self.min {
            self.min
        } else if raw > self.max {
            self.max
        } else {
            raw
        }
    }
}

/// One of the four rules as a value, for a scheme that names its rule or a search for the rule that fits a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// [`raw`].
    Exact,
    /// [`raw_double`].
    Double,
    /// [`later_raw`].
    Later,
    /// [`later_raw_double`].
    LaterDouble,
}

impl Rule {
    /// All four. On almost every h the double form gives what its exact form gives, so a log that fits one fits both.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Double, Self::Later, Self::LaterDouble];

    /// The rule's raw point in hundredths.
    ///
    /// ```
    /// use provably_fair::{crash::Rule, unit::H52};
    /// let h = H52::new(174_897_072_907_592).unwrap();
    /// assert_eq!(Rule::ALL.map(|rule| rule.raw(h)), [103, 104, 102, 103]);
    /// ```
    #[must_use]
    pub const fn raw(self, h: H52) -> u64 {
        match self {
            Self::Exact => raw(h),
            Self::Double => raw_double(h),
            Self::Later => later_raw(h),
            Self::LaterDouble => later_raw_double(h),
        }
    }

    /// The rule's point in hundredths: its raw point kept within the clamp.
    ///
    /// ```
    /// use provably_fair::{crash::{Clamp, Rule}, unit::H52};
    /// let top = H52::MAX;
    /// assert_eq!(Rule::Exact.point(top, Clamp::STANDARD), 1_000_000);
    /// assert_eq!(Rule::Later.raw(H52::new(0).unwrap()), 99);
    /// assert_eq!(Rule::Later.point(H52::new(0).unwrap(), Clamp::STANDARD), 100);
    /// ```
    #[must_use]
    pub const fn point(self, h: H52, clamp: Clamp) -> u64 {
        clamp.keep(self.raw(h))
    }
}

/// floor((100 * 2^52 - h) / (2^52 - h)), exact: hundredths, 100..=445,856,363,109,679,105.
///
/// ```
/// use provably_fair::{crash::raw, unit::H52};
/// assert_eq!(raw(H52::new(174_897_072_907_592).unwrap()), 103); // 104 in doubles
/// assert_eq!(raw(H52::new(2_251_799_813_685_247).unwrap()), 198);
/// assert_eq!(raw(H52::new(2_251_799_813_685_248).unwrap()), 199);
/// assert_eq!(raw(H52::MAX), 445_856_363_109_679_105);
/// ```
#[must_use]
pub const fn raw(h: H52) -> u64 {
    (100 * E - h.get()) / (E - h.get())
}

/// [`raw`] kept within the clamp: the crash point in hundredths.
///
/// ```
/// use provably_fair::{crash::{Clamp, point}, unit::H52};
/// let h = H52::of([0xfe, 0xa3, 0x4a, 0xb6, 0x1d, 0x39, 0x6f]);
/// assert_eq!(point(h, Clamp::STANDARD), 18_606); // 186.06x
/// assert_eq!(point(H52::MAX, Clamp::STANDARD), 1_000_000);
/// ```
#[must_use]
pub const fn point(h: H52, clamp: Clamp) -> u64 {
    clamp.keep(raw(h))
}

/// floor((100 * 2^52 - h) / (2^52 - h)) with every operation in binary64: a rule of its own that some sites play.
///
/// Differs from [`raw`] on exactly 1,165 of the 2^52 values of h. The floor is a cast: the quotient is 100..2^59, so it
/// drops the fraction and no platform's float function is called.
///
/// ```
/// use provably_fair::{crash::raw_double, unit::H52};
/// assert_eq!(raw_double(H52::new(174_897_072_907_592).unwrap()), 104); // 103 exactly
/// assert_eq!(raw_double(H52::MAX), 445_856_363_109_679_104); // ...105 exactly
/// ```
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the floor of a double of 100..2^59"
)]
pub const fn raw_double(h: H52) -> u64 {
    let h = h.as_f64();
    ((100.0 * E_DOUBLE - h) / (E_DOUBLE - h)) as u64
}

/// [`raw_double`] kept within the clamp. Differs from [`point()`] on exactly 300 values of h under [`Clamp::STANDARD`].
///
/// ```
/// use provably_fair::{crash::{Clamp, point_double}, unit::H52};
/// let h = H52::of([0xfe, 0xa3, 0x4a, 0xb6, 0x1d, 0x39, 0x6f]);
/// assert_eq!(point_double(h, Clamp::STANDARD), 18_607); // 186.06x exactly
/// ```
#[must_use]
pub const fn point_double(h: H52, clamp: Clamp) -> u64 {
    clamp.keep(raw_double(h))
}

/// floor(99 * 2^52 / (2^52 - h)), exact: hundredths, 99..=445,856,363,109,679,104, and always `raw(h) - 1`.
///
/// ```
/// use provably_fair::{crash::later_raw, unit::H52};
/// assert_eq!(later_raw(H52::new(0).unwrap()), 99);
/// assert_eq!(later_raw(H52::new(174_897_072_907_592).unwrap()), 102); // 103 in doubles
/// ```
#[must_use]
pub const fn later_raw(h: H52) -> u64 {
    99 * E / (E - h.get())
}

/// [`later_raw`] kept within the clamp.
///
/// ```
/// use provably_fair::{crash::{Clamp, later_point}, unit::H52};
/// assert_eq!(later_point(H52::new(0).unwrap(), Clamp::STANDARD), 100);
/// assert_eq!(later_point(H52::new(2_251_799_813_685_248).unwrap(), Clamp::STANDARD), 198);
/// ```
#[must_use]
pub const fn later_point(h: H52, clamp: Clamp) -> u64 {
    clamp.keep(later_raw(h))
}

/// floor(99 / (1 - X)), X = h / 2^52, with every operation in binary64: bustabit's later rule as sites play it.
///
/// X and 1 - X are exact; only the division rounds. Differs from [`later_raw`] on exactly 1,173 values of h.
///
/// ```
/// use provably_fair::{crash::later_raw_double, unit::H52};
/// assert_eq!(later_raw_double(H52::new(174_897_072_907_592).unwrap()), 103); // 102 exactly
/// ```
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the floor of a double of 99..2^59"
)]
pub const fn later_raw_double(h: H52) -> u64 {
    (99.0 / (1.0 - h.unit())) as u64
}

/// [`later_raw_double`] kept within the clamp. Differs from [`later_point`] on exactly 293 values of h under
/// [`Clamp::STANDARD`].
///
/// ```
/// use provably_fair::{crash::{Clamp, later_point_double}, unit::H52};
/// assert_eq!(later_point_double(H52::new(174_897_072_907_592).unwrap(), Clamp::STANDARD), 103);
/// ```
#[must_use]
pub const fn later_point_double(h: H52, clamp: Clamp) -> u64 {
    clamp.keep(later_raw_double(h))
}

/// How many of the 2^52 values of h have a [`raw`] point of at least `hundredths`, exact: min(2^52, floor(99 * 2^52 /
/// (hundredths - 1))).
///
/// Cashing out at x hundredths therefore wins with a chance of 99 / (x - 1), floored to 2^-52; the return is x / 100 of that:
/// 0.9949... at 2.00x, not 0.99. A rule that busts some games beforehand lowers it further.
///
/// ```
/// use provably_fair::crash::reaching;
/// assert_eq!(reaching(100), 1 << 52);
/// assert_eq!(reaching(200), 2_240_484_236_732_055); // of 4503599627370496: 0.49748...
/// ```
#[must_use]
pub const fn reaching(hundredths: u64) -> u64 {
    later_reaching(hundredths.saturating_sub(1))
}

/// How many of the 2^52 values of h have a [`later_raw`] point of at least `hundredths`, exact: min(2^52, floor(99 * 2^52 /
/// hundredths)). The chance of cashing out at x is 99 / x, so the return is 0.99 at every x.
///
/// ```
/// use provably_fair::crash::later_reaching;
/// assert_eq!(later_reaching(99), 1 << 52);
/// assert_eq!(later_reaching(200), 2_229_281_815_548_395);
/// ```
#[must_use]
pub const fn later_reaching(hundredths: u64) -> u64 {
    if hundredths <= 99 { E } else { 99 * E / hundredths }
}

/// The widest h of [`raw_big`] and [`later_raw_big`] in bits, so that a width from outside cannot ask for unbounded memory.
pub const BITS_LIMIT: u32 = 4096;

/// Why a crash point of any width is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrashError {
    /// `bits`: 0, or above [`BITS_LIMIT`].
    Bits {
        /// The width given.
        bits: u32,
    },
    /// `numerator`: 0.
    NumeratorZero,
    /// `h`: not below 2^bits.
    OutOfRange {
        /// The width h should have fitted.
        bits: u32,
    },
}

impl fmt::Display for CrashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits { bits } => write!(f, "bits: {bits}, 1 to {BITS_LIMIT} allowed"),
            Self::NumeratorZero => f.write_str("numerator: 0"),
            Self::OutOfRange { bits } => write!(f, "h: not below 2^{bits}"),
        }
    }
}

impl error::Error for CrashError {}

/// floor((numerator * 2^bits - h) / (2^bits - h)), exact, for any width and numerator; [`raw`] is 52 bits and 100.
///
/// # Errors
/// `bits` 0 or above [`BITS_LIMIT`], a numerator of 0, h not below 2^bits.
///
/// ```
/// use num_bigint::BigUint;
/// use provably_fair::crash::{CrashError, raw_big};
/// let h = BigUint::from(174_897_072_907_592_u64);
/// assert_eq!(raw_big(&h, 52, 100), Ok(BigUint::from(103_u8)));
/// assert_eq!(raw_big(&BigUint::from(3_u8), 2, 98), Ok(BigUint::from(389_u16))); // (98 * 4 - 3) / 1
/// assert_eq!(raw_big(&BigUint::from(4_u8), 2, 98), Err(CrashError::OutOfRange { bits: 2 }));
/// ```
pub fn raw_big(h: &BigUint, bits: u32, numerator: u32) -> Result<BigUint, CrashError> {
    let e = whole(h, bits, numerator)?;
    Ok((numerator * &e - h) / (e - h))
}

/// floor(numerator * 2^bits / (2^bits - h)), exact, for any width and numerator; [`later_raw`] is 52 bits and 99.
///
/// # Errors
/// As [`raw_big`].
///
/// ```
/// use num_bigint::BigUint;
/// use provably_fair::crash::later_raw_big;
/// let h = BigUint::from(174_897_072_907_592_u64);
/// assert_eq!(later_raw_big(&h, 52, 99), Ok(BigUint::from(102_u8)));
/// ```
pub fn later_raw_big(h: &BigUint, bits: u32, numerator: u32) -> Result<BigUint, CrashError> {
    let e = whole(h, bits, numerator)?;
    Ok(numerator * &e / (e - h))
}

/// 2^bits, with the inputs checked, so that 2^bits - h is at least 1 and nothing underflows.
fn whole(h: &BigUint, bits: u32, numerator: u32) -> Result<BigUint, CrashError> {
    if !(1..=BITS_LIMIT).contains(&bits) {
        return Err(CrashError::Bits { bits });
    }
    if numerator == 0 {
        return Err(CrashError::NumeratorZero);
    }
    if h.bits() > u64::from(bits) {
        return Err(CrashError::OutOfRange { bits });
    }
    Ok(BigUint::from(1_u8) << bits)
}
