"""Deepness: the same error matters more near the top of the ranking."""

from axiometrics.core.case import LARGER_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.rank_edits import SwapPairs
from axiometrics.generators.rankings import SwapsAnywhere, TwoSwaps

CONSTRAINT = Constraint(
    id="deepness",
    task="ranking",
    title="Deepness",
    question="Does a mistake at the top cost more than one further down?",
    statement=(
        "an error near the top costs more than one further down: if a relevant document (1) at rank i "
        "changes places with an irrelevant one (0) at rank i+1, the score falls by more than if this is "
        "done at deeper ranks j and j+1"
    ),
    source=(
        "Amigo, Gonzalo & Verdejo 2013, section 2.3, Deepness Constraint (its inequality is "
        "printed with the sign against its prose)"
    ),
    vocabulary="axiometrics.constraints.ranking.vocabularies.deepness",
    readings=(
        Reading(
            "same-run",
            "both exchanges are made in the same run with tail, where i+1 < j",
            TwoSwaps(),
            whom="those who compare two places of one run, as the paper's prose does",
            keeps="dcg",
            breaks="p@10",
        ),
        Reading(
            "single",
            (
                "the collection has one relevant document, which moves from rank i to i+1 or from rank j "
                "to j+1, where i < j, in runs of one length"
            ),
            TwoSwaps(relevant=1),
            whom="those who look for one known document",
            keeps="dcg",
            breaks="p@10",
        ),
        Reading(
            "any-context",
            "the exchanges are made in any two runs with tail of the same gold, where i < j",
            SwapsAnywhere(),
            whom="those who compare what a swap costs in different runs of one topic",
            keeps="dcg",
            breaks="ap",
            called=6,
        ),
    ),
    implications=implies("any-context", "same-run", "single"),
    edits=RealEdits(
        (
            "a relevant document and the irrelevant one directly below it are exchanged: this costs more at one place "
            "of the run than at a deeper one where the relevant document has the same grade"
        ),
        SwapPairs,
        demand=LARGER_LOSS,
    ),
)
