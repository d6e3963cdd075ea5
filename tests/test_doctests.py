"""Every example in a docstring runs, under the one import name (so no `--doctest-modules`, which would go by
folder).
"""

import doctest
import pkgutil
from functools import cache
from importlib import import_module

import pytest

import axiometrics

MODULES = [
    module.name
    for module in pkgutil.walk_packages(axiometrics.__path__, "axiometrics.")
    if not module.name.endswith(".__main__")
]
LEAST = 30
"""Fewer examples than this in all, and something has hidden them."""


@cache
def run(name: str) -> doctest.TestResults:
    """The examples of a module, run once however many tests ask."""
    return doctest.testmod(import_module(name))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert run(name).failed == 0


def test_there_are_examples() -> None:
    assert sum(run(name).attempted for name in MODULES) >= LEAST


def test_every_folder_was_walked() -> None:
    tops = {name.split(".")[1] for name in MODULES if name.count(".") > 1}
    assert tops >= {"core", "constraints", "generators", "metrics", "reports"}
