"""Intent probability: the documents of two intents stand at ranks r and r + 1, the likelier intent's first."""

from __future__ import annotations

from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _pair(case: Case) -> tuple[str, str]:
    """The likelier intent and the other one."""
    rank = of.rank(case)
    first, second = of.ranked(case, "better")[rank - 1 : rank + 1]
    return next(iter(first)), next(iter(second))


def _grade(case: Case) -> int:
    return next(iter(of.ranked(case, "better")[of.rank(case) - 1].values()))


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "r": Quantity("the rank of the upper document", of.rank, whole=True),
        "i": Quantity("the same, as proofs about discounts have it", of.rank, whole=True),
        "p": Quantity("the probability of the likelier intent", lambda c: c.gold.probabilities[_pair(c)[0]]),
        "q": Quantity("the probability of the other intent", lambda c: c.gold.probabilities[_pair(c)[1]]),
        "g": Quantity("the grade of both documents", _grade, whole=True),
        "E": Quantity(
            "the chance of ERR to stop at either", given=lambda c, p: of.stop(c.gold, _pair(c)[0], _grade(c), p)
        ),
        "H": Quantity("the sum of the r greatest global gains", lambda c: of.greatest_gain(c.gold, of.rank(c))),
        "J": Quantity("the discounted sum of the ideal list by global gain", given=of.ideal_global),
        "M": Quantity("relevant documents, or the cut-off where it is smaller", given=of.most),
    },
    facts=(
        Fact("r - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("i - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("r - i = 0", Mark.DEFINITION, "as i is meant"),
        Fact("p - q > 0", Mark.DEFINITION, "the first intent is the likelier one"),
        Fact("q > 0", Mark.DEFINITION, "probabilities are above 0"),
        Fact("g - 1 >= 0", Mark.DEFINITION, "grades begin at 1"),
        Fact("E > 0", Mark.ARITHMETIC, "2 to the power of a grade is above 1, which is taken off"),
        Fact("H > 0", Mark.ARITHMETIC, "the greatest global gain is above 0"),
        Fact("J > 0", Mark.ARITHMETIC, "its first gain is above 0, and no discount is below 0"),
        Fact("M - 1 >= 0", Mark.ARITHMETIC, "there is a relevant document, and a cut-off is 1 at least"),
    ),
)
