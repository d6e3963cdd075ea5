"""One more document: how far it is off, and the others."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary

Distances = tuple[dict[str, Fraction], Fraction]
"""The distance of score and relevance of each document there was, and of the document that is added."""


def _distances(case: Case) -> Distances:
    (smaller,) = case.golds
    (larger,) = case.outputs.keys() - {smaller}
    output, before = case.outputs[larger].numbers, case.golds[smaller].documents
    found = {d: abs(output[d] - u) for d, u in case.gold.pairs}
    (added,) = found.keys() - before
    return {d: distance for d, distance in found.items() if d in before}, found[added]


VOCABULARY = Vocabulary(
    see=_distances,
    quantities={
        "N": Quantity("documents before one is added", lambda c: len(c[0]), whole=True),
        "A": Quantity("sum of the distances of their scores from the relevance", lambda c: sum(c[0].values())),
        "d": Quantity("distance of the score of the added document from its relevance", lambda c: c[1]),
    },
    facts=(
        Fact("N > 0", Mark.DEFINITION, "there is a document"),
        Fact("N*d - A > 0", Mark.ARITHMETIC, "the added document is further off than each of the N", ("far",)),
    ),
)
