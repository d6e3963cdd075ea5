"""All small rankings: each gold with at least one relevant document, with runs of any length from one document."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs
from axiometrics.generators.runs import Grades, golds, name_run, organized


def binary(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Golds of one grade, above a tail or (`closed`) with every irrelevant document listed."""
    yield from _of_grades(1, documents, closed)


def graded(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Golds of two grades, above a tail or (`closed`) with every irrelevant document listed."""
    yield from _of_grades(2, documents, closed)


def _of_grades(grades: int, documents: int, closed: bool) -> Iterator[Outputs]:
    for counts in golds(grades, documents):
        yield _outputs(counts, documents - sum(counts), closed)


def _outputs(counts: Grades, irrelevant: int, closed: bool) -> Outputs:
    """The runs of a gold that retrieve at most that many irrelevant documents; a closed gold lists just as many."""
    runs = _runs((irrelevant, *counts))
    lengths = np.array([len(run) for run in runs])
    gains = np.array([run + (0,) * (max(lengths) - len(run)) for run in runs])
    seen = np.array([run.count(0) for run in runs])
    stack = Gains.of(gains, np.array([counts]), irrelevant if closed else 0, lengths, unlimited=not closed)
    gold = organized({}, counts, closed, irrelevant)[1]

    def output(k: int) -> Organization:
        return Organization.ranking(name_run(runs[k]))

    return Outputs(gold, sum(counts) + irrelevant, lengths, (seen == irrelevant) | closed, [stack], output)


def _runs(left: Grades) -> list[Grades]:
    """The runs of at least one document that take at most `left[g]` documents of each grade, shorter ones first."""
    runs: list[tuple[Grades, Grades]] = [((), left)]
    longer = runs
    while longer:
        longer = [
            ((*run, grade), (*rest[:grade], rest[grade] - 1, *rest[grade + 1 :]))
            for run, rest in longer
            for grade in reversed(range(len(rest)))
            if rest[grade]
        ]
        runs = runs + longer
    return [run for run, _ in runs[1:]]
