"""What all benchmarks share: works that are timed in turn, and the table of their ratios.

Times are seconds of processors, those of child processes included, so that other work on the machine changes them
little. Each round does every work of a row once; a ratio is taken within a round, and the table shows the median of
the ratios with the least and the greatest of them.
"""

from __future__ import annotations

import platform
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from tabulate import tabulate

Work = Callable[[], object]
Made = TypeVar("Made")

ROUNDS = 5


@dataclass(frozen=True)
class Yardstick:
    """A work with which a figure is compared.

    Attributes
    ----------
    name : what is done
    work : does it
    most : how many times its seconds ours may take; None where nothing is promised
    """

    name: str
    work: Work
    most: float | None = None


@dataclass(frozen=True)
class Ratio:
    """Our time divided by the yardstick's: the median of the rounds, the least and the greatest."""

    yardstick: Yardstick
    median: float
    least: float
    greatest: float

    def __str__(self) -> str:
        return f"{self.median:.3g} ({self.least:.3g} to {self.greatest:.3g})"


@dataclass(frozen=True)
class Row:
    """A figure: our seconds, compared with a peer's and with a physical yardstick, which no program can beat by
    much.
    """

    name: str
    seconds: float
    peer: Ratio | None
    physical: Ratio | None


def spent() -> float:
    """Seconds of processors that this process and its ended children have used."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def timed(work: Work) -> float:
    """Seconds of processors that one call takes."""
    return done(work)[0]


def done(work: Callable[[], Made]) -> tuple[float, Made]:
    """Return the seconds of processors that one call takes, and its result."""
    start = spent()
    result = work()
    return spent() - start, result


def measured(
    name: str, ours: Work, peer: Yardstick | None, physical: Yardstick | None = None, rounds: int = ROUNDS
) -> Row:
    """Return a row. Every work is done once before the first round, to warm up."""
    yardsticks = [yardstick for yardstick in (peer, physical) if yardstick is not None]
    works = [ours, *(yardstick.work for yardstick in yardsticks)]
    for work in works:
        work()
    times = [[timed(work) for work in works] for _ in range(rounds)]
    ratios = {
        id(yardstick): _ratio(yardstick, [round_[0] / max(round_[k], 1e-9) for round_ in times])
        for k, yardstick in enumerate(yardsticks, 1)
    }
    seconds = statistics.median(round_[0] for round_ in times)
    return Row(name, seconds, *(None if yardstick is None else ratios[id(yardstick)] for yardstick in (peer, physical)))


def _ratio(yardstick: Yardstick, ratios: Sequence[float]) -> Ratio:
    return Ratio(yardstick, statistics.median(ratios), min(ratios), max(ratios))


def table(rows: Sequence[Row]) -> str:
    """The rows as a table of Markdown; a row that misses its aim says so."""
    shown = []
    for row in rows:
        most = None if row.peer is None else row.peer.yardstick.most
        met = "" if most is None or row.peer is None else "yes" if row.peer.median <= most else "NO"
        shown.append(
            (
                row.name,
                _time(row.seconds),
                "" if row.peer is None else row.peer.yardstick.name,
                "" if row.peer is None else str(row.peer),
                "" if most is None else f"{most:.3g}",
                met,
                "" if row.physical is None else row.physical.yardstick.name,
                "" if row.physical is None else str(row.physical),
            )
        )
    headers = ("ours", "time", "peer", "ours / peer", "at most", "met", "yardstick", "ours / yardstick")
    return tabulate(shown, headers=headers, tablefmt="pipe", disable_numparse=True)


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def machine() -> str:
    """Return the versions and the machine that the figures were taken with."""
    return f"Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()}"
