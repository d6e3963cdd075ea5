"""Completeness within larger organizations: two clusters of one class on one level of the output are merged."""

from axiometrics.constraints.clustering import completeness
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_embedded import Embedded

CLUSTERING = completeness.CONSTRAINT.reading("universal").cases

CONSTRAINT = Constraint(
    id="embedded-completeness",
    task="organization",
    title="Completeness, embedded",
    statement=(
        "two clusters on one level of the output, all of whose documents are in one and the same "
        "cluster of the gold, are merged => Q rises"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.1, Cluster Completeness, within the organizations of section 5",
    readings=(
        Reading(
            "levels",
            "any gold and output, each with tail, and listing a document once",
            Embedded(CLUSTERING),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
        ),
        Reading(
            "closed",
            "any gold and output of the same documents, without tail; on one level it is the constraint on clusterings",
            Embedded(CLUSTERING, tail=False),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
        ),
    ),
)
