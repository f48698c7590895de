//! What the report says, in each of its forms.

use std::fs;

use provably_fair::layout::{Game, Value};
use provably_fair::protocol::round::RoundClaim;
use provably_fair::scheme::{PRIMEDICE_CLASSIC_V1, Scheme};
use provably_fair::{CURSOR_V1, Revealed, STAKE_V1, games};
use serde_json::json;

use super::{ALTERED, GOOD, Temp, audit, audit_json, audit_text, exit, made, try_audit};
use crate::output::signed;
use crate::tallies::{BORDERS, Basis};

#[test]
fn the_text_names_file_line_and_check() {
    let temp = Temp::new();
    let log = temp.file("log", ALTERED);
    let (code, text) = audit(&[&log, "--list", "2"]);
    assert_eq!(code, exit::MISMATCH);
    assert!(text.starts_with("0 of 9 records hold, 9 do not.\n"), "{text}");
    assert!(
        text.contains(&format!(
            "\nmismatch: 9\n  {log}:1: [dice] receipt: expected 1-5, found 2-5\n"
        )),
        "{text}"
    );
    assert!(text.contains("\n  ... and 7 more\n"), "{text}");
    assert!(
        text.contains("by check: chain 1, commitment 1, crash_point 1, deal 1, dice 4, roll 1"),
        "{text}"
    );
    assert!(text.contains("\nWhat this does not show\n"), "{text}");
}

#[test]
fn statistics_are_those_of_the_tallies() {
    // 3600 made rolls; the statistic from the counts, in integers: sum of (36 c - n)^2 / (36 n).
    let (_, report) = audit_text(&made(&["3600"]), &["--alpha", "20"]);
    let tally = report["tallies"]["all"]["receipts"]["tally"].as_str().unwrap();
    let counts: Vec<i64> = tally
        .rsplit(' ')
        .next()
        .unwrap()
        .split(',')
        .map(|count| count.parse().unwrap())
        .collect();
    assert_eq!(counts.iter().sum::<i64>(), 3600);
    let squares: i64 = counts.iter().map(|count| (count - 100) * (count - 100)).sum();
    let expected = format!(
        "chi-square {}.{:02} with 35 degrees of freedom",
        squares / 100,
        squares % 100
    );
    let tests = report["statistics"]["tests"].as_array().unwrap();
    assert_eq!(tests[0]["answer"], expected.as_str());
    let doubles: i64 = (0..6).map(|face| counts[7 * face]).sum();
    assert_eq!(tests[2]["answer"], format!("{doubles}, expected 600.0").as_str());
    // Holm: the smallest of five p times five.
    let ps: Vec<f64> = tests.iter().map(|test| test["p"].as_f64().unwrap()).collect();
    let holm: Vec<f64> = tests.iter().map(|test| test["holm"].as_f64().unwrap()).collect();
    let least = ps.iter().copied().fold(1.0, f64::min);
    assert!(
        (holm.iter().copied().fold(1.0, f64::min) - (5.0 * least).min(1.0)).abs() < 1e-12,
        "{ps:?} {holm:?}"
    );
    assert!(
        report["statistics"]["says"]
            .as_str()
            .unwrap()
            .contains("One failure in 20 honest runs is expected")
    );
    for test in tests {
        assert!(test["says"].as_str().unwrap().contains("Counts do not show"), "{test}");
    }
}

#[test]
fn a_crooked_die_is_flagged_though_every_record_holds() {
    // Receipts that were made honestly, but of which the operator kept those without a six: each holds.
    let log = made(&["6000"]);
    let kept: Vec<&str> = log
        .lines()
        .filter(|line| !line.ends_with("6]}") && !line.contains("[6,"))
        .collect();
    let (code, report) = audit_text(&kept.join("\n"), &[]);
    assert_eq!(code, exit::CLEAN);
    assert!(report["statistics"]["flagged"].as_u64().unwrap() >= 3, "{report}");
    assert!(
        !report["repeats"]["counts"].as_array().unwrap().is_empty(),
        "the gaps tell on it too"
    );
}

#[test]
fn too_few_are_not_tested() {
    let (_, report) = audit_text(&made(&["35"]), &[]);
    let notes = report["statistics"]["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!(
        notes[0],
        "not asked: receipts, all 36 pairs: only 35 counted, 0.972 expected in the rarest"
    );
}

#[test]
fn crash_odds_are_exact() {
    let weights = |rule: &str| Basis::Crash { rule: rule.into() }.odds().unwrap();
    let reach = |rule: &str, border| {
        let at = BORDERS.iter().position(|known| *known == border).unwrap();
        weights(rule).weights()[at + 1..].iter().sum::<u128>()
    };
    // Words: 99 * 2^32 / (w + 1) >= 200, so w + 1 <= floor(99 * 2^32 / 200); Python: 99 * 2**32 // 200 and // 10_000.
    assert_eq!(reach("stake-crash/1", 200), 2_126_008_811);
    assert_eq!(reach("stake-crash/1", 10_000), 42_520_176);
    assert_eq!(weights("stake-crash/1").total(), 1 << 32);
    // First 52 bits: (100 * 2^52 - h) / (2^52 - h) >= 200 for h >= 2^52 * 100 / 199, floor(2^52 * 99 / 199) values of h;
    // of 101 games one busts beforehand. Python: 2**52 * 99 // 199 * 100.
    assert_eq!(reach("bustabit-v1/1", 200), 224_048_423_673_205_500);
    assert_eq!(weights("bustabit-v1/1").total(), 101 << 52);
}

/// Python: `999 * 2**32 // (10 * border)` words reach a border of Duel's crash.
#[test]
fn crash_odds_of_a_finer_share_are_exact() {
    let odds = Basis::Crash {
        rule: "duel-crash/1".into(),
    };
    let odds = odds.odds().unwrap();
    let expected = [
        46_776_872,
        347_579_217,
        468_073_345,
        572_089_643,
        715_112_055,
        715_112_055,
        572_089_644,
        429_067_233,
        214_533_616,
        128_720_170,
        42_906_723,
        38_616_051,
        4_290_672,
    ];
    assert_eq!(odds.weights(), expected);
}

/// A log of rounds that were dealt under any scheme; what they give is not asked here, only how it is counted.
fn dealt(scheme: Scheme, game: &Game, params: &serde_json::Value) -> String {
    let line = |nonce: u64| {
        let claim = RoundClaim::new(scheme, game.clone(), Revealed::from_text("server"), "client", nonce);
        let result: Vec<String> = claim.deal().unwrap().all_texts().collect();
        json!({
            "format": "round", "version": 1, "scheme": scheme.id(), "game": game.row().id(), "params": params,
            "server_seed": "server", "client_seed": "client", "nonce": nonce.to_string(), "result": result,
        })
    };
    let lines: Vec<String> = (0..200).map(|nonce| line(nonce).to_string()).collect();
    lines.join("\n")
}

/// A remainder has the odds of a remainder: of 1,000,000 values 27,028 leave 0 when divided by 37, and 27,027 any other. Roulette
/// is not played so, but a log may say that it was.
#[test]
fn every_scheme_is_judged_by_its_own_odds() {
    let tallies = |log: String| audit_text(&log, &[]).1["tallies"].clone();
    let roulette = games::ROULETTE.with(&[]).unwrap();
    let of_remainders = tallies(dealt(PRIMEDICE_CLASSIC_V1, &roulette, &json!({})));
    let counted = &of_remainders["all"]["roulette/1 pocket of 37, of a remainder below 1000000"];
    let basis: Basis = serde_json::from_value(counted["basis"].clone()).unwrap();
    assert_eq!(basis.odds().unwrap().weights()[..3], [27_028, 27_027, 27_027]);
    // A table of weights has exact odds under one scheme alone; under another nothing is said of it.
    let table = games::FUKUBUKURO
        .with(&[("weights", Value::weights(&[5, 3, 2]))])
        .unwrap();
    let counted = |scheme| {
        let tallies = tallies(dealt(scheme, &table, &json!({ "weights": "5,3,2" })));
        let passed_over = tallies["passed_over"].as_u64().unwrap();
        (tallies["all"].as_object().unwrap().len(), passed_over)
    };
    assert_eq!((counted(CURSOR_V1), counted(STAKE_V1)), ((1, 0), (0, 200)));
}

#[test]
fn the_page_is_complete_and_runs_nothing() {
    let temp = Temp::new();
    let log =
        made(&["4000", "--tamper", "3"]) + &made(&["6000", "--kind", "crash"]) + &made(&["800", "--kind", "round"]);
    let named = temp.file("a&<b>.jsonl", log);
    let page = temp.path("page.html");
    let (code, _) = audit(&[&named, "--html", &page]);
    assert_eq!(code, exit::MISMATCH);
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</body></html>"));
    for part in [
        "Map of the 36 pairs",
        "Bars of faces",
        "Crash points against the exact curve",
        "<h2>Tests</h2>",
        "@media print",
        "a&amp;&lt;b&gt;.jsonl",
        "10,797 of 10,800 records hold",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches(" sd</text>").count(), 36);
    for never in [
        "<script", "<b>", "http://", "https://", "src=", "url(", "NaN", "inf", "onload",
    ] {
        assert!(!page.contains(never), "{never}");
    }
    // Every element that is opened is closed.
    for element in [
        "svg",
        "table",
        "figure",
        "div",
        "ul",
        "li",
        "tr",
        "td",
        "text",
        "figcaption",
        "title",
        "p",
        "h2",
    ] {
        let opened = page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
    }
}

#[test]
fn a_number_that_shows_as_zero_has_no_sign() {
    let of = |value, decimals| signed(value, decimals);
    assert_eq!(
        [of(0.04, 1), of(-0.04, 1), of(0.0, 1), of(-0.0, 2)],
        ["0.0", "0.0", "0.0", "0.00"]
    );
    assert_eq!(
        [of(-0.05001, 1), of(0.06, 1), of(-10.0, 1), of(0.996, 2)],
        ["-0.1", "+0.1", "-10.0", "+1.00"]
    );
    assert_eq!(of(-0.3, 0), "0");
    let temp = Temp::new();
    let page = temp.path("page.html");
    audit(&[&temp.file("log", made(&["40000"])), "--html", &page]);
    let page = fs::read_to_string(&page).unwrap();
    assert_eq!(page.matches(" sd</text>").count(), 36);
    for never in [">+0.0 sd", ">-0.0 sd", ">+0.00<", ">-0.00<", ": +0.0<", ": -0.0<"] {
        assert!(!page.contains(never), "{never}");
    }
}

#[test]
fn one_is_one() {
    let bare = |nonces: &[u32]| {
        let round = |nonce: &u32| {
            format!(
                "{{\"format\":\"round\",\"version\":1,\"scheme\":\"cursor/1\",\"game\":\"roulette/1\",\
                 \"server_seed\":\"server\",\"client_seed\":\"client\",\"nonce\":\"{nonce}\",\"result\":[\"8\"]}}\n"
            )
        };
        nonces.iter().map(round).collect::<String>()
    };
    let temp = Temp::new();
    for (nonces, verdict, note) in [
        (
            &[0][..],
            "1 of 1 record holds.",
            "1 round states no commitment: only its deal",
        ),
        (&[1], "0 of 1 record holds, 1 does not.", ""),
        (
            &[0, 0],
            "2 of 2 records hold, 1 repeat.",
            "2 rounds state no commitment: only their deals",
        ),
        (&[0, 1], "1 of 2 records holds, 1 does not.", ""),
        (&[1, 2], "0 of 2 records hold, 2 do not.", ""),
    ] {
        let (log, page) = (temp.file("log", bare(nonces)), temp.path("page"));
        let (_, text) = audit(&[&log, "--html", &page]);
        let page = fs::read_to_string(page).unwrap();
        assert_eq!(text.lines().next(), Some(verdict));
        assert!(text.contains(note) && page.contains(note), "{text}");
    }
    let (_, text) = audit(&[&temp.file("log", bare(&[0, 0]))]);
    assert!(text.contains("\n  1 repeat is counted as it stands, so"), "{text}");
}

#[test]
fn a_page_of_nothing_is_a_page() {
    let temp = Temp::new();
    let page = temp.path("page.html");
    let (code, _) = try_audit(&["--html", &page], b"", false).unwrap();
    assert_eq!(code, exit::MALFORMED);
    let page = fs::read_to_string(&page).unwrap();
    assert!(
        page.contains("1 source could not be read to its end") && page.contains("Nothing was counted."),
        "{page}"
    );
}

#[test]
fn the_example_logs_are_what_the_readme_says() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/");
    let [good, altered] = ["audit.jsonl", "audit-altered.jsonl"].map(|name| format!("{data}{name}"));
    assert_eq!(audit_json(&[&good]).0, exit::CLEAN);
    assert_eq!(audit_json(&[&good, &altered]).0, exit::MISMATCH);
    assert_eq!(GOOD.lines().count(), 42);
}
