//! One roll of a match: the seed, both players' seeds, the roll's number and its dice.

use std::borrow::Cow;

use provably_fair::commit::Commitment;
use provably_fair::dice::Pair;
use provably_fair::mac::Hash;
use provably_fair::protocol::match_dice::{ID, Rolls, SEALING};
use provably_fair::{PlayerSeed, Revealed};
use serde::Deserialize;

use crate::csv::Row;
use crate::json::json;
use crate::record::{Failure, Judged, Kind, constant, face, field, number};
use crate::repeats::{Class, Print, group};
use crate::worker::Done;

/// What a record says: a JSON object, or a row of a CSV file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated<'a> {
    #[serde(rename = "format")]
    _format: Cow<'a, str>,
    version: u64,
    #[serde(borrow)]
    scheme: Cow<'a, str>,
    #[serde(borrow)]
    commitment: Cow<'a, str>,
    #[serde(borrow)]
    server_seed: Cow<'a, str>,
    #[serde(borrow)]
    seed_1: Cow<'a, str>,
    #[serde(borrow)]
    seed_2: Cow<'a, str>,
    #[serde(borrow)]
    roll: Cow<'a, str>,
    dice: [u8; 2],
}

/// A well-formed record.
pub struct MatchRoll {
    commitment: Commitment,
    seed: Revealed,
    players: [PlayerSeed; 2],
    roll: u64,
    dice: Pair,
}

pub const COLUMNS: [&str; 7] = [
    "commitment",
    "server_seed",
    "seed_1",
    "seed_2",
    "roll",
    "die_1",
    "die_2",
];

impl MatchRoll {
    pub fn read(line: &str) -> Result<Self, String> {
        Self::of(&json(line)?)
    }

    pub fn of_row(row: &Row<'_>) -> Result<Self, String> {
        let [commitment, server_seed, seed_1, seed_2, roll, die_1, die_2] = row.cells(&COLUMNS)?;
        Self::of(&Stated {
            _format: Kind::MatchRoll.name().into(),
            version: 1,
            scheme: ID.into(),
            commitment: commitment.into(),
            server_seed: server_seed.into(),
            seed_1: seed_1.into(),
            seed_2: seed_2.into(),
            roll: roll.into(),
            dice: [face("die_1", die_1)?, face("die_2", die_2)?],
        })
    }

    fn of(stated: &Stated<'_>) -> Result<Self, String> {
        constant("version", &stated.version.to_string(), "1")?;
        constant("scheme", &stated.scheme, ID)?;
        let [first, second] = stated.dice;
        if !stated.dice.iter().all(|face| (1..=6).contains(face)) {
            return Err("field dice: not two faces 1 to 6".into());
        }
        Ok(Self {
            commitment: field("commitment", Commitment::from_hex(Hash::Sha256, &stated.commitment))?,
            seed: field("server_seed", Revealed::from_hex(&stated.server_seed))?,
            players: [
                field("seed_1", PlayerSeed::new(&stated.seed_1))?,
                field("seed_2", PlayerSeed::new(&stated.seed_2))?,
            ],
            roll: number("roll", &stated.roll)?,
            dice: Pair { first, second },
        })
    }

    /// Recomputes the roll. A seed of a length that no match takes is malformed.
    pub fn judge(&self, place: u64, done: &mut Done) -> Result<Judged, String> {
        let rolls = field("server_seed", Rolls::new(&self.seed, &self.players))?;
        let commitment = field("server_seed", SEALING.digest(&self.seed))?;
        done.prints.extend(self.prints(commitment, place));
        if let Some(failure) = self.failure(commitment, &rolls) {
            return Ok(Judged::Failed(failure));
        }
        done.tallies.pair(Kind::MatchRoll, self.dice);
        Ok(Judged::Held)
    }

    /// The roll under its three seeds, and the seed under the players'.
    fn prints(&self, commitment: Commitment, place: u64) -> [Print; 2] {
        let [first, second] = &self.players;
        let seats = group(
            Class::MatchSeed,
            &[first.as_str().as_bytes(), second.as_str().as_bytes()],
        );
        let sealed = commitment.digest();
        let roll = group(
            Class::MatchRoll,
            &[sealed.as_bytes(), &seats[0].to_be_bytes(), &seats[1].to_be_bytes()],
        );
        let same = u64::from(self.dice.first * 8 + self.dice.second);
        let seed = group(Class::MatchSeed, &[sealed.as_bytes()]);
        [
            Print::new(roll, self.roll, same, place),
            Print::new(seed, 0, seats[1], place),
        ]
    }

    fn failure(&self, commitment: Commitment, rolls: &Rolls<'_>) -> Option<Failure> {
        if commitment != self.commitment {
            return Some(Failure::new("commitment", &self.commitment, &commitment));
        }
        if SEALING.hides_key(&self.seed) != Ok(true) {
            let (expected, found) = ("a commitment that hides the key", "the key's own hash");
            return Some(Failure::new("commitment_hides_key", &expected, &found));
        }
        match rolls.roll(self.roll) {
            Ok(roll) if roll.dice == self.dice => None,
            Ok(roll) => Some(Failure::new("roll", &roll.dice, &self.dice)),
            Err(error) => Some(Failure::new("roll", &error, &self.dice)),
        }
    }
}
