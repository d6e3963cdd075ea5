"""Tables of which only what a constraint changes is told; the rest is symbols (`axiometrics.kernel.symbols`).

A sketch has every case of its reading as an instance: clusters and classes that the constraint does not name are
groups, and so are the classes of a cluster that may hold any number of them. Tests hold the sketches to drawn cases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from axiometrics.definitions.partitions import PartitionPart, PartitionTable, Shared
from axiometrics.kernel.symbols import Group, SymbolicNumber, Things, number, positive


@dataclass(frozen=True)
class Known(PartitionPart):
    """A class or cluster for which it is known how many documents it shares at most with one part of the other side."""

    known: Any = None

    @property
    def most(self) -> Any:
        """The most documents that it shares with one part of the other side."""
        return self.known


def shares(name: str) -> Group:
    """The documents that a class or cluster shares with all parts of the other side that are not written out."""
    return Group(name, Shared(positive(f"{name}.t"), positive(f"{name}.of")))


def rest(name: str) -> Group:
    """Clusters, or classes, that nobody names."""
    return Group(name, Known(number(f"{name}.size", 1), shares(f"{name}.shares"), positive(f"{name}.most")))


def whole(size: Any, *single: Shared, groups: tuple[Group, ...] = ()) -> PartitionPart:
    """A part that shares these, and what groups hold."""
    return PartitionPart(size, Things(single, groups))


def documents() -> Any:
    """All documents: two at least, in every reading."""
    return number("n", 2)


def table(clusters: Things, classes: Things) -> PartitionTable:
    """A table of all documents."""
    return PartitionTable(documents(), clusters, classes)


def squares_over_sizes(parts: Any) -> SymbolicNumber:
    """The sum over parts of the squares of what they share, over their sizes."""
    found: SymbolicNumber = parts.total(lambda k: k.shares.total(lambda x: x.documents * x.documents) / k.size)
    return found


def pairs_within(parts: Any) -> SymbolicNumber:
    """The pairs of documents within parts."""
    found: SymbolicNumber = parts.total(lambda k: k.size * (k.size - 1) / 2)
    return found


def pairs_shared(parts: Any) -> SymbolicNumber:
    """The pairs of documents within what parts share."""
    found: SymbolicNumber = parts.total(lambda k: k.shares.total(lambda x: x.documents * (x.documents - 1) / 2))
    return found
