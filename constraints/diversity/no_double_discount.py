"""No double discount: a document adds no less if there are more documents of its intent above it."""

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.topic_cases import added, family, graded_topics
from axiometrics.generators.topic_places import DoubleAdditions

_ADDS = Demand(
    ("B_with_d", "B", "A_with_d", "A"),
    (1, -1, -1, 1),
    "score(B_with_d) - score(B) >= score(A_with_d) - score(A)",
    ">=",
)

CONSTRAINT = Constraint(
    id="no-double-discount",
    task="diversity",
    title="No double discount",
    statement=(
        "a document of one intent adds no less to run B at rank r than to run A, where B has one more "
        "document of this intent above rank r than A"
    ),
    source="Sakai et al. 2010, section 2.3: alpha-nDCG discounts a redundant document twice",
    vocabulary="axiometrics.constraints.diversity.vocabularies.no_double_discount",
    readings=(
        Reading(
            "covered",
            "A serves the intent above r too, so d is redundant in both",
            family(graded_topics, added(True), _ADDS, ranks=3),
            keeps="precision-ia@10",
            breaks="alpha-ndcg@10",
            whom="those who compare two documents that are both redundant",
        ),
        Reading(
            "any",
            "A may not serve the intent above r",
            family(graded_topics, added(False), _ADDS, ranks=2),
            keeps="precision-ia@10",
            breaks="i-rec@10",
            whom="those who want the first document of an intent to add no more than later ones",
        ),
    ),
    implications=implies("any", "covered"),
    edits=RealEdits(
        (
            "two documents of an intent, which the run serves further up and the lower one alone serves, take the "
            "places of irrelevant ones: the lower one adds no less where the upper one was put too"
        ),
        DoubleAdditions,
        _ADDS,
    ),
)
