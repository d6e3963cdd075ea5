"""Where functions are defined: a name that Python takes, and one for files that is the same from wherever it is asked
for.
"""

from __future__ import annotations

import functools
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from axiometrics.services.labels import file_label
from axiometrics.services.places import beside, origin, target


def plain() -> None: ...


def counted(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*arguments: Any) -> Any:
        return function(*arguments)

    return wrapper


@counted
def decorated() -> None: ...


class Scorer:
    def score(self) -> None: ...

    def __call__(self) -> None: ...

    @classmethod
    def made(cls) -> None: ...

    @staticmethod
    def plain() -> None: ...


class Heir(Scorer): ...


HERE = Path(__file__)


def test_a_function_is_named_by_its_file() -> None:
    assert origin(plain) == f"{HERE}:plain"
    assert origin(decorated) == f"{HERE}:decorated"
    assert origin(Scorer.made) == f"{HERE}:Scorer.made"
    assert origin(Scorer.plain) == f"{HERE}:Scorer.plain"


NAMELESS = [lambda: None, counted(plain), Scorer().score, Scorer(), functools.partial(plain), Heir.made]


@pytest.mark.parametrize("metric", NAMELESS)
def test_what_no_name_leads_to_has_none(metric: Callable[..., Any]) -> None:
    """A name that leads to something else would have another metric checked in its place."""
    assert origin(metric) is None
    assert target(metric) is None


def test_a_target_leads_from_the_folder_at_hand_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("wrapped_somewhere.py").write_text("def mine(): pass\n", encoding="utf-8")
    import wrapped_somewhere  # type: ignore[import-not-found]

    assert target(wrapped_somewhere.mine) == "wrapped_somewhere.py:mine"
    assert target(counted(wrapped_somewhere.mine)) is None
    del sys.modules["wrapped_somewhere"]


def test_what_is_installed_or_of_no_file_is_named_by_its_module() -> None:
    assert origin(pytest.raises) == target(pytest.raises) == "_pytest.raises:raises"
    assert origin(functools.reduce) == "_functools:reduce"
    assert origin(statistics.fmean) == target(statistics.fmean) == "statistics:fmean"
    assert origin(len) == target(len) == "builtins:len"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "src" / "deep").mkdir(parents=True)
    (tmp_path / "src" / "deep" / "__init__.py").write_text("raise RuntimeError('imported')\n", encoding="utf-8")
    (tmp_path / "src" / "deep" / "metrics.py").write_text("def mine(): pass\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "src")
    return tmp_path


@pytest.mark.parametrize(
    "named",
    [
        "deep/metrics.py:mine",
        "./deep/metrics.py:mine",
        "deep.metrics:mine",
        "../src/deep/../deep/metrics.py:mine",
        "{}/src/deep/metrics.py:mine",
    ],
)
def test_however_it_is_named_a_file_has_one_name_beside_a_folder(project: Path, named: str) -> None:
    named = named.format(project)
    assert beside(named, project / "evidence") == "src/deep/metrics.py:mine"
    assert beside(named, Path("../evidence")) == "src/deep/metrics.py:mine"
    assert beside(named, project / "src" / "evidence") == "deep/metrics.py:mine"
    assert beside(named, project / "tests" / "evidence") == "../src/deep/metrics.py:mine"


@pytest.mark.parametrize(
    "named",
    [
        "bcubed-f",
        "rbp(p=0.8)",
        "overlap",
        "pytest:raises",
        "math:hypot",
        "statistics:fmean",
        "no.such.module:mine",
        "deep.nowhere:mine",
        ".:mine",
    ],
)
def test_whatever_has_no_file_of_the_project_keeps_its_name(project: Path, named: str) -> None:
    assert beside(named, project / "evidence") == named


def test_names_that_differ_are_files_that_differ() -> None:
    names = ["a/b.py:mine", "a.b.py:mine", "../a/b.py:mine", "a/b.py:Mine", "a/b.py:f.<locals>.mine", "mine"]
    assert len({file_label(name).lower() for name in names}) == len(names)
