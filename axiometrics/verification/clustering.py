"""Metrics of clusterings, straight from their definitions: loops over clusters, pairs of documents and documents."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from axiometrics.core.exact import sqrt
from axiometrics.core.organization import Organization
from axiometrics.verification import information
from axiometrics.verification.matching import edit_distance, matching_accuracy
from axiometrics.verification.organization import Definition, Value, harmonic_mean, rs_clustering
from axiometrics.verification.partitions import Clusters, cover, homes, partitions


def purity(system: Organization, gold: Organization) -> Fraction:
    """The documents of the most frequent class of their cluster, over all documents. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _majorities(clusters, classes)


def inverse_purity(system: Organization, gold: Organization) -> Fraction:
    """Purity with clusters and classes exchanged. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _majorities(classes, clusters)


def _majorities(clusters: Clusters, classes: Clusters) -> Fraction:
    return Fraction(
        sum(max(len(cluster & other) for other in classes) for cluster in clusters), sum(map(len, clusters))
    )


def f_purity(system: Organization, gold: Organization) -> Fraction:
    """The harmonic mean of purity and inverse purity. Range (0, 1]."""
    return harmonic_mean(purity(system, gold), inverse_purity(system, gold))


def f_max(system: Organization, gold: Organization) -> Fraction:
    """Each class by the F of its best cluster, classes by their size (van Rijsbergen). Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _best_f(classes, clusters)


def f_max_cluster(system: Organization, gold: Organization) -> Fraction:
    """Each cluster by the F of its best class, clusters by their size. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _best_f(clusters, classes)


def _best_f(these: Clusters, those: Clusters) -> Fraction:
    best = [max(Fraction(2 * len(one & other), len(one) + len(other)) for other in those) for one in these]
    return _mean(f for one, f in zip(these, best, strict=True) for _ in one)


def _mean(values: Iterable[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


def edit_distance_greedy(system: Organization, gold: Organization) -> Fraction:
    """Purity - clusters / documents (Pantel & Lin). Range [0, 1)."""
    return purity(system, gold) - Fraction(len(system.levels[0]), len(system.documents))


def _pairs(system: Organization, gold: Organization) -> tuple[int, int, int, int]:
    """Pairs of documents together in both, in the system only, in the gold only, in neither."""
    clusters, classes = (homes(side) for side in partitions(system, gold))
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for d, e in combinations(clusters, 2):
        counts[clusters[d] == clusters[e], classes[d] == classes[e]] += 1
    return counts[True, True], counts[True, False], counts[False, True], counts[False, False]


def rand(system: Organization, gold: Organization) -> Fraction:
    """The pairs on which system and gold agree, over all pairs. Range [0, 1]; 1 for one document."""
    tp, fp, fn, tn = _pairs(system, gold)
    return _ratio(tp + tn, tp + fp + fn + tn)


def _ratio(part: int, whole: int) -> Fraction:
    """A share, 1 at 0/0: nothing was there to get wrong."""
    return Fraction(part, whole) if whole else Fraction(1)


def adjusted_rand(system: Organization, gold: Organization) -> Fraction:
    """(tp - E) / (mean of claimed and true pairs - E), E the expectation under random clusterings of these sizes. At
    most 1; 1 at 0/0.
    """
    tp, fp, fn, tn = _pairs(system, gold)
    claimed, there, pairs = tp + fp, tp + fn, tp + fp + fn + tn
    expected = Fraction(claimed * there, pairs) if pairs else Fraction(0)
    room = Fraction(claimed + there, 2) - expected
    return (tp - expected) / room if room else Fraction(1)


def jaccard(system: Organization, gold: Organization) -> Fraction:
    """tp / (tp + fp + fn) over pairs. Range [0, 1]; 1 where no pair is joined in either."""
    tp, fp, fn, _ = _pairs(system, gold)
    return _ratio(tp, tp + fp + fn)


def fowlkes_mallows(system: Organization, gold: Organization) -> Value:
    """The geometric mean of pair precision and recall. Range [0, 1]; 0 where tp = 0."""
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


def bcubed_precision(system: Organization, gold: Organization) -> Fraction:
    """The mean over documents of the share of their cluster that is of their class. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _bcubed(clusters, classes)


def bcubed_recall(system: Organization, gold: Organization) -> Fraction:
    """The mean over documents of the share of their class that is in their cluster. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _bcubed(classes, clusters)


def _bcubed(these: Clusters, those: Clusters) -> Fraction:
    one, other = homes(these), homes(those)
    return _mean(Fraction(len(these[one[d]] & those[other[d]]), len(these[one[d]])) for d in one)


def bcubed_f(system: Organization, gold: Organization) -> Fraction:
    """The harmonic mean of BCubed precision and recall. Range (0, 1]."""
    return harmonic_mean(bcubed_precision(system, gold), bcubed_recall(system, gold))


def bcubed_extended_precision(system: Organization, gold: Organization) -> Fraction:
    """BCubed for overlap: the mean over documents d, then over the documents e that share a cluster with d, of
    min(clusters, classes) / clusters.

    Clusters (classes) are those that hold both d and e; d is among its own e. Range [0, 1].
    """
    return _extended(cover(system, "system"), cover(gold, "gold"))


def bcubed_extended_recall(system: Organization, gold: Organization) -> Fraction:
    """The same with clusters and classes exchanged. Range [0, 1]."""
    return _extended(cover(gold, "gold"), cover(system, "system"))


def _extended(these: Clusters, those: Clusters) -> Fraction:
    documents = sorted(frozenset().union(*these))
    one, other = (
        {d: {j for j, cluster in enumerate(side) if d in cluster} for d in documents} for side in (these, those)
    )

    def correct(d: str) -> Fraction:
        related = [(e, shared) for e in documents if (shared := len(one[d] & one[e]))]
        return _mean(Fraction(min(shared, len(other[d] & other[e])), shared) for e, shared in related)

    return _mean(map(correct, documents))


def bcubed_extended_f(system: Organization, gold: Organization) -> Fraction:
    """The harmonic mean of extended BCubed precision and recall. Range [0, 1]; 0 where both are 0."""
    return harmonic_mean(bcubed_extended_precision(system, gold), bcubed_extended_recall(system, gold))


DEFINITIONS: dict[str, Definition] = {
    "purity": purity,
    "inverse-purity": inverse_purity,
    "f-purity": f_purity,
    "f-max": f_max,
    "f-max-cluster": f_max_cluster,
    "matching-accuracy": matching_accuracy,
    "entropy": information.entropy,
    "class-entropy": information.class_entropy,
    "mutual-information": information.mutual_information,
    "homogeneity-score": information.homogeneity_score,
    "completeness-score": information.completeness_score,
    "v-measure": information.v_measure,
    "nmi": information.nmi,
    "ami": information.ami,
    "variation-of-information": information.variation_of_information,
    "edit-distance": edit_distance,
    "edit-distance-greedy": edit_distance_greedy,
    "rand": rand,
    "adjusted-rand": adjusted_rand,
    "jaccard": jaccard,
    "fowlkes-mallows": fowlkes_mallows,
    "pair-precision": pair_precision,
    "pair-recall": pair_recall,
    "pair-f": pair_f,
    "bcubed-precision": bcubed_precision,
    "bcubed-recall": bcubed_recall,
    "bcubed-f": bcubed_f,
    "bcubed-extended-precision": bcubed_extended_precision,
    "bcubed-extended-recall": bcubed_extended_recall,
    "bcubed-extended-f": bcubed_extended_f,
    "rs-clustering": rs_clustering,
}
