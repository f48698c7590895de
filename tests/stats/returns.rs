//! What crash rules give back, in Python integers and fractions from the closed forms.

use core::num::NonZeroU64;

use provably_fair::crash::{self, Clamp, Rule};
use provably_fair::stats::{chance_to_reach, reaching, return_at};

use crate::Numbers;

#[test]
fn counting_equals_the_closed_forms() {
    let open = Clamp::new(0, u64::MAX).unwrap();
    let mut numbers = Numbers(9);
    let random = (0..300)
        .map(|_| numbers.below(1 << 59) >> numbers.below(59))
        .collect::<Vec<_>>();
    for x in [0, 1, 98, 99, 100, 101, 102, 199, 200, 1_000_000, 1 << 59, u64::MAX]
        .into_iter()
        .chain(random)
    {
        assert_eq!(reaching(Rule::Exact, open, x), crash::reaching(x), "{x}");
        assert_eq!(reaching(Rule::Later, open, x), crash::later_reaching(x), "{x}");
    }
    // The clamp's ends.
    assert_eq!(reaching(Rule::Later, Clamp::STANDARD, 100), 1 << 52);
    assert_eq!(
        reaching(Rule::Later, Clamp::STANDARD, 1_000_000),
        crash::later_reaching(1_000_000)
    );
    assert_eq!(reaching(Rule::Later, Clamp::STANDARD, 1_000_001), 0);
}

/// Python's doubles, by bisection there.
#[test]
fn double_rules_differ_by_single_values() {
    let at = |rule, x| reaching(rule, Clamp::STANDARD, x);
    assert_eq!(
        [103, 104, 200].map(|x| at(Rule::Double, x)),
        [4_371_140_814_800_775, 4_328_702_554_462_904, 2_240_484_236_732_055]
    );
    assert_eq!(
        [103, 104, 200].map(|x| at(Rule::LaterDouble, x)),
        [4_328_702_554_462_904, 4_287_080_414_516_145, 2_229_281_815_548_395]
    );
    assert_eq!(
        [103, 104].map(|x| at(Rule::Exact, x)),
        [4_371_140_814_800_775, 4_328_702_554_462_903]
    );
}

/// x / 100 * floor(99 * 2^52 / (x - 1)) / 2^52 * (1 - 1/M) as Python fractions: an edge of "1 %" is 2 % far up.
#[test]
fn exact_returns() {
    let cases = [
        (101, 101, "4458563631096791/4503599627370496", "99.0000 %"),
        (101, 200, "56012105918301375/56857945295552512", "98.5124 %"),
        (101, 1_000, "27893916610965875/28428972647776256", "98.1179 %"),
        (101, 1_000_000, "3483256320046875/3553621580972032", "98.0199 %"),
        (20, 101, "8555983608074741929/9007199254740992000", "94.9905 %"),
        (20, 200, "8513840099581809/9007199254740992", "94.5226 %"),
        (20, 1_000_000, "529454960647125/562949953421312", "94.0501 %"),
        (25, 101, "1350944780222327673/1407374883553280000", "95.9904 %"),
        (25, 1_000_000, "16719630336225/17592186044416", "95.0401 %"),
    ];
    for (bust, x, exact, percent) in cases {
        let found = return_at(Rule::Exact, Clamp::STANDARD, NonZeroU64::new(bust), x);
        assert_eq!(
            (found.to_string().as_str(), found.percent(4).as_str()),
            (exact, percent),
            "1/{bust} at {x}"
        );
    }
    let later =
        [100, 200, 1_000].map(|x| return_at(Rule::Later, Clamp::new(0, u64::MAX).unwrap(), None, x).to_string());
    assert_eq!(
        later,
        [
            "4458563631096791/4503599627370496",
            "2229281815548395/2251799813685248",
            "2229281815548395/2251799813685248"
        ]
    );
}

#[test]
fn certain_and_never() {
    let chance = |bust, x| chance_to_reach(Rule::Exact, Clamp::STANDARD, NonZeroU64::new(bust), x).to_string();
    assert_eq!(
        [chance(0, 100), chance(0, 0), chance(101, 100), chance(1, 100)],
        ["1/1", "1/1", "100/101", "0/1"]
    );
    assert_eq!(chance(u64::MAX, 100), "18446744073709551614/18446744073709551615");
    assert_eq!(chance(0, 1_000_001), "0/1");
}
