"""Intent probability: the document of the likelier intent stands directly above that of the less likely one."""

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.topic_cases import ON_ORDERED, documents_size, family, one_each, ordered_topics
from axiometrics.generators.topic_places import LikelierNeighbours

_SOURCE = "Sakai et al. 2010, section 3.3, item 4: alpha-nDCG cannot use the probabilities of intents"

CONSTRAINT = Constraint(
    id="intent-probability",
    task="diversity",
    title="Intent probability",
    statement=(
        "in a run of one document for each intent, with equal grades and different probabilities, the "
        "document of the likelier of two intents directly above that of the other scores higher than the "
        "opposite order"
    ),
    source=_SOURCE,
    vocabulary="axiometrics.constraints.diversity.vocabularies.intent_probability",
    readings=(
        Reading(
            "single",
            "each intent has one document in all, and the run no other",
            family(
                ordered_topics(False),
                one_each(False),
                GAIN,
                3,
                4,
                documents_size,
                ranks=2,
                grid=ON_ORDERED,
            ),
            keeps="ndcg-ia@10",
            breaks="alpha-ndcg@10",
            whom="those who have one document for each intent",
        ),
        Reading(
            "pool",
            "the topic may have more documents of any intents and grades, which the run does not retrieve",
            family(ordered_topics(True), one_each(True), GAIN, 3, 4, documents_size, ranks=2, grid=ON_ORDERED),
            keeps="div-ndcg@10",
            breaks="alpha-ndcg@10",
            whom="those who have more documents than a run retrieves",
        ),
    ),
    implications=implies("pool", "single"),
    edits=RealEdits(
        (
            "two neighbours, of one intent each with the same grade, which no other document of the run "
            "serves, are exchanged, where the upper one serves the likelier intent: the score falls"
        ),
        LikelierNeighbours,
    ),
)
