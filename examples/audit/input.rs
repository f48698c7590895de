//! Logs as batches of whole lines: opened, unpacked if they are gzip, and cut at line ends.

use std::fs::File;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use flate2::read::MultiGzDecoder;
use memchr::{memchr, memchr_iter, memrchr};

use crate::csv::Header;
use crate::finding::{Finding, Place, Sort};
use crate::pump::{Pumped, Stoppable};

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
    pub fn run<R: Read + Send + 'static>(self, logs: &[PathBuf], stdin: R) {
        let mut stdin = Some(stdin);
        let mut sequence = 0;
        for (log, source) in logs.iter().zip(0..) {
            let sent = match self.open(log, &mut stdin) {
                Ok(input) => self.source(input, source, &mut sequence),
                Err(error) => self.refuse(source, &mut sequence, &error.to_string()),
            };
            if sent.is_none() || self.stopped() {
                return;
            }
        }
    }

    fn open<R: Read + Send + 'static>(&self, log: &Path, stdin: &mut Option<R>) -> io::Result<Box<dyn Read + '_>> {
        let stop = self.stop;
        if log.as_os_str() == "-" {
            let stdin = stdin
                .take()
                .ok_or_else(|| io::Error::other("standard input was read already"))?;
            return Ok(Box::new(Pumped::new(move || Ok(stdin), stop)));
        }
        if log.metadata()?.is_file() {
            let input = File::open(log)?;
            return Ok(Box::new(Stoppable { input, stop }));
        }
        // Even to open a named pipe may take for ever.
        let log = log.to_owned();
        Ok(Box::new(Pumped::new(move || File::open(log), stop)))
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
            Err(_) if self.stopped() => return None,
            Err(error) => return self.refuse(source, sequence, &error.to_string()),
        };
        let mut lines = Lines::new(input, source, self.stop);
        let mut form = None;
        let mut records = false;
        while !lines.ended {
            let mut batch = lines.batch(self.free.recv().ok()?, &mut form);
            records = records || !batch.notes.is_empty() || !batch.bytes.iter().all(u8::is_ascii_whitespace);
            if lines.ended && !records && !self.stopped() {
                batch.notes.push(lines.note(Sort::Unreadable, 0, "no record"));
            }
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

/// Takes a byte order mark, blank lines and a CSV header off the beginning. `None` if there are only blank lines.
fn begin(bytes: &mut Vec<u8>, line: &mut u64, source: u32, notes: &mut Vec<Finding>) -> Option<Form> {
    if *line == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    let text = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let begins = memrchr(b'\n', &bytes[..text]).map_or(0, |at| at + 1);
    *line += count(&bytes[..begins]);
    bytes.drain(..begins);
    let end = memchr(b'\n', bytes).unwrap_or(bytes.len());
    // A column that is passed over may be in another encoding, but then so are its cells.
    let text = String::from_utf8_lossy(&bytes[..end]);
    let header = if text.starts_with('{') {
        None
    } else {
        Header::read(text.trim_end_matches('\r'))
    };
    let Some(header) = header else {
        return Some(Form::Json);
    };
    let header = match std::str::from_utf8(&bytes[..end]) {
        Ok(_) => header,
        Err(error) => Err(format!("the header is not UTF-8 at byte {}", error.valid_up_to())),
    };
    bytes.drain(..(end + 1).min(bytes.len()));
    *line += 1;
    Some(match header {
        Ok(header) => Form::Csv(Arc::new(header)),
        Err(why) => {
            let why = format!("{why}; none of its rows was read");
            let line = *line - 1;
            notes.push(Finding::new(Sort::Unreadable, Place { source, line }, &why));
            Form::Refused
        }
    })
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
    stop: &'r AtomicBool,
}

impl<'r> Lines<'r> {
    fn new(input: Box<dyn Read + 'r>, source: u32, stop: &'r AtomicBool) -> Self {
        Self {
            input,
            source,
            rest: Vec::with_capacity(BATCH),
            line: 1,
            ended: false,
            stop,
        }
    }

    /// The next batch, in a buffer that was used before. The first line that is not blank says what the lines are.
    fn batch(&mut self, mut bytes: Vec<u8>, form: &mut Option<Form>) -> Batch {
        let mut notes = Vec::new();
        let mut line = self.next(&mut bytes, &mut notes);
        if form.is_none() {
            *form = begin(&mut bytes, &mut line, self.source, &mut notes);
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

    /// Fills `bytes` with whole lines and gives the number of the first. A last line needs no end, unless reading failed or was
    /// stopped: then what was read of it is dropped.
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
                self.failed(first + count(bytes), &error, notes);
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
                self.failed(self.line, &error, notes);
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

    /// That reading failed is worth a note, unless somebody stopped it.
    fn failed(&self, line: u64, error: &io::Error, notes: &mut Vec<Finding>) {
        if !self.stop.load(Ordering::Relaxed) {
            notes.push(self.note(Sort::Unreadable, line, &broken(error)));
        }
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
