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
    statement="1,0 swapped into 0,1 at ranks i,i+1 costs more than the same swap at deeper ranks j,j+1",
    source=(
        "Amigo, Gonzalo & Verdejo 2013, section 2.3, Deepness Constraint (its inequality is "
        "printed with the sign against its prose)"
    ),
    vocabulary="axiometrics.constraints.ranking.vocabularies.deepness",
    readings=(
        Reading(
            "same-run",
            "both swaps in one run, i+1 < j",
            TwoSwaps(),
            whom="those who compare two places of one run, as the paper's prose does",
            keeps="dcg",
            breaks="p@10",
        ),
        Reading(
            "single",
            "one relevant document, moved from i to i+1 or from j to j+1, i < j",
            TwoSwaps(relevant=1),
            whom="those who look for one known document",
            keeps="dcg",
            breaks="p@10",
        ),
        Reading(
            "any-context",
            "the swaps in any two runs of the same gold, i < j",
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
