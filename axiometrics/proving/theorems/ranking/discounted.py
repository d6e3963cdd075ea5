"""Metrics that are a discounted sum of gains, all of them or where there is one relevant document: DCG, nDCG, RBP, and
single ones.
"""

from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.ranking._discounts import (
    DiscountScale,
    deepness,
    geometric,
    logarithmic,
    plain_gain,
    power_law,
    priority,
    reciprocal,
    undiscounted_top,
)

_ORDERED = ("universal", "single", "graded")
_ONE_RUN = ("same-run", "single")


def _by_logarithm(metric: Metric) -> bool:
    return metric.values["discount"] == "log2" and plain_gain(metric, cut=False)


def _from_rank_2(metric: Metric) -> bool:
    base = metric.values["b"]
    return (
        metric.values["discount"] == "jarvelin"
        and isinstance(base, Fraction)
        and base < 2
        and plain_gain(metric, cut=False)
    )


def _by_power(metric: Metric) -> bool:
    return metric.values["discount"] == "power" and metric.values["a"] != 0 and plain_gain(metric, cut=False)


def _against_gold(metric: Metric) -> bool:
    return _by_logarithm(metric) and metric.values["ideal"] == "gold"


def _scale(p: Proof) -> DiscountScale:
    if p.metric.base == "dcg":
        return DiscountScale("log(2)")
    return DiscountScale("log(2)", ("I" if p.metric.values["ideal"] == "gold" else "J",))


def dcg_priority(p: Proof) -> None:
    """The discount by logarithm falls."""
    priority(p, logarithmic(), _scale(p))


def dcg_deepness(p: Proof) -> None:
    """The discount by logarithm is convex."""
    deepness(p, logarithmic(), _scale(p))


def jarvelin_priority(p: Proof) -> None:
    """A discount that begins with rank 2 falls."""
    priority(p, undiscounted_top(p.value("b")), DiscountScale())


def jarvelin_deepness(p: Proof) -> None:
    """A discount that begins with rank 2 is convex, if rank 1 is worth enough more than rank 2."""
    deepness(p, undiscounted_top(p.value("b")), DiscountScale())


def power_priority(p: Proof) -> None:
    """The discount 1/i^a falls."""
    priority(p, power_law(p.value("a")), DiscountScale())


def power_deepness(p: Proof) -> None:
    """The discount 1/i^a is convex."""
    deepness(p, power_law(p.value("a")), DiscountScale())


def rbp_priority(p: Proof) -> None:
    """The discount p^(i-1) falls."""
    priority(p, geometric(p.value("p")), DiscountScale(f"1 - {p.value('p')}"))


def rbp_deepness(p: Proof) -> None:
    """The discount p^(i-1) is convex."""
    deepness(p, geometric(p.value("p")), DiscountScale(f"1 - {p.value('p')}"))


def found_at(p: Proof) -> None:
    """The value of a single relevant document falls with its rank, and is convex in it."""
    add = p.value("beta") if p.metric.base == "q-measure" else "0"
    discount = reciprocal(add, "1/2" if p.metric.base == "err" else f"(1 + {add})")
    (priority if p.constraint.id == "priority" else deepness)(p, discount, DiscountScale())


ENTRIES = (
    Theorem(("dcg", "ndcg"), "ranking:priority", _ORDERED, "1/log(i + 1) falls.", dcg_priority, when=_by_logarithm),
    Theorem(("dcg", "ndcg"), "ranking:deepness", _ONE_RUN, "1/log(i + 1) is convex.", dcg_deepness, when=_by_logarithm),
    Theorem(
        ("dcg",), "ranking:deepness", ("any-context",), "1/log(i + 1) is convex.", dcg_deepness, when=_by_logarithm
    ),
    Theorem(
        ("ndcg",),
        "ranking:deepness",
        ("any-context",),
        "1/log(i + 1) is convex, and one gold has one ideal.",
        dcg_deepness,
        when=_against_gold,
    ),
    Theorem(
        ("dcg",), "ranking:priority", _ORDERED, "1, then log b/log i, falls.", jarvelin_priority, when=_from_rank_2
    ),
    Theorem(
        ("dcg",),
        "ranking:deepness",
        (*_ONE_RUN, "any-context"),
        "1, then log b/log i, is convex.",
        jarvelin_deepness,
        when=_from_rank_2,
    ),
    Theorem(("dcg",), "ranking:priority", _ORDERED, "1/i^a falls.", power_priority, when=_by_power),
    Theorem(
        ("dcg",), "ranking:deepness", (*_ONE_RUN, "any-context"), "1/i^a is convex.", power_deepness, when=_by_power
    ),
    Theorem(("rbp",), "ranking:priority", ("universal", "single"), "p^(i-1) falls.", rbp_priority),
    Theorem(("rbp",), "ranking:deepness", (*_ONE_RUN, "any-context"), "p^(i-1) is convex.", rbp_deepness),
    Theorem(("rr",), "ranking:priority", ("single",), "1/i falls.", found_at),
    Theorem(
        ("ap", "rr", "q-measure", "err"),
        "ranking:deepness",
        ("single",),
        "One document at rank i is worth a multiple of 1/(i + beta).",
        found_at,
    ),
)
