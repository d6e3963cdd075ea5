"""The entropy family, from the probabilities of a document's cluster and class. Natural logarithms, never rounded.

Of n documents, a class has a, a cluster has b, and the two share t: H(class) = sum of a/n log(n/a),
H(class | cluster) = sum of t/n log(b/t), I(cluster; class) = sum of t/n log(n t/(a b)) (Shannon 1948).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb, lcm
from typing import Any

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import Exact, sqrt
from axiometrics.definitions.partitions import Counts, counts
from axiometrics.kernel.logarithms import log_sum
from axiometrics.kernel.signs import sign

Parts = Mapping[int, int]
"""The sizes of clusters, or of classes, by their numbers."""


def _entropy(parts: Parts) -> Exact:
    """The sum of p log(1/p), p = k/n."""
    n = sum(parts.values())
    return log_sum(((weight, x) for k in parts.values() for weight, x in ((k, n), (-k, k))), over=n)


def _class_given_cluster(of: Counts) -> Exact:
    """H(class | cluster), the sum of t/n log(b/t) over overlaps of t with a cluster of b."""
    shared = ((t, of.clusters[j]) for (j, _), t in of.shared.items())
    return log_sum(((weight, x) for t, b in shared for weight, x in ((t, b), (-t, t))), over=of.documents)


def _cluster_given_class(of: Counts) -> Exact:
    """H(cluster | class), the sum of t/n log(a/t) over overlaps of t with a class of a."""
    shared = ((t, of.classes[i]) for (_, i), t in of.shared.items())
    return log_sum(((weight, x) for t, a in shared for weight, x in ((t, a), (-t, t))), over=of.documents)


def _information(of: Counts) -> Exact:
    """The sum of t/n log(n t/(a b)) over overlaps of t between a cluster of b and a class of a."""
    n = of.documents
    shared = ((t, of.clusters[j], of.classes[i]) for (j, i), t in of.shared.items())
    return log_sum((term for t, b, a in shared for term in ((t, n), (t, t), (-t, a), (-t, b))), over=n)


def entropy(system: Organization, gold: Organization) -> Score:
    """-H(class | cluster), a loss negated. Range (-inf, 0]."""
    return _loss(_class_given_cluster(counts(system, gold)))


def class_entropy(system: Organization, gold: Organization) -> Score:
    """-H(cluster | class), a loss negated. Range (-inf, 0]."""
    return _loss(_cluster_given_class(counts(system, gold)))


def mutual_information(system: Organization, gold: Organization) -> Score:
    """I(cluster; class). Range [0, log n]."""
    return _information(counts(system, gold))


def variation_of_information(system: Organization, gold: Organization) -> Score:
    """-H(class | cluster) - H(cluster | class), a loss negated. Range (-inf, 0]. Meila 2003."""
    of = counts(system, gold)
    return _loss(_class_given_cluster(of), _cluster_given_class(of))


def _loss(*entropies: Exact) -> Exact:
    loss: Exact = Fraction(0)
    for entropy in entropies:
        loss = loss - entropy
    return loss


def homogeneity_score(system: Organization, gold: Organization) -> Score:
    """1 - H(class | cluster) / H(class). Range [0, 1]; 1 where there is one class. Rosenberg & Hirschberg 2007, h."""
    of = counts(system, gold)
    return _explained(of.classes, _class_given_cluster(of))


def completeness_score(system: Organization, gold: Organization) -> Score:
    """1 - H(cluster | class) / H(cluster). Range [0, 1]; 1 where there is one cluster. Rosenberg & Hirschberg 2007,
    c.
    """
    of = counts(system, gold)
    return _explained(of.clusters, _cluster_given_class(of))


def _explained(parts: Parts, left: Exact) -> Exact:
    """The share of the entropy of the parts that is not left."""
    share: Exact = 1 - left / _entropy(parts) if len(parts) > 1 else Fraction(1)
    return share


def v_measure(system: Organization, gold: Organization) -> Score:
    """The harmonic mean of homogeneity and completeness score. Range [0, 1]; 0 where both are 0. Rosenberg & Hirschberg
    2007, V with beta = 1.
    """
    of = counts(system, gold)
    h, c = _explained(of.classes, _class_given_cluster(of)), _explained(of.clusters, _cluster_given_class(of))
    mean: Exact = 2 * h * c / (h + c) if sign(h + c) else Fraction(0)
    return mean


def nmi(system: Organization, gold: Organization, average: str) -> Score:
    """I(cluster; class) over the average of both entropies. Range [0, 1].

    1 where there is one class and one cluster, else 0 where the average is 0. Strehl & Ghosh 2002; Vinh, Epps & Bailey
    2010.
    """
    of = counts(system, gold)
    if len(of.clusters) == len(of.classes) == 1:
        return Fraction(1)
    mean = _AVERAGES[average](_entropy(of.clusters), _entropy(of.classes))
    share: Exact = _information(of) / mean if sign(mean) else Fraction(0)
    return share


def ami(system: Organization, gold: Organization, average: str) -> Score:
    """(I - E[I]) / (average entropy - E[I]), the expectation over random clusterings of the same sizes. At most 1.

    1 where the two partitions are the same; otherwise undefined where the average is the expectation. Vinh, Epps &
    Bailey 2010.
    """
    of = counts(system, gold)
    if all(t == of.clusters[j] == of.classes[i] for (j, i), t in of.shared.items()):
        return Fraction(1)
    expected = _expected_information(of)
    room = _AVERAGES[average](_entropy(of.clusters), _entropy(of.classes)) - expected
    share: Score = (_information(of) - expected) / room if sign(room) else None
    return share


def _expected_information(of: Counts) -> Exact:
    """E[I] where the overlap of a cluster of b and a class of a is hypergeometric: C(a, t) C(n - a, b - t) / C(n,
    b).
    """
    n = of.documents
    pairs = Counter((a, b) for a in of.classes.values() for b in of.clusters.values())
    common = lcm(*(comb(n, b) for _, b in pairs))
    weights = (
        (times * comb(a, t) * comb(n - a, b - t) * (common // comb(n, b)) * t, t, a, b)
        for (a, b), times in pairs.items()
        for t in range(1, min(a, b) + 1)
    )
    return log_sum(
        (term for weight, t, a, b in weights for term in ((weight, n), (weight, t), (-weight, a), (-weight, b))),
        over=common * n,
    )


def _arithmetic(one: Any, other: Any) -> Any:
    return (one + other) / 2


def _geometric(one: Any, other: Any) -> Any:
    return one if sign(one - other) == 0 else sqrt(one * other)


def _greatest(one: Any, other: Any) -> Any:
    return one if sign(one - other) >= 0 else other


def _least(one: Any, other: Any) -> Any:
    return other if sign(one - other) >= 0 else one


_AVERAGES = {"arithmetic": _arithmetic, "geometric": _geometric, "max": _greatest, "min": _least}

_AVERAGE = (Parameter("average", "arithmetic", "of the entropies of clusters and classes", choices=tuple(_AVERAGES)),)

DEFINITIONS = (
    Definition("entropy", entropy, counted=GREATEST),
    Definition("class-entropy", class_entropy, counted=GREATEST),
    Definition("mutual-information", mutual_information, counted=GREATEST),
    Definition("variation-of-information", variation_of_information, counted=GREATEST),
    Definition("homogeneity-score", homogeneity_score, counted=GREATEST),
    Definition("completeness-score", completeness_score, counted=GREATEST),
    Definition("v-measure", v_measure, counted=GREATEST),
    Definition("nmi", nmi, _AVERAGE, counted=GREATEST),
    Definition("ami", ami, _AVERAGE, counted=6),
)
