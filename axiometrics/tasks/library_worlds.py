"""All small libraries with their runs, once up to the order of siblings: what metrics of elements are compared on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs
from axiometrics.generators import libraries


def _outputs(gold: Library, found: Sequence[Organization], documents: int) -> Outputs:
    sizes = np.array([output.size for output in found])
    fresh = np.array([len(gold.documents | output.documents) == documents for output in found])
    return Outputs(gold, documents, sizes, fresh, None, lambda k: found[k])


def elements(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every article with relevant text and every run of at most three of its elements."""
    for gold in libraries.small(documents):
        yield _outputs(gold, [libraries.run(one) for one in libraries.runs(gold)], documents)


def focused(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """The same, with runs whose elements do not overlap."""
    for gold in libraries.small(documents):
        runs = [libraries.run(one) for one in libraries.runs(gold) if not libraries.overlapping(one)]
        yield _outputs(gold, runs, documents)


def articles(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every article with relevant text and every set of its elements that do not overlap."""
    for gold in libraries.small(documents):
        yield _outputs(gold, [libraries.in_context([one]) for one in libraries.answers(gold)], documents)


def entry_points(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every number of articles and of best entry points among them, and runs with every distance."""
    found: dict[Library, list[Organization]] = {}
    for distances, total in libraries.entries():
        gold, run = libraries.of_distances(distances, total)
        if len(gold.documents.union(run)) == documents:
            found.setdefault(gold, []).append(libraries.run(run))
    for gold, outputs in found.items():
        yield _outputs(gold, outputs, documents)
