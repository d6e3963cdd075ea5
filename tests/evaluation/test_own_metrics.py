"""`-m mine.py:f` in `score` and `meta`: a metric of a user beside ours, by topic and in the mean."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Ran

FILES = {
    "qrels": "q1 0 a 1\nq1 0 b 1\nq2 0 c 1\nq3 0 d 1\n",
    "run": "q1 Q0 x 1 3 t\nq1 Q0 a 2 2 t\nq2 Q0 c 1 9 t\n",
    "other": "q1 Q0 a 1 3 t\nq2 Q0 x 1 9 t\nq3 Q0 d 1 1 t\n",
    "table.csv": "y_true,y_pred\n1,0\n0,0\n1,1\n0,1\n1,1\n0,0\n",
    "mine.py": "def mrr(relevant, retrieved):\n"
    "    return next((1 / i for i, d in enumerate(retrieved, 1) if d in set(relevant)), 0.0)\n\n\n"
    "def share(y_true, y_pred):\n"
    "    return sum(a == b for a, b in zip(y_true, y_pred)) / len(y_true)\n",
}

pytestmark = pytest.mark.usefixtures("files_here")


def test_a_function_of_rankings_stands_beside_ours(command: Callable[..., Ran]) -> None:
    ran = command("score", "qrels", "run", "other", "-m", "rr", "-m", "mine.py:mrr", "--format", "json", "-o", "s.json")
    assert ran.code == 0
    assert "mine.py:mrr: called as mrr(relevant=[" in ran.err
    rows = json.loads(Path("s.json").read_text(encoding="utf-8"))["rows"]
    values = {(row["system"], row["topic"], row["metric"]): row["value"] for row in rows}
    ours = {key[:2]: value for key, value in values.items() if key[2] == "rr"}
    theirs = {key[:2]: value for key, value in values.items() if key[2] == "mine.py:mrr"}
    assert ours == theirs
    assert ours["run", "all"] == pytest.approx((1 / 2 + 1 + 0) / 3)


def test_a_function_decides_how_labels_are_read(command: Callable[..., Ran]) -> None:
    ran = command("score", "table.csv", "-m", "mine.py:share", "--format", "json")
    data = json.loads(ran.out)
    assert data["read_as"].startswith("read as: decisions on 6 documents")
    assert [row["value"] for row in data["rows"]] == [pytest.approx(2 / 3)]


def test_meta_compares_a_function_with_ours(command: Callable[..., Ran]) -> None:
    ran = command("meta", "qrels", "run", "other", "-m", "rr", "-m", "mine.py:mrr", "--rounds", "100", "-q")
    assert ran.code == 0
    assert "mine.py:mrr" in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["qrels", "run", "-m", "mine.py:share"], "mine.py:share is a metric of filtering, and qrels holds"),
        (["qrels", "run", "-m", "mine.py:mrr", "--explain"], "--explain is for built-in metrics"),
        (["qrels", "run", "-m", "mine.py:nothing"], "nothing"),
    ],
)
def test_what_a_function_cannot_score_is_one_line(words: list[str], told: str, command: Callable[..., Ran]) -> None:
    ran = command("score", *words, "-q")
    assert ran.code == 2
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1
