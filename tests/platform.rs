//! The platform that the suite runs on, printed, and checked against what the machine itself does.
//!
//! Every value of this crate must be the same on big-endian and 32-bit machines, so the whole suite runs there too; this
//! line in the output shows that it did.

use std::env::consts::ARCH;

use provably_fair::unit::unit64;

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

/// The library reads a digest's bytes in one order and rounds once, to the nearest and ties to even, on every platform.
/// Python: `struct.pack(">d", word / 2**64).hex()`.
#[test]
fn numbers_do_not_depend_on_the_platform() {
    for (word, bits) in [
        ([0xff; 8], 0x3ff0_0000_0000_0000),
        ([0, 0x20, 0, 0, 0, 0, 0, 1], 0x3f40_0000_0000_0000), // a tie: the even neighbour is below
        ([0, 0x20, 0, 0, 0, 0, 0, 3], 0x3f40_0000_0000_0002), // a tie: the even neighbour is above
    ] {
        assert_eq!(unit64(word).to_bits(), bits, "{word:02x?}");
    }
}
