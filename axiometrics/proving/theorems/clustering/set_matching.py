"""Set matching: clusters by their most frequent class, classes by their most frequent cluster or the one of the best
F.
"""

from axiometrics.proving.theorem import Larger, Proof, Theorem
from axiometrics.proving.theorems.clustering._means import harmonic_mean_rises


def _purity_of_split(p: Proof) -> None:
    p.about("n", "s", "t", "u", "v", "S")
    p.excess = "(S + u + v)/n - (S + u)/n"
    p.positive(p.goal)


def _f_purity_of_split(p: Proof) -> None:
    p.about("n", "s", "t", "u", "v", "S", "I")
    harmonic_mean_rises(p, "S + u", "S + u + v", "I")


def _f_max_cluster_of_merger(p: Proof) -> None:
    p.about("n", "s", "t", "a")
    facts = [p.evident(f"{size} > 0") for size in ("s", "t", "a", "n")]
    p.excess = "((s + t)*2*(s + t)/(s + t + a) - s*2*s/(s + a) - t*2*t/(t + a))/n"
    p.positive(p.goal, using=facts)


def _inverse_purity_of_small_error(p: Proof) -> None:
    p.about("n", "k", "I")
    p.excess = "(I + k + 2*k)/n - (I + (k + 1) + k)/n"
    p.positive(p.goal)


def _f_purity_of_small_error(p: Proof) -> None:
    p.about("n", "k", "S", "I")
    harmonic_mean_rises(p, "I + (k + 1) + k", "I + k + 2*k", "S")


def _f_max_of_small_error(p: Proof) -> None:
    p.about("n", "k")
    p.excess = "((k + 1)*2*k/(2*k + 1) + k*2 - (k + 1) - k*2*2/3)/n"
    p.positive(p.goal)


def _f_max_cluster_of_small_error(p: Proof) -> None:
    p.about("n", "k")
    p.excess = "(k*2*k/(2*k + 1) + 2/(k + 2) + k*2 - (k + 1) - 2*k*2/3)/n"
    p.positive(p.goal)


def _matching_of_small_error(p: Proof) -> None:
    p.about("n", "k")
    p.excess = "((k + 2*k) - ((k + 1) + k))/n"
    p.positive(p.goal)


_SPLIT, _MERGER, _SMALL_ERROR = "clustering:homogeneity", "clustering:completeness", "clustering:size-vs-quantity"

ENTRIES = (
    Theorem(
        ("purity",),
        _SPLIT,
        ("universal",),
        "The other part, of whose classes none is in the first, has a majority of its own.",
        _purity_of_split,
    ),
    Theorem(
        ("f-purity",),
        _SPLIT,
        ("universal",),
        "Purity rises. Inverse purity is the same, as all of a class stays together.",
        _f_purity_of_split,
    ),
    Theorem(
        ("f-max-cluster",),
        _MERGER,
        ("universal",),
        "A cluster within one class has F = 2x/(x + a), which rises with x.",
        _f_max_cluster_of_merger,
    ),
    Theorem(
        ("inverse-purity",),
        _SMALL_ERROR,
        ("universal",),
        "The big class loses one item of its largest cluster, each pair one.",
        _inverse_purity_of_small_error,
    ),
    Theorem(
        ("f-purity",),
        _SMALL_ERROR,
        ("universal",),
        "Inverse purity is higher by k-1 items, purity is the same.",
        _f_purity_of_small_error,
    ),
    Theorem(
        ("f-max",),
        _SMALL_ERROR,
        ("universal",),
        (
            "The pairs lose 2/3 of an item each, the big class (k+1)/(2k+1) < 1. No cluster of "
            "others holds any of these classes."
        ),
        _f_max_of_small_error,
    ),
    Theorem(
        ("f-max-cluster",),
        _SMALL_ERROR,
        ("universal",),
        "The pairs lose 2/3 of an item each, the big cluster 1 + k/(2k+1) less what the single item has.",
        _f_max_cluster_of_small_error,
    ),
    Theorem(
        ("matching-accuracy",),
        _SMALL_ERROR,
        ("universal",),
        (
            "Clusters and classes of the pattern share items with one another alone, and each "
            "class takes the largest of its clusters."
        ),
        _matching_of_small_error,
    ),
    Larger(
        ("f-max-cluster",),
        _SMALL_ERROR,
        ("strong",),
        "{a1 a2 a3} {b1 b2 b3 b4 b5 b6} {c1 c2 c3 c4 c5 c6}",
        (
            ("better", "{a1 a2} a3 {b1 b2} {c1 c2} {b3 b4 b5 b6 c3 c4 c5 c6}"),
            ("worse", "{a1 a2 a3} b1 b2 c1 c2 {b3 b4 b5 b6 c3 c4 c5 c6}"),
        ),
        ("A pair of a class of b items loses 4b/((b+1)(b+2)) only when it is broken: little where the class is large."),
    ),
)
