"""From organizations to the counts that formulas see (stacks of one case), with a clear refusal where an organization
is none of the task's.
"""

from __future__ import annotations

from collections import Counter

from axiometrics.core.aggregates import Confusion, Contingency, Gains
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization

TASKS = ("clustering", "filtering", "ranking", "organization")


def is_partition(organization: Organization) -> bool:
    """Whether no document occurs twice."""
    return organization.size == len(organization.documents)


def demand_clusterings(system: Organization, gold: Organization) -> None:
    """Refuse what is not two clusterings, overlapping or not, of the same documents."""
    for name, organization in (("system", system), ("gold", gold)):
        _demand_levels(organization, 1, name, "clustering", "put every cluster on one level, without tail")
    _demand_same_documents(system, gold)
    if not gold.documents:
        raise TaskError("a clustering of no documents: put at least one into the gold")


def contingency(system: Organization, gold: Organization, exact: bool = True) -> Contingency:
    """The table of classes (rows) by clusters (columns) of two partitions of the same documents."""
    demand_clusterings(system, gold)
    for name, organization in (("system", system), ("gold", gold)):
        if not is_partition(organization):
            raise TaskError(
                f"the {name} {organization} is no partition: a document occurs twice; use a metric of "
                f"overlapping clusterings"
            )
    row = {document: i for i, cluster in enumerate(gold.levels[0]) for document in cluster}
    table = [[0] * len(system.levels[0]) for _ in gold.levels[0]]
    for j, cluster in enumerate(system.levels[0]):
        for document in cluster:
            table[row[document]][j] += 1
    return Contingency.of([table], exact)


def confusion(system: Organization, gold: Organization, exact: bool = True) -> Confusion:
    """True and false positives and negatives of two filterings (two levels, no tail) of the same documents."""
    for name, organization in (("system", system), ("gold", gold)):
        _demand_levels(
            organization, 2, name, "filtering", "list the positive documents, then the negative ones, without tail"
        )
        if not is_partition(organization):
            raise TaskError(f"the {name} {organization} is no filtering: a document occurs twice")
    _demand_same_documents(system, gold)
    positive, relevant = (_documents_of_level(organization, 0) for organization in (system, gold))
    tp = len(positive & relevant)
    fp, fn = len(positive) - tp, len(relevant) - tp
    return Confusion.of([[tp, fp, fn, len(gold.documents) - tp - fp - fn]], exact)


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
    if not is_partition(system):
        raise TaskError(f"the system {system} ranks a document twice: rank it once")
    if not is_partition(gold):
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


def _demand_levels(organization: Organization, levels: int, name: str, task: str, cure: str) -> None:
    if len(organization.levels) != levels or organization.tail:
        found = (
            f"{len(organization.levels)} "
            f"level{'s' * (len(organization.levels) != 1)}{' and a tail' * organization.tail}"
        )
        raise TaskError(f"the {name} {organization} has {found}, a {task} has {levels} and no tail: {cure}")


def _documents_of_level(organization: Organization, i: int) -> set[str]:
    return {document for cluster in organization.levels[i] for document in cluster}


def _demand_same_documents(system: Organization, gold: Organization) -> None:
    for here, there, name in ((system, gold, "gold"), (gold, system, "system")):
        missing = sorted(here.documents - there.documents)
        if missing:
            raise TaskError(
                f"document {missing[0]!r} is missing from the {name} {there}: both must organize the same documents"
            )
