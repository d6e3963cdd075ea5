"""Size versus quantity within larger organizations: the big cluster and the small ones stand on one level of the
output.
"""

from axiometrics.constraints.clustering import size_vs_quantity
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_embedded import Embedded

CLUSTERING = size_vs_quantity.CONSTRAINT.reading("universal").cases

CONSTRAINT = Constraint(
    id="embedded-size-vs-quantity",
    task="organization",
    title="Size vs Quantity, embedded",
    statement="on one level of the output, one document is taken out of a whole cluster of n + 1 (better) "
    "or n whole clusters of two are broken up (worse), n >= 2 => Q is higher in the former",
    source=(
        "Amigo, Gonzalo & Verdejo 2013, section 2.1, Cluster size vs. quantity, within the organizations of section 5"
    ),
    readings=(
        Reading(
            "level",
            "any gold that has these clusters on one level, any output; each with tail, and listing a document once",
            Embedded(CLUSTERING, together=True, default=9, greatest=9),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
        ),
        Reading(
            "levels",
            "the same, these clusters on any levels of the gold",
            Embedded(CLUSTERING, default=8, greatest=9),
            keeps="control-flat-clusters",
            breaks="rs-relatedness",
        ),
        Reading(
            "closed",
            "any gold and output of the same documents, without tail; on one level it is the constraint on clusterings",
            Embedded(CLUSTERING, tail=False, default=8, greatest=9),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
        ),
    ),
)
