"""What `list` and `explain` printed is printed again, without the metrics, until something changes that it rests on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import axiometrics
from axiometrics.cli import printed
from axiometrics.running.folder import default_folder

ASKED = ["list", "metrics"]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The only file that is taken for one of axiometrics, when a text has been kept."""
    (tmp_path / "package").mkdir()
    (tmp_path / "here").mkdir()
    file = tmp_path / "package" / "metric.py"
    file.write_text("one", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(axiometrics, "__path__", [str(tmp_path / "package")])
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setattr(sys, "argv", ["axiometrics", *ASKED])
    monkeypatch.setattr(printed, "_printed", [])
    monkeypatch.setattr(printed, "_allowed", False)
    monkeypatch.setattr(printed, "_is_extended", lambda: False)
    printed.write("a table\n")
    printed.keep(ASKED)
    assert printed.recall(ASKED) is None  # the command has not allowed it
    printed.allow()
    printed.keep(ASKED)
    assert printed.recall(ASKED) == "a table\n"
    return file


def test_another_text_of_a_file_is_noticed(kept: Path) -> None:
    kept.write_text("another", encoding="utf-8")
    assert printed.recall(ASKED) is None


def test_a_new_file_is_noticed(kept: Path) -> None:
    (kept.parent / "new.py").touch()
    assert printed.recall(ASKED) is None


def test_a_package_that_is_installed_is_noticed(kept: Path) -> None:
    (kept.parents[1] / "more").mkdir()
    assert printed.recall(ASKED) is None


@pytest.mark.parametrize("arguments", [[], ["list"], ["list", "metrics", "--task", "ranking"], ["matrix"]])
def test_other_arguments_have_another_text(kept: Path, arguments: list[str]) -> None:
    assert printed.recall(arguments) is None


@pytest.mark.parametrize("name", ["COLUMNS", "NO_COLOR", "AXIOMETRICS_MEMORY"])
def test_the_environment_counts(kept: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "77")
    assert printed.recall(ASKED) is None


def test_metrics_that_a_file_lists_count(kept: Path) -> None:
    Path("axiometrics.toml").touch()
    assert printed.recall(ASKED) is None


@pytest.mark.parametrize("text", ["{", "[" * 10**5])
def test_a_damaged_text_is_not_printed(kept: Path, text: str) -> None:
    (file,) = default_folder().glob("printed/*")
    file.write_text(text, encoding="utf-8")
    assert printed.recall(ASKED) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_waited_for(kept: Path) -> None:
    (file,) = default_folder().glob("printed/*")
    file.unlink()
    os.mkfifo(file)
    assert printed.recall(ASKED) is None


def test_nothing_is_kept_where_another_package_adds_something(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "_is_extended", lambda: True)
    kept.write_text("another", encoding="utf-8")
    printed.keep(ASKED)
    assert printed.recall(ASKED) is None


def test_the_second_time_no_metric_is_imported(tmp_path: Path) -> None:
    """In a folder of its own: Python imports from the current folder, and other tests write to the one they run in."""
    code = (
        "import sys; sys.argv = ['axiometrics', 'list', 'claims']\n"
        "from axiometrics.cli import main\n"
        "try: main()\n"
        "finally: print('axiometrics.registry' in sys.modules, file=sys.stderr)"
    )
    first, second = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
        for _ in range(2)
    )
    assert first.stdout == second.stdout != ""
    assert (first.stderr, second.stderr) == ("True\n", "False\n")
