"""spy.py PORT: a way to a relay on this machine that remembers every topic and message of the program that takes it. Prints its own port.
After a line of input it says all that again as a stranger, and forges what else could be said there, until it is killed; prints "begun" once
everything was said.
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


def pass_on(source, target):
    """Copies packets until the end."""
    stream = Recorded(source.makefile("rb"))
    while packet := mqtt.read(stream):
        remember(*packet)
        target.sendall(stream.bytes)
        stream.bytes = b""
    target.close()


def serve(server, port):
    """Takes programs to the relay."""
    while True:
        program, _ = server.accept()
        relay = socket.create_connection(("127.0.0.1", port))
        for way in [(program, relay), (relay, program)]:
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


if __name__ == "__main__":
    SERVER = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(SERVER, int(sys.argv[1])), daemon=True).start()
    print(SERVER.getsockname()[1], flush=True)
    sys.stdin.readline()
    attack(Stranger(int(sys.argv[1])))
