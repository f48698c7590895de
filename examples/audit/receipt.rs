//! Receipts: the canonical document of the library, read here without building it field by field.

use memchr::memchr;
use provably_fair::commit::Commitment;
use provably_fair::document;
use provably_fair::hex::decode_array;
use provably_fair::mac::Digest;
use provably_fair::protocol::receipt::{Entropy, Id, Receipt, RollSeed, Terms};

use crate::csv::Row;
use crate::record::{Failure, Judged, Kind, face, field, number};
use crate::repeats::{Class, Print, group};
use crate::worker::Done;

pub const COLUMNS: [&str; 8] = [
    "match_id",
    "roll_id",
    "nonce",
    "commitment",
    "entropy",
    "server_seed",
    "die_1",
    "die_2",
];

/// Reads what [`document::read`] reads, and nothing else. The quick way is only ever right or silent; whatever it does not
/// take goes to the definition, whose errors name field and position.
pub fn read(line: &str) -> Result<Receipt, String> {
    quick(line).map_or_else(|| document::read(line).map_err(|error| error.to_string()), Ok)
}

/// A canonical text cut at its keys. Any other text is `None`.
pub fn quick(line: &str) -> Option<Receipt> {
    if line.len() > document::MAX_BYTES {
        return None;
    }
    let rest =
        line.strip_prefix("{\"format\":\"receipt\",\"version\":1,\"scheme\":\"receipt-dice/1\",\"match_id\":\"")?;
    let (match_id, rest) = value(rest, "\",\"roll_id\":\"")?;
    let (roll_id, rest) = value(rest, "\",\"nonce\":\"")?;
    let (nonce, rest) = value(rest, "\",\"commitment\":\"")?;
    let (commitment, rest) = digits(rest, "\",\"entropy\":\"")?;
    let (entropy, rest) = digits(rest, "\",\"server_seed\":\"")?;
    let (seed, rest) = digits(rest, "\",\"dice\":[")?;
    let [first @ b'1'..=b'6', b',', second @ b'1'..=b'6', b']', b'}'] = rest.as_bytes() else {
        return None;
    };
    let nonce = number("nonce", nonce).ok()?;
    let commitment = Commitment::new(Digest::Sha256(commitment));
    let terms = Terms::new(Id::new(match_id).ok()?, Id::new(roll_id).ok()?, nonce, commitment).ok()?;
    let (entropy, seed) = (Entropy::new(entropy), RollSeed::new(seed));
    Receipt::new(terms, entropy, seed, [first - b'0', second - b'0']).ok()
}

/// The text up to the next quotation mark, with which `then` begins, and what follows `then`.
fn value<'a>(text: &'a str, then: &str) -> Option<(&'a str, &'a str)> {
    let (value, rest) = text.split_at(memchr(b'"', text.as_bytes())?);
    Some((value, rest.strip_prefix(then)?))
}

/// Exactly `N` bytes in lower-case hex, and what follows `then` after them.
fn digits<'a, const N: usize>(text: &'a str, then: &str) -> Option<([u8; N], &'a str)> {
    let (digits, rest) = text.split_at_checked(2 * N)?;
    let mut bytes = [0; N];
    let mut all = 0;
    for (to, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        let [high, low] = [pair[0], pair[1]].map(|digit| VALUES[usize::from(digit)]);
        all |= high | low;
        *to = high << 4 | low;
    }
    Some((bytes, rest.strip_prefix(then)?)).filter(|_| all < 16)
}

/// What each byte is worth as a digit; 255 for none.
const VALUES: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let digits = b"0123456789abcdef";
    let mut value = 0_u8;
    while value < 16 {
        values[digits[value as usize] as usize] = value;
        value += 1;
    }
    values
};

/// Reads a row of a CSV file.
pub fn of_row(row: &Row<'_>) -> Result<Receipt, String> {
    let [match_id, roll_id, nonce, commitment, entropy, seed, die_1, die_2] = row.cells(&COLUMNS)?;
    let match_id = field("match_id", Id::new(match_id))?;
    let roll_id = field("roll_id", Id::new(roll_id))?;
    let commitment = field(
        "commitment",
        decode_array(commitment).map(|bytes| Commitment::new(Digest::Sha256(bytes))),
    )?;
    let terms = field(
        "commitment",
        Terms::new(match_id, roll_id, number("nonce", nonce)?, commitment),
    )?;
    let dice = [face("die_1", die_1)?, face("die_2", die_2)?];
    let entropy = field("entropy", entropy.parse())?;
    field(
        "dice",
        Receipt::new(terms, entropy, field("server_seed", seed.parse())?, dice),
    )
}

/// Recomputes commitment and dice.
pub fn judge(receipt: &Receipt, place: u64, done: &mut Done) -> Judged {
    let terms = receipt.terms();
    let commitment = receipt.seed().commitment();
    let rolled = receipt.derive();
    if done.printing {
        // The MAC is a fingerprint of seed, ids, nonce and entropy: with the dice it is the whole record.
        let mac = rolled
            .as_ref()
            .map_or(0, |rolled| u64::from_be_bytes(rolled.mac.first()));
        let same = mac ^ u64::from(receipt.dice().first * 8 + receipt.dice().second);
        let of_match = done.match_group(terms.match_id().as_str());
        let prints = prints(receipt, of_match, &commitment, same, place);
        done.prints.extend(prints);
    }
    match rolled {
        Ok(rolled) if rolled.dice == receipt.dice() && commitment.digest() == terms.commitment().digest() => {
            done.tallies.pair(Kind::Receipt, receipt.dice());
            Judged::Held
        }
        // The words are the library's: the same report that the player sees.
        _ => Judged::Failed(
            Failure::of(&receipt.verify(None, None)).unwrap_or_else(|| Failure::new("dice", &"dice", &receipt.dice())),
        ),
    }
}

/// The fingerprints of a receipt: its nonce in its match, and what is used once.
fn prints(receipt: &Receipt, of_match: [u64; 2], commitment: &Commitment, same: u64, place: u64) -> [Print; 4] {
    let terms = receipt.terms();
    let of_seed = Class::ReceiptSeed.mark(commitment.digest().as_bytes());
    let [high, low] = of_match.map(u64::to_be_bytes);
    let of_roll = group(Class::ReceiptRoll, &[&high, &low, terms.roll_id().as_str().as_bytes()]);
    // The client chose it, so all of it counts: the byte that the class takes is the number.
    let entropy = receipt.entropy();
    let (of_entropy, first) = (
        Class::ReceiptEntropy.mark(entropy.as_bytes()),
        entropy.as_bytes()[0].into(),
    );
    [
        Print::new(of_match, terms.nonce(), same, place),
        Print::new(of_seed, 0, same, place),
        Print::new(of_roll, 0, same, place),
        Print::new(of_entropy, first, same, place),
    ]
}

/// The fingerprint of a match, in which nonces are numbered.
pub fn match_group(match_id: &str) -> [u64; 2] {
    group(Class::ReceiptNonce, &[match_id.as_bytes()])
}
