"""Exact numbers of any size are a metric's right: it is judged like the same metric in numbers that floats hold."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics.candidates.containment.call import CallForm, Failed, Here, Number, Undefined
from axiometrics.cli import main

Gains = list[int]


def shares(gains: Gains) -> Fraction:
    """1/2 for a relevant document at rank 1, 1/3 at rank 2, and so on."""
    return sum((Fraction(grade > 0, rank) for rank, grade in enumerate(gains, 2)), Fraction(0))


def hits(gains: Gains) -> int:
    return sum(grade > 0 for grade in gains)


def great(gains: Gains, ideal: Gains) -> Any:
    return 10**400 * shares(gains)


def great_decimal(gains: Gains, ideal: Gains) -> Any:
    whole = shares(gains)
    return Decimal(10) ** 400 * whole.numerator / whole.denominator


def great_hits(gains: Gains, ideal: Gains) -> Any:
    return 10**400 * hits(gains)


def plain(gains: Gains, ideal: Gains) -> Any:
    return float(shares(gains))


def small(gains: Gains, ideal: Gains) -> Any:
    return Fraction(1, 10**30) * shares(gains)


def both(gains: Gains, ideal: Gains) -> Any:
    return 10**400 + Fraction(1, 10**30) * shares(gains)


CONSTRAINTS = ["ranking:priority", "ranking:deepness", "*threshold", "confidence"]


@cache
def verdicts(metric: Callable[..., Any], exact: bool = False) -> list[bool | None]:
    named = ax.metric(task="ranking", signature="gains", exact=True)(metric) if exact else metric
    matrix = ax.matrix([named], CONSTRAINTS, "all", max_size="4,thresholds=8", max_examples=20)
    assert not matrix.counts["error"], [cell.message for cell in matrix]
    return [cell.holds for cell in matrix]


def test_numbers_beyond_floats_are_judged() -> None:
    assert verdicts(great) == verdicts(great_decimal) == verdicts(plain)
    assert True in verdicts(plain)
    assert False in verdicts(plain)


@pytest.mark.parametrize("metric", [great, small, both])
def test_a_metric_that_declares_itself_exact_is_decided_exactly(metric: Callable[..., Any]) -> None:
    assert verdicts(metric, exact=True) == verdicts(plain)


def test_differences_within_the_bound_of_floats_are_no_error() -> None:
    """It does not say that its fractions are exact, and rounding inside of it could make such a difference."""
    assert False in verdicts(small)  # it is the same, bit by bit, whatever is appended
    assert None in verdicts(small)


def test_a_violation_in_great_numbers_is_shown_and_verified() -> None:
    named = ax.metric(task="ranking", signature="gains", exact=True)(great_hits)
    matrix = ax.matrix([named], ["ranking:priority"], max_size=3)
    (cell,) = matrix
    assert cell.counterexample is not None
    assert set(cell.counterexample["scores"].values()) == {str(10**400)}


FILE = """
def great(gains, ideal):
    return 10**400 * sum(grade > 0 for grade in gains)
"""


def test_what_was_saved_of_great_numbers_is_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(FILE)
    options = ["check", "mine.py:great", "-c", "ranking:priority", "--max-size", "3", "--no-cache", "-o", "m.json"]
    assert CliRunner().invoke(main, options).exit_code == 1
    outcome = CliRunner().invoke(main, ["verify", "m.json", "--target", "mine.py:great", "--strict"])
    assert (outcome.exit_code, outcome.stdout.split(",")[0]) == (0, "verified 1")
    scores = ax.score(gold={"q": {"d": 1}}, system={"q": {"d": 1.0}}, metrics=["mine.py:great"])
    assert scores["mine.py:great"] == 10**400


def answer(value: Any, exact: bool = False) -> Any:
    (read,) = Here(lambda gains, ideal: value).ask(CallForm("gains", exact), [[[1], [1]]])
    return read


@pytest.mark.parametrize(
    "value", [np.ma.masked, np.ma.array(0.5, mask=True), np.ma.array(7, mask=True), float("nan")], ids=repr
)
def test_what_is_masked_is_undefined_as_nan_is(value: Any) -> None:
    assert isinstance(answer(value), Undefined)


def test_what_is_not_masked_is_its_value() -> None:
    assert answer(np.ma.array(0.5)) == answer(np.array(0.5)) == Number(0.5)


@pytest.mark.parametrize("value", [[0.5], (0.5,), np.array([0.5]), np.ma.array([0.5]), {0.5}, {"ap": 0.5}], ids=repr)
def test_what_holds_a_number_is_none(value: Any) -> None:
    assert isinstance(answer(value), Failed)
    for form in ("arrays", "alone", "array-alone", "lists"):
        call = (lambda gains: value) if "alone" in form else (lambda gains, ideal: value)
        (read,) = Here(call).ask(CallForm("gains", False, form), [[[1], [1]]])
        assert isinstance(read, Failed), form


def test_numbers_that_nobody_can_read_end_no_run() -> None:
    for value in (10**5000, Fraction(1, 10**5000), Decimal("1e999999999")):
        assert isinstance(answer(value, exact=not isinstance(value, Decimal)), Failed)
