//! From a link to its point: formulas, divisors, busts.

use provably_fair::chain::{
    BUSTABIT_V1, Bust, Chain, CrashRule, GameClaim, PointClaim, Public, ROOBET_V1, ROOBET_V2, divisible, fitting,
};
use provably_fair::crash::{self, Rule};
use provably_fair::hex;
use provably_fair::limbo::{Ratio, limbo};
use provably_fair::mac::Digest;
use provably_fair::unit::H52;
use provably_fair::verdict::{Check, Report};

use crate::chains::{first_game, hex_text};
use crate::sites::{failed, n, remarks};
use crate::{Proof, Trap, number};

pub const PROVED: &[Proof] = &[
    ("C04-parseInt-of-256-bits-mod-101", divisible_exactly),
    ("C06-chunked-modulus-port", every_digit_counts),
    ("C16-X-vs-1-minus-X", the_other_reciprocal),
    ("C17-v1-vs-v2-crash-formula", two_formulas),
    ("C20-exact-integer-vs-double-v2", double_or_exact),
    ("C23-house-edge-constant-changed", another_divisor),
    ("C24-instant-bust-check-missing", no_test_for_busts),
    ("C25-bust-shown-as-0-or-1", how_a_bust_is_shown),
];

#[test]
fn crash_points() {
    crate::prove(PROVED);
}

fn point(trap: &Trap, rule: CrashRule) -> u64 {
    let game = first_game(hex_text(trap.text("link")));
    rule.crash(&game, Public::salt(trap.text("salt"))).unwrap().hundredths
}

fn claimed(trap: &Trap, rule: CrashRule, hundredths: u64) -> Report {
    let link = hex_text(trap.text("link"));
    let public = Public::salt(trap.text("salt"));
    let claim = GameClaim::new(Chain::new(link.next()), link).unwrap();
    claim
        .point(PointClaim {
            rule,
            public,
            hundredths,
        })
        .verify(1)
}

fn divisible_exactly(trap: &Trap) {
    assert_eq!(point(trap, BUSTABIT_V1), number(trap.right("point")));
    let without = CrashRule::new("test/1", BUSTABIT_V1.digest(), None, BUSTABIT_V1.points());
    assert_eq!(point(trap, without), number(trap.wrong("point")));
    let report = claimed(trap, BUSTABIT_V1, number(trap.wrong("point")));
    assert_eq!(failed(&report), [Check::CrashPoint]);
    // The remainder of the double, for which there is no function here, is not zero; that of the digest is.
    assert_eq!(number(trap.wrong("remainder")), 79);
    let game = first_game(hex_text(trap.text("link")));
    let digest = BUSTABIT_V1.digest().of(&game, Public::salt(trap.text("salt"))).unwrap();
    assert!(divisible(&digest, n(101)));
}

/// The digits as a whole number, less its remainder, are divisible; less the other remainder they are not.
fn every_digit_counts(trap: &Trap) {
    let digits = hex::decode(trap.text("digits")).unwrap();
    let value = digits.iter().fold(0, |value: u64, byte| value << 8 | u64::from(*byte));
    let divisor = n(u32::try_from(number(trap.given("divisor"))).unwrap());
    let without = |remainder: u64| {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&(value - remainder).to_be_bytes());
        divisible(&Digest::Sha256(bytes), divisor)
    };
    let [right, wrong] = [trap.right("remainder"), trap.wrong("remainder")].map(number);
    assert_eq!([without(right), without(wrong), without(0)], [true, false, false]);
    // The wrong one is that of the digits without the first slice.
    assert_eq!((value & 0xffff_ffff) % u64::from(divisor.get()), wrong);
}

/// No crash rule of this crate has the reciprocal of X, and none is guessed. 99/100 over X is limbo's rule.
fn the_other_reciprocal(trap: &Trap) {
    let h = H52::of(
        hex::decode_array::<32>(trap.text("hash")).unwrap()[..7]
            .try_into()
            .unwrap(),
    );
    let [right, wrong] = [trap.right("point"), trap.wrong("point")].map(number);
    assert_eq!(Rule::LaterDouble.raw(h), wrong);
    assert!(Rule::ALL.iter().all(|rule| rule.raw(h) != right));
    assert_eq!(limbo(h.unit(), Ratio { num: 99, den: 100 }, 1_000_000_000), Ok(right));
    // X = 0 is the cap and no division by zero; X next to 1 is kept at 1.00.
    assert_eq!(
        limbo(0.0, Ratio { num: 99, den: 100 }, 1_000_000_000),
        Ok(1_000_000_000)
    );
    assert_eq!(
        limbo(H52::MAX.unit(), Ratio { num: 99, den: 100 }, 1_000_000_000),
        Ok(100)
    );
}

fn h(trap: &Trap) -> H52 {
    H52::new(number(trap.given("h"))).unwrap()
}

fn two_formulas(trap: &Trap) {
    let points = [crash::raw(h(trap)), crash::later_raw(h(trap))];
    assert_eq!(points, [trap.right("point"), trap.wrong("point")].map(number));
}

fn double_or_exact(trap: &Trap) {
    let points = [crash::later_raw_double(h(trap)), crash::later_raw(h(trap))];
    assert_eq!(points, [trap.right("point"), trap.wrong("point")].map(number));
}

fn another_divisor(trap: &Trap) {
    let third = Bust {
        divisor: n(33),
        shown: 100,
    };
    let third = CrashRule::new("test/1", ROOBET_V1.digest(), Some(third), ROOBET_V1.points());
    let right = number(trap.right("divisor_25"));
    assert_eq!(point(trap, ROOBET_V2), right);
    for (rule, wrong) in [(ROOBET_V1, "divisor_20"), (third, "divisor_33")] {
        assert_eq!(point(trap, rule), number(trap.wrong(wrong)));
        // Under the wrong rule the point fails, and those that fit are named, in the report as by a search.
        let report = claimed(trap, rule, right);
        assert_eq!(failed(&report), [Check::CrashPoint]);
        assert!(
            remarks(
                &report,
                "hint: the rule roobet/2, which is also the rule ton-rocket/1, would give",
                ""
            ),
            "{report}"
        );
    }
    let games = [(first_game(hex_text(trap.text("link"))), right)];
    let ids: Vec<_> = fitting(&games, Public::salt(trap.text("salt")))
        .map(|rule| rule.id())
        .collect();
    assert_eq!(ids, ["roobet/2", "ton-rocket/1"]);
}

fn no_test_for_busts(trap: &Trap) {
    let [right, wrong] = [trap.right("point"), trap.wrong("point")].map(number);
    let without = CrashRule::new("test/1", BUSTABIT_V1.digest(), None, BUSTABIT_V1.points());
    assert_eq!([point(trap, BUSTABIT_V1), point(trap, without)], [right, wrong]);
    assert_eq!(failed(&claimed(trap, BUSTABIT_V1, right)), []);
    assert_eq!(failed(&claimed(trap, BUSTABIT_V1, wrong)), [Check::CrashPoint]);
}

fn how_a_bust_is_shown(trap: &Trap) {
    let [right, wrong] = [trap.right("point"), trap.wrong("point")].map(number);
    let game = first_game(hex_text(trap.text("link")));
    let crash = BUSTABIT_V1.crash(&game, Public::salt(trap.text("salt"))).unwrap();
    assert_eq!((crash.bust, crash.hundredths), (true, right));
    let as_clones = Bust {
        shown: 100,
        ..BUSTABIT_V1.bust().unwrap()
    };
    let as_clones = CrashRule::new("test/1", BUSTABIT_V1.digest(), Some(as_clones), BUSTABIT_V1.points());
    assert_eq!(point(trap, as_clones), wrong);
    let report = claimed(trap, BUSTABIT_V1, wrong);
    assert_eq!(failed(&report), [Check::CrashPoint]);
    assert!(
        remarks(&report, "hint: the game is a bust", "0.00 and others as 1.00"),
        "{report}"
    );
}
