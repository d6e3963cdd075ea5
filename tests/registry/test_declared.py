"""What a file of a content folder may declare, and what is said of one that declares something different."""

import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from axiometrics import registry
from axiometrics.constraints import clustering
from axiometrics.core.errors import DeclarationError

HEAD = """from axiometrics.constraints.clustering.homogeneity import CONSTRAINT as ours
from dataclasses import replace
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only folder in which constraints are looked for."""
    ours = list(clustering.__path__)
    monkeypatch.setattr(clustering, "__path__", [str(tmp_path), *ours])
    modules = pkgutil.iter_modules([str(tmp_path)], f"{clustering.__name__}.")
    monkeypatch.setattr(pkgutil, "walk_packages", lambda path, prefix: modules)
    yield tmp_path
    sys.modules.pop("axiometrics.constraints.clustering.to_test", None)


@pytest.mark.parametrize(
    ("declared", "names"),
    [
        ("CONSTRAINT = ours", ["homogeneity"]),
        ("CONSTRAINTS = (ours, replace(ours, id='second'))", ["homogeneity", "second"]),
    ],
)
def test_a_file_declares_one_constraint_or_several(declared: str, names: list[str], folder: Path) -> None:
    (folder / "to_test.py").write_text(HEAD + declared, encoding="utf-8")
    assert [constraint.id for constraint in registry._our_constraints.__wrapped__()] == names


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("x = 1", "to_test.py declares no CONSTRAINT or CONSTRAINTS: every file of constraints/ must"),
        ("CONSTRAINT = (ours,)", "to_test.py: CONSTRAINT is not a Constraint"),
        ("CONSTRAINTS = ours", "to_test.py: CONSTRAINTS is not a tuple of Constraint"),
        ("CONSTRAINTS = (ours, 'second')", "to_test.py: CONSTRAINTS is not a tuple of Constraint"),
        ("CONSTRAINTS = (ours, ours)", "constraint clustering:homogeneity is declared twice"),
    ],
)
def test_a_file_that_declares_something_different_is_named(declared: str, said: str, folder: Path) -> None:
    (folder / "to_test.py").write_text(HEAD + declared, encoding="utf-8")
    with pytest.raises(DeclarationError, match=said):
        registry._our_constraints.__wrapped__()
