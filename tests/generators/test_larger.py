"""Larger cases drawn by chance: each is a case of its reading, and its counts say what its documents say."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.counted import Columns
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.generators.larger import drawn, larger_cases

READINGS = [
    (constraint, reading)
    for constraint in registry.constraints()
    if constraint.vocabulary
    for reading in constraint.readings
    if not reading.finite and reading.name != "shared" and drawn(reading.cases) is not None
]


def test_the_families_of_the_first_paper_are_drawn() -> None:
    """Those of mixed organizations are not: their proofs are compared on the cases that the enumeration lists."""
    drawn_of = {constraint.task for constraint, _ in READINGS}
    assert drawn_of >= {"clustering", "filtering", "ranking"}
    left = {c.task for c in registry.constraints() if c.vocabulary} - drawn_of
    assert left <= {"organization"}


FIRST = {(constraint.task, type(reading.cases)): reading for constraint, reading in reversed(READINGS)}
"""The first reading of each task and type of family: the drawing of the others is the same."""


@pytest.mark.parametrize(
    ("constraint", "reading"),
    [
        pytest.param(
            constraint,
            reading,
            id=f"{constraint.name}@{reading.name}",
            marks=() if reading in FIRST.values() else pytest.mark.thorough,
        )
        for constraint, reading in READINGS
    ],
)
def test_what_is_drawn_is_of_the_reading(constraint: Constraint, reading: Reading) -> None:
    reach = 2 if constraint.id == "homogeneity" else 6  # all splits of that many documents are listed to recognise one
    cases = larger_cases(reading.cases, Random(1), 12, named=True, reach=reach)
    assert len(cases) == 12
    few = [case for case in cases if reach > 2 or case.documents < 13]
    assert {reading.judged.admits(case) for case in few} == {None}


@pytest.mark.parametrize("constraint", ["homogeneity", "completeness", "rag-bag", "size-vs-quantity"])
def test_counts_go_to_a_million(constraint: str) -> None:
    (declared,) = registry.match_constraints(constraint)
    for reading in (reading for reading in declared.readings if reading.name != "non-trivial"):  # it lists its cases
        for case in larger_cases(reading.cases, Random(2), 60):
            worse, better = case.outputs["worse"], case.outputs["better"]
            assert isinstance(worse, Columns)
            assert worse.classes == better.classes


def test_documents_and_counts_have_the_same_quantities_and_scores() -> None:
    """The same draws, spelled out and counted: every quantity of the vocabulary and every definition says the same."""
    for name in (
        "clustering:homogeneity",
        "clustering:completeness",
        "clustering:rag-bag",
        "clustering:size-vs-quantity",
    ):
        (constraint,) = registry.match_constraints(name)
        vocabulary = vocabulary_of(constraint)
        assert vocabulary is not None
        for reading in (r for r in constraint.readings if not r.finite and r.name != "non-trivial"):
            pairs = [
                larger_cases(reading.cases, Random(f"{i}"), 1, named, reach=6)
                for i in range(6)
                for named in (True, False)
            ]
            for (named,), (counted,) in zip(pairs[::2], pairs[1::2], strict=True):
                seen = [vocabulary.see(case) for case in (named, counted)]
                for quantity, of in vocabulary.quantities.items():
                    if of.of is not None:
                        values = [of.of(view) for view in seen]
                        assert values[0] == values[1], quantity
                for base in (
                    "purity",
                    "inverse-purity",
                    "f-max",
                    "rand",
                    "bcubed-f",
                    "bcubed-extended-f",
                    "rs-clustering",
                ):
                    definition = registry.definition(base)
                    assert definition is not None
                    for role in ("worse", "better"):
                        score = definition(named.outputs[role], named.gold)
                        assert isinstance(score, Fraction)
                        assert score == definition(counted.outputs[role], None), base


SEARCHED = {
    "scoring:stability": 3,
    "focused:descendants": 4,
    "in-context:F-range": 4,
    "best-in-context:order-matters": 10,
}
"""The documents of the largest case that is listed."""


@pytest.mark.parametrize("name", SEARCHED)
def test_cases_of_scores_and_articles_are_larger_than_those_that_are_searched(name: str) -> None:
    """Without a drawing of their own, what is listed for the search alone would be compared with a proof."""
    (constraint,) = registry.match_constraints(name)
    reading = constraint.readings[0]
    cases = larger_cases(reading.cases, Random(4), 40, named=True)
    assert sum(case.documents > SEARCHED[name] for case in cases) >= 15
    assert {reading.judged.admits(case) for case in cases} == {None}


@pytest.mark.parametrize("name", ["focused:tiling", "focused:ideal-scores-1", "thorough:ideal-scores-1"])
def test_runs_that_are_rare_are_drawn_on_large_articles(name: str) -> None:
    (constraint,) = registry.match_constraints(name)
    cases = larger_cases(constraint.readings[0].cases, Random(4), 40, named=True)
    assert sum(case.documents > 6 for case in cases) >= 10


def test_topics_have_more_intents_than_those_that_are_searched() -> None:
    for name in ("diversity:one-list", "diversity:tractable-ideal"):
        (constraint,) = registry.match_constraints(name)
        cases = larger_cases(constraint.readings[0].cases, Random(4), 40, named=True)
        assert sum(2 < len(case.gold.intents) < 6 for case in cases) >= 5
        assert sum(len(case.gold.documents) > 3 for case in cases) >= 5


def test_scores_are_not_only_those_of_the_grid() -> None:
    (constraint,) = registry.match_constraints("scoring:rank-invariance")
    cases = larger_cases(constraint.readings[0].cases, Random(4), 40)
    given = {number for case in cases for number in case.outputs["one"].numbers.values()}
    assert any(number.denominator not in (1, 2, 4, 100) for number in given)
    assert max(case.documents for case in cases) > 20
