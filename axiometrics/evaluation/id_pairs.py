"""Read pairs of ids that belong together, as files of entity resolution and of links hold them.

Such a file has two readings. As they stand, pairs are decisions: a pair of the system is right if the gold lists it.
Closed, pairs are clusters: all ids that are linked to one id belong together, so that r1-r2 and r2-r3 imply r1-r3. The
scores of the two readings differ, and each page names the reading that was taken.
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
"""The names of the two readings in `--as`: `pairs` reads pairs closed, as clusters; `links` reads them as they stand,
as decisions.
"""

LINK_METRICS = ("precision", "recall", "f")
"""The metrics of links that are shown unless the user names others."""

APART = " - "
"""The text between the two ids in the name of a link."""


@dataclass(frozen=True)
class IdPairs:
    """The pairs of one side. Each pair occurs once, and the order of its two ids does not count."""

    path: str
    pairs: frozenset[frozenset[str]]

    @classmethod
    def of_table(cls, table: GivenTable) -> IdPairs:
        """Read the pairs of a table that has a column for each of the two ids. Raises `FileError` for a missing id, for
        a pair of an id and itself, and for an empty table.
        """
        left, right = (table.demand(side, NOTHING_SAID) for side in ("left", "right"))
        pairs = set()
        for i, row in enumerate(zip(table.cells(left), table.cells(right), strict=True)):
            if any(is_missing(cell) or cell == "" for cell in row):
                table.fail(i, "one of the two ids is missing: write both, or take the row out")
            first, second = map(named, row)
            if first == second:
                table.fail(i, f"{shown(first)} is paired with itself: take the row out")
            pairs.add(frozenset((first, second)))
        if not pairs:
            table.fail(None, "the table has no rows")
        return cls(table.path, frozenset(pairs))

    @property
    def ids(self) -> set[str]:
        """All ids of the pairs."""
        return {name for pair in self.pairs for name in pair}


def closed_pairs(gold: IdPairs, systems: Sequence[IdPairs]) -> tuple[Labels, tuple[Labels, ...]]:
    """Label all ids of all sides with clusters, for each side. Two ids are in one cluster if a pair links them, or a
    chain of pairs.
    """
    ids = sorted(set.union(*(side.ids for side in (gold, *systems))))
    return _closed(gold, ids), tuple(_closed(side, ids) for side in systems)


def _closed(side: IdPairs, ids: Iterable[str]) -> Labels:
    root = {name: name for name in ids}

    def root_of(name: str) -> str:
        while root[name] != name:
            root[name] = root[root[name]]
            name = root[name]
        return name

    for pair in side.pairs:
        first, second = map(root_of, sorted(pair))
        root[max(first, second)] = min(first, second)
    return Labels.of(side.path, list(root), [root_of(name) for name in root])


def links(gold: IdPairs, systems: Sequence[IdPairs]) -> tuple[Labels, tuple[Labels, ...]]:
    """Label each pair of any side with a decision, for each side: 1 if the side lists the pair, else 0."""
    every = sorted(set.union(*(set(side.pairs) for side in (gold, *systems))), key=sorted)
    names = [APART.join(sorted(pair)) for pair in every]
    sides = [Labels.of(side.path, names, [str(int(pair in side.pairs)) for pair in every]) for side in (gold, *systems)]
    return sides[0], tuple(sides[1:])


def demand_without_rejected(metric: Metric, path: str) -> None:
    """Raise `FileError` for a metric that counts true negatives, because the files do not list the pairs that both
    sides reject.
    """
    counts = [Confusion.of([[2, 1, 1, rejected]]) for rejected in (0, 9)]
    few, many = (metric.evaluate(count).item() for count in counts)
    if few != many:
        raise FileError(
            f"{path}: {metric.id} counts the pairs that both sides reject, and the files do not list them: take "
            f"precision, recall or f, or say --as {PAIRS} to score clusters"
        )
