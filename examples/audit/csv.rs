//! CSV: a header that names the columns, in any order, and a record a line.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use csv_core::{ReadRecordResult, Reader};

use crate::record::Kind;
use crate::{crash, match_roll, receipt, round};

/// Where each column stands.
#[derive(Debug)]
pub struct Header {
    at: BTreeMap<String, usize>,
    width: usize,
}

/// The columns that a kind needs beside `format`.
pub const fn columns(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::MatchRoll => &match_roll::COLUMNS,
        Kind::Receipt => &receipt::COLUMNS,
        Kind::Round => &round::COLUMNS,
        Kind::Crash => &crash::COLUMNS,
    }
}

impl Header {
    /// The header that a first line is; `None` if it names no column of any kind, so that the file is no CSV of ours.
    ///
    /// The error says which columns are missing for the kind that shares most of those that are there.
    pub fn read(line: &str) -> Option<Result<Self, String>> {
        let mut cells = Cells::default();
        let names = cells.split(line).ok()?;
        let known = |name: &&str| *name == "format" || Kind::ALL.iter().any(|kind| columns(*kind).contains(name));
        if !names.iter().any(|name| known(&name.trim())) {
            return None;
        }
        let at: BTreeMap<String, usize> = names.iter().map(|name| name.trim().to_owned()).zip(0..).collect();
        if at.len() != names.len() {
            return Some(Err("a column is named twice".into()));
        }
        let header = Self { width: names.len(), at };
        let whole = Kind::ALL.iter().any(|kind| header.lacks(*kind).is_empty());
        let nearest = Kind::ALL.into_iter().min_by_key(|kind| header.distance(*kind))?;
        Some(if whole {
            Ok(header)
        } else {
            Err(header.refusal(nearest))
        })
    }

    /// Which columns are missing, and why they are asked for.
    fn refusal(&self, kind: Kind) -> String {
        let (missing, name) = (self.lacks(kind).join(", "), kind.name());
        let why = if self.at.contains_key("format") {
            format!("for records of format {name}")
        } else {
            format!("format says in each row what it is: {name}, by the columns that are there")
        };
        format!("columns missing: {missing} ({why})")
    }

    /// Smaller for a kind that shares more columns and, of those, misses fewer.
    fn distance(&self, kind: Kind) -> (Reverse<usize>, usize) {
        let shared = columns(kind).iter().filter(|name| self.at.contains_key(**name));
        (Reverse(shared.count()), self.lacks(kind).len())
    }

    fn lacks(&self, kind: Kind) -> Vec<&'static str> {
        let needed = ["format"].into_iter().chain(columns(kind).iter().copied());
        needed.filter(|name| !self.at.contains_key(*name)).collect()
    }
}

/// One line, taken apart.
pub struct Row<'a> {
    header: &'a Header,
    cells: Vec<&'a str>,
}

impl<'a> Row<'a> {
    pub fn read(header: &'a Header, cells: &'a mut Cells, line: &str) -> Result<Self, String> {
        let cells = cells.split(line)?;
        if cells.len() != header.width {
            return Err(format!("{} cells, the header has {}", cells.len(), header.width));
        }
        Ok(Self { header, cells })
    }

    pub fn kind(&self) -> Result<Kind, String> {
        let name = self.cell("format")?;
        Kind::of_name(name).ok_or_else(|| "field format: not one of match_roll, receipt, round, crash".into())
    }

    /// The cells under these columns.
    pub fn cells<const N: usize>(&self, columns: &[&str; N]) -> Result<[&'a str; N], String> {
        let mut found = [""; N];
        for (to, column) in found.iter_mut().zip(columns) {
            *to = self.cell(column)?;
        }
        Ok(found)
    }

    fn cell(&self, column: &str) -> Result<&'a str, String> {
        let at = self.header.at.get(column);
        let missing = || format!("field {column}: the header has no such column");
        at.and_then(|at| self.cells.get(*at).copied()).ok_or_else(missing)
    }
}

/// A reader and memory to take lines apart in, used again for every line: making a reader costs more than a receipt.
pub struct Cells {
    reader: Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Default for Cells {
    fn default() -> Self {
        // Not `Reader::default()`, whose tables are empty.
        let reader = Reader::new();
        let (text, ends) = (Vec::new(), Vec::new());
        Self { reader, text, ends }
    }
}

impl Cells {
    /// The cells of one line. Quotation marks may hold commas and doubled quotation marks, but no line break.
    fn split(&mut self, line: &str) -> Result<Vec<&str>, String> {
        let reader = &mut self.reader;
        reader.reset();
        self.text.resize(line.len() + 1, 0);
        self.ends.resize(line.len() + 2, 0);
        let (result, read, written, ended) = reader.read_record(line.as_bytes(), &mut self.text, &mut self.ends);
        let (text_rest, ends_rest) = (&mut self.text[written..], &mut self.ends[ended..]);
        let (_, _, more, last) = match result {
            ReadRecordResult::InputEmpty => reader.read_record(&[], text_rest, ends_rest),
            other => (other, 0, 0, 0),
        };
        if read != line.len() || ended + last == 0 {
            return Err("not one line of CSV".into());
        }
        let text = std::str::from_utf8(&self.text[..written + more]).map_err(|error| error.to_string())?;
        let ends = &self.ends[..ended + last];
        let starts = std::iter::once(0).chain(ends.iter().copied());
        Ok(starts.zip(ends).map(|(start, end)| &text[start..*end]).collect())
    }
}

/// Writes a cell, in quotation marks where it needs them.
pub fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
