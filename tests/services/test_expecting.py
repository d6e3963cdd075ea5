"""Expected violations in Python, and what expectations of either door mean."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics import registry
from axiometrics.candidates.selection import candidate, constraints, tasks_of
from axiometrics.core.errors import AxiometricsError
from axiometrics.services.expectations import Expectation, resolve, violations

WHY = "why"
METRICS = [("purity", "purity"), ("ap", "ap")]


def said(stated: Any) -> list[tuple[str, str, str, bool]]:
    return [
        (violation.metric, violation.constraint, violation.reading, violation.holds)
        for violation in violations(stated, METRICS)
    ]


def resolved(stated: Any, *, names: tuple[str, ...] = (), shown: str = "default") -> set[tuple[str, str, str]]:
    candidates = [candidate(name) for name, _ in METRICS]
    return {
        of[1:]
        for of in resolve(violations(stated, METRICS), candidates, constraints(names, tasks_of(candidates)), shown)
    }


def test_three_forms() -> None:
    assert said(None) == said({}) == said(lambda metric: None) == []
    assert said({"purity": {"rag-bag": WHY, "completeness@picture": WHY}, "ap": {}}) == [
        ("purity", "rag-bag", "", False),
        ("purity", "completeness", "picture", False),
    ]
    assert said({"rag-bag": WHY}) == [("purity", "rag-bag", "", False), ("ap", "rag-bag", "", False)]
    assert said(lambda metric: {"confidence": WHY} if metric == "ap" else {}) == [("ap", "confidence", "", False)]


def test_said_of_all_it_means_those_of_the_task() -> None:
    assert resolved({"rag-bag": WHY}) == {("purity", "rag-bag", "universal")}
    assert resolved({"priority": WHY}) == {("ap", "priority", "universal")}


def test_the_reading_is_the_one_that_runs_or_the_first() -> None:
    assert resolved({"purity": {"rag-bag": WHY}}, shown="strong") == {("purity", "rag-bag", "strong")}
    assert resolved({"purity": {"rag-bag": WHY}}, shown="all") == {("purity", "rag-bag", "universal")}
    assert resolved({"ap": {"deepness*": WHY}}) == {
        ("ap", "deepness", "same-run"),
        ("ap", "deepness-threshold", "prose"),
    }


MISTAKES: list[tuple[Any, str]] = [
    (["rag-bag"], "expected_violations is \\['rag-bag'\\]: write"),
    ("rag-bag", "expected_violations is 'rag-bag'"),
    ({"rag-bag": ""}, "write {constraint: why}"),
    ({"rag-bag": True}, "write {constraint: why}"),
    ({"purity": {"rag-bag": WHY}, "rag-bag": WHY}, "write {constraint: why}"),
    (lambda metric: "rag-bag", r"expected_violations\(purity\) is 'rag-bag'"),
    ({"@universal": WHY}, "names '@universal': write a constraint"),
    ({"rag-bag@": WHY}, "names 'rag-bag@'"),
    ({"ragbags": WHY}, "no constraint 'ragbags': did you mean rag-bag"),
    ({"rag-bag@nope": WHY}, "has no reading 'nope'"),
    ({"puritty": {"rag-bag": WHY}}, "names the metric 'puritty', this run has purity, ap"),
    ({"ap": {"rag-bag": WHY}}, "names 'rag-bag' for ap, a metric of ranking: name a constraint of the metric's task"),
]


@pytest.mark.parametrize(("stated", "message"), MISTAKES)
def test_mistakes_are_told(stated: Any, message: str) -> None:
    with pytest.raises(AxiometricsError, match=message):
        resolved(stated)


def test_a_constraint_that_is_left_out_of_the_run_is_a_mistake() -> None:
    with pytest.raises(AxiometricsError, match="names 'rag-bag', this run has clustering:homogeneity"):
        resolved({"rag-bag": WHY}, names=("homogeneity",))


def read(*texts: str, strict: bool = True) -> list[Expectation]:
    return [Expectation.read(text, "here", strict) for text in texts]


def holding(expected: list[Expectation]) -> dict[str, bool]:
    expectations = resolve(expected, [candidate("ap")], registry.constraints(), "default")
    return {f"{of[2]}@{of[3]}": expectation.holds for of, expectation in expectations.items()}


def test_contradictions_are_mistakes_and_exceptions_are_not() -> None:
    with pytest.raises(AxiometricsError, match="ap/deepness@same-run is expected to be satisfied and to be violated"):
        holding(read("ap/deepness=holds", "ap/deepness@same-run=violated"))
    assert holding(read("ap/deepness*=holds", "ap/deepness=violated")) == {
        "deepness@same-run": False,
        "deepness-threshold@prose": True,
    }
    # an option counts before a line of a file
    assert holding(read("ap/deepness=holds", strict=False) + read("ap/deepness=violated")) == {
        "deepness@same-run": False
    }
