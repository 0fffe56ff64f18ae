"""spy.py PORT: a way to a relay on this machine that remembers every topic and message of the programs that take it. Prints its own port.
After the line "attack" it says all that again as a stranger, and forges what else could be said there, until it is killed; after "flood KIND"
it sends 5,000 small messages a second to each topic of a kind that strangers can learn. Prints "begun" once everything was said, or 5,000
messages were sent to each topic.
"""
import os
import socket
import sys
import threading
import time

sys.dont_write_bytecode = True
import mqtt  # noqa: E402
from stranger import Stranger, begun, name  # noqa: E402

KNOWN = {}
"""The messages at each topic."""
FLOOD = 5000  # messages a second


class Recorded:
    """A stream whose bytes are kept until they are taken."""

    def __init__(self, stream):
        self.stream, self.bytes = stream, b""

    def read(self, count):
        """Reads and keeps."""
        read = self.stream.read(count)
        self.bytes += read
        return read


def remember(kind, flags, body):
    """The topics and messages of a packet."""
    if kind == mqtt.CONNECT:
        body.text()
        has_will = body.take(4)[1] & 4
        body.properties()
        body.text()
        if has_will:
            body.properties()
            KNOWN.setdefault(body.text(), set())
    elif kind == mqtt.SUBSCRIBE:
        body.pair()
        body.properties()
        while body.rest:
            KNOWN.setdefault(body.text(), set())
            body.byte()
    elif kind == mqtt.PUBLISH:
        topic = body.text()
        if flags & 6:
            body.pair()
        body.properties()
        KNOWN.setdefault(topic, set()).add(body.rest)


def pass_on(source, target, is_remembered):
    """Copies packets until the end."""
    stream = Recorded(source.makefile("rb"))
    try:
        while packet := mqtt.read(stream):
            if is_remembered():
                remember(*packet)
            target.sendall(stream.bytes)
            stream.bytes = b""
    except OSError:
        pass
    target.close()


def serve(server, port):
    """Takes programs to the relay."""
    while True:
        program, _ = server.accept()
        relay = socket.create_connection(("127.0.0.1", port))
        # What a flood brings is not remembered.
        for way in [(program, relay, lambda: True), (relay, program, lambda: not FLOODED)]:
            threading.Thread(target=pass_on, args=way, daemon=True).start()


def attack(stranger):
    """Everything at every topic, a hundred messages a second."""
    is_told = False
    while True:
        for topic, said in list(KNOWN.items()):
            forged = [b"", os.urandom(32), b"back 1", b"gone 1", b"playing 1", f"join 1 {name()} {name()}".encode()]
            for payload in [*said, *forged]:
                stranger.publish(topic, payload)
                time.sleep(0.01)
        if not is_told and any(KNOWN.values()):
            is_told = True
            begun()


def inboxes(prefix, kind, place):
    """The inboxes named by messages of a kind at topics with this prefix."""
    said = [message.split() for topic, messages in list(KNOWN.items()) if topic.startswith(prefix) for message in list(messages)]
    return {b"fiar/1/in/" + words[place] for words in said if words[:1] == [kind]}


def topics(kind):
    """The topics of a kind that are known now."""
    if kind == "inbox":
        return inboxes(b"fiar/1/room/", b"room", 2)
    if kind == "reply":
        return inboxes(b"fiar/1/seek/", b"card", 4)
    prefix = {"room": b"fiar/1/room/", "card": b"fiar/1/seek/", "will": b"fiar/1/bye/", "stream": b"fiar/1/watch/0/"}[kind]
    return {topic for topic in list(KNOWN) if topic.startswith(prefix) and not topic.endswith(b"+")}


FLOODED = []
"""What is flooded; empty until a flood has begun."""


def flood(stranger, kind):
    """Every ten milliseconds a hundredth of a second's messages to each topic, new ones included."""
    FLOODED.append(kind)
    payloads, start, sent = [b"x", b"", os.urandom(32)], time.monotonic(), 0
    while True:
        due = int((time.monotonic() - start) * FLOOD)
        flooded = topics(kind)
        if not flooded:
            sys.exit(f"there is no {kind}")
        for topic in flooded:
            stranger.say(b"".join(mqtt.publish(topic, payloads[count % 3]) for count in range(sent, due)))
        if sent < FLOOD <= due:
            begun()
        sent = due
        time.sleep(0.01)


if __name__ == "__main__":
    SERVER = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(SERVER, int(sys.argv[1])), daemon=True).start()
    print(SERVER.getsockname()[1], flush=True)
    WORDS = sys.stdin.readline().split()
    if WORDS[0] == "flood":
        flood(Stranger(int(sys.argv[1])), WORDS[1])
    attack(Stranger(int(sys.argv[1])))
