"""Every gold of a size with all its outputs, once up to isomorphism: what two metrics are compared on.

A metric is taken to see no names. Then the outputs of a gold may each stand for all that differ from it by renaming
documents in a way the gold does not notice, and every pair of such outputs is a case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Confusion, Gains
from axiometrics.core.arithmetic import Array
from axiometrics.core.organization import Organization
from axiometrics.generators.filterings import organize
from axiometrics.generators.organizations import documents as documents_of
from axiometrics.generators.organizations import labelled, least_name, named, shapes
from axiometrics.generators.patterns import Tables
from axiometrics.generators.rankings import Grades, golds, name_run, organized
from axiometrics.generators.tables import Columns, tables

SIZES = {
    "clustering": (8, 10),
    "filtering": (16, 24),
    "ranking": (8, 12),
    "organization": (3, 4),
    "graded": (6, 8),
    "overlapping": (4, 5),
}
"""By task, the documents searched unless told, and at most; golds of two grades and overlapping clusterings have their
own.
"""


@dataclass(frozen=True, eq=False)
class Outputs:
    """A gold and its outputs.

    Attributes
    ----------
    gold : the gold
    documents : the documents of every case: a pair of these outputs of which one is `fresh`
    occurrences : of each output, its occurrences
    fresh : of each output, whether its cases are of this size and kind; pairs without such a one belong to another
    counts : what formulas see, in stacks that follow each other; None where a metric is to see the organizations
    output : number of an output -> the organization
    """

    gold: Organization
    documents: int
    occurrences: Array
    fresh: Array
    counts: Sequence[Any] | None
    output: Callable[[int], Organization]

    def __len__(self) -> int:
        return len(self.occurrences)

    @property
    def pairs(self) -> int:
        """How many cases there are: unordered pairs of outputs with a fresh one among them."""
        old = int((~self.fresh).sum())
        return (len(self) * (len(self) - 1) - old * (old - 1)) // 2


def every(
    task: str, documents: int, *, closed: bool = False, graded: bool = False, overlapping: bool = False
) -> Iterator[Outputs]:
    """All golds and outputs of a task whose cases name that many documents.

    * clustering: partitions; the outputs of a gold are the contingency tables with its class sizes. `overlapping`:
      instead, clusterings of which one at least, gold or output, has one occurrence more than documents, and none has
      two.
    * filtering: every gold (also with one class only) and every positive set.
    * ranking: golds with at least one relevant document, above a tail or (`closed`) with every irrelevant document
      listed; runs of at least one document, of any length. `graded`: of two grades, else binary.
    * organization: any levels and clusters above a tail, no document twice; outputs may leave out documents and name
      others.

    >>> [sum(outputs.pairs for outputs in every("clustering", n)) for n in (1, 2, 3, 4)]
    [0, 2, 12, 98]
    """
    if task == "clustering":
        yield from _overlapping(documents) if overlapping else _clusterings(documents)
    elif task == "filtering":
        yield from _filterings(documents)
    elif task == "ranking":
        for counts in golds(2 if graded else 1, documents):
            yield _rankings(counts, documents - sum(counts), closed)
    else:
        yield from _organizations(documents)


def _clusterings(documents: int) -> Iterator[Outputs]:
    alike: dict[tuple[int, ...], list[Columns]] = {}
    for columns in tables(documents):
        alike.setdefault(tuple(map(sum, zip(*columns, strict=True))), []).append(columns)
    for group in alike.values():
        universe = Tables([_clusters(columns) for columns in group])
        gold = universe.outputs(0, closed=False)[1]
        sizes = np.full(len(group), documents)

        def output(k: int, universe: Tables = universe) -> Organization:
            return universe.outputs(k, closed=False)[0]

        yield Outputs(gold, documents, sizes, sizes > 0, [counts for counts, _ in universe.chunks()], output)


def _clusters(columns: Columns) -> list[dict[int, int]]:
    """The clusters of a table over numbered classes, those of one document last."""
    fresh = len(columns[0]) - 1
    clusters = []
    for column in columns:
        alone = range(fresh, fresh + column[-1])
        clusters.append({i: k for i, k in enumerate(column[:-1]) if k} | dict.fromkeys(alone, 1))
        fresh = alone.stop
    return clusters


def _overlapping(documents: int) -> Iterator[Outputs]:
    """Clusterings with at most one occurrence more than documents, less those cases that are partitions all."""
    every_document = tuple(range(documents))
    outputs = [shape for extra in (0, 1) for shape in labelled(every_document, extra) if len(shape) == 1]
    for gold in (shape for extra in (0, 1) for shape in shapes(documents, extra) if len(shape) == 1):
        chosen = list({least_name((gold, shape)): shape for shape in reversed(outputs)}.values())[::-1]
        sizes = np.array([sum(map(len, shape[0])) for shape in chosen])

        def output(k: int, chosen: Sequence[Any] = chosen) -> Organization:
            return named(chosen[k], tail=False)

        fresh = (sizes > documents) | (sum(map(len, gold[0])) > documents)
        yield Outputs(named(gold, tail=False), documents, sizes, fresh, None, output)


def _filterings(documents: int) -> Iterator[Outputs]:
    for relevant in range(documents + 1):
        found = [
            (tp, fp, relevant - tp, documents - relevant - fp)
            for tp in range(relevant + 1)
            for fp in range(documents - relevant + 1)
        ]
        sizes = np.full(len(found), documents)

        def output(k: int, found: Sequence[tuple[int, int, int, int]] = found) -> Organization:
            sets, _ = organize(found[k])
            return Organization.filtering(sets["positive"], sets["negative"])

        yield Outputs(organize(found[0])[1], documents, sizes, sizes > 0, [Confusion.of(found)], output)


def _rankings(counts: Grades, irrelevant: int, closed: bool) -> Outputs:
    """The runs of a gold that retrieve at most that many irrelevant documents; a closed gold lists just as many."""
    runs = _runs((irrelevant, *counts))
    lengths = np.array([len(run) for run in runs])
    gains = np.array([run + (0,) * (max(lengths) - len(run)) for run in runs])
    seen = np.array([run.count(0) for run in runs])
    stack = Gains.of(gains, np.array([counts]), irrelevant if closed else 0, lengths, unlimited=not closed)
    gold = organized({}, counts, closed, irrelevant)[1]

    def output(k: int) -> Organization:
        return Organization.ranking(name_run(runs[k]))

    return Outputs(gold, sum(counts) + irrelevant, lengths, (seen == irrelevant) | closed, [stack], output)


def _runs(left: Grades) -> list[Grades]:
    """The runs of at least one document that take at most `left[g]` documents of each grade, shorter ones first."""
    found: list[tuple[Grades, Grades]] = [((), left)]
    longer = found
    while longer:
        longer = [
            ((*run, grade), (*rest[:grade], rest[grade] - 1, *rest[grade + 1 :]))
            for run, rest in longer
            for grade in reversed(range(len(rest)))
            if rest[grade]
        ]
        found = found + longer
    return [run for run, _ in found[1:]]


def _organizations(documents: int) -> Iterator[Outputs]:
    for own in range(1, documents + 1):
        for gold in shapes(own):
            chosen = _any_outputs(gold, documents)
            sizes = np.array([len(documents_of(shape)) for shape in chosen])
            fresh = np.array([documents - 1 in documents_of(shape) for shape in chosen]) | (own == documents)

            def output(k: int, chosen: Sequence[Any] = chosen) -> Organization:
                return named(chosen[k], tail=True)

            yield Outputs(named(gold, tail=True), documents, sizes, fresh, None, output)


@cache
def _any_outputs(gold: Any, documents: int) -> tuple[Any, ...]:
    """Every organization of some documents of the gold and, beyond them, of the first unlisted ones up to that
    number.
    """
    own = len(documents_of(gold))
    found: dict[Any, Any] = {}
    for kept, beyond in product(range(own + 1), range(documents - own + 1)):
        for some in combinations(range(own), kept):
            for shape in labelled((*some, *range(own, own + beyond))):
                if shape:
                    found.setdefault(least_name((gold, shape)), shape)
    return tuple(found.values())
