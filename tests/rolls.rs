//! Rolls of Skin.Club and freebitco.in beside their published ones in `tests/vectors`: literals and borders from Python
//! (`hmac`, and for freebitco.in `round(word / 429496.7295)`).

use num_bigint::BigUint;
use provably_fair::protocol::rolls::{FREEBITCO_IN, SKIN_CLUB, freebitco_in, freebitco_in_roll, skin_club};
use provably_fair::{Revealed, ServerSeed};

mod naive;

#[test]
fn rolls_keep_their_values() {
    assert_eq!([SKIN_CLUB, FREEBITCO_IN], ["skin-club/1", "freebitco-in/1"]);
    for (server, client, nonce, skins, coins) in [
        ("server", "client", 0, 65_804, 507),
        ("s\u{e9}", "", u64::MAX, 98_296, 2738),
    ] {
        let seed = Revealed::from_text(server);
        assert_eq!(
            (skin_club(&seed, client, nonce), freebitco_in(&seed, client, nonce)),
            (skins, coins)
        );
        let seed = ServerSeed::from_text(server);
        assert_eq!(
            (skin_club(&seed, client, nonce), freebitco_in(&seed, client, nonce)),
            (skins, coins)
        );
    }
    // Nonce and client seed are kept apart: `a1-2` is not `a-12`.
    let seed = Revealed::from_text("server");
    assert_ne!(skin_club(&seed, "a1", 2), skin_club(&seed, "a", 12));
}

/// The words around every border between two rolls, in the doubles of the site as the twin rounds them: the quotient, then
/// half added, then the floor.
#[test]
fn every_border_of_freebitco_in_is_where_the_doubles_have_it() {
    let max = u64::from(u32::MAX);
    let divisor = naive::nearest(&BigUint::from(4_294_967_295_u64), &BigUint::from(10_000_u16));
    let (divisor, unit) = naive::fraction(divisor);
    let played = |word: u64| {
        let (quotient, den) = naive::fraction(naive::nearest(&(BigUint::from(word) * &unit), &divisor));
        let half_added = naive::nearest(&(quotient * 2_u8 + &den), &(den * 2_u8));
        naive::small(&naive::floor(half_added))
    };
    for roll in 0..10_000_u64 {
        let last = (2 * roll + 1) * max / 20_000;
        for (word, expected) in [(last, roll), (last + 1, roll + 1)] {
            let found = u64::from(freebitco_in_roll(u32::try_from(word).unwrap()));
            assert_eq!((found, played(word)), (expected, expected), "{word}");
        }
    }
    assert_eq!([0, u32::MAX].map(freebitco_in_roll), [0, 10_000]);
}

/// How many words each roll has: the ends half as many as the others.
#[test]
fn the_end_rolls_are_half_as_likely() {
    let max = u64::from(u32::MAX);
    let last = |roll: u64| (2 * roll + 1) * max / 20_000;
    let words = |roll: u64| match roll {
        0 => last(0) + 1,
        10_000 => max - last(9999),
        _ => last(roll) - last(roll - 1),
    };
    assert_eq!(
        [0, 1, 5000, 9999, 10_000].map(words),
        [214_749, 429_497, 429_496, 429_497, 214_749]
    );
    assert_eq!((0..=10_000).map(words).sum::<u64>(), 1 << 32);
}
