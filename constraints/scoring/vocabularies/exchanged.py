"""Two scores exchanged: how much further the scores are from the relevance together, or too high, or too low."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _more(counted: Callable[[Fraction], Fraction]) -> Callable[[Case], Fraction]:
    """The sum of a number for each difference of score and relevance: the worse output's less the better one's."""

    def more(case: Case) -> Fraction:
        better, worse = (
            sum((counted(case.outputs[role].numbers[d] - u) for d, u in case.gold.pairs), Fraction(0))
            for role in ("better", "worse")
        )
        return worse - better

    return more


_WHY = (
    "the differences of the two scores from their relevances have the same sum before and after, and lie further apart "
    "after, so that a convex function of them has no smaller sum"
)

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "N": Quantity("documents", lambda c: len(c.gold.documents), whole=True),
        "A": Quantity("how much greater the sum of the distances of the worse output is", _more(abs)),
        "O": Quantity("the same of scores that are too high", _more(lambda x: max(x, Fraction(0)))),
        "U": Quantity("the same of scores that are too low", _more(lambda x: max(-x, Fraction(0)))),
    },
    facts=(
        Fact("N > 0", Mark.DEFINITION, "there are two documents"),
        Fact("A >= 0", Mark.ARITHMETIC, _WHY),
        Fact("O >= 0", Mark.ARITHMETIC, _WHY),
        Fact("U >= 0", Mark.ARITHMETIC, _WHY),
    ),
)
