"""Ties that meet a demand, where the scores are floats of a user's function.

A tie that fails a demand is evidence against the function, so it counts only where rounding cannot have made it. A tie
that meets a demand is not. But means, and sums of several scores, that tie are nearly never equal in each digit. So
this module recognises such ties in two further ways, and the evidence of a cell says how many cases rest on each way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.margins import READ_AS_FRACTION, TIED_MEANS
from axiometrics.search.decisions import joined

LARGEST_DENOMINATOR = 2**12
"""The greatest denominator of the fractions as which scores are read. Shares of a few items, and means of such shares,
have smaller denominators.
"""

Scores = Mapping[str, Sequence[Any]]
"""By role, the scores of its outputs."""


def in_fractions(case: Case, demand: Demand, each: Scores) -> bool:
    """Whether each score is a simple fraction up to rounding, and the scores tie exactly as these fractions.

    >>> from axiometrics.core.case import EQUAL_MEANS
    >>> from axiometrics.core.organization import Organization
    >>> gold = Organization.parse("a > b")
    >>> case = Case(gold, {"one": (gold,) * 3, "other": gold})
    >>> in_fractions(case, EQUAL_MEANS, {"one": [0.1, 0.2, 0.3], "other": [0.2]})
    True
    """
    if not _allows_ties(demand):
        return False
    read = {role: [_fraction(score) for score in scores] for role, scores in each.items()}
    if any(score is None for scores in read.values() for score in scores):
        return False
    return bool(demand.excess(joined(case, demand, read), case.bound) == 0)


def in_means(demand: Demand, excess: float, each: Scores) -> bool:
    """Whether two means that are demanded to be equal differ by no more than the rounding of means."""
    if not _allows_ties(demand) or demand.by != "=" or all(len(scores) == 1 for scores in each.values()):
        return False
    greatest = max(1.0, *(abs(score) for scores in each.values() for score in scores))
    return bool(abs(excess) <= TIED_MEANS * greatest)


def _allows_ties(demand: Demand) -> bool:
    """Whether a tie can meet the demand and be believed. For `>=` it cannot: a tie may hide a loss that changes no
    digit of a score.
    """
    return demand.by in {"=", "<="} and not demand.some and not demand.greatest


def _fraction(score: Any) -> Fraction | None:
    """The simple fraction that a float equals except for its last digits; None where there is none."""
    if not math.isfinite(score):
        return None
    exact = Fraction(score)
    near = exact.limit_denominator(LARGEST_DENOMINATOR)
    return near if abs(near - exact) <= Fraction(READ_AS_FRACTION) * max(Fraction(1), abs(exact)) else None
