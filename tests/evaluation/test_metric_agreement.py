"""What systems say of metrics, against scipy, plain loops and worked numbers."""

import json
import random
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.evaluation import plain_data
from axiometrics.evaluation.by_topic import grades
from axiometrics.evaluation.metric_agreement import bootstrap_of_pairs, of_scores, robustness, tau, tau_ap, with_ties
from axiometrics.evaluation.scores import MEAN, ScoreRow, ScoreTable
from axiometrics.evaluation.significance import p_value

RNG = np.random.default_rng(5)


def test_correlations_are_those_of_scipy() -> None:
    for size in (2, 3, 9, 20):
        first, second = RNG.integers(0, 6, (2, size))
        peer = stats.kendalltau(first, second).statistic
        actual = tau(first, second)
        assert (actual is None and np.isnan(peer)) or actual == pytest.approx(peer)
    assert tau(np.ones(3), np.arange(3)) is None


def plain_tau_ap(by: Any, other: Any) -> float:
    """Yilmaz, Aslam & Robertson 2008: 2/(N - 1) sum over ranks i > 1 of C(i)/(i - 1), less 1; without ties."""
    order = sorted(range(len(by)), key=lambda i: -by[i])
    total = 0.0
    for rank in range(1, len(order)):
        total += sum(other[above] > other[order[rank]] for above in order[:rank]) / rank
    return float(2 * total / (len(order) - 1) - 1)


def test_tau_ap_is_its_definition() -> None:
    for size in (2, 5, 12):
        first, second = RNG.permutation(size), RNG.permutation(size)
        assert tau_ap(first, second) == pytest.approx((plain_tau_ap(first, second) + plain_tau_ap(second, first)) / 2)
    assert tau_ap(np.arange(5), np.arange(5)) == 1
    assert tau_ap(np.arange(5), -np.arange(5)) == -1
    assert tau_ap(np.ones(3), np.arange(3)) is None


def test_robustness_is_the_mean_of_spearman_over_pairs_of_topics() -> None:
    values = RNG.integers(0, 5, (8, 6)) / 4
    values[:, 3] = 0.5  # says nothing
    peer = [stats.spearmanr(values[:, a], values[:, b]).statistic for a, b in combinations((0, 1, 2, 4, 5), 2)]
    assert robustness(values) == pytest.approx(np.mean(peer))
    assert robustness(np.ones((3, 4))) is None


def test_the_bootstrap_of_all_pairs_is_that_of_each() -> None:
    values = RNG.random((5, 9))
    values[1] = values[0]
    values[2] = values[0] + 0.25
    bounds = bootstrap_of_pairs(values, 300, 7)
    for p, (a, b) in zip(bounds, combinations(range(5), 2), strict=True):
        assert p == pytest.approx(p_value("bootstrap", values[a] - values[b], 300, 7)), (a, b)


def table(values: dict[str, list[list[float]]]) -> ScoreTable:
    """By metric a row for each system of its values on topics."""
    scores = ScoreTable(tuple(registry.metric(name) for name in values))
    for metric, systems in values.items():
        for i, row in enumerate(systems):
            scores.rows += [ScoreRow(f"s{i}", f"t{k}", metric, value) for k, value in enumerate(row)]
            scores.rows.append(ScoreRow(f"s{i}", MEAN, metric, float(np.mean(row))))
    return scores


def test_strictness_by_hand() -> None:
    """Four outputs. ap ranks s0 on t0 fourth, rr ranks it first: (4 - 1)/4; rr is never above ap by more than 2."""
    agreement = of_scores(table({"ap": [[0.9, 0.2], [0.1, 0.5]], "rr": [[0.1, 0.4], [0.3, 0.9]]}), rounds=100)
    ap, rr = agreement.metrics
    assert (ap.strictness, ap.against) == (-0.75, ("rr", "s0", "t0"))
    assert rr.strictness == -0.25
    alone = of_scores(table({"ap": [[0.9, 0.2], [0.1, 0.5]]}), rounds=100)
    assert (alone.metrics[0].strictness, alone.metrics[0].against, alone.pairs) == (None, None, ())


def test_what_counts_0_and_what_robustness_leaves_out_is_said() -> None:
    """s1 has no value on t0; on t2 both systems score 0.5, so robustness is the one correlation of t0 and t1."""
    scores = table({"ap": [[0.9, 0.2, 0.5], [0.1, 0.5, 0.5]], "auc": [[0.9, 0.2, 0.5], [0.1, 0.5, 0.75]]})
    rows = [
        replace(row, value=None) if (row.metric, row.system, row.topic) == ("auc", "s1", "t0") else row
        for row in scores.rows
    ]
    agreement = of_scores(replace(scores, rows=rows), rounds=100)
    ap, auc = agreement.metrics
    assert [(metric.undefined, metric.alike) for metric in (ap, auc)] == [(0, 1), (1, 0)]
    assert ap.robustness == pytest.approx(stats.spearmanr([0.9, 0.1], [0.2, 0.5]).statistic)
    assert auc.means == pytest.approx(((0.9 + 0.2 + 0.5) / 3, (0 + 0.5 + 0.75) / 3))
    said = " ".join(str(agreement).split())
    assert "AP: all systems score alike on 1 of 3 topics, which robustness leaves out" in said
    assert "AUC: undefined on 1 of 6 outputs, which count 0 here" in said
    assert [entry["undefined"] for entry in agreement.page().data()["metrics"]] == [0, 1]


def test_values_that_differ_by_rounding_are_tied() -> None:
    """V-measure of one cluster is 0, and in floats some 1e-15 on either side of it: no rank may come of that."""
    values = [[[0.5, 0.0], [0.25, 0.125]], [[0.0, 0.7], [0.0, 0.0]]]
    noise = [[[0.0, 0.0], [0.0, 1e-15]], [[-3e-15, 0.0], [0.0, 7e-16]]]
    exact = of_scores(table(dict(zip(("ap", "rr"), values, strict=True))), rounds=100)
    noisy = of_scores(table(dict(zip(("ap", "rr"), (np.array(values) + noise).tolist(), strict=True))), rounds=100)
    for plain, rounded in zip(exact.metrics, noisy.metrics, strict=True):
        assert (plain.strictness, plain.against, plain.robustness) == (
            rounded.strictness,
            rounded.against,
            rounded.robustness,
        )
    assert exact.pairs == noisy.pairs
    steps = np.array([1.0, 2.0, 1.0 + 1e-9, -np.inf, np.inf, -np.inf])
    assert with_ties(steps).tolist() == steps.tolist()


def test_one_system_or_topic_says_nothing() -> None:
    for values in ([[0.9, 0.2]], [[0.9], [0.2]]):
        with pytest.raises(TaskError, match="two systems or more on two topics"):
            of_scores(table({"ap": values}))


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    chance = random.Random(1)
    Path("gold").write_text(
        "".join(f"{t} 0 d{d} {chance.choice((0, 0, 1, 2))}\n" for t in range(6) for d in range(12)), encoding="utf-8"
    )
    for name in "ABC":
        lines = [
            f"{t} Q0 d{d} {rank} {-rank} x\n"
            for t in range(6)
            for rank, d in enumerate(chance.sample(range(12), 12), 1)
        ]
        Path(name).write_text("".join(lines), encoding="utf-8")
    ran = CliRunner().invoke(main, ["meta", "gold", "A", "B", "C", "-m", "ap", "-m", "ndcg", "-m", "p@5"])
    assert ran.exit_code == 0, ran.output
    assert "Kendall's tau of the systems' means" in ran.stdout
    assert "3 systems on 6 topics; discriminative power at alpha 0.05, 1,000 draws, seed 0" in ran.stdout
    again = CliRunner().invoke(main, ["meta", "gold", "A", "B", "C", "-m", "ap", "-m", "ndcg", "--format", "json"])
    document = json.loads(again.stdout)
    assert document["schema"] == "axiometrics/meta/1"
    assert [list(entry["means"]) for entry in document["metrics"]] == [["A", "B", "C"]] * 2
    Path("labels").write_text("d1,A\nd2,B\n", encoding="utf-8")
    refused = CliRunner().invoke(main, ["meta", "labels", "labels", "labels"])
    assert refused.exit_code == 2
    none = CliRunner().invoke(main, ["meta", "gold", "A", "-m", "ap"])
    assert none.exit_code == 2


GOLD = {f"q{i}": {f"d{k}": (i * k) % 3 for k in range(1, 7)} for i in range(1, 6)}
RUNS = {
    f"s{j}": {query: {d: (7 * j + 3 * int(d[1:])) % 11 for d in of} for query, of in GOLD.items()} for j in range(4)
}


def test_python_finds_what_the_command_finds(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text(
        "".join(f"{q} 0 {d} {grade}\n" for q, of in GOLD.items() for d, grade in of.items()), encoding="utf-8"
    )
    for name, run in RUNS.items():
        lines = [f"{q} Q0 {d} 1 {score} x\n" for q, of in run.items() for d, score in of.items()]
        (tmp_path / name).write_text("".join(lines), encoding="utf-8")
    files = [str(tmp_path / name) for name in ("gold", *RUNS)]
    ran = CliRunner().invoke(main, ["meta", *files, "-m", "ap", "-m", "ndcg", "-m", "rr", "--format", "json", "-q"])
    agreement = ax.meta(gold=GOLD, systems=RUNS, metrics=["ap", "ndcg", "rr"])
    of_files = json.loads(ran.stdout.replace(f"{tmp_path}/", ""))
    assert of_files.pop("read_as") == f"read as: judgements of {len(GOLD)} topics, {len(RUNS)} systems"
    assert agreement.to_json() == of_files
    assert "Kendall's tau" in str(agreement)
    own = ax.meta(gold=GOLD, systems=RUNS, metrics=["rr", first_is_best], form="gains")
    assert own.metrics[1].display == "first_is_best"
    with pytest.raises(ParameterError, match="rounds=10"):
        ax.meta(gold=GOLD, systems=RUNS, metrics=["ap"], rounds=10)


def test_python_reads_the_gold_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(path: str, data: Any) -> Any:
        read.append(path)
        return grades(path, data)

    monkeypatch.setattr(plain_data, "grades", counted)
    ax.meta(gold=GOLD, systems=RUNS, metrics=["ap", "rr"], rounds=100)
    assert read == ["the gold"]


def first_is_best(gains: list[int], ideal: list[int]) -> float:
    return float(gains[:1] == ideal[:1])


def texts(path: Path) -> str:
    """What an SVG shows in its comments, which name each text."""
    return "\n".join(re.findall(r"<!-- (.*?) -->", path.read_text(encoding="utf-8")))


def test_pictures_show_the_systems_by_two_metrics_or_the_correlations_of_many(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    few = ax.meta(gold=GOLD, systems=RUNS, metrics=["ap", "rr"])
    few.plot(str(tmp_path / "few.svg"))
    drawn = texts(tmp_path / "few.svg")
    assert "Means of 4 systems over 5 topics" in drawn
    assert f"{few.pairs[0].tau:.3f}" in drawn
    many = ["ap", "rr", "ndcg", "err", "p@1", "p@2", "p@3"]
    ax.meta(gold=GOLD, systems=RUNS, metrics=many).plot(str(tmp_path / "many.svg"))
    assert "tau of the means of 4 systems" in texts(tmp_path / "many.svg")
    with pytest.raises(ParameterError, match=r"end it in \.png, \.svg, \.pdf"):
        few.plot(str(tmp_path / "few.bmp"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["few.svg", "many.svg"]
