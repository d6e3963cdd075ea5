"""The readings, and cases that decide single values of a parameter."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization

BOTH = ("universal", "interior")


def _case(gold: str, worse: str, better: str) -> Callable[[Fraction], Case]:
    def of(value: Fraction) -> Case:
        return Case(
            Organization.parse(gold), {"worse": Organization.parse(worse), "better": Organization.parse(better)}
        )

    return of


RELEVANT = _case("a b > c", worse="a > b c", better="a b > c")
IRRELEVANT = _case("a > b c", worse="a b > c", better="a > b c")
ALL_MISSED = _case("a > b", worse="b > a", better="{} > a b")
