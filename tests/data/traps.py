"""Writes traps.json: small inputs on which programs of this field go wrong, each with the right value and a wrong one.

Everything is recomputed here with Python's standard library and shares no code with the crate. What cannot be recomputed, since
only a site could say it, stands under "published". Rolls and points are in hundredths.

    python3 tests/data/traps.py > tests/data/traps.json
"""

import hashlib
import hmac
import json
import math
import random
from fractions import Fraction

SERVER = "f2ac89b608eeb01312d115bce6741b32"
CLIENT = "86ff027f15c48241af7f54a726690ee7"
LIQD = "015307d5a3f62db476210c3797bac8b7"
LIQD_CLIENT = "auditf2456fc140ac"
SALT = "000000000000000007a9a31ff7f07463d91af6b5454241d5faf282e5e0fe1b3a"
ROOBET_SALT = "0000000000000000000fa3b65e43e4240d71762a5bf397d5304b2596d116859c"
START = "05ce71d84ad54b46f51d3c4b97a24ea2e9935d957f2351d70760742f6981da94"
BUST = "fce6d0a75bf5a500c97c3ae089306ebd2d71c2e7f64a58f7f74ca9ee697118f0"
E52 = 2**52

TRAPS = []


def trap(id, about, given, right, wrong):
    TRAPS.append({"id": id, "about": about, "given": given, "right": right, "wrong": wrong})


def sha(data):
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def mac(key, message, hash="sha256"):
    raw = [x.encode() if isinstance(x, str) else x for x in (key, message)]
    return hmac.new(*raw, hash).digest()


def words(digest):
    return [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]


# ---- sites ----


def liqd(key, client, nonce):
    cursor = 0
    while True:
        for word in words(mac(key, f"{client}:{nonce}:{cursor}")):
            if word < 2**32 // 10_000 * 10_000:
                return word % 10_000
        cursor += 1_000_000


def stake_number(message, block=0, server=SERVER):
    message = message if isinstance(message, bytes) else message.encode()
    return words(mac(server, message + b":%d" % block))


def stake_dice(client, nonce):
    return stake_number(f"{client}:{nonce}")[0] * 10_001 >> 32


def stake_numbers(server, client, nonce, count):
    blocks = (stake_number(f"{client}:{nonce}", block, server) for block in range(count))
    return [word for block in blocks for word in block][:count]


def remove(pool, numbers):
    pool = list(pool)
    return [pool.pop(word * len(pool) >> 32) for word in numbers]


def duel_mines(key, client, nonce, mines):
    cells = list(range(25))
    for i in range(24, 0, -1):
        cursor, limit = 24 - i, (2**32 - 1) - (2**32 - 1) % (i + 1)
        while True:
            good = [w for w in words(mac(key, f"{client}:{nonce}:{cursor}")) if w < limit]
            if good:
                break
            cursor += 1
        j = good[0] % (i + 1)
        cells[i], cells[j] = cells[j], cells[i]
    return sorted(cells[:mines])


def duel_crash(server, beacon):
    word = words(mac(bytes.fromhex(server), beacon + b":0"))[0]
    return int(max(1, 2**32 / (word + 1) * 0.999) * 100)


def a_mark_a_byte(data):
    """Decodes UTF-8 with one replacement mark for every byte that is not part of a character."""
    out, at = "", 0
    while at < len(data):
        for length in (1, 2, 3, 4):
            try:
                out, at = out + data[at : at + length].decode(), at + length
                break
            except UnicodeDecodeError:
                continue
        else:
            out, at = out + "\ufffd", at + 1
    return out.encode()


def skin_club(server, client, nonce):
    value = int(mac(f"{client}-{nonce}", server, "sha512").hex()[:15], 16)
    return [value % 100_000 + 1, int(float(value)) % 100_000 + 1]


def epic_dice(transaction):
    for at in range(0, 40, 5):
        value = int(transaction[at : at + 5], 16)
        if value <= 999_999:
            return round(value % 10_000 / 100)


def earlier(link, salt=SALT, divisor=101, shown=0):
    """bustabit's first formula, in doubles."""
    digest = mac(link, salt).hex()
    if divisor and int(digest, 16) % divisor == 0:
        return shown
    h = int(digest[:13], 16)
    return int((100 * float(E52) - h) / (float(E52) - h))


def later(key, message):
    """bustabit's later formula, in doubles."""
    return int(99 / (1 - int(mac(key, message).hex()[:13], 16) / E52))


# ---- before the bet ----

seeds = [sha(f"grind-{i}")[:32] for i in range(256)]
rolls = [liqd(bytes.fromhex(seed), "alice", 0) for seed in seeds]
lowest = rolls.index(min(rolls))
trap(
    "A02-server-grinds-after-client-seed",
    "The operator tries server seeds when it has the client seed, and publishes the commitment of the one it likes.",
    {"client": "alice", "nonce": "0", "first_seed": seeds[0], "chosen_seed": seeds[lowest]},
    {"roll": rolls[0]},
    {"roll": rolls[lowest], "tried": lowest},
)
assert sha("5" + "012ab3") == sha("50" + "12ab3")
trap(
    "A03-commitment-concatenation-equivocation",
    "Two fields that are hashed without anything between them are two openings of one commitment.",
    {"openings": [["5", "012ab3"], ["50", "12ab3"]]},
    {"equal": False},
    {"commitment": sha("5" + "012ab3")},
)
guess = next(i for i in range(2**17) if sha(str(i + 1234)) == "7022e1ff72828e7c7ca0957da27cd691abd224ffe54b53f64c6548715e05fcfe")
trap(
    "A05-low-entropy-commitment",
    "A commitment to a small number is opened by trying.",
    {"committed": str(guess + 1234), "commitment": sha(str(guess + 1234))},
    {"warned": True},
    {"seed": guess, "tries": guess + 1},
)
twister = random.Random(2026)
outputs = [twister.getrandbits(32) for _ in range(625)]
trap(
    "A06-mt19937-server-seeds",
    "624 seeds of a Mersenne Twister give all that follow.",
    {"first": outputs[0], "last": outputs[623]},
    {"warned": True},
    {"next": outputs[624]},
)
transactions = [sha(f"tx{i}")[:40] for i in range(200)]
won = next(i for i, tx in enumerate(transactions) if epic_dice(tx) > 98)
trap(
    "A07-player-grinds-transaction-id",
    "A result made of the player's transaction alone is chosen by the player, who tries transactions.",
    {"transactions": [transactions[0], transactions[won]]},
    {"result": epic_dice(transactions[0])},
    {"result": epic_dice(transactions[won]), "tried": won},
)
trap(
    "A08-blockhash-too-old-is-zero",
    "The hash of a block that is too old reads as zeros, and the result was known.",
    {"reveal": "00" * 31 + "01", "substitute": "00" * 32},
    {"refused": True},
    {"digest": sha(bytes(31) + b"\1" + bytes(32))},
)
chain = [START]
for _ in range(5):
    chain.append(sha(chain[-1]))
trap(
    "A11-terminal-hash-used-as-game-1",
    "The published end of a chain is no game: its point is public.",
    {"links": chain[:5], "terminating": chain[5], "salt": SALT},
    {"link": chain[4], "point": later(SALT, chain[4])},
    {"link": chain[5], "point": later(SALT, chain[5])},
)
trap(
    "A12-chain-played-forwards",
    "A chain that is played from its start: each link gives the next one away.",
    {"revealed": chain[0], "salt": SALT},
    {"next_is_unknown": True},
    {"next": chain[1], "point": later(SALT, chain[1])},
)
trap(
    "A13-nonce-wraps-at-2^32",
    "A nonce in 32 bits comes round again, and so do its results.",
    {"server": SERVER, "client": CLIENT, "nonce": str(2**32)},
    {"roll": stake_dice(CLIENT, 2**32)},
    {"roll": stake_dice(CLIENT, 0)},
)
trap(
    "A14-client-seed-ignored",
    "A field under another name is dropped, and an empty client seed is played.",
    {"server": SERVER, "client": "mine", "played": "", "nonce": "0"},
    {"roll": stake_dice("mine", 0)},
    {"roll": stake_dice("", 0)},
)
trap(
    "A15-same-inputs-same-roll-in-a-round",
    "Two bets without a number of their own have one roll.",
    {"server": SERVER, "client": CLIENT, "nonces": ["0", "1"]},
    {"rolls": [stake_dice(CLIENT, 0), stake_dice(CLIENT, 1)]},
    {"rolls": [stake_dice(CLIENT, 0)] * 2},
)

# ---- encodings ----

trap(
    "B01-hex-text-vs-bytes-key",
    "The key is what the seed's hex decodes to, not its text.",
    {"server": LIQD, "client": LIQD_CLIENT, "nonce": "0"},
    {"roll": liqd(bytes.fromhex(LIQD), LIQD_CLIENT, 0)},
    {"roll": liqd(LIQD, LIQD_CLIENT, 0)},
)
seed = "1cdcd1d16090b08915c3bf8da241aa5db94605244449f8fd67cf92e7f21eb0f7"
trap(
    "B03-mines-key-encoding",
    "The same, at the mines of Duel.",
    {"server": seed, "client": "Bw2ll1YE0PQa1CGz", "nonce": "0", "mines": 3},
    {"cells": duel_mines(bytes.fromhex(seed), "Bw2ll1YE0PQa1CGz", 0, 3)},
    {"cells": duel_mines(seed, "Bw2ll1YE0PQa1CGz", 0, 3)},
)
trap(
    "B05-commitment-over-text-key-over-bytes",
    "One site hashes the text for its commitment and keys with the bytes.",
    {"server": LIQD},
    {"commitment": sha(LIQD)},
    {"commitment": sha(bytes.fromhex(LIQD))},
)
seed = "3c9c71aa9ffa2691d29fd754cb0caf8ce1fa87d57804196967de81088fab1d23"
beacon = "b18fa6dc92304844fc4e868d708953e6b628b3f88d4381249d32264df1bfe5bc20aa0905e57fe54063010881767fd56d"
raw = bytes.fromhex(beacon)
lossy = raw.decode("utf-8", "replace").encode()
trap(
    "B06-bytes-pushed-through-utf8",
    "A beacon's bytes go through a UTF-8 string, with replacement marks, before they are hashed.",
    {"server": seed, "beacon": beacon},
    {"point": duel_crash(seed, lossy)},
    {
        "raw": duel_crash(seed, raw),
        "latin1": duel_crash(seed, raw.decode("latin-1").encode()),
        "hex_text": duel_crash(seed, beacon.encode()),
    },
)
trap(
    "B07-replacement-policy-differs",
    "The same with a replacement mark for every bad byte instead of for every bad sequence.",
    {"server": seed, "beacon": beacon},
    {"point": duel_crash(seed, lossy)},
    {"point": duel_crash(seed, a_mark_a_byte(raw))},
)
trap(
    "B10-bustabit-v1-v2-roles",
    "Key and message of the HMAC in each other's place.",
    {"link": START, "salt": SALT},
    {"point": later(SALT, START)},
    {"point": later(START, SALT)},
)
link = "70eed5c29bde5132f4e41ec8b117a31533e5b055c6c21174d932b377a1855a04"
trap(
    "B11-chain-hashed-text-vs-bytes",
    "A chain of bytes, hashed as hex text.",
    {"link": link},
    {"next": sha(bytes.fromhex(link))},
    {"next": sha(link)},
)
trap(
    "B12-trailing-newline",
    "A seed that was pasted with its line break.",
    {"server": SERVER, "pasted": SERVER + "\n"},
    {"commitment": sha(SERVER)},
    {"commitment": sha(SERVER + "\n")},
)
trap(
    "B13-over-trimming-client-seed",
    "A client seed whose spaces were taken off.",
    {"server": SERVER, "client": " lucky ", "nonce": "0"},
    {"roll": stake_dice(" lucky ", 0)},
    {"roll": stake_dice("lucky", 0)},
)
trap(
    "B14-uppercase-commitment",
    "A commitment in upper case, compared as text.",
    {"server": SERVER, "published": sha(SERVER).upper()},
    {"equal": True},
    {"equal": sha(SERVER) == sha(SERVER).upper()},
)
clover = "\U0001f340"
halves = [0xD83C, 0xDF40]
surrogates = b"".join(bytes([0xE0 | u >> 12, 0x80 | u >> 6 & 63, 0x80 | u & 63]) for u in halves)


def whole(message):
    return words(mac(SERVER, message))[0] * 10_001 >> 32


trap(
    "B19-non-ascii-client-seed-emoji",
    "A client seed outside ASCII is its UTF-8.",
    {"server": SERVER, "client": clover, "nonce": "0"},
    {"roll": stake_dice(clover, 0)},
    {
        "utf16le": whole((clover + ":0:0").encode("utf-16-le")),
        "low_bytes": whole(bytes(u & 0xFF for u in halves) + b":0:0"),
        "cesu8": whole(surrogates + b":0:0"),
    },
)
trap(
    "B21-empty-client-seed",
    "An empty client seed is a client seed.",
    {"server": SERVER, "client": "", "nonce": "0"},
    {"roll": stake_dice("", 0)},
    {"refused": True},
)


def hmac_unhashed(key, message):
    inner, outer = (bytes(b ^ x for b in key) for x in (0x36, 0x5C))
    return sha(outer + bytes.fromhex(sha(inner + message)))


trap(
    "B23-key-longer-than-block",
    "A key of 65 bytes is hashed first.",
    {"key": "a" * 65, "message": "alice:0:0"},
    {"mac": mac("a" * 65, "alice:0:0").hex()},
    {
        "truncated": mac("a" * 64, "alice:0:0").hex(),
        "not_hashed": hmac_unhashed(b"a" * 65, b"alice:0:0"),
    },
)
trap(
    "B24-key-equivalences",
    "Two keys of one HMAC: a zero byte more, or the hash of a long one.",
    {"keys": [["6b", "6b00"], [("a" * 65).encode().hex(), sha("a" * 65)]], "message": "m"},
    {"commitments_equal": False},
    {"macs": [mac("k", "m").hex(), mac("a" * 65, "m").hex()]},
)
assert mac("k", "m") == mac(b"k\0", "m") and mac("a" * 65, "m") == mac(bytes.fromhex(sha("a" * 65)), "m")
seed, cells = "4048ff404b974156c713ea0055eaad5d9fe94fadd477b95ab3a0240d5ac9bd2c", "1|1|1|1|1|4|2|2|2"
trap(
    "B29-commitment-join-of-seed-and-list",
    "Seed and list are joined with nothing between them before they are committed to.",
    {"server": seed, "list": cells},
    {"commitment": sha(seed + cells)},
    {
        "colon": sha(seed + ":" + cells),
        "bar": sha(seed + "|" + cells),
        "bytes": sha(bytes.fromhex(seed) + cells.encode()),
    },
)

# ---- numbers ----

for name, server, client, nonce in [
    ("fixture", "c4ca4238a0b92382", "my_seed", 4),
    ("battle", "Tt5qAdTwoTeygDdghVlfEWtNJQkGYg5q", "12354,abgd", 9),
    ("hashcat-report", "5cde7ef61f82edc3b4f37cf7ad2c1e20", "xcvbdfgnfxn", 0),
]:
    exact, rounded = skin_club(server, client, nonce)
    trap(
        f"C01-15-hex-digits-in-a-double-{name}",
        "60 bits do not fit a double. The key is public here: client seed and nonce.",
        {"server": server, "client": client, "nonce": str(nonce)},
        {"roll": exact},
        {"roll": rounded},
    )
trap(
    "C02-56-bit-value-rounds-to-1.0",
    "The highest numbers of 56 bits round to 1.0 in a double.",
    {"bytes": "ff" * 7, "n": 10_000},
    {"index": (2**56 - 1) * 10_000 >> 56},
    {"index": int((2**56 - 1) / 8 * 2**-53 * 10_000)},
)
link = "00d060262511fc0834412cf60b2b362861c7255f2d18937c477a2554454a1203"
trap(
    "C04-parseInt-of-256-bits-mod-101",
    "Divisibility by 101, asked of a double.",
    {"link": link, "salt": SALT},
    {"point": earlier(link)},
    {"point": earlier(link, divisor=None), "remainder": int(float(int(mac(link, SALT).hex(), 16))) % 101},
)
digits = "abcdef0123"
lost = 0
for at in range(len(digits) % 4 - 4, len(digits), 4):
    lost = ((lost << 16) + int(digits[at : at + 4] or "0", 16)) % 101
trap(
    "C06-chunked-modulus-port",
    "A remainder taken four digits at a time, whose first slice is empty in another language.",
    {"digits": digits, "divisor": 101},
    {"remainder": int(digits, 16) % 101},
    {"remainder": lost},
)
trap(
    "C08-signed-uint32",
    "The top bit of a word, read as a sign.",
    {"bytes": "ff000000", "n": 10_001},
    {"remainder": 0xFF000000 % 10_001},
    {"remainder": int(math.fmod(0xFF000000 - 2**32, 10_001))},
)
trap(
    "C09-php-hexdec-16-digits",
    "16 hex digits that become a double.",
    {"digits": "f" * 16, "n": 100_000},
    {"remainder": (2**64 - 1) % 100_000},
    {"remainder": int(float(2**64 - 1)) % 100_000},
)
trap(
    "C10-divide-by-max-not-2^n",
    "A number divided by the highest one instead of by their count reaches 1.",
    {"word": 0xFFFFF, "bits": 20, "n": 100},
    {"index": 0xFFFFF * 100 >> 20},
    {"index": int(0xFFFFF / 0xFFFFF * 100)},
)
total = 0.0
for k in range(1, 9):
    total += 255 / 256**k
trap(
    "C12-eight-byte-float-sum-reaches-1.0",
    "Eight bytes of 255, summed in a double, are 1.0.",
    {"bytes": "ff" * 8, "n": 10_001},
    {"index": min(int(total * 10_001), 10_000)},
    {"index": int(total * 10_001)},
)
link = "8f2af7201824ed9b0ddd13e6120f6f9da0d69cac115960528c6a7097aa5ec443"
x = int(link[:13], 16) / E52
trap(
    "C16-X-vs-1-minus-X",
    "A reciprocal of X instead of 1 - X.",
    {"hash": link},
    {"point": int(99 / x)},
    {"point": int(99 / (1 - x))},
)
h = 2**51
trap(
    "C17-v1-vs-v2-crash-formula",
    "bustabit's two formulas are one hundredth apart.",
    {"h": h},
    {"point": (100 * E52 - h) // (E52 - h)},
    {"point": 99 * E52 // (E52 - h)},
)
h = 174_897_072_907_592
trap(
    "C20-exact-integer-vs-double-v2",
    "What was paid is the double, and exact arithmetic gives less.",
    {"h": h},
    {"point": int(99 / (1 - h / E52))},
    {"point": 99 * E52 // (E52 - h)},
)
link = "f1bbe6236bea7e64dc9778c306a8afa6935a0aa26514da4871ef5cc66eac4ab1"
trap(
    "C23-house-edge-constant-changed",
    "One formula under one name with another divisor.",
    {"link": link, "salt": ROOBET_SALT},
    {"divisor_25": earlier(link, ROOBET_SALT, 25, 100)},
    {"divisor_33": earlier(link, ROOBET_SALT, 33, 100), "divisor_20": earlier(link, ROOBET_SALT, 20, 100)},
)
trap(
    "C24-instant-bust-check-missing",
    "A verifier without the test for busts.",
    {"link": BUST, "salt": SALT},
    {"point": earlier(BUST)},
    {"point": earlier(BUST, divisor=None)},
)
trap(
    "C25-bust-shown-as-0-or-1",
    "A bust is 0.00 at one site and 1.00 at another.",
    {"link": BUST, "salt": SALT},
    {"point": earlier(BUST)},
    {"point": earlier(BUST, shown=100)},
)
roll = liqd(bytes.fromhex(LIQD), LIQD_CLIENT, 1000)
trap(
    "C27-half-open-win-band",
    "A roll on the upper end of a band that does not hold its upper end.",
    {"server": LIQD, "client": LIQD_CLIENT, "nonce": "1000", "band": [0, 361], "roll": roll},
    {"published": {"win": False}},
    {"win": 0 <= roll <= 361},
)
probes = [(0, 361, 0), (0, 362, 0), (361, 1000, 0), (362, 1000, 0), (50, 361, 1), (361, 1000, 1), (361, 10_000, 0)]
trap(
    "C36-seven-boundary-probes",
    "Seven bands next to a roll, asked of the site itself.",
    {"server": LIQD, "client": LIQD_CLIENT, "nonce": "1000", "roll": roll, "low_high_inverted": probes},
    {"published": {"wins": [(low <= roll < high) != bool(inverted) for low, high, inverted in probes]}},
    {"wins": [(low <= roll <= high) != bool(inverted) for low, high, inverted in probes]},
)
trap(
    "C28-band-width-in-doubles",
    "A width in hundredths, truncated from a difference of doubles.",
    {"low": "27.64", "high": "65.88"},
    {"width": int(Fraction("65.88") * 100 - Fraction("27.64") * 100)},
    {"width": int((65.88 - 27.64) * 100)},
)
trap(
    "C29-payout-multiplier-last-ulp",
    "A multiplier whose last digit hangs on the order of the operations.",
    {"low": "27.64", "high": "65.88"},
    {"multiplier": repr(9_900 / 3_824)},
    {"published": {"multiplier": "2.5889121338912138"}},
)
exact = Fraction("0.1") * Fraction("1.07177655") * 10**8
trap(
    "C30-payout-rounding-mode",
    "A payout to eight places, cut where it was rounded.",
    {"stake": "0.1", "multiplier": "1.07177655"},
    {"published": {"payout": "0.10717766"}},
    {"payout": f"0.{int(exact):08}"},
)
trap(
    "C33-nonce-above-2^53",
    "A nonce that went through a double.",
    {"server": SERVER, "client": CLIENT, "nonce": str(2**53 + 1)},
    {"roll": stake_dice(CLIENT, 2**53 + 1)},
    {"roll": stake_dice(CLIENT, int(float(2**53 + 1)))},
)
trap(
    "C34-nonce-prints-as-1e21",
    "A nonce that is hashed as 1e+21. It is above 2^64 - 1, so no nonce here.",
    {"server": SERVER, "client": CLIENT, "nonce": str(10**21)},
    {"roll": stake_dice(CLIENT, 10**21)},
    {"roll": stake_dice(CLIENT, "1e+21")},
)

# ---- draws ----


def remainders(values, n):
    counts = [len(range(i, values, n)) for i in range(n)]
    return {"more": max(counts), "less": min(counts), "with_more": counts.count(max(counts)) % n}


for id, about, values, n in [
    ("D02-modulo-bias-16-bit", "16 bits modulo 100.", 2**16, 100),
    ("D03-modulo-bias-rand-max-32767", "15 bits modulo 20.", 2**15, 20),
    ("D04-modulo-bias-keno-last-four-digits", "Four decimal digits modulo 41.", 10_000, 41),
]:
    trap(id, about, {"values": values, "n": n}, {"each": str(Fraction(values, n))}, remainders(values, n))
trap(
    "D05-modulo-bias-32-bit-mod-10000",
    "32 bits modulo 10,000.",
    {"values": 2**32, "n": 10_000},
    {"limit": 2**32 // 10_000 * 10_000},
    {"with_more": 2**32 % 10_000, "last_with_more": 2**32 % 10_000 - 1},
)
trap(
    "D07-round-instead-of-floor",
    "Rounding gives the ends of a range half their share.",
    {"n": 3},
    {"shares": ["1/3"] * 3},
    {"shares": ["1/4", "1/2", "1/4"]},
)
word, n = 2**32 - 1, 16
trap(
    "D10-two-unbiased-thresholds-disagree",
    "Two bounds without bias, of which one rejects the last multiple as well.",
    {"word": word, "n": n},
    {"limit": 2**32 - 2**32 % n, "value": word % n},
    {"limit": 2**32 - 1 - (2**32 - 1) % n},
)
windows = [int(("f" * 125 + "abc")[at : at + 5], 16) for at in range(0, 125, 5)]
assert min(windows) > 999_999
trap(
    "D11-digest-exhausted",
    "A digest of which every number is rejected: each site goes on in its own way.",
    {"digest": "f" * 125 + "abc"},
    {"published": {"primedice": 9_999}},
    {"last_three_digits": 0xABC, "published": {"monerodice": None}},
)


def naive(n):
    """P[place][card] of the shuffle that swaps every place with any place."""
    at = [[Fraction(card == place) for card in range(n)] for place in range(n)]
    for i in range(n):
        mean = [sum(at[place][card] for place in range(n)) / n for card in range(n)]
        kept = Fraction(n - 1, n)
        moved = [[at[p][c] * kept + at[i][c] / n for c in range(n)] for p in range(n)]
        moved[i] = mean
        at = moved
    return at


shares = {(place, card): share for place, row in enumerate(naive(52)) for card, share in enumerate(row)}
most, least = max(shares, key=shares.get), min(shares, key=shares.get)
trap(
    "D13-naive-shuffle-52",
    "A shuffle that swaps every card with any card.",
    {"n": 52},
    {"share": "1/52"},
    {
        "most": {"place": most[0], "card": most[1], "millionths": round(shares[most] * 10**6)},
        "least": {"place": least[0], "card": least[1], "millionths": round(shares[least] * 10**6)},
    },
)


def orders(choices, step):
    """Every order that a sequence of choices leads to, with its count."""
    found = {}

    def go(items, left):
        if not left:
            found["".join(items)] = found.get("".join(items), 0) + 1
            return
        for choice in range(left[0]):
            go(step(list(items), len(left) - 1, choice), left[1:])

    go(list("123"), choices)
    return found


def swap(items, i, j):
    items[i], items[j] = items[j], items[i]
    return items


trap(
    "D14-sattolo-instead-of-fisher-yates",
    "A choice among i instead of i + 1: no card stays in its place.",
    {"n": 3},
    {"orders": 6},
    {"orders": sorted(orders([2, 1], lambda items, left, j: swap(items, left + 1, j)))},
)


def coin_sort(items):
    """Insertion sort whose comparisons are coins: the chance of each order."""
    out = {}

    def insert(done, rest, chance):
        if not rest:
            out["".join(done)] = out.get("".join(done), 0) + chance
            return
        place(done, len(done), rest, chance)

    def place(done, at, rest, chance):
        if at == 0:
            return insert([rest[0]] + done, rest[1:], chance)
        insert(done[:at] + [rest[0]] + done[at:], rest[1:], chance / 2)
        place(done, at - 1, rest, chance / 2)

    insert([], list(items), Fraction(1))
    return {order: str(chance) for order, chance in sorted(out.items())}


trap(
    "D16-random-comparator-sort",
    "Sorting by the toss of a coin.",
    {"n": 3},
    {"each": "1/6"},
    coin_sort("123"),
)
seed, client = "5ff5c610e633b2a91c46d1be1f74286b", "854581b6f52eaa86503f1dc6433655f9"
numbers = stake_numbers(seed, client, 2, 24)
forward, backward = list(range(25)), list(range(25))
for i in range(3):
    swap(forward, i, i + (numbers[i] * (25 - i) >> 32))
for i in range(24, 0, -1):
    swap(backward, i, numbers[24 - i] * (i + 1) >> 32)
trap(
    "D17-fisher-yates-variants",
    "Fair ways to shuffle that do not agree.",
    {"server": seed, "client": client, "nonce": "2", "mines": 3},
    {"drawn": remove(range(25), numbers[:3]), "cells": sorted(remove(range(25), numbers[:3]))},
    {"forwards": sorted(forward[:3]), "backwards": sorted(backward[:3])},
)
seed, client = "ae1581dc89398cb8fdb84f0a2c64e816", "971f4d5c49eb1111385e9309d105227f"
numbers = stake_numbers(seed, client, 0, 10)
balls = remove(range(1, 41), numbers)
trap(
    "D20-keno-zero-or-one-based",
    "Balls counted from 0.",
    {"server": seed, "client": client, "nonce": "0"},
    {"drawn": balls, "balls": sorted(balls)},
    {"balls": sorted(ball - 1 for ball in balls)},
)
trap(
    "D21-keno-with-replacement",
    "Balls that are put back.",
    {"server": seed, "client": client, "nonce": "0"},
    {"drawn": balls, "balls": sorted(balls)},
    {"balls": [(word * 40 >> 32) + 1 for word in numbers]},
)


class Java:
    """java.util.Random, as its documentation defines it."""

    def __init__(self, seed):
        self.state = (seed ^ 0x5DEECE66D) & (2**48 - 1)

    def bits(self, count):
        self.state = (self.state * 0x5DEECE66D + 0xB) & (2**48 - 1)
        return self.state >> (48 - count)

    def below(self, n):
        if n & (n - 1) == 0:
            return n * self.bits(31) >> 31
        while True:
            bits = self.bits(31)
            if bits - bits % n + n - 1 < 2**31:
                return bits % n


java, java_random, python = list("ABCDEF"), Java(42), list("ABCDEF")
for i in range(5, 0, -1):
    swap(java, i, java_random.below(i + 1))
random.Random(42).shuffle(python)
trap(
    "D24-library-shuffle-not-portable",
    "The shuffles of standard libraries, of one list and seed.",
    {"seed": 42, "list": "ABCDEF"},
    {"java": "".join(java)},
    {"python": "".join(python), "published": {"park_miller": "BDFECA"}},
)

# ---- statistics ----


def six(fraction):
    return f"{float(fraction):.6f}"


def bust_return(divisor, x=2):
    return Fraction(99, 100 * x - 1) * x * (1 - Fraction(1, divisor))


trap(
    "E01-house-edge-by-formula",
    "What cashing out at 2.00 gives back.",
    {"hundredths": 200},
    {"later": six(Fraction(99, 100)), "divisor_101": six(bust_return(101))},
    {"claimed": "0.990000", **{f"divisor_{m}": six(bust_return(m)) for m in (33, 25, 20)}},
)


def z(count, total, chance):
    return (count - total * chance) / math.sqrt(total * chance * (1 - chance))


def log_chance(k, n, chance):
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return ways + k * math.log(chance) + (n - k) * math.log1p(-chance)


def at_least(k, n, chance):
    """The binomial tail; what lies 20,000 counts above k adds nothing."""
    return math.fsum(math.exp(log_chance(i, n, chance)) for i in range(k, min(n, k + 20_000) + 1))


def two_sided(k, n, chance):
    """All counts no more likely than k, which is above the mean."""
    other = int(2 * n * chance) - k
    while log_chance(other, n, chance) > log_chance(k, n, chance):
        other -= 1
    while log_chance(other + 1, n, chance) <= log_chance(k, n, chance):
        other += 1
    return at_least(k, n, chance) + at_least(n - other, n, 1 - chance)


above = at_least(924_319, 5_530_616, 1 / 6)
trap(
    "E03-fibs-doubles",
    "A count of doubles, tested one-sidedly after it was looked at.",
    {"rolls": 5_530_616, "doubles": 924_319},
    {
        "z": f"{z(924_319, 5_530_616, 1 / 6):.4f}",
        "one_sided": six(above),
        "twice": six(2 * above),
        "two_sided": six(two_sided(924_319, 5_530_616, 1 / 6)),
    },
    {"published": {"conclusion": "rigged"}},
)
rows = [(1, 4973, 16910), (2, 10802, 19529), (3, 14170, 18972), (4, 14953, 16847), (5, 12288, 12629)]
chances = [1 - ((6 - points) / 6) ** 2 for points, _, _ in rows]
scores = [z(count, total, chance) for (_, count, total), chance in zip(rows, chances)]
spread = sum(total * chance * (1 - chance) for (_, _, total), chance in zip(rows, chances))
pooled = sum(count - total * chance for (_, count, total), chance in zip(rows, chances)) / math.sqrt(spread)


def chi_square_5(statistic):
    """The chi-square tail with 5 degrees of freedom, in closed form."""
    root = math.sqrt(statistic)
    density = math.exp(-statistic / 2) / math.sqrt(2 * math.pi)
    return math.erfc(root / math.sqrt(2)) + 2 * density * (root + root**3 / 3)


statistic = sum(score**2 for score in scores)
trap(
    "E04-entering-from-the-bar",
    "Five counts, pooled after they were looked at.",
    {"points_entered_tried": rows},
    {"z": [f"{score:.3f}" for score in scores], "chi_square": f"{statistic:.3f}", "p": f"{chi_square_5(statistic):.4f}"},
    {"pooled_z": f"{pooled:.3f}", "p": f"{math.erfc(-pooled / math.sqrt(2)):.5f}"},
)
tail = sum(Fraction(math.comb(1000, k) * 5 ** (1000 - k), 6**1000) for k in range(201, 1001))
trap(
    "E05-pre-stated-threshold",
    "More than 200 doubles in 1,000 rolls.",
    {"rolls": 1000, "more_than": 200},
    {"p": six(tail)},
    {"published": {"conclusion": "proof"}},
)
trap(
    "E08-chi2-wrong-degrees-of-freedom",
    "A statistic with 2 degrees of freedom, held against the limit for 1.",
    {"statistic": "3.9", "df": 2},
    {"p": f"{math.exp(-3.9 / 2):.4f}", "rejected": False},
    {"df": 1, "p": f"{math.erfc(math.sqrt(3.9 / 2)):.4f}", "rejected": True},
)
trap(
    "E09-seeds-chosen-to-pass",
    "A test whose seeds were picked until it passed can no longer fail.",
    {"statistic": "13.443", "df": 4},
    {"p": f"{math.exp(-13.443 / 2) * (1 + 13.443 / 2):.6f}", "one_failure_in": 100},
    {"published": {"p": ["0.9912", "0.9999"]}},
)

lines = ",\n".join("  " + json.dumps(trap) for trap in TRAPS)
print('{"traps": [\n' + lines + "\n]}")
