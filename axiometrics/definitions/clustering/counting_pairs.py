"""Metrics that count pairs of documents (Amigo et al. 2009, metrics based on counting pairs).

Of two documents, tp counts the pairs that are together in a cluster and in a class, fp those together in a cluster
only, fn those together in a class only, tn the rest.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.counted import GREATEST, Quadrants
from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.reals import sqrt
from axiometrics.definitions.partitions import table
from axiometrics.definitions.sums import total


def pairs(system: Any, gold: Any) -> tuple[Any, Any, Any, Any]:
    """Pairs of documents together in both, in the system only, in the gold only, in neither; or as they are given."""
    if isinstance(system, Quadrants):
        return system
    of = table(system, gold)
    both = total(of.clusters, lambda k: total(k.shares, lambda x: _within(x.documents)))
    in_system, in_gold = (total(side, lambda k: _within(k.size)) for side in (of.clusters, of.classes))
    return both, in_system - both, in_gold - both, _within(of.documents) - in_system - in_gold + both


def _within(documents: Any) -> Any:
    """The pairs of so many documents."""
    return documents * (documents - 1) / 2


def rand(system: Organization, gold: Organization) -> Any:
    """The pairs on which system and gold agree, over all pairs. Range [0, 1]; 1 for one document. Rand 1971."""
    tp, fp, fn, tn = pairs(system, gold)
    return _ratio(tp + tn, tp + fp + fn + tn)


def _ratio(part: Any, whole: Any) -> Any:
    """A share, 1 at 0/0: nothing was there to get wrong."""
    return part / whole if whole else Fraction(1)


def adjusted_rand(system: Any, gold: Any) -> Any:
    """(tp - E) / (mean of claimed and true pairs - E), E the expectation under random clusterings of these sizes. At
    most 1; 1 at 0/0. Hubert & Arabie 1985.
    """
    tp, fp, fn, tn = pairs(system, gold)
    claimed, there, every = tp + fp, tp + fn, tp + fp + fn + tn
    expected = claimed * there / every if every else Fraction(0)
    room = (claimed + there) / 2 - expected
    return (tp - expected) / room if room else Fraction(1)


def jaccard(system: Any, gold: Any) -> Any:
    """tp / (tp + fp + fn) over pairs. Range [0, 1]; 1 where no pair is joined in either. Halkidi, Batistakis &
    Vazirgiannis 2001.
    """
    tp, fp, fn, _ = pairs(system, gold)
    return _ratio(tp, tp + fp + fn)


def fowlkes_mallows(system: Organization, gold: Organization) -> Score:
    """The geometric mean of pair precision and recall. Range [0, 1]; 0 where tp = 0. Fowlkes & Mallows 1983."""
    tp, fp, fn, _ = pairs(system, gold)
    if not tp:
        return Fraction(0)
    share = tp * tp / ((tp + fp) * (tp + fn))
    return share.root() if hasattr(share, "root") else sqrt(share)


def pair_precision(system: Any, gold: Any) -> Any:
    """tp / (tp + fp) over pairs. Range [0, 1]; 1 where no pair is claimed."""
    tp, fp, _, _ = pairs(system, gold)
    return _ratio(tp, tp + fp)


def pair_recall(system: Any, gold: Any) -> Any:
    """tp / (tp + fn) over pairs. Range [0, 1]; 1 where no pair is there."""
    tp, _, fn, _ = pairs(system, gold)
    return _ratio(tp, tp + fn)


def pair_f(system: Any, gold: Any) -> Any:
    """2tp / (2tp + fp + fn) over pairs. Range [0, 1]; 1 at 0/0."""
    tp, fp, fn, _ = pairs(system, gold)
    return _ratio(2 * tp, 2 * tp + fp + fn)


DEFINITIONS = (
    Definition("rand", rand, counted=GREATEST),
    Definition("adjusted-rand", adjusted_rand, counted=GREATEST),
    Definition("jaccard", jaccard, counted=GREATEST),
    Definition("fowlkes-mallows", fowlkes_mallows, counted=GREATEST),
    Definition("pair-precision", pair_precision, counted=GREATEST),
    Definition("pair-recall", pair_recall, counted=GREATEST),
    Definition("pair-f", pair_f, counted=GREATEST),
)
