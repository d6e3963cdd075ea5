"""What a clustering must be to be scored: one level of clusters over the documents of the gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization

Clusters = list[frozenset[str]]


def cover(organization: Organization, role: str) -> Clusters:
    """The clusters of a clustering, overlapping or not. Raises `TaskError` for anything but one level of them without
    tail.
    """
    if len(organization.levels) != 1 or organization.tail or not organization.size:
        raise TaskError(
            f"the {role} is no clustering: one level with clusters and no tail is wanted, found {organization}"
        )
    return [frozenset(cluster) for cluster in organization.levels[0]]


def partitions(system: Organization, gold: Organization) -> tuple[Clusters, Clusters]:
    """The clusters of the system and the classes of the gold. Raises `TaskError` where a document repeats, or is on one
    side only.
    """
    sides = cover(system, "system"), cover(gold, "gold")
    for role, organization in (("system", system), ("gold", gold)):
        if organization.size != len(organization.documents):
            raise TaskError(f"the {role} is no partition: a document stands in several clusters of {organization}")
    if system.documents != gold.documents:
        only = sorted(system.documents ^ gold.documents)
        raise TaskError(f"system and gold hold different documents: {', '.join(only)} on one side only")
    return sides


def homes(clusters: Clusters) -> dict[str, int]:
    """The number of the cluster of each document."""
    return {document: j for j, cluster in enumerate(clusters) for document in cluster}


def overlaps(clusters: Clusters, classes: Clusters) -> Counter[tuple[int, int]]:
    """How many documents each cluster shares with each class, counted document by document."""
    class_of = homes(classes)
    return Counter((j, class_of[document]) for document, j in homes(clusters).items())


def sizes(clusters: Sequence[frozenset[str]]) -> list[int]:
    """The number of documents in each cluster."""
    return [len(cluster) for cluster in clusters]
