"""Regions of metrics of filtering: Utility by each weight, F by beta, Lam% by its smoothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.proving.argument import Argument
from axiometrics.proving.regions.region import Parametrized, Part, Region, tied
from axiometrics.proving.theorems.filtering import counts

_BOTH = ("universal", "interior")
_PAIRS = {"tp": "fn", "fn": "tp", "tn": "fp", "fp": "tn"}
"""What a document counts as where it is right, and where it is wrong."""


def _case(gold: str, worse: str, better: str) -> Callable[[Fraction], Case]:
    def of(value: Fraction) -> Case:
        return Case(Organization.parse(gold), {"worse": Organization.parse(worse), "better": Organization.parse(better)})

    return of


RELEVANT = _case("a b > c", worse="a > b c", better="a b > c")
IRRELEVANT = _case("a > b c", worse="a b > c", better="a > b c")
ALL_MISSED = _case("a > b", worse="b > a", better="{} > a b")


def _lost(case: Callable[[Fraction], Case], right: str, wrong: str) -> Callable[[Parametrized], object]:
    """A document counts no more where it is right than where it is wrong."""

    def show(p: Parametrized) -> None:
        p.case = case
        p.excess = f"{p.value(right)} - {p.value(wrong)}"
        p.evaluate(p.goal)

    return show


def utility_kept(p: Parametrized) -> None:
    """Either document counts more where it is right."""
    p.about("tp", "fp", "fn", "tn", "e", "f")
    tp, fp, fn, tn = (p.value(name) for name in ("tp", "fp", "fn", "tn"))
    p.excess = f"e*({tp} - {fn}) + f*({tn} - {fp})"
    for right, wrong, name in ((tp, fn, "relevant"), (tn, fp, "irrelevant")):
        p.evaluate(f"{right} - {wrong} > 0", name=name)
    known = {"e_": "e >= 0", "f_": "f >= 0", "a": "relevant", "b": "irrelevant"}

    def relevant(a: Argument) -> None:
        a.quotient(p.goal, {**known, "e_": "e - 1 >= 0"}, "(e_ + 1)*a + f_*b")

    def irrelevant(a: Argument) -> None:
        a.positive("f - 1 >= 0", using=["-e >= 0"], zero={"e + f - 1 = 0": "1"})
        a.quotient(p.goal, {**known, "f_": "f - 1 >= 0"}, "e_*a + (f_ + 1)*b")

    p.cases(p.goal, ("e - 1 >= 0", "-e >= 0"), (relevant, irrelevant))


def _weight(name: str) -> Callable[[Metric, str], Sequence[Part]]:
    """By one weight: it is compared with its counterpart, and the other two with each other."""
    ours = ("tp", "fn") if name in ("tp", "fn") else ("tn", "fp")
    others = ("tn", "fp") if name in ("tp", "fn") else ("tp", "fn")
    case, other_case = (RELEVANT, IRRELEVANT) if ours == ("tp", "fn") else (IRRELEVANT, RELEVANT)

    def parts(metric: Metric, reading: str) -> Sequence[Part]:
        if metric.values[others[0]] <= metric.values[others[1]]:  # type: ignore[operator]
            return (Part(False, (), f"{others[0]} is no more than {others[1]}", _lost(other_case, *others)),)
        counterpart = metric.values[_PAIRS[name]]
        assert isinstance(counterpart, Fraction)
        above = f"x {'-' if counterpart > 0 else '+'} {abs(counterpart)}" if counterpart else "x"
        below = f"{counterpart} - x" if counterpart else "-x"
        kept, lost = (above, below) if name in ("tp", "tn") else (below, above)
        return (
            Part(True, (f"{kept} > 0",), f"{ours[0]} is more than {ours[1]}, as {others[0]} is more than {others[1]}", utility_kept),
            Part(False, (f"{lost} >= 0",), f"{ours[0]} is no more than {ours[1]}", _lost(case, *ours)),
        )

    return parts


def f_of_precision(p: Parametrized) -> None:
    """Where beta is 0 F is precision, and that is 1 before and after."""
    p.case = RELEVANT
    p.excess = "1 - (1 + x**2)/(1 + 2*x**2)"
    p.quotient(p.goal, {"b": "x >= 0", "none": "-x >= 0"}, "b*none", "1 + 2*b**2")


def f_regions(metric: Metric, reading: str) -> Sequence[Part]:
    """Recall has to count; and where tp is 0 nothing helps."""
    if reading == "universal":
        return (Part(False, (), "F is 0 as long as nothing relevant is positive", tied(ALL_MISSED)),)
    return (
        Part(True, ("x > 0",), "as tp >= 1, F falls with fn and fp", counts.f),
        Part(False, ("-x >= 0",), "F is precision, which a relevant document more does not raise from 1", f_of_precision),
    )


def lam_regions(metric: Metric, reading: str) -> Sequence[Part]:
    """Without smoothing one rate of 0 makes the other one pointless."""
    return (
        Part(True, ("x > 0",), "what is right grows as a product, what is wrong shrinks", counts.lam),
        Part(False, ("-x >= 0",), "Lam% is 1 as soon as nothing irrelevant is positive", tied(RELEVANT)),
    )


ENTRIES = (
    *(Region(("utility",), "filtering:priority", _BOTH, name, _weight(name)) for name in ("tp", "fp", "fn", "tn")),
    Region(("f",), "filtering:priority", _BOTH, "beta", f_regions),
    Region(("lam",), "filtering:priority", _BOTH, "smoothing", lam_regions),
)
