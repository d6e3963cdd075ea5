"""Minor intents: a redundant document is replaced by one of an intent that the run does not serve yet."""

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.topic_cases import (
    ByCut,
    family,
    graded_topics,
    is_paper_replaced,
    paper_replaced,
    paper_size,
    replaced_redundant,
)
from axiometrics.generators.topic_places import MissingIntents
from axiometrics.generators.topics import paper_topic

CONSTRAINT = Constraint(
    id="minor-intents",
    task="diversity",
    title="Minor intents",
    statement=(
        "if a redundant document is replaced at its rank by a document of an intent that the run does not "
        "serve, the score rises"
    ),
    source="Sakai et al. 2010, section 2.2 and section 3.3, item 3: intent-aware metrics tend to ignore minor intents",
    vocabulary="axiometrics.constraints.diversity.vocabularies.minor_intents",
    readings=(
        Reading(
            "any-rank",
            "any relevant document, if other documents of the run serve each of its intents",
            family(graded_topics, replaced_redundant(False), GAIN, ranks=2),
            keeps="i-rec@10",
            breaks="precision-ia@10",
            whom="those who want a new intent to be rewarded at whatever rank it is found",
        ),
        Reading(
            "last-rank",
            "only the last of these documents",
            family(graded_topics, replaced_redundant(True), GAIN, ranks=2),
            keeps="i-rec@10",
            breaks="precision-ia@10",
            whom="those who replace only the last of the redundant documents",
        ),
        Reading(
            "paper",
            "topics of section 4.1 with n = 2..6: the document of the least likely intent takes rank r = 1..10 of a "
            "run of ten documents of the likeliest, or as many as are looked at, which are at least two",
            family(
                lambda size: (paper_topic(size + 1),),
                paper_replaced,
                GAIN,
                5,
                5,
                paper_size,
                ByCut(is_paper_replaced),
                2,
            ),
            keeps="i-rec@10",
            breaks="ndcg-ia@10",
            finite=True,
            whom="those who repeat the topics of the paper's section 4.1",
        ),
    ),
    implications=implies("any-rank", "last-rank", "paper"),
    edits=RealEdits(
        (
            "a relevant document each of whose intents another document of the run serves is replaced by one "
            "that the run does not have, of an intent that it does not serve: the score rises"
        ),
        MissingIntents,
    ),
)
