"""Distances by editing: how many merges and moves make the classes of the clusters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.definitions.matching import heaviest_matching
from axiometrics.definitions.partitions import PartitionTable, counts, table
from axiometrics.definitions.sums import number, total


def edit_distance(system: Organization | PartitionTable, gold: Organization) -> Any:
    """1 - operations / (documents - classes), the operations being merges of two clusters and moves of one document. At
    most 1.

    Undefined where every document is a class of its own. A document that never moves ends in the class its whole
    cluster ends in, so a cheapest way is given by the class f(K) that each cluster K becomes: the documents outside it
    move (a cluster that would keep none gains nothing by staying), and the clusters of one class are merged. Operations
    = documents - kept + clusters - classes that are some f(K). Maximized is kept + classes used, as an assignment: K
    either is the first of its class (documents kept + 1) or joins any.
    """
    if isinstance(system, PartitionTable):
        return _edit_distance_of_symbols(system)
    of = counts(system, gold)
    if of.documents == len(of.classes):
        return None
    edges: dict[tuple[int, tuple[str, int]], int] = {(j, ("first of", i)): k + 1 for (j, i), k in of.shared.items()}
    for (j, _), kept in of.shared.items():
        edges[j, ("joins", j)] = max(kept, edges.get((j, ("joins", j)), 0))
    operations = of.documents + len(of.clusters) - heaviest_matching(edges)
    return 1 - Fraction(operations, of.documents - len(of.classes))


def _edit_distance_of_symbols(of: PartitionTable) -> Any:
    """The score for a table of symbols. A cluster whose documents are all of one class may become that class: it then
    keeps all its documents, at least one, and no other choice gains more, since another choice keeps none of them and
    uses at most one class. So the maximum is the sum of the documents of such clusters, their classes, and a number for
    the choices of the other clusters. This number depends on the other clusters, and on the classes that are used
    already.
    """
    kept = of.clusters.of_those(lambda k: k.is_within_one)
    used = of.classes.of_those(lambda c: c.wholes)
    beside = of.classes.places(lambda c: c.wholes)
    documents = total(kept, lambda k: k.size)
    if documents != total(used, lambda c: sum(x.documents for x in c.wholes)):
        raise TaskError("a cluster of one class alone is not among what a class of the table has")
    others = of.clusters.unknown(lambda k: k.is_within_one, f"gathered beside {beside}")
    operations = of.documents + number(of.clusters) - documents - number(used) - others
    return 1 - operations / (of.documents - number(of.classes))


def edit_distance_greedy(system: Organization, gold: Organization) -> Fraction:
    """Purity - clusters / documents (Pantel & Lin). Range [0, 1)."""
    of = table(system, gold)
    return (total(of.clusters, lambda k: k.most) - number(of.clusters)) / of.documents  # type: ignore[no-any-return]


DEFINITIONS = (
    Definition("edit-distance", edit_distance, counted=100, second_form=True),
    Definition("edit-distance-greedy", edit_distance_greedy, counted=GREATEST),
)
