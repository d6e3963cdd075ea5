"""All small golds of ordered classes with all their outputs, once up to renaming of items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array
from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs
from axiometrics.generators.classifications import Side, classified, sides

CLASSES = (2, 3, 4)
"""How many classes the golds of a world have."""


def ordered(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every gold of that many items, few classes first, with the table of every output.

    >>> [sum(map(len, ordered(items))) for items in (1, 2)]
    [29, 191]
    """
    for classes in CLASSES:
        pairs = sorted(sides(documents, 2, classes), key=lambda pair: pair[0])
        for gold, some in groupby(pairs, lambda pair: pair[0]):
            predicted = [output for _, output in some]
            sizes = np.full(len(predicted), documents)

            def output(k: int, predicted: Sequence[Side] = predicted, classes: int = classes) -> Organization:
                return classified(predicted[k], classes)

            counts = Contingency.of(tables(gold, predicted, classes))
            yield Outputs(classified(gold, classes), documents, sizes, sizes > 0, [counts], output)


def tables(gold: Side, predicted: Sequence[Side], classes: int) -> Array:
    """For each prediction, how many items of each gold class it puts into each class.

    >>> tables((0, 1), [(0, 0)], 2).tolist()
    [[[1, 0], [1, 0]]]
    """
    counts = np.zeros((len(predicted), classes, classes), dtype=np.int64)
    for i, of in enumerate(gold):
        counts[np.arange(len(predicted)), of, np.array([side[i] for side in predicted])] += 1
    return counts
