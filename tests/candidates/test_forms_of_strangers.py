"""Functions of strangers: what each is given is known, or the user is asked; none is judged as something else.

The functions stand in `strangers/`, written as packages, textbooks and people write them, under usual, unusual and
silent names. A metric that is called wrongly is judged in depth, and all that is said of it is wrong.
"""

import json
import textwrap
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.candidates import candidate
from axiometrics.core.errors import TargetError
from tests.candidates.strangers import clusterings, decisions, rankings, shapes
from tests.candidates.strangers.stranger import Stranger

pytest_plugins = "pytester"

STRANGERS = (*rankings.STRANGERS, *clusterings.STRANGERS, *decisions.STRANGERS, *shapes.STRANGERS)

EXCHANGED = "exchanged it is another known measure"
TWO_FORMS = "it is a known measure in two forms"
ASKED = {
    "purity(x, y)": EXCHANGED,
    "purity(U, V)": EXCHANGED,
    "purity(a, b)": EXCHANGED,
    "b3_recall(x, y)": EXCHANGED,
    "b3_recall(U, V)": EXCHANGED,
    "b3_recall(a, b)": EXCHANGED,
    "homogeneity(x, y)": EXCHANGED,
    "homogeneity(U, V)": EXCHANGED,
    "homogeneity(a, b)": EXCHANGED,
    "precision(a, b)": EXCHANGED,
    "precision(u, v)": EXCHANGED,
    "sensitivity(a, b)": EXCHANGED,
    "sensitivity(u, v)": EXCHANGED,
    "roc_auc(a, b)": f"{TWO_FORMS}: the area under the curve of decisions is their balanced accuracy",
    "roc_auc(x, y)": f"{TWO_FORMS}: the area under the curve of decisions is their balanced accuracy",
}
"""The functions of which neither the names nor the calls tell what they are given, and why."""


def test_there_are_enough_strangers_and_few_are_asked() -> None:
    assert len({one.id for one in STRANGERS}) == len(STRANGERS) >= 220
    assert sum(one.silent for one in STRANGERS) >= len(STRANGERS) / 4
    assert len(ASKED) <= 0.15 * len(STRANGERS)
    assert set(ASKED) == {one.id for one in STRANGERS if one.asked}
    forms = Counter(one.form for one in STRANGERS)
    assert {"labels", "decisions", "table", "gains", "ranks", "id-lists", "qrel-run", "scores"} <= set(forms)
    assert {"cluster-sets", "cluster-dicts", "pairs", "frames"} <= set(forms)


@pytest.mark.few(40)
@pytest.mark.parametrize("stranger", STRANGERS, ids=[one.id for one in STRANGERS])
def test_what_a_function_is_given_is_known_or_asked(stranger: Stranger) -> None:
    if stranger.form == "frames":
        pytest.importorskip("pandas")
    if stranger.asked:
        with pytest.raises(ax.AmbiguousForm) as caught:
            candidate(stranger.function)
        read = {(r.trial.hypothesis.public, r.trial.hypothesis.order) for r in caught.value.readings}
        assert (stranger.form, stranger.order) in read
        assert f"--{stranger.order}" in str(caught.value)
    else:
        about = candidate(stranger.function).about
        assert about["form"] == stranger.form
        assert about["order"] == stranger.order or stranger.order is None
        assert about["called"]


# --- what cannot be called is told, with the line to write


def patience(gains: Any, ideal: Any, persistence: float) -> float:
    """A parameter that has no default."""
    return float(sum(gain * persistence**k for k, gain in enumerate(gains)))


def report(retrieved: Any, relevant: Any) -> dict[str, float]:
    """Several values by name."""
    hits = len(set(retrieved) & set(relevant))
    return {"precision": hits / max(1, len(retrieved)), "recall": hits / max(1, len(relevant))}


def both_values(labels_true: Any, labels_pred: Any) -> tuple[float, float]:
    """Several values in a tuple."""
    return 0.5 + 0.01 * len(set(labels_true)), 0.25


class Result:
    """A result with a score."""

    def __init__(self, score: float) -> None:
        self.score = score


def with_score(expected_ids: Any, retrieved_ids: Any) -> Result:
    """An object that has the value."""
    return Result(len(set(expected_ids) & set(retrieved_ids)) / len(retrieved_ids))


class Deep:
    """A class that needs an argument."""

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def __call__(self, gains: Any, ideal: Any) -> float:
        """The gain to this depth."""
        return float(sum(gains[: self.depth]))


REFUSED: dict[str, tuple[Callable[..., Any], str]] = {
    "a parameter without default": (patience, "patience(persistence="),
    "a dictionary": (report, 'report["precision"]'),
    "a tuple": (both_values, "both_values[0]"),
    "an object": (with_score, 'with_score["score"]'),
    "a class": (Deep, "Deep(depth="),
}


@pytest.mark.parametrize("shape", REFUSED)
def test_what_is_refused_is_told_the_line_to_write(shape: str) -> None:
    function, line = REFUSED[shape]
    with pytest.raises(TargetError) as caught:
        candidate(function)
    assert line in str(caught.value)


# --- the commands

FILES = {
    "mine.py": textwrap.dedent('''
        from collections import Counter


        def one_sided(x, y):
            """Purity."""
            return sum(max(Counter(t for t, c in zip(x, y) if c == k).values()) for k in set(y)) / len(x)


        def clear(relevant, retrieved):
            """The discounted gain."""
            return sum(1 / (k + 1) for k, item in enumerate(retrieved) if item in relevant)
    '''),
}
SMALL = ("-c", "ranking:priority", "--max-size", "3", "--max-examples", "0")


@pytest.mark.usefixtures("files_here")
def test_check_judges_the_others_and_then_asks(command: Callable[..., Any]) -> None:
    ran = command("check", "mine.py:one_sided", "mine.py:clear", *SMALL, "--format", "json")
    assert ran.code == 2
    assert [metric["id"] for metric in json.loads(ran.out)["metrics"]] == ["mine.py:clear"]
    assert ran.err.index("mine.py:clear: called as") < ran.err.index("mine.py:one_sided: its values and the names")
    assert "--gold-first: one_sided(x=[" in ran.err
    assert "--output-first: one_sided(x=[" in ran.err


@pytest.mark.usefixtures("files_here")
def test_the_first_call_is_shown_and_stands_in_the_document(command: Callable[..., Any]) -> None:
    ran = command("check", "mine.py:clear", *SMALL, "--format", "json")
    (metric,) = json.loads(ran.out)["metrics"]
    assert (metric["form"], metric["order"], metric["settled_by"]) == ("id-lists", "gold-first", "values")
    assert metric["called"].startswith("clear(relevant=['d0', ")
    assert f"mine.py:clear: called as {metric['called']}" in ran.err


@pytest.mark.usefixtures("files_here")
def test_identify_asks_and_names_what_each_answer_is(command: Callable[..., Any]) -> None:
    ran = command("identify", "mine.py:one_sided")
    assert ran.code == 2
    asked = {line.split(":")[0].strip(): line for line in ran.err.splitlines() if "-first: one_sided(x=[" in line}
    assert asked["--gold-first"].endswith(" is purity")
    assert asked["--output-first"].endswith(" is inverse-purity")


def test_pytest_fails_the_tests_of_that_metric_and_collects_the_others(pytester: pytest.Pytester) -> None:
    tests = """
        import axiometrics as ax


        @ax.parametrize_with_constraints([one_sided, clear], constraints=["rag-bag", "ranking:priority"], max_size=3)
        def test_constraints(metric, constraint):
            constraint.check(metric)


        def test_of_something_else():
            pass
    """
    pytester.makepyfile(test_it=FILES["mine.py"] + textwrap.dedent(tests))
    ran = pytester.runpytest_inprocess("-q", "--axiometrics-laws=off", "-p", "no:xdist", "-rA")
    outcomes = ran.parseoutcomes()
    assert outcomes["failed"] >= 1
    assert outcomes["passed"] >= 2
    assert "errors" not in outcomes
    said = ran.stdout.str()
    assert "--gold-first: one_sided(x=[" in said
    failed = [line for line in said.splitlines() if line.startswith("FAILED")]
    assert all("one_sided" in line for line in failed)
