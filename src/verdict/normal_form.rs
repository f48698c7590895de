//! A text's other normal form, for the accented letters of Latin-1 and no others: tried for a hint, never for a verdict.
//!
//! The same letter has two spellings in Unicode: one character (NFC), or a letter and a mark (NFD). They look alike and hash
//! differently, and which of them a keyboard or a file system gives is nobody's choice. The whole tables would be a dependency;
//! these are the letters that most people meet.

use alloc::string::String;

/// A mark, the letters that take it, and each of them with it. From Python's `unicodedata`.
const LETTERS: [(char, &str, &str); 7] = [
    (
        '\u{300}',
        "AEIOUaeiou",
        "\u{c0}\u{c8}\u{cc}\u{d2}\u{d9}\u{e0}\u{e8}\u{ec}\u{f2}\u{f9}",
    ),
    (
        '\u{301}',
        "AEIOUYaeiouy",
        "\u{c1}\u{c9}\u{cd}\u{d3}\u{da}\u{dd}\u{e1}\u{e9}\u{ed}\u{f3}\u{fa}\u{fd}",
    ),
    (
        '\u{302}',
        "AEIOUaeiou",
        "\u{c2}\u{ca}\u{ce}\u{d4}\u{db}\u{e2}\u{ea}\u{ee}\u{f4}\u{fb}",
    ),
    ('\u{303}', "ANOano", "\u{c3}\u{d1}\u{d5}\u{e3}\u{f1}\u{f5}"),
    (
        '\u{308}',
        "AEIOUaeiouy",
        "\u{c4}\u{cb}\u{cf}\u{d6}\u{dc}\u{e4}\u{eb}\u{ef}\u{f6}\u{fc}\u{ff}",
    ),
    ('\u{30a}', "Aa", "\u{c5}\u{e5}"),
    ('\u{327}', "Cc", "\u{c7}\u{e7}"),
];

fn pairs() -> impl Iterator<Item = (char, char, char)> {
    let rows = LETTERS.iter();
    rows.flat_map(|(mark, letters, whole)| {
        letters
            .chars()
            .zip(whole.chars())
            .map(|(letter, whole)| (letter, *mark, whole))
    })
}

/// The text with each such letter as one character.
pub(super) fn composed(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for c in text.chars() {
        let last = whole.chars().next_back();
        match pairs().find(|(letter, mark, _)| *mark == c && Some(*letter) == last) {
            Some((.., together)) => {
                whole.pop();
                whole.push(together);
            }
            None => whole.push(c),
        }
    }
    whole
}

/// The text with each such letter as a letter and a mark.
pub(super) fn decomposed(text: &str) -> String {
    let mut parts = String::with_capacity(text.len());
    for c in text.chars() {
        match pairs().find(|(.., whole)| *whole == c) {
            Some((letter, mark, _)) => parts.extend([letter, mark]),
            None => parts.push(c),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_for_every_letter() {
        assert_eq!(pairs().count(), 53);
        for (letter, mark, whole) in pairs() {
            let parts: String = [letter, mark].iter().collect();
            assert_eq!(composed(&parts), String::from(whole));
            assert_eq!(decomposed(&String::from(whole)), parts);
        }
    }

    #[test]
    fn nothing_else_is_touched() {
        for (text, whole, parts) in [
            ("caf\u{e9}", "caf\u{e9}", "cafe\u{301}"),
            ("cafe\u{301}", "caf\u{e9}", "cafe\u{301}"),
            ("plain", "plain", "plain"),
            ("\u{301}", "\u{301}", "\u{301}"),
            // No such letter, a second mark, a letter beyond Latin-1.
            ("x\u{301}", "x\u{301}", "x\u{301}"),
            ("e\u{301}\u{301}", "\u{e9}\u{301}", "e\u{301}\u{301}"),
            ("\u{1ed3}", "\u{1ed3}", "\u{1ed3}"),
        ] {
            assert_eq!(
                (composed(text).as_str(), decomposed(text).as_str()),
                (whole, parts),
                "{text:?}"
            );
        }
    }
}
