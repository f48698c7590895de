//! Receipts and match rolls.

use provably_fair::dice::Pair;
use provably_fair::document;
use provably_fair::protocol::live_match::SealedMatch;
use provably_fair::protocol::match_dice::{FirstRoll, ID};
use provably_fair::protocol::receipt::{Entropy, Id, Receipt, RollSeed, Terms, roll};
use provably_fair::{Commitment, PlayerSeed, ServerSeed};
use serde_json::json;

use super::{Chance, Made, MakeError, Maker, object, other_digit};
use crate::record::Kind;

/// Rolls in a match.
const MATCH: u64 = 40;

/// Receipts of matches of 40 rolls each.
pub struct Receipts {
    chance: Chance,
    match_id: Id,
    nonce: u64,
}

impl Receipts {
    pub fn new(chance: Chance) -> Self {
        let match_id = Id::new("none").unwrap_or_else(|_| unreachable!("four letters"));
        Self {
            chance,
            match_id,
            nonce: MATCH,
        }
    }
}

impl Maker for Receipts {
    fn next(&mut self, alter: Option<u64>) -> Result<Made, MakeError> {
        if self.nonce == MATCH {
            self.nonce = 0;
            self.match_id = Id::new(&format!("mat_{}", self.chance.hex(12))).map_err(MakeError::usage)?;
        }
        self.nonce += 1;
        let roll_id = Id::new(&format!("rol_{}", self.chance.hex(8))).map_err(MakeError::usage)?;
        let seed: [u8; 32] = self.chance.bytes();
        let entropy = Entropy::new(self.chance.bytes());
        let dice = roll(&seed, &self.match_id, &roll_id, self.nonce, entropy)
            .map_err(MakeError::usage)?
            .dice;
        let mut parts = (RollSeed::new(seed).commitment(), seed, [dice.first, dice.second]);
        if let Some(way) = alter {
            parts = altered(parts, way);
        }
        let (commitment, seed, dice) = parts;
        let terms = Terms::new(self.match_id.clone(), roll_id, self.nonce, commitment).map_err(MakeError::usage)?;
        let receipt = Receipt::new(terms, entropy, RollSeed::new(seed), dice).map_err(MakeError::usage)?;
        Ok(made(&receipt))
    }
}

type Parts = (Commitment, [u8; 32], [u8; 2]);

/// Another face, another commitment, or another seed.
fn altered((commitment, mut seed, mut dice): Parts, way: u64) -> Parts {
    match way % 3 {
        0 => dice[0] = dice[0] % 6 + 1,
        1 => return (RollSeed::new(commitment.digest().first()).commitment(), seed, dice),
        _ => seed[31] ^= 1,
    }
    (commitment, seed, dice)
}

fn made(receipt: &Receipt) -> Made {
    let (terms, dice) = (receipt.terms(), receipt.dice());
    let cells: [&dyn ToString; 8] = [
        terms.match_id(),
        terms.roll_id(),
        &terms.nonce(),
        &terms.commitment(),
        &receipt.entropy(),
        &receipt.seed(),
        &dice.first,
        &dice.second,
    ];
    Made {
        cells: cells.map(ToString::to_string).to_vec(),
        json: document::write(receipt),
    }
}

/// Matches of 40 rolls each. A match's seed is revealed when it is over, so its records come then.
pub struct Matches {
    chance: Chance,
    rolls: Vec<(String, String, [String; 2], u64, Pair)>,
}

impl Matches {
    pub const fn new(chance: Chance) -> Self {
        let rolls = Vec::new();
        Self { chance, rolls }
    }

    fn play(&mut self) -> Result<(), MakeError> {
        let secret: [u8; 32] = self.chance.bytes();
        let seeds = [self.chance.hex(32), self.chance.hex(32)];
        let [first, second] = &seeds;
        let players = [PlayerSeed::new(first), PlayerSeed::new(second)];
        let [Ok(first), Ok(second)] = players else {
            return Err(MakeError::usage("32 hex digits are a player's seed"));
        };
        let sealed = SealedMatch::new(ServerSeed::from_bytes(&secret)).map_err(MakeError::usage)?;
        let commitment = sealed.commitment().to_string();
        let mut live = sealed
            .seat([first, second], FirstRoll::Zero)
            .map_err(MakeError::usage)?;
        for number in 0..MATCH {
            let dice = live.roll().map_err(MakeError::usage)?;
            let seed = provably_fair::hex::encode(&secret);
            self.rolls.push((commitment.clone(), seed, seeds.clone(), number, dice));
        }
        self.rolls.reverse();
        live.finish().map(|_| ()).map_err(MakeError::usage)
    }
}

impl Maker for Matches {
    fn next(&mut self, alter: Option<u64>) -> Result<Made, MakeError> {
        if self.rolls.is_empty() {
            self.play()?;
        }
        let Some((mut commitment, mut seed, [seed_1, seed_2], roll, Pair { mut first, second })) = self.rolls.pop()
        else {
            return Err(MakeError::usage("a match has rolls"));
        };
        match alter.map(|way| way % 3) {
            None => {}
            Some(0) => first = first % 6 + 1,
            Some(1) => commitment = other_digit(&commitment),
            Some(_) => seed = other_digit(&seed),
        }
        Ok(made_roll(
            commitment,
            seed,
            [seed_1, seed_2],
            roll,
            Pair { first, second },
        ))
    }
}

fn made_roll(commitment: String, seed: String, [seed_1, seed_2]: [String; 2], roll: u64, dice: Pair) -> Made {
    let Pair { first, second } = dice;
    let roll = roll.to_string();
    let json = object(
        Kind::MatchRoll,
        &[
            ("scheme", json!(ID)),
            ("commitment", json!(commitment)),
            ("server_seed", json!(seed)),
            ("seed_1", json!(seed_1)),
            ("seed_2", json!(seed_2)),
            ("roll", json!(roll)),
            ("dice", json!([first, second])),
        ],
    );
    let cells = vec![
        commitment,
        seed,
        seed_1,
        seed_2,
        roll,
        first.to_string(),
        second.to_string(),
    ];
    Made { json, cells }
}
