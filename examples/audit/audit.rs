//! The pipeline: one reader, a worker a core, and this thread, which takes their results in the order of the log.
//!
//! Memory is bounded by the batches: there are so many buffers, and one is filled again only when its results were taken.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::chain::Chains;
use crate::csv::Cells;
use crate::input::{BATCH, Batch, Reader};
use crate::options::Options;
use crate::prints::Prints;
use crate::progress::Progress;
use crate::repeats::MAX_SOURCES;
use crate::summary::{Counts, Summary};
use crate::tallies::Tallies;
use crate::worker::{Done, Limits, work};

/// A summary with the fingerprints that belong to it.
pub struct Audited {
    pub summary: Summary,
    pub prints: Prints,
}

/// The most threads that recompute. One thread reads for all of them, and each has a batch with what it came to in memory.
const WORKERS: usize = 16;

/// Audits the logs of the command line.
pub fn run(options: &Options, stdin: impl Read + Send + 'static, stop: &AtomicBool) -> io::Result<Audited> {
    let mut logs = options.logs.clone();
    if logs.is_empty() {
        logs.push(PathBuf::from("-"));
    }
    if logs.len() >= MAX_SOURCES {
        return Err(io::Error::other("too many logs at a time: audit them in parts"));
    }
    let names = logs.iter().map(|log| name(log)).collect();
    let mut audited = Audited {
        summary: Summary::new(names, Counts::default(), Tallies::default(), options.list),
        prints: Prints::new(options.temp.clone(), options.memory),
    };
    let read = AtomicU64::new(0);
    let progress = Progress::over(&logs);
    let mut chains = Chains::new(options.steps, stop);
    let (spent, printing) = (AtomicBool::new(chains.is_spent()), AtomicBool::new(true));
    let take = &mut |mut done: Done| {
        audited.summary.add(&mut done, &mut chains);
        spent.store(chains.is_spent(), Ordering::Relaxed);
        audited.prints.add(&done.prints)?;
        printing.store(audited.prints.total().is_some(), Ordering::Relaxed);
        progress.at(read.load(Ordering::Relaxed), audited.summary.counts.all().records);
        Ok(done.buffer)
    };
    let limits = || Limits {
        list: options.list,
        steps: if spent.load(Ordering::Relaxed) {
            0
        } else {
            options.steps
        },
        prints: printing.load(Ordering::Relaxed),
    };
    let reader = |free, full| {
        let read = &read;
        Reader { free, full, stop, read }.run(&logs, stdin);
    };
    pipeline(
        workers(options),
        reader,
        |batch, cells| work(batch, cells, limits()),
        take,
    )?;
    progress.end();
    audited.summary.complete = !stop.load(Ordering::Relaxed);
    Ok(audited)
}

fn workers(options: &Options) -> usize {
    let threads = options.threads.map(usize::from);
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or_else(cores).min(WORKERS)
}

fn name(log: &Path) -> String {
    if log.as_os_str() == "-" {
        return "standard input".into();
    }
    log.to_string_lossy().into_owned()
}

/// Runs all threads until the reader is done, or `take` fails.
fn pipeline(
    workers: usize,
    reader: impl FnOnce(Receiver<Vec<u8>>, SyncSender<Batch>) + Send,
    work: impl Fn(Batch, &mut Cells) -> Done + Sync,
    take: &mut dyn FnMut(Done) -> io::Result<Vec<u8>>,
) -> io::Result<()> {
    let buffers = workers + 4;
    let (free, empty) = sync_channel(buffers);
    let (full, batches) = sync_channel(buffers);
    let (results, done) = sync_channel(buffers);
    for _ in 0..buffers {
        // The channel holds them all, and its other end is still here.
        let _ = free.send(Vec::with_capacity(BATCH));
    }
    let (batches, work) = (Mutex::new(batches), &work);
    thread::scope(|scope| {
        scope.spawn(|| reader(empty, full));
        for _ in 0..workers {
            let (results, batches) = (results.clone(), &batches);
            scope.spawn(move || recompute(batches, results, work));
        }
        drop(results);
        collect(done, free, take)
    })
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "the channel closes when the last worker drops its end"
)]
fn recompute(batches: &Mutex<Receiver<Batch>>, results: SyncSender<Done>, work: impl Fn(Batch, &mut Cells) -> Done) {
    let mut cells = Cells::default();
    loop {
        let Ok(batch) = batches
            .lock()
            .map_or_else(|poisoned| poisoned.into_inner().recv(), |batches| batches.recv())
        else {
            return;
        };
        if results.send(work(batch, &mut cells)).is_err() {
            return;
        }
    }
}

/// Takes results in their order. When `take` fails both channels close, and with them every thread ends.
#[allow(
    clippy::needless_pass_by_value,
    reason = "both channels have to close on the way out"
)]
fn collect(
    done: Receiver<Done>,
    free: SyncSender<Vec<u8>>,
    take: &mut dyn FnMut(Done) -> io::Result<Vec<u8>>,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for result in done {
        waiting.insert(result.sequence, result);
        while let Some(result) = waiting.remove(&next) {
            // The reader may be gone already.
            let _ = free.send(take(result)?);
            next += 1;
        }
    }
    Ok(())
}
