"""The values that formulas take from a run and a gold: the grades in rank order, and the number of documents of each
grade.
"""

from __future__ import annotations

from collections import Counter

from axiometrics.core.aggregates import Gains
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization


def gains(system: Organization, gold: Organization, exact: bool = True) -> Gains:
    """The grades of a run in rank order and the gold's counts per grade.

    The gold either has a tail (irrelevant documents without number) or lists, on its last level, every irrelevant
    document.
    """
    for i, level in enumerate(system.levels, 1):
        if len(level) != 1 or len(level[0]) != 1:
            raise TaskError(
                f"level {i} of the system {system} does not hold exactly one document: a ranking has one "
                f"document a level"
            )
    if not system.is_partition:
        raise TaskError(f"the system {system} ranks a document twice: rank it once")
    if not gold.is_partition:
        raise TaskError(f"the gold {gold} grades a document twice: list it once")
    grade = gold.grades()
    run = [document for _, _, document in system.occurrences()]
    unlisted = [] if gold.tail else [document for document in run if document not in grade]
    if unlisted:
        raise TaskError(
            f"document {unlisted[0]!r} of the system is not in the gold, which has no tail: list it "
            f"there, or end the gold with '> ...'"
        )
    counts = Counter(grade.values())
    top = gold.top_grade
    listed = [counts[g] for g in range(1, top + 1)]
    return Gains.of(
        [[grade.get(document, 0) for document in run]],
        [listed],
        [counts[0]],
        [len(run)],
        unlimited=gold.tail,
        exact=exact,
    )
