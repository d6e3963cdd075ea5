"""Removed document: leaving a document of the gold out lowers the score (Table 9, system 3)."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators.organization_edits import (
    removed_documents,
    removed_occurrences,
)
from axiometrics.generators.organization_worlds import GoldItself
from axiometrics.generators.organizations import Edits

CONSTRAINT = Constraint(
    id="removed-document",
    task="organization",
    title="Removed document",
    statement="the gold as output (better) scores higher than the gold without one of its documents (worse)",
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    vocabulary="axiometrics.constraints.organization.vocabularies.removed_document",
    readings=(
        Reading(
            "distinct",
            "any gold that lists each document once, with tail",
            Edits(removed_documents, GoldItself(), default=5, greatest=7),
            keeps="sensitivity-priority",
            breaks="reliability-priority",
            whom="those who put each document in one place",
        ),
        Reading(
            "repeated",
            "all occurrences of a document, in any gold with at most one occurrence more than documents, with tail",
            Edits(removed_documents, GoldItself(extra=1), default=3, greatest=5),
            keeps="sensitivity-priority",
            breaks="reliability-priority",
            whom="those who may list a document in several places, and lose all of them",
        ),
        Reading(
            "one-occurrence",
            (
                "one occurrence of a document that has others, in any gold with at most one occurrence "
                "more than documents, with tail"
            ),
            Edits(removed_occurrences, GoldItself(extra=1), default=3, greatest=5),
            keeps="sensitivity-priority",
            breaks="reliability-priority",
            whom="those who may list a document in several places, and lose one of them",
        ),
    ),
    implications=implies("repeated", "distinct"),
)
