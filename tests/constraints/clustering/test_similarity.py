"""The cases of the constraints on the similarity of clusterings: as many as brute force says; and verdicts that are
known from pencil and paper, from theorems, or from written-out loops over partitions.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import pytest

import axiometrics
from axiometrics import registry
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.generators.partition_pairs import pairs
from tests.partitions import labelings

Labels = tuple[int, ...]


def renamed(labels: Labels, order: tuple[int, ...]) -> Labels:
    first: dict[int, int] = {}
    return tuple(first.setdefault(labels[i], len(first)) for i in order)


def kinds(items: int, sides: int) -> set[tuple[Labels, ...]]:
    """Every choice of so many partitions up to renaming of items: the least of those that renaming gives."""
    orders = list(permutations(range(items)))
    every = product(labelings(items), repeat=sides)
    return {min(tuple(renamed(labels, order) for labels in some) for order in orders) for some in every}


def trivial(labels: Labels) -> bool:
    return len(set(labels)) in {1, len(labels)}


def number(constraint: str, reading: str, items: int) -> int:
    return len(list(registry.constraint(f"clustering:{constraint}").reading(reading).judged.cases(items)))


@pytest.mark.parametrize("items", [2, 3, 4])
@pytest.mark.parametrize("reading", ["any", "non-trivial"])
def test_the_cases_are_counted(items: int, reading: str) -> None:
    def counted(some: set[tuple[Labels, ...]]) -> list[tuple[Labels, ...]]:
        return [sides for sides in some if reading == "any" or not any(map(trivial, sides))]

    different = [(a, b) for a, b in counted(kinds(items, 2)) if a != b]
    both_ways = {frozenset([min(renamed2(a, b)), min(renamed2(b, a))]) for a, b in different}
    golds = len(counted(kinds(items, 1)))
    assert number("gold-is-best", reading, items) == len(different)
    assert number("symmetry", reading, items) == len(both_ways)
    assert number("equal-self-agreement", reading, items) == comb(golds, 2)
    assert number("constant-baseline", reading, items) == comb(golds**2, 2)
    assert number("constant-baseline", f"{reading}-each-gold", items) == golds * comb(golds, 2)
    triangles = [(a, b, c) for a, b, c in counted(kinds(items, 3)) if b not in {a, c}]
    assert number("distance", reading, items) == len(triangles)


def renamed2(a: Labels, b: Labels) -> Iterator[tuple[Labels, Labels]]:
    return ((renamed(a, order), renamed(b, order)) for order in permutations(range(len(a))))


def numbers(gold: Organization, output: Organization) -> tuple[int, ...]:
    """The four numbers of pairs, counted pair by pair."""
    of = [{d: j for _, j, d in side.occurrences()} for side in (gold, output)]
    counts = [0] * 4
    for d, e in combinations(sorted(gold.documents), 2):
        counts[2 * (of[0][d] == of[0][e]) + (of[1][d] == of[1][e])] += 1
    return tuple(counts)


def organization(labels: Labels) -> Organization:
    parts: dict[int, list[str]] = {}
    for i, part in enumerate(labels):
        parts.setdefault(part, []).append(f"d{i}")
    return Organization.clustering(parts.values())


@cache
def tables() -> list[list[tuple[Organization, Organization]]]:
    """Golds and outputs of six items with the same numbers of pairs; several where these do not tell them apart."""
    by_numbers: dict[tuple[int, ...], list[tuple[Organization, Organization]]] = {}
    for gold, output in pairs(6):
        sides = organization(gold), organization(output)
        by_numbers.setdefault(numbers(*sides), []).append(sides)
    return [alike for alike in by_numbers.values() if len(alike) > 1]


COUNTED = [metric for metric in registry.metrics(controls=True) if "pair-counts" in metric.traits]


@pytest.mark.parametrize("metric", COUNTED, ids=lambda metric: metric.id)
def test_a_metric_that_sees_pairs_alone_does(metric: Metric) -> None:
    for (gold, output), *others in tables():
        score = metric.exact(output, gold)
        assert all(metric.exact(output, of) == score for of, output in others)


def test_a_metric_that_sees_more_does_not_say_so() -> None:
    assert {metric.family for metric in COUNTED} == {"counting pairs", "control"}
    purity = registry.metric("purity")
    assert any(len({purity.exact(output, gold) for gold, output in alike}) > 1 for alike in tables())


def cell(metric: str, constraint: str, reading: str, size: int = 5) -> axiometrics.Cell:
    matrix = axiometrics.matrix(
        metrics=[metric], constraints=[f"clustering:{constraint}"], reading="all", max_size=size, cache=False
    )
    return next(cell for cell in matrix.cells if cell.reading == reading)


def test_the_mean_of_a_random_output_depends_on_the_sizes() -> None:
    """Rand, four items in {ab}{cd}: two pairs have Rand 1 once and 1/3 twice; a triple and a single 1/2 each time."""
    counterexample = cell("rand", "constant-baseline", "non-trivial-each-gold", 4).counterexample
    assert counterexample is not None
    assert set(counterexample["scores"].values()) == {"5/9", "1/2"}
    assert sorted(map(len, counterexample["outputs"].values())) == [3, 4]


@pytest.mark.parametrize("metric", ["adjusted-rand", "cc", "sokal-sneath-1", "ami", "adjusted-bcubed-f"])
def test_what_is_corrected_for_chance_has_a_constant_baseline(metric: str) -> None:
    """Of all five, the mean under random outputs of given sizes is 0, or 1/2, by their definitions."""
    assert cell(metric, "constant-baseline", "non-trivial", 4).holds is True
    assert cell(metric, "constant-baseline", "any", 4).holds is False  # equal trivial partitions score 1


def test_the_variation_of_information_is_a_distance_and_ari_is_not() -> None:
    """Meila 2003 proves the first; of the second, an instance on three partitions shows it."""
    assert cell("variation-of-information", "distance", "any", 4).holds is True
    counterexample = cell("adjusted-rand", "distance", "non-trivial").counterexample
    assert counterexample is not None
    scores = {role: Fraction(score) for role, score in counterexample["scores"].items()}
    assert scores["first_second"] + scores["second_third"] > scores["first_third"] + scores["second_second"]


def test_the_angle_is_a_distance_and_the_correlation_is_not() -> None:
    assert cell("cd", "distance", "non-trivial", 4).holds is True
    assert cell("cc", "distance", "non-trivial", 4).holds is False


def test_jaccard_does_not_see_what_is_apart_in_both() -> None:
    assert cell("jaccard", "strong-monotonicity", "non-trivial-mixed").relation == "tied"
    assert cell("rand", "strong-monotonicity", "non-trivial-mixed").holds is True
    assert cell("bcubed-f", "strong-monotonicity", "any").evidence.kind == "not-applicable"


def of_pairs(labels_true: list[int], labels_pred: list[int]) -> float:
    """The share of pairs together in both among those together in one, written out."""
    wanted, claimed = (
        [side[i] == side[j] for i, j in combinations(range(len(side)), 2)] for side in (labels_true, labels_pred)
    )
    some = sum(map(max, wanted, claimed))
    return sum(map(min, wanted, claimed)) / some if some else 1.0


def test_a_function_that_says_it_counts_pairs_is_judged_as_ours() -> None:
    declared = axiometrics.metric(task="clustering", form="labels", pair_counts=True)(of_pairs)
    options: dict[str, Any] = {"reading": "all", "max_size": 4, "cache": False}
    options["constraints"] = ["clustering:strong-monotonicity"]
    ours = axiometrics.matrix(metrics=["clustering:jaccard"], **options).cells
    theirs = axiometrics.check(declared, **options).cells
    assert [(cell.reading, cell.holds, cell.relation) for cell in theirs] == [
        (cell.reading, cell.holds, cell.relation) for cell in ours
    ]
    assert {cell.holds for cell in theirs} == {False}


def test_a_function_that_does_not_say_so_is_told_how() -> None:
    declared = axiometrics.metric(task="clustering", form="labels")(lambda labels_true, labels_pred: 1.0)
    (verdict,) = axiometrics.check(declared, constraints=["clustering:strong-monotonicity"], cache=False).cells
    assert verdict.evidence.kind == "not-applicable"
    assert "@axiometrics.metric(pair_counts=True)" in str(verdict.to_json())


def test_a_counterexample_of_means_is_verified() -> None:
    """By the plain statement, which counts all outputs of given sizes, and by the definition of the metric."""
    matrix = axiometrics.matrix(
        metrics=["rand", "cd"], constraints=["clustering:constant-baseline"], reading="all", max_size=4, cache=False
    )
    assert matrix.counts["counterexample"] == 8
    report = axiometrics.verify(matrix)
    assert {item.status for item in report.items} == {"verified"}


def test_a_matrix_of_the_study_is_verified() -> None:
    """The study has a default reading of its own for two constraints of Amigó et al. 2013."""
    matrix = axiometrics.matrix(
        study="gosgens2021-clustering", metrics=["rand", "bcubed-f"], reading="all", max_size=3, cache=False
    )
    report = axiometrics.verify(matrix)
    assert {item.status for item in report.items} <= {"verified", "nothing to check"}
    homogeneity = [cell.reading for cell in matrix.cells if cell.constraint == "homogeneity"]
    assert homogeneity == ["non-trivial", "universal"] * 2
