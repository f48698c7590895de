//! Every cheat is caught by the check named for it.

use super::dishonest::*;
use super::*;

#[test]
fn every_cheat_is_caught_by_the_check_named_for_it() {
    for (name, cheat, named) in CHEATS {
        for seed in 0..200 {
            let mut table = Table::new(seed);
            for _ in 0..=table.random.below(4) {
                let seat = table.random.seat();
                table.honest_roll(seat);
            }
            assert!(failed(&table.report(Seat::One)).is_empty());
            cheat(&mut table);
            for _ in 0..table.random.below(4) {
                let seat = table.random.seat();
                table.honest_roll(seat);
            }
            let report = table.report(Seat::One);
            let failed = failed(&report);
            assert!(failed.contains(&named), "{name}, seed {seed}: {failed:?}\n{report}");
            assert_eq!(report.verdict(), Verdict::Mismatch);
            // And by no check that has nothing to do with it.
            let expected = also(named, name);
            assert!(
                failed.iter().all(|check| expected.contains(check)),
                "{name}, seed {seed}: {failed:?}"
            );
        }
    }
}

/// Checks that may fail together with the one named.
fn also(named: Check, cheat: &str) -> Vec<Check> {
    let more: &[Check] = match cheat {
        // A lock that overruns another does not carry its head.
        "rolled again" | "rolled again under another id" => &[Check::Answered, Check::LockChain],
        "dropped in silence" => &[Check::OneOpenLock, Check::LockChain],
        "commitment reused" => &[Check::UniqueServerSeed],
        "seed reused, with its commitment" => &[Check::UniqueCommitment],
        "seed reused, under another commitment" => &[Check::Commitment],
        "entropy reused" => &[Check::KeptEntropy],
        "entropy reused, so not the client's" => &[Check::UniqueEntropy],
        // The other match's receipt is wrong in every way that a receipt can be.
        "receipt replayed from another match" => &[
            Check::OfOpenLock,
            Check::Commitment,
            Check::KeptMatchId,
            Check::KeptRollId,
            Check::KeptNonce,
            Check::KeptCommitment,
            Check::KeptEntropy,
        ],
        "receipt replayed from this match" => &[
            Check::Commitment,
            Check::UniqueServerSeed,
            Check::UniqueEntropy,
            Check::KeptRollId,
            Check::KeptNonce,
            Check::KeptCommitment,
            Check::KeptEntropy,
        ],
        _ => &[],
    };
    [&[named], more].concat()
}

#[test]
fn a_single_receipt_against_its_record_names_the_cheat_too() {
    let cases: [(Cheat, Check); 7] = [
        (seed_swapped, Check::Commitment),
        (seed_and_commitment_swapped, Check::KeptCommitment),
        (nonce_picked_after, Check::KeptNonce),
        (roll_id_picked_after, Check::KeptRollId),
        (entropy_replaced, Check::KeptEntropy),
        (dice_altered, Check::Dice),
        (dice_swapped, Check::Dice),
    ];
    for (cheat, named) in cases {
        for seed in 0..200 {
            let mut table = Table::new(seed);
            cheat(&mut table);
            let Some(Entry::Receipt(receipt)) = table.entries.last() else {
                panic!()
            };
            let report = receipt.verify(table.kept[0].last(), None);
            assert_eq!(report.first_failure().map(|line| line.check), Some(named));
        }
    }
    let mut here = Table::new(1);
    let roll = here.lock(Seat::One);
    let theirs = Table::new(2).lock(Seat::One).receipt();
    let kept = Kept::new(roll.lock.terms().clone(), roll.entropy);
    let replayed = theirs.verify(Some(&kept), None);
    assert_eq!(
        replayed.first_failure().map(|line| line.check),
        Some(Check::KeptMatchId)
    );
}

#[test]
fn a_void_that_says_that_nothing_came_takes_complete_records() {
    let mut table = Table::new(1);
    table.honest_roll(Seat::One);
    dropped_by_a_void_that_denies_the_entropy(&mut table);
    let head = Some(table.running.head());
    let report = |view, kept: &[Kept]| check(&table.game, view, &table.entries, kept, head);
    let void_entropy = |report: &MatchReport| {
        let mut lines = report.report().lines().iter();
        lines
            .find(|line| line.check == Check::VoidEntropy)
            .unwrap()
            .finding
            .clone()
    };
    // The record of what was sent is lost: a player that does not say that its records are complete cannot know.
    let lost = &table.kept[0][..1];
    let unsure = report(View::seat(Seat::One), lost);
    assert_eq!((failed(&unsure), unsure.verdict()), (vec![], Verdict::Consistent));
    assert!(matches!(void_entropy(&unsure), Finding::NotChecked { .. }));
    assert_eq!(
        (unsure.counts().voids_unrecorded, unsure.counts().voids_before_entropy),
        (1, 1)
    );
    // Whoever says so says that nothing was sent.
    let sure = report(View::seat(Seat::One).complete(), lost);
    assert_eq!(
        (void_entropy(&sure), sure.verdict()),
        (Finding::Held, Verdict::Verified)
    );
    // The void is none of the other seat's.
    let other = report(View::seat(Seat::Two), &[]);
    assert_eq!(other.counts().voids_unrecorded, 0);
    assert_eq!(
        failed(&report(View::seat(Seat::One), &table.kept[0])),
        [Check::VoidEntropy]
    );
}

#[test]
fn no_line_is_held_against_a_note_that_is_not_there() {
    let mut table = Table::new(1);
    table.honest_roll(Seat::Two);
    let views = [View::outside(), View::seat(Seat::One), View::seat(Seat::One).complete()];
    for (view, own_roll) in views.into_iter().flat_map(|view| [(view, false), (view, true)]) {
        if own_roll {
            table.honest_roll(Seat::One);
        }
        let report = check(&table.game, view, &table.entries, &[], None);
        let lines = report.report().lines().iter();
        let held = lines.filter(|line| line.source == Source::Player && line.finding == Finding::Held);
        assert_eq!(held.count(), 0, "{view:?}: {report}");
    }
}

#[test]
fn a_transcript_of_both_seats_rolls_protects_from_the_server_alone() {
    let mut table = Table::new(1);
    table.honest_roll(Seat::One);
    let says = |table: &Table| {
        let report = table.report(Seat::One);
        assert_eq!(report.verdict(), Verdict::Verified, "{report}");
        let mut remarks = report.report().remarks().iter();
        remarks.any(|remark| remark.contains("from the server alone"))
    };
    assert!(!says(&table));
    let roll = table.lock(Seat::One);
    let lock = table.lock_of(roll.lock.terms().clone(), Seat::One, EntropyFrom::BothSeats);
    let own = table.kept[0].pop().unwrap();
    table.kept[0].push(Kept::joint(own.terms().clone(), own.entropy()));
    table.settle(&Roll { lock, ..roll });
    assert!(says(&table));
}

#[test]
fn two_transcripts_are_told_apart_by_their_heads() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let played = honest(&mut random);
        // The other player is shown the same match with one roll of its own, honest in itself, at the end.
        let mut other = Table::new(seed);
        other.game = played.game.clone();
        other.running = Transcript::new(played.game.clone(), View::outside());
        for entry in &played.entries {
            other.push(entry.clone());
        }
        (other.number, other.nonce) = (1_000, 1_000_000);
        other.kept[1].clone_from(&played.kept[1]);
        other.honest_roll(Seat::Two);
        let shown = [played.head, other.running.head()];
        let one = check(
            &played.game,
            View::seat(Seat::One),
            &played.entries,
            &played.kept[0],
            Some(shown[1]),
        );
        let two = check(
            &played.game,
            View::seat(Seat::Two),
            &other.entries,
            &other.kept[1],
            Some(shown[0]),
        );
        assert_eq!(
            (failed(&one), failed(&two)),
            (vec![Check::SameTranscript], vec![Check::SameTranscript])
        );
        // Whoever does not compare is not told *verified*.
        let alone = check(
            &played.game,
            View::seat(Seat::One),
            &played.entries,
            &played.kept[0],
            None,
        );
        assert_eq!(alone.verdict(), Verdict::Consistent);
    }
}

#[test]
fn the_live_client_refuses_before_it_sends() {
    for (name, cheat, _) in CHEATS {
        let mut table = Table::new(7);
        table.honest_roll(Seat::Two);
        cheat(&mut table);
        // Everything that fails about a lock itself fails before entropy is drawn for it.
        let mut client = Client::new(table.game.clone(), Seat::One, Some(CONFIG));
        let mut refused = None;
        for entry in &table.entries {
            if let Ok(Some(line)) = client.watch(entry) {
                refused = Some(line.check);
                break;
            }
            if let Entry::Lock(lock) = entry {
                let own = table.kept[0].iter().find(|kept| kept.terms() == lock.terms());
                if let Some(kept) = own {
                    client.note(kept);
                }
            }
        }
        let expected = match name {
            "rolled again" => Some(Check::NoSecondLock),
            "rolled again under another id" => Some(Check::OneOpenLock),
            "rolled again after the receipt" => Some(Check::UniqueRollId),
            "commitment reused" | "seed reused, with its commitment" => Some(Check::UniqueCommitment),
            "configuration changed" => Some(Check::SameConfig),
            "nonce taken back" => Some(Check::NonceUp),
            "chain broken" => Some(Check::LockChain),
            _ => continue,
        };
        assert_eq!(refused, expected, "{name}");
    }
}

#[test]
fn this_library_does_not_go_on_from_an_old_lock() {
    let mut states = Vec::new();
    let mut save = |saved: &provably_fair::protocol::session::Saved| {
        states.push((saved.step(), saved.secret_for_encrypted_store().to_vec()));
        Ok::<(), Never>(())
    };
    let game = Id::new("mat_1").unwrap();
    let next = NextRoll {
        roll_id: Id::new("rol_1").unwrap(),
        nonce: 1,
        seat: Seat::One,
        entropy_from: EntropyFrom::Client,
    };
    let locked = Operator::open(game.clone(), CONFIG)
        .lock(next, ServerSeed::from_bytes(&[7; 32]), &mut save)
        .unwrap();
    let mut client = Some(Client::new(game, Seat::One, None).hold(locked.lock().clone()).unwrap());
    let sent = client.take().unwrap().draw(safe).unwrap();
    let revealed = locked.accept(&sent.answer(), &mut save).unwrap().reveal().unwrap();
    let mark = states.last().unwrap().0;
    assert_eq!(revealed.receipt().entropy(), sent.answer().entropy());
    assert_eq!(
        restore(&states[0].1, mark).err(),
        Some(RestoreError::Old { step: 1, at_least: 2 })
    );
}

#[test]
fn nothing_published_before_the_reveal_holds_the_seed() {
    // That a seed cannot be revealed while a round of it lives, or a roll before its answer, is shown by doctests that do
    // not compile: `ServerSeed::reveal`, `protocol::session`. Here: what goes out before holds neither its bytes nor its hex.
    let mut random = Random(5);
    for _ in 0..200 {
        let mut table = Table::new(random.next());
        let roll = table.lock(Seat::One);
        let text = document::write(&roll.lock) + &format!("{:?}", roll.lock);
        assert!(!text.contains(&roll.seed.to_string()));
        assert!(
            !roll
                .lock
                .bytes()
                .windows(32)
                .any(|window| window == roll.seed.as_bytes())
        );
    }
}

/// The page for players says of every check what it excludes.
#[test]
fn the_trust_page_explains_every_check() {
    let page = include_str!("../../docs/TRUST.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    for check in Check::ALL {
        let name = format!("`{}`", check.name());
        let explained = rows
            .iter()
            .any(|row| row.split('|').nth(1).is_some_and(|cell| cell.contains(&name)));
        assert!(explained, "{name}");
    }
}
