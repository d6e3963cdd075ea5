"""`axiometrics scaffold`: what it writes works as written, and nothing is overwritten."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from axiometrics.cli.commands.scaffold import COMMAND, TASKS
from axiometrics.core.errors import FileError, ParameterError

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    """What the command says; its errors as they are."""
    result = CliRunner().invoke(COMMAND, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-m", *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False)


def test_every_metric_and_constraint_passes_its_test_as_written(tmp_path: Path) -> None:
    for task in TASKS:
        for what in ("metric", "constraint"):
            said = run(what, f"my_{what}_{task}", "--task", task, "--dir", str(tmp_path))
            assert f"test_my_{what}_{task}.py" in said
    found = python(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", ".")
    assert "6 passed" in found.stdout, found.stdout


def test_the_test_of_a_metric_fails_where_the_metric_violates_a_constraint(tmp_path: Path) -> None:
    run("metric", "mine", "--task", "filtering", "--dir", str(tmp_path))
    path = tmp_path / "mine.py"
    path.write_text(path.read_text(encoding="utf-8").replace("return 2 *", "return 0 *"), encoding="utf-8")
    found = python(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", ".")
    assert "1 failed" in found.stdout, found.stdout


def test_a_metric_passes_check_as_written(tmp_path: Path) -> None:
    run("metric", "mine", "--task", "filtering", "--dir", str(tmp_path))
    found = python(tmp_path, "axiometrics", "check", "mine.py:mine", "--max-size", "5", "-q")
    assert found.returncode == 0, found.stdout + found.stderr


def test_it_writes_into_the_current_folder_a_ranking_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("metric", "mine")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py", "test_mine.py"]
    assert 'task="ranking"' in (tmp_path / "mine.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("existing", ["mine.py", "test_mine.py"])
def test_nothing_is_overwritten(tmp_path: Path, existing: str) -> None:
    (tmp_path / existing).write_text("precious\n")
    with pytest.raises(FileError, match=f"{existing} exists: choose another name, or another folder with --dir"):
        COMMAND.main(["metric", "mine", "--dir", str(tmp_path)], standalone_mode=False)
    assert [path.name for path in tmp_path.iterdir()] == [existing]
    assert (tmp_path / existing).read_text() == "precious\n"


@pytest.mark.parametrize("name", ["2nd", "my-metric", "class", "a/b"])
def test_a_name_that_is_no_identifier_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="names no Python file: write letters, digits and _"):
        COMMAND.main(["metric", name, "--dir", str(tmp_path)], standalone_mode=False)
    assert not list(tmp_path.iterdir())


def test_it_offers_metrics_and_constraints_only(tmp_path: Path) -> None:
    with pytest.raises(click.BadParameter, match="metric"):
        COMMAND.main(["pack", "mine", "--dir", str(tmp_path)], standalone_mode=False)
