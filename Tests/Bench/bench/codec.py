"""The codec beside Foundation's NSKeyedArchiver, in one process: the executable prints its own table."""

import subprocess

from bench.table import Row


def codec(machine):
    """Nanoseconds of a disc, both ways."""
    # Without the release's link flags: Foundation does not survive --icf=all.
    scratch = machine.scratch / "swift"
    machine.run(["swift", "build", "--package-path", machine.root, "--scratch-path", scratch, "-c", "release", "--product", "codec-bench"])
    command = scratch / "release" / "codec-bench"
    done = subprocess.run([command, str(machine.rounds)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    limits = {"encode + decode of a disc": 15, "decode of a disc": 10}
    for line in done.stdout.splitlines():
        name, ours, theirs = line.split("\t")
        yield Row(name, f"{float(ours):,.0f} ns", f"{float(theirs):,.0f} ns", float(theirs) / float(ours), limits.get(name), "×", is_least=True)
