//! The match as a short Python program, standard library only: the reader need not take this library's word.
//!
//! Seeds go in as hex or in the players' plain alphabet, so nothing that a link says can become code.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use super::CheckLink;
use crate::protocol::match_dice::FirstRoll;

/// A match: commitment and every roll.
pub(super) fn match_dice(link: &CheckLink, first_roll: FirstRoll) -> String {
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
