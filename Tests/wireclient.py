#!/usr/bin/env python3
"""Another Four in a Row, made from Sources/Wire/README.md alone and sharing no code with the program: it joins or hosts a
private game, plays the moves that it is told, and says goodbye; or checks Tests/Recorded/seal.txt. It needs libsodium and
nothing else. It plays no better than it must: no list of games, no broken game taken up again."""

import argparse
import ctypes
import ctypes.util
import hashlib
import hmac
import os
import plistlib
import re
import socket
import struct
import sys
import time

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Sources")
README = os.path.join(SOURCES, "Wire", "README.md")
# Only programs of the same version play together.
with open(os.path.join(SOURCES, "Session", "Seams", "Program.swift"), encoding="utf-8") as program:
    PROGRAM_VERSION = re.search(r'version = "(.*)"', program.read())[1]
CHANNEL = ("fourinarow host", "fourinarow guest")
VERSION = 3


def sodium():
    name = ctypes.util.find_library("sodium") or "libsodium.so.23"
    library = ctypes.CDLL(name)
    if library.sodium_init() < 0:
        raise SystemExit("libsodium does not start")
    return library


SODIUM = sodium()


def fail(words):
    raise SystemExit(words)


# --- Frames and packets


class Archive:
    """One packet as NSKeyedArchiver writes it."""

    def __init__(self):
        self.objects = ["$null"]
        self.classes = {}

    def add(self, value):
        place = plistlib.UID(len(self.objects))
        self.objects.append(None)
        if isinstance(value, dict):
            value = {
                "NS.keys": [self.add(key) for key in value],
                "NS.objects": [self.add(item) for item in value.values()],
                "$class": self.class_named("NSDictionary"),
            }
        elif isinstance(value, list):
            value = {"NS.objects": [self.add(item) for item in value], "$class": self.class_named("NSArray")}
        self.objects[place.data] = value
        return place

    def class_named(self, name):
        if name not in self.classes:
            self.classes[name] = plistlib.UID(len(self.objects))
            self.objects.append({"$classname": name, "$classes": [name, "NSObject"]})
        return self.classes[name]


def frame(packet_type, fields=None):
    archive = Archive()
    archive.objects.append(None)
    data = plistlib.UID(0) if fields is None else archive.add(fields)
    archive.objects[1] = {"$class": archive.class_named("MTPacket"), "data": data, "type": packet_type, "action": 0}
    body = plistlib.dumps(
        {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"packet": plistlib.UID(1)}, "$objects": archive.objects},
        fmt=plistlib.FMT_BINARY)
    return struct.pack("<Q", len(body)) + body


def unarchive(body):
    archive = plistlib.loads(body, fmt=plistlib.FMT_BINARY)
    objects = archive["$objects"]

    def value(uid):
        item = objects[uid.data]
        if isinstance(item, dict) and "NS.keys" in item:
            return {value(key): value(entry) for key, entry in zip(item["NS.keys"], item["NS.objects"])}
        if isinstance(item, dict) and "NS.objects" in item:
            return [value(entry) for entry in item["NS.objects"]]
        return None if item == "$null" else item

    root = objects[archive["$top"]["packet"].data]
    return root["type"], value(root["data"]) or {}


def raw(fields, name):
    return bytes.fromhex(fields[name])


# --- Keys


def lv(data):
    length, rest = b"", len(data)
    while True:
        length += bytes([rest & 0x7F | (0x80 if rest > 0x7F else 0)])
        rest >>= 7
        if rest == 0:
            return length + data


def sha512(*parts):
    return hashlib.sha512(b"".join(parts)).digest()


def blake2b(data, key):
    return hashlib.blake2b(data, digest_size=32, key=key).digest()


def hash_code(code, salt):
    password = ctypes.create_string_buffer(32)
    text = code.encode()
    argon2id13 = 2
    if SODIUM.crypto_pwhash(
            password, ctypes.c_ulonglong(32), text, ctypes.c_ulonglong(len(text)), salt, ctypes.c_ulonglong(5),
            ctypes.c_size_t(7168 * 1024), argon2id13):
        fail("no memory for Argon2id")
    return password.raw


def generator(password, sid):
    first = lv(b"CPaceRistretto255") + lv(password)
    zeros = bytes(max(0, 128 - 1 - len(first)))
    channel = b"".join(lv(side.encode()) for side in CHANNEL)
    element = ctypes.create_string_buffer(32)
    SODIUM.crypto_core_ristretto255_from_hash(element, sha512(first, lv(zeros), lv(channel), lv(sid)))
    return element.raw


def multiply(scalar, element):
    product = ctypes.create_string_buffer(32)
    if SODIUM.crypto_scalarmult_ristretto255(product, scalar, element):
        fail("a share that is none")
    return product.raw


def random_scalar():
    scalar = ctypes.create_string_buffer(32)
    SODIUM.crypto_core_ristretto255_scalar_random(scalar)
    return scalar.raw


class Exchange:
    """One side of CPace; `own` and `data` are given as (host's, guest's)."""

    def __init__(self, is_host, password, sid, data, scalar=None):
        self.is_host, self.sid, self.data = is_host, sid, data
        self.password, self.generator = password, generator(password, sid)
        self.scalar = scalar or random_scalar()
        self.share = multiply(self.scalar, self.generator)

    def agree(self, other):
        shares = (self.share, other) if self.is_host else (other, self.share)
        said = [lv(share) + lv(data) for share, data in zip(shares, self.data)]
        self.isk = sha512(lv(b"CPaceRistretto255_ISK"), lv(self.sid), lv(multiply(self.scalar, other)), *said)
        mac_key = sha512(b"CPaceMac", self.sid, self.isk)
        self.host_proof, self.guest_proof = (hmac.new(mac_key, words, hashlib.sha512).digest() for words in said)
        self.host_key = blake2b(b"fourinarow stream of the host", self.isk)
        self.guest_key = blake2b(b"fourinarow stream of the guest", self.isk)

    def seal_key(self, of_host):
        return blake2b(b"fourinarow seal 2 " + bytes([of_host]), self.host_key if of_host else self.guest_key)

    def listing(self, name):
        return blake2b(b"fourinarow listing 2 fourinarow\0" + name.encode(), self.host_key)

    def secrets(self):
        return [self.password, self.generator, self.isk, self.host_key, self.guest_key, self.seal_key(True), self.seal_key(False)]


def private_data(salt):
    return b"host" + bytes([VERSION]) + salt, b"guest" + bytes([VERSION])


# --- The stream

OVERHEAD, STEP, LONGEST, FINAL, CONTENT = 17, 512, 4096, 3, 0


class Stream:
    """Both directions, at one end."""

    def __init__(self, sending_key, receiving_key):
        size = SODIUM.crypto_secretstream_xchacha20poly1305_statebytes()
        self.pushing, self.pulling = ctypes.create_string_buffer(size), ctypes.create_string_buffer(size)
        self.receiving_key = receiving_key
        header = ctypes.create_string_buffer(24)
        SODIUM.crypto_secretstream_xchacha20poly1305_init_push(self.pushing, header, sending_key)
        self.header = self.framed(header.raw)
        self.buffer, self.is_open, self.has_ended = b"", False, False

    @staticmethod
    def framed(data):
        return struct.pack("<H", len(data)) + data

    def seal(self, data, tag=0):
        padded = bytes([CONTENT]) + data + b"\x80" + bytes(-(len(data) + 2) % STEP)
        sealed = ctypes.create_string_buffer(len(padded) + OVERHEAD)
        SODIUM.crypto_secretstream_xchacha20poly1305_push(
            self.pushing, sealed, None, padded, ctypes.c_ulonglong(len(padded)), None, ctypes.c_ulonglong(0), ctypes.c_ubyte(tag))
        header, self.header = self.header, b""
        return header + self.framed(sealed.raw)

    def open(self, data):
        self.buffer += data
        opened = b""
        while len(self.buffer) >= 2:
            length = struct.unpack("<H", self.buffer[:2])[0]
            if len(self.buffer) < 2 + length:
                break
            content, self.buffer = self.buffer[2:2 + length], self.buffer[2 + length:]
            opened += self.message(content)
        return opened

    def message(self, sealed):
        if self.has_ended:
            fail("something follows the end")
        if not self.is_open:
            self.is_open = True
            if SODIUM.crypto_secretstream_xchacha20poly1305_init_pull(self.pulling, sealed, self.receiving_key):
                fail("no header")
            return b""
        room = ctypes.create_string_buffer(len(sealed) - OVERHEAD)
        tag = ctypes.c_ubyte()
        if SODIUM.crypto_secretstream_xchacha20poly1305_pull(
                self.pulling, room, None, ctypes.byref(tag), sealed, ctypes.c_ulonglong(len(sealed)), None, ctypes.c_ulonglong(0)):
            fail("a broken seal")
        self.has_ended = tag.value == FINAL
        kind, *data = room.raw.rstrip(b"\0")[:-1]
        return bytes(data) if kind == CONTENT else b""


# --- A connection


class Line:
    """Packets on a connection, in the clear and then sealed."""

    def __init__(self, connection):
        self.connection, self.buffer, self.stream, self.is_over = connection, b"", None, False
        connection.settimeout(60)

    def send(self, packet_type, fields=None):
        data = frame(packet_type, fields)
        self.connection.sendall(self.stream.seal(data) if self.stream else data)

    def seal(self, stream):
        self.stream = stream
        rest, self.buffer = self.buffer, b""
        self.buffer = stream.open(rest)

    def read(self):
        data = self.connection.recv(65536)
        self.is_over = not data
        self.buffer += self.stream.open(data) if self.stream else data

    def packet(self):
        """The next one; nothing after the end."""
        while True:
            if len(self.buffer) >= 8:
                length = struct.unpack("<Q", self.buffer[:8])[0]
                if len(self.buffer) >= 8 + length:
                    body, self.buffer = self.buffer[8:8 + length], self.buffer[8 + length:]
                    return unarchive(body)
            if self.is_over:
                return None
            self.read()

    def privacy(self, *kinds):
        packet = self.packet()
        if packet is None or packet[0] != 26 or packet[1].get("kind") not in kinds:
            fail(f"expected kind {kinds} of type 26, not {packet}")
        return packet[1]

    def say_privacy(self, kind, **fields):
        self.send(26, {"kind": kind, **{k: v.hex() if isinstance(v, bytes) else v for k, v in fields.items()}})

    def end(self):
        """The last message, and the other's last."""
        self.connection.sendall(self.stream.seal(b"", FINAL))
        while not self.stream.has_ended and not self.is_over:
            self.read()
        print("both have ended" if self.stream.has_ended else "cut", flush=True)
        self.connection.close()


def join(line, code, listed_as):
    greeting = line.privacy(0)
    if greeting["version"] != VERSION:
        fail("the host has a different version")
    salt, half = raw(greeting, "salt"), os.urandom(16)
    exchange = Exchange(False, hash_code(code, salt), raw(greeting, "session") + half, private_data(salt))
    line.say_privacy(1, session=half, share=exchange.share)
    exchange.agree(raw(line.privacy(2), "share"))
    line.say_privacy(3, proof=exchange.guest_proof)
    answer = line.privacy(4, 5)
    if answer["kind"] == 5:
        fail("wrong code")
    if not hmac.compare_digest(raw(answer, "proof"), exchange.host_proof):
        fail("an impostor")
    is_listed = hmac.compare_digest(raw(answer, "listing"), exchange.listing(listed_as))
    print(f"sealed; the host is {'' if is_listed else 'not '}listed as {listed_as}", flush=True)
    line.seal(Stream(exchange.seal_key(False), exchange.seal_key(True)))
    return exchange


def admit(line, code, name):
    salt, half = os.urandom(16), os.urandom(16)
    line.say_privacy(0, version=VERSION, salt=salt, session=half)
    reply = line.privacy(1)
    exchange = Exchange(True, hash_code(code, salt), half + raw(reply, "session"), private_data(salt))
    exchange.agree(raw(reply, "share"))
    line.say_privacy(2, share=exchange.share)
    if not hmac.compare_digest(raw(line.privacy(3), "proof"), exchange.guest_proof):
        fail("a wrong code")
    line.say_privacy(4, proof=exchange.host_proof, listing=exchange.listing(name))
    print("sealed", flush=True)
    line.seal(Stream(exchange.seal_key(True), exchange.seal_key(False)))
    return exchange


def show_keys(line, exchange):
    """What we send is sealed with the first: a stream's state begins with its key."""
    print("keys", *(key.hex() for key in [line.stream.pushing.raw[:32], *exchange.secrets()]), flush=True)


def play(line, name, moves, is_host, clock=None, claim=0):
    """The moves of both, as digits from 1; the host moves first. Our own are said, the other's must be those. `clock`: that of a host;
    `claim`: how many milliseconds each of our moves is said to have taken."""
    hello = {"name": name, "version": PROGRAM_VERSION, "game": "fourinarow"}
    line.send(16, hello | ({"clock": clock} if clock else {}))
    begun, claimed = time.monotonic(), {}

    def thought():
        return max(claim, round(1000 * (time.monotonic() - begun)))

    def their_disc(ply):
        """Reads on until it comes, and says how long we think, whoever asks."""
        nonlocal clock
        while packet := line.packet():
            kind, fields = packet[0], packet[1]
            if kind == 0:
                return fields
            if kind == 16:
                clock = clock or fields.get("clock")
                print(f"hello from {fields['name']}", flush=True)
            if kind == 29 and fields["kind"] == 0:
                claimed[fields["ply"]] = fields["time"]
            if kind == 29 and fields["kind"] == 1:
                print(f"our disc {fields['ply']} cost {fields['time']} ms", flush=True)
            if kind == 29 and fields["kind"] == 3 and fields["ply"] == ply:
                line.send(29, {"kind": 4, "ply": ply, "time": thought()})
        return None

    for number, digit in enumerate(moves):
        if (number % 2 == 0) == is_host:
            if clock and number > 0:
                line.send(29, {"kind": 0, "ply": number, "time": thought()})
            line.send(0, {"column": int(digit) - 1})
            continue
        disc = their_disc(number)
        if disc != {"column": int(digit) - 1}:
            fail(f"expected a disc into column {digit}, not {disc}")
        begun = time.monotonic()
        print(f"their disc {digit}", flush=True)
        if clock and number > 0:
            line.send(29, {"kind": 1, "ply": number, "time": claimed.get(number, 0)})
    if sys.stdin.readline() != "bye\n":
        fail("told to do something else than to say goodbye")
    line.send(17, {"reason": 0})
    line.end()


# --- The vectors


def check(path):
    """Every value that follows from others, by this program's own arithmetic."""
    with open(path, encoding="utf-8") as file:
        known = dict(line.rstrip("\n").split(" ", 1) for line in file if line.strip() and not line.startswith("#"))

    def given(name):
        return bytes.fromhex(known[name])

    found = {}
    found["password"] = hash_code(known["code"], given("salt"))
    sid, data = given("session-host") + given("session-guest"), private_data(given("salt"))
    host, guest = (
        Exchange(side == "host", found["password"], sid, data, given(f"{side}-scalar")) for side in ("host", "guest"))
    host.agree(guest.share)
    guest.agree(host.share)
    if host.isk != guest.isk:
        fail("the two sides disagree")
    found |= {
        "generator": host.generator, "host-share": host.share, "guest-share": guest.share, "isk": host.isk,
        "host-proof": host.host_proof, "guest-proof": host.guest_proof, "host-side-key": host.host_key,
        "guest-side-key": host.guest_key, "host-seal-key": host.seal_key(True), "guest-seal-key": host.seal_key(False),
        "listing": host.listing(known["listed-as"])}
    stream = Stream(bytes(32), found["host-seal-key"])
    found["stream-opened"] = stream.open(given("stream"))
    if not stream.has_ended:
        fail("the stream does not end")
    key, identity, nonce = given("resume-key"), given("resume-id"), given("resume-guest-nonce")
    for purpose, word, its_nonce in [(0, "search", given("resume-search-nonce")), (1, "call", nonce)]:
        found[f"resume-{word}-mark"] = blake2b(b"fourinarow mark 2 " + bytes([purpose]) + identity + its_nonce, key)[:16]
    again = Exchange(
        True, key, nonce, (b"resume 2 host" + identity, b"resume 2 guest" + identity), given("resume-host-scalar"))
    again.agree(given("resume-guest-share"))
    found |= {"resume-host-share": again.share, "resume-answer-proof": again.host_proof}
    game, host_first, take_backs, allowed = (int(known[f"history-{name}"]) for name in
                                             ("game", "hostFirst", "takeBacks", "allowed"))
    moves, before = known["history-moves"].encode(), known["history-before"].encode()
    read, costs = int(known["history-read"]), [int(cost) for cost in known["history-costs"].split()]
    # Neither this game nor the one before it was given up, drawn by agreement, or lost on time.
    ending = ending_before = 0
    history = struct.pack(f"<{9 + len(costs)}Q", game, host_first, take_backs, allowed, ending, ending_before, read, len(costs),
                          len(moves), *costs) + moves + before
    found["history-bytes"] = history
    for side, key in [(1, again.host_key), (0, again.guest_key)]:
        word = "host" if side else "guest"
        found[f"resume-{word}-history-proof"] = blake2b(b"fourinarow resume 3 " + bytes([side, 1]) + identity + history, key)
        found[f"resume-{word}-reseal-key"] = blake2b(b"fourinarow reseal 2 " + bytes([side]) + identity, key)
    kind, fields = unarchive(given("frame")[8:])
    if (kind, fields) != unarchive(frame(26, {"kind": 2, "share": known["host-share"]})[8:]):
        fail(f"the frame says {kind} {fields}")
    for name, value in found.items():
        if value != given(name):
            fail(f"{name} is {value.hex()}, not {known[name]}")
    print(f"{len(found)} values are right")


def words():
    with open(README, encoding="utf-8") as file:
        return re.findall("[a-z]+", file.read().split("## The words of codes")[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["join", "host", "check"])
    parser.add_argument("target", help="join: the port on this machine; host: the name it is listed as; check: the file")
    parser.add_argument("--code", help="four words joined by hyphens")
    parser.add_argument("--name", default="Pi")
    parser.add_argument("--listed", default="", help="the name of the host in the list")
    parser.add_argument("--keys", action="store_true", help="show all that is secret")
    parser.add_argument("--moves", default="", help="of both, as digits; then goodbye, at a line of input")
    parser.add_argument("--clock", help="host: minutes and seconds per move, such as 3+2")
    parser.add_argument("--claim", type=int, default=0, help="how many milliseconds each move is said to have taken, at least")
    options = parser.parse_args()
    if options.what == "check":
        check(options.target)
    elif options.what == "join":
        line = Line(socket.create_connection(("127.0.0.1", int(options.target))))
        exchange = join(line, options.code, options.listed)
        if options.keys:
            show_keys(line, exchange)
        play(line, options.name, options.moves, False, claim=options.claim)
    else:
        list_of_words = words()
        code = "-".join(list_of_words[byte] for byte in os.urandom(4))
        listener = socket.create_server(("127.0.0.1", 0))
        print(f"port {listener.getsockname()[1]} code {code}", flush=True)
        line = Line(listener.accept()[0])
        exchange = admit(line, code, options.target)
        if options.keys:
            show_keys(line, exchange)
        play(line, options.name, options.moves, True, options.clock, options.claim)


if __name__ == "__main__":
    main()
