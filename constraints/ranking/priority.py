"""Priority in ranking: a relevant document directly above an irrelevant one beats the swap."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.rank_edits import RankSwaps
from axiometrics.generators.rankings import AdjacentSwaps

CONSTRAINT = Constraint(
    id="priority",
    task="ranking",
    title="Priority",
    statement="1,0 at ranks i,i+1 are swapped into 0,1 => Q falls",
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Priority Constraint",
    vocabulary="axiometrics.constraints.ranking.vocabularies.priority",
    readings=(
        Reading(
            "universal",
            "any run, any number of relevant documents",
            AdjacentSwaps(),
            whom="those who judge documents relevant or not",
            keeps="ap",
            breaks="p@10",
        ),
        Reading(
            "single",
            "one relevant document in the collection",
            AdjacentSwaps(relevant=1),
            whom="those who look for one known document",
            keeps="rr",
            breaks="p@10",
        ),
        Reading(
            "graded",
            "grades 0..2: a higher grade directly above a lower one",
            AdjacentSwaps(grades=2, default=8, greatest=10),
            whom="those who have grades of relevance",
            keeps="dcg",
            breaks="ndcg@2",
            needs="graded",
            called=5,
        ),
    ),
    implications=implies("universal", "single"),
    edits=RealEdits(
        "a relevant document and the irrelevant one directly below it are exchanged => Q falls",
        RankSwaps,
    ),
)
