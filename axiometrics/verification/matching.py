"""Clusters matched with classes: the heaviest matching, the accuracy under it, and the edit distance."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from axiometrics.core.organization import Organization
from axiometrics.verification.partitions import overlaps, partitions

Row = TypeVar("Row", bound=Hashable)
Column = TypeVar("Column", bound=Hashable)


def heaviest_matching(edges: Mapping[tuple[Row, Column], int]) -> int:
    """The greatest weight of edges (row, column) no two of which share an end.

    One augmenting path of the greatest gain after another (Bellman-Ford, no potentials); gains never grow, so the first
    that is not positive ends it.

    >>> heaviest_matching({("a", 1): 3, ("a", 2): 2, ("b", 1): 2})
    4
    """
    row_of: dict[Column, Row] = {}
    total = 0
    while True:
        gain, before = _reached(edges, row_of)
        ends = [column for column in gain if column not in row_of]
        if not ends or gain[best := max(ends, key=gain.__getitem__)] <= 0:
            return total
        total += gain[best]
        column_of = {row: column for column, row in row_of.items()}
        column: Column | None = best
        while column is not None:
            row_of[column] = before[column]
            column = column_of.get(before[column])


def _reached(
    edges: Mapping[tuple[Row, Column], int], row_of: Mapping[Column, Row]
) -> tuple[dict[Column, int], dict[Column, Row]]:
    """The greatest gain of an alternating path from a free row to each column, and the row before the column on it."""
    free = {row for row, _ in edges} - set(row_of.values())
    at_row = dict.fromkeys(free, 0)
    gain: dict[Column, int] = {}
    before: dict[Column, Row] = {}
    changed = True
    while changed:
        changed = False
        for (row, column), weight in edges.items():
            if (
                row not in at_row
                or row_of.get(column) == row
                or (column in gain and at_row[row] + weight <= gain[column])
            ):
                continue
            gain[column], before[column], changed = at_row[row] + weight, row, True
            if column in row_of:
                back = row_of[column]
                at_row[back] = gain[column] - edges[back, column]
    return gain, before


def matching_accuracy(system: Organization, gold: Organization) -> Fraction:
    """The documents in the class their cluster is matched with, under the best one-to-one matching, over all documents.
    Range (0, 1].
    """
    clusters, classes = partitions(system, gold)
    return Fraction(heaviest_matching(overlaps(clusters, classes)), len(system.documents))


def edit_distance(system: Organization, gold: Organization) -> Fraction | None:
    """1 - operations / (documents - classes), the operations being merges of two clusters and moves of one document. At
    most 1.

    Undefined where every document is a class of its own. A document that never moves ends in the class its whole
    cluster ends in, so a cheapest way is given by the class f(K) that each cluster K becomes: the documents outside it
    move (a cluster that would keep none gains nothing by staying), and the clusters of one class are merged. Operations
    = documents - kept + clusters - classes that are some f(K). Maximized is kept + classes used, as an assignment: K
    either is the first of its class (documents kept + 1) or joins any.
    """
    clusters, classes = partitions(system, gold)
    documents = len(system.documents)
    if documents == len(classes):
        return None
    shared = overlaps(clusters, classes)
    edges = {(j, ("first of", i)): kept + 1 for (j, i), kept in shared.items()}
    for (j, _), kept in shared.items():
        edges[j, ("joins", j)] = max(kept, edges.get((j, ("joins", j)), 0))
    operations = documents + len(clusters) - heaviest_matching(edges)
    return 1 - Fraction(operations, documents - len(classes))
