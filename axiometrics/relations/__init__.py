"""Computes Reliability and Sensitivity of any document organization fast (Amigo, Gonzalo & Verdejo 2013, section 3).

One computation serves rankings, filterings, clusterings and any mixture of them, with exact numbers and with floats.
The sums of the paper are over pairs of documents; here priority takes O(n log n) and clustering O(n), if the
organization that is judged repeats no document (for clustering: if neither side does). Of a repeated document the pairs
are enumerated.

To enumerate all pairs was rejected as the only way, because it takes O(n^2). It remains for listings and for few
documents (`plain`), and tests compare it with the fast way. Both ways give the same exact numbers. In floats they may
differ by roundings; numba changes no result.

`reliability`, `sensitivity`, and `breakdown` (the loss of each document and relation) take organizations.
`priority_rs`, `relatedness_rs` and `clustering_rs` take `Arrays`, which are made from numpy arrays, for a million
documents and more.

>>> import numpy as np
>>> system, gold = Arrays.ranking(np.array([2, 0, 1])), Arrays.graded(np.array([1, 0, 2]))
>>> r, s = priority_rs(system, gold, c=7.5)
>>> round(r, 4), round(s, 4)
(0.7191, 1.0)
"""

from __future__ import annotations

import numpy.typing as npt

from axiometrics.relations import clustering, priority
from axiometrics.relations.arrays import Arrays, coded, codes
from axiometrics.relations.breakdown import Breakdown, Costs, DocumentCost, RelationCost, breakdown
from axiometrics.relations.judgement import READINGS
from axiometrics.relations.parameters import PARAMETERS, RELATIONS, curve
from axiometrics.relations.scores import reliability, sensitivity
from axiometrics.relations.weights import steepness

__all__ = [
    "PARAMETERS",
    "READINGS",
    "RELATIONS",
    "Arrays",
    "Breakdown",
    "Costs",
    "DocumentCost",
    "RelationCost",
    "breakdown",
    "clustering_rs",
    "coded",
    "codes",
    "curve",
    "priority_rs",
    "relatedness_rs",
    "reliability",
    "sensitivity",
    "steepness",
]


def priority_rs(
    system: Arrays, gold: Arrays, c: float = 7.5, reading: str = "listed", compiled: bool | None = None
) -> tuple[float, float]:
    """R and S over priority relations, in floats. `c` is `curve(n, wn)`, by default of n = 30, Wn = 0.8.

    `compiled`: True has numba part the documents (`ImportError` without it), False numpy; by default numba if it is
    installed and the documents are many. The results are the same, bit by bit.
    """
    c = float(c)
    return priority.judge(system, gold, c, reading, compiled).value, priority.judge(
        gold, system, c, reading, compiled
    ).value


def relatedness_rs(system: Arrays, gold: Arrays, c: float = 7.5) -> tuple[float, float]:
    """R and S over clustering relations, in floats; `c` as in `priority_rs`, without meaning where there is no tail."""
    return clustering.values(system, gold, float(c))


def clustering_rs(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> tuple[float, float]:
    """R and S over the clustering relations of two partitions of the same documents, given by labels: BCubed precision
    and recall.

    >>> clustering_rs([0, 0, 1, 1], [0, 0, 0, 0])
    (0.5, 1.0)
    """
    return relatedness_rs(Arrays.clustering(labels_pred), Arrays.clustering(labels_true))
