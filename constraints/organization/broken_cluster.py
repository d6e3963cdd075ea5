"""Broken cluster: splitting a cluster of the gold in two lowers the score (Table 9, system 2)."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators.organization_edits import broken_clusters, is_broken
from axiometrics.generators.organization_worlds import GoldItself
from axiometrics.generators.organizations import Edits

CONSTRAINT = Constraint(
    id="broken-cluster",
    task="organization",
    title="Broken cluster",
    statement=(
        "the gold as output (better) scores higher than the gold with a cluster of any level split in two (worse)"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    vocabulary="axiometrics.constraints.organization.vocabularies.broken_cluster",
    readings=(
        Reading(
            "distinct",
            "any gold that lists each document once, with tail",
            Edits(broken_clusters, GoldItself(), default=6, greatest=8, recognise=is_broken),
            keeps="sensitivity-clustering",
            breaks="reliability-clustering",
            whom="those who put each document in one place",
        ),
        Reading(
            "repeated",
            "any gold with at most one occurrence more than documents, with tail",
            Edits(broken_clusters, GoldItself(extra=1), default=3, greatest=5, recognise=is_broken),
            keeps="sensitivity-clustering",
            breaks="reliability-clustering",
            whom="those who may list a document in several clusters or on several levels",
        ),
    ),
    implications=implies("repeated", "distinct"),
)
