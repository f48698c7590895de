//! Files and folders to tallies. What a scheme's cases mean is in `schemes`.

use std::fmt;
use std::iter::Sum;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::case::{Case, Checked, Fault};
use super::schemes::SCHEMES;
use super::unique_keys;

/// How many cases passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |sum, tally| Self {
            passed: sum.passed + tally.passed,
            failed: sum.failed + tally.failed,
        })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Runs a file, or every `.json` file below a folder; a line for each failing case and each file goes to `print`.
pub fn run(path: &Path, print: &mut dyn FnMut(String)) -> Tally {
    match files(path) {
        Ok(files) => files.iter().map(|file| run_file(file, print)).sum(),
        Err(error) => {
            print(format!("{}: {error}", path.display()));
            Tally { passed: 0, failed: 1 }
        }
    }
}

fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let mut entries = std::fs::read_dir(path)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            found.extend(files(&entry)?);
        } else if entry.extension().is_some_and(|extension| extension == "json") {
            found.push(entry);
        }
    }
    Ok(found)
}

fn run_file(path: &Path, print: &mut dyn FnMut(String)) -> Tally {
    let name = path
        .file_name()
        .map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    let faults = std::fs::read_to_string(path)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            let file = unique_keys::read(&text).map_err(|error| error.to_string())?;
            run_value(&file)
        });
    let mut tally = Tally::default();
    for (id, checked) in
        faults.unwrap_or_else(|error| vec![(String::from("-"), Err(Fault::new("file", "vectors", error)))])
    {
        match checked {
            Ok(()) => tally.passed += 1,
            Err(fault) => {
                tally.failed += 1;
                print(format!(
                    "{name} {id}: {}: expected {}, found {}",
                    fault.field, fault.expected, fault.found
                ));
            }
        }
    }
    print(format!("{name}: {tally}"));
    tally
}

/// Each case of a file with what became of it. Two outer forms: one scheme with its cases, or an object of schemes.
fn run_value(file: &Value) -> Result<Vec<(String, Checked)>, String> {
    let file = file.as_object().ok_or("not an object")?;
    match (file.get("scheme"), file.get("cases")) {
        (Some(scheme), Some(cases)) => {
            if let Some(unknown) = file
                .keys()
                .find(|key| !["scheme", "about", "cases"].contains(&key.as_str()))
            {
                return Err(format!("an unknown field {unknown}"));
            }
            let scheme = scheme.as_str().ok_or("the scheme is not text")?;
            Ok(run_cases(scheme, cases.as_array().ok_or("the cases are no list")?))
        }
        (None, None) => {
            let mut all = Vec::new();
            for (scheme, cases) in file {
                let cases = cases
                    .as_array()
                    .ok_or_else(|| format!("{scheme} is no list of cases"))?;
                let named = run_cases(scheme, cases)
                    .into_iter()
                    .map(|(id, checked)| (format!("{scheme} {id}"), checked));
                all.extend(named);
            }
            Ok(all)
        }
        _ => Err("one of scheme and cases is missing".into()),
    }
}

fn run_cases(scheme: &str, cases: &[Value]) -> Vec<(String, Checked)> {
    let numbered = cases.iter().enumerate();
    numbered
        .map(|(at, case)| match case.as_object() {
            Some(fields) => (
                fields.get("id").map_or_else(|| format!("#{at}"), Value::to_string),
                run_case(scheme, fields),
            ),
            None => (format!("#{at}"), Err(Fault::new("case", "an object", case))),
        })
        .collect()
}

fn run_case(scheme: &str, fields: &Map<String, Value>) -> Checked {
    let known = SCHEMES.iter().find(|(name, _)| *name == scheme);
    let (_, check) = known.ok_or_else(|| Fault::new("scheme", "a known scheme", scheme))?;
    let case = Case::new(fields);
    // Where each case of a list names its scheme again, it has to be the list's.
    if case.has("scheme") {
        case.answer("scheme", &scheme.into())?;
    }
    check(&case)?;
    case.finish()
}
