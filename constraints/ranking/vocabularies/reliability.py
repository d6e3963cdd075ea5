"""Reliability and Sensitivity of the runs that ranking constraints compare, by the definitions of section 3.3, for the
parameters of a metric.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.core.case import Case, first_difference
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Fact, Mark, Quantity
from axiometrics.definitions.organization.reliability import reliability_priority, sensitivity_priority
from axiometrics.definitions.runs import gold_grades, run_documents


def _gold(case: Case) -> Organization:
    """The gold with tail, its documents of grade 0 unlisted."""
    return case.gold if case.gold.tail else Organization(case.gold.levels[:-1], tail=True)


def _reliability(role: str) -> Callable[[Case, Mapping[str, Any]], Fraction]:
    return lambda case, parameters: reliability_priority(case.outputs[role], _gold(case), **parameters)


def _sensitivity(role: str) -> Callable[[Case, Mapping[str, Any]], Fraction]:
    return lambda case, parameters: sensitivity_priority(case.outputs[role], _gold(case), **parameters)


def _summed(role: str, share: bool) -> Callable[[Case, Mapping[str, Any]], Fraction]:
    """The sum of the weights w of a run's relevant ranks, or of w/(1 - w)."""

    def total(case: Case, parameters: Mapping[str, Any]) -> Fraction:
        c = steepness(parameters)
        grades = gold_grades(case.gold)
        ranks = [i for i, document in enumerate(run_documents(case.outputs[role]), 1) if grades.get(document, 0)]
        weights = [c / ((c + i - 1) * (c + i)) for i in ranks]
        return sum((w / (1 - w) if share else w for w in weights), Fraction(0))

    return total


def _below(case: Case, parameters: Mapping[str, Any]) -> Fraction:
    """The sum of w/(1 - w) over the ranks below the two that are swapped."""
    better, worse = (run_documents(case.outputs[role]) for role in ("better", "worse"))
    return _all(range(first_difference(better, worse) + 2, len(better) + 1), parameters)


def steepness(parameters: Mapping[str, Any]) -> Fraction:
    """c' = (1 - Wn) n/Wn."""
    c: Fraction = (1 - parameters["wn"]) * parameters["n"] / parameters["wn"]
    return c


def _all(ranks: range, parameters: Mapping[str, Any]) -> Fraction:
    c = steepness(parameters)
    return sum((c / ((c + i - 1) * (c + i) - c) for i in ranks), Fraction(0))


def _all_beyond(case: Case, parameters: Mapping[str, Any]) -> Fraction:
    c, length = steepness(parameters), len(run_documents(case.outputs["better"]))
    return _all(range(1, length + 1), parameters) - length / (c + length)


def _one_beyond(case: Case, parameters: Mapping[str, Any]) -> Fraction:
    c, length = steepness(parameters), len(run_documents(case.outputs["better"]))
    return _summed("better", share=False)(case, parameters) - c / ((c + length - 1) * (c + length))


PRIORITY = {
    "R_worse": Quantity("R of the worse output", given=_reliability("worse")),
    "Z": Quantity("w/(1 - w) of the ranks below the two, summed", given=_below),
    "S_both": Quantity("S of either output", given=_sensitivity("better")),
}
PRIORITY_FACTS = (
    Fact("R_worse >= 0", Mark.ARITHMETIC, "a sum of products of weights"),
    Fact("Z >= 0", Mark.ARITHMETIC, "a sum of weights"),
    Fact(
        "S_both > 0", Mark.ARITHMETIC, "a relevant document is retrieved, and above the tail", ("universal", "single")
    ),
)
DEEPNESS = {
    "R_worse": Quantity("R of the worse output of the shallow swap", given=_reliability("shallow_worse")),
    "S_both": Quantity("S of the outputs", given=_sensitivity("shallow_better")),
}
DEEPNESS_FACTS = (
    Fact("R_worse >= 0", Mark.ARITHMETIC, "a sum of products of weights"),
    Fact("S_both > 0", Mark.ARITHMETIC, "a relevant document is retrieved, and above the tail"),
)
CONFIDENCE = {
    "R_worse": Quantity("R of the worse output", given=_reliability("worse")),
    "D": Quantity("w/(1 - w) of all ranks of the run, summed, less L/(c' + L), c' = (1 - Wn) n/Wn", given=_all_beyond),
    "E": Quantity("V less what a document at the last rank weighs", given=_one_beyond),
    "V": Quantity("the weights w of the relevant documents of the run, summed", given=_summed("better", share=False)),
    "W": Quantity("w/(1 - w) of the relevant documents of the run, summed", given=_summed("better", share=True)),
    "S_both": Quantity("S of either output", given=_sensitivity("better")),
}
CONFIDENCE_FACTS = (
    Fact("R_worse >= 0", Mark.ARITHMETIC, "a sum of products of weights"),
    Fact("D >= 0", Mark.ARITHMETIC, "each summand is at least the weight, and the weights sum to L/(c' + L)"),
    Fact("E >= 0", Mark.ARITHMETIC, "no rank weighs less than the last one"),
    Fact("V > 0", Mark.ARITHMETIC, "a relevant document is retrieved"),
    Fact("W > 0", Mark.ARITHMETIC, "a relevant document is retrieved"),
    Fact("S_both > 0", Mark.ARITHMETIC, "a relevant document is retrieved, and above the tail"),
)
