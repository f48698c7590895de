//! Short Python programs, standard library only, that recompute a match or a round without this crate.
//!
//! The point is distrust: a reader who doubts this library runs the program, or reads its dozen lines. Seeds and messages
//! go in as hex, so nothing that a document says can become code. A program exits with 0 if all holds, with 1 if not.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::num::NonZeroU32;

use crate::hex;
use crate::protocol::check_link::CheckLink;
use crate::protocol::match_dice::FirstRoll;
use crate::scheme::{Exhausted, Limit, Numbers, Part, Scheme};
use crate::seed::{ClientSeed, Encoding, Revealed};

/// A match: commitment and every roll.
pub(crate) fn match_dice(link: &CheckLink, first_roll: FirstRoll) -> String {
    let [one, two] = link.players();
    let rolls = link.rolls().iter().fold(String::new(), |mut rolls, dice| {
        let _ = write!(rolls, "{}{}", dice.first, dice.second);
        rolls
    });
    format!(
        r#"import hashlib, hmac, sys

server_seed = bytes.fromhex("{seed}")
commitment = bytes.fromhex("{commitment}")
players = "{one}:{two}"
first_roll = {first}
rolls = "{rolls}"

ok = hashlib.sha256(server_seed).digest() == commitment
print("commitment", "held" if ok else "FAILED")
for i in range(len(rolls) // 2):
    message, byte = players + ":" + str(first_roll + i), None
    while byte is None:
        mac = hmac.new(server_seed, message.encode(), hashlib.sha256).digest()
        byte = next((b for b in mac if b < 252), None)
        message += "+"
    dice = str(byte % 36 // 6 + 1) + str(byte % 6 + 1)
    held = dice == rolls[2 * i : 2 * i + 2]
    ok = ok and held
    print("roll", first_roll + i, dice, "held" if held else "FAILED: the link says " + rolls[2 * i : 2 * i + 2])
sys.exit(0 if ok else 1)
"#,
        seed = link.seed().text(),
        commitment = link.commitment(),
        one = one.as_str(),
        two = two.as_str(),
        first = first_roll.number(),
    )
}

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
    message = {message}
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
            message = self.message(),
            key = self.key(),
            reading = self.reading(),
        )
    }
}
