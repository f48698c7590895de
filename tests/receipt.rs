//! Receipts: derivation, report and documents. The whole set of vectors runs in `vectors.rs`.
//!
//! The files of `examples/data` were made by `tests/data/transcript.py`, which shares no code with the crate.

use proptest::prelude::*;
use provably_fair::document::{self, Document, DocumentError};
use provably_fair::mac::{Digest, Hash};
use provably_fair::protocol::receipt::{
    Entropy, EntropyFrom, Id, Kept, NoDice, Receipt, RollSeed, Terms, TermsError, roll,
};
use provably_fair::protocol::session::seats::{SeatHash, SeatSeed, SeatsRecord};
use provably_fair::protocol::session::{Ack, Answer};
use provably_fair::protocol::transcript::{Entry, Head, Lock, Transcript, View, Void, verify};
use provably_fair::verdict::{Check, Finding, Source};
use provably_fair::{Commitment, NameError, Report, Verdict};

mod naive;

fn data(name: &str) -> String {
    let path = format!("{}/examples/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().trim_end().to_owned()
}

/// Case 1 of `receipt.json`.
fn case() -> (Receipt, Kept) {
    let terms = Terms::new(
        Id::new("mat_0m51s00w553w").unwrap(),
        Id::new("rol_kq4knne1").unwrap(),
        1,
        "29caace0faa80f01182db46d17788cfab0c5d1ccd28e549251aa70719d52129d"
            .parse()
            .unwrap(),
    )
    .unwrap();
    let entropy = "0eadb50f285ffdd4f939740277b70f30".parse().unwrap();
    let seed = "7d6335c946ab95eb9f5ab2024f8d6a19b4a6edbd374d320bbcd26bda41b3c6c9"
        .parse()
        .unwrap();
    let receipt = Receipt::new(terms.clone(), entropy, seed, [3, 5]).unwrap();
    (receipt, Kept::new(terms, entropy))
}

fn terms_with(change: impl FnOnce(&mut (Id, Id, u64, Commitment))) -> Terms {
    let (receipt, _) = case();
    let terms = receipt.terms();
    let mut parts = (
        terms.match_id().clone(),
        terms.roll_id().clone(),
        terms.nonce(),
        terms.commitment(),
    );
    change(&mut parts);
    Terms::new(parts.0, parts.1, parts.2, parts.3).unwrap()
}

fn names(report: &Report) -> Vec<&'static str> {
    report.lines().iter().map(|line| line.check.name()).collect()
}

#[test]
fn value_stability_receipt() {
    // Python: hmac.new(seed, b"match:roll:nonce:entropy", sha256), bytes below 252, mod 6 + 1. Nonces at both ends, an id of
    // every character kind, and a MAC whose first byte is passed over.
    let cases = [
        (
            "a",
            "b",
            0,
            "4b29829232971ae58355978aeff97a16cb9bfef178a3d46399b81dc107b47255",
            [4, 6],
        ),
        (
            "A-z_0.9",
            "B.",
            u64::MAX,
            "011ed7e7c734ff0c4697fdb7b5096316d7293012d2b28d0f10160981040a4b44",
            [2, 1],
        ),
        (
            "m",
            "r",
            9_007_199_254_740_993,
            "71ff970fe59d8180f9ef8d39d130f07f9675693b01bee5802fcdcfa8cd0a6a2e",
            [6, 2],
        ),
        (
            "skip3",
            "r",
            0,
            "fcdfb0f3ea5ab358821cf850eb209c25da41970cdf6eed260380a599236b6fd0",
            [2, 3],
        ),
    ];
    for (game, id, nonce, mac, dice) in cases {
        let (game, id) = (Id::new(game).unwrap(), Id::new(id).unwrap());
        let rolled = roll(&[0xa5; 32], &game, &id, nonce, Entropy::new([0x5a; 16])).unwrap();
        assert_eq!(rolled.mac.to_hex(), mac);
        assert_eq!(([rolled.dice.first, rolled.dice.second], rolled.retries), (dice, 0));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn any_roll_is_the_slow_twins(
        seed: [u8; 32], entropy: [u8; 16], nonce: u64, game in "[A-Za-z0-9_.-]{1,128}", id in "[A-Za-z0-9_.-]{1,128}",
    ) {
        let (mac, dice) = naive::receipt_roll(&seed, &game, &id, nonce, &entropy);
        let rolled = roll(&seed, &Id::new(&game).unwrap(), &Id::new(&id).unwrap(), nonce, Entropy::new(entropy)).unwrap();
        prop_assert_eq!(rolled.mac.as_bytes(), mac);
        prop_assert_eq!([rolled.dice.first, rolled.dice.second], dice);
    }
}

#[test]
fn ids_faces_and_commitments_are_checked() {
    assert_eq!(Id::new(""), Err(NameError::Empty));
    assert_eq!(Id::new(&"x".repeat(128)).unwrap().as_str().len(), 128);
    assert_eq!(Id::new(&"x".repeat(129)), Err(NameError::TooLong));
    for (text, at) in [
        ("mat:1", 3),
        (" a", 0),
        ("a\n", 1),
        ("caf\u{e9}", 3),
        ("a/b", 1),
        ("a\0", 1),
    ] {
        assert_eq!(Id::new(text), Err(NameError::Character { at }), "{text:?}");
    }
    let (receipt, _) = case();
    let with = |dice| Receipt::new(receipt.terms().clone(), receipt.entropy(), receipt.seed(), dice);
    assert_eq!(with([0, 3]), Err(TermsError::Face { at: 0, face: 0 }));
    assert_eq!(with([6, 7]), Err(TermsError::Face { at: 1, face: 7 }));
    assert!(with([1, 6]).is_ok());
    let long = Commitment::new(Digest::Sha512([0; 64]));
    let terms = Terms::new(
        receipt.terms().match_id().clone(),
        receipt.terms().roll_id().clone(),
        1,
        long,
    );
    assert_eq!(terms, Err(TermsError::CommitmentLength));
    assert_eq!(
        NoDice { nonce: 9 }.to_string(),
        "the roll of nonce 9: no MAC has two bytes below 252"
    );
}

#[test]
fn a_receipt_with_its_record_is_verified_in_specs_order() {
    let (receipt, kept) = case();
    for made_by in [None, Some(EntropyFrom::Client)] {
        let report = receipt.verify(Some(&kept), made_by);
        assert_eq!(report.verdict(), Verdict::Verified, "{made_by:?}");
        let order = [
            "commitment",
            "commitment_hides_key",
            "dice",
            "kept_match_id",
            "kept_roll_id",
            "kept_nonce",
            "kept_commitment",
            "kept_entropy",
            "entropy_source",
        ];
        assert_eq!(names(&report), order);
        assert!(report.remarks()[0].contains("convinces you, and nobody else"));
    }
}

#[test]
fn a_lost_record_is_never_verified() {
    let (receipt, _) = case();
    for made_by in [
        None,
        Some(EntropyFrom::Client),
        Some(EntropyFrom::BothSeats),
        Some(EntropyFrom::Operator),
    ] {
        let report = receipt.verify(None, made_by);
        assert_eq!(report.verdict(), Verdict::Consistent, "{made_by:?}");
        let kept = report.lines().iter().filter(|line| line.source == Source::Player);
        let reasons: Vec<_> = kept
            .map(|line| match line.finding {
                Finding::NotChecked { reason } => reason,
                ref other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(reasons.len(), 5);
        // Each has its own reason.
        assert!(
            reasons
                .iter()
                .all(|reason| reasons.iter().filter(|other| *other == reason).count() == 1)
        );
    }
}

#[test]
fn who_made_the_entropy_is_said_or_not_checked() {
    let (receipt, kept) = case();
    let reason = |report: &Report| match report.lines().last().unwrap() {
        line if line.check == Check::EntropySource => match line.finding {
            Finding::NotChecked { reason } => Some(reason),
            ref other => panic!("{other:?}"),
        },
        _ => None,
    };
    let unknown = reason(&receipt.verify(None, None)).unwrap();
    assert!(unknown.starts_with("nobody said who made the entropy"));
    let operator = receipt.verify(None, Some(EntropyFrom::Operator));
    assert!(
        reason(&operator)
            .unwrap()
            .ends_with("the result shows only that nothing changed after the commitment")
    );
    assert_eq!(operator.verdict(), Verdict::Consistent);
    assert_eq!(reason(&receipt.verify(None, Some(EntropyFrom::Client))), None);
    let both = receipt.verify(None, Some(EntropyFrom::BothSeats));
    assert!(
        both.remarks()
            .iter()
            .any(|remark| remark.contains("protects you from the server alone"))
    );
    // A record says who made it, and no lock or caller says otherwise unnoticed.
    let joint = Kept::joint(kept.terms().clone(), kept.entropy());
    for (kept, made_by) in [(&kept, EntropyFrom::Client), (&joint, EntropyFrom::BothSeats)] {
        for said in [None, Some(made_by)] {
            let report = receipt.verify(Some(kept), said);
            let line = report.lines().last().unwrap();
            assert_eq!(
                (line.check, line.source, &line.finding),
                (Check::EntropySource, Source::Player, &Finding::Held)
            );
            assert_eq!(report.verdict(), Verdict::Verified);
            let alone = report
                .remarks()
                .iter()
                .any(|remark| remark.contains("from the server alone"));
            assert_eq!(alone, made_by == EntropyFrom::BothSeats);
        }
        let all = [EntropyFrom::Client, EntropyFrom::BothSeats, EntropyFrom::Operator];
        for other in all.into_iter().filter(|other| *other != made_by) {
            let line = receipt.verify(Some(kept), Some(other)).first_failure().unwrap().clone();
            let expected = (made_by.name().into(), other.name().into());
            assert_eq!(line.check, Check::EntropySource);
            let (expected, found) = expected;
            assert_eq!(line.finding, Finding::Failed { expected, found });
        }
    }
}

#[test]
fn a_seed_of_equal_bytes_is_remarked_upon() {
    let says = |seed: [u8; 32]| {
        let seed = RollSeed::new(seed);
        let terms = terms_with(|terms| terms.3 = seed.commitment());
        let receipt = Receipt::new(terms, Entropy::new([1; 16]), seed, [1, 1]).unwrap();
        let report = receipt.verify(None, None);
        report
            .remarks()
            .iter()
            .any(|remark| remark.starts_with("caution: the server seed has next to no different characters"))
    };
    assert!(says([0; 32]) && says([7; 32]) && says([255; 32]));
    // Nearly equal ones are guessed as well; what was drawn is not remarked upon (here: SHA-256 of "drawn").
    let mut almost = [7; 32];
    almost[31] = 8;
    assert!(says(almost));
    let drawn = Hash::Sha256.digest(b"drawn").first();
    assert!(!says(drawn));
}

#[test]
fn each_kept_field_fails_its_own_check() {
    let (receipt, kept) = case();
    let cases = [
        (
            Kept::new(
                terms_with(|terms| terms.0 = Id::new("mat_0m51s00w553W").unwrap()),
                kept.entropy(),
            ),
            Check::KeptMatchId,
        ),
        (
            Kept::new(
                terms_with(|terms| terms.1 = Id::new("rol_kq4knne").unwrap()),
                kept.entropy(),
            ),
            Check::KeptRollId,
        ),
        (
            Kept::new(terms_with(|terms| terms.2 = 0), kept.entropy()),
            Check::KeptNonce,
        ),
        (
            Kept::new(
                terms_with(|terms| terms.3 = RollSeed::new([0; 32]).commitment()),
                kept.entropy(),
            ),
            Check::KeptCommitment,
        ),
        (
            Kept::new(kept.terms().clone(), Entropy::new([0; 16])),
            Check::KeptEntropy,
        ),
    ];
    for (kept, check) in cases {
        let report = receipt.verify(Some(&kept), None);
        assert_eq!(report.verdict(), Verdict::Mismatch);
        let failed: Vec<_> = report
            .lines()
            .iter()
            .filter(|line| matches!(line.finding, Finding::Failed { .. }))
            .collect();
        assert_eq!(failed.len(), 1);
        assert_eq!((failed[0].check, failed[0].source), (check, Source::Player));
    }
}

#[test]
fn the_first_failure_is_the_earliest_in_specs_order() {
    let (receipt, _) = case();
    let other = RollSeed::new([1; 32]);
    let all_wrong = Receipt::new(terms_with(|terms| terms.2 = 2), receipt.entropy(), other, [1, 1]).unwrap();
    let kept = Kept::new(receipt.terms().clone(), Entropy::new([0; 16]));
    let report = all_wrong.verify(Some(&kept), None);
    assert_eq!(report.first_failure().unwrap().check, Check::Commitment);
    // Dice are named before a record that fails as well (vector 32).
    let swapped = Receipt::new(receipt.terms().clone(), receipt.entropy(), receipt.seed(), [5, 3]).unwrap();
    let line = swapped.verify(Some(&kept), None).first_failure().unwrap().clone();
    assert_eq!(line.check, Check::Dice);
    assert_eq!(
        line.finding,
        Finding::Failed {
            expected: "3-5".into(),
            found: "5-3".into()
        }
    );
}

#[test]
fn a_trace_shows_the_bytes_that_were_read() {
    let (receipt, _) = case();
    let trace = receipt.trace().unwrap();
    assert_eq!(
        trace.to_string(),
        "message  mat_0m51s00w553w:rol_kq4knne1:1:0eadb50f285ffdd4f939740277b70f30\n\
         HMAC     2082e5559787c2c8f3b057a2872e00e42cd44165b6270faabf6e16e5467e654d  (SHA-256)\n\
         byte 0   20 = 32, mod 6 + 1 = 3\n\
         byte 1   82 = 130, mod 6 + 1 = 5\n"
    );
}

// ---- documents ----

/// Reads a file that Python wrote, and writes it back.
fn round_trip<T: Document + PartialEq + std::fmt::Debug>(name: &str) -> T {
    let text = data(name);
    let read: T = document::read(&text).unwrap();
    assert_eq!(document::write(&read), text, "{name}");
    assert_eq!(document::format_of(&text), Some(T::FORMAT));
    read
}

#[test]
fn every_kind_of_document_is_read_and_written_back() {
    let lock: Lock = round_trip("lock.json");
    let receipt: Receipt = round_trip("receipt.json");
    let kept: Kept = round_trip("kept.json");
    let void: Void = round_trip("void.json");
    let answer: Answer = round_trip("answer.json");
    let _: Ack = round_trip("ack.json");
    // A record says who made the entropy: never the operator.
    let joint = Kept::joint(kept.terms().clone(), kept.entropy());
    let text = document::write(&joint);
    assert_eq!(text, data("kept.json").replace("\"client\"", "\"both_seats\""));
    assert_eq!(document::read(&text), Ok(joint));
    let operators = document::read::<Kept>(&text.replace("both_seats", "operator")).unwrap_err();
    assert!(
        operators
            .to_string()
            .contains("no record of entropy that the operator made"),
        "{operators}"
    );
    let hash: SeatHash = round_trip("seat-hash.json");
    let opened: SeatSeed = round_trip("seat-seed.json");
    let record: SeatsRecord = round_trip("seats-record.json");
    assert_eq!(
        receipt.verify(Some(&kept), Some(lock.entropy_from())).verdict(),
        Verdict::Verified
    );
    assert_eq!(answer.entropy(), kept.entropy());
    assert_eq!(void.seed().commitment(), void.terms().commitment());
    // The context of the two seats is this lock's hash, and the joint entropy is Python's.
    assert_eq!(hash.context().as_bytes(), &lock.hash());
    assert_eq!((hash.seat(), opened.seed()), (opened.seat(), record.seeds()[0]));
    assert_eq!(record.entropy().to_string(), "0a84e30989016018ff7c4000264726c6");
    // A record of a void without entropy has `null`, and comes back.
    let none = Void::new(void.terms().clone(), void.seed(), None);
    let text = document::write(&none);
    assert!(text.contains("\"entropy\":null,"));
    assert_eq!(document::read(&text), Ok(none));
}

#[test]
fn pythons_match_has_pythons_head() {
    let entries: Vec<_> = data("match.jsonl")
        .lines()
        .map(|line| Entry::read(line).unwrap())
        .collect();
    for (entry, line) in entries.iter().zip(data("match.jsonl").lines()) {
        assert_eq!(entry.write(), line);
    }
    let kept: Vec<Kept> = data("match-kept.jsonl")
        .lines()
        .map(|line| document::read(line).unwrap())
        .collect();
    let head: Head = data("match-head.txt").parse().unwrap();
    let view = View::seat(provably_fair::protocol::check_link::Seat::One).complete();
    let transcript = Transcript::new(Id::new("mat_example").unwrap(), view);
    let report = verify(transcript, entries, kept, Some(head)).unwrap();
    assert_eq!((report.verdict(), report.head()), (Verdict::Verified, head));
    assert_eq!(
        (
            report.counts().own(),
            report.counts().opponents(),
            report.counts().voids_after_entropy
        ),
        (Some(2), Some(2), 1)
    );
}

fn refused(text: &str) -> (Option<String>, usize, String) {
    match document::read::<Receipt>(text) {
        Ok(_) => panic!("read: {text}"),
        Err(error) => (error.field().map(Into::into), error.at(), error.to_string()),
    }
}

#[test]
fn a_refusal_names_field_and_position() {
    let good = data("receipt.json");
    let value = |key: &str| {
        let key = format!("\"{key}\":");
        good.find(&key).unwrap() + key.len()
    };
    // (what is replaced, by what, the field, where its value begins)
    let cases = [
        ("\"format\":\"receipt\"", "\"format\":\"lock\"", "format"),
        ("\"version\":1", "\"version\":2", "version"),
        ("\"version\":1", "\"version\":\"1\"", "version"),
        ("\"version\":1", "\"version\":1.0", "version"),
        ("\"version\":1", "\"version\":-1", "version"),
        ("\"version\":1", "\"version\":null", "version"),
        ("receipt-dice/1", "receipt-dice/2", "scheme"),
        ("\"mat_example\"", "\"mat:example\"", "match_id"),
        ("\"mat_example\"", "\"\"", "match_id"),
        ("\"mat_example\"", "7", "match_id"),
        ("\"mat_example\"", "null", "match_id"),
        ("\"mat_example\"", "{\"a\":1}", "match_id"),
        ("\"mat_example\"", "true", "match_id"),
        ("\"nonce\":\"1\"", "\"nonce\":1", "nonce"),
        ("\"nonce\":\"1\"", "\"nonce\":\"01\"", "nonce"),
        ("\"nonce\":\"1\"", "\"nonce\":\"+1\"", "nonce"),
        ("\"nonce\":\"1\"", "\"nonce\":\"-1\"", "nonce"),
        ("\"nonce\":\"1\"", "\"nonce\":\"\"", "nonce"),
        ("\"nonce\":\"1\"", "\"nonce\":\"1 \"", "nonce"),
        ("\"nonce\":\"1\"", "\"nonce\":\"1.0\"", "nonce"),
        ("\"nonce\":\"1\"", "\"nonce\":\"1e0\"", "nonce"),
        ("\"nonce\":\"1\"", "\"nonce\":\"18446744073709551616\"", "nonce"),
        ("\"commitment\":\"a", "\"commitment\":\"g", "commitment"),
        ("\"commitment\":\"a", "\"commitment\":\"", "commitment"),
        ("\"commitment\":\"a", "\"commitment\":\"aa", "commitment"),
        ("\"entropy\":\"c", "\"entropy\":\"", "entropy"),
        ("\"server_seed\":\"", "\"server_seed\":\"00", "server_seed"),
        ("[6,6]", "[6]", "dice"),
        ("[6,6]", "[6,6,6]", "dice"),
        ("[6,6]", "[0,6]", "dice"),
        ("[6,6]", "[6,7]", "dice"),
        ("[6,6]", "[6.0,6]", "dice"),
        ("[6,6]", "[6,\"6\"]", "dice"),
        ("[6,6]", "[-6,6]", "dice"),
        ("[6,6]", "[6,1e0]", "dice"),
        ("[6,6]", "\"66\"", "dice"),
        ("[6,6]", "66", "dice"),
        ("[6,6]", "[262,6]", "dice"),
    ];
    for (old, new, field) in cases {
        assert!(good.contains(old), "{old}");
        let (found, at, text) = refused(&good.replace(old, new));
        assert_eq!(found.as_deref(), Some(field), "{new}: {text}");
        assert_eq!(at, value(field), "{new}: {text}");
        assert!(text.starts_with(&format!("field {field}, at byte {at}: ")), "{text}");
    }
}

#[test]
fn keys_are_known_there_once_and_in_order() {
    let good = data("receipt.json");
    let cases = [
        (good.replace("\"nonce\":\"1\",", ""), "nonce", "is missing"),
        (good.replace(",\"dice\":[6,6]", ""), "dice", "is missing"),
        (
            good.replace("\"nonce\":\"1\",", "\"nonce\":\"1\",\"nonce\":\"1\","),
            "nonce",
            "is repeated",
        ),
        (
            good.replace("\"nonce\":\"1\",", "\"nonce\":\"1\",\"mat\":\"1\","),
            "mat",
            "is unknown",
        ),
        (good.replace('}', ",\"note\":\"hi\"}"), "note", "is unknown"),
        (good.replace('}', ",\"nonce\":\"1\"}"), "nonce", "is repeated"),
        (good.replace("\"nonce\"", "\"Nonce\""), "Nonce", "is unknown"),
        (good.replace("\"version\":1,", ""), "version", "is missing"),
        ("{}".into(), "format", "is missing"),
    ];
    for (text, field, why) in cases {
        let (found, _, message) = refused(&text);
        assert_eq!(found.as_deref(), Some(field), "{message}");
        assert!(message.contains(why), "{message}");
    }
    // In another order the first key out of its place is named.
    let moved = good.replace(
        "\"roll_id\":\"rol_1\",\"nonce\":\"1\"",
        "\"nonce\":\"1\",\"roll_id\":\"rol_1\"",
    );
    assert_eq!(refused(&moved).0.as_deref(), Some("roll_id"));
}

#[test]
fn one_value_has_one_text() {
    let good = data("receipt.json");
    let cases = [
        (format!(" {good}"), 0),
        (format!("{good}\n"), good.len()),
        (good.replacen(':', ": ", 1), good.find(':').unwrap() + 1),
        (
            good.replace("mat_example", "m\\u0061t_example"),
            good.find("mat_example").unwrap() + 1,
        ),
        (
            good.replace("\"commitment\":\"a", "\"commitment\":\"A"),
            good.find("\"commitment\":\"a").unwrap() + 14,
        ),
        (good.replace("[6,6]", "[6, 6]"), good.find("[6,6]").unwrap() + 3),
    ];
    for (text, at) in cases {
        assert_eq!(
            document::read::<Receipt>(&text),
            Err(DocumentError::NotCanonical { at }),
            "{text}"
        );
    }
    // Something after the document is not white space.
    assert_eq!(refused(&format!("{good}{good}")).1, good.len());
}

#[test]
fn reading_is_bounded_and_every_cut_is_refused() {
    let good = data("receipt.json");
    let long = format!("{good}{}", " ".repeat(document::MAX_BYTES));
    assert_eq!(document::read::<Receipt>(&long), Err(DocumentError::TooLong));
    assert_eq!(DocumentError::TooLong.at(), 4_096);
    // The longest document there is fits.
    let id = Id::new(&"x".repeat(128)).unwrap();
    let seed = RollSeed::new([7; 32]);
    let terms = Terms::new(id.clone(), id, u64::MAX, seed.commitment()).unwrap();
    let largest = document::write(&Receipt::new(terms, Entropy::new([255; 16]), seed, [6, 6]).unwrap());
    assert!(largest.len() < document::MAX_BYTES && document::read::<Receipt>(&largest).is_ok());
    for cut in 0..good.len() {
        let error = document::read::<Receipt>(&good[..cut]).unwrap_err();
        assert!(error.at() <= cut, "{error}");
    }
    for nested in [
        "[".repeat(4_000),
        "{\"format\":".repeat(400),
        "{\"format\":[[[[[[[[".repeat(200),
    ] {
        assert!(document::read::<Receipt>(&nested).is_err());
    }
}

proptest! {
    #[test]
    fn a_changed_byte_never_panics_and_never_reads_as_the_same(at in 0..430_usize, byte: u8) {
        let good = data("receipt.json");
        let mut bytes = good.clone().into_bytes();
        let at = at % bytes.len();
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        if let Ok(text) = String::from_utf8(bytes) {
            let original: Receipt = document::read(&good).unwrap();
            prop_assert!(document::read::<Receipt>(&text).is_ok_and(|read| read != original) || document::read::<Receipt>(&text).is_err());
        }
    }
}
