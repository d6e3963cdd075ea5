"""Monotonicity where the gold has both classes: the moves are those of priority in filtering, and so are the proofs."""

from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.filtering import counts

_READINGS = ("both-in-gold", "both")


def informedness(p: Proof) -> None:
    """The recall of the class of the item rises, and the recall of the other class stays."""
    p.about("tp", "fp", "fn", "tn", "e", "f")
    counts.margins(p)
    p.excess = "e/relevant + f/irrelevant"
    counts.in_either_move(p)


def sba(p: Proof) -> None:
    """The recall of the class of the item rises. The precision of either class does not fall."""
    p.about("tp", "fp", "fn", "tn", "e", "f")
    shares = [
        f"({right} + {moved})/({right} + {moved} + {wrong}) - {right}/({right} + {wrong} + {back})"
        for right, moved, wrong, back in (("tp", "e", "fp", "f"), ("tn", "f", "fn", "e"))
    ]
    p.excess = f"(e/(tp + fn + e) + f/(fp + tn + f) + {shares[0]} + {shares[1]})/4"
    sides = ("tp + fn + e", "fp + tn + f", "tp + fp + f", "fn + tn + e", "tp + fp + e", "fn + tn + f")
    for side in sides:
        p.positive(f"{side} > 0", using=[f"{side} - 1 >= 0"])
    of = {name: f"{count} >= 0" for name, count in zip("abcdgh", ("tp", "fp", "fn", "tn", "e", "f"), strict=True)}
    of |= {name: f"{side} - 1 >= 0" for name, side in zip("ripnqm", sides, strict=True)}
    gold, called, not_called = "(r + 1)*(i + 1)", "(p + 1)*(q + 1)", "(n + 1)*(m + 1)"
    of_gold = f"(s + g*i + h*r)*{called}*{not_called}"
    of_called = f"(a*h + g*b + g*h)*{gold}*{not_called} + (d*g + h*c + g*h)*{gold}*{called}"
    p.quotient(p.goal, {**of, "s": "e + f > 0"}, f"{of_gold} + {of_called}", f"4*{gold}*{called}*{not_called}")


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

ENTRIES = (
    *ENTRIES,
    Theorem(("sba",), "classification:monotonicity", ("both",), "Each of the four shares rises or stays.", sba),
)
