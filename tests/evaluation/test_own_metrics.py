"""`-m mine.py:f` in `score` and `meta`, and functions in Python: a metric of a user beside ours, by topic and in the
mean.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import axiometrics as ax
from axiometrics.core.errors import ParameterError

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
    assert data["read_as"].startswith("read as: decisions on 6 items")
    assert [row["value"] for row in data["rows"]] == [pytest.approx(2 / 3)]


def test_meta_compares_a_function_with_ours(command: Callable[..., Ran]) -> None:
    ran = command("meta", "qrels", "run", "other", "-m", "rr", "-m", "mine.py:mrr", "--rounds", "100", "-q")
    assert ran.code == 0
    assert "mine.py:mrr" in ran.out


def mrr(relevant: list[str], retrieved: list[str]) -> float:
    return next((1 / i for i, d in enumerate(retrieved, 1) if d in relevant), 0.0)


@pytest.mark.parametrize("metric", [mrr, "mine.py:mrr"])
def test_every_function_of_python_takes_functions_and_targets(metric: Any) -> None:
    gold, good = {"q1": {"a": 1, "b": 0}, "q2": {"c": 1}}, {"q1": {"b": 2, "a": 1}, "q2": {"c": 1}}
    runs = {"good": good, "poor": {"q1": {"b": 1}, "q2": {"c": 1}}}
    id = metric if isinstance(metric, str) else "mrr"
    how: dict[str, Any] = {"task": "ranking", "form": "id-lists", "order": "gold-first"}
    assert ax.score(gold=gold, system=good, metrics=[metric, "rr"], **how) == {id: 3 / 4, "rr": 3 / 4}
    rows = ax.evaluate(gold=gold, systems=runs, metrics=[metric, "rr"], **how).to_json()["rows"]
    means = {(row["system"], row["metric"]): row["value"] for row in rows if row["topic"] == "all"}
    assert means == {("good", id): 3 / 4, ("good", "rr"): 3 / 4, ("poor", id): 1 / 2, ("poor", "rr"): 1 / 2}
    meta = ax.meta(gold=gold, systems=runs, metrics=[metric, "rr"], rounds=100, **how)
    assert [metric.means for metric in meta.metrics] == [(3 / 4, 1 / 2)] * 2
    impact = ax.impact(gold=gold, systems=runs, metrics=[metric, "rr"], constraints=["ranking:priority"], **how)
    assert len({(row.edits, row.violated) for row in impact.rows}) == 1
    of_files = ax.evaluate(gold="qrels", systems=["other"], metrics=metric, **how).to_json()["rows"]
    assert [row["value"] for row in of_files if row["topic"] == "all"] == [pytest.approx(2 / 3)]
    with pytest.raises(ParameterError, match="--explain is for built-in metrics"):
        ax.explain_score(gold=gold, systems=runs, metrics=[metric])


def test_a_function_with_the_name_of_a_metric_of_ours_is_not_mixed_up_with_it() -> None:
    def rr(relevant: list[str], retrieved: list[str]) -> float:
        return float(retrieved[:1] == relevant[:1])

    gold = {"q1": {"a": 1}}
    how: dict[str, Any] = {"task": "ranking", "form": "id-lists", "order": "gold-first"}
    calls: list[Callable[..., object]] = [
        lambda metrics: ax.score(gold=gold, system=gold, metrics=metrics, **how),
        lambda metrics: ax.evaluate(gold=gold, systems={"one": gold}, metrics=metrics, **how),
        lambda metrics: ax.impact(gold=gold, systems={"one": gold}, metrics=metrics, **how),
        lambda metrics: ax.matrix(metrics, ["ranking:priority"], max_size=3, **how),
    ]
    for call in calls:
        with pytest.raises(ParameterError, match="two metrics have the name rr: rename the function"):
            call([rr, "rr"])
    assert ax.score(gold=gold, system=gold, metrics=[rr, rr], **how) == {"rr": 1}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["qrels", "run", "-m", "mine.py:share"], "mine.py:share is a metric of filtering, and qrels holds"),
        (["qrels", "run", "-m", "mine.py:mrr", "--explain"], "--explain is for built-in metrics"),
        (["qrels", "run", "-m", "mine.py:nothing"], "nothing"),
    ],
)
def test_what_a_function_cannot_score_is_one_line(words: list[str], message: str, command: Callable[..., Ran]) -> None:
    ran = command("score", *words, "-q")
    assert ran.code == 2
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1
