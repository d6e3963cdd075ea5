"""Monotonicity where the gold has both classes: the moves are those of priority in filtering, and so are the proofs."""

from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.filtering import counts

_READINGS = ("both-in-gold", "both")


def informedness(p: Proof) -> None:
    """The share of the class of the item that is right rises, and that of the other class stays."""
    p.about("tp", "fp", "fn", "tn", "e", "f")
    counts.margins(p)
    p.excess = "e/relevant + f/irrelevant"
    counts.in_either_move(p)


ENTRIES = tuple(
    Theorem(metrics, "classification:monotonicity", _READINGS, words, proof)
    for metrics, words, proof in (
        (("accuracy",), "One more item is right.", counts.accuracy),
        (
            ("balanced-accuracy", "macro-accuracy"),
            "The accuracy on one class rises, on the other it stays.",
            counts.macro_accuracy,
        ),
        (("kappa",), "One fewer is wrong, and what chance has wrong moves by less.", counts.kappa),
        (
            ("mcc",),
            "The square of tp tn - fp fn grows (below 0: falls) by more than the product of the margins.",
            counts.mcc,
        ),
        (("informedness",), "The share of one class that is right rises, that of the other stays.", informedness),
        (("sebastiani-k",), "As the gold has both classes, it is informedness.", informedness),
    )
)
