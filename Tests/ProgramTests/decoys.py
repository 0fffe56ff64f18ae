"""decoys.py ADDRESS: listens to mDNS on ADDRESS, prints "ready", and once a host looks for the guest of a game that broke off "heard". For a
line on its standard input it lists 30 services as that host, each at a port where nobody ever says a word, and prints "dialled" when
there are guests at 16 of them."""
import os
import select
import socket
import struct
import sys
import threading

TYPE = [b"_fourinarow", b"_tcp", b"local"]
GROUP = ("224.0.0.251", 5353)


def name(labels):
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def record(labels, kind, data, kind_class):
    return name(labels) + struct.pack(">HHIH", kind, kind_class, 120, len(data)) + data


def announcement(number, text, address, port):
    """PTR, SRV, TXT and A of one service (RFC 6763)."""
    service = [b"Decoy %d" % number] + TYPE
    host = [b"decoy", b"local"]
    records = (
        record(TYPE, 12, name(service), 1),
        record(service, 33, struct.pack(">HHH", 0, 0, port) + name(host), 0x8001),
        record(service, 16, bytes([len(text)]) + text, 0x8001),
        record(host, 1, socket.inet_aton(address), 0x8001),
    )
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def multicast(address):
    both = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    both.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    both.bind(("", GROUP[1]))
    interface = socket.inet_aton(address)
    both.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP[0]) + interface)
    both.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    both.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, interface)
    return both


def hear(both):
    """The string of a TXT record that says resume=WORD."""
    while True:
        packet = both.recv(9000)
        place = packet.find(b"resume=")
        if place > 0:
            return packet[place : place + packet[place - 1]]


def keep_silent(listeners):
    """Guests are not even let in: the system answers their calls, and nobody else."""
    waiting, said = list(listeners), False
    while True:
        for listener in select.select(waiting, [], [])[0]:
            waiting.remove(listener)
        if len(listeners) - len(waiting) >= 16 and not said:
            said = True
            print("dialled", flush=True)


def main():
    address = sys.argv[1]
    listeners = [socket.create_server((address, 0)) for _ in range(30)]
    threading.Thread(target=keep_silent, args=[listeners], daemon=True).start()
    both = multicast(address)
    print("ready", flush=True)
    text = hear(both)
    print("heard", flush=True)
    sys.stdin.readline()
    while not select.select([sys.stdin], [], [], 0.5)[0]:
        for number, listener in enumerate(listeners):
            both.sendto(announcement(number, text, address, listener.getsockname()[1]), GROUP)
    os._exit(0)


main()
