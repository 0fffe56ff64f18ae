#!/usr/bin/env python3
"""A long cable: `longcable.py ONE OTHER MILLISECONDS` carries frames between two interfaces, each for so long (the kernel's netem may be missing).
`longcable.py plain INTERFACE` has an interface compute checksums, and send no segments that are longer than a frame: what goes through a program
must be as it would be on a wire."""

import array
import fcntl
import heapq
import select
import socket
import struct
import sys
import time

SIOCETHTOOL = 0x8946
# ETHTOOL_STXCSUM, ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO (linux/ethtool.h)
OFFLOADS = (0x17, 0x1F, 0x24, 0x2C)


def make_plain(interface):
    control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for command in OFFLOADS:
        value = array.array("B", struct.pack("II", command, 0))
        request = struct.pack("16sP", interface.encode(), value.buffer_info()[0])
        try:
            fcntl.ioctl(control, SIOCETHTOOL, request)
        except OSError as error:
            print(interface, hex(command), error)


def end(interface):
    packets = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(3))
    packets.bind((interface, 3))
    packets.setsockopt(263, 1, struct.pack("iHH8s", socket.if_nametoindex(interface), 1, 0, b""))  # SOL_PACKET: promiscuous
    return packets


if sys.argv[1] == "--help":
    print(__doc__)
    sys.exit()
if sys.argv[1] == "plain":
    make_plain(sys.argv[2])
    sys.exit()
ends = [end(name) for name in sys.argv[1:3]]
delay = int(sys.argv[3]) / 1000
waiting = []
count = 0
print("ready", flush=True)
while True:
    timeout = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    for ready in select.select(ends, [], [], timeout)[0]:
        frame, address = ready.recvfrom(65536)
        if address[2] == socket.PACKET_OUTGOING:
            continue
        count += 1
        heapq.heappush(waiting, (time.monotonic() + delay, count, ends[1 - ends.index(ready)], frame))
    while waiting and waiting[0][0] <= time.monotonic():
        _, _, other, frame = heapq.heappop(waiting)
        try:
            other.send(frame)
        except OSError:
            pass
