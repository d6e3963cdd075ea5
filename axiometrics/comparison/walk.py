"""The walk over all small inputs on which metrics are compared: the plain world of their task and the worlds of its
traits, by size, so that the first input that separates two metrics is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Protocol

from axiometrics.core.progress import Progress, silent
from axiometrics.core.task import Outputs, World, task


class Comparable(Protocol):
    """The properties of a metric that the choice of the cases needs."""

    @property
    def traits(self) -> Set[str]:
        """The traits that the metric needs in a case, or understands there."""
        ...

    @property
    def closed(self) -> bool:
        """Whether every document must be listed in the gold."""
        ...


@dataclass(frozen=True)
class CaseKind:
    """A world, the number of documents up to which it is searched, and whether its golds list every document."""

    world: World
    last: int
    closed: bool = False

    @property
    def name(self) -> str:
        """The name of the world."""
        return self.world.name

    def speaks(self, metric: Comparable) -> bool:
        """Whether the metric can score the cases of this world."""
        return not self.world.trait or self.world.trait in metric.traits

    def outputs(self, documents: int) -> Iterator[Outputs]:
        """Every gold of this number of documents, with its outputs."""
        return self.world.outputs(documents, self.closed)


@dataclass
class Walk:
    """The walk over several kinds of cases: all golds with their outputs, those with the fewest documents first.

    Attributes
    ----------
    kinds : the kinds of cases
    progress : called before each gold is looked at
    searched : by the name of each kind, the number of documents up to which all its golds were looked at
    """

    kinds: Sequence[CaseKind]
    progress: Progress = silent
    searched: dict[str, int] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The number of documents of the greatest size."""
        return max(kind.last for kind in self.kinds)

    def sizes(self) -> Iterator[tuple[int, Iterator[tuple[CaseKind, Outputs]]]]:
        """Each number of documents, with the kinds and golds of this size."""
        return ((documents, self._golds(documents)) for documents in range(1, self.last + 1))

    def _golds(self, documents: int) -> Iterator[tuple[CaseKind, Outputs]]:
        for kind in self.kinds:
            if documents <= kind.last:
                for outputs in kind.outputs(documents):
                    self.progress(documents - 1, self.last, f"cases of size {documents}, gold {outputs.gold}")
                    yield kind, outputs
                self.searched[kind.name] = documents


def kinds(of: str, metrics: Sequence[Comparable], size: int | None, default: str = "default") -> list[CaseKind]:
    """The kinds of cases for these metrics of a task: the plain world, and one world for each trait that at least two
    of the metrics have.

    Each goes to `size` documents, as far as its world goes; where `size` is None, to the size that the world declares
    under the name `default`: that of `separate`, `cover` or `equal`.
    """
    closed = any(metric.closed for metric in metrics)
    return [
        CaseKind(world, min(size, world.greatest) if size is not None else getattr(world, default), closed)
        for world in task(of).worlds
        if not world.trait or sum(world.trait in metric.traits for metric in metrics) > 1
    ]


def capped(of: str, metrics: Sequence[Comparable], size: int | None) -> list[CaseKind]:
    """The kinds of cases that are searched to a smaller size than was asked for, because there are too many cases."""
    return [kind for kind in kinds(of, metrics, size) if size is not None and kind.last < size]
