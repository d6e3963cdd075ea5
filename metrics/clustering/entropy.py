"""Entropy-based metrics: information that clusters and classes hold about each other, in nats."""

from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import (
    Array,
    exactly,
    is_exact,
    like,
    log,
    over,
    parameter,
    ratio,
    sqrt,
    total,
)
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def _entropy(sizes: Array, n: Array) -> Array:
    """H of a partition with these part sizes."""
    share = over(sizes, n[..., None])
    return np.asarray(-total(share * log(share)))


def class_uncertainty(t: Contingency) -> Array:
    """H(C|K) = -sum (t_ij/n) log(t_ij/b_j): how uncertain the class of an item is if its cluster is known.

    It is at least 0, and 0 if and only if no cluster mixes classes.
    """
    return over(t.cluster_remainder, t.documents)


def cluster_uncertainty(t: Contingency) -> Array:
    """H(K|C): how uncertain the cluster of an item is if its class is known.

    It is at least 0, and 0 if and only if no class is spread over several clusters.
    """
    return over(t.class_remainder, t.documents)


def mutual_information(t: Contingency) -> Array:
    """How much the cluster of an item says about its class: the mutual information I(C;K) of classes and clusters.

    It is sum_ij (t_ij/n) log(n t_ij / (a_i b_j)) with the natural logarithm, where t_ij items of class i are in
    cluster j, a_i items in class i, b_j in cluster j, and n in all. The range is [0, log n]. It is defined for
    every clustering.

    >>> from axiometrics.core.closed_forms import short
    >>> short(str(mutual_information(Contingency.of([[[1, 0], [0, 1]]], exact=True)).item()))
    'log(2)'
    """
    lift = over(t.documents[..., None, None] * t.cells, t.cell_classes * t.cell_clusters)
    return over(total(t.cells * log(lift), axes=2), t.documents)


def entropy(t: Contingency) -> Array:
    """The entropy of the classes within the clusters. It is a loss, so it is negated here: -H(C|K).

    H(C|K) = -sum_ij (t_ij/n) log(t_ij/b_j) with the natural logarithm, where t_ij items of class i are in cluster
    j, b_j items in cluster j, and n in all. The range is [-log n, 0], and the value is 0 if and only if no cluster
    mixes classes. It is defined for every clustering.
    """
    return -class_uncertainty(t)


def class_entropy(t: Contingency) -> Array:
    """The entropy of the clusters within the classes. It is a loss, so it is negated here: -H(K|C).

    H(K|C) = -sum_ij (t_ij/n) log(t_ij/a_i) with the natural logarithm, where t_ij items of class i are in cluster
    j, a_i items in class i, and n in all. The range is [-log n, 0], and the value is 0 if and only if no class is
    spread over several clusters. It is defined for every clustering.
    """
    return -cluster_uncertainty(t)


def homogeneity_score(t: Contingency) -> Array:
    """The share of the uncertainty about the class that disappears if the cluster is known.

    It is 1 - H(C|K)/H(C), where H(C) is the entropy of the classes and H(C|K) their entropy within the clusters. The
    range is [0, 1]. Where there is only one class, it would be 0/0, and it is 1 by convention.

    >>> homogeneity_score(Contingency.of([[[1, 0], [0, 1]]], exact=True)).item()
    Fraction(1, 1)
    """
    return 1 - _share_unknown(
        class_uncertainty(t), _entropy(t.classes, t.documents), "homogeneity is 1 where there is one class"
    )


def completeness_score(t: Contingency) -> Array:
    """The share of the uncertainty about the cluster that disappears if the class is known.

    It is 1 - H(K|C)/H(K), where H(K) is the entropy of the clusters and H(K|C) their entropy within the classes. The
    range is [0, 1]. Where there is only one cluster, it would be 0/0, and it is 1 by convention.

    >>> completeness_score(Contingency.of([[[2], [1]]], exact=True)).item()
    Fraction(1, 1)
    """
    return 1 - _share_unknown(
        cluster_uncertainty(t), _entropy(t.clusters, t.documents), "completeness is 1 where there is one cluster"
    )


def _share_unknown(unknown: Array, whole: Array, convention: str) -> Array:
    return ratio(unknown, whole, 0, convention)


def v_measure(t: Contingency, beta: Fraction | None = None) -> Array:
    """The harmonic mean of homogeneity and completeness; with `beta` above 1, completeness counts more.

    It is (1 + beta) h c / (beta h + c), where h = 1 - H(C|K)/H(C) is the homogeneity, c = 1 - H(K|C)/H(K) the
    completeness, and beta is 1 unless given. The range is [0, 1]. Where h and c are both 0, it would be 0/0, and it is
    0 by convention.

    >>> v_measure(Contingency.of([[[1, 0], [0, 1]]], exact=True)).item()
    Fraction(1, 1)
    """
    h, c = homogeneity_score(t), completeness_score(t)
    weight = parameter(Fraction(1) if beta is None else beta, t.cells)
    return ratio((1 + weight) * h * c, weight * h + c, 0, "V is 0 where homogeneity and completeness are 0")


def _average(left: Array, right: Array, average: str) -> Array:
    """The generalized mean by which information is normalized."""
    means: dict[str, Callable[[], Array]] = {
        "arithmetic": lambda: over(left + right, like(2, left)),
        "geometric": lambda: sqrt(left * right),
        "max": lambda: np.maximum(left, right),
        "min": lambda: np.minimum(left, right),
    }
    return np.asarray(means[average]())


def nmi(t: Contingency, average: str) -> Array:
    """Normalized mutual information: the mutual information of classes and clusters, divided by an average of their
    entropies.

    It is I(C;K) over the average of H(C) and H(K); the parameter `average` names the mean. The range is [0, 1]. Where
    that average is 0, it would be 0/0: by the convention of scikit-learn, it is 1 for one class in one cluster, and 0
    for all others.

    >>> nmi(Contingency.of([[[1, 0], [0, 1]]], exact=True), "arithmetic").item()
    Fraction(1, 1)
    """
    h_classes, h_clusters = _entropy(t.classes, t.documents), _entropy(t.clusters, t.documents)
    single = like((t.n_classes == 1) & (t.n_clusters == 1), t.cells)
    value = ratio(
        mutual_information(t),
        _average(h_classes, h_clusters, average),
        0,
        "NMI at 0/0 is 1 for one class in one cluster, else 0",
    )
    return np.asarray(value + single)


def expected_information(t: Contingency) -> Array:
    """E[I] over all pairs of partitions with these class and cluster sizes (hypergeometric model, Vinh, Epps & Bailey
    2010, eq. 24a).
    """
    shape = t.documents.shape
    rows, columns = t.classes.reshape(-1, t.classes.shape[-1]), t.clusters.reshape(-1, t.clusters.shape[-1])
    total = np.array([_expected(*margins, t.cells) for margins in zip(rows, columns, strict=True)] or [0])
    return total.reshape(shape)


def _expected(classes: Array, clusters: Array, model: Array) -> object:
    a, b = (sorted(int(size) for size in sizes if size > 0) for sizes in (classes, clusters))
    key = (tuple(a), tuple(b), is_exact(model))
    if key not in _known:
        _known[key] = _expected_information(a, b, model)
    return _known[key]


_known: dict[tuple[tuple[int, ...], tuple[int, ...], bool], object] = {}


_TAIL = 40
"""Chances of counts farther from their mean than the root of this many times the smaller part are left out of floats:
together they are below exp(-80), by Hoeffding's bound (1963, section 6)."""

_FEW = 300
"""Items up to which chances are made of whole numbers in floats too: no verdict then rests on rounded ones."""


def _gain_and_span(t: Contingency, average: str) -> tuple[Array, Array]:
    """I - E[I], and the average of the entropies less E[I]."""
    entropies = _entropy(t.classes, t.documents), _entropy(t.clusters, t.documents)
    if is_exact(t.cells) or (t.documents <= _FEW).all():
        expected = expected_information(t)
        return mutual_information(t) - expected, _average(*entropies, average) - expected
    # H(C) - E[I] = E[H(C|K)] and H(C) - I = H(C|K): sums of positive numbers, where differences of the entropies of
    # nearly single items would leave nothing but rounding
    rows, columns = t.classes.reshape(-1, t.classes.shape[-1]), t.clusters.reshape(-1, t.clusters.shape[-1])
    means = np.array([_expected_uncertainties(*sizes) for sizes in zip(rows, columns, strict=True)])
    classes, clusters = (means[:, k].reshape(t.documents.shape) for k in (0, 1))
    gain = np.where(classes < clusters, classes - class_uncertainty(t), clusters - cluster_uncertainty(t))
    if average != "geometric":
        return gain, _average(classes, clusters, average)
    roots = [sqrt(entropy) for entropy in entropies]
    beyond = over(np.minimum(*roots) * np.abs(classes - clusters), roots[0] + roots[1])
    return gain, np.minimum(classes, clusters) + beyond


def _expected_uncertainties(classes: Array, clusters: Array) -> tuple[float, float]:
    """E[H(C|K)] and E[H(K|C)] over all pairs of partitions with these sizes, in floats. All sizes of clusters are
    computed at once for a size of classes: the chance of each number of common items follows from that of the
    number before by a ratio, and the chances are scaled to sum to 1. Logarithms of factorials were rejected: they are
    as great as n log n, so their rounding would hide the small differences that AMI consists of where nearly all items
    stand alone.
    """
    n = int(classes.sum())
    (a, of_a), (b, of_b) = (np.unique(s[s > 0].astype(np.int64), return_counts=True) for s in (classes, clusters))
    of_classes = of_clusters = 0.0
    for size, times in zip(a.tolist(), of_a.tolist(), strict=True):
        reach = np.sqrt(_TAIL * np.minimum(size, b))
        first = np.maximum(np.maximum(0, size + b - n), np.floor(size * b / n - reach).astype(np.int64))
        last = np.minimum(np.minimum(size, b), np.ceil(size * b / n + reach).astype(np.int64))
        k = first[:, None] + np.arange((last - first).max() + 1)
        inside, sizes = k <= last[:, None], b[:, None]
        follows = inside & (k > first[:, None])  # on a number of common items that is one less
        more = np.where(follows, (size - k + 1.0) * (sizes - k + 1.0), 1.0)
        fewer = np.where(follows, k * (n - size - sizes + k + 0.0), 1.0)
        chance = np.cumsum(np.log(more / fewer), axis=1)
        chance = np.where(inside, np.exp(chance - chance.max(1, keepdims=True, where=inside, initial=-np.inf)), 0.0)
        chance /= chance.sum(1, keepdims=True)
        common = np.where(inside & (k > 0), k, 1.0)
        shares = times * of_b[:, None] * chance * k / n
        of_classes += float((shares * np.log(sizes / common)).sum())
        of_clusters += float((shares * np.log(size / common)).sum())
    return of_classes, of_clusters


def _expected_information(classes: list[int], clusters: list[int], model: Array) -> object:
    n = sum(classes)
    total = like(0, model)
    for a in sorted(set(classes)):
        for b in sorted(set(clusters)):
            both = range(max(1, a + b - n), min(a, b) + 1)
            times = classes.count(a) * clusters.count(b)
            if both:
                chances = over(
                    exactly([comb(a, k) * comb(n - a, b - k) * k * times for k in both]),
                    exactly([comb(n, b) * n] * len(both)),
                )
                chances = chances if is_exact(model) else chances.astype(np.float64)
                total = (
                    total
                    + (chances * log(over(like([n * k for k in both], model), like([a * b] * len(both), model)))).sum()
                )
    return np.asarray(total).item()


def ami(t: Contingency, average: str) -> Array:
    """Adjusted mutual information: the mutual information of classes and clusters, corrected for chance.

    It is (I - E[I]) / (M - E[I]), where I is the mutual information, M the average of the entropies H(C) and H(K) that
    the parameter `average` names, and E[I] the mean of I over all pairs of partitions with these sizes of classes and
    clusters. The range is (-1, 1].

    Equal partitions score 1. Where they are one cluster, or where each item stands alone, that is a convention,
    since the formula is 0/0 there. Unequal partitions are undefined at 0/0. That happens with the geometric mean, where
    one side is a single part, and with the minimum, where one side is a single part or consists of single items.

    >>> ami(Contingency.of([[[1, 0], [0, 1]]], exact=True), "arithmetic").item()
    Fraction(1, 1)
    """
    gain, span = _gain_and_span(t, average)
    parts = (t.n_classes, t.n_clusters)
    lone = [part == 1 for part in parts]
    scattered = [part == t.documents for part in parts]
    equal = (parts[0] == parts[1]) & (t.n_cells == parts[0])
    empty = {"geometric": lone, "min": lone + scattered}.get(average, [])
    undefined = np.logical_or.reduce([*empty, np.zeros(equal.shape, dtype=bool)]).astype(bool)
    one = like(np.ones(equal.shape), t.cells)
    score = ratio(np.where(equal, one, gain), np.where(equal, one, np.where(undefined, 0 * one, span)))
    ratio(
        one, like(~(equal & (lone[0] | scattered[0]).astype(bool)), t.cells), 1, "AMI at 0/0 is 1 for equal partitions"
    )
    return score


def variation_of_information(t: Contingency) -> Array:
    """The variation of information, a distance of two partitions. It is a loss, so it is negated here: -(H(C|K) +
    H(K|C)).

    H(C|K) is the entropy of the classes within the clusters, and H(K|C) that of the clusters within the classes, with
    the natural logarithm. The range is [-log n, 0] for n items, and the value is 0 if and only if the clusters are
    the classes. It is defined for every clustering.

    >>> variation_of_information(Contingency.of([[[2]]], exact=True)).item()
    Fraction(0, 1)
    """
    return -(class_uncertainty(t) + cluster_uncertainty(t))


_AVERAGE = Parameter(
    "average", "arithmetic", "mean of the two entropies", choices=("arithmetic", "geometric", "max", "min")
)
_FAMILY = ("clustering", "entropy")

METRICS = (
    Metric("entropy", "-Entropy", *_FAMILY, "Amigo et al. 2009, metrics based on entropy", entropy),
    Metric("class-entropy", "-Class Entropy", *_FAMILY, "Amigo et al. 2009, metrics based on entropy", class_entropy),
    Metric(
        "mutual-information",
        "Mutual Information",
        *_FAMILY,
        "Amigo et al. 2009, metrics based on entropy",
        mutual_information,
    ),
    Metric("homogeneity-score", "Homogeneity Score", *_FAMILY, "Rosenberg & Hirschberg 2007", homogeneity_score),
    Metric("completeness-score", "Completeness Score", *_FAMILY, "Rosenberg & Hirschberg 2007", completeness_score),
    Metric(
        "v-measure",
        "V-measure",
        *_FAMILY,
        "Rosenberg & Hirschberg 2007",
        v_measure,
        parameters=(
            Parameter(
                "beta",
                None,
                "weight of completeness, 1 unless given",
                low=Fraction(0),
                low_open=True,
                narrows=True,
                neutral=Fraction(1),
                usual=(Fraction(1, 2), Fraction(2)),
            ),
        ),
    ),
    Metric("nmi", "NMI", *_FAMILY, "Strehl & Ghosh 2002; Vinh, Epps & Bailey 2010", nmi, parameters=(_AVERAGE,)),
    Metric("ami", "AMI", *_FAMILY, "Vinh, Epps & Bailey 2010", ami, parameters=(_AVERAGE,)),
    Metric("variation-of-information", "-VI", *_FAMILY, "Meila 2003", variation_of_information),
)
