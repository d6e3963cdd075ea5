"""Whether the promises of the program hold while it is killed: `python benchmarks/soak.py [--kills N]`. Not in CI.

Command after command, every one that writes a document, is killed at a random moment of its run, by SIGKILL, SIGTERM
or SIGINT, while three processes work on one cache and, now and then, the disk is full or read-only. After each round
the promises are looked at: each file is the one that a run without kills writes, but for times; what is interrupted
stands beside it and says so; no process, and no temporary file, is left but those that SIGKILL leaves; and what all
commands find at the end, from the cache that was there all the time, is what runs without kills find.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import shutil
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
CLAIMS = {
    "schema": "axiometrics/claims/1",
    "source": "a paper",
    "claims": [
        {
            "id": "1",
            "kind": "cell",
            "source": "section 1",
            "claim": "AP does not count what is irrelevant at the end",
            "published": "fails",
            "metric": "ap",
            "constraint": "ranking:confidence",
        }
    ],
}
COMMANDS = {
    "matrix": ("-m", "ap", "-m", "bcubed-f", *SMALL),
    "matrix -j 2": ("-m", "ap", "-m", "rbp", "-j", "2", *SMALL),
    "check": ("mine.py:mine", "-c", "ranking:*", *SMALL, "--fail-on", "none"),
    "explain": ("ap", "deepness", "--max-size", "5"),
    "score": ("qrels.txt", "run.txt"),
    "region": ("rbp", "closeness-threshold", "p"),
    "verify": ("whole.json", "--seed", "0"),
    "audit": ("claims.json",),
    "audit-library": ("mine.py", "--part", "conventions", "--max-size", "3"),
    "strength": ("--task", "filtering", "--max-size", "4"),
    "separate": ("precision", "recall"),
    "meta": ("qrels.txt", "run.txt", "other.txt", "--rounds", "1000"),
    "impact": ("qrels.txt", "run.txt", "-m", "ap", "-c", "ranking:priority", "-c", "deepness"),
    "compare": ("rand", "jaccard", "--max-size", "5"),
    "identify": ("mine.py:mine", "--max-size", "3"),
    "recommend": ("--require", "confidence", "--task", "ranking", "--among", "amigo2013", "--max-size", "4"),
    "diff": ("whole.json", "whole.json"),
    "list": ("metrics",),
    "doctor": (),
    "atlas": ("whole.json", "--no-audit"),
}
"""What each command is asked. Each writes a document of its name, the atlas a site."""

OFTEN = ("matrix", "matrix -j 2", "check", "explain")
"""The commands that run twice as often as the others: what they compute is kept."""

AT_ONCE = 3
"""Commands that run at a time, on one cache."""


def main() -> None:
    """Kill commands, look at the files and processes, and print which promises were kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance, kept, broken, began = random.Random(options.seed), Counter[str](), Counter[str](), time.monotonic()
    with tempfile.TemporaryDirectory() as base:
        folder = prepared(Path(base))
        whole, seconds = reference(folder)
        done = 0
        while done < options.kills:
            names = chance.sample([*COMMANDS, *OFTEN], AT_ONCE)
            limits = chance.choice([None, None, None, full_disk])
            if chance.random() < 0.2:
                (folder / "cache").chmod(0o500)
            started, running = time.monotonic(), [run(folder, name, "cache", limits) for name in names]
            moments = [chance.random() * 1.2 * seconds[name] for name in names]
            by = [chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]) for _ in names]
            for moment, process, how in sorted(zip(moments, running, by, strict=True), key=lambda of: of[0]):
                time.sleep(max(0.0, started + moment - time.monotonic()))
                if process.poll() is None:
                    process.send_signal(how)
                    done += 1
                    kept[f"killed by {how.name}"] += 1
            for process in running:
                promise("it ends within 60 s", ends(process), kept, broken)
            (folder / "cache").chmod(0o700)
            for name, expected in whole.items():
                promise("every file is whole", said(folder, name) == expected, kept, broken)
            for file in folder.glob("*.partial.json"):
                promise("what is interrupted says so", is_partial(file), kept, broken)
                file.unlink(missing_ok=True)
            promise("no process is left", not left(folder), kept, broken)
            parts = list(folder.glob(".*"))
            if signal.SIGKILL not in by:
                promise("no half of a file is left", not parts, kept, broken)
                for part in parts:
                    sys.stderr.write(f"left of {names}, killed after {moments} s by {by}: {part.name}\n")
            for part in parts:
                shutil.rmtree(part) if part.is_dir() else part.unlink()
        promise("temporary files are gone", not list((folder / "tmp").glob("axiometrics-*")), kept, broken)
        for name, expected in whole.items():
            ended = run(folder, name, "cache").wait()
            promise("the end finds what was found", not ended and said(folder, name) == expected, kept, broken)
    system = f"Python {platform.python_version()}, {os.cpu_count()} processors, seed {options.seed}"
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
    (folder / "qrels.txt").write_text(
        "".join(f"{t} 0 d{k} {k % 2}\n" for t in (1, 2) for k in range(50)), encoding="utf-8"
    )
    for name, step in (("run", 1), ("other", 7)):
        lines = (f"{t} Q0 d{k} {k} {100 - k * step % 50} {name}\n" for t in (1, 2) for k in range(50))
        (folder / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    (folder / "claims.json").write_text(json.dumps(CLAIMS), encoding="utf-8")
    return folder


def run(folder: Path, name: str, cache: str, limits: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
    """Start a command in a process group of its own."""
    around = {**os.environ, "AXIOMETRICS_CACHE_DIR": str(folder / cache), "TMPDIR": str(folder / "tmp")}
    to = "site" if name == "atlas" else f"{name}.json"
    command = [sys.executable, "-m", "axiometrics", name.split()[0], *COMMANDS[name], "-o", to]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        command, cwd=folder, env=around, stdout=quiet, stderr=quiet, preexec_fn=limits, start_new_session=True
    )


def full_disk() -> None:
    """Limit the size of files, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


def promise(name: str, holds: bool, kept: Counter[str], broken: Counter[str]) -> None:
    """Count whether a promise was kept."""
    (kept if holds else broken)[name] += 1


def ends(process: subprocess.Popen[bytes]) -> bool:
    """Return whether a command ends; it is killed if it does not."""
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return True


def reference(folder: Path) -> tuple[dict[str, Any], dict[str, float]]:
    """Return what the commands write without kills, and the seconds that they take."""
    documents, seconds = {}, {}
    for name in COMMANDS:
        began = time.monotonic()
        if code := run(folder, name, "alone").wait():
            sys.exit(f"{name} ends with exit code {code} before anything is killed")
        seconds[name] = time.monotonic() - began
        if name == "matrix":
            (folder / "whole.json").write_bytes((folder / "matrix.json").read_bytes())
        documents[name] = said(folder, name)
    return documents, seconds


def said(folder: Path, name: str) -> Any:
    """Return what a command has written, without the seconds it took; for a site, its pages. None if that is not
    whole.
    """
    if name == "atlas":
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("site/**/*.*")}
    try:
        return json.loads(
            (folder / f"{name}.json").read_text(encoding="utf-8"),
            object_hook=lambda data: {key: value for key, value in data.items() if key != "seconds"},
        )
    except (OSError, ValueError):
        return None


def is_partial(file: Path) -> bool:
    """Whether a file says that it is not complete, and what is missing."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return False
    return data["complete"] is False and bool(data["missing"])


def left(folder: Path) -> list[str]:
    """The processes that still work in the folder a while after all commands have ended."""
    until = time.monotonic() + 15
    while True:
        commands = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.readlink(entry / "cwd") == str(folder.resolve()):
                    commands.append((entry / "cmdline").read_text())
            except OSError:
                continue
        if not commands or time.monotonic() > until:
            return commands
        time.sleep(0.1)


if __name__ == "__main__":
    main()
