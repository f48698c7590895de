//! A progress bar, on a terminal only.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

/// How far the logs are read.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar over the bytes of these files; without their sizes a count of what was read. Hidden unless standard error is a
    /// terminal.
    pub fn over(logs: &[PathBuf]) -> Self {
        let sizes = logs
            .iter()
            .map(|log| log.metadata().ok().filter(std::fs::Metadata::is_file));
        let size: Option<u64> = sizes.map(|size| size.map(|size| size.len())).sum();
        let (bar, template) = match size {
            Some(size) => (
                ProgressBar::new(size),
                "{wide_bar} {bytes}/{total_bytes}, {msg}, {eta} left",
            ),
            None => (ProgressBar::new_spinner(), "{spinner} {bytes}, {msg}, {elapsed}"),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub fn at(&self, bytes: u64, records: u64) {
        if !self.0.is_hidden() {
            self.0.set_position(bytes);
            self.0.set_message(format!("{records} records"));
        }
    }

    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}
