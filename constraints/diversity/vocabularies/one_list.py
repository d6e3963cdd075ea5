"""How far a run is from the ideal list of every intent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.constraints.diversity.vocabularies import orders
from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.constraints.diversity.vocabularies.bounded import blended, ndcg
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Construction, Fact, Mark, Quantity, Vocabulary


def _lacking(value: Callable[[list[int], Case, str, of.Parameters], Any]) -> Callable[[Case, of.Parameters], Any]:
    """1 less the mean over intents of a value of the grades of a run."""

    def lacking(case: Case, p: of.Parameters) -> Any:
        run = of.ranked(case, "run")[: of.cut(p)]
        return 1 - of.mean(case.gold, lambda i: value([document.get(i, 0) for document in run], case, i, p))

    return lacking


def _weighing(p: of.Parameters) -> of.Parameters:
    """The parameters with beta 1 where beta is 0 or missing, so that gains have a weight."""
    return {**p, "beta": p.get("beta") or of.ONE}


_ONE, _LESS = ("some run scores 1",), ("score(run) < 1",)
_ORDER = "another order of gains has a smaller sum of gains by falling discounts than the falling order"
_TRIED = "an argument about two exchanged ranks; the kernel has no sums over all orders of a list"
_SAME = "the run has the ideal gains of every intent"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "D": Quantity("the mean over intents of what nDCG lacks to 1", given=_lacking(ndcg)),
        "B": Quantity(
            "the mean over intents of what the blended ratios at relevant ranks, by their number, lack to 1; with beta "
            "1, where beta is 0",
            given=lambda c, p: _lacking(blended)(c, _weighing(p)),
        ),
    },
    facts=(
        Fact("D = 0", Mark.DEFINITION, _SAME, demands=_ONE),
        Fact("B = 0", Mark.ARITHMETIC, f"{_SAME}, so each ratio is 1", demands=_ONE),
        Fact(
            "D > 0",
            Mark.LEMMA,
            f"an intent has other gains than the ideal ones, and {_ORDER} (rearrangement)",
            demands=_LESS,
            each=of.ABOVE_TERM,
            tried=_TRIED,
        ),
        Fact(
            "B > 0",
            Mark.ARITHMETIC,
            "an intent has other gains than the ideal ones: a document is missing, or the first rank with another gain "
            "makes the ratio at the next relevant rank smaller than 1",
            demands=_LESS,
            each=of.ABOVE_TERM,
        ),
    ),
    outputs={"ideal for all": Construction("a run with the ideal gains of every intent", orders.ideal_for_all)},
)
