"""Describe losses in words: which relation is lost, why the other side does not have it, and why a side has nothing to
lose.
"""

from __future__ import annotations

from axiometrics.core.organization import Organization
from axiometrics.evaluation.loss import LossComparison, LossSide
from axiometrics.relations import RelationCost

TAIL = "..."

_READINGS = {
    "listed": "a document that the other side does not list has no relation there",
    "tail-lookup": "a document that the other side does not list is in its tail, where it has one",
    "tail-certain": "as listed, but part of what stands above the own tail is taken as right",
}


def named(document: str | None) -> str:
    """The name of a document in the text form of organizations; the tail is `...`.

    >>> named("d1"), named("a b"), named("..."), named(None)
    ('d1', '"a b"', '"..."', '...')
    """
    return TAIL if document is None else str(Organization([[[document]]]))


def lacking(side: LossSide, relation: str) -> str:
    """The reason why a side has nothing to lose; empty if it has relations.

    >>> from axiometrics.evaluation.loss import explain
    >>> explanation = explain(LossComparison(Organization.parse("a b"), Organization.parse("a > b")))
    >>> lacking(explanation.reliability, "priority")
    'by convention: the system has no priority relation (one level and no tail)'
    """
    owner = "system" if side.name == "R" else "gold"
    return f"by convention: the {owner} has no {relation} relation ({side.costs.lacking})" if side.costs.lacking else ""


def reading(comparison: LossComparison) -> str:
    """The meaning of the reading of a comparison. Empty if the reading makes no difference: where the order does not
    count, or both sides have the same documents.
    """
    if comparison.relation != "priority" or comparison.system.documents == comparison.gold.documents:
        return ""
    return f"reading {comparison.reading}: {_READINGS[comparison.reading]}"


class LossWords:
    """The words for the relations of a side.

    >>> from axiometrics.evaluation.loss import explain
    >>> explanation = explain(LossComparison(Organization.parse("b > a > c"), Organization.parse("a > b c")))
    >>> words = LossWords(explanation.comparison, explanation.reliability)
    >>> [words.text(cost) for cost in explanation.reliability.relations if cost.lost]
    ['b above a: the other way round in the gold', 'b above c: on one level in the gold']
    """

    def __init__(self, comparison: LossComparison, side: LossSide) -> None:
        shape = comparison.shape
        self.priority = comparison.relation == "priority"
        gold = ("in the gold", shape.in_gold, shape.gold_levels)
        self.there, self.listed, self.names = (
            gold if side.name == "R" else ("in the system", shape.in_system, shape.system_levels)
        )
        self.levels: dict[str, list[int]] = {}
        for level, _, document in side.other.occurrences():
            self.levels.setdefault(document, []).append(level)

    def text(self, cost: RelationCost) -> str:
        """The relation, and the way in which the other side has it."""
        return f"{self.relation(cost)}: {self.reason(cost)}"

    def relation(self, cost: RelationCost) -> str:
        """The relation alone."""
        first, second = cost.documents
        if self.priority:
            return (
                f"{named(first)} above "
                f"{'the tail' if second is None else 'itself' if first == second else named(second)}"
            )
        if first == second:
            return "the tail" if first is None else f"{named(first)} itself"
        return f"{named(first)} and {named(second)} in one cluster"

    def reason(self, cost: RelationCost) -> str:
        """The reason why the other side does not have the relation, or not as often; or a text that says that it has
        it.
        """
        first, second = cost.documents
        if not cost.lost:
            return f"so {self.there}"
        if cost.found:
            return (
                f"{cost.found} of {cost.times} "
                f"{'times' if self.priority or first == second else 'clusters'} {self.there}"
            )
        missing = [
            document
            for document in dict.fromkeys(cost.documents)
            if document is not None and document not in self.levels
        ]
        if missing:
            alone = second in (None, first)
            return (
                f"not {self.listed}"
                if alone
                else f"neither is {self.listed}"
                if len(missing) > 1
                else f"{named(missing[0])} is not {self.listed}"
            )
        if not self.priority:
            return f"apart {self.there}"
        above, below = (self.levels[document] for document in cost.documents if document is not None)
        if min(below) < max(above):
            return f"the other way round {self.there}"
        if first == second and len(above) == 1:
            return f"only once {self.there}"
        return f"{f'both {self.names[above[0]]}' if self.names else 'on one level'} {self.there}"
