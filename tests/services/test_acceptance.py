"""Violations that are there are accepted: what is written, what stays as it was, and what fails all the same."""

import os
import re
import tomllib
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import axiometrics
from axiometrics.candidates.configuration import Configuration, configuration
from axiometrics.core.errors import FileError
from axiometrics.services.acceptance import REASON, Acceptance, accept

pytest_plugins = "pytester"

Run = Callable[..., Any]
HOME = Path(axiometrics.__file__).parents[1]
PAGE = (Path(__file__).parents[2] / "docs" / "accepting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
LOAD = (
    ()
    if any(point.value == "axiometrics.pytest_plugin" for point in entry_points(group="pytest11"))
    else ("-p", "axiometrics.pytest_plugin")
)

WRITTEN = """# ours
[targets]   # names
b = "m.py:b"  # keep me
"a.b" = "m.py:a"

[targets.c]
target = "m.py:c(k=5)"
undefined = 0 # nothing
# before
[targets.c.violations]
"x" = "why"   # because

# last
[groups]
"*" = "Ours"
"""


def of(text: str, *accepted: Acceptance, folder: Path) -> tuple[str, dict[str, Any]]:
    path = folder / "axiometrics.toml"
    if text:
        path.write_text(text, encoding="utf-8")
    accept(str(path), configuration(str(path)) if text else Configuration(), accepted)
    content = path.read_text(encoding="utf-8")
    return content, tomllib.loads(content)


def test_comments_order_and_all_that_was_there_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new = [Acceptance(f"m.py:{name}", "ranking:priority@single") for name in ("b", "a", "c(k=5)", "d")]
    text, data = of(WRITTEN, *new, folder=tmp_path)
    assert [line.partition("#")[2] for line in text.splitlines() if "#" in line] == [
        line.partition("#")[2] for line in WRITTEN.splitlines() if "#" in line
    ]
    before = tomllib.loads(WRITTEN)
    assert list(data["targets"]) == [*before["targets"], "d"]
    assert data["groups"] == before["groups"]
    assert data["targets"]["c"] == {
        "target": "m.py:c(k=5)",
        "undefined": 0,
        "violations": {"x": "why", "ranking:priority@single": REASON},
    }
    for name in ("b", "a.b", "d"):
        assert data["targets"][name]["violations"] == {"ranking:priority@single": REASON}
    assert data["targets"]["b"]["target"] == "m.py:b"


def test_a_file_that_is_not_there_is_made_and_paths_are_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "code").mkdir()
    monkeypatch.chdir(tmp_path / "code")
    _, data = of("", Acceptance("m.py:f", "filtering:priority"), folder=tmp_path)
    monkeypatch.chdir(tmp_path)
    of("", folder=tmp_path)
    path = os.path.join("conf", "axiometrics.toml")
    (tmp_path / "conf").mkdir()
    accept(path, Configuration(), [Acceptance("m.py:f", "filtering:priority")])
    assert configuration(path).metrics[0].target == "m.py:f"
    assert data["targets"]["f"]["violations"] == {"filtering:priority": REASON}


def test_where_nothing_is_new_the_file_is_as_it_was(tmp_path: Path) -> None:
    assert of(WRITTEN, folder=tmp_path)[0] == WRITTEN


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot"):
        accept(str(tmp_path), Configuration(), [Acceptance("m.py:f", "filtering:priority")])


def files(folder: Path) -> None:
    for language, name in (("python", "metrics.py"), ("toml", "axiometrics.toml")):
        text = next(text for kind, text in BLOCKS if kind == language)
        (folder / name).write_text(text, encoding="utf-8")


def test_the_session_of_the_page_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    files(tmp_path)
    for session in [text for kind, text in BLOCKS if kind == "console"]:
        for line, shown, code in re.findall(r"\$ axiometrics (.*)\n([^$]*)\$ echo \$\?\n(\d)\n", session):
            ran = command(*line.split())
            assert (ran.out + ran.err, ran.code) == (shown, int(code))
    _, after = [text for kind, text in BLOCKS if kind == "toml"]
    assert (tmp_path / "axiometrics.toml").read_text(encoding="utf-8") == after
    mended = "def found_early(gains, ideal):\n    return sum(gain / 2**rank for rank, gain in enumerate(gains))\n"
    (tmp_path / "metrics.py").write_text(mended, encoding="utf-8")
    stale = command("check", "--quick", "--quiet", "--no-laws")
    assert stale.code == 1
    assert "ranking:priority" in stale.err or "/priority@universal: expected violates" in stale.err


@pytest.mark.slow
def test_pytest_accepts_what_its_tests_find_by_one_writer(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((".", str(HOME))))
    files(Path(pytester.path))
    pytester.makepyfile(
        """
        from axiometrics.pytest_plugin import parametrize_with_constraints
        from metrics import found_early

        CHOSEN = ["priority", "confidence"]

        @parametrize_with_constraints(["found-early"], constraints=CHOSEN, max_size=4, max_examples=0)
        def test_of_the_file(metric, constraint):
            constraint.check(metric)

        @parametrize_with_constraints([found_early], constraints=CHOSEN, max_size=4, max_examples=0)
        def test_of_a_function(metric, constraint):
            constraint.check(metric)
        """
    )
    options = (*LOAD, "-p", "no:cacheprovider", "--axiometrics-laws=off", "--axiometrics-no-cache")
    pytester.runpytest_subprocess(*options).assert_outcomes(failed=4)
    accepted = pytester.runpytest_subprocess(*options, "--axiometrics-accept", "-n", "2")
    accepted.assert_outcomes(xfailed=4)
    assert accepted.ret == 0
    listed = tomllib.loads(Path(pytester.path, "axiometrics.toml").read_text(encoding="utf-8"))["targets"]
    assert listed["found-early"]["violations"] == {"ranking:priority": REASON, "ranking:confidence": REASON}
    after = pytester.runpytest_subprocess(*options)
    after.assert_outcomes(xfailed=4)
    assert after.ret == 0
