"""What documents bring: sums to the scores, exactly, and by hand."""

import json
import random
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.errors import ParameterError, TaskError, UnknownNameError
from axiometrics.core.exact import sign
from axiometrics.core.organization import Organization
from axiometrics.evaluation import credits as module
from axiometrics.evaluation.credits import adds_up, contrasts, credited, ranking_credits
from axiometrics.evaluation.credits_page import page
from axiometrics.evaluation.scores import Wanted
from axiometrics.evaluation.scoring import Evaluation
from axiometrics.reports.parts.formats import report
from tests.metrics.variants import variants

SUMS = [
    name
    for metric in registry.metrics()
    if metric.task == "ranking"
    for name in variants(metric)
    if adds_up(registry.metric(name, ["ranking"])) and "judged-only" not in metric.traits
]


def test_sums_over_ranks_are_told() -> None:
    names = {registry.metric(name).base for name in SUMS}
    assert names >= {"ap", "ndcg", "dcg", "rbp", "rr", "err", "q-measure", "p", "r", "success", "tbg", "r-precision"}
    for name in ("rs-ranking", "ndcg(ideal=run)", "auc", "ranking:kendall-tau", "judged", "v-measure"):
        assert not adds_up(registry.metric(name))


@pytest.mark.few(40)
@pytest.mark.parametrize("name", SUMS)
def test_what_documents_bring_to_a_ranking_sums_to_the_score(name: str) -> None:
    metric, chance = registry.metric(name), random.Random(name)
    for _ in range(3):
        gains = [chance.choice((0, 0, 1, 2)) for _ in range(6)]
        grades = {f"d{i}": gain for i, gain in enumerate(gains)} | {"m": 1, "n": 2}
        system = Organization.ranking([f"d{i}" for i in range(6)])
        exact = metric.exact(system, Organization.graded(grades, top=2))
        if exact != exact:
            continue
        brought, is_exact = ranking_credits(metric, gains, grades, 2)
        assert is_exact
        assert sign(sum(brought, F(0)) - exact) == 0  # type: ignore[arg-type]
        assert not any(part for part, gain in zip(brought, gains, strict=True) if not gain)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("gold").write_text("1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 e 1\n2 0 a 1\n", encoding="utf-8")
    Path("A").write_text("1 Q0 c 1 3 t\n1 Q0 a 2 2 t\n1 Q0 b 3 1 t\n2 Q0 a 1 1 t\n", encoding="utf-8")
    Path("B").write_text("1 Q0 a 1 3 t\n1 Q0 e 2 2 t\n1 Q0 x 3 1 t\n", encoding="utf-8")
    return tmp_path


def taken(*systems: str, metric: str, topic: str | None = "1", gold: str = "gold") -> Any:
    return credited(Evaluation.read(gold, systems), [Wanted(registry.metric(metric))], topic)


def test_average_precision_by_hand(folder: Path) -> None:
    score, other = taken("A", "B", metric="ap")
    assert {(c.document, c.place, c.grade, c.brought) for c in score.credits} == {
        ("a", "2", "2", F(1, 6)),
        ("b", "3", "1", F(2, 9)),
    }
    assert (score.value, other.value) == (F(7, 18), F(2, 3))
    (contrast,) = contrasts([score, other])
    assert contrast.difference == F(5, 18)
    assert [(c.document, c.difference) for c in contrast.changes] == [
        ("e", F(1, 3)),
        ("b", F(-2, 9)),
        ("a", F(1, 6)),
    ]
    assert sum(c.difference for c in contrast.changes) == contrast.difference


@pytest.mark.parametrize("metric", ["ndcg", "ndcg@2", "bpref", "ap@2", "q-measure", "ap(rel=2)", "err"])
def test_scores_and_differences_are_those_of_files(folder: Path, metric: str) -> None:
    credited_scores = taken("A", "B", metric=metric)
    evaluation = Evaluation.read("gold", ["A", "B"])
    scores = {(row.system, row.topic): row.value for row in evaluation.score([Wanted(registry.metric(metric))]).rows}
    for score in credited_scores:
        assert float(score.value) == pytest.approx(scores[score.system, "1"], abs=1e-12)
    (contrast,) = contrasts(credited_scores)
    assert sign(sum((c.difference for c in contrast.changes), F(0)) - contrast.difference) == 0


def test_in_floats_the_same_is_brought(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = taken("A", metric="ndcg")[0]
    monkeypatch.setattr(module, "CELLS", 0)
    (floats,) = taken("A", metric="ndcg")
    assert (exact.exact, floats.exact) == (True, False)
    assert float(exact.value) == pytest.approx(floats.value, abs=1e-14)


def test_bcubed_by_hand(folder: Path) -> None:
    Path("classes").write_text("1,x\n2,x\n3,y\n", encoding="utf-8")
    Path("clusters").write_text("1,u\n2,v\n3,v\n", encoding="utf-8")
    for metric, parts in (
        ("bcubed-precision", (F(1, 3), F(1, 6), F(1, 6))),
        ("bcubed-recall", (F(1, 6), F(1, 6), F(1, 3))),
        ("bcubed-f", (F(1, 4), F(1, 6), F(1, 4))),
    ):
        score, perfect = taken("clusters", "classes", metric=metric, topic=None, gold="classes")
        assert tuple(c.brought for c in sorted(score.credits, key=lambda c: c.document)) == parts
        assert score.value == F(2, 3)
        (contrast,) = contrasts([score, perfect])
        assert sum(c.difference for c in contrast.changes) == contrast.difference == F(1, 3)


def test_what_has_no_parts_is_refused(folder: Path) -> None:
    Path("labels").write_text("1,x\n2,y\n", encoding="utf-8")
    Path("organization").write_text("{a b} > c", encoding="utf-8")
    for arguments, error, problem in (
        ({"metric": "ndcg(ideal=run)"}, TaskError, "is not a sum over documents"),
        ({"metric": "bcubed-f"}, TaskError, "is a metric of clustering, and gold holds TREC qrels"),
        ({"metric": "ap", "topic": "9"}, UnknownNameError, "no topic '9' in the gold"),
        ({"metric": "ap", "topic": None}, UnknownNameError, "--explain takes one topic"),
        ({"metric": "ap(rel=2)", "topic": "2"}, TaskError, "is undefined on this topic"),
        ({"metric": "bcubed-f", "gold": "labels"}, ParameterError, "--topic is for qrels"),
        ({"metric": "bcubed-f", "gold": "organization", "topic": None}, TaskError, "for runs and for labels only"),
    ):
        with pytest.raises(error, match=problem.replace("(", r"\(")):
            taken(arguments.get("gold", "A"), **arguments)  # type: ignore[arg-type]


def test_the_page_adds_up(folder: Path) -> None:
    credited_scores = taken("A", "B", metric="ap")
    made = page(credited_scores, contrasts(credited_scores), 1)
    text = report("text").show(made)
    assert "B less A: AP +0.277778" in text
    assert "2 others" in text
    data = json.loads(report("json").show(made))
    assert data["schema"] == "axiometrics/credits/1"
    parts = [F(part["difference"]) for part in data["differences"][0]["documents"]]
    assert sum(parts) == F(5, 18)
    assert "B,A,ap,e,0.333" in report("csv").show(made)


def test_json_says_exact_only_of_what_it_gives_exactly(folder: Path) -> None:
    Path("gold").write_text("".join(f"1 0 d{i} {1 + i % 3}\n" for i in range(40)), encoding="utf-8")
    for system, order in (("A", range(40)), ("B", range(39, -1, -1))):
        Path(system).write_text("".join(f"1 Q0 d{d} 0 {-i} t\n" for i, d in enumerate(order)), encoding="utf-8")
    for metric, exact in (("ap", True), ("ndcg", False)):
        credited_scores = taken("A", "B", metric=metric)
        assert all(score.exact for score in credited_scores)
        data = json.loads(report("json").show(page(credited_scores, contrasts(credited_scores), 1)))
        for entry in (*data["scores"], *data["differences"]):
            assert entry["exact"] == exact
            numbers = [part.get("brought", part.get("difference")) for part in entry["documents"]]
            assert all(isinstance(number, str) for number in numbers) == exact
