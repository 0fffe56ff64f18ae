"""From Enter here to the other player's screen, and from a published game to the other player's list."""

import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import time

from bench.machine import Stopwatch, private_code
from bench.session import Session
from bench.table import Row, percentile, skipped

# Forty-two discs without a winner: columns from 1 on, the players in turn.
DRAWN_GAME = "143573177545616361724317243756132625424562"


def enter(machine):
    """Whole games over the loopback; every disc is followed by a key through the relay. A disc that does not fall is on the disk before
    it is seen, which no relay does: those times are only told. The gaps are such that no player seems to hold Enter down: it comes once in four."""
    for name, options, gap, limit in (("", [], 330, 6), (", no animation", ["--no-animation"], 45, None)):
        ours, theirs = [], []
        games = machine.pair(*options)
        relay = machine.baseline("relay", "listen")
        relay.wait_for("port")
        other = machine.baseline("relay", relay.text().split()[1])
        other.wait_for("ready")
        players = Players(games)
        try:
            for turn in range(machine.rounds):
                mine, baseline = players.play(machine, gap, (relay, other), is_first=turn % 2)
                ours.append(mine)
                theirs.append(baseline)
        finally:
            for session in (*games, relay, other):
                session.close()
        yield from rows(name, ours, theirs, limit)


def watched(machine):
    """What a spectator adds: two games at once, disc by disc in turn, without and with one."""
    folder = pathlib.Path(machine.home, "fourinarow")
    folder.mkdir(exist_ok=True)
    config = folder / "config"
    config.write_text("spectators = yes\n", encoding="ascii")
    sessions = []
    try:
        alone, seen = machine.pair(), machine.pair()
        sessions += [*alone, *seen]
        for session in sessions:
            session.settle(6)  # a sentence on their screens goes by itself
        players = Players(seen, alone)
        players.play(machine, 330, alone, is_first=0)
        spectator = machine.start("watch", f"127.0.0.1:{seen[0].port}", "--name", "Eve")
        sessions.append(spectator)
        spectator.wait_for("spectator")
        rounds = []
        for turn in range(machine.rounds):
            rounds.append(players.play(machine, 330, alone, is_first=turn % 2))
            spectator.settle()
        mine, theirs = (sum(times, []) for times in zip(*rounds))
        # A third of a second apart, so what the machine does beside it changes both.
        ratio = statistics.median(seen / alone for seen, alone in zip(mine, theirs))
        yield Row("Enter to the other screen, with a spectator", f"{statistics.median(mine):.1f} µs", f"{statistics.median(theirs):.1f} µs",
                  ratio, 1.05, "×")
    finally:
        config.unlink()
        for session in sessions:
            session.close()


def rows(name, ours, theirs, limit):
    """The median; and the 99th percentile, of the rounds' own the median, which is only told."""
    all_ours, all_theirs = sum(ours, []), sum(theirs, [])
    ratio = statistics.median(statistics.median(mine) / statistics.median(other) for mine, other in zip(ours, theirs))
    yield Row(f"Enter to the other screen, median{name}", f"{statistics.median(all_ours):.1f} µs", f"{statistics.median(all_theirs):.1f} µs",
              ratio, limit, "×")
    late, late_baseline = (statistics.median(percentile(times, 99) for times in rounds) for rounds in (ours, theirs))
    yield Row(f"Enter to the other screen, p99{name}", f"{late:.1f} µs", f"{late_baseline:.1f} µs", late / late_baseline, unit="×")


class Players:
    """Host and guest, and where their arrows stand; also those of another game, if there is one, with the same discs."""

    def __init__(self, *games):
        self.games, self.arrows, self.mover, self.has_ended = games, [3, 3], 0, False

    def play(self, machine, gap, other, is_first):
        """One game to its end, drawn; the times of the first game's discs and of the keys of another pair beside it, the other game's or a
        relay's, in microseconds."""
        watch = Stopwatch(machine)
        is_replay = self.has_ended
        if is_replay:
            # For half a second after the end no key counts.
            for session in sum(self.games, ()):
                session.settle(0.8)
            self.mover = is_first
            for game in self.games:
                watch.type(game[self.mover], "r")
        mover = self.mover
        for turn, digit in enumerate(DRAWN_GAME):
            self.move_arrow(watch, mover, int(digit) - 1)
            near, far = (self.games[0], other) if turn % 2 else (other, self.games[0])
            for pair in (near, far):
                # On a board that the other's replay has just cleared Enter drops nothing for a second.
                is_early = is_replay and turn == 1 and pair is near
                watch.time(pair[mover], "enter", 1100 if is_early else gap, pair[1 - mover])
            mover = 1 - mover
        self.has_ended = True
        times = watch.run()
        firsts, seconds = times[0::2], times[1::2]
        ours = [pair[turn % 2 == 0] for turn, pair in enumerate(zip(firsts, seconds))]
        baseline = [pair[turn % 2] for turn, pair in enumerate(zip(firsts, seconds))]
        return ours, baseline

    def move_arrow(self, watch, player, column):
        """Untimed, before the next timed key's gap."""
        step = 1 if column > self.arrows[player] else -1
        while self.arrows[player] != column:
            for game in self.games:
                watch.type(game[player], "right" if step > 0 else "left")
            self.arrows[player] += step


def direct(machine):
    """Private games through a home router with NAT, and between two whose routers open nothing, each beside one inside the home."""
    if not is_lan_possible() or not shutil.which("nft") or not shutil.which("miniupnpd"):
        yield skipped("Enter to the other screen through a router", "needs root, nftables and miniupnpd")
        return
    yield from beside_home(machine, " through a router", ["pmp"], "far")
    folder = pathlib.Path(machine.home, "fourinarow")
    folder.mkdir(exist_ok=True)
    config = folder / "config"
    config.write_text("stun = 11.0.0.9:3478 11.0.2.9:3478\n", encoding="ascii")
    try:
        yield from beside_home(machine, " with two lines", ["plain", "friend=plain", "stun=ok"], "friend")
    finally:
        config.unlink()


def beside_home(machine, name, homes, guest):
    """A game with somebody elsewhere, and one inside the home."""
    lab = [str(machine.root / "Tests" / "homerouter"), "-L", f"bench{time.monotonic_ns() % 10**8}"]
    machine.run(lab + ["up"] + homes)
    sessions = []

    def start(place, *arguments):
        sessions.append(Session([*lab, "exec", place, machine.game, *arguments], machine.home))
        return sessions[-1]

    try:
        host = start("home", "host", "--online", "--name", "Ann")
        line = re.compile(r"11\.0\.0\.1:\d+ +[a-z]+(-[a-z]+){3}")
        host.wait_until(lambda: line.search(host.text()), "the line to send")
        through = (host, start(guest, "join", "--online", line.search(host.text())[0], "--name", "Bob"))
        if guest == "friend":
            through[1].wait_for("Send this line back")
            through[1].settle()
            answer = re.search(r"answer +11\.0\.2\.1:\d+", through[1].text())[0]
            os.write(host.master, b"\x1b[200~" + answer.encode() + b"\x1b[201~\r")
        host = start("home2", "host", "--private", "--name", "Cat")
        host.wait_for("these four words")
        host.settle()
        code = private_code(host)
        within = (host, start("home", "join", "192.168.1.11", "--name", "Dan", "--code", code))
        for session in (*through, *within):
            session.wait_for("private game")
        for session in (*through, *within):
            session.settle(6)  # a sentence on their screens goes by itself
        players = Players(through, within)
        rounds = [players.play(machine, 330, within, is_first=turn % 2) for turn in range(machine.rounds)]
        yield from rows(name, [far for far, _ in rounds], [near for _, near in rounds], 1.5)
    finally:
        for session in sessions:
            session.close()
        machine.run(lab + ["down"])


TYPE = "_fourinarow._tcp"


def lan(machine):
    """Discovery between two hosts of a simulated LAN."""
    if not is_lan_possible():
        yield skipped("published to listed, gone", "network namespaces need root and iproute2")
        return
    lab = Lan(machine)
    try:
        figures = [("published to listed, median of 10", lab.published, 1.0), ("withdrawn to gone, median of 10", lab.withdrawn, 1.2),
                   ("killed to gone, median of 10", lab.killed, 1.2)]
        for name, measure, limit in figures:
            times = sorted(measure(turn) for turn in range(10))
            yield Row(name, f"{times[0]:.2f} … {times[-1]:.2f} s", measured=statistics.median(times), limit=limit, unit=" s")
    finally:
        lab.close()


def is_lan_possible():
    """Whether this machine and user may make network namespaces."""
    if not shutil.which("ip") or not shutil.which("unshare"):
        return False
    return subprocess.run(["unshare", "--net", "ip", "link"], capture_output=True, check=False).returncode == 0


class Lan:
    """Two hosts, of which the second watches what is published."""

    def __init__(self, machine):
        self.machine = machine
        self.lanlab = [str(machine.root / "Tests" / "lanlab"), "-L", f"bench{time.monotonic_ns() % 10**8}"]
        machine.run(self.lanlab + ["up", "2"])
        self.watcher = self.helper(2, f"browse {TYPE}")
        self.wait(self.watcher, "ready")

    def close(self):
        """Removes the LAN."""
        self.watcher.kill()
        self.machine.run(self.lanlab + ["down"])

    def command(self, host, *command):
        """A command for a host; its process is the one that is started."""
        return self.lanlab + ["exec", str(host), "--", *command]

    def helper(self, host, order):
        """A helper that has its order."""
        child = subprocess.Popen(self.command(host, self.machine.helper), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.order(child, order)
        return child

    @staticmethod
    def order(child, order):
        """Gives a helper a line."""
        child.stdin.write(order + "\n")
        child.stdin.flush()

    @staticmethod
    def wait(child, start, name=""):
        """Reads lines until one begins so and has the name."""
        for line in child.stdout:
            if line.startswith(start) and name in line.split() + [""]:
                return
        raise RuntimeError("the helper ended")

    def published(self, turn):
        """Seconds from the order to publish to the list of the other host."""
        name = f"Pub{turn}"
        child = self.helper(1, f"browse {TYPE}")
        self.wait(child, "ready")
        begin = time.monotonic()
        self.order(child, f"publish {TYPE} {name} 4321")
        self.wait(self.watcher, "found", name)
        took = time.monotonic() - begin
        self.end(child)
        self.wait(self.watcher, "lost", name)
        return took

    def withdrawn(self, turn):
        """Seconds from the end of hosting to the list of the other host."""
        name = f"Wit{turn}"
        child = self.helper(1, f"publish {TYPE} {name} 4321")
        self.wait(self.watcher, "found", name)
        begin = time.monotonic()
        child.stdin.close()
        self.wait(self.watcher, "lost", name)
        took = time.monotonic() - begin
        child.wait()
        return took

    def killed(self, turn):
        """Seconds from the game's kill -9 to the list of the other host."""
        name = f"Kil{turn}"
        with Session(self.command(1, self.machine.game, "host", "--name", name), self.machine.home) as game:
            game.wait_for("Waiting for a player")
            self.wait(self.watcher, "found", name)
            game.settle(0.1)
            begin = time.monotonic()
            game.close(signal.SIGKILL)
            self.wait(self.watcher, "lost", name)
            return time.monotonic() - begin

    @staticmethod
    def end(child):
        """Ends a helper as the game does."""
        child.stdin.close()
        child.wait()
