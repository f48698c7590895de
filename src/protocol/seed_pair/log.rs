//! The log of a seed pair's rounds: no nonce missing, none twice.

use alloc::collections::BTreeMap;
use alloc::format;
use core::fmt;

use super::runs::Runs;
use crate::commit::Commitment;
use crate::mac::Hash;
use crate::verdict::Finding;

mod report;

use report::Failures;

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It was played to its end.
    Played,
    /// It was given up; its nonce stays used.
    Void,
}

/// One line of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedRound<'c> {
    /// The commitment to the server seed.
    pub commitment: Commitment,
    /// The client seed.
    pub client: &'c str,
    /// The nonce.
    pub nonce: u64,
    /// How the round ended.
    pub fate: Fate,
}

/// Over what the nonces of a log count up without a gap. Both are in use; which one a site has is a fact about the
/// site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoncesRun {
    /// Over a server seed, whatever the client seeds: as [`SeedPair`](super::SeedPair) counts.
    OverServerSeed,
    /// Over a server seed and a client seed: the count starts again with every new client seed.
    OverSeedPair,
}

/// Why a log cannot be taken further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LogError {
    /// The round at this position would need more memory than the limit allows: too many pairs, or nonces too
    /// scattered.
    TooScattered {
        /// Position in the log, from 0.
        at: u64,
    },
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooScattered { at } => {
                write!(f, "the log is too scattered at position {at}: raise the limit of runs")
            }
        }
    }
}

impl core::error::Error for LogError {}

/// A check of a log, round after round, in any order: exact, in memory that grows with the gaps and not with the
/// rounds.
///
/// It keeps *runs* of consecutive nonces: about 100 bytes a run, however long. A log in order has one run a seed pair
/// and one more a server seed; rounds that settle out of order add some for a while. Past the limit of runs
/// ([`MAX_RUNS`](Self::MAX_RUNS), about 7 MB, unless the caller says otherwise) [`add`](Self::add) refuses. Keys are
/// SHA-256 digests of server and client seed, so two pairs are one only if SHA-256 collides.
///
/// Checks, in this order: `nonce_reused` (the triple of server seed, client seed and nonce, at the position of the
/// second), `nonce_gap` (at the position of the round after the gap), `nonce_end` (the last nonce is the one that the
/// caller knows of).
///
/// **What it does not show.** Outcomes: they are derived and compared elsewhere. That no round was dropped *after* the
/// last one: only the caller's own count can, given by [`ended`](Self::ended). And a void round is no gap, but the
/// operator may have known its outcome when it gave up: count them, and ask for the reason.
///
/// ```
/// use provably_fair::protocol::seed_pair::{Fate, LoggedRound, NonceLog, NoncesRun};
/// use provably_fair::{CURSOR_V1, ServerSeed};
/// let commitment = CURSOR_V1.commit(&ServerSeed::from_text("server")).unwrap();
/// let round = |nonce| LoggedRound { commitment, client: "client", nonce, fate: Fate::Played };
/// let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
/// for nonce in [0, 1, 2, 5, 1] {
///     log.add(round(nonce)).unwrap();
/// }
/// log.ended(round(5)).unwrap();
/// assert_eq!(log.report().to_string(), "\
/// mismatch
///   FAILED       nonce_reused at position 4: expected a nonce of its own, found nonce 1 again
///   FAILED       nonce_gap at position 3: expected nonce 3, found nonce 5
///   held         nonce_end
///   note: 5 rounds, 0 of them void
///   note: nonces show that no round was left out, not what came of it; the operator may have known the outcome of a void round
/// ");
/// ```
#[derive(Clone, Debug)]
pub struct NonceLog {
    first: u64,
    run: NoncesRun,
    limit: usize,
    pairs: BTreeMap<Key, Runs>,
    /// By server seed alone; empty where the nonces run over pairs.
    servers: BTreeMap<Key, Runs>,
    runs: usize,
    rounds: u64,
    void: u64,
    reused: Failures,
}

type Key = [u8; 32];

impl NonceLog {
    /// The limit of runs unless the caller sets another.
    pub const MAX_RUNS: usize = 65_536;

    /// An empty log, whose counts start at `first`: 0 or 1, as the site counts. There is no default, since both are in
    /// use.
    #[must_use]
    pub const fn new(first: u64, run: NoncesRun) -> Self {
        Self {
            first,
            run,
            limit: Self::MAX_RUNS,
            pairs: BTreeMap::new(),
            servers: BTreeMap::new(),
            runs: 0,
            rounds: 0,
            void: 0,
            reused: Failures::NONE,
        }
    }

    /// With this limit of runs, about 100 bytes each.
    #[must_use]
    pub const fn limit(mut self, runs: usize) -> Self {
        self.limit = runs;
        self
    }

    /// Takes the next line of the log.
    ///
    /// # Errors
    /// [`LogError::TooScattered`]; the log is then not further usable as a whole log, since this round is missing in
    /// it.
    pub fn add(&mut self, round: LoggedRound<'_>) -> Result<(), LogError> {
        let at = self.rounds;
        let (pair, server) = keys(&round);
        // The round may open one run in either map.
        if self.runs + 2 > self.limit {
            return Err(LogError::TooScattered { at });
        }
        self.rounds += 1;
        self.void += u64::from(round.fate == Fate::Void);
        let mut grown = self.pairs.entry(pair).or_default().insert(round.nonce, at);
        self.runs = self.runs.saturating_add_signed(grown.unwrap_or(0));
        if self.run == NoncesRun::OverServerSeed {
            // One count for the whole server seed gives no nonce twice, whatever the client seed.
            let over_all = self.servers.entry(server).or_default().insert(round.nonce, at);
            self.runs = self.runs.saturating_add_signed(over_all.unwrap_or(0));
            grown = grown.and(over_all);
        }
        if grown.is_none() {
            self.reused.add(Some(at), || {
                Finding::failed(&"a nonce of its own", &format!("nonce {} again", round.nonce))
            });
        }
        Ok(())
    }

    /// Says which round was the last of its count, from what the caller knows apart from the log: its own notes, or the
    /// nonces that a [`Retired`](super::Retired) seed has (the last is one below). Its fate is not read.
    ///
    /// # Errors
    /// [`LogError::TooScattered`], at the position after the last round.
    ///
    /// ```
    /// use provably_fair::protocol::seed_pair::{Fate, LoggedRound, NonceLog, NoncesRun};
    /// use provably_fair::{CURSOR_V1, ServerSeed};
    /// let commitment = CURSOR_V1.commit(&ServerSeed::from_text("server")).unwrap();
    /// let round = |nonce| LoggedRound { commitment, client: "client", nonce, fate: Fate::Played };
    /// let mut log = NonceLog::new(1, NoncesRun::OverSeedPair);
    /// log.add(round(1)).unwrap();
    /// log.ended(round(2)).unwrap(); // the player remembers nonce 2
    /// let report = log.report();
    /// assert_eq!(report.first_failure().unwrap().to_string(),
    ///     "FAILED       nonce_end: expected nonce 2 as the last, found nonce 1");
    /// ```
    pub fn ended(&mut self, last: LoggedRound<'_>) -> Result<(), LogError> {
        let (pair, server) = keys(&last);
        let (counts, key) = match self.run {
            NoncesRun::OverServerSeed => (&mut self.servers, server),
            NoncesRun::OverSeedPair => (&mut self.pairs, pair),
        };
        if counts.get(&key).is_none_or(|runs| runs.last.is_none()) {
            if self.runs >= self.limit {
                return Err(LogError::TooScattered { at: self.rounds });
            }
            self.runs += 1;
        }
        counts.entry(key).or_default().last = Some(last.nonce);
        Ok(())
    }
}

/// Keys of the pair and of its server seed: a byte for the kind, the commitment at a fixed width, the client seed to
/// the end.
fn keys(round: &LoggedRound<'_>) -> (Key, Key) {
    let server = Hash::Sha256.digest(round.commitment.digest().as_bytes());
    let key = |kind: u8, client: &str| {
        let bytes = [&[kind], server.as_bytes(), client.as_bytes()].concat();
        Hash::Sha256.digest(&bytes).first()
    };
    (key(0, round.client), key(1, ""))
}
