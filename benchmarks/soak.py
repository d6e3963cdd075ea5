"""Whether the promises of the program hold while it is killed: `python benchmarks/soak.py [--kills N]`. Not in CI.

Command after command is killed at a random moment, by SIGKILL, SIGTERM or SIGINT, while three processes work on one
cache and, now and then, the disk is full or read-only. After each kill the promises are looked at: no file but whole
ones; what is interrupted stands beside a complete file and says so; no process, and no temporary file, is left; what is
found at the end, from the cache that was there all the time, is what a run without kills finds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

TITLE = "Kills"

METRIC = "def mine(gains, ideal):\n    return sum(gain / 2.0**rank for rank, gain in enumerate(gains))\n"
SMALL = ("--max-size", "5", "--reading", "all", "-q")
COMMANDS = {
    "matrix": ("matrix", "-m", "ap", "-m", "bcubed-f", *SMALL, "-o", "matrix.json"),
    "matrix -j 2": ("matrix", "-m", "ap", "-m", "rbp", "-j", "2", *SMALL, "-o", "spread.json"),
    "check": ("check", "mine.py:mine", "-c", "ranking:*", *SMALL, "--fail-on", "none", "-o", "check.json"),
    "explain": ("explain", "ap", "deepness", "--max-size", "5", "--format", "json", "-o", "explain.json"),
    "score": ("score", "qrels.txt", "run.txt", "--format", "json", "-o", "score.json"),
    "region": ("region", "rbp", "closeness-threshold", "p", "--format", "json", "-o", "region.json"),
    "verify": ("verify", "whole.json"),
}
AT_ONCE = 3
"""Commands that run at a time, on one cache."""


def main() -> None:
    """Kill, look, and print what was kept and what was not."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    chance, kept, broken, began = random.Random(asked.seed), Counter[str](), Counter[str](), time.monotonic()
    with tempfile.TemporaryDirectory() as base:
        folder = prepared(Path(base))
        reference = run(folder, "matrix", "alone").wait() or cells(folder / "matrix.json")
        (folder / "whole.json").write_bytes((folder / "matrix.json").read_bytes())
        done = 0
        while done < asked.kills:
            names = chance.sample(sorted(COMMANDS), AT_ONCE)
            limits = chance.choice([None, None, None, full_disk])
            if chance.random() < 0.2:
                (folder / "cache").chmod(0o500)
            running = [run(folder, name, "cache", limits) for name in names]
            for one in running:
                time.sleep(chance.random() * 1.5)
                if one.poll() is None:
                    by = chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
                    one.send_signal(by)
                    done += 1
                    kept[f"killed by {by.name}"] += 1
            for one in running:
                promise("it ends within 60 s", ends(one), kept, broken)
            (folder / "cache").chmod(0o700)
            for file in folder.glob("*.json"):
                promise("every file is whole", is_whole(file), kept, broken)
            promise("no process is left", not left(folder), kept, broken)
        promise("temporary files are gone", not list((folder / "tmp").glob("axiometrics-*")), kept, broken)
        ended = run(folder, "matrix", "cache").wait()
        found = cells(folder / "matrix.json")
        promise("the cells at the end are those of a run without kills", not ended and found == reference, kept, broken)
    system = f"Python {platform.python_version()}, {os.cpu_count()} processors, seed {asked.seed}"
    sys.stdout.write(f"{done} kills in {time.monotonic() - began:.0f} s; {system}\n\n")
    sys.stdout.write("| promise | kept | broken |\n|---|---|---|\n")
    for name in sorted({*kept, *broken}):
        sys.stdout.write(f"| {name} | {kept[name]} | {broken[name]} |\n")
    sys.exit(1 if broken else 0)


def prepared(folder: Path) -> Path:
    """The files that the commands read."""
    (folder / "tmp").mkdir()
    (folder / "cache").mkdir()
    (folder / "mine.py").write_text(METRIC, encoding="utf-8")
    (folder / "qrels.txt").write_text("".join(f"1 0 d{k} {k % 2}\n" for k in range(50)), encoding="utf-8")
    (folder / "run.txt").write_text("".join(f"1 Q0 d{k} {k} {100 - k} t\n" for k in range(50)), encoding="utf-8")
    return folder


def run(folder: Path, name: str, cache: str, limits: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
    """A command on its way, in a process group of its own."""
    around = {**os.environ, "AXIOMETRICS_CACHE_DIR": str(folder / cache), "TMPDIR": str(folder / "tmp")}
    command = [sys.executable, "-m", "axiometrics", *COMMANDS[name]]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        command, cwd=folder, env=around, stdout=quiet, stderr=quiet, preexec_fn=limits, start_new_session=True
    )


def full_disk() -> None:
    """No file may have more than some bytes, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


def promise(name: str, holds: bool, kept: Counter[str], broken: Counter[str]) -> None:
    """Count it."""
    (kept if holds else broken)[name] += 1


def ends(process: subprocess.Popen[bytes]) -> bool:
    """Whether a command comes to an end; it is ended where it does not."""
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return True


def is_whole(file: Path) -> bool:
    """Whether a file is whole JSON, and complete unless its name says that it is not."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return False
    return bool(data.get("complete", True)) or ".partial." in file.name


def left(folder: Path) -> list[str]:
    """The processes that still work in the folder a while after all commands have ended."""
    until = time.monotonic() + 15
    while True:
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.readlink(entry / "cwd") == str(folder.resolve()):
                    found.append((entry / "cmdline").read_text())
            except OSError:
                continue
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.1)


def cells(file: Path) -> Any:
    """The cells of a matrix without the seconds they took."""
    found = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return [{**cell, "evidence": {**cell["evidence"], "seconds": 0}} for cell in found]


if __name__ == "__main__":
    main()
