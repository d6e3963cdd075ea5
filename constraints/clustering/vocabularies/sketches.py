"""Tables in symbols. Only what a constraint changes is written out; the rest are symbols
(`axiometrics.symbolic.symbols`).

A sketch has every case of its reading as an instance: clusters and classes that the constraint does not name are
groups, and so are the classes of a cluster that may hold any number of them. Tests hold the sketches to drawn cases.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from axiometrics.core.vocabulary import Kind
from axiometrics.definitions.partitions import PartitionPart, PartitionTable, Shared
from axiometrics.symbolic.symbols import Group, SymbolicNumber, Things, number, positive


@dataclass(frozen=True)
class Known(PartitionPart):
    """A class or cluster for which the greatest number of items that it shares with one part of the other side is
    known.
    """

    most_shared: Any = None

    @property
    def most(self) -> Any:
        """The most items that it shares with one part of the other side."""
        return self.most_shared


def shares(name: str) -> Group:
    """The items that a class or cluster shares with all parts of the other side that are not written out."""
    return Group(name, Shared(positive(f"{name}.t"), positive(f"{name}.of")))


def rest(name: str) -> Group:
    """Clusters, or classes, that the constraint does not name, as a group of symbols."""
    return Group(name, Known(number(f"{name}.size", 1), shares(f"{name}.shares"), positive(f"{name}.most")))


def whole(size: Any, *single: Shared, groups: tuple[Group, ...] = ()) -> PartitionPart:
    """A class or cluster of this size, by the items that it shares with single parts of the other side and with
    groups of them.
    """
    return PartitionPart(size, Things(single, groups))


def documents() -> Any:
    """All items: two at least, in every reading."""
    return number("n", 2)


def table(clusters: Things, classes: Things, expected: Any = None) -> PartitionTable:
    """A table of all items."""
    return PartitionTable(documents(), clusters, classes, expected)


def information(of: PartitionTable) -> dict[str, SymbolicNumber]:
    """The entropies of a table, times its items, by the names of their quantities: sums over what clusters and
    classes share.
    """

    def overlaps(logarithms: Callable[[Any, Any], Any]) -> Any:
        return of.clusters.total(lambda k: k.shares.total(lambda x: x.documents * logarithms(x, k)))

    n, t, a, b = (
        overlaps(value)
        for value in (
            lambda x, k: of.documents.log(),
            lambda x, k: x.documents.log(),
            lambda x, k: x.of.log(),
            lambda x, k: k.size.log(),
        )
    )
    return {"HC": n - a, "HK": n - b, "CK": b - t, "KC": a - t}


def orders(information: dict[str, SymbolicNumber], clusters: Any, name: str) -> tuple[Kind, Kind]:
    """The cases in which the entropy of the clusters is the greater one, and the cases in which the entropy of the
    classes is. In both, the quantity `name` is the greater entropy.
    """
    classes, n = information["HC"], documents()
    return (
        Kind({name: clusters}, not_negative=((clusters - classes) / n,), positive=(clusters,)),
        Kind({name: classes}, positive=(classes - clusters,)),
    )


def squares_over_sizes(parts: Any) -> SymbolicNumber:
    """The sum over parts of the squared numbers of items that they share with the other side, divided by the size
    of the part.
    """
    total: SymbolicNumber = parts.total(lambda k: k.shares.total(lambda x: x.documents * x.documents) / k.size)
    return total


def pairs_within(parts: Any) -> SymbolicNumber:
    """The number of pairs of items within parts."""
    total: SymbolicNumber = parts.total(lambda k: k.size * (k.size - 1) / 2)
    return total


def pairs_shared(parts: Any) -> SymbolicNumber:
    """The number of pairs of items within what parts share with the other side."""
    total: SymbolicNumber = parts.total(lambda k: k.shares.total(lambda x: x.documents * (x.documents - 1) / 2))
    return total
