"""Cells that somebody cut out of a saved matrix are noticed, by `verify` and by all that loads it.

What this cannot refuse: a file whose statement is rewritten with its cells, digest and all, or without one, as version
0.1 wrote it. Both are matrices of fewer cells, which nothing tells from a run that was asked for less.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from axiometrics import api, registry
from axiometrics.cli import main
from axiometrics.core.coverage import coverage, digest
from axiometrics.core.errors import FileError
from axiometrics.core.matrix import Matrix
from axiometrics.verification import verify_document

JSON = dict[str, Any]


@cache
def _saved() -> str:
    matrix = api.matrix(["ap", "p@10", "purity"], ["ranking:priority", "homogeneity"], "all", max_size=4)
    return json.dumps(matrix.to_json())


def saved() -> JSON:
    """Two rankings and a clustering, in all readings."""
    data: JSON = json.loads(_saved())
    return data


def failures(data: JSON) -> list[str]:
    items = verify_document(data, registry.constraints(), {})
    return [
        f"{item.metric}/{item.constraint}@{item.reading}: {item.reason}" for item in items if item.status == "failed"
    ]


def cut(data: JSON, *places: int) -> JSON:
    """Without these cells, and with the counts of what is left."""
    for i in sorted(places, reverse=True):
        data["counts"][data["cells"].pop(i)["evidence"]["kind"]] -= 1
    return data


def test_a_matrix_says_what_it_covers() -> None:
    """Two metrics of three readings, and one of three others, as products, with a digest that a few lines recompute."""
    data = saved()
    assert [(len(product["metrics"]), len(product["readings"])) for product in data["covers"]["products"]] == [
        (2, 3),
        (1, 3),
    ]
    assert data["covers"]["cells"] == len(data["cells"]) == 9
    names = [(c["metric"], f"{c['task']}:{c['constraint']}@{c['reading']}") for c in data["cells"]]
    assert data["covers"]["digest"] == digest(names) == digest(names[::-1]) != digest(names[1:])
    assert failures(data) == []
    assert Matrix.from_json(data).to_json() == data


def test_what_is_covered_need_not_be_one_product() -> None:
    covered = coverage([("a", "t:x@1"), ("b", "t:x@1"), ("b", "t:y@1"), ("c", "t:x@1"), ("a", "t:x@1")])
    assert [(product.metrics, product.readings) for product in covered.products] == [
        (["a", "c"], ["t:x@1"]),
        (["b"], ["t:x@1", "t:y@1"]),
    ]
    assert covered.cells == 4


@pytest.mark.parametrize("places", [(0,), (7,), (1, 4), tuple(range(9))])
def test_a_cell_that_was_cut_out_fails(places: tuple[int, ...], tmp_path: Path) -> None:
    """By its name; and nothing loads the file."""
    whole = saved()
    data = cut(saved(), *places)
    lost = [whole["cells"][i] for i in places]
    lost_cells = [f"{c['metric']}/{c['task']}:{c['constraint']}@{c['reading']}" for c in lost]
    assert sorted(failures(data)) == sorted(
        f"{name}: cut out: the matrix says that it covers this cell" for name in lost_cells
    )
    with pytest.raises(FileError, match=f"{len(places)} cells are missing that the matrix says it covers"):
        Matrix.from_json(data)
    file = tmp_path / "m.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    ran = CliRunner().invoke(main, ["verify", "--seed", "1", str(file)])
    assert (ran.exit_code, ran.stdout.count("cut out")) == (1, len(places))


def _without_product(data: JSON) -> None:
    del data["covers"]["products"][1]


def _fewer(data: JSON) -> None:
    data["covers"]["cells"] -= 1


def _another_digest(data: JSON) -> None:
    data["covers"]["digest"] = digest([])


def _too_many(data: JSON) -> None:
    data["covers"]["products"] = [{"metrics": ["m"] * 10**4, "readings": ["r"] * 10**4}]


@pytest.mark.parametrize("change", [_without_product, _fewer, _another_digest, _too_many])
def test_the_statement_cannot_be_cut_alone(change: Callable[[JSON], None]) -> None:
    data = saved()
    change(data)
    (failed,) = failures(data)
    assert failed.startswith("matrix/covers@all: the ")
    with pytest.raises(FileError):
        Matrix.from_json(data)


def test_a_cell_that_was_put_in_fails() -> None:
    data, more = saved(), saved()["cells"][0]
    data["cells"].append({**more, "reading": "another"})
    data["counts"][more["evidence"]["kind"]] += 1
    assert any("does not say that it covers this cell" in failed for failed in failures(data))


@pytest.mark.parametrize("said", [7, [], "all", {}, {"products": [3]}, {"products": [{"metrics": 1, "readings": []}]}])
def test_a_malformed_statement_is_refused(said: Any) -> None:
    data = saved() | {"covers": said}
    with pytest.raises(FileError, match="covers"):
        verify_document(data, registry.constraints(), {})
    with pytest.raises(FileError):
        Matrix.from_json(data)


def test_an_interrupted_run_covers_what_it_did_not_finish() -> None:
    """It verifies as incomplete; a cell that is then cut out of it is another thing."""
    whole = Matrix.from_json(saved())
    stopped = Matrix(whole.metrics, whole.constraints, whole.cells[:5], whole.settings, whole.version).to_json()
    left = [{name: c[name] for name in ("task", "metric", "constraint", "reading")} for c in saved()["cells"][5:]]
    stopped |= {"complete": False, "missing": 4, "missing_cells": left, "covers": saved()["covers"]}
    assert failures(stopped) == []
    assert Matrix.from_json(stopped).to_json() == stopped
    statuses = [item.status for item in verify_document(stopped, registry.constraints(), {})]
    assert statuses.count("not re-run") == 4
    assert "cut out" in failures(cut(deepcopy(stopped), 2))[0]


def test_a_file_may_leave_out_what_it_covers_and_verify_says_so(tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    data = cut(saved(), 3)
    del data["covers"]
    file.write_text(json.dumps(data), encoding="utf-8")
    ran = CliRunner().invoke(main, ["verify", str(file)])
    assert (ran.exit_code, "does not say which cells it covers" in ran.stderr) == (0, True)
    assert len(Matrix.from_json(data)) == 8
