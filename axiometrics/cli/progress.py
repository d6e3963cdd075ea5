"""The progress of a run, on stderr: a line with a bar on a terminal, and a plain line from time to time elsewhere. In
long runs, each cell is also reported when it is settled.

`rich` draws such bars too. It was rejected, because it draws in a thread of its own, and the processes of metrics are
forked from this one.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import Any

from axiometrics.core.cell import Cell
from axiometrics.core.escapes import one_line
from axiometrics.core.stderr import tell

QUICK = 1.0
"""The seconds in which a terminal shows nothing."""

LIVE, PLAIN, RARE = 0.1, 10.0, 160.0
"""The seconds between two drawings of the bar; the seconds before the first plain line; and the most seconds between
two plain lines. The time between plain lines doubles each time, so that the log of a long run stays short.
"""

SETTLED, TOGETHER = 3.0, 1.0
"""The seconds after which settled cells are reported; and the seconds within which cells that are settled share a line.
A shorter run is only shown by its table.
"""

BAR = 20
"""The number of characters of a bar."""


class Progress:
    """A callable that takes the number of finished jobs, the number of all jobs, and the present step. It is a context,
    and clears its line at the end.

    The time left is an estimate: the remaining jobs take as long as the jobs since the first call. In a run of several
    parts, each with its own jobs, the estimate begins anew with each part.
    """

    def __init__(self, how: str) -> None:
        self.live = how == "auto" and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.silent = how == "none"
        self.started = time.monotonic()
        self.next = self.started + (QUICK if self.live else PLAIN)
        self.pause = LIVE if self.live else PLAIN
        self.first = (0, 0, self.started)
        self.shown = False
        self.cells: list[Cell] = []
        self.next_cells = self.started + SETTLED
        self.told_cells = False

    def settled(self, cell: Cell) -> None:
        """Report that a cell is settled, together with others that are settled within a second."""
        from axiometrics.search.cells import OUT_OF_TIME

        if cell.message != OUT_OF_TIME:
            self.cells.append(cell)
        self._tell_cells()

    def _tell_cells(self, at_the_end: bool = False) -> None:
        now = time.monotonic()
        if self.silent or not self.cells or (now < self.next_cells and not (at_the_end and self.told_cells)):
            return
        self.next_cells, self.told_cells = now + TOGETHER, True
        if self.shown:
            tell("\r" + " " * (_columns() - 1) + "\r")
        tell(f"axiometrics: settled: {one_line(settled(self.cells))}\n")
        self.cells.clear()

    def __call__(self, done: int, total: int, step: str) -> None:
        """Show the progress, if the time for the next report has come."""
        self._tell_cells()
        now = time.monotonic()
        before, jobs, _ = self.first
        if total != jobs or done < before:
            self.first = (done, total, now)
        if self.silent or now < self.next:
            return
        self.pause = LIVE if self.live else min(2 * self.pause, RARE)
        self.next = now + self.pause
        words = [f"{done}/{total}", span(now - self.started), self._left(done, total, now), one_line(step)]
        line = "  ".join(filter(None, words))
        if self.live:
            self.shown = True
            width = _columns() - 1
            bar = ("#" * (BAR * done // max(total, 1))).ljust(BAR, ".")
            tell("\r" + f"[{bar}]  {line}"[:width].ljust(width))
        else:
            tell(f"axiometrics: {line}\n")

    def _left(self, done: int, total: int, now: float) -> str:
        before, _, since = self.first
        made = done - before
        return f"about {span((now - since) * (total - done) / made)} left" if made and now > since else ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: Any) -> None:
        self._tell_cells(at_the_end=True)
        if self.shown:
            tell("\r" + " " * (_columns() - 1) + "\r")


def settled(cells: list[Cell]) -> str:
    """Cells in one line, by constraint and by sign."""
    from axiometrics.reports.parts.tables import glyph

    plain = not str(getattr(sys.stderr, "encoding", "") or "").lower().replace("-", "").startswith("utf8")
    by_place: dict[str, dict[str, dict[str, None]]] = {}
    for cell in cells:
        signs = by_place.setdefault(f"{cell.task}:{cell.constraint}@{cell.reading}", {})
        signs.setdefault(glyph(cell, plain), {})[cell.metric] = None
    return "; ".join(
        f"{place} " + ", ".join(f"{sign} {' '.join(metrics)}" for sign, metrics in signs.items())
        for place, signs in by_place.items()
    )


def span(seconds: float) -> str:
    """A time in words.

    >>> span(8.4), span(160), span(3700)
    ('8 s', '3 min', '1 h 2 min')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def _columns() -> int:
    return shutil.get_terminal_size().columns
