"""Merged clusters: making one of two clusters on a level of the gold lowers the score; Homogeneity within a larger
organization.
"""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators.organization_edits import merged_clusters
from axiometrics.generators.organization_worlds import GoldItself
from axiometrics.generators.organizations import Edits

CONSTRAINT = Constraint(
    id="merged-clusters",
    task="organization",
    title="Merged clusters",
    statement=(
        "the gold as output (better) scores higher than the gold with two clusters of one level, which "
        "share no document, merged (worse)"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    vocabulary="axiometrics.constraints.organization.vocabularies.merged_clusters",
    readings=(
        Reading(
            "distinct",
            "any gold that lists each document once, with tail",
            Edits(merged_clusters, GoldItself(), default=6, greatest=8),
            keeps="reliability-clustering",
            breaks="sensitivity-clustering",
            whom="those who put each document in one place",
        ),
        Reading(
            "repeated",
            "any gold with at most one occurrence more than documents, with tail",
            Edits(merged_clusters, GoldItself(extra=1), default=3, greatest=5),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
            whom="those who may list a document in several clusters or on several levels",
        ),
    ),
    implications=implies("repeated", "distinct"),
)
