"""The packages of others that the tests install pass the checks, as docs/extending.md shows them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from axiometrics.testing import check_constraint, check_metric, check_task

TESTS = Path(__file__).parents[1]


@pytest.fixture
def package(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module of a package, imported from its folder and forgotten afterwards."""
    folder, name = request.param
    monkeypatch.syspath_prepend(TESTS / folder)
    yield import_module(name)
    monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize("package", [("registry/example_package", "axiometrics_example")], indirect=True)
def test_the_example_package(package: Any) -> None:
    check_metric(package.METRICS[0])
    check_constraint(package.IMPROVEMENT)


@pytest.mark.parametrize("package", [("tasks/toy_package", "axiometrics_toy.task")], indirect=True)
def test_the_task_of_another_package(package: Any) -> None:
    check_task(package.TASK)
