"""Keys, start, memory and what is linked: the game beside an ncurses program in C that draws the same board."""

import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile

from bench.machine import Stopwatch
from bench.session import Session
from bench.table import Row, median_of_rounds, skipped

PATH = ["left", "left", "right", "right", "right", "left"]


def first_byte(machine):
    """Cursor keys in turn on the game and on the baseline, so that noise meets both alike."""
    with machine.start("two") as ours, machine.baseline("board") as theirs:
        for session in (ours, theirs):
            session.settle()
        rounds = []
        for _ in range(machine.rounds * 3):
            watch = Stopwatch(machine)
            for turn in range(60):
                for session in (ours, theirs) if turn % 2 else (theirs, ours):
                    watch.time(session, PATH[turn % len(PATH)], 8)
            times = watch.run()
            firsts, seconds = times[0::2], times[1::2]
            mine = [pair[turn % 2 == 0] for turn, pair in enumerate(zip(firsts, seconds))]
            other = [pair[turn % 2] for turn, pair in enumerate(zip(firsts, seconds))]
            rounds.append((mine, other))
    mine = median_of_rounds([mine for mine, _ in rounds])
    other = median_of_rounds([other for _, other in rounds])
    ratio = statistics.median(statistics.median(mine) / statistics.median(other) for mine, other in rounds)
    yield Row("key to first byte, median", f"{mine:.1f} µs", f"{other:.1f} µs", ratio, 1.5, "×")


def thinking(machine):
    """Cursor keys in turn at a board that is idle, and at one where the engine looks for its first move, without the book."""
    hard = Session(["env", "FOURINAROW_BOOK=/dev/null", machine.game, "computer", "--level", "7", "--first", "computer"], machine.home)
    with machine.start("two") as idle, hard as busy:
        idle.settle()
        busy.wait_for("thinking…")
        busy.settle()
        watch = Stopwatch(machine)
        for turn in range(machine.rounds * 60):
            for session in (idle, busy) if turn % 2 else (busy, idle):
                watch.time(session, PATH[turn % len(PATH)], 8)
        times = watch.run()
        threads = busy.status()["threads"]
    pairs = [pair if turn % 2 else pair[::-1] for turn, pair in enumerate(zip(times[0::2], times[1::2]))]
    alone, along = (statistics.median(pair[place] for pair in pairs) for place in (0, 1))
    name = f"key while the engine thinks, median ({threads} threads)"
    yield Row(name, f"{along:.1f} µs", f"{alone:.1f} µs", along / alone, 3, "×")


def instructions(machine):
    """What a cursor key costs: the difference between runs with so many keys and with twice as many."""
    if not shutil.which("valgrind"):
        yield skipped("instructions a cursor key", "valgrind is not installed")
        return
    ours = instructions_a_key(machine, [machine.game, "two"])
    theirs = instructions_a_key(machine, [str(machine.scratch / "board")])
    yield Row("instructions a cursor key", f"{ours:,.0f}", f"{theirs:,.0f}", ours / theirs, 1.5, "×")


def instructions_a_key(machine, command):
    """The instructions of one key in user space, by callgrind."""
    few, many = (count_instructions(machine, command, count) for count in (120, 240))
    return (many - few) / 120


def count_instructions(machine, command, keys):
    """All instructions of a run with so many keys, each answered before the next."""
    with tempfile.TemporaryDirectory() as directory:
        log = pathlib.Path(directory) / "log"
        options = ["--tool=callgrind", f"--callgrind-out-file={directory}/out", f"--log-file={log}"]
        with Session(["valgrind", *options, *command], machine.home) as session:
            session.wait_for("Keys", 60)
            session.settle(0.5)
            for turn in range(keys):
                session.press(PATH[turn % len(PATH)], 0.03)
            session.close()
        return int(re.search(r"Collected : (\d+)", log.read_text(encoding="utf-8"))[1])


# English, and a catalog without and with letters that have to be put in order.
LANGUAGES = {"": "", "de": ", German", "ar": ", Arabic"}


def start(machine):
    """From exec to the first character on the screen, in English and in languages with a catalog."""
    times = {name: [] for name in [*LANGUAGES, None]}
    for turn in range(machine.rounds * 8):
        for language in times if turn % 2 else reversed(times):
            with machine.baseline("board") if language is None else machine.start("two", language=language) as session:
                times[language].append(session.wait_for_paint())
    medians = {language: statistics.median(all_of_them) for language, all_of_them in times.items()}
    other = medians.pop(None)
    for language, mine in medians.items():
        name = f"start to first paint, median{LANGUAGES[language]}"
        yield Row(name, f"{mine:.2f} ms", f"{other:.2f} ms", mine / other, 2.2, "×")


def memory(machine):
    """The most that was ever resident, on the screens that hold the most, and the catalogs that are mapped there."""
    peaks, catalogs = {}, {}
    for language, name in LANGUAGES.items():
        with machine.start("two", language=language) as alone:
            alone.settle()
            for key in ["left", "4", "3", "help", "right", "redraw"]:
                alone.press(key, 0.3)
            peaks["two" + name] = alone.status()["peak"]
            catalogs[language] = len(alone.catalogs())
        host, guest = machine.pair(language=language)
        with host, guest:
            for session in (host, guest) * 3:
                session.press("enter", 0.4)
                host.settle(0.1)
            peaks["host" + name], peaks["guest" + name] = host.status()["peak"], guest.status()["peak"]
    with machine.baseline("board") as theirs:
        theirs.settle()
        baseline = theirs.status()["peak"]
    for name, peak in peaks.items():
        yield Row(f"resident memory at most, {name}", f"{peak:,} KiB", f"{baseline:,} KiB", peak / 1024, 16, " MiB")
    for language, count in catalogs.items():
        yield Row(f"catalogs mapped{LANGUAGES[language]}", str(count), measured=count, limit=1 if language else 0, is_least=bool(language))


def links(machine):
    """No Foundation, neither as a library nor linked in."""
    needed = subprocess.run(["readelf", "-dW", machine.game], capture_output=True, text=True, check=True).stdout
    libraries = re.findall(r"NEEDED.*\[(.*)\]", needed)
    code = pathlib.Path(machine.game).read_bytes()
    names = [name for name in libraries if "Foundation" in name] + re.findall(rb"\$s10Foundation\w*", code)
    yield Row("links Foundation (names found)", str(len(names)), measured=len(names), limit=0)
    yield Row("executable", f"{len(code) / 2**20:.1f} MiB", ", ".join(name.split(".so")[0] for name in libraries), len(code) / 2**20, unit=" MiB")
