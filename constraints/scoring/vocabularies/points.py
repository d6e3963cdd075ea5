"""The parts that quantities of scorings are counted from: score and relevance of each document, as a metric compares
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.scores import Relevance, Scores
from axiometrics.definitions.scoring.distance import points

Parameters = Mapping[str, Any]
Given = Callable[[Case, Parameters], Fraction]

ZERO = Fraction(0)

PLAIN: Parameters = {"n": ZERO, "m": ZERO, "values": "ends", "scores": "given", "step": "none"}
"""Scores and relevances as they are."""

DISTANCES: Mapping[str, Callable[[Fraction], Fraction]] = {
    "distance": abs,
    "too high": lambda x: max(x, ZERO),
    "too low": lambda x: max(-x, ZERO),
}
"""The number that is added up for a document, from its score less its relevance."""


def side(case: Case, role: str) -> tuple[Scores, Relevance]:
    """The output of a role, and its gold."""
    (call,) = case.calls(role)
    return call.output, call.gold


def total(case: Case, role: str, kind: str, p: Parameters, **instead: Any) -> Fraction:
    """The sum over all documents of the distances of what ADM compares with these parameters: scores and relevances
    that may be set to ranks, to another scale or to categories. `instead` are values that replace those of the metric's
    parameters.
    """
    compared_points = points(*side(case, role), {**p, "sample": "pool", "k": None, **instead})
    return sum((DISTANCES[kind](s - u) for s, u in compared_points or ()), ZERO)


def compared(role: str, kind: str = "distance", **instead: Any) -> Given:
    """The sum of `total`, as a quantity."""
    return lambda case, p: total(case, role, kind, p, **instead)


def documents(role: str) -> Callable[[Case], int]:
    """The number of documents of the gold of a role."""
    return lambda case: len(side(case, role)[1].pairs)


def sector(role: str, name: str) -> Given:
    """The number of documents in a sector of Fig. 2."""
    return lambda case, p: Fraction(in_sector(*side(case, role), p, name))


def in_sector(output: Scores, gold: Relevance, p: Parameters, name: str) -> int:
    """The number of documents in sector `alpha` (retrieved, not relevant), `beta` (both), `gamma` (neither) or `delta`
    (relevant, not retrieved).
    """
    numbers = output.numbers
    named = {(True, False): "alpha", (True, True): "beta", (False, False): "gamma", (False, True): "delta"}
    return sum(named[numbers[d] >= p["theta_s"], u >= p["theta_u"]] == name for d, u in gold.pairs)


def near(role: str, name: str) -> Given:
    """The documents whose score is `right`, `over` or `under`: off by less than t, or too high or too low by t."""

    def count(case: Case, p: Parameters) -> Fraction:
        output, gold = side(case, role)
        off = [output.numbers[d] - u for d, u in gold.pairs]
        t = p["t"]
        return Fraction(sum({"right": -t < x < t, "over": x >= t, "under": -x >= t}[name] for x in off))

    return count
