"""Grades that are fractions, as half stars: they are read exactly, metrics of gains compute with them as they are
written, and other metrics ask from which grade on a document is relevant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.aggregates import Gains
from axiometrics.core.errors import FileError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.evaluation.grades import STEPS, grade_of, in_units

if TYPE_CHECKING:
    from tests.conftest import Ran

GOLD = {"u1": {"i1": 4.5, "i2": 2.0, "i3": 3.5}, "u2": {"i1": 5.0, "i4": 0.5}}
RUN = {"u1": {"i3": 3, "i1": 2, "i2": 1}, "u2": {"i4": 2, "i1": 1}}


@pytest.mark.parametrize(
    ("written", "grades", "unit"),
    [
        (["3", 2, 1.0, b"0"], [3, 2, 1, 0], Fraction(1)),
        (["4.5", 2, "0.50"], [9, 4, 1], Fraction(1, 2)),
        ([0.1, np.float32(0.25)], [2, 5], Fraction(1, 20)),
        (["1e-1", "-0.5", "0e-999999999"], [1, -5, 0], Fraction(1, 10)),
    ],
)
def test_grades_are_whole_numbers_of_the_largest_unit_that_fits(
    written: list[object], grades: list[int], unit: Fraction
) -> None:
    units, of = in_units("gold", {"q": {i: grade_of(grade) or 0 for i, grade in enumerate(written)}})
    assert (list(units["q"].values()), of) == (grades, unit)


@pytest.mark.parametrize("written", ["x", "1_0", "nan", "inf", "0.1234567", 1 / 3, "1e-999999999", "1e999999999"])
def test_what_is_not_a_decimal_of_few_digits_is_not_a_grade(written: object) -> None:
    assert grade_of(written) is None


def test_steps_that_are_too_many_are_refused() -> None:
    with pytest.raises(FileError, match=f"more than {STEPS:,}: round them to fewer decimals"):
        in_units("gold", {"q": {"a": 500, "b": Fraction(1, 1000)}})


RANKING = [
    metric.with_values(**({"rel": 2} if "rel" in metric.values else {}))
    for metric in registry.metrics()
    if metric.task == "ranking"
]


@pytest.mark.parametrize(
    "metric",
    [*RANKING, *map(registry.metric, ("ndcg(gain=exp)", "err(max=2)", "ranking:kendall-tau"))],
    ids=lambda metric: metric.id,
)
@pytest.mark.parametrize("exact", [False, True])
def test_every_metric_gives_half_grades_that_are_whole_the_value_of_whole_grades(metric: Metric, exact: bool) -> None:
    whole = Gains.of([[1, 0, 3, 2]], [[2, 1, 2]], 3, unlimited=False, exact=exact)
    counts = [[0, 2, 0, 1, 0, 2]]
    halves = Gains.of([[2, 0, 6, 4]], counts, 3, unlimited=False, exact=exact, unit=Fraction(1, 2))
    wanted, actual = (metric.evaluate(topics).item() for topics in (whole, halves))
    assert float(actual) == pytest.approx(float(wanted), rel=1e-12)


def test_gains_count_as_they_are_written() -> None:
    half = Gains.of([[7, 9, 4]], [[0, 0, 0, 1, 0, 0, 1, 0, 1]], unit=Fraction(1, 2))
    first, second, third = 3.5, 4.5, 2.0
    discounted = first + second / log2(3) + third / 2
    stops = [(2**grade - 1) / 2**4.5 for grade in (first, second, third)]
    cascade = stops[0] + (1 - stops[0]) * (stops[1] / 2 + (1 - stops[1]) * stops[2] / 3)
    blended = (1 + 3.5) / (1 + 4.5), (2 + 8) / (2 + 8), (3 + 10) / (3 + 10)
    for name, value in {
        "dcg": discounted,
        "dcg(rel=3)": discounted - third / 2,
        "ndcg": discounted / (second + first / log2(3) + third / 2),
        "err": cascade,
        "q-measure": sum(blended) / 3,
        "p@3(rel=3.5)": 2 / 3,
        "p@3(rel=3.6)": 1 / 3,
        "rr(rel=0.1)": 1,
    }.items():
        assert registry.metric(name).evaluate(half).item() == pytest.approx(value, rel=1e-12), name


def test_half_stars_in_python() -> None:
    each = ax.score(gold=GOLD, system=RUN, metrics=["ndcg", "ap(rel=4)", "rr(rel=3.5)"], topics="each")
    assert each["u1"] == pytest.approx({"ndcg": 0.9521, "ap(rel=4)": 0.5, "rr(rel=3.5)": 1}, abs=5e-5)
    assert each["u2"] == pytest.approx({"ndcg": 0.6876, "ap(rel=4)": 0.5, "rr(rel=3.5)": 0.5}, abs=5e-5)
    exact = ax.score(gold=GOLD, system=RUN, metrics=["ap(rel=4)", "q-measure"], exact=True)
    wanted = (Fraction(1, 3) * (Fraction(4.5) / Fraction(5.5) + 1 + 1) + Fraction(1, 2) * (Fraction(1.5) / 6 + 1)) / 2
    assert exact == {"ap(rel=4)": Fraction(1, 2), "q-measure(beta=1)": wanted}


def test_a_topic_without_a_document_of_the_grade_that_is_relevant_counts_0() -> None:
    gold, run = {"u1": {"a": 4.5}, "u2": {"b": 2.5}}, {"u1": {"a": 1.0}, "u2": {"b": 1.0}}
    each = ax.score(gold=gold, system=run, metrics=["ap(rel=4)"], topics="each")
    assert each == {"u1": {"ap(rel=4)": 1}, "u2": {"ap(rel=4)": 0}}


@pytest.mark.parametrize(
    ("grades", "example"),
    [((0.5, 5), "ap(rel=4)"), ((0.5, 1), "ap(rel=0.75)"), ((0.1, 10), "ap(rel=7.5)")],
)
def test_the_grade_that_is_given_as_an_example_is_one_of_the_scale(grades: tuple[float, ...], example: str) -> None:
    gold = {"u": {str(i): grade for i, grade in enumerate(grades)}}
    with pytest.raises(TaskError) as raised:
        ax.score(gold=gold, system={"u": {"0": 1.0}}, metrics=["ap"])
    assert example in str(raised.value)


RATED = "user,item,rating\nu1,a,5\nu1,b,3\nu2,a,4\nu2,c,1\n"
SCORED = "user,item,score\nu1,a,2\nu1,b,1\nu2,c,2\nu2,a,1\n"
MINE = """
def rr(relevant, retrieved):
    return next((1 / i for i, d in enumerate(retrieved, 1) if d in set(relevant)), 0.0)

def dcg(qrel, run):
    return sum(qrel.get(d, 0) / i for i, d in enumerate(sorted(run, key=run.get, reverse=True), 1))
"""


@pytest.mark.parametrize(
    ("gold", "arguments", "code", "said"),
    [
        (RATED, ["score", "-m", "ap"], 2, "the grades of gold are 1 to 5: say which grade it needs, e.g. ap(rel=4)"),
        ("user,item,rating\nu1,a,-0.5\n", ["score", "-m", "ap"], 2, "the grades of gold are 0 to 0: say which grade"),
        (RATED, ["score", "-m", "auc"], 2, "it has no parameter that says which grade it needs"),
        (RATED, ["score", "-m", "a*", "-m", "ndcg"], 0, "left out: ap counts a document as relevant or not"),
        (RATED, ["impact", "-m", "ap", "-c", "ranking:priority"], 2, "say which grade it needs, e.g. ap(rel=4)"),
        (RATED.replace("5", "4.5"), ["impact", "-m", "ap"], 2, "say which grade it needs, e.g. ap(rel="),
        (RATED, ["score", "-m", "mine.py:rr"], 2, "mine.py:rr is called with the relevant documents, without their"),
        (RATED, ["impact", "-m", "mine.py:rr"], 2, "and the grades of gold are 1 to 5, which does not say which"),
        (RATED, ["score", "-m", "mine.py:dcg", "-m", "dcg"], 0, ""),
        (RATED.replace("5", "4.5"), ["impact", "-m", "ndcg", "-c", "ranking:priority"], 2, "scale the grades, e.g. by"),
        (RATED.replace("5", "1").replace("4", "1").replace("3", "0"), ["score", "-m", "ap"], 0, ""),
    ],
)
def test_a_metric_without_grades_asks_which_of_the_ratings_are_relevant(
    command: Callable[..., Ran],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    gold: str,
    arguments: list[str],
    code: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold").write_text(gold)
    Path("run").write_text(SCORED)
    Path("mine.py").write_text(MINE)
    done = command(arguments[0], "gold", "run", *arguments[1:])
    assert (done.code, said in done.err) == (code, True), done.err


@dataclass(frozen=True)
class ArrowTable:
    """A table as pyarrow has it."""

    to_pydict: Callable[[], dict[str, list[Any]]]

    @property
    def column_names(self) -> list[str]:
        return list(self.to_pydict())

    @property
    def columns(self) -> list[list[Any]]:
        return list(self.to_pydict().values())


@pytest.mark.parametrize("high", [5, 4.5])
def test_impact_asks_in_python_too(high: float) -> None:
    gold = ArrowTable(lambda: {"user": ["u1", "u1", "u2"], "item": ["a", "b", "a"], "rating": [high, 1, 3]})
    system = ArrowTable(lambda: {"user": ["u1", "u1", "u2"], "item": ["a", "b", "a"], "score": [3, 2, 1]})
    with pytest.raises(TaskError, match=r"say which grade it needs, e\.g\. ap\(rel="):
        ax.impact(gold=gold, systems={"mine": system}, metrics=["ap", "ndcg"])


def test_qrels_of_trec_may_have_fractions(
    command: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels").write_text("q 0 a 0.25\nq 0 b 1\nq 0 c -0.5\n")
    Path("run").write_text("q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 c 3 1 t\n")
    row = command("score", "qrels", "run", "-m", "dcg", "--format", "csv").out.splitlines()[1]
    assert row.startswith("run,q,dcg,")
    assert float(row.split(",")[-1]) == pytest.approx(0.25 + 1 / log2(3))
