"""Symmetries and expected tables: the formula is the same, written in another order, or with all factors cancelled."""

from axiometrics.proving.theorem import Proof, Theorem

_READINGS = ("both",)


def same(p: Proof) -> None:
    """The two formulas are one polynomial, or one quotient or root of polynomials."""
    p.about("tp", "fp", "fn", "tn")
    p.excess = "0"
    p.identity(p.goal)


def cancelled(p: Proof) -> None:
    """Of each table, the factors cancel."""
    p.about(*(f"{name}_{role}" for role in ("one", "other") for name in "xyuv"))
    p.excess = "0"
    p.identity(p.goal)


ENTRIES = (
    Theorem(
        ("balanced-accuracy", "macro-accuracy", "informedness", "kappa", "mcc", "mcc-angle", "sba", "sebastiani-k"),
        "classification:constant-baseline",
        ("both-expected-table",),
        "As tp tn = fp fn, the value is that of a coin.",
        cancelled,
    ),
    Theorem(
        ("accuracy",),
        "classification:symmetry",
        ("any",),
        "The formula does not change if fp and fn are exchanged.",
        same,
    ),
    Theorem(
        ("accuracy",),
        "classification:class-symmetry",
        ("any", "both-in-gold"),
        "The formula does not change if tp and tn, and fp and fn, are exchanged.",
        same,
    ),
    Theorem(
        ("balanced-accuracy", "macro-accuracy", "informedness", "kappa", "sebastiani-k"),
        "classification:class-symmetry",
        ("both-in-gold",),
        "The formula does not change if tp and tn, and fp and fn, are exchanged.",
        same,
    ),
    Theorem(
        ("accuracy", "kappa", "mcc", "sba", "f", "jaccard"),
        "classification:symmetry",
        _READINGS,
        "The formula does not change if fp and fn are exchanged.",
        same,
    ),
    Theorem(
        ("accuracy", "balanced-accuracy", "macro-accuracy", "informedness", "kappa", "mcc", "sba", "sebastiani-k"),
        "classification:class-symmetry",
        _READINGS,
        "The formula does not change if tp and tn, and fp and fn, are exchanged.",
        same,
    ),
)
