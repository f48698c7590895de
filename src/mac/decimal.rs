//! The decimal text of a `u64`, on the stack.

/// A `u64` as decimal text, without sign or leading zeros: how nonces, cursors and roll numbers stand in a message.
///
/// 1 to 20 ASCII digits, held on the stack. No errors, no panics. The text does not say where the number came from, and
/// digits put beside other digits without a separator cannot be told apart again.
///
/// ```
/// use provably_fair::mac::Decimal;
///
/// assert_eq!(Decimal::new(0).as_str(), "0");
/// assert_eq!(Decimal::new(u64::MAX).as_bytes(), b"18446744073709551615");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    /// Filled from the right.
    digits: [u8; Self::MAX_LEN],
    start: usize,
}

impl Decimal {
    /// `u64::MAX` has twenty digits.
    const MAX_LEN: usize = 20;

    /// The digits of `value`, which may be any `u64`. No errors, no panics.
    ///
    /// ```
    /// assert_eq!(provably_fair::mac::Decimal::new(9_007_199_254_740_993).as_str(), "9007199254740993");
    /// ```
    #[must_use]
    pub fn new(value: u64) -> Self {
        let mut digits = [0; Self::MAX_LEN];
        let start = Self::MAX_LEN - Self::len_of(value);
        Self::write(digits.get_mut(start..).unwrap_or_default(), value);
        Self { digits, start }
    }

    /// How many digits `value` has: 1 to 20.
    pub(super) fn len_of(value: u64) -> usize {
        value.checked_ilog10().map_or(1, |log| log as usize + 1)
    }

    /// The last digits of `value`, as many as there are places.
    pub(super) fn write(places: &mut [u8], mut value: u64) {
        for place in places.iter_mut().rev() {
            let [.., digit] = (value % 10).to_be_bytes();
            *place = b'0' + digit;
            value /= 10;
        }
    }

    /// The digits as ASCII bytes, 1 to 20 of them. No errors, no panics.
    ///
    /// ```
    /// assert_eq!(provably_fair::mac::Decimal::new(37).as_bytes(), b"37");
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.digits.get(self.start..).unwrap_or_default()
    }

    /// The digits as text, 1 to 20 characters. No errors, no panics.
    ///
    /// ```
    /// assert_eq!(provably_fair::mac::Decimal::new(10_000_000).as_str(), "10000000");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}
