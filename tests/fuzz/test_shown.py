"""What is read from a saved document can be shown in every format, or is refused in one clear line when it is read: a
report must not meet what no run has made.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import axiometrics as ax
from axiometrics.core.errors import FileError
from tests.fuzz.spoilt import quick, refused_or, spoilt

JSON = dict[str, Any]


@cache
def matrix() -> JSON:
    """A matrix of a proof, a threshold and a counterexample. It does not say which cells it covers, or nearly all that
    is spoilt would be refused for that reason.
    """
    document = ax.matrix(["rr"], ["ranking:priority", "deepness-threshold"], max_size="4,thresholds=8").to_json()
    assert {cell["evidence"]["kind"] for cell in document["cells"]} == {"counterexample", "proof"}
    return {name: value for name, value in document.items() if name != "covers"}


@cache
def separation() -> JSON:
    return dict(ax.separate("precision", "recall", max_size=4).to_json())


DOCUMENTS: dict[str, Callable[[], Any]] = {
    "matrix": matrix,
    "cells": lambda: matrix()["cells"],
    "cell": lambda: matrix()["cells"][0],
    "separation": separation,
    "comparison": lambda: ax.compare("precision", "recall", max_size=2).to_json(),
}


def show(path: Path) -> None:
    """Show what a file holds in every format."""
    loaded = ax.load(path)
    for item in loaded if isinstance(loaded, list) else [loaded]:
        str(item)
        repr(item)
        for suffix in ("html", "md", "tex", "csv", "txt", "json") if hasattr(item, "save") else ():
            refused_or(lambda: item.save(path.with_suffix(f".shown.{suffix}")))  # noqa: B023


def junked(document: JSON, place: tuple[Any, ...], junk: Any) -> JSON:
    """The document with junk in one place."""
    copy = deepcopy(document)
    *path, last = place
    of: Any = copy
    for key in path:
        of = of[key]
    of[last] = junk
    return copy


@pytest.mark.parametrize("name", DOCUMENTS)
@quick
@given(data=st.data())
def test_what_is_loaded_is_shown(name: str, data: st.DataObject, tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    path.write_bytes(data.draw(spoilt(DOCUMENTS[name]())))
    refused_or(lambda: show(path))


THRESHOLD = ("cells", 1, "evidence", "detail")


@pytest.mark.parametrize(
    ("place", "junk", "refused"),
    [
        ((*THRESHOLD, "scanned"), 10**9, True),  # whose runs would be written out
        ((*THRESHOLD, "n"), [10**8], True),
        ((*THRESHOLD, "n0"), 10**8, True),
        (("cells", 0, "counterexample", "gold", "levels", 0, 0, 0), "9" * 5000, False),  # names are sorted by numbers
        (("cells", 0, "task"), "baking", True),
        (("cells", 0, "metric"), "no-such", True),
        (("cells", 0, "evidence", "kind"), "proof", True),
    ],
)
def test_what_only_a_report_would_notice_is_refused(
    place: tuple[Any, ...], junk: Any, refused: bool, tmp_path: Path
) -> None:
    path = tmp_path / "saved.json"
    path.write_text(json.dumps(junked(matrix(), place, junk)))
    if not refused:
        show(path)
        return
    with pytest.raises(FileError) as error:
        ax.load(path)
    assert "\n" not in str(error.value)
