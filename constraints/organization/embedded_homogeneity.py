"""Homogeneity within larger organizations: a cluster of the output that mixes classes is split, wherever it stands."""

from axiometrics.constraints.clustering import homogeneity
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_embedded import Embedded

CLUSTERING = homogeneity.CONSTRAINT.reading("universal").cases

CONSTRAINT = Constraint(
    id="embedded-homogeneity",
    task="organization",
    title="Homogeneity, embedded",
    statement=(
        "a cluster of the output, on whatever level, is split in two parts that share no cluster "
        "of the gold, which lists a document of it => Q rises"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.1, Cluster Homogeneity, within the organizations of section 5",
    readings=(
        Reading(
            "level",
            (
                "any gold that lists the documents of the cluster on one level, any output; each with "
                "tail, and listing a document once"
            ),
            Embedded(CLUSTERING, together=True),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
        ),
        Reading(
            "levels",
            "the same, the documents of the cluster on any levels of the gold, or some of them in its tail",
            Embedded(CLUSTERING),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
        ),
        Reading(
            "closed",
            "any gold and output of the same documents, without tail; on one level it is the constraint on clusterings",
            Embedded(CLUSTERING, tail=False),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
        ),
    ),
)
