"""A user's metric that equals a definition is told what is proved of the definition, beside its own verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from axiometrics.cli import main

METRICS = """
import math

def mine(gains, ideal):
    hits = [rank for rank, grade in enumerate(gains, 1) if grade > 0]
    found = sum(number / rank for number, rank in enumerate(hits, 1))
    return found / sum(grade > 0 for grade in ideal) if any(ideal) else 0.0

def cut(gains, ideal):
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(gains[:300], 1))
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "metrics.py").write_text(METRICS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AXIOMETRICS_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--max-size", "4,thresholds=30"])


def check(metric: str, *more: str) -> Result:
    return run("check", f"metrics.py:{metric}", "-c", "ranking:priority", "-c", "*threshold", "--no-laws", *more)


def cells(text: str) -> dict[str, dict[str, Any]]:
    return {cell["constraint"]: cell for cell in json.loads(text)["cells"]}


def test_what_is_proved_of_ap_is_told_of_a_metric_that_equals_it(here: Path) -> None:
    """Amigo et al. 2013, section 2.3: AP does not satisfy the deepness threshold. No scan can say that."""
    ran = check("mine")
    assert ran.exit_code == 0
    text = " ".join(ran.stdout.split())
    assert "none≤30" in text
    assert "metrics.py:mine: equals AP on " in text
    assert "Priority: AP satisfies it for every size, proved" in text
    assert "Deepness threshold: AP violates it for every n, proved" in text
    by_constraint = cells(check("mine", "--format", "json").stdout)
    deepness = by_constraint["deepness-threshold"]
    assert deepness["holds"] is None
    definition = deepness["evidence"]["detail"]["definition"]
    assert {name: definition[name] for name in ("metric", "holds", "kind")} == {
        "metric": "ap",
        "holds": False,
        "kind": "proof",
    }
    assert definition["inputs"] > 100
    assert "definition" not in by_constraint["closeness-threshold"]["evidence"]["detail"]  # a witness says more
    explanation = run("explain", "metrics.py:mine", "deepness-threshold").stdout
    assert (
        f"equals AP on {definition['inputs']} inputs that were tried; AP violates it for every n, proved"
        in " ".join(explanation.split())
    )


def test_what_differs_on_long_runs_alone_is_told_nothing(here: Path) -> None:
    """It equals DCG on all small inputs, and satisfies the deepness threshold, which DCG violates."""
    assert "equals" not in check("cut").stdout
    assert not any(
        "definition" in cell["evidence"]["detail"] for cell in cells(check("cut", "--format", "json").stdout).values()
    )


def test_nothing_of_the_kind_is_said_of_a_metric_of_ours(here: Path) -> None:
    assert run("matrix", "-m", "p@500", "-c", "deepness-threshold", "-o", "m.json").exit_code == 0
    document = json.loads((here / "m.json").read_text())
    document["cells"][0]["evidence"]["detail"]["definition"] = {
        "metric": "ap",
        "display": "AP",
        "inputs": 9,
        "holds": False,
        "kind": "proof",
        "words": "AP violates it",
    }
    (here / "forged.json").write_text(json.dumps(document))
    assert CliRunner().invoke(main, ["verify", "m.json"]).exit_code == 0
    assert CliRunner().invoke(main, ["verify", "forged.json"]).exit_code == 1
