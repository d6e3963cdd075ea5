"""Graded: of two documents of the same intents the better graded one stands directly above the other."""

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators.topic_cases import family, graded_exchanges, graded_topics
from axiometrics.generators.topic_places import GradedNeighbours

CONSTRAINT = Constraint(
    id="graded",
    task="diversity",
    title="Graded",
    statement=(
        "of two neighbouring documents of the same intents, one has a higher grade for some intent and a "
        "lower one for none: the run with this one first scores higher than the opposite order"
    ),
    source="Sakai et al. 2010, section 3.3, item 4: alpha-nDCG cannot use grades",
    vocabulary="axiometrics.constraints.diversity.vocabularies.graded",
    readings=(
        Reading(
            "plain",
            "any run of a small topic with grades up to 2",
            family(graded_topics, graded_exchanges, GAIN, ranks=2),
            keeps="div-ndcg@10",
            breaks="alpha-ndcg@10",
        ),
    ),
    edits=RealEdits(
        (
            "two neighbours that serve the same intents, of which the upper one has a higher grade for some "
            "intent and a lower one for none, are exchanged: the score falls"
        ),
        GradedNeighbours,
    ),
)
