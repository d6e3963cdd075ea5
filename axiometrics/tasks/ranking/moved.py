"""The documents of a case that differ between its outputs, taken alone."""

from __future__ import annotations

from collections.abc import Set

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization


def moved_documents(case: Case) -> set[str]:
    """The documents whose rank differs between outputs, or that not every output lists."""
    places = [{d: i for i, _, d in output.occurrences()} for output in case.outputs.values()]
    return {d for place in places for d in place if any(other.get(d) != place[d] for other in places)}


def moved_alone(case: Case) -> Case | None:
    """The case in which only documents whose rank differs between outputs are relevant. None where no relevant document
    is among them.
    """
    return with_relevant(case, moved_documents(case))


def with_relevant(case: Case, documents: Set[str]) -> Case | None:
    """The case in which only those relevant documents stay relevant that are among these documents. None where there
    are none.
    """
    levels = [[cluster for cluster in level if documents >= set(cluster)] for level in case.gold.levels]
    graded = levels if case.gold.tail else levels[:-1]
    if not any(graded):
        return None
    rest = (
        []
        if case.gold.tail
        else [[[d] for d in sorted(case.gold.documents.difference(*(c for level in graded for c in level)))]]
    )
    return Case(Organization([*graded, *rest], case.gold.tail), case.outputs, case.edit)
