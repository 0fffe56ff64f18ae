"""What is compared with what: the game and the baselines, built, and a stopwatch for keys."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile

from bench.session import Session, key

BASELINES = {"board": ["-lncursesw", "-ltinfo"], "relay": [], "probe": [], "mqtt": ["-lmosquitto"]}


class Machine:
    """The executables, and how to start them."""

    def __init__(self, rounds):
        self.rounds = rounds
        self.here = pathlib.Path(__file__).resolve().parent.parent
        self.root = self.here.parent.parent
        self.home = tempfile.mkdtemp(prefix="fourinarow-bench.")
        self.scratch = self.root / ".build" / "bench"
        self.game = str(self.root / ".build" / "release" / "fourinarow")
        self.helper = self.game + "-bonjour"

    def close(self):
        """Removes what was made for this run."""
        shutil.rmtree(self.home, ignore_errors=True)

    def build(self):
        """Builds the release as it is installed, and the baselines."""
        self.run(["make", "-C", self.root, "build"])
        self.scratch.mkdir(parents=True, exist_ok=True)
        for name, libraries in BASELINES.items():
            source = self.here / "Baselines" / f"{name}.c"
            self.run([os.environ.get("CC", "cc"), "-std=gnu17", "-O2", "-Wall", "-Wextra", "-o", self.scratch / name, source] + libraries)

    @staticmethod
    def run(command):
        """Runs a command whose output matters only where it fails."""
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{done.stdout}\nbench: {command[0]} failed")

    def start(self, *arguments, language=""):
        """The game on a terminal of its own."""
        return Session([self.game, *arguments], self.home, language)

    def baseline(self, name, *arguments):
        """A baseline on a terminal of its own."""
        return Session([str(self.scratch / name), *arguments], self.home)

    def pair(self, *arguments, is_private=False, language=""):
        """Two games, host and guest, that have begun to play over the loopback; with their cursors in the middle."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        host = self.start("host", "--port", port, "--name", "Ann", *arguments, *["--private"] * is_private, language=language)
        host.wait_until(lambda: listens(int(port)), "a listener")
        host.settle()
        host.port = port
        code = ["--code", private_code(host)] if is_private else []
        guest = self.start("join", f"127.0.0.1:{port}", "--name", "Bob", *arguments, *code, language=language)
        for session, opponent in ((host, "Bob"), (guest, "Ann")):
            session.wait_for(opponent)
        for session in (host, guest):
            session.settle()
        return host, guest


def private_code(host):
    """The four words that a private game's host shows, between large letters where there is room."""
    return " ".join(re.findall(r"\b[a-z]{4,6}\b", host.text().split("these four words:")[1].split("Address:")[0])[:4])


def listens(port):
    """Whether somebody on this machine does, whatever language it speaks."""
    lines = (line.split() for file in ("/proc/net/tcp", "/proc/net/tcp6") for line in open(file, encoding="ascii"))
    return any(words[1].endswith(f":{port:04X}") and words[3] == "0A" for words in lines)


class Stopwatch:
    """The probe, and the orders for it."""

    def __init__(self, machine):
        self.command = str(machine.scratch / "probe")
        self.orders, self.sessions = [], set()

    def type(self, session, name):
        """A key that is not timed."""
        self.sessions.add(session)
        self.orders.append(f"type {session.master} {key(name).hex()}")

    def time(self, session, name, gap, screen=None):
        """After `gap` milliseconds a key; timed until the first byte on `screen`, or on the same one."""
        screen = screen or session
        self.sessions.update((session, screen))
        self.orders.append(f"time {session.master} {screen.master} {int(gap * 1000)} {key(name).hex()}")

    def run(self):
        """Follows the orders; the times in microseconds, in their order."""
        terminals = sorted(session.master for session in self.sessions)
        done = subprocess.run([self.command] + [str(terminal) for terminal in terminals], input="\n".join(self.orders) + "\n",
                              capture_output=True, text=True, pass_fds=terminals, check=True)
        times = [int(line) / 1000 for line in done.stdout.split()]
        if min(times) < 0:
            raise RuntimeError(f"{sum(time < 0 for time in times)} of {len(times)} keys were not answered within a second")
        return times
