"""The JSON Schemas that come along: what commands write is what they say, and a spoilt document is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

import axiometrics
from axiometrics.cli import main
from axiometrics.comparison.diff_document import CHANGES
from axiometrics.comparison.differences import compare
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.evidence import TYPES
from axiometrics.core.matrix import Matrix
from axiometrics.schemas import NAMES, schema

USER = """
def halves(y_true, y_pred):
    return sum(y_pred) / 2

def sometimes(y_true, y_pred):
    return sum(t * p for t, p in zip(y_true, y_pred)) / (sum(y_pred) if any(y_pred) else [][0])
"""

COMMANDS: dict[str, tuple[str, ...]] = {
    "region: a root": ("region", "rbp", "closeness-threshold", "p"),
    "region: beyond all bounds": ("region", "utility", "priority", "fp"),
    "region: whole numbers": ("region", "p", "closeness-threshold", "k"),
    "region: nowhere": ("region", "rbp", "confidence", "p"),
    "region: by another symbol": ("region", "rs-ranking", "confidence", "n"),
    "separation: a case": ("separate", "f", "rs-filtering"),
    "separation: irrational scores": ("separate", "v-measure", "bcubed-f"),
    "separation: no case": ("separate", "recall", "f", "--max-size", "2"),
    "separation: a user's metric": ("separate", "mine.py:halves", "recall", "--max-size", "3"),
    "separation: a user's metric that fails": ("separate", "mine.py:sometimes", "recall", "--max-size", "3"),
    "separation: a set": ("separate", "--all", "--task", "filtering", "--max-size", "3"),
    "separation: an empty set": ("separate", "--all", "--task", "filtering", "--study", "amigo2013", "--max-size", "1"),
    "strength: a task": ("strength", "--task", "filtering", "--reading", "all", "--max-size", "3,filtering=4"),
}
"""What writes a document: the schema, what is special about it, and the command."""


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(name))


@cache
def written(which: str) -> dict[str, Any]:
    """The document that a command writes."""
    with TemporaryDirectory() as folder:
        Path(folder, "mine.py").write_text(USER, encoding="utf-8")
        ran = CliRunner().invoke(
            main, [*(word.replace("mine.py", f"{folder}/mine.py") for word in COMMANDS[which]), "--format", "json"]
        )
    assert ran.exit_code == 0, ran.stderr
    written_document: dict[str, Any] = json.loads(ran.stdout)
    return written_document


def test_every_schema_is_one_and_names_its_document() -> None:
    commands = {
        "audit",
        "compare",
        "conduct",
        "conventions",
        "diff",
        "identify",
        "impact",
        "matrix",
        "possible",
        "recommend",
        "region",
        "separation",
        "strength",
    }
    assert set(NAMES) == {*commands, "claims"}
    for name in NAMES:
        jsonschema.Draft202012Validator.check_schema(schema(name))
        assert schema(name)["$id"] == f"axiometrics/{name}/1"


def test_the_schema_that_is_shipped_as_a_file_is_what_the_types_say() -> None:
    """If it is not: `python -m axiometrics.schemas matrix > axiometrics/schemas/matrix.schema.json`."""
    shipped = files("axiometrics") / "schemas" / "matrix.schema.json"
    assert shipped.read_text(encoding="utf-8") == json.dumps(schema("matrix")) + "\n"


@pytest.mark.parametrize("which", COMMANDS)
def test_what_a_command_writes_is_what_its_schema_says(which: str) -> None:
    name = which.partition(":")[0]
    validator(name).validate(written(which))
    assert written(which)["schema"] == f"axiometrics/{name}/1"


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [("adm", "scoring:full-range"), ("idiv-q@2", "minor-intents"), ("agp", "empty-article")],
)
def test_a_matrix_of_any_task_is_what_its_schema_says(metric: str, constraint: str) -> None:
    ran = CliRunner().invoke(main, ["matrix", "-m", metric, "-c", constraint, "--format", "json"])
    matrix = json.loads(ran.stdout)
    validator("matrix").validate(matrix)
    (cell,) = matrix["cells"]
    cell["counterexample"]["gold"]["strange"] = 1
    assert cell["counterexample"]["gold"].get("type") or not validator("matrix").is_valid(matrix)


def test_the_examples_are_different() -> None:
    """Each form that a document can have is among those above."""
    assert written("region: beyond all bounds")["holds"][0]["from"] is None
    assert written("region: whole numbers")["exact"]["whole"]
    assert written("region: nowhere")["holds"] == []
    assert not written("separation: no case")["separated"]
    assert not written("separation: a user's metric")["exact"]
    assert written("separation: a user's metric that fails")["failures"]
    assert written("separation: a set")["set"]
    assert not written("separation: an empty set")["set"]
    rejected = {verdict["rejected"] for row in written("strength: a task")["constraints"] for verdict in row["mutants"]}
    assert rejected >= {True, False}


# --- two matrices compared


def cell(metric: str, kind: str, holds: bool | None, size: int = 8, **said: Any) -> Cell:
    failed = kind == "counterexample"
    case = Counterexample({"gold": {}, "outputs": {}, "scores": {}, "documents": size}) if failed else None
    minimal = {"minimal": True} if failed else {}
    return Cell(
        "ranking",
        metric,
        "priority",
        "universal",
        holds,
        TYPES[kind](True, 9, size, **minimal, **said),
        "tied" if failed else None,
        case,
    )


@cache
def compared() -> dict[str, Any]:
    before = {
        "lost": cell("lost", "proof", True),
        "weaker": cell("weaker", "proof", True),
        "stronger": cell("stronger", "sampled", True),
        "other": cell("other", "counterexample", False, 3),
        "gone": cell("gone", "error", None),
        "word": cell("word", "descriptive", None, profile="hump"),
        "same": cell("same", "proof", True),
    }
    after = before | {
        "lost": cell("lost", "counterexample", False),
        "weaker": cell("weaker", "exhaustive", True),
        "stronger": cell("stronger", "exhaustive", True),
        "other": cell("other", "counterexample", False, 4),
        "word": cell("word", "descriptive", None, profile="grows"),
        "new": cell("new", "undetermined", None),
    }
    del after["gone"]
    old, new = (
        Matrix(tuple({"id": name} for name in cells), ({"id": "priority", "task": "ranking"},), tuple(cells.values()))
        for cells in (before, after)
    )
    document: dict[str, Any] = json.loads(
        json.dumps(compare(old, Matrix(new.metrics, new.constraints, new.cells, {"seed": 1}, "2")).to_json())
    )
    return document


def test_a_comparison_is_what_its_schema_says() -> None:
    validator("diff").validate(compared())
    assert {compared_cell["change"] for compared_cell in compared()["cells"]} == set(CHANGES)


def test_a_comparison_of_real_matrices_is_what_its_schema_says() -> None:
    small, other = (axiometrics.matrix(metrics=["f", "lam"], reading="all", max_size=size) for size in (2, 3))
    comparison = compare(small, other).to_json()
    assert comparison["cells"]
    validator("diff").validate(json.loads(json.dumps(comparison)))
    validator("diff").validate(compare(small, small).to_json())


# --- spoilt documents

Step = str | int | dict[str, Any]
"""A field, a place in a list, or what the first entry wanted of a list says."""

Spoilt = tuple[str, Sequence[Step], Any]

ROOT = "region: a root"
CASE = "separation: a case"
NO_CASE = "separation: no case"
SET = "separation: a set"
STRENGTH = "strength: a task"

BRIEF = {"holds": True, "kind": "proof", "size": 8, "exact": True, "minimal": None, "relation": None}
"""A cell as a comparison has it."""

SPOILT: tuple[Spoilt, ...] = (
    (ROOT, ["schema"], "axiometrics/region/2"),
    (ROOT, ["param"], ""),
    (ROOT, ["holds", 0, "from"], "0.75"),
    (ROOT, ["holds", 0, "from_closed"], None),
    (ROOT, ["holds", 0, "more"], 1),
    (ROOT, ["exact", "holds", 0, "from"], 0.75),
    (ROOT, ["exact", "holds", 0, "from", "between"], ["377/500"]),
    (ROOT, ["exact", "holds", 0, "from", "between"], [0.754, 0.755]),
    (ROOT, ["exact", "holds", 0, "from", "value"], "3/4"),
    (ROOT, ["exact", "parts"], []),
    (ROOT, ["exact", "parts", 0, "proofs"], []),
    (ROOT, ["exact", "parts", 0, "proofs", 0, "steps"], []),
    (ROOT, ["exact", "parts", 0, "proofs", 0, "n"], 1),
    (ROOT, ["exact", "linked"], 0),
    (ROOT, ["exact", "evaluated", 0, "at"], "0.1"),
    ("region: beyond all bounds", ["holds", 0, "from_closed"], True),
    ("region: whole numbers", ["holds", 0, "to_closed"], True),
    (CASE, ["schema"], "axiometrics/strength/1"),
    (CASE, ["separated"], False),
    (CASE, ["case"], None),
    (CASE, ["minimal"], None),
    (CASE, ["metrics", 1], None),
    (CASE, ["cases"], 0),
    (CASE, ["case", "outputs", "z"], {"levels": [], "tail": False}),
    (CASE, ["case", "prefers", "f(beta=1)"], "z"),
    (CASE, ["case", "documents"], 0),
    (NO_CASE, ["separated"], True),
    (NO_CASE, ["minimal"], True),
    (SET, ["set"], []),
    (SET, ["set", 0, "prefers", "f(beta=1)"], "both"),
    (SET, ["set", 0, "separates"], []),
    (SET, ["alike", 0], ["precision"]),
    (SET, ["minimal"], None),
    (STRENGTH, ["mutants", 0, "equivalent"], True),
    (STRENGTH, ["mutants", 0, "caught"], None),
    (STRENGTH, ["constraints", 0, "share"], 0.5),
    (STRENGTH, ["constraints", 0, "original_satisfies"], None),
    (STRENGTH, ["constraints", 0, "mutants", 0, "kind"], "guess"),
    (STRENGTH, ["mutants", {"ordered_alike": None, "equivalent": False}, "ordered_alike"], True),
    (STRENGTH, ["mutants", {"ordered_alike": False}, "ordered_alike"], None),
    (STRENGTH, ["constraints", 0, "mutants", {"rejected": True}, "kind"], "undetermined"),
    (STRENGTH, ["constraints", 0, "mutants", {"rejected": True}, "relation"], None),
    (STRENGTH, ["constraints", 0, "mutants", {"rejected": True}, "counterexample"], None),
    (STRENGTH, ["constraints", 0, "mutants", {"rejected": False}, "relation"], "tied"),
    (STRENGTH, ["constraints", 0, "mutants", {"rejected": False}, "kind"], "error"),
    (STRENGTH, ["constraints", 0, "mutants", {"rejected": False}, "rejected"], None),
    (STRENGTH, ["constraints"], []),
    ("diff", ["counts", "same"], -1),
    ("diff", ["counts", "more"], 1),
    ("diff", ["settings", "seed"], 1),
    ("diff", ["metrics", "added"], "new"),
    ("diff", ["cells", 0, "change"], "improved"),
    ("diff", ["cells", {"change": "changed"}, "old"], None),
    ("diff", ["cells", {"metric": "lost"}, "new", "relation"], None),
    ("diff", ["cells", {"change": "weakened"}, "regression"], False),
    ("diff", ["cells", {"change": "strengthened"}, "regression"], True),
    ("diff", ["cells", {"change": "appeared"}, "old"], BRIEF),
    ("diff", ["cells", {"change": "vanished"}, "new"], BRIEF),
    ("diff", ["cells", {"metric": "weaker"}, "old", "holds"], None),
    ("diff", ["cells", {"metric": "weaker"}, "old", "profile"], "hump"),
    ("diff", ["cells", {"metric": "stronger"}, "old", "holds"], False),
    ("diff", ["cells", {"metric": "word"}, "new", "holds"], True),
    ("diff", ["cells", {"metric": "gone"}, "old", "holds"], False),
)
"""A document, where it is spoilt, and what stands there then."""


def document(which: str) -> dict[str, Any]:
    return deepcopy(compared() if which == "diff" else written(which))


@pytest.mark.parametrize(("which", "path", "value"), SPOILT, ids=lambda part: part if isinstance(part, str) else None)
def test_a_spoilt_document_is_refused(which: str, path: Sequence[Step], value: Any) -> None:
    spoilt = document(which)
    *way, last = path
    place: Any = spoilt
    for step in way:
        place = (
            next(entry for entry in place if step.items() <= entry.items()) if isinstance(step, dict) else place[step]
        )
    place[last] = value
    assert spoilt != document(which)
    assert not validator(which.partition(":")[0]).is_valid(spoilt)


@pytest.mark.parametrize("which", [*COMMANDS, "diff"])
def test_no_field_can_be_missing_and_none_be_added(which: str) -> None:
    name = which.partition(":")[0]
    for field in document(which):
        spoilt = document(which)
        del spoilt[field]
        assert not validator(name).is_valid(spoilt), field
    assert not validator(name).is_valid({**document(which), "more": 1})


def places(part: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every field of a document, of lists in the first entry."""
    for step, inner in (
        part.items() if isinstance(part, dict) else list(enumerate(part))[:1] if isinstance(part, list) else ()
    ):
        yield (*way, step)
        yield from places(inner, (*way, step))


@pytest.mark.parametrize("which", [ROOT, CASE, SET, STRENGTH, "diff"])
def test_nothing_strange_stands_anywhere(which: str) -> None:
    """But among the settings of a matrix, and in what the rules of a proof add to its steps."""
    spoilt = document(which)
    for way in places(document(which)):
        place: Any = spoilt
        for step in way[:-1]:
            place = place[step]
        free = (which == "diff" and way[0] == "settings" and len(way) > 2) or (
            "steps" in way and way[-1] not in ("steps", 0, "id", "claim", "rule")
        )
        before, place[way[-1]] = place[way[-1]], {"strange": [None]}
        assert validator(which.partition(":")[0]).is_valid(spoilt) is free, way
        place[way[-1]] = before


@pytest.mark.parametrize(
    ("end", "valid"),
    [
        ({"value": "3/4"}, True),
        ({"value": "exp(1/2)"}, True),
        (None, True),
        ({"polynomial": "p**2 - p + 1/8", "between": ["1/8", "1/4"]}, True),
        ({"expression": "log(p) + p - 1/2", "between": ["7/10", "4/5"]}, True),
        ({"expression": "log(p) + p - 1/2"}, False),
        ({"polynomial": "p**2 - 1/8", "expression": "p**2 - 1/8", "between": ["1/8", "1/2"]}, False),
        ({"between": ["1/8", "1/4"]}, False),
        ("3/4", False),
    ],
)
def test_the_forms_of_an_end_point(end: Any, valid: bool) -> None:
    changed = document(ROOT)
    changed["exact"]["holds"][0]["from"] = end
    assert validator("region").is_valid(changed) is valid
