"""Warnings are few and sure: what is a mistake is told with its call, and an honest metric gets none."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.candidates import candidate, laws
from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.conduct import own
from axiometrics.candidates.conduct.doubts import doubts, doubts_of
from axiometrics.candidates.declaration import Policy
from axiometrics.candidates.import_records import broken_laws
from axiometrics.core.errors import ParameterError
from axiometrics.core.time_limit import TimeLimit
from axiometrics.running.candidate import builtin
from tests.candidates.conduct.test_conduct import Qrel, Run, by_name, by_order, dcg, ndcg, reciprocal


def warned(function: Callable[..., Any], form: str | None) -> list[str]:
    subject = candidate(function, None, form)
    return broken_laws(subject, subject.tasks[0], None)


def listed_dcg(relevant: list[str], retrieved: list[str]) -> float:
    return dcg([document in relevant for document in retrieved])


def listed_ndcg(relevant: list[str], retrieved: list[str]) -> float:
    best = dcg([1] * len(relevant))
    return listed_dcg(relevant, retrieved) / best if best else 0.0


def recall_at_10(relevant: list[str], retrieved: list[str]) -> float:
    return len(set(relevant) & set(retrieved[:10])) / len(relevant) if relevant else 0.0


def counted_recall(relevant: list[str], retrieved: list[str]) -> float:
    return sum(document in relevant for document in retrieved) / len(relevant) if relevant else 0.0


def precision_at_10(relevant: list[str], retrieved: list[str]) -> float:
    return sum(document in relevant for document in retrieved[:10]) / 10


def above_equal(y_true: Any, y_score: Any) -> float:
    """A reciprocal rank that equal scores of others do not lower."""
    return max(
        (1 / (1 + sum(y_score > score)) for grade, score in zip(y_true, y_score, strict=True) if grade), default=0.0
    )


def crashing(qrel: Qrel, run: Run) -> float:
    return sum(qrel[document] > 0 for document in by_name(run)[:3]) / 3


def refusing(qrel: Qrel, run: Run) -> float:
    if not set(run) <= set(qrel):
        raise ValueError("every document needs a judgement")
    return reciprocal(qrel, run)


def two_at_least(qrel: Qrel, run: Run) -> float:
    return reciprocal(qrel, run) if len(run) > 1 else [1.0][len(run)]


def first_name(qrel: Qrel, run: Run) -> float:
    """A reciprocal rank, and a bit more where the best document has a great name."""
    return reciprocal(qrel, run) * (1 if by_name(run)[0] < "d1" else 0.9)


def by_length(y_true: Any, y_pred: Any) -> float:
    """More for more decisions, right or wrong."""
    return float(sum(y_pred))


@pytest.mark.parametrize(
    ("function", "form", "begins"),
    [
        (
            counted_recall,
            "id-lists gold-first",
            "repeats: counted_recall(['a'], ['a', 'a']) gives 2, more",
        ),
        (listed_ndcg, "id-lists gold-first", "repeats: "),
        (above_equal, "scores", "ties: equal scores earn 1 in the mean"),
        (
            crashing,
            "qrel-run",
            "no-exception: crashing({'a': 1, 'n': 0}, {'u': 3.0, 'a': 2.0, 'n': 1.0}) raised KeyError: 'u'",
        ),
        (two_at_least, "qrel-run", "no-exception: two_at_least("),
        (first_name, "qrel-run", "document-names: "),
        (by_length, "decisions", "perfect-is-best: "),
    ],
)
def test_a_mistake_is_told_with_its_call(function: Callable[..., Any], form: str, begins: str) -> None:
    warnings = warned(function, form)
    assert [line for line in warnings if line.startswith(begins)], warnings


def mutual_information(labels_true: Any, labels_pred: Any) -> float:
    sides, n = (labels_true.tolist(), labels_pred.tolist()), len(labels_true)
    pairs, classes, clusters = Counter(zip(*sides, strict=True)), Counter(sides[0]), Counter(sides[1])
    return math.fsum(both / n * math.log(both * n / classes[a] / clusters[b]) for (a, b), both in pairs.items())


def kappa(y_true: Any, y_pred: Any) -> float:
    agreed = float(np.mean(y_true == y_pred))
    chance = sum(float(np.mean(y_true == label) * np.mean(y_pred == label)) for label in (0, 1))
    return (agreed - chance) / (1 - chance)


def geometric(qrels: Mapping[str, Qrel], runs: Mapping[str, Run]) -> float:
    values = [max(reciprocal(qrel, runs.get(topic, {})), 1e-5) for topic, qrel in qrels.items()]
    return math.prod(values) ** (1 / len(values))


@pytest.mark.parametrize(
    ("function", "form"),
    [
        (listed_dcg, "id-lists gold-first"),
        (recall_at_10, "id-lists gold-first"),
        (precision_at_10, "id-lists gold-first"),
        (ndcg, "qrel-run"),
        (lambda qrel, run: reciprocal(qrel, run, by_order), "qrel-run"),
        (refusing, "qrel-run"),
        (mutual_information, "labels"),
        (kappa, "decisions"),
        (geometric, None),
    ],
)
def test_an_honest_metric_gets_none(function: Callable[..., Any], form: str | None) -> None:
    assert warned(function, form) == []


@pytest.mark.thorough  # more than a hundred metrics
def test_none_of_ours_gets_one() -> None:
    doubtful = {metric.id: list(doubts_of(own.subject(builtin(metric)))) for metric in registry.metrics()}
    assert not {name: lines for name, lines in doubtful.items() if lines}


def test_a_declared_range(tmp_path: Path) -> None:
    @ax.metric(task="ranking", form="qrel-run", range=(0, 1))
    def gain(qrel: Qrel, run: Run) -> float:
        return dcg([qrel.get(document, 0) for document in by_name(run)])

    warnings = [line for line in broken_laws(candidate(gain), "ranking", None) if line.startswith("range: ")]
    assert len(warnings) == 1
    assert warnings[0].endswith("outside the declared range [0, 1]")
    with pytest.raises(ParameterError, match="range is"):
        ax.metric(range=(1, 0))(gain)


def test_the_range_of_a_file(tmp_path: Path) -> None:
    from axiometrics.candidates.configuration import configuration
    from axiometrics.core.errors import FileError

    (tmp_path / "m.py").write_text("def twice(y_true, y_pred):\n    return 2.0 * float((y_true == y_pred).mean())\n")
    file = tmp_path / "axiometrics.toml"
    file.write_text('[targets.twice]\ntarget = "m.py:twice"\nrange = [0, 1]\ntask = "filtering"\n')
    (listed,) = configuration(str(file)).metrics
    warnings = broken_laws(listed.candidate(None, None, None), "filtering", None)
    assert [line for line in warnings if line.startswith("range: twice(")], warnings
    file.write_text('[targets.twice]\ntarget = "m.py:twice"\nrange = [0]\n')
    with pytest.raises(FileError, match="range is"):
        configuration(str(file))


def test_roundings_of_single_precision_break_nothing() -> None:
    """Values that are equal on paper, and differ by 6e-8 as the labels are named."""

    def single(labels_true: Any, labels_pred: Any) -> float:
        value = np.float32(mutual_information(labels_true, labels_pred))
        return float(np.nextafter(value, np.float32(9))) if labels_pred[0] > labels_pred[-1] else float(value)

    assert warned(single, "labels") == []
    subject = candidate(single, "clustering", "labels")
    judge: Any = subject.judge("clustering")
    judge.prepare(0)
    assert judge.breaks == ()


def test_a_broken_law_names_the_exception_of_the_metric() -> None:
    def from_zero(labels_true: Any, labels_pred: Any) -> float:
        counts = [0] * (1 + len(labels_pred))
        for label in labels_pred:
            counts[label] += 1
        return max(counts) / len(labels_true)

    (warning,) = [line for line in warned(from_zero, "labels") if line.startswith("cluster-labels: ")]
    assert warning.endswith("gives IndexError")


def test_slow_calls_end_soon_after_the_limit_of_time() -> None:
    """Neither the laws nor the doubts of conduct send a slow metric many calls at once: 20 calls fit into the limit."""
    calls = 0

    def slow(qrel: Qrel, run: Run) -> float:
        nonlocal calls
        calls += 1
        time.sleep(0.01 if limits else 0)
        return reciprocal(qrel, run)

    limits: list[TimeLimit] = []
    subject = candidate(slow, "ranking", "qrel-run", policy=Policy(lower_is_better=False))
    judge = subject.judge("ranking")
    assert isinstance(judge, BlackBox)
    judge.begin()
    for doubted in (lambda limit: [*doubts(judge, limit)], lambda limit: [*laws.broken(judge, limit)]):
        calls, limits[:] = 0, []
        doubted(TimeLimit())
        assert calls > 120
        calls = 0
        limits.append(TimeLimit(0.2))
        doubted(limits[0])
        assert limits[0].exceeded
        assert calls < 60
