"""Audits a log of receipts the straightforward way, and times the audit of this crate on the same log.

    cargo build --release --example audit && python3 benches/audit.py [RECORDS]

makes a log of RECORDS receipts (1,000,000), audits it with the loop below and with the example, in turns, five times, compares
what both found and prints the ratio of the best times. The processor time is printed as well: on a busy machine the clock says
little. Exits with 1 below 12 times, which is what the audit has to reach. `python3 benches/audit.py --log FILE` only runs the loop below.
"""
import hashlib
import hmac
import json
import os
import subprocess
import sys
import tempfile
import time

TAMPERED = 25
AT_LEAST = 12


def dice(key, message):
    """The first two bytes below 252 of HMAC-SHA256, each mod 6 + 1; with fewer, a `+` is appended."""
    while True:
        mac = hmac.new(key, message.encode(), hashlib.sha256).digest()
        faces = [byte % 6 + 1 for byte in mac if byte < 252][:2]
        if len(faces) == 2:
            return faces
        message += "+"


def audit(path):
    """Counts of held and failed receipts, and the 36 pairs of those that hold."""
    held, failed, pairs = 0, 0, [0] * 36
    with open(path, encoding="utf-8") as log:
        for line in log:
            receipt = json.loads(line)
            seed = bytes.fromhex(receipt["server_seed"])
            message = ":".join((receipt["match_id"], receipt["roll_id"], receipt["nonce"], receipt["entropy"]))
            sealed = hashlib.sha256(seed).hexdigest() == receipt["commitment"]
            first, second = receipt["dice"]
            if sealed and dice(seed, message) == [first, second]:
                held += 1
                pairs[6 * first + second - 7] += 1
            else:
                failed += 1
    return held, failed, pairs


def spent():
    """Processor seconds of this process and of the children that it waited for."""
    return sum(os.times()[:4])


def timed(run, *args):
    start, before = time.perf_counter(), spent()
    result = run(*args)
    return time.perf_counter() - start, spent() - before, result


def example(program, path, *more):
    run = subprocess.run([program, "--json", *more, path], capture_output=True, check=False)
    report = json.loads(run.stdout)
    counts = report["records"]["receipt"]
    tally = report["tallies"]["all"]["receipts"]["tally"]
    pairs = [int(count) for count in tally.split(" ")[2].split(",")]
    return counts["held"], counts["failed"], pairs


def compare(records):
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    program = os.path.join(target, "release", "examples", "audit")
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "receipts.jsonl")
        make = [program, "--make", str(records), "--tamper", str(TAMPERED), "--output", path]
        subprocess.run(make, check=True)
        best = {}
        for _ in range(5):
            ways = {
                "python": (audit, path),
                "example": (example, program, path),
                "example, repeats too": (example, program, path, "--temp", directory),
            }
            found = {name: timed(*way) for name, way in ways.items()}
            results = [result for _, _, result in found.values()]
            assert results[1:] == results[:-1], "they do not agree"
            assert results[0][1] == TAMPERED, "not exactly the altered receipts were found"
            for name, (seconds, busy, _) in found.items():
                known = best.get(name, (seconds, busy))
                best[name] = min(seconds, known[0]), min(busy, known[1])
        print(f"{records:,} receipts, {os.path.getsize(path):,} bytes, {os.cpu_count()} cores")
        for name, (seconds, busy) in best.items():
            rate, ratio = records / seconds, best["python"][0] / seconds
            print(f"{name:>22}: {seconds:8.3f} s  {rate:12,.0f} a second  {ratio:6.1f} times   processor {busy:7.3f} s")
        return best["python"][0] / best["example"][0]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--log"]:
        print(audit(sys.argv[2])[:2])
    else:
        ratio = compare(int(sys.argv[1]) if sys.argv[1:] else 1_000_000)
        sys.exit(0 if ratio >= AT_LEAST else f"{ratio:.1f} times is below {AT_LEAST}")
