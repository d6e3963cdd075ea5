"""What `verify --strict` searches again: no false size, no false `minimal`, and nothing that was not checked passes.

What strictness cannot refuse: a file whose search is repeated by the same code that made it. A fault of the search
itself is found by the tests that hold the search to plain lists of cases, not here.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from axiometrics import api, registry
from axiometrics.cli import main
from axiometrics.running import job, run
from axiometrics.services.repetition import searched_again
from axiometrics.verification import Terms, Verified, verify_document

JSON = dict[str, Any]


@cache
def _saved() -> JSON:
    matrix = api.matrix(
        ["purity", "rr", "bcubed-precision", "rand", "f-max"],
        ["ranking:priority", "completeness", "rag-bag", "deepness-threshold"],
        "all",
        max_size="5,thresholds=12",
    )
    return matrix.to_json()


def saved() -> JSON:
    return copy.deepcopy(_saved())


def cell_of(document: JSON, kind: str) -> JSON:
    return next(c for c in document["cells"] if c["evidence"]["kind"] == kind and c["metric"] in ("rr", "f-max"))


def strictly(document: JSON | list[JSON]) -> dict[str, list[Verified]]:
    items = verify_document(document, registry.constraints(), Terms({}, strict=True))
    by_status: dict[str, list[Verified]] = {}
    for item in searched_again(document, items, {}):
        by_status.setdefault(item.status, []).append(item)
    return by_status


def test_what_was_computed_is_verified_whole() -> None:
    kinds = {cell["evidence"]["kind"] for cell in saved()["cells"]}
    assert {"exhaustive", "counterexample", "proof"} <= kinds
    assert list(strictly(saved())) == ["verified"]


def test_cells_that_stand_alone_are_searched_to_the_size_that_they_claim() -> None:
    assert list(strictly(saved()["cells"])) == ["verified"]


def _farther(cell: JSON) -> None:
    cell["evidence"]["size"] = 999


def _turned(cell: JSON) -> None:
    """A violation said to be none up to 999 documents."""
    cell |= {"holds": True, "counterexample": None, "relation": None}
    cell["evidence"] |= {"kind": "exhaustive", "size": 999, "minimal": None, "detail": {}}


def _more_cases(cell: JSON) -> None:
    cell["evidence"]["cases"] += 1


@pytest.mark.parametrize(
    ("kind", "change", "alone"),
    [
        ("exhaustive", _farther, False),
        ("exhaustive", _farther, True),
        ("counterexample", _turned, False),
        ("proof", _farther, False),
        ("exhaustive", _more_cases, True),
        ("proof", _more_cases, False),
    ],
)
def test_a_search_that_was_not_made_is_found_out(kind: str, change: Callable[[JSON], None], alone: bool) -> None:
    document = saved()
    cell = cell_of(document, kind)
    change(cell)
    (failed,) = strictly([cell] if alone else {**document, "cells": [cell], "counts": None, "covers": None})["failed"]
    assert failed.metric == cell["metric"]


def test_a_false_minimal_is_found_out() -> None:
    """Of RR under Priority the smallest violation has three documents; a larger one is a violation too."""
    document = saved()
    cell = next(
        c for c in document["cells"] if c["metric"] == "rr" and not c["holds"] and c["constraint"] == "priority"
    )
    assert (cell["evidence"]["minimal"], cell["counterexample"]["documents"]) == (True, 3)
    for side in (cell["counterexample"]["gold"], *cell["counterexample"]["outputs"].values()):
        side["levels"].insert(0, [["first"]])
    cell["counterexample"] |= {"documents": 4, "scores": {"better": "1", "worse": "1"}}
    cell["evidence"]["size"] = 4
    cell["counterexample"]["gold"]["levels"] = [[["first"], *cell["counterexample"]["gold"]["levels"][1]]]
    (item,) = verify_document(cell, registry.constraints(), {})
    assert item.status == "verified", item.reason
    (failed,) = strictly({**document, "cells": [cell], "counts": None, "covers": None})["failed"]
    assert "the file says 4" in failed.reason
    cell["evidence"]["minimal"] = False
    assert strictly([cell])["failed"]


def test_a_matrix_that_ran_out_of_time_has_no_false_cells_and_is_not_checked_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A theorem settles the cell of `ap`, whose search was cut short; the other one is not decided."""
    now = count()
    clock = SimpleNamespace(monotonic=lambda: float(next(now)))
    for module in (run, job):
        monkeypatch.setattr(module, "time", clock)
    matrix = api.matrix(["ap", "rs-ranking(reading=tail-lookup)"], ["ranking:priority"], max_size=7, budget=12.0)
    monkeypatch.undo()
    proved, left = (cell.evidence for cell in matrix)
    assert (proved.kind, proved.size, left.kind) == ("proof", None, "undetermined")
    document = matrix.to_json()
    by_status = strictly(document)
    assert {status: len(items) for status, items in by_status.items()} == {"verified": 1, "nothing to check": 1}
    document["cells"][0]["evidence"]["cases"] = 10**9
    assert len(strictly(document)["failed"]) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("claimed", [{"cases": 10**6, "largest": 40}, {"cases": 40, "largest": 10**9}, "proved"])
def test_a_link_that_was_not_tested_so_far_is_found_out(claimed: Any) -> None:
    """`verify` compares on cases of its own; on how many the file says that it was compared, only a run repeats."""
    document = api.matrix(["rs-clustering"], ["size-vs-quantity-overlap"], max_size=7).to_json()
    assert list(strictly(document)) == ["verified"]
    detail = document["cells"][0]["evidence"]["detail"]
    assert set(detail["link"]) == {"cases", "largest"}
    detail["link"] = {"cases": 1, "largest": 1}  # says less than there is
    assert list(strictly(document)) == ["verified"]
    detail["link"] = claimed
    assert list(strictly(document)) == ["failed"]


def test_the_exit_code_says_that_a_cell_was_not_checked(tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    file.write_text(json.dumps([cell_of(saved(), "exhaustive")]), encoding="utf-8")
    invoke = CliRunner().invoke
    assert invoke(main, ["verify", str(file)]).exit_code == 5
    strict = invoke(main, ["verify", "--strict", "--seed", "7", str(file)])
    assert (strict.exit_code, strict.stdout.splitlines()[-1]) == (
        0,
        "verified 1, failed 0, not re-run 0, nothing to check 0; not checked: 0 of 1; seed 7",
    )
    document = saved()
    document["cells"] = [cell_of(document, "proof"), cell_of(document, "counterexample")]
    document["cells"][0]["metric"] = "mine.py:mine"
    file.write_text(json.dumps({**document, "counts": None, "covers": None, "metrics": None}), encoding="utf-8")
    assert invoke(main, ["verify", str(file)]).exit_code == 0
    strict = invoke(main, ["verify", "--strict", str(file)])
    assert (strict.exit_code, "; not checked: 1 of " in strict.stdout) == (1, True)
    assert "not re-run: mine.py:mine/" in strict.stdout
