"""The counts of calls with lists of labels, of which there may be more than two.

The task `filtering` has relevant and irrelevant documents only, and a function that is called with two lists of labels
is mostly called with more than two of them. Two functions that are equal on two labels may differ on three: the weights
of kappa show there. A metric that has the trait `several-classes` is compared on these labels too.

A list of labels does not say which further classes there are. The classes are taken to be those that are tried here, or
as many as the greatest label needs. Some functions number only the labels that occur, others take labels as numbers.
The two kinds differ where a label that nothing has stands between two that occur, and the lists do not say which is
right. So a metric that looks at the order of the classes (`ordered-classes`) is not compared there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array

SEVERAL = "several-classes"
"""The trait of metrics, and of inputs, that go beyond two labels."""

ORDERED = "ordered-classes"
"""The trait of metrics that look at the order of the classes."""

LABELS = 4
"""The number of labels that are tried."""

Call = Sequence[Sequence[int]]
"""The labels of the gold and those of the output, from 0 on."""


def label_counts(calls: Sequence[Call], exact: bool = False) -> Contingency:
    """The counts of these calls."""
    labels = max(LABELS, 1 + max(label for call in calls for side in call for label in side))
    tables = np.zeros((len(calls), labels, labels), dtype=np.int64)
    for table, call in zip(tables, calls, strict=True):
        np.add.at(table, tuple(map(np.array, call)), 1)
    return Contingency.of(tables, exact)


def leaves_out(counts: Contingency) -> Array:
    """Mark the counts in which a label that nothing has stands between two labels that occur.

    >>> leaves_out(label_counts([[[0, 2], [0, 2]], [[0, 1], [1, 2]]])).tolist()
    [True, False]
    """
    occurs = (counts.classes > 0) | (counts.clusters > 0)
    runs = occurs[..., 0] + np.count_nonzero(occurs[..., 1:] & ~occurs[..., :-1], axis=-1)
    return np.asarray(runs > 1)
