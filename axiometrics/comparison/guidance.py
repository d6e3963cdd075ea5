"""Advice after `check`: the next command, built-in metrics with the same row, and which reading counts for whom.

A table of verdicts says how a metric behaves, and not what its author should do. The most useful single command is the
explanation of one violation. The violation is chosen by four criteria in turn: it is the rarest among the metrics that
ship with a verdict, since a violation that nearly every metric has says little; no choice of a reading makes it go
away; it is reversed rather than tied; and it is small. A built-in metric with the same row behaves alike and has been
examined by others. Where readings of a constraint differ, readers have to know which reading is meant for them.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.matrix import Matrix
from axiometrics.core.verdicts import WORDS
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes
from axiometrics.running.shipped_proofs import proved, ships
from axiometrics.verification.shipped_cases import shipped as counterexamples

FEWEST = 3
"""The number of verdicts that a row needs before it is compared with the rows of built-in metrics. With fewer verdicts,
many metrics have the same row.
"""

RELATIONS = ("reversed", "exceeded", "unequal", "unattained", "tied")
"""The relations of a violation, the most telling one first."""


def next_step(cells: Sequence[Cell], calling: Mapping[str, str] | None = None) -> str:
    """The command that explains the most telling violation of a metric; empty where nothing is violated.

    `calling` are the options by which the metric is called, such as `--form`.
    """
    violated = [cell for cell in cells if cell.holds is False]
    if not violated:
        return ""
    cell = min(violated, key=_telling)
    matching = registry.match_constraints(cell.constraint)
    name = cell.constraint if len(matching) == 1 else f"{cell.task}:{cell.constraint}"
    words = ["axiometrics", "explain", cell.metric, name]
    if registry.match_constraints(f"{cell.task}:{cell.constraint}")[0].readings[0].name != cell.reading:
        words += ["--reading", cell.reading]
    for option, value in (calling or {}).items():
        words += [option, *([value] if value else [])]
    return shlex.join(words)


def _telling(cell: Cell) -> tuple[Fraction, bool, int, int]:
    counterexample = cell.counterexample
    relation = RELATIONS.index(cell.relation) if cell.relation in RELATIONS else len(RELATIONS)
    documents = counterexample.data["documents"] if counterexample is not None else 10**9
    return share_of_violations(cell), bool(cell.differs), relation, documents


def share_of_violations(cell: Cell) -> Fraction:
    """The share of metrics that violate the reading of a cell, among the metrics for which the package ships a
    counterexample or a proof that they satisfy it; 1 where the package ships neither.
    """
    constraint = f"{cell.task}:{cell.constraint}"
    violating = {case.metric for case in counterexamples(constraint, cell.reading)}
    decided = violating | proved(cell.task, constraint, cell.reading)
    return Fraction(len(violating), len(decided)) if decided else Fraction(1)


def alike(
    cells: Sequence[Cell], constraints: Sequence[Constraint], search: Search, cache: Cache | None = None
) -> list[str]:
    """The built-in metrics that have the same verdicts as a user's metric in each of these cells, which are of one
    task, as far as the user's metric was searched; none where there are too few verdicts.

    Only the readings of the cells are searched, and a metric is not tried further once a verdict differs. Where the
    package ships a proof that a built-in metric satisfies the constraint, nothing is searched, and the argument is not
    checked again. The result is a hint, and has to take less time than the check itself.
    """
    wanted = [cell for cell in cells if cell.holds is not None]
    if len(wanted) < FEWEST:
        return []
    task = cells[0].task
    left = [builtin(metric) for metric in registry.metrics_of(task)]
    # violations first: most metrics do not share them, and they are found quickly
    for cell in sorted(wanted, key=lambda cell: (bool(cell.holds), cell.constraint)):
        (constraint,) = (c for c in constraints if (c.task, c.id) == (task, cell.constraint))
        only = replace(constraint, readings=(constraint.reading(cell.reading),))
        size = cell.evidence.size
        sizes = search.sizes if size is None or not cell.holds else Sizes(apart={constraint.name: size})
        proved = {
            candidate.id
            for candidate in left
            if ships(registry.judged_metric(candidate.id, task), constraint, cell.reading)
        }
        searched = [candidate for candidate in left if candidate.id not in proved]
        matrix = run(searched, [only], replace(search, sizes=sizes, proofs=False), readings="all", cache=cache)
        same = {ours.metric for ours in matrix if ours.holds is cell.holds} | (proved if cell.holds else set())
        left = [candidate for candidate in left if candidate.id in same]
        if not left:
            break
    return [candidate.id for candidate in left]


def readings(whole: Matrix, shown: Sequence[Cell], constraints: Sequence[Constraint]) -> Iterator[str]:
    """For each constraint of these cells whose readings differ: a line with each reading, its verdict, and the people
    for whom it counts. The readings stand in the order in which the constraint ranks them.
    """
    differing = {(cell.metric, cell.task, cell.constraint): cell for cell in shown if cell.differs}
    for cell in differing.values():
        (constraint,) = (c for c in constraints if (c.task, c.id) == (cell.task, cell.constraint))
        parts = []
        for place, reading in enumerate(constraint.readings, 1):
            of_reading = whole.cell(cell.metric, f"{cell.task}:{cell.constraint}", reading.name)
            verdict = of_reading.evidence.kind if of_reading.holds is None else WORDS[of_reading.holds]
            parts.append(f"{place}. {reading.name} ({verdict})" + (f", for {reading.whom}" if reading.whom else ""))
        yield f"{constraint.id} depends on the reading: {'; '.join(parts)}"
