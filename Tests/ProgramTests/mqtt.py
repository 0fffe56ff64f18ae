"""The part of MQTT 5 (OASIS) that the tests' broker and attackers need."""
import struct

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, UNSUBSCRIBE, UNSUBACK, PINGREQ, PINGRESP, DISCONNECT = 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 14
KEPT = 1  # the flag of a message that is, or is to be, kept
EXPIRY = 2  # the property that says for how many seconds


def number(value):
    """A number in one to four bytes."""
    digits = bytearray()
    while True:
        value, digit = divmod(value, 128)
        digits.append(digit | (128 if value else 0))
        if not value:
            return bytes(digits)


def text(words):
    """Bytes, or a string, with their length in front."""
    words = words.encode() if isinstance(words, str) else words
    return struct.pack(">H", len(words)) + words


def packet(kind, body=b"", flags=0):
    """A packet."""
    return bytes([kind << 4 | flags]) + number(len(body)) + body


def publish(topic, payload, kept_seconds=0, is_kept=False):
    """A message that nobody acknowledges."""
    properties = bytes([EXPIRY]) + struct.pack(">I", kept_seconds) if kept_seconds else b""
    return packet(PUBLISH, text(topic) + number(len(properties)) + properties + payload, KEPT if is_kept or kept_seconds else 0)


def read(stream):
    """The next packet: its kind, its flags and a Body; None at the end."""
    first = stream.read(1)
    if not first:
        return None
    length, shift = 0, 0
    while True:
        digit = stream.read(1)
        if not digit:
            return None
        length |= (digit[0] & 127) << shift
        shift += 7
        if digit[0] < 128:
            return first[0] >> 4, first[0] & 15, Body(stream.read(length))


class Body:
    """A packet's body, read from the front."""

    def __init__(self, rest):
        self.rest = rest

    def take(self, count):
        """The next `count` bytes."""
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def byte(self):
        """A number of one byte."""
        return self.take(1)[0]

    def pair(self):
        """A number of two bytes."""
        return struct.unpack(">H", self.take(2))[0]

    def text(self):
        """Bytes with their length in front."""
        return self.take(self.pair())

    def properties(self):
        """Properties, unread."""
        length, shift = 0, 0
        while True:
            digit = self.byte()
            length |= (digit & 127) << shift
            shift += 7
            if digit < 128:
                return self.take(length)
