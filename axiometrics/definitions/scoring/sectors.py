"""Precision, recall, E and fallout by the sectors of section 2.2, and P* and R* of section 4.1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.core.parameter import Parameter
from axiometrics.core.scores import Relevance, Scores
from axiometrics.definitions.scoring.distance import demand

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
THRESHOLDS = (
    Parameter("theta_u", HALF, "threshold of URS", low=ZERO, high=ONE),
    Parameter("theta_s", HALF, "threshold of SRS", low=ZERO, high=ONE),
)
NEAR = (Parameter("t", Fraction(1, 4), "threshold of the distance", low=ZERO, high=ONE, low_open=True),)


def _sector(system: Scores, gold: Relevance, theta_u: Fraction, theta_s: Fraction, name: str) -> int:
    """The documents in sector alpha, beta, gamma or delta of Fig. 2; without SRS a document is not retrieved."""
    demand(system, gold)
    count, given = 0, dict(system.pairs)
    for document, u in gold.pairs:
        retrieved = document in given and given[document] >= theta_s
        sectors = ("beta", "alpha") if retrieved else ("delta", "gamma")
        count += sectors[u < theta_u] == name
    return count


def _over(system: Scores, gold: Relevance, name: str, other: str, p: dict[str, Any]) -> Fraction | None:
    one, two = (_sector(system, gold, p["theta_u"], p["theta_s"], sector) for sector in (name, other))
    return None if one + two == 0 else Fraction(one, one + two)


def precision(system: Scores, gold: Relevance, **p: Any) -> Fraction | None:
    """beta / (alpha + beta). Range [0, 1]; undefined at 0/0."""
    return _over(system, gold, "beta", "alpha", p)


def recall(system: Scores, gold: Relevance, **p: Any) -> Fraction | None:
    """beta / (beta + delta). Range [0, 1]; undefined at 0/0."""
    return _over(system, gold, "beta", "delta", p)


def specificity(system: Scores, gold: Relevance, **p: Any) -> Fraction | None:
    """1 - alpha / (alpha + gamma). Range [0, 1]; undefined at 0/0."""
    fallout = _over(system, gold, "alpha", "gamma", p)
    return None if fallout is None else 1 - fallout


def e_measure(system: Scores, gold: Relevance, **p: Any) -> Fraction | None:
    """The mean between precision and recall (section 3). Range [0, 1]; undefined where one of them is."""
    both = precision(system, gold, **p), recall(system, gold, **p)
    return None if both[0] is None or both[1] is None else (both[0] + both[1]) / 2


def _star(system: Scores, gold: Relevance, t: Fraction, sign: int) -> Fraction | None:
    demand(system, gold)
    given, correct, wrong = dict(system.pairs), 0, 0
    for document, u in gold.pairs:
        distance = given.get(document, ZERO) - u
        correct += -t < distance < t
        wrong += sign * distance >= t
    return None if correct + wrong == 0 else Fraction(correct, correct + wrong)


def p_star(system: Scores, gold: Relevance, t: Fraction) -> Fraction | None:
    """alpha1 / (alpha1 + gamma1): right, and over-evaluated by at least t. Range [0, 1]; undefined at 0/0."""
    return _star(system, gold, t, 1)


def r_star(system: Scores, gold: Relevance, t: Fraction) -> Fraction | None:
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
