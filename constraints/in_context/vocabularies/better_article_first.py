"""Two neighbouring articles are exchanged, all articles being relevant."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from axiometrics.core.case import Case, first_difference
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.in_context.generalized_precision import text_f


@dataclass(frozen=True)
class ArticleExchange:
    """The upper rank, the F-scores of the two articles, the higher one first, and the number of relevant articles."""

    rank: int
    higher: Fraction
    lower: Fraction
    relevant: int


def _exchange(case: Case) -> ArticleExchange:
    better, worse = (case.outputs[role].levels for role in ("better", "worse"))
    rank = first_difference(better, worse)
    higher, lower = (
        text_f(Organization([run[rank - 1]], tail=True), case.gold) or Fraction(0) for run in (better, worse)
    )
    return ArticleExchange(rank, higher, lower, len(case.gold.articles))


VOCABULARY = Vocabulary(
    see=_exchange,
    quantities={
        "i": Quantity("the upper one of the two ranks", lambda c: c.rank, whole=True),
        "M": Quantity("relevant articles", lambda c: c.relevant, whole=True),
        "h": Quantity("the higher one of the two F-scores", lambda c: c.higher),
        "l": Quantity("the lower one", lambda c: c.lower),
    },
    facts=(
        Fact("i - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("M - 1 >= 0", Mark.DEFINITION, "there are articles, and all are relevant"),
        Fact("h - l > 0", Mark.DEFINITION, "the article with the higher F-score stands above in the better run"),
    ),
)
