"""What `import axiometrics` offers."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

import axiometrics as ax
from axiometrics.core.errors import AxiometricsError, ParameterError, TargetError, TaskError, UnknownNameError

GOLD = ax.Organization.parse("d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...")
SYSTEM = ax.Organization.parse("{d1 d2} d3 > {d4 d5 d6} > ...")


def gain(gains: Any, ideal: Any) -> Any:
    return sum(g / 2**i for i, g in enumerate(gains))


def test_every_public_name_is_there() -> None:
    for name in ax.__all__:
        assert getattr(ax, name) is not None
    assert set(ax.__all__) <= set(dir(ax))


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        ax.nothing  # noqa: B018


def test_the_package_is_light_until_it_is_used() -> None:
    heavy = {"numpy", "click", "sympy", "hypothesis", "tabulate"}
    code = f"import sys, axiometrics; axiometrics.Organization; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# --- matrices


def test_a_matrix_of_readings() -> None:
    matrix = ax.matrix(metrics=["ap", "rbp"], constraints=["priority"], reading="all", max_size=4)
    assert [(cell.metric, cell.reading) for cell in matrix] == [
        (m, r) for m in ("ap", "rbp(p=0.8)") for r in ("universal", "single", "graded")
    ]
    assert matrix.cell("rbp", "priority").holds
    assert len(ax.matrix(["ap"], ["ranking:priority"], max_size=4)) == 1
    assert {cell.reading for cell in ax.matrix(["ap"], ["deepness"], "single", max_size=4)} == {"single"}


def test_globs_and_tasks_choose() -> None:
    matrix = ax.matrix(["bcubed-?", "*recall", "ap"], ["hom*", "priority"], task="clustering", max_size=3)
    assert "bcubed-f" in {cell.metric for cell in matrix}
    assert {cell.constraint for cell in matrix} == {"homogeneity"}
    assert {entry["task"] for entry in matrix.metrics} == {"clustering"}


def test_a_metric_named_twice_has_one_row() -> None:
    assert len(ax.matrix(["rbp", "rbp(p=4/5)"], ["confidence"], max_size=3).metrics) == 1


def test_the_default_metrics_are_those_of_table_6() -> None:
    assert len(ax.matrix(constraints=["filtering:priority"], max_size=2).metrics) == 48


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"metrics": ["nope"]}, "no metric 'nope'"),
        ({"metrics": ["ap"], "constraints": ["nope"]}, "no constraint 'nope'"),
        ({"metrics": ["ap"], "reading": "nope"}, "no reading 'nope': write default, all, or one of universal"),
    ],
)
def test_names_nobody_has_are_refused(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(UnknownNameError, match=problem):
        ax.matrix(**arguments)


def test_what_separates_a_metric_of_ones_own_says_how_it_is_called() -> None:
    shown = str(ax.separate(gain, "rr", form="gains", order="output-first", max_size=2))
    assert "axiometrics separate gain rr --form gains --output-first --max-size 2" in shown


def test_a_metric_of_ones_own_is_checked() -> None:
    report = ax.check(gain, task="ranking", max_size="4,thresholds=20", max_examples=0)
    assert {cell.metric for cell in report} == {"gain"}
    assert report.cell("gain", "priority").holds
    assert report.cell("gain", "confidence").relation == "tied"


def test_a_target_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "targeted_metric.py"
    path.write_text(
        "def mine(labels_true, labels_pred):\n"
        "    pairs = set(zip(labels_true, labels_pred))\n"
        "    return float(len(pairs) == len(set(labels_true)) == len(set(labels_pred)))\n",
        encoding="utf-8",
    )
    report = ax.check(f"{path}:mine", constraints=["homogeneity"], max_size=3, max_examples=0)
    assert report.cells[0].metric == f"{path}:mine"
    with pytest.raises(TargetError, match="no file"):
        ax.check(f"{tmp_path}/nope.py:mine")


def test_a_metric_of_ours_is_checked_too() -> None:
    assert ax.check("ap", constraints=["confidence"], max_size=3).cell("ap", "confidence").holds is False
    with pytest.raises(TaskError, match="ap is a ranking metric, not one of clustering"):
        ax.check("ap", task="clustering")


def test_the_decorator_leaves_the_function_alone() -> None:
    @ax.metric(task="clustering", signature="labels")
    def mine(first: Any, second: Any) -> float:
        return 1.0

    assert mine([0], [0]) == 1.0
    assert ax.check(mine, constraints=["completeness"], max_size=3, max_examples=0).cells[0].relation == "tied"


# --- scores


@pytest.mark.parametrize(
    "metric", ["ap", "ndcg", "rs-ranking", "rs-priority", "rs-relatedness", "reliability-priority"]
)
@pytest.mark.parametrize("documents", [20, 90])
def test_floats_are_the_exact_score_rounded(metric: str, documents: int) -> None:
    """Few documents are scored exactly and many in floats; both agree with the exact score."""
    names = [f"d{i}" for i in range(documents)]
    gold = ax.Organization.parse(" ".join(names[:5]) + " > " + " ".join(names[5:12]) + " > ...")
    system = ax.Organization.ranking(names[::-1])
    (rounded,) = ax.score(gold=gold, system=system, metrics=[metric]).values()
    (exact,) = ax.score(gold=gold, system=system, metrics=[metric], exact=True).values()
    assert isinstance(rounded, float)
    assert rounded == pytest.approx(float(exact), rel=1e-12, abs=0)


def test_scores_are_floats_or_exact() -> None:
    gold, system = ax.Organization.parse("a b > ..."), ax.Organization.parse("a > c > b > ...")
    assert ax.score(gold=gold, system=system, metrics=["ap", "rr"], exact=True) == {
        "ap": Fraction(5, 6),
        "rr": Fraction(1),
    }
    assert ax.score(gold=gold, system=system, metrics=["ap"]) == {"ap": 5 / 6}
    assert str(ax.score(gold=gold, system=system, metrics=["dcg"], exact=True)["dcg"]) == "3/2"
    assert list(ax.score(gold=gold, system=system, metrics=["rs-ranking"])) == [
        "rs-ranking(n=30,wn=0.8,reading=listed)"
    ]


def test_undefined_scores_are_nan() -> None:
    empty = ax.Organization.parse("{} > ...")
    assert math.isnan(ax.score(gold=empty, system=ax.Organization.ranking(["a"]), metrics=["ap"])["ap"])


def test_metrics_of_ones_own_score(tmp_path: Path) -> None:
    gold, system = ax.Organization.parse("a > ..."), ax.Organization.parse("b > a > ...")
    assert ax.score(gold=gold, system=system, metrics=[gain]) == {"gain": 0.5}

    def listed(qrel: Any, run: Any) -> float:
        return float(len(qrel) + len(run))

    assert ax.score(gold=gold, system=system, metrics=[listed]) == {"listed": 4.0}


def test_a_score_needs_an_organization_of_its_task() -> None:
    with pytest.raises(TaskError):
        ax.score(gold=GOLD, system=SYSTEM, metrics=["ap"])


@pytest.mark.parametrize("relation", ["priority", "clustering"])
def test_reliability_and_sensitivity(relation: str) -> None:
    r = ax.reliability(SYSTEM, GOLD, relation=relation, n=10, wn="0.8", reading="listed", exact=True)
    s = ax.sensitivity(GOLD, SYSTEM, relation=relation, n=10, wn="0.8", reading="listed", exact=True)
    assert r == s
    assert isinstance(r, Fraction)
    assert ax.reliability(SYSTEM, GOLD, relation=relation, n=10, wn=0.8) == float(r)


def test_a_relation_has_a_name() -> None:
    with pytest.raises(ParameterError, match="relation='order' is none of priority, clustering"):
        ax.reliability(SYSTEM, GOLD, relation="order")


def test_a_number_of_random_cases_below_none_is_refused() -> None:
    with pytest.raises(ParameterError, match="max_examples is -3: give a whole number from 0"):
        ax.check("ap", max_examples=-3)


@pytest.mark.thorough
def test_measures_of_ir_measures_are_named_as_it_writes_them() -> None:
    measures = pytest.importorskip("ir_measures")
    matrix = ax.matrix([measures.nDCG @ 1, measures.nDCG @ 3], ["ranking:priority"], max_size=3, max_examples=0)
    assert [cell.metric for cell in matrix] == ["nDCG@1", "nDCG@3"]
    assert [cell.holds for cell in matrix] == [False, True]


NAME = "a text or a list of texts, such as ['rag-bag']"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ax.matrix("AP", cast(Any, 3)), f"constraints is 3: give {NAME}"),
        (lambda: ax.matrix("AP", cast(Any, [3])), f"constraints is [3]: give {NAME}"),
        (
            lambda: ax.matrix(cast(Any, 3)),
            "metrics is 3: give a metric or a list of metrics, each a name, a TARGET or a function",
        ),
        (lambda: ax.matrix([]), "metrics is []: give a metric or a list of metrics"),
        (lambda: ax.score(gold=[0], system=[0], metrics=()), "metrics is (): give a metric or a list of metrics"),
        (lambda: ax.matrix("AP", []), f"constraints is []: give {NAME}"),
        (lambda: ax.Organization.parse(cast(Any, 3)), "an organization is read from a text such as 'd1 {d2 d3} > ...'"),
        (lambda: ax.reliability(cast(Any, 3), cast(Any, 4)), "an array of shape (): expected an organization"),
        (lambda: ax.matrix("AP", jobs=0), "jobs is 0: give a whole number from 1"),
        (lambda: ax.matrix("AP", seed=True), "seed is True: give a whole number from 0"),
        (
            lambda: ax.matrix("AP", max_size=cast(Any, 2.5)),
            "max_size is 2.5: give a whole number from 1 or a text, such as 8",
        ),
        (lambda: ax.matrix("AP", budget=float("nan")), "budget is nan: give a number of seconds above 0"),
        (lambda: ax.matrix("AP", cache=cast(Any, 3)), "cache is 3: give True, False or a folder"),
        (lambda: ax.matrix("AP", task="rankin"), "there is no task 'rankin': the tasks are clustering"),
        (lambda: ax.explain("AP", cast(Any, None)), "constraint is None: give a text, such as 'rag-bag'"),
        (lambda: ax.verify([3]), "3 cannot be verified: give a matrix, a cell, a region"),
        (lambda: ax.diff("x.json", cast(Any, 3)), "cannot read 'x.json'"),
        (lambda: ax.load(cast(Any, 3)), "path is 3: give a text or a path"),
        (lambda: ax.atlas(".", cast(Any, 3)), "matrices is 3: give a dictionary"),
        (
            lambda: ax.separate("rr", "ap", max_size=cast(Any, "x")),
            "max_size is 'x': give a whole number from 1, such as 8",
        ),
        (lambda: ax.metric(task=cast(Any, 3)), "task is 3: give a text, such as 'ranking'"),
        (lambda: ax.list_("tasks").save(cast(Any, 3)), "path is 3: give the name of a file"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named_with_what_to_give(call: Callable[[], object], says: str) -> None:
    with pytest.raises(AxiometricsError) as error:
        call()
    assert str(error.value).removeprefix("the argument ").startswith(says)


def test_every_public_function_checks_its_arguments() -> None:
    """What the functions of `api` cannot be given is refused by their annotations, which must all be known."""
    offered = [getattr(ax, name) for name in ax.__all__]
    functions = [function for function in offered if getattr(function, "__module__", "") == "axiometrics.api"]
    assert len(functions) > 20
    for function in functions:
        for name, annotation in function.__annotations__.items():
            checkable = not re.search(r"Any\b|Matrix \||Presentable|tuple\[", annotation)
            if name != "return" and checkable:
                with pytest.raises(ParameterError, match=f"^the argument {name} is <"):
                    function(**{name: object()})
