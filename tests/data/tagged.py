#!/usr/bin/env python3
"""TAGGED_V1, written from the layout tables in the documentation, with Python's standard library only.

Prints the literals of tests/tagged and of the doctests: `python3 tests/data/tagged.py`; with `--vectors` the contents
of tests/vectors/tagged.json. Written and run with Python 3.11; it shares no code with the library.
"""
import hashlib
import hmac
import json
import random
import sys

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


def case(rng, seats, **given):
    """A valid case: random, but for what is given."""
    sources = [rng.choice([CLIENT, OPERATOR]) for _ in range(seats)]
    randoms, entropies = ([rng.randbytes(16) for _ in range(seats)] for _ in range(2))
    seed, config = rng.randbytes(32), rng.randbytes(32)
    f = {"scheme": "tagged/1", "match": f"m-{rng.randrange(10**6)}", "label": rng.choice(["dice", "deck/2", "a"])}
    f |= {"roll": rng.getrandbits(64), "nonce": rng.getrandbits(64), "cursor": rng.getrandbits(64)}
    f |= {"n": rng.getrandbits(32) or 1} | given
    head = header(f["match"], list(zip(sources, randoms)), f["roll"], f["nonce"], config, f["scheme"])
    commit = commitment(head, seed)
    text = message(commit, entropies, f["label"], f["cursor"], 0)
    return {
        "scheme_id": f["scheme"],
        "match_id": f["match"],
        "seat_sources": ["client" if source == CLIENT else "operator" for source in sources],
        "seat_randoms_hex": [r.hex() for r in randoms],
        "roll": str(f["roll"]),
        "nonce": str(f["nonce"]),
        "configuration_hex": config.hex(),
        "server_seed_hex": seed.hex(),
        "entropies_hex": [e.hex() for e in entropies],
        "label": f["label"],
        "cursor": str(f["cursor"]),
        "n": f["n"],
        "commitment_hex": commit.hex(),
        "message_hex": text.hex(),
        "digest_hex": hmac.new(seed, text, hashlib.sha256).hexdigest(),
        "index": index(seed, commit, entropies, f["label"], f["cursor"], f["n"]),
        "result": "valid",
    }


def spoil(honest, result, **fields):
    """A case with fields changed, by a value or a function of the old one, and what comes of it."""
    spoilt = {key: value for key, value in honest.items() if key not in ("message_hex", "digest_hex")}
    for key, value in fields.items():
        spoilt[key] = value(spoilt[key]) if callable(value) else value
    assert spoilt != honest
    return spoilt | ({"result": result} if result == "malformed" else {"result": "mismatch", "at": result})


def vectors():
    rng = random.Random(1)
    long, top, many = "n" * 128, 2**64 - 1, 2**32 - 1
    cases = [case(rng, seats) for seats in (1, 1, 2, 2, 3, 16)]
    cases += [case(rng, 2, scheme=long, match=long, label=long), case(rng, 1, scheme="a", match="a", label="a")]
    cases += [case(rng, 2, roll=top, nonce=top, cursor=top), case(rng, 2, roll=0, nonce=0, cursor=0)]
    cases += [case(rng, 2, n=n) for n in (1, 2, 6, 37, 52, 2**31, many)]

    def flip(text):
        return ("1" if text[0] == "0" else "0") + text[1:]

    def up(text):
        return str((int(text) + 1) % 2**64)

    def other(sources):
        return ["operator" if source == "client" else "client" for source in sources]

    for fields in (
        {"configuration_hex": flip},
        {"server_seed_hex": flip},
        {"commitment_hex": flip},
        {"roll": up},
        {"nonce": up},
        {"seat_randoms_hex": lambda randoms: randoms[::-1]},
        {"seat_sources": other},
        {"scheme_id": "tagged/2"},
        {"scheme_id": "tagged/1a", "match_id": "b"},
    ):
        cases.append(spoil(case(rng, 2, match="ab"), "commitment", **fields))
    for fields in (
        {"index": lambda i: i ^ 1},
        {"entropies_hex": lambda entropies: entropies[::-1]},
        {"label": "a"},
        {"cursor": "71"},
    ):
        cases.append(spoil(case(rng, 2, n=many, label="a7", cursor=1), "draw", **fields))
    for fields in (
        *({"match_id": text} for text in ("", "a:b", long + "n")),
        {"scheme_id": "a b"},
        *({"label": text} for text in ("", "caf\u00e9", long + "n")),
        *({"server_seed_hex": text} for text in ("", "00" * 31, "00" * 33, "0" * 63, "0x" + "00" * 31)),
        {"entropies_hex": lambda entropies: entropies * 2},
        {"entropies_hex": []},
        {"seat_sources": [], "seat_randoms_hex": [], "entropies_hex": []},
    ):
        cases.append(spoil(case(rng, 1), "malformed", **fields))
    cases.append(spoil(case(rng, 17), "malformed", n=6))
    about = "An opened roll of TAGGED_V1 with one draw; message and digest are those of the draw's first digest."
    lines = ",\n".join("    " + json.dumps({"id": i} | c) for i, c in enumerate(cases, 1))
    print(f'{{\n  "scheme": "tagged/1",\n  "about": {json.dumps(about)},\n  "cases": [\n{lines}\n  ]\n}}')


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
    vectors() if "--vectors" in sys.argv else main()
