//! Honest operators are verified, and lost records never.

use super::*;

#[test]
fn honest_matches_are_verified_and_lost_records_never() {
    let mut random = Random(1);
    for _ in 0..2_000 {
        let played = honest(&mut random);
        for seat in [Seat::One, Seat::Two] {
            assert_eq!(played.reports[index(seat)].verdict(), Verdict::Verified);
            let kept = &played.kept[index(seat)];
            let verdict = |view, kept: &[Kept], head| check(&played.game, view, &played.entries, kept, head);
            // From the files, as later from the command line.
            let again = verdict(View::seat(seat).complete(), kept, Some(played.head));
            assert_eq!(again, played.reports[index(seat)]);
            assert_eq!(
                verdict(View::seat(seat), kept, Some(played.head)).verdict(),
                Verdict::Verified
            );
            // Whoever lost the record, one entry of it, or never compared, is not told *verified* - and not *mismatch* either.
            let lost = [
                verdict(View::seat(seat), &[], Some(played.head)),
                verdict(View::seat(seat), &kept[1..], Some(played.head)),
                verdict(View::seat(seat), &kept[..kept.len() - 1], Some(played.head)),
                verdict(View::seat(seat), kept, None),
                verdict(View::outside(), kept, Some(played.head)),
                verdict(View::outside(), &[], None),
            ];
            for (case, report) in lost.iter().enumerate() {
                assert_eq!(report.verdict(), Verdict::Consistent, "case {case}: {report}");
            }
        }
        for entry in &played.entries {
            let Entry::Receipt(receipt) = entry else { continue };
            for made_by in [None, Some(EntropyFrom::Client), Some(EntropyFrom::Operator)] {
                assert_eq!(receipt.verify(None, made_by).verdict(), Verdict::Consistent);
            }
        }
    }
}
