"""`axiometrics separate`: what it shows in each format, the line that reproduces a case, and one clear line for every
mistake.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry, separate
from axiometrics.core.organization import Organization

Run = Callable[..., tuple[int, str, str]]

MINE = """
def halves(y_true, y_pred):
    return sum(y_pred) / 2

def fails(y_true, y_pred):
    raise ValueError

def system_size(system, gold):
    return 1.0 * system.size

def gold_size(system, gold):
    return 1.0 * gold.size
"""


@pytest.fixture
def run(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")

    return partial(command, "separate")


def data(out: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(out)
    assert document["schema"] == "axiometrics/separation/1"
    return document


@pytest.mark.parametrize(
    ("undecided", "words"),
    [(0, "no smaller case separates them"), (1, "a smaller case may separate them, some being undecided")],
)
def test_a_case_is_called_the_smallest_only_where_it_is(undecided: int, words: str) -> None:
    separation = replace(separate("precision", "recall"), undecided=undecided)
    assert words in " ".join(str(separation).split())


def test_the_case_is_drawn_with_its_scores(run: Run) -> None:
    code, out, err = run("f", "rs-filtering")
    assert (code, err) == (0, "")
    assert out.startswith("F(beta=1) and R*S: separated by a case of 3 documents\n")
    assert "no smaller case separates them" in out
    assert "F(beta=1)(x) = 2/3 = 0.666666..." in out
    assert "positive  r1 r2  r1       n1* r1 r2*" in out
    assert (
        "by convention, R is 0 where the positive or the negative set is empty; R*S is 0 where R = S = 0"
        in " ".join(out.split())
    )


def test_the_last_line_reproduces_the_scores(run: Run) -> None:
    _, out, _ = run("ap", "auc")
    line = out.strip().splitlines()[-1]
    assert line.startswith("import axiometrics as ax; ")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(line, {})  # what a reader is told to run
    case = data(run("ap", "auc", "--format", "json")[1])["case"]
    gold = Organization.from_json(case["gold"])
    outputs = {role: Organization.from_json(output) for role, output in case["outputs"].items()}
    expected = [
        {name: registry.metric(name).exact(output, gold) for name in ("ap", "auc")} for output in outputs.values()
    ]
    assert printed.getvalue().strip() == repr(expected)
    assert case["scores"] == {
        name: {role: str(row[name]) for role, row in zip(outputs, expected, strict=True)} for name in ("ap", "auc")
    }


def test_json_says_what_is_preferred(run: Run) -> None:
    document = data(run("precision", "recall", "--format", "json")[1])
    assert (document["separated"], document["minimal"], document["exact"], document["searched"]) == (
        True,
        True,
        True,
        {"filtering": 3},
    )
    assert document["case"]["prefers"] == {"precision": "x", "recall": "y"}
    assert (document["case"]["documents"], document["case"]["occurrences"]) == (3, 9)


def test_where_nothing_separates_it_says_how_far_it_looked(run: Run) -> None:
    code, out, _ = run("jaccard", "pair-f", "--max-size", "5")
    assert code == 0
    assert out.startswith("Jaccard and Pair F: no case up to 5 items\n")
    assert "one may tie where the other prefers" in out
    assert "716 cases compared, decided exactly" in " ".join(out.split())  # 2 + 12 + 98 + 604
    _, out, _ = run("jaccard", "pair-f", "--max-size", "5", "--ties")
    assert "they prefer, and tie, the same outputs there" in out
    assert out.strip().endswith("axiometrics separate clustering:jaccard pair-f --ties --max-size 5")
    document = data(run("jaccard", "pair-f", "--max-size", "5", "--format", "json")[1])
    assert (document["separated"], document["case"], document["minimal"]) == (False, None, None)


def test_markdown_and_files(run: Run, tmp_path: Path) -> None:
    assert run("f", "kappa", "-o", "case.md")[:2] == (0, "")
    text = (tmp_path / "case.md").read_text(encoding="utf-8")
    assert text.startswith("## F(beta=1) and Kappa: separated by a case of")
    assert text.count("```") == 6
    assert run("f", "kappa", "-o", "case.json")[0] == 0
    assert data((tmp_path / "case.json").read_text(encoding="utf-8"))["separated"]


def test_a_metric_of_the_user(run: Run) -> None:
    code, out, err = run("mine.py:halves", "precision")
    assert code == 0
    assert "form decisions" in err
    assert "floats of your metric decided by their error bound" in " ".join(out.split())
    assert "exact=True" not in out
    assert run("mine.py:halves", "precision", "-q")[2] == ""


@pytest.mark.slow
def test_a_task_that_metrics_of_the_user_share_has_to_be_said(run: Run) -> None:
    code, _, err = run("mine.py:system_size", "mine.py:gold_size")
    assert code == 2
    assert "say which with --task" in err
    code, out, _ = run("mine.py:system_size", "mine.py:gold_size", "--task", "filtering", "--max-size", "3")
    assert (code, out.partition(":")[0]) == (0, "mine.py")
    assert run("mine.py:system_size", "ap", "--max-size", "2", "-q")[0] == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "name two metrics, not 0"),
        ("ap", "name two metrics, not 1"),
        ("ap rr err", "name two metrics, not 3"),
        ("ap f", "ap is a metric of ranking, f(beta=1) of filtering: two metrics of one task can be compared"),
        ("ap rr --task filtering", "two metrics of one task, filtering, can be compared"),
        ("f f(beta=1)", "f(beta=1) is compared with itself"),
        ("ap nonsense", "no metric 'nonsense'"),
        ("ap nowhere.py:metric", "no file 'nowhere.py'"),
        ("ap rr --max-size 0", "--max-size"),
        ("ap rr --study amigo2013", "name two metrics"),
        ("--all", "--all takes our metrics of a task: say --all --task TASK"),
        ("--all ap rr --task ranking", "--all takes our metrics of a task"),
        ("--all --task ranking --signature gains", "name no metric and no --form"),
        ("--all --task organization --study amigo2013", "study amigo2013 has 0 metrics of organization"),
        ("--all --task ranking --study nothing", "no study 'nothing'"),
        ("ap rr -o nowhere/case.txt", "cannot write"),
    ],
)
def test_a_mistake_is_one_line(run: Run, line: str, said: str) -> None:
    code, out, err = run(*line.split())
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert said in err


def test_where_nothing_can_be_compared_nothing_is_claimed(run: Run) -> None:
    code, out, err = run("mine.py:fails", "f", "--max-size", "1", "-q")
    assert (code, out) == (5, "")
    assert "nothing was evaluated" in err
    assert "raised ValueError" in err


def test_all_metrics_of_a_task(run: Run) -> None:
    code, out, _ = run("--all", "--task", "organization", "--max-size", "2")
    assert code == 0
    assert "6 metrics of organization" in out
    assert "proved by an integer program" in " ".join(out.split())
    document = data(
        run("--all", "--task", "filtering", "--study", "amigo2013", "--max-size", "4", "--format", "json")[1]
    )
    assert [metric["base"] for metric in document["metrics"]] == ["utility", "f", "lam", "rs-filtering"]
    separated = {tuple(pair) for case in document["set"] for pair in case["separates"]}
    assert len(separated) + len(document["alike"]) == 6
    assert document["minimal"]
    assert document["least"] == len(document["set"])


def test_a_set_is_not_said_to_be_smallest_where_that_is_not_proved(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "axiometrics.comparison.separation.case_sets.smallest_cover",
        lambda separates, *_: (list(range(len(separates))), False, 1),
    )
    _, out, _ = run("--all", "--task", "filtering", "--max-size", "3")
    assert "not proved to be smallest: every set has 1 or more" in " ".join(out.split())


def test_pairs_that_nothing_separates_are_told_with_the_reason_or_the_size(run: Run) -> None:
    out = " ".join(run("--all", "--task", "clustering", "--study", "amigo2013", "--max-size", "3")[1].split())
    assert "order the outputs of every gold alike, whatever the size: entropy and" in out or "jaccard and pair-f" in out
    assert "in cases of at most 3 items" in out
    document = data(run("--all", "--task", "clustering", "--max-size", "3", "--format", "json")[1])
    reasons = {tuple(entry["metrics"]): entry["reason"] for entry in document["reasons"]}
    assert reasons["jaccard", "pair-f"] == "Pair F is 2J/(1 + J) of Jaccard's J"
    assert set(reasons) <= set(map(tuple, document["alike"]))
    assert document["floor"] <= document["least"]


def test_what_larger_cases_could_do_is_told(run: Run) -> None:
    out = " ".join(run("--all", "--task", "filtering", "--max-size", "5")[1].split())
    assert "larger cases may do with fewer, but with" in out
    out = " ".join(run("--all", "--task", "filtering", "--study", "amigo2013")[1].split())
    assert "nor can larger cases do with fewer: n cases tell 2^n metrics apart at most" in out
    out = " ".join(run("--all", "--task", "filtering", "--study", "amigo2013", "--ties")[1].split())
    assert "3^n metrics" in out


def test_a_size_beyond_the_greatest_is_said_to_be_cut(run: Run) -> None:
    code, _, err = run("precision", "recall", "--max-size", "99")
    assert (code, err) == (0, "axiometrics: --max-size 99: cases of filtering are searched to 24 documents at most\n")
    assert run("precision", "recall", "--max-size", "99", "-q")[2] == ""
    _, _, err = run("ndcg", "err", "--max-size", "9")
    assert err == "axiometrics: --max-size 9: golds of two grades are searched to 8 documents at most\n"
    _, _, err = run("--all", "--task", "filtering", "--study", "amigo2013", "--max-size", "99")
    assert "cases of filtering are searched to 24 documents at most" in err


def test_a_long_run_tells_where_it_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiometrics.cli.progress.PLAIN", -1.0)
    err = run("--all", "--task", "filtering", "--study", "amigo2013", "--max-size", "3", "--progress", "plain")[2]
    assert "cases of size 3, gold" in err
    assert "the smallest set of" in err
    assert "cases of size 2, gold" in run("precision", "recall", "--progress", "plain")[2]


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from axiometrics.cli.commands import separate, diff, strength; "
        "print(*{'numpy', 'sympy', 'scipy'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""
