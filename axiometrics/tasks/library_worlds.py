"""All small libraries with their runs, once up to the order of siblings. Metrics of elements are compared on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs
from axiometrics.generators import libraries


def _outputs(gold: Library, runs: Sequence[Organization], documents: int) -> Outputs:
    sizes = np.array([output.size for output in runs])
    fresh = np.array([len(gold.documents | output.documents) == documents for output in runs])
    return Outputs(gold, documents, sizes, fresh, None, lambda k: runs[k])


def elements(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every article with relevant text and every run of at most three of its elements."""
    for gold in libraries.small(documents):
        yield _outputs(gold, [libraries.run(run) for run in libraries.runs(gold)], documents)


def focused(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every article with relevant text and every run of at most three of its elements that do not overlap."""
    for gold in libraries.small(documents):
        runs = [libraries.run(run) for run in libraries.runs(gold) if not libraries.overlapping(run)]
        yield _outputs(gold, runs, documents)


def articles(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every article with relevant text and every set of its elements that do not overlap."""
    for gold in libraries.small(documents):
        yield _outputs(gold, [libraries.in_context([answer]) for answer in libraries.answers(gold)], documents)


def entry_points(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every number of articles and of best entry points among them, and runs with every distance."""
    by_gold: dict[Library, list[Organization]] = {}
    for distances, total in libraries.entries():
        gold, run = libraries.of_distances(distances, total)
        if len(gold.documents.union(run)) == documents:
            by_gold.setdefault(gold, []).append(libraries.run(run))
    for gold, outputs in by_gold.items():
        yield _outputs(gold, outputs, documents)
