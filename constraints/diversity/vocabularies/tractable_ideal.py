"""The relevant documents in the order of what each is worth alone, against any other run: how much more the ordered
documents have.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from axiometrics.constraints.diversity.vocabularies import orders
from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Construction, Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.diversity.intent_recall import s_precision
from axiometrics.definitions.topics import discounted

Worth = Callable[[Case, of.Of, of.Parameters], Any]


def _more(ordering: orders.Ordering, worth: Worth, total: Callable[[list[Any]], Any]) -> Any:
    """What the documents in an order have more than the run, both up to the cut-off."""

    def more(case: Case, p: of.Parameters) -> Any:
        best = [case.gold.grades[document] for document in ordering(case, p)]
        own, of_run = (
            total([worth(case, document, p) for document in run[: of.cut(p)]]) for run in (best, of.ranked(case, "run"))
        )
        return own - of_run

    return more


def _gain(case: Case, document: of.Of, p: of.Parameters) -> Fraction:
    return of.gain(case.gold, document)


def _chance(case: Case, document: of.Of, p: of.Parameters) -> Fraction:
    return of.chance(case.gold, document)


def _alone(case: Case, document: of.Of, p: of.Parameters) -> Any:
    return orders.alone(case.gold, document, p)


def _sum(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _ratios(case: Case, run: list[of.Of], p: of.Parameters) -> Fraction:
    return of.ratios(case.gold, run[: of.cut(p)], p)


def _sorted_ratios(case: Case, p: of.Parameters) -> Fraction:
    return _ratios(case, [case.gold.grades[document] for document in orders.by_gain(case, p)], p)


def _lacks(case: Case, p: of.Parameters) -> Fraction:
    return 1 - s_precision(case.outputs["run"], case.gold, p.get("rho", of.ONE))


_ORDER = "no order of gains has a greater sum of gains by falling discounts than the falling order of the greatest ones"
_TRIED = "an argument about two exchanged ranks; the kernel has no sums over all orders of a list"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "G": Quantity(
            "discounted sum of the global gains of the sorted documents, less that of the run",
            given=_more(orders.by_gain, _gain, discounted),
        ),
        "J": Quantity("the discounted sum of the ideal list by global gain", given=of.ideal_global),
        "S": Quantity("the ratios divBR of the documents sorted by global gain, summed", given=_sorted_ratios),
        "Y": Quantity("the ratios divBR of the run, summed", given=lambda c, p: _ratios(c, of.ranked(c, "run"), p)),
        "M": Quantity("relevant documents, or the cut-off where it is smaller", given=of.most),
        "C": Quantity(
            "the probabilities of the intents of each of the sorted documents, added up, less those of the run",
            given=_more(orders.by_chance, _chance, _sum),
        ),
        "D": Quantity(
            "discounted sum of what each of the sorted documents is worth alone under nDCG-IA, less that of the run",
            given=_more(orders.by_ndcg_alone, _alone, discounted),
        ),
        "L": Quantity("1 less the S-precision of the run", given=_lacks),
    },
    facts=(
        Fact("G >= 0", Mark.LEMMA, f"{_ORDER} (rearrangement)", tried=_TRIED),
        Fact("J > 0", Mark.ARITHMETIC, "its first gain is above 0, and no discount is below 0"),
        Fact("S - M = 0", Mark.ARITHMETIC, "all ranks are relevant and have the greatest gains, so each ratio is 1"),
        Fact(
            "M - Y >= 0",
            Mark.ARITHMETIC,
            "of r ranks r are relevant at most, and have no more global gain than the r greatest",
        ),
        Fact("M - 1 >= 0", Mark.ARITHMETIC, "there is a relevant document, and a cut-off is 1 at least"),
        Fact("C >= 0", Mark.ARITHMETIC, "no k documents have a greater sum than the k greatest"),
        Fact("D >= 0", Mark.LEMMA, f"{_ORDER} (rearrangement)", tried=_TRIED),
        Fact("L >= 0", Mark.DEFINITION, "no run serves the share of the intents with fewer documents than the fewest"),
    ),
    outputs={
        "by gain": Construction("the documents by global gain", orders.beginning("sorted", orders.by_gain)),
        "by chance": Construction(
            "the documents by the probability of their intents", orders.beginning("sorted", orders.by_chance)
        ),
        "by nDCG-IA alone": Construction(
            "the documents by the nDCG-IA of each alone", orders.beginning("sorted", orders.by_ndcg_alone)
        ),
        "least cover": Construction(
            "the fewest documents that serve the share of the intents, then those that serve it alone, then the others",
            orders.beginning("sorted", orders.least_cover),
        ),
    },
)
