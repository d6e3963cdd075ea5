"""Runs that score 1: what they have, and what the metric divides this by."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.constraints.diversity.vocabularies import orders
from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.reals import Exact
from axiometrics.core.topic import Topic
from axiometrics.core.vocabulary import Construction, Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.topics import discounted


def _served(gold: Topic, documents: orders.Order) -> set[str]:
    return {intent for document in documents for intent in gold.grades[document]}


def _covered(case: Case, p: of.Parameters) -> set[str]:
    return _served(case.gold, orders.cover(case, p)[: of.cut(p)])


def _least(case: Case, p: of.Parameters) -> int:
    """The first rank at which the least cover serves the share of the intents."""
    order, wanted = orders.least_cover(case, p), p.get("rho", of.ONE) * len(case.gold.intents)
    return next(r for r in range(1, len(order) + 1) if len(_served(case.gold, order[:r])) >= wanted)


def _sorted_gain(case: Case, p: of.Parameters) -> Exact:
    order = orders.by_gain(case, p)[: of.cut(p)]
    return discounted([of.gain(case.gold, case.gold.grades[document]) for document in order])


def _ratios(case: Case, p: of.Parameters) -> Fraction:
    order = [case.gold.grades[document] for document in orders.by_gain(case, p)]
    return of.ratios(case.gold, order[: of.cut(p)], p)


_ENOUGH = "no more intents than ranks are looked at, and each has a document"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "n": Quantity("intents of the topic", lambda c: len(c.gold.intents), whole=True),
        "m": Quantity(
            "intents that the first ranks of the cover serve", given=lambda c, p: len(_covered(c, p)), whole=True
        ),
        "w": Quantity("their probability", given=lambda c, p: of.chance(c.gold, dict.fromkeys(_covered(c, p), 1))),
        "l": Quantity(
            "intents that the least cover serves at the rank that it needs",
            given=lambda c, p: len(_served(c.gold, orders.least_cover(c, p)[: _least(c, p)])),
            whole=True,
        ),
        "a": Quantity("documents of the smallest set that serves the share of the intents", given=_least, whole=True),
        "r": Quantity("rank at which the least cover serves that share", given=_least, whole=True),
        "G": Quantity("the discounted sum of global gains of the documents sorted by these", given=_sorted_gain),
        "J": Quantity("the discounted sum of the ideal list by global gain", given=of.ideal_global),
        "T": Quantity("the ratios divBR of the documents sorted by global gain, summed", given=_ratios),
        "M": Quantity("relevant documents, or the cut-off where it is smaller", given=of.most),
    },
    facts=(
        Fact("n - 1 >= 0", Mark.DEFINITION, "a topic has an intent"),
        Fact("m - n = 0", Mark.ARITHMETIC, _ENOUGH),
        Fact("w - 1 = 0", Mark.ARITHMETIC, f"{_ENOUGH}; probabilities sum to 1"),
        Fact("l - n = 0", Mark.DEFINITION, "the least cover serves every intent"),
        Fact("r - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("a - r = 0", Mark.DEFINITION, "the smallest set stands first"),
        Fact("J > 0", Mark.ARITHMETIC, "its first gain is above 0, and no discount is below 0"),
        Fact("G - J = 0", Mark.DEFINITION, "the ideal list is sorted by global gain"),
        Fact("M - 1 >= 0", Mark.ARITHMETIC, "there is a relevant document, and a cut-off is 1 at least"),
        Fact("T - M = 0", Mark.ARITHMETIC, "all ranks are relevant and have the greatest gains, so each ratio is 1"),
    ),
    outputs={
        "irrelevant": Construction("one irrelevant document", orders.irrelevant),
        "cover": Construction(
            "for each intent not served above the first document that serves it, then the other documents",
            orders.beginning("run", orders.cover),
        ),
        "least cover": Construction(
            "the fewest documents that serve the share of the intents, then the others",
            orders.beginning("run", orders.least_cover),
        ),
        "sorted": Construction("the relevant documents by global gain", orders.beginning("run", orders.by_gain)),
        "ideal": Construction("the first run with the novelty gains of the ideal list", orders.as_ideal),
    },
)
