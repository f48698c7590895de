//! The strict reader: one pass from left to right, every refusal with the raw offset of its first offending byte.

use alloc::vec::Vec;

use super::{CheckLink, Expected, Field, LinkError};
use crate::commit::Commitment;
use crate::dice::Pair;
use crate::hex;
use crate::mac::Digest;
use crate::protocol::match_dice::{MAX_SEED_BYTES, MIN_SEED_BYTES};
use crate::seed::{NameError, PlayerSeed, Revealed};

/// The match in the raw text after the first `#`.
pub(super) fn fields(raw: &str) -> Result<CheckLink, LinkError> {
    let mut fields = Fields::default();
    let mut start = 0;
    for pair in raw.split('&') {
        fields.take(pair, start)?;
        start += pair.len() + 1;
    }
    fields.finish(raw.len())
}

/// A value, percent-decoded, that remembers where each byte stood.
struct Value {
    field: Field,
    bytes: Vec<u8>,
    /// Raw offset of each decoded byte, and of the value's end or of the escape that could not be decoded.
    offsets: Vec<usize>,
    broken: bool,
}

impl Value {
    fn decode(field: Field, raw: &str, start: usize) -> Self {
        let (mut bytes, mut offsets) = (Vec::with_capacity(raw.len()), Vec::with_capacity(raw.len() + 1));
        let mut rest = raw.as_bytes();
        let mut broken = false;
        while let Some((&byte, after)) = rest.split_first() {
            offsets.push(start + raw.len() - rest.len());
            if byte != b'%' {
                bytes.push(byte);
                rest = after;
                continue;
            }
            let escape = after
                .split_at_checked(2)
                .map(|(digits, after)| (hex::decode_array(digits), after));
            let Some((Ok([byte]), after)) = escape else {
                broken = true;
                break;
            };
            bytes.push(byte);
            rest = after;
        }
        if !broken {
            offsets.push(start + raw.len());
        }
        Self {
            field,
            bytes,
            offsets,
            broken,
        }
    }

    /// The refusal at decoded position `at`, or at the broken escape if that comes first.
    fn refuse(&self, at: usize, expected: Expected) -> LinkError {
        let expected = if self.broken && at >= self.bytes.len() {
            Expected::Escape
        } else {
            expected
        };
        let offset = self.offsets.get(at).or(self.offsets.last()).copied().unwrap_or(0);
        LinkError::new(Some(self.field), offset, expected)
    }

    /// What was read, unless the value breaks off in a bad escape.
    fn whole<T>(&self, read: T) -> Result<T, LinkError> {
        if self.broken {
            Err(self.refuse(self.bytes.len(), Expected::Escape))
        } else {
            Ok(read)
        }
    }

    fn version(&self) -> Result<(), LinkError> {
        match self.bytes.as_slice() {
            [b'1'] => self.whole(()),
            [b'1', ..] => Err(self.refuse(1, Expected::VersionOne)),
            _ => Err(self.refuse(0, Expected::VersionOne)),
        }
    }

    fn server_seed(&self) -> Result<Revealed, LinkError> {
        let (least, most) = (2 * MIN_SEED_BYTES, 2 * MAX_SEED_BYTES);
        if let Some(at) = self.bytes.iter().take(most).position(|byte| !byte.is_ascii_hexdigit()) {
            return Err(self.refuse(at, Expected::HexDigit));
        }
        if self.bytes.len() > most {
            return Err(self.refuse(most, Expected::SeedLength));
        }
        match hex::decode(&self.bytes) {
            Ok(seed) if self.bytes.len() >= least => self.whole(Revealed::from_bytes(&seed)),
            _ => Err(self.refuse(self.bytes.len(), Expected::SeedLength)),
        }
    }

    fn commitment(&self) -> Result<Commitment, LinkError> {
        match hex::decode_array(&self.bytes) {
            Ok(bytes) => self.whole(Commitment::new(Digest::Sha256(bytes))),
            Err(hex::HexError::Digit { at }) => Err(self.refuse(at, Expected::HexDigit)),
            Err(error) => Err(self.refuse(error.at(), Expected::CommitmentLength)),
        }
    }

    /// The comma-separated items with the decoded position of each.
    fn items(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.bytes.split(|byte| *byte == b',').scan(0, |next, item| {
            let at = *next;
            *next += item.len() + 1;
            Some((at, item))
        })
    }

    fn players(&self) -> Result<[PlayerSeed; 2], LinkError> {
        let mut seeds = Vec::with_capacity(2);
        for (at, item) in self.items() {
            if seeds.len() == 2 {
                return Err(self.refuse(at - 1, Expected::TwoSeeds));
            }
            let text = core::str::from_utf8(item);
            let valid = text.map_err(|error| error.valid_up_to());
            // Bytes before an invalid one may already offend, so the valid part is judged first.
            let judged = match valid {
                Ok(text) => PlayerSeed::new(text).map_err(NameError::at),
                Err(bad) => {
                    let before = item
                        .get(..bad)
                        .and_then(|part| core::str::from_utf8(part).ok())
                        .unwrap_or("");
                    Err(PlayerSeed::new(before).err().map_or(bad, NameError::at))
                }
            };
            seeds.push(judged.map_err(|offence| self.refuse(at + offence, Expected::PlayerSeed))?);
        }
        match <[PlayerSeed; 2]>::try_from(seeds) {
            Ok(seeds) => self.whole(seeds),
            Err(_) => Err(self.refuse(self.bytes.len(), Expected::TwoSeeds)),
        }
    }

    fn rolls(&self) -> Result<Vec<Pair>, LinkError> {
        if let Some(at) = self.bytes.iter().position(|byte| !(b'1'..=b'6').contains(byte)) {
            return Err(self.refuse(at, Expected::RollDigit));
        }
        if self.bytes.is_empty() || self.bytes.len() % 2 == 1 {
            return Err(self.refuse(self.bytes.len(), Expected::RollDigit));
        }
        let pairs = self.bytes.chunks_exact(2).filter_map(|pair| match pair {
            [first, second] => Some(Pair {
                first: first - b'0',
                second: second - b'0',
            }),
            _ => None,
        });
        self.whole(pairs.collect())
    }

    /// The lengths of the games; whether they add up is asked when the rolls are known.
    fn games(&self) -> Result<Vec<(usize, u32)>, LinkError> {
        let mut games = Vec::new();
        for (at, item) in self.items() {
            if let Some(offence) = item.iter().position(|byte| !byte.is_ascii_digit()) {
                return Err(self.refuse(at + offence, Expected::GameLength));
            }
            let number = core::str::from_utf8(item).ok().and_then(|text| text.parse().ok());
            match number {
                Some(rolls) if !item.starts_with(b"0") => games.push((at, rolls)),
                _ => return Err(self.refuse(at, Expected::GameLength)),
            }
        }
        self.whole(games)
    }
}

/// The fields met so far.
#[derive(Default)]
struct Fields {
    version: Option<()>,
    seed: Option<Revealed>,
    commitment: Option<Commitment>,
    players: Option<[PlayerSeed; 2]>,
    rolls: Option<Vec<Pair>>,
    games: Option<(Value, Vec<(usize, u32)>)>,
}

impl Fields {
    fn take(&mut self, pair: &str, start: usize) -> Result<(), LinkError> {
        if pair.is_empty() {
            return Err(LinkError::new(None, start, Expected::Pair));
        }
        let Some((key, value)) = pair.split_once('=') else {
            return Err(LinkError::new(None, start + pair.len(), Expected::Equals));
        };
        let Some(field) = Field::ALL.into_iter().find(|field| field.key() == key) else {
            return Err(LinkError::new(None, start, Expected::KnownKey));
        };
        if self.has(field) {
            return Err(LinkError::new(Some(field), start, Expected::Once));
        }
        let value = Value::decode(field, value, start + key.len() + 1);
        match field {
            Field::Version => self.version = Some(value.version()?),
            Field::ServerSeed => self.seed = Some(value.server_seed()?),
            Field::Commitment => self.commitment = Some(value.commitment()?),
            Field::Players => self.players = Some(value.players()?),
            Field::Rolls => self.rolls = Some(value.rolls()?),
            Field::Games => self.games = value.games().map(|games| Some((value, games)))?,
        }
        Ok(())
    }

    const fn has(&self, field: Field) -> bool {
        match field {
            Field::Version => self.version.is_some(),
            Field::ServerSeed => self.seed.is_some(),
            Field::Commitment => self.commitment.is_some(),
            Field::Players => self.players.is_some(),
            Field::Rolls => self.rolls.is_some(),
            Field::Games => self.games.is_some(),
        }
    }

    /// The match, once all fields are there and the games add up. `end` is the length of the raw text.
    fn finish(self, end: usize) -> Result<CheckLink, LinkError> {
        if let (Some(rolls), Some((value, games))) = (&self.rolls, &self.games) {
            games_add_up(rolls.len(), value, games)?;
        }
        let missing = |field| LinkError::new(Some(field), end, Expected::Present);
        self.version.ok_or(missing(Field::Version))?;
        Ok(CheckLink {
            seed: self.seed.ok_or(missing(Field::ServerSeed))?,
            commitment: self.commitment.ok_or(missing(Field::Commitment))?,
            players: self.players.ok_or(missing(Field::Players))?,
            rolls: self.rolls.ok_or(missing(Field::Rolls))?,
            games: self
                .games
                .map(|(_, games)| games.into_iter().map(|(_, rolls)| rolls).collect()),
        })
    }
}

/// Refuses the first game that overruns the rolls, or the end of a list that falls short of them.
fn games_add_up(rolls: usize, value: &Value, games: &[(usize, u32)]) -> Result<(), LinkError> {
    let mut left = rolls;
    for (at, game) in games {
        let rest = usize::try_from(*game).ok().and_then(|game| left.checked_sub(game));
        left = rest.ok_or_else(|| value.refuse(*at, Expected::GamesAddUp))?;
    }
    if left > 0 {
        return Err(value.refuse(value.bytes.len(), Expected::GamesAddUp));
    }
    Ok(())
}
