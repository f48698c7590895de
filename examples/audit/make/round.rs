//! Rounds of any game, a seed pair for a hundred of them.

use provably_fair::games;
use provably_fair::layout::{Count, Game, Row};
use provably_fair::scheme::{self, Scheme};
use provably_fair::{Commitment, Revealed, ServerSeed};
use serde_json::json;

use super::{Chance, Made, MakeError, Maker, object, other_digit};
use crate::ids::meant;
use crate::params::values;
use crate::record::Kind;

/// Rounds under one seed pair.
const ROUNDS: u64 = 100;
/// How far an open part of a game is read at most.
const OPEN: u32 = 3;

/// Rounds of one game.
pub struct Rounds {
    chance: Chance,
    scheme: Scheme,
    game: Game,
    params: Vec<(String, String)>,
    counts: Vec<u32>,
    pair: Option<(ServerSeed, String)>,
    secret: [u8; 32],
    nonce: u64,
}

impl Rounds {
    pub fn new(chance: Chance, game: &str, params: &[String]) -> Result<Self, MakeError> {
        let row = meant(games::all(), Row::id, game);
        let row = row.map_err(|why| MakeError::usage(format!("--game: {why}")))?;
        let named = |text: &String| {
            text.split_once('=')
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
        };
        let params: Option<Vec<(String, String)>> = params.iter().map(named).collect();
        let params = params.ok_or_else(|| MakeError::usage("--param: NAME=VALUE"))?;
        let given: Vec<(&str, &str)> = params
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let game = row
            .with(&values(row, &given).map_err(MakeError::usage)?)
            .map_err(MakeError::usage)?;
        let open = row
            .segments()
            .iter()
            .map(|segment| matches!(segment.count(), Count::Open { .. }));
        let counts = game.capacity().into_iter().zip(open);
        Ok(Self {
            chance,
            scheme: scheme::by_id(row.scheme()).ok_or_else(|| MakeError::usage("--game: its scheme is not known"))?,
            counts: counts
                .map(|(most, open)| if open { most.min(OPEN) } else { most })
                .collect(),
            game,
            params,
            pair: None,
            secret: [0; 32],
            nonce: 0,
        })
    }

    fn deal(&self, nonce: u64) -> Result<Vec<String>, MakeError> {
        let (seed, client) = self
            .pair
            .as_ref()
            .ok_or_else(|| MakeError::usage("a seed pair comes first"))?;
        let round = self.scheme.round(seed, client, nonce).map_err(MakeError::usage)?;
        let deal = self.game.deal(&round, &self.counts).map_err(MakeError::usage)?;
        Ok(deal.all_texts().collect())
    }

    fn commitment(&self) -> Result<Commitment, MakeError> {
        let (seed, _) = self
            .pair
            .as_ref()
            .ok_or_else(|| MakeError::usage("a seed pair comes first"))?;
        self.scheme.commit(seed).map_err(MakeError::usage)
    }
}

impl Maker for Rounds {
    fn next(&mut self, alter: Option<u64>) -> Result<Made, MakeError> {
        if self.nonce % ROUNDS == 0 {
            self.secret = self.chance.bytes();
            self.pair = Some((ServerSeed::from_bytes(&self.secret), self.chance.hex(16)));
            self.nonce = 0;
        }
        let nonce = self.nonce;
        self.nonce += 1;
        let mut result = self.deal(nonce)?;
        let mut commitment = self.commitment()?.to_string();
        if let Some(way) = alter {
            // Another round's result; a game that always ends alike gets another commitment instead.
            let others = (1..20)
                .map(|ahead| self.deal(nonce + ahead))
                .collect::<Result<Vec<_>, _>>()?;
            match others.into_iter().find(|other| *other != result) {
                Some(other) if way % 2 == 0 => result = other,
                _ => commitment = other_digit(&commitment),
            }
        }
        let seed = Revealed::from_bytes(&self.secret).text().to_owned();
        let client = self
            .pair
            .as_ref()
            .map_or_else(String::new, |(_, client)| client.clone());
        Ok(self.record(&commitment, &seed, &client, nonce, &result))
    }
}

impl Rounds {
    fn record(&self, commitment: &str, seed: &str, client: &str, nonce: u64, result: &[String]) -> Made {
        let (scheme, game, nonce) = (self.scheme.id(), self.game.row().id(), nonce.to_string());
        let params = self.params.iter().map(|(name, value)| (name.clone(), json!(value)));
        let json = object(
            Kind::Round,
            &[
                ("scheme", json!(scheme)),
                ("game", json!(game)),
                ("params", json!(params.collect::<serde_json::Map<_, _>>())),
                ("commitment", json!(commitment)),
                ("server_seed", json!(seed)),
                ("client_seed", json!(client)),
                ("nonce", json!(nonce)),
                ("read", json!(self.counts)),
                ("result", json!(result)),
            ],
        );
        let params = self.params.iter().map(|(name, value)| format!("{name}={value}"));
        let texts = [
            scheme,
            game,
            &joined(params),
            commitment,
            seed,
            client,
            &nonce,
            &joined(self.counts.iter().map(u32::to_string)),
            &result.join(" "),
        ];
        Made {
            json,
            cells: texts.map(str::to_owned).to_vec(),
        }
    }
}

/// As a cell of a CSV file has several.
fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(" ")
}
