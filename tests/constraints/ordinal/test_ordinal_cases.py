"""The cases of ordered classes: as many as formulas say, and a few verdicts that are known from pencil and paper."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import axiometrics
from axiometrics import registry
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.generators.tables import compositions

CLASSES = (2, 3, 4)


def number(constraint: str, reading: str, items: int) -> int:
    declared = registry.constraint(f"ordinal:{constraint}")
    return len(list(declared.reading(reading).judged.cases(items)))


def tables(items: int, kinds: int) -> int:
    """The ways to put items that are alike into so many kinds."""
    return comb(items + kinds - 1, kinds - 1) if kinds else 0


@pytest.mark.parametrize("items", [1, 2, 3, 4])
def test_the_cases_of_invariance_and_monotonicity_are_counted(items: int) -> None:
    # one item in one of the cells of errors, and the others anywhere
    assert number("ordinal-monotonicity", "any", items) == sum(c * (c - 1) * tables(items - 1, c * c) for c in CLASSES)
    # of two neighbouring classes only the lower one is used
    lower = {c: tables(items, (c - 1) ** 2) - tables(items, (c - 2) ** 2) for c in CLASSES}
    assert number("ordinal-invariance", "used", items) == sum((c - 1) * lower[c] for c in CLASSES)


@pytest.mark.parametrize("items", range(3, 9))
def test_the_cases_of_imbalance_are_counted(items: int) -> None:
    """A gold is given by the sizes of its classes."""
    golds = [sizes for c in CLASSES for sizes in compositions(items, c)]
    triples = [(s, t) for s in golds for t in combinations(range(len(s)), 3) if s[t[0]] > s[t[2]] > 0]
    whole = [(sizes, triple) for sizes, triple in triples if all(sizes)]
    assert number("imbalance", "any", items) == len(triples)
    assert number("imbalance", "all-classes", items) == len(whole)
    assert number("imbalance", "neighbours", items) == sum(c - a == 2 for _, (a, _, c) in whole)


def score(metric: str, system: str, gold: str) -> object:
    return registry.metric(metric, ["ordinal"]).exact(Organization.parse(system), Organization.parse(gold))


def test_a_gold_class_without_items_between_two_others_ties_cem_ord() -> None:
    """CEM-ORD counts items of the gold between two classes: from class 1 to class 2 of two there are as many as from 1
    to 3, where nothing has class 2."""
    assert score("cem-ord", "{} > a > {}", "{} > {} > a") == score("cem-ord", "a > {} > {}", "{} > {} > a")
    assert score("mae", "{} > a > {}", "{} > {} > a") == Fraction(-1)
    assert score("mae", "a > {} > {}", "{} > {} > a") == Fraction(-2)


@pytest.mark.parametrize(
    ("metric", "constraint", "verdicts"),
    [
        ("mae", "ordinal-monotonicity", {"any": True, "all-classes": True}),
        ("mae", "ordinal-invariance", {"used-in-gold": False, "used": False}),
        ("cem-ord", "ordinal-monotonicity", {"any": False, "all-classes": True}),
        ("cem-ord", "imbalance", {"neighbours": True, "all-classes": False, "any": False}),
        ("kappa(weights=quadratic)", "ordinal-monotonicity", {"any": False, "all-classes": False}),
    ],
)
def test_verdicts_depend_on_the_reading(metric: str, constraint: str, verdicts: dict[str, bool]) -> None:
    matrix = axiometrics.matrix(
        metrics=[metric], constraints=[f"ordinal:{constraint}"], reading="all", max_size=5, cache=False
    )
    assert {cell.reading: cell.holds for cell in matrix.cells} == verdicts


def test_the_edits_of_real_outputs_are_steps_towards_the_gold() -> None:
    edits = registry.constraint("ordinal:ordinal-monotonicity").edits
    assert edits is not None
    gold, output = Organization.parse("a > b > c"), Organization.parse("b > {} > a c")
    places = edits.places(gold, output)
    better = [str(places.case(k).outputs["better"]) for k in range(places.number)]
    assert better == ["{} > b > a c", "b > a > c"]
    counts = task("ordinal").counts
    assert counts is not None
    for k in range(places.number):
        listed = places.counts([k], True)
        assert listed is not None
        for role, output in places.case(k).outputs.items():
            assert listed[role].table.tolist() == counts(output, gold).table.tolist()
