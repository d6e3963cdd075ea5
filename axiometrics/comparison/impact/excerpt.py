"""Cut a case of thousands of documents down to a case with the same edit that can be drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization

WHOLE = 24
"""The number of documents up to which a case is drawn unchanged."""

EACH = 4
"""The greatest number of documents that are kept of a group at the same places in gold and outputs."""

NEAR = 8
"""The number of ranks around each differing rank whose documents are kept in the gold of a ranking; a drawing shows
fewer.
"""


def excerpt(case: Case) -> Case | None:
    """A part of the case that shows the edit; the case itself where it is small. None if it cannot be cut.

    Of clusterings and filterings, some documents are left out: a few are kept of each group at the same places in gold
    and outputs, and clusters in which nothing differs are left out. Of rankings, the runs stay whole, since a drawing
    leaves out ranks by itself, and the gold keeps only the documents near the ranks that differ.
    """
    if case.documents <= WHOLE:
        return case
    if not all(isinstance(value, Organization) for value in case.values):
        return None
    outputs = list(case.outputs.values())
    if all(len(level) == 1 == len(level[0]) for output in outputs for level in output.levels):
        return replace(case, gold=_keeping(case.gold, _near(case.outputs)))
    if any(not value.is_partition for value in case.values):
        return None
    kept = _some(case)
    return replace(
        case,
        gold=_keeping(case.gold, kept),
        outputs={role: _keeping(output, kept) for role, output in case.outputs.items()},
    )


def _keeping(organization: Organization, documents: Iterable[str]) -> Organization:
    kept = frozenset(documents)
    levels = [[[d for d in cluster if d in kept] for cluster in level] for level in organization.levels]
    return Organization([[cluster for cluster in level if cluster] for level in levels], organization.tail)


def _near(outputs: Mapping[str, Organization]) -> set[str]:
    """The documents near the ranks at which two runs differ, and at the ends of the runs."""
    runs = [[d for _, _, d in output.occurrences()] for output in outputs.values()]
    longest = max(map(len, runs))
    near = set[str]()
    for first, second in zip(runs[::2], runs[1::2], strict=True):
        ranks = range(max(len(first), len(second)))
        marks = [r for r in ranks if first[r : r + 1] != second[r : r + 1]]
        for run in (first, second):
            near |= {run[r] for mark in marks for r in range(max(0, mark - NEAR), min(len(run), mark + NEAR + 1))}
            near |= {*run[:NEAR], *run[max(0, longest - NEAR) :]}
    return near


def _some(case: Case) -> set[str]:
    """A selection of the documents that the edit concerns: some of every kind, and fewer of each kind where there are
    many kinds.
    """
    outputs = list(case.outputs.values())
    places: list[Callable[[str], object]] = [_place(value).__getitem__ for value in (case.gold, *outputs)]
    if len(outputs[0].levels) == 1:
        changed = set.symmetric_difference(*(set(map(frozenset, output.levels[0])) for output in outputs))
        concerned = frozenset().union(*changed)
    else:
        concerned = case.gold.documents
    alike: dict[tuple[object, ...], list[str]] = {}
    for _, _, document in case.gold.occurrences():
        if document in concerned:
            alike.setdefault(tuple(place(document) for place in places), []).append(document)
    each = max(1, min(EACH, WHOLE // max(1, len(alike))))
    kinds = sorted(alike.values(), key=len, reverse=True)
    return {document for documents in kinds for document in documents[:each]}


def _place(organization: Organization) -> dict[str, object]:
    """The place of each document: level and cluster, or in a filtering the level alone."""
    alone = len(organization.levels) > 1
    return {d: (i, 0 if alone else j) for i, j, d in organization.occurrences()}
