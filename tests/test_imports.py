"""Heavy packages wait until they are used: a command line or a test run that needs none of them pays for none."""

import subprocess
import sys

import pytest

CALCULATING = {"numpy", "sympy", "mpmath", "scipy", "hypothesis"}
SHOWING = {"tabulate", "click"}


def loaded_by(statement: str) -> set[str]:
    """What is loaded in a fresh interpreter after the statement."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*sorted(set(sys.modules) - before))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize(
    ("module", "waiting"),
    [
        ("axiometrics", CALCULATING | SHOWING),
        ("axiometrics.cli", CALCULATING),
        ("axiometrics.pytest_plugin", CALCULATING | SHOWING | {"axiometrics.workbench"}),
        # what re-checks a verdict also shares no code with what found it
        ("axiometrics.verification.check", {"hypothesis", "axiometrics.search", "axiometrics.running.run"}),
        ("axiometrics.running.run", {"axiometrics.verification.check"}),
        ("axiometrics.candidates.containment.server", {"importlib.metadata"}),
    ],
)
def test_heavy_packages_wait(module: str, waiting: set[str]) -> None:
    modules = loaded_by(f"import {module}")
    assert module in modules
    assert not modules & waiting


def test_the_plugin_loads_nothing_besides_pytest() -> None:
    assert loaded_by("import pytest; before.update(sys.modules); import axiometrics.pytest_plugin") == {
        "axiometrics",
        "axiometrics.pytest_plugin",
    }
