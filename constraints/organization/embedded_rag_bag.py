"""Rag bag within larger organizations: the clean cluster and the one of strays stand on one level of the output."""

from axiometrics.constraints.clustering import rag_bag
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_embedded import Embedded

CLUSTERING = rag_bag.CONSTRAINT.reading("universal").cases

CONSTRAINT = Constraint(
    id="embedded-rag-bag",
    task="organization",
    title="Rag Bag, embedded",
    statement="on one level of the output, a document alone in the gold joins a clean cluster (worse) "
    "or one of as many documents, each alone in the gold (better) => Q is higher in the latter",
    source="Amigo, Gonzalo & Verdejo 2013, section 2.1, Rag Bag, within the organizations of section 5",
    readings=(
        Reading(
            "level",
            "any gold that lists these documents on one level, any output; each with tail, and listing a document once",
            Embedded(CLUSTERING, together=True, default=7, greatest=7),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
        ),
        Reading(
            "levels",
            "the same, these documents on any levels of the gold, and those alone there or in its tail",
            Embedded(CLUSTERING, default=6, greatest=6),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
        ),
        Reading(
            "closed",
            "any gold and output of the same documents, without tail; on one level it is the constraint on clusterings",
            Embedded(CLUSTERING, tail=False, default=6, greatest=7),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
        ),
    ),
)
