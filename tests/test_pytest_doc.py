"""The examples of docs/pytest.md and of the README: the tests run and say what is said, the file is the one that is
pinned, the options are all there are.
"""

import os
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import axiometrics
from axiometrics.pytest_plugin import OPTIONS

pytest_plugins = "pytester"

HOME = Path(axiometrics.__file__).parents[1]
LOAD = (
    ()
    if any(point.value == "axiometrics.pytest_plugin" for point in entry_points(group="pytest11"))
    else ("-p", "axiometrics.pytest_plugin")
)
README, PAGE, START = (
    (Path(__file__).parents[1] / name).read_text(encoding="utf-8")
    for name in ("README.md", "docs/pytest.md", "docs/start.md")
)
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
SOURCES = [text for language, text in BLOCKS if language == "python"]


def run(pytester: pytest.Pytester, source: str, *options: str) -> pytest.RunResult:
    """The tests of the page, in a process of their own."""
    pytester.makepyfile(test_metrics=source)
    return pytester.runpytest_subprocess("-rA", *LOAD, *options)


@pytest.mark.slow
def test_the_examples_are_what_is_printed(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(HOME), prepend=os.pathsep)
    ran = run(pytester, "\n\n".join(SOURCES), "--axiometrics-corpus=evidence", "--axiometrics-pin")
    ran.assert_outcomes(passed=9, xfailed=2)
    (expected,) = [text for _, text in BLOCKS if text.startswith("$ pytest -rA\n")]
    lines = [
        line.replace(" - reason: ", " - ")
        for line in ran.outlines
        if line.startswith(("PASSED", "XFAIL", "FAILED", "SKIPPED")) and "test_constraints" in line
    ]
    assert lines == expected.splitlines()[1:]
    (pinned,) = [text for language, text in BLOCKS if language == "json"]
    (place,) = re.findall(r"`(evidence/\S+\.json)` for", PAGE)
    assert Path(pytester.path, place).read_text(encoding="utf-8") == pinned
    (line,) = re.findall(r"`axiometrics (verify .*?)`", PAGE.partition("**A function has one name.")[2])
    files = sorted(map(str, Path(pytester.path, "evidence").glob("*/*/*.json")))
    ran = pytester.run(sys.executable, "-m", "axiometrics", *line.replace("evidence/*/*/*.json", "").split(), *files)
    assert ran.ret == 0
    assert ran.outlines[-1].startswith("verified 6, failed 0, not re-run 0")


@pytest.mark.slow
def test_the_example_of_the_readme_passes_as_printed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(HOME), prepend=os.pathsep)
    for name, source in re.findall(r"```python\n# (\w+)\.py\n(.*?)```", START + README, re.DOTALL):
        pytester.makepyfile(**{name: source})
    ran = pytester.runpytest_subprocess("-q", *LOAD)
    (said,) = re.findall(r"`pytest` says `(.*?)`", README)
    assert ran.outlines[-1].startswith(f"{said} in ")


def test_the_options_are_those_there_are() -> None:
    named = set(re.findall(r"--axiometrics-([a-z-]+)", PAGE.partition("## Options")[2]))
    assert named == {*OPTIONS, "accept", "pin", "no-cache"}
