"""badbroker.py FAULT: a broker on a free port, which it prints. It speaks as much MQTT 5 as two games need. After the line "bad" on its
standard input it produces the fault until the line "good", and prints the count of the first ten times. Game messages are a room, a join
request and an answer as words, then chunks: a number of eight bytes, a kind of one byte, and sealed bytes.
"""
import os
import random
import socket
import sys
import threading
import time

sys.dont_write_bytecode = True
import mqtt  # noqa: E402


class Broker:
    """Topics, their subscribers, and the fault."""

    def __init__(self, fault):
        self.fault, self.is_bad, self.done, self.seen = fault, False, 0, 0
        self.lock = threading.RLock()
        self.clients, self.kept, self.past, self.held, self.unsaid = [], {}, {}, [], []
        self.listener = socket.create_server(("127.0.0.1", 0))

    def run(self):
        """Serves until its input ends."""
        print(self.listener.getsockname()[1], flush=True)
        threading.Thread(target=self.accept, daemon=True).start()
        for line in sys.stdin:
            with self.lock:
                self.is_bad = line.strip() == "bad"
                for client in self.clients:
                    client.steps = 0
                if not self.is_bad:
                    for client, words in self.unsaid:
                        client.say(words)
                    self.unsaid = []

    def accept(self):
        """Accepts connections."""
        while True:
            Client(self, self.listener.accept()[0]).start()

    def did(self):
        """Counts a fault. Two clients can be at it."""
        with self.lock:
            self.done += 1
            if self.done <= 10:
                print(self.done, flush=True)

    def strikes(self, every):
        """Whether to damage this message: the third one, then one in `every`."""
        self.seen += self.is_bad
        if not self.is_bad or (self.seen != 3 if self.done == 0 else random.randrange(every)):
            return False
        self.did()
        return True

    def publish(self, topic, payload, is_kept):
        """Delivers a message to its subscribers; returns their number."""
        with self.lock:
            if is_kept:
                self.kept[topic] = payload
            if not payload:
                self.kept.pop(topic, None)
            receivers = [client for client in self.clients if topic in client.topics]
            messages = [(payload, False)]
            if topic.startswith(b"fiar/1/in/"):
                messages = FAULTS[self.fault](self, topic, payload) if self.is_bad else messages
                self.past.setdefault(topic, []).append(payload)
            for client in receivers:
                for message, was_kept in messages:
                    client.say(mqtt.publish(topic, message, 60 if was_kept else 0))
            return len(receivers)


class Client(threading.Thread):
    """A connected client."""

    def __init__(self, broker, connection):
        super().__init__(daemon=True)
        connection.settimeout(None)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.broker, self.connection, self.stream = broker, connection, connection.makefile("rb")
        self.topics, self.will, self.steps = set(), None, 0

    def run(self):
        """Serves the client until it disconnects."""
        try:
            while packet := mqtt.read(self.stream):
                if not self.serve(*packet):
                    break
                self.step()
        except (OSError, IndexError, ValueError):
            pass
        with self.broker.lock:
            if self in self.broker.clients:
                self.broker.clients.remove(self)
            self.connection.close()
        if self.will:
            self.broker.publish(*self.will, is_kept=False)

    def step(self):
        """Sends garbage or closes, one packet later each time, eight times."""
        self.steps += 1
        broker = self.broker
        with broker.lock:
            if not broker.is_bad or broker.fault not in ("close", "garbage") or broker.done >= 8 or self.steps <= broker.done:
                return
            broker.did()
        if self.broker.fault == "garbage":
            self.connection.sendall(os.urandom(64))
        self.connection.shutdown(socket.SHUT_RDWR)

    def say(self, words):
        """Sends a packet; ignores a closed connection."""
        try:
            self.connection.sendall(words)
        except OSError:
            pass

    def serve(self, kind, flags, body):
        """Handles a packet; returns False for DISCONNECT."""
        if kind == mqtt.CONNECT:
            self.connect(body)
        elif kind == mqtt.SUBSCRIBE:
            self.subscribe(body)
        elif kind == mqtt.UNSUBSCRIBE:
            number = body.take(2)
            body.properties()
            with self.broker.lock:
                self.topics.discard(body.text())
            self.say(mqtt.packet(mqtt.UNSUBACK, number + b"\0\0"))
        elif kind == mqtt.PUBLISH:
            self.publish(flags, body)
        elif kind == mqtt.PINGREQ:
            self.say(mqtt.packet(mqtt.PINGRESP))
        return kind != mqtt.DISCONNECT

    def connect(self, body):
        """Stores the client's last will."""
        body.text()
        body.byte()
        flags = body.byte()
        body.pair()
        body.properties()
        body.text()
        if flags & 4:
            body.properties()
            self.will = (body.text(), body.text())
        with self.broker.lock:
            self.broker.clients.append(self)
        self.say(mqtt.packet(mqtt.CONNACK, b"\0\0\0"))

    def subscribe(self, body):
        """Subscribes to one topic; sends its retained message at once."""
        number = body.take(2)
        body.properties()
        topic = body.text()
        with self.broker.lock:
            self.topics.add(topic)
            self.say(mqtt.packet(mqtt.SUBACK, number + b"\0\1"))
            if topic in self.broker.kept:
                self.say(mqtt.publish(topic, self.broker.kept[topic], 60))

    def publish(self, flags, body):
        """Publishes, and acknowledges with whether anybody is subscribed."""
        topic, number = body.text(), body.take(2)
        body.properties()
        if self.broker.is_bad and self.broker.fault == "delay" and topic.startswith(b"fiar/1/in/"):
            self.broker.did()
            time.sleep(random.uniform(0.5, 2))
        count = self.broker.publish(topic, body.rest, bool(flags & mqtt.KEPT))
        answer = mqtt.packet(mqtt.PUBACK, number if count else number + b"\x10")
        with self.broker.lock:
            if self.broker.is_bad and self.broker.fault == "silence":
                self.broker.did()
                self.broker.unsaid.append((self, answer))
            else:
                self.say(answer)


# What becomes of a message: those that are delivered in its place, and whether as kept ones.


def nothing(_broker, _topic, payload):
    """Unchanged: this fault is implemented elsewhere."""
    return [(payload, False)]


def drop(broker, _topic, payload):
    """Drops some."""
    return [] if broker.strikes(8) else [(payload, False)]


def double(broker, _topic, payload):
    """Delivers each twice."""
    broker.did()
    return [(payload, False)] * 2


def reorder(broker, topic, payload):
    """Delivers some after the next one."""
    held, broker.held = [past for past in broker.held if past[0] == topic], [past for past in broker.held if past[0] != topic]
    if not held and broker.strikes(8):
        broker.held.append((topic, payload))
        return []
    return [(payload, False)] + [(late, False) for _, late in held]


def replay(broker, topic, payload):
    """Repeats earlier messages before each."""
    broker.did()
    return [(past, False) for past in broker.past.get(topic, [])[-50:]] + [(payload, False)]


def forge(broker, _topic, payload):
    """Flips a bit of some."""
    if not payload or not broker.strikes(8):
        return [(payload, False)]
    changed = bytearray(payload)
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return [(bytes(changed), False)]


def retain(broker, _topic, payload):
    """Delivers each again as a retained one."""
    broker.did()
    return [(payload, True), (payload, False), (payload, True)]


def inject(broker, topic, payload):
    """Adds, before some, another chunk with the same number, a last will, and the message that the peer has lost us."""
    if not broker.strikes(8):
        return [(payload, False)]
    broker.publish(topic.replace(b"/in/", b"/bye/"), b"", False)
    return [(payload[:9] + os.urandom(100), False), (b"back 1", False), (payload, False)]


def long(broker, _topic, payload):
    """Adds 8,000 bytes to each, and once a message longer than the client's maximum."""
    broker.did()
    extra = [(payload[:9] + os.urandom(20_000), False)] if broker.done == 6 else []
    return [(payload[:8] + b"\0" + os.urandom(8000), False), (payload, False)] + extra


def many(broker, _topic, payload):
    """Adds ten thousand before some."""
    if broker.done >= 2:
        return [(payload, False)]
    broker.did()
    return [(os.urandom(100), False)] * 10_000 + [(payload, False)]


FAULTS = {
    "drop": drop, "double": double, "reorder": reorder, "replay": replay, "forge": forge, "retain": retain, "inject": inject, "long": long,
    "many": many, "delay": nothing, "close": nothing, "garbage": nothing, "silence": nothing,
}

if __name__ == "__main__":
    Broker(sys.argv[1]).run()
