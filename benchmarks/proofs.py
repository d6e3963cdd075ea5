"""Time of the default matrix, and of the proofs in it: found from a cold start, and checked alone. Ratios to the search without them, in one run."""

from __future__ import annotations

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
    whole = {jobs: _whole(jobs) for jobs in (1, 2)}
    lines = [
        "| | seconds | ratio |",
        "|---|---|---|",
        f"| search of the default matrix, all readings, one process | {search:.1f} | 1 |",
        f"| {len(proofs)} proofs found, and held against the metrics | {found:.1f} | {found / search:.2f} of the search |",
        f"| the same checked alone, step by step | {checked:.2f} | 1/{found / checked:.0f} of finding them |",
        *(f"| `axiometrics matrix -j {jobs}`, proofs included | {seconds:.1f} | {seconds / search:.2f} of the search |" for jobs, seconds in whole.items()),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def _proofs(cells: Open, settled: list[Cell]) -> Iterator[tuple[Any, Constraint, Reading]]:
    for (_, _, constraint, reading), cell in zip(cells, settled, strict=True):
        if "proof" in cell.evidence.detail:
            yield cell.evidence.detail["proof"], constraint, reading


def _whole(jobs: int) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "axiometrics", "matrix", "-q", "--no-cache", "-j", str(jobs)], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
