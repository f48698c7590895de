//! Text of other people's in a report, so that two texts that look alike do not read alike.

use core::fmt;

use crate::hex;

/// A text in quotes, with every character escaped that is not plain ASCII, and its bytes if there is one.
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_default())?;
        if self.0.is_ascii() {
            return Ok(());
        }
        write!(f, " (bytes {})", hex::encode(self.0.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::Quoted;

    #[test]
    fn what_looks_alike_reads_otherwise() {
        for (text, shown) in [
            ("lucky", r#""lucky""#),
            ("lucky ", r#""lucky ""#),
            ("", r#""""#),
            ("a\t\"b\"\\\n", r#""a\t\"b\"\\\n""#),
            ("\u{0}", r#""\u{0}""#),
            ("p\u{430}y", r#""p\u{430}y" (bytes 70d0b079)"#),
            ("lucky\u{200b}", r#""lucky\u{200b}" (bytes 6c75636b79e2808b)"#),
        ] {
            assert_eq!(Quoted(text).to_string(), shown);
        }
    }
}
