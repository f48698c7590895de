//! The files that a report is written to: known to be writable before anything is audited, and in place only when complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::options::Options;
use crate::spill::Runs;

/// The files of one audit.
pub struct Files {
    pub html: Option<Output>,
    pub part: Option<Output>,
}

impl Files {
    /// Opens what the command line names, and tries whether anything can be written where fingerprints are to be sorted.
    pub fn open(options: &Options) -> io::Result<Self> {
        if let Some(directory) = &options.temp {
            Runs::new(directory.clone())
                .try_out()
                .map_err(|error| named("--temp", directory, &error))?;
        }
        let open = |name, path: &Option<PathBuf>| path.as_ref().map(|path| Output::create(name, path)).transpose();
        Ok(Self {
            html: open("--html", &options.html)?,
            part: open("--part", &options.part)?,
        })
    }
}

/// An error that says which option's path it is about.
pub fn named(option: &str, path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{option} {}: {error}", path.display()))
}

/// A file beside the one that it becomes.
pub struct Output {
    file: BufWriter<File>,
    path: PathBuf,
    /// `None` for a device or a pipe, which is written to as it is, and when all is done.
    temporary: Option<PathBuf>,
}

impl Output {
    fn create(option: &str, path: &Path) -> io::Result<Self> {
        // Through a link: it is the file that is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Self::beside(&path).map_err(|error| named(option, &path, &error))
    }

    fn beside(path: &Path) -> io::Result<Self> {
        let special = match path.metadata() {
            Ok(known) if known.is_file() && known.permissions().readonly() => {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            known => known.is_ok_and(|known| !known.is_file()),
        };
        let temporary = (!special).then(|| {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{}.tmp", std::process::id()));
            path.with_file_name(name)
        });
        let file = temporary
            .as_ref()
            .map_or_else(|| File::create(path), File::create_new)?;
        Ok(Self {
            file: BufWriter::new(file),
            path: path.to_owned(),
            temporary,
        })
    }

    /// Puts it in its place.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary, &self.path)?;
        }
        self.temporary = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // It was not finished, and what went wrong is told elsewhere.
            let _ = fs::remove_file(temporary);
        }
    }
}
