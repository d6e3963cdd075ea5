"""Processor seconds of the proofs of the default matrix: found and checked, each with and without the comparison with
the metric.

Each is the best of some runs in new processes; what is checked is JSON.

Then what a second process gains, beside what it could on this machine: as much as two that know nothing of each other.
"""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from tempfile import TemporaryDirectory
from typing import Any

from _timing import done, machine, timed

from axiometrics import registry
from axiometrics.registry import studies
from axiometrics.running import settled_cells
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search
from axiometrics.verification import proofs as checking
from axiometrics.verification.check import verify_cell

ROUNDS = 3
LARGER = "9,rag-bag=10,size-vs-quantity=11,ranking=17"

Counted = dict[str, float]


def main() -> None:
    """Write the tables."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), max_tasks_per_child=1) as pool:
        rounds = []
        for _ in range(ROUNDS):
            figures, saved = pool.submit(_measured).result()
            rounds.append(figures | pool.submit(_checked, saved).result())
    of = {key: min(round_[key] for round_ in rounds) for key in rounds[0]}
    alone, arguments, both = of["found"] - of["compared"], of["arguments"], of["arguments"] + of["linked"]
    lines = [
        f"{machine()}; the best of {ROUNDS} rounds",
        "",
        "| | processor seconds |",
        "|---|---|",
        f"| search of the default matrix, all readings | {of['search']:.2f} |",
        f"| {of['proofs']:.0f} proofs found, and compared with the metrics' own code on cases | {of['found']:.2f} |",
        f"| of which comparing, `check_link` | {of['compared']:.2f} |",
        f"| the same proofs taken from the files that ship, their arguments checked | {of['shipped']:.2f} |",
        f"| the arguments of the same proofs checked alone, `check_argument` | {arguments:.2f} |",
        f"| compared with the metrics' second implementation on cases, `check_link` | {of['linked']:.2f} |",
        (
            f"| {of['cells']:.0f} proof cells verified: both, and further n of thresholds and "
            f"readings of few cases recomputed | {of['verified']:.2f} |"
        ),
        "",
        "| finding / checking | ratio |",
        "|---|---|",
        f"| with comparison / arguments alone | {of['found'] / arguments:.1f} |",
        f"| with comparison / with comparison | {of['found'] / both:.1f} |",
        f"| without / without | {alone / arguments:.1f} |",
        "",
        (
            "| `axiometrics matrix --no-cache` | `-j 1`: s (processor) | `-j 2`: s (processor) | "
            "speed-up | two `-j 1` at once |"
        ),
        "|---|---|---|---|---|",
        *(_speed_up(*options) for options in ((), ("--max-size", LARGER))),
        "",
        f"Against `python -c 'import numpy, sympy'`, in processor seconds: {_ratios()}.",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def _measured() -> tuple[Counted, str]:
    """Seconds of searching and finding, and the proof cells as they are saved."""
    used: Counted = {"compared": 0.0}
    constraints = registry.constraints_by_name()
    used["search"], searched = done(
        lambda: run(
            [builtin(metric) for metric in studies.metrics(studies.asked("amigo2013"))],
            readings="all",
            search=Search(proofs=False),
        )
    )
    proved = [
        (cell, constraints[f"{cell.task}:{cell.constraint}"]) for cell in searched if cell.evidence.kind == "exhaustive"
    ]
    questions = [
        (cell, registry.metric(cell.metric), constraint, constraint.reading(cell.reading))
        for cell, constraint in proved
    ]
    used["shipped"], _ = done(lambda: [settled_cells.settle(*question, regions=False) for question in questions])
    settled_cells.shipped = lambda *cell: None
    settled_cells.check_link = _counting(settled_cells.check_link, used, "compared")
    used["found"], settled = done(lambda: [settled_cells.settle(*question, regions=False) for question in questions])
    cells = [cell.to_json() for cell in (*(cell for cell in searched if cell.evidence.kind != "exhaustive"), *settled)]
    return used, json.dumps([cell for cell in cells if cell["evidence"]["kind"] == "proof"])


def _checked(saved: str) -> Counted:
    """Seconds of checking these cells."""
    used: Counted = {"arguments": 0.0, "linked": 0.0}
    constraints = registry.constraints_by_name()
    cells = json.loads(saved)
    checking.check_argument = _counting(checking.check_argument, used, "arguments")
    checking.check_link = _counting(checking.check_link, used, "linked")
    used["verified"], verified = done(
        lambda: [verify_cell(cell, constraints[f"{cell['task']}:{cell['constraint']}"], {}) for cell in cells]
    )
    if any(item.status != "verified" for item in verified):
        raise SystemExit("a proof that was found is not verified")
    return used | {"cells": len(cells), "proofs": sum("proof" in cell["evidence"]["detail"] for cell in cells)}


def _counting(function: Callable[..., Any], used: Counted, key: str) -> Callable[..., Any]:
    def timed(*args: Any, **options: Any) -> Any:
        seconds, result = done(lambda: function(*args, **options))
        used[key] += seconds
        return result

    return timed


def _speed_up(*options: str) -> str:
    """The best of some runs, taken in turn, for others may be at work on the machine."""
    rounds = [
        [_run(["-j", jobs, *options], processes) for jobs, processes in (("1", 1), ("2", 1), ("1", 2))]
        for _ in range(ROUNDS)
    ]
    (alone, used), (two, together), (both, _) = (min(runs) for runs in zip(*rounds, strict=True))
    shown = " ".join(("matrix", *options))
    ratios = f"{alone / two:.2f} | {2 * alone / both:.2f}"
    return f"| `{shown}` | {alone:.1f} ({used:.1f}) | {two:.1f} ({together:.1f}) | {ratios} |"


def _ratios() -> str:
    """A matrix with the proofs that ship, one that links all of them anew, and one whose cells are in the cache."""
    with TemporaryDirectory() as folder:
        kept = ["-m", "axiometrics", "matrix", "-q", "--cache-dir", folder]
        anew = [*kept[:4], "--no-cache"]
        commands = (
            ("without a cache", anew),
            ("without a cache, all links anew (`--seed 1`)", [*anew, "--seed", "1"]),
            ("into an empty cache", kept),
            ("from the cache", kept),
        )
        start = min(_processor_seconds(["-c", "import numpy, sympy"]) for _ in range(ROUNDS))
        return "; ".join(f"{name} {_processor_seconds(command) / start:.1f} times" for name, command in commands)


def _processor_seconds(arguments: list[str]) -> float:
    return timed(lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL))


def _run(options: list[str], processes: int) -> tuple[float, float]:
    """Seconds until all are done, and seconds of processors that they and their workers used."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "axiometrics", "matrix", "-q", "--no-cache", *options]
    used, codes = done(
        lambda: [
            process.wait()
            for process in [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(processes)]
        ]
    )
    if any(codes):
        raise SystemExit(f"failed: {' '.join(command)}")
    return time.perf_counter() - started, used


if __name__ == "__main__":
    main()
