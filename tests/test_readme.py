"""What the README, and the pages that it hands on to, show is what is printed; docs/matrix.md doubles as the golden
file of the default run.
"""

import json
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from axiometrics import registry
from axiometrics.cli import main

ROOT = Path(__file__).parents[1]
README, MATRIX, COMMANDS = (ROOT / name for name in ("README.md", "docs/matrix.md", "docs/commands.md"))


def block(containing: str, page: Path = README) -> str:
    blocks = [
        text
        for text in re.findall(r"```\w*\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        if containing in text
    ]
    assert blocks, f"no block with {containing!r}"
    return str(blocks[0])


def _comparable(printed: str) -> str:
    """What was found: all but where the proofs were checked, which an installation decides."""
    return re.sub(r";\s+this\s+was\s+checked\s+when\s+the\s+package\s+was\s+built", "", printed).rstrip("\n")


@pytest.mark.slow
def test_the_matrix_is_the_one_that_is_printed(monkeypatch: pytest.MonkeyPatch, cells_of_all: Path) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    result = CliRunner().invoke(main, ["matrix", "-q", "--cache-dir", str(cells_of_all)])
    assert result.exit_code == 0
    assert _comparable(result.stdout) == _comparable(block("CLUSTERING", MATRIX))


def test_ci_runs_each_command_of_make_that_is_named() -> None:
    named = set(re.findall(r"(?m)(?:^|`)make ([a-z-]+)", README.read_text(encoding="utf-8")))
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    run = " ".join(re.findall(r"(?m)^ *(?:shown )?make (?:-C \S+ )?([a-z -]+) VENV=", script)).split()
    assert {"matrix", "docs"} <= named <= {*run, "test-thorough"}


def test_the_number_of_metrics_is_not_overstated() -> None:
    (claimed,) = re.findall(r"one of (\d+) that are built in", README.read_text(encoding="utf-8"))
    assert len(registry.metrics()) >= int(claimed)


def test_the_example_of_a_metric_runs(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(block("# mine.py", ROOT / "docs" / "start.md"), encoding="utf-8")
    result = CliRunner().invoke(
        main, ["check", f"{tmp_path}/mine.py:early", "--max-size", "5,thresholds=20", "--max-examples", "0", "-q"]
    )
    assert result.exit_code == 1, "it fails some constraint, as nearly every metric does"
    assert "✘" in result.stdout


def test_the_python_example_runs() -> None:
    names: dict[str, Any] = {}
    exec(block("run = ax.Organization.ranking", COMMANDS), names)
    assert names["gold"].documents == {"d1", "d2"}


def test_the_words_on_deepness_hold() -> None:
    result = CliRunner().invoke(main, ["explain", "ap", "deepness"])
    assert "a counterexample of 8 documents" in " ".join(result.stdout.split())


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 120


def test_no_page_promises_counterexamples_of_least_size() -> None:
    """In some studies nothing smaller was searched: a page says whether it was, where it shows a counterexample."""
    saved = {
        path.stem: [
            cell["minimal"] for cell in json.loads(path.read_text(encoding="utf-8")).values() if "minimal" in cell
        ]
        for path in (ROOT / "tests" / "matrices").glob("*.json")
    }
    assert len(saved["sakai2010"]) > 300
    assert not all(chain.from_iterable(saved.values()))
    for page in (README, *(ROOT / "docs").rglob("*.md")):
        assert not re.search(r"least (possible )?size", page.read_text(encoding="utf-8")), page
