"""Runs a command and tells its time and peak memory.

`run` starts this file in a small interpreter of its own: Linux lets a new process begin with the
peak of the one that started it, so a large script would be measured in place of a small command.
A peak below some 10 MB is that interpreter's.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    status: int
    seconds: float
    peak_bytes: int
    out: str
    err: str


def run(command):
    """Runs a command to its end."""
    with tempfile.TemporaryDirectory() as scratch:
        told = pathlib.Path(scratch) / "told"
        helper = [sys.executable, "-S", "-E", __file__, told]
        done = subprocess.run([*helper, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if not told.exists():
            sys.exit(f"cannot run {command[0]}: {done.stderr}")
        return Outcome(**json.loads(told.read_text()), out=done.stdout, err=done.stderr)


def main():
    told, command = sys.argv[1], sys.argv[2:]
    start = time.monotonic()
    child = os.spawnvp(os.P_NOWAIT, command[0], command)
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - start
    # Linux tells kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    told_json = {"status": os.waitstatus_to_exitcode(status), "seconds": seconds, "peak_bytes": usage.ru_maxrss * unit}
    with open(told, "w") as file:
        json.dump(told_json, file)


if __name__ == "__main__":
    main()
