"""Verdicts: a cell cannot claim more than its evidence, and a matrix is what was saved."""

import json
import re
from typing import Any

import pytest

from axiometrics.core.cell import Cell, Counterexample, drawn, with_differences
from axiometrics.core.documents import parse
from axiometrics.core.errors import FileError, UnknownNameError
from axiometrics.core.evidence import KINDS, TYPES, Exhaustive, Refuted, Sampled
from axiometrics.core.matrix import Matrix

ALLOWED: dict[str, set[bool | None]] = {
    "proof": {True, False},
    "exhaustive": {True, False},
    "sampled": {True},
    "region": {True, False},
    "counterexample": {False},
    "descriptive": {None},
    "grid": {True},
    "not-applicable": {None},
    "undetermined": {None},
    "error": {None},
}
"""Spec/interface.md, "Statuses of a cell"."""

FOUND = Counterexample(
    {
        "gold": {"levels": [[["a"], ["b"]]], "tail": False},
        "outputs": {
            "better": {"levels": [[["a"], ["b"]]], "tail": False},
            "worse": {"levels": [[["a", "b"]]], "tail": False},
        },
        "scores": {"better": "1/2", "worse": "1/2"},
        "documents": 2,
    }
)


def cell(
    holds: bool | None,
    kind: str,
    metric: str = "ap",
    constraint: str = "priority",
    reading: str = "universal",
    task: str = "ranking",
    profile: str = "hump",
    **more: Any,
) -> Cell:
    counterexample = FOUND if kind == "counterexample" else None
    relation = "tied" if kind == "counterexample" else None
    details: dict[str, Any] = {
        "counterexample": {"minimal": True},
        "descriptive": {"profile": profile},
        "grid": {"grid": "0 or 1"},
    }
    evidence = TYPES[kind](True, 7, 3, **details.get(kind, {}))
    return Cell(task, metric, constraint, reading, holds, evidence, relation, counterexample, **more)


def test_the_kinds_are_those_of_the_interface() -> None:
    assert set(KINDS) == set(ALLOWED)
    assert len(KINDS) == len(set(KINDS))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("holds", [True, False, None])
def test_a_cell_claims_only_what_its_evidence_allows(kind: str, holds: bool | None) -> None:
    if holds in ALLOWED[kind]:
        assert cell(holds, kind).holds is holds
    else:
        with pytest.raises(ValueError, match=f"evidence of kind {kind} cannot carry holds={holds}"):
            cell(holds, kind)


@pytest.mark.parametrize("kind", ["proof", "exhaustive", "sampled", "region"])
def test_a_verdict_that_rests_on_no_case_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="rests on no case"):
        Cell("ranking", "ap", "priority", "universal", True, TYPES[kind](True, 0))


def test_a_counterexample_is_shown() -> None:
    with pytest.raises(ValueError, match="a counterexample is missing"):
        Cell("ranking", "ap", "priority", "universal", False, Refuted(True, 3, minimal=True))


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises((KeyError, ValueError)):
        cell(True, "hearsay")


def test_readings_are_compared_by_verdict_or_profile() -> None:
    assert cell(True, "proof").verdict is True
    assert cell(False, "counterexample").verdict is False
    assert cell(None, "undetermined").verdict is None
    assert cell(None, "descriptive", profile="grows").verdict == "grows"


def test_a_cell_names_the_readings_that_differ() -> None:
    cells = with_differences(
        [
            cell(True, "exhaustive", reading="universal"),
            cell(False, "counterexample", reading="single"),
            cell(None, "undetermined", reading="graded"),
            cell(True, "proof", reading="other"),
            cell(False, "counterexample", reading="universal", metric="rr"),
            cell(False, "counterexample", reading="universal", task="filtering"),
            cell(None, "descriptive", constraint="non-informative", reading="a", profile="grows"),
            cell(None, "descriptive", constraint="non-informative", reading="b", profile="hump"),
        ]
    )
    assert [differing.differs for differing in cells] == [
        ("single",),
        ("universal", "other"),
        (),
        ("single",),
        (),
        (),
        ("b",),
        ("a",),
    ]
    assert cells[1].elsewhere == {"universal": "exhaustive:3", "other": "proof"}


def matrix() -> Matrix:
    of = {"family": "ranking", "task": "ranking", "source": ""}
    metrics = (
        {"id": "ndcg@10", "base": "ndcg", "params": {"k": "10", "ideal": "gold"}, "display": "nDCG@10", **of},
        {"id": "ndcg", "base": "ndcg", "params": {"ideal": "gold"}, "display": "nDCG", **of},
        {"id": "rbp(p=0.8)", "base": "rbp", "params": {"p": "4/5"}, "display": "RBP(p=0.8)", **of},
    )
    cells = (
        cell(True, "exhaustive", "ndcg@10"),
        cell(True, "proof", "ndcg"),
        cell(True, "sampled", "rbp(p=0.8)"),
        cell(False, "counterexample", "rbp(p=0.8)", "confidence"),
        cell(True, "exhaustive", "rbp(p=0.8)", reading="single"),
        cell(None, "error", "rbp(p=0.8)", task="filtering", message="it raised"),
    )
    priority = {"id": "priority", "task": "ranking", "statement": "", "source": "", "readings": ["universal"]}
    return Matrix(metrics, (priority,), cells, {"reading": "all"}, "1.2.3")


def test_each_kind_has_its_own_count() -> None:
    cells = matrix()
    assert cells.counts == {
        **dict.fromkeys(KINDS, 0),
        "exhaustive": 2,
        "proof": 1,
        "sampled": 1,
        "counterexample": 1,
        "error": 1,
    }
    assert list(cells.counts) == list(KINDS)
    assert len(cells) == len(list(cells)) == sum(cells.counts.values())


@pytest.mark.parametrize(
    ("metric", "constraint", "reading", "place"),
    [
        ("ndcg", "priority", None, 1),
        ("ndcg@10", "priority", None, 0),
        ("ndcg(k=10)", "priority", None, 0),
        ("nDCG@10", "priority", None, 0),
        ("rbp", "priority", None, 2),
        ("rbp(p=0.80)", "priority", "single", 4),
        ("RBP(p=0.8)", "ranking:priority", "universal", 2),
        ("rbp", "filtering:priority", None, 5),
        ("rbp", "confidence", None, 3),
    ],
)
def test_a_cell_is_found_by_any_spelling(metric: str, constraint: str, reading: str | None, place: int) -> None:
    cells = matrix()
    assert cells.cell(metric, constraint, reading) is cells.cells[place]


@pytest.mark.parametrize(
    ("metric", "constraint", "reading"),
    [
        ("ap", "priority", None),
        ("rbp(p=0.9)", "priority", None),
        ("rbp", "deepness", None),
        ("rbp", "priority", "graded"),
    ],
)
def test_a_cell_that_is_not_there_is_named(metric: str, constraint: str, reading: str | None) -> None:
    with pytest.raises(UnknownNameError, match=r"no (metric|cell|reading) .* in this matrix: (known are|did you mean)"):
        matrix().cell(metric, constraint, reading)


def test_a_matrix_is_read_back() -> None:
    cells = matrix()
    data = json.loads(json.dumps(cells.to_json()))
    assert Matrix.from_json(data).to_json() == cells.to_json() == data
    assert data["schema"] == "axiometrics/matrix/1"
    assert data["counts"] == cells.counts
    assert set(data["cells"][3]) == {
        "task",
        "metric",
        "constraint",
        "reading",
        "holds",
        "differs",
        "evidence",
        "relation",
        "counterexample",
        "message",
    }
    assert set(data["cells"][3]["evidence"]) == {"kind", "exact", "cases", "size", "minimal", "seconds", "detail"}


def test_names_of_documents_are_read_as_they_are_and_other_names_in_one_line() -> None:
    """A document that is renamed is another document; a metric whose name has two lines would forge a line."""
    data = matrix().to_json()
    saved = next(entry for entry in data["cells"] if entry["counterexample"])
    case = saved["counterexample"]
    case["gold"] = {"levels": [[["a\nb"], ["c"]]], "tail": False}
    case["outputs"] = {role: {"levels": [[["a\nb", "c"]]], "tail": False} for role in case["outputs"]}
    saved["message"] = "two\nlines"
    read = next(cell for cell in Matrix.from_json(data) if cell.counterexample is not None)
    assert read.counterexample is not None
    assert read.counterexample["gold"]["levels"] == [[["a\nb"], ["c"]]]
    assert read.message == "two\\nlines"


@pytest.mark.parametrize(
    "data", [None, [], "text", {}, {"schema": "axiometrics/scores/1"}, {"schema": "axiometrics/matrix/2"}]
)
def test_what_is_no_matrix_is_refused(data: Any) -> None:
    with pytest.raises(FileError, match="no matrix: expected a JSON object with schema 'axiometrics/matrix/1'"):
        Matrix.from_json(data)


@pytest.mark.parametrize(
    "damage",
    [
        {"cells": None},
        {"cells": [{}]},
        {"cells": ["x"]},
        {"metrics": None},
        {"holds": True},
        {"kind": "hearsay"},
    ],
)
def test_a_damaged_matrix_is_refused(damage: dict[str, Any]) -> None:
    """A saved file cannot be edited into a stronger claim either: a counterexample cannot become a verdict that
    holds.
    """
    data = matrix().to_json()
    if "holds" in damage:
        data["cells"][3]["holds"] = True
    elif "kind" in damage:
        data["cells"][3]["evidence"]["kind"] = damage["kind"]
    else:
        data |= damage
    with pytest.raises(FileError, match=r"a damaged matrix .*: save it again with --format json"):
        Matrix.from_json(data)


PROOF: dict[str, Any] = {
    "words": "",
    "excess": "L",
    "symbols": {"L": True},
    "facts": ["L > 0"],
    "define": [["M", "L + 1"]],
    "steps": [{"id": "one", "claim": "L > 0", "rule": "evident"}],
}


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        *(({name: None}, f"`$.{name}`") for name in PROOF),
        ({"symbols": ["L"]}, "`$.symbols`"),
        ({"facts": [1]}, "`$.facts[0]`"),
        ({"define": [["M"]]}, "`$.define[0]`"),
        ({"steps": [{"id": "one", "claim": "L > 0"}]}, "missing required field `rule`"),
    ],
)
def test_a_damaged_proof_is_refused(damage: dict[str, Any], place: str) -> None:
    data = json.loads(json.dumps(matrix().to_json()))
    detail = data["cells"][1]["evidence"]["detail"]
    of = {"metric": "m", "constraint": "c", "reading": "r"}
    for field, wrapped in (("proof", lambda proof: proof), ("implied_by", lambda proof: [{**of, "proof": proof}])):
        detail[field] = wrapped(PROOF | damage)
        with pytest.raises(FileError, match="the proof is damaged: .*" + re.escape(place)):
            Matrix.from_json(data)
        detail[field] = wrapped(PROOF)
        assert len(Matrix.from_json(data)) == 6


def test_cells_of_unknown_tasks_and_of_metrics_that_are_not_listed_are_refused() -> None:
    for field, name, why in (("task", "chess", "there is no task 'chess'"), ("metric", "elo", "do not list it")):
        data = json.loads(json.dumps(matrix().to_json()))
        data["cells"][3][field] = name
        del data["covers"]
        with pytest.raises(FileError, match=f"^cells of the {field} '{name}'.* {why}"):
            Matrix.from_json(data)


def test_a_counterexample_shows_itself() -> None:
    """Drawn as its task draws it, which the cell says; outside a cell, by its JSON."""
    alone = Counterexample(FOUND.data)
    assert str(alone).startswith('gold: {"levels": [[["a"], ["b"]]], "tail": false}\n')
    assert "score(better)" in str(alone)
    example = cell(False, "counterexample").counterexample
    assert example is not None
    assert example == alone
    text = str(example)
    assert text == drawn("clustering", FOUND.data)
    assert "score(better)" in text
    assert example["documents"] == 2
    assert "&gt;" in example._repr_html_() or "<pre>" in example._repr_html_()
    assert "Counterexample(" in repr(example)


def test_evidence_has_the_fields_of_its_kind_and_no_others() -> None:
    with pytest.raises(TypeError, match="n0"):
        Sampled(True, 3, n0=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="minimal"):
        Refuted(True, 3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="tried"):
        Exhaustive(True, 3, tried=["a lemma"]).turned(Sampled)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"kind": "hearsay"}, "Invalid value 'hearsay'"),
        ({"cases": -1}, "`int` >= 0"),
        ({"cases": True}, "Expected `int`, got `bool`"),
        ({"seconds": "1"}, "Expected `float`, got `str`"),
        ({"more": 1}, "the evidence has an unknown field 'more'"),
        ({"minimal": True}, "unknown field `minimal`"),
        ({"detail": {"n0": 3}}, "Object missing required field `scanned`"),
        ({"detail": {"profile": "hump"}}, "unknown field `profile`"),
        ({"detail": {"size": 3}}, "'size' stands under the detail"),
        ({"detail": None}, "the detail of the evidence is a NoneType, expected an object"),
    ],
)
def test_evidence_that_no_type_has_is_refused(change: dict[str, Any], problem: str) -> None:
    data = cell(True, "exhaustive").to_json()
    data["evidence"] |= change
    with pytest.raises(ValueError, match=re.escape(problem)):
        Cell.from_json(data)


@pytest.mark.parametrize("name", ["differs", "evidence", "message"])
def test_a_field_of_a_cell_cannot_be_missing(name: str) -> None:
    data = cell(True, "exhaustive").to_json()
    del data[name]
    with pytest.raises(ValueError, match=f"a cell lacks the field '{name}'"):
        Cell.from_json(data)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "a": 2}}]', "NaN", "[Infinity]", "-1e999"])
def test_json_that_two_readers_may_read_differently_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"occurs twice in one object|is not a finite number"):
        parse(text)
