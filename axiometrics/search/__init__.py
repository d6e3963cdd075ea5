"""The search of one cell: every case of a reading up to a size, smallest first.

The problem is speed without doubt. Floats score thousands of cases at once and clear all whose difference is larger
than rounding could make; exact arithmetic decides the few that are left, one by one. So no verdict rests on a float,
and the first violation found is the smallest. The search knows neither tasks nor metrics: a `Judge` gives values and
decides a case, and a family of cases gives blocks (`generators/blocks.py`). Solvers were rejected, because the formulas
hold logarithms and roots, and because an enumeration can say up to which size everything was tried.

A reading for all cases goes through these files in this order: `for_all` judges its blocks by a `judge`, notes in a
`state` what it found of each metric, has `labelled` and `sampling` try what blocks do not hold, and `conclusion` makes
the cell. `profiles` and `thresholds` search readings that describe, or that ask for a number; `climb` looks for a
larger counterexample, and `refutation` turns a cell by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.evidence import NotApplicable
from axiometrics.search.cells import Effort, Proved, Tick, make_cell, no_proofs
from axiometrics.search.decisions import Decision
from axiometrics.search.for_all import search_all
from axiometrics.search.judge import Judge, MetricFailedError
from axiometrics.search.profiles import profile
from axiometrics.search.thresholds import search_thresholds

__all__ = ["Decision", "Effort", "Judge", "MetricFailedError", "Proved", "Tick", "as_settled", "search"]


def search(
    constraint: Constraint,
    reading: Reading,
    judges: Sequence[Judge],
    effort: Effort | None = None,
    tick: Tick = lambda _: True,
) -> list[Cell]:
    """Return one cell for each judge: the constraint in that reading, enumerated to the size of the effort, then tried
    on random cases.
    """
    cells = {cell.metric: cell for cell in as_settled(constraint, reading, judges, effort, tick)}
    return [cells[judge.id] for judge in judges]


def as_settled(
    constraint: Constraint,
    reading: Reading,
    judges: Sequence[Judge],
    effort: Effort | None = None,
    tick: Tick = lambda _: True,
    proved: Proved = no_proofs,
    hurried: bool = False,
) -> Iterator[Cell]:
    """Yield the cells of `search`, each as soon as it is settled, while the search goes on for other judges.

    A constraint that `proved` says a metric satisfies is searched for it only to where floats clear nearly all; `size`
    says how far that was. Of a metric that is called only a part is tried beforehand where the search is `hurried`.
    """
    effort = effort or Effort()
    open_: list[Judge] = []
    by_name = {judge.id: judge for judge in judges}
    for judge in judges:
        reason = judge.serves(reading)
        if reason is not None:
            yield make_cell(constraint, reading, judge, None, NotApplicable(judge.exact, 0), message=reason)
        else:
            judge.prepare(effort.seed, hurried)
            open_.append(judge)
    for (cap, bound), group in _alike(constraint, reading, open_, effort.size):
        cells: Iterable[Cell]
        if constraint.quantifier.over_cases:
            cells = search_all(constraint, bound, group, cap, effort, tick, proved)
        elif constraint.quantifier is Quantifier.DESCRIBES:
            cells = (profile(constraint, reading, judge, cap, tick) for judge in group)
        else:
            cells = (search_thresholds(constraint, reading, judge, cap, tick) for judge in group)
        for cell in cells:
            more = by_name[cell.metric].evidence_fields()
            if not cell.evidence.undefined:
                more = {**more, "undefined_at": None}
            yield replace(cell, evidence=replace(cell.evidence, **more)) if any(more.values()) else cell


def _alike(
    constraint: Constraint, reading: Reading, judges: Sequence[Judge], size: int | None
) -> list[tuple[tuple[int | None, Reading], list[Judge]]]:
    """Group the judges for which the same cases are tried: by the size to which they are searched, and by the reading
    for the values of their parameters.
    """
    groups: dict[tuple[int | None, Reading], list[Judge]] = {}
    for judge in judges:
        groups.setdefault((judge.cap(constraint, reading, size), judge.asked(reading)), []).append(judge)
    return list(groups.items())
