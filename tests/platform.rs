//! The platform that the suite runs on, printed, and checked against what the machine itself does.
//!
//! Every value of this crate must be the same on big-endian and 32-bit machines, so the whole suite runs there too; this
//! line in the output shows that it did.

use std::env::consts::ARCH;

#[test]
fn the_declared_platform_is_the_real_one() {
    let big = cfg!(target_endian = "big");
    let bits = if cfg!(target_pointer_width = "64") { 64 } else { 32 };
    println!(
        "platform: {ARCH}, {}-endian, {bits}-bit",
        if big { "big" } else { "little" }
    );

    let in_memory = if big { [1, 2, 3, 4] } else { [4, 3, 2, 1] };
    assert_eq!(0x0102_0304_u32.to_ne_bytes(), in_memory);
    assert_eq!(usize::BITS, bits);
    assert_eq!(size_of::<*const u8>(), size_of::<usize>());
}

/// Bytes with a named order mean the same number on every platform; a derivation uses only these.
#[test]
fn named_byte_orders_do_not_depend_on_the_platform() {
    assert_eq!(u64::from_be_bytes([1, 2, 3, 4, 5, 6, 7, 8]), 0x0102_0304_0506_0708);
    assert_eq!(u64::from_le_bytes([1, 2, 3, 4, 5, 6, 7, 8]), 0x0807_0605_0403_0201);
}

/// A double's bits, too: 2^64 rounded from the largest u64, with the binary64 rounding that the numbers need.
#[test]
fn doubles_round_to_nearest_even() {
    #[allow(clippy::cast_precision_loss, reason = "the rounding is what is tested")]
    let rounded = |value: u64| (value as f64).to_bits();
    assert_eq!(rounded(u64::MAX), 0x43f0_0000_0000_0000);
    assert_eq!(
        rounded((1 << 53) + 1),
        0x4340_0000_0000_0000,
        "a tie goes to the even neighbour, below"
    );
    assert_eq!(
        rounded((1 << 53) + 3),
        0x4340_0000_0000_0002,
        "a tie goes to the even neighbour, above"
    );
}
