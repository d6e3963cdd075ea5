"""Differences of systems against scipy, against plain loops, and against worked numbers."""

import csv
import io
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.errors import TaskError
from axiometrics.evaluation.scores import MEAN, ScoreRow, ScoreTable
from axiometrics.evaluation.scores_page import page
from axiometrics.evaluation.significance import comparisons_of, corrected, interval, p_value
from axiometrics.reports.parts.formats import report

DRAWN = [
    np.random.default_rng(seed).normal(shift, 1, size) for seed, shift, size in ((1, 0, 5), (2, 0.8, 12), (3, 0.2, 40))
]


@pytest.mark.parametrize("differences", DRAWN)
def test_student_is_that_of_scipy(differences: np.ndarray) -> None:
    assert p_value("t", differences) == pytest.approx(stats.ttest_1samp(differences, 0).pvalue)


@pytest.mark.parametrize("differences", DRAWN[:2])
def test_randomization_makes_every_exchange_where_there_are_few(differences: np.ndarray) -> None:
    observed = abs(differences.mean())
    sums = [abs(np.dot(signs, differences)) / len(differences) for signs in product((1, -1), repeat=len(differences))]
    assert p_value("randomization", differences) == pytest.approx(np.mean(np.array(sums) >= observed - 1e-12))
    peer = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=np.inf, vectorized=False
    )
    assert p_value("randomization", differences) == pytest.approx(peer.pvalue)


def test_no_draws_make_p_0() -> None:
    """Of 20 equal differences, one exchange in half a million is as great: of a thousand draws none is, and the pair
    itself counts.
    """
    assert p_value("randomization", np.ones(20), 1000) == pytest.approx(1 / 1001)


def test_randomization_and_bootstrap_of_many_topics_are_near_student() -> None:
    differences = DRAWN[2]
    student = stats.ttest_1samp(differences, 0).pvalue
    for test in ("randomization", "bootstrap"):
        probability = p_value(test, differences, rounds=20_000, seed=1)
        assert probability == pytest.approx(student, abs=0.03)
        assert probability == p_value(test, differences, rounds=20_000, seed=1)


def test_the_bootstrap_is_its_definition() -> None:
    """Sakai 2006: t of samples drawn from the shifted differences, as often as it reaches the observed t."""
    differences, rounds, seed = DRAWN[1], 500, 4
    rng = np.random.default_rng(seed)
    observed = abs(stats.ttest_1samp(differences, 0).statistic)
    shifted = differences - differences.mean()
    reached = 0
    for drawn in rng.integers(0, len(differences), (rounds, len(differences))):
        reached += abs(stats.ttest_1samp(shifted[drawn], 0).statistic) >= observed
    assert p_value("bootstrap", differences, rounds, seed) == pytest.approx((reached + 1) / (rounds + 1))


@pytest.mark.parametrize("test", ["t", "randomization", "bootstrap"])
def test_degenerate_differences(test: str) -> None:
    assert p_value(test, np.array([0.3])) is None
    assert p_value(test, np.zeros(5)) == 1
    same = p_value(test, np.full(8, 0.1))
    assert same is not None
    assert same <= 2 / 2**8


def test_corrections() -> None:
    p = [0.01, 0.04, 0.03, 0.005]
    assert corrected(p, "bonferroni") == pytest.approx([0.04, 0.16, 0.12, 0.02])
    assert corrected(p, "holm") == pytest.approx([0.03, 0.06, 0.06, 0.02])  # 0.005 4, 0.01 3, 0.03 2, then not less
    assert corrected(p, "fdr") == pytest.approx(stats.false_discovery_control(p).tolist())
    assert corrected(p, "none") == p
    assert corrected([0.6, None, 0.7], "holm") == [1.0, None, 1.0]
    assert corrected([], "holm") == []


def table(values: dict[str, list[float | None]]) -> ScoreTable:
    scores = ScoreTable((registry.metric("ap"),))
    for system, column in values.items():
        for topic, value in enumerate(column):
            scores.rows.append(ScoreRow(system, str(topic), "ap", value))
        defined = [value for value in column if value is not None]
        scores.rows.append(ScoreRow(system, MEAN, "ap", float(np.mean(defined))))
    return scores


SCORES = table({"a": [0.1, 0.2, 0.3, None], "b": [0.2, 0.4, 0.6, 0.9], "c": [0.1, 0.2, 0.3, 0.5]})


def test_comparisons_are_over_the_topics_that_both_have() -> None:
    first = comparisons_of(SCORES, tests=("t",), correction="none")
    assert [(comparison.system, comparison.baseline, comparison.topics) for comparison in first] == [
        ("b", "a", 3),
        ("c", "a", 3),
    ]
    assert [comparison.difference for comparison in first] == pytest.approx([0.2, 0])
    assert first[0].p["t"] == pytest.approx(stats.ttest_rel([0.2, 0.4, 0.6], [0.1, 0.2, 0.3]).pvalue)
    every = comparisons_of(SCORES, every=True)
    assert [(comparison.system, comparison.baseline) for comparison in every] == [("b", "a"), ("c", "a"), ("c", "b")]
    assert [comparison.topics for comparison in every] == [3, 3, 4]


def test_what_cannot_be_compared_is_said() -> None:
    with pytest.raises(TaskError, match="--compare needs several systems"):
        comparisons_of(table({"a": [0.1, 0.2]}))
    alone = ScoreTable((registry.metric("ap"),), [ScoreRow(name, MEAN, "ap", 0.5) for name in "ab"])
    with pytest.raises(TaskError, match="one value for each system"):
        comparisons_of(alone)


def test_systems_are_sorted_and_the_best_is_marked() -> None:
    summary = page(SCORES, sort="ap", comparisons=comparisons_of(SCORES))
    rows = summary.sections[0].parts[0]
    assert [row[0] for row in rows.rows] == ["b (b)", "c (c)", "a (a)"]  # type: ignore[union-attr]
    for form, mark in (("markdown", "**0.5250**"), ("latex", r"\textbf{0.5250}"), ("html", "<b>0.5250</b>")):
        text = report(form).show(summary)
        assert mark in text
        assert text.count(mark[:3]) == 1 or form != "markdown"
        assert "Differences" in text
    assert "comparisons" in summary.data()


def test_the_interval_is_that_of_scipy() -> None:
    for differences in DRAWN:
        there = stats.ttest_1samp(differences, 0).confidence_interval(0.99)
        assert interval(differences, 0.01) == pytest.approx((there.low, there.high))
    assert interval(np.array([0.3])) == (None, None)


TEN = [i / 20 for i in range(10)]
RAISED = {"low": TEN, "high": [value + 0.3 + i % 2 / 100 for i, value in enumerate(TEN)], "same": TEN}
"""`high` is above the two others on every topic, by 0.3 or 0.31; these are equal."""


def test_a_mean_has_the_letters_of_the_systems_that_it_exceeds() -> None:
    scores = table({name: list(values) for name, values in RAISED.items()})
    shown = page(scores, comparisons=comparisons_of(scores, every=True)).sections[0].parts[0]
    cells = [[column.whole(cell) for column, cell in zip(shown.columns, row, strict=True)] for row in shown.rows]  # type: ignore[union-attr]
    assert cells == [["low (a)", "0.2250"], ["high (b)", "ac 0.5300"], ["same (c)", "0.2250"]]
    strict = page(scores, comparisons=comparisons_of(scores, level=1e-30))
    assert "ac 0.5300" not in report("text").show(strict)
    each = report("text").show(page(scores, per_topic=True, comparisons=comparisons_of(scores)))
    assert each.count("a 0.5300") == 1, "the mean has the letter, and no topic has it"


def test_a_small_p_is_not_called_0_and_every_digit_is_in_csv_and_json() -> None:
    scores = table({name: list(RAISED[name]) for name in ("low", "high")})
    summary = page(scores, comparisons=comparisons_of(scores, tests=("t", "bootstrap")))
    text = report("text").show(summary)
    assert "< 0.0001" in text
    assert "AP of high minus low: 10 topics, higher on 10, lower on 0, equal on 0" in text
    p = stats.ttest_rel(RAISED["high"], RAISED["low"]).pvalue
    lines = list(csv.DictReader(io.StringIO(report("csv").show(summary))))
    tested = {line["test"]: line for line in lines if line["test"]}
    assert tested.keys() == {"t", "bootstrap"}
    assert float(tested["t"]["p"]) == float(tested["t"]["corrected"]) == pytest.approx(p)
    assert (tested["t"]["system"], tested["t"]["baseline"], tested["t"]["value"]) == ("high", "low", "")
    assert len([line for line in lines if line["value"]]) == 2 * 11
    (compared,) = summary.to_json()["comparisons"]
    assert compared["p"]["t"] == pytest.approx(p)
    assert compared["low"] < compared["difference"] < compared["high"]


def test_the_picture_has_a_bar_for_each_topic() -> None:
    scores = table({"a": [0.1, 0.9, 0.5], "b": [0.6, 0.4, 0.5]})
    html = report("html").show(page(scores, comparisons=comparisons_of(scores)))
    assert [*re.findall("<title>(.*?)</title></rect>", html)] == ["0: +0.5000", "2: +0.0000", "1: -0.5000"]


def test_metrics_have_their_names_in_the_table_of_differences() -> None:
    metric = registry.metric("rbp(p=0.95)")
    scores = ScoreTable(
        (metric,), [ScoreRow(s, t, metric.id, 0.1 * len(s)) for s in ("a", "bb") for t in ("1", "2", MEAN)]
    )
    text = report("text").show(page(scores, comparisons=comparisons_of(scores)))
    assert "RBP(p=0.95)" in text
    assert metric.id not in text


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Judgements of four topics, and three runs with names of thirteen characters."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("".join(f"{t} 0 d{i} {int(i == 2)}\n" for t in "1234" for i in range(4)))
    for name, ranks in (("bm25_rm31.txt", "1122"), ("bm25_rm32.txt", "2333"), ("bm25_rm33.txt", "4443")):
        lines = [
            f"{t} Q0 {'d2' if k == int(rank) else f'n{k}'} {k} {9 - k} x\n"
            for t, rank in zip("1234", ranks, strict=True)
            for k in range(1, 5)
        ]
        (tmp_path / name).write_text("".join(lines))
    return ["qrels.txt", *(f"bm25_rm3{i}.txt" for i in (1, 2, 3))]


def scored(*words: str) -> str:
    ran = CliRunner().invoke(main, ["score", "-m", "ap", *words, "-q"], env={"COLUMNS": "80"})
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def test_compare_needs_no_word_behind_the_files(files: list[str]) -> None:
    assert scored(*files, "--compare") == scored(*files, "--compare", "first") != scored(*files, "--compare", "all")
    refused = CliRunner().invoke(main, ["score", "--compare", *files])
    assert refused.exit_code == 2
    assert "write --compare first, or let --compare stand behind the files" in refused.stderr


def test_differences_from_the_first_system_are_one_table_of_a_terminal(files: list[str]) -> None:
    text = scored(*files, "--compare")
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("\nmetric ") == 1
    table = text.partition("Each system minus bm25_rm31.txt\n")[2].partition("\n\n")[0]
    assert [len(re.findall(r"< 0.0001|[+-]?\d\.\d{4}", line)) for line in table.splitlines()[-2:]] == [5, 5]
