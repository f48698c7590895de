//! One batch: each line read, recomputed and noted. Nothing is shared with other workers.

use std::str;

use memchr::memchr_iter;

use crate::chain::{Runs, runs};
use crate::crash::{self, Game};
use crate::csv::{Cells, Header, Row};
use crate::finding::{Finding, Findings, Place, Sort};
use crate::input::Batch;
use crate::match_roll::MatchRoll;
use crate::receipt;
use crate::record::{Judged, Kind, kind_of};
use crate::repeats::{Print, place};
use crate::round::Round;
use crate::summary::Counts;
use crate::tallies::Tallies;

/// What a batch came to. Crash games wait for the games before them.
#[derive(Default)]
pub struct Done {
    pub sequence: u64,
    /// The batch's memory, to be filled again.
    pub buffer: Vec<u8>,
    pub counts: Counts,
    pub findings: Findings,
    pub prints: Vec<Print>,
    /// Whether fingerprints are still wanted: they are what costs most after the check itself.
    pub printing: bool,
    pub tallies: Tallies,
    pub games: Vec<Game>,
    pub runs: Runs,
    last_match: (String, [u64; 2]),
}

impl Done {
    /// The fingerprint of a match. Receipts of one match follow one another, so the last is remembered.
    pub fn match_group(&mut self, match_id: &str) -> [u64; 2] {
        if self.last_match.0 != match_id {
            self.last_match = (match_id.to_owned(), receipt::match_group(match_id));
        }
        self.last_match.1
    }

    fn malformed(&mut self, at: Place, why: &str) {
        self.findings.add(Finding::new(Sort::Malformed, at, why));
    }

    fn judged(&mut self, kind: Kind, at: Place, judged: Judged) {
        let count = self.counts.of(kind);
        count.records += 1;
        match judged {
            Judged::Held => count.held += 1,
            Judged::Failed(failure) => {
                count.failed += 1;
                let text = format!("{}: {}", kind.name(), failure.text);
                self.findings
                    .add(Finding::new(Sort::Mismatch, at, &text).of_check(failure.check));
            }
            Judged::NotChecked(check, why) => {
                count.not_checked += 1;
                let text = format!("{}: {why}", kind.name());
                self.findings
                    .add(Finding::new(Sort::NotChecked, at, &text).of_check(check));
            }
        }
    }
}

/// What a batch may come to.
#[derive(Clone, Copy)]
pub struct Limits {
    /// How many findings of a sort are listed.
    pub list: u32,
    /// How many links may be hashed.
    pub steps: u64,
    /// Whether fingerprints are taken; without it they may be left out.
    pub prints: bool,
}

/// Audits a batch.
pub fn work(batch: Batch, cells: &mut Cells, limits: Limits) -> Done {
    let Batch {
        sequence,
        source,
        line,
        header,
        bytes,
        notes,
    } = batch;
    let mut done = Done {
        sequence,
        findings: Findings::new(limits.list),
        printing: limits.prints,
        ..Done::default()
    };
    for note in notes {
        done.findings.add(note);
    }
    let ends = memchr_iter(b'\n', &bytes).chain([bytes.len()]);
    let mut start = 0;
    for (end, line) in ends.zip(line..) {
        let text = &bytes[start..end];
        start = end + 1;
        let at = Place { source, line };
        if let Err(why) = one(text, at, header.as_deref(), cells, &mut done) {
            done.malformed(at, &why);
        }
    }
    done.runs = runs(std::mem::take(&mut done.games), limits.steps);
    done.buffer = bytes;
    done
}

/// A line, which may be blank.
fn one(text: &[u8], at: Place, header: Option<&Header>, cells: &mut Cells, done: &mut Done) -> Result<(), String> {
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(());
    }
    match str::from_utf8(text) {
        Ok(text) => record(text, at, header, cells, done),
        Err(error) => Err(format!("not UTF-8 at byte {}", error.valid_up_to())),
    }
}

fn record(text: &str, at: Place, header: Option<&Header>, cells: &mut Cells, done: &mut Done) -> Result<(), String> {
    let row = header.map(|header| Row::read(header, cells, text)).transpose()?;
    let kind = row.as_ref().map_or_else(|| kind_of(text), Row::kind)?;
    let judged = match kind {
        Kind::Receipt => {
            let receipt = row.as_ref().map_or_else(|| receipt::read(text), receipt::of_row)?;
            receipt::judge(&receipt, place(at), done)
        }
        Kind::MatchRoll => {
            let roll = row.as_ref().map_or_else(|| MatchRoll::read(text), MatchRoll::of_row)?;
            roll.judge(place(at), done)?
        }
        Kind::Round => {
            let round = row.as_ref().map_or_else(|| Round::read(text), Round::of_row)?;
            let judged = round.judge(place(at), done)?;
            let bare = !round.has_commitment() && !matches!(judged, Judged::NotChecked(..));
            done.counts.without_commitment += u64::from(bare);
            judged
        }
        Kind::Crash => {
            let game = row
                .as_ref()
                .map_or_else(|| crash::read(text, at), |row| crash::of_row(row, at))?;
            crash::judge(game, done);
            return Ok(());
        }
    };
    done.judged(kind, at, judged);
    Ok(())
}
