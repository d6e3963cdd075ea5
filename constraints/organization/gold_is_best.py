"""Gold is best: no other organization scores as much as the gold itself."""

from axiometrics.core.case import GAIN, NO_LOSS, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import Implication, implies
from axiometrics.generators.organization_edits import Difference, against, anywhere, in_clusters, in_levels
from axiometrics.generators.organization_worlds import AnyOutput
from axiometrics.generators.organizations import Edits


def distinct(differ: Difference, demand: Demand = GAIN) -> Edits:
    """The gold against all organizations that differ from it in this way. They have fewer documents than the gold, the
    same ones, or documents that the gold does not list.
    """
    return Edits(against(differ), AnyOutput(unlisted=4), default=3, greatest=4, demand=demand)


def repeated(differ: Difference, demand: Demand = GAIN) -> Edits:
    """The cases of `distinct`, where gold and output may have one occurrence more than documents."""
    return Edits(against(differ), AnyOutput(extra=1, unlisted=2), default=2, greatest=3, demand=demand)


BROKEN, MERGED, NOISY, REMOVED, REVERSED = (
    f"organization:{edit}"
    for edit in ("broken-cluster", "merged-clusters", "noisy-document", "removed-document", "reversed-levels")
)
"""The constraints whose cases are the gold against one edit of it."""

REPEATS = ("repeated", "one-occurrence")

CONSTRAINT = Constraint(
    id="gold-is-best",
    task="organization",
    title="Gold is best",
    statement="a gold that lists a document, as output (better), scores higher than any other organization (worse)",
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9",
    vocabulary="axiometrics.constraints.organization.vocabularies.gold_is_best",
    readings=(
        Reading(
            "strict",
            "gold and any other organization, each listing a document once, with tail",
            distinct(anywhere),
            keeps="control-gold-itself",
            breaks="rs-priority",
            whom="those who want only the gold to have the highest score",
        ),
        Reading(
            "levels",
            "any such, with other documents on its levels, whatever its clusters",
            distinct(in_levels),
            keeps="rs-priority",
            breaks="reliability-priority",
            whom="those who want a wrong level of a document to lower the score",
        ),
        Reading(
            "clusters",
            "any such, with other clusters, whatever their levels",
            distinct(in_clusters),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
            whom="those who want a wrong cluster of a document to lower the score",
        ),
        Reading(
            "weak",
            "gold and any other organization, each listing a document once, with tail; it may score as much as the "
            "gold but not more",
            distinct(anywhere, NO_LOSS),
            keeps="reliability-priority",
            breaks="control-length",
            whom="those who accept that other outputs have the score of the gold, as long as none has more",
        ),
        Reading(
            "repeated",
            "gold and any other organization, each with at most one occurrence more than documents, with tail",
            repeated(anywhere),
            keeps="control-gold-itself",
            breaks="rs-priority",
            whom=("those who may list a document in several places, and want only the gold to have the highest score"),
        ),
        Reading(
            "repeated-levels",
            "any such, with other documents on its levels",
            repeated(in_levels),
            keeps="rs-priority",
            breaks="reliability-priority",
            whom="those who may list a document in several places, and want a wrong level to lower the score",
        ),
        Reading(
            "repeated-clusters",
            "any such, with other clusters",
            repeated(in_clusters),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
            whom="those who may list a document in several places, and want a wrong cluster to lower the score",
        ),
        Reading(
            "repeated-weak",
            "any such; it may score as much as the gold but not more",
            repeated(anywhere, NO_LOSS),
            keeps="reliability-priority",
            breaks="control-length",
            whom=(
                "those who may list a document in several places, and ask only that no output scores more than the gold"
            ),
        ),
    ),
    implications=(
        *implies("repeated", "strict", "repeated-levels", "repeated-clusters", "repeated-weak"),
        Implication(("repeated-levels", "repeated-clusters"), "repeated"),
        *implies("repeated-weak", "weak"),
        *implies("repeated-levels", "levels", f"{NOISY}@repeated", *(f"{REMOVED}@{name}" for name in REPEATS)),
        *implies("repeated-levels", f"{REVERSED}@repeated"),
        *implies("repeated-clusters", "clusters", f"{NOISY}@repeated", *(f"{REMOVED}@{name}" for name in REPEATS)),
        *implies("repeated-clusters", f"{BROKEN}@repeated", f"{MERGED}@repeated"),
        *implies("strict", "levels", "clusters", "weak"),
        Implication(("levels", "clusters"), "strict"),
        *implies("levels", f"{NOISY}@distinct", f"{REMOVED}@distinct", f"{REVERSED}@tail"),
        *implies("clusters", f"{NOISY}@distinct", f"{REMOVED}@distinct", f"{BROKEN}@distinct", f"{MERGED}@distinct"),
        *implies("weak", f"{NOISY}@weak"),
    ),
)
