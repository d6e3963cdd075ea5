"""The search: floats filter whole blocks of cases, exact arithmetic decides the few they cannot clear, smallest first."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.verdict import Cell, Evidence
from axiometrics.search.cells import Effort, Tick, make_cell
from axiometrics.search.for_all import search_all
from axiometrics.search.judge import Decision, ExactJudge, Judge, MetricFailedError
from axiometrics.search.profiles import profile
from axiometrics.search.thresholds import search_thresholds

__all__ = ["Decision", "Effort", "ExactJudge", "Judge", "MetricFailedError", "Tick", "search"]


def search(constraint: Constraint, reading: Reading, judges: Sequence[Judge], effort: Effort | None = None, tick: Tick = lambda _: True) -> list[Cell]:
    """One cell for each judge: the constraint in that reading, enumerated as far as asked, then tried on random cases."""
    effort = effort or Effort()
    cells: dict[str, Cell] = {}
    open_: list[Judge] = []
    for judge in judges:
        reason = judge.serves(reading)
        if reason is not None:
            cells[judge.id] = make_cell(constraint, reading, judge, None, Evidence("not-applicable", judge.exact, 0), message=reason)
        else:
            open_.append(judge)
    for cap, group in _by_cap(constraint, reading, open_, effort.size):
        if constraint.quantifier is Quantifier.FOR_ALL:
            found = search_all(constraint, reading, group, cap, effort, tick)
        elif constraint.quantifier is Quantifier.DESCRIBES:
            found = [profile(constraint, reading, judge, cap, tick) for judge in group]
        else:
            found = [search_thresholds(constraint, reading, judge, cap, tick) for judge in group]
        cells.update({cell.metric: cell for cell in found})
    return [cells[judge.id] for judge in judges]


def _by_cap(constraint: Constraint, reading: Reading, judges: Sequence[Judge], asked: int | None) -> list[tuple[int | None, list[Judge]]]:
    groups: dict[int | None, list[Judge]] = {}
    for judge in judges:
        groups.setdefault(judge.cap(constraint, reading, asked), []).append(judge)
    return list(groups.items())
