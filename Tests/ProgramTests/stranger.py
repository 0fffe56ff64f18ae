"""stranger.py PORT ATTACK NUMBER: somebody at a relay on this machine who has found a room's number, and does something there until it is
killed. Prints "begun" once a good part of it is done, and the sum of what it found, if it looks for something. It knows what guests and
hosts say to each other before a game, and no game.
"""
import os
import socket
import sys
import threading
import time

sys.dont_write_bytecode = True
import mqtt  # noqa: E402


class Stranger:
    """A connection to the relay."""

    def __init__(self, port):
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.stream = self.connection.makefile("rb")
        self.heard, self.sent, self.lock = {}, 0, threading.Lock()
        name = b"stranger" + os.urandom(4).hex().encode()
        # It promises to be heard every 60 s, as the game does: mosquitto 2.0.21 takes those that promise less for dead (mosquitto.conf).
        self.say(mqtt.packet(mqtt.CONNECT, mqtt.text("MQTT") + b"\5\2\0\x3c\0" + mqtt.text(name)))
        kind, _, body = mqtt.read(self.stream)
        if kind != mqtt.CONNACK or body.rest[1]:
            sys.exit("the relay does not let strangers in")
        threading.Thread(target=self.listen, daemon=True).start()

    def say(self, words):
        """Sends it."""
        with self.lock:
            self.connection.sendall(words)

    def publish(self, topic, payload, kept_seconds=0, is_kept=False):
        """A message; it is kept for ever if `is_kept`."""
        self.say(mqtt.publish(topic, payload, kept_seconds, is_kept=is_kept or not payload))
        self.sent += 1

    def hear(self, topic, handle):
        """Calls `handle` with each message at a topic, or one level below it if it ends with "/+"."""
        self.heard[topic.encode()] = handle
        self.say(mqtt.packet(mqtt.SUBSCRIBE, b"\0\1\0" + mqtt.text(topic) + b"\0", 2))

    def listen(self):
        """Reads until the connection ends."""
        while packet := self.read():
            kind, _, body = packet
            if kind == mqtt.PUBLISH:
                topic = body.text()
                body.properties()
                handle = self.heard.get(topic) or self.heard.get(topic.rpartition(b"/")[0] + b"/+")
                if handle:
                    handle(body.rest)

    def read(self):
        """The next packet; None at the end."""
        try:
            return mqtt.read(self.stream)
        except OSError:
            return None

    def room(self, number):
        """The inbox and the key share of a room's host; waits for them."""
        found = []
        self.hear(f"fiar/1/room/{number}", lambda entry: found.append(tuple(entry.decode().split()[2:4])) if entry.startswith(b"room 1 ") else None)
        while not found:
            time.sleep(0.01)
        return found


def name():
    """A random inbox."""
    return os.urandom(16).hex()


def knock(share):
    """A guest's request, sealed with other keys."""
    return f"knock 1 {share} {os.urandom(150).hex()}".encode()


def begun():
    """Tells the test to go on."""
    print("begun", flush=True)


def walk(stranger, number):
    """Looks into a thousand rooms around the number, and sends a join request to each host."""
    first = max(0, int(number) - 500)
    found = []

    def enter(entry):
        if not entry.startswith(b"room 1 "):
            return
        found.append(entry)
        inbox, share = entry.decode().split()[2:4]
        for _ in range(3):
            stranger.publish("fiar/1/in/" + inbox, knock(share))

    for room in range(first, first + 1000):
        stranger.hear(f"fiar/1/room/{room:06}", enter)
    while not found:
        time.sleep(0.01)
    begun()
    time.sleep(3600)


def flood(stranger, number, does_follow):
    """Two hundred join requests a second at the host's inbox; where it follows, at whichever the room names now."""
    entries = stranger.room(number)
    first = entries[0]
    while True:
        inbox, share = entries[-1] if does_follow else first
        stranger.publish("fiar/1/in/" + inbox, knock(share))
        if stranger.sent == 1000:
            begun()
        time.sleep(0.005)


def fill(stranger, number):
    """Sends 10,000 messages of 4,000 bytes as fast as possible."""
    inbox, _ = stranger.room(number)[0]
    for count in range(10_000):
        stranger.publish("fiar/1/in/" + inbox, os.urandom(4000))
        if count == 2000:
            begun()
    time.sleep(3600)


def overwrite(stranger, number, entry):
    """Overwrites the room a hundred times a second. `entry` gets the host's key share."""
    share = stranger.room(number)[0][1]
    while True:
        stranger.publish(f"fiar/1/room/{number}", entry(share), 60)
        if stranger.sent == 300:
            begun()
        time.sleep(0.01)


def drown(stranger, number):
    """Writes nonsense into the room three hundred times a second."""
    start = time.monotonic()
    while True:
        while stranger.sent < (time.monotonic() - start) * 300:
            stranger.publish(f"fiar/1/room/{number}", os.urandom(100), 60)
        if stranger.sent >= 600:
            begun()
        time.sleep(0.01)


def stand_between(stranger, number):
    """Leads guests to its own inbox, and passes on what they send."""
    own = name()
    (host, share), *_ = stranger.room(number)
    stranger.hear("fiar/1/in/" + own, lambda words: stranger.publish("fiar/1/in/" + host, words))
    for turn in range(1 << 30):
        stranger.publish(f"fiar/1/room/{number}", f"room 1 {own} {share}".encode(), 60)
        if turn == 5:
            begun()
        time.sleep(0.02)


def pretend(stranger, number):
    """Says once a second that its own inbox is the host's, and that another version hosts here."""
    share = stranger.room(number)[0][1]
    while True:
        stranger.publish(f"fiar/1/room/{number}", f"room 1 {name()} {share}".encode(), 60)
        stranger.publish(f"fiar/1/room/{number}", b"room 9 somewhere", 60)
        if stranger.sent == 4:
            begun()
        time.sleep(1)


def occupy(stranger, number):
    """Says in this room and the next one that a game runs there, for ever."""
    for room in (number, f"{int(number) + 1:06}"):
        stranger.publish(f"fiar/1/room/{room}", b"playing 1", is_kept=True)
    stranger.hear(f"fiar/1/room/{room}", lambda said: begun())
    time.sleep(3600)


ATTACKS = {
    "walk": walk,
    "flood": lambda stranger, number: flood(stranger, number, False),
    "follow": lambda stranger, number: flood(stranger, number, True),
    "fill": fill,
    "clear": lambda stranger, number: overwrite(stranger, number, lambda share: b""),
    "overwrite": lambda stranger, number: overwrite(stranger, number, lambda share: f"room 1 {name()} {share}".encode()),
    "nonsense": lambda stranger, number: overwrite(stranger, number, lambda share: os.urandom(500)),
    "drown": drown,
    "between": stand_between,
    "pretend": pretend, "occupy": occupy,
}

if __name__ == "__main__":
    ATTACKS[sys.argv[2]](Stranger(int(sys.argv[1])), sys.argv[3])
