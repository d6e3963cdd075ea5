"""Indices of pairs are metrics of two classes on pairs of items, so that theorems about metrics of two classes hold for
them.
"""

from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.classification import agreement, symmetries

_NON_TRIVIAL = ("non-trivial",)
_OF_PAIRS = {
    "accuracy": "rand",
    "kappa": "adjusted-rand",
    "jaccard": "jaccard",
    "f": "pair-f",
    "mcc": "cc",
    "sba": "sokal-sneath-1",
}
"""By metric of two classes, the index of pairs that it is."""

_INDICES = (*_OF_PAIRS.values(), "fowlkes-mallows")


def _f(p: Proof) -> None:
    """Pair F has no parameter: tp weighs twice."""
    p.about("tp", "fp", "fn", "tn")
    p.positive("2*tp + fp + fn > 0", using=["tp >= 0", "fp + fn - 1 >= 0"])
    p.excess = "(fp + fn)/(2*tp + fp + fn)"
    p.positive(p.goal, using=["tp >= 0", "fp + fn - 1 >= 0"])


ENTRIES = (
    Theorem(
        _INDICES,
        "clustering:symmetry",
        _NON_TRIVIAL,
        "The formula does not change if the pairs of gold alone and output alone are exchanged.",
        symmetries.same,
    ),
    Theorem(
        (*_INDICES, "pair-precision", "pair-recall"),
        "clustering:equal-self-agreement",
        _NON_TRIVIAL,
        "Where no pair is wrong, the score is the greatest.",
        agreement.same,
    ),
    *(
        Theorem(
            (_OF_PAIRS[metric],),
            "clustering:gold-is-best",
            ("non-trivial", "any") if metric == "accuracy" else _NON_TRIVIAL,
            words,
            _f if metric == "f" else show,
        )
        for metric, _, words, show in agreement.LACKS
        if metric in _OF_PAIRS
    ),
)
