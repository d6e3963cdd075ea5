"""A scan of some n without a witness: neither a violation nor a confirmation, and every command says so."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from axiometrics.cli import main

METRICS = """
import math

def dcg30(gains):
    return sum(g / math.log2(i + 2) for i, g in enumerate(gains[:30]))

def steep(gains):
    return sum(g / (i + 1) ** 0.95 for i, g in enumerate(gains))
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(METRICS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def check(*more: str, last: int = 20, metric: str = "dcg30", constraint: str = "deepness-threshold") -> Result:
    options = ["check", f"mine.py:{metric}", "-c", constraint, "--max-size", f"thresholds={last}", "--no-laws"]
    return run(*options, "--no-cache", *more)


def saved(path: Path, *more: str, **options: Any) -> dict[str, Any]:
    assert check("-o", str(path), *more, **options).exit_code == 0
    (cell,) = json.loads(path.read_text())["cells"]
    saved_cell: dict[str, Any] = cell
    return saved_cell


def test_a_metric_with_a_late_cut_off_fails_nothing(here: Path) -> None:
    """To n = 20 the many below win; from n = 30 on, at the latest, none of them counts."""
    ran = check()
    assert ran.exit_code == 0
    assert "none≤20" in ran.stdout
    assert "this is not a violation" in ran.stdout
    assert "warning: mine.py:dcg30/deepness-threshold@prose: none≤20, A_n does not win at n = 20" in ran.stderr
    assert "none<=20" in check("--ascii").stdout
    assert "✔≤40 n0=26" in check(last=40).stdout  # ranks 27 to 30 are worth .82, and with rank 26 1.03
    cell = saved(here / "m.json")
    assert (cell["holds"], cell["evidence"]["kind"]) == (None, "undetermined")
    detail = cell["evidence"]["detail"]
    assert {name: detail[name] for name in ("n", "n0", "scanned")} == {"n": [2], "n0": None, "scanned": 20}
    assert (detail["definition"]["display"], detail["definition"]["holds"]) == ("DCG@30", True)


def test_what_wins_at_the_end_of_a_scan_is_said_of_the_scan(here: Path) -> None:
    """The sum of 1/i^0.95 over n ranks from n + 1 on grows beyond 1, at about n = 1,085."""

    def below(n: int) -> float:
        return sum(math.pow(rank, -0.95) for rank in range(n + 1, 2 * n + 1))

    assert below(200) < 1 < below(1100)
    ran = check(metric="steep", last=200)
    assert "✔≤200 n0=2 means: satisfied at every n from 2 to 200; greater n are not decided" in ran.stdout
    assert "from n = 2 on" not in ran.stdout
    explained = run("explain", "mine.py:steep", "deepness-threshold", "--max-size", "thresholds=200").stdout
    assert "A_n wins at every n from 2 to 200" in " ".join(explained.split())
    assert "none≤1100" in check(metric="steep", last=1100).stdout


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--expect", "mine.py:dcg30/deepness-threshold=violated"), 0),
        (("--expect", "mine.py:dcg30/deepness-threshold=holds"), 1),
        (("--fail-on", "violation"), 0),
        (("--fail-on", "undetermined"), 1),
        (("--fail-on", "undetermined", "--expect", "mine.py:dcg30/deepness-threshold=violated"), 1),
        (("--require", "exhaustive"), 1),
    ],
)
def test_what_was_expected_of_it(here: Path, more: tuple[str, ...], code: int) -> None:
    ran = check(*more)
    assert ran.exit_code == code, ran.stderr
    assert "none≤20" in ran.stderr


def test_a_witness_of_a_metric_that_was_run_is_not_called_a_proof(here: Path) -> None:
    ran = check(constraint="closeness-threshold")
    assert "a witness was found" in ran.stdout
    explained = run("explain", "mine.py:dcg30", "closeness-threshold", "--max-size", "thresholds=20").stdout
    assert "a witness was found: B_n wins for n = 3..20" in " ".join(explained.split())
    for text in (ran.stdout, explained):
        assert "proved" not in text
    assert "proof 1 (all by scores alone)" in ran.stdout


def test_verify_recomputes_what_was_scanned(here: Path) -> None:
    path = here / "m.json"
    document = saved(path)
    again = ("verify", str(path), "--target", "mine.py:dcg30")
    assert run(*again).exit_code == 0
    strict = run(*again, "--strict", "-v")
    assert strict.exit_code == 0, strict.stdout
    assert "recomputed n = 2..20" in strict.stdout
    altered: list[dict[str, Any]] = [{"n": [2, 15]}, {"n": []}, {"n": [2], "scanned": 30}]
    for detail in altered:
        forged = json.loads(path.read_text())
        forged["cells"][0]["evidence"]["detail"] |= detail
        (here / "forged.json").write_text(json.dumps(forged))
        assert run("verify", "forged.json", "--target", "mine.py:dcg30", "--strict").exit_code == 1
    assert document["holds"] is None


def test_diff_tells_that_a_scan_is_no_violation_any_more(here: Path) -> None:
    """A file of version 0.2 says that a scan without a witness is a violation."""
    saved(here / "new.json")
    old = json.loads((here / "new.json").read_text())
    cell = old["cells"][0]
    cell |= {"holds": False, "message": ""}
    cell["evidence"]["kind"] = "exhaustive"
    old["counts"] |= {"exhaustive": 1, "undetermined": 0}
    (here / "old.json").write_text(json.dumps(old))
    ran = run("diff", "old.json", "new.json")
    assert ran.exit_code == 0
    assert "violates (exhaustive, size 20, in floats) -> none≤20" in ran.stdout
    saved(here / "longer.json", last=40)
    assert run("diff", "new.json", "longer.json").exit_code == 0
    assert run("diff", "longer.json", "new.json").exit_code == 1  # what held is open
