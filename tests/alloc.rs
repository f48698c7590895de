//! What only an allocator sees: derivations allocate nothing, and keys are wiped before their memory is given back.

use core::{
    alloc::{GlobalAlloc, Layout},
    cell::Cell,
    num::NonZeroU32,
};
use provably_fair::mac::{Hash, HmacKey, link_bytes, link_hex};
use provably_fair::{CURSOR_V1, LIQD_DICE_V1, Revealed, STAKE_V1};
use sha2::block_api::{compress256, compress512};
use std::{alloc::System, hint::black_box};

struct Watcher;

thread_local! {
    static ALLOCATIONS: Cell<u32> = const { Cell::new(0) };
    /// The latest allocation, and its length.
    static LATEST: Cell<(*const u8, usize)> = const { Cell::new((core::ptr::null(), 0)) };
    /// Bytes to look for in memory that is given back; all zeros: do not look.
    static WANTED: Cell<[u8; 32]> = const { Cell::new([0; 32]) };
    static FOUND: Cell<bool> = const { Cell::new(false) };
}

/// Whether `wanted` stands anywhere in a block.
///
/// # Safety
/// The block must be allocated. A byte of padding is taken for whatever it reads as.
unsafe fn holds(memory: *const u8, length: usize, wanted: &[u8; 32]) -> bool {
    // SAFETY: `at` is below `length`.
    let bytes: Vec<u8> = (0..length)
        .map(|at| unsafe { memory.add(at).read_volatile() })
        .collect();
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

// SAFETY: every call goes to the system's allocator unchanged; memory about to be freed is only read.
unsafe impl GlobalAlloc for Watcher {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps `alloc`'s contract.
        let memory = unsafe { System.alloc(layout) };
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        LATEST.set((memory, layout.size()));
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // Switched off while looking, since looking allocates.
        let wanted = WANTED.replace([0; 32]);
        if wanted != [0; 32] {
            // SAFETY: the block is still ours.
            FOUND.set(FOUND.get() | unsafe { holds(memory, layout.size(), &wanted) });
            WANTED.set(wanted);
        }
        // SAFETY: the caller keeps `dealloc`'s contract.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static WATCHER: Watcher = Watcher;

fn allocations(work: impl FnOnce()) -> u32 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Whether `wanted` stands in the memory that `make` allocated last, and then in any that is given back on drop.
fn before_and_after<T>(make: impl FnOnce() -> T, wanted: [u8; 32]) -> (bool, bool) {
    let value = make();
    let (memory, length) = LATEST.get();
    // SAFETY: `value` lives and holds what was allocated last.
    let before = unsafe { holds(memory, length, &wanted) };
    FOUND.set(false);
    WANTED.set(wanted);
    drop(black_box(value));
    WANTED.set([0; 32]);
    (before, FOUND.get())
}

#[test]
fn derivations_do_not_allocate() {
    let long = [b'c'; 200];
    let messages: [&[u8]; 40] = [&long[..70]; 40];
    for hash in [Hash::Sha256, Hash::Sha512] {
        let key = HmacKey::new(hash, &long);
        for prefix in [&long[..20], &long[..60], &long] {
            let round = key.prefix(prefix);
            for tail in [&b""[..], b"-0", &long] {
                assert_eq!(allocations(|| _ = black_box(round.mac_counter(u64::MAX, tail))), 0);
                assert_eq!(
                    allocations(|| round.each_counter(0, 1000, tail, |_, digest| _ = black_box(digest))),
                    0
                );
                assert_eq!(allocations(|| _ = black_box(round.mac(tail))), 0);
            }
        }
        assert_eq!(
            allocations(|| key.each(&messages, |_, digest| _ = black_box(digest))),
            0
        );
        let boxes = allocations(|| drop(black_box(key.prefix(&long))));
        assert_eq!(boxes, 1, "a prefix allocates the box it lies in");
    }
    assert_eq!(
        allocations(|| _ = black_box((link_bytes(&[7; 32]), link_hex(&[7; 32])))),
        0
    );
}

/// From the message to the index, one by one and in bulk, under a scheme of each shape.
#[test]
fn a_draw_from_a_round_does_not_allocate() {
    let cards = const { NonZeroU32::new(52).unwrap() };
    let seed = Revealed::from_text("00ff");
    let (mut numbers, mut indices) = ([0.0; 100], [0; 100]);
    for client in ["client", &"c".repeat(200)] {
        for scheme in [CURSOR_V1, STAKE_V1, LIQD_DICE_V1] {
            let round = scheme.round(&seed, client, u64::MAX).unwrap();
            let one = || _ = black_box((round.index(9, cards), round.number(9), round.digest(9)));
            assert_eq!(allocations(one), 0, "{}", scheme.id());
            let bulk = || _ = black_box((round.fill(3, &mut numbers), round.fill_indices(3, cards, &mut indices)));
            assert_eq!(allocations(bulk), 0, "{}", scheme.id());
        }
    }
}

#[test]
fn the_count_sees_an_allocation() {
    assert_eq!(allocations(|| drop(black_box(Box::new(7_u64)))), 1);
    assert!(allocations(|| drop(black_box(format!("{}-{}", black_box(1), 2)))) > 0);
}

/// The first 32 bytes in memory of a midstate: the hash's initial words after one block of the key xor `pad`.
fn midstate(hash: Hash, key: &[u8], pad: u8) -> [u8; 32] {
    let mut block = [pad; 128];
    block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
    match hash {
        Hash::Sha256 => {
            let mut state = [
                0x6a09_e667,
                0xbb67_ae85,
                0x3c6e_f372,
                0xa54f_f53a,
                0x510e_527f,
                0x9b05_688c,
                0x1f83_d9ab,
                0x5be0_cd19,
            ];
            compress256(&mut state, &[*block.first_chunk().unwrap()]);
            *state.map(u32::to_ne_bytes).as_flattened().first_chunk().unwrap()
        }
        Hash::Sha512 => {
            let mut state = [
                0x6a09_e667_f3bc_c908,
                0xbb67_ae85_84ca_a73b,
                0x3c6e_f372_fe94_f82b,
                0xa54f_f53a_5f1d_36f1,
                0x510e_527f_ade6_82d1,
                0x9b05_688c_2b3e_6c1f,
                0x1f83_d9ab_fb41_bd6b,
                0x5be0_cd19_137e_2179,
            ];
            compress512(&mut state, &[block]);
            *state.map(u64::to_ne_bytes).as_flattened().first_chunk().unwrap()
        }
    }
}

#[test]
fn midstates_are_wiped() {
    let seed = b"5e0f1c3a9b7d2e4860f1a2b3c4d5e6f7";
    for hash in [Hash::Sha256, Hash::Sha512] {
        let key = HmacKey::new(hash, seed);
        for wanted in [midstate(hash, seed, 0x36), midstate(hash, seed, 0x5c)] {
            assert_eq!(
                before_and_after(|| HmacKey::new(hash, seed), wanted),
                (true, false),
                "{hash:?}"
            );
            assert_eq!(
                before_and_after(|| key.prefix(b"client-0-"), wanted),
                (true, false),
                "{hash:?}"
            );
        }
    }
}

/// What a prefix has not compressed yet is wiped as well: in a scheme with a secret message it may be the secret.
#[test]
fn the_unfinished_block_is_wiped() {
    let text = b"a prefix of exactly 32 character";
    for hash in [Hash::Sha256, Hash::Sha512] {
        let key = HmacKey::new(hash, b"seed");
        assert_eq!(before_and_after(|| key.prefix(text), *text), (true, false), "{hash:?}");
    }
}

#[test]
fn the_search_finds_what_is_not_wiped() {
    assert_eq!(before_and_after(|| Box::new([7_u8; 40]), [7; 32]), (true, true));
    assert_eq!(before_and_after(|| Box::new([7_u8; 31]), [7; 32]), (false, false));
}
