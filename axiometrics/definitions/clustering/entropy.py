"""The entropy family, from the probabilities of a document's cluster and class. Natural logarithms, never rounded.

Of n documents, a class has a, a cluster has b, and the two share t: H(class) = sum of a/n log(n/a),
H(class | cluster) = sum of t/n log(b/t), I(cluster; class) = sum of t/n log(n t/(a b)) (Shannon 1948).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb, lcm
from typing import Any

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import Real, sqrt
from axiometrics.definitions.partitions import Counts, PartitionTable, counts
from axiometrics.symbolic.logarithms import log_of, log_sum
from axiometrics.symbolic.signs import sign

Terms = Callable[[Any, Any, Any, Any], Iterable[tuple[Any, Any]]]
"""Of an overlap of t documents between a class of a and a cluster of b, among n: the weights and the arguments of
logarithms, as (t, a, b, n) gives them.
"""


def _over_overlaps(of: Counts | PartitionTable, terms: Terms) -> Any:
    """The sum of weight/n log(argument) over all overlaps; logarithms of whole numbers are gathered by their primes."""
    n = of.documents
    if isinstance(of, PartitionTable):
        return (
            of.clusters.total(
                lambda k: k.shares.total(
                    lambda x: sum((w * _logarithm(y) for w, y in terms(x.documents, x.of, k.size, n)), Fraction(0))
                )
            )
            / n
        )
    shared = ((t, of.classes[i], of.clusters[j]) for (j, i), t in of.shared.items())
    return log_sum((term for t, a, b in shared for term in terms(t, a, b, n)), over=n)


def _logarithm(x: Any) -> Any:
    """The logarithm of a symbol, or of a number beside symbols."""
    return x.log() if hasattr(x, "log") else log_of(Fraction(x))


def _of_classes(of: Counts | PartitionTable) -> Any:
    """H(class), the sum of t/n log(n/a): each class has its documents in some clusters."""
    return _over_overlaps(of, lambda t, a, b, n: ((t, n), (-t, a)))


def _of_clusters(of: Counts | PartitionTable) -> Any:
    """H(cluster), the sum of t/n log(n/b)."""
    return _over_overlaps(of, lambda t, a, b, n: ((t, n), (-t, b)))


def _class_given_cluster(of: Counts | PartitionTable) -> Any:
    """H(class | cluster), the sum of t/n log(b/t)."""
    return _over_overlaps(of, lambda t, a, b, n: ((t, b), (-t, t)))


def _cluster_given_class(of: Counts | PartitionTable) -> Any:
    """H(cluster | class), the sum of t/n log(a/t)."""
    return _over_overlaps(of, lambda t, a, b, n: ((t, a), (-t, t)))


def _information(of: Counts | PartitionTable) -> Any:
    """The sum of t/n log(n t/(a b))."""
    return _over_overlaps(of, lambda t, a, b, n: ((t, n), (t, t), (-t, a), (-t, b)))


def _counted(system: Any, gold: Any) -> Counts | PartitionTable:
    return system if isinstance(system, PartitionTable) else counts(system, gold)


def _is_zero(x: Any) -> bool:
    """Whether it is 0; of symbols, only where that is sure."""
    return sign(x) == 0 if isinstance(x, Real | Fraction) else not x


def entropy(system: Organization, gold: Organization) -> Any:
    """-H(class | cluster), a loss negated. Range (-inf, 0]."""
    return -1 * _class_given_cluster(_counted(system, gold))


def class_entropy(system: Organization, gold: Organization) -> Any:
    """-H(cluster | class), a loss negated. Range (-inf, 0]."""
    return -1 * _cluster_given_class(_counted(system, gold))


def mutual_information(system: Organization, gold: Organization) -> Any:
    """I(cluster; class). Range [0, log n]."""
    return _information(_counted(system, gold))


def variation_of_information(system: Organization, gold: Organization) -> Any:
    """-H(class | cluster) - H(cluster | class), a loss negated. Range (-inf, 0]. Meila 2003."""
    of = _counted(system, gold)
    return -1 * _class_given_cluster(of) - _cluster_given_class(of)


def homogeneity_score(system: Organization, gold: Organization) -> Any:
    """1 - H(class | cluster) / H(class). Range [0, 1]; 1 where there is one class. Rosenberg & Hirschberg 2007, h."""
    of = _counted(system, gold)
    return _explained(_of_classes(of), _class_given_cluster(of))


def completeness_score(system: Organization, gold: Organization) -> Any:
    """1 - H(cluster | class) / H(cluster). Range [0, 1]; 1 where there is one cluster. Rosenberg & Hirschberg 2007,
    c.
    """
    of = _counted(system, gold)
    return _explained(_of_clusters(of), _cluster_given_class(of))


def _explained(whole: Any, left: Any) -> Any:
    """The share of an entropy that is not left; an entropy is 0 where there is one class, or cluster."""
    return Fraction(1) if _is_zero(whole) else 1 - left / whole


def v_measure(system: Organization, gold: Organization, beta: Fraction | None = None) -> Any:
    """(1 + beta) h c / (beta h + c) of the homogeneity score h and the completeness score c; beta is 1 unless given.
    Range [0, 1]; 0 where both are 0. Rosenberg & Hirschberg 2007.
    """
    of = _counted(system, gold)
    h = _explained(_of_classes(of), _class_given_cluster(of))
    c = _explained(_of_clusters(of), _cluster_given_class(of))
    weight = Fraction(1) if beta is None else beta
    return Fraction(0) if _is_zero(h + c) else (1 + weight) * h * c / (weight * h + c)


def nmi(system: Organization, gold: Organization, average: str) -> Any:
    """I(cluster; class) over the average of both entropies. Range [0, 1].

    1 where there is one class and one cluster, else 0 where the average is 0. Strehl & Ghosh 2002; Vinh, Epps & Bailey
    2010.
    """
    of = _counted(system, gold)
    clusters, classes = _of_clusters(of), _of_classes(of)
    mean = _AVERAGES[average](clusters, classes)
    if not _is_zero(mean):
        return _information(of) / mean
    return Fraction(int(_is_zero(clusters) and _is_zero(classes)))


def ami(system: Organization, gold: Organization, average: str) -> Score:
    """(I - E[I]) / (average entropy - E[I]), the expectation over random clusterings of the same sizes. At most 1.

    1 where the two partitions are the same; otherwise undefined where the average is the expectation. Vinh, Epps &
    Bailey 2010.
    """
    of = _counted(system, gold)
    if _alike(of):
        return Fraction(1)
    expected = _expected_information(of)
    room = _AVERAGES[average](_of_clusters(of), _of_classes(of)) - expected
    share: Score = None if _is_zero(room) else (_information(of) - expected) / room
    return share


def _alike(of: Counts | PartitionTable) -> bool:
    """Whether the clusters are the classes: of symbols, one that shares less than all of a class says that not."""
    if isinstance(of, PartitionTable):
        return not of.clusters.some(lambda k: k.shares.some(lambda x: x.documents < x.of))
    return all(t == of.clusters[j] == of.classes[i] for (j, i), t in of.shared.items())


def _expected_information(of: Counts | PartitionTable) -> Any:
    """E[I] where the overlap of a cluster of b and a class of a is hypergeometric: C(a, t) C(n - a, b - t) / C(n,
    b).
    """
    n = of.documents
    if isinstance(of, PartitionTable):
        return of.expected / n
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


def _arithmetic(left: Any, right: Any) -> Any:
    return (left + right) / 2


def _geometric(left: Any, right: Any) -> Any:
    if hasattr(left, "root"):
        return (left * right).root()
    return left if sign(left - right) == 0 else sqrt(left * right)


def _greatest(left: Any, right: Any) -> Any:
    return left if _at_least(left, right) else right


def _least(left: Any, right: Any) -> Any:
    return right if _at_least(left, right) else left


def _at_least(left: Any, right: Any) -> bool:
    """Whether one is no less than the other; symbols answer where that is sure."""
    return bool(left >= right) if hasattr(left, "root") else sign(left - right) >= 0


_AVERAGES = {"arithmetic": _arithmetic, "geometric": _geometric, "max": _greatest, "min": _least}

_BETA = Parameter(
    "beta",
    None,
    "weight of completeness",
    low=Fraction(0),
    low_open=True,
    narrows=True,
    neutral=Fraction(1),
)
_AVERAGE = (Parameter("average", "arithmetic", "of the entropies of clusters and classes", choices=tuple(_AVERAGES)),)

DEFINITIONS = (
    Definition("entropy", entropy, counted=GREATEST, second_form=True),
    Definition("class-entropy", class_entropy, counted=GREATEST, second_form=True),
    Definition("mutual-information", mutual_information, counted=GREATEST, second_form=True),
    Definition("variation-of-information", variation_of_information, counted=GREATEST, second_form=True),
    Definition("homogeneity-score", homogeneity_score, counted=GREATEST, second_form=True),
    Definition("completeness-score", completeness_score, counted=GREATEST, second_form=True),
    Definition("v-measure", v_measure, (_BETA,), counted=GREATEST, second_form=True),
    Definition("nmi", nmi, _AVERAGE, counted=GREATEST, second_form=True),
    Definition("ami", ami, _AVERAGE, counted=6, second_form=True),
)
