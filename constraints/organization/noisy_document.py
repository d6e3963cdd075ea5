"""Noisy document: adding a document that the gold does not list lowers the score (Table 9, system 4)."""

from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators.organization_edits import noisy_documents
from axiometrics.generators.organization_worlds import GoldItself
from axiometrics.generators.organizations import Edits

CONSTRAINT = Constraint(
    id="noisy-document",
    task="organization",
    title="Noisy document",
    statement=(
        "a gold that lists a document, as output (better), scores higher than the gold with a document that it "
        "does not list, added to a cluster, as a cluster of its own, or on a level of its own (worse)"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    vocabulary="axiometrics.constraints.organization.vocabularies.noisy_document",
    readings=(
        Reading(
            "distinct",
            "any gold that lists each document once, with tail",
            Edits(noisy_documents, GoldItself(fresh=1), default=5, greatest=7),
            keeps="reliability-priority",
            breaks="sensitivity-priority",
            whom="those who want each document that does not belong to the answer to lower the score",
        ),
        Reading(
            "repeated",
            "any gold with at most one occurrence more than documents, with tail",
            Edits(noisy_documents, GoldItself(extra=1, fresh=1), default=3, greatest=5),
            keeps="reliability-priority",
            breaks="sensitivity-priority",
            whom="those who may list a document in several places, and want noise to lower the score",
        ),
        Reading(
            "weak",
            (
                "any gold that lists each document once, with tail; the noisy output may score as much "
                "as the gold but not more"
            ),
            Edits(noisy_documents, GoldItself(fresh=1), default=4, greatest=7, demand=NO_LOSS),
            keeps="sensitivity-priority",
            breaks="control-length",
            whom=("those who ask only that a document that does not belong to the answer does not raise the score"),
        ),
    ),
    implications=(*implies("repeated", "distinct"), *implies("distinct", "weak")),
)
