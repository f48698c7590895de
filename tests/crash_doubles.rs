//! The clamped points on which doubles are wrong, all of them: 300 for the first rule, 293 for the later one.
//!
//! **Why looking next to the borders is enough.** Let E = 2^52, d = E - h of 1..=E, and let x = 99 E / (p - 1) be the border
//! of point p: exactly, q = 1 + 99 E / d is at least p just when d is at most x.
//!
//! In doubles 100 E - h is rounded to a multiple of 64 (it is 2^58..2^59), so it is off by at most 32; E - h is exact; the
//! quotient is off by at most a 2^53rd of itself. Together the double is off by
//! at most 32 / d + (q + 32 / d) / 2^53 < 83 / d, as q / 2^53 is (99 E / d + 1) / (2 E) and d is at most E. If d lies on the
//! wrong side of the border in doubles, then |q - p| = 99 E |x - d| / (x d) is below 83 / d, so |x - d| < 0.84 x / E. Borders of
//! points above 100 have x < E. So **d is within 1 of the border**; 3 are looked at. (Later rule: x = 99 E / p, one rounding,
//! |x - d| <= x / (2 E) < 0.5.) A clamped point differs only if a border of 101..=1,000,000 lies between the two.
//!
//! The borders stand at least 445,000 apart, so no h is looked at twice. All 2^52 raw points, for which there are borders
//! without such distance, are counted by `cargo run --release --example crash_doubles`.

use provably_fair::crash::{self, Clamp, Rule};
use provably_fair::unit::H52;
use sha2::{Digest, Sha256};

const E: u64 = 1 << 52;

/// h, the exact point and the double one.
type Difference = (u64, u64, u64);

/// The clamped differences next to the borders, by ascending h; `border` gives the largest d that reaches a point.
fn differences(exact: Rule, double: Rule, border: impl Fn(u64) -> u64) -> Vec<Difference> {
    let mut found = Vec::new();
    for p in 101..=1_000_000 {
        let at = border(p);
        for d in (at - 3..=at + 3).rev().filter(|d| (1..=E).contains(d)) {
            let h = H52::new(E - d).expect("d is 1..=E");
            let (exact, double) = (exact.point(h, Clamp::STANDARD), double.point(h, Clamp::STANDARD));
            if exact != double {
                found.push((h.get(), exact, double));
            }
        }
    }
    found
}

/// A whole list as one literal: SHA-256 of a line `h exact double` each.
fn digest(list: &[Difference]) -> String {
    let mut hash = Sha256::new();
    for (h, exact, double) in list {
        hash.update(format!("{h} {exact} {double}\n"));
    }
    base16ct::lower::encode_string(&hash.finalize())
}

// The counts, ends and digests were computed in Python, the rounding done on integers, not by a processor's doubles.

#[test]
fn doubles_are_wrong_on_300_clamped_points() {
    let list = differences(Rule::Exact, Rule::Double, |p| 99 * E / (p - 1));
    assert_eq!(list.len(), 300);
    assert_eq!(list.iter().filter(|(_, exact, _)| *exact <= 10_000).count(), 164);
    assert_eq!(list.iter().filter(|(_, _, double)| *double <= 10_000).count(), 164);
    assert_eq!(list.first(), Some(&(174_897_072_907_592, 103, 104)));
    assert_eq!(list.last().map(|last| last.0), Some(4_503_149_691_438_289));
    // Twice the double is a hundredth lower: rounding 100 E - h can go down.
    assert_eq!(list.iter().filter(|(_, exact, double)| double + 1 == *exact).count(), 2);
    assert_eq!(
        digest(&list),
        "ed2c147f293fc7d7545152b623fae3b95845596cd1bf88e6568cd476da25e016"
    );
}

#[test]
fn later_doubles_are_wrong_on_293_clamped_points() {
    let list = differences(Rule::Later, Rule::LaterDouble, |p| 99 * E / p);
    assert_eq!(list.len(), 293);
    assert_eq!(list.iter().filter(|(_, exact, _)| *exact <= 10_000).count(), 147);
    assert_eq!(list.first(), Some(&(174_897_072_907_592, 102, 103)));
    assert_eq!(list.last().map(|last| last.0), Some(4_503_138_972_468_665));
    assert!(list.iter().all(|(_, exact, double)| exact + 1 == *double)); // a correctly rounded quotient only rounds up past one
    assert_eq!(
        digest(&list),
        "0cd2b78b42b450ddb508825eee402858765215be1ab9bce4ef465d35354d4d10"
    );
}

/// The border that the search steps along is the library's own count of winning h, and the exact point changes right there.
#[test]
fn borders_are_where_the_exact_point_changes() {
    for p in (101..=1_000_000).step_by(997) {
        let at = crash::reaching(p);
        assert_eq!(at, 99 * E / (p - 1));
        let raw = |d: u64| crash::raw(H52::new(E - d).expect("d is 1..=E"));
        assert!(raw(at) >= p && raw(at + 1) < p, "point {p}");
        let (at, later) = (crash::later_reaching(p), |d: u64| {
            crash::later_raw(H52::new(E - d).expect("d is 1..=E"))
        });
        assert!(later(at) >= p && later(at + 1) < p, "later point {p}");
    }
}
