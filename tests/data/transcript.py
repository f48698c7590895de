"""Makes the documents of examples/data with nothing but the standard library, from the description in docs and SPEC 7.

    python3 tests/data/transcript.py examples/data

It shares no code with the crate: the files are known answers for it. Seeds and entropy are hashes of their names.
"""
import hashlib
import hmac
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])


def sha(data):
    return hashlib.sha256(data).digest()


def fields(*parts):
    """Each field with one length byte before it."""
    return b"".join(bytes([len(part)]) + part for part in parts)


def document(kind, scheme, **keys):
    head = {"format": kind, "version": 1, "scheme": scheme}
    return json.dumps({**head, **keys}, separators=(",", ":"))


RECEIPT, SEATS, MATCH = "receipt-dice/1", "two-seats/1", "mat_example"
CONFIG = sha(b"example configuration")


def dice(seed, roll, nonce, entropy):
    message = f"{MATCH}:{roll}:{nonce}:{entropy.hex()}".encode()
    mac = hmac.new(seed, message, hashlib.sha256).digest()
    return [byte % 6 + 1 for byte in mac if byte < 252][:2]


class Roll:
    def __init__(self, number, nonce, seat, maker="client"):
        self.roll, self.nonce, self.seat, self.maker = f"rol_{number}", nonce, seat, maker
        self.seed, self.entropy = sha(b"seed %d" % number), sha(b"entropy %d" % number)[:16]
        self.commitment = sha(self.seed)

    def ids(self):
        return dict(match_id=MATCH, roll_id=self.roll, nonce=str(self.nonce), commitment=self.commitment.hex())

    def terms(self, kind):
        names = [f"provably-fair/{kind}/1", RECEIPT, MATCH, self.roll]
        return [name.encode() for name in names] + [self.nonce.to_bytes(8, "big"), self.commitment]

    def lock(self, prev):
        self.prev = prev
        more = [bytes([self.seat]), self.maker.encode(), CONFIG, prev]
        self.lock_hash = sha(fields(*self.terms("lock"), *more))
        return document("lock", RECEIPT, **self.ids(), seat=self.seat, entropy_from=self.maker, config=CONFIG.hex(), prev=prev.hex())

    def receipt(self):
        thrown = dice(self.seed, self.roll, self.nonce, self.entropy)
        outcome = sha(fields(*self.terms("receipt"), self.entropy, self.seed, bytes(thrown)))
        self.head = sha(fields(b"provably-fair/head/1", self.lock_hash, outcome))
        return document("receipt", RECEIPT, **self.ids(), entropy=self.entropy.hex(), server_seed=self.seed.hex(), dice=thrown)

    def void(self, came):
        outcome = sha(fields(*self.terms("void"), self.entropy if came else b"", self.seed))
        self.head = sha(fields(b"provably-fair/head/1", self.lock_hash, outcome))
        entropy = self.entropy.hex() if came else None
        return document("void", RECEIPT, **self.ids(), entropy=entropy, server_seed=self.seed.hex())

    def kept(self):
        return document("kept", RECEIPT, **self.ids(), entropy_from=self.maker, entropy=self.entropy.hex())


def write(name, *lines):
    (folder / name).write_text("".join(line + "\n" for line in lines))


head = sha(fields(b"provably-fair/transcript/1", MATCH.encode()))
rolls = [Roll(1, 1, 1), Roll(2, 2, 2), Roll(3, 4, 1), Roll(4, 5, 2), Roll(5, 6, 1)]
lines, kept = [], []
for roll in rolls:
    lines.append(roll.lock(head))
    # The third roll is given up after its entropy came.
    lines.append(roll.void(True) if roll.roll == "rol_3" else roll.receipt())
    head = roll.head
    if roll.seat == 1:
        kept.append(roll.kept())
write("match.jsonl", *lines)
write("match-kept.jsonl", *kept)
write("match-head.txt", head.hex())

# The same match, the dice of its last receipt exchanged for a double six.
write("match-tampered.jsonl", *lines[:-1], lines[-1][: lines[-1].index('"dice"')] + '"dice":[6,6]}')
# The same match, its third roll rolled again: a second lock instead of the void.
again = Roll(3, 5, 1)
again.seed = sha(b"another seed")
again.commitment = sha(again.seed)
write("match-rolled-again.jsonl", *lines[:5], again.lock(rolls[2].prev), again.receipt())

first = rolls[0]
write("receipt.json", lines[1])
write("lock.json", lines[0])
write("kept.json", first.kept())
write("void.json", lines[5])
write("answer.json", document("answer", RECEIPT, match_id=MATCH, roll_id=first.roll, entropy=first.entropy.hex()))
write("ack.json", document("ack", RECEIPT, match_id=MATCH, head=first.head.hex()))
late = Roll(1, 1, 1)
late.nonce = 2
write("receipt-other-nonce.json", late.receipt() if late.lock(first.prev) else "")

seeds = [sha(b"seat 1")[:16], sha(b"seat 2")[:16]]
context = first.lock_hash
hashes = [sha(fields(b"provably-fair/seat/1", context, bytes([seat]), seed)) for seat, seed in zip((1, 2), seeds)]
joint = sha(fields(b"provably-fair/joint/1", context, *seeds))[:16]
write("seat-hash.json", document("seat_hash", SEATS, context=context.hex(), seat=1, hash=hashes[0].hex()))
write("seat-seed.json", document("seat_seed", SEATS, context=context.hex(), seat=1, seed=seeds[0].hex()))
write("seats-record.json", document("seats_record", SEATS, context=context.hex(), hash_1=hashes[0].hex(), hash_2=hashes[1].hex(), seed_1=seeds[0].hex(), seed_2=seeds[1].hex()))
print("head", head.hex(), "joint", joint.hex())
