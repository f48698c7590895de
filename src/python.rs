//! A short Python program, standard library only, that recomputes a round without this crate.
//!
//! That of a match is [`CheckLink::python`](crate::protocol::check_link::CheckLink::python).
//!
//! The point is distrust: a reader who doubts this library runs the program, or reads its dozen lines. Seeds and messages
//! go in as hex, so nothing that a document says can become code. A program exits with 0 if all holds, with 1 if not.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

use crate::hex;
use crate::scheme::{Exhausted, Limit, Numbers, Part, Scheme};
use crate::seed::{ClientSeed, Encoding, Revealed};

/// One index that a round gave, or is said to have given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The cursor it was read at.
    pub cursor: u64,
    /// The number of outcomes: of a pool the items left, of a weighted table the sum of its weights.
    pub n: NonZeroU32,
    /// The index below n.
    pub index: u32,
}

/// A program for a round: what it is made of, and the indices that somebody stated. `Display` prints the program.
///
/// *What it does not show*: what an index stands for (which item is left at that place of a pool, say), and plain numbers.
///
/// ```
/// use core::num::NonZeroU32;
/// use provably_fair::python::{RoundProgram, Stated};
/// use provably_fair::{CURSOR_V1, Revealed};
/// let program = RoundProgram {
///     scheme: CURSOR_V1,
///     seed: &Revealed::from_text("server"),
///     client: "client".into(),
///     nonce: 0,
///     stated: &[Stated { cursor: 0, n: NonZeroU32::new(37).unwrap(), index: 8 }],
/// };
/// let text = program.to_string();
/// assert!(text.contains("message = client + b\"-\" + b\"%d\" % nonce + b\"-\" + b\"%d\" % block"));
/// assert!(text.contains("stated = [(0, 37, 8)]"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RoundProgram<'a> {
    /// The scheme.
    pub scheme: Scheme,
    /// The revealed server seed.
    pub seed: &'a Revealed,
    /// The client seed.
    pub client: ClientSeed<'a>,
    /// The nonce.
    pub nonce: u64,
    /// The stated indices.
    pub stated: &'a [Stated],
}

impl RoundProgram<'_> {
    /// The scheme's message as a Python expression.
    fn message(&self) -> String {
        let parts = self.scheme.message().iter().map(|part| match part {
            Part::Client => "client".into(),
            Part::Nonce => "b\"%d\" % nonce".into(),
            Part::Counter => "b\"%d\" % block".into(),
            Part::Text(text)
                if text
                    .bytes()
                    .all(|byte| byte.is_ascii_graphic() && !b"\"\\".contains(&byte)) =>
            {
                format!("b\"{text}\"")
            }
            Part::Text(text) => format!("bytes.fromhex(\"{}\")", hex::encode(text.as_bytes())),
        });
        parts.collect::<Vec<String>>().join(" + ")
    }

    fn stated_tuples(&self) -> String {
        let tuples = self
            .stated
            .iter()
            .map(|stated| format!("({}, {}, {})", stated.cursor, stated.n, stated.index));
        tuples.collect::<Vec<_>>().join(", ")
    }

    /// A message without counter has one digest; there is nothing at a later cursor.
    fn only_block(&self) -> &'static str {
        if self.scheme.message().contains(&Part::Counter) {
            ""
        } else {
            "    if block != 0:\n        sys.exit(\"this scheme has one digest a round\")\n"
        }
    }

    const fn key(&self) -> &'static str {
        match self.scheme.sealing().key_with() {
            Encoding::Text => "server_seed",
            Encoding::Bytes => "bytes.fromhex(server_seed.decode())",
        }
    }

    /// The body of `index(cursor, n)`.
    fn reading(&self) -> String {
        let multiply = |block: &str, from: &str, bytes: u32| {
            format!(
                "    word = int.from_bytes(digest({block})[{from}:][:{bytes}], \"big\")\n    \
                 return min(int(word / 2**{} * n), n - 1)",
                8 * bytes
            )
        };
        match self.scheme.numbers() {
            Numbers::First8 => multiply("cursor", "0", 8),
            Numbers::Words4 => multiply("cursor // 8", "cursor % 8 * 4", 4),
            Numbers::FirstWordBelow { limit, exhausted } => {
                let words = match limit {
                    Limit::Multiple => "2**32",
                    Limit::MaxLessRemainder => "(2**32 - 1)",
                };
                let blocks = match exhausted {
                    Exhausted::CounterPlus(step) => format!("range(cursor, 2**64, {step})"),
                    Exhausted::Unspecified => "[cursor]".into(),
                };
                format!(
                    "    limit = {words} - {words} % n\n    \
                     for block in {blocks}:\n        \
                     for i in range(0, 32, 4):\n            \
                     word = int.from_bytes(digest(block)[i : i + 4], \"big\")\n            \
                     if word < limit:\n                return word % n"
                )
            }
        }
    }
}

impl fmt::Display for RoundProgram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hash = self
            .scheme
            .sealing()
            .mac_hash()
            .name()
            .replace('-', "")
            .to_ascii_lowercase();
        write!(
            f,
            r#"import hashlib, hmac, sys

server_seed = bytes.fromhex("{seed}")
client = bytes.fromhex("{client}")
nonce = {nonce}
# (cursor, number of outcomes, index)
stated = [{stated}]


def digest(block):
{only_block}    message = {message}
    return hmac.new({key}, message, hashlib.{hash}).digest()


def index(cursor, n):
{reading}


ok = len(stated) > 0
for cursor, n, said in stated:
    found = index(cursor, n)
    ok = ok and found == said
    print("cursor", cursor, "index", found, "below", n, "held" if found == said else "FAILED: stated " + str(said))
sys.exit(0 if ok else 1)
"#,
            seed = hex::encode(self.seed.text().as_bytes()),
            client = hex::encode(self.client.text().as_bytes()),
            nonce = self.nonce,
            stated = self.stated_tuples(),
            only_block = self.only_block(),
            message = self.message(),
            key = self.key(),
            reading = self.reading(),
        )
    }
}
