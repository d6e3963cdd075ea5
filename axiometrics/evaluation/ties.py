"""Order documents with equal scores: in the order of trec_eval, in that of ndeval, or in any order.

trec_eval sorts by score in single precision, descending, then by document id, descending as bytes; it does not look at
the ranks in the file. ndeval, the program of the TREC diversity tasks, compares scores in double precision, and sorts
equal scores by document id, ascending as bytes. For the expectation, documents are tied if their scores are equal in
double precision.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array

Ints = npt.NDArray[np.int64]

Groups = list[tuple[int, int]]
"""Groups of tied ranks, each as its first rank and the rank after its last one."""

TIES = ("trec", "expected")

BY_NAME = {"trec": True, "ndeval": False}
"""The programs that order documents of equal scores by their ids. True if the last id comes first."""

_LARGEST = float(np.finfo(np.float32).max)


def ordered(scores: Array, documents: Sequence[bytes] | Sequence[str], ties: str) -> tuple[Ints, Groups]:
    """The places of the documents from best to worst, and the groups of tied ranks. Tied documents are in the order of
    trec_eval (`trec`) or of `ndeval`; for any other value they are in the given order.

    >>> ordered(np.array([1.0, 2.0, 1.0]), [b"a", b"b", b"c"], "trec")
    (array([1, 2, 0]), [(1, 3)])
    >>> ordered(np.array([1.0, 2.0, 1.0]), [b"c", b"b", b"a"], "ndeval")
    (array([1, 2, 0]), [(1, 3)])
    """
    if ties == "trec":
        scores = in_single_precision(scores)
    order = np.argsort(-scores)
    groups = tied(scores[order])
    if ties not in BY_NAME and groups:
        order = np.argsort(-scores, kind="stable")
    elif groups:
        ranked = order.tolist()
        for a, b in groups:
            ranked[a:b] = sorted(ranked[a:b], key=documents.__getitem__, reverse=BY_NAME[ties])
        order = np.array(ranked)
    return order, groups


def in_single_precision(scores: Array) -> Array:
    """The scores as trec_eval compares them. A score that is too large for single precision becomes infinite."""
    if len(scores) and max(scores.max(), -scores.min()) > _LARGEST:
        with np.errstate(over="ignore"):
            return scores.astype(np.float32)
    return scores.astype(np.float32)


def tied(ranked: Array) -> Groups:
    """The groups of two or more equal numbers in a sorted array.

    >>> tied(np.array([5, 4, 4, 3, 3, 3]))
    [(1, 3), (3, 6)]
    """
    same = ranked[1:] == ranked[:-1]
    if not same.any():
        return []
    bounds = np.concatenate([[0], np.flatnonzero(~same) + 1, [len(ranked)]])
    large = np.flatnonzero(np.diff(bounds) > 1)
    return list(zip(bounds[large].tolist(), bounds[large + 1].tolist(), strict=True))


def contradicted(ranks: Ints, scores: Array) -> bool:
    """Whether a document has a better rank than a document of a higher score.

    >>> contradicted(np.array([1, 2, 3]), np.array([5.0, 5.0, 4.0]))
    False
    >>> contradicted(np.array([1, 2]), np.array([0.1, 0.9]))
    True
    """
    order = np.lexsort((ranks, -scores))
    ranks, scores = ranks[order], scores[order]
    firsts = np.flatnonzero(scores[1:] != scores[:-1]) + 1
    return bool((ranks[firsts] < np.maximum.accumulate(ranks)[firsts - 1]).any())
