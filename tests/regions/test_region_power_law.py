"""Regions of DCG discounted by i^a: end points and verdicts by sums in floats, zeros of sums of powers by bisection,
and wrong parts refused.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from scipy.optimize import brentq

from axiometrics import registry
from axiometrics.core.exact import sign
from axiometrics.kernel.check_proof import ProofError, read_claim, read_term
from axiometrics.regions import region as regions
from axiometrics.regions.page import page, region_json
from axiometrics.regions.ranking import power_law
from axiometrics.regions.region import ArguedPart, EstablishedRegion, Region, establish
from axiometrics.reports.parts.formats import report
from axiometrics.symbolic.sets import End, Interval, solved, zeros
from axiometrics.symbolic.values import evaluated

METRIC = "dcg(discount=power)"
THRESHOLDS = ("ranking:closeness-threshold", "ranking:deepness-threshold")
FROM_0 = Interval(End(Fraction(0)), None, True)


@cache
def region_of(about: str, reading: str) -> EstablishedRegion:
    chosen = registry.constraint(about)
    return regions.region(registry.metric(METRIC), chosen, chosen.reading(reading), "a")


def below(a: float, n: int, reading: str) -> float:
    """What B's relevant documents are worth."""
    return float(sum(math.pow(rank, -a) for rank in range(n + (reading == "prose"), 2 * n + 1)))


@pytest.mark.parametrize("reading", [pytest.param("prose", marks=pytest.mark.slow), "printed"])
def test_the_many_win_where_sums_in_floats_say_so(reading: str) -> None:
    closeness, deepness = (region_of(about, reading) for about in THRESHOLDS)
    for a in (0.0, 0.3, 0.7, 0.9, 0.95, 1.0, 1.05, 1.08, 1.085, 1.3, 2.0, 5.0):
        wins = [n for n in (*range(2, 60), 100, 1000, 3000, 10_000) if below(a, n, reading) > 1]
        assert (Fraction(str(a)) in closeness) is bool(wins)
        assert (Fraction(str(a)) in deepness) is (10_000 not in wins)


@pytest.mark.slow
def test_no_exponent_keeps_both_thresholds_but_as_printed_a_few_do() -> None:
    (close,), (deep,) = (region_of(about, "prose").holds for about in THRESHOLDS)
    assert (close.high, close.high_closed, deep.low, deep.low_closed) == (
        End(Fraction(1)),
        False,
        End(Fraction(1)),
        True,
    )
    (close,), (deep,) = (region_of(about, "printed").holds for about in THRESHOLDS)
    assert deep == Interval(End(Fraction(1)), None, True)
    assert close.high is not None
    assert float(close.high.number) == pytest.approx(
        brentq(lambda a: below(a, 2, "printed") - 1, 1, 2, xtol=1e-14), abs=1e-12
    )


def test_an_end_point_that_is_no_root_of_a_polynomial_is_told_by_its_equation() -> None:
    of = region_of(THRESHOLDS[0], "printed")
    end = region_json(of)["exact"]["holds"][0]["to"]
    assert end == {"expression": "2**(-a) + 3**(-a) + 4**(-a) - 1", "between": ["541/500", "1083/1000"]}
    assert "is the root of 2**(-a) + 3**(-a) + 4**(-a) - 1 between 1.082 and 1.083" in report("text").show(page(of))


@pytest.mark.slow
@pytest.mark.parametrize("about", THRESHOLDS)
def test_both_sides_are_evaluated_as_near_as_duels_allow(about: str) -> None:
    """A hair below 1 the many win only with more documents than can be written down."""
    values = {point.value: point.holds for point in region_of(about, "prose").evaluated}
    assert {Fraction(1), Fraction("1.001")} <= set(values)
    assert max(value for value in values if value < 1) >= Fraction(4, 5)


def curve(x: float, factors: list[int], bases: list[float]) -> float:
    return float(sum(c * math.pow(base, x) for c, base in zip(factors, bases, strict=True)))


def test_zeros_of_sums_of_powers_are_those_that_bisection_finds() -> None:
    random = Random(3)
    for _ in range(40):
        bases = sorted({Fraction(random.randint(1, 12), random.randint(1, 5)) for _ in range(random.randint(2, 4))})
        cut = random.randrange(len(bases) + 1)
        factors = [random.randint(1, 9) * (-1 if i < cut else 1) for i in range(len(bases))]
        text = " + ".join(f"({c})*power({b}, x)" for c, b in zip(factors, bases, strict=True))
        ends = zeros(read_claim(f"{text} > 0"))
        if cut in (0, len(bases)):
            assert not ends
            continue
        (end,) = ends
        wanted = brentq(curve, -60, 60, args=(factors, [float(base) for base in bases]))
        assert float(end.number) == pytest.approx(wanted, abs=1e-9)
        low, high = end.between()
        assert [sign(evaluated(read_term(text), {"x": x})) for x in (low, high)] == [-1, 1] or end.value is not None
        assert zeros(read_claim(f"-7*({text}) >= 0")) == ends
        assert solved([f"{text} > 0"], Interval(None, None)) == [Interval(end, None)]


def test_sums_of_powers_that_are_not_understood_are_refused() -> None:
    with pytest.raises(ProofError, match="2 changes of sign"):
        zeros(read_claim("power(2, x) - 3*power(3, x) + power(4, x) > 0"))
    for text in ("power(2, x) - x > 0", "power(2, x**2) - 3 > 0", "power(x, x) - 2 > 0"):
        with pytest.raises(ProofError, match="a sum of numbers to the power"):
            zeros(read_claim(text))


def declared(about: str) -> Region:
    return next(entry for entry in power_law.ENTRIES if entry.constraint == about)


def refused(about: str, reading: str, *parts: ArguedPart) -> None:
    metric, chosen = registry.metric(METRIC), registry.constraint(about)
    entry = replace(declared(about), parts=lambda metric, reading: parts)
    parameter = next(p for p in metric.parameters if p.name == "a")
    with pytest.raises(AssertionError):
        establish(entry, metric, chosen, chosen.reading(reading), parameter)


def test_what_is_declared_wrongly_is_refused() -> None:
    metric = registry.metric(METRIC)
    many, few = declared(THRESHOLDS[0]).parts(metric, "prose")
    refused(THRESHOLDS[0], "prose", replace(many, given=("2 - x > 0",)), replace(few, given=("x - 2 >= 0",)))
    refused(THRESHOLDS[0], "prose", replace(many, given=("9/10 - x > 0",)), replace(few, given=("x - 9/10 >= 0",)))
    refused(THRESHOLDS[0], "prose", many, replace(few, given=("x - 11/10 >= 0",)))
    refused(THRESHOLDS[0], "prose", replace(many, holds=False), replace(few, holds=True))
    three, none = declared(THRESHOLDS[0]).parts(metric, "printed")
    refused(
        THRESHOLDS[0],
        "printed",
        replace(three, given=("1.09 - x > 0".replace("1.09", "109/100"),)),
        replace(none, given=("x - 109/100 >= 0",)),
    )
    flat, steep = declared("ranking:priority").parts(metric, "universal")
    refused("ranking:priority", "universal", replace(steep, given=("x >= 0",)))
    refused("ranking:priority", "universal", replace(flat, given=("1 - x >= 0",)), replace(steep, given=("x - 1 > 0",)))
