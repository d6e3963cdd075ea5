"""All small clusterings: each gold with all its outputs, once up to renaming of items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np

from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs
from axiometrics.generators.organizations import Shape, labelled, named, renamed, shapes
from axiometrics.generators.organizations import documents as documents_of
from axiometrics.generators.patterns import Tables
from axiometrics.generators.tables import Columns, tables


def partitions(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Partitions: the outputs of a gold are the contingency tables with the sizes of its classes.

    >>> [sum(outputs.pairs for outputs in partitions(n)) for n in (1, 2, 3, 4)]
    [0, 2, 12, 98]
    """
    alike: dict[tuple[int, ...], list[Columns]] = {}
    for columns in tables(documents):
        alike.setdefault(tuple(map(sum, zip(*columns, strict=True))), []).append(columns)
    for group in alike.values():
        universe = Tables([_clusters(columns) for columns in group])
        gold = universe.outputs(0, closed=False)[1]
        sizes = np.full(len(group), documents)

        def output(k: int, universe: Tables = universe) -> Organization:
            return universe.outputs(k, closed=False)[0]

        yield Outputs(gold, documents, sizes, sizes > 0, [counts for counts, _ in universe.chunks()], output)


def _clusters(columns: Columns) -> list[dict[int, int]]:
    """The clusters of a table over numbered classes, those of one item last."""
    fresh = len(columns[0]) - 1
    clusters = []
    for column in columns:
        alone = range(fresh, fresh + column[-1])
        clusters.append({i: k for i, k in enumerate(column[:-1]) if k} | dict.fromkeys(alone, 1))
        fresh = alone.stop
    return clusters


def overlapping(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Clusterings of which at least one, gold or output, has one occurrence more than items, and none has two."""
    every_document = tuple(range(documents))
    outputs = [shape for extra in (0, 1) for shape in labelled(every_document, extra, most=1)]
    for gold in (shape for extra in (0, 1) for shape in shapes(documents, extra) if len(shape) == 1):
        chosen = [named(shape, tail=False) for shape in _once_up_to_names(outputs, gold)]
        sizes = np.array([output.size for output in chosen])
        fresh = (sizes > documents) | (sum(map(len, gold[0])) > documents)
        yield Outputs(named(gold, tail=False), documents, sizes, fresh, None, chosen.__getitem__)


def _once_up_to_names(outputs: Sequence[Shape], gold: Shape) -> list[Shape]:
    """The first output of each kind. Two outputs are of one kind if some exchange of the names of items turns one
    into the other and leaves the gold as it is. The kinds stand in the order of their last outputs.
    """
    orders = (dict(enumerate(order)) for order in permutations(sorted(documents_of(gold))))
    exchanges = [order for order in orders if renamed(gold, order) == gold]
    first: dict[Shape, Shape] = {}
    for shape in outputs:
        if shape not in first:
            first |= {renamed(shape, exchange): shape for exchange in exchanges}
    return list(dict.fromkeys(first[shape] for shape in reversed(outputs)))[::-1]
