"""A task of another distribution: a package with data of its own, a metric and a constraint is installed for real, and
every command serves it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import install, run

ROOT = Path(__file__).parents[2]
TOY = Path(__file__).parent / "toy_package"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip installed the toy package."""
    pytest.importorskip("setuptools", minversion="77", reason="building the package needs setuptools")
    return install(TOY, tmp_path_factory.mktemp("installed"))


def output_of(path: Path, *arguments: str) -> str:
    """What a command that ends well writes to stdout; it must write nothing to stderr."""
    ran = run(path, *arguments, "-q") if arguments[0] != "list" else run(path, *arguments)
    assert (ran.returncode, ran.stderr) == (0, ""), (ran.stdout, ran.stderr)
    return ran.stdout


def test_the_lists_show_the_task_its_metrics_and_its_constraint(installed: Path) -> None:
    listed = [output_of(installed, "list", what, "--task", "marking") for what in ("metrics", "constraints")]
    assert "guessed" in listed[0]
    assert "total" in listed[0]
    assert "one-more-right" in listed[1]
    assert "marking" in run(installed, "list", "tasks").stdout


def test_a_matrix_of_the_task_is_searched_exactly_explained_and_verified(installed: Path, tmp_path: Path) -> None:
    """`guessed` rises with each mark that is set right. `total` falls where a 1 is set right to 0: the smallest case
    has one document, gold 0 and guess 1.
    """
    saved = tmp_path / "m.json"
    ran = run(installed, "matrix", "-m", "guessed", "-m", "total", "-o", str(saved), "-q")
    assert (ran.returncode, ran.stderr) == (0, "")
    cells = {cell["metric"]: cell for cell in json.loads(saved.read_text())["cells"]}
    right, wrong = cells["guessed"], cells["total"]
    assert (right["holds"], right["evidence"]["kind"], right["evidence"]["size"]) == (True, "exhaustive", 3)
    # each of the 4^n pairs of gold and guess has a case for each wrong mark: n * 2^n * 2^(n-1) in all
    assert right["evidence"]["cases"] == sum(n * 2**n * 2 ** (n - 1) for n in (1, 2, 3))
    assert (wrong["holds"], wrong["relation"], wrong["evidence"]["minimal"]) == (False, "reversed", True)
    case = wrong["counterexample"]
    assert case["documents"] == 1
    assert (case["gold"], case["outputs"]) == ({"d1": 0}, {"better": {"d1": 0}, "worse": {"d1": 1}})
    assert "verified 1, failed 0" in output_of(installed, "verify", str(saved))

    case["scores"]["worse"] = "2"
    saved.write_text(json.dumps(wrong))
    refused = run(installed, "verify", str(saved))
    assert refused.returncode == 1
    assert "score(worse) is 1" in refused.stdout

    explained = output_of(installed, "explain", "total", "one-more-right")
    assert "gold: d1=0" in explained
    line = next(line for line in explained.splitlines() if "import axiometrics" in line)
    again = subprocess.run(
        [sys.executable, "-c", line.partition("import axiometrics")[1] + line.partition("import axiometrics")[2]],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)])},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert again.stdout.strip().startswith("[{'total': Fraction(0, 1)}, {'total': Fraction(1, 1)}]")


def test_a_users_function_is_checked_by_the_signature_of_the_task(installed: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def worst(marks, guesses):\n    return -sum(guesses[d] != mark for d, mark in marks.items())\n")
    ran = run(installed, "check", f"{mine}:worst", "--format", "json", "--no-cache")
    assert ran.returncode == 0, ran.stderr
    assert "called as worst(marks=" in ran.stderr
    (cell,) = json.loads(ran.stdout)["cells"]
    assert (cell["task"], cell["holds"], cell["evidence"]["kind"]) == ("marking", True, "exhaustive")


@pytest.mark.slow
def test_two_metrics_are_separated_and_constraints_have_a_strength(installed: Path) -> None:
    case = json.loads(output_of(installed, "separate", "guessed", "total", "--format", "json"))
    assert case["task"] == "marking"
    assert "1 of" in output_of(installed, "separate", "--all", "--task", "marking", "--max-size", "2")
    row = json.loads(output_of(installed, "strength", "--task", "marking", "--format", "json"))["constraints"][0]
    assert row["constraint"] == "one-more-right"


def test_files_of_the_task_are_told_by_their_content_and_scored(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "gold").write_text("d1=1 d2=0 d3=2\n")
    (tmp_path / "system").write_text('{"d1": 1, "d2": 1, "d3": 2}\n')
    rows = json.loads(
        output_of(installed, "score", str(tmp_path / "gold"), str(tmp_path / "system"), "--format", "json")
    )
    assert [(row["metric"], round(row["value"], 4)) for row in rows["rows"]] == [("guessed", 0.6667)]
    (tmp_path / "system").write_text("d1=one\n")
    refused = run(installed, "score", str(tmp_path / "gold"), str(tmp_path / "system"))
    assert refused.returncode == 2
    assert "is not a mark: write document=mark" in refused.stderr


@pytest.mark.slow
def test_a_metric_of_the_task_is_scaffolded_and_its_test_passes(installed: Path, tmp_path: Path) -> None:
    ran = run(installed, "scaffold", "metric", "mine", "--task", "marking", where=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "guesses" in (tmp_path / "mine.py").read_text()
    checked = run(installed, "check", "mine.py:mine", where=tmp_path)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.slow
def test_the_other_tasks_stay_as_they_are(installed: Path) -> None:
    with_toy, without = (run(path, "matrix", "-m", "f", "--format", "json", "-q") for path in (installed, ROOT))
    strip = [{k: v for k, v in c.items() if k != "evidence"} for c in json.loads(with_toy.stdout)["cells"]]
    assert strip == [{k: v for k, v in c.items() if k != "evidence"} for c in json.loads(without.stdout)["cells"]]
