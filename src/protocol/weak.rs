//! Revealed server seeds, and entropy, that somebody may have guessed.
//!
//! Remarks only: whatever a seed looks like, the checks are made with exactly its bytes. And no remark shows that a seed
//! *was* random: nothing does.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A seed of fewer characters than 16 bytes have hex digits is called short.
const SHORT: usize = 32;

/// A seed of at least [`SHORT`] characters, of which no more than this many differ, was hardly drawn: 16 random bytes in hex
/// look so less than once in 2^53.
const FEW: usize = 4;

/// What programs and pages are published with in place of a seed, without what is neither letter nor digit. The last is
/// bustabit's (`populate_hashes.js` of its first server), which many copies of that server carry.
const PLACEHOLDERS: [&str; 18] = [
    "abc",
    "changeme",
    "changethis",
    "default",
    "example",
    "hello",
    "helloworld",
    "mysecret",
    "myserverseed",
    "password",
    "placeholder",
    "secret",
    "seed",
    "server",
    "serverseed",
    "test",
    "yourserverseed",
    "donotusethisseed",
];

/// Hashed before use, such a text looks like any seed: the text, and its SHA-256.
const HASHED: [(&str, &str); 17] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("0", "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"),
    ("1", "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"),
    (
        "123456",
        "8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92",
    ),
    (
        "abc",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ),
    (
        "changeme",
        "057ba03d6c44104863dc7361fe4578965d1887360f90a0895882e58a6248fc86",
    ),
    (
        "default",
        "37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f",
    ),
    (
        "hello world",
        "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
    ),
    (
        "password",
        "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
    ),
    (
        "secret",
        "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
    ),
    (
        "seed",
        "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b",
    ),
    (
        "server",
        "b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06",
    ),
    (
        "server seed",
        "a4e53dc2f480b8fce6fe688b1317658b446299df23ad533394406427c8c19557",
    ),
    (
        "server_seed",
        "51a54beece4ea5bb0f7586d3a54d76bd875bc420995c6d3655cdc13facf797ab",
    ),
    (
        "serverSeed",
        "b96b19e8e9b1def2fd5c15e59cebadafb618344a70c2311fb67d38615f46e6c5",
    ),
    (
        "serverseed",
        "5eb59053dcb5810322e367245f631a65589ddf7bbe950d2986a43a5f376312ef",
    ),
    (
        "test",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ),
];

/// Every caution about a revealed seed, as the text in which it is shown.
pub(crate) fn cautions(seed: &str) -> Vec<String> {
    let mut cautions = Vec::new();
    let mut add = |text: &str| cautions.push(format!("caution: the server seed {text}"));
    let length = seed.chars().count();
    if length < SHORT {
        add(&format!(
            "has only {length} characters; whoever can try them all knew every result from the commitment"
        ));
    }
    if !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit()) {
        add("is a plain number, which is more easily guessed than its length suggests");
    }
    if let Some(what) = pattern(seed) {
        add(&format!(
            "{what}, which no random draw gives: whoever guesses that knew every result from the commitment"
        ));
    }
    if is_placeholder(seed) {
        add("is a placeholder that programs are published with: everybody could know every result from the commitment");
    }
    cautions
}

/// A caution about a player's random bytes, in hex: whoever guesses them can choose a server seed that suits.
pub(crate) fn entropy_caution(whose: &str, entropy: &str) -> Option<String> {
    let what = pattern(entropy)?;
    Some(format!(
        "caution: {whose} {what}, which no random draw gives: a server that guessed it could choose its seed before it committed"
    ))
}

/// A regularity that makes a long seed easily guessed.
fn pattern(seed: &str) -> Option<&'static str> {
    if seed.len() < SHORT {
        return None; // that it is short is said already
    }
    if different(seed) <= FEW {
        return Some("has next to no different characters");
    }
    if repeats(seed.as_bytes()) {
        return Some("repeats itself");
    }
    counts(seed).then_some("counts up byte by byte")
}

fn different(seed: &str) -> usize {
    let mut bytes = seed.as_bytes().to_vec();
    bytes.sort_unstable();
    bytes.dedup();
    bytes.len()
}

/// Whether the text is a shorter one, written at least twice.
fn repeats(text: &[u8]) -> bool {
    (1..=text.len() / 2)
        .any(|period| text.len() % period == 0 && text.iter().zip(text.iter().skip(period)).all(|(a, b)| a == b))
}

/// Whether the hex stands for bytes of which each is one more than the one before.
fn counts(seed: &str) -> bool {
    let bytes = crate::hex::decode(seed).unwrap_or_default();
    bytes.len() > 1
        && bytes
            .iter()
            .zip(bytes.iter().skip(1))
            .all(|(a, b)| a.wrapping_add(1) == *b)
}

/// Whether the seed is a placeholder in any spelling, or the hash of one.
fn is_placeholder(seed: &str) -> bool {
    let letters = seed.chars().filter(char::is_ascii_alphanumeric).take(SHORT);
    let letters: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    PLACEHOLDERS.contains(&letters.as_str()) || HASHED.iter().any(|(_, hash)| hash.eq_ignore_ascii_case(seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(seed: &str) -> String {
        cautions(seed).join("\n")
    }

    #[test]
    fn drawn_seeds_get_none() {
        for seed in [
            "f2ac89b608eeb01312d115bce6741b32",
            "015307d5a3f62db476210c3797bac8b7",
            "9089447ee52c50f7681df2e81d1c18c7511211541d816700d2d9cbf5e21e59e1",
            "Tt5qAdTwoTeygDdghVlfEWtNJQkGYg5q",
        ] {
            assert_eq!(about(seed), "", "{seed}");
        }
    }

    #[test]
    fn each_weakness_is_named() {
        for (seed, named) in [
            ("", "only 0 characters"),
            ("Server_Seed", "placeholder"),
            ("DO NOT USE THIS SEED", "placeholder"),
            // hashlib.sha256(b"").hexdigest(), of b"test" and of b"server_seed"
            (
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "placeholder",
            ),
            (
                "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08",
                "placeholder",
            ),
            (
                "51a54beece4ea5bb0f7586d3a54d76bd875bc420995c6d3655cdc13facf797ab",
                "placeholder",
            ),
            ("f2ac89b608eeb01312d115bce6741b3", "only 31 characters"),
            ("12345678901234567890123456789012", "plain number"),
            ("00000000000000000000000000000001", "next to no different"),
            ("deadbeefdeadbeefdeadbeefdeadbeef", "repeats itself"),
            ("0123456789abcdef0123456789abcdef", "repeats itself"),
            ("000102030405060708090a0b0c0d0e0f", "counts up"),
            ("f8f9fafbfcfdfeff0001020304050607", "counts up"),
        ] {
            assert!(about(seed).contains(named), "{seed:?}: {named}");
        }
    }

    #[test]
    fn entropy_is_looked_at_as_well() {
        let about = |entropy| entropy_caution("the entropy", entropy);
        assert!(
            about("01010101010101010101010101010101").is_some_and(|text| text.contains("the entropy has next to no"))
        );
        assert!(about("000102030405060708090a0b0c0d0e0f").is_some_and(|text| text.contains("counts up")));
        assert_eq!(about("f2ac89b608eeb01312d115bce6741b32"), None);
    }

    #[test]
    fn hashes_are_those_of_their_texts() {
        for (text, hash) in HASHED {
            assert_eq!(
                crate::mac::Hash::Sha256.digest(text.as_bytes()).to_hex(),
                hash,
                "{text}"
            );
        }
    }

    #[test]
    fn nearly_is_not_quite() {
        for seed in [
            "deadbeefdeadbeefdeadbeefdeadbee0",
            "000102030405060708090a0b0c0d0e10",
            "00112233001a22330011223300112233",
            // One bit off the hash of the empty text.
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b854",
        ] {
            assert_eq!(about(seed), "", "{seed}");
        }
    }
}
