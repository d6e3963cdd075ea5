"""Priority in ranking: if a relevant document is exchanged with the irrelevant one directly below, the score falls."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.rank_edits import RankSwaps
from axiometrics.generators.rankings import AdjacentSwaps

CONSTRAINT = Constraint(
    id="priority",
    task="ranking",
    title="Priority",
    question="Does it help to put a relevant document above an irrelevant one?",
    statement=(
        "if a relevant document (1) directly above an irrelevant one (0) changes places with it, so that "
        "ranks i and i+1 become 0,1, the score falls"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Priority Constraint",
    vocabulary="axiometrics.constraints.ranking.vocabularies.priority",
    readings=(
        Reading(
            "universal",
            "any run with tail, and any number of relevant documents in the collection; the grades are 0 and 1",
            AdjacentSwaps(),
            whom="those who judge documents relevant or not",
            keeps="ap",
            breaks="p@10",
        ),
        Reading(
            "single",
            "as universal, and the collection has one relevant document",
            AdjacentSwaps(relevant=1),
            whom="those who look for one known document",
            keeps="rr",
            breaks="p@10",
        ),
        Reading(
            "graded",
            ("a document with a higher grade directly above one with a lower grade; the grades are 0 to 2"),
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
        "if a relevant document and the irrelevant one directly below it are exchanged, the score falls",
        RankSwaps,
    ),
)
