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
FOUND = [example for name in MODULES for example in doctest.DocTestFinder().find(import_module(name), name)]
LEAST = 400
"""Fewer examples than this in all, and something has hidden them."""

SLOW = {"axiometrics.api.audit", "axiometrics.api.audit_library"}
"""What searches for every cell of a study or of a library."""


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(example, id=example.name, marks=[pytest.mark.slow] if example.name in SLOW else [])
        for example in FOUND
        if example.examples
    ],
)
def test_examples(example: doctest.DocTest) -> None:
    assert doctest.DocTestRunner().run(example).failed == 0


def test_there_are_examples() -> None:
    assert sum(len(example.examples) for example in FOUND) >= LEAST


def test_every_folder_was_walked() -> None:
    tops = {name.split(".")[1] for name in MODULES if name.count(".") > 1}
    assert tops >= {"core", "constraints", "generators", "metrics", "reports"}
