"""Time of the default matrix, and of the proofs in it: found from a cold start, and checked alone. Ratios to the search without them, in one run.

Then what a second process gains, beside what it could on this machine: as much as two that know nothing of each other.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.metric import Metric
from axiometrics.core.verdict import Cell
from axiometrics.proving.settling import settle
from axiometrics.runner import builtin, run
from axiometrics.verification.proofs.checking import check_argument

ROUNDS = 3
LARGER = "9,rag-bag=10,size-vs-quantity=11,ranking=17"

Open = list[tuple[Cell, Metric, Constraint, Reading]]


def main() -> None:
    """Write the table."""
    metrics = registry.pack("amigo2013")
    constraints = {constraint.name: constraint for constraint in registry.constraints()}
    started = time.perf_counter()
    searched = run([builtin(metric) for metric in metrics], readings="all", proofs=False)
    search = time.perf_counter() - started
    cells: Open = []
    for cell in searched:
        if cell.evidence.kind == "exhaustive":
            constraint = constraints[f"{cell.task}:{cell.constraint}"]
            cells.append((cell, registry.metric(cell.metric), constraint, constraint.reading(cell.reading)))
    started = time.perf_counter()
    settled = [settle(*item) for item in cells]
    found = time.perf_counter() - started
    proofs = list(_proofs(cells, settled))
    started = time.perf_counter()
    for proof, constraint, reading in proofs:
        check_argument(proof, constraint, reading, proof["holds"])
    checked = time.perf_counter() - started
    lines = [
        "| | seconds | ratio |",
        "|---|---|---|",
        f"| search of the default matrix, all readings, one process | {search:.1f} | 1 |",
        f"| {len(proofs)} proofs found, and held against the metrics | {found:.1f} | {found / search:.2f} of the search |",
        f"| the same checked alone, step by step | {checked:.2f} | 1/{found / checked:.0f} of finding them |",
        "",
        "| `axiometrics matrix --no-cache` | `-j 1`: s (processor) | `-j 2`: s (processor) | speed-up | two `-j 1` at once |",
        "|---|---|---|---|---|",
        *(_speed_up(*options) for options in ((), ("--max-size", LARGER))),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def _proofs(cells: Open, settled: list[Cell]) -> Iterator[tuple[Any, Constraint, Reading]]:
    for (_, _, constraint, reading), cell in zip(cells, settled, strict=True):
        if "proof" in cell.evidence.detail:
            yield cell.evidence.detail["proof"], constraint, reading


def _speed_up(*options: str) -> str:
    """The best of some runs, taken in turn, for others may be at work on the machine."""
    rounds = [[_timed(["-j", jobs, *options], processes) for jobs, processes in (("1", 1), ("2", 1), ("1", 2))] for _ in range(ROUNDS)]
    (one, used), (two, together), (both, _) = (min(runs) for runs in zip(*rounds, strict=True))
    shown = " ".join(("matrix", *options))
    return f"| `{shown}` | {one:.1f} ({used:.1f}) | {two:.1f} ({together:.1f}) | {one / two:.2f} | {2 * one / both:.2f} |"


def _timed(options: list[str], processes: int) -> tuple[float, float]:
    """Seconds until all are done, and seconds of processors that they and their workers used."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "axiometrics", "matrix", "-q", "--no-cache", *options]
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(processes)]
    codes = [process.wait() for process in running]
    if any(codes):
        raise SystemExit(f"failed: {' '.join(command)}")
    seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
