"""What quantities of scorings are counted from: score and relevance of each document, as a metric compares them."""

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
"""What is added up of the score less the relevance of a document."""


def side(case: Case, role: str) -> tuple[Scores, Relevance]:
    """The output of a role, and its gold."""
    (call,) = case.calls(role)
    return call.output, call.gold


def total(case: Case, role: str, kind: str, p: Parameters, **other: Any) -> Fraction:
    """The sum over all documents of the distances of what ADM compares with these parameters: scores and relevances
    that may be set to ranks, to another scale or to categories. `other` are parameters in the place of the metric's.
    """
    found = points(*side(case, role), {**p, "sample": "pool", "k": None, **other})
    return sum((DISTANCES[kind](s - u) for s, u in found or ()), ZERO)


def compared(role: str, kind: str = "distance", **other: Any) -> Given:
    """The sum of `total` as a quantity."""
    return lambda case, p: total(case, role, kind, p, **other)


def documents(role: str) -> Callable[[Case], int]:
    """The documents of the gold of a role."""
    return lambda case: len(side(case, role)[1].pairs)


def sector(role: str, name: str) -> Given:
    """The documents in a sector of Fig. 2."""
    return lambda case, p: Fraction(in_sector(*side(case, role), p, name))


def in_sector(output: Scores, gold: Relevance, p: Parameters, name: str) -> int:
    """The documents in sector `alpha` (retrieved, not relevant), `beta` (both), `gamma` (neither) or `delta`."""
    given = output.numbers
    named = {(True, False): "alpha", (True, True): "beta", (False, False): "gamma", (False, True): "delta"}
    return sum(named[given[d] >= p["theta_s"], u >= p["theta_u"]] == name for d, u in gold.pairs)


def near(role: str, name: str) -> Given:
    """The documents whose score is `right`, `over` or `under`: off by less than t, or too high or too low by t."""

    def count(case: Case, p: Parameters) -> Fraction:
        output, gold = side(case, role)
        off = [output.numbers[d] - u for d, u in gold.pairs]
        t = p["t"]
        return Fraction(sum({"right": -t < x < t, "over": x >= t, "under": -x >= t}[name] for x in off))

    return count
