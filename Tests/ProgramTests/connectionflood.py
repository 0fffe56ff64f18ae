"""connectionflood.py PORT [KIND]: connects to a port of this machine again and again from addresses of 127/8, and holds the last few
hundred connections. Prints "flooded" once they are all there. KIND says from where, how often and what each sends."""
import contextlib
import os
import random
import socket
import struct
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from wireclient import PROGRAM_VERSION, frame  # noqa: E402

PRIVACY = 26


def guess():
    """A code that is wrong. The share is ristretto255's base point; the host's answers are not needed for it."""
    base = "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"
    return (frame(PRIVACY, {"kind": 1, "session": os.urandom(16).hex(), "share": base})
            + frame(PRIVACY, {"kind": 3, "proof": os.urandom(64).hex()}))


def anywhere():
    return "127.%d.%d.%d" % tuple(random.randint(1, 254) for _ in range(3))


def neighbour():
    """One of twenty other machines on the network of 127.0.0.1."""
    return "127.0.0.%d" % random.randint(2, 21)


def network():
    """A machine of one of 48 networks."""
    return "127.48.%d.%d" % (random.randint(1, 48), random.randint(1, 254))


HELLO = frame(16, {"name": "Eve", "version": PROGRAM_VERSION, "game": "fourinarow"})
# From where, how many a second, how many are held, what each sends, and whether it sends a byte a second or closes its side.
KINDS = {
    "comers": (anywhere, 2000, 200, bytes, None),
    "silent": (neighbour, 200, 400, bytes, None),
    "half-open": (neighbour, 200, 400, bytes, "closes"),
    "slow": (neighbour, 200, 400, lambda: HELLO, "is slow"),
    "half-framed": (neighbour, 200, 400, lambda: HELLO[:len(HELLO) // 2], None),
    "guessing-neighbours": (neighbour, 400, 400, guess, None),
    "guessing-networks": (network, 400, 400, guess, None),
}
address, rate, most, words, manner = KINDS[sys.argv[2] if len(sys.argv) > 2 else "comers"]


def send(connection, data):
    try:
        connection.send(data)
    except OSError:
        pass  # the other side has closed it, or its queue is full


held = []
count = 0
begin = time.monotonic()
while True:
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.setblocking(False)
    connection.bind((address(), 0))
    connection.connect_ex(("127.0.0.1", int(sys.argv[1])))  # on one machine a connection is there at once
    if manner != "is slow":
        send(connection, words())
    if manner == "closes":
        with contextlib.suppress(OSError):  # the host may have refused it already
            connection.shutdown(socket.SHUT_WR)
    held.append((connection, list(words()) if manner == "is slow" else []))
    if len(held) > most:
        held.pop(0)[0].close()
    if count % rate == 0:
        for slow, rest in held:
            if rest:
                send(slow, bytes([rest.pop(0)]))
    count += 1
    if count == most:
        print("flooded", flush=True)
    time.sleep(max(0, begin + count / rate - time.monotonic()))
