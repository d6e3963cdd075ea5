"""BCubed: precision is a sum over clusters, recall over classes, and F rises with either. On partitions R and S are
these two as well.
"""

from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.clustering._means import harmonic_mean_rises

_PRECISION = ("bcubed-precision", "bcubed-extended-precision")
_RECALL = ("bcubed-recall", "bcubed-extended-recall")
_F = ("bcubed-f", "bcubed-extended-f", "rs-clustering")

_TOGETHER, _APART = "(X + Y)/(s + t)", "X/s + Y/t"
_MERGED = "((s + t)**2 - s**2 - t**2)/a"
_SULLIED, _CLEAN = "(m**2 + 1)/(m + 1) + k*1/k", "m + (k + 1)*1/(k + 1)"
_BROKEN, _TAKEN_OUT = "(k + 1)**2/a + 2*H", "(k**2 + 1)/a + 4*H"


def _precision_of_split(p: Proof) -> None:
    p.about("n", "s", "t", "X", "Y")
    facts = [p.evident(f"{size} > 0") for size in ("s", "t", "X", "Y", "n")]
    p.excess = f"({_APART} - ({_TOGETHER}))/n"
    p.positive(p.goal, using=facts)


def _f_of_split(p: Proof) -> None:
    p.about("n", "s", "t", "X", "Y", "P", "R")
    harmonic_mean_rises(p, f"P + {_TOGETHER}", f"P + {_APART}", "R")


def _recall_of_merger(p: Proof) -> None:
    p.about("n", "s", "t", "a")
    p.excess = f"{_MERGED}/n"
    p.positive(p.goal)


def _f_of_merger(p: Proof) -> None:
    p.about("n", "s", "t", "a", "P", "R")
    harmonic_mean_rises(p, "R", f"R + {_MERGED}", "P")


def _precision_of_stray(p: Proof) -> None:
    p.about("n", "m", "k")
    p.excess = f"({_CLEAN} - ({_SULLIED}))/n"
    p.positive(p.goal)


def _f_of_stray(p: Proof) -> None:
    p.about("n", "m", "k", "P", "R")
    harmonic_mean_rises(p, f"P + {_SULLIED}", f"P + {_CLEAN}", "R")


def _recall_of_small_error(p: Proof) -> None:
    p.about("n", "k", "a", "H")
    p.excess = f"({_TAKEN_OUT} - ({_BROKEN}))/n"
    p.positive(p.goal, zero={"2*H - k = 0": "1/n"})


def _f_of_small_error(p: Proof) -> None:
    p.about("n", "k", "a", "H", "P", "R")
    harmonic_mean_rises(p, f"R + {_BROKEN}", f"R + {_TAKEN_OUT}", "P", {"2*H - k = 0": "1"})


def _f_of_small_error_in_cover(p: Proof) -> None:
    p.about("k")
    worse, better = "((k + 1) + k)/(3*k + 1)", "((k**2 + 1)/(k + 1) + 2*k)/(3*k + 1)"
    p.excess = f"2*{better}/(1 + {better}) - 2*{worse}/(1 + {worse})"
    p.positive(p.goal)


ENTRIES = (
    Theorem(
        _PRECISION,
        "clustering:homogeneity",
        ("universal",),
        "Each item's share of its cluster grows, as the cluster shrinks.",
        _precision_of_split,
    ),
    Theorem(
        _F,
        "clustering:homogeneity",
        ("universal",),
        "Precision rises, recall stays above 0, and F rises with precision.",
        _f_of_split,
    ),
    Theorem(
        _RECALL,
        "clustering:completeness",
        ("universal",),
        "(s+t)^2 > s^2 + t^2: each item is with more of its class.",
        _recall_of_merger,
    ),
    Theorem(
        _F,
        "clustering:completeness",
        ("universal",),
        "Recall rises, precision stays above 0, and F rises with recall.",
        _f_of_merger,
    ),
    Theorem(
        _PRECISION,
        "clustering:rag-bag",
        ("universal", "sizes", "strong"),
        (
            "Strays keep one item's worth of precision however many they are; the m of the clean "
            "cluster lose (m-1)/(m+1) by the new one."
        ),
        _precision_of_stray,
    ),
    Theorem(
        _F,
        "clustering:rag-bag",
        ("universal", "sizes", "strong"),
        "Precision is higher by (m-1)/(m+1) of an item, recall is the same.",
        _f_of_stray,
    ),
    Theorem(
        _RECALL,
        "clustering:size-vs-quantity",
        ("universal",),
        "The pairs' items lose half of their recall, k in all; the big class loses 2k/(k+1) < 2.",
        _recall_of_small_error,
    ),
    Theorem(
        _F,
        "clustering:size-vs-quantity",
        ("universal",),
        "Precision is the same, recall is higher by k(k-1)/(k+1) items.",
        _f_of_small_error,
    ),
    Theorem(
        ("rs-clustering",),
        "clustering:size-vs-quantity-overlap",
        ("distinct",),
        "R is 1 in both, as what the system joins the gold joins as often. S counts occurrences: "
        "those of the pairs lose half of it, wherever else their "
        "items stand.",
        _f_of_small_error_in_cover,
    ),
)
