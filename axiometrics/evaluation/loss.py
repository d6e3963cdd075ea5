"""Explain the values of R and S of a system by a gold: compute what each occurrence, document and relation loses. This
module computes the numbers only; `loss_reasons` has words for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from axiometrics.core.margins import DOUBLE_ROUNDING
from axiometrics.core.organization import Organization
from axiometrics.relations import Costs, DocumentCost, RelationCost, breakdown, curve
from axiometrics.relations.breakdown import relation_costs
from axiometrics.relations.weights import Number

EXACT = 10_000
"""The greatest number of occurrences on a side for which every number is a `Fraction`. Beyond it numbers are floats,
because fractions would take too long; `Explanation.exact` tells which they are.
"""

DOCUMENTS, PAIRS = 300, 50_000
"""The greatest number of documents for which priority relations are listed one by one, and the greatest number of pairs
in clusters for which clustering relations are. Longer lists would take too long.
"""


@dataclass(frozen=True)
class Shape:
    """The words for a side, if its files say more than an organization does.

    Attributes
    ----------
    in_gold, in_system : the words for a document that the side lists, e.g. `relevant`, `retrieved`
    gold_levels, system_levels : the names of the levels, if they have names
    """

    in_gold: str = "in the gold"
    in_system: str = "in the system"
    gold_levels: tuple[str, ...] = ()
    system_levels: tuple[str, ...] = ()


@dataclass(frozen=True)
class LossComparison:
    """The question that is explained: two organizations, the kind of relation, the parameters of R and S, and the files
    and the topic they are from.

    `notes` are sentences about how the organizations were made.
    """

    system: Organization
    gold: Organization
    relation: str = "priority"
    n: Fraction = Fraction(30)
    wn: Fraction = Fraction(4, 5)
    reading: str = "listed"
    system_path: str = "system"
    gold_path: str = "gold"
    topic: str | None = None
    shape: Shape = Shape()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class LossSide:
    """The value of R or S, divided into losses.

    Attributes
    ----------
    name : `R`, whose relations are those of the system, or `S`, whose relations are those of the gold
    own, other : the organization that is judged, and the one that judges it
    costs : the weights and losses of its documents and occurrences, without those of relations
    relations : its relations, the costliest first; None if they are too many to be listed one by one
    """

    name: str
    own: Organization
    other: Organization
    costs: Costs
    relations: tuple[RelationCost, ...] | None

    @property
    def value(self) -> Number:
        """The value of R or S."""
        return self.costs.value

    @property
    def lost(self) -> Number:
        """1 minus the value; 0 if the side has no relation that could be lost."""
        return self.costs.weight - self.costs.value

    @property
    def of_tail(self) -> Number:
        """The loss of the tail; 0 if the side has no tail."""
        return next((cost.lost for cost in self.costs.documents if cost.document is None), self.costs.value * 0)

    def share(self, lost: Number) -> Number:
        """A loss divided by all that the side loses; 0 if the side loses nothing."""
        return lost / self.lost if self.lost else self.lost


@dataclass(frozen=True)
class DocumentLoss:
    """The losses of a document on both sides; a side is None if it does not list the document. A document that is None
    stands for the tail. `lost` is the sum of the losses on both sides.
    """

    document: str | None
    system: DocumentCost | None
    gold: DocumentCost | None
    lost: Number


@dataclass(frozen=True)
class Explanation:
    """A comparison with the losses of both sides. `rows` are the losses of its documents, the greatest first."""

    comparison: LossComparison
    exact: bool
    reliability: LossSide
    sensitivity: LossSide
    rows: tuple[DocumentLoss, ...] = ()

    @property
    def rs(self) -> Number:
        """R*S, the harmonic mean; 0 where both are 0."""
        r, s = self.reliability.value, self.sensitivity.value
        return 2 * r * s / (r + s) if r + s else r

    @property
    def lost(self) -> Number:
        """The sum of the losses of R and of S."""
        return self.reliability.lost + self.sensitivity.lost

    def share(self, lost: Number) -> Number:
        """A loss divided by the sum of the losses of R and of S; 0 if this sum is 0."""
        return lost / self.lost if self.lost else self.lost


def explain(comparison: LossComparison) -> Explanation:
    """Divide the losses of R and S of a comparison among documents and relations. The losses sum to 1 - R and 1 - S,
    exactly up to `EXACT` occurrences a side, and to 0 on a side that has no relation.

    Raises `ParameterError` for parameters out of range.

    >>> explanation = explain(LossComparison(Organization.parse("b > a"), Organization.parse("a > b")))
    >>> explanation.reliability.value, [(row.document, str(row.system.lost),
    ...     str(explanation.share(row.lost))) for row in explanation.rows]
    (Fraction(0, 1), [('b', '1/2', '1/2'), ('a', '1/2', '1/2')])
    """
    system, gold = comparison.system, comparison.gold
    exact = max(system.size, gold.size) <= EXACT
    losses = breakdown(system, gold, comparison.relation, comparison.n, comparison.wn, comparison.reading, exact)
    steep = curve(comparison.n, comparison.wn)
    sides = []
    for name, costs, own, opposite in (
        ("R", losses.reliability, system, gold),
        ("S", losses.sensitivity, gold, system),
    ):
        listed = None
        if exact and not too_many(own, comparison.relation):
            listed = relation_costs(own, opposite, comparison.relation, steep, comparison.reading)
        sides.append(LossSide(name, own, opposite, costs if exact else _without_noise(costs, own), listed))
    taken = Explanation(comparison, exact, sides[0], sides[1])
    return replace(taken, rows=_rows(taken))


def related(organization: Organization, relation: str) -> bool:
    """Whether the organization has relations of this kind: levels in an order for `priority`, or a cluster of several
    documents.

    >>> related(Organization.parse("a > ..."), "priority"), related(Organization.parse("a > ..."), "clustering")
    (True, False)
    """
    if relation == "priority":
        return sum(map(bool, organization.levels)) + organization.tail > 1
    return any(len(cluster) > 1 for level in organization.levels for cluster in level)


def too_many(organization: Organization, relation: str) -> int:
    """The number of documents (for clustering, of pairs in clusters) if it is too great for a list of relations; else
    0.
    """
    if relation == "priority":
        return len(organization.documents) * (len(organization.documents) > DOCUMENTS)
    pairs = sum(len(cluster) * (len(cluster) + 1) // 2 for level in organization.levels for cluster in level)
    return pairs * (pairs > PAIRS)


def remainder(whole: Number, parts: Iterable[Number | None]) -> Number:
    """The part of a whole that the parts leave. In floats, a remainder as small as a rounding error is 0.

    >>> remainder(Fraction(1), [Fraction(1, 3), None]), remainder(0.3, [0.1, 0.2])
    (Fraction(2, 3), 0.0)
    """
    left = whole - sum(part for part in parts if part is not None)
    return 0.0 if isinstance(left, float) and left <= DOUBLE_ROUNDING else left


def _without_noise(costs: Costs, own: Organization) -> Costs:
    """The costs in floats, in which a loss as small as a rounding error is 0."""
    least = {cost.document: DOUBLE_ROUNDING * cost.weight for cost in costs.documents}
    documents = tuple(
        replace(cost, lost=cost.lost if cost.lost > least[cost.document] else 0.0) for cost in costs.documents
    )
    pairs = zip(own.occurrences(), costs.occurrences, strict=True)
    occurrences = tuple(lost if lost > least[document] else 0.0 for (_, _, document), lost in pairs)
    value = costs.weight if costs.weight - costs.value <= DOUBLE_ROUNDING else costs.value
    return replace(costs, value=value, documents=documents, occurrences=occurrences)


def _rows(taken: Explanation) -> tuple[DocumentLoss, ...]:
    """The losses of the documents of both sides, the greatest first. Equal losses are in the order of the system, then
    in that of the gold; the tail comes last.
    """
    sides = [{cost.document: cost for cost in side.costs.documents} for side in (taken.reliability, taken.sensitivity)]
    order = dict.fromkeys(
        document for side in (taken.reliability, taken.sensitivity) for _, _, document in side.own.occurrences()
    )
    tail: list[str | None] = [None] * (None in sides[0] or None in sides[1])
    zero = taken.lost * 0
    rows = []
    for document in [*order, *tail]:
        in_system, in_gold = (side.get(document) for side in sides)
        lost = (in_system.lost if in_system else zero) + (in_gold.lost if in_gold else zero)
        rows.append(DocumentLoss(document, in_system, in_gold, lost))
    return tuple(sorted(rows, key=lambda row: -row.lost))
