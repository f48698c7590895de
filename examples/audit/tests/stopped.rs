//! Ctrl-C: what was done is reported, however the input behaves.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use super::{exit, made, run};

/// Gives out a log, then asks to stop, then does what it was made to do.
struct Interrupted<F> {
    log: io::Cursor<Vec<u8>>,
    stop: Arc<AtomicBool>,
    then: F,
}

impl<F: FnMut(&mut [u8]) -> usize> Read for Interrupted<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.log.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        self.stop.store(true, Ordering::Relaxed);
        Ok((self.then)(buffer))
    }
}

/// The first line of the report; a failure of this test if there is none within a minute.
fn verdict(log: &str, then: impl FnMut(&mut [u8]) -> usize + Send + 'static) -> String {
    let stop = Arc::new(AtomicBool::new(false));
    let log = io::Cursor::new(log.as_bytes().to_vec());
    let input = Interrupted {
        log,
        stop: Arc::clone(&stop),
        then,
    };
    let (send, receive) = channel();
    std::thread::spawn(move || send.send(run(&[], input, &stop)));
    let (code, out) = receive.recv_timeout(Duration::from_secs(60)).unwrap().unwrap();
    assert_eq!(code, exit::MALFORMED);
    String::from_utf8(out).unwrap().lines().next().unwrap().to_owned()
}

#[test]
fn an_input_that_goes_on_is_left() {
    let log = made(&["5000"]);
    let mut again = io::Cursor::new(log.clone().into_bytes());
    let endless = move |buffer: &mut [u8]| {
        if again.position() >= again.get_ref().len() as u64 {
            again.set_position(0);
        }
        again.read(buffer).unwrap()
    };
    let verdict = verdict(&log, endless);
    let rest = verdict.strip_prefix("PARTIAL (stopped before the end): ").unwrap();
    let (held, records) = rest.split_once(" of ").unwrap();
    assert_eq!(records.split_once(' ').unwrap().0, held, "{verdict}");
    let held: u64 = held.replace(',', "").parse().unwrap();
    assert!(held >= 4_500, "{verdict}");
}

#[test]
fn an_idle_pipe_is_left_and_what_it_gave_is_reported() {
    // Less than a batch: the reader waits for the rest of it.
    let idle = |_: &mut [u8]| loop {
        std::thread::park();
    };
    let verdict = verdict(&made(&["30"]), idle);
    assert_eq!(verdict, "PARTIAL (stopped before the end): 30 of 30 records hold.");
}

#[test]
fn an_idle_pipe_in_the_middle_of_a_line_is_no_malformed_line() {
    let log = made(&["3"]);
    let idle = |_: &mut [u8]| loop {
        std::thread::park();
    };
    let verdict = verdict(&log[..log.len() - 20], idle);
    assert_eq!(verdict, "PARTIAL (stopped before the end): 2 of 2 records hold.");
}

#[test]
fn a_line_without_an_end_is_left() {
    let zeros = |buffer: &mut [u8]| {
        buffer.fill(0);
        buffer.len()
    };
    let log = made(&["3000"]);
    let verdict = verdict(&format!("{log}{}", "x".repeat(300_000)), zeros);
    assert!(
        verdict.starts_with("PARTIAL (stopped before the end): 3,000 of 3,000 records hold"),
        "{verdict}"
    );
}

#[test]
fn a_long_walk_is_left() {
    // A game of the second million without the games before it, and the audit stopped when it is read.
    let log = made(&["3", "--kind", "crash"]);
    let line = log.lines().nth(2).unwrap();
    let far = line.replace("\"number\":\"3\"", "\"number\":\"900000000000\"");
    assert_ne!(far, line);
    let stop = AtomicBool::new(true);
    let mut chains = crate::chain::Chains::new(u64::MAX, &stop);
    let place = crate::finding::Place { source: 0, line: 1 };
    let games = vec![crate::crash::read(&far, place).unwrap()];
    let runs = crate::chain::runs(games, 0);
    assert_eq!(chains.tie(&runs.runs[0]), crate::chain::Tied::Stopped);
}
