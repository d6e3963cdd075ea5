"""`audit` keeps the cells it computed: the next one finds them, says the same to the letter, and goes on without a
cache that cannot be used.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from axiometrics.auditing.kind import all_kinds
from axiometrics.cli import main
from axiometrics.cli.progress import Progress

SIZE = "homogeneity=4,completeness=4,ranking=4,filtering=5,thresholds=20"
FAMILY = {"family": "few", "max_size": SIZE}
CLAIMS: list[dict[str, Any]] = [
    {"kind": "cell", "metric": "rr", "constraint": "priority", "published": "satisfied", "max_size": SIZE},
    {"kind": "cell", "metric": "purity", "constraint": "size-vs-quantity-overlap", "published": "fails"},
    {"kind": "family", "constraint": "homogeneity", "published": "satisfied", **FAMILY},
    {"kind": "satisfiers", "constraints": ["homogeneity", "completeness"], "published": "bcubed-f", **FAMILY},
    {"kind": "profile", "metric": "f", "published": "grows", "max_size": SIZE},
    {"kind": "threshold", "metric": "p@10", "constraint": "closeness-threshold", "published": "2..8", "max_size": SIZE},
    {
        "kind": "forms",
        "family": "ranks",
        "constraint": "deepness-threshold",
        "form": "printed",
        "against": "prose",
        "published": "the same",
        "max_size": SIZE,
    },
]
DOCUMENT = {
    "schema": "axiometrics/claims/1",
    "source": "a test",
    "families": {
        "few": {"members": ["purity", "inverse-purity", "bcubed-f"], "named": ["purity"]},
        "ranks": {"members": ["ap", "err", "p@10"]},
    },
    "claims": [{"id": str(i), "source": "here", "claim": "in words", **claim} for i, claim in enumerate(CLAIMS)],
}

ALL = {"clustering:homogeneity", "clustering:completeness", "filtering:non-informative", "ranking:priority"}
ALL |= {"clustering:size-vs-quantity-overlap", "ranking:deepness-threshold", "ranking:closeness-threshold"}

Audit = Callable[..., Result]


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    path = tmp_path / "claims.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return lambda *options: CliRunner().invoke(
        main, ["audit", str(path), "--format", "json", "--progress", "none", *options]
    )


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The constraints that the progress tells of."""
    places: set[str] = set()
    monkeypatch.setattr(
        Progress, "__call__", lambda self, done, total, what: places.update(re.findall(r"\w+:[\w-]+", what))
    )
    return places


def test_every_kind_that_rests_on_cells_is_tried() -> None:
    assert {claim["kind"] for claim in CLAIMS} == {
        name for name, kind in all_kinds().items() if "max_size?" in kind.fields
    }


def test_a_second_audit_computes_nothing_and_says_the_same(audit: Audit, searched: set[str], tmp_path: Path) -> None:
    kept = ("--cache-dir", str(tmp_path / "kept"))
    plain = audit("--no-cache")
    assert (plain.exit_code, plain.stderr) == (0, "")
    first = audit(*kept)
    assert searched == ALL
    searched.clear()
    second = audit(*kept)
    assert searched == set()
    assert plain.stdout == first.stdout == second.stdout
    kinds = {cell["evidence"]["kind"] for claim in json.loads(plain.stdout)["claims"] for cell in claim["cells"]}
    assert kinds == {"proof", "counterexample", "descriptive", "not-applicable"}


def test_without_a_cache_nothing_is_read_or_written(
    audit: Audit, searched: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXIOMETRICS_CACHE_DIR", str(tmp_path / "kept"))
    audit()
    assert list((tmp_path / "kept").rglob("*.json"))
    searched.clear()
    audit("--no-cache", "--cache-dir", str(tmp_path / "other"))
    assert searched == ALL
    assert not (tmp_path / "other").exists()


def test_another_size_is_another_cell(audit: Audit, searched: set[str], tmp_path: Path) -> None:
    audit()
    searched.clear()
    path = tmp_path / "claims.json"
    path.write_text(path.read_text(encoding="utf-8").replace("homogeneity=4", "homogeneity=3"), encoding="utf-8")
    audit()
    assert searched == {"clustering:homogeneity"}


def test_a_cache_that_cannot_be_used_is_one_line_and_changes_nothing(audit: Audit, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    result = audit("--cache-dir", str(tmp_path / "file" / "within"))
    assert result.exit_code == 0
    assert result.stdout == audit("--no-cache").stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith("axiometrics: cannot ")
    assert "--no-cache" in line


def test_a_full_disk_is_one_line_and_changes_nothing(audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("axiometrics.core.files._private", full)
    result = audit()
    assert (result.exit_code, result.stdout) == (0, audit("--no-cache").stdout)
    (line,) = result.stderr.splitlines()
    assert "No space left on device" in line
