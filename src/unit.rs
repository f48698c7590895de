//! Digest bytes to a number: [`unit56`], [`unit64`], [`unit32`], and the exact 52 bits, [`H52`].
//!
//! The bytes are read big-endian and divided by 2^56, 2^64 or 2^32; the answer is a binary64, **rounded once**, to nearest,
//! ties to even. Other ways to say the same: the high part plus the low part in one addition ([`parts64`]), or the JVM's
//! conversion of a 56-bit `Long` (64-bit `ULong` in Kotlin) to `Double`, divided. Summing a digest byte by byte in a double
//! is *not* the same from 8 bytes on: it rounds twice and differs on 9.3 % of values. At 7 bytes it never differs.
//!
//! **A number can be exactly 1.0.** The top 1,024 of the 2^64 values and the top 4 of the 2^56 round up to it, although the
//! published descriptions say "0 up to, not including, 1". The number stays what the engines compute;
//! [`index`](crate::index::index) keeps what is made of it below n. [`unit32`] and [`H52::unit`] are exact and stay below 1.
//!
//! Source: the published description of how a digest becomes a double (*Rounding*). Nothing here can fail or panic.
//!
//! What a number does not show: that its digest came from a key that was committed to, or that the digest was the one due.

const TWO_32: f64 = 4_294_967_296.0;
const TWO_52: f64 = 4_503_599_627_370_496.0;
const TWO_56: f64 = 72_057_594_037_927_936.0;
const TWO_64: f64 = 18_446_744_073_709_551_616.0;

/// The first 7 bytes, big-endian, / 2^56: in `0.0..=1.0`, rounded once.
///
/// Exactly 1.0 for the top 4 of the 2^56 values.
///
/// ```
/// use provably_fair::unit::unit56;
/// assert_eq!(unit56([0x80, 0, 0, 0, 0, 0, 0]), 0.5);
/// assert_eq!(unit56([0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde]).to_bits(), 0x3fb2_3456_789a_bcde);
/// assert_eq!(unit56([0xff; 7]), 1.0); // rounds up
/// ```
#[must_use]
#[allow(
    clippy::cast_precision_loss,
    reason = "this cast is the one rounding of the definition: to nearest, ties to even"
)]
pub const fn unit56(first7: [u8; 7]) -> f64 {
    word56(first7) as f64 / TWO_56
}

/// The first 8 bytes, big-endian, / 2^64: in `0.0..=1.0`, rounded once.
///
/// Exactly 1.0 for the top 1,024 of the 2^64 values.
///
/// ```
/// use provably_fair::unit::unit64;
/// assert_eq!(unit64(0x1234_5678_9abc_def0_u64.to_be_bytes()).to_bits(), 0x3fb2_3456_789a_bcdf);
/// assert_eq!(unit64(0xffff_ffff_ffff_fbff_u64.to_be_bytes()), 1.0 - f64::EPSILON / 2.0); // the largest below 1
/// assert_eq!(unit64(0xffff_ffff_ffff_fc00_u64.to_be_bytes()), 1.0);
/// ```
#[must_use]
#[allow(
    clippy::cast_precision_loss,
    reason = "this cast is the one rounding of the definition: to nearest, ties to even"
)]
pub const fn unit64(first8: [u8; 8]) -> f64 {
    u64::from_be_bytes(first8) as f64 / TWO_64
}

/// The first 4 bytes, big-endian, / 2^32: in `0.0..1.0`, exact.
///
/// What operators of the byte-stream kind play, four bytes a number; their sum b0/256 + b1/256^2 + ... is the same value,
/// since 32 bits fit a double.
///
/// ```
/// use provably_fair::unit::unit32;
/// assert_eq!(unit32([0x40, 0, 0, 0]), 0.25);
/// assert_eq!(unit32([0xff; 4]), 0.999_999_999_767_169_356_346_130_371_093_75); // 1 - 2^-32
/// ```
#[must_use]
pub const fn unit32(first4: [u8; 4]) -> f64 {
    u32::from_be_bytes(first4) as f64 / TWO_32
}

/// The two exact terms of a number: their one addition is the number, and its only rounding.
///
/// For a trace that a reader follows with a pocket calculator; the number itself is [`unit56`] or [`unit64`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// The first 4 bytes / 2^32, exact, in `0.0..1.0`.
    pub high: f64,
    /// The next 3 bytes / 2^56, or the next 4 bytes / 2^64, exact, below 2^-32.
    pub low: f64,
}

impl Parts {
    /// `high + low` in binary64: bit for bit the number that the same bytes give.
    ///
    /// ```
    /// use provably_fair::unit::{parts64, unit64};
    /// let bytes = 0x8000_0000_0000_0c00_u64.to_be_bytes(); // a tie, which goes to the even neighbour
    /// assert_eq!(parts64(bytes).sum().to_bits(), 0x3fe0_0000_0000_0002);
    /// assert_eq!(parts64(bytes).sum(), unit64(bytes));
    /// ```
    #[must_use]
    pub const fn sum(self) -> f64 {
        self.high + self.low
    }
}

/// The two exact terms of [`unit56`]: the first 4 bytes / 2^32 and the next 3 / 2^56.
///
/// ```
/// use provably_fair::unit::parts56;
/// let parts = parts56([0x80, 0, 0, 0, 0, 0, 1]);
/// assert_eq!((parts.high, parts.low), (0.5, 1.0 / 72_057_594_037_927_936.0));
/// ```
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "below 2^32, so nothing is lost")]
pub const fn parts56(first7: [u8; 7]) -> Parts {
    let word = word56(first7);
    Parts {
        high: (word >> 24) as f64 / TWO_32,
        low: (word & 0xff_ffff) as f64 / TWO_56,
    }
}

/// The two exact terms of [`unit64`]: the first 4 bytes / 2^32 and the next 4 / 2^64.
///
/// ```
/// use provably_fair::unit::parts64;
/// let parts = parts64([0x80, 0, 0, 0, 0, 0, 0, 1]);
/// assert_eq!((parts.high, parts.low), (0.5, 1.0 / 18_446_744_073_709_551_616.0));
/// ```
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "below 2^32, so nothing is lost")]
pub const fn parts64(first8: [u8; 8]) -> Parts {
    let word = u64::from_be_bytes(first8);
    Parts {
        high: (word >> 32) as f64 / TWO_32,
        low: (word & 0xffff_ffff) as f64 / TWO_64,
    }
}

/// The first 13 hex digits of a digest as an integer below 2^52, exact: [`H52::of`] without its type.
///
/// ```
/// assert_eq!(provably_fair::unit::h52([0x9f, 0x11, 0x26, 0xab, 0xa7, 0xb9, 0x48]), 0x9f11_26ab_a7b94); // 13 digits
/// ```
#[must_use]
pub const fn h52(first7: [u8; 7]) -> u64 {
    H52::of(first7).get()
}

/// An integer below 2^52: the first 13 hex digits of a digest. What [`crash`](crate::crash) is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct H52(u64);

impl H52 {
    /// 2^52 - 1.
    pub const MAX: Self = Self((1 << 52) - 1);

    /// The first 52 bits of 7 bytes, big-endian: their first 13 hex digits. The last digit is dropped.
    ///
    /// ```
    /// use provably_fair::unit::H52;
    /// assert_eq!(H52::of([0x80, 0, 0, 0, 0, 0, 0x1f]).get(), 2_251_799_813_685_249);
    /// assert_eq!(H52::of([0xff; 7]), H52::MAX);
    /// ```
    #[must_use]
    pub const fn of(first7: [u8; 7]) -> Self {
        Self(word56(first7) >> 4)
    }

    /// The integer as such; `None` from 2^52 on.
    ///
    /// ```
    /// use provably_fair::unit::H52;
    /// assert_eq!(H52::new(4_503_599_627_370_495), Some(H52::MAX));
    /// assert_eq!(H52::new(4_503_599_627_370_496), None);
    /// ```
    #[must_use]
    pub const fn new(value: u64) -> Option<Self> {
        if value <= Self::MAX.0 { Some(Self(value)) } else { None }
    }

    /// The integer, `0..2^52`.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The integer / 2^52: in `0.0..1.0`, exact.
    ///
    /// ```
    /// use provably_fair::unit::H52;
    /// assert_eq!(H52::of([0xc0, 0, 0, 0, 0, 0, 0]).unit(), 0.75);
    /// assert_eq!(H52::MAX.unit(), 1.0 - f64::EPSILON); // never 1.0
    /// ```
    #[must_use]
    pub const fn unit(self) -> f64 {
        self.as_f64() / TWO_52
    }

    /// The integer in binary64, exact.
    #[allow(clippy::cast_precision_loss, reason = "below 2^52, so nothing is lost")]
    pub(crate) const fn as_f64(self) -> f64 {
        self.0 as f64
    }
}

const fn word56(first7: [u8; 7]) -> u64 {
    let [b0, b1, b2, b3, b4, b5, b6] = first7;
    u64::from_be_bytes([0, b0, b1, b2, b3, b4, b5, b6])
}
