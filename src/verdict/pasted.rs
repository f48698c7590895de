//! What copying adds to a text or takes from it: tried for a hint, never for a verdict.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::normal_form::{composed, decomposed};

/// The text as it may have been before it was copied, or after; each differs from it.
pub(crate) fn variants(text: &str) -> Vec<(&'static str, String)> {
    let with = |end: &str| [text, end].concat();
    let mut all = Vec::from([
        ("without the white space around it", text.trim().to_string()),
        ("with a line break after it", with("\n")),
        ("with a carriage return and a line break after it", with("\r\n")),
        ("with a space after it", with(" ")),
        ("in lower case", text.to_lowercase()),
        ("in upper case", text.to_uppercase()),
    ]);
    all.extend(prefix(text));
    if !text.is_ascii() {
        all.push(("with its UTF-8 read as Latin-1", text.bytes().map(char::from).collect()));
        all.extend(from_latin1(text));
        all.push(("with each accented letter as one character (NFC)", composed(text)));
        all.push((
            "with each accented letter as a letter and a mark (NFD)",
            decomposed(text),
        ));
    }
    all.retain(|(_, variant)| variant != text);
    all
}

/// Without its `0x`, or with one where it is nothing but hex digits.
fn prefix(text: &str) -> Option<(&'static str, String)> {
    if let Some(digits) = text.strip_prefix("0x") {
        return Some(("without the 0x before it", digits.to_string()));
    }
    let hex = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex.then(|| ("with 0x before it", ["0x", text].concat()))
}

/// The text whose UTF-8 somebody read as Latin-1 to get this one.
fn from_latin1(text: &str) -> Option<(&'static str, String)> {
    let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
    let text = String::from_utf8(bytes?).ok()?;
    Some(("with its Latin-1 characters taken as the bytes of UTF-8", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, what: &str) -> Option<String> {
        let found = variants(text).into_iter().find(|(name, _)| name.contains(what));
        found.map(|(_, variant)| variant)
    }

    #[test]
    fn what_copying_does() {
        for (text, what, variant) in [
            ("ab\n", "without the white space", Some("ab")),
            ("ab", "without the white space", None),
            ("ab", "line break", Some("ab\n")),
            ("AB", "in lower case", Some("ab")),
            ("AB", "in upper case", None),
            ("0xab", "without the 0x", Some("ab")),
            ("0xab", "with 0x", None),
            ("ab", "with 0x", Some("0xab")),
            ("lucky", "with 0x", None),
            ("", "with 0x", None),
            // The UTF-8 of e acute is c3 a9; Latin-1 has a capital A with tilde and a copyright sign there.
            ("\u{e9}", "read as Latin-1", Some("\u{c3}\u{a9}")),
            ("\u{c3}\u{a9}", "bytes of UTF-8", Some("\u{e9}")),
            ("\u{e9}", "bytes of UTF-8", None),
            ("\u{20ac}", "bytes of UTF-8", None),
            ("ab", "Latin-1", None),
            ("\u{e9}", "NFD", Some("e\u{301}")),
            ("\u{e9}", "NFC", None),
            ("e\u{301}", "NFC", Some("\u{e9}")),
        ] {
            assert_eq!(of(text, what).as_deref(), variant, "{text:?} {what}");
        }
    }
}
