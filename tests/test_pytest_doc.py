"""The examples of docs/pytest.md: the tests run and say what the page says, the file is the one that is pinned, the options are all there are."""

import os
import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import axiometrics
from axiometrics.pytest_plugin import OPTIONS

pytest_plugins = "pytester"

HOME = Path(axiometrics.__file__).parents[1]
LOAD = () if any(point.value == "axiometrics.pytest_plugin" for point in entry_points(group="pytest11")) else ("-p", "axiometrics.pytest_plugin")
PAGE = (Path(__file__).parents[1] / "docs" / "pytest.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
SOURCES = [text for language, text in BLOCKS if language == "python"]


def run(pytester: pytest.Pytester, source: str, *options: str) -> pytest.RunResult:
    """The tests of the page, in a process of their own."""
    pytester.makepyfile(test_metrics=source)
    return pytester.runpytest_subprocess("-rA", *LOAD, *options)


def test_the_examples_are_what_is_printed(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(HOME), prepend=os.pathsep)
    ran = run(pytester, "\n\n".join(SOURCES), "--axiometrics-corpus=evidence", "--axiometrics-pin")
    ran.assert_outcomes(passed=5, xfailed=2)
    (expected,) = [text for _, text in BLOCKS if text.startswith("$ pytest -rA\n")]
    found = [
        line.replace(" - reason: ", " - ") for line in ran.outlines if line.startswith(("PASSED", "XFAIL", "FAILED", "SKIPPED")) and "test_constraints" in line
    ]
    assert found == expected.splitlines()[1:]
    (pinned,) = [text for language, text in BLOCKS if language == "json"]
    assert Path(pytester.path, "evidence/clustering/overlap/rag-bag.universal.json").read_text(encoding="utf-8") == pinned


def test_the_options_are_those_there_are() -> None:
    named = set(re.findall(r"--axiometrics-([a-z-]+)", PAGE.partition("## Options")[2]))
    assert named == {*OPTIONS, "pin"}
