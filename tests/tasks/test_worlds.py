"""The small worlds of the built-in tasks: how many golds and outputs they have, counted by formulas and by Burnside's
lemma.

That the outputs listed stand for all others is tested by definition in `comparison/separation/test_separate.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, factorial, prod

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.task import Outputs, task
from tests.partitions import set_partitions

BUILT_IN = ("clustering", "filtering", "ranking", "organization")
WORLDS = {world.name: world for name in BUILT_IN for world in task(name).worlds}

Labelled = tuple[tuple[tuple[int, ...], ...], ...]
"""Levels of clusters of numbered documents."""


def every(name: str, documents: int, closed: bool = False) -> list[Outputs]:
    return list(WORLDS[name].outputs(documents, closed))


def test_the_tasks_of_the_paper_are_built_in() -> None:
    assert registry.tasks.names()[: len(BUILT_IN)] == BUILT_IN
    assert set(registry.tasks._built_in()) >= set(BUILT_IN)


# --- golds


@cache
def compositions_of_partitions(n: int) -> int:
    """Levels of clusters of n documents without names (OEIS A055887)."""
    return 1 if n == 0 else sum(partitions_of(k) * compositions_of_partitions(n - k) for k in range(1, n + 1))


@cache
def partitions_of(n: int, greatest: int | None = None) -> int:
    """Partitions of a whole number (OEIS A000041)."""
    if n == 0:
        return 1
    most = n if greatest is None else min(n, greatest)
    return sum(partitions_of(n - k, k) for k in range(1, most + 1))


GOLDS: dict[str, Callable[[int], int]] = {
    "clustering": partitions_of,
    "filtering": lambda n: n + 1,
    "ranking": lambda n: n,
    "graded": lambda n: comb(n + 2, 2) - 1,
    "organization": lambda n: sum(map(compositions_of_partitions, range(1, n + 1))),
}


@pytest.mark.parametrize("name", GOLDS)
def test_golds_are_as_many_as_a_formula_says(name: str) -> None:
    for documents in range(1, min(WORLDS[name].greatest, 5 if name != "organization" else 3) + 1):
        golds = [outputs.gold for outputs in every(name, documents)]
        assert len(golds) == len(set(golds)) == GOLDS[name](documents)


# --- outputs


def runs(counts: Sequence[int]) -> int:
    """The runs of at least one document that take at most so many documents of each grade."""
    taken = (some for some in product(*(range(count + 1) for count in counts)) if any(some))
    return sum(factorial(sum(some)) // prod(map(factorial, some)) for some in taken)


@pytest.mark.parametrize("closed", [False, True])
def test_the_runs_of_a_gold_are_counted_by_a_formula(closed: bool) -> None:
    for documents in range(1, 9):
        for relevant, outputs in enumerate(every("ranking", documents, closed), 1):
            irrelevant = documents - relevant
            assert len(outputs) == sum(comb(a + b, a) for a in range(relevant + 1) for b in range(irrelevant + 1)) - 1
    for documents in range(1, 6):
        for outputs in every("graded", documents, closed):
            grades = list(outputs.gold.grades().values())
            second, first = grades.count(2), grades.count(1)
            assert len(outputs) == runs((first, second, documents - first - second))


def test_the_outputs_of_all_golds_are_counted_by_known_sequences() -> None:
    # OEIS A007716
    assert [sum(map(len, every("clustering", n))) for n in range(1, 8)] == [1, 4, 10, 33, 91, 298, 910]
    assert [sum(map(len, every("filtering", n))) for n in (1, 2, 3, 9)] == [comb(n + 3, 3) for n in (1, 2, 3, 9)]


def test_pairs_belong_to_one_size() -> None:
    """With every pair of one gold counted where its documents are, the sizes together are all pairs of the largest."""
    for relevant in (1, 2, 3):
        counted = sum(every("ranking", n)[relevant - 1].pairs for n in range(relevant, 7))
        assert counted == comb(len(every("ranking", 6)[relevant - 1]), 2)


def labelled_organizations(documents: int) -> list[Labelled]:
    """Levels of clusters of some of the documents, at least one, none twice."""
    organizations = set()
    for size in range(1, documents + 1):
        for some in combinations(range(documents), size):
            for parts in set_partitions(some):
                for levels in product(range(len(parts)), repeat=len(parts)):
                    if set(levels) == set(range(max(levels) + 1)):
                        organizations.add(
                            written(
                                [
                                    [c for c, at in zip(parts, levels, strict=True) if at == i]
                                    for i in sorted(set(levels))
                                ]
                            )
                        )
    return sorted(organizations)


def labelled_clusterings(documents: int) -> list[Labelled]:
    """Clusterings of all the documents with at most one occurrence more than documents; clusters may repeat."""
    clusters = [some for size in range(1, documents + 1) for some in combinations(range(documents), size)]
    return [
        written([some])
        for number in range(1, documents + 2)
        for some in combinations_with_replacement(clusters, number)
        if len(set().union(*some)) == documents and sum(map(len, some)) <= documents + 1
    ]


def written(levels: Sequence[Sequence[Sequence[int]]]) -> Labelled:
    return tuple(tuple(sorted(tuple(sorted(cluster)) for cluster in level)) for level in levels)


def documents_of(labelled: Labelled) -> set[int]:
    return {d for level in labelled for cluster in level for d in cluster}


def occurrences_of(labelled: Labelled) -> int:
    return sum(len(cluster) for level in labelled for cluster in level)


def orbits(pairs: Sequence[tuple[Labelled, Labelled]], documents: int) -> Fraction:
    """How many pairs there are up to renaming documents: the mean number of pairs that a renaming leaves as they are
    (Burnside's lemma).
    """
    fixed = 0
    for images in permutations(range(documents)):
        for pair in pairs:
            renamed = (written([[[images[d] for d in c] for c in level] for level in side]) for side in pair)
            fixed += all(image == original for image, original in zip(renamed, pair, strict=True))
    return Fraction(fixed, factorial(documents))


@pytest.mark.parametrize("documents", [1, 2, 3])
def test_organizations_are_counted_by_burnsides_lemma(documents: int) -> None:
    sides = labelled_organizations(documents)
    pairs = [
        (gold, output)
        for gold, output in product(sides, repeat=2)
        if len(documents_of(gold) | documents_of(output)) == documents
    ]
    assert sum(int(outputs.fresh.sum()) for outputs in every("organization", documents)) == orbits(pairs, documents)


@pytest.mark.parametrize("documents", [1, 2, 3])
def test_overlapping_clusterings_are_counted_by_burnsides_lemma(documents: int) -> None:
    sides = labelled_clusterings(documents)
    partitions = [side for side in sides if occurrences_of(side) == documents]
    plain, more = ([(gold, output) for gold in some for output in some] for some in (partitions, sides))
    listed = every("overlapping", documents)
    assert sum(map(len, listed)) == orbits(more, documents)
    assert sum(int(outputs.fresh.sum()) for outputs in listed) == orbits(more, documents) - orbits(plain, documents)
    # OEIS A007716
    assert orbits(plain, documents) == [1, 4, 10][documents - 1]


# --- every world


@pytest.mark.few(1)
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_counts_of_a_world_are_those_of_its_outputs_one_by_one(name: str) -> None:
    of = task(name)
    for documents, world in product((1, 2, 3), of.worlds):
        for outputs in world.outputs(documents, False):
            assert (outputs.counts is None) == (of.counts is None or world.trait == "overlapping")
            if outputs.counts is not None:
                assert of.counts is not None
                for metric in registry.metrics():
                    if metric.task == name and metric.formula is not None and not metric.closed:
                        stacked = np.concatenate([metric.evaluate(stack) for stack in outputs.counts])
                        alone = [
                            metric.evaluate(of.counts(outputs.output(k), outputs.gold, exact=False)).item()
                            for k in range(len(outputs))
                        ]
                        np.testing.assert_allclose(stacked, alone, rtol=1e-12, atol=1e-12)
