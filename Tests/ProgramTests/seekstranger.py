"""seekstranger.py PORT ATTACK: somebody at a relay on this machine among those who look for an opponent, who does something to them until
it is killed. Prints "begun" once a good part of it is done, or what an owner did wrong meanwhile. It knows the messages of
Sources/Session/Relay/RelayMessage.swift, and no game. It needs libsodium.
"""
import ctypes
import hashlib
import os
import struct
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import mqtt  # noqa: E402
from stranger import Stranger, begun, name  # noqa: E402
from wireclient import SODIUM, Exchange, blake2b  # noqa: E402

SEEKS, INBOXES = "fiar/1/seek/all/", "fiar/1/in/"
KEPT = 120
BITS = 8  # how much work the players of the tests demand
SLOT = 600  # for how many seconds it counts
SIDES = (b"meeting 1 host", b"meeting 1 guest")
SHARE = Exchange(True, bytes(32), b"", SIDES).share.hex()  # nobody of these players ever plays
FORGED = "Mallory"  # the name that nobody is to see


class Key:
    """A player's key."""

    def __init__(self):
        public, secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_seed_keypair(public, secret, os.urandom(32))
        self.public, self.secret = public.raw.hex(), secret.raw

    def sign(self, *words):
        """Words, followed by their signature."""
        text = " ".join(words).encode()
        said = b"fourinarow seek " + text
        signature = ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_detached(signature, None, said, ctypes.c_ulonglong(len(said)), self.secret)
        return text + b" " + signature.raw.hex().encode()


def now():
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def stamp(key, topic):
    """The proof of work for a public key and a topic."""
    slot = struct.pack(">I", int(time.time()) // SLOT)
    subject = hashlib.blake2b(b"fourinarow work " + bytes.fromhex(key) + slot + topic.encode(), digest_size=32).digest()
    for number in range(1 << 40):
        proof = struct.pack(">Q", number)
        if int.from_bytes(hashlib.blake2b(subject + proof, digest_size=32).digest()[:8], "big") >> 64 - BITS == 0:
            return (slot + proof).hex()
    return ""


def card(key, inbox, player, issued=None, since=None, owner=None, is_worked=True):
    """A card signed with `key`, which says that it is `owner`'s."""
    issued = issued or now()
    return key.sign(
        "card", "1", owner or key.public, SHARE, inbox, "four", "none", str(since or issued), str(issued),
        player.encode().hex(), stamp(owner or key.public, "fiar/1/seek") if is_worked else bytes(12).hex())


def put_up(stranger, key, player, **other):
    """A card of a player who does not exist, in the three buckets that others read."""
    inbox = name()
    said = card(key, inbox, player, **other)
    place = hashlib.blake2b(b"fourinarow bucket %d " % (time.time() // SLOT) + bytes.fromhex(key.public), digest_size=32).hexdigest()
    for bucket in ("all", place[:1], place[:2]):
        stranger.publish(f"fiar/1/seek/{bucket}/{inbox}", said, KEPT)


class Owner:
    """The list: the latest card of each player, and when it came. `handle` is called with each."""

    def __init__(self, stranger, handle=lambda words: None):
        self.words, self.said, self.times, self.handle = None, None, [], handle
        stranger.hear(SEEKS + "+", self.read)
        while not self.times:
            time.sleep(0.01)

    def read(self, payload):
        """A message on a card's topic: the first sender is the owner; a forged card has another name or nothing new."""
        words = payload.decode("ascii", "replace").split()
        if len(words) != 12 or words[0] != "card" or FORGED.encode().hex() in words[9]:
            return
        if self.words and (words[2] != self.words[2] or int(words[8]) <= int(self.words[8])):
            return
        self.words, self.said = words, payload
        self.times.append(time.monotonic())
        self.handle(words)

    @property
    def key(self):
        """Of the player, in hexadecimal digits."""
        return self.words[2]

    @property
    def inbox(self):
        """The inbox for join requests."""
        return self.words[4]


def defy(stranger, payloads):
    """Publishes a hundred times a second; the owner publishes the card again, but less often."""
    owner, is_told = Owner(stranger), False
    while True:
        for place, said in payloads(owner):
            stranger.publish(SEEKS + place, said, KEPT)
            time.sleep(0.01)
        if len(owner.times) >= 5 and not is_told:
            is_told, seconds = True, owner.times[4] - owner.times[1]
            print("begun" if seconds > 5 else f"put up again three times within {seconds} seconds", flush=True)


def forge():
    """Cards in the owner's name and in its own, forged, late, early, long, broken, and the owner's own card elsewhere."""
    eve, places = Key(), [name() for _ in range(10)]

    def payloads(owner):
        def own(place, **other):
            return places[place], card(eve, places[place], other.pop("player", FORGED), **other)

        good = card(eve, places[0], FORGED)
        return [
            (owner.inbox, card(eve, owner.inbox, FORGED, owner=owner.key)), own(1, owner=owner.key), own(2, issued=now() + 90_000),
            own(3, issued=now() - 200_000), own(4, player=FORGED + "\x1b[2J\u202e"), own(5, player=FORGED * 200),
            own(6, since=now() + 60_000), (places[7], good), (places[8], good[:-1] + (b"0" if good[-1:] != b"0" else b"1")),
            (places[9], owner.said),
        ]

    return payloads


def overwrite():
    """A card of its own, a good one, on the owner's topic: its inbox is the owner's, who knows nothing of it."""
    eve = Key()
    return lambda owner: [(owner.inbox, card(eve, owner.inbox, "Eve"))]


def flood(stranger):
    """Sends 200 messages of 4,000 bytes a second to the inbox of the present card."""
    owner = Owner(stranger)
    while True:
        stranger.publish(INBOXES + owner.inbox, os.urandom(4000))
        if stranger.sent == 1000:
            begun()
        time.sleep(0.005)


def fill(stranger):
    """Ten thousand players who do not exist, each with a good card; each of them came a second before the one above."""
    for count in range(10_000):
        put_up(stranger, Key(), f"Eve {count}", since=now() - count * 1000)
    begun()
    time.sleep(3600)


def cheap(stranger):
    """Two thousand players who do not exist, each with a signed card for which nobody has worked."""
    for count in range(2000):
        put_up(stranger, Key(), f"{FORGED} {count}", is_worked=False)
    begun()
    time.sleep(3600)


def many(stranger):
    """Two hundred players who do not exist, each with a good card from the near future."""
    for count in range(200):
        put_up(stranger, Key(), f"Eve {count}", issued=now() + 30_000)
    begun()
    time.sleep(3600)


def torrent(stranger):
    """Five thousand small messages a second, each to another topic of the list, and to the card's own."""
    owner, start, sent = Owner(stranger), time.monotonic(), 0
    while True:
        due = int((time.monotonic() - start) * 5000)
        places = [owner.inbox if count % 10 == 0 else name() for count in range(sent, due)]
        stranger.say(b"".join(mqtt.publish(SEEKS + place, b"x") for place in places))
        if sent < 5000 <= due:
            begun()
        sent = due
        time.sleep(0.01)


def silent(stranger):
    """A player whose program is stopped: its card is listed, but nobody answers."""
    inbox, key = name(), Key()
    stranger.hear(INBOXES + inbox, lambda said: None)
    while True:
        stranger.publish(SEEKS + inbox, card(key, inbox, "Eve"), KEPT)
        if stranger.sent == 1:
            begun()
        time.sleep(30)


def seal(contents, key):
    """One message under a key of its own, the last one."""
    state = ctypes.create_string_buffer(SODIUM.crypto_secretstream_xchacha20poly1305_statebytes())
    header, sealed = ctypes.create_string_buffer(24), ctypes.create_string_buffer(len(contents) + 17)
    SODIUM.crypto_secretstream_xchacha20poly1305_init_push(state, header, key)
    SODIUM.crypto_secretstream_xchacha20poly1305_push(
        state, sealed, None, contents, ctypes.c_ulonglong(len(contents)), None, ctypes.c_ulonglong(0), ctypes.c_ubyte(3))
    return header.raw + sealed.raw


def take(stranger, fresh):
    """Accepts the card five times a second and never plays: with a fresh key each time, or with one, until it is told that the card is gone, and
    on. What the owner says is sealed, but that there is a game is longer."""
    latest, key = [], Key()

    def heard(said):
        if not fresh and said.startswith(b"sealed ") and len(said) < 150 and stranger.sent >= 4:
            begun()

    Owner(stranger, lambda words: latest.__setitem__(slice(None), [words]))
    while True:
        for words in latest:
            key, inbox, own = Key() if fresh else key, words[4], name()
            exchange = Exchange(False, bytes(32), inbox.encode(), SIDES)
            exchange.agree(bytes.fromhex(words[3]))
            stranger.hear(INBOXES + own, heard)
            mark = hashlib.blake2b(" ".join(words[2:7]).encode(), digest_size=32).hexdigest()
            sealed = seal(f"join 1 {name()} {own}".encode(), blake2b(b"fourinarow meeting 1 request", exchange.guest_key))
            said = key.sign("accept", "1", key.public, exchange.share.hex(), mark, sealed.hex(), stamp(key.public, INBOXES + inbox))
            stranger.publish(INBOXES + inbox, said)
            if fresh and stranger.sent == 10:
                begun()
        time.sleep(0.2)


def replay(stranger):
    """Says whatever comes to the card's inbox again, there and at the next ones, ten times a second."""
    heard, inboxes = [], []

    def attend(words):
        if words[4] not in inboxes:
            inboxes.append(words[4])
            stranger.hear(INBOXES + words[4], lambda said: said in heard or heard.append(said))

    Owner(stranger, attend)
    begun()
    while True:
        for inbox in list(inboxes):
            for said in heard[-3:]:
                stranger.publish(INBOXES + inbox, said)
        time.sleep(0.1)


ATTACKS = {
    "forge": lambda stranger: defy(stranger, forge()),
    "clear": lambda stranger: defy(stranger, lambda owner: [(owner.inbox, b"")]),
    "overwrite": lambda stranger: defy(stranger, overwrite()),
    "nonsense": lambda stranger: defy(stranger, lambda owner: [(owner.inbox, os.urandom(500))]),
    "take": lambda stranger: take(stranger, False), "hog": lambda stranger: take(stranger, True), "replay": replay, "silent": silent, "flood": flood, "fill": fill, "cheap": cheap, "many": many,
    "torrent": torrent,
}

if __name__ == "__main__":
    ATTACKS[sys.argv[2]](Stranger(int(sys.argv[1])))
