"""A program on a pseudo-terminal of 80x24, as xterm-256color: what it writes, when, and what the kernel says of its process."""

import fcntl
import os
import re
import select
import signal
import struct
import termios
import time

ESCAPE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-B]|[=>78MD])")
QUESTION = re.compile("●\x1b\\[6n\r\x1b\\[K".encode())
KEYS = {"left": b"\x1bOD", "right": b"\x1bOC", "enter": b"\r", "redraw": b"\x0c", "help": b"?"}


def key(name):
    """The bytes that a terminal sends for a key; a letter or a digit is itself."""
    return KEYS.get(name) or name.encode()


def environment(home, language=""):
    """A player's environment with no settings of his own but, perhaps, a language."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "TMPDIR")}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": home, "XDG_CONFIG_HOME": home,
            "XDG_DATA_HOME": home, **({"LANGUAGE": language} if language else {})}


class Session:
    """A running program. `chunks` holds what it wrote, each read with its time in nanoseconds."""

    def __init__(self, command, home, language=""):
        self.chunks, self.answered = [], 0
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        clock, clock_in = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
                for descriptor in range(3):
                    os.dup2(slave, descriptor)
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
                os.write(clock_in, struct.pack("q", time.monotonic_ns()))
                os.execvpe(command[0], command, environment(home, language))
            finally:
                os._exit(127)
        os.close(clock_in)
        os.close(slave)
        self.started = struct.unpack("q", os.read(clock, 8))[0]
        os.close(clock)

    # Reading and typing

    def read(self, seconds):
        """Reads once, within so many seconds; the bytes, or none. Answers the question for the cursor's place, as terminals do."""
        if not select.select([self.master], [], [], max(0, seconds))[0]:
            return b""
        try:
            data = os.read(self.master, 1 << 16)
        except OSError as gone:
            raise RuntimeError("the program ended: " + self.text()[-300:]) from gone
        self.chunks.append((time.monotonic_ns(), data))
        asked = self.output().count(b"\x1b[6n")
        if asked > self.answered:
            self.answered = asked
            os.write(self.master, b"\x1b[1;2R")
        return data

    def settle(self, quiet=0.25, most=10.0):
        """Reads until nothing has come for `quiet` seconds; returns what came."""
        start, got = time.monotonic(), b""
        while time.monotonic() - start < most:
            data = self.read(quiet)
            if not data:
                break
            got += data
        return got

    def wait_for(self, text, most=15.0):
        """Reads until the text has been written, escape sequences aside."""
        self.wait_until(lambda: text in self.text(), f"“{text}”", most)

    def wait_for_paint(self):
        """Reads until there is something to see, in whatever language; milliseconds since exec."""
        self.wait_until(lambda: self.first_paint() is not None, "a picture")
        return self.first_paint()

    def wait_until(self, holds, what, most=15.0):
        """Reads until something holds."""
        end = time.monotonic() + most
        while not holds():
            if time.monotonic() > end:
                raise RuntimeError(f"{what} never came; instead: {self.text()[-400:]}")
            self.read(0.1)

    def catalogs(self):
        """The catalogs that are mapped."""
        with open(f"/proc/{self.pid}/maps", encoding="utf-8") as maps:
            return {line.split()[-1] for line in maps if line.rstrip().endswith(".mo")}

    def answer(self, quiet):
        """Waits for something to be written, however busy the machine is, and reads until nothing more has come for so long."""
        return self.read(2) + self.settle(quiet)

    def press(self, name, quiet=0.08):
        """Presses a key that changes the screen; returns what the program wrote because of it."""
        os.write(self.master, key(name))
        return self.answer(quiet)

    def output(self):
        """All that was written."""
        return b"".join(data for _, data in self.chunks)

    def text(self):
        """All that was written, without escape sequences."""
        return ESCAPE.sub(b"", self.output()).decode(errors="replace")

    def first_paint(self):
        """Milliseconds from exec to the first character that a person sees."""
        seen = b""
        for then, data in self.chunks:
            seen += data
            if ESCAPE.sub(b"", QUESTION.sub(b"", seen)).strip():
                return (then - self.started) / 1e6
        return None

    # The process

    def status(self):
        """Peak memory in KiB, threads, voluntary context switches of all threads (how often they went to sleep), bytes written by write(2) to
        anything."""
        facts = {"peak": 0, "threads": 0, "switches": 0, "written": 0}
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            facts["threads"] += 1
            for line in open(f"/proc/{self.pid}/task/{thread}/status", encoding="ascii", errors="replace"):
                if line.startswith("voluntary_ctxt_switches"):
                    facts["switches"] += int(line.split()[1])
                elif line.startswith("VmHWM"):
                    facts["peak"] = int(line.split()[1])
        for line in open(f"/proc/{self.pid}/io", encoding="ascii"):
            if line.startswith("wchar"):
                facts["written"] = int(line.split()[1])
        return facts

    def close(self, by=signal.SIGTERM):
        """Ends the program; nothing where that is done."""
        if self.master < 0:
            return
        os.kill(self.pid, by)
        end = time.monotonic() + 3
        while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
            try:
                self.read(0.02)
            except RuntimeError:
                time.sleep(0.01)
        os.close(self.master)
        self.master = -1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
