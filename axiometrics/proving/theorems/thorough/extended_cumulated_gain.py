"""XCG, gain-recall, effort-precision and MAep: sums of gains, and ranks at which the ideal run reaches them."""

from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Larger, Proof, Theorem


def looks(metric: Metric) -> bool:
    """Whether no type of elements is ignored, and a rank is looked at."""
    k = metric.values.get("k")
    return metric.values["ignore"] == "none" and (k is None or (isinstance(k, Fraction) and k >= 1))


def worth_something(p: Proof) -> None:
    """The gain of a relevant element, over a number, is above 0."""
    if p.metric.base == "xcg":
        p.about("g")
        p.excess = "g"
        p.quotient(p.goal, {"gain": "g > 0"}, "gain", name="so")
    elif p.metric.base == "gain-recall":
        p.about("g", "T")
        p.excess = "g/T"
        p.quotient(p.goal, {"gain": "g > 0", "all": "T > 0"}, "gain", "all")
    elif p.metric.values["ranks"] == "whole":
        p.about("n")
        p.excess = "1/n"
        p.positive(p.goal)
    else:
        p.about("g", "h", "n")
        p.excess = "g/(h*n)"
        p.quotient(p.goal, {"gain": "g > 0", "most": "h > 0", "many": "n - 1 >= 0"}, "gain", "most*(1 + many)")


_ROOM = {"gain-recall": ("G", "T", "T > 0", "below"), "maep": ("E", "n", "n - 1 >= 0", "1 + below")}


def bounded(p: Proof) -> None:
    """The difference between the score and the bound is not negative."""
    if p.metric.base == "ep-gr":
        p.about("e")
        p.excess = "-e"
        p.quotient(p.goal, {"room": "e >= 0"}, "room")
    else:
        room, over, fact, below = _ROOM[p.metric.base]
        p.about(room, over)
        p.excess = f"-{room}/{over}"
        p.quotient(p.goal, {"room": f"{room} >= 0", "below": fact}, "room", below)


def larger_first(p: Proof) -> None:
    """At the upper rank the better run has more gain, which the ideal run reaches later."""
    p.about("i", "n", "Y", "V")
    p.excess = "(Y - V)/(i*n)"
    facts = {"later": "Y - V > 0", "rank": "i - 1 >= 0", "many": "n - 1 >= 0"}
    p.quotient(p.goal, facts, "later", "(1 + rank)*(1 + many)")


def as_ideal(p: Proof) -> None:
    """The run reaches every sum of gains at the rank of the ideal run."""
    if p.metric.base == "ep-gr":
        p.about("I", "J")
        p.excess = "I/J - 1"
        p.identity(p.goal, zero={"I - J = 0": "1/J"})
    else:
        p.about("E", "n")
        p.excess = "E/n - 1"
        p.identity(p.goal, zero={"E - n = 0": "1/n"})


def only_ideal(p: Proof) -> None:
    """At some rank the ideal run is earlier, unless the run has its gains."""
    p.about("F", "n")
    if p.demand.by == "=":
        p.excess = "F/n - 1"
        p.identity(p.goal, zero={"F - n = 0": "1/n"})
    else:
        p.excess = "1 - F/n"
        p.quotient(p.goal, {"lost": "n - F > 0", "many": "n - 1 >= 0"}, "lost", "1 + many")


def _interpolated(metric: Metric) -> bool:
    return looks(metric) and metric.values["ranks"] == "interpolated"


def _at_least_a_tenth(metric: Metric) -> bool:
    recall = metric.values["recall"]
    return looks(metric) and isinstance(recall, Fraction) and recall >= Fraction(1, 10)


ENTRIES = (
    Theorem(
        ("xcg", "gain-recall", "maep"),
        "thorough:near-miss",
        ("plain",),
        "A relevant element has a gain above 0, which the ideal run reaches at its first rank.",
        worth_something,
        when=looks,
    ),
    Theorem(
        ("gain-recall", "ep-gr", "maep"),
        "thorough:bounded",
        ("plain",),
        "No run has more gain at a rank than the ideal one, and none has less than 0.",
        bounded,
        when=looks,
    ),
    Theorem(
        ("maep",),
        "thorough:graded-priority",
        ("plain",),
        "At the upper rank the better run has more gain, which the interpolated ideal run reaches later.",
        larger_first,
        when=_interpolated,
    ),
    Theorem(
        ("ep-gr", "maep"),
        "thorough:ideal-scores-1",
        ("plain",),
        "The run reaches every sum of gains at the rank of the ideal run.",
        as_ideal,
        when=looks,
    ),
    Theorem(
        ("maep",),
        "thorough:ideal-order-only",
        ("plain",),
        "The interpolated ideal run is earlier at a rank with a gain, unless the run has its gains.",
        only_ideal,
        when=_interpolated,
    ),
    Larger(
        ("ep-gr",),
        "thorough:near-miss",
        ("plain",),
        f"a1: article(0+0{' sec(1+1)' * 10})",
        (("output", "a1 > ..."),),
        "One of eleven elements with a gain of 1 has less than a tenth of all gain, and the run has no more.",
        when=_at_least_a_tenth,
    ),
)
