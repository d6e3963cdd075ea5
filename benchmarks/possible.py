"""What `possible` costs at the sizes that it is meant for: processor seconds and memory of one process that makes all
cases and decides them exactly. `make bench`, or `python benchmarks/possible.py`; a number of rows to leave out at the
end may follow.

Each row is a process of its own, which imports what it needs before the time is taken.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from _timing import done, machine

from axiometrics.possibility.document import PossibleDocument
from axiometrics.possibility.requests import PossibleRequest, answers

TITLE = "Can any metric do this?"

HOLDING = (
    *("clustering:symmetry", "clustering:equal-self-agreement", "clustering:gold-is-best", "clustering:distance"),
    *("clustering:completeness@non-trivial", "clustering:constant-baseline@non-trivial"),
)
"""Constraints of clusterings that can hold together."""

MEBIBYTES = 500
"""The most that a process may take."""


@dataclass(frozen=True)
class Aim:
    """A question of the aims, and the processor seconds that it may take."""

    words: str
    constraints: Sequence[str]
    size: int
    seconds: int
    conflicts: bool = False


AIMS = (
    Aim("organizations of 3, all sets of all constraints", ("organization:*",), 3, 60, conflicts=True),
    Aim("rankings of 5 ranks, all constraints together", ("ranking:*",), 5, 60),
    Aim("rankings of 5 ranks, all sets of them", ("ranking:*",), 5, 60, conflicts=True),
    Aim("two classes of 8, all constraints together", ("classification:*",), 8, 5),
    Aim("two classes of 8, all sets of them", ("classification:*",), 8, 5, conflicts=True),
    Aim("clusterings of 6, all constraints together", ("clustering:*",), 6, 30),
    Aim("clusterings of 6, all sets of them", ("clustering:*",), 6, 30, conflicts=True),
    Aim("clusterings of 7, all constraints together", ("clustering:*",), 7, 180),
    Aim("clusterings of 7, six constraints that can hold together", HOLDING, 7, 180),
)


def main(left_out: int) -> None:
    """Write the table."""
    lines = [
        f"{machine()}; each row once",
        "",
        "| question | answer | processor seconds | at most | met | MiB | met |",
        "|---|---|---|---|---|---|---|",
    ]
    for aim in AIMS[: len(AIMS) - left_out]:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            said, seconds, mebibytes = pool.submit(answer_of, aim).result()
        lines.append(
            f"| {aim.words} | {said} | {seconds:.1f} | {aim.seconds} | {_met(seconds <= aim.seconds)} | "
            f"{mebibytes:.0f} | {_met(mebibytes <= MEBIBYTES)} |"
        )
        sys.stderr.write(f"{lines[-1]}\n")
    sys.stdout.write("\n".join(lines) + "\n")


def answer_of(aim: Aim) -> tuple[str, float, float]:
    """Return the answer in words, and the seconds and mebibytes that it took."""
    seconds, answer = done(lambda: _answer(aim))
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return _in_words(answer), seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def _answer(aim: Aim) -> PossibleDocument:
    request = PossibleRequest(aim.constraints, size=aim.size, conflicts=aim.conflicts)
    *_, last = answers(request)
    return last


def _in_words(document: PossibleDocument) -> str:
    if not document.conflicts:
        return document.answer
    left_open = f", {len(document.open)} undetermined" if document.open else ""
    return f"{len(document.conflicts)} conflicts, {len(document.together)} greatest sets{left_open}"


def _met(is_met: bool) -> str:
    return "yes" if is_met else "NO"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
