"""`check --corpus` and `matrix --corpus`: evidence is pinned, tried again, and never stands in for a search;
expectations of a file.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from axiometrics.candidates.selection import candidate, constraints
from axiometrics.cli import matrices
from axiometrics.running.run import InterruptedRunError

METRICS = """
def purity(labels_true, labels_pred):
    clusters = [[t for t, p in zip(labels_true, labels_pred) if p == c] for c in sorted(set(labels_pred))]
    return sum(max(map(cluster.count, cluster)) for cluster in clusters) / len(labels_true)
"""
CONSTANT = "def purity(labels_true, labels_pred):\n    return 1.0\n"
FOLDER = Path("evidence/clustering")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("metrics.py").write_text(METRICS, encoding="utf-8")


@pytest.fixture
def run(command: Callable[..., tuple[int, str, str]]) -> Callable[..., tuple[int, str, str]]:
    def call(*args: str) -> tuple[int, str, str]:
        laws = ["--no-laws"] if args[0] == "check" and "--no-laws" not in args else []
        return command(*args, *laws, "--max-examples", "0", "--corpus", "evidence")

    return call


def content() -> dict[str, bytes]:
    """The files, by what follows the metric."""
    return {path.name: path.read_bytes() for path in sorted(FOLDER.rglob("*.json"))}


def everything() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path("evidence").rglob("*") if path.is_file()}


def elsewhere(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """Go where the metric of that name is another, and the evidence the same."""
    Path("changed").mkdir()
    Path("changed/metrics.py").write_text(source, encoding="utf-8")
    Path("changed/evidence").symlink_to(Path("evidence").resolve())
    monkeypatch.chdir("changed")


def test_the_cells_shown_are_pinned(run: Any) -> None:
    assert run("matrix", "-m", "purity", "-c", "rag-bag", "-c", "homogeneity", "--max-size", "6")[0] == 0
    assert list(content()) == ["homogeneity.universal.json", "rag-bag.universal.json"]
    run("matrix", "-m", "purity", "-c", "rag-bag", "--max-size", "6", "--expect", "purity/rag-bag@strong=violated")
    assert list(content()) == ["homogeneity.universal.json", "rag-bag.strong.json", "rag-bag.universal.json"]


def test_a_second_run_changes_nothing(run: Any) -> None:
    first = run("matrix", "-m", "purity", "-m", "jaccard", "--max-size", "5", "--reading", "all", "--format", "csv")
    before = everything()
    rows = list(csv.DictReader(io.StringIO(first[1])))
    assert len(before) == sum(row["kind"] != "undetermined" for row in rows) > 10
    second = run("matrix", "-m", "jaccard", "-m", "purity", "--max-size", "5", "--reading", "all", "--format", "csv")
    assert (second[0], second[2]) == (0, "")
    assert sorted(second[1].splitlines()) == sorted(first[1].splitlines())
    assert everything() == before


@pytest.mark.slow
def test_a_shorter_search_keeps_what_was_found(run: Any) -> None:
    run("check", "metrics.py:purity", "-c", "rag-bag", "--max-size", "6")
    before = content()
    code, out, err = run("check", "metrics.py:purity", "-c", "rag-bag", "--max-size", "3", "--format", "json")
    assert code == 1
    assert "metrics.py:purity/rag-bag@universal: the search found no violation, the pinned counterexample is one" in err
    (cell,) = json.loads(out)["cells"]
    # what is smaller was not searched again
    assert (cell["holds"], cell["evidence"]["minimal"], cell["evidence"]["detail"]["method"]) == (
        False,
        False,
        "replayed",
    )
    assert cell["counterexample"]["documents"] == 5
    assert content() == before
    assert "the search found" not in run("check", "metrics.py:purity", "-c", "rag-bag", "--max-size", "3", "-q")[2]


def test_readings_are_compared_by_what_is_pinned_too(run: Any) -> None:
    run("matrix", "-m", "v-measure", "-c", "rag-bag", "--max-size", "7")
    (cell,) = json.loads(run("matrix", "-m", "v-measure", "-c", "rag-bag", "--max-size", "3", "--format", "json")[1])[
        "cells"
    ]
    assert (cell["holds"], cell["differs"]) == (False, ["picture"])


def test_expected_violations_do_not_hang_on_the_size(run: Any) -> None:
    expected = ("check", "metrics.py:purity", "-c", "rag-bag", "--expect", "metrics.py:purity/rag-bag=violated")
    assert run(*expected, "--max-size", "6")[0] == 0
    assert run(*expected, "--max-size", "3", "--fail-on", "undetermined")[0] == 0


def test_evidence_on_a_metric_that_has_changed_is_not_believed(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run("check", "metrics.py:purity", "-c", "homogeneity", "-c", "rag-bag", "--max-size", "6")
    elsewhere(monkeypatch, CONSTANT)
    code, _, err = run("check", "metrics.py:purity", "-c", "homogeneity", "-c", "rag-bag", "--max-size", "3")
    assert code == 1
    assert (
        "pinned: metrics.py:purity/homogeneity@universal: pinned as satisfies (exhaustive to 6), is now violates, tied"
        in err
    )
    cells = {name: json.loads(text) for name, text in content().items()}
    assert cells["homogeneity.universal.json"]["holds"] is False
    # the same case, with what the metric says of it now, and no word of what is smaller
    assert cells["rag-bag.universal.json"]["counterexample"]["scores"] == {"better": 1.0, "worse": 1.0}
    assert cells["rag-bag.universal.json"]["evidence"]["minimal"] is False


@pytest.mark.parametrize(
    ("failing", "options", "message"),
    [
        ("int('')", (), "raised ValueError"),
        ("1 / 0", ("--undefined", "error"), "raised ZeroDivisionError"),
    ],
)
def test_a_metric_that_fails_on_a_pinned_case_is_an_error(
    run: Any, monkeypatch: pytest.MonkeyPatch, failing: str, options: tuple[str, ...], message: str
) -> None:
    run("check", "metrics.py:purity", "-c", "rag-bag", "--max-size", "6")
    before = everything()
    elsewhere(monkeypatch, METRICS.rstrip("\n") + f" if len(labels_true) < 5 else {failing}\n")
    code, _, err = run("check", "metrics.py:purity", "-c", "rag-bag", "--max-size", "3", "--no-laws", *options)
    assert code == 1
    assert f"metrics.py:purity/rag-bag@universal: error, {message}" in err
    assert "the search found" not in err
    assert everything() == before


@pytest.mark.parametrize(
    ("size", "verdict"), [("3", (None, "undetermined")), ("6", (None, "not-applicable"))], ids=["below", "reached"]
)
def test_a_pinned_case_without_a_value_is_told_by_name(
    run: Any, monkeypatch: pytest.MonkeyPatch, size: str, verdict: tuple[Any, str]
) -> None:
    run("check", "metrics.py:purity", "-c", "rag-bag", "--max-size", "6")
    before = everything()
    elsewhere(monkeypatch, METRICS.rstrip("\n") + " if len(labels_true) < 5 else 1 / 0\n")
    _, out, err = run("check", "metrics.py:purity", "-c", "rag-bag", "--max-size", size, "--format", "json")
    (cell,) = json.loads(out)["cells"]
    # neither a violation nor a verdict that it holds, a warning, and the pinned evidence stays
    assert (cell["holds"], cell["evidence"]["kind"]) == verdict
    assert "warning: metrics.py:purity/rag-bag@universal: the pinned counterexample has no value now, on gold" in err
    assert everything() == before


def test_what_was_finished_is_pinned(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from axiometrics.running.run import run as real

    whole = real([candidate("purity")], constraints(["rag-bag"], ["clustering"]), readings="all")

    def stopped(*_: Any, **__: Any) -> None:
        raise InterruptedRunError(whole)

    monkeypatch.setattr(matrices, "run", stopped)
    assert run("matrix", "-m", "purity", "-c", "rag-bag")[0] == 130
    assert list(content()) == ["rag-bag.universal.json"]


def test_damage_is_told_before_anything_is_computed(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run("matrix", "-m", "purity", "-c", "rag-bag", "--max-size", "6")
    (FOLDER / "purity/rag-bag.universal.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(matrices, "run", None)
    code, out, err = run("matrix", "-m", "purity", "-c", "rag-bag")
    assert (code, out) == (2, "")
    assert err.startswith(
        "axiometrics: error: 'evidence/clustering/purity/rag-bag.universal.json' is not pinned evidence"
    )
    assert err.count("\n") == 1


def test_a_corpus_that_cannot_be_is_told_first(run: Any) -> None:
    Path("evidence").touch()
    code, out, err = run("matrix", "-m", "purity")
    assert (code, out) == (2, "")
    assert "'evidence' is a file" in err


def test_an_expectation_that_contradicts_another(run: Any) -> None:
    Path("expected").write_text("purity/rag-bag=holds\npurity/rag-bag=violated  # no\n", encoding="utf-8")
    line = ("matrix", "-m", "purity", "-c", "rag-bag", "--max-size", "6", "--expected", "expected")
    code, _, err = run(*line)
    assert code == 2
    assert (
        "purity/rag-bag is expected to be satisfied and to be violated (expected, line 1; expected, line 2): keep one"
        in err
    )
    Path("expected").write_text("purity/*=holds\n", encoding="utf-8")
    assert run(*line)[0] == 1
    # the option counts before the file
    assert run(*line, "--expect", "purity/rag-bag=violated")[0] == 0
