//! Logs as batches of whole lines: opened, unpacked if they are gzip, and cut at line ends.

use std::fs::File;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use flate2::read::MultiGzDecoder;
use memchr::{memchr, memchr_iter, memrchr};

use crate::csv::Header;
use crate::finding::{Finding, Place, Sort};

/// A batch of lines, and the longest line.
pub const BATCH: usize = 1 << 17;

/// Whole lines of one source.
#[derive(Default)]
pub struct Batch {
    pub sequence: u64,
    pub source: u32,
    /// The number of the first line.
    pub line: u64,
    /// For CSV, what the columns are.
    pub header: Option<Arc<Header>>,
    pub bytes: Vec<u8>,
    /// What went wrong before the batch's end.
    pub notes: Vec<Finding>,
}

/// Where the reader's batches go, where used ones come back from, and who may stop it.
pub struct Reader<'a> {
    pub free: Receiver<Vec<u8>>,
    pub full: SyncSender<Batch>,
    pub stop: &'a AtomicBool,
    /// Bytes of the files read so far.
    pub read: &'a AtomicU64,
}

/// Counts what is read, for the progress bar.
struct Counted<'a, R> {
    input: R,
    read: &'a AtomicU64,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Reader<'_> {
    /// Reads all logs. It ends early when it is told to, or when nobody takes batches any more.
    pub fn run<R: Read>(self, logs: &[PathBuf], stdin: R) {
        let mut stdin = Some(stdin);
        let mut sequence = 0;
        for (log, source) in logs.iter().zip(0..) {
            let sent = if log.as_os_str() == "-" {
                match stdin.take() {
                    Some(stdin) => self.source(stdin, source, &mut sequence),
                    None => self.refuse(source, &mut sequence, "standard input was read already"),
                }
            } else {
                match File::open(log) {
                    Ok(file) => self.source(file, source, &mut sequence),
                    Err(error) => self.refuse(source, &mut sequence, &error.to_string()),
                }
            };
            if sent.is_none() {
                return;
            }
        }
    }

    fn refuse(&self, source: u32, sequence: &mut u64, why: &str) -> Option<()> {
        let notes = vec![Finding::new(Sort::Unreadable, Place { source, line: 0 }, why)];
        let bytes = self.free.recv().ok()?;
        self.send(
            Batch {
                source,
                bytes,
                notes,
                ..Batch::default()
            },
            sequence,
        )
    }

    fn send(&self, mut batch: Batch, sequence: &mut u64) -> Option<()> {
        batch.sequence = *sequence;
        *sequence += 1;
        self.full.send(batch).ok()
    }

    fn source(&self, input: impl Read, source: u32, sequence: &mut u64) -> Option<()> {
        let input = match unpacked(Counted { input, read: self.read }) {
            Ok(input) => input,
            Err(error) => return self.refuse(source, sequence, &error.to_string()),
        };
        let mut lines = Lines::new(input, source);
        let mut form = None;
        while !lines.ended {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let batch = lines.batch(self.free.recv().ok()?, &mut form);
            self.send(batch, sequence)?;
        }
        Some(())
    }
}

/// What the lines of a source are.
#[derive(Clone)]
enum Form {
    Json,
    Csv(Arc<Header>),
    /// CSV of which no row can be read.
    Refused,
}

/// Takes a byte order mark and a CSV header off the first batch.
fn begin(bytes: &mut Vec<u8>, line: &mut u64, source: u32, notes: &mut Vec<Finding>) -> Form {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    let end = memchr(b'\n', bytes).unwrap_or(bytes.len());
    let first = std::str::from_utf8(&bytes[..end])
        .unwrap_or_default()
        .trim_end_matches('\r');
    let header = if first.starts_with('{') {
        None
    } else {
        Header::read(first)
    };
    let Some(header) = header else {
        return Form::Json;
    };
    bytes.drain(..(end + 1).min(bytes.len()));
    *line += 1;
    match header {
        Ok(header) => Form::Csv(Arc::new(header)),
        Err(why) => {
            let why = format!("{why}; none of its rows was read");
            notes.push(Finding::new(Sort::Unreadable, Place { source, line: 1 }, &why));
            Form::Refused
        }
    }
}

/// The input itself, or what is packed in it, as its first bytes say.
fn unpacked<'r>(mut input: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let mut magic = Vec::with_capacity(2);
    input.by_ref().take(2).read_to_end(&mut magic)?;
    let gzip = magic == [0x1f, 0x8b];
    let whole = Cursor::new(magic).chain(input);
    Ok(if gzip {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(BATCH, whole)))
    } else {
        Box::new(whole)
    })
}

/// An input cut into whole lines.
struct Lines<'r> {
    input: Box<dyn Read + 'r>,
    source: u32,
    /// The beginning of a line whose end is still to come.
    rest: Vec<u8>,
    /// The number of that line.
    line: u64,
    ended: bool,
}

impl<'r> Lines<'r> {
    fn new(input: Box<dyn Read + 'r>, source: u32) -> Self {
        Self {
            input,
            source,
            rest: Vec::with_capacity(BATCH),
            line: 1,
            ended: false,
        }
    }

    /// The next batch, in a buffer that was used before. The first one says what the lines are.
    fn batch(&mut self, mut bytes: Vec<u8>, form: &mut Option<Form>) -> Batch {
        let mut notes = Vec::new();
        let mut line = self.next(&mut bytes, &mut notes);
        if form.is_none() && !bytes.is_empty() {
            *form = Some(begin(&mut bytes, &mut line, self.source, &mut notes));
        } else if self.ended && form.is_none() && notes.is_empty() {
            notes.push(self.note(Sort::Unreadable, 0, "empty"));
        }
        if matches!(form, Some(Form::Refused)) {
            bytes.clear();
            self.ended = true;
        }
        Batch {
            source: self.source,
            line,
            header: match form {
                Some(Form::Csv(header)) => Some(Arc::clone(header)),
                _ => None,
            },
            bytes,
            notes,
            ..Batch::default()
        }
    }

    /// Fills `bytes` with whole lines and gives the number of the first. A last line needs no end, unless reading failed: then
    /// what was read of it is dropped.
    fn next(&mut self, bytes: &mut Vec<u8>, notes: &mut Vec<Finding>) -> u64 {
        bytes.clear();
        bytes.append(&mut self.rest);
        let read = self.fill(bytes);
        let end = memrchr(b'\n', bytes).map_or(0, |at| at + 1);
        let first = self.line;
        match read {
            Ok(()) if self.ended => {}
            Ok(()) if end == 0 => self.skip(bytes, notes),
            Ok(()) => self.rest.extend(bytes.drain(end..)),
            Err(error) => {
                bytes.truncate(end);
                self.ended = true;
                let line = first + count(bytes);
                notes.push(self.note(Sort::Unreadable, line, &broken(&error)));
            }
        }
        self.line += count(bytes);
        first
    }

    /// Reads up to a batch, or to the end.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let mut used = bytes.len();
        bytes.resize(BATCH, 0);
        let read = loop {
            match self.input.read(&mut bytes[used..]) {
                Ok(0) => break Ok(()),
                Ok(read) => used += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.ended = used < BATCH;
        bytes.truncate(used);
        read
    }

    /// Passes over a line that is longer than a batch.
    fn skip(&mut self, bytes: &mut Vec<u8>, notes: &mut Vec<Finding>) {
        let why = format!("the line is longer than {BATCH} bytes");
        notes.push(self.note(Sort::Malformed, self.line, &why));
        loop {
            bytes.clear();
            if let Err(error) = self.fill(bytes) {
                self.ended = true;
                notes.push(self.note(Sort::Unreadable, self.line, &broken(&error)));
            }
            let end = memchr(b'\n', bytes);
            if let Some(end) = end {
                self.rest.extend(&bytes[end + 1..]);
            }
            if end.is_some() || self.ended {
                break;
            }
        }
        bytes.clear();
        self.line += 1;
        // What followed the long line in the last block is still to be given out.
        self.ended = self.ended && self.rest.is_empty();
    }

    fn note(&self, sort: Sort, line: u64, text: &str) -> Finding {
        let source = self.source;
        Finding::new(sort, Place { source, line }, text)
    }
}

fn broken(error: &io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::UnexpectedEof => "the gzip stream ends too early".to_owned(),
        _ => error.to_string(),
    };
    format!("{why}; the lines before this one were audited")
}

fn count(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}
