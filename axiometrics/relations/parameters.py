"""The parameters of Reliability and Sensitivity, declared once for metrics and functions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.errors import ParameterError
from axiometrics.core.parameter import Parameter
from axiometrics.relations.judgement import READINGS
from axiometrics.relations.weights import steepness

N = Parameter(
    "n", Fraction(30), "number of the first occurrences that have the weight wn together", low=Fraction(1), integer=True
)
WN = Parameter(
    "wn",
    Fraction(4, 5),
    "weight of the first n occurrences",
    low=Fraction(0),
    high=Fraction(1),
    low_open=True,
    high_open=True,
)
READING = Parameter(
    "reading", "listed", "how a document counts that the other side does not list", choices=READINGS, always=True
)

_C = Parameter("c", None, "the steepness that n and wn stand for", low=Fraction(0), low_open=True)

PARAMETERS = (N, WN, READING)

RELATIONS = ("priority", "clustering")


def curve(n: Any = N.default, wn: Any = WN.default, c: Any = None) -> Fraction:
    """c, or where it is not given c from n and Wn, as people write them: decimals are read exactly. Raises
    `ParameterError` outside their ranges.

    >>> curve(30, "0.8"), curve(10, 0.8), curve(c="7.5")
    (Fraction(15, 2), Fraction(5, 2), Fraction(15, 2))
    """
    if c is not None:
        steep = _C.read(c, "reliability")
        assert isinstance(steep, Fraction)
        return steep
    count, weight = N.read(n, "reliability"), WN.read(wn, "reliability")
    assert isinstance(count, Fraction)
    assert isinstance(weight, Fraction)
    return steepness(count, weight)


def kind(relation: str) -> str:
    """The kind of relation, if it is one."""
    if relation not in RELATIONS:
        raise ParameterError(f"relation={relation!r} is none of {', '.join(RELATIONS)}")
    return relation
