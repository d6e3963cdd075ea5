"""What the README shows is what is printed; the matrix in it doubles as the golden file of the default run."""

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from axiometrics import registry
from axiometrics.cli import main

README = Path(__file__).parents[1] / "README.md"


def block(containing: str) -> str:
    found = [
        text
        for text in re.findall(r"```\w*\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
        if containing in text
    ]
    assert found, f"no block with {containing!r}"
    return str(found[0])


@pytest.mark.slow
def test_the_matrix_is_the_one_that_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    result = CliRunner().invoke(main, ["matrix", "-q"])
    assert result.exit_code == 0
    assert result.stdout.rstrip("\n") == block("CLUSTERING").rstrip("\n")


def test_the_number_of_metrics_is_not_overstated() -> None:
    (claimed,) = re.findall(r"one of (\d+) built in", README.read_text(encoding="utf-8"))
    assert len(registry.metrics()) >= int(claimed)


def test_the_example_of_a_metric_runs(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(block("# mine.py"), encoding="utf-8")
    result = CliRunner().invoke(
        main, ["check", f"{tmp_path}/mine.py:early", "--max-size", "5,thresholds=20", "--max-examples", "0", "-q"]
    )
    assert result.exit_code == 1, "it fails some constraint, as nearly every metric does"
    assert "✘" in result.stdout


def test_the_python_example_runs() -> None:
    names: dict[str, Any] = {}
    exec(block("run = ax.Organization.ranking"), names)
    assert names["gold"].documents == {"d1", "d2"}


def test_the_words_on_deepness_hold() -> None:
    result = CliRunner().invoke(main, ["explain", "ap", "deepness"])
    assert "a counterexample of 8 documents" in " ".join(result.stdout.split())
