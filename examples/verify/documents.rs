//! Files of documents: one, or one a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use provably_fair::document::{self, Document, DocumentError, MAX_BYTES};

/// A file of documents, read line by line. No line can fill the memory: one that is too long is cut, and then refused.
pub struct Lines<'i> {
    name: String,
    input: Box<dyn BufRead + 'i>,
    number: u64,
}

/// Where a line stood, and the line.
pub type Line = (String, String);

impl<'i> Lines<'i> {
    /// `-` is standard input.
    pub fn open(path: &str, stdin: &'i mut dyn BufRead) -> io::Result<Self> {
        let input: Box<dyn BufRead + 'i> = match path {
            "-" => Box::new(stdin),
            path => Box::new(BufReader::new(File::open(path).map_err(|error| named(path, &error))?)),
        };
        Ok(Self {
            name: if path == "-" { "standard input" } else { path }.into(),
            input,
            number: 0,
        })
    }

    /// The next line that is not blank.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let most = u64::try_from(MAX_BYTES + 2).unwrap_or(u64::MAX);
        loop {
            let mut line = Vec::new();
            self.number += 1;
            let limited = Read::by_ref(&mut self.input).take(most).read_until(b'\n', &mut line);
            if limited.map_err(|error| named(&self.name, &error))? == 0 {
                return Ok(None);
            }
            if line.len() > MAX_BYTES && !line.ends_with(b"\n") {
                self.input
                    .skip_until(b'\n')
                    .map_err(|error| named(&self.name, &error))?;
            }
            // Bytes that are no UTF-8 become a character that no document has, so they are refused.
            let text = String::from_utf8_lossy(&line);
            let text = text.strip_suffix('\n').unwrap_or(&text);
            let text = text.strip_suffix('\r').unwrap_or(text);
            if !text.is_empty() {
                return Ok(Some((format!("{}:{}", self.name, self.number), text.into())));
            }
        }
    }
}

/// The error, with the file that it is about.
fn named(path: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{path}: {error}"))
}

/// All documents of one format in a file, or the line that is none. Without a file there are none.
pub fn read_all<T: Document>(path: Option<&str>, stdin: &mut dyn BufRead) -> io::Result<Result<Vec<T>, Refused>> {
    let Some(path) = path else { return Ok(Ok(Vec::new())) };
    let mut lines = Lines::open(path, stdin)?;
    let mut all = Vec::new();
    while let Some((source, text)) = lines.next_line()? {
        match document::read(&text) {
            Ok(document) => all.push(document),
            Err(error) => return Ok(Err((source, error))),
        }
    }
    Ok(Ok(all))
}

/// Where a malformed line stood, and why it was refused.
pub type Refused = (String, DocumentError);
