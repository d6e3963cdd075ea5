"""DCG with the discount i^a, by the exponent a. It satisfies the two thresholds together for no a."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorems.ranking import discounted, power_law
from axiometrics.proving.theorems.ranking._discounts import plain_gain
from axiometrics.regions.ranking._common import (
    BINARY,
    DUELS,
    RUNS,
    appended,
    moved_deeper,
    run,
    swapped,
    swapped_twice,
)
from axiometrics.regions.region import ArguedPart, Parametrized, Region, everywhere, tied

_START = "power(2, 1/(1 - x))"
"""The n from which on n^(1-a) is 2 at least."""

_THREE = "1/power(2, x) + 1/power(3, x) + 1/power(4, x)"
"""The value of B at n = 2 as printed; for an a of 1 or more, the value is no greater at any other n."""


def priority(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Without a discount (a = 0) the order does not count."""

    def swapped_grades(value: Fraction) -> Case:
        return Case(Organization.parse("a > b > ..."), {"better": run(0, "a", "b"), "worse": run(0, "b", "a")})

    def on_top(value: Fraction) -> Case:
        return swapped_grades(value) if reading == "graded" else swapped(Fraction(0))

    return (
        ArguedPart(False, ("-x >= 0",), "no rank is discounted", tied(on_top)),
        ArguedPart(True, ("x > 0",), "1/i^a falls", discounted.power_priority),
    )


def deepness(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Without a discount (a = 0) an exchange costs nothing."""

    def on_top(value: Fraction) -> Case:
        return (moved_deeper if reading == "single" else swapped_twice)(Fraction(0))

    return (
        ArguedPart(False, ("-x >= 0",), "no rank is discounted", tied(on_top)),
        ArguedPart(True, ("x > 0",), "1/i^a is convex", discounted.power_deepness),
    )


def _many_win(p: Parametrized) -> None:
    power_law.many_below_win(p, _START)


_MANY = ArguedPart(
    True, ("1 - x > 0",), "B wins from n = 2^(1/(1 - a)) on, where n of 1/(2n)^a are more than 1", _many_win
)


def deepness_threshold(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Below a = 1, the sum of n terms of 1/(2n)^a grows without bound."""
    return (
        ArguedPart(False, _MANY.given, _MANY.words, _MANY.show),
        ArguedPart(
            True, ("x - 1 >= 0",), "document i is worth 1/i at most, all below less than 1", power_law.one_on_top_wins
        ),
    )


def _three(p: Parametrized, n: int = 2) -> None:
    """The inequality of the part is the difference by which the three win, or lose."""
    p.n = n
    p.excess = f"1 - ({_THREE})"
    p.quotient(p.goal, {"given": p.given[-1]}, "given", name="as given")


def _fewer_lose(p: Parametrized) -> None:
    """Where the three documents of n = 2 are worth at most 1, a is at least 1, since otherwise they would be worth more
    than 1/2 + 1/3 + 1/4.
    """

    def flat(a: Argument) -> None:
        for rank in (2, 3, 4):
            a.powers(str(rank), "1", "1 - x", name=f"more than 1/{rank}")
            a.evident(f"power({rank}, x) > 0")
        facts = {f"w{rank}": f"more than 1/{rank}" for rank in (2, 3, 4)}
        a.quotient(f"{_THREE} - 13/12 > 0", facts, "w2/2 + w3/3 + w4/4", name="too much")
        a.quotient(
            "x - 1 >= 0", {"given": p.given[-1], "much": "too much", "flat": "1 - x > 0"}, "flat*given", "much + 1/12"
        )

    p.cases(
        "x - 1 >= 0",
        ("x - 1 >= 0", "1 - x > 0"),
        (lambda a: a.evident("x - 1 >= 0", name="so it is"), flat),
        name="steep",
    )
    power_law.one_on_top_wins(p)


def closeness_threshold(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Below a = 1, the n lower documents win for some n. In the reading `printed`, the three of n = 2 also win for
    somewhat greater a.
    """
    if reading == "prose":
        return (
            _MANY,
            ArguedPart(
                False,
                ("x - 1 >= 0",),
                "document i is worth 1/i at most, all below less than 1",
                power_law.one_on_top_wins,
            ),
        )
    return (
        ArguedPart(True, (f"{_THREE} - 1 > 0",), "B wins at n = 2", _three),
        ArguedPart(
            False,
            (f"1 - ({_THREE}) >= 0",),
            "B wins at no n: not at 2, and as a is above 1, not from 3 on",
            _fewer_lose,
            (range(2, 3), _three),
        ),
    )


def _by_power(metric: Metric) -> bool:
    return metric.values["discount"] == "power" and plain_gain(metric, cut=False)


ENTRIES = (
    Region(("dcg",), "ranking:priority", (*BINARY, "graded"), "a", priority, _by_power),
    Region(("dcg",), "ranking:deepness", RUNS, "a", deepness, _by_power),
    Region(("dcg",), "ranking:deepness-threshold", DUELS, "a", deepness_threshold, _by_power),
    Region(("dcg",), "ranking:closeness-threshold", DUELS, "a", closeness_threshold, _by_power),
    Region(
        ("dcg",),
        "ranking:confidence",
        ("universal",),
        "a",
        everywhere(False, "an irrelevant document is worth nothing", tied(appended)),
        _by_power,
    ),
)
