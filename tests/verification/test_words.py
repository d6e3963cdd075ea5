"""What nothing in a file bears out: explanations, regions told in a line, readings that are not in the file.

Each forgery changes one place of a file that passes, and the words of the result name what was changed.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from axiometrics import api, registry
from axiometrics.regions.page import region_json
from axiometrics.regions.region import established
from axiometrics.services.recheck import recheck

JSON = dict[str, Any]


@cache
def _saved() -> JSON:
    matrix = api.matrix(
        ["rbp", "rr", "purity"],
        ["ranking:priority", "closeness-threshold", "homogeneity"],
        "all",
        max_size="4,thresholds=12",
    )
    return json.loads(json.dumps(matrix.to_json()))  # type: ignore[no-any-return]


@cache
def _region() -> JSON:
    region = region_json(established("rbp(p=0.8)", "ranking:closeness-threshold", "prose", "p"))
    return json.loads(json.dumps(region))  # type: ignore[no-any-return]


def cell_of(document: JSON, metric: str, constraint: str, reading: str) -> JSON:
    named = (metric, constraint, reading)
    return next(
        cell
        for cell in document["cells"]
        if (str(cell["metric"]).partition("(")[0], cell["constraint"], cell["reading"]) == named
    )


def failures(document: Any, strict: bool = False) -> list[str]:
    verification = recheck({"file": document}, lambda file: {}, None, 1, strict=strict)
    return [item.reason for item in verification.items if item.status == "failed"]


def put(data: Any, value: Any, *path: Any) -> None:
    for part in path[:-1]:
        data = data[part]
    data[path[-1]] = value


def test_what_was_saved_passes() -> None:
    assert failures(_saved()) == failures(_region()) == failures(_region(), strict=True) == []


@pytest.mark.slow
def test_what_was_saved_passes_when_it_is_searched_again() -> None:
    assert failures(_saved(), strict=True) == []


DETAIL = ("evidence", "detail")


@pytest.mark.parametrize(
    ("cell", "value", "path", "reason"),
    [
        (("rbp", "closeness-threshold", "prose"), "every p (0 < p < 1)", (*DETAIL, "region", 0, "holds"), "by 'p' it"),
        (("rbp", "closeness-threshold", "prose"), "q", (*DETAIL, "region", 0, "param"), "no region is declared"),
        (("rbp", "closeness-threshold", "prose"), "tested", (*DETAIL, "link"), "the proof has no argument"),
        (("rbp", "priority", "universal"), "p^i rises.", (*DETAIL, "proof", "words"), "no theorem about this cell"),
        (("rbp", "priority", "universal"), "it is so", (*DETAIL, "method"), "its method is 'it is so'"),
        (
            ("purity", "homogeneity", "picture"),
            {"cases": 3, "largest": 5},
            (*DETAIL, "link"),
            "the proof has no argument",
        ),
        (("rr", "priority", "universal"), {"single": "exhaustive:4"}, ("elsewhere",), "elsewhere says otherwise"),
        (("rr", "priority", "universal"), {"single": "proof", "odd": "proof"}, ("elsewhere",), "'odd' is not another"),
        (("rr", "priority", "universal"), {"single": "surely"}, ("elsewhere",), "elsewhere says otherwise"),
        (("purity", "homogeneity", "universal"), {"picture": "sure"}, ("elsewhere",), "not a possible cell"),
        (("rr", "priority", "universal"), ["single", "odd"], ("differs",), "'odd' is not another reading"),
        (("rr", "priority", "universal"), 7, ("elsewhere",), "not a possible cell"),
        (("purity", "homogeneity", "universal"), "tied", ("relation",), "not a possible cell"),
        (("purity", "homogeneity", "universal"), True, ("evidence", "minimal"), "not a possible cell"),
        (("rbp", "priority", "graded"), "x", (*DETAIL, "proof"), "not a possible cell"),
    ],
)
def test_what_no_argument_bears_out_is_compared(
    cell: tuple[str, str, str], value: Any, path: tuple[Any, ...], reason: str
) -> None:
    document = copy.deepcopy(_saved())
    put(cell_of(document, *cell), value, *path)
    messages = failures(document)
    assert any(reason in message for message in messages), messages


@pytest.mark.parametrize("part", [0, 1])
def test_the_words_of_the_part_of_a_region_are_those_declared(part: int) -> None:
    data = copy.deepcopy(_region())
    data["exact"]["parts"][part]["words"] += " So it is."
    assert [reason.partition(" are ")[0] for reason in failures(data)] == [f"the words of part {part + 1}"]


def _renamed_step(exact: JSON) -> None:
    """A step under another name, which changes nothing of the argument."""
    (step,) = exact["parts"][0]["proofs"][0]["steps"]
    step["id"] = "the only one"


def _one_evaluation_more(exact: JSON) -> None:
    exact["evaluated"].append({"at": "4999/5000", "holds": True, "words": exact["evaluated"][-1]["words"]})


@pytest.mark.parametrize("change", [_renamed_step, _one_evaluation_more])
def test_a_region_that_says_what_is_true_and_was_not_computed_so_is_told_by_strictness(
    change: Callable[[JSON], None],
) -> None:
    data = copy.deepcopy(_region())
    change(data["exact"])
    (reason,) = failures(data, strict=True)
    assert reason.startswith("computed again: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "value", "path"),
    [
        (("rbp", "priority", "graded"), "the metric knows nothing", ("message",)),
        (("rbp", "closeness-threshold", "prose"), "witness n = 3", (*DETAIL, "method")),
        (("rr", "priority", "universal"), False, ("evidence", "exact")),
        (("rr", "priority", "universal"), {}, ("elsewhere",)),
    ],
)
def test_strictness_compares_what_is_said_in_words(cell: tuple[str, str, str], value: Any, path: Any) -> None:
    document = copy.deepcopy(_saved())
    put(cell_of(document, *cell), value, *path)
    assert any(path[-1] in reason for reason in failures(document, strict=True))


def test_a_metric_in_floats_was_not_decided_exactly(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def share(labels_true, labels_pred):\n    return 1 / len(set(labels_pred))\n")
    matrix = api.check(f"{file}:share", constraints=["homogeneity"], max_size=4)
    document = json.loads(json.dumps(matrix.to_json()))
    (cell,) = document["cells"]

    def checked() -> list[str]:
        from axiometrics.candidates import load

        metric = load(f"{file}:share")
        items = recheck({"file": document}, lambda file: {metric.id: metric, cell["metric"]: metric}, None, 1).items
        return [item.reason for item in items if item.status == "failed"]

    assert (cell["evidence"]["exact"], checked()) == (False, [])
    cell["evidence"]["exact"] = True
    assert checked() == ["the file says that exact arithmetic decided, but a score is a float"]


def test_a_search_does_not_say_that_a_constraint_fails() -> None:
    document = api.matrix(["purity"], ["homogeneity"], max_size=3, max_examples=0).to_json()
    (cell,) = document["cells"]
    cell |= {"holds": False}
    cell["evidence"] |= {"kind": "exhaustive", "detail": {}}
    assert "a search that found no violation" in failures(cell)[0]


def test_of_what_is_not_declared_here_no_word_is_compared() -> None:
    """What the comparison cannot refuse."""
    from axiometrics.services.known_words import KnownWords

    words = KnownWords()
    assert (words.arguments("mine", "ranking:priority", "universal"), words.arguments("rr", "x:y", "z")) == ([], [])
    assert words.parts("rr", "ranking:priority", "universal", "p") == []
    assert dict(words.lines("mine", "ranking:priority", "universal")) == {}
    assert registry.is_metric("rr")
