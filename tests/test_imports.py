"""Heavy packages wait until they are used: a command line or a test run that needs none of them pays for none."""

import ast
import subprocess
import sys
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import axiometrics

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
        ("axiometrics.pytest_plugin", CALCULATING | SHOWING | {"axiometrics.services"}),
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


LATER = {
    "axiometrics.candidates.containment.supervisor": "axiometrics.candidates.containment.server",
    "axiometrics.comparison.strength.mutant": "axiometrics.comparison.strength.by_task.any_task",
}
"""Imports back to the file that began: the first is made in another process, the second finds declarations."""


def imports(module: str, path: Path, files: Mapping[str, Path]) -> set[str]:
    """The modules of ours that a file imports when it runs, wherever the import stands in it."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            node.body = [ast.Pass()]
    nodes = list(ast.walk(tree))
    named = [
        f"{node.module}.{alias.name}" for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    named += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    homes = {name if name in files else name.rpartition(".")[0] for name in named}
    return homes & files.keys() - {module, "axiometrics"}


def test_files_do_not_import_each_other_in_a_circle() -> None:
    root = Path(axiometrics.__file__).parent
    rooms = [root, *(room for room in root.iterdir() if room.is_symlink())]  # `rglob` follows no links
    paths = {path.relative_to(root.parent).with_suffix(""): path for room in rooms for path in room.rglob("*.py")}
    assert {root / name / "__init__.py" for name in ("constraints", "generators", "metrics", "reports")} <= {
        *paths.values()
    }
    files = {".".join(name.parts).removesuffix(".__init__"): path for name, path in paths.items()}
    needed = {module: imports(module, path, files) for module, path in files.items()}
    for module, later in LATER.items():
        needed[module].remove(later)
    try:
        TopologicalSorter(needed).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
