//! Bytes to numbers, numbers to indices: doubles, signs, remainders, bounds.

use provably_fair::chain::divisible;
use provably_fair::index::{index, remainders, words, words32};
use provably_fair::mac::{Digest, Hash, HmacKey};
use provably_fair::protocol::rolls::skin_club;
use provably_fair::protocol::round::{RoundClaim, RoundError, RoundNote};
use provably_fair::scheme::{JUST_DICE_V1, Limit, Numbers, PRIMEDICE_CLASSIC_V1, Scheme};
use provably_fair::stats::Odds;
use provably_fair::unit::{unit32, unit56, unit64};
use provably_fair::verdict::Check;
use provably_fair::{DUEL_DICE_V1, DrawError, Revealed, games, hex};

use crate::sites::{failed, n};
use crate::{Proof, Trap, list, number, text};

pub const PROVED: &[Proof] = &[
    ("C01-15-hex-digits-in-a-double-fixture", sixty_bits),
    ("C01-15-hex-digits-in-a-double-battle", sixty_bits),
    ("C01-15-hex-digits-in-a-double-hashcat-report", sixty_bits),
    ("C02-56-bit-value-rounds-to-1.0", fifty_six_bits),
    ("C08-signed-uint32", the_top_bit),
    ("C09-php-hexdec-16-digits", sixteen_digits),
    ("C10-divide-by-max-not-2^n", the_highest_number),
    ("C12-eight-byte-float-sum-reaches-1.0", eight_bytes),
    ("D02-modulo-bias-16-bit", plain_remainders),
    ("D03-modulo-bias-rand-max-32767", plain_remainders),
    ("D04-modulo-bias-keno-last-four-digits", plain_remainders),
    ("D05-modulo-bias-32-bit-mod-10000", rejected_first),
    ("D07-round-instead-of-floor", equal_shares),
    ("D10-two-unbiased-thresholds-disagree", two_bounds),
    ("D11-digest-exhausted", no_run_is_left),
];

#[test]
fn numbers() {
    crate::prove(PROVED);
}

fn given_n(trap: &Trap) -> u32 {
    u32::try_from(number(trap.given("n"))).unwrap()
}

/// The wrong roll is that of the same 60 bits in a double, by hand.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the loss is the trap"
)]
fn sixty_bits(trap: &Trap) {
    let (server, client) = (trap.text("server"), trap.text("client"));
    let found = skin_club(&Revealed::from_text(server), client, trap.nonce());
    assert_eq!(u64::from(found), number(trap.right("roll")));
    let key = HmacKey::new(Hash::Sha512, format!("{client}-{}", trap.text("nonce")).as_bytes());
    let first15 = u64::from_be_bytes(key.mac(server.as_bytes()).first()) >> 4;
    assert_eq!(first15 as f64 as u64 % 100_000 + 1, number(trap.wrong("roll")));
}

fn fifty_six_bits(trap: &Trap) {
    let number_of_56_bits = unit56(hex::decode_array(trap.text("bytes")).unwrap());
    kept_below(trap, number_of_56_bits);
}

fn eight_bytes(trap: &Trap) {
    kept_below(trap, unit64(hex::decode_array(trap.text("bytes")).unwrap()));
}

/// The number is 1.0, as it was played, and the index is the last one all the same.
fn kept_below(trap: &Trap, unit: f64) {
    assert_eq!(unit.to_bits(), 1_f64.to_bits());
    let found = u64::from(index(unit, n(given_n(trap))));
    assert_eq!(found, number(trap.right("index")));
    assert_eq!(number(trap.wrong("index")), u64::from(given_n(trap)));
}

fn the_highest_number(trap: &Trap) {
    let (word, bits) = (number(trap.given("word")), number(trap.given("bits")));
    let word = u32::try_from(word << (32 - bits)).unwrap();
    let found = index(unit32(word.to_be_bytes()), n(given_n(trap)));
    assert_eq!(u64::from(found), number(trap.right("index")));
    // And if a number were 1, it would still be kept below.
    assert_eq!(u64::from(index(1.0, n(given_n(trap)))), number(trap.right("index")));
    assert_eq!(number(trap.wrong("index")), u64::from(given_n(trap)));
}

/// Whether the number of these bytes is divisible by n when `remainder` is taken from it.
fn divisible_without(bytes: &[u8], remainder: u64, by: u32) -> bool {
    let value = bytes.iter().fold(0, |value: u64, byte| value << 8 | u64::from(*byte));
    let mut digest = [0; 32];
    digest[24..].copy_from_slice(&(value - remainder).to_be_bytes());
    divisible(&Digest::Sha256(digest), n(by))
}

fn the_top_bit(trap: &Trap) {
    let bytes: [u8; 4] = hex::decode_array(trap.text("bytes")).unwrap();
    assert_eq!(unit32(bytes).to_bits(), 0.996_093_75_f64.to_bits()); // 255 / 256
    assert!(divisible_without(
        &bytes,
        number(trap.right("remainder")),
        given_n(trap)
    ));
    let signed = i32::from_be_bytes(bytes) % i32::try_from(given_n(trap)).unwrap();
    assert_eq!(trap.wrong("remainder").as_i64(), Some(signed.into()));
    // A scheme that takes remainders: of 64 rounds those whose word has the top bit, by hand.
    let text = "9089447ee52c50f7681df2e81d1c18c7511211541d816700d2d9cbf5e21e59e1";
    let (seed, key) = (
        Revealed::from_text(text),
        HmacKey::new(Hash::Sha256, &hex::decode(text).unwrap()),
    );
    let mut top_bits = 0;
    for nonce in 0..64 {
        let word = u32::from_be_bytes(key.mac(format!("lucky:{nonce}").as_bytes()).first());
        let found = DUEL_DICE_V1
            .round(&seed, "lucky", nonce)
            .unwrap()
            .index(0, n(10_001))
            .unwrap();
        assert_eq!(found, word % 10_001, "nonce {nonce}");
        top_bits += u32::from(word >> 31 == 1);
    }
    assert!(top_bits > 0);
}

fn sixteen_digits(trap: &Trap) {
    let digits = hex::decode(trap.text("digits")).unwrap();
    let [right, wrong] = [trap.right("remainder"), trap.wrong("remainder")].map(number);
    assert!(divisible_without(&digits, right, given_n(trap)));
    assert!(!divisible_without(&digits, wrong, given_n(trap)));
    // In a double they are 2^64.
    assert_eq!((1_u128 << 64) % u128::from(given_n(trap)), u128::from(wrong));
}

/// What a site does that rejects nothing; the exact counts are known to whoever tests its log.
fn plain_remainders(trap: &Trap) {
    let (values, by) = (number(trap.given("values")), given_n(trap));
    let [more, less, with_more] = ["more", "less", "with_more"].map(|field| number(trap.wrong(field)));
    for i in 0..by {
        let count = if u64::from(i) < with_more { more } else { less };
        assert_eq!(remainders(values, n(by), i), Some(count), "{i}");
    }
    assert_eq!(remainders(values, n(by), by), None);
    let odds = Odds::remainder(values, n(by)).unwrap();
    assert_eq!(odds.total(), u128::from(values));
    let each = text(trap.right("each")).split_once('/').unwrap();
    let [top, bottom] = [each.0, each.1].map(|part| part.parse::<u64>().unwrap());
    // The fair share is no whole number, so no counts of whole values are fair.
    assert!(top / bottom == less && top % bottom != 0);
}

fn rejected_first(trap: &Trap) {
    let (values, by) = (number(trap.given("values")), given_n(trap));
    let limit = Limit::Multiple.below(n(by));
    assert_eq!(limit, number(trap.right("limit")));
    let last = u32::try_from(number(trap.wrong("last_with_more"))).unwrap();
    let count = |values, i| remainders(values, n(by), i).unwrap();
    assert_eq!(count(values, last), count(values, last + 1) + 1);
    assert_eq!(values - limit, number(trap.wrong("with_more")));
    assert!((0..by).all(|i| count(limit, i) == limit / u64::from(by)));
}

/// All indices have the same share but for what 2^32 and 2^64 leave over (a double's rounding besides), the ends too.
fn equal_shares(trap: &Trap) {
    let by = given_n(trap);
    assert_eq!(list(trap.right("shares"), text), ["1/3"; 3]);
    for i in 0..by {
        assert!(words32(n(by), i).unwrap().abs_diff((1 << 32) / 3) <= 1);
        assert!(words(n(by), i).unwrap().abs_diff((1 << 64) / 3) < 4096);
    }
    // Rounding gives the first index a quarter and the second a half.
    assert_eq!(list(trap.wrong("shares"), text), ["1/4", "1/2", "1/4"]);
    let first = unit32((1_u32 << 30).to_be_bytes());
    assert_eq!([index(first, n(by)), index(0.5, n(by)), index(0.75, n(by))], [0, 1, 2]);
}

fn two_bounds(trap: &Trap) {
    let (word, by) = (number(trap.given("word")), given_n(trap));
    let [right, wrong] = [Limit::Multiple, Limit::MaxLessRemainder].map(|limit| limit.below(n(by)));
    assert_eq!([right, wrong], [trap.right("limit"), trap.wrong("limit")].map(number));
    assert!(word < right && word >= wrong);
    assert_eq!(word % u64::from(by), number(trap.right("value")));
    // Neither is biased.
    for limit in [right, wrong] {
        assert!((0..by).all(|i| remainders(limit, n(by), i) == Some(limit / u64::from(by))));
    }
}

/// Primedice and Just-Dice by a bound that takes only a run of zeros, so that a digest of some round is exhausted.
const ZEROS: [Scheme; 2] = [zeros(PRIMEDICE_CLASSIC_V1), zeros(JUST_DICE_V1)];

const fn zeros(scheme: Scheme) -> Scheme {
    let numbers = Numbers::FirstHexBelow { digits: 5, below: 1 };
    Scheme::new("test-zeros/1", scheme.sealing(), scheme.message(), numbers)
}

/// Where no run is below the bound one site published 99.99 and another's program gives nothing; this crate gives an error, and no
/// roll that it would have to choose. No seeds are known whose HMAC is the trap's digest, so it is proved in two parts: all of
/// its runs are rejected, and when all of a digest's are, there is no draw.
fn no_run_is_left(trap: &Trap) {
    let digest = Digest::Sha512(hex::decode_array(trap.text("digest")).unwrap());
    let rejected_runs = |scheme: Scheme| match scheme.numbers() {
        Numbers::FirstHexBelow { digits, below } => digest.hex_runs(digits).filter(|run| *run >= below).count(),
        other => panic!("{other:?}"),
    };
    // Three digits are left over, which are no run.
    assert_eq!([PRIMEDICE_CLASSIC_V1, JUST_DICE_V1].map(rejected_runs), [25, 25]);
    assert_eq!(digest.hex_runs(5).count(), 25);
    let [.., high, low] = *digest.as_bytes() else { panic!() };
    let left = u64::from(high & 15) << 8 | u64::from(low);
    assert_eq!(left, number(trap.wrong("last_three_digits")));
    let seed = Revealed::from_text("server");
    for scheme in ZEROS {
        let round = scheme.round(&seed, "client", 0).unwrap();
        assert_eq!(round.index(0, n(10_000)), Err(DrawError::Exhausted { cursor: 0 }));
    }
    // Stated all the same, the published roll is not confirmed.
    let published = number(&trap.right("published")["primedice"]);
    assert_eq!(published, 9999);
    let game = games::operators::PRIMEDICE_CLASSIC.with(&[]).unwrap();
    let claim = RoundClaim::new(ZEROS[0], game, seed, "client", 0)
        .stated(&["99.99"])
        .unwrap();
    let report = claim.verify(&RoundNote::none());
    assert_eq!(failed(report.report()), [Check::Deal]);
    assert!(matches!(report.deal(), Err(RoundError::Deal(_))), "{report}");
}
