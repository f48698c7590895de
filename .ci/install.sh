# What the steps need beyond the installed Rust toolchain. Sourced by .ci/run.
# shellcheck shell=bash disable=SC2154,SC2164

msrv=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
oldest_rust="${XDG_CACHE_HOME:-$HOME/.cache}/provably-fair-ci/rust-$msrv"

# A mirror or a registry may hiccup once; twice is a failure.
retry() {
  "$@" || { echo "again in 10 s: $*"; sleep 10; "$@"; }
}

# Root, since apt's own user cannot write into the cache folder; the timeout waits for another apt to finish.
apt_get() {
  DEBIAN_FRONTEND=noninteractive retry apt-get -q -o APT::Sandbox::User=root -o DPkg::Lock::Timeout=300 "$@"
}

# Debian's Rust (rustc-web and its sources) builds the standard library for targets that the installed toolchain lacks.
# The last line is what Debian's older Rust links to.
install_packages() {
  apt_get update
  apt_get install -y --no-install-recommends gcc libc6-dev python3 \
    rustc-web cargo-web rust-web-src \
    gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user \
    gcc-i686-linux-gnu libc6-dev-i386-cross \
    libllvm19 libpcre3 libhttp-parser2.9
}

# Only one version of a package can be installed, so the older one is unpacked beside it, once a machine.
install_oldest_rust() {
  if ! [ -x "$oldest_rust/usr/bin/rustc" ]; then unpack_oldest_rust; fi
  oldest_cargo --version
  "$oldest_rust/rustc" --version | grep -F "rustc $msrv."
}

unpack_oldest_rust() (
  local version file partial="$oldest_rust.partial"
  version=$(apt-cache madison rustc-web | awk -v msrv="$msrv." 'index($3, msrv) == 1 { found = $3 } END { print found }')
  rm -rf "$partial" "$oldest_rust"
  mkdir -p "$partial"
  cd "$partial"
  apt_get download "rustc-web=$version" "cargo-web=$version" "libstd-rust-web-dev=$version" "libstd-rust-web-$msrv=$version"
  for file in *.deb; do dpkg -x "$file" .; done
  rm ./*.deb
  wrapper rustc
  wrapper cargo
  mv "$partial" "$oldest_rust"
)

# The unpacked programs look for their libraries where they would have been installed.
wrapper() {
  cat >"$1" <<END
#!/bin/sh
LD_LIBRARY_PATH="$oldest_rust/usr/lib/x86_64-linux-gnu" exec "$oldest_rust/usr/bin/$1" "\$@"
END
  chmod +x "$1"
}

fetch_crates() {
  retry cargo fetch --locked
}
