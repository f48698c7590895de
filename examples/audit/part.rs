//! Parts: a summary and its fingerprints in a file, joined into the one report by another run.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::audit::Audited;
use crate::files::Output;
use crate::options::Options;
use crate::prints::Prints;
use crate::repeats::{MAX_SOURCES, Print};
use crate::summary::{Counts, Summary};
use crate::tallies::Tallies;

const MAGIC: &str = "provably-fair audit part 1";
/// The longest first line of a part.
const LONGEST: u64 = 1 << 24;
/// How many fingerprints of all parts are held at a time: 8 MB of them.
const HELD: usize = 200_000;

/// The first line of a part, as JSON; the fingerprints follow, in order, 40 bytes each.
#[derive(Serialize, Deserialize)]
struct Head {
    part: String,
    /// `None`: there were too many.
    fingerprints: Option<u64>,
    summary: Summary,
}

/// Writes a part and hands its fingerprints on.
pub fn write(mut file: Output, audited: Audited, next: &mut dyn FnMut(Print)) -> io::Result<Summary> {
    let head = Head {
        part: MAGIC.into(),
        fingerprints: audited.prints.total(),
        summary: audited.summary,
    };
    serde_json::to_writer(&mut file, &head)?;
    file.write_all(b"\n")?;
    audited.prints.each(&mut |print| {
        next(print);
        file.write_all(&print.to_bytes())
    })?;
    file.finish()?;
    Ok(head.summary)
}

/// Joins the parts of the command line.
pub fn merge(options: &Options) -> io::Result<Audited> {
    let mut summary = Summary::new(Vec::new(), Counts::default(), Tallies::default(), options.list);
    let mut prints = Prints::new(None, 0);
    for path in &options.merge {
        let (head, at) = open(path).map_err(|error| of_part(path, &error))?;
        let (before, own) = (summary.sources.len(), head.summary.sources.len());
        if before + own >= MAX_SOURCES {
            return Err(of_part(path, &invalid("too many sources in all")));
        }
        match head.fingerprints {
            Some(count) => {
                let sources = [before, own].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
                let hold = (HELD / options.merge.len()).max(1);
                prints.join(count, Box::new(Kept::new(path, at, count, sources, hold)));
            }
            None => prints.give_up(),
        }
        summary.merge(head.summary);
    }
    Ok(Audited { summary, prints })
}

/// Reads the head of a part, and where its fingerprints begin.
fn open(path: &Path) -> io::Result<(Head, u64)> {
    let mut file = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    file.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
    let head: Head = serde_json::from_slice(&line).map_err(|error| invalid(&format!("not a part: {error}")))?;
    if head.part != MAGIC {
        return Err(invalid("not a part of this version"));
    }
    head.summary
        .check()
        .map_err(|why| invalid(&format!("not a part: {why}")))?;
    let at = file.stream_position()?;
    let end = file.seek(SeekFrom::End(0))?;
    let expected = head.fingerprints.unwrap_or(0).checked_mul(Print::BYTES as u64);
    if expected != Some(end - at) {
        return Err(invalid("it has not the length that it says"));
    }
    Ok((head, at))
}

/// The fingerprints of a part. Its file is open only while some of them are fetched: there may be more parts than a process may
/// have files open.
struct Kept {
    path: PathBuf,
    at: u64,
    left: u64,
    /// How many sources come before those of this part, and how many it has.
    sources: [u32; 2],
    hold: usize,
    held: std::vec::IntoIter<Print>,
    last: Option<Print>,
}

impl Kept {
    fn new(path: &Path, at: u64, count: u64, sources: [u32; 2], hold: usize) -> Self {
        Self {
            path: path.to_owned(),
            at,
            left: count,
            sources,
            hold,
            held: Vec::new().into_iter(),
            last: None,
        }
    }

    fn fetch(&mut self) -> io::Result<()> {
        let count = usize::try_from(self.left).map_or(self.hold, |left| left.min(self.hold));
        let mut bytes = vec![0; count * Print::BYTES];
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.at))?;
        file.read_exact(&mut bytes)?;
        let mut held = Vec::with_capacity(count);
        for bytes in bytes.chunks_exact(Print::BYTES) {
            let print = Print::from_bytes(bytes);
            if self.last.replace(print) > Some(print) {
                return Err(invalid("its fingerprints are not in order"));
            }
            let [before, own] = self.sources;
            let print = print.after(before, own);
            held.push(print.ok_or_else(|| invalid("a fingerprint is of nothing that there is"))?);
        }
        self.at += bytes.len() as u64;
        self.left -= count as u64;
        self.held = held.into_iter();
        Ok(())
    }
}

impl Iterator for Kept {
    type Item = io::Result<Print>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.held.len() == 0 && self.left > 0 {
            if let Err(error) = self.fetch() {
                self.left = 0;
                return Some(Err(of_part(&self.path, &error)));
            }
        }
        self.held.next().map(Ok)
    }
}

fn of_part(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("part {}: {error}", path.display()))
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
