"""Reversed levels: turning the levels of the gold upside down lowers the score (Table 9, system 5)."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators.organization_edits import reversed_levels
from axiometrics.generators.organization_worlds import GoldItself
from axiometrics.generators.organizations import Edits

CONSTRAINT = Constraint(
    id="reversed-levels",
    task="organization",
    title="Reversed levels",
    statement=(
        "the gold as output (better) scores higher than the gold with its levels in reverse order, where "
        "this moves a document to another level (worse)"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    vocabulary="axiometrics.constraints.organization.vocabularies.reversed_levels",
    readings=(
        Reading(
            "tail",
            "any gold that lists each document once, with tail",
            Edits(reversed_levels, GoldItself(), default=5, greatest=8),
            keeps="rs-priority",
            breaks="reliability-clustering",
            whom="those whose outputs need not list every document",
        ),
        Reading(
            "closed",
            "any gold that lists each document once, without tail",
            Edits(reversed_levels, GoldItself(), tail=False, default=5, greatest=8),
            keeps="rs-priority",
            breaks="reliability-clustering",
            whom="those whose gold and outputs list the same documents",
        ),
        Reading(
            "repeated",
            "any gold with at most one occurrence more than documents, with tail",
            Edits(reversed_levels, GoldItself(extra=1), default=3, greatest=5),
            keeps="rs-priority",
            breaks="reliability-clustering",
            whom="those who may list a document in several places",
        ),
    ),
    implications=implies("repeated", "tail"),
)
