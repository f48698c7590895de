#!/usr/bin/env python3
"""TAGGED_V1, written from the layout tables in the documentation, with Python's standard library only.

Prints the literals of tests/tagged.rs and of the doctests: `python3 tests/data/tagged.py`. Written and run with
Python 3.11; it shares no code with the library.
"""
import hashlib
import hmac

CLIENT, OPERATOR = 1, 2


def tag(text):
    return text.encode().ljust(32, b"\0")


def name(text):
    return bytes([len(text)]) + text.encode()


def configuration(rules):
    return hashlib.sha256(tag("provably-fair/tagged/config") + rules).digest()


def header(match, seats, roll, nonce, config, scheme="tagged/1"):
    data = tag("provably-fair/tagged/commitment") + (1).to_bytes(2, "big") + name(scheme) + name(match)
    data += bytes([len(seats)]) + b"".join(bytes([source]) + random for source, random in seats)
    return data + roll.to_bytes(8, "big") + nonce.to_bytes(8, "big") + config


def commitment(head, seed):
    return hashlib.sha256(head + seed).digest()


def message(commit, entropies, label, cursor, number):
    data = tag("provably-fair/tagged/draw") + (1).to_bytes(2, "big") + commit + bytes([len(entropies)])
    return data + b"".join(entropies) + name(label) + cursor.to_bytes(8, "big") + number.to_bytes(4, "big")


def index(seed, commit, entropies, label, cursor, n):
    limit = 2**64 - 2**64 % n
    for number in range(16):
        digest = hmac.new(seed, message(commit, entropies, label, cursor, number), hashlib.sha256).digest()
        words = [int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8)]
        for word in words:
            if word < limit:
                return word % n
    return words[3] % n


def main():
    rules = b"two dice, faces 1 to 6"
    print("configuration", configuration(rules).hex())

    seed = bytes([7]) * 32
    commit = commitment(header("match-7", [(CLIENT, b"\1" * 16), (CLIENT, b"\2" * 16)], 0, 41, configuration(rules)), seed)
    print("two seats", commit.hex(), [index(seed, commit, [b"\3" * 16, b"\4" * 16], "dice", c, 6) for c in (0, 1)])

    commit = commitment(header("m", [(CLIENT, b"\1" * 16)], 0, 0, bytes(32)), seed)
    print("one seat", commit.hex(), [index(seed, commit, [b"\3" * 16], "cards", c, 52) for c in (0, 1, 2**64 - 1)])

    # Everything at its limits: names of 128, 16 seats, numbers of 2^64 - 1.
    seed = bytes(range(32))
    seats = [(OPERATOR if i % 3 == 2 else CLIENT, bytes([i]) * 16) for i in range(16)]
    entropies = [bytes([255 - i]) * 16 for i in range(16)]
    head = header("M" * 128, seats, 2**64 - 1, 2**64 - 1, bytes([0xAA]) * 32, "s/" + "x" * 126)
    commit = commitment(head, seed)
    print("limits", len(head), commit.hex())
    for label, cursor, n in [("L" * 128, 2**64 - 1, 2**32 - 1), ("a", 0, 1), ("deck/2", 17, 52), ("a", 1, 2**31)]:
        text = message(commit, entropies, label, cursor, 0)
        digest = hmac.new(seed, text, hashlib.sha256).hexdigest()
        print("  ", label[:8], cursor, n, len(text), digest, index(seed, commit, entropies, label, cursor, n))

    # 100,000 indices of one roll under three labels, as one digest.
    seed, entropies = hashlib.sha256(b"seed").digest(), [hashlib.sha256(bytes([i])).digest()[:16] for i in range(2)]
    commit = commitment(header("bulk", [(CLIENT, e) for e in entropies], 3, 5, configuration(b"")), seed)
    total = hashlib.sha256()
    for i in range(100_000):
        n = (37, 52, 10_001, 4_294_967_295, 4_294_901_761)[i % 5]
        total.update(index(seed, commit, entropies, ("a", "b", "a/b")[i % 3], i, n).to_bytes(4, "big"))
    print("bulk", commit.hex(), total.hexdigest())


if __name__ == "__main__":
    main()
