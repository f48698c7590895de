//! Odds and counts: what was misread, and what the numbers are.

use core::num::NonZeroU64;

use provably_fair::crash::{Clamp, Rule};
use provably_fair::stats::{
    Alpha, Odds, Ratio, Share, Tally, chance_of_at_least, chi_square, chi_square_p, return_at, share,
};

use crate::{Proof, Trap, list, number, text};

pub const PROVED: &[Proof] = &[
    ("E01-house-edge-by-formula", returns),
    ("E03-fibs-doubles", named_beforehand),
    ("E04-entering-from-the-bar", row_by_row),
    ("E05-pre-stated-threshold", a_limit),
    ("E08-chi2-wrong-degrees-of-freedom", degrees_of_freedom),
    ("E09-seeds-chosen-to-pass", a_test_that_can_fail),
];

#[test]
fn statistics() {
    crate::prove(PROVED);
}

fn six(value: f64) -> String {
    format!("{value:.6}")
}

fn returns(trap: &Trap) {
    let at = number(trap.given("hundredths"));
    let given_back = |rule, bust: u64| six(return_at(rule, Clamp::STANDARD, NonZeroU64::new(bust), at).as_f64());
    assert_eq!(given_back(Rule::Later, 0), text(trap.right("later")));
    assert_eq!(given_back(Rule::LaterDouble, 0), text(trap.right("later")));
    let first = given_back(Rule::Exact, 101);
    assert_eq!(first, text(trap.right("divisor_101")));
    assert_ne!(first, text(trap.wrong("claimed")));
    for divisor in [33, 25, 20] {
        let field = format!("divisor_{divisor}");
        assert_eq!(given_back(Rule::Double, divisor), text(trap.wrong(&field)), "{field}");
    }
}

fn named_beforehand(trap: &Trap) {
    let [rolls, doubles] = ["rolls", "doubles"].map(|field| number(trap.given(field)));
    let found = share(&Tally::doubles(doubles, rolls).unwrap(), &Odds::doubles(), 1).unwrap();
    assert_eq!(format!("{:.4}", found.z), text(trap.right("z")));
    assert_eq!(six(found.p), text(trap.right("two_sided")));
    let above = chance_of_at_least(&Ratio::double(), doubles, rolls).unwrap();
    assert_eq!(
        [six(above), six(2.0 * above)],
        [text(trap.right("one_sided")), text(trap.right("twice"))]
    );
    // Not "rigged": the words say what such a p is worth, and what to do.
    let says = found.says();
    assert!(
        says.contains("alone proves nothing") && says.contains("count a new sample"),
        "{says}"
    );
    assert!(!says.contains(text(&trap.wrong("published")["conclusion"])));
}

fn row_by_row(trap: &Trap) {
    let rows = list(trap.given("points_entered_tried"), |row| list(row, number));
    let shares: Vec<Share> = rows
        .iter()
        .map(|row| {
            let (points, entered, tried) = (row[0], row[1], row[2]);
            let missed = u128::from((6 - points) * (6 - points)); // of 36 throws
            let tally = Tally::of("entered", &[tried - entered, entered]).unwrap();
            share(&tally, &Odds::new(&[missed, 36 - missed]).unwrap(), 1).unwrap()
        })
        .collect();
    let scores: Vec<String> = shares.iter().map(|share| format!("{:.3}", share.z)).collect();
    assert_eq!(scores, list(trap.right("z"), text));
    let statistic: f64 = shares.iter().map(|share| share.z * share.z).sum();
    assert_eq!(format!("{statistic:.3}"), text(trap.right("chi_square")));
    let p = chi_square_p(statistic, 5).unwrap();
    assert_eq!(format!("{p:.4}"), text(trap.right("p")));
    assert!(p > 3.0 * text(trap.wrong("p")).parse::<f64>().unwrap());
    assert!(shares[0].says().contains("chosen afterwards it is worth less"));
}

fn a_limit(trap: &Trap) {
    let [rolls, limit] = ["rolls", "more_than"].map(|field| number(trap.given(field)));
    let p = chance_of_at_least(&Ratio::double(), limit + 1, rolls).unwrap();
    assert_eq!(six(p), text(trap.right("p")));
    let found = share(&Tally::doubles(limit + 1, rolls).unwrap(), &Odds::doubles(), 1).unwrap();
    assert!(found.says().contains("alone proves nothing"));
}

/// The degrees of freedom are counted, not given: a test takes the counts.
fn degrees_of_freedom(trap: &Trap) {
    let statistic = text(trap.given("statistic")).parse().unwrap();
    let p = |df| format!("{:.4}", chi_square_p(statistic, df).unwrap());
    let df = u32::try_from(number(trap.given("df"))).unwrap();
    assert_eq!([p(df), p(1)], [text(trap.right("p")), text(trap.wrong("p"))]);
    let rejected = |p: &str| p.parse::<f64>().unwrap() < 0.05;
    assert_eq!(rejected(&p(df)), trap.right("rejected").as_bool().unwrap());
    assert_eq!(rejected(&p(1)), trap.wrong("rejected").as_bool().unwrap());
    // Three categories with 41 2/3 expected of each: (28^2 + 26^2 + 2^2) / 9 / (125 / 3) = 3.904.
    let counted = chi_square(
        &Tally::of("three", &[51, 33, 41]).unwrap(),
        &Odds::new(&[1, 1, 1]).unwrap(),
    )
    .unwrap();
    assert_eq!(
        (counted.df, format!("{:.1}", counted.statistic)),
        (df, "3.9".to_string())
    );
    assert!(counted.p > 0.05);
}

fn a_test_that_can_fail(trap: &Trap) {
    let df = u32::try_from(number(trap.given("df"))).unwrap();
    let p = chi_square_p(text(trap.given("statistic")).parse().unwrap(), df).unwrap();
    assert_eq!(six(p), text(trap.right("p")));
    let runs = number(trap.right("one_failure_in"));
    let alpha = Alpha::one_in(u32::try_from(runs).unwrap()).unwrap();
    assert!(p < alpha.as_f64());
    let says = alpha.says();
    assert!(
        says.contains(&format!("One failure in {runs} honest runs is expected")),
        "{says}"
    );
    assert!(says.contains("count a new, independent sample once"), "{says}");
}
