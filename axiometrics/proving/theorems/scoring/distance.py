"""ADM and its kin: the excess is a difference of sums of distances, over the number of documents."""

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Larger, Proof, Theorem


def nearer(p: Proof) -> None:
    """The sum of the better output's distances is smaller."""
    p.about("N", "A", "B")
    p.excess = "(B - A)/N"
    p.quotient(p.goal, {"less": "B - A > 0", "many": "N > 0"}, "less", "many")


_SUMS = {"adm": ("A", "B"), "adp": ("O", "P"), "adr": ("U", "V")}
"""The sum that a metric subtracts from 1, over the number of documents: of the first output, and of the second."""


def stable(p: Proof) -> None:
    """By the triangle inequality of each document."""
    one, other = _SUMS[p.metric.base]
    changed = f"{one} - {other} + C >= 0"
    if p.reading.name == "sup":
        p.about("N", one, other, "C", "M")
        p.excess = f"({other} - {one})/N - M"
        p.positive(f"N*M - {other} + {one} >= 0", using=[changed, "N*M - C >= 0"])
        p.quotient(p.goal, {"less": f"N*M - {other} + {one} >= 0", "many": "N > 0"}, "less", "many")
    else:
        p.about("N", one, other, "C")
        p.excess = f"({other} - {one})/N - C/N"
        p.quotient(p.goal, {"less": changed, "many": "N > 0"}, "less", "many")


def renamed(p: Proof) -> None:
    """The same distances are added in another order."""
    one, other = _SUMS[p.metric.base]
    p.about("N", one, other)
    p.excess = f"({other} - {one})/N"
    p.identity(p.goal, zero={f"{one} - {other} = 0": "-1/N"})


def exchanged(p: Proof) -> None:
    """The sum that is subtracted does not fall."""
    more, _ = _SUMS[p.metric.base]
    p.about("N", more)
    p.excess = f"{more}/N"
    p.quotient(p.goal, {"more": f"{more} >= 0", "many": "N > 0"}, "more", "many")


def furthest(p: Proof) -> None:
    """The mean of the distances rises with one that is greater than each."""
    p.about("N", "A", "d")
    p.excess = "(A + d)/(N + 1) - A/N"
    p.quotient(p.goal, {"more": "N*d - A > 0", "many": "N > 0"}, "more", "many*(many + 1)")


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


def _transformed(metric: Metric, scores: str) -> bool:
    """Whether scores are transformed so, and compared on all documents."""
    values = metric.values
    return values["scores"] == scores and not values["n"] and not values["m"] and values["step"] == "none"


def _numbers(first: str, others: str) -> str:
    """A number for one document, and one for eleven more."""
    return " ".join([f"a:{first}", *(f"b{i}:{others}" for i in range(11))])


_SMALLER = "No distance is greater, and one is smaller, so their sum over the number of documents is smaller."
_TRIANGLE = "By the triangle inequality, document by document."

ENTRIES = (
    Theorem(("adm",), "scoring:pointwise-dominance", ("strict", "weak"), _SMALLER, nearer, when=plain),
    Theorem(("adm",), "scoring:big-difference", ("quarter", "any"), _SMALLER, nearer, when=plain),
    Theorem(("adm", "adp", "adr"), "scoring:stability", ("sup", "mean"), _TRIANGLE, stable, when=plain),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:swets-1",
        ("plain",),
        "The same distances are added in another order.",
        renamed,
        when=plain,
    ),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:score-priority",
        ("weak",),
        "Exchanged, the two differences from the relevance have the same sum and lie further apart.",
        exchanged,
        when=plain,
    ),
    Theorem(
        ("adm",),
        "scoring:gamma-sector",
        ("far",),
        "A distance that is greater than each other one raises the mean distance.",
        furthest,
        when=plain,
    ),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:bounded",
        ("plain",),
        "What is subtracted from 1 is a mean of numbers from 0 to 1.",
        bounded,
        when=plain,
    ),
    Larger(
        ("adm",),
        "scoring:rank-invariance",
        ("order",),
        "a:0 b:0 c:1",
        (("one", "a:0 b:1/2 c:1"), ("other", "a:0 b:1/4 c:1")),
        "The least and the greatest score become 0 and 1, and one between them keeps its share of the way.",
        when=lambda metric: _transformed(metric, "minmax-query"),
    ),
    Larger(
        ("adm",),
        "scoring:stability",
        ("mean",),
        _numbers("0", "1"),
        (("one", _numbers("49/100", "1/2")), ("other", _numbers("51/100", "1/2"))),
        "A score that rises a little passes eleven others: its rank changes by eleven, and that of each other by one.",
        when=lambda metric: _transformed(metric, "rank") and metric.values["length"] == 1000,
    ),
)
