"""How far a value is from the bound that a case demands: sums of distances, or what they lack to the greatest sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.constraints.scoring.vocabularies.points import Given, Parameters, compared, near, sector
from axiometrics.constraints.scoring.vocabularies.sketches import (
    AT_LEAST,
    Counted,
    Scored,
    as_compared,
    as_given,
    shares,
)
from axiometrics.core.case import AT_LEAST_0, AT_MOST_1, Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary


@dataclass(frozen=True)
class Bounded:
    """The score less the relevance of each document, and whether the demand is about the greatest value or the
    least.
    """

    differences: tuple[Fraction, ...]
    above: bool


def _bounded(case: Case) -> Bounded:
    output = case.outputs["output"].numbers
    return Bounded(tuple(output[d] - u for d, u in case.gold.pairs), case.bound == 1)


def _room(counted: Callable[[Fraction], Fraction]) -> Callable[[Bounded], Fraction]:
    def room(c: Bounded) -> Fraction:
        total = sum(map(counted, c.differences), Fraction(0))
        return total if c.above else len(c.differences) - total

    return room


def _compared(case: Case, p: Parameters) -> Fraction:
    total = compared("output")(case, p)
    return total if case.bound == 1 else len(case.gold.pairs) - total


def _either(value: Given, rest: Given) -> Given:
    """The quantity whose share is bounded: the value itself, or the rest of the divisor where the bound is 1."""
    return lambda case, p: (rest if case.bound == 1 else value)(case, p)


_PAIRS = {
    ("b", "a"): ("documents retrieved: those that are relevant", sector("output", "beta"), sector("output", "alpha")),
    ("c", "d"): ("documents relevant: those that are retrieved", sector("output", "beta"), sector("output", "delta")),
    ("g", "f"): ("documents not relevant: those not retrieved", sector("output", "gamma"), sector("output", "alpha")),
    ("r", "h"): ("documents right or too high by t: the right ones", near("output", "right"), near("output", "over")),
    ("q", "l"): ("documents right or too low by t: the right ones", near("output", "right"), near("output", "under")),
}
"""For the names of two quantities: what they count, the documents of the first, and the other documents."""

_OF_LEAST = "or N less that, where the demand is the least value"
_WHY = "a sum of N numbers, each from 0 to 1"


_WHICH = {
    ("b", "a"): ("beta", "alpha"),
    ("c", "d"): ("beta", "delta"),
    ("g", "f"): ("gamma", "alpha"),
    ("r", "h"): ("right", "over"),
    ("q", "l"): ("right", "under"),
}


def _sketches(reading: str) -> Iterator[Sketch]:
    """Cases in which the score is to be at most 1, and those in which it is to be at least 0."""
    output, counted = Scored.of("output"), Counted.of("output")
    for demand, bound in ((AT_MOST_1, 1), (AT_LEAST_0, 0)):

        def room(total: Any, bound: int = bound) -> Any:
            return total if bound else output.documents - total

        pairs = [(names, which if not bound else which[::-1]) for names, which in _WHICH.items()]
        yield Sketch(
            {"output": counted.compared(output)},
            {
                **{name: counted[sector] for names, which in pairs for name, sector in zip(names, which, strict=True)},
                "N": output.documents,
                "A": as_given(room(output.distance)),
                "O": as_given(room(output.high)),
                "U": as_given(room(output.low)),
                "T": as_compared(room(output.distance)),
            },
            not_negative=AT_LEAST,
            parameter_forks=shares(counted),
            demand=demand,
            bound=bound,
        )


VOCABULARY = Vocabulary(
    see=_bounded,
    quantities={
        "N": Quantity("documents", lambda c: len(c.differences), whole=True),
        "A": Quantity(f"sum of the distances of the scores from the relevance, {_OF_LEAST}", _room(abs)),
        "O": Quantity(f"the same of scores that are too high, {_OF_LEAST}", _room(lambda x: max(x, Fraction(0)))),
        "U": Quantity(f"the same of scores that are too low, {_OF_LEAST}", _room(lambda x: max(-x, Fraction(0)))),
        "T": Quantity(
            f"sum of the distances as the metric compares scores and relevances, {_OF_LEAST}", given=_compared
        ),
        **{
            name: Quantity(
                f"of the {means}, or the others, where the demand is the {which} value", given=_either(*of), whole=True
            )
            for names, (means, value, rest) in _PAIRS.items()
            for name, which, of in zip(names, ("greatest", "least"), ((value, rest), (rest, value)), strict=True)
        },
    },
    facts=(
        Fact("N > 0"),
        Fact("A >= 0", Mark.ARITHMETIC, _WHY),
        Fact("O >= 0", Mark.ARITHMETIC, _WHY),
        Fact("U >= 0", Mark.ARITHMETIC, _WHY),
        Fact("T >= 0", Mark.ARITHMETIC, _WHY),
        *(Fact(f"{name} >= 0") for names in _PAIRS for name in names),
    ),
    sketches=_sketches,
)
