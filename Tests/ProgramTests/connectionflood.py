"""connectionflood.py PORT: connects to a port of this machine from a new address of 127/8, two thousand times a second, and holds the
last 200 connections. Prints "flooded" once a thousand have come."""
import random
import socket
import struct
import sys
import time

held = []
count = 0
begin = time.monotonic()
while True:
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.setblocking(False)
    connection.bind(("127.%d.%d.%d" % tuple(random.randint(1, 254) for _ in range(3)), 0))
    connection.connect_ex(("127.0.0.1", int(sys.argv[1])))
    held.append(connection)
    if len(held) > 200:
        held.pop(0).close()
    count += 1
    if count == 1000:
        print("flooded", flush=True)
    time.sleep(max(0, begin + count / 2000 - time.monotonic()))
