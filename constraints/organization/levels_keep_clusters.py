"""Levels keep clusters: turning the levels of the gold upside down leaves the score of its clusters what it is (Table
9, system 5).
"""

from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators.organization_edits import reversed_either_way
from axiometrics.generators.organization_worlds import GoldItself
from axiometrics.generators.organizations import Edits

CONSTRAINT = Constraint(
    id="levels-keep-clusters",
    task="organization",
    title="Levels keep clusters",
    statement=(
        "of the gold, and the gold with its levels in reverse order, where this moves a document to another level, "
        "neither scores higher than the other"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    vocabulary="axiometrics.constraints.organization.vocabularies.levels_keep_clusters",
    readings=(
        Reading(
            "tail",
            "any gold that lists each document once, with tail",
            Edits(reversed_either_way, GoldItself(), default=4, greatest=8, demand=NO_LOSS),
            keeps="rs-relatedness",
            breaks="rs-priority",
            whom="those whose outputs need not list every document",
        ),
        Reading(
            "closed",
            "any gold that lists each document once, without tail",
            Edits(reversed_either_way, GoldItself(), tail=False, default=4, greatest=8, demand=NO_LOSS),
            keeps="rs-relatedness",
            breaks="rs-priority",
            whom="those whose gold and outputs list the same documents",
        ),
        Reading(
            "repeated",
            "any gold with at most one occurrence more than documents, with tail",
            Edits(reversed_either_way, GoldItself(extra=1), default=3, greatest=5, demand=NO_LOSS),
            keeps="rs-relatedness",
            breaks="rs-priority",
            whom="those who may list a document in several places",
        ),
    ),
    implications=implies("repeated", "tail"),
)
