//! Fingerprints in bounded memory: sorted here while they fit, in runs on disk when they do not, or read from parts.

use std::io;
use std::path::PathBuf;

use crate::repeats::Print;
use crate::spill::{Runs, Sorted, merge};

/// How many fingerprints are held in memory: 20 MB of them.
pub const IN_MEMORY: usize = 500_000;

/// All fingerprints of an audit.
pub struct Prints {
    memory: Vec<Print>,
    limit: usize,
    runs: Option<Runs>,
    parts: Vec<Sorted<'static>>,
    total: u64,
    given_up: bool,
}

impl Prints {
    /// With a directory for runs, any number; without one, those that fit into memory.
    pub fn new(temp: Option<PathBuf>, limit: usize) -> Self {
        Self {
            memory: Vec::new(),
            limit,
            runs: temp.map(Runs::new),
            parts: Vec::new(),
            total: 0,
            given_up: false,
        }
    }

    pub fn add(&mut self, prints: &[Print]) -> io::Result<()> {
        self.total += prints.len() as u64;
        for print in prints {
            if self.memory.len() >= self.limit {
                self.make_room()?;
            }
            if !self.given_up {
                self.memory.push(*print);
            }
        }
        Ok(())
    }

    fn make_room(&mut self) -> io::Result<()> {
        match &mut self.runs {
            Some(runs) => {
                self.memory.sort_unstable();
                runs.write(&self.memory)?;
                self.memory.clear();
            }
            None => self.give_up(),
        }
        Ok(())
    }

    /// Some are missing, so nothing can be said about repeats.
    pub fn give_up(&mut self) {
        self.given_up = true;
        self.memory = Vec::new();
        self.parts = Vec::new();
    }

    /// Adds those of a part, which are in order.
    pub fn join(&mut self, count: u64, part: Sorted<'static>) {
        self.total = self.total.saturating_add(count);
        if !self.given_up {
            self.parts.push(part);
        }
    }

    /// How many there are; `None` if there were too many.
    pub fn total(&self) -> Option<u64> {
        (!self.given_up).then_some(self.total)
    }

    /// Every fingerprint in order; none if there were too many.
    pub fn each(mut self, next: &mut dyn FnMut(Print) -> io::Result<()>) -> io::Result<()> {
        self.memory.sort_unstable();
        match self.runs {
            Some(mut runs) if !runs.is_empty() => {
                runs.write(&self.memory)?;
                drop(self.memory);
                runs.merge(next)
            }
            _ if !self.parts.is_empty() => merge(self.parts, next),
            _ => self.memory.into_iter().try_for_each(next),
        }
    }
}
