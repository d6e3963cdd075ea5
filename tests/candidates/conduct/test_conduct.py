"""The facts that are told of metrics whose behaviour is known, because it is written here."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median
from typing import Any, TypeAlias

import numpy as np
import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics import registry
from axiometrics.candidates import candidate as as_candidate
from axiometrics.candidates.conduct import NAMES, Conduct, conduct
from axiometrics.cli import main
from axiometrics.running.candidate import builtin

Qrel: TypeAlias = Mapping[str, float]
Run: TypeAlias = Mapping[str, float]


def facts(function: Callable[..., Any], form: str, **options: Any) -> Conduct:
    return ax.conduct(function, form=form, **options)


def words(function: Callable[..., Any], form: str, **options: Any) -> dict[str, str]:
    return {name: fact.word for name, fact in facts(function, form, **options).facts.items()}


def by_name(run: Run) -> list[str]:
    return sorted(run, key=lambda document: (run[document], document), reverse=True)


def by_order(run: Run) -> list[str]:
    return sorted(run, key=lambda document: -run[document])


def dcg(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def ndcg(qrel: Qrel, run: Run) -> float:
    best = dcg(sorted((max(grade, 0) for grade in qrel.values()), reverse=True))
    return dcg([qrel.get(document, 0) for document in by_name(run)]) / best if best else 0.0


def reciprocal(qrel: Qrel, run: Run, order: Callable[[Run], list[str]] = by_name) -> float:
    return next((1 / rank for rank, document in enumerate(order(run), 1) if qrel.get(document, 0) > 0), 0.0)


def averaged(qrel: Qrel, run: Run) -> float:
    """The mean reciprocal rank over all orders of one tied group at the top."""
    top = [document for document in run if run[document] == max(run.values())]
    if len(top) == 1 or sum(qrel.get(document, 0) > 0 for document in top) != 1:
        return reciprocal(qrel, run)
    return fmean(1 / rank for rank in range(1, len(top) + 1))


def subtracting(qrel: Qrel, run: Run) -> float:
    return dcg([qrel.get(document, 0) for document in by_name(run)])


def whole(qrel: Qrel, run: Run) -> float:
    return dcg([int(qrel.get(document, 0)) for document in by_name(run)])


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda q, r: sum(q.get(d, 0) > 0 for d in by_name(r)[:3]) / 3, {"unjudged": "counts as irrelevant"}),
        (lambda q, r: sum(q.get(d, 1) > 0 for d in by_name(r)[:3]) / 3, {"unjudged": "counts as relevant"}),
        (lambda q, r: sum(q[d] > 0 for d in by_name(r)[:3]) / 3, {"unjudged": "raises"}),
        (lambda q, r: sum(q[d] > 0 for d in [d for d in by_name(r) if d in q][:10]) / 10, {"unjudged": "left out"}),
        (lambda q, r: sum(d in q for d in by_name(r)[:3]) / 3, {"unjudged": "otherwise"}),
        (reciprocal, {"ties": "by name, the last first", "perfect": "1", "values": "in [0, 1]"}),
        (lambda q, r: reciprocal(q, r, by_order), {"ties": "by order"}),
        (lambda q, r: reciprocal(q, r, lambda run: sorted(sorted(run), key=lambda d: -run[d])), {"ties": "by name"}),
        (averaged, {"ties": "averaged"}),
        (
            lambda q, r: max((1 / (1 + sum(x > r[d] for x in r.values())) for d in r if q.get(d, 0) > 0), default=0.0),
            {"ties": "optimistically"},
        ),
        (subtracting, {"negative-grade": "subtracts", "fractional-grade": "counts as it is"}),
        (whole, {"fractional-grade": "rounded down", "empty-output": "0"}),
        (ndcg, {"perfect": "1", "empty-gold": "0"}),
        (reciprocal, {"negative-grade": "counts as 0", "fractional-grade": "counts as relevant"}),
        (lambda q, r: sum(q.get(d, 0) > 0 for d in by_name(r)[:10]) / 10, {"perfect": "0.1 to 1 (not normalised)"}),
        (lambda q, r: reciprocal(q, r) if any(q.values()) else math.nan, {"empty-gold": "no value"}),
    ],
)
def test_judgements_and_runs(function: Callable[..., Any], expected: dict[str, str]) -> None:
    behaviour = words(function, "qrel-run")
    assert {name: behaviour.get(name) for name in expected} == expected
    assert not {"repeated", "topics", "unanswered-topic", "unknown-label"} & set(behaviour), "the form cannot show them"


def over(summary: Callable[[Sequence[float]], float], unanswered: str = "0") -> Callable[..., float]:
    """A mean over topics of the reciprocal rank."""

    def mean(qrels: Mapping[str, Qrel], runs: Mapping[str, Run]) -> float:
        topics = [topic for topic in qrels if topic in runs or unanswered != "left out"]
        get = runs.__getitem__ if unanswered == "raises" else lambda topic: runs.get(topic, {})
        return summary([reciprocal(qrels[topic], get(topic)) for topic in topics])

    return mean


def pooled(qrels: Mapping[str, Qrel], runs: Mapping[str, Run]) -> float:
    pairs = [qrels[topic].get(document, 0) > 0 for topic in runs for document in runs[topic]]
    return sum(pairs) / len(pairs) if pairs else 0.0


def by_topic(qrels: Mapping[str, Qrel], runs: Mapping[str, Run]) -> dict[str, float]:
    return {topic: reciprocal(qrels[topic], run) for topic, run in runs.items()}


@pytest.mark.parametrize(
    ("function", "topics", "unanswered"),
    [
        (over(fmean), "mean", "0"),
        (over(fmean, "left out"), "mean", "left out"),
        (over(fmean, "raises"), "mean", "raises"),
        (over(median), "median", None),
        (over(lambda values: math.prod(values) ** (1 / len(values))), "geometric", None),
        (over(lambda values: round(fmean(values), 5)), "mean", "0"),
        (
            over(lambda values: fmean([value for value in values if value] or [0])),
            "mean of the values above 0",
            "left out",
        ),
        (pooled, "pooled", None),
        (by_topic, "one value for each topic", None),
    ],
)
def test_topics(function: Callable[..., Any], topics: str, unanswered: str | None) -> None:
    candidate = as_candidate(function, "ranking", "trec")
    behaviour = conduct_as_topics(candidate)
    assert behaviour["topics"].word == topics
    assert unanswered is None or behaviour["unanswered-topic"].word == unanswered
    assert behaviour["topics"].input.startswith(("mean({'t1'", "pooled({'t1'", "by_topic({'t1'"))
    assert unanswered is not None or function is not by_topic or "unanswered-topic" not in behaviour.facts


def conduct_as_topics(candidate: Any) -> Conduct:
    """The conduct of a function that takes several topics: no name of its parameters says so."""

    def judge(task: str) -> Any:
        judge = candidate.judge(task)
        judge.declared = replace(judge.declared, form="topics")
        return judge

    return conduct(replace(candidate, judge=judge))


@pytest.mark.parametrize(
    ("function", "word", "note"),
    [
        (lambda a, b: sum(d in a for d in b) / len(a), "counts again", ""),
        (lambda a, b: next((1 / r for r, d in enumerate(b, 1) if d in a), 0.0), "counts once", "is a rank"),
        (
            lambda a, b: next((1 / r for r, d in enumerate(dict.fromkeys(b), 1) if d in a), 0.0),
            "counts once",
            "dropped",
        ),
        (lambda a, b: len(set(a) & set(b)) / (len(a) if len(b) == len(set(b)) else int("no repeats")), "raises", ""),
    ],
)
def test_repeats(function: Callable[..., float], word: str, note: str) -> None:
    behaviour = facts(function, "id-lists", order="gold-first")
    assert behaviour["repeated"].word == word
    assert note in behaviour["repeated"].note
    assert "unjudged" not in behaviour.facts, "a list of relevant documents has no document without judgement"
    if word == "raises":
        assert "ValueError" in str(behaviour["repeated"].value)


def test_gains() -> None:
    """A grade below 0, or one that is not whole, is passed as it is."""
    behaviour = words(lambda gains, ideal: dcg(gains) / dcg(ideal), "gains")
    assert (behaviour["negative-grade"], behaviour["fractional-grade"], behaviour["perfect"]) == (
        "subtracts",
        "counts as it is",
        "1",
    )
    behaviour = words(lambda gains, ideal: dcg([int(gain) for gain in gains]), "gains")
    assert behaviour["fractional-grade"] == "rounded down"


def accuracy(y_true: Any, y_pred: Any) -> float:
    return float(np.mean(np.asarray(y_true) == np.asarray(y_pred)))


def known_only(y_true: Any, y_pred: Any) -> float:
    pairs = [(a, b) for a, b in zip(y_true, y_pred, strict=True) if b in (0, 1)]
    return sum(bool(a == b) for a, b in pairs) / len(pairs)


def refusing(y_true: Any, y_pred: Any) -> float:
    if not set(y_pred.tolist()) <= {0, 1}:
        raise ValueError("two classes")
    return float(sum(a * b for a, b in zip(y_true, y_pred, strict=True)) / max(1, sum(y_true)))


@pytest.mark.parametrize(
    ("function", "label", "symmetric"),
    [
        (accuracy, "counts as wrong", "symmetric"),
        (known_only, "left out", "symmetric"),
        (refusing, "raises", "not symmetric"),
    ],
)
def test_decisions(function: Callable[..., float], label: str, symmetric: str) -> None:
    behaviour = words(function, "decisions")
    assert (behaviour["unknown-label"], behaviour["symmetric"]) == (label, symmetric)


def test_a_metric_that_ends_its_process_is_asked_no_further(tmp_path: Any) -> None:
    file = tmp_path / "ends.py"
    file.write_text(
        "import os\n\ndef f(qrel, run):\n    if any(g < 0 for g in qrel.values()): os._exit(1)\n"
        "    return max((s for d, s in run.items() if qrel.get(d)), default=0) / max(run.values(), default=1)\n"
    )
    behaviour = ax.conduct(f"{file}:f", task="ranking")
    assert "negative-grade" not in behaviour.facts
    assert "empty-gold" in behaviour.facts


@pytest.mark.parametrize(
    "name", ["ap", "bpref", "judged@10", "kappa", "mutual-information", "rs-priority", "alpha-ndcg"]
)
def test_ours(name: str) -> None:
    """What `score` does: unjudged documents, topics without an answer, and ties as in trec_eval."""
    behaviour = conduct(builtin(registry.metric(name)))
    assert "values" in behaviour.facts
    assert list(behaviour.facts) == [fact for fact in NAMES if fact in behaviour.facts]
    expected = {
        "ap": {
            "unjudged": "counts as irrelevant",
            "unanswered-topic": "0",
            "topics": "mean",
            "perfect": "1",
            "ties": "by name, the last first",
            "negative-grade": "counts as 0",
            "fractional-grade": "raises",
        },
        "bpref": {"unjudged": "left out", "negative-grade": "left out"},
        "judged@10": {"unjudged": "otherwise"},
        "kappa": {"unknown-label": "otherwise", "symmetric": "symmetric", "values": "in [-1, 1]"},
        "mutual-information": {"perfect": "0 to 1.099 (not normalised)", "symmetric": "symmetric"},
    }.get(name, {})
    assert {fact: behaviour[fact].word for fact in expected} == expected


@pytest.mark.slow  # the definitions take long
def test_faces_show_the_same() -> None:
    identification = ax.identify(known_only, form="decisions", max_size=2)
    (entry,) = identification.to_json()["targets"]
    assert entry["conduct"]["unknown-label"] == {
        "word": "left out",
        "input": "known_only([1, 1, 0, 0], [1, 0, 0, 2])",
        "value": pytest.approx(2 / 3),
    }
    assert "a label that the gold does not have  left out: known_only([1, 1, 0, 0], [1, 0, 0, 2]) gives" in str(
        identification
    )
    (alone,) = ax.conduct(known_only, form="decisions").to_json()["targets"]
    assert alone["conduct"] == entry["conduct"]


def test_the_command_line_shows_it(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def half(y_true, y_pred):\n    return float((y_true == y_pred).mean())\n")
    target = f"{tmp_path}/m.py:half"
    explained = CliRunner().invoke(main, ["explain", target, "--format", "json"])
    (entry,) = json.loads(explained.stdout)["targets"]
    assert (entry["target"], entry["conduct"]["unknown-label"]["word"]) == (target, "counts as wrong")
    checked = CliRunner().invoke(main, ["check", target, "-v", "--max-size", "2", "--no-cache"])
    assert checked.exit_code == 0, "facts change no exit code"
    assert f"{target}: a label that the gold does not have: counts as wrong: half(" in checked.stderr


def test_compare_ends_with_what_differs() -> None:
    comparison = ax.compare("ndcg", "bpref", max_size=3)
    differences = comparison.to_json()["conduct"]
    assert {name: (pair["one"]["word"], pair["other"]["word"]) for name, pair in differences.items()} == {
        "unjudged": ("counts as irrelevant", "left out"),
        "negative-grade": ("counts as 0", "left out"),
        "fractional-grade": ("counts as it is", "raises"),
    }
    assert "bpref: left out" in str(comparison).partition("The two behave differently")[2]
    assert not ax.compare("ap", "ap", max_size=3).conduct


def test_customs_that_no_call_tells_apart_are_named_together() -> None:
    def recall_at_100(qrel: Qrel, run: Run) -> float:
        relevant = {document for document, grade in qrel.items() if grade > 0}
        return len(relevant & set(by_name(run)[:100])) / len(relevant)

    assert facts(recall_at_100, "qrel-run")["unjudged"].word == "counts as irrelevant or left out"


def test_tables_of_several_topics_and_with_repeats() -> None:
    pytest.importorskip("pandas")

    def mean_gain(qrels: Any, run: Any) -> float:
        """The mean gain of the rows of a run, by topic, and then over the topics that have a row."""
        rows = run.merge(qrels, on=["query_id", "doc_id"], how="left").fillna({"relevance": 0})
        return float(rows.groupby("query_id")["relevance"].mean().mean()) if len(rows) else 0.0

    behaviour = conduct(as_candidate(mean_gain))
    assert {name: behaviour[name].word for name in ("unjudged", "repeated", "unanswered-topic", "topics")} == {
        "unjudged": "counts as irrelevant",
        "repeated": "counts again",
        "unanswered-topic": "left out",
        "topics": "mean",
    }
    assert behaviour["repeated"].input == "mean_gain({'a': 1}, {'a': [3.0, 2.0], 'x': 1.0}), as tables,"


def test_an_audit_tells_it() -> None:
    page = ax.audit_library("sklearn", ["ndcg_score", "f1_score"], parts=["conduct"])
    (library,) = page.to_json()["libraries"]
    rows = {row["id"]: {name: fact["word"] for name, fact in row["conduct"].items()} for row in library["metrics"]}
    assert rows["f1_score"]["unknown-label"] == "raises"
    assert {name: rows["ndcg_score"][name] for name in ("topics", "ties", "negative-grade", "perfect")} == {
        "topics": "mean",
        "ties": "averaged",
        "negative-grade": "raises",
        "perfect": "1",
    }
    assert "Conduct: ranking" in str(page)
