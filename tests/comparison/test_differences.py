"""Two matrices compared: what counts as a change, as weaker or stronger evidence, and as a regression."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from axiometrics.api import load
from axiometrics.comparison.diff_document import CHANGES
from axiometrics.comparison.diff_page import page
from axiometrics.comparison.differences import STRENGTH, compare
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.errors import FileError
from axiometrics.core.evidence import TYPES, Scan
from axiometrics.core.matrix import Matrix
from axiometrics.reports.text import page as text

FOUND = Counterexample({"gold": {}, "outputs": {}, "scores": {}, "documents": 5})


def cell(
    holds: bool | None = True, kind: str = "exhaustive", metric: str = "ap", reading: str = "universal", **evidence: Any
) -> Cell:
    """A cell with 9 cases to size 8, decided exactly, unless told otherwise."""
    relation = evidence.pop("relation", "tied" if holds is False and kind == "counterexample" else None)
    counterexample = evidence.pop("counterexample", FOUND if kind == "counterexample" else None)
    own: dict[str, dict[str, Any]] = {"counterexample": {"minimal": True}, "grid": {"grid": "0 or 1"}}
    made = TYPES[kind](**{"exact": True, "cases": 9, "size": 8, **own.get(kind, {}), **evidence})
    return Cell("ranking", metric, "priority", reading, holds, made, relation, counterexample)


def matrix(
    *cells: Cell,
    settings: Mapping[str, Any] | None = None,
    version: str = "1",
    constraints: tuple[str, ...] = ("priority",),
) -> Matrix:
    of = {"task": "ranking", "source": ""}
    metrics = tuple(
        {"id": name, "base": name, "params": {}, "display": name, "family": "user", **of}
        for name in dict.fromkeys(cell.metric for cell in cells)
    )
    described = tuple({"id": name, "statement": "", "readings": ["universal"], **of} for name in constraints)
    return Matrix(metrics, described, cells, settings or {}, version)


def only(old: Cell, new: Cell) -> tuple[str, bool] | None:
    """What became of one cell, and whether it is a regression; None where nothing did."""
    comparison = compare(matrix(old), matrix(new))
    assert sum(asdict(comparison.counts).values()) == 1
    return (comparison.cells[0].change, comparison.cells[0].regression) if comparison.cells else None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (cell(), cell(), None),
        (cell(), cell(seconds=3.0, cases=10), None),
        # verdicts
        (cell(), cell(False, "counterexample"), ("changed", True)),
        (cell(), cell(None, "undetermined"), ("changed", True)),
        (cell(), cell(None, "error"), ("changed", True)),
        (cell(), cell(None, "not-applicable"), ("changed", True)),
        (cell(True, "proof"), cell(False, "proof"), ("changed", True)),
        (cell(False, "counterexample"), cell(None, "undetermined"), ("changed", True)),
        (cell(False, "counterexample"), cell(), ("changed", False)),
        (cell(None, "undetermined"), cell(), ("changed", False)),
        (cell(None, "error"), cell(False, "counterexample"), ("changed", False)),
        (cell(None, "not-applicable"), cell(False, "counterexample"), ("changed", False)),
        # descriptive words
        (
            cell(None, "descriptive", profile="hump"),
            cell(None, "descriptive", profile="grows"),
            ("changed", False),
        ),
        (cell(None, "descriptive", profile="hump"), cell(None, "undetermined"), ("changed", True)),
        (cell(None, "undetermined"), cell(None, "descriptive", profile="hump"), ("changed", False)),
        # evidence
        (cell(), cell(True, "proof"), ("strengthened", False)),
        (cell(True, "proof"), cell(), ("weakened", True)),
        (cell(size=8), cell(size=7), ("weakened", True)),
        (cell(size=8), cell(size=10), ("strengthened", False)),
        (cell(True, "sampled", cases=200), cell(True, "sampled", cases=100), ("weakened", True)),
        (cell(exact=True), cell(exact=False), ("weakened", True)),
        (cell(exact=False, size=8), cell(exact=True, size=7), ("strengthened", False)),
        (cell(False, "counterexample", minimal=True), cell(False, "counterexample", minimal=False), ("weakened", True)),
        (
            cell(False, "counterexample", minimal=False),
            cell(False, "counterexample", minimal=True),
            ("strengthened", False),
        ),
        (cell(False, "exhaustive"), cell(False, "proof"), ("strengthened", False)),
        (cell(None, "undetermined"), cell(None, "error"), ("weakened", True)),
        (cell(None, "undetermined"), cell(None, "not-applicable"), ("strengthened", False)),
        # particulars
        (cell(False, "counterexample"), cell(False, "counterexample", relation="reversed"), ("restated", False)),
        (
            cell(False, "counterexample"),
            cell(False, "counterexample", counterexample=Counterexample({"documents": 4})),
            ("restated", False),
        ),
        (cell(scan=Scan(20, [10, 11], 10)), cell(scan=Scan(20, [12], 12)), ("restated", False)),
        (cell(), cell(convention="0 at 0/0"), ("restated", False)),
    ],
)
def test_what_becomes_of_a_cell(old: Cell, new: Cell, expected: tuple[str, bool] | None) -> None:
    assert only(old, new) == expected


@pytest.mark.parametrize("holds", [True, False, None])
def test_evidence_is_ordered_as_its_table_has_it(holds: bool | None) -> None:
    """Of any two kinds one is stronger, whichever way round they are compared; equal verdicts only."""
    for strong, weak in combinations(STRENGTH[holds], 2):
        if "descriptive" in (strong, weak):
            continue  # a word is a verdict of its own
        assert only(cell(holds, strong), cell(holds, weak)) == ("weakened", True)
        assert only(cell(holds, weak), cell(holds, strong)) == ("strengthened", False)


def test_cells_that_vanish_are_regressions_and_those_that_appear_are_not() -> None:
    comparison = compare(matrix(cell(), cell(metric="rr")), matrix(cell(), cell(reading="graded")))
    assert [(cell.change, cell.name, cell.regression) for cell in comparison.cells] == [
        ("appeared", "ap/priority@graded", False),
        ("vanished", "rr/priority@universal", True),
    ]
    assert asdict(comparison.counts) == {
        "same": 1,
        "changed": 0,
        "weakened": 0,
        "strengthened": 0,
        "restated": 0,
        "vanished": 1,
        "appeared": 1,
    }
    assert asdict(comparison.metrics) == {"removed": ["rr"], "added": []}


def test_what_is_read_from_a_file_is_the_comparison_that_was_saved(tmp_path: Path) -> None:
    old = matrix(cell(), cell(metric="rr"), cell(reading="graded"), settings={"max_size": 6})
    comparison = compare(old, matrix(cell(False, "counterexample"), cell(reading="graded", size=4)))
    comparison.save(tmp_path / "changes.json")
    read = load(tmp_path / "changes.json")
    assert (read, str(read), read.regressions) == (comparison, str(comparison), comparison.regressions)
    assert len(read.regressions) == 3


def test_constraints_and_settings_that_differ_are_told() -> None:
    old = matrix(cell(), settings={"max_size": 6, "seed": 0}, constraints=("priority", "deepness"))
    new = matrix(
        cell(),
        settings={"max_size": None, "seed": 0, "reading": "all"},
        version="2",
        constraints=("priority", "confidence"),
    )
    comparison = compare(old, new)
    assert asdict(comparison.constraints) == {"removed": ["ranking:deepness"], "added": ["ranking:confidence"]}
    settings = {name: (pair.old, pair.new) for name, pair in comparison.settings.items()}
    assert settings == {"version": ("1", "2"), "max_size": (6, None), "reading": (None, "all")}
    shown = text(page(comparison))
    assert "constraints removed: ranking:deepness" in shown
    assert "setting max_size: 6 -> none" in shown
    assert (
        text(page(comparison, quiet=True))
        == "same 1, changed 0, weakened 0, strengthened 0, restated 0, vanished 0, appeared 0; regressions 0\n"
    )


def test_a_matrix_with_two_cells_of_one_name_is_refused() -> None:
    with pytest.raises(FileError, match="two cells ap/priority@universal"):
        compare(matrix(cell(), cell(size=7)), matrix(cell()))


def test_regressions_come_first_and_json_has_all() -> None:
    old = matrix(cell(), cell(metric="rr"), cell(metric="err"))
    new = matrix(cell(size=9), cell(False, "counterexample", metric="rr"), cell(metric="err"))
    comparison = compare(old, new)
    lines = text(page(comparison)).splitlines()
    assert lines[2].split()[:4] == ["regression", "changed", "ranking", "rr/priority@universal"]
    assert "satisfies (exhaustive, size 8) -> violates (counterexample)" in lines[2]
    assert "strengthened" in lines[3]
    assert "err" not in text(page(comparison))
    data = comparison.to_json()
    assert (data["schema"], data["regressions"]) == ("axiometrics/diff/1", 1)
    assert [(entry["change"], entry["metric"], entry["regression"]) for entry in data["cells"]] == [
        ("strengthened", "ap", False),
        ("changed", "rr", True),
    ]
    assert data["cells"][1]["old"]["holds"] is True
    assert data["cells"][1]["new"] == {
        "holds": False,
        "kind": "counterexample",
        "size": 8,
        "exact": True,
        "minimal": True,
        "relation": "tied",
    }
    assert set(data["counts"]) == {"same", *CHANGES}


# --- the command

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    for name, saved in {
        "old": matrix(cell()),
        "better": matrix(cell(size=9)),
        "worse": matrix(cell(size=7)),
        "empty": matrix(),
    }.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(saved.to_json()), encoding="utf-8")
    (tmp_path / "text.json").write_text("no JSON", encoding="utf-8")
    (tmp_path / "other.json").write_text('{"schema": "axiometrics/scores/1"}', encoding="utf-8")
    (tmp_path / "damaged.json").write_text('{"schema": "axiometrics/matrix/1", "cells": [{}]}', encoding="utf-8")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")

    return partial(command, "diff")


def test_it_exits_1_on_a_regression_only(run: Run) -> None:
    assert run("old.json", "old.json")[0] == 0
    assert run("old.json", "better.json")[0] == 0
    code, out, err = run("old.json", "worse.json")
    assert (code, err) == (1, "")
    assert "size 8) -> satisfies (exhaustive, size 7)" in out
    assert run("old.json", "empty.json")[0] == 1
    assert run("empty.json", "old.json")[0] == 0


def test_formats(run: Run, tmp_path: Path) -> None:
    assert json.loads(run("old.json", "worse.json", "--format", "json")[1])["schema"] == "axiometrics/diff/1"
    assert run("old.json", "worse.json", "--format", "markdown")[1].startswith("|")
    assert run("old.json", "better.json", "-o", "changes.md") == (0, "", "")
    assert "| strengthened |" in (tmp_path / "changes.md").read_text(encoding="utf-8")
    assert len(run("old.json", "better.json", "-q")[1].splitlines()) == 1


def test_stdin(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO((tmp_path / "worse.json").read_text(encoding="utf-8")))
    assert run("old.json", "-")[0] == 1


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("old.json", 2, "Missing argument 'NEW'"),
        ("old.json nowhere.json", 2, "cannot read 'nowhere.json'"),
        ("old.json .", 2, "cannot read '.'"),
        ("text.json old.json", 2, "text.json is not JSON"),
        ("bytes.json old.json", 2, "bytes.json is not JSON"),
        (
            "other.json old.json",
            2,
            (
                "other.json: no matrix: expected a JSON object with schema 'axiometrics/matrix/1', found "
                "'axiometrics/scores/1'"
            ),
        ),
        ("old.json damaged.json", 2, "damaged.json: a damaged matrix"),
        ("- -", 2, "only one of them can be stdin"),
        ("old.json old.json --format csv", 2, "csv"),
        ("old.json old.json -o nowhere/changes.txt", 2, "cannot write"),
        ("empty.json empty.json", 5, "nothing was compared"),
    ],
)
def test_a_mistake_is_one_line(run: Run, line: str, code: int, said: str) -> None:
    exit_code, out, err = run(*line.split())
    assert (exit_code, out) == (code, "")
    assert len(err.splitlines()) == 1
    assert said in err
