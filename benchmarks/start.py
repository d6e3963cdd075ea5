"""What a start costs, and a `check` of a short metric of a user: `make bench`, or `python benchmarks/start.py`.

Seconds of processor, user and system, since others may be at work on the machine: a process with all that it started.
Each command runs in turn with its yardstick; the best of the rounds counts, and the spread says up to which value
the others went. The commands of the first table find in the cache what they can.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path

from _timing import timed
from tabulate import tabulate

ROUNDS = 7
"""Rounds of each command of the first table; a `check` has three."""

AROUND = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The variables of all commands: byte code is written, as it is where a package has been installed."""

CLICK = [sys.executable, "-c", "import click"]
STARTS = (
    ("--help", 2),
    ("list metrics", 2),
    ("explain v-measure rag-bag", 4),
)
"""Commands, each with the ratio to its yardstick that it aims at."""

METRICS = """
def short_ranking(gains, ideal):
    return sum(g / (rank + 1) for rank, g in enumerate(gains)) / max(1, sum(ideal))

def short_clustering(labels_true, labels_pred):
    clusters = {}
    for true, pred in zip(labels_true, labels_pred):
        clusters.setdefault(pred, []).append(true)
    return sum(max(map(cluster.count, cluster)) for cluster in clusters.values()) / len(labels_true)

def short_filtering(y_true, y_pred):
    return sum(true == pred for true, pred in zip(y_true, y_pred)) / len(y_true)
"""


def spent(command: Sequence[str], folder: str | None = None) -> float:
    """Seconds of processor that a command takes, with the processes that it starts and waits for."""
    return timed(lambda: subprocess.run(command, cwd=folder, capture_output=True, check=False, env=AROUND))


def told(seconds: Sequence[float]) -> str:
    """The best, and the spread."""
    return f"{1e3 * min(seconds):.0f} (to {1e3 * max(seconds):.0f})"


def starts() -> list[tuple[str, str, str, float, float]]:
    """A row for each start."""
    rows = []
    for words, aim in STARTS:
        command = [sys.executable, "-m", "axiometrics", *words.split()]
        spent(command), spent(CLICK)
        rounds = [(spent(command), spent(CLICK)) for _ in range(ROUNDS)]
        ours, theirs = zip(*rounds, strict=True)
        rows.append((f"axiometrics {words}", told(ours), told(theirs), min(ours) / min(theirs), float(aim)))
    return rows


def plugin(folder: str) -> tuple[str, str, float]:
    """What the plugin adds to an empty run of pytest that does not use it."""
    Path(folder, "test_nothing.py").write_text("def test_nothing():\n    pass\n", encoding="utf-8")
    plain = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_nothing.py"]
    without = [*plain, "-p", "no:axiometrics"]
    spent(plain, folder), spent(without, folder)
    rounds = [(spent(plain, folder), spent(without, folder)) for _ in range(ROUNDS)]
    with_it, without_it = zip(*rounds, strict=True)
    return told(with_it), told(without_it), 1e3 * (min(with_it) - min(without_it))


def checks(folder: str) -> list[tuple[str, str, str]]:
    """A row for each metric: `check` with one process and with two."""
    Path(folder, "short.py").write_text(textwrap.dedent(METRICS), encoding="utf-8")
    rows = []
    for name in ("short_ranking", "short_clustering", "short_filtering"):
        command = [sys.executable, "-m", "axiometrics", "check", f"short.py:{name}", "--no-cache", "--progress", "none"]
        found = [told([spent([*command, "-j", jobs], folder) for _ in range(3)]) for jobs in ("1", "2")]
        rows.append((name, *found))
    return rows


def main() -> None:
    """Write the tables to standard output."""
    write = sys.stdout.write
    write(f"Python {platform.python_version()}, {platform.machine()}; milliseconds of processor: best (spread)\n\n")
    head = ("command", "ours", "python -c 'import click'", "ratio of the best", "aim")
    write(tabulate(starts(), head, "pipe", floatfmt=".3g") + "\n\n")
    with tempfile.TemporaryDirectory() as folder:
        head = ("an empty test with the plugin", "without it", "difference of the best")
        write(tabulate([plugin(folder)], head, "pipe", floatfmt=".1f") + "\n\n")
        head = ("axiometrics check --no-cache", "-j 1", "-j 2")
        write(tabulate(checks(folder), head, "pipe") + "\n")


if __name__ == "__main__":
    main()
