"""Stability: a small change of the scores changes the measure by a small amount. The difference of the values of two
outputs is at most the difference of their scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.scoring.columns import REFUSED, NumberColumns, columns, mean
from axiometrics.generators.scoring.grids import FINE, ON_FINE, relevance, rows, scores


def sup(c: NumberColumns) -> Fraction:
    """The greatest difference of the scores of a document."""
    return max(abs(s - t) for s, t in zip(c.s, c.t, strict=True))


def average(c: NumberColumns) -> Fraction:
    """The mean difference of the scores of a document."""
    return mean([abs(s - t) for s, t in zip(c.s, c.t, strict=True)])


def family(bound: Callable[[NumberColumns], Fraction], words: str) -> PlainCases:
    """Every relevance with every two outputs on the fine grid, in both orders. The difference of their scores has the
    bound that `bound` gives.
    """

    def listing(documents: int) -> Iterator[Case]:
        for case in rows(documents, 3, FINE):
            u, s, t = zip(*case, strict=True)
            outputs = {"one": scores(s), "other": scores(t)}
            yield Case(relevance(u), outputs, bound=bound(NumberColumns(u, s, t)))

    def recognise(case: Case) -> str | Case:
        numbers = columns(case, "one", "other")
        return REFUSED if numbers is None else Case(case.gold, case.outputs, bound=bound(numbers))

    demand = Demand(("one", "other"), (1, -1), f"score(one) - score(other) <= {words}", "<=")
    return PlainCases(listing, 2, 3, demand, recognise, grid=ON_FINE)


CONSTRAINT = Constraint(
    id="stability",
    task="scoring",
    title="Stability",
    statement="the value of the metric changes by no more than the scores do",
    source="Della Mea, Di Gaspero & Mizzaro, NTCIR, section 4.1 and Table 2(a)",
    readings=(
        Reading(
            "sup",
            "no more than the greatest change of a score, on 0, .49, .5, .51 and 1",
            family(sup, "the greatest difference of two scores of a document"),
            "adm",
            "sector-precision",
            whom="those who know how much a single score may be wrong",
        ),
        Reading(
            "mean",
            "no more than the mean change of the scores, on 0, .49, .5, .51 and 1",
            family(average, "the mean difference of the two scores of a document"),
            "adm",
            "sector-precision",
            whom="those who know how much scores are wrong in the mean",
        ),
    ),
    vocabulary="axiometrics.constraints.scoring.vocabularies.distances",
    implications=implies("mean", "sup"),
    unedited=(
        "how much the value may change depends on how much the scores do, and edits compare scores without a bound"
    ),
)
