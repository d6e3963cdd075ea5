"""Metrics that count pairs of documents (Amigo et al. 2009, metrics based on counting pairs).

Of two documents, tp counts the pairs that are together in a cluster and in a class, fp those together in a cluster
only, fn those together in a class only, tn the rest.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from axiometrics.core.definition import Definition, Score
from axiometrics.core.exact import sqrt
from axiometrics.core.organization import Organization
from axiometrics.definitions.partitions import homes, partitions


def _pairs(system: Organization, gold: Organization) -> tuple[int, int, int, int]:
    """Pairs of documents together in both, in the system only, in the gold only, in neither."""
    clusters, classes = (homes(side) for side in partitions(system, gold))
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for d, e in combinations(clusters, 2):
        counts[clusters[d] == clusters[e], classes[d] == classes[e]] += 1
    return counts[True, True], counts[True, False], counts[False, True], counts[False, False]


def rand(system: Organization, gold: Organization) -> Fraction:
    """The pairs on which system and gold agree, over all pairs. Range [0, 1]; 1 for one document. Rand 1971."""
    tp, fp, fn, tn = _pairs(system, gold)
    return _ratio(tp + tn, tp + fp + fn + tn)


def _ratio(part: int, whole: int) -> Fraction:
    """A share, 1 at 0/0: nothing was there to get wrong."""
    return Fraction(part, whole) if whole else Fraction(1)


def adjusted_rand(system: Organization, gold: Organization) -> Fraction:
    """(tp - E) / (mean of claimed and true pairs - E), E the expectation under random clusterings of these sizes. At
    most 1; 1 at 0/0. Hubert & Arabie 1985.
    """
    tp, fp, fn, tn = _pairs(system, gold)
    claimed, there, pairs = tp + fp, tp + fn, tp + fp + fn + tn
    expected = Fraction(claimed * there, pairs) if pairs else Fraction(0)
    room = Fraction(claimed + there, 2) - expected
    return (tp - expected) / room if room else Fraction(1)


def jaccard(system: Organization, gold: Organization) -> Fraction:
    """tp / (tp + fp + fn) over pairs. Range [0, 1]; 1 where no pair is joined in either. Halkidi, Batistakis &
    Vazirgiannis 2001.
    """
    tp, fp, fn, _ = _pairs(system, gold)
    return _ratio(tp, tp + fp + fn)


def fowlkes_mallows(system: Organization, gold: Organization) -> Score:
    """The geometric mean of pair precision and recall. Range [0, 1]; 0 where tp = 0. Fowlkes & Mallows 1983."""
    tp, fp, fn, _ = _pairs(system, gold)
    return sqrt(Fraction(tp * tp, (tp + fp) * (tp + fn))) if tp else Fraction(0)


def pair_precision(system: Organization, gold: Organization) -> Fraction:
    """tp / (tp + fp) over pairs. Range [0, 1]; 1 where no pair is claimed."""
    tp, fp, _, _ = _pairs(system, gold)
    return _ratio(tp, tp + fp)


def pair_recall(system: Organization, gold: Organization) -> Fraction:
    """tp / (tp + fn) over pairs. Range [0, 1]; 1 where no pair is there."""
    tp, _, fn, _ = _pairs(system, gold)
    return _ratio(tp, tp + fn)


def pair_f(system: Organization, gold: Organization) -> Fraction:
    """2tp / (2tp + fp + fn) over pairs. Range [0, 1]; 1 at 0/0."""
    tp, fp, fn, _ = _pairs(system, gold)
    return _ratio(2 * tp, 2 * tp + fp + fn)


DEFINITIONS = (
    Definition("rand", rand),
    Definition("adjusted-rand", adjusted_rand),
    Definition("jaccard", jaccard),
    Definition("fowlkes-mallows", fowlkes_mallows),
    Definition("pair-precision", pair_precision),
    Definition("pair-recall", pair_recall),
    Definition("pair-f", pair_f),
)
