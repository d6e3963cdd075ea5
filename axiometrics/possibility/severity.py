"""Compute how badly a metric violates a constraint: its distance from a metric that satisfies the constraint, at the
default size of `possible`.

A tie that rounding would break and a reversal by a third of the range look the same in a matrix. This number separates
them in reports. It needs all cases of a size and a linear program, so only the reports that show it compute it, and
within a time that they set.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from msgspec import structs

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.evidence import Refuted, Severity
from axiometrics.core.exact import sign
from axiometrics.core.matrix import Matrix
from axiometrics.core.progress import Progress, silent
from axiometrics.core.reals import Exact
from axiometrics.possibility.asking import measured
from axiometrics.possibility.question import Question, question, size_with_cases
from axiometrics.possibility.requests import scorer
from axiometrics.possibility.row_lists import cases_at, has_case
from axiometrics.possibility.rows import NotLinearError, demand_linear
from axiometrics.possibility.time_limit import TimeUpError, ending, is_up, seconds_left
from axiometrics.registry.implications import Place
from axiometrics.search import Judge, MetricFailedError

MOST_CASES = 5_000
"""The greatest number of cases of a constraint for which a severity is computed. With this many, the linear program of
one metric takes seconds.
"""


def with_severities(
    matrix: Matrix, judge: Callable[[Cell], Judge | None], seconds: float, progress: Progress = silent
) -> Matrix:
    """The matrix, in which violations have their severity, as many as can be computed in this time. `judge` gives the
    judge that scores the cases of a cell; None where there is none here.
    """
    about = attrgetter("task", "constraint", "reading")
    violated = sorted((cell for cell in matrix if isinstance(cell.evidence, Refuted)), key=about)
    severe: dict[int, Cell] = {}
    done = 0
    with ending(time.time() + seconds):
        for (_, constraint, reading), group in groupby(violated, key=about):
            cells = list(group)
            progress(done, len(violated), f"severity under {constraint}, {reading}")
            done += len(cells)
            sizes = SizedQuestions(_place(cells[0]))
            for cell in cells:
                severity = _severity(cell, sizes, judge)
                if severity is not None:
                    severe[id(cell)] = structs.replace(cell, evidence=structs.replace(cell.evidence, severity=severity))
    return replace(matrix, cells=tuple(severe.get(id(cell), cell) for cell in matrix))


def _place(cell: Cell) -> Place | None:
    """The constraint of a cell; None where it is not installed here. Overlapping clusters are left out, because it
    takes too long to decide whether two of them are equal up to renaming.
    """
    constraint = registry.constraints_by_name().get(f"{cell.task}:{cell.constraint}")
    reading = next((r for r in constraint.readings if r.name == cell.reading), None) if constraint else None
    return None if constraint is None or reading is None or reading.needs else Place(constraint, reading)


class SizedQuestions:
    """The questions of one constraint, kept by size."""

    def __init__(self, place: Place | None) -> None:
        self.place = place
        self.sizes: dict[int | None, Question | None] = {}

    def at(self, size: int | None = None) -> Question | None:
        """The constraint at this size; by default at its usual size or, if it has no case there, at a size with cases.
        None where the constraint is not linear, has too many cases or too many documents, or cannot be listed in the
        time.
        """
        if size not in self.sizes:
            self.sizes[size] = None if self.place is None else self._listed(self.place, size)
        return self.sizes[size]

    def _listed(self, place: Place, size: int | None) -> Question | None:
        posed = question([place], size=size)
        if size is None and not has_case(place, posed.size):
            posed = question([place], size=size_with_cases([place]))
        if not posed.task.nested and posed.task.worlds and posed.size > posed.task.worlds[0].equal:
            return None  # the range needs all pairs, and listing these takes too long
        try:
            demand_linear(place)
        except NotLinearError:
            return None
        for number, _ in enumerate(cases_at(place, posed.size), 1):
            if number > MOST_CASES or is_up():
                return None
        return posed if posed.rows() else None


def _severity(cell: Cell, sizes: SizedQuestions, judge: Callable[[Cell], Judge | None]) -> Severity | None:
    """The severity of a violation. Where there is none at the usual size, it is computed at the size of the
    counterexample.
    """
    question = sizes.at()
    own = None if question is None else judge(cell)
    if question is None or own is None:
        return None
    severity = _at(question, own)
    if severity is None and own.exact and cell.counterexample is not None:  # calls of users' metrics are slow
        larger = sizes.at(cell.counterexample["documents"])
        severity = None if larger is None else _at(larger, own)
    return severity


def _at(question: Question, judge: Judge) -> Severity | None:
    """The severity at a size. None where all demands are met, or where it cannot be computed: there is no time, or the
    metric needs other data than these cases have, such as every document in the gold.
    """
    score = scorer(judge)

    def in_time(output: Any, gold: Any) -> Exact | None:
        seconds_left()
        return score(output, gold)

    try:
        distance, width = measured(question, in_time)
    except (TimeUpError, MetricFailedError, AxiometricsError):
        return None
    if distance.most is None or not distance.unmet or (sign(distance.least) and not sign(width)):
        return None
    worst, share = distance.unmet[0], distance.share_of(width)
    return Severity(
        str(share), float(share), question.size, len(distance.unmet), distance.rows, worst.case.to_json(worst.demand)
    )
