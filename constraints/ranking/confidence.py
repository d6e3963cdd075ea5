"""Confidence: an irrelevant document appended to the run lowers the score."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators.rank_edits import RunExtensions
from axiometrics.generators.rankings import Appended

CONSTRAINT = Constraint(
    id="confidence",
    task="ranking",
    title="Confidence",
    question="Does it cost to return further irrelevant documents at the end?",
    statement="if an irrelevant document is appended to a run that has a relevant document, the score falls",
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Confidence Constraint",
    vocabulary="axiometrics.constraints.ranking.vocabularies.confidence",
    readings=(
        Reading(
            "universal",
            "any run with tail and at least one relevant document, and any number of relevant documents in the "
            "collection",
            Appended(),
            keeps="rs-ranking",
            breaks="ap",
        ),
    ),
    edits=RealEdits(
        "if an irrelevant document is appended to a run that has a relevant document, the score falls",
        RunExtensions,
    ),
)
