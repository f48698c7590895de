//! Made logs: what was altered is found, and nothing else.

use clap::Parser;
use clap::error::ErrorKind;
use provably_fair::chain::{self, Material, Source};
use provably_fair::games;
use provably_fair::layout::Kind as Param;
use serde_json::json;

use super::{Temp, audit_json, audit_text, exit, made, mismatches};
use crate::chain::CHAINS;
use crate::options::Options;

/// The lines in which two logs differ.
fn differing(honest: &str, altered: &str) -> Vec<u64> {
    assert_eq!(honest.lines().count(), altered.lines().count());
    let lines = honest.lines().zip(altered.lines()).zip(1..);
    lines.filter(|((a, b), _)| a != b).map(|(_, line)| line).collect()
}

/// Exactly `K` altered records are found, where the log differs from the honest one, in both forms.
fn finds_exactly(records: &str, tamper: &str, more: &[&str]) {
    for form in [&[][..], &["--csv"]] {
        let args = |tamper| [&[records, "--tamper", tamper], more, form].concat();
        let (honest, altered) = (made(&args("0")), made(&args(tamper)));
        let lines = differing(&honest, &altered);
        assert_eq!(lines.len().to_string(), tamper, "{more:?} {form:?}");
        let (code, report) = audit_text(&honest, &[]);
        assert_eq!(code, exit::CLEAN, "{more:?} {form:?}: {report}");
        let (code, report) = audit_text(&altered, &["--list", "1000"]);
        assert_eq!(code, exit::MISMATCH, "{more:?} {form:?}");
        assert_eq!(mismatches(&report), lines, "{more:?} {form:?}: {report}");
        assert_eq!(report["findings"]["malformed"]["count"], 0);
    }
}

#[test]
fn of_every_kind_exactly_the_altered_are_found() {
    for kind in ["receipt", "match_roll", "round", "crash"] {
        finds_exactly("1000", "37", &["--kind", kind]);
    }
    finds_exactly("300", "300", &["--kind", "crash"]);
    finds_exactly("1", "1", &[]);
}

#[test]
fn rounds_of_every_game() {
    for row in games::all() {
        let sized = |name: &str| match name {
            "mines" | "gems" => "3",
            _ => "12",
        };
        let values = row.params().iter().map(|param| match param.kind {
            Param::Size { min, max } => {
                let size: u32 = sized(param.name).parse().unwrap();
                format!("{}={}", param.name, size.clamp(min, max))
            }
            Param::Weights => format!("{}=5,3,2", param.name),
            Param::Ratio => format!("{}=99/100", param.name),
            Param::Hundredths => format!("{}=1000000", param.name),
        });
        let mut args = vec!["--kind".to_owned(), "round".into(), "--game".into(), row.id().into()];
        args.extend(values.flat_map(|value| ["--param".to_owned(), value]));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        finds_exactly("60", "9", &args);
    }
}

#[test]
fn games_of_every_rule_that_takes_no_signature() {
    let signed = |source| match source {
        Source::Hmac { key, message, .. } => [key, message].contains(&Material::Signature),
        _ => false,
    };
    let rules = chain::RULES.into_iter().filter(|rule| !signed(rule.digest().source()));
    let mut tried = 0;
    for rule in rules {
        finds_exactly("200", "11", &["--kind", "crash", "--rule", rule.id()]);
        tried += 1;
    }
    assert_eq!(tried, 11);
}

#[test]
fn a_chain_in_any_order() {
    let log = made(&["3000", "--kind", "crash", "--tamper", "40"]);
    let (_, forwards) = audit_text(&log, &["--list", "100"]);
    assert_eq!(forwards["findings"]["mismatch"]["count"], 40);
    let mut lines: Vec<&str> = log.lines().collect();
    lines.reverse();
    let backwards = audit_text(&lines.join("\n"), &["--list", "100"]).1;
    assert_eq!(backwards["records"], forwards["records"]);
    assert_eq!(backwards["failed_checks"], forwards["failed_checks"]);
    // Every 701st: coprime to 3000, so each once and none beside its neighbour.
    let shuffled: Vec<&str> = (0..3000).map(|at| lines[at * 701 % 3000]).collect();
    let shuffled = audit_text(&shuffled.join("\n"), &["--list", "100"]).1;
    assert_eq!(shuffled["records"], forwards["records"]);
    assert_eq!(shuffled["tallies"], forwards["tallies"]);
    // A piece from the middle, whose first game is altered.
    let first = mismatches(&forwards)[0];
    let piece: Vec<&str> = log.lines().skip(usize::try_from(first).unwrap() - 1).take(50).collect();
    let piece = audit_text(&piece.join("\n"), &[]).1;
    assert_eq!(mismatches(&piece)[0], 1);
}

#[test]
fn a_chain_further_than_the_steps_is_not_checked() {
    let log = made(&["300", "--kind", "crash"]);
    let tail: Vec<&str> = log.lines().skip(200).collect();
    // Game 201 is 201 steps from the terminating hash, and 99 more games follow it: 300 in all.
    let (code, report) = audit_text(&tail.join("\n"), &["--steps", "299"]);
    assert_eq!((code, &report["exit"]), (exit::NOT_CHECKED, &3.into()));
    assert_eq!(report["verdict"], "0 of 100 records hold, 100 are not checked.");
    assert_eq!(report["records"]["crash"]["not_checked"], 100);
    assert_eq!(report["findings"]["not_checked"]["count"], 100);
    assert_eq!(report["failed_checks"], json!({}), "nothing failed");
    let (code, report) = audit_text(&tail.join("\n"), &["--steps", "300"]);
    assert_eq!((code, &report["records"]["crash"]["held"]), (exit::CLEAN, &100.into()));
    // What fails is worse than what is not checked, and one line that is no record worse than both.
    let wrong = tail[0].replace("\"hundredths\":\"", "\"hundredths\":\"9");
    let (code, report) = audit_text(&[&wrong, tail[1]].join("\n"), &["--steps", "0"]);
    assert_eq!(code, exit::MISMATCH);
    assert_eq!(report["verdict"], "0 of 2 records hold, 1 does not, 1 is not checked.");
    assert_eq!(report["failed_checks"], json!({ "crash_point": 1 }));
    assert_eq!(
        audit_text(&[tail[1], "{"].join("\n"), &["--steps", "0"]).0,
        exit::MALFORMED
    );
}

/// A batch hashes for itself as well, and no more than the budget.
#[test]
fn runs_of_a_batch_are_paid_from_the_steps() {
    let log = made(&["20", "--kind", "crash"]);
    let games: Vec<&str> = log.lines().collect();
    let held = |lines: &[&str], steps: &str| {
        let report = audit_text(&lines.join("\n"), &["--steps", steps]).1;
        report["records"]["crash"]["held"].as_u64().unwrap()
    };
    assert_eq!([held(&games, "19"), held(&games, "20")], [0, 20]);
    // Every third game: 3 to 18, which is 18 steps.
    let some: Vec<&str> = games.iter().copied().skip(2).step_by(3).collect();
    assert_eq!([held(&some, "17"), held(&some, "18")], [0, 6]);
}

#[test]
fn chains_that_are_many_are_tied_as_one_is() {
    // One game of each of three more than are remembered, then the next of each.
    let logs: Vec<String> = (0..CHAINS + 3)
        .map(|seed| made(&["2", "--kind", "crash", "--seed", &seed.to_string()]))
        .collect();
    let nth = |n: usize| logs.iter().filter_map(move |log| log.lines().nth(n));
    let lines: Vec<&str> = nth(0).chain(nth(1)).collect();
    let report = audit_text(&lines.join("\n"), &[]).1;
    assert_eq!(report["records"]["crash"]["held"], 2 * (CHAINS + 3));
    // A log in which they do not come in turns is within the memory, whatever their number.
    let lines: Vec<&str> = logs.iter().flat_map(|log| log.lines()).collect();
    let steps = (2 * (CHAINS + 3)).to_string();
    let report = audit_text(&lines.join("\n"), &["--steps", &steps]).1;
    assert_eq!(report["records"]["crash"]["held"], 2 * (CHAINS + 3));
}

#[test]
fn the_terminating_hash_is_no_game() {
    let log = made(&["2", "--kind", "crash"]);
    let line = log.lines().next().unwrap();
    let (code, report) = audit_text(&line.replace("\"number\":\"1\"", "\"number\":\"0\""), &[]);
    assert_eq!(code, exit::MALFORMED);
    assert!(report.to_string().contains("no game"), "{report}");
    // As game 1 it does not hash to itself.
    let field = |name: &str| {
        line.split_once(&format!("\"{name}\":\""))
            .unwrap()
            .1
            .split_once('"')
            .unwrap()
            .0
    };
    let (_, report) = audit_text(&line.replace(field("link"), field("terminating")), &[]);
    assert_eq!(report["failed_checks"]["chain"], 1);
}

#[test]
fn the_same_seed_makes_the_same_log_and_files_say_what_pipes_say() {
    let temp = Temp::new();
    let log = made(&["50", "--seed", "a"]);
    assert_eq!(log, made(&["50", "--seed", "a"]));
    assert_ne!(log, made(&["50", "--seed", "b"]));
    let packed = temp.path("log.gz");
    made(&["50", "--seed", "a", "--gzip", "--output", &packed]);
    assert_eq!(std::fs::read(&packed).unwrap()[..2], [0x1f, 0x8b]);
    let (code, mut of_file) = audit_json(&[&packed]);
    let mut of_pipe = audit_text(&log, &[]).1;
    assert_eq!((code, &of_pipe["sources"][0]), (exit::CLEAN, &"standard input".into()));
    of_file["sources"].take();
    of_pipe["sources"].take();
    assert_eq!(of_file, of_pipe);
}

#[test]
fn what_is_for_making_is_refused_without_make() {
    for option in [
        &["--kind", "crash"][..],
        &["--tamper", "1"],
        &["--seed", "a"],
        &["--csv"],
        &["--gzip"],
        &["--output", "a"],
        &["--game", "roulette/1"],
        &["--param", "tiles=3"],
        &["--rule", "stake-crash/1"],
    ] {
        for reading in [
            &[][..],
            &["log"],
            &["--json", "log"],
            &["--html", "a.html", "log"],
            &["--merge", "a.part"],
        ] {
            let args = [&["audit"], option, reading].concat();
            let refused = Options::try_parse_from(&args).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::MissingRequiredArgument, "{args:?}");
            assert!(refused.to_string().contains("--make <N>"), "{refused}");
        }
    }
    // And what is for reading, with it.
    for reading in [
        &["log"][..],
        &["-"],
        &["--json"],
        &["--html", "a"],
        &["--part", "a"],
        &["--merge", "a"],
    ] {
        let args = [&["audit", "--make", "3"], reading].concat();
        let refused = Options::try_parse_from(&args).unwrap().refused();
        assert!(refused.unwrap().starts_with("--make writes a log"), "{args:?}");
    }
}

#[test]
fn a_dash_is_standard_output() {
    assert_eq!(made(&["5", "--output", "-"]), made(&["5"]));
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn threads_change_nothing() {
    let log = made(&["4000", "--tamper", "100"]) + &made(&["2000", "--kind", "crash", "--tamper", "30"]);
    let one = audit_text(&log, &["--threads", "1"]);
    assert_eq!(one.1["findings"]["mismatch"]["count"], 130);
    for threads in ["2", "5"] {
        assert_eq!(audit_text(&log, &["--threads", threads]), one);
    }
}
