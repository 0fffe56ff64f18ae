#!/usr/bin/env python3
"""STUN servers over TCP (RFC 8489, Binding only), for the tests: `stunserver.py HOW ADDRESS…`, one on port 3478 of each address.

    ok      all tell the truth
    lying   the first tells another address
    slow    all take two seconds
    stuck   all accept and say nothing
    changed after the first answer on a connection all tell another port
"""

import socket
import struct
import sys
import threading
import time

HOW = sys.argv[1]
COOKIE = b"\x21\x12\xa4\x42"


def read(client, count):
    data = b""
    while len(data) < count:
        more = client.recv(count - len(data))
        if not more:
            raise ConnectionError
        data += more
    return data


def serve(client, peer, is_first):
    host, port = peer[:2]
    if HOW == "lying" and is_first:
        host, port = "9.9.9.9", 4000
    try:
        while True:
            head = read(client, 20)
            kind, length = struct.unpack("!HH", head[:4])
            read(client, length)
            if kind != 1 or head[4:8] != COOKIE or HOW == "stuck":
                continue
            if HOW == "slow":
                time.sleep(2)
            hidden = bytes(a ^ b for a, b in zip(struct.pack("!H", port) + socket.inet_aton(host), COOKIE[:2] + COOKIE))
            software = b"\x80\x22\x00\x04test"
            value = b"\x00\x20\x00\x08\x00\x01" + hidden
            client.sendall(b"\x01\x01" + struct.pack("!H", len(software + value)) + head[4:] + software + value)
            if HOW == "changed":
                port = 40000
    except OSError:
        client.close()


def listen(address, is_first):
    server = socket.create_server((address, 3478))
    while True:
        client, peer = server.accept()
        threading.Thread(target=serve, args=(client, peer, is_first), daemon=True).start()


if HOW == "--help":
    print(__doc__)
    sys.exit()
threads = [threading.Thread(target=listen, args=(address, place == 0)) for place, address in enumerate(sys.argv[2:])]
for thread in threads:
    thread.start()
print("ready", flush=True)
