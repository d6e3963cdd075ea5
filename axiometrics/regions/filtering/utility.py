"""Utility by each weight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument
from axiometrics.regions.filtering._common import BOTH, IRRELEVANT, RELEVANT
from axiometrics.regions.region import ArguedPart, Parametrized, Region

_PAIRS = {"tp": "fn", "fn": "tp", "tn": "fp", "fp": "tn"}
"""For each of the four counts, the count of a document of the same class in the other set."""


def _lost(case: Callable[[Fraction], Case], right: str, wrong: str) -> Callable[[Parametrized], object]:
    """The weight of a right document is no greater than the weight of a wrong document of the same class."""

    def show(p: Parametrized) -> None:
        p.case = case
        p.excess = f"{p.value(right)} - {p.value(wrong)}"
        p.evaluate(p.goal)

    return show


def utility_kept(p: Parametrized) -> None:
    """A relevant document counts more if it is accepted, and an irrelevant one if it is rejected."""
    p.about("tp", "fp", "fn", "tn", "e", "f")
    tp, fp, fn, tn = (p.value(name) for name in ("tp", "fp", "fn", "tn"))
    p.excess = f"e*({tp} - {fn}) + f*({tn} - {fp})"
    for right, wrong, name in ((tp, fn, "relevant"), (tn, fp, "irrelevant")):
        p.evaluate(f"{right} - {wrong} > 0", name=name)
    facts = {"e_": "e >= 0", "f_": "f >= 0", "a": "relevant", "b": "irrelevant"}

    def relevant(a: Argument) -> None:
        a.quotient(p.goal, {**facts, "e_": "e - 1 >= 0"}, "(e_ + 1)*a + f_*b")

    def irrelevant(a: Argument) -> None:
        a.positive("f - 1 >= 0", using=["-e >= 0"], zero={"e + f - 1 = 0": "1"})
        a.quotient(p.goal, {**facts, "f_": "f - 1 >= 0"}, "e_*a + (f_ + 1)*b")

    p.cases(p.goal, ("e - 1 >= 0", "-e >= 0"), (relevant, irrelevant))


def _weight(name: str) -> Callable[[Metric, str], Sequence[ArguedPart]]:
    """By one weight: it is compared with its counterpart, and the other two with each other."""
    ours = ("tp", "fn") if name in ("tp", "fn") else ("tn", "fp")
    others = ("tn", "fp") if name in ("tp", "fn") else ("tp", "fn")
    case, other_case = (RELEVANT, IRRELEVANT) if ours == ("tp", "fn") else (IRRELEVANT, RELEVANT)

    def parts(metric: Metric, reading: str) -> Sequence[ArguedPart]:
        if metric.values[others[0]] <= metric.values[others[1]]:  # type: ignore[operator]
            return (ArguedPart(False, (), f"{others[0]} is no more than {others[1]}", _lost(other_case, *others)),)
        counterpart = metric.values[_PAIRS[name]]
        assert isinstance(counterpart, Fraction)
        above = f"x {'-' if counterpart > 0 else '+'} {abs(counterpart)}" if counterpart else "x"
        below = f"{counterpart} - x" if counterpart else "-x"
        kept, lost = (above, below) if name in ("tp", "tn") else (below, above)
        return (
            ArguedPart(
                True,
                (f"{kept} > 0",),
                f"{ours[0]} is more than {ours[1]}, as {others[0]} is more than {others[1]}",
                utility_kept,
            ),
            ArguedPart(False, (f"{lost} >= 0",), f"{ours[0]} is no more than {ours[1]}", _lost(case, *ours)),
        )

    return parts


ENTRIES = tuple(
    Region(("utility",), "filtering:priority", BOTH, name, _weight(name)) for name in ("tp", "fp", "fn", "tn")
)
