//! A short Python program, standard library only, that recomputes a round without this crate.
//!
//! That of a match is [`CheckLink::python`](crate::protocol::check_link::CheckLink::python), that of a claimed round of a game
//! [`RoundClaim::python`](crate::protocol::round::RoundClaim::python).
//!
//! The point is distrust: a reader who doubts this library runs the program, or reads its dozen lines. Seeds and messages
//! go in as hex, so nothing that a document says can become code. A program exits with 0 if all holds, with 1 if not.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

use crate::commit::Commitment;
use crate::hex;
use crate::mac::Hash;
use crate::scheme::{Exhausted, Limit, Numbers, Part, Scheme};
use crate::seed::{ClientSeed, Encoding, Revealed};

/// What a round gave at a cursor, or is said to have given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stated {
    /// An index.
    Index {
        /// The cursor it was read at.
        cursor: u64,
        /// The number of outcomes: of a pool the items left, of a weighted table the sum of its weights.
        n: NonZeroU32,
        /// The index below n; `None` where what was stated is not what any index found here gives, so that it must fail.
        index: Option<u32>,
    },
    /// A plain number.
    Number {
        /// The cursor it was read at.
        cursor: u64,
        /// The number; `None` as above.
        number: Option<f64>,
    },
}

/// A program for a round: what it is made of, and what somebody stated. `Display` prints the program.
///
/// *What it does not show*: what an index or number stands for (which item is left at that place of a pool, say).
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
///     commitment: None,
///     stated: &[Stated::Index { cursor: 0, n: NonZeroU32::new(37).unwrap(), index: Some(8) }],
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
    /// The commitment, if one was stated; the program then checks it first.
    pub commitment: Option<Commitment>,
    /// What was stated, in cursor order. With nothing stated the program fails.
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
        let or_none = |said: Option<String>| said.unwrap_or_else(|| "None".into());
        let tuples = self.stated.iter().map(|stated| match stated {
            Stated::Index { cursor, n, index } => {
                format!("({cursor}, {n}, {})", or_none(index.map(|index| index.to_string())))
            }
            // Rust prints the shortest decimal that reads back as the same number, and Python reads it so.
            Stated::Number { cursor, number } => {
                format!(
                    "({cursor}, None, {})",
                    or_none(number.map(|number| format!("{number:?}")))
                )
            }
        });
        tuples.collect::<Vec<_>>().join(", ")
    }

    /// The commitment's hash as Python reads it, or `None`.
    fn commitment_literal(&self) -> String {
        self.commitment
            .map_or_else(|| "None".into(), |commitment| format!("\"{commitment}\""))
    }

    /// A message without counter has one digest; there is nothing at a later cursor.
    fn only_block(&self) -> &'static str {
        if self.scheme.message().contains(&Part::Counter) {
            ""
        } else {
            "    if block != 0:\n        sys.exit(\"this scheme has one digest a round\")\n"
        }
    }

    /// The seed's bytes in this encoding.
    const fn bytes(encoding: Encoding) -> &'static str {
        match encoding {
            Encoding::Text => "server_seed",
            Encoding::Bytes => "bytes.fromhex(server_seed.decode())",
        }
    }

    /// The functions that read a digest: `number(cursor)` where the scheme has plain numbers, and `index(cursor, n)`.
    fn reading(&self) -> String {
        let multiply = |block: &str, from: &str, bytes: u32| {
            format!(
                "def number(cursor):\n    \
                 return int.from_bytes(digest({block})[{from}:][:{bytes}], \"big\") / 2**{}\n\n\n\
                 def index(cursor, n):\n    \
                 return min(int(number(cursor) * n), n - 1)",
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
                    "def index(cursor, n):\n    \
                     limit = {words} - {words} % n\n    \
                     for block in {blocks}:\n        \
                     for i in range(0, 32, 4):\n            \
                     word = int.from_bytes(digest(block)[i : i + 4], \"big\")\n            \
                     if word < limit:\n                return word % n"
                )
            }
            Numbers::FirstHexBelow { digits, below } => format!(
                "def index(cursor, n):\n    \
                 hexes = digest(cursor).hex()\n    \
                 for i in range(0, len(hexes) - {digits} + 1, {digits}):\n        \
                 run = int(hexes[i : i + {digits}], 16)\n        \
                 if run < {below}:\n            return run % n"
            ),
        }
    }
}

impl fmt::Display for RoundProgram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sealing = self.scheme.sealing();
        let [mac_hash, commit_hash] = [sealing.mac_hash(), sealing.commit_hash()].map(python_name);
        write!(
            f,
            r#"import hashlib, hmac, sys

server_seed = bytes.fromhex("{seed}")
client = bytes.fromhex("{client}")
nonce = {nonce}
commitment = {commitment}
# (cursor, number of outcomes, index), or (cursor, None, plain number); None is what no draw gives
stated = [{stated}]


def digest(block):
{only_block}    message = {message}
    return hmac.new({key}, message, hashlib.{mac_hash}).digest()


{reading}


ok = len(stated) > 0
if commitment is not None:
    found = hashlib.{commit_hash}({committed}).hexdigest()
    ok = ok and found == commitment
    print("commitment", "held" if found == commitment else "FAILED: the seed hashes to " + found)
for cursor, n, said in stated:
    found = number(cursor) if n is None else index(cursor, n)
    ok = ok and found == said
    what = "number " + repr(found) if n is None else "index %d below %d" % (found, n)
    print("cursor", cursor, what, "held" if found == said else "FAILED: something else was stated")
sys.exit(0 if ok else 1)
"#,
            seed = hex::encode(self.seed.text().as_bytes()),
            client = hex::encode(self.client.text().as_bytes()),
            nonce = self.nonce,
            commitment = self.commitment_literal(),
            stated = self.stated_tuples(),
            only_block = self.only_block(),
            message = self.message(),
            key = Self::bytes(sealing.key_with()),
            committed = Self::bytes(sealing.commit_to()),
            reading = self.reading(),
        )
    }
}

/// `sha256` for SHA-256.
fn python_name(hash: Hash) -> String {
    hash.name().replace('-', "").to_ascii_lowercase()
}
