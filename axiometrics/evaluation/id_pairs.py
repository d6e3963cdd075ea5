"""Pairs of ids that belong together, as entity resolution and link files hold them.

Such a file has two readings. As they stand the pairs are decisions: a pair of the system is right if the gold lists it.
Closed, they are clusters: what is linked to one thing belongs together, so that r1-r2 and r2-r3 imply r1-r3. Scores of
the two readings differ, and each page names the one that was taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from axiometrics.core.aggregates import Confusion
from axiometrics.core.errors import FileError
from axiometrics.core.metric import Metric
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.label_codes import is_missing, named
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.tables import NOTHING_SAID, GivenTable

PAIRS, LINKS = "pairs", "links"
"""The two readings, closed and as they stand, as `--as` names them."""

LINK_METRICS = ("precision", "recall", "f")
"""The metrics of links that are shown unless others are asked for."""

APART = " - "
"""What stands between the two ids in the name of a link."""


@dataclass(frozen=True)
class IdPairs:
    """The pairs of one side, each once and without an order of its two ids."""

    path: str
    pairs: frozenset[frozenset[str]]

    @classmethod
    def of_table(cls, table: GivenTable) -> IdPairs:
        """From a table with a column for each of the two ids. Raises `FileError` for a pair of a thing and itself."""
        left, right = (table.demand(side, NOTHING_SAID) for side in ("left", "right"))
        pairs = set()
        for i, row in enumerate(zip(table.cells(left), table.cells(right), strict=True)):
            if any(is_missing(cell) or cell == "" for cell in row):
                table.fail(i, "one of the two ids is missing: write both, or take the row out")
            here, there = map(named, row)
            if here == there:
                table.fail(i, f"{shown(here)} is paired with itself: take the row out")
            pairs.add(frozenset((here, there)))
        if not pairs:
            table.fail(None, "the table has no rows")
        return cls(table.path, frozenset(pairs))

    @property
    def ids(self) -> set[str]:
        """All ids."""
        return {one for pair in self.pairs for one in pair}


def closed_pairs(gold: IdPairs, systems: Sequence[IdPairs]) -> tuple[Labels, tuple[Labels, ...]]:
    """The clusters of all ids of any side: those that pairs link, directly or over other ids."""
    ids = sorted(set.union(*(side.ids for side in (gold, *systems))))
    return _closed(gold, ids), tuple(_closed(side, ids) for side in systems)


def _closed(side: IdPairs, ids: Iterable[str]) -> Labels:
    root = {one: one for one in ids}

    def found(one: str) -> str:
        while root[one] != one:
            root[one] = root[root[one]]
            one = root[one]
        return one

    for pair in side.pairs:
        here, there = map(found, sorted(pair))
        root[max(here, there)] = min(here, there)
    return Labels.of(side.path, list(root), [found(one) for one in root])


def links(gold: IdPairs, systems: Sequence[IdPairs]) -> tuple[Labels, tuple[Labels, ...]]:
    """Each pair of any side as a decision: 1 where a side lists it, else 0."""
    every = sorted(set.union(*(set(side.pairs) for side in (gold, *systems))), key=sorted)
    names = [APART.join(sorted(pair)) for pair in every]
    sides = [Labels.of(side.path, names, [str(int(pair in side.pairs)) for pair in every]) for side in (gold, *systems)]
    return sides[0], tuple(sides[1:])


def demand_without_rejected(metric: Metric, path: str) -> None:
    """Raise `FileError` for a metric that counts true negatives: the files list no pair that both sides reject."""
    counts = [Confusion.of([[2, 1, 1, rejected]]) for rejected in (0, 9)]
    few, many = (metric.evaluate(count).item() for count in counts)
    if few != many:
        raise FileError(
            f"{path}: {metric.id} counts the pairs that both sides reject, and the files do not list them: take "
            f"precision, recall or f, or say --as {PAIRS} to score clusters"
        )
