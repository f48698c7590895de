//! What a reader should know about seeds that are easily guessed, mistaken, or misread.
//!
//! Cautions are remarks: the round is derived from exactly the bytes given, whatever they look like.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::commit::Sealing;
use crate::hex;
use crate::protocol::weak;
use crate::scheme::{Part, Scheme};
use crate::seed::{Encoding, Revealed};

/// Every caution about these seeds.
pub(super) fn all(scheme: Scheme, seed: &Revealed, client: &str) -> Vec<String> {
    let mut cautions = weak::cautions(seed.text());
    cautions.extend(misread(scheme.sealing(), seed.text()));
    if seed.text() == client {
        cautions.push(
            "caution: the client seed is the server seed too: whoever chose the one knew the other, and every result"
                .into(),
        );
    }
    cautions.extend(looks(client));
    cautions.extend(separator(scheme, client));
    cautions
}

/// What of a server seed is easily lost or added when it is copied, or hashes to the same key as another.
fn misread(sealing: Sealing, seed: &str) -> Vec<String> {
    let mut cautions = Vec::new();
    let mut add = |text: &str| cautions.push(format!("caution: the server seed {text}; it was used as it stands"));
    if seed.trim() != seed {
        add("begins or ends with white space");
    }
    if seed.chars().any(|c| c.is_control() || is_invisible(c)) {
        add("has a control or an invisible character in it");
    }
    if seed.starts_with("0x") {
        add("begins with 0x");
    }
    // A key is filled up with zero bytes to a block; a longer one is hashed first, and what is no hex is no key of bytes.
    let filled = sealing.key_with() == Encoding::Text && seed.len() <= sealing.mac_hash().block_len();
    if seed.ends_with('\0') && filled {
        add("ends with a zero byte, without which its HMAC is the same");
    }
    cautions
}

fn looks(client: &str) -> Vec<String> {
    let mut cautions = Vec::new();
    let mut add = |text: &str| cautions.push(format!("caution: the client seed {text}; it was used as it stands"));
    if client.is_empty() {
        add("is empty, so the operator's seed alone decides");
    }
    if client.trim() != client {
        add("begins or ends with white space");
    }
    if client.chars().any(char::is_control) {
        add("has a line break or another control character in it");
    }
    if client.chars().any(is_invisible) {
        add("has an invisible character in it");
    }
    if mixes_scripts(client) {
        add("mixes letters of scripts that look alike");
    }
    if !client.is_ascii() {
        let bytes = hex::encode(client.as_bytes());
        add(&format!(
            "is not plain ASCII, so another seed may look the same, also one in another normal form (NFC, NFD): its bytes are {bytes}"
        ));
    }
    cautions
}

/// Zero-width, joining and direction marks, the soft hyphen and the byte order mark.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Letters of two of the scripts whose letters are mistaken for each other, full-width Latin among them.
fn mixes_scripts(text: &str) -> bool {
    let script = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => Some(0),
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(1),
        '\u{400}'..='\u{52f}' => Some(2),
        '\u{530}'..='\u{58f}' => Some(3),
        '\u{13a0}'..='\u{13ff}' => Some(4),
        '\u{ff21}'..='\u{ff5a}' => Some(5),
        _ => None,
    };
    let mut scripts = text.chars().filter_map(script);
    let first = scripts.next();
    scripts.any(|script| Some(script) != first)
}

fn separator(scheme: Scheme, client: &str) -> Option<String> {
    let texts = scheme.message().iter().filter_map(|part| match part {
        Part::Text(text) if !text.is_empty() && client.contains(text) => Some(*text),
        _ => None,
    });
    let separator = texts.into_iter().next()?;
    Some(format!(
        "caution: the client seed contains the scheme's separator {separator:?}; it was used as it stands, and a program that \
         splits the message at the first separator would misread it"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mac::HmacKey;
    use crate::scheme::{DUEL_DICE_V1, JUST_DICE_V1, PRIMEDICE_CLASSIC_V1};
    use crate::{CURSOR_V1, STAKE_V1};

    const GOOD: &str = "f2ac89b608eeb01312d115bce6741b32";

    fn about(seed: &str, client: &str) -> String {
        all(CURSOR_V1, &Revealed::from_text(seed), client).join("\n")
    }

    #[test]
    fn ordinary_seeds_get_none() {
        for client in ["86ff027f15c48241af7f54a726690ee7", "lucky", "a:b", "7", "two words"] {
            assert_eq!(about(GOOD, client), "", "{client}");
        }
    }

    #[test]
    fn each_trap_is_named() {
        let cases = [
            (GOOD, "", "is empty"),
            (GOOD, " lucky", "white space"),
            (GOOD, "lucky\n", "white space"),
            (GOOD, "lucky\n", "control character"),
            (GOOD, "lu\u{0}cky", "control character"),
            (GOOD, "lu\u{200b}cky", "invisible"),
            (GOOD, "\u{feff}lucky", "invisible"),
            (GOOD, "p\u{430}y", "scripts that look alike"), // a Cyrillic a
            (GOOD, "\u{3bf}o", "scripts that look alike"),  // a Greek omicron
            (GOOD, "caf\u{e9}", "its bytes are 636166c3a9"),
            (GOOD, "a-b", "separator \"-\""),
            ("f2ac89b608eeb01312d115bce6741b3", "lucky", "only 31 characters"),
            ("12345678901234567890123456789012", "lucky", "plain number"),
            (
                "f2ac89b608eeb01312d115bce6741b32\n",
                "lucky",
                "server seed begins or ends with white space",
            ),
            ("f2ac89b608eeb01312d115bce6741b32\n", "lucky", "control or an invisible"),
            (
                "f2ac89b608eeb01312d115\u{200b}bce6741b32",
                "lucky",
                "control or an invisible",
            ),
            ("f2ac89b608eeb01312d115bce6741b32\0", "lucky", "its HMAC is the same"),
            ("0xf2ac89b608eeb01312d115bce6741b32", "lucky", "begins with 0x"),
            (GOOD, GOOD, "is the server seed too"),
            ("server seed", "lucky", "placeholder"),
            (
                GOOD,
                "cafe\u{301}",
                "another normal form (NFC, NFD): its bytes are 63616665cc81",
            ),
        ];
        for (seed, client, named) in cases {
            assert!(about(seed, client).contains(named), "{seed:?} {client:?}: {named}");
        }
        // One script throughout is no mixture, whatever the script.
        for client in [
            "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}",
            "\u{3b1}\u{3b2}",
            "caf\u{e9}",
        ] {
            assert!(!about(GOOD, client).contains("scripts"), "{client}");
        }
    }

    #[test]
    fn the_separator_is_the_schemes_own() {
        let seed = Revealed::from_text(GOOD);
        assert_eq!(all(STAKE_V1, &seed, "a-b").len(), 0);
        assert_eq!(all(STAKE_V1, &seed, "a:b").len(), 1);
    }

    /// A block is 64 bytes of SHA-256 and 128 of SHA-512; what the caution says is true of exactly those keys.
    #[test]
    fn a_zero_byte_is_lost_within_the_hashs_own_block() {
        let warns = |scheme, seed: &str| {
            let all = all(scheme, &Revealed::from_text(seed), "lucky");
            all.iter().any(|caution| caution.contains("ends with a zero byte"))
        };
        let schemes = [CURSOR_V1, STAKE_V1, PRIMEDICE_CLASSIC_V1, JUST_DICE_V1];
        for (length, warned) in [
            (63, [true; 4]),
            (64, [true; 4]),
            (65, [false, false, true, true]),
            (127, [false, false, true, true]),
            (128, [false, false, true, true]),
            (129, [false; 4]),
        ] {
            let without = "f".repeat(length - 1);
            let seed = [&without, "\0"].concat();
            for (scheme, warned) in schemes.into_iter().zip(warned) {
                assert_eq!(warns(scheme, &seed), warned, "{} {length}", scheme.id());
                assert!(!warns(scheme, &without));
                let mac = |key: &str| HmacKey::new(scheme.sealing().mac_hash(), key.as_bytes()).mac(b"lucky");
                assert_eq!(mac(&seed) == mac(&without), warned, "{} {length}", scheme.id());
            }
            // Not hex, so it is no key at all.
            assert!(!warns(DUEL_DICE_V1, &seed));
        }
    }
}
