"""Every example in a docstring runs, under the one import name (so no `--doctest-modules`, which would go by
folder).
"""

import doctest
import pkgutil
from importlib import import_module

import pytest

import axiometrics

MODULES = [
    module.name
    for module in pkgutil.walk_packages(axiometrics.__path__, "axiometrics.")
    if not module.name.endswith(".__main__")
]
FOUND = [found for name in MODULES for found in doctest.DocTestFinder().find(import_module(name), name)]
LEAST = 400
"""Fewer examples than this in all, and something has hidden them."""

SLOW = {"axiometrics.api.audit", "axiometrics.api.audit_library"}
"""What searches for every cell of a study or of a library."""


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(found, id=found.name, marks=[pytest.mark.slow] if found.name in SLOW else [])
        for found in FOUND
        if found.examples
    ],
)
def test_examples(found: doctest.DocTest) -> None:
    assert doctest.DocTestRunner().run(found).failed == 0


def test_there_are_examples() -> None:
    assert sum(len(found.examples) for found in FOUND) >= LEAST


def test_every_folder_was_walked() -> None:
    tops = {name.split(".")[1] for name in MODULES if name.count(".") > 1}
    assert tops >= {"core", "constraints", "generators", "metrics", "reports"}
