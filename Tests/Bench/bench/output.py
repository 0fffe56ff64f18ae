"""How much goes to the terminal, in how many writes, and that nothing at all happens while nobody plays."""

import pathlib
import shutil
import statistics
import tempfile
import time

from bench.network import DRAWN_GAME
from bench.session import Session
from bench.table import Row, skipped

COLUMNS = [int(digit) - 1 for digit in DRAWN_GAME[:-1]]
# Through all columns and back, then to both ends again.
WALK = ["left"] * 3 + ["right"] * 6 + ["left"] * 6 + ["right"] * 3


def bytes_written(machine):
    """Bytes of a cursor move, a disc and the whole board."""
    yield from cursor_moves(machine)
    yield from discs(machine)
    yield from boards(machine)


def cursor_moves(machine):
    """On an empty board, and above discs."""
    with machine.start("two", "--no-animation") as game:
        game.settle()
        sizes = [len(game.press(name)) for name in WALK]
        for digit in DRAWN_GAME[:9] + "4":
            game.press(digit)
        sizes += [len(game.press(name)) for name in WALK]
    yield Row("bytes of a cursor move", f"{min(sizes)} … {statistics.median(sizes):g} … {max(sizes)}", measured=max(sizes), limit=500)


def discs(machine):
    """Every disc of a game but the last, which also ends it; dropped by Enter, the arrow being there."""
    for name, options, quiet, limit in (("", ["--no-animation"], 0.06, 2000), (", falling", [], 0.2, None)):
        with machine.start("two", *options) as game:
            game.settle()
            sizes, arrow = [], 3
            for column in COLUMNS:
                arrow = aim(game, arrow, column)
                sizes.append(len(game.press("enter", quiet)))
        yield disc_row(f"bytes of a disc{name}, two players", sizes, limit)
        games = machine.pair(*options)
        here, there, arrows = [], [], [3, 3]
        for turn, column in enumerate(COLUMNS):
            mover, other = turn % 2, 1 - turn % 2
            arrows[mover] = aim(games[mover], arrows[mover], column)
            here.append(len(games[mover].press("enter", quiet)))
            there.append(len(games[other].answer(quiet)))
        for game in games:
            game.close()
        yield disc_row(f"bytes of a disc{name}, mine", here, limit)
        yield disc_row(f"bytes of a disc{name}, the other's", there, limit)


def aim(game, arrow, column):
    """Moves the arrow above a column; returns that. An Enter that follows another within 150 ms would be taken for one that is held down."""
    for _ in range(abs(column - arrow)):
        game.press("right" if column > arrow else "left", 0.01)
    game.settle(0.16)
    return column


def disc_row(figure, sizes, limit):
    """The dearest disc counts."""
    return Row(figure, f"{min(sizes)} … {statistics.median(sizes):g} … {max(sizes)}", measured=max(sizes), limit=limit)


def boards(machine):
    """The first screen, the same drawn again, and the same with all discs but one on it."""
    with machine.baseline("board") as theirs:
        baseline = len(theirs.settle())
    with machine.start("two", "--no-animation") as game:
        first = len(game.settle())
        again = len(game.press("redraw", 0.2))
        for digit in DRAWN_GAME[:-1]:
            game.press(digit, 0.03)
        full = len(game.press("redraw", 0.2))
    yield Row("bytes of the board, first screen", str(first), str(baseline), first, 10_000)
    yield Row("bytes of the board, drawn again", str(again), measured=again, limit=10_000)
    yield Row("bytes of the board with 41 discs", str(full), measured=full, limit=10_000)


def writes(machine):
    """One write a frame, by strace: of the first screen, of cursor moves, discs, and the whole screen drawn again."""
    if not shutil.which("strace"):
        yield skipped("writes a frame", "strace is not installed")
        return
    with tempfile.TemporaryDirectory() as directory:
        log = pathlib.Path(directory) / "log"
        command = ["strace", "-y", "-o", str(log), "-e", "trace=write,writev", machine.game, "two", "--no-animation"]
        with Session(command, machine.home) as game:
            game.wait_for("Keys")
            game.settle()
            keys = WALK + list(DRAWN_GAME[:20]) + ["redraw", "help", "help"]
            for name in keys:
                game.press(name)
            game.settle(0.5)
            count = terminal_writes(log)
        frames = len(keys) + 1
    yield Row("writes a frame", f"{count} in {frames} frames", measured=count / frames, limit=1)


def terminal_writes(log):
    """The writes to a terminal so far."""
    return sum("</dev/pts/" in line or "</dev/tty" in line for line in log.read_text(errors="replace").splitlines())


SECONDS = 10
SETTLED = 15
# What opens the screens of the menu "Learn".
LEARNING = {"puzzle": "lp", "lesson": "ll1", "openings": "lo", "progress": "lr"}


def idle(machine):
    """Ten seconds on every screen at the same time, after discovery has settled."""
    host, guest = machine.pair()
    sessions = {"menu": machine.start("--name", "Ann"), "host": machine.start("host"), "join": machine.start("join"), "game": host, "game, guest": guest}
    try:
        sessions |= {name: learning(machine, keys) for name, keys in LEARNING.items()}
        read_all(sessions, SETTLED)
        before = {name: session.status() for name, session in sessions.items()}
        read_all(sessions, SECONDS)
        for name, session in sessions.items():
            after = session.status()
            switches, written = (after[what] - before[name][what] for what in ("switches", "written"))
            # In a game one heartbeat may be sent and one received: a switch for each, and one more for the timer.
            limit = 3 if name.startswith("game") else 0
            yield Row(f"idle {SECONDS} s, {name}: switches + bytes", f"{switches} + {written} B", measured=switches + written, limit=limit)
            # The openings have the engine's threads.
            yield Row(f"idle, {name}: threads", str(after["threads"]), measured=after["threads"], limit=None if name == "openings" else 1)
    finally:
        for session in sessions.values():
            session.close()


def learning(machine, keys):
    """A program on a screen of the menu "Learn"."""
    session = machine.start("--name", "Ann")
    session.wait_for("Keys")
    for name in keys:
        session.press(name)
    return session


def read_all(sessions, seconds):
    """Takes what the programs write, for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for session in sessions.values():
            session.read(0.05)
