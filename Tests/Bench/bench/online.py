"""Games over a relay: from Enter here to the other player's screen, and what game and helper hold and do while nobody moves."""

import os
import pathlib
import re
import shutil
import socket
import subprocess

from bench.network import Players, rows
from bench.output import read_all
from bench.session import Session
from bench.table import Row, skipped

SECONDS = 60
SETTLED = 20
# Four or five heartbeats a minute in each direction: a game wakes to send, for the receipt, and to receive and answer; its helper passes them on.
SWITCHES = 5 * 4
WAKE_UPS = 5 * 3


def online(machine):
    """Over mosquitto on the loopback, with TLS and the files that ship."""
    if not find_mosquitto() or not shutil.which("openssl"):
        yield skipped("games over a relay", "mosquitto or openssl is not installed")
        return
    broker = Broker(machine)
    try:
        yield from enter(machine, broker)
        yield from idle(machine, broker)
    finally:
        broker.close()


def find_mosquitto():
    """Where it is; None: nowhere."""
    return shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin")


class Broker:
    """A mosquitto, its certificate made on the spot, and the players' folder that names it."""

    def __init__(self, machine):
        self.home = pathlib.Path(machine.home) / "online"
        self.home.mkdir()
        self.authority = self.home / "ca.pem"
        key, resources = self.home / "key.pem", machine.root / "Resources" / "relay"
        machine.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                     "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", self.authority])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        shutil.copy(resources / "dynamic-security.json", self.home)
        shipped = (resources / "mosquitto.conf").read_text(encoding="utf-8")
        settings = re.sub(r"^listener .*", f"listener {self.port} 127.0.0.1\ncertfile {self.authority}\nkeyfile {key}", shipped, flags=re.M)
        settings = settings.replace("/etc/mosquitto/", f"{self.home}/") + ("user root\n" if os.geteuid() == 0 else "")
        (self.home / "mosquitto.conf").write_text(settings, encoding="utf-8")
        (self.home / "fourinarow").mkdir()
        (self.home / "fourinarow" / "config").write_text(f"relay = mqtts://localhost:{self.port}\nrelay-ca = {self.authority}\n", encoding="utf-8")
        self.process = subprocess.Popen([find_mosquitto(), "-c", self.home / "mosquitto.conf"], stderr=subprocess.PIPE, text=True)
        if not any(line.rstrip().endswith("running") for line in self.process.stderr):
            raise RuntimeError("mosquitto did not start")

    def close(self):
        """Ends it."""
        self.process.kill()
        self.process.wait()

    def pair(self, machine):
        """Two games over it that have begun to play."""
        host = Session([machine.game, "host", "--online", "--name", "Ann"], str(self.home))
        host.wait_for("Your friend chooses")
        code = re.search(r"\d{6}(?:\s+[a-z]+){4}", host.text())[0]
        guest = Session([machine.game, "join", "--online", code, "--name", "Bob"], str(self.home))
        guest.wait_for("private game")
        for session in (host, guest):
            session.settle()
        return host, guest

    def baselines(self, machine):
        """Two programs in C that pass as many bytes by way of it."""
        topics = ["fiar/1/in/" + name * 32 for name in "ab"]
        pair = [machine.baseline("mqtt", str(self.port), str(self.authority), own, other) for own, other in (topics, topics[::-1])]
        for session in pair:
            session.wait_for("ready")
        return pair


def enter(machine, broker):
    """Whole games; every disc is followed by a key through the baseline."""
    ours, theirs = [], []
    games, baselines = broker.pair(machine), broker.baselines(machine)
    players = Players(games)
    try:
        for turn in range(machine.rounds):
            mine, baseline = players.play(machine, 330, baselines, is_first=turn % 2)
            ours.append(mine)
            theirs.append(baseline)
    finally:
        for session in (*games, *baselines):
            session.close()
    yield from rows(" over a relay", ours, theirs, 4)


def idle(machine, broker):
    """A minute on the board and in the room; and what is held after a few moves, beside a private game on the network."""
    games = dict(zip(("host", "guest"), broker.pair(machine)))
    games["room"] = Session([machine.game, "host", "--online"], str(broker.home))
    lan = machine.pair(is_private=True)
    try:
        games["room"].wait_for("Your friend chooses")
        for session in (games["host"], games["guest"]) * 2 + lan * 2:
            session.press("enter", 0.4)
            read_all(games, 0.3)
        read_all(games, SETTLED)
        before = {name: (session.status(), Helper(session).switches) for name, session in games.items()}
        read_all(games, SECONDS)
        for name, session in games.items():
            status, its = session.status(), Helper(session)
            switches, written = (status[what] - before[name][0][what] for what in ("switches", "written"))
            if name != "room":
                yield Row(f"idle {SECONDS} s over a relay, {name}: switches + bytes", f"{switches} + {written} B", measured=switches, limit=SWITCHES)
            wake_ups = its.switches - before[name][1]
            yield Row(f"wake-ups a minute, {name}'s helper", str(wake_ups), measured=wake_ups, limit=6 if name == "room" else WAKE_UPS)
            yield Row(f"resident memory at most, {name}'s helper", f"{its.peak:,} KiB", measured=its.peak / 1024, limit=12, unit=" MiB")
        for name, theirs in zip(("host", "guest"), lan):
            peak, other = games[name].status()["peak"], theirs.status()["peak"]
            yield Row(f"resident memory at most over a relay, {name}", f"{peak:,} KiB", f"{other:,} KiB", peak / other, 1.1, "×")
    finally:
        for session in (*games.values(), *lan):
            session.close()


class Helper:
    """What the kernel says of the relay's helper of a game."""

    def __init__(self, session):
        children = pathlib.Path(f"/proc/{session.pid}/task/{session.pid}/children").read_text(encoding="ascii").split()
        statuses = [pathlib.Path(f"/proc/{child}/status").read_text(encoding="ascii") for child in children]
        status = next(status for status in statuses if status.startswith("Name:\tfourinarow-rela"))
        self.switches = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.M)[1])
        self.peak = int(re.search(r"^VmHWM:\s+(\d+)", status, re.M)[1])
