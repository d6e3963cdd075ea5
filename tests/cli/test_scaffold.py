"""`axiometrics scaffold`: what it writes works as written, and nothing is overwritten."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from axiometrics.cli import main
from axiometrics.cli.commands.scaffold import TASKS

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    """What the command says."""
    result = CliRunner().invoke(main, ["scaffold", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def refused(*arguments: str) -> str:
    """The line with which the command declines."""
    result = CliRunner().invoke(main, ["scaffold", *arguments])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.output
    return result.stderr


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT)]),
    }
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_metric_passes_check_as_written(tmp_path: Path) -> None:
    run("metric", "mine", "--task", "filtering", "--dir", str(tmp_path))
    found = python(tmp_path, "axiometrics", "check", "mine.py:mine", "--max-size", "5", "-q")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.slow
def test_a_constraint_is_known_once_what_is_said_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("setuptools", minversion="64", reason="building a package needs setuptools")
    monkeypatch.chdir(tmp_path)
    said = run("constraint", "my_constraint", "--task", "filtering")
    (content,) = re.findall(r"write to pyproject\.toml:\n\n(.*?)\n\nand then:", said, re.DOTALL)
    Path("pyproject.toml").write_text(content, encoding="utf-8")
    test, install, matrix = [
        line.removeprefix("python -m ").split()
        for line in said.splitlines()
        if line.startswith(("python -m ", "axiometrics "))
    ]
    assert python(tmp_path, *test, "-q", "-p", "no:cacheprovider").returncode == 0
    assert install == ["pip", "install", "-e", "."]
    offline = (
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--quiet",
        "--disable-pip-version-check",
        "--target",
        "installed",
    )
    assert python(tmp_path, "pip", "install", ".", *offline).returncode == 0
    Path("my_constraint.py").rename("not_imported_from_here.py")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "installed"))
    found = python(tmp_path, *matrix, "-m", "accuracy", "-m", "recall", "--format", "csv", "-q")
    assert [line.split(",")[1:5] for line in found.stdout.splitlines()[1:]] == [
        ["accuracy", "my-constraint", "universal", "true"],
        ["recall", "my-constraint", "universal", "false"],
    ]


def test_in_a_project_its_own_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").touch()
    said = run("constraint", "mine", "--dir", "src/pack")
    assert "with the name under which your package has mine, add to pyproject.toml:\n\n[project.entry-points" in said
    assert "[project]" not in said
    assert "pip install -e .\n" in said


def test_it_writes_into_the_current_folder_a_ranking_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("metric", "mine")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py", "test_mine.py"]
    assert 'task="ranking"' in (tmp_path / "mine.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("existing", ["mine.py", "test_mine.py"])
def test_nothing_is_overwritten(tmp_path: Path, existing: str) -> None:
    (tmp_path / existing).write_text("precious\n")
    assert f"{existing} exists: choose another name, or another folder with --dir" in refused(
        "metric", "mine", "--dir", str(tmp_path)
    )
    assert [path.name for path in tmp_path.iterdir()] == [existing]
    assert (tmp_path / existing).read_text() == "precious\n"


@pytest.mark.parametrize("name", ["2nd", "my-metric", "class", "a/b", "__"])
def test_a_name_that_is_no_identifier_is_refused(name: str, tmp_path: Path) -> None:
    assert "names no Python file: write letters, digits and _" in refused("metric", name, "--dir", str(tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["numpy", "json", "sys", "axiometrics"])
def test_a_name_that_would_hide_a_module_is_refused(name: str, tmp_path: Path) -> None:
    assert f"'{name}' is the name of a module that is here already" in refused("metric", name, "--dir", str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_it_offers_metrics_and_constraints_only(tmp_path: Path) -> None:
    assert "'pack' is not one of 'metric', 'constraint'" in refused("pack", "mine", "--dir", str(tmp_path))


@pytest.mark.slow
def test_what_the_page_on_extending_shows_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(\w*)\n(.*?)```", page, re.DOTALL)
    example = ROOT / "tests/registry/example_package"
    (toml,), (code,), (commands,) = (
        [text for language, text in blocks if language == kind] for kind in ("toml", "python", "")
    )
    assert toml in (example / "pyproject.toml").read_text(encoding="utf-8")
    source = " ".join((example / "axiometrics_example/__init__.py").read_text(encoding="utf-8").split()).replace(
        "( ", "("
    )
    for line in code.splitlines():
        assert line.removesuffix(" ...)") in source
    for line in commands.splitlines():
        run(*line.removeprefix("axiometrics scaffold ").split())
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.py")) == [
        "my_metric.py",
        "src/my_constraint.py",
        "src/test_my_constraint.py",
        "test_my_metric.py",
    ]
    found = python(tmp_path, "axiometrics", "check", "my_metric.py:my_metric", "--max-size", "5,thresholds=20", "-q")
    assert (found.returncode, "✘" in found.stdout) == (0, False), found.stdout
