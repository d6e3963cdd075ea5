"""Mutants of metrics of clustering."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np

from axiometrics.comparison.strength.mutant import Formula, Mutant
from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, log, over, ratio
from axiometrics.core.organization import Organization
from axiometrics.metrics.clustering.bcubed import bcubed_precision, bcubed_recall, extended_precision, extended_recall
from axiometrics.metrics.clustering.counting_pairs import pair_f, pair_precision, pair_recall
from axiometrics.metrics.clustering.entropy import (
    class_entropy,
    completeness_score,
    entropy,
    homogeneity_score,
    mutual_information,
)
from axiometrics.metrics.clustering.set_matching import inverse_purity, purity
from axiometrics.metrics.organization.reliability import reliability_clustering, sensitivity_clustering

Part = Callable[[Contingency], Array]


def _mean(t: Contingency, first: Part, second: Part) -> Array:
    return np.asarray(over(first(t) + second(t), like(2, t.documents)))


def _product(t: Contingency, first: Part, second: Part) -> Array:
    return np.asarray(first(t) * second(t))


def _least(t: Contingency, first: Part, second: Part) -> Array:
    return np.minimum(first(t), second(t))


def _bcubed_of(values: Callable[[Array], Array]) -> Formula:
    """BCubed F with something other than the squared counts."""

    def formula(t: Contingency) -> Array:
        p, r = (
            over(over(values(t.table), sizes).sum((-1, -2)), t.documents)
            for sizes in (t.clusters[..., None, :], t.classes[..., :, None])
        )
        return over(2 * p * r, p + r)

    return formula


def _bcubed_without_oneself(t: Contingency) -> Array:
    """BCubed F in which no document is compared with itself, neither in the numerator nor in the denominator."""
    others = t.table * (t.table - 1)
    p, r = (
        over(over(others, sizes - 1).sum((-1, -2)), t.documents)
        for sizes in (t.clusters[..., None, :], t.classes[..., :, None])
    )
    return over(2 * p * r, p + r)


def _bcubed_precision_by_cluster(t: Contingency) -> Array:
    sizes = t.clusters[..., None, :]
    return over(over(t.table * t.table, sizes * sizes).sum((-1, -2)), t.n_clusters)


def _purity_of_the_least_class(t: Contingency) -> Array:
    return over(t.table.min(-2).sum(-1), t.documents)


def _purity_of_the_largest_cluster(t: Contingency) -> Array:
    return over(t.table.max(-2).max(-1), t.documents)


def _purity_counting_clusters(t: Contingency) -> Array:
    return over(t.table.max(-2).sum(-1), t.n_clusters)


def _purity_in_documents(t: Contingency) -> Array:
    return np.asarray(t.table.max(-2).sum(-1))


def _overlap(t: Contingency) -> Array:
    return over(2 * t.table, t.classes[..., :, None] + t.clusters[..., None, :])


def _f_max_of_all_clusters(t: Contingency) -> Array:
    return over((t.classes * _overlap(t).sum(-1)).sum(-1), t.documents)


def _f_max_unweighted(t: Contingency) -> Array:
    return over(_overlap(t).max(-1).sum(-1), t.n_classes)


def _pairs(sizes: Array) -> Array:
    return over(sizes * (sizes - 1), like(2, sizes))


def _counts(t: Contingency) -> tuple[Array, Array, Array, Array]:
    """The numbers of pairs that are together in both, in clusters and in classes, and of all pairs."""
    return (
        np.asarray(_pairs(t.table).sum((-1, -2))),
        np.asarray(_pairs(t.clusters).sum(-1)),
        np.asarray(_pairs(t.classes).sum(-1)),
        _pairs(t.documents),
    )


def _rand_without_pairs_apart(t: Contingency) -> Array:
    both, _, _, every = _counts(t)
    return over(both, every)


def _rand_in_pairs(t: Contingency) -> Array:
    both, clusters, classes, every = _counts(t)
    return np.asarray(every + 2 * both - clusters - classes)


def _rand_that_likes_false_positives(t: Contingency) -> Array:
    _, clusters, classes, every = _counts(t)
    return ratio(every + clusters - classes, every, 1)


def _rand_of_documents_with_themselves(t: Contingency) -> Array:
    """The Rand index over all n^2 ordered pairs, including those of a document with itself."""
    both, clusters, classes = (
        (t.table * t.table).sum((-1, -2)),
        (t.clusters * t.clusters).sum(-1),
        (t.classes * t.classes).sum(-1),
    )
    every = t.documents * t.documents
    return over(every + 2 * both - clusters - classes, every)


def _adjusted_rand_without_chance(t: Contingency) -> Array:
    both, clusters, classes, _ = _counts(t)
    return ratio(both, over(clusters + classes, like(2, both)), 1)


def _adjusted_rand_to_the_maximum(t: Contingency) -> Array:
    both, clusters, classes, every = _counts(t)
    expected = over(clusters * classes, every)
    return ratio(both - expected, np.maximum(clusters, classes) - expected, 1)


def _jaccard_without_false_positives(t: Contingency) -> Array:
    both, _, classes, _ = _counts(t)
    return ratio(both, classes, 1)


def _jaccard_with_both_twice(t: Contingency) -> Array:
    both, clusters, classes, _ = _counts(t)
    return ratio(both, clusters + classes, 1)


def _jaccard_0_without_pairs(t: Contingency) -> Array:
    both, clusters, classes, _ = _counts(t)
    return ratio(both, clusters + classes - both, 0, "0 where no pair is together in either")


def _fowlkes_mallows_without_root(t: Contingency) -> Array:
    both, clusters, classes, _ = _counts(t)
    return ratio(both * both, clusters * classes, 0)


def _entropy_of_clusters_alike(t: Contingency) -> Array:
    """The entropy in which every cluster has the same weight, whatever its size."""
    share = over(t.table, t.clusters[..., None, :])
    return over((share * log(share)).sum((-1, -2)), t.n_clusters)


def _variation_with_a_sign(t: Contingency) -> Array:
    return np.asarray(entropy(t) - class_entropy(t))


def _mutual_information_without_shares(t: Contingency) -> Array:
    """The mutual information whose logarithms are added up without weights."""
    lift = over(t.documents[..., None, None] * t.table, t.classes[..., :, None] * t.clusters[..., None, :])
    return np.asarray(log(lift).sum((-1, -2)))


def _edit_distance_with_free_merges(t: Contingency) -> Array:
    return over(t.table.max(-2).sum(-1), t.documents)


def _edit_distance_with_free_moves(t: Contingency) -> Array:
    return over(-t.n_clusters, t.documents)


def _extended_mean(system: Organization, gold: Organization) -> Fraction:
    """The arithmetic mean of extended precision and recall."""
    return (extended_precision(system, gold) + extended_recall(system, gold)) / 2


def _rs_without(part: Callable[..., Fraction], system: Organization, gold: Organization) -> Fraction:
    """Reliability or sensitivity alone over clustering relations."""
    return part(system, gold, Fraction(30), Fraction(4, 5), "listed")


def _of(formula: Callable[..., Array], first: Part, second: Part) -> Formula:
    return partial(formula, first=first, second=second)


MUTANTS = (
    Mutant("bcubed-f", "other power", "counts not squared", _bcubed_of(lambda table: table)),
    Mutant("bcubed-f", "other power", "presence instead of counts", _bcubed_of(lambda table: like(table > 0, table))),
    Mutant("bcubed-f", "other power", "counts cubed", _bcubed_of(lambda table: table * table * table)),
    Mutant("bcubed-f", "term dropped", "no recall", bcubed_precision),
    Mutant("bcubed-f", "term dropped", "no precision", bcubed_recall),
    Mutant("bcubed-f", "other mean", "arithmetic mean", _of(_mean, bcubed_precision, bcubed_recall)),
    Mutant("bcubed-f", "other mean", "product", _of(_product, bcubed_precision, bcubed_recall)),
    Mutant("bcubed-f", "other mean", "minimum", _of(_least, bcubed_precision, bcubed_recall)),
    Mutant("bcubed-f", "off by one", "a document does not meet itself", _bcubed_without_oneself),
    Mutant("bcubed-f", "normalisation", "pairs instead of documents", _rand_without_pairs_apart),
    Mutant("bcubed-precision", "sides exchanged", "classes for clusters", bcubed_recall),
    Mutant("bcubed-precision", "normalisation", "mean over clusters, not documents", _bcubed_precision_by_cluster),
    Mutant("bcubed-extended-f", "term dropped", "no recall", bcubed_precision, extended_precision),
    Mutant("bcubed-extended-f", "term dropped", "no precision", bcubed_recall, extended_recall),
    Mutant(
        "bcubed-extended-f",
        "other mean",
        "arithmetic mean",
        _of(_mean, bcubed_precision, bcubed_recall),
        _extended_mean,
    ),
    Mutant(
        "rs-clustering",
        "term dropped",
        "no sensitivity",
        bcubed_precision,
        partial(_rs_without, reliability_clustering),
    ),
    Mutant(
        "rs-clustering", "term dropped", "no reliability", bcubed_recall, partial(_rs_without, sensitivity_clustering)
    ),
    Mutant("purity", "other aggregate", "min for max", _purity_of_the_least_class),
    Mutant("purity", "other aggregate", "max for sum", _purity_of_the_largest_cluster),
    Mutant("purity", "normalisation", "divided by the clusters, not the documents", _purity_counting_clusters),
    Mutant("purity", "normalisation", "not divided by the documents", _purity_in_documents),
    Mutant("inverse-purity", "sides exchanged", "classes for clusters", purity),
    Mutant("f-purity", "other mean", "arithmetic mean", _of(_mean, purity, inverse_purity)),
    Mutant("f-purity", "other mean", "minimum", _of(_least, purity, inverse_purity)),
    Mutant("f-max", "other aggregate", "sum for max", _f_max_of_all_clusters),
    Mutant("f-max", "normalisation", "classes weigh alike", _f_max_unweighted),
    Mutant("matching-accuracy", "term dropped", "several clusters may take one class", purity),
    Mutant("rand", "term dropped", "agreement to part is forgotten", _rand_without_pairs_apart),
    Mutant("rand", "normalisation", "not divided by the pairs", _rand_in_pairs),
    Mutant("rand", "sign", "pairs wrongly together are rewarded", _rand_that_likes_false_positives),
    Mutant("rand", "off by one", "pairs of a document with itself", _rand_of_documents_with_themselves),
    Mutant("adjusted-rand", "term dropped", "no correction for chance", _adjusted_rand_without_chance),
    Mutant("adjusted-rand", "other mean", "maximum for mean", _adjusted_rand_to_the_maximum),
    Mutant(
        "clustering:jaccard", "term dropped", "pairs wrongly together are forgotten", _jaccard_without_false_positives
    ),
    Mutant("clustering:jaccard", "other power", "pairs together in both count twice", _jaccard_with_both_twice),
    Mutant("clustering:jaccard", "convention", "0 at 0/0", _jaccard_0_without_pairs),
    Mutant("fowlkes-mallows", "other power", "no root", _fowlkes_mallows_without_root),
    Mutant("pair-f", "other mean", "arithmetic mean", _of(_mean, pair_precision, pair_recall)),
    Mutant("pair-f", "sides exchanged", "classes for clusters", pair_f),
    Mutant("entropy", "sides exchanged", "rows and columns exchanged", class_entropy),
    Mutant("entropy", "normalisation", "clusters weigh alike", _entropy_of_clusters_alike),
    Mutant("mutual-information", "normalisation", "logarithms unweighted", _mutual_information_without_shares),
    Mutant("v-measure", "term dropped", "no completeness", homogeneity_score),
    Mutant("v-measure", "other mean", "arithmetic mean", _of(_mean, homogeneity_score, completeness_score)),
    Mutant("v-measure", "other mean", "minimum", _of(_least, homogeneity_score, completeness_score)),
    Mutant("nmi", "normalisation", "normalisation left out", mutual_information),
    Mutant("variation-of-information", "sign", "one of the two entropies is rewarded", _variation_with_a_sign),
    Mutant("variation-of-information", "term dropped", "no class entropy", entropy),
    Mutant("edit-distance", "term dropped", "merges cost nothing", _edit_distance_with_free_merges),
    Mutant("edit-distance-greedy", "term dropped", "moves cost nothing", _edit_distance_with_free_moves),
)
