"""The values that formulas take from a run and a topic: the grades for each intent by rank, and the grades of the
relevant documents.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from axiometrics.core.aggregates import Coverage, Gains
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic


def ranked(system: Organization) -> list[str]:
    """The documents of a run in rank order. Raises `TaskError` for an output that is not a ranking."""
    for i, level in enumerate(system.levels, 1):
        if len(level) != 1 or len(level[0]) != 1:
            raise TaskError(
                f"level {i} of the system {system} does not hold exactly one document: a run has one document a level"
            )
    if not system.is_partition:
        raise TaskError(f"the system {system} ranks a document twice: rank it once")
    return [document for _, _, document in system.occurrences()]


def coverage(system: Organization, gold: Topic, exact: bool = True) -> Coverage:
    """The counts of a run and a topic, without the axis of several runs."""
    if not isinstance(gold, Topic):
        raise TaskError(
            f"the gold {gold} is not a topic with intents: write P(i1)=2/3 P(i2)=1/3 | d1: i1=2 i2 | d2: i1"
        )
    counts = Coverage.judged(gold, [ranked(system)], exact)
    return Coverage(counts.gains[0], counts.documents, counts.probabilities)


def stacked(systems: Sequence[Organization], gold: Topic, exact: bool = False) -> Coverage:
    """The counts of several runs on the same topic: exact numbers if `exact`, else floats."""
    return Coverage.judged(gold, list(map(ranked, systems)), exact)


def of_one_intent(gains: Gains) -> Coverage:
    """The counts of rankings as those of runs on topics of one intent; each gold lists its documents, best first."""
    counts = gains.counts.astype(np.int64)
    most = int(counts.sum(-1).max(initial=1))
    rows = counts.reshape(-1, counts.shape[-1])
    grades = np.arange(counts.shape[-1], 0, -1)
    documents = np.zeros((len(rows), max(most, 1), 1), dtype=np.int64)
    for row, listed in zip(documents, rows, strict=True):
        row[: listed.sum(), 0] = np.repeat(grades, listed[::-1])
    shape = (*counts.shape[:-1], *documents.shape[1:])
    exact = gains.gains.dtype == object
    return Coverage.of(gains.gains[..., None], documents.reshape(shape), exact=exact)
