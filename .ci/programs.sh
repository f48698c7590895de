# The example programs, run as a stranger would run them. Sourced by .ci/run.
# shellcheck shell=bash disable=SC2154

example() {
  cargo run --quiet --release --example "$1" -- "${@:2}"
}

# The runner passes every vector, and it can fail: on one wrong answer, and where there is nothing to run.
run_vectors() {
  example conformance tests/vectors
  one_wrong_answer tests/vectors/crash.json "$scratch/wrong.json"
  expect_status 1 example conformance "$scratch/wrong.json"
  mkdir "$scratch/empty"
  expect_status 1 example conformance "$scratch/empty"
}

one_wrong_answer() {
  python3 -I - "$1" "$2" <<'END'
import json, sys

with open(sys.argv[1], encoding="utf-8") as right:
    vectors = json.load(right)
vectors["cases"][0]["bust100"] += 1
with open(sys.argv[2], "w", encoding="utf-8") as wrong:
    json.dump(vectors, wrong)
END
}

saved_link() {
  cat "examples/data/$1-link.txt"
}

run_verify() {
  expect_status 0 example verify "$(saved_link good)"
  expect_status 1 example verify "$(saved_link tampered)"
  expect_status 2 example verify "$(saved_link malformed)"
}

# The printed program shares nothing with the library, so it is a second opinion on the same link. It must be sound
# Python in both cases: a program that cannot start would refuse the tampered link as well.
run_verify_script() {
  print_script 0 good
  print_script 1 tampered
  expect_status 0 python3 -I "$scratch/good.py"
  expect_status 1 python3 -I "$scratch/tampered.py"
  run_round_script cursor/1 bingo
  run_round_script stake/1 stake_mines --param mines=5
  run_round_script liqd-dice/1 roulette
  run_round_script duel-dice/1 roulette
  run_round_script stake/1 stake_limbo/2
  run_stated_script cursor/1 roulette 3 4
  run_stated_script stake/1 stake_limbo/2 1.00 1.01
}

# The program is printed whatever the verdict is; the exit status is the verdict's, as for a report.
print_script() {
  expect_status "$1" example verify --script python "$(saved_link "$2")" >"$scratch/$2.py"
  python3 -I -m py_compile "$scratch/$2.py"
}

# A round by its printed program, which must refuse a commitment that was altered. (scheme, game and options)
run_round_script() {
  local round=(example verify round --scheme "$1" --server 00ff --client "café 1" --nonce 3 --game "${@:2}" --script python)
  "${round[@]}" >"$scratch/round.py"
  expect_status 0 python3 -I "$scratch/round.py"
  expect_status 1 "${round[@]}" --commitment "$(printf '0%.0s' {1..64})" >"$scratch/wrong-round.py"
  expect_status 1 python3 -I "$scratch/wrong-round.py"
}

# Two results stated for one round, so one is a lie at least: the program says of each what the verdict says.
run_stated_script() {
  local statuses="" status
  for said in "${@:3}"; do
    status=0
    example verify round --scheme "$1" --server 00ff --client "café 1" --nonce 3 --game "$2" --stated "$said" \
      --script python >"$scratch/stated.py" || status=$?
    expect_status "$status" python3 -I "$scratch/stated.py"
    statuses+="$status"
  done
  [[ "$statuses" == *1* ]]
}

# A million links made and served last to first: below 8 MiB for the whole process, and 2.3 times making it on the processor's
# own clock. A bound that is too low has to fail, or the program measures nothing.
run_chain_serve() {
  example chain_serve --length 1000000
  expect_status 1 example chain_serve --length 1000000 --max-kib 1
}

# A made log with forty records altered: exactly they are found, in one run as in two parts that are joined.
run_audit() {
  expect_status 0 example audit examples/data/audit.jsonl
  expect_status 1 example audit examples/data/audit-altered.jsonl
  example audit --make 10000 --kind receipt --seed 7 --tamper 40 --output "$scratch/log.jsonl"
  expect_status 1 example audit --json "$scratch/log.jsonl" >"$scratch/whole.json"
  split --lines 5000 "$scratch/log.jsonl" "$scratch/piece-"
  expect_status 1 example audit "$scratch/piece-aa" --part "$scratch/a.part" >"$scratch/a.txt"
  expect_status 1 example audit "$scratch/piece-ab" --part "$scratch/b.part" >"$scratch/b.txt"
  expect_status 1 example audit --json --merge "$scratch/a.part" "$scratch/b.part" >"$scratch/merged.json"
  python3 -I - "$scratch/whole.json" "$scratch/merged.json" <<'END'
import json, sys

whole, merged = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
for field in ("records", "failed_checks", "repeats", "statistics", "tallies"):
    assert whole[field] == merged[field], field
assert whole["records"]["receipt"] == {"records": 10000, "held": 9960, "failed": 40, "not_checked": 0}, whole["records"]
assert whole["statistics"], "nothing was counted"
END
}

# Hostile logs, many threads, more parts than open files: memory stays below 64 MiB. A bound that is too low has to fail, or
# nothing was measured.
run_audit_memory() {
  local long="$scratch/long.jsonl" braces="$scratch/braces.jsonl" tables="$scratch/tables.jsonl" threads cells piece
  example audit --make 150000 --output "$long"
  python3 -I -c 'import sys; sys.stdout.write("{\n" * 2000000)' >"$braces"
  for cells in $(seq 516 2 1024); do
    audit --make 60 --kind round --game mines/1 --param "cells=$cells" --param mines=1 --seed "$cells"
  done | sort >"$tables"
  for threads in 2 1024; do
    below_mib 64 2 "$long" "$braces" "$tables" --threads "$threads" --list 1024
  done
  below_mib 30 0 "$long" --threads 2
  expect_status 1 below_mib 15 0 "$long" --threads 2
  split --lines 1500 "$long" "$scratch/of-long-"
  for piece in "$scratch"/of-long-*; do
    audit "$piece" --part "$piece.part" >"$scratch/part.txt"
  done
  (ulimit -n 24 && below_mib 64 0 --merge "$scratch"/of-long-*.part)
}

# The audit itself, without cargo, whose memory would count and which takes longer than a short log.
audit() {
  "$CARGO_TARGET_DIR/release/examples/audit" "$@"
}

below_mib() {
  python3 -I - "$CARGO_TARGET_DIR/release/examples/audit" "$@" <<'END'
import resource, subprocess, sys

program, most, status, *arguments = sys.argv[1:]
ended = subprocess.run([program, *arguments], stdout=subprocess.DEVNULL)
mib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(f"{mib:.0f} MiB, status {ended.returncode}")
sys.exit(ended.returncode != int(status) or mib >= int(most))
END
}

# Ctrl-C: a report of what was read, from an idle pipe as from an endless line; a log that is being made just ends.
run_audit_stopped() {
  mkfifo "$scratch/idle"
  (head -n 3 examples/data/audit.jsonl; sleep 20) >"$scratch/idle" &
  stopped_after_a_second 2 "$scratch/idle" | grep '^PARTIAL (stopped before the end): 3 of 3 records hold'
  stopped_after_a_second 2 /dev/zero | grep '^PARTIAL (stopped before the end): 0 of 0 records hold'
  stopped_after_a_second 130 --make 1000000000 --output /dev/null
}

stopped_after_a_second() {
  expect_status "$1" timeout --foreground --preserve-status --signal INT --kill-after 10 1 \
    "$CARGO_TARGET_DIR/release/examples/audit" "${@:2}"
}
