"""Pairs of items as items of two classes: gold and output join a pair or keep it apart, so that they are a gold and a
prediction of two classes for pairs, and indices of pairs are metrics of two classes: Rand is accuracy, adjusted Rand is
kappa, and the correlation of pairs is that of Matthews.

What is proved of any table of two classes holds for these tables, too. Not each table is one of two clusterings.
"""

from math import comb

from axiometrics.constraints.classification.vocabularies.exchanged import TableCounts
from axiometrics.core.case import Case
from axiometrics.core.counted import Quadrants
from axiometrics.core.organization import Organization

NON_TRIVIAL = ("non-trivial",)
"""The reading in which golds and outputs join some pair and keep some apart."""


def pair_table(case: Case, role: str = "one") -> Quadrants:
    """The pairs that gold and output of a role join, the output alone, the gold alone, and neither."""
    output = case.outputs[role]
    if isinstance(output, Quadrants):
        return output
    gold = case.golds.get(role, case.gold)
    both = sum(comb(len(part & cluster), 2) for part in _parts(gold) for cluster in _parts(output))
    in_gold, in_output = (sum(comb(len(part), 2) for part in _parts(side)) for side in (gold, output))
    return Quadrants(both, in_output - both, in_gold - both, comb(gold.size, 2) - in_gold - in_output + both)


def _parts(side: Organization) -> list[frozenset[str]]:
    return [frozenset(cluster) for cluster in side.levels[0]]


PAIRS = TableCounts(
    pair_table,
    NON_TRIVIAL,
    NON_TRIVIAL,
    "pairs",
    {
        "tp": "together in gold and output",
        "fp": "together in the output alone",
        "fn": "together in the gold alone",
        "tn": "apart in both",
    },
)
