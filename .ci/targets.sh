# Other compilers and other machines: the oldest supported Rust, bare metal, big-endian, 32-bit. Sourced by .ci/run.
# shellcheck shell=bash disable=SC2154

oldest_cargo() {
  RUSTC="$oldest_rust/rustc" CARGO_TARGET_DIR="$CARGO_TARGET_DIR/oldest" \
    CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback "$oldest_rust/cargo" "$@"
}

check_oldest_library() {
  oldest_cargo check --locked --lib --no-default-features
  oldest_cargo check --locked --lib
  oldest_cargo check --locked --lib --all-features
}

# criterion needs a newer Rust than the crate promises. Only benches use it, but checking an example builds every
# development dependency, so the examples are checked in a copy of the tree that does not ask for it.
check_oldest_examples() {
  local copy="$scratch/without-criterion"
  mkdir "$copy"
  tar --exclude=./target --exclude=./.git -cf - . | tar -xf - -C "$copy"
  sed -i '/^criterion = /d' "$copy/Cargo.toml"
  oldest_cargo check --examples --all-features --manifest-path "$copy/Cargo.toml"
}

# The bootstrap switch lets this stable compiler build the standard library for the target (-Zbuild-std).
debian_cargo() {
  PATH="/usr/bin:$PATH" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$CARGO_TARGET_DIR/foreign" /usr/bin/cargo "$@"
}

check_bare_metal() {
  debian_cargo check --locked -Zbuild-std=core,alloc --target thumbv7em-none-eabi --lib --no-default-features
}

# Runs the suite on a target and fails unless the platform test says that it really ran there. Benches and documentation
# tests stay at home. Random cases are fewer, since emulation is slow; fixed vectors all run.
test_on() {
  local target=$1 platform=$2
  local suite=(test --locked -Zbuild-std --target "$target")
  local -x PROPTEST_CASES=64 CARGO_PROFILE_TEST_DEBUG=0
  debian_cargo "${suite[@]}" --test platform -- --nocapture | tee "$scratch/platform.txt"
  grep -F "platform: $platform" "$scratch/platform.txt" >/dev/null
  debian_cargo "${suite[@]}" --lib --tests
}

test_big_endian() {
  CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc \
    CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER="qemu-s390x -L /usr/s390x-linux-gnu" \
    test_on s390x-unknown-linux-gnu "s390x, big-endian, 64-bit"
}

# Linked statically, so the processor runs it directly without a 32-bit C library on the machine.
test_32_bit() {
  CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc RUSTFLAGS="-Ctarget-feature=+crt-static" \
    test_on i686-unknown-linux-gnu "x86, little-endian, 32-bit"
}
