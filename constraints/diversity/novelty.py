"""Novelty: a document of a new intent beats one of an intent that is served already, at the same rank."""

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators.topic_cases import family, graded_topics, new_intent
from axiometrics.generators.topic_places import NewIntents

CONSTRAINT = Constraint(
    id="novelty",
    task="diversity",
    title="Novelty",
    statement=(
        "with equal probabilities and grades, a document of a new intent scores higher, at the same rank, "
        "than one of an intent that another document of the run serves"
    ),
    source="Sakai et al. 2010, section 2.3, after Clarke et al. 2008",
    vocabulary="axiometrics.constraints.diversity.vocabularies.novelty",
    readings=(
        Reading(
            "plain",
            "both documents serve one intent",
            family(graded_topics, new_intent, GAIN, ranks=2),
            keeps="i-rec@10",
            breaks="precision-ia@10",
        ),
    ),
    edits=RealEdits(
        (
            "a document of one intent, which no other document of the run serves, is replaced by one of one "
            "intent that another document serves, as likely and with the same grade: the score falls"
        ),
        NewIntents,
    ),
)
