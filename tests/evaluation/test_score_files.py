"""Evaluation of files against pytrec_eval, scikit-learn and the bcubed package, and what is wrong with files."""

import gzip
import io
import itertools
import math
import pickle
import random
import zipfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core import files as whole_files
from axiometrics.core.errors import FileError, ParameterError, TaskError
from axiometrics.core.organization import Organization
from axiometrics.evaluation import expectation, runs
from axiometrics.evaluation import files as reader
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.files import BLOCK, Source
from axiometrics.evaluation.kinds import kind_of
from axiometrics.evaluation.labels import read_labels
from axiometrics.evaluation.organizations import read_value
from axiometrics.evaluation.run_scores import Conventions
from axiometrics.evaluation.runs import Topics, ranking
from axiometrics.evaluation.scores import MEAN, ScoreTable, Wanted
from axiometrics.evaluation.scoring import Evaluation, nothing_in
from axiometrics.evaluation.trec import Listed, Name, Qrels, read_qrels, read_run, text
from axiometrics.tasks.organizations import ORGANIZATIONS

pytrec_eval: Any = import_module("pytrec_eval")


def _zipped() -> bytes:
    with zipfile.ZipFile(content := io.BytesIO(), "w") as archive:
        archive.writestr("labels.csv", "a,x\n")
    return content.getvalue()


SHARED = {
    "ap": "map",
    "ndcg": "ndcg",
    "ndcg@3": "ndcg_cut_3",
    "ndcg@10": "ndcg_cut_10",
    "p@1": "P_1",
    "p@10": "P_10",
    "rr": "recip_rank",
    "r-precision": "Rprec",
    "bpref": "bpref",
    "ap@3": "map_cut_3",
    "ap@10": "map_cut_10",
    "recall@3": "recall_3",
    "r@10": "recall_10",
    "success@1": "success_1",
    "success@10": "success_10",
}
MEASURES = {
    *("map", "ndcg", "ndcg_cut.3,10", "P.1,10", "recip_rank", "Rprec", "bpref", "map_cut.3,10", "recall.3,10"),
    "success.1,10",
}
LEVELLED = {
    "ap(rel=2)": "map",
    "ap@10(rel=2)": "map_cut_10",
    "p@10(rel=2)": "P_10",
    "rr(rel=2)": "recip_rank",
    "r-precision(rel=2)": "Rprec",
    "bpref(rel=2)": "bpref",
    "r@3(rel=2)": "recall_3",
    "success@1(rel=2)": "success_1",
}


def written(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def scored(gold: str, *systems: str, metrics: list[str], **conventions: str) -> ScoreTable:
    evaluation = Evaluation.read(gold, systems)
    wanted = [Wanted(registry.metric(name, ["ranking"])) for name in metrics]
    return evaluation.score(evaluation.fitting(wanted), Conventions(**conventions))


def values(scores: ScoreTable, system: str) -> dict[tuple[str, str], float | None]:
    return {(row.topic, row.metric): row.value for row in scores.rows if row.system == system}


# --- trec_eval


def files(
    folder: Path, seed: int, scores: Callable[[random.Random], object], grades: tuple[int, ...]
) -> tuple[str, str]:
    """A random pair with graded and missing judgements, topics missing on both sides, topics with nothing relevant."""
    rng = random.Random(seed)
    judged, retrieved = [], []
    for topic in range(30):
        documents = [f"d{k:02d}" for k in range(40)] + ["é", "D1", "d1x"]
        rng.shuffle(documents)
        if topic % 7 != 0:
            judged += [
                f"{topic}\t0 {d} {rng.choice(grades) if topic % 5 else 0}" for d in documents[: rng.randint(1, 40)]
            ]
        if topic % 11 != 0:
            rng.shuffle(documents)
            retrieved += [
                f"{topic} Q0 {d} {rank}\t{scores(rng)} tag"
                for rank, d in enumerate(documents[: rng.choice((1, 3, 12, 43))], 1)
            ]
    rng.shuffle(judged)
    return written(folder / f"qrels{seed}", judged), written(folder / f"run{seed}", retrieved)


SCORES: list[Callable[[random.Random], object]] = [
    lambda rng: rng.random(),
    lambda rng: rng.randint(-3, 3),
    lambda rng: 0,
    lambda rng: f"{rng.randint(1, 9)}.{rng.randint(0, 3)}e{rng.randint(-2, 2)}",
    lambda rng: 16777216 + rng.randint(0, 6),
]


@pytest.mark.few(6)
@pytest.mark.parametrize("grades", [(0, 1), (0, 0, 1, 2, 3), (-2, -1, 0, 1, 2)])
@pytest.mark.parametrize("seed", range(len(SCORES)))
def test_values_are_those_of_trec_eval(tmp_path: Path, seed: int, grades: tuple[int, ...]) -> None:
    gold, system = files(tmp_path, seed, SCORES[seed], grades)
    with open(gold, encoding="utf-8") as gold_file, open(system, encoding="utf-8") as run_file:
        qrels, run = pytrec_eval.parse_qrel(gold_file), pytrec_eval.parse_run(run_file)
    if min(grades) < 0:  # trec_eval takes these for not judged, but pytrec_eval writes out of bounds and may crash
        qrels = {
            topic: {d: grade for d, grade in judged.items() if grade >= 0} or {"other": 0}
            for topic, judged in qrels.items()
        }
    theirs = pytrec_eval.RelevanceEvaluator(qrels, MEASURES).evaluate(run)
    scored_values = values(scored(gold, system, metrics=list(SHARED), topics="both"), system)
    assert {topic for topic, _ in scored_values} == {*theirs, MEAN}
    assert set(theirs) < set(qrels)
    for topic, measures in theirs.items():
        for ours, name in SHARED.items():
            assert scored_values[topic, registry.metric(ours).id] == pytest.approx(measures[name], abs=1e-9), (
                topic,
                ours,
            )
    for ours, name in SHARED.items():
        assert scored_values[MEAN, registry.metric(ours).id] == pytest.approx(
            np.mean([measures[name] for measures in theirs.values()]), abs=1e-9
        )
    with_all = values(scored(gold, system, metrics=list(SHARED)), system)
    for ours, name in SHARED.items():
        assert with_all[MEAN, registry.metric(ours).id] == pytest.approx(
            sum(measures[name] for measures in theirs.values()) / len(qrels), abs=1e-9
        )


@pytest.mark.parametrize("seed", range(2))
def test_relevance_from_a_grade_on_is_that_of_trec_eval(tmp_path: Path, seed: int) -> None:
    gold, system = files(tmp_path, seed, SCORES[seed], (0, 0, 1, 2, 3))
    with open(gold, encoding="utf-8") as gold_file, open(system, encoding="utf-8") as run_file:
        qrels, run = pytrec_eval.parse_qrel(gold_file), pytrec_eval.parse_run(run_file)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, MEASURES, relevance_level=2).evaluate(run)
    scores = scored(gold, system, metrics=list(LEVELLED), topics="both")
    scored_values = values(scores, system)
    assert {topic for topic, _ in scored_values} == {*theirs, MEAN}
    for topic, measures in theirs.items():
        for ours, name in LEVELLED.items():
            assert scored_values[topic, registry.metric(ours).id] == pytest.approx(measures[name], abs=1e-9), (
                topic,
                ours,
            )
    for ours, name in LEVELLED.items():
        of_topics = [measures[name] for measures in theirs.values()]
        assert scored_values[MEAN, registry.metric(ours).id] == pytest.approx(np.mean(of_topics), abs=1e-9), ours
    barren = sum(all(grade < 2 for grade in judged.values()) for judged in qrels.values())
    assert any(f"nothing has grade 2 or more in {barren} topics; what is undefined there" in f for f in scores.facts)
    exact = ax.score(gold=qrels, system=run, metrics=["ap(rel=2)"], topics="each", exact=True)
    assert {exact[topic]["ap(rel=2)"] for topic, judged in qrels.items() if max(judged.values()) < 2} == {0}


def test_cut_offs_and_judgements_are_those_of_ir_measures(tmp_path: Path) -> None:
    """The measures that are computed by other packages than trec_eval, or by ir_measures itself."""
    measures: Any = import_module("ir_measures")
    gold, system = files(tmp_path, 0, SCORES[0], (0, 0, 1, 2, 3))
    peers = {
        "judged@3": measures.Judged @ 3,
        "judged@10": measures.Judged @ 10,
        "rr@3": measures.RR @ 3,
        "p@10(rel=2)": measures.P(rel=2) @ 10,
        "ap@10(rel=2)": measures.AP(rel=2) @ 10,
    }
    qrels, run = list(measures.read_trec_qrels(gold)), list(measures.read_trec_run(system))
    scored_values = values(scored(gold, system, metrics=list(peers), topics="both"), system)
    compared = 0
    for name, peer in peers.items():
        for measured in measures.iter_calc([peer], qrels, run):
            if (measured.query_id, registry.metric(name).id) not in scored_values:
                continue  # a topic that the run lacks
            assert scored_values[measured.query_id, registry.metric(name).id] == pytest.approx(
                measured.value, abs=1e-9
            ), (name, measured)
            compared += 1
    assert compared > 100


def test_a_run_of_which_nothing_is_judged_is_said(tmp_path: Path) -> None:
    gold = written(tmp_path / "gold", ["1 0 a 1", "1 0 b -1"])
    for document, said in (("x", True), ("b", False), ("a", False)):
        system = written(tmp_path / "system", [f"1 Q0 {document} 0 2 t", "1 Q0 y 0 1 t", "2 Q0 a 0 1 t"])
        table = scored(gold, system, metrics=["judged@2"])
        assert any("judges none of the 2 documents" in remark for remark in table.remarks) == said
        assert values(table, system)["1", "judged@2"] == (0 if said else 1 / 2)


def test_a_negative_grade_is_a_judgement(tmp_path: Path) -> None:
    """judged@k as ir_measures has it, by hand and on random files; what trec_eval takes for unjudged gains nothing."""
    gold = written(tmp_path / "gold", ["1 0 a 1", "1 0 b -1", "1 0 c 0", "1 0 d -2", "2 0 a -1"])
    system = written(tmp_path / "system", [f"{t} Q0 {d} 0 {9 - i} t" for t in "12" for i, d in enumerate("bxadce")])
    measures: Any = import_module("ir_measures")
    names = ["judged@1", "judged@3", "judged@6", "bpref", "p@3"]
    for ties in ("trec", "expected"):
        table = scored(gold, system, metrics=names, topics="gold", ties=ties)
        scored_values = values(table, system)
        assert [scored_values["1", name] for name in names] == [1, 2 / 3, 4 / 6, 1, 1 / 3]  # b x a d c e
        assert [scored_values["2", name] for name in names[:3]] == [0, 1 / 3, 1 / 6]
        assert any("3 negative grades: these documents gain nothing" in remark for remark in table.remarks)
    gold, system = files(tmp_path, 3, SCORES[0], (-2, -1, 0, 1))
    qrels, run = list(measures.read_trec_qrels(gold)), list(measures.read_trec_run(system))
    scored_values = values(scored(gold, system, metrics=["judged@3", "judged@10"], topics="both"), system)
    compared = [
        (scored_values[measured.query_id, str(measured.measure).replace("Judged", "judged")], measured.value)
        for measured in measures.iter_calc([measures.Judged @ 3, measures.Judged @ 10], qrels, run)
        if (measured.query_id, "judged@3") in scored_values
    ]
    assert len(compared) > 20
    assert [ours for ours, _ in compared] == pytest.approx([theirs for _, theirs in compared], abs=1e-9)
    by_topic: dict[str, dict[str, int]] = {}
    for line in qrels:
        by_topic.setdefault(line.query_id, {})[line.doc_id] = line.relevance
    listed: dict[str, dict[str, float]] = {}
    for line in run:
        listed.setdefault(line.query_id, {})[line.doc_id] = line.score
    given = ax.score(gold=by_topic, system=listed, metrics=["judged@3"], topics="each")
    assert {topic: of["judged@3"] for topic, of in given.items() if topic in listed} == pytest.approx(
        {topic: scored_values[topic, "judged@3"] for topic in given if topic in listed}
    )


def test_judgements_are_counted_over_all_orders_of_tied_documents(tmp_path: Path) -> None:
    gold = written(tmp_path / "gold", ["1 0 a 1", "1 0 b 0"])
    system = written(tmp_path / "system", ["1 Q0 a 1 2 t", "1 Q0 b 2 1 t", "1 Q0 c 3 1 t", "1 Q0 d 4 1 t"])
    scored_values = values(scored(gold, system, metrics=["judged@2"], ties="expected"), system)
    assert scored_values["1", "judged@2"] == pytest.approx((1 + 1 / 3) / 2)
    ids_descending = values(scored(gold, system, metrics=["judged@2", "judged@3"], ties="trec"), system)
    assert ids_descending["1", "judged@2"] == 1 / 2, "a d"
    assert ids_descending["1", "judged@3"] == pytest.approx(1 / 3), "a d c"


def test_judgements_in_the_order_of_trec_eval_are_counted_one_by_one(tmp_path: Path) -> None:
    """Runs full of ties, by a plain sort: score, then id, descending."""
    gold, system = files(tmp_path, 1, SCORES[1], (0, 1, 2))
    with Path(gold).open(encoding="utf-8") as of_gold, Path(system).open(encoding="utf-8") as of_system:
        qrels, run = pytrec_eval.parse_qrel(of_gold), pytrec_eval.parse_run(of_system)
    scored_values = values(scored(gold, system, metrics=["judged@5"], topics="both"), system)
    for topic in qrels.keys() & run.keys():
        first = sorted(run[topic], key=lambda d: (run[topic][d], d), reverse=True)[:5]
        share = sum(d in qrels[topic] for d in first) / len(first)
        assert scored_values[topic, "judged@5"] == pytest.approx(share), topic


def test_every_metric_of_ranking_scores_files(tmp_path: Path) -> None:
    gold, system = files(tmp_path, 1, SCORES[1], (0, 1, 2))
    metrics = [metric.id for metric in registry.metrics() if metric.task == "ranking"]
    scored_values = values(scored(gold, system, metrics=metrics), system)
    assert len(scored_values) == len(metrics) * (len(read_qrels(Source(gold)).topics) + 1)
    assert all(scored_values[MEAN, metric] is not None for metric in metrics)


def test_files_score_what_organizations_score(tmp_path: Path) -> None:
    """Topic by topic against the exact values of the organizations that the files stand for; closed where the metric
    needs it.
    """
    gold, system = files(tmp_path, 3, SCORES[0], (0, 1, 2))
    qrels, run = read_qrels(Source(gold)), read_run(Source(system))
    metrics = [metric for metric in registry.metrics() if metric.task == "ranking"]
    scored_values = values(
        scored(gold, system, metrics=[metric.id for metric in metrics], undefined="skip", topics="both"), system
    )
    for topic in sorted(set(qrels.topics) & set(run.topics)):
        grades = {text(document): grade for document, grade in qrels.topics[topic].items()}
        listed = run.topics[topic]
        ranked = [listed.documents[i].decode() for i in np.argsort(-listed.values)]
        open_gold = Organization.graded(grades, top=qrels.top)
        closed_gold = Organization(
            [[[d] for d, g in grades.items() if g == level] for level in range(qrels.top, -1, -1)]
        )
        for metric in metrics:
            if metric.base == "judged":  # the qrels judge irrelevant documents, which such a gold does not list
                continue
            judged = metric.closed or metric.base == "bpref"
            output = Organization.ranking([d for d in ranked if d in grades or not judged])
            exact = float(metric.exact(output, closed_gold if judged else open_gold))
            ours = scored_values[topic, metric.id]
            assert (math.isnan(exact) and ours is None) or ours == pytest.approx(exact, abs=1e-9), (topic, metric.id)


def test_gzip_crlf_mark_blank_lines_and_no_last_line_break_change_nothing(tmp_path: Path) -> None:
    gold, system = files(tmp_path, 1, SCORES[1], (0, 1))
    plain = Path(system).read_bytes()
    (tmp_path / "packed").write_bytes(gzip.compress(plain))
    (tmp_path / "windows").write_bytes(b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n\r\n \t\r\n").rstrip())
    paths = [str(tmp_path / name) for name in ("packed", "windows")]
    scores = scored(gold, system, *paths, metrics=["ap", "ndcg"])
    for path in paths:
        assert values(scores, path) == values(scores, system)


def test_a_file_of_many_blocks_is_read_whole(tmp_path: Path) -> None:
    lines = [f"{topic} Q0 document-{k:05d} {k} {topic}.{k} {'tag' * 9}" for topic in range(4) for k in range(9000)]
    path = written(tmp_path / "run", lines)
    assert Path(path).stat().st_size > 2 * BLOCK
    reports: list[tuple[int, int, str]] = []
    run = read_run(Source(path), lambda *far: reports.append(far))
    assert {topic: len(listed.documents) for topic, listed in run.topics.items()} == {
        f"{topic}": 9000 for topic in range(4)
    }
    assert run.topics["2"].documents[8999] == b"document-08999"
    assert run.topics["2"].values[8999] == 2.8999
    assert len(reports) >= 3
    with pytest.raises(FileError, match="line 1: 1 column in 'x"):
        read_run(Source("one line", b"x" * (2 * BLOCK)))
    lines[30000] += " more"
    with pytest.raises(FileError, match="line 30001: 7 columns"):
        read_run(Source(written(tmp_path / "longer", lines)))
    lines[30000] = "4 Q0 document"
    with pytest.raises(FileError, match="line 30001: 3 columns"):
        read_run(Source(written(tmp_path / "bad", lines)))


# --- ties


def brute(metric: str, documents: list[bytes], scores: list[float], grades: dict[Name, int]) -> float:
    """The mean over every order of the documents that does not go against the scores, by trec_eval's order of distinct
    scores.
    """
    groups = [
        [d for d, s in zip(documents, scores, strict=True) if s == score] for score in sorted(set(scores), reverse=True)
    ]
    of_orders = []
    for orders in itertools.product(*(itertools.permutations(group) for group in groups)):
        order = [document for group in orders for document in group]
        listed = Listed(order, [np.arange(len(order), 0, -1.0)], [])
        of_orders.append(topics_of(listed, grades).values([registry.metric(metric, ["ranking"])]).item())
    return float(np.mean(of_orders))


def topics_of(listed: Listed, grades: dict[Name, int], ties: str = "trec") -> Topics:
    qrels = Qrels("gold", {"1": grades})
    return Topics.of(qrels, ["1"], [ranking(listed, qrels, "1", ties)])


@pytest.mark.few(12)
@pytest.mark.parametrize(
    "metric",
    [
        *(m.id for m in registry.metrics() if m.task == "ranking"),
        "ndcg(ideal=run)",
        "ndcg@2",
        "p@2",
        "kendall-tau(variant=a)",
    ],
)
def test_the_expectation_over_ties_is_the_mean_over_orders(metric: str) -> None:
    rng = random.Random(metric)
    for _ in range(12):
        documents = [f"d{k}".encode() for k in range(rng.randint(2, 7))]
        scores = [float(rng.choice((1, 2, 2, 3))) for _ in documents]
        grades: dict[Name, int] = {document: rng.randint(0, 2) for document in documents if rng.random() < 0.8}
        grades.update({b"x": 1, b"y": 0})
        listed = Listed(documents, [np.array(scores)], [])
        ours = topics_of(listed, grades, "expected").expectations([registry.metric(metric, ["ranking"])]).item()
        assert ours == pytest.approx(brute(metric, documents, scores, grades), abs=1e-12, nan_ok=True), (scores, grades)


def test_expectations_are_those_known_in_closed_form() -> None:
    documents = [f"d{k}".encode() for k in range(200)]
    grades: dict[Name, int] = dict.fromkeys(documents[:10], 1)
    listed = Listed(documents, [np.zeros(200)], [])
    p, rr, ap = topics_of(listed, grades, "expected").expectations(
        [registry.metric(name) for name in ("p@10", "rr", "ap")]
    )[0]
    harmonic = sum(1 / i for i in range(1, 201))
    assert p == pytest.approx(10 / 200)
    assert rr == pytest.approx(sum(math.comb(200 - i, 9) / math.comb(200, 10) / i for i in range(1, 192)))
    assert ap == pytest.approx((harmonic + 9 / 199 * (200 - harmonic)) / 200)


def test_metrics_that_do_not_add_up_are_refused_on_many_ties() -> None:
    documents = [f"d{k}".encode() for k in range(60)]
    topics = topics_of(Listed(documents, [np.zeros(60)], []), dict.fromkeys(documents[:30], 1), "expected")
    with pytest.raises(
        ParameterError,
        match=r"topic '1': the expectation of rs-ranking\(.*\) would take some 1e17 rankings .*--ties trec",
    ):
        topics.expectations([registry.metric("rs-ranking")])
    assert topics.expectations([registry.metric("ap")]).item() > 0


@pytest.mark.few(1)
@pytest.mark.parametrize("ties", ["trec", "expected"])
def test_how_much_is_scored_at_a_time_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ties: str
) -> None:
    gold, system = files(tmp_path, 1, lambda rng: rng.randint(1, 20), (0, 0, 0, 1, 2))
    metrics = ["ap", "ndcg", "bpref", "kendall-tau", "ndcg(ideal=run)"]
    whole = values(scored(gold, system, metrics=metrics, ties=ties), system)
    for module in (expectation, runs):
        monkeypatch.setattr(module, "CELLS", 50)
    assert values(scored(gold, system, metrics=metrics, ties=ties), system) == {
        key: pytest.approx(value, abs=1e-12) for key, value in whole.items()
    }


def test_unknown_conventions_are_refused() -> None:
    with pytest.raises(ParameterError, match="ties='random' is none of trec, expected"):
        Conventions(ties="random")


# --- topics


def test_topics_missing_on_either_side_are_counted(tmp_path: Path) -> None:
    gold = written(tmp_path / "qrels", ["1 0 a 1", "2 0 a 1", "3 0 a 0"])
    system = written(tmp_path / "run", ["1 Q0 a 1 1 t", "8 Q0 a 1 1 t", "9 Q0 a 1 1 t"])
    scores = scored(gold, system, metrics=["ap"])
    assert values(scores, system) == {
        ("1", "ap"): 1,
        ("2", "ap"): 0,
        ("3", "ap"): 0,
        (MEAN, "ap"): pytest.approx(1 / 3),
    }
    assert scores.topics[system] == {"both": ["1"], "missing": ["2", "3"], "extra": ["8", "9"]}
    assert any("1 of 3 topics; 2 missing, counted as empty rankings; 2 topics not in" in fact for fact in scores.facts)
    assert any("2 topics" in remark and "missing (2, 3)" in remark for remark in scores.remarks)
    assert any("2 topics not in" in remark and "(8, 9)" in remark for remark in scores.remarks)
    both = scored(gold, system, metrics=["ap"], topics="both")
    assert values(both, system) == {("1", "ap"): 1, (MEAN, "ap"): 1}
    assert any("2 missing, left out" in fact for fact in both.facts)


def test_undefined_values_count_zero_or_nothing_and_it_is_said(tmp_path: Path) -> None:
    gold = written(tmp_path / "qrels", ["1 0 a 1", "1 0 b 0", "3 0 a 0"])
    system = written(tmp_path / "run", ["1 Q0 a 1 1 t", "3 Q0 a 1 1 t"])
    zero = scored(gold, system, metrics=["ap", "auc"])
    assert values(zero, system) == {
        ("1", "ap"): 1,
        ("1", "auc"): 1,
        ("3", "ap"): 0,
        ("3", "auc"): None,
        (MEAN, "ap"): 0.5,
        (MEAN, "auc"): 1,
    }
    assert any(
        "nothing is relevant in 1 topic; what is undefined there counts 0, as in trec_eval" in fact
        for fact in zero.facts
    )
    assert any("auc is undefined on 1 topic, which its mean leaves out" in fact for fact in zero.facts)
    skip = values(scored(gold, system, metrics=["ap"], undefined="skip"), system)
    assert skip == {("1", "ap"): 1, ("3", "ap"): None, (MEAN, "ap"): 1}


def test_without_shared_topics_there_is_nothing(tmp_path: Path) -> None:
    gold, system = written(tmp_path / "qrels", ["1 0 a 1"]), written(tmp_path / "run", ["q1 Q0 a 1 1 t"])
    assert "it has 'q1', the gold '1'" in nothing_in(scored(gold, system, metrics=["ap"]))
    assert values(scored(gold, system, metrics=["ap"], topics="both"), system) == {(MEAN, "ap"): None}
    empty = written(tmp_path / "empty.csv", ["qid,docid,score"])
    assert "it has none, the gold '1'" in nothing_in(scored(gold, empty, metrics=["ap"]))


def test_where_nothing_at_all_is_relevant_every_metric_copes(tmp_path: Path) -> None:
    gold, system = (
        written(tmp_path / "qrels", ["1 0 a -1", "2 0 a 0"]),
        written(tmp_path / "run", ["1 Q0 a 1 1 t", "2 Q0 a 1 1 t"]),
    )
    metrics = [m.id for m in registry.metrics() if m.task == "ranking" and "judgements" not in m.traits]
    for ties in ("trec", "expected"):
        scored_values = values(scored(gold, system, metrics=metrics, ties=ties), system)
        assert {
            value for (_, name), value in scored_values.items() if not registry.metric(name, ["ranking"]).closed
        } == {0}


# --- what is wrong with qrels and runs

READERS: dict[str, Callable[[Source], object]] = {
    "qrels": read_qrels,
    "run": read_run,
    "labels": read_labels,
    "organization": lambda source: read_value(source, ORGANIZATIONS),
}


@pytest.mark.parametrize(
    ("kind", "content", "message"),
    [
        (
            "qrels",
            "1 0 a 1\n1 0 b\n",
            "line 2: 3 columns in '1 0 b'; a line of qrels has 4: topic, iteration, document, grade",
        ),
        (
            "qrels",
            "1 0 a 1\n\n1 0 a b 1\n",
            "line 3: 5 columns in '1 0 a b 1'; a line of qrels has 4: topic, iteration, document, grade; a blank in an "
            "id moves all that follows into other columns: write ids without blanks",
        ),
        ("qrels", "1 0 a b 1\n", "line 1: grade 'b' is not a number"),
        (
            "qrels",
            "1 0 a 12 0 b 1\n",
            "line 1: 7 columns in '1 0 a 12 0 b 1'; a line of qrels has 4: topic, iteration, document, grade; if two "
            "lines have run together, end each of them by a line break",
        ),
        ("qrels", "1 0 a 1 9\n1 0 b 0 8\n1 0 c 0\n", "line 3: 4 columns in '1 0 c 0'; a line of qrels has 4: topic,"),
        ("qrels", "1 0 a 1\r1 0 b 0\r\n1 0 c d\r", "line 3: grade 'd' is not a number"),
        ("qrels", "1 0 a 1\x0b\n", r"line 1: the control character 0x0b in '1 0 a 1\x0b': part words by blanks or"),
        ("qrels", "# \x0c\xa0\n1 0 a 1\n1 0 b\x0c 1\n", "line 3: the control character 0x0c"),
        ("qrels", "1 0 a 1\n1\xa00 b 0\n", r"line 2: the blank U+00A0 of Unicode in '1\xa00 b 0': part words by"),
        ("qrels", "1 0 a 1\n\ufeff2 0 b 0\n", "line 2: the blank U+FEFF of Unicode"),
        ("run", "1 Q0 a 1 3\x04876 t\n", r"line 1: the control character 0x04 in '1 Q0 a 1 3\x04876 t': part words"),
        ("run", "1 Q0 my doc 1 3.5 t\n1 Q0 d 2 2.5 t\n", "line 1: 7 columns in '1 Q0 my doc 1 3.5 t'; a line of a run"),
        ("run", "1 Q0 d 2 4 t\n1 Q0 doc 7 1 3.5 t\n", "line 2: 7 columns in '1 Q0 doc 7 1 3.5 t'; a line of a run"),
        (
            "run",
            "1 Q0 a 1 3 t2 Q0 b 1 2 t\n",
            "line 1: 11 columns in '1 Q0 a 1 3 t2 Q0 b 1 2 t'; a line of a run has 6",
        ),
        ("run", "1 Q0 a 1 3 t u\n1 Q0 b 1 3.52 Q0 c 1 2 t\n", "line 2: 10 columns in '1 Q0 b 1 3.52 Q0 c 1 2 t'"),
        ("qrels", "# nothing\n", "there is nothing but comments"),
        ("qrels", "1 0 a 1.0\n1 0 b 0.1234567\n", "line 2: grade '0.1234567' is not a number with at most 6 decimals"),
        ("qrels", "# c\n1 0 a 1e20\n", "line 2: grade '1e20' is not a number"),
        ("qrels", "1 0 a yes\n", "line 1: grade 'yes' is not a number with at most 6 decimals: write e.g. 1 or 4.5"),
        ("qrels", "1 0 a 1\n1 0 b 1000.5\n", "line 2: grade 1000.5 is above 1000"),
        ("qrels", "1 0 a 1_0\n", "line 1: grade '1_0' is not a number"),
        ("qrels", "1 0 a 99999999999999999999\n", "line 1: grade '99999999999999999999' is not a number"),
        (
            "qrels",
            "1 0 b 1\n\n1 0 a 4000\n",
            "line 3: grade 4000 is above 1000: a grade counts as gain; scale the grades down",
        ),
        (
            "qrels",
            "1 0 a 1\n2 0 a 1\n1 1 a 0\n",
            "line 3: document 'a' occurs twice for topic '1', first on line 1: keep one of the two; if",
        ),
        ("qrels", "all 0 a 1\n", "line 1: a topic is called 'all', as the mean over topics is: rename it"),
        ("qrels", "", "the file is empty"),
        ("qrels", " \n\n", "the file is empty"),
        ("qrels", "1 0 a 1\n1 0 \xff 1\n".encode("latin-1"), "line 2: byte 0xff is not UTF-8: save the file as UTF-8"),
        (
            "qrels",
            "1 0 a 1\n1 0 b 1\n".encode("utf-16-le"),
            "line 1: a NUL character: this is not text; save it as UTF-8",
        ),
        ("qrels", "1 0 a 1\n".encode("utf-16"), "this looks like text in UTF-16: save it as UTF-8"),
        ("qrels", pickle.dumps({"q1": {"d1": 1}}), "this looks like a pickle of Python: save it as JSON"),
        ("labels", _zipped(), "this looks like a zip archive, as .xlsx, .docx and .npz are too: unpack it, or"),
        ("run", b"\x89PNG\r\n\x1a\n\0", "this looks like a PNG picture: give judgements, a run, labels or"),
        ("labels", "<?xml version='1.0'?>\n<a/>\n", "this looks like XML or HTML: give judgements, a run"),
        (
            "qrels",
            f"1 0 {'a' * 5000} 1\n",
            "line 1: the document has 5000 bytes, more than 4096: give it a shorter name",
        ),
        (
            "run",
            "1 Q0 a 1 0.5\n",
            "line 1: 5 columns in '1 Q0 a 1 0.5'; a line of a run has 6: topic, Q0, document, rank, score, tag",
        ),
        ("run", "1 Q0 a 7 1 0.5 t\n", "line 1: 7 columns in '1 Q0 a 7 1 0.5 t'"),  # the document is called "a 7"
        ("run", "x\n", "line 1: 1 column in 'x'"),
        (
            "run",
            "1\ta\t1\n",
            "line 1: 3 columns in '1\\ta\\t1'; a line of a run has 6: topic, Q0, document, rank, score, tag; "
            "of another table say which columns hold what: see --columns",
        ),
        (
            "run",
            "1 Q0 a 1 0.5 t\n1 Q0 b 2 high t\n",
            "line 2: score 'high' is not a finite number: write a decimal, e.g. 12.5",
        ),
        ("run", "1 Q0 a 1 nan t\n", "line 1: score 'nan' is not a finite number"),
        ("run", "1 Q0 a 1 1 t\n1 Q0 b 1 -inf t\n", "line 2: score '-inf' is not a finite number"),
        ("run", "1 Q0 a 1 1e999 t\n", "line 1: score '1e999' is not a finite number"),
        ("run", "1 Q0 a 1 1,5 t\n", "line 1: score '1,5' is not a finite number"),
        (
            "run",
            "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n1 Q0 a 3 0 t\n",
            "line 3: document 'a' occurs twice for topic '1', first on line 1: keep one of the two",
        ),
        ("run", b"\x1f\x8b\x08rubbish", "the gzip file is broken"),
        ("run", gzip.compress(b"1 Q0 a 1 2 t\n" * 99, mtime=0)[:-9], "the gzip file is broken"),
        (
            "labels",
            "d1,A\nd2\n",
            (
                "line 2: 1 column in 'd2', parted by commas: write an item and one label; a second "
                "label goes on a line of its own"
            ),
        ),
        ("labels", "d1\tA\tB\nd2\tB\nd3\tB\n", "line 1: 3 columns in"),
        (
            "labels",
            "a,b,c\nq,d,1\n",
            "line 1: 3 columns in 'a,b,c', parted by commas: write an item and one label; a second label goes on a "
            "line of its own; of a table with other columns, say by --columns which hold what, e.g. --columns query=",
        ),
        ("labels", "d1;A\n;A\n", "line 2: the item is empty"),
        (
            "labels",
            "d1,A\nd2,B\nd1,A\n",
            "line 3: item 'd1' has label 'A' twice, first in line 1: take one of the two out",
        ),
        (
            "labels",
            "d1 A\nd2 B\n",
            "line 1: no tab, comma or semicolon in 'd1 A': write an item, one of these, and its label",
        ),
        ("labels", 'd1,A\n"d2,B\n', "line 2: unexpected end of data"),
        ("labels", "document,label\n", "there is nothing but a header"),
        ("labels", "", "the file is empty"),
        ("organization", "a > b\n{c d > e", "line 2: a cluster that is not closed at character 1: close it with }"),
        ("organization", "a > ... > b", "line 1: the tail '...' is not last at character 9"),
        ("organization", '{"levels": [[["a"]],}', "line 1: no JSON"),
        (
            "organization",
            '{"levels": [[["a", "a"]]]}',
            "'a' occurs twice in cluster 1 of level 1: list it once",
        ),
        (
            "organization",
            '{"levels": [[["a"]]], "tails": true}',
            'an organization in JSON has "levels" and, if it likes, "tail"; found',
        ),
        ("organization", "", "the file is empty"),
    ],
)
def test_an_error_names_file_line_and_cure(tmp_path: Path, kind: str, content: str | bytes, message: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(FileError) as raised:
        READERS[kind](Source(str(path)))
    assert str(raised.value).startswith(f"{path}{', ' if message.startswith('line') else ': '}{message}")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("kind", READERS)
def test_a_file_that_is_not_there(tmp_path: Path, kind: str) -> None:
    with pytest.raises(FileError, match=r"cannot read '.*missing': No such file or directory"):
        READERS[kind](Source(str(tmp_path / "missing")))
    with pytest.raises(FileError, match="cannot read"):
        READERS[kind](Source(str(tmp_path)))


# --- how large a file may be

WHOLE = {"labels": b"document-1,A\n", "organization": b"document-1 > ..."}
BY_LINE = {"qrels": b"1 0 document-1 1\n", "run": b"1 Q0 document-1 1 1 t\n"}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", WHOLE)
def test_what_is_read_whole_is_read_up_to_a_size_and_counted_unpacked(
    tmp_path: Path, kind: str, packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, content = tmp_path / "file", WHOLE[kind] + b"\n" * 3000
    path.write_bytes(gzip.compress(content, mtime=0) if packed else content)
    monkeypatch.setattr(whole_files, "LARGEST", len(content))
    READERS[kind](Source(str(path)))
    monkeypatch.setattr(whole_files, "LARGEST", len(content) - 1)
    for read in (READERS[kind], lambda source: Evaluation.read(source.path, [])):
        with pytest.raises(FileError, match=rf"file: more than {len(content) - 1:,} bytes, unpacked: split it"):
            read(Source(str(path)))


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", BY_LINE)
def test_what_is_read_by_line_may_be_larger_but_for_its_lines(
    tmp_path: Path, kind: str, packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_files, "LARGEST", 1000)
    monkeypatch.setattr(reader, "BLOCK", 100)
    monkeypatch.setattr(reader, "LINE", 500)

    def file(content: bytes) -> str:
        path = tmp_path / "file"
        path.write_bytes(gzip.compress(content, mtime=0) if packed else content)
        return str(path)

    def several(document: bytes) -> bytes:
        return b"".join(BY_LINE[kind].replace(b"document-1", b"document-%d" % i) for i in range(200)) + BY_LINE[
            kind
        ].replace(b"document-1", document)

    path = file(several(b"d" * 400))
    READERS[kind](Source(path))
    if kind == "qrels":
        assert Evaluation.read(path, [], DataChoices(kind="qrels")).kind.name == "qrels"
        with pytest.raises(FileError, match=r"more than 1,000 bytes, unpacked: .* qrels where --as qrels says so"):
            Evaluation.read(path, [])
    with pytest.raises(FileError, match="file, line 201: no line break within 500 bytes: this is not a file of lines"):
        READERS[kind](Source(file(several(b"d" * 700))))


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no file without an end")
@pytest.mark.parametrize("kind", READERS)
def test_a_file_without_an_end_is_given_up(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that is named as a file is refused; one that the shell has opened is read up to a limit."""
    monkeypatch.setattr(whole_files, "LARGEST", 1 << 22)
    with pytest.raises(FileError, match="cannot read '/dev/zero': it is a pipe or a device"):
        READERS[kind](Source("/dev/zero"))
    with open("/dev/zero", "rb") as endless:
        path = f"/dev/fd/{endless.fileno()}"
        with pytest.raises(
            FileError, match=rf"^{path}(: more than 4,194,304 bytes|, line 1: no line break within 16,777,216 bytes)"
        ):
            READERS[kind](Source(path))


@pytest.mark.parametrize("kind", READERS)
def test_what_there_is_no_memory_for_is_one_line(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*arguments: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(Source, "_demand_text", no_memory)
    with pytest.raises(
        FileError, match=r"^file: there is not memory enough for all of it: split it, or save less of it$"
    ):
        READERS[kind](Source("file", b"1 0 a 1\n"))


# --- kinds


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("1 0 a 1\n1 0 b 0\n", "qrels"),
        ("1\t0\ta\t1\n", "qrels"),
        ("301 0 d1 x\n", "qrels"),
        ("oops\n1 0 a 1\n1 0 b 1\n", "qrels"),
        ("d1,A\n", "labels"),
        ("d1\tA\nd2\tB\n", "labels"),
        ("d1;A\nd2;B\nd3\n", "labels"),
        ("d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...\n", "organization"),
        ("a,b > c\n", "organization"),
        ("a > b\n> c\n", "organization"),
        ("# judged by hand\n1 0 a 1.0\n1 0 b 0.0 sure\n", "qrels"),
        ("query-id\tcorpus-id\tscore\nq1\td1\t1\n", "qrels"),
        (
            '{"query_id": "q1", "doc_id": "d1", "relevance": 1}\n{"query_id": "q1", "doc_id": "d2", "relevance": 0}',
            "qrels",
        ),
        ('{"q1": {"d1": 1}}', "qrels"),
        ("[0, 0, 1]", "labels"),
        ('["x", "y"]', "labels"),
        ("id,text,label\nd1,hello,A\n", "labels"),
        ("#begin document (a); part 000\na 0 0 w (1)\n#end document\n", "labels"),
        ("...", "organization"),
        ("{a b", "organization"),
        ("\n" * 200 + "a > b\n", "organization"),
        ("\r\n" * 200 + "1 0 a 1\n", "qrels"),
        (" \n\u2028" * 200 + "d1,A\n", "labels"),
        ('{"levels": [[["a"]]]}', "organization"),
        ('{\n "levels": [\n  [["a", "b"]]\n ]\n}', "organization"),
    ],
)
def test_kinds_are_told_by_content(content: str, kind: str) -> None:
    assert kind_of(Source("file", content.encode())).name == kind


def test_what_is_no_gold_is_refused() -> None:
    with pytest.raises(FileError, match="file: this looks like a run, and GOLD comes first"):
        kind_of(Source("file", b"1 Q0 a 1 1.5 t\n1 Q0 b 2 1 t\n"))
    with pytest.raises(
        FileError,
        match=(
            r"the kind of this file cannot be recognised; it is none of qrels \(2 of 4 columns in .*\), labels .*, an "
            r"organization .*: give --as qrels"
        ),
    ):
        kind_of(Source("file", b'a "b\n'))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"a": 1, "b": [2]}', "JSON that is neither"),
        ('{"a": {"b": {"c": 1}}}', "JSON that is neither"),
        ("<gold>\n<topic id='1'/>\n</gold>\n", "this looks like XML or HTML"),
        ("d1\nd2\n> d3\nd4\n", r"an organization \({, > or ... in 1 of 4 lines\)"),
    ],
)
def test_nothing_that_is_not_known_is_an_organization(content: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        kind_of(Source("file", content.encode()))


# --- labels

SCIKIT = {
    "v-measure": "v_measure_score",
    "homogeneity-score": "homogeneity_score",
    "completeness-score": "completeness_score",
    "adjusted-rand": "adjusted_rand_score",
    "rand": "rand_score",
    "nmi": "normalized_mutual_info_score",
    "ami": "adjusted_mutual_info_score",
    "fowlkes-mallows": "fowlkes_mallows_score",
}


@pytest.mark.parametrize("mark", ["\t", ",", ";"])
def test_label_files_score_as_scikit_learn(tmp_path: Path, mark: str) -> None:
    peers = import_module("sklearn.metrics")
    rng = random.Random(mark)
    true, pred = ([rng.choice("abcd") for _ in range(60)] for _ in range(2))
    gold = written(
        tmp_path / "gold", [f"document{mark}label", *(f"d {i}{mark}{label}" for i, label in enumerate(true))]
    )
    system = written(
        tmp_path / "system",
        [f'"d {i}"{mark} {label}' for i, label in sorted(enumerate(pred), key=lambda pair: -pair[0])],
    )
    names = [registry.metric(name).id for name in SCIKIT]
    scored_values = values(scored(gold, system, metrics=names), system)
    for name, peer in zip(names, SCIKIT.values(), strict=True):
        assert scored_values[MEAN, name] == pytest.approx(getattr(peers, peer)(true, pred), abs=1e-9), name


def test_overlapping_labels_score_as_the_bcubed_package(tmp_path: Path) -> None:
    peer = import_module("bcubed")
    rng = random.Random(4)
    gold, system = ({f"d{i}": set(rng.sample("ABCD", rng.choice((1, 1, 2)))) for i in range(20)} for _ in range(2))
    paths = [
        written(tmp_path / name, [f"{d},{label}" for d in labelled for label in sorted(labelled[d])])
        for name, labelled in (("gold", gold), ("system", system))
    ]
    scored_values = values(scored(*paths, metrics=["bcubed-extended-precision", "bcubed-extended-recall"]), paths[1])
    assert scored_values[MEAN, "bcubed-extended-precision"] == pytest.approx(peer.precision(system, gold))
    assert scored_values[MEAN, "bcubed-extended-recall"] == pytest.approx(peer.recall(system, gold))


def test_a_metric_of_partitions_refuses_overlap(tmp_path: Path) -> None:
    gold = written(tmp_path / "gold", ["a,1", "b,1"])
    system = written(tmp_path / "system", ["a,1", "b,1", "a,2"])
    with pytest.raises(
        TaskError,
        match=(
            r"system, line 3: a second label for item 'a', and bcubed-f is defined on partitions "
            r"only: keep one label"
        ),
    ):
        scored(gold, system, metrics=["bcubed-f"])
    evaluation = Evaluation.read(gold, [system])
    assert evaluation.defaults()[0] == "bcubed-extended-precision"
    several = evaluation.score(
        [Wanted(registry.metric(name), named=False) for name in ("bcubed-f", "bcubed-extended-f")]
    )
    assert [metric.id for metric in several.metrics] == ["bcubed-extended-f"]
    assert several.remarks == ["left out, as they are not defined on these files: bcubed-f"]


def test_label_files_must_label_the_same_documents(tmp_path: Path) -> None:
    gold = written(tmp_path / "gold", ["a,1", "b,1", "c,2"])
    system = written(tmp_path / "system", ["a,1"])
    with pytest.raises(
        FileError,
        match=r"gold, line 2: item 'b' is not in .*system \(and 1 more\): both files must label the same items",
    ):
        scored(gold, system, metrics=["bcubed-f"])


def test_labels_that_say_yes_and_no_are_filterings(tmp_path: Path) -> None:
    gold = written(tmp_path / "gold", ["a,1", "b,1", "c,0", "d,0"])
    system = written(tmp_path / "system", ["a,yes", "b,No", "c,yes", "d,no"])
    scored_values = values(scored(gold, system, metrics=["filtering:precision", "filtering:recall", "kappa"]), system)
    assert scored_values == {(MEAN, "precision"): 0.5, (MEAN, "recall"): 0.5, (MEAN, "kappa"): 0}
    with pytest.raises(
        TaskError,
        match="line 2: precision takes decisions: label 'B' says neither yes nor no: label every item 1 or 0",
    ):
        scored(written(tmp_path / "other", ["a,1", "b,B", "c,0", "d,0"]), system, metrics=["filtering:precision"])


@pytest.mark.parametrize(("header", "documents"), [("auto", 2), ("yes", 2), ("no", 3)])
def test_headers(header: str, documents: int) -> None:
    assert len(read_labels(Source("file", b"Document ID,Cluster\na,1\nb,1\n"), header).labels) == documents


@pytest.mark.parametrize(
    "lines",
    [
        ["satz,thema", "s1,kunst", "s2,kunst", "s3,sport"],
        ["wort;gruppe", "der;1", "die;2", "das;2"],
        ['"der Satz",thema', "s1,kunst", "s2,kunst"],
        ["doc\tcat", "anna\tx", "bob\ty", "carl\tx"],
        ["person,Cluster ID", "anna,x", "bob,y", "carl,x"],
    ],
)
def test_a_first_line_that_may_be_a_header_is_not_guessed(lines: list[str]) -> None:
    text = "\n".join(lines).encode()
    with pytest.raises(FileError, match=r"file, line 1: .* may be names of columns: say --header yes if they are, and"):
        read_labels(Source("file", text))
    assert read_labels(Source("file", text), "yes").size == len(lines) - 1
    assert read_labels(Source("file", text), "no").size == len(lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["a,spam", "b,spam", "c,1"],
        ["a,1", "b,2", "c,3"],
        ["d1,all", "d2,c1", "d3,all"],
        ["x,one", "y,two"],
        ["x,y", "y,n", "z,n"],
        ["anna,x", "bob,y", "type,x"],
        ["doc,x", "bob,y", "carl,x"],
    ],
)
def test_a_first_line_that_names_nothing_is_a_document(lines: list[str]) -> None:
    assert read_labels(Source("file", "\n".join(lines).encode())).size == len(lines)


def test_a_first_line_like_any_other_is_no_header() -> None:
    assert len(read_labels(Source("file", b"doc1,class\ndoc2,person\n")).labels) == 2


# --- organizations


def test_organizations_in_either_form(tmp_path: Path) -> None:
    gold = written(tmp_path / "gold", ["d1 {d2 d3 d4} > {d4 d5} {d6 d7} >", "{d6 d7} > ..."])
    system = tmp_path / "system"
    data = '{"levels": [[["d1"], ["d2", "d3"], ["d4"]], [["d4", "d5"], ["d6", "d7"]], [["d6", "d7"]]], "tail": true}'
    system.write_bytes(gzip.compress(data.encode()))
    metric = registry.metric("sensitivity-clustering(n=10,wn=0.8)")
    scores = scored(gold, gold, str(system), metrics=[metric.id])
    assert values(scores, gold) == {(MEAN, metric.id): 1}
    assert values(scores, str(system)) == {(MEAN, metric.id): pytest.approx(31 / 39)}  # Table 9 of the paper has .8


def test_an_organization_may_begin_with_a_cluster() -> None:
    assert read_value(Source("file", b'{"a b" c} > ...'), ORGANIZATIONS).organization == Organization(
        [[["a b", "c"]]], tail=True
    )


def test_organizations_take_the_metrics_of_their_shape(tmp_path: Path) -> None:
    gold, system = written(tmp_path / "gold", ["a b > ..."]), written(tmp_path / "system", ["a > c > b > ..."])
    assert values(scored(gold, system, metrics=["ap"]), system) == {(MEAN, "ap"): pytest.approx(5 / 6)}
    with pytest.raises(
        TaskError, match=r"system: bcubed-f: .* has 3 levels and a tail, a clustering has 1 and no tail"
    ):
        scored(gold, system, metrics=["bcubed-f"])
    evaluation = Evaluation.read(gold, [system])
    both = [Wanted(registry.metric(name), named=False) for name in ("bcubed-f", "ap")]
    scores = evaluation.score(both)
    assert ([metric.id for metric in scores.metrics], len(scores.remarks)) == (["ap"], 1)
    with pytest.raises(TaskError, match="bcubed-f"):
        evaluation.score(both[:1])


def test_metrics_of_other_tasks_are_refused(tmp_path: Path) -> None:
    gold, system = written(tmp_path / "qrels", ["1 0 a 1"]), written(tmp_path / "run", ["1 Q0 a 1 1 t"])
    with pytest.raises(
        TaskError,
        match=(
            r"rs-priority\(.*\) is a metric of organization, and .*qrels holds TREC qrels: take one "
            r"of ranking \(rs-ranking is"
        ),
    ):
        scored(gold, system, metrics=["rs-priority"])
    with pytest.raises(TaskError, match="no metric that you named is a metric of ranking"):
        Evaluation.read(gold, [system]).fitting([Wanted(registry.metric("purity"), named=False)])
