"""Precision, recall, E and fallout by the sectors of section 2.2, and P* and R* of section 4.1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.core.parameter import Parameter
from axiometrics.core.scores import Relevance, Scores
from axiometrics.definitions.scoring.distance import Compared, demand
from axiometrics.definitions.sums import total

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
THRESHOLDS = (
    Parameter("theta_u", HALF, "threshold of URS", low=ZERO, high=ONE),
    Parameter("theta_s", HALF, "threshold of SRS", low=ZERO, high=ONE),
)
NEAR = (Parameter("t", Fraction(1, 4), "threshold of the distance", low=ZERO, high=ONE, low_open=True),)


def _points(system: Scores | Compared, gold: Relevance) -> Any:
    """SRS and URS of each document, None for the SRS of one that has none."""
    if isinstance(system, Compared):
        return system.points
    demand(system, gold)
    scores = dict(system.pairs)
    return [(scores.get(document), u) for document, u in gold.pairs]


def _sector(system: Any, gold: Relevance, theta_u: Fraction, theta_s: Fraction, name: str) -> Any:
    """The documents in sector alpha, beta, gamma or delta of Fig. 2; without SRS a document is not retrieved."""

    def is_in_it(point: tuple[Any, Any]) -> Fraction:
        s, u = point
        sectors = ("alpha", "beta") if s is not None and s >= theta_s else ("gamma", "delta")
        return Fraction(sectors[u >= theta_u] == name)

    return total(_points(system, gold), is_in_it)


def _over(system: Scores, gold: Relevance, name: str, rest_name: str, p: dict[str, Any]) -> Any:
    part, rest = (_sector(system, gold, p["theta_u"], p["theta_s"], sector) for sector in (name, rest_name))
    return None if part + rest == 0 else part / (part + rest)


def precision(system: Scores, gold: Relevance, **p: Any) -> Any:
    """beta / (alpha + beta). Range [0, 1]; undefined at 0/0."""
    return _over(system, gold, "beta", "alpha", p)


def recall(system: Scores, gold: Relevance, **p: Any) -> Any:
    """beta / (beta + delta). Range [0, 1]; undefined at 0/0."""
    return _over(system, gold, "beta", "delta", p)


def specificity(system: Scores, gold: Relevance, **p: Any) -> Any:
    """1 - alpha / (alpha + gamma). Range [0, 1]; undefined at 0/0."""
    fallout = _over(system, gold, "alpha", "gamma", p)
    return None if fallout is None else 1 - fallout


def e_measure(system: Scores, gold: Relevance, **p: Any) -> Any:
    """The mean between precision and recall (section 3). Range [0, 1]; undefined where one of them is."""
    both = precision(system, gold, **p), recall(system, gold, **p)
    return None if both[0] is None or both[1] is None else (both[0] + both[1]) / 2


def _star(system: Scores, gold: Relevance, t: Fraction, sign: int) -> Any:
    def off(point: tuple[Any, Any]) -> Any:
        s, u = point
        return (ZERO if s is None else s) - u

    points = _points(system, gold)
    correct = total(points, lambda point: Fraction(not off(point) >= t and not -off(point) >= t))
    wrong = total(points, lambda point: Fraction(sign * off(point) >= t))
    return None if correct + wrong == 0 else correct / (correct + wrong)


def p_star(system: Scores, gold: Relevance, t: Fraction) -> Any:
    """alpha1 / (alpha1 + gamma1): right, and over-evaluated by at least t. Range [0, 1]; undefined at 0/0."""
    return _star(system, gold, t, 1)


def r_star(system: Scores, gold: Relevance, t: Fraction) -> Any:
    """alpha1 / (alpha1 + beta1): right, and under-evaluated by at least t. Range [0, 1]; undefined at 0/0."""
    return _star(system, gold, t, -1)


DEFINITIONS = (
    Definition("p-star", p_star, NEAR),
    Definition("r-star", r_star, NEAR),
    Definition("sector-precision", precision, THRESHOLDS),
    Definition("sector-recall", recall, THRESHOLDS),
    Definition("sector-e", e_measure, THRESHOLDS),
    Definition("sector-specificity", specificity, THRESHOLDS),
)
