"""One ranked article: how far the entry point is from the best one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.element_runs import size


def _distance(*roles: str) -> Callable[[Case], int]:
    """The number of characters between the entry point and the best one, for the first of these roles that the case
    has.
    """

    def distance(case: Case) -> int:
        role = next(role for role in roles if role in case.outputs)
        ((_, _, point),) = case.outputs[role].occurrences()
        name, _, at = point.partition("@")
        best = case.gold.by_name[name].entry
        assert best is not None
        return abs(int(at) - int(best))

    return distance


def _length(case: Case) -> Fraction:
    lengths = [size(article.root) for article in case.gold.articles]
    return Fraction(case.gold.length or Fraction(sum(lengths), len(lengths)))


_HIT, _MISS, _CLOSER = ("score(output) = 1",), ("score(output) < 1",), ("score(better) > score(worse)",)

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "L": Quantity("mean length of the articles of the collection", _length),
        "d": Quantity("distance of the entry point, or of the better one", _distance("output", "better"), whole=True),
        "e": Quantity("distance of the worse entry point", _distance("worse"), whole=True),
    },
    facts=(
        Fact("L > 0", Mark.DEFINITION, "articles have text"),
        Fact("d >= 0", Mark.DEFINITION, "a number of characters"),
        Fact("d = 0", Mark.DEFINITION, "the entry point is the best one", demands=_HIT),
        Fact("d > 0", Mark.DEFINITION, "the entry point is not the best one", demands=_MISS),
        Fact("e - d > 0", Mark.DEFINITION, "the better entry point is closer", demands=_CLOSER),
    ),
)
