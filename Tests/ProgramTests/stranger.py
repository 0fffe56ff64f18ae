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
        self.say(mqtt.packet(mqtt.CONNECT, mqtt.text("MQTT") + b"\5\2\0\0\0" + mqtt.text(name)))
        kind, _, body = mqtt.read(self.stream)
        if kind != mqtt.CONNACK or body.rest[1]:
            sys.exit("the relay does not let strangers in")
        threading.Thread(target=self.listen, daemon=True).start()

    def say(self, words):
        """Sends it."""
        with self.lock:
            self.connection.sendall(words)

    def publish(self, topic, payload, kept_seconds=0):
        """A message."""
        self.say(mqtt.publish(topic, payload, kept_seconds, is_kept=not payload))
        self.sent += 1

    def hear(self, topic, handle):
        """Calls `handle` with each message at a topic, or one level below it if it ends with "/+"."""
        self.heard[topic.encode()] = handle
        self.say(mqtt.packet(mqtt.SUBSCRIBE, b"\0\1\0" + mqtt.text(topic) + b"\0", 2))

    def listen(self):
        """Reads until the connection ends."""
        while packet := mqtt.read(self.stream):
            kind, _, body = packet
            if kind == mqtt.PUBLISH:
                topic = body.text()
                body.properties()
                handle = self.heard.get(topic) or self.heard.get(topic.rpartition(b"/")[0] + b"/+")
                if handle:
                    handle(body.rest)

    def room(self, number):
        """The inbox of a room's host; waits for it."""
        found = []
        self.hear(f"fiar/1/room/{number}", lambda card: found.append(card.split()[2].decode()) if card.startswith(b"room 1 ") else None)
        while not found:
            time.sleep(0.01)
        return found


def name():
    """A random inbox."""
    return os.urandom(16).hex()


def join():
    """A guest's join request."""
    return f"join 1 {name()} {name()} fiar/1/bye/{name()}".encode()


def begun():
    """Tells the test to go on."""
    print("begun", flush=True)


def walk(stranger, number):
    """Looks into a thousand rooms around the number, and sends a join request to each host."""
    first = max(0, int(number) - 500)
    found = []

    def enter(card):
        if not card.startswith(b"room 1 "):
            return
        found.append(card)
        for _ in range(3):
            stranger.publish("fiar/1/in/" + card.split()[2].decode(), join())

    for room in range(first, first + 1000):
        stranger.hear(f"fiar/1/room/{room:06}", enter)
    while not found:
        time.sleep(0.01)
    begun()
    time.sleep(3600)


def flood(stranger, number, does_follow):
    """Two hundred join requests a second at the host's inbox; where it follows, at whichever the room names now."""
    inboxes = stranger.room(number)
    first = inboxes[0]
    while True:
        stranger.publish("fiar/1/in/" + (inboxes[-1] if does_follow else first), join())
        if stranger.sent == 1000:
            begun()
        time.sleep(0.005)


def fill(stranger, number):
    """Sends 10,000 messages of 8,000 bytes as fast as possible."""
    inbox = stranger.room(number)[0]
    for count in range(10_000):
        stranger.publish("fiar/1/in/" + inbox, os.urandom(8000))
        if count == 2000:
            begun()
    time.sleep(3600)


def overwrite(stranger, number, card):
    """Overwrites the room a hundred times a second."""
    stranger.room(number)
    while True:
        stranger.publish(f"fiar/1/room/{number}", card(), 60)
        if stranger.sent == 300:
            begun()
        time.sleep(0.01)


def stand_between(stranger, number):
    """Redirects the room to itself, forwards what guest and host say, and alters the guest's second message."""
    own, card = name(), None
    host = stranger.room(number)

    def meet(words):
        if not words.startswith(b"join 1 "):
            return
        _, _, mark, guest, last_will = words.decode().split()[:5]
        to_guest, to_host = name(), name()
        count = [0]

        def from_host(words):
            if words.startswith(b"answer 1 "):
                _, _, _, inbox, returning, bye = words.decode().split()[:6]
                stranger.hear("fiar/1/in/" + to_guest, lambda words: from_guest(words, inbox))
                stranger.publish("fiar/1/in/" + guest, f"answer 1 {mark} {to_guest} {returning} {bye}".encode())
            else:
                stranger.publish("fiar/1/in/" + guest, words)

        def from_guest(words, inbox):
            count[0] += 1
            if count[0] == 2 and len(words) > 40:
                words = words[:-20] + bytes([words[-20] ^ 1]) + words[-19:]
            stranger.publish("fiar/1/in/" + inbox, words)

        stranger.hear("fiar/1/in/" + to_host, from_host)
        real = [inbox for inbox in host if inbox != own][-1]
        stranger.publish("fiar/1/in/" + real, f"join 1 {mark} {to_host} {last_will}".encode())

    stranger.hear("fiar/1/in/" + own, meet)
    card = f"room 1 {own}".encode()
    for turn in range(1 << 30):
        stranger.publish(f"fiar/1/room/{number}", card, 60)
        if turn == 5:
            begun()
        time.sleep(0.02)


ATTACKS = {
    "walk": walk,
    "flood": lambda stranger, number: flood(stranger, number, False),
    "follow": lambda stranger, number: flood(stranger, number, True),
    "fill": fill,
    "clear": lambda stranger, number: overwrite(stranger, number, lambda: b""),
    "overwrite": lambda stranger, number: overwrite(stranger, number, lambda: f"room 1 {name()}".encode()),
    "nonsense": lambda stranger, number: overwrite(stranger, number, lambda: os.urandom(500)),
    "between": stand_between,
}

if __name__ == "__main__":
    ATTACKS[sys.argv[2]](Stranger(int(sys.argv[1])), sys.argv[3])
