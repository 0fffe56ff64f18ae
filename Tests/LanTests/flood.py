"""flood.py ADDRESS SECONDS: announces services that nobody offers, by mDNS from ADDRESS, as fast as Python can."""
import socket
import struct
import sys
import time

TYPE = [b"_fourinarow", b"_tcp", b"local"]


def name(labels):
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def record(labels, kind, data, kind_class):
    return name(labels) + struct.pack(">HHIH", kind, kind_class, 120, len(data)) + data


def announcement(number):
    """PTR, SRV, TXT and A of one service (RFC 6763)."""
    service = [b"Flood %d" % number] + TYPE
    host = [b"flood%d" % (number % 50), b"local"]
    records = (
        record(TYPE, 12, name(service), 1),
        record(service, 33, struct.pack(">HHH", 0, 0, 4000) + name(host), 0x8001),
        record(service, 16, b"\0", 0x8001),
        record(host, 1, bytes([10, 77, 0, 3]), 0x8001),
    )
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def main():
    address, seconds = sys.argv[1], float(sys.argv[2])
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sender.bind(("", 5353))
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    announcements = [announcement(number) for number in range(20_000)]
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        try:
            sender.sendto(announcements[number % len(announcements)], ("224.0.0.251", 5353))
        except BlockingIOError:
            pass
        number += 1


main()
