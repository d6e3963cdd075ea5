"""Laws, 0/0 and identity as tests, and what a failed test says in one line. A run of pytest of its own is the judge."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.core.errors import ParameterError, UnknownNameError
from axiometrics.services.assertions import AnotherMetricError, ConventionError

pytest_plugins = ["pytester"]

TESTS = """
import axiometrics as ax

def purity(labels_true, labels_pred):
    clusters = [[t for t, p in zip(labels_true, labels_pred) if p == j] for j in set(labels_pred)]
    return sum(max(map(of.count, of)) for of in clusters) / len(labels_true)

def first(labels_true, labels_pred):
    return float(labels_true[0] == labels_pred[0])

@ax.parametrize_with_laws([purity, first], laws=["same-again", "input-order"])
def test_laws(metric, law):
    law.check(metric)

def test_it_is_purity():
    ax.assert_same_as(purity, "purity", max_size=3)

def test_it_is_rand():
    ax.assert_same_as(purity, "rand", max_size=3)

@ax.parametrize_with_constraints([purity], constraints=["completeness"], max_size=4, max_examples=0)
def test_constraint(metric, constraint):
    constraint.check(metric)
"""


@pytest.mark.slow
def test_the_summary_says_the_verdict_in_80_columns(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    pytester.makepyfile(test_mine=TESTS)
    ran = pytester.runpytest_inprocess("-p", "no:cacheprovider", "--junitxml=j.xml", "--axiometrics-laws=off")
    ran.assert_outcomes(passed=4, failed=3)
    lines = [line for line in ran.outlines if line.startswith("FAILED")]
    assert all(len(line) <= 80 for line in lines)
    assert [line.partition(" - ")[2] for line in lines] == [
        "breaks input-order",
        "is not rand",
        "✘ tied",
    ]
    cases = ElementTree.parse(pytester.path / "j.xml").iter("testcase")
    messages = {case.get("name"): failure.get("message") for case in cases for failure in case.iter("failure")}
    assert set(messages.values()) == {"breaks input-order", "is not rand", "✘ tied"}


def gains_of_3(gains: Any, ideal: Any) -> float:
    return float(sum(g > 0 for g in gains[:3]) / 3)


def test_same_as_shows_the_smallest_input_that_differs() -> None:
    ax.assert_same_as(gains_of_3, "p@3", max_size=3)
    with pytest.raises(
        AnotherMetricError, match=r"this is not our p@2: differs on gold .*0\.333333, where p@2 is 0\.5"
    ):
        ax.assert_same_as(gains_of_3, "p@2", max_size=3)
    with pytest.raises(ParameterError, match="is a built-in metric"):
        ax.assert_same_as("p@3", "p@3")


def f_where_nothing_is_1(y_true: Any, y_pred: Any) -> float:
    positive = sum(y_true) + sum(y_pred)
    return 2 * sum(y_true * y_pred) / positive if positive else 1.0


def test_values_at_0_0_are_asserted() -> None:
    ax.assert_same_as(f_where_nothing_is_1, "f", max_size=3)
    with pytest.raises(AnotherMetricError, match="but for its values at 0/0"):
        ax.assert_same_as(f_where_nothing_is_1, "f", conventions=True, max_size=3)
    ax.assert_conventions(f_where_nothing_is_1, {"neither positive nor relevant": 1.0, "all wrong": 0.0})
    with pytest.raises(ConventionError, match="gives 1, expected no value"):
        ax.assert_conventions(f_where_nothing_is_1, {"neither positive nor relevant": None})
    with pytest.raises(ParameterError, match="no degenerate input 'nothing'"):
        ax.assert_conventions(f_where_nothing_is_1, {"nothing": 0.0})


def test_a_law_that_nobody_declares_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="no law 'order'"):
        ax.parametrize_with_laws([gains_of_3], laws=["order"])


REMARKS = """
import axiometrics as ax

def purity(labels_true, labels_pred):
    clusters = [[t for t, p in zip(labels_true, labels_pred) if p == j] for j in set(labels_pred)]
    bonus = len(clusters) == len(labels_true)  # above the perfect output, which breaks a law
    return sum(max(map(of.count, of)) for of in clusters) / len(labels_true) + bonus / 10

@ax.parametrize_with_constraints(
    [purity],
    {"purity": {"rag-bag": "it looks at the largest class"}},
    constraints=["homogeneity", "rag-bag", "completeness"],
    max_size=7,
    max_examples=0,
)
def test_constraint(metric, constraint):
    constraint.check(metric)
"""
VERDICTS = {
    "homogeneity": "axiometrics: purity/homogeneity@universal: satisfies",
    "rag-bag": "axiometrics: purity/rag-bag@universal: violates, tied (violates, as expected: it looks at the largest",
    "completeness": "purity/completeness@universal: violates, reversed",
}


@pytest.mark.parametrize(
    ("options", "remark"),
    [
        pytest.param(("-W", "error"), "LawWarning: axiometrics: purity breaks the law ", marks=pytest.mark.slow),
        pytest.param(("--axiometrics-laws=fail",), "axiometrics: purity breaks the law ", marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize("constraint", VERDICTS)
def test_a_remark_that_is_an_error_hides_no_verdict(
    constraint: str, options: tuple[str, ...], remark: str, pytester: pytest.Pytester
) -> None:
    """A broken law, as a warning that is an error and as a failure, and a cache that cannot be used."""
    pytester.makepyfile(test_mine=REMARKS)
    ran = pytester.runpytest_inprocess("-q", "-p", "no:cacheprovider", "-k", constraint, *options)
    ran.assert_outcomes(failed=1, deselected=2)
    text = ran.stdout.str()
    assert 0 < text.find(VERDICTS[constraint]) < text.find(remark), text


@pytest.mark.slow
def test_a_cache_that_cannot_be_used_hides_no_verdict(pytester: pytest.Pytester) -> None:
    own = REMARKS.replace("[purity]", '["purity"]')
    pytester.makepyfile(test_mine=own)
    ran = pytester.runpytest_inprocess(
        "-q", "-p", "no:cacheprovider", "-k", "completeness", "-W", "error", "--axiometrics-cache-dir=/dev/null/no"
    )
    ran.assert_outcomes(failed=1, deselected=2)
    text = ran.stdout.str()
    assert 0 < text.find("purity/completeness@universal: violates, tied") < text.find("UserWarning: cannot "), text
