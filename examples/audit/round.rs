//! A round of any game on a stream, under any scheme of the library.

use std::borrow::Cow;

use provably_fair::commit::Commitment;
use provably_fair::games;
use provably_fair::layout::{Count, Deal, Game, Row, Segment, Value};
use provably_fair::protocol::round::{RoundClaim, RoundError, RoundNote};
use provably_fair::scheme::{self, Scheme};
use provably_fair::verdict::{Check, Finding};
use provably_fair::{Revealed, mac};
use serde::Deserialize;

use crate::csv;
use crate::ids::unknown;
use crate::json::json;
use crate::params::{Params, values, written_once};
use crate::record::{Failure, Judged, constant, field, number};
use crate::repeats::{Class, Print, group};
use crate::worker::Done;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    #[serde(rename = "format")]
    _format: Cow<'a, str>,
    version: u64,
    #[serde(borrow)]
    scheme: Cow<'a, str>,
    #[serde(borrow)]
    game: Cow<'a, str>,
    #[serde(default)]
    params: Params,
    #[serde(borrow)]
    commitment: Option<Cow<'a, str>>,
    #[serde(borrow)]
    server_seed: Cow<'a, str>,
    #[serde(borrow)]
    client_seed: Cow<'a, str>,
    #[serde(borrow)]
    nonce: Cow<'a, str>,
    read: Option<Vec<u32>>,
    result: Vec<Cow<'a, str>>,
}

pub const COLUMNS: [&str; 9] = [
    "scheme",
    "game",
    "params",
    "commitment",
    "server_seed",
    "client_seed",
    "nonce",
    "read",
    "result",
];

/// A record with its texts cut out, whichever form it came in.
struct Stated<'a> {
    scheme: &'a str,
    game: &'a str,
    params: Vec<(&'a str, &'a str)>,
    commitment: Option<&'a str>,
    server_seed: &'a str,
    client_seed: &'a str,
    nonce: &'a str,
    read: Option<Vec<u32>>,
    result: Vec<&'a str>,
}

impl Stated<'_> {
    /// The same for the same record: what is in it beside seeds and nonce.
    fn same(&self) -> u64 {
        let mut params = self.params.clone();
        params.sort_unstable();
        let all = format!(
            "{} {} {params:?} {:?} {:?}",
            self.scheme, self.game, self.read, self.result
        );
        u64::from_be_bytes(mac::Hash::Sha256.digest(all.as_bytes()).first())
    }
}

/// A well-formed record.
pub struct Round {
    claim: RoundClaim,
    commitment: Option<Commitment>,
    seed: Revealed,
    scheme: Scheme,
    client: String,
    nonce: u64,
    weights: Vec<(String, Vec<u32>)>,
    stated: Vec<String>,
    same: u64,
}

impl Round {
    pub fn read(line: &str) -> Result<Self, String> {
        let line: Line<'_> = json(line)?;
        constant("version", &line.version.to_string(), "1")?;
        Self::of(&Stated {
            scheme: &line.scheme,
            game: &line.game,
            params: line.params.0.iter().map(|(name, value)| (&**name, &**value)).collect(),
            commitment: line.commitment.as_deref(),
            server_seed: &line.server_seed,
            client_seed: &line.client_seed,
            nonce: &line.nonce,
            read: line.read,
            result: line.result.iter().map(|item| &**item).collect(),
        })
    }

    pub fn of_row(row: &csv::Row<'_>) -> Result<Self, String> {
        let [
            scheme,
            game,
            params,
            commitment,
            server_seed,
            client_seed,
            nonce,
            read,
            result,
        ] = row.cells(&COLUMNS)?;
        let pair = |pair: &'_ str| pair.find('=').ok_or("field params: not NAME=VALUE");
        let params = params
            .split_whitespace()
            .map(|text| pair(text).map(|at| (&text[..at], &text[at + 1..])));
        let counts = read.split_whitespace().map(count).collect();
        Self::of(&Stated {
            scheme,
            game,
            params: params.collect::<Result<_, _>>()?,
            commitment: (!commitment.is_empty()).then_some(commitment),
            server_seed,
            client_seed,
            nonce,
            read: if read.is_empty() {
                None
            } else {
                Some(field("read", counts)?)
            },
            result: result.split_whitespace().collect(),
        })
    }

    fn of(stated: &Stated<'_>) -> Result<Self, String> {
        let scheme = scheme::by_id(stated.scheme);
        let scheme = field(
            "scheme",
            scheme.ok_or_else(|| unknown(scheme::SCHEMES.map(|scheme| scheme.id()), stated.scheme)),
        )?;
        let row = games::by_id(stated.game);
        let row = field(
            "game",
            row.ok_or_else(|| unknown(games::all().map(|row| row.id()), stated.game)),
        )?;
        let params = values(row, &stated.params)?;
        let game: Game = field("params", row.with(&params))?;
        let seed = Revealed::from_text(stated.server_seed);
        let commitment = stated
            .commitment
            .map(|text| Commitment::from_hex(scheme.sealing().commit_hash(), text));
        let commitment = field("commitment", commitment.transpose())?;
        let nonce = number("nonce", stated.nonce)?;
        let mut claim = RoundClaim::new(scheme, game, seed.clone(), stated.client_seed, nonce);
        if let Some(counts) = &stated.read {
            claim = field("read", claim.read(counts))?;
        }
        if let Some(at) = stated.result.iter().position(|item| !written_once(item)) {
            return Err(format!("field result: item {at} has a leading zero"));
        }
        claim = field(
            "result",
            claim
                .stated(&stated.result)
                .map_err(|error| too_many(row, stated, &error)),
        )?;
        if let Some(commitment) = commitment {
            claim = claim.commitment(commitment);
        }
        let weights = params
            .iter()
            .filter_map(|(name, value)| Some(((*name).to_owned(), weights(value)?)));
        Ok(Self {
            claim,
            commitment,
            seed,
            scheme,
            client: stated.client_seed.to_owned(),
            nonce,
            weights: weights.collect(),
            stated: stated.result.iter().map(|item| (*item).to_owned()).collect(),
            same: stated.same(),
        })
    }

    /// Deals the round again. One that cannot be dealt at all is malformed.
    pub fn judge(&self, place: u64, done: &mut Done) -> Result<Judged, String> {
        let (server, client) = (self.seed.text().as_bytes(), self.client.as_bytes());
        // A nonce belongs to a seed pair, whatever game and scheme it is used for.
        let pair = group(Class::RoundNonce, &[server, client]);
        let print = Print::new(pair, self.nonce, self.same, place);
        let (read, stated) = (self.items(), self.stated.len() as u64);
        if read != stated {
            // Before anything is dealt: a short line may ask for a long deal.
            done.prints.push(print);
            let items = |count| format!("{count} items");
            return Ok(Judged::Failed(Failure::new("deal", &items(read), &items(stated))));
        }
        let deal = field("read", self.claim.deal())?;
        done.prints.push(print);
        let judged = if self.holds(&deal) {
            Judged::Held
        } else {
            self.reported()
        };
        if judged == Judged::Held {
            done.tallies.deal(self.scheme, &deal, &self.weights);
        }
        Ok(judged)
    }

    /// How many items the record says were read.
    fn items(&self) -> u64 {
        self.claim.counts().iter().map(|count| u64::from(*count)).sum()
    }

    /// In the library's words: what does not hold, what is only spelt otherwise, and what there was nothing to check of.
    fn reported(&self) -> Judged {
        let report = self.claim.verify(&RoundNote::none());
        if let Some(failure) = Failure::of(report.report()) {
            return Judged::Failed(failure);
        }
        let mut lines = report.report().lines().iter();
        if lines.any(|line| line.check == Check::Deal && line.finding == Finding::Held) {
            return Judged::Held;
        }
        Judged::NotChecked("deal", "nothing of the round was read, so there is no deal to check")
    }

    /// Whether everything holds, without the words of a report.
    fn holds(&self, deal: &Deal) -> bool {
        let sealing = self.scheme.sealing();
        let sealed = self
            .commitment
            .is_none_or(|stated| sealing.digest(&self.seed) == Ok(stated));
        let dealt = deal.all_texts().eq(self.stated.iter().map(String::as_str));
        !self.stated.is_empty() && sealed && dealt && sealing.hides_key(&self.seed) == Ok(true)
    }

    /// Whether a commitment was stated: without one, only the deal is checked.
    pub const fn has_commitment(&self) -> bool {
        self.commitment.is_some()
    }
}

/// Says what to do when a game whose length is open has a result, and how far it was read is not said.
fn too_many(row: Row, stated: &Stated<'_>, error: &RoundError) -> String {
    let open = |segment: &Segment| matches!(segment.count(), Count::Open { .. });
    let unsaid = stated.read.is_none() && matches!(error, RoundError::TooManyStated { .. });
    if !unsaid || !row.segments().iter().any(open) {
        return error.to_string();
    }
    let names: Vec<&str> = row.segments().iter().map(Segment::name).collect();
    let how = match names[..] {
        [_] => format!("\"read\":[{}] says how far it was read", stated.result.len()),
        _ => format!("\"read\" says how far each part was read: {}", names.join(", ")),
    };
    format!("{error}; {} has an open part, so {how}", row.id())
}

/// How far a part was read, in its one text.
fn count(text: &str) -> Result<u32, &'static str> {
    let number = number("read", text).ok().and_then(|number| number.try_into().ok());
    number.ok_or("not a count without sign or leading zero")
}

fn weights(value: &Value<'_>) -> Option<Vec<u32>> {
    match value {
        Value::Weights(weights) => Some(weights.to_vec()),
        _ => None,
    }
}
