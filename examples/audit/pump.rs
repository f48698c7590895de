//! Reading that can be stopped.
//!
//! A read of a pipe may wait for ever, and nothing wakes the thread that waits. So pipes and devices are read by a thread of
//! their own that nobody waits for, and this end looks at `stop` between two chunks. Files are read where they are asked for.

use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// How much is read from a pipe at a time: what a pipe holds.
const CHUNK: usize = 1 << 16;
/// How long a reader waits before it looks whether to stop.
const WAIT: Duration = Duration::from_millis(50);

fn stopped() -> io::Error {
    io::Error::other("stopped")
}

/// A file, whose reads do not wait.
pub struct Stoppable<'a, R> {
    pub input: R,
    pub stop: &'a AtomicBool,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(stopped());
        }
        self.input.read(buffer)
    }
}

/// An input that another thread opens and reads.
pub struct Pumped<'a> {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
    stop: &'a AtomicBool,
    /// Whether the last chunk was taken: the one that had come when it was stopped.
    last: bool,
}

impl<'a> Pumped<'a> {
    pub fn new<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static, stop: &'a AtomicBool) -> Self {
        let (full, chunks) = sync_channel(1);
        // It ends with its input, or when nobody takes its chunks, or with the process.
        thread::spawn(move || match open() {
            Ok(input) => pump(input, &full),
            Err(error) => drop(full.send(Err(error))),
        });
        let (chunk, last) = (Cursor::default(), false);
        Self {
            chunks,
            chunk,
            stop,
            last,
        }
    }
}

fn pump(mut input: impl Read, full: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let read = match input.read(&mut chunk) {
            Ok(0) => return,
            Ok(read) => Ok(read),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = read.is_err();
        let sent = full.send(read.map(|read| {
            chunk.truncate(read);
            chunk
        }));
        if failed || sent.is_err() {
            return;
        }
    }
}

impl Read for Pumped<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.chunk.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let wait = if self.stop.load(Ordering::Relaxed) {
                if std::mem::replace(&mut self.last, true) {
                    return Err(stopped());
                }
                Duration::ZERO
            } else {
                WAIT
            };
            match self.chunks.recv_timeout(wait) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}
