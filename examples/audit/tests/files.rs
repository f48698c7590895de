//! Where reports and parts are written: never over an input, never by halves, and known beforehand.

use std::fs;

use super::{Temp, audit, exit, made, try_audit};

#[test]
fn an_output_is_never_an_input() {
    let temp = Temp::new();
    let log = temp.file("log", made(&["20"]));
    let part = temp.path("a.part");
    assert_eq!(audit(&[&log, "--part", &part]).0, exit::CLEAN);
    let (log_before, part_before) = (fs::read(&log).unwrap(), fs::read(&part).unwrap());
    // The same file by another name.
    let other = temp.path("./../").clone() + temp.0.file_name().unwrap().to_str().unwrap() + "/log";
    let page = temp.path("page.html");
    for wrong in [
        &[log.as_str(), "--part", &log][..],
        &[&log, "--html", &log],
        &[&log, "--part", &other],
        &["--merge", &part, "--part", &part],
        &["--merge", &part, "--html", &part],
        &[&log, "--html", &page, "--part", &page],
    ] {
        assert_eq!(audit(wrong).0, exit::USAGE, "{wrong:?}");
    }
    assert!(!fs::exists(&page).unwrap());
    assert_eq!(
        (fs::read(&log).unwrap(), fs::read(&part).unwrap()),
        (log_before, part_before)
    );
}

#[cfg(unix)]
#[test]
fn a_link_to_an_input_is_that_input() {
    let temp = Temp::new();
    let (log, link) = (temp.file("log", made(&["20"])), temp.path("link"));
    std::os::unix::fs::symlink(&log, &link).unwrap();
    assert_eq!(audit(&[&log, "--part", &link]).0, exit::USAGE);
    // A link to another file stays one, and that file is replaced.
    let (target, link) = (temp.file("target", "old"), temp.path("other"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert_eq!(audit(&[&log, "--html", &link]).0, exit::CLEAN);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn what_cannot_be_written_is_named_before_anything_is_audited() {
    let temp = Temp::new();
    let log = temp.file("log", made(&["20"]));
    let nowhere = temp.path("nowhere/file");
    for option in ["--html", "--part", "--temp"] {
        // Standard input is not even looked at.
        let error = try_audit(&[&log, option, &nowhere], b"", false)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(&format!("{option} {nowhere}: ")), "{error}");
    }
    let error = try_audit(&["--make", "1", "--output", &nowhere], b"", false).unwrap_err();
    assert!(
        error.to_string().starts_with(&format!("--output {nowhere}: ")),
        "{error}"
    );
    let error = try_audit(&[&log, "--temp", &log], b"", false).unwrap_err().to_string();
    assert!(error.starts_with(&format!("--temp {log}: ")), "{error}");
}

#[test]
fn a_file_is_in_its_place_only_when_it_is_complete() {
    let temp = Temp::new();
    let log = temp.file("log", made(&["20"]));
    let bad = temp.file("bad.part", "no part");
    let part = temp.file("old.part", "as it was");
    assert!(try_audit(&["--merge", &bad, "--part", &part], b"", false).is_err());
    assert_eq!(fs::read_to_string(&part).unwrap(), "as it was");
    assert_eq!(audit(&[&log, "--part", &part]).0, exit::CLEAN);
    assert_eq!(audit(&["--merge", &part]).0, exit::CLEAN);
    // Nothing is left beside them.
    assert_eq!(fs::read_dir(&temp.0).unwrap().count(), 3);
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    let temp = Temp::new();
    let log = temp.file("log", made(&["20"]));
    assert_eq!(audit(&[&log, "--html", "/dev/null"]).0, exit::CLEAN);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}
