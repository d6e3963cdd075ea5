"""Pairs of a gold and an output, up to renaming: their numbers, and the names under which they are equal."""

from __future__ import annotations

import random

import pytest

from axiometrics import Organization
from axiometrics.core.task import task
from axiometrics.possibility.orbits import Orbits
from axiometrics.possibility.question import question
from axiometrics.registry import constraint
from axiometrics.registry.implications import Place
from tests.partitions import set_partitions


@pytest.mark.parametrize(("documents", "pairs"), [(2, 4), (3, 10), (4, 33)])
def test_pairs_of_clusterings_are_counted_up_to_renaming(documents: int, pairs: int) -> None:
    """The numbers of orbits of pairs of partitions under the symmetric group."""
    names = [f"x{i}" for i in range(documents)]
    every = [Organization.clustering(parts) for parts in set_partitions(names)]
    orbits = Orbits(task("clustering"))
    for gold in every:
        for output in every:
            orbits.number(output, gold)
    assert len(orbits) == pairs


@pytest.mark.parametrize(("documents", "pairs"), [(4, 33), (5, 91), (6, 298)])
def test_the_world_of_clusterings_has_as_many_pairs(documents: int, pairs: int) -> None:
    homogeneity = constraint("clustering:homogeneity")
    assert len(question([Place(homogeneity, homogeneity.reading())], size=documents).every_pair()) == pairs


@pytest.mark.parametrize(
    "text",
    [
        ("{a b} {c d} e", "{a c} {b d e}"),
        ("a b c d e f", "{a b} {c d} {e f}"),
        ("{a b} {b c} {c a}", "{a c} b"),
        ("a > b c > ...", "d > a > b > ..."),
        ("{a b} > {a c} > ...", "c > {a b} > ..."),
    ],
)
def test_every_renaming_of_a_pair_has_its_number_and_its_names(text: tuple[str, str]) -> None:
    gold, output = map(Organization.parse, text)
    orbits, chance = Orbits(task("organization")), random.Random(1)
    first = orbits.number(output, gold)
    names = sorted(gold.documents | output.documents)
    for seed in range(30):
        mixed = dict(zip(names, chance.sample([f"n{i}" for i in range(len(names))], len(names)), strict=True))
        own = output.renamed(mixed, seed), gold.renamed(mixed, seed)
        assert orbits.number(*own) == first
        new = orbits.names(*own)
        assert (own[0].renamed(new), own[1].renamed(new)) == orbits.representatives[first]


def test_gold_and_output_do_not_change_places() -> None:
    gold, output = Organization.parse("{a b} c"), Organization.parse("{a b c}")
    orbits = Orbits(task("clustering"))
    assert orbits.number(output, gold) != orbits.number(gold, output)
    assert orbits.find(Organization.parse("{a b} {c d}"), Organization.parse("{a b} {c d}")) is None


def test_a_gold_that_lists_every_document_is_another_gold_than_an_open_one() -> None:
    run, opened = Organization.parse("a > b > ..."), Organization.parse("a > ...")
    orbits = Orbits(task("ranking"))
    assert orbits.number(run, opened) != orbits.number(run, opened.closed(run.documents))


def test_counts_tell_the_pairs_of_clusterings_that_names_tell() -> None:
    """The number of a pair comes from what is counted of it; the pairs that names tell apart have different numbers."""
    names = [f"x{i}" for i in range(4)]
    every = [Organization.clustering(parts) for parts in set_partitions(names)]
    orbits = Orbits(task("clustering"))
    numbered = {(orbits.number(output, gold), orbits.renamed(output, gold)) for gold in every for output in every}
    assert len(numbered) == len({number for number, _ in numbered}) == len({pair for _, pair in numbered})
