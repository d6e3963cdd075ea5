"""Tables of classes: the values of scikit-learn, two readings that are told, orders that are asked for, missing answers
that are refused or left out.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sklearn import metrics as peers

import axiometrics as ax
from axiometrics.core.errors import FileError, ParameterError, TaskError

if TYPE_CHECKING:
    from tests.conftest import Ran

CLASSES = ("ant", "bee", "cat", "dog")


def table(path: Path, rows: list[tuple[str, str]], head: str = "y_true,y_pred") -> str:
    """A file of one table, each row with a number."""
    lines = [f"{i},{gold},{system}" for i, (gold, system) in enumerate(rows, 1)]
    path.write_text("\n".join([f"id,{head}", *lines]) + "\n", encoding="utf-8")
    return str(path)


def scores(path: str, *names: str, **said: Any) -> dict[str, float]:
    """The values of metrics by the names that were asked for."""
    rows = ax.evaluate(gold=path, metrics=names, **said).to_json()["rows"]
    return dict(zip(names or [row["metric"] for row in rows], (row["value"] for row in rows), strict=True))


THREE = [("low", "high"), ("mid", "mid"), ("high", "low")] * 3
"""As clusters they are right, and as classes a third of them is: the labels low and high are exchanged."""


def test_a_table_of_classes_is_read_in_two_ways_and_both_are_told(tmp_path: Path) -> None:
    document = ax.evaluate(gold=table(tmp_path / "t.csv", THREE)).to_json()
    values = {row["metric"]: row["value"] for row in document["rows"]}
    assert values["bcubed-f"] == 1
    assert values["accuracy"] == pytest.approx(1 / 3)
    assert "as clusters, and as decisions of 3 classes (high, low, mid)" in document["read_as"]


@pytest.mark.parametrize(("task", "lacks"), [("classification", "bcubed-f"), ("clustering", "accuracy")])
def test_the_task_chooses_one_reading(command: Callable[..., Ran], tmp_path: Path, task: str, lacks: str) -> None:
    path = table(tmp_path / "t.csv", THREE)
    ran = command("score", path, "--columns", "gold=y_true,system=y_pred", "--task", task, "--format", "json")
    shown = {row["metric"] for row in json.loads(ran.out)["rows"]}
    assert ran.code == 0
    assert lacks not in shown
    assert shown & {"accuracy", "bcubed-f"}


PEERS = {
    "accuracy": peers.accuracy_score,
    "matthews_corrcoef": peers.matthews_corrcoef,
    "cohen_kappa": peers.cohen_kappa_score,
    **{
        f"{short}_{average}": lambda gold, system, f=f, average=average: f(
            gold, system, average=average, zero_division=0
        )
        for short, f in (
            ("f1", peers.f1_score),
            ("precision", peers.precision_score),
            ("recall", peers.recall_score),
            ("jaccard", peers.jaccard_score),
        )
        for average in ("macro", "micro", "weighted")
    },
}


def test_the_names_of_scikit_learn_have_its_values(tmp_path: Path) -> None:
    chance = random.Random(5)
    for _ in range(3):
        gold, system = ([chance.choice(CLASSES[: chance.randint(2, 4)]) for _ in range(9)] for _ in range(2))
        if len({*gold, *system}) < 2:
            continue
        scored = scores(table(tmp_path / "t.csv", list(zip(gold, system, strict=True))), *PEERS)
        for name, peer in PEERS.items():
            assert scored[name] == pytest.approx(peer(gold, system)), (name, gold, system)
        held = ax.score(gold=gold, system=system, metrics=["f1_macro"])
        assert [*held.values()] == pytest.approx([PEERS["f1_macro"](gold, system)])


# --- the order of classes
SEVERITY = [("low", "mid"), ("mid", "mid"), ("high", "mid"), ("low", "low"), ("high", "high")]
ORDER = ["low", "mid", "high"]


def test_the_order_of_words_is_asked_for_and_that_of_numbers_is_known(tmp_path: Path) -> None:
    words = table(tmp_path / "words.csv", SEVERITY)
    with pytest.raises(TaskError, match=r"the order of the classes counts, .* by --class-order LABEL"):
        scores(words, "quadratic_weighted_kappa")
    places = [(str(ORDER.index(gold) + 9), str(ORDER.index(system) + 9)) for gold, system in SEVERITY]
    expected = peers.cohen_kappa_score(*zip(*[map(int, row) for row in places], strict=True), weights="quadratic")
    numbers = table(tmp_path / "numbers.csv", places)  # 9, 10 and 11, which are not in the order of texts
    assert scores(words, "qwk", class_order=ORDER)["qwk"] == pytest.approx(expected)
    assert scores(numbers, "qwk")["qwk"] == pytest.approx(expected)
    assert ax.score(
        gold=[gold for gold, _ in SEVERITY],
        system=[system for _, system in SEVERITY],
        metrics=["qwk"],
        class_order=ORDER,
    ) == {"kappa(weights=quadratic)": pytest.approx(expected)}


def test_ordered_classes_are_scored_as_such_where_the_task_says_it(command: Callable[..., Ran], tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", SEVERITY)
    options = ("--class-order", "low,mid,high")
    ran = command("score", path, "--task", "ordinal", *options, "--format", "json")
    values = {row["metric"]: row["value"] for row in json.loads(ran.out)["rows"]}
    assert values["mae"] == pytest.approx(-2 / 5)
    assert "low < mid < high" in json.loads(ran.out)["read_as"]
    refused = command("score", path, "--task", "ordinal")
    assert refused.code == 2
    assert "--class-order" in refused.err


def test_classes_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", SEVERITY)
    with pytest.raises(ParameterError, match="'high' is not in it"):
        scores(path, "qwk", class_order=["low", "mid"])
    with pytest.raises(ParameterError, match="names a class twice"):
        scores(path, "qwk", class_order=[*ORDER, "low"])


# --- metrics of one positive class
def test_a_metric_of_one_class_asks_which_or_for_the_mean(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", SEVERITY)
    with pytest.raises(TaskError, match=r"says neither yes nor no: .* --positive LABEL; or take f\(average=macro\)"):
        scores(path, "classification:f")
    assert scores(path, "classification:f", positive="high")["classification:f"] == pytest.approx(2 / 3)


def test_two_classes_of_which_none_is_positive_have_the_metrics_of_classes(tmp_path: Path) -> None:
    rows = [("spam", "ham"), ("spam", "spam"), ("ham", "ham"), ("ham", "ham")]
    document = ax.evaluate(gold=table(tmp_path / "t.csv", rows)).to_json()
    values = {row["metric"]: row["value"] for row in document["rows"]}
    assert values["accuracy"] == 3 / 4
    assert values["f(beta=1,average=macro)"] == pytest.approx((2 / 3 + 4 / 5) / 2)
    assert any("--positive spam" in fact for fact in document["facts"])


# --- annotators and missing answers
ANSWERS = [("cat", "cat"), ("dog", ""), ("cat", "dog"), ("dog", "dog"), ("bird", "bird")]


def test_a_missing_answer_is_refused_with_its_place_or_left_out(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", ANSWERS, "annotator_1,annotator_2")
    with pytest.raises(FileError, match=r"t\.csv:annotator_2, line 3: item '2' has no label.*--missing pairwise"):
        ax.evaluate(gold=path)
    document = ax.evaluate(gold=path, missing="pairwise").to_json()
    values = {row["metric"]: row["value"] for row in document["rows"]}
    kept = [row for row in ANSWERS if all(row)]
    assert values["kappa"] == pytest.approx(peers.cohen_kappa_score(*zip(*kept, strict=True)))
    assert set(values) == {"accuracy", "kappa", "scott-pi", "krippendorff-alpha"}
    assert "two annotators, in the columns annotator_1 and annotator_2" in document["read_as"]


def labels(path: Path, each: str) -> str:
    path.write_text("id,label\n" + "".join(f"{i},{label.strip('-')}\n" for i, label in enumerate(each, 1)))
    return str(path)


def test_pairwise_leaves_out_where_the_pair_lacks_an_answer(tmp_path: Path) -> None:
    gold, first, second = (
        labels(tmp_path / name, each) for name, each in (("g", "ab-c"), ("s", "a-bc"), ("t", "abbb"))
    )
    values = {
        missing: [
            row["value"]
            for row in ax.evaluate(
                gold=gold, systems=[first, second], metrics=["accuracy"], task="classification", missing=missing
            ).to_json()["rows"]
        ]
        for missing in ("pairwise", "drop")
    }
    assert values["pairwise"] == pytest.approx([2 / 2, 2 / 3])
    assert values["drop"] == pytest.approx([2 / 2, 1 / 2])
