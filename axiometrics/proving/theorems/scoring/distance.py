"""ADM and its kin: the excess is a difference of sums of distances, over the number of documents."""

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Proof, Theorem


def nearer(p: Proof) -> None:
    """The sum of the better output's distances is smaller."""
    p.about("N", "A", "B")
    p.excess = "(B - A)/N"
    p.quotient(p.goal, {"less": "B - A > 0", "many": "N > 0"}, "less", "many")


def stable(p: Proof) -> None:
    """By the triangle inequality of each document."""
    if p.reading.name == "sup":
        p.about("N", "A", "B", "C", "M")
        p.excess = "(B - A)/N - M"
        p.positive("N*M - B + A >= 0", using=["A - B + C >= 0", "N*M - C >= 0"])
        p.quotient(p.goal, {"less": "N*M - B + A >= 0", "many": "N > 0"}, "less", "many")
    else:
        p.about("N", "A", "B", "C")
        p.excess = "(B - A)/N - C/N"
        p.quotient(p.goal, {"less": "A - B + C >= 0", "many": "N > 0"}, "less", "many")


def renamed(p: Proof) -> None:
    """The same distances are added in another order."""
    p.about("N", "A", "B")
    p.excess = "(B - A)/N"
    p.identity(p.goal, zero={"A - B = 0": "-1/N"})


def bounded(p: Proof) -> None:
    """The value is from the bound by a mean of numbers from 0 to 1."""
    room = {"adm": "A", "adp": "O", "adr": "U"}[p.metric.base]
    p.about("N", room)
    p.excess = f"-{room}/N"
    p.quotient(p.goal, {"less": f"{room} >= 0", "many": "N > 0"}, "less", "many")


def plain(metric: Metric) -> bool:
    """Whether the numbers are compared as they are, on all documents."""
    values = metric.values
    return (
        not values["n"]
        and not values["m"]
        and values["scores"] == "given"
        and values["step"] == "none"
        and (values["sample"] in {"all", "pool"})
    )


_SMALLER = "No distance is greater, and one is smaller, so their sum over the number of documents is smaller."
_TRIANGLE = "By the triangle inequality, document by document."

ENTRIES = (
    Theorem(("adm",), "scoring:pointwise-dominance", ("strict", "weak"), _SMALLER, nearer, when=plain),
    Theorem(("adm",), "scoring:big-difference", ("quarter", "any"), _SMALLER, nearer, when=plain),
    Theorem(("adm",), "scoring:stability", ("sup", "mean"), _TRIANGLE, stable, when=plain),
    Theorem(
        ("adm",), "scoring:swets-1", ("plain",), "The same distances are added in another order.", renamed, when=plain
    ),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:bounded",
        ("plain",),
        "What is subtracted from 1 is a mean of numbers from 0 to 1.",
        bounded,
        when=plain,
    ),
)
