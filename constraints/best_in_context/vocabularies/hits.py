"""A ranking of best entry points alone."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _all(case: Case) -> int:
    return sum(article.entry is not None for article in case.gold.articles)


def _wanted(case: Case) -> int:
    return ceil(Fraction(case.parameters["output"]["recall"]) * _all(case))


def _ranked(case: Case) -> int:
    return len(case.outputs["output"].levels)


def _rank(case: Case) -> int:
    """The rank at which as many best entry points as wanted have been seen. Each rank shows one."""
    return next((rank for rank in range(1, _ranked(case) + 1) if rank >= _wanted(case)), 0)


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "T": Quantity("best entry points", _all, whole=True),
        "b": Quantity("ranked entry points", _ranked, whole=True),
        "R": Quantity("best entry points that the recall level asks for", _wanted, whole=True),
        "M": Quantity("the rank at which these have been seen", _rank, whole=True),
    },
    facts=(
        Fact("T - 1 >= 0", Mark.DEFINITION, "a best entry point is ranked"),
        Fact("b - T = 0", Mark.DEFINITION, "all best entry points are ranked, and no others", ("all-beps",)),
        Fact("R - 1 >= 0", Mark.DEFINITION, "a recall level is above 0"),
        Fact("M - R = 0", Mark.ARITHMETIC, "each rank shows one, and all of them are ranked", ("all-beps",)),
    ),
)
