"""`axiometrics list open`: the cells that nothing settles, and words where there is none."""

from __future__ import annotations

import json
from functools import cache

import pytest
from click.testing import CliRunner, Result

from axiometrics import api
from axiometrics.cli import main
from axiometrics.core.verdict import Cell, Evidence, Matrix


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["list", "open", *arguments])
    assert (result.exit_code, result.stderr) == (0, "")
    return result


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = ("proof", "exhaustive", "sampled", "undetermined", "error", "not-applicable")
    holds = {"proof": True, "exhaustive": True, "sampled": True}
    cells = [
        Cell("ranking", f"m-{kind}", "priority", "universal", holds.get(kind), Evidence(kind, True, 5, 8, detail={"tried": ["a|b", "c"]})) for kind in kinds
    ]
    monkeypatch.setattr("axiometrics.runner.run", lambda *given, **more: Matrix((), (), tuple(cells)))


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default matrix of a task, searched less far, and once."""
    monkeypatch.setattr("axiometrics.runner.run", lambda subjects, readings: small(tuple(subject.id for subject in subjects), readings))


@cache
def small(metrics: tuple[str, ...], readings: str) -> Matrix:
    return api.matrix(metrics, reading=readings, max_size=4) if metrics else Matrix((), (), ())


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_where_nothing_is_open_it_says_so(form: str) -> None:
    printed = run("--task", "filtering", "--format", form).stdout
    assert printed == (
        "No cell is open: none of the 16 cells of filtering in the default matrix, all readings counted, is left to a search "
        "(proof 4, counterexample 4, descriptive 8).\n"
    )
    assert run("--task", "organization", "--format", form).stdout == "No cell is open: the default matrix has none of organization.\n"


@pytest.mark.usefixtures("settled")
def test_in_json_it_is_an_empty_list() -> None:
    assert json.loads(run("--task", "filtering", "--format", "json").stdout) == {"open": []}


@pytest.mark.usefixtures("found")
def test_open_cells_are_a_table() -> None:
    header, _, *lines = run().stdout.splitlines()
    assert header.split() == ["cell", "searched", "tried"]
    assert lines[0].split() == ["m-exhaustive/priority@universal", "exhaustive", "8", "a|b"]
    assert [line.split("/")[0] for line in lines[::2]] == ["m-exhaustive", "m-sampled", "m-undetermined", "m-error"]
    assert "| m-error/priority@universal        | error 8        | a\\|b; c |" in run("--format", "markdown").stdout


@pytest.mark.usefixtures("found")
def test_open_cells_in_json() -> None:
    entries = json.loads(run("--format", "json").stdout)["open"]
    assert [entry["kind"] for entry in entries] == ["exhaustive", "sampled", "undetermined", "error"]
    assert entries[0] == {
        "task": "ranking",
        "metric": "m-exhaustive",
        "constraint": "priority",
        "reading": "universal",
        "holds": True,
        "kind": "exhaustive",
        "size": 8,
        "tried": ["a|b", "c"],
    }
