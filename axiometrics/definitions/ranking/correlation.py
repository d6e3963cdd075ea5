"""Metrics that compare every two documents of a closed collection; the unretrieved are tied at the bottom of the
run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from axiometrics.core.definition import Definition, Score
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import sqrt
from axiometrics.definitions.runs import gold_grades, run_documents


def _judged(system: Organization, gold: Organization) -> dict[str, tuple[int, int]]:
    """The grade of each document of the collection, and its standing in the run (greater is better, 0 for the
    unretrieved).
    """
    run, grades = run_documents(system), gold_grades(gold)
    if gold.tail:
        raise TaskError("a closed collection is wanted: this gold has a tail")
    if unknown := sorted(set(run) - set(grades)):
        raise TaskError(f"a closed collection is wanted: the gold does not list {', '.join(unknown)}")
    standing = {document: len(run) - i for i, document in enumerate(run)}
    return {document: (grade, standing.get(document, 0)) for document, grade in grades.items()}


def auc(system: Organization, gold: Organization) -> Fraction | None:
    """The share of pairs of a relevant and an irrelevant document with the relevant one above, a tie being half.
    Binary.

    Range [0, 1]; undefined where there is no such pair. The area under the ROC curve; Cormack & Lynam 2005.
    """
    judged = _judged(system, gold).values()
    relevant = [standing for grade, standing in judged if grade > 0]
    irrelevant = [standing for grade, standing in judged if grade == 0]
    won = sum(2 * (high > low) + (high == low) for high, low in product(relevant, irrelevant))
    return Fraction(won, 2 * len(relevant) * len(irrelevant)) if relevant and irrelevant else None


def kendall_tau(system: Organization, gold: Organization, variant: str) -> Score:
    """(concordant - discordant pairs) over all pairs (a), or over the geometric mean of the pairs untied on either side
    (b). Graded.

    Range [-1, 1]; undefined where there is no pair, and tau-b where a side is all tied. Kendall 1938 (a), 1945 (b).
    """
    pairs = list(combinations(_judged(system, gold).values(), 2))
    agreement = [_sign(first[0] - second[0]) * _sign(first[1] - second[1]) for first, second in pairs]
    if variant == "a":
        return Fraction(sum(agreement), len(pairs)) if pairs else None
    in_gold, in_run = (sum(first[side] != second[side] for first, second in pairs) for side in (0, 1))
    return Fraction(sum(agreement)) / sqrt(Fraction(in_gold * in_run)) if in_gold and in_run else None


def _sign(x: int) -> int:
    return (x > 0) - (x < 0)


DEFINITIONS = (
    Definition("auc", auc, closed=True),
    Definition(
        "kendall-tau",
        kendall_tau,
        (Parameter("variant", "b", "whether ties count in the divisor", choices=("a", "b")),),
        closed=True,
    ),
)
