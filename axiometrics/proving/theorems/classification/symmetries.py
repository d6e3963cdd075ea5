"""Symmetries: the formula is the same, written in another order."""

from axiometrics.proving.theorem import Proof, Theorem

_READINGS = ("both",)


def same(p: Proof) -> None:
    """The two formulas are one polynomial, or one quotient or root of polynomials."""
    p.about("tp", "fp", "fn", "tn")
    p.excess = "0"
    p.identity(p.goal)


ENTRIES = (
    Theorem(
        ("accuracy", "kappa", "mcc", "sba", "f", "positive-jaccard"),
        "classification:symmetry",
        _READINGS,
        "The formula does not change if fp and fn are exchanged.",
        same,
    ),
    Theorem(
        ("accuracy", "macro-accuracy", "informedness", "kappa", "mcc", "sba", "sebastiani-k"),
        "classification:class-symmetry",
        _READINGS,
        "The formula does not change if tp and tn, and fp and fn, are exchanged.",
        same,
    ),
)
