//! Parts: a summary and its fingerprints in a file, joined into the one report by another run.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::audit::Audited;
use crate::options::Options;
use crate::prints::Prints;
use crate::repeats::{MAX_SOURCES, Print};
use crate::spill::exactly;
use crate::summary::Summary;

const MAGIC: &str = "provably-fair audit part 1";
/// The longest first line of a part.
const LONGEST: u64 = 1 << 26;

/// The first line of a part, as JSON; the fingerprints follow, in order, 40 bytes each.
#[derive(Serialize, Deserialize)]
struct Head {
    part: String,
    /// `None`: there were too many.
    fingerprints: Option<u64>,
    summary: Summary,
}

/// Writes a part and hands its fingerprints on.
pub fn write(path: &Path, audited: Audited, next: &mut dyn FnMut(Print)) -> io::Result<Summary> {
    let mut file = BufWriter::new(File::create(path)?);
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
    file.flush()?;
    Ok(head.summary)
}

/// Joins the parts of the command line.
pub fn merge(options: &Options) -> io::Result<Audited> {
    let mut whole: Option<Summary> = None;
    let mut prints = Prints::new(None, 0);
    for path in &options.merge {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("part {}: {error}", path.display()));
        let (head, file) = open(path).map_err(named)?;
        let sources = whole.as_ref().map_or(0, |whole| whole.sources.len());
        if sources + head.summary.sources.len() >= MAX_SOURCES {
            return Err(named(invalid("too many sources in all")));
        }
        match head.fingerprints {
            Some(count) => {
                let after = u32::try_from(sources).unwrap_or(u32::MAX);
                prints.join(
                    count,
                    Box::new(exactly(file, count).map(move |print| Ok(print?.after(after)))),
                );
            }
            None => prints.give_up(),
        }
        match &mut whole {
            Some(whole) => whole.merge(head.summary),
            None => whole = Some(head.summary),
        }
    }
    let summary = whole.ok_or_else(|| invalid("no part was given"))?;
    Ok(Audited { summary, prints })
}

fn open(path: &Path) -> io::Result<(Head, BufReader<File>)> {
    let mut file = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    file.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
    let head: Head = serde_json::from_slice(&line).map_err(|error| invalid(&format!("not a part: {error}")))?;
    if head.part != MAGIC {
        return Err(invalid("not a part of this version"));
    }
    let at = file.stream_position()?;
    let end = file.seek(SeekFrom::End(0))?;
    let expected = head.fingerprints.unwrap_or(0).checked_mul(Print::BYTES as u64);
    if expected != Some(end - at) {
        return Err(invalid("it has not the length that it says"));
    }
    file.seek(SeekFrom::Start(at))?;
    Ok((head, file))
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
