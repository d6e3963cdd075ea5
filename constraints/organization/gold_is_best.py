"""Gold is best: no other organization scores as much as the gold itself."""

from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_edits import Difference, anywhere, in_clusters, in_levels, is_other, others
from axiometrics.generators.organizations import Edits


def against(differ: Difference) -> Edits:
    """The gold against what differs from it so: fewer documents, the same, or documents that it does not list."""
    return Edits(others(differ), is_other(differ), fresh=4, free=True, default=3, greatest=4)


CONSTRAINT = Constraint(
    id="gold-is-best",
    task="organization",
    title="Gold is best",
    statement="the gold as output (better) against any other organization (worse) => Q is higher for the gold",
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    readings=(
        Reading("strict", "any other organization without repeats, with tail", against(anywhere), keeps="control-gold-itself", breaks="rs-priority"),
        Reading(
            "levels", "any with other documents on its levels, whatever its clusters", against(in_levels), keeps="rs-priority", breaks="reliability-priority"
        ),
        Reading("clusters", "any with other clusters, whatever their levels", against(in_clusters), keeps="rs-relatedness", breaks="reliability-clustering"),
        Reading(
            "weak",
            "any other organization without repeats, with tail; it may score as much as the gold but not more",
            Edits(others(anywhere), is_other(anywhere), fresh=4, free=True, default=3, greatest=4, demand=NO_LOSS),
            keeps="reliability-priority",
            breaks="control-length",
        ),
    ),
)
