"""What a start costs, what the pytest plugin adds to one, and a `check` of a short metric of a user: `make bench`, or
`python benchmarks/start.py`.

Seconds are those of processors (`_timing.py`), a process with all that it started. The commands of the first table find
in the cache what they can. Two runs of pytest differ by more than the plugin takes, so its import is timed in a process
that has imported pytest, and its hooks by runs with and without it in one process. The last table sets a `check` beside
the calls that it makes of the metric: they are written down, and made again by themselves.
"""

from __future__ import annotations

import importlib.util
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from _timing import Row, Work, Yardstick, machine, measured, table, timed
from tabulate import tabulate

TITLE = "Starting, and a metric of a user"

ROUNDS = 7
"""Rounds of each command of the first table, and of processes with the plugin."""

MOST_ADDED = 5
"""Milliseconds that the plugin may add."""

ADDED = """
import contextlib, io, statistics, time
import pytest

began = time.process_time()
import axiometrics.pytest_plugin
imported = time.process_time() - began

def run(*more):
    began = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["-q", "-p", "no:cacheprovider", "test_nothing.py", *more])
    return time.process_time() - began

run(), run("-p", "no:axiometrics")
print(imported, statistics.median(run() - run("-p", "no:axiometrics") for _ in range(5)))
"""

AROUND = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The variables of all commands: byte code is written, as it is where a package has been installed."""

STARTS = (("--help", 2), ("list metrics", 2), ("explain v-measure rag-bag", 4))
"""Commands, each with how many times its yardstick it may take."""

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

RECORDED = """
import os, pickle
import short

def noted(function, calls):
    def metric({parameters}):
        os.write(calls, pickle.dumps(({parameters})))
        return function({parameters})
    return metric

recorded = noted(short.{name}, os.open({file!r}, os.O_APPEND | os.O_CREAT | os.O_WRONLY))
"""

SHORT = {
    "short_ranking": "gains, ideal",
    "short_clustering": "labels_true, labels_pred",
    "short_filtering": "y_true, y_pred",
}
"""The metrics, with their parameters."""


def run(command: Sequence[str], folder: str | None = None) -> Work:
    """Run a command to its end."""
    return lambda: subprocess.run(command, cwd=folder, capture_output=True, check=False, env=AROUND)


def start(words: str, most: float) -> Row:
    """Measure a command beside the import of the module that reads its options."""
    click = Yardstick("python -c 'import click'", run([sys.executable, "-c", "import click"]), most)
    command = run([sys.executable, "-m", "axiometrics", *words.split()])
    return measured(f"axiometrics {words}", command, click, rounds=ROUNDS)


def plugin(folder: str) -> tuple[str, str, str, str]:
    """What the plugin adds to an empty run of pytest that does not use it."""
    Path(folder, "test_nothing.py").write_text("def test_nothing():\n    pass\n", encoding="utf-8")
    added = []
    for _ in range(ROUNDS):
        ran = subprocess.run([sys.executable, "-c", ADDED], cwd=folder, capture_output=True, check=True, env=AROUND)
        imported, hooks = map(float, ran.stdout.split()[-2:])
        added.append(1e3 * (imported + hooks))
    middle = statistics.median(added)
    met = "yes" if middle <= MOST_ADDED else "NO"
    return f"{middle:.1f} ms", f"{min(added):.1f} to {max(added):.1f}", f"{MOST_ADDED} ms", met


def check(name: str, folder: str) -> tuple[str, int, str, str, str, str]:
    """A `check` beside the calls that it makes, made by themselves, and the seconds that it may take."""
    command = [sys.executable, "-m", "axiometrics", "check", "--no-cache", "--progress", "none"]
    made = _calls(name, [*command, "recorded.py:recorded"], folder)
    spec = importlib.util.spec_from_file_location("short", Path(folder, "short.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    metric = getattr(module, name)
    bare = min(timed(lambda: [metric(*arguments) for arguments in made]) for _ in range(3))
    whole = sorted(timed(run([*command, f"short.py:{name}"], folder)) for _ in range(3))
    most = 1.3 * bare + 1
    shown = f"{whole[1]:.2f} s ({whole[0]:.2f} to {whole[2]:.2f})"
    return name, len(made), f"{1e3 * bare:.0f} ms", shown, f"{most:.2f} s", "yes" if whole[1] <= most else "NO"


def _calls(name: str, command: Sequence[str], folder: str) -> list[tuple[list[int], list[int]]]:
    """The arguments of all calls that a `check` makes of a metric."""
    file = Path(folder, f"{name}.calls")
    recorded = RECORDED.format(name=name, parameters=SHORT[name], file=str(file))
    Path(folder, "recorded.py").write_text(recorded, encoding="utf-8")
    run(command, folder)()
    arguments = []
    with file.open("rb") as calls:
        while calls.peek(1):
            arguments.append(pickle.load(calls))
    return arguments


def main() -> None:
    """Write the tables to standard output."""
    write = sys.stdout.write
    write(f"{machine()}\n\n{table([start(*command) for command in STARTS])}\n\n")
    with tempfile.TemporaryDirectory() as folder:
        head = ("the plugin adds to an empty test", "least and greatest", "at most", "met")
        write(tabulate([plugin(folder)], head, "pipe", disable_numparse=True) + "\n\n")
        Path(folder, "short.py").write_text(METRICS, encoding="utf-8")
        head = ("metric", "calls", "made by themselves", "axiometrics check --no-cache", "at most", "met")
        write(tabulate([check(name, folder) for name in SHORT], head, "pipe", disable_numparse=True) + "\n")


if __name__ == "__main__":
    main()
