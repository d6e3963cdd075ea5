"""Broken cluster, by level: splitting a cluster near the top costs more than splitting an equally big one further
down.
"""

from axiometrics.core.case import LARGER_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators.organization_edits import broken_at_two_levels, is_broken_at_two_levels
from axiometrics.generators.organization_worlds import GoldItself
from axiometrics.generators.organizations import Edits

CONSTRAINT = Constraint(
    id="broken-cluster-level",
    task="organization",
    title="Broken cluster, by level",
    statement=(
        "if a cluster of the gold is split in two on a higher level (shallow), the score falls by more "
        "than if a cluster of the same size on a lower level is split into parts of the same sizes (deep)"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    vocabulary="axiometrics.constraints.organization.vocabularies.broken_cluster_level",
    readings=(
        Reading(
            "distinct",
            "any gold that lists each document once, with tail",
            Edits(
                broken_at_two_levels,
                GoldItself(),
                default=6,
                greatest=8,
                demand=LARGER_LOSS,
                recognise=is_broken_at_two_levels,
            ),
            keeps="sensitivity-clustering",
            breaks="reliability-clustering",
            whom="those who put each document in one place",
        ),
        Reading(
            "repeated",
            "any gold with at most two occurrences more than documents, with tail",
            Edits(
                broken_at_two_levels,
                GoldItself(extra=2),
                default=4,
                greatest=5,
                demand=LARGER_LOSS,
                recognise=is_broken_at_two_levels,
            ),
            keeps="control-placed-clusters",
            breaks="sensitivity-clustering",
            whom="those who may list a document in several clusters or on several levels",
        ),
    ),
    implications=implies("repeated", "distinct"),
)
