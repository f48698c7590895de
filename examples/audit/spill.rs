//! Sorted runs of fingerprints on disk, and their merge.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::repeats::Print;

/// How many runs are merged at a time: each needs an open file and a buffer.
const FAN_IN: usize = 64;
/// A buffer of a run that is read.
const BUFFER: usize = 1 << 16;

/// A source of fingerprints in order.
pub type Sorted<'s> = Box<dyn Iterator<Item = io::Result<Print>> + 's>;

/// A file that is gone when it is dropped.
struct Run(PathBuf);

impl Drop for Run {
    fn drop(&mut self) {
        // Nobody is left to tell, and the directory is temporary.
        let _ = fs::remove_file(&self.0);
    }
}

/// Runs by how often they were merged, so that each fingerprint is written a few times only.
pub struct Runs {
    directory: PathBuf,
    levels: Vec<Vec<Run>>,
}

impl Runs {
    pub const fn new(directory: PathBuf) -> Self {
        Self {
            directory,
            levels: Vec::new(),
        }
    }

    /// Whether a run can be written at all.
    pub fn try_out(&self) -> io::Result<()> {
        self.create().map(drop)
    }

    pub fn is_empty(&self) -> bool {
        self.levels.iter().all(Vec::is_empty)
    }

    /// Writes sorted fingerprints as a run of its own.
    pub fn write(&mut self, sorted: &[Print]) -> io::Result<()> {
        let (run, mut file) = self.create()?;
        for print in sorted {
            file.write_all(&print.to_bytes())?;
        }
        file.flush()?;
        self.keep(0, run)
    }

    fn create(&self) -> io::Result<(Run, BufWriter<File>)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = self.directory.join(format!("audit-{}-{next}.run", std::process::id()));
        let file = File::create_new(&path)?;
        Ok((Run(path), BufWriter::with_capacity(BUFFER, file)))
    }

    fn keep(&mut self, level: usize, run: Run) -> io::Result<()> {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(run);
        if self.levels[level].len() < FAN_IN {
            return Ok(());
        }
        let full = std::mem::take(&mut self.levels[level]);
        let (run, mut file) = self.create()?;
        merge(open(&full)?, &mut |print| file.write_all(&print.to_bytes()))?;
        file.flush()?;
        self.keep(level + 1, run)
    }

    /// Every fingerprint of every run, in order. At most `FAN_IN` runs a level and few levels: few files.
    pub fn merge(self, next: &mut dyn FnMut(Print) -> io::Result<()>) -> io::Result<()> {
        let all: Vec<Run> = self.levels.into_iter().flatten().collect();
        merge(open(&all)?, next)
    }
}

fn open(runs: &[Run]) -> io::Result<Vec<Sorted<'static>>> {
    let open =
        |run: &Run| Ok(Box::new(Prints(BufReader::with_capacity(BUFFER, File::open(&run.0)?))) as Sorted<'static>);
    runs.iter().map(open).collect()
}

/// Fingerprints as they lie in a file, to its end.
struct Prints<R>(R);

impl<R: Read> Iterator for Prints<R> {
    type Item = io::Result<Print>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = [0; Print::BYTES];
        match self.0.read_exact(&mut bytes) {
            Ok(()) => Some(Ok(Print::from_bytes(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// Merges sorted sources.
pub fn merge(mut sources: Vec<Sorted<'_>>, next: &mut dyn FnMut(Print) -> io::Result<()>) -> io::Result<()> {
    let mut heads = BinaryHeap::with_capacity(sources.len());
    for (at, source) in sources.iter_mut().enumerate() {
        if let Some(print) = source.next() {
            heads.push(Reverse((print?, at)));
        }
    }
    while let Some(mut head) = heads.peek_mut() {
        let Reverse((print, at)) = *head;
        next(print)?;
        match sources[at].next() {
            Some(print) => *head = Reverse((print?, at)),
            None => drop(PeekMut::pop(head)),
        }
    }
    Ok(())
}
