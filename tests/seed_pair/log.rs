//! A log of nonces, against sets of everything.

use super::*;

fn commitment(byte: u8) -> Commitment {
    Commitment::new(Hash::Sha256.digest(&[byte]))
}

fn round(server: u8, client: &str, nonce: u64) -> LoggedRound<'_> {
    let fate = Fate::Played;
    LoggedRound {
        commitment: commitment(server),
        client,
        nonce,
        fate,
    }
}

/// The lines of one check that failed: position, expected, found.
fn failed(report: &provably_fair::Report, check: Check) -> Vec<(Option<u64>, String, String)> {
    let lines = report.lines().iter().filter(|line| line.check == check);
    lines
        .filter_map(|line| match &line.finding {
            Finding::Failed { expected, found } => Some((line.at, expected.clone(), found.clone())),
            _ => None,
        })
        .collect()
}

fn log_of(first: u64, run: NoncesRun, rounds: &[(u8, &str, u64)]) -> provably_fair::Report {
    let mut log = NonceLog::new(first, run);
    for (server, client, nonce) in rounds {
        log.add(round(*server, client, *nonce)).unwrap();
    }
    log.report()
}

#[test]
fn a_log_without_a_gap_is_consistent_and_never_more() {
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
    // Out of order, over two client seeds: every nonce of the server seed is there once.
    for (client, nonce) in [("a", 1), ("a", 0), ("b", 3), ("b", 2), ("a", 4)] {
        log.add(round(1, client, nonce)).unwrap();
    }
    log.ended(round(1, "a", 4)).unwrap();
    let report = log.report();
    assert_eq!(report.verdict(), Verdict::Consistent);
    let found: Vec<_> = report
        .lines()
        .iter()
        .map(|line| (line.check, line.finding.clone()))
        .collect();
    let held = |check| (check, Finding::Held);
    assert_eq!(
        found,
        [held(Check::NonceReused), held(Check::NonceGap), held(Check::NonceEnd)]
    );
    // The same rounds, where the count starts again with every client seed: gaps.
    let rounds = [(1, "a", 1), (1, "a", 0), (1, "b", 3), (1, "b", 2), (1, "a", 4)];
    let report = log_of(0, NoncesRun::OverSeedPair, &rounds);
    let gap = |at, due: u64, came: u64| (Some(at), format!("nonce {due}"), format!("nonce {came}"));
    assert_eq!(failed(&report, Check::NonceGap), [gap(3, 0, 2), gap(4, 2, 4)]);
}

#[test]
fn a_nonce_comes_once_in_its_count() {
    let again = |at: u64, nonce: u64| {
        (
            Some(at),
            "a nonce of its own".to_string(),
            format!("nonce {nonce} again"),
        )
    };
    let reused = |run, rounds: &[_]| failed(&log_of(0, run, rounds), Check::NonceReused);
    // No triple twice, so where the count starts anew with each client seed nothing is wrong ...
    let two_clients = [(1, "a", 0), (1, "b", 0), (2, "a", 0)];
    assert_eq!(reused(NoncesRun::OverSeedPair, &two_clients), []);
    // ... but one count over the whole server seed cannot give a nonce twice.
    assert_eq!(reused(NoncesRun::OverServerSeed, &two_clients), [again(1, 0)]);
    let jumps_back = [(1, "a", 0), (1, "a", 1), (1, "b", 1), (1, "b", 2)];
    assert_eq!(reused(NoncesRun::OverServerSeed, &jumps_back), [again(2, 1)]);
    let report = log_of(0, NoncesRun::OverServerSeed, &[(1, "a", 0), (2, "a", 0), (1, "a", 0)]);
    assert_eq!(failed(&report, Check::NonceReused), [again(2, 0)]);
    assert_eq!(report.verdict(), Verdict::Mismatch);
}

#[test]
fn a_void_round_fills_its_place_and_is_counted() {
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
    log.add(round(1, "a", 0)).unwrap();
    log.add(LoggedRound {
        fate: Fate::Void,
        ..round(1, "a", 1)
    })
    .unwrap();
    log.add(round(1, "a", 2)).unwrap();
    // Played after it was void: one nonce, two fates.
    log.add(round(1, "a", 1)).unwrap();
    let report = log.report();
    assert_eq!(failed(&report, Check::NonceGap), []);
    assert_eq!(failed(&report, Check::NonceReused).len(), 1);
    assert_eq!(report.remarks()[0], "4 rounds, 1 of them void");
}

#[test]
fn the_start_and_the_end_are_the_callers() {
    let gap = |at, due: &str, came: &str| (at, format!("nonce {due}"), format!("nonce {came}"));
    let counted_from_one = log_of(1, NoncesRun::OverSeedPair, &[(1, "a", 1), (1, "a", 2)]);
    assert_eq!(failed(&counted_from_one, Check::NonceGap), []);
    let zero_too_many = log_of(1, NoncesRun::OverSeedPair, &[(1, "a", 1), (1, "a", 0)]);
    assert_eq!(failed(&zero_too_many, Check::NonceGap), [gap(Some(1), "1", "0")]);
    let one_too_late = log_of(0, NoncesRun::OverSeedPair, &[(1, "a", 1)]);
    assert_eq!(failed(&one_too_late, Check::NonceGap), [gap(Some(0), "0", "1")]);
    for (last, found) in [(2, true), (1, false), (3, false)] {
        let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
        (0..3).for_each(|nonce| log.add(round(1, "a", nonce)).unwrap());
        log.ended(round(1, "a", last)).unwrap();
        let expected = (None, format!("nonce {last} as the last"), "nonce 2".to_string());
        let expected = if found { vec![] } else { vec![expected] };
        assert_eq!(failed(&log.report(), Check::NonceEnd), expected);
    }
    // A seed whose rounds are all missing.
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
    log.add(round(1, "a", 0)).unwrap();
    log.ended(round(2, "a", 7)).unwrap();
    let report = log.report();
    let nothing = (None, "nonces 0 to 7".to_string(), "no round".to_string());
    assert_eq!(failed(&report, Check::NonceEnd), [nothing]);
    // Seed 1's end was not given, and that is said too.
    assert!(
        report
            .lines()
            .iter()
            .any(|line| matches!(line.finding, Finding::NotChecked { .. }))
    );
    // No log, no claim.
    let report = NonceLog::new(0, NoncesRun::OverServerSeed).report();
    assert_eq!(report.lines().len(), 3);
    assert!(
        report
            .lines()
            .iter()
            .all(|line| matches!(line.finding, Finding::NotChecked { .. }))
    );
}

#[test]
fn the_last_nonce_of_all_has_no_successor() {
    let report = log_of(
        u64::MAX - 1,
        NoncesRun::OverSeedPair,
        &[(1, "a", u64::MAX), (1, "a", u64::MAX - 1)],
    );
    assert_eq!(failed(&report, Check::NonceGap), []);
    let report = log_of(
        0,
        NoncesRun::OverSeedPair,
        &[(1, "a", 0), (1, "a", u64::MAX), (1, "a", u64::MAX)],
    );
    let gap = (Some(1), "nonce 1".to_string(), format!("nonce {}", u64::MAX));
    assert_eq!(failed(&report, Check::NonceGap), [gap]);
    assert_eq!(failed(&report, Check::NonceReused)[0].0, Some(2));
}

#[test]
fn many_failures_are_counted_and_the_first_listed() {
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
    for _ in 0..100 {
        log.add(round(1, "a", 0)).unwrap();
    }
    let report = log.report();
    let reused = failed(&report, Check::NonceReused);
    assert_eq!((reused.len(), reused[0].0, reused[63].0), (64, Some(1), Some(64)));
    assert_eq!(report.remarks()[0], "nonce_reused: 35 more failures are not listed");
}

#[test]
fn memory_grows_with_the_gaps_and_is_limited() {
    // In order, a run for the pair and one for the server seed serve any number of rounds.
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed).limit(4);
    for nonce in 0..200_000 {
        log.add(round(1, "a", nonce)).unwrap();
    }
    assert_eq!(failed(&log.report(), Check::NonceGap), []);
    let mut log = NonceLog::new(0, NoncesRun::OverServerSeed).limit(4);
    log.add(round(1, "a", 0)).unwrap();
    log.add(round(1, "a", 2)).unwrap();
    assert_eq!(log.add(round(1, "a", 4)), Err(LogError::TooScattered { at: 2 }));
    assert_eq!(log.ended(round(2, "a", 4)), Err(LogError::TooScattered { at: 2 }));
    assert_eq!(
        log.ended(round(2, "a", 4)).unwrap_err().to_string(),
        "the log is too scattered at position 2: raise the limit of runs"
    );
}

/// The slow twin: sets of everything, then every nonce asked for.
fn twin(first: u64, run: NoncesRun, rounds: &[(u8, &str, u64)]) -> (Vec<u64>, Vec<(u64, u64, u64)>) {
    let mut reused = vec![];
    let mut counts: BTreeMap<(u8, &str), BTreeSet<u64>> = BTreeMap::new();
    for (at, (server, client, nonce)) in rounds.iter().enumerate() {
        let client = if run == NoncesRun::OverServerSeed { "" } else { client };
        if !counts.entry((*server, client)).or_default().insert(*nonce) {
            reused.push(at as u64);
        }
    }
    let mut gaps = vec![];
    for ((server, client), nonces) in &counts {
        let mut due = first;
        for nonce in nonces {
            if *nonce != due {
                let same = |r: &(u8, &str, u64)| {
                    r.0 == *server && (run == NoncesRun::OverServerSeed || r.1 == *client) && r.2 == *nonce
                };
                gaps.push((rounds.iter().position(same).unwrap() as u64, due, *nonce));
            }
            due = nonce + 1;
        }
    }
    gaps.sort_unstable();
    (reused, gaps)
}

#[test]
fn the_log_finds_what_the_slow_twin_finds() {
    let mut rng = Rng(7);
    let (mut with_gaps, mut with_reuse) = (0, 0);
    for _ in 0..4_000 {
        let length = rng.below(30);
        let clients = ["a", "b", ""];
        let rounds: Vec<(u8, &str, u64)> = (0..length)
            .map(|_| (rng.below(2) as u8, clients[rng.below(3) as usize], rng.below(14)))
            .collect();
        let first = rng.below(2);
        let run = [NoncesRun::OverServerSeed, NoncesRun::OverSeedPair][rng.below(2) as usize];
        let report = log_of(first, run, &rounds);
        let (reused, gaps) = twin(first, run, &rounds);
        let found: Vec<u64> = failed(&report, Check::NonceReused)
            .iter()
            .map(|line| line.0.unwrap())
            .collect();
        assert_eq!(found, reused);
        let expected: Vec<_> = gaps
            .iter()
            .map(|(at, due, came)| (Some(*at), format!("nonce {due}"), format!("nonce {came}")))
            .collect();
        assert_eq!(failed(&report, Check::NonceGap), expected);
        with_gaps += u32::from(!gaps.is_empty());
        with_reuse += u32::from(!reused.is_empty());
    }
    assert!(with_gaps > 1_000 && with_reuse > 1_000);
}

#[test]
fn what_a_seed_pair_logs_has_no_gap_and_a_dropped_bet_shows() {
    let mut pair = begin("client");
    let mut lines: Vec<(Commitment, String, u64, Fate)> = vec![];
    for i in 0..40_u64 {
        if i % 7 == 6 {
            pair.change_client(&format!("client {i}")).unwrap().saved();
        }
        let bet = pair.bet().unwrap();
        let nonce = bet.nonce();
        let _ = bet.saved();
        let line = if i % 5 == 0 {
            pair.void(nonce)
        } else {
            pair.settle(nonce)
        }
        .unwrap();
        lines.push((line.commitment, line.client.to_string(), line.nonce, line.fate));
    }
    let last = pair
        .rotate(pair.next_commitment(), "new", seed("fresh"))
        .unwrap()
        .saved()
        .nonces
        - 1;
    let check = |skip: Option<usize>| {
        let mut log = NonceLog::new(0, NoncesRun::OverServerSeed);
        for (at, (commitment, client, nonce, fate)) in lines.iter().enumerate() {
            if skip != Some(at) {
                log.add(LoggedRound {
                    commitment: *commitment,
                    client,
                    nonce: *nonce,
                    fate: *fate,
                })
                .unwrap();
            }
        }
        let commitment = lines[0].0;
        log.ended(LoggedRound {
            commitment,
            client: "client",
            nonce: last,
            fate: Fate::Played,
        })
        .unwrap();
        log.report()
    };
    assert_eq!(check(None).verdict(), Verdict::Consistent);
    assert_eq!(check(None).first_failure(), None);
    for dropped in 0..lines.len() {
        let expected = if dropped == lines.len() - 1 {
            Check::NonceEnd
        } else {
            Check::NonceGap
        };
        assert_eq!(check(Some(dropped)).first_failure().unwrap().check, expected);
    }
}
