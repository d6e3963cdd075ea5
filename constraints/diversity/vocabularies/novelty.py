"""Novelty: at rank r a document of a new intent, and in its place one of an intent that the run serves elsewhere. All
intents are equally likely, and all grades equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.reals import Exact, summed
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.topics import discounted


def _places(case: Case) -> list[int]:
    """The other ranks that serve the intent of the old document."""
    rank = of.rank(case)
    (intent,) = of.ranked(case, "worse")[rank - 1]
    return [k for k, document in enumerate(of.ranked(case, "worse"), 1) if intent in document and k != rank]


def _first(case: Case) -> int:
    return max(of.rank(case), _places(case)[0])


def _stop(case: Case) -> Fraction:
    (grade,) = of.ranked(case, "better")[of.rank(case) - 1].values()
    return 1 - Fraction(1, 2**grade)


def _above(case: Case) -> int:
    return sum(k < of.rank(case) for k in _places(case))


def _below(case: Case) -> Iterator[tuple[int, int]]:
    """Each of these ranks below r, with the number of these ranks above it."""
    return ((k, above) for above, k in enumerate(_places(case)) if k > of.rank(case))


def _stops_below(case: Case) -> Fraction:
    stops = _stop(case)
    return sum((stops * (1 - stops) ** above / k for k, above in _below(case)), of.ZERO)


def _kept(case: Case, p: of.Parameters) -> Fraction:
    return sum(((1 - p["alpha"]) ** j for j in range(_above(case))), of.ZERO)


def _taken(weight: Callable[[int, of.Parameters], Any]) -> Callable[[Case, of.Parameters], Exact]:
    def taken(case: Case, p: of.Parameters) -> Exact:
        return summed(weight(k, p) * (1 - p["alpha"]) ** above for k, above in _below(case))

    return taken


_ELSEWHERE = "the intent is served above r, or below it"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "r": Quantity("the rank at which the runs differ", of.rank, whole=True),
        "n": Quantity("intents of the topic", lambda c: len(c.gold.intents), whole=True),
        "m": Quantity(
            "r, or the first other rank that serves the intent of the old document, if that is lower down",
            _first,
            whole=True,
        ),
        "E": Quantity("the chance of ERR to stop at a document of an intent", _stop),
        "F": Quantity(
            "the chance not to stop at the documents of the old intent above r",
            lambda c: (1 - _stop(c)) ** _above(c),
        ),
        "Z": Quantity("what ERR gains from those below r, without the one at r", _stops_below),
        "S": Quantity("the first powers of 1 - alpha, as many as documents of the old intent above r", given=_kept),
        "V": Quantity(
            "for each of those below r, 1 - alpha to the power of how many others are above it, discounted by "
            "logarithm",
            given=_taken(lambda k, p: discounted([*[0] * (k - 1), 1])),
        ),
        "U": Quantity(
            "the same, discounted by p to the power of the rank less 1", given=_taken(lambda k, p: p["p"] ** (k - 1))
        ),
        "I": Quantity("the discounted sum of the ideal list of alpha-nDCG", given=of.ideal_novelty),
    },
    facts=(
        Fact("r - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("n - 2 >= 0", Mark.ARITHMETIC, "there are the new intent and the old one"),
        Fact("m - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("E > 0", Mark.ARITHMETIC, "2 to the power of a grade is above 1"),
        Fact("Z >= 0", Mark.ARITHMETIC, "a sum of chances over ranks"),
        Fact("1 - F + Z > 0", Mark.ARITHMETIC, f"{_ELSEWHERE}: then F is below 1, or Z above 0"),
        Fact("S >= 0", Mark.ARITHMETIC, "a sum of powers of a number that is not below 0"),
        Fact("V >= 0", Mark.ARITHMETIC, "a sum of numbers none of which is below 0"),
        Fact("U >= 0", Mark.ARITHMETIC, "a sum of numbers none of which is below 0"),
        Fact("S + V > 0", Mark.ARITHMETIC, f"{_ELSEWHERE}; the first of them counts by the power 0"),
        Fact("S + U > 0", Mark.ARITHMETIC, f"{_ELSEWHERE}; the first of them counts by the power 0"),
        Fact("I > 0", Mark.ARITHMETIC, "its first gain is 1 at least, and no discount is below 0"),
    ),
)
